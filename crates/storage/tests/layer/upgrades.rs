//! A database of any released version migrates to the current one with its rows, and then has the schema of a new
//! database. OPS-05

use domain::ids::UserId;
use domain::library::outline::Outline;
use ledgerline_storage::db::migrate::EMBEDDED;
use ledgerline_storage::db::{Db, Engine, Row, Sql, params, sql};

use crate::test_db::{TestDb, run};

#[test]
fn every_released_sqlite_schema_comes_up_to_the_present_one() {
    run(TestDb::sqlite(), every_released_schema_comes_up_to_the_present_one);
}

/// PostgreSQL takes half a second for all migrations, and there are sixty released schemas.
#[test]
#[ignore = "runs in make test-all"]
fn every_released_postgresql_schema_comes_up_to_the_present_one() {
    run(TestDb::postgres(), every_released_schema_comes_up_to_the_present_one);
}

const MAYA: &str = "01890a5d-0000-7000-8000-000000000001";
const WALLET: &str = "01890a5d-0000-7000-8000-000000000002";
const OUTSIDE: &str = "01890a5d-0000-7000-8000-000000000003";
const ROW: &str = "01890a5d-0000-7000-8000-000000000004";

/// Statements that insert rows of all tables that existed at `version`, by the version that added the table.
fn rows_of(version: i64, newest: i64, engine: Engine) -> Vec<String> {
    let blob = if engine == Engine::Sqlite { "x'0102'" } else { "'\\x0102'::bytea" };
    let digits: String = (0..800).map(|peak| format!("{:02x}", peak % 256)).collect();
    let peaks = match engine {
        Engine::Sqlite => format!("x'{digits}'"),
        Engine::Postgres => format!("'\\x{digits}'::bytea"),
    };
    let text = match version {
        0 if newest >= 18 => "INSERT INTO jobs (owner_id, id, kind, lane, payload, state, run_at, attempts, max_attempts,
                created_at)
              VALUES ('00000000-0000-0000-0000-000000000000', '{ROW}', 'sweep', 0, '', 'queued', 1, 0, 5, 1)",
        0 => "INSERT INTO jobs (id, kind, payload, state, run_at, attempts, max_attempts, created_at)
              VALUES ('{ROW}', 'sweep', '', 'queued', 1, 0, 5, 1)",
        1 => "INSERT INTO users (id, email, email_key, name, role, password_hash, password_changed_at, created_at, updated_at)
              VALUES ('{MAYA}', 'Maya@x.fm', 'maya@x.fm', 'Maya', 'DJ', 'h', 1, 1, 1);
              INSERT INTO settings (owner_id, key, value)
              VALUES ('{MAYA}', 'theme', 'dark');
              INSERT INTO two_factor (owner_id, secret, enabled_at, last_step)
              VALUES ('{MAYA}', {blob}, 1, 0);
              INSERT INTO security_log (owner_id, id, event, is_sign_in, created_at, ip_address, user_agent, detail)
              VALUES ('{MAYA}', '{ROW}', 'signed_up', 0, 1, '127.0.0.1', NULL, NULL)",
        2 => "INSERT INTO books (owner_id, last_number) VALUES ('{MAYA}', 1);
              INSERT INTO accounts (owner_id, id, kind, name, currency, balance, updated_at)
              VALUES ('{MAYA}', '{WALLET}', 'wallet', 'Wallet', 'USD', 500, 1);
              INSERT INTO accounts (owner_id, id, kind, name, currency, balance, updated_at)
              VALUES ('{MAYA}', '{OUTSIDE}', 'outside', 'Outside', 'USD', -500, 1);
              INSERT INTO transactions (owner_id, position, id, number, account_id, type, status, title, date, time,
                amount, currency, beneficiary_id, created_at, updated_at, title_key, search)
              VALUES ('{MAYA}', 1, '{ROW}', 1, '{WALLET}', 'deposit', 'completed', 'Lease', '2026-01-01', '12:00',
                500, 'USD', '{ROW}', 1, 1, 'lease', 'lease');
              INSERT INTO postings (owner_id, transaction_id, account_id, amount)
              VALUES ('{MAYA}', '{ROW}', '{WALLET}', 500);
              INSERT INTO postings (owner_id, transaction_id, account_id, amount)
              VALUES ('{MAYA}', '{ROW}', '{OUTSIDE}', -500)",
        3 => "INSERT INTO cards (owner_id, id, brand, number, last_four, holder, expiry_month, expiry_year, is_default, created_at, updated_at)
              VALUES ('{MAYA}', '{ROW}', 'visa', {blob}, '4242', 'MAYA', 1, 2088, 1, 1, 1);
              INSERT INTO card_pins (owner_id, hash, set_at)
              VALUES ('{MAYA}', {blob}, 1);
              INSERT INTO goals (owner_id, id, title, description, target_amount, current_amount, target_date, category, created_at, updated_at)
              VALUES ('{MAYA}', '{ROW}', 'Car', NULL, 100, 1, '2099-01-01', 'car', 1, 1)",
        4 => "INSERT INTO sales (owner_id, position, id, number, title, client, amount, currency, license, date, status,
                created_at, updated_at, title_key, search)
              VALUES ('{MAYA}', 1, '{ROW}', 1, 'Night', 'Zoe', 700, 'EUR', 'basic', '2026-01-01', 'Pending', 1, 1,
                'night', 'night')",
        5 => "INSERT INTO notifications (owner_id, number, id, type, title, message, link, is_read, created_at)
              VALUES ('{MAYA}', 1, '{ROW}', 'sale', 'Sold', 'Sold', NULL, 0, 1)",
        6 => "INSERT INTO documents (owner_id, id, title, file_name, mime, size, category, content_hash, status, tags,
                bpm, duration, analysis, uploaded_at, updated_at, title_key, genre_key, search)
              VALUES ('{MAYA}', '{ROW}', 'Night', 'night.wav', 'audio/wav', 9, 'beat', 'h', 'Available', '', 0, 0, 'done',
                1, 1, 'night', '', 'night');
              INSERT INTO document_waveforms (owner_id, document_id, peaks) VALUES ('{MAYA}', '{ROW}', {peaks})",
        7 => "INSERT INTO exports (owner_id, id, type, format, filters, status, created_at, expires_at)
              VALUES ('{MAYA}', '{ROW}', 'all', 'csv', '{}', 'pending', 1, 1)",
        12 => "INSERT INTO archives (owner_id, id, status, progress, created_at, expires_at)
               VALUES ('{MAYA}', '{ROW}', 'pending', 0, 1, 1)",
        _ => "",
    };
    let text = [
        ("{MAYA}", MAYA),
        ("{WALLET}", WALLET),
        ("{OUTSIDE}", OUTSIDE),
        ("{ROW}", ROW),
        ("{blob}", blob),
        ("{peaks}", &peaks),
    ]
    .iter()
    .fold(text.to_owned(), |text, (name, value)| text.replace(name, value));
    text.split(';').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect()
}

const TABLES: [(i64, &str); 12] = [
    (0, "jobs"),
    (1, "users"),
    (1, "settings"),
    (1, "two_factor"),
    (1, "security_log"),
    (2, "transactions"),
    (2, "postings"),
    (3, "cards"),
    (4, "sales"),
    (5, "notifications"),
    (6, "documents"),
    (7, "exports"),
];

async fn every_released_schema_comes_up_to_the_present_one(test: TestDb) {
    let present = schema(&test.open_as_is()).await;
    assert!(present.len() > 100, "{}", present.len());
    for released in 1..=EMBEDDED.len() {
        let mut old = test.empty();
        old.options.migrations = &EMBEDDED[..released];
        let db = old.open_as_is();
        let newest = EMBEDDED[released - 1].version;
        for statement in
            EMBEDDED[..released].iter().flat_map(|past| rows_of(past.version, newest, test.engine))
        {
            let statement = Sql::dynamic(statement);
            db.write(move |tx| tx.execute(&statement, params![])).await.unwrap();
        }
        db.close().await;

        old.options.migrations = EMBEDDED;
        let db = old.open_as_is();
        assert_eq!(schema(&db).await, present, "from version {newest}");
        for (since, table) in TABLES {
            if since <= newest {
                let count = match table {
                    "postings" => 2,
                    _ => 1,
                };
                assert_eq!(rows(&db, table).await, count, "{table} from version {newest}");
            }
        }
        // Jobs of no account have the nil owner since lanes were added.
        let owner = sql!("SELECT owner_id FROM jobs WHERE lane = 0 AND kind = 'sweep'");
        let owner =
            db.read(move |c| c.query_one(owner, params![], |row| Ok(row.text(0)?.to_owned())));
        assert_eq!(owner.await.unwrap(), UserId::NOBODY.to_string(), "from version {newest}");
        if newest == 1 {
            // Users from before the ledger get their accounts.
            assert_eq!((rows(&db, "accounts").await, rows(&db, "books").await), (7, 1));
        }
        if newest == 2 {
            // The referenced client was deleted before deletions removed such references.
            let named = sql!("SELECT COUNT(*) FROM transactions WHERE beneficiary_id IS NOT NULL");
            assert_eq!(
                db.read(move |c| c.query_one(named, params![], |row| row.int(0))).await.unwrap(),
                0
            );
        }
        if (6..28).contains(&newest) {
            // Beats that were analyzed before outlines existed, or with coarser outlines.
            let outlines = sql!("SELECT outline FROM documents");
            let text = |row: &Row<'_>| row.text(0).map(str::to_owned);
            let [drawn] = db
                .read(move |c| c.query(outlines, params![], text))
                .await
                .unwrap()
                .try_into()
                .unwrap();
            assert!(drawn.starts_with("ACEG") && drawn.ends_with('F'), "{drawn}");
            assert!(Outline::parse(&drawn).is_some(), "{drawn}");
        }
        db.close().await;
    }
}

async fn rows(db: &Db, table: &str) -> i64 {
    let count = Sql::dynamic(format!("SELECT COUNT(*) FROM {table}"));
    db.read(move |conn| conn.query_one(&count, params![], |row| row.int(0))).await.unwrap()
}

/// All columns with their collations, indexes and constraints of the schema, sorted.
async fn schema(db: &Db) -> Vec<String> {
    let told = sql!(
        sqlite: "SELECT t.name || '.' || c.name || ' ' || c.type || ' ' || c.\"notnull\" || ' ' || c.pk
                 FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'
                 UNION ALL SELECT type || ' ' || name || ' ' || COALESCE(sql, '') FROM sqlite_schema
                 WHERE type <> 'table' ORDER BY 1",
        postgres: "SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable
                   || COALESCE(' ' || collation_name, '')
                 FROM information_schema.columns WHERE table_schema = 'public'
                 UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
                 UNION ALL SELECT conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
                 WHERE connamespace = 'public'::regnamespace ORDER BY 1",
    );
    let text = |row: &Row<'_>| row.text(0).map(str::to_owned);
    db.read(move |conn| conn.query(told, params![], text)).await.unwrap()
}
