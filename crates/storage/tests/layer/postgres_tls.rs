//! TLS to PostgreSQL, against real clusters with and without a certificate. GUARD-08

use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use domain::{ids::UserId, notifications::topics::Topic};
use ledgerline_storage::db::{
    ChangeEvent, Db, DbError, DbOptions, Engine, Presence, Share, params, sql,
};
use postgres::NoTls;
use tempfile::TempDir;
use testbed::{Authority, Postgres};

use crate::test_db::{TestDb, run, wait_until};

/// A PostgreSQL cluster with a certificate for `localhost` and for no IP address, and the certificate authority that
/// issued it.
struct Encrypted {
    cluster: Postgres,
    authority: Authority,
}

static ENCRYPTED: LazyLock<Encrypted> = LazyLock::new(|| {
    let authority = Authority::new("the right authority");
    let cluster = Postgres::start_with_tls(&authority.issue("localhost"));
    Encrypted { cluster, authority }
});

fn folder_with(pem: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("root.crt");
    std::fs::write(&path, pem).unwrap();
    let path = path.display().to_string();
    (folder, path)
}

fn options(url: &str, host: &str, settings: &str) -> DbOptions {
    DbOptions::postgres(format!("{}?{settings}", url.replace("127.0.0.1", host)))
}

fn test_db_with(options: DbOptions) -> TestDb {
    TestDb { engine: Engine::Postgres, options, folder: tempfile::tempdir().unwrap() }
}

async fn is_encrypted(db: &Db) -> bool {
    let own = sql!("SELECT CAST(ssl AS TEXT) FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
    let told = db.read(move |c| c.query_one(own, params![], |row| row.text(0).map(str::to_owned)));
    told.await.unwrap() == "true"
}

fn refusal(options: &DbOptions) -> String {
    match Db::open(options) {
        Err(error @ DbError::Unavailable(_)) => {
            let mut told = error.to_string();
            let mut cause = error.source();
            while let Some(next) = cause {
                told = format!("{told}: {next}");
                cause = next.source();
            }
            told
        }
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("the connection was made"),
    }
}

/// GUARD-08: prefer, require, verify-ca and verify-full encrypt; disable does not.
#[test]
fn every_mode_connects_as_it_says() {
    let url = ENCRYPTED.cluster.fresh_database();
    let (_folder, root) = folder_with(ENCRYPTED.authority.pem());
    for (host, settings, encrypted) in [
        ("localhost", "connect_timeout=5".to_owned(), true),
        ("127.0.0.1", "sslmode=prefer".to_owned(), true),
        ("127.0.0.1", "sslmode=require".to_owned(), true),
        ("127.0.0.1", format!("sslmode=verify-ca&sslrootcert={root}"), true),
        ("localhost", format!("sslmode=verify-full&sslrootcert={root}"), true),
        ("localhost", "sslmode=disable".to_owned(), false),
    ] {
        run(test_db_with(options(&url, host, &settings)), async |test| {
            let db = test.open_as_is();
            assert_eq!(is_encrypted(&db).await, encrypted, "{settings}");
            db.close().await;
        });
    }
}

/// GUARD-08: a certificate of another authority, or for another host, is refused if the `sslmode` checks it.
#[test]
fn a_certificate_that_does_not_fit_is_refused() {
    let url = ENCRYPTED.cluster.fresh_database();
    let (_folder, right) = folder_with(ENCRYPTED.authority.pem());
    let (_other, wrong) = folder_with(Authority::new("another authority").pem());
    for mode in ["require", "verify-ca", "verify-full"] {
        let settings = format!("sslmode={mode}&sslrootcert={wrong}");
        let told = refusal(&options(&url, "localhost", &settings));
        assert!(told.contains("UnknownIssuer"), "{mode}: {told}");
    }
    let told = refusal(&options(&url, "localhost", "sslmode=verify-full"));
    assert!(told.contains("UnknownIssuer"), "the system does not know the authority: {told}");
    let settings = format!("sslmode=verify-full&sslrootcert={right}");
    let told = refusal(&options(&url, "127.0.0.1", &settings));
    assert!(told.contains("certificate not valid for name"), "{told}");
}

/// GUARD-08: a server without TLS is used only if the `sslmode` allows unencrypted connections.
#[test]
fn a_server_without_tls_is_refused_by_require_and_taken_by_prefer() {
    let url = testbed::postgres().fresh_database();
    for mode in ["require", "verify-full"] {
        let told = refusal(&options(&url, "localhost", &format!("sslmode={mode}")));
        assert!(told.contains("does not support TLS"), "{told}");
    }
    run(test_db_with(options(&url, "127.0.0.1", "sslmode=prefer")), async |test| {
        let db = test.open_as_is();
        assert!(!is_encrypted(&db).await);
        db.close().await;
    });
}

/// GUARD-08: the connections for change events, and the one that holds a server's lock, are encrypted like those of the
/// pool.
#[test]
fn news_between_instances_go_over_tls_too() {
    let url = ENCRYPTED.cluster.fresh_database();
    let (_folder, root) = folder_with(ENCRYPTED.authority.pem());
    let settings = format!("sslmode=verify-full&sslrootcert={root}");
    run(test_db_with(options(&url, "localhost", &settings)), async move |test| {
        let (one, other) = (test.open_as_is(), test.open_as_is());
        let (listens, heard) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (begun, told) = (listens.clone(), heard.clone());
        other
            .watch(move |news| match news {
                ChangeEvent::Missed => begun.store(true, Ordering::Relaxed),
                ChangeEvent::Changed { .. } => told.store(true, Ordering::Relaxed),
            })
            .unwrap();
        wait_until("the listener is connected", async || listens.load(Ordering::Relaxed)).await;
        let change = one.write(|tx| {
            tx.record_change(UserId::from_bytes([1; 16]), Topic::Wallet);
            Ok::<_, DbError>(())
        });
        change.await.unwrap();
        wait_until("the change is heard", async || heard.load(Ordering::Relaxed)).await;
        let options = test.options.clone();
        let presence = tokio::task::spawn_blocking(move || Presence::take(&options, Share::Shared));
        let presence = presence.await.unwrap().unwrap();
        assert!(presence.is_some());
        let (plain, encrypted) =
            tokio::task::spawn_blocking(move || connections(&url)).await.unwrap();
        assert_eq!(plain, 0);
        // Four connections: the listener, the notifier, the pool's connection that wrote, and the session with the
        // lock.
        assert!(encrypted >= 4, "{encrypted}");
        drop(presence);
        one.close().await;
        other.close().await;
    });
}

/// How many connections of the program to this database are plain, and how many encrypted.
fn connections(url: &str) -> (i64, i64) {
    let mut client = postgres::Client::connect(url, NoTls).unwrap();
    let statement = "SELECT count(*) FILTER (WHERE NOT ssl), count(*) FILTER (WHERE ssl)
                     FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
                     WHERE datname = current_database() AND application_name = 'ledgerline'";
    let row = client.query_one(statement, &[]).unwrap();
    (row.get(0), row.get(1))
}

/// GUARD-08: contradictory settings are refused with an error that does not contain the password.
#[test]
fn settings_that_make_no_sense_are_refused_before_anything_is_connected() {
    let (folder, empty) = folder_with("no certificate\n");
    let missing = folder.path().join("missing.pem").display().to_string();
    for (settings, word) in [
        ("sslmode=on".to_owned(), "disable, prefer, require"),
        ("sslmode=verify-ca".to_owned(), "sslrootcert"),
        (format!("sslmode=verify-full&sslrootcert={empty}"), "root.crt"),
        (format!("sslmode=verify-full&sslrootcert={missing}"), "missing.pem"),
    ] {
        let url = format!("postgres://someone:hush@127.0.0.1:1/db?{settings}");
        match Db::open(&DbOptions::postgres(url)) {
            Err(DbError::Config(sentence)) => {
                assert!(sentence.contains(word) && !sentence.contains("hush"), "{sentence}");
            }
            Err(other) => panic!("{settings}: {other:?}"),
            Ok(_) => panic!("{settings} was opened"),
        }
    }
}
