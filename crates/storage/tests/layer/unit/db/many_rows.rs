//! The statement that inserts many rows.

use ledgerline_storage::db::many_rows::statement;

#[test]
fn every_value_has_a_place_of_its_own() {
    let text = statement("t (a, b)", 2, 3, "");
    assert_eq!(text.sqlite(), "INSERT INTO t (a, b) VALUES (?1, ?2), (?3, ?4), (?5, ?6)");
    assert_eq!(text.postgres(), "INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4), ($5, $6)");
}
