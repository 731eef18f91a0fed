//! Rows of acceptances: what a buyer entered in the form when accepting an offer.

use domain::ids::{OfferId, UserId};
use domain::offers::Acceptance;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, sql};

pub fn find(conn: &mut Conn, owner: UserId, offer: OfferId) -> Result<Option<Acceptance>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT name, alias, address, country, email, at, ip, browser, text_hash, revision, producer,
                    text
             FROM offer_acceptances WHERE owner_id = ?1 AND offer_id = ?2"
        ),
        params![&owner.to_string(), offer.to_string()],
        acceptance,
    )
}

/// Returns a page of all acceptances, ordered by offer.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: &str,
    limit: i64,
) -> Result<Vec<(String, Acceptance)>, DbError> {
    conn.query(
        sql!(
            "SELECT name, alias, address, country, email, at, ip, browser, text_hash, revision, producer,
                    text, offer_id
             FROM offer_acceptances WHERE owner_id = ?1 AND offer_id > ?2 ORDER BY offer_id LIMIT ?3"
        ),
        params![&owner.to_string(), after, limit],
        |row| Ok((row.text(12)?.to_owned(), acceptance(row)?)),
    )
}

pub fn insert(tx: &mut Tx, owner: UserId, offer: OfferId, row: &Acceptance) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO offer_acceptances
               (owner_id, offer_id, name, alias, address, country, email, at, ip, browser, text_hash,
                revision, producer, text)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"
        ),
        params![
            &owner.to_string(),
            offer.to_string(),
            &row.name,
            &row.alias,
            &row.address,
            &row.country,
            &row.email,
            row.at.as_millis(),
            &row.ip,
            &row.browser,
            &row.text_hash,
            row.revision,
            &row.producer,
            &row.text,
        ],
    )?;
    Ok(())
}

fn acceptance(row: &Row<'_>) -> Result<Acceptance, DbError> {
    let text = |at: usize| row.text(at).map(str::to_owned);
    Ok(Acceptance {
        name: text(0)?,
        alias: text(1)?,
        address: text(2)?,
        country: text(3)?,
        email: text(4)?,
        at: Timestamp::from_millis(row.int(5)?),
        ip: text(6)?,
        browser: text(7)?,
        text_hash: text(8)?,
        revision: row.int(9)?,
        producer: text(10)?,
        text: text(11)?,
    })
}

/// The numbers of the offers that a buyer began and accepted since a moment and that are not paid, each with the email
/// address of the acceptance.
pub fn unpaid_since(
    conn: &mut Conn,
    owner: UserId,
    since: Timestamp,
) -> Result<Vec<(i64, String)>, DbError> {
    conn.query(
        sql!(
            "SELECT o.number, a.email FROM offers o
             JOIN offer_acceptances a ON a.owner_id = o.owner_id AND a.offer_id = o.id
             WHERE o.owner_id = ?1 AND o.state = 'accepted' AND o.source <> 'app'
               AND o.accepted_at > ?2
             ORDER BY o.number"
        ),
        params![&owner.to_string(), since.as_millis()],
        |row| Ok((row.int(0)?, row.text(1)?.to_owned())),
    )
}
