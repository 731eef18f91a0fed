//! Single facts about the installation, each a text under a name.

use crate::db::{Conn, DbError, Tx, params, sql};

/// When the last backup ended, in Unix milliseconds. `ledgerline backup` writes it.
pub const LAST_BACKUP_AT: &str = "last_backup_at";
/// When an instance last proved that the database takes writes, in Unix milliseconds.
pub const LAST_WRITE_CHECK_AT: &str = "last_write_check_at";

pub fn get(conn: &mut Conn, name: &str) -> Result<Option<String>, DbError> {
    conn.query_opt(
        sql!("SELECT value FROM installation_facts WHERE name = ?1"),
        params![name],
        |row| Ok(row.text(0)?.to_owned()),
    )
}

pub fn put(tx: &mut Tx, name: &str, value: &str) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO installation_facts (name, value) VALUES (?1, ?2)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        ),
        params![name, value],
    )
    .map(drop)
}
