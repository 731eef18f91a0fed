//! Deleting an account deletes its rows in every table. SET-07

use std::collections::BTreeSet;

use ledgerline_storage::db::{Db, Row, Sql, params, sql};
use ledgerline_storage::operations::account_rows::UNREFERRED;

use crate::test_db::{TestDb, on_both_engines};

on_both_engines!(every_table_is_somebodys_or_nobodys);

/// Tables whose rows belong to no account, or are not found by an owner's id.
const NOBODYS: [&str; 7] = [
    "users",
    "attempts",
    "installation_facts",
    "invitations",
    "key_marks",
    "schema_migrations",
    "visitor_keys",
];

async fn every_table_is_somebodys_or_nobodys(test: TestDb) {
    let db = test.open_as_is();
    let owned = names(
        &db,
        sql!(
            sqlite: "SELECT name FROM sqlite_schema t WHERE type = 'table' AND EXISTS
                (SELECT 1 FROM pragma_table_info(t.name) c WHERE c.name = 'owner_id')",
            postgres: "SELECT table_name::text FROM information_schema.columns
                WHERE table_schema = 'public' AND column_name = 'owner_id'",
        ),
    );
    let referring = names(
        &db,
        sql!(
            sqlite: "SELECT t.name FROM sqlite_schema t WHERE type = 'table' AND EXISTS
                (SELECT 1 FROM pragma_foreign_key_list(t.name) k
                 WHERE k.\"table\" = 'users' AND k.\"from\" = 'owner_id' AND k.on_delete = 'CASCADE')",
            postgres: "SELECT k.conrelid::regclass::text FROM pg_constraint k
                JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ALL (k.conkey)
                WHERE k.confrelid = 'users'::regclass AND k.confdeltype = 'c' AND a.attname = 'owner_id'",
        ),
    );
    let all = names(
        &db,
        sql!(
            // The shadow tables of a full-text index are emptied by a trigger.
            sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table'
                AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%\\_pieces%' ESCAPE '\\'",
            postgres: "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'",
        ),
    );
    let (owned, referring, all) = (owned.await, referring.await, all.await);
    assert!(owned.len() > 15, "{owned:?}");
    let unreferred: BTreeSet<String> = UNREFERRED.map(str::to_owned).into();
    let left_over: BTreeSet<String> = owned.difference(&referring).cloned().collect();
    assert_eq!(
        left_over, unreferred,
        "a table with an owner refers to users with ON DELETE CASCADE, or is named in account_rows"
    );
    let nobodys: BTreeSet<String> = NOBODYS.map(str::to_owned).into();
    let ownerless: BTreeSet<String> = all.difference(&owned).cloned().collect();
    assert_eq!(
        ownerless, nobodys,
        "a table without an owner: say how an account's rows in it are found and removed"
    );
}

async fn names(db: &Db, sql: &'static Sql) -> BTreeSet<String> {
    let name = |row: &Row<'_>| row.text(0).map(str::to_owned);
    db.read(move |conn| conn.query(sql, params![], name)).await.unwrap().into_iter().collect()
}
