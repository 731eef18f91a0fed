//! Both engines check every statement of the program. An engine that prepares a statement checks its syntax, its names
//! and, on PostgreSQL, its types, so that a mistake is found even where no test runs the statement on that engine.
//! Statements composed at run time (`Sql::dynamic`) are not in the list: tests of the lists run them.

use ledgerline_storage::db::Location;
use ledgerline_storage::db::sql::{NO_TEXT, Statement};
use postgres::types::Type;
use postgres::{Client, NoTls};

use crate::test_db::TestDb;

/// The statements of storage; those of its tests are about tables that no migration makes.
fn statements() -> Vec<&'static Statement> {
    let is_of_storage = |one: &&Statement| one.place.starts_with("crates/storage/src");
    let all: Vec<_> = Statement::all().filter(is_of_storage).collect();
    assert!(all.len() > 500, "only {} statements were collected", all.len());
    all
}

/// Whether `Value` can bind the type and `Row` can read it; a function that returns nothing has a column without type.
fn is_shared(kind: &Type) -> bool {
    [Type::INT2, Type::INT4, Type::INT8, Type::TEXT, Type::BYTEA, Type::VOID].contains(kind)
}

/// What PostgreSQL finds wrong with a text.
fn fault(client: &mut Client, text: &str) -> Option<String> {
    // The table of the extension Citus, which is not installed here.
    if text == NO_TEXT || text.contains("pg_dist_partition") {
        return None;
    }
    let prepared = match client.prepare(text) {
        Ok(prepared) => prepared,
        Err(error) => {
            return Some(error.as_db_error().map_or(error.to_string(), |e| e.to_string()));
        }
    };
    let column = prepared.columns().iter().find(|column| !is_shared(column.type_()));
    let parameter = prepared.params().iter().find(|kind| !is_shared(kind));
    column
        .map(|column| format!("the column {} is a {}", column.name(), column.type_()))
        .or_else(|| parameter.map(|kind| format!("a parameter is a {kind}")))
}

#[test]
fn postgresql_accepts_every_statement() {
    let test = TestDb::postgres();
    drop(test.open_as_is());
    let Location::Postgres(url) = &test.options.location else { panic!("not PostgreSQL") };
    let mut client = Client::connect(url, NoTls).unwrap();
    let faults: Vec<_> = statements()
        .iter()
        .filter_map(|one| Some((one.place, fault(&mut client, one.sql.postgres())?)))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn sqlite_accepts_every_statement() {
    let test = TestDb::sqlite();
    drop(test.open_as_is());
    let Location::Sqlite(path) = &test.options.location else { panic!("not SQLite") };
    let conn = rusqlite::Connection::open(path).unwrap();
    let faults: Vec<_> = statements()
        .iter()
        .filter(|one| one.sql.sqlite() != NO_TEXT)
        .filter_map(|one| Some((one.place, conn.prepare(one.sql.sqlite()).err()?)))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}
