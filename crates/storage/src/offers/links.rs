//! Rows of the links of offers, one for each revision of an offer.

use domain::ids::{OfferId, OfferLinkId, UserId};
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub id: OfferLinkId,
    pub offer: OfferId,
    pub revision: i64,
    /// The sealed token of the link.
    pub token: Vec<u8>,
    pub created_at: Timestamp,
    /// A hash of the buyer that the revision is for.
    pub buyer: String,
}

pub fn find_by_token(
    conn: &mut Conn,
    owner: UserId,
    token_hash: &str,
) -> Result<Option<Link>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, offer_id, revision, token, created_at, buyer FROM offer_links
             WHERE owner_id = ?1 AND token_hash = ?2"
        ),
        params![&owner.to_string(), token_hash],
        link,
    )
}

/// Returns the newest link of an offer.
pub fn newest(conn: &mut Conn, owner: UserId, offer: OfferId) -> Result<Option<Link>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, offer_id, revision, token, created_at, buyer FROM offer_links
             WHERE owner_id = ?1 AND offer_id = ?2 ORDER BY revision DESC LIMIT 1"
        ),
        params![&owner.to_string(), offer.to_string()],
        link,
    )
}

/// Returns a page of the links of all offers, ordered by id.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: &str,
    limit: i64,
) -> Result<Vec<Link>, DbError> {
    conn.query(
        sql!(
            "SELECT id, offer_id, revision, token, created_at, buyer FROM offer_links
             WHERE owner_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3"
        ),
        params![&owner.to_string(), after, limit],
        link,
    )
}

pub fn insert(tx: &mut Tx, owner: UserId, row: &Link, token_hash: &str) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO offer_links (owner_id, id, offer_id, revision, token_hash, token, created_at, buyer)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        ),
        params![
            &owner.to_string(),
            row.id.to_string(),
            row.offer.to_string(),
            row.revision,
            token_hash,
            &row.token,
            row.created_at.as_millis(),
            &row.buyer,
        ],
    )?;
    Ok(())
}

fn link(row: &Row<'_>) -> Result<Link, DbError> {
    Ok(Link {
        id: require(0, OfferLinkId::parse(row.text(0)?))?,
        offer: require(1, OfferId::parse(row.text(1)?))?,
        revision: row.int(2)?,
        token: row.blob(3)?.to_vec(),
        created_at: Timestamp::from_millis(row.int(4)?),
        buyer: row.text(5)?.to_owned(),
    })
}
