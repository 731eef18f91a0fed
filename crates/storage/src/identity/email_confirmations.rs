//! Tokens that confirm an email address. An account has at most one; a new one replaces it.

use domain::{ids::UserId, time::Timestamp};

use crate::db::{DbError, Tx, params, sql};

pub fn put(
    tx: &mut Tx,
    owner: UserId,
    token_hash: &str,
    email: &str,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO email_confirmations (owner_id, token_hash, email, created_at, expires_at)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (owner_id) DO UPDATE SET token_hash = excluded.token_hash,
               email = excluded.email, created_at = excluded.created_at,
               expires_at = excluded.expires_at"
        ),
        params![&owner.to_string(), token_hash, email, now.as_millis(), expires_at.as_millis()],
    )?;
    Ok(())
}

/// Uses up a token and returns the address it was sent to; `None` if it was used, replaced or has expired.
pub fn spend(
    tx: &mut Tx,
    owner: UserId,
    token_hash: &str,
    now: Timestamp,
) -> Result<Option<String>, DbError> {
    tx.query_opt(
        sql!(
            "DELETE FROM email_confirmations
             WHERE owner_id = ?1 AND token_hash = ?2 AND expires_at > ?3 RETURNING email"
        ),
        params![&owner.to_string(), token_hash, now.as_millis()],
        |row| Ok(row.text(0)?.to_owned()),
    )
}

pub fn remove(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.execute(
        sql!("DELETE FROM email_confirmations WHERE owner_id = ?1"),
        params![&owner.to_string()],
    )?;
    Ok(())
}

pub fn remove_expired(tx: &mut Tx, now: Timestamp) -> Result<u64, DbError> {
    tx.execute(
        sql!("DELETE FROM email_confirmations WHERE expires_at <= ?1"),
        params![now.as_millis()],
    )
}
