//! Distributes the tables of a PostgreSQL database with the Citus extension. Tables with an `owner_id` are distributed
//! by it and colocated, so that all rows of an account are on one node. `users` and `shops` become reference tables
//! with a copy on every node, because an email address and a handle are unique across all accounts. A few small tables
//! stay on the coordinator.
//!
//! The tables are read from the database's catalog. A table that has no owner and is not named here stops the command,
//! so that whoever adds one decides where it belongs.

use std::collections::BTreeSet;

use crate::db::{Conn, DbError, Engine, Row, Sql, Tx, params, sql};

/// The tables that are copied to every node.
pub const REFERENCE: [&str; 2] = ["shops", "users"];

/// The tables that stay on the coordinator: no statement joins them with an account's rows.
pub const LOCAL: [&str; 6] = [
    "attempts",
    "installation_facts",
    "invitations",
    "key_marks",
    "schema_migrations",
    "visitor_keys",
];

/// The planned changes, in this order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    /// The tables that will be copied to every node.
    pub reference: Vec<String>,
    /// The tables that will be distributed by their owner.
    pub distributed: Vec<String>,
    /// How many tables are already distributed or copied.
    pub already_placed: usize,
    pub statements: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Done(Plan),
    /// The database is SQLite.
    NotPostgres,
    /// The extension is not installed in this database.
    NoCitus,
    /// Tables that this program cannot place.
    Unknown(Vec<String>),
}

/// Distributes the remaining tables, all of them or none. A second run does nothing, or distributes only tables
/// added by an upgrade.
pub fn apply(tx: &mut Tx) -> Result<Outcome, DbError> {
    if tx.engine() != Engine::Postgres {
        return Ok(Outcome::NotPostgres);
    }
    if !has_citus(tx)? {
        return Ok(Outcome::NoCitus);
    }
    tx.lock("distribute")?;
    let placed = placed_tables(tx)?;
    let outcome = plan(tx, &placed)?;
    if let Outcome::Done(plan) = &outcome {
        for statement in &plan.statements {
            tx.query(&Sql::dynamic(statement.clone()), params![], |_| Ok(()))?;
        }
    }
    Ok(outcome)
}

fn has_citus(conn: &mut Conn) -> Result<bool, DbError> {
    conn.query_one(
        sql!(postgres: "SELECT CASE WHEN to_regproc('create_distributed_table') IS NULL THEN 0 ELSE 1 END::BIGINT"),
        params![],
        |row| row.flag(0),
    )
}

/// The tables that are already distributed or copied.
fn placed_tables(conn: &mut Conn) -> Result<BTreeSet<String>, DbError> {
    let tables = conn.query(
        sql!(postgres:
            "SELECT logicalrelid::regclass::text FROM pg_dist_partition
             WHERE partmethod = 'h' OR (partmethod = 'n' AND repmodel = 't')"
        ),
        params![],
        text,
    )?;
    Ok(tables.into_iter().collect())
}

/// The statements for the tables that are not placed yet. Their foreign keys are dropped first and added again
/// at the end, because Citus refuses one between a local and a distributed table.
pub fn plan(conn: &mut Conn, placed: &BTreeSet<String>) -> Result<Outcome, DbError> {
    let tables = conn.query(
        sql!(postgres:
            "SELECT t.table_name::text,
                    CASE WHEN EXISTS (SELECT 1 FROM information_schema.columns c
                      WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name
                        AND c.column_name = 'owner_id') THEN 1 ELSE 0 END::BIGINT
             FROM information_schema.tables t
             WHERE t.table_schema = current_schema() AND t.table_type = 'BASE TABLE' ORDER BY 1"
        ),
        params![],
        |row| Ok((row.text(0)?.to_owned(), row.flag(1)?)),
    )?;
    let is_named = |list: &[&str], name: &String| list.contains(&name.as_str());
    let unknown: Vec<String> = tables
        .iter()
        .filter(|(name, is_owned)| {
            !is_owned && !is_named(&REFERENCE, name) && !is_named(&LOCAL, name)
        })
        .map(|(name, _)| name.clone())
        .collect();
    if !unknown.is_empty() {
        return Ok(Outcome::Unknown(unknown));
    }
    let (owned, others): (Vec<_>, Vec<_>) =
        tables.into_iter().partition(|(name, is_owned)| *is_owned && !is_named(&REFERENCE, name));
    let mut plan = Plan { already_placed: placed.len(), ..Plan::default() };
    let others = others.into_iter().map(|(name, _)| name);
    plan.reference = others.filter(|name| is_named(&REFERENCE, name)).collect();
    plan.reference.retain(|name| !placed.contains(name));
    let (there, missing): (Vec<_>, Vec<_>) =
        owned.into_iter().map(|(name, _)| name).partition(|name| placed.contains(name));
    plan.distributed = missing;
    plan.statements = statements(conn, &plan, there.first())?;
    Ok(Outcome::Done(plan))
}

fn statements(
    conn: &mut Conn,
    plan: &Plan,
    companion: Option<&String>,
) -> Result<Vec<String>, DbError> {
    if plan.reference.is_empty() && plan.distributed.is_empty() {
        return Ok(Vec::new());
    }
    let keys = foreign_keys(conn)?;
    let moves = |table: &String| plan.reference.contains(table) || plan.distributed.contains(table);
    let keys: Vec<&ForeignKey> =
        keys.iter().filter(|key| moves(&key.table) || moves(&key.referred)).collect();
    // Copies of reference tables and shards are created in the same transaction, which needs one connection per
    // node.
    let mut all = vec!["SET LOCAL citus.multi_shard_modify_mode TO 'sequential'".to_owned()];
    all.extend(
        keys.iter()
            .map(|key| format!("ALTER TABLE \"{}\" DROP CONSTRAINT \"{}\"", key.table, key.name)),
    );
    all.extend(
        plan.reference.iter().map(|table| format!("SELECT create_reference_table('{table}')")),
    );
    let companion = companion.or(plan.distributed.first());
    for table in &plan.distributed {
        all.push(match companion.filter(|companion| *companion != table) {
            Some(companion) => format!(
                "SELECT create_distributed_table('{table}', 'owner_id', colocate_with => '{companion}')"
            ),
            None => format!(
                "SELECT create_distributed_table('{table}', 'owner_id', colocate_with => 'none')"
            ),
        });
    }
    all.extend(keys.iter().map(|key| {
        format!("ALTER TABLE \"{}\" ADD CONSTRAINT \"{}\" {}", key.table, key.name, key.definition)
    }));
    Ok(all)
}

struct ForeignKey {
    table: String,
    referred: String,
    name: String,
    definition: String,
}

fn foreign_keys(conn: &mut Conn) -> Result<Vec<ForeignKey>, DbError> {
    conn.query(
        sql!(postgres:
            "SELECT conrelid::regclass::text, confrelid::regclass::text, conname::text, pg_get_constraintdef(oid)
             FROM pg_constraint
             WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 3"
        ),
        params![],
        |row| {
            Ok(ForeignKey {
                table: row.text(0)?.to_owned(),
                referred: row.text(1)?.to_owned(),
                name: row.text(2)?.to_owned(),
                definition: row.text(3)?.to_owned(),
            })
        },
    )
}

fn text(row: &Row<'_>) -> Result<String, DbError> {
    row.text(0).map(str::to_owned)
}
