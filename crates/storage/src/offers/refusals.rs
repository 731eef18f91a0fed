//! Rows of email addresses that have unsubscribed from the emails of an account.

use domain::ids::UserId;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Tx, params, sql};

pub fn is_refused(conn: &mut Conn, owner: UserId, email_hash: &str) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!("SELECT 1 FROM mail_refusals WHERE owner_id = ?1 AND email_hash = ?2"),
        params![&owner.to_string(), email_hash],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

pub fn put(tx: &mut Tx, owner: UserId, email_hash: &str, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO mail_refusals (owner_id, email_hash, created_at) VALUES (?1, ?2, ?3)
             ON CONFLICT (owner_id, email_hash) DO NOTHING"
        ),
        params![&owner.to_string(), email_hash, now.as_millis()],
    )?;
    Ok(())
}
