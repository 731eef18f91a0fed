//! Migrations on PostgreSQL: one transaction each, under a session's advisory lock, so that of several starts
//! one migrates and the others wait. After them every column of text is given the collation "C".

use std::time::Duration;

use postgres::Client;
use postgres::types::ToSql;

use super::super::postgres::failure::from_driver;
use super::super::{DbError, Engine, Schema};
use super::{Applied, Migration, TABLE, checksum, migration_error, pending};

/// The key of this advisory lock; any number is fine, but it must never change.
const LOCK: i64 = 0x6c65_6467_6572_6c6e;

/// PostgreSQL 13 is the first with `normalize`, which the search index needs.
const OLDEST_SERVER: i32 = 130_000;

/// Checks the schema of a database that may not be migrated.
pub(in crate::db) fn check(
    client: &mut Client,
    migrations: &[Migration],
    schema: Schema,
) -> Result<(), DbError> {
    let applied = history(client)?.unwrap_or_default();
    super::check(Engine::Postgres, migrations, &applied, schema)
}

/// Refuses a PostgreSQL version that is too old for the schema.
fn check_server(client: &mut Client) -> Result<(), DbError> {
    let row = client
        .query_one(
            "SELECT current_setting('server_version_num')::int4, current_setting('server_version')",
            &[],
        )
        .map_err(from_driver)?;
    let number: i32 = row.try_get(0).map_err(from_driver)?;
    let version: String = row.try_get(1).map_err(from_driver)?;
    if number < OLDEST_SERVER {
        let reason = format!("the server is PostgreSQL {version}; version 13 or newer is needed");
        return Err(DbError::Config(reason));
    }
    Ok(())
}

/// The applied migrations; `None` if their table does not exist.
fn history(client: &mut Client) -> Result<Option<Vec<Applied>>, DbError> {
    // The table is checked first, because the role of an up-to-date database need not be allowed to create
    // tables.
    let exists: bool = client
        .query_one("SELECT to_regclass('schema_migrations') IS NOT NULL", &[])
        .and_then(|row| row.try_get(0))
        .map_err(from_driver)?;
    exists.then(|| read_applied(client)).transpose().map_err(from_driver)
}

/// The lock is released with the session, on every way out of this function.
pub(in crate::db) fn run(
    client: &mut Client,
    migrations: &[Migration],
    patience: Duration,
) -> Result<(), DbError> {
    check_server(client)?;
    let patience = patience.as_millis().max(1);
    client.batch_execute(&format!("SET lock_timeout = {patience}")).map_err(from_driver)?;
    client.execute("SELECT pg_advisory_lock($1)", &[&LOCK]).map_err(from_driver)?;
    let history = history(client)?;
    let is_new = history.is_none();
    let pending = pending(Engine::Postgres, migrations, &history.unwrap_or_default())?;
    if is_new {
        client.batch_execute(TABLE).map_err(from_driver)?;
    }
    for migration in pending {
        apply(client, migration)?;
    }
    sort_by_code_points(client)
}

/// Gives each column of text that has the collation of the database the collation "C" instead. Ids, days and folded
/// names are compared and sorted by code points, as SQLite does; the database's own collation depends on how the
/// operator created it. The check at each start also covers the columns of databases that exist already and of later
/// migrations. An ALTER TABLE rebuilds the table's indexes but does not rewrite its rows. Tables that the extension Citus
/// has distributed stay as they are, because it refuses to alter the column it distributes by.
fn sort_by_code_points(client: &mut Client) -> Result<(), DbError> {
    if is_distributed(client).map_err(from_driver)? {
        return Ok(());
    }
    let tables = client
        .query(
            "SELECT t.oid::regclass::text, string_agg(
                        format('ALTER COLUMN %I TYPE %s COLLATE \"C\"',
                               c.attname, format_type(c.atttypid, c.atttypmod)), ', ')
             FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid
             WHERE t.relkind = 'r' AND pg_has_role(t.relowner, 'USAGE')
               AND t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
               AND c.attnum > 0 AND NOT c.attisdropped
               AND c.attcollation = 'pg_catalog.\"default\"'::regcollation
             GROUP BY t.oid ORDER BY t.oid",
            &[],
        )
        .map_err(from_driver)?;
    for row in tables {
        let table: String = row.try_get(0).map_err(from_driver)?;
        let columns: String = row.try_get(1).map_err(from_driver)?;
        client.batch_execute(&format!("ALTER TABLE {table} {columns}")).map_err(|error| {
            let reason = reason(&error);
            DbError::Migration(format!(
                "the columns of {table} cannot be given the collation \"C\": {reason}"
            ))
        })?;
    }
    Ok(())
}

fn is_distributed(client: &mut Client) -> Result<bool, postgres::Error> {
    let knows_citus = "SELECT to_regclass('pg_dist_partition') IS NOT NULL";
    if !client.query_one(knows_citus, &[])?.try_get::<_, bool>(0)? {
        return Ok(false);
    }
    client.query_one("SELECT EXISTS (SELECT 1 FROM pg_dist_partition)", &[])?.try_get(0)
}

fn apply(client: &mut Client, migration: &Migration) -> Result<(), DbError> {
    let text = migration.text(Engine::Postgres);
    let mut transaction = client.transaction().map_err(from_driver)?;
    transaction
        .batch_execute(&text)
        .map_err(|error| migration_error(migration, &reason(&error)))?;
    transaction
        .execute(
            "INSERT INTO schema_migrations (version, name, checksum, applied_at)
             VALUES ($1, $2, $3, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT))",
            &[&migration.version as &(dyn ToSql + Sync), &migration.name, &checksum(&text)],
        )
        .map_err(from_driver)?;
    transaction.commit().map_err(|error| migration_error(migration, &reason(&error)))?;
    tracing::info!(version = migration.version, name = migration.name, "applied a migration");
    Ok(())
}

fn read_applied(client: &mut Client) -> Result<Vec<Applied>, postgres::Error> {
    client
        .query("SELECT version, name, checksum FROM schema_migrations ORDER BY version", &[])?
        .iter()
        .map(|row| {
            Ok(Applied {
                version: row.try_get(0)?,
                name: row.try_get(1)?,
                checksum: row.try_get(2)?,
            })
        })
        .collect()
}

/// The driver's error says only "db error"; the server's message is in its cause.
fn reason(error: &postgres::Error) -> String {
    error.as_db_error().map_or_else(|| error.to_string(), ToString::to_string)
}
