//! Links to a new password. An account has a few at most: a newer one takes the oldest one's place.

use domain::{ids::UserId, time::Timestamp};

use crate::db::{Conn, DbError, Tx, params, sql};

/// So many links of one account work at the same time. A stranger who asks for one then does not end the owner's.
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

/// Whether a link still leads to a new password.
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

/// Spends a link; false where it has been spent, replaced or has run out. Of two at once one wins.
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

/// When the password or the address has changed, a link that was sent before leads nowhere.
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
