//! The PIN of an account's cards: a hash, and that sealed.

use domain::{ids::UserId, time::Timestamp, topics::Topic};

use crate::db::{Conn, DbError, Tx, params, sql};

pub fn find(conn: &mut Conn, owner: UserId) -> Result<Option<Vec<u8>>, DbError> {
    conn.query_opt(
        sql!("SELECT hash FROM card_pins WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| Ok(row.blob(0)?.to_vec()),
    )
}

pub fn put(tx: &mut Tx, owner: UserId, sealed_hash: &[u8], now: Timestamp) -> Result<(), DbError> {
    tx.changed(owner, Topic::Cards);
    tx.execute(
        sql!(
            "INSERT INTO card_pins (owner_id, hash, set_at) VALUES (?1, ?2, ?3)
             ON CONFLICT (owner_id) DO UPDATE SET hash = excluded.hash, set_at = excluded.set_at"
        ),
        params![&owner.to_string(), sealed_hash, now.as_millis()],
    )?;
    Ok(())
}
