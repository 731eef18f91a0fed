//! Copies a whole database row by row, in a form that both engines accept: the content of a backup. Tables,
//! columns and keys are read from the database's catalog, so that a new table is not forgotten. Search indexes
//! are not copied but rebuilt.

use std::collections::BTreeSet;

use domain::ids::UserId;

use crate::db::{Conn, DbError, Engine, Row, Sql, Tx, Value, params, sql};
use crate::lists::searched_items::{self, Item};
use crate::lists::text_index::{Index, book, insert as index};
use crate::operations::{facts, key_marks};

/// The versions of the migrations that introduced the key mark and the installation id.
const KEY_MARKS: i64 = 15;
const INSTALLATION: i64 = 16;

pub type Cells = Vec<Value<'static>>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Int,
    Text,
    Blob,
}

#[derive(Debug, Clone)]
pub struct Table {
    pub name: String,
    columns: Vec<(String, Kind)>,
    /// The columns of the primary key, in order, as column indexes.
    key: Vec<usize>,
}

impl Table {
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|(name, _)| name.as_str())
    }
}

/// Every table to copy, each after the tables it refers to. The day's key for counting visitors is thrown away with the
/// day, so no backup keeps it.
pub fn tables(conn: &mut Conn) -> Result<Vec<Table>, DbError> {
    let names = sql!(
        sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table'
            AND name NOT IN ('schema_migrations', 'searched_items', 'visitor_keys')
            AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '%\\_pieces%' ESCAPE '\\'
            ORDER BY name",
        postgres: "SELECT table_name::text FROM information_schema.tables
            WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
              AND table_name NOT IN ('schema_migrations', 'visitor_keys') ORDER BY 1",
    );
    let names = conn.query(names, params![], text)?;
    let mut waiting = Vec::new();
    for name in names {
        let referred: BTreeSet<String> = conn
            .query(
                sql!(
                    sqlite: "SELECT DISTINCT \"table\" FROM pragma_foreign_key_list(?1)",
                    postgres: "SELECT DISTINCT confrelid::regclass::text FROM pg_constraint
                        WHERE contype = 'f' AND conrelid = ?1::text::regclass",
                ),
                params![&name],
                text,
            )?
            .into_iter()
            .filter(|other| *other != name)
            .collect();
        waiting.push((shape(conn, name)?, referred));
    }
    let mut ordered: Vec<Table> = Vec::new();
    while !waiting.is_empty() {
        let is_there = |name: &String| ordered.iter().any(|table| table.name == *name);
        let ready = waiting.iter().position(|(_, referred)| referred.iter().all(is_there));
        // A circle of foreign keys would need another method; this schema has none.
        let next = ready.ok_or_else(|| {
            DbError::Config("foreign keys of the tables form a circle".to_owned())
        })?;
        ordered.push(waiting.remove(next).0);
    }
    Ok(ordered)
}

fn shape(conn: &mut Conn, name: String) -> Result<Table, DbError> {
    let columns = conn.query(
        sql!(
            sqlite: "SELECT name, type FROM pragma_table_info(?1) ORDER BY cid",
            postgres: "SELECT column_name::text, data_type::text FROM information_schema.columns
                WHERE table_schema = current_schema() AND table_name = ?1::text
                ORDER BY ordinal_position",
        ),
        params![&name],
        |row| {
            let kind = match row.text(1)?.to_ascii_lowercase().as_str() {
                "bigint" | "integer" => Kind::Int,
                "blob" | "bytea" => Kind::Blob,
                _ => Kind::Text,
            };
            Ok((row.text(0)?.to_owned(), kind))
        },
    )?;
    let key = conn.query(
        sql!(
            sqlite: "SELECT name FROM pragma_table_info(?1) WHERE pk > 0 ORDER BY pk",
            postgres: "SELECT u.column_name::text FROM information_schema.table_constraints c
                JOIN information_schema.key_column_usage u
                  ON u.constraint_name = c.constraint_name AND u.table_name = c.table_name
                 AND u.table_schema = c.table_schema
                WHERE c.constraint_type = 'PRIMARY KEY' AND c.table_schema = current_schema()
                  AND c.table_name = ?1::text ORDER BY u.ordinal_position",
        ),
        params![&name],
        text,
    )?;
    let place = |column: &String| columns.iter().position(|(name, _)| name == column);
    let key = key.iter().filter_map(place).collect();
    Ok(Table { name, columns, key })
}

/// Returns up to `most` rows that follow the row `after`, in the order of the primary key.
pub fn page(
    conn: &mut Conn,
    table: &Table,
    after: Option<&Cells>,
    most: i64,
) -> Result<Vec<Cells>, DbError> {
    let quoted = |place: &usize| format!("\"{}\"", table.columns[*place].0);
    let key: Vec<String> = table.key.iter().map(quoted).collect();
    let all: Vec<String> = (0..table.columns.len()).map(|place| quoted(&place)).collect();
    let mut values: Vec<Value<'static>> = Vec::new();
    let condition = match after {
        None => String::new(),
        Some(row) => {
            values.extend(table.key.iter().map(|place| row[*place].clone()));
            let places: Vec<_> = (1..=values.len()).map(|number| format!("?{number}")).collect();
            format!("WHERE ({}) > ({})", key.join(", "), places.join(", "))
        }
    };
    values.push(most.into());
    let text = format!(
        "SELECT {} FROM \"{}\" {condition} ORDER BY {} LIMIT ?{}",
        all.join(", "),
        table.name,
        key.join(", "),
        values.len()
    );
    conn.query(&Sql::dynamic(text), &values, |row| cells(table, row))
}

fn cells(table: &Table, row: &Row<'_>) -> Result<Cells, DbError> {
    let cell = |(place, (_, kind)): (usize, &(String, Kind))| {
        Ok(match kind {
            Kind::Int => row.opt_int(place)?.into(),
            Kind::Text => row.opt_text(place)?.map(str::to_owned).into(),
            Kind::Blob => row.opt_blob(place)?.map(<[u8]>::to_vec).into(),
        })
    };
    table.columns.iter().enumerate().map(cell).collect()
}

/// Inserts rows. Columns that this engine does not have are left out.
pub fn put(
    tx: &mut Tx,
    table: &Table,
    columns: &[String],
    rows: Vec<Cells>,
) -> Result<(), DbError> {
    let known: Vec<usize> = (0..columns.len())
        .filter(|place| table.columns().any(|name| name == columns[*place]))
        .collect();
    let names: Vec<_> = known.iter().map(|place| format!("\"{}\"", columns[*place])).collect();
    let places: Vec<_> = (1..=known.len()).map(|number| format!("?{number}")).collect();
    let statement = Sql::dynamic(format!(
        "INSERT INTO \"{}\" ({}) VALUES ({})",
        table.name,
        names.join(", "),
        places.join(", ")
    ));
    for row in rows {
        let values: Vec<_> = known.iter().filter_map(|place| row.get(*place).cloned()).collect();
        tx.execute(&statement, &values)?;
    }
    Ok(())
}

/// The version of the last applied migration.
pub fn version(conn: &mut Conn) -> Result<i64, DbError> {
    let newest = sql!("SELECT MAX(version) FROM schema_migrations");
    Ok(conn.query_one(newest, params![], |row| row.opt_int(0))?.unwrap_or(-1))
}

/// The installation's id; `None` in older schemas, which a backup reads too.
pub fn installation(conn: &mut Conn) -> Result<Option<String>, DbError> {
    if version(conn)? < INSTALLATION { Ok(None) } else { facts::get(conn, facts::INSTALLATION_ID) }
}

/// The mark of the secret key; `None` in older schemas.
pub fn key_mark(conn: &mut Conn) -> Result<Option<Vec<u8>>, DbError> {
    if version(conn)? < KEY_MARKS { Ok(None) } else { key_marks::find(conn) }
}

/// After a restore: uses up all two-factor codes up to the current time step, because they may have been used
/// since the backup, and deletes queued emails, so that none is sent twice.
pub fn spend_codes_and_mails(tx: &mut Tx, two_factor_step: i64) -> Result<(), DbError> {
    let spend = sql!("UPDATE two_factor SET last_step = ?1 WHERE last_step < ?1");
    tx.execute(spend, params![two_factor_step])?;
    let letters = sql!("DELETE FROM jobs WHERE kind LIKE 'mail-%' OR kind = 'password-reset'");
    tx.execute(letters, params![]).map(drop)
}

pub fn is_empty(conn: &mut Conn) -> Result<bool, DbError> {
    let anyone = conn.query_opt(sql!("SELECT 1 FROM users LIMIT 1"), params![], |_| Ok(()))?;
    Ok(anyone.is_none())
}

/// Rebuilds the search indexes after all rows are inserted.
pub fn rebuild_search_indexes(tx: &mut Tx) -> Result<(), DbError> {
    if tx.engine() == Engine::Postgres {
        return Ok(());
    }
    // A migration that ran after the rows may have indexed some of them.
    for clear in [
        sql!(sqlite: "INSERT INTO transaction_pieces (transaction_pieces) VALUES ('delete-all')"),
        sql!(sqlite: "INSERT INTO sale_pieces (sale_pieces) VALUES ('delete-all')"),
        sql!(sqlite: "INSERT INTO license_pieces (license_pieces) VALUES ('delete-all')"),
        sql!(sqlite: "DELETE FROM searched_items"),
    ] {
        tx.execute(clear, params![])?;
    }
    let owners = tx.query(sql!("SELECT owner_id FROM books"), params![], text)?;
    let owners = owners.iter().filter_map(|owner| UserId::parse(owner));
    for owner in owners.collect::<Vec<_>>() {
        let book = book(tx, owner)?;
        index_one(
            tx,
            Index::Transactions,
            book,
            &owner.to_string(),
            sql!(
                "SELECT position, number, search FROM transactions
                 WHERE owner_id = ?1 AND position > ?2 ORDER BY position LIMIT ?3"
            ),
        )?;
        index_one(
            tx,
            Index::Sales,
            book,
            &owner.to_string(),
            sql!(
                "SELECT position, number, search FROM sales
                 WHERE owner_id = ?1 AND position > ?2 ORDER BY position LIMIT ?3"
            ),
        )?;
        index_one(
            tx,
            Index::Licenses,
            book,
            &owner.to_string(),
            sql!(
                "SELECT number, number, search FROM licenses
                 WHERE owner_id = ?1 AND number > ?2 ORDER BY number LIMIT ?3"
            ),
        )?;
        index_items(
            tx,
            Item::Client,
            owner,
            sql!(
                "SELECT id, search FROM beneficiaries
                 WHERE owner_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3"
            ),
        )?;
        index_items(
            tx,
            Item::Document,
            owner,
            sql!(
                "SELECT id, search FROM documents
                 WHERE owner_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3"
            ),
        )?;
    }
    Ok(())
}

const AT_ONCE: i64 = 5_000;

fn index_items(tx: &mut Tx, item: Item, owner: UserId, rows: &Sql) -> Result<(), DbError> {
    let mut after = String::new();
    loop {
        let page = tx.query(rows, params![&owner.to_string(), &after, AT_ONCE], |row| {
            Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned()))
        })?;
        for (id, search) in &page {
            searched_items::index(tx, item, owner, id, search)?;
        }
        let Some((last, _)) = page.into_iter().next_back() else { return Ok(()) };
        after = last;
    }
}

fn index_one(tx: &mut Tx, which: Index, book: i64, owner: &str, rows: &Sql) -> Result<(), DbError> {
    let mut after = i64::MIN;
    loop {
        let page = tx.query(rows, params![owner, after, AT_ONCE], |row| {
            Ok((row.int(0)?, row.int(1)?, row.text(2)?.to_owned()))
        })?;
        let Some((last, ..)) = page.last() else { return Ok(()) };
        after = *last;
        for (_, number, search) in &page {
            index(tx, which, book, *number, search)?;
        }
    }
}

fn text(row: &Row<'_>) -> Result<String, DbError> {
    row.text(0).map(str::to_owned)
}
