//! Inserting many rows at once. A statement costs PostgreSQL a round trip, so there it carries many rows;
//! SQLite is quickest with one row at a time and a statement that is prepared already.

use crate::db::{DbError, Engine, Sql, Tx, Value};

/// Two thousand parameters in the widest table, of the 65,535 that PostgreSQL takes.
const AT_ONCE: usize = 100;

/// `into` is the table with the columns that each row fills, in the row's order.
pub(crate) fn insert<const COLUMNS: usize>(
    tx: &mut Tx,
    into: &str,
    rows: Vec<[Value<'_>; COLUMNS]>,
) -> Result<(), DbError> {
    insert_or(tx, into, rows, "")
}

/// The same, with what is to be done where such a row is there already.
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
    let full = statement(into, COLUMNS, at_once, conflict);
    let mut rows = rows.into_iter();
    loop {
        let values: Vec<Value<'_>> = rows.by_ref().take(at_once).flatten().collect();
        if values.is_empty() {
            return Ok(());
        }
        if values.len() == at_once * COLUMNS {
            tx.execute(&full, &values)?;
        } else {
            // The last few go one by one: a statement of their number would be kept for nothing.
            let one = statement(into, COLUMNS, 1, conflict);
            for row in values.chunks(COLUMNS) {
                tx.execute(&one, row)?;
            }
        }
    }
}

fn statement(into: &str, columns: usize, rows: usize, conflict: &str) -> Sql {
    let row = |number: usize| {
        let first = number * columns + 1;
        let places: Vec<_> = (first..first + columns).map(|place| format!("?{place}")).collect();
        format!("({})", places.join(", "))
    };
    let rows: Vec<_> = (0..rows).map(row).collect();
    Sql::dynamic(format!("INSERT INTO {into} VALUES {}{conflict}", rows.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_place_of_its_own() {
        let text = statement("t (a, b)", 2, 3, "");
        assert_eq!(text.sqlite(), "INSERT INTO t (a, b) VALUES (?1, ?2), (?3, ?4), (?5, ?6)");
        assert_eq!(text.postgres(), "INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4), ($5, $6)");
    }
}
