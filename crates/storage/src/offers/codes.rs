//! Rows of the codes by which a buyer proves an email address.

use domain::ids::{OfferId, UserId};
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Tx, params, sql};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    pub hash: String,
    pub tries: i64,
    pub expires_at: Timestamp,
}

pub fn find(conn: &mut Conn, owner: UserId, offer: OfferId) -> Result<Option<Code>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT code_hash, tries, expires_at FROM offer_codes
             WHERE owner_id = ?1 AND offer_id = ?2"
        ),
        params![&owner.to_string(), offer.to_string()],
        |row| {
            Ok(Code {
                hash: row.text(0)?.to_owned(),
                tries: row.int(1)?,
                expires_at: Timestamp::from_millis(row.int(2)?),
            })
        },
    )
}

/// Inserts the code of an offer or replaces it.
pub fn put(tx: &mut Tx, owner: UserId, offer: OfferId, code: &Code) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO offer_codes (owner_id, offer_id, code_hash, tries, expires_at)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (owner_id, offer_id) DO UPDATE SET code_hash = excluded.code_hash,
               tries = excluded.tries, expires_at = excluded.expires_at"
        ),
        params![
            &owner.to_string(),
            offer.to_string(),
            &code.hash,
            code.tries,
            code.expires_at.as_millis(),
        ],
    )?;
    Ok(())
}
