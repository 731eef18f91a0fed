//! Inserts many rows. A statement costs a round trip on PostgreSQL, so there it has many rows; SQLite is
//! fastest with one row at a time and a prepared statement.

use crate::db::{DbError, Engine, Sql, Tx, Value};

/// Rows per INSERT statement: about two thousand parameters in the widest table; PostgreSQL's limit is 65,535.
const AT_ONCE: usize = 100;

/// `into` is the table with the columns of each row, in the row's order.
pub(crate) fn insert<const COLUMNS: usize>(
    tx: &mut Tx,
    into: &str,
    rows: Vec<[Value<'_>; COLUMNS]>,
) -> Result<(), DbError> {
    insert_or(tx, into, rows, "")
}

/// Like `insert`, with an ON CONFLICT clause.
pub(crate) fn insert_or<const COLUMNS: usize>(
    tx: &mut Tx,
    into: &str,
    rows: Vec<[Value<'_>; COLUMNS]>,
    conflict: &str,
) -> Result<(), DbError> {
    let at_once = match tx.engine() {
        Engine::Sqlite => 1,
        Engine::Postgres => AT_ONCE,
    };
    // The last few rows are inserted one by one: a statement for exactly their number would only fill the statement
    // cache.
    let last = rows.len() % at_once;
    let full = rows.len() - last;
    let mut rows = rows.into_iter();
    for (count, at_once) in [(full, at_once), (last, 1)] {
        if count == 0 {
            continue;
        }
        let text = statement(into, COLUMNS, at_once, conflict);
        for _ in 0..count / at_once {
            let values: Vec<Value<'_>> = rows.by_ref().take(at_once).flatten().collect();
            tx.execute(&text, &values)?;
        }
    }
    Ok(())
}

/// An INSERT of `rows` rows with `columns` values each.
pub fn statement(into: &str, columns: usize, rows: usize, conflict: &str) -> Sql {
    let row = |number: usize| {
        let first = number * columns + 1;
        let places: Vec<_> = (first..first + columns).map(|place| format!("?{place}")).collect();
        format!("({})", places.join(", "))
    };
    let rows: Vec<_> = (0..rows).map(row).collect();
    Sql::dynamic(format!("INSERT INTO {into} VALUES {}{conflict}", rows.join(", ")))
}
