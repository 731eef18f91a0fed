//! Facts about the installation: texts by name.

use crate::db::{Conn, DbError, Tx, params, sql};

/// The id that is also stored in the media store.
pub const INSTALLATION_ID: &str = "installation_id";
/// The restore that wrote the rows, so that one interrupted after its commit is recognized as complete.
pub const RESTORED_BY: &str = "restored_by";
/// When the last backup ended, in Unix milliseconds. `ledgerline backup` writes it.
pub const LAST_BACKUP_AT: &str = "last_backup_at";
/// When an instance last verified that the database accepts writes, in Unix milliseconds.
pub const LAST_WRITE_CHECK_AT: &str = "last_write_check_at";
/// The key that signs contracts, sealed, and its certificate.
pub const SEAL: &str = "seal";

pub fn get(conn: &mut Conn, name: &str) -> Result<Option<String>, DbError> {
    conn.query_opt(
        sql!("SELECT value FROM installation_facts WHERE name = ?1"),
        params![name],
        |row| Ok(row.text(0)?.to_owned()),
    )
}

/// Stores the value if there is none yet, and returns the stored one.
pub fn get_or_insert(tx: &mut Tx, name: &str, value: &str) -> Result<String, DbError> {
    let insert = sql!(
        "INSERT INTO installation_facts (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING"
    );
    tx.execute(insert, params![name, value])?;
    Ok(get(tx, name)?.unwrap_or_default())
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
