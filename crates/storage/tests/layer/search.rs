//! The global search finds rows from before its migration like new ones. SHELL-06

use domain::{ids::UserId, text::search::Query};
use ledgerline_storage::db::migrate::EMBEDDED;
use ledgerline_storage::db::{Db, DbError, Engine, Sql, params};
use ledgerline_storage::lists::search;

use crate::test_db::{TestDb, on_both_engines};

on_both_engines!(rows_from_before_are_found, nothing_of_a_deleted_row_stays_in_the_index);

const VERSION: i64 = 9;
const OWNER: &str = "0199c1f0-0000-7000-8000-000000000001";

/// Rows of the schema version before, whose `search` column is in lower case only.
const BEFORE: [&str; 6] = [
    "INSERT INTO users (id, email, email_key, name, role, password_hash, password_changed_at, created_at, updated_at)
     VALUES ('{owner}', 'maya@northline.studio', 'maya@northline.studio', 'Maya', 'Other', 'x', 0, 0, 0)",
    "INSERT INTO accounts (owner_id, id, kind, name, currency, balance, updated_at)
     VALUES ('{owner}', 'a', 'wallet', 'Wallet', 'USD', 0, 0)",
    "INSERT INTO transactions (owner_id, position, id, number, account_id, type, status, title, description,
       date, time, amount, currency, created_at, updated_at, title_key, search)
     VALUES ('{owner}', 1, 't', 1, 'a', 'deposit', 'pending', 'Été', NULL, '2026-01-01', '00:00', 5, 'USD', 0, 0,
       'été', 'été txn-001')",
    "INSERT INTO sales (owner_id, position, id, number, title, client, amount, currency, license, date, status,
       created_at, updated_at, title_key, search)
     VALUES ('{owner}', 1, 's', 1, 'Été', 'Straße', 5, 'USD', 'basic', '2026-01-01', 'Pending', 0, 0, 'été',
       'été straße')",
    "INSERT INTO documents (owner_id, id, title, file_name, mime, size, category, content_hash, status, tags, bpm,
       duration, analysis, uploaded_at, updated_at, title_key, genre_key, search)
     VALUES ('{owner}', 'd', 'Été', 'e.wav', 'audio/wav', 1, 'beat', 'x', 'Available', '', 0, 0, 'done', 0, 0,
       'été', '', 'été e.wav')",
    "INSERT INTO beneficiaries (owner_id, id, name, email, account_number, bank_name, account_type, relationship,
       created_at, updated_at, search, bank_key)
     VALUES ('{owner}', 'c', 'Été', 'e@x.example', {blob}, 'Bank', 'checking', 'other', 0, 0, 'été e@x.example', 'bank')",
];

/// The rows of the full-text index of the version before.
const BEFORE_ON_SQLITE: [&str; 3] = [
    "INSERT INTO books (book, owner_id, last_number, last_sale) VALUES (3, '{owner}', 1, 1)",
    "INSERT INTO transaction_pieces (rowid, pieces) VALUES (3 * 1073741824 + 1, 'été')",
    "INSERT INTO sale_pieces (rowid, pieces) VALUES (3 * 1073741824 + 1, 'été')",
];

fn execute(
    db: &Db,
    engine: Engine,
    text: &'static str,
) -> impl Future<Output = Result<u64, DbError>> {
    let blob = if engine == Engine::Sqlite { "x'00'" } else { "'\\x00'" };
    let text = Sql::dynamic(text.replace("{owner}", OWNER).replace("{blob}", blob));
    db.write(move |tx| tx.execute(&text, params![]))
}

async fn open_upgraded(test: &mut TestDb) -> Db {
    let before = EMBEDDED.iter().position(|one| one.version == VERSION).unwrap();
    test.options.migrations = &EMBEDDED[..before];
    let db = test.open_as_is();
    for text in BEFORE {
        execute(&db, test.engine, text).await.unwrap();
    }
    if test.engine == Engine::Sqlite {
        for text in BEFORE_ON_SQLITE {
            execute(&db, test.engine, text).await.unwrap();
        }
    }
    drop(db);
    test.options.migrations = EMBEDDED;
    test.open_as_is()
}

async fn search_ids(db: &Db, typed: &str) -> Vec<String> {
    let words = Query::parse(typed).unwrap().words().to_vec();
    let owner = UserId::parse(OWNER).unwrap();
    let groups = db.read(move |conn| search::find(conn, owner, &words)).await.unwrap();
    groups.into_iter().flat_map(|(_, hits)| hits).map(|hit| hit.id).collect()
}

async fn rows_from_before_are_found(test: TestDb) {
    let mut test = test.empty();
    let db = open_upgraded(&mut test).await;
    for typed in ["ete", "Été", "et"] {
        assert_eq!(search_ids(&db, typed).await, ["d", "c", "s", "t"], "{typed}");
    }
    assert_eq!(search_ids(&db, "strasse").await, ["s"]);
}

async fn nothing_of_a_deleted_row_stays_in_the_index(test: TestDb) {
    let mut test = test.empty();
    let db = open_upgraded(&mut test).await;
    execute(&db, test.engine, "DELETE FROM documents").await.unwrap();
    assert_eq!(search_ids(&db, "ete").await, ["c", "s", "t"]);
    if test.engine == Engine::Postgres {
        return;
    }
    let count = |text: &'static str| {
        let text = Sql::dynamic(text.to_owned());
        let db = &db;
        async move { db.read(move |c| c.query_one(&text, params![], |row| row.int(0))).await.unwrap() }
    };
    assert_eq!(
        count("SELECT COUNT(*) FROM document_pieces WHERE document_pieces MATCH 'ete'").await,
        0
    );
    assert_eq!(
        count("SELECT COUNT(*) FROM client_pieces WHERE client_pieces MATCH 'ete'").await,
        1
    );
    execute(&db, test.engine, "DELETE FROM users").await.unwrap();
    assert_eq!(
        count("SELECT COUNT(*) FROM client_pieces WHERE client_pieces MATCH 'ete'").await,
        0
    );
    assert_eq!(count("SELECT COUNT(*) FROM searched_items").await, 0);
}
