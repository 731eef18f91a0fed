//! The text of a statement for both engines.

use ledgerline_storage::db::{Sql, sql};

#[test]
fn parameters_change_only_outside_quotes_and_comments() {
    let sql: &Sql = sql!(
        "SELECT '?1 it''s', \"?2\" /* ?3 */ FROM t -- ?4\n WHERE a = ?1 AND b LIKE '%?' AND é = ?12"
    );
    assert_eq!(
        sql.postgres(),
        "SELECT '?1 it''s', \"?2\" /* ?3 */ FROM t -- ?4\n WHERE a = $1 AND b LIKE '%?' AND é = $12"
    );
    assert_eq!(Sql::dynamic(sql.sqlite().to_owned()).postgres(), sql.postgres());
}

#[test]
fn engines_may_have_their_own_texts() {
    let sql = sql!(sqlite: "SELECT ?1", postgres: "SELECT CAST(?1 AS TEXT)");
    assert_eq!((sql.sqlite(), sql.postgres()), ("SELECT ?1", "SELECT CAST($1 AS TEXT)"));
}
