//! Password reset tokens. An account has a few at most; a new one replaces the oldest.

use domain::{ids::UserId, time::Timestamp};

use crate::db::{Conn, DbError, Tx, params, sql};

/// How many tokens of one account are valid at the same time. With more than one, a stranger's request does not
/// invalidate the owner's token.
pub const MOST: i64 = 3;

pub fn put(
    tx: &mut Tx,
    owner: UserId,
    token_hash: &str,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO password_resets (owner_id, token_hash, created_at, expires_at)
             VALUES (?1, ?2, ?3, ?4)"
        ),
        params![&owner.to_string(), token_hash, now.as_millis(), expires_at.as_millis()],
    )?;
    tx.execute(
        sql!(
            "DELETE FROM password_resets WHERE owner_id = ?1 AND token_hash NOT IN
               (SELECT token_hash FROM password_resets WHERE owner_id = ?1
                ORDER BY created_at DESC, token_hash LIMIT ?2)"
        ),
        params![&owner.to_string(), MOST],
    )?;
    Ok(())
}

/// Whether a token is still valid.
pub fn is_live(
    conn: &mut Conn,
    owner: UserId,
    token_hash: &str,
    now: Timestamp,
) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!(
            "SELECT 1 FROM password_resets
             WHERE owner_id = ?1 AND token_hash = ?2 AND expires_at > ?3"
        ),
        params![&owner.to_string(), token_hash, now.as_millis()],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Uses up a token; returns false if it was used, replaced or has expired. Of two concurrent calls one wins.
pub fn spend(
    tx: &mut Tx,
    owner: UserId,
    token_hash: &str,
    now: Timestamp,
) -> Result<bool, DbError> {
    let spent = tx.execute(
        sql!(
            "DELETE FROM password_resets
             WHERE owner_id = ?1 AND token_hash = ?2 AND expires_at > ?3"
        ),
        params![&owner.to_string(), token_hash, now.as_millis()],
    )?;
    Ok(spent == 1)
}

/// Removes all tokens of the account, after its password or address has changed.
pub fn remove(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.execute(
        sql!("DELETE FROM password_resets WHERE owner_id = ?1"),
        params![&owner.to_string()],
    )?;
    Ok(())
}

pub fn remove_expired(tx: &mut Tx, now: Timestamp) -> Result<u64, DbError> {
    tx.execute(sql!("DELETE FROM password_resets WHERE expires_at <= ?1"), params![now.as_millis()])
}
