//! The migrations, and how a database gets to the current schema.
//!
//! Each version has a shared text, an engine's own text, or both; they are built into the program. Applied
//! versions are recorded with a checksum: a version whose text has changed since, or that this program does not
//! know, stops the start with a message that says what to do. Several instances may start at once; one migrates
//! and the others wait for it.

pub(super) mod postgres;
pub(super) mod sqlite;

use sha2::{Digest, Sha256};

use super::{DbError, Engine, Schema};

include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

const TABLE: &str = "CREATE TABLE IF NOT EXISTS schema_migrations (
    version BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at BIGINT NOT NULL)";

#[derive(Debug, Clone, Copy)]
pub struct Migration {
    pub version: i64,
    pub name: &'static str,
    /// The SQL text for both engines, with the placeholders `{without_rowid}` and `{blob}` where the engines differ.
    pub shared: &'static str,
    pub sqlite: &'static str,
    pub postgres: &'static str,
}

struct Applied {
    version: i64,
    name: String,
    checksum: String,
}

impl Migration {
    fn text(&self, engine: Engine) -> String {
        let (own, without_rowid, blob) = match engine {
            Engine::Sqlite => (self.sqlite, "WITHOUT ROWID", "BLOB"),
            Engine::Postgres => (self.postgres, "", "BYTEA"),
        };
        let shared = self.shared.replace("{without_rowid}", without_rowid).replace("{blob}", blob);
        // A checkout with other line ends must have the same checksum.
        format!("{shared}\n{own}").replace("\r\n", "\n")
    }
}

fn checksum(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The versions still to be applied, in order; an error if the database's history does not match this program.
fn pending<'a>(
    engine: Engine,
    migrations: &'a [Migration],
    applied: &[Applied],
) -> Result<Vec<&'a Migration>, DbError> {
    for past in applied {
        let Some(known) = migrations.iter().find(|known| known.version == past.version) else {
            return Err(DbError::Migration(format!(
                "the database has migration {:04}_{}, which this program does not know: \
                 it was last used by a newer version of the program; start that one",
                past.version, past.name
            )));
        };
        if checksum(&known.text(engine)) != past.checksum {
            return Err(DbError::Migration(format!(
                "migration {:04}_{} is not the one this database was made with: \
                 a migration must never change once it is released; add a new one instead",
                past.version, past.name
            )));
        }
    }
    let newest = applied.iter().map(|past| past.version).max();
    let pending: Vec<_> = migrations
        .iter()
        .filter(|known| applied.iter().all(|past| past.version != known.version))
        .collect();
    match pending.iter().find(|missing| Some(missing.version) < newest) {
        Some(missing) => Err(DbError::Migration(format!(
            "migration {:04}_{} is missing from a database that already has later ones",
            missing.version, missing.name
        ))),
        None => Ok(pending),
    }
}

/// Checks a database that the caller may not migrate.
fn check(
    engine: Engine,
    migrations: &[Migration],
    applied: &[Applied],
    schema: Schema,
) -> Result<(), DbError> {
    let newest = applied.iter().map(|past| past.version).max();
    let Some(has) = newest else { return Err(DbError::Missing) };
    let is_outdated = !pending(engine, migrations, applied)?.is_empty();
    match migrations.last() {
        Some(last) if is_outdated && schema == Schema::Current => {
            Err(DbError::Outdated { has, needs: last.version })
        }
        _ => Ok(()),
    }
}

fn migration_error(migration: &Migration, error: &dyn std::fmt::Display) -> DbError {
    DbError::Migration(format!(
        "migration {:04}_{} failed and was rolled back: {error}",
        migration.version, migration.name
    ))
}
