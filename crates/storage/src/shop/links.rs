//! Rows of the links that open the public page for one client. A link is looked up by the hash of its token; the token
//! itself is stored sealed.

use domain::ids::{BeneficiaryId, UserId};
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Tx, params, require, sql};

/// The sealed token of a client's link.
pub fn find(
    conn: &mut Conn,
    owner: UserId,
    client: BeneficiaryId,
) -> Result<Option<Vec<u8>>, DbError> {
    conn.query_opt(
        sql!("SELECT token FROM shop_links WHERE owner_id = ?1 AND client_id = ?2"),
        params![&owner.to_string(), client.to_string()],
        |row| Ok(row.blob(0)?.to_vec()),
    )
}

pub fn is_known(conn: &mut Conn, owner: UserId, token_hash: &str) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!("SELECT 1 FROM shop_links WHERE owner_id = ?1 AND token_hash = ?2"),
        params![&owner.to_string(), token_hash],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

pub fn insert(
    tx: &mut Tx,
    owner: UserId,
    client: BeneficiaryId,
    token_hash: &str,
    sealed: &[u8],
    now: Timestamp,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Shop);
    tx.execute(
        sql!(
            "INSERT INTO shop_links (owner_id, client_id, token_hash, token, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5)"
        ),
        params![&owner.to_string(), client.to_string(), token_hash, sealed, now.as_millis()],
    )?;
    Ok(())
}

pub fn remove(tx: &mut Tx, owner: UserId, client: BeneficiaryId) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Shop);
    let gone = tx.execute(
        sql!("DELETE FROM shop_links WHERE owner_id = ?1 AND client_id = ?2"),
        params![&owner.to_string(), client.to_string()],
    )?;
    Ok(gone == 1)
}

/// Returns a page of the links of all clients: the client's id, and when the link was created.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: &str,
    limit: i64,
) -> Result<Vec<(BeneficiaryId, Timestamp)>, DbError> {
    conn.query(
        sql!(
            "SELECT client_id, created_at FROM shop_links WHERE owner_id = ?1 AND client_id > ?2
             ORDER BY client_id LIMIT ?3"
        ),
        params![&owner.to_string(), after, limit],
        |row| {
            let client = require(0, BeneficiaryId::parse(row.text(0)?))?;
            Ok((client, Timestamp::from_millis(row.int(1)?)))
        },
    )
}
