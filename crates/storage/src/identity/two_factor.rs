//! The sealed second factor of an account: this file never sees a secret in plain text.

use domain::{ids::UserId, time::Timestamp};

use crate::db::{Conn, DbError, Tx, params, sql};

#[derive(Debug, Clone)]
pub struct TwoFactor {
    pub sealed_secret: Vec<u8>,
    pub enabled: bool,
    /// The newest time step whose code was used; this step and older ones are spent.
    pub last_step: i64,
}

#[derive(Debug, Clone)]
pub struct SealedCode {
    pub number: i64,
    pub sealed: Vec<u8>,
}

/// Take this lock before a read that decides a write. It is held until the transaction ends.
pub fn lock(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.lock(&format!("two-factor:{owner}"))
}

pub fn find(conn: &mut Conn, owner: UserId) -> Result<Option<TwoFactor>, DbError> {
    conn.query_opt(
        sql!("SELECT secret, enabled_at, last_step FROM two_factor WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| {
            Ok(TwoFactor {
                sealed_secret: row.blob(0)?.to_vec(),
                enabled: row.opt_int(1)?.is_some(),
                last_step: row.int(2)?,
            })
        },
    )
}

pub fn is_enabled(conn: &mut Conn, owner: UserId) -> Result<bool, DbError> {
    let enabled = conn.query_opt(
        sql!("SELECT 1 FROM two_factor WHERE owner_id = ?1 AND enabled_at IS NOT NULL"),
        params![&owner.to_string()],
        |_| Ok(()),
    )?;
    Ok(enabled.is_some())
}

/// Starts a setup with a new secret; it replaces a setup that was never enabled.
pub fn begin(tx: &mut Tx, owner: UserId, sealed_secret: &[u8]) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO two_factor (owner_id, secret, enabled_at, last_step)
             VALUES (?1, ?2, NULL, 0)
             ON CONFLICT (owner_id) DO UPDATE
             SET secret = excluded.secret, enabled_at = NULL, last_step = 0"
        ),
        params![&owner.to_string(), sealed_secret],
    )?;
    Ok(())
}

pub fn enable(tx: &mut Tx, owner: UserId, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        sql!("UPDATE two_factor SET enabled_at = ?2 WHERE owner_id = ?1"),
        params![&owner.to_string(), now.as_millis()],
    )?;
    Ok(())
}

/// Uses up a time step; returns false if it or a newer one was used before.
pub fn spend_step(tx: &mut Tx, owner: UserId, step: i64) -> Result<bool, DbError> {
    let changed = tx.execute(
        sql!("UPDATE two_factor SET last_step = ?2 WHERE owner_id = ?1 AND last_step < ?2"),
        params![&owner.to_string(), step],
    )?;
    Ok(changed == 1)
}

pub fn remove(tx: &mut Tx, owner: UserId) -> Result<bool, DbError> {
    let owner = owner.to_string();
    tx.execute(sql!("DELETE FROM recovery_codes WHERE owner_id = ?1"), params![&owner])?;
    let gone = tx.execute(sql!("DELETE FROM two_factor WHERE owner_id = ?1"), params![&owner])?;
    Ok(gone == 1)
}

pub fn replace_recovery_codes(
    tx: &mut Tx,
    owner: UserId,
    sealed: &[Vec<u8>],
) -> Result<(), DbError> {
    let owner = owner.to_string();
    tx.execute(sql!("DELETE FROM recovery_codes WHERE owner_id = ?1"), params![&owner])?;
    for (number, code) in (1_i64..).zip(sealed) {
        tx.execute(
            sql!("INSERT INTO recovery_codes (owner_id, number, code) VALUES (?1, ?2, ?3)"),
            params![&owner, number, code.as_slice()],
        )?;
    }
    Ok(())
}

pub fn unused_recovery_codes(conn: &mut Conn, owner: UserId) -> Result<Vec<SealedCode>, DbError> {
    conn.query(
        sql!(
            "SELECT number, code FROM recovery_codes
             WHERE owner_id = ?1 AND used_at IS NULL ORDER BY number"
        ),
        params![&owner.to_string()],
        |row| Ok(SealedCode { number: row.int(0)?, sealed: row.blob(1)?.to_vec() }),
    )
}

pub fn count_unused_recovery_codes(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    conn.query_one(
        sql!("SELECT COUNT(*) FROM recovery_codes WHERE owner_id = ?1 AND used_at IS NULL"),
        params![&owner.to_string()],
        |row| row.int(0),
    )
}

pub fn spend_recovery_code(
    tx: &mut Tx,
    owner: UserId,
    number: i64,
    now: Timestamp,
) -> Result<bool, DbError> {
    let changed = tx.execute(
        sql!(
            "UPDATE recovery_codes SET used_at = ?3
             WHERE owner_id = ?1 AND number = ?2 AND used_at IS NULL"
        ),
        params![&owner.to_string(), number, now.as_millis()],
    )?;
    Ok(changed == 1)
}
