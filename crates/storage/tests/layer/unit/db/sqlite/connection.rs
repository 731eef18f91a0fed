//! Statements of a connection stay prepared.

use std::time::Duration;

use ledgerline_storage::db::sqlite::connection::{Role, SqliteConn};
use rusqlite::StatementStatus;

/// A join on a parameter once made SQLite plan the statement again at every use, which cost five times the
/// look-up itself.
#[test]
fn a_statement_is_prepared_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let conn = SqliteConn::open(&path, Role::Writer { may_make: true }, Duration::ZERO).unwrap();
    conn.raw
        .execute_batch("CREATE TABLE a (k TEXT PRIMARY KEY); CREATE TABLE b (k TEXT, n TEXT);")
        .unwrap();
    let text = "SELECT b.n FROM a LEFT JOIN b ON b.k = a.k AND b.n = ?2 WHERE a.k = ?1";
    for _ in 0..3 {
        let mut statement = conn.raw.prepare_cached(text).unwrap();
        assert!(!statement.exists(["x", "y"]).unwrap());
        assert_eq!(statement.get_status(StatementStatus::RePrepare), 0);
    }
}
