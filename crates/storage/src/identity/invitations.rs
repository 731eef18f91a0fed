//! Invitations to sign up. An email address has at most one; a new one replaces it.

use domain::{identity::users::Email, time::Timestamp};

use crate::db::{Conn, DbError, Tx, params, sql};

pub fn put(
    tx: &mut Tx,
    email: &Email,
    token_hash: &str,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO invitations (email_key, email, token_hash, created_at, expires_at)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (email_key) DO UPDATE SET email = excluded.email, token_hash = excluded.token_hash,
               created_at = excluded.created_at, expires_at = excluded.expires_at"
        ),
        params![email.key(), email.as_str(), token_hash, now.as_millis(), expires_at.as_millis()],
    )
    .map(drop)
}

/// The email address of an invitation; `None` if it was used, replaced or has expired.
pub fn find(conn: &mut Conn, token_hash: &str, now: Timestamp) -> Result<Option<String>, DbError> {
    conn.query_opt(
        sql!("SELECT email FROM invitations WHERE token_hash = ?1 AND expires_at > ?2"),
        params![token_hash, now.as_millis()],
        |row| Ok(row.text(0)?.to_owned()),
    )
}

/// Uses up an invitation; returns false if it is not valid for this address. Of two concurrent calls one wins.
pub fn spend(
    tx: &mut Tx,
    email: &Email,
    token_hash: &str,
    now: Timestamp,
) -> Result<bool, DbError> {
    let spent = tx.execute(
        sql!(
            "DELETE FROM invitations WHERE email_key = ?1 AND token_hash = ?2 AND expires_at > ?3"
        ),
        params![email.key(), token_hash, now.as_millis()],
    )?;
    Ok(spent == 1)
}

/// Removes the invitation of an address, used or not.
pub fn remove(tx: &mut Tx, email: &Email) -> Result<(), DbError> {
    tx.execute(sql!("DELETE FROM invitations WHERE email_key = ?1"), params![email.key()]).map(drop)
}

pub fn remove_expired(tx: &mut Tx, now: Timestamp) -> Result<u64, DbError> {
    tx.execute(sql!("DELETE FROM invitations WHERE expires_at <= ?1"), params![now.as_millis()])
}
