//! Migrations: applied once and in order, by one of several processes, and refused on a database with another history.

use ledgerline_storage::db::migrate::Migration;
use ledgerline_storage::db::{Db, DbError, params, sql};

use crate::test_db::{TestDb, on_both_engines};

on_both_engines!(
    twenty_first_starts_at_once_make_one_schema,
    a_changed_migration_is_refused,
    a_newer_database_is_refused,
    a_failing_migration_leaves_nothing_of_itself,
    texts_fit_the_engine,
);

const fn shared(version: i64, name: &'static str, shared: &'static str) -> Migration {
    Migration { version, name, shared, sqlite: "", postgres: "" }
}

const FIRST: Migration =
    shared(1, "first", "CREATE TABLE one (id TEXT PRIMARY KEY); INSERT INTO one VALUES ('x');");
const SECOND: Migration = shared(2, "second", "CREATE TABLE two (id TEXT PRIMARY KEY);");

const CHANGED: Migration = shared(1, "first", "CREATE TABLE one (id TEXT PRIMARY KEY, more TEXT);");
const ZEROTH: Migration = shared(0, "zeroth", "SELECT 1;");
const BROKEN: Migration =
    shared(2, "second", "CREATE TABLE two (id TEXT PRIMARY KEY); INSERT INTO three VALUES (1);");

fn refusal(test: &TestDb) -> String {
    match Db::open(&test.options) {
        Err(DbError::Migration(sentence)) => sentence,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("the database was opened"),
    }
}

async fn twenty_first_starts_at_once_make_one_schema(test: TestDb) {
    let mut test = test.empty();
    test.options.migrations = &[FIRST, SECOND];
    std::thread::scope(|scope| {
        let starts: Vec<_> =
            (0..20).map(|_| scope.spawn(|| Db::open(&test.options).map(drop))).collect();
        for start in starts {
            start.join().unwrap().unwrap();
        }
    });
    let rows = sql!("SELECT version, name FROM schema_migrations ORDER BY version");
    let rows = test
        .open_as_is()
        .read(|c| c.query(rows, params![], |row| Ok((row.int(0)?, row.text(1)?.to_owned()))))
        .await;
    assert_eq!(rows.unwrap(), [(1, "first".to_owned()), (2, "second".to_owned())]);
}

async fn a_changed_migration_is_refused(test: TestDb) {
    let mut test = test.empty();
    test.options.migrations = &[FIRST];
    drop(test.open_as_is());
    test.options.migrations = &[CHANGED, SECOND];
    let sentence = refusal(&test);
    assert!(sentence.contains("0001_first is not the one"), "{sentence}");
    test.options.migrations = &[FIRST, SECOND];
    drop(test.open_as_is());
}

async fn a_newer_database_is_refused(test: TestDb) {
    let mut test = test.empty();
    test.options.migrations = &[FIRST, SECOND];
    drop(test.open_as_is());
    test.options.migrations = &[FIRST];
    let sentence = refusal(&test);
    assert!(sentence.contains("0002_second") && sentence.contains("newer"), "{sentence}");
    test.options.migrations = &[ZEROTH, FIRST, SECOND];
    let sentence = refusal(&test);
    assert!(sentence.contains("0000_zeroth is missing"), "{sentence}");
}

async fn a_failing_migration_leaves_nothing_of_itself(test: TestDb) {
    let mut test = test.empty();
    test.options.migrations = &[FIRST, BROKEN];
    let sentence = refusal(&test);
    assert!(sentence.contains("0002_second failed") && sentence.contains("three"), "{sentence}");
    // The first migration was committed, the second was rolled back with its table.
    test.options.migrations = &[FIRST, SECOND];
    let db = test.open_as_is();
    let count = sql!("SELECT CAST(COUNT(*) AS BIGINT) FROM one");
    assert_eq!(db.read(|c| c.query_one(count, params![], |row| row.int(0))).await.unwrap(), 1);
}

async fn texts_fit_the_engine(test: TestDb) {
    let mut test = test.empty();
    test.options.migrations = &[Migration {
        version: 7,
        name: "engines",
        shared: "CREATE TABLE t (id TEXT NOT NULL PRIMARY KEY, bytes {blob}) {without_rowid};",
        sqlite: "INSERT INTO t (id) VALUES ('Sqlite');",
        postgres: "INSERT INTO t (id) VALUES ('Postgres');",
    }];
    let db = test.open_as_is();
    let id = db
        .write(|tx| {
            tx.execute(sql!("UPDATE t SET bytes = ?1"), params![b"bytes"])?;
            tx.query_one(sql!("SELECT id FROM t WHERE bytes = ?1"), params![b"bytes"], |row| {
                row.text(0).map(str::to_owned)
            })
        })
        .await;
    assert_eq!(id.unwrap(), format!("{:?}", test.engine));
}
