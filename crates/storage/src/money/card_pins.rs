//! The PIN of an account's cards, as a sealed hash, and the count of wrong PINs.

use domain::{ids::UserId, notifications::topics::Topic, time::Timestamp};

use crate::db::{Conn, DbError, Tx, params, sql};

/// The number of wrong PINs in a row, and the end of the lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongTries {
    pub count: i64,
    pub locked_until: Timestamp,
}

pub fn find(conn: &mut Conn, owner: UserId) -> Result<Option<Vec<u8>>, DbError> {
    conn.query_opt(
        sql!("SELECT hash FROM card_pins WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| Ok(row.blob(0)?.to_vec()),
    )
}

/// Sets the PIN and clears the count of wrong PINs.
pub fn put(tx: &mut Tx, owner: UserId, sealed_hash: &[u8], now: Timestamp) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Cards);
    tx.execute(
        sql!(
            "INSERT INTO card_pins (owner_id, hash, set_at) VALUES (?1, ?2, ?3)
             ON CONFLICT (owner_id) DO UPDATE SET hash = excluded.hash, set_at = excluded.set_at,
               wrong_tries = 0, locked_until = 0"
        ),
        params![&owner.to_string(), sealed_hash, now.as_millis()],
    )?;
    Ok(())
}

pub fn remove(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Cards);
    tx.execute(sql!("DELETE FROM card_pins WHERE owner_id = ?1"), params![&owner.to_string()])?;
    Ok(())
}

/// `None` if there is no PIN.
pub fn wrong_tries(conn: &mut Conn, owner: UserId) -> Result<Option<WrongTries>, DbError> {
    conn.query_opt(
        sql!("SELECT wrong_tries, locked_until FROM card_pins WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| {
            Ok(WrongTries { count: row.int(0)?, locked_until: Timestamp::from_millis(row.int(1)?) })
        },
    )
}

pub fn set_wrong_tries(tx: &mut Tx, owner: UserId, tries: WrongTries) -> Result<(), DbError> {
    tx.execute(
        sql!("UPDATE card_pins SET wrong_tries = ?2, locked_until = ?3 WHERE owner_id = ?1"),
        params![&owner.to_string(), tries.count, tries.locked_until.as_millis()],
    )?;
    Ok(())
}

/// Clears the count of wrong PINs; returns false if it was zero.
pub fn forget_wrong_tries(tx: &mut Tx, owner: UserId) -> Result<bool, DbError> {
    let changed = tx.execute(
        sql!(
            "UPDATE card_pins SET wrong_tries = 0, locked_until = 0
             WHERE owner_id = ?1 AND wrong_tries > 0"
        ),
        params![&owner.to_string()],
    )?;
    Ok(changed == 1)
}
