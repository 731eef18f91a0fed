//! The logos that studios put on their receipts. They are small, so they are stored in the database.

use domain::{ids::UserId, notifications::topics::Topic};

use crate::db::{Conn, DbError, Tx, params, sql};

/// A JPEG and its size in pixels.
#[derive(Debug, Clone)]
pub struct Logo {
    pub bytes: Vec<u8>,
    pub width: i64,
    pub height: i64,
}

pub fn find(conn: &mut Conn, owner: UserId) -> Result<Option<Logo>, DbError> {
    conn.query_opt(
        sql!("SELECT bytes, width, height FROM studio_logos WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| Ok(Logo { bytes: row.blob(0)?.to_vec(), width: row.int(1)?, height: row.int(2)? }),
    )
}

pub fn hash(conn: &mut Conn, owner: UserId) -> Result<Option<String>, DbError> {
    conn.query_opt(
        sql!("SELECT hash FROM studio_logos WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| Ok(row.text(0)?.to_owned()),
    )
}

pub fn put(tx: &mut Tx, owner: UserId, logo: &Logo, hash: &str) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Settings);
    tx.execute(
        sql!(
            "INSERT INTO studio_logos (owner_id, bytes, width, height, hash)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (owner_id) DO UPDATE SET
               bytes = excluded.bytes, width = excluded.width, height = excluded.height,
               hash = excluded.hash"
        ),
        params![&owner.to_string(), logo.bytes.as_slice(), logo.width, logo.height, hash],
    )?;
    Ok(())
}

pub fn remove(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Settings);
    tx.execute(sql!("DELETE FROM studio_logos WHERE owner_id = ?1"), params![&owner.to_string()])?;
    Ok(())
}
