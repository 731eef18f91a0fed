//! Sales and items from before the stored totals existed are counted by the migration. DASH-01, ANA-01, OPS-05

use ledgerline_storage::db::{Db, Sql, migrate::EMBEDDED, params};

use crate::test_db::{TestDb, on_both_engines};

on_both_engines!(what_was_there_before_is_counted);

/// The newest schema version without the totals.
const BEFORE: i64 = 7;

/// Number, beat, client's id, client, amount, currency, date, status.
const SALES: [&str; 6] = [
    "1, 'b1', 'c1', 'Ade', 100, 'USD', '2026-01-31', 'Completed'",
    "2, 'b1', 'c1', 'Ade', 50, 'USD', '2026-01-31', 'Completed'",
    "3, 'b2', NULL, 'Walk-in', 70, 'USD', '2026-02-01', 'Completed'",
    "4, NULL, NULL, 'Walk-in', 30, 'EUR', '2026-02-01', 'Completed'",
    "5, 'b1', 'c1', 'Ade', 999, 'USD', '2026-02-01', 'Pending'",
    "6, 'b1', 'c1', 'Ade', 999, 'USD', '2026-02-01', 'Refunded'",
];

/// Id, category, status, genre, its key, size, and the days of upload and last change.
const ITEMS: [&str; 3] = [
    "'b1', 'beat', 'Available', 'Trap', 'trap', 10, 1767225600000, 1767225600000",
    "'b2', 'beat', 'Sold', NULL, '', 20, 1767225600000, 1767312000000",
    "'v1', 'video', 'Available', 'Trap', 'trap', 40, 1767312000000, 1767312000000",
];

async fn execute(db: &Db, text: String) {
    db.write(move |tx| tx.execute(&Sql::dynamic(text), params![])).await.unwrap();
}

async fn rows(db: &Db, text: &'static str) -> Vec<String> {
    let text = Sql::dynamic(format!("SELECT {text} ORDER BY 1"));
    db.read(move |conn| conn.query(&text, params![], |row| Ok(row.text(0)?.to_owned())))
        .await
        .unwrap()
}

async fn what_was_there_before_is_counted(test: TestDb) {
    let mut test = test.empty();
    let known = EMBEDDED.iter().position(|migration| migration.version > BEFORE);
    test.options.migrations = &EMBEDDED[..known.unwrap()];
    let db = test.open_as_is();
    execute(
        &db,
        "INSERT INTO users (id, email, email_key, name, role, password_hash, password_changed_at, created_at, updated_at)
         VALUES ('u', 'u', 'u', 'Maya', 'DJ', '', 1, 1, 1)".to_owned(),
    )
    .await;
    for item in ITEMS {
        execute(
            &db,
            format!(
                "INSERT INTO documents (id, category, status, genre, genre_key, size, uploaded_at, updated_at,
                   owner_id, title, file_name, mime, content_hash, tags, bpm, duration, analysis, title_key, search)
                 VALUES ({item}, 'u', 't', 'f', 'audio/wav', 'h', '', 0, 0, 'done', 't', 't')"
            ),
        )
        .await;
    }
    for sale in SALES {
        let number = &sale[..1];
        let is_settled = sale.contains("Completed") || sale.contains("Refunded");
        let own = if is_settled { format!("'t{number}'") } else { "NULL".to_owned() };
        let refund = if sale.contains("Refunded") { "'r', 1" } else { "NULL, NULL" };
        execute(
            &db,
            format!(
                "INSERT INTO sales (number, beat_id, client_id, client, amount, currency, date, status,
                   owner_id, id, position, title, license, transaction_id, refund_id, refunded_at, created_at,
                   updated_at, title_key, search)
                 VALUES ({sale}, 'u', 's{number}', {number}, 't', 'basic', {own}, {refund}, 1, 1, 't', 't')"
            ),
        )
        .await;
    }
    drop(db);
    test.options.migrations = EMBEDDED;
    let db = test.open_as_is();
    assert_eq!(
        rows(&db, "grain || '|' || period || '|' || buyer || '|' || currency || '|' || count || '|' || amount FROM sale_buyer_totals").await,
        [
            "all||c1|USD|2|150",
            "all||~Walk-in|EUR|1|30",
            "all||~Walk-in|USD|1|70",
            "day|2026-01-31|c1|USD|2|150",
            "day|2026-02-01|~Walk-in|EUR|1|30",
            "day|2026-02-01|~Walk-in|USD|1|70",
        ]
    );
    // The totals up to the end of January, of February and of the year.
    assert_eq!(
        rows(&db, "year || '|' || buyer || '|' || currency || '|' || count_1 || '|' || count_2 || '|' || count_12 || '|' \
                   || amount_1 || '|' || amount_2 || '|' || amount_12 FROM sale_buyer_years").await,
        [
            "2026|c1|USD|2|2|2|150|150|150",
            "2026|c1||2|2|2|0|0|0",
            "2026|~Walk-in|EUR|0|1|1|0|30|30",
            "2026|~Walk-in|USD|0|1|1|0|70|70",
            "2026|~Walk-in||0|2|2|0|0|0",
        ]
    );
    assert_eq!(
        rows(&db, "period || '|' || genre_key || '|' || currency || '|' || count || '|' || amount FROM sale_genre_totals WHERE grain <> 'day'").await,
        [
            "2026-01|trap|USD|2|150",
            "2026-02||EUR|1|30",
            "2026-02||USD|1|70",
            "|trap|USD|2|150",
            "||EUR|1|30",
            "||USD|1|70",
        ]
    );
    assert_eq!(
        rows(&db, "category || '|' || status || '|' || genre_key || '|' || count || '|' || bytes FROM document_totals").await,
        ["beat|Available|trap|1|10", "beat|Sold||1|20", "video|Available|trap|1|40"]
    );
    assert_eq!(rows(&db, "genre_key || '|' || genre FROM genre_names").await, ["trap|Trap"]);
    // 1 January 2026 and the day after: two beats were added, and one of them was sold.
    assert_eq!(
        rows(&db, "day || '|' || change FROM beat_stock_changes").await,
        ["2026-01-01|2", "2026-01-02|-1"]
    );
}
