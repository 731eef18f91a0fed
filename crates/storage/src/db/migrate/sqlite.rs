//! Migrations on SQLite: under BEGIN IMMEDIATE, so that of several starts one migrates and the others wait.

use std::time::{Duration, Instant};

use domain::text::folding::folded;
use domain::text::trigrams::pieces;
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OptionalExtension};

use super::super::sqlite::connection::from_driver;
use super::super::{DbError, Engine, Schema};
use super::{Applied, Migration, TABLE, checksum, migration_error, pending};

/// Checks the schema of a database that may not be migrated.
pub(in crate::db) fn check(
    conn: &Connection,
    migrations: &[Migration],
    schema: Schema,
) -> Result<(), DbError> {
    super::check(Engine::Sqlite, migrations, &read_applied(conn).map_err(from_driver)?, schema)
}

pub(in crate::db) fn run(
    conn: &mut Connection,
    migrations: &[Migration],
    patience: Duration,
) -> Result<(), DbError> {
    let give_up = Instant::now() + patience;
    // Usually nothing is pending, and a start then needs no lock.
    while !pending(Engine::Sqlite, migrations, &read_applied(conn).map_err(from_driver)?)?
        .is_empty()
    {
        register_functions(conn).map_err(from_driver)?;
        match step(conn, migrations) {
            Err(DbError::Busy) if Instant::now() < give_up => {}
            other => other?,
        }
    }
    Ok(())
}

/// Registers the SQL functions `folded` and `pieces` for migrations, because SQLite cannot fold letters.
fn register_functions(conn: &Connection) -> Result<(), rusqlite::Error> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    conn.create_scalar_function("folded", 1, flags, |given| {
        Ok(folded(given.get_raw(0).as_str()?))
    })?;
    conn.create_scalar_function("pieces", 1, flags, |given| Ok(pieces(given.get_raw(0).as_str()?)))
}

/// Applies the first missing version under the lock.
fn step(conn: &Connection, migrations: &[Migration]) -> Result<(), DbError> {
    conn.execute_batch("BEGIN IMMEDIATE").map_err(from_driver)?;
    let done =
        conn.execute_batch(TABLE).and_then(|()| read_applied(conn)).map_err(from_driver).and_then(
            |applied| match pending(Engine::Sqlite, migrations, &applied)?.first() {
                Some(next) => apply(conn, next),
                None => Ok(()),
            },
        );
    let ended = match done {
        Ok(()) => conn.execute_batch("COMMIT").map_err(from_driver),
        Err(error) => Err(error),
    };
    if ended.is_err() && !conn.is_autocommit() {
        conn.execute_batch("ROLLBACK").map_err(from_driver)?;
    }
    ended
}

fn apply(conn: &Connection, migration: &Migration) -> Result<(), DbError> {
    let text = migration.text(Engine::Sqlite);
    conn.execute_batch(&text).map_err(|error| migration_error(migration, &error))?;
    conn.execute(
        "INSERT INTO schema_migrations (version, name, checksum, applied_at)
         VALUES (?1, ?2, ?3, CAST(unixepoch('subsec') * 1000 AS INTEGER))",
        (migration.version, migration.name, checksum(&text)),
    )
    .map_err(from_driver)?;
    tracing::info!(version = migration.version, name = migration.name, "applied a migration");
    Ok(())
}

fn read_applied(conn: &Connection) -> Result<Vec<Applied>, rusqlite::Error> {
    let exists = conn
        .query_row("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'", [], |_| Ok(()))
        .optional()?;
    if exists.is_none() {
        return Ok(Vec::new());
    }
    conn.prepare("SELECT version, name, checksum FROM schema_migrations ORDER BY version")?
        .query_map([], |row| {
            Ok(Applied { version: row.get(0)?, name: row.get(1)?, checksum: row.get(2)? })
        })?
        .collect()
}
