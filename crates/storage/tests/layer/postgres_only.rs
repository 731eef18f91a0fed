//! Failures that only PostgreSQL has: restarts, missing servers, refused connections, deadlocks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ledgerline_storage::db::{Db, DbError, DbOptions, params, sql};
use testbed::Postgres;
use testbed::budget::Stopwatch;

use crate::test_db::{TestDb, ids, insert, run, wait_until};

fn test_db_on(cluster: &Postgres) -> TestDb {
    let mut test = TestDb::postgres();
    test.options = DbOptions::postgres(cluster.fresh_database());
    test
}

#[test]
fn a_server_that_went_away_is_unavailable_and_its_return_goes_unnoticed() {
    let cluster = Postgres::start();
    run(test_db_on(&cluster), async |test| {
        let db = test.open().await;
        db.write(|tx| insert(tx, "before", 1)).await.unwrap();
        cluster.stop();
        let started = Stopwatch::start();
        let read: Result<i64, DbError> =
            db.read(|c| c.query_one(sql!("SELECT 1"), params![], |row| row.int(0))).await;
        assert!(matches!(read, Err(DbError::Unavailable(_))), "{read:?}");
        let write = db.write(|tx| insert(tx, "away", 1)).await;
        assert!(matches!(write, Err(DbError::Unavailable(_))), "{write:?}");
        assert!(started.elapsed() < Duration::from_secs(20));

        cluster.start_again();
        assert_eq!(ids(&db).await, ["before"]);
        // After a restart between two requests, idle connections are dead, and requests do not fail.
        cluster.stop();
        cluster.start_again();
        db.write(|tx| insert(tx, "after", 1)).await.unwrap();
        cluster.stop();
        cluster.start_again();
        assert_eq!(ids(&db).await, ["after", "before"]);
    });
}

#[test]
fn a_restart_under_load_is_survived_and_what_was_told_is_kept() {
    let cluster = Postgres::start();
    run(test_db_on(&cluster), async |mut test| {
        test.options.pool_size = 4;
        let db = test.open().await;
        let over = Arc::new(AtomicBool::new(false));
        let writers: Vec<_> = (0..8)
            .map(|w| {
                let (db, over) = (db.clone(), Arc::clone(&over));
                tokio::spawn(async move {
                    let (mut told, mut after) = (Vec::new(), 0);
                    for i in 0.. {
                        let id = format!("{w} {i}");
                        let key = id.clone();
                        match db.write(move |tx| insert(tx, &key, i)).await {
                            Ok(()) => told.push(id),
                            Err(DbError::Unavailable(_) | DbError::Busy) => {
                                tokio::time::sleep(Duration::from_millis(5)).await;
                            }
                            Err(other) => panic!("{other:?}"),
                        }
                        after += i32::from(over.load(Ordering::Relaxed));
                        if after > 10 {
                            break;
                        }
                    }
                    told
                })
            })
            .collect();
        wait_until("every writer writes", async || ids(&db).await.len() > 8).await;
        tokio::task::block_in_place(|| {
            cluster.stop();
            cluster.start_again();
        });
        wait_until("writes are taken again", async || {
            db.write(|tx| insert(tx, "back", 1)).await.is_ok()
        })
        .await;
        over.store(true, Ordering::Relaxed);
        let kept = {
            let mut told = vec!["back".to_owned()];
            for writer in writers {
                told.extend(writer.await.unwrap());
            }
            told
        };
        let stored = ids(&db).await;
        let missing: Vec<_> = kept.iter().filter(|id| stored.binary_search(id).is_err()).collect();
        assert!(kept.len() > 50 && missing.is_empty(), "{} kept, missing {missing:?}", kept.len());
    });
}

#[test]
fn no_statement_waits_for_workers_or_a_compiler() {
    run(TestDb::postgres(), async |test| {
        let db = test.open_as_is();
        let read = sql!(
            "SELECT current_setting('max_parallel_workers_per_gather') || current_setting('jit')"
        );
        let set =
            db.read(move |c| c.query_one(read, params![], |row| row.text(0).map(str::to_owned)));
        assert_eq!(set.await.unwrap(), "0off");
    });
}

#[test]
fn a_server_that_is_not_there_stops_the_start_with_a_reason() {
    let nobody = DbOptions::postgres("postgres://someone:hush@127.0.0.1:1/absent");
    assert!(matches!(Db::open(&nobody), Err(DbError::Unavailable(_))));

    // A server that accepts the connection and never answers.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port();
    let mut silent = DbOptions::postgres(format!("postgres://someone@127.0.0.1:{port}/absent"));
    (silent.migration_wait, silent.connect_timeout) =
        (Duration::from_millis(300), Duration::from_millis(300));
    assert!(matches!(Db::open(&silent), Err(DbError::Unavailable(_))));
}

#[test]
fn a_url_that_cannot_be_read_is_refused_in_words_and_no_message_repeats_the_password() {
    for (url, word) in [
        ("postgres://someone:hush@127.0.0.1/db?sslmode=perhaps", "sslmode"),
        ("postgres://someone:hush@127.0.0.1/db?nonsense=1", "cannot be read"),
    ] {
        match Db::open(&DbOptions::postgres(url)) {
            Err(DbError::Config(sentence)) => {
                assert!(sentence.contains(word) && !sentence.contains("hush"), "{sentence}");
            }
            Err(other) => panic!("{other:?}"),
            Ok(_) => panic!("{url} was opened"),
        }
    }
}

#[test]
fn locks_taken_crosswise_are_busy_and_not_for_ever() {
    run(TestDb::postgres(), async |mut test| {
        test.options.write_wait = Duration::from_millis(300);
        let db = test.open().await;
        let meet = Arc::new(std::sync::Barrier::new(2));
        let both: Vec<_> = [["a", "b"], ["b", "a"]]
            .into_iter()
            .map(|[first, second]| {
                let (db, meet) = (db.clone(), Arc::clone(&meet));
                tokio::spawn(async move {
                    db.write(move |tx| {
                        tx.lock(first)?;
                        meet.wait();
                        tx.lock(second)
                    })
                    .await
                })
            })
            .collect();
        let mut refused = 0;
        for task in both {
            match task.await.unwrap() {
                Ok(()) => {}
                Err(DbError::Busy) => refused += 1,
                Err(other) => panic!("{other:?}"),
            }
        }
        assert!(refused >= 1);
        db.write(|tx| tx.lock("a")).await.unwrap();
    });
}

#[test]
fn a_database_dropped_on_an_async_worker_goes_quietly() {
    run(TestDb::postgres(), async |test| {
        let dropped = tokio::spawn(async move {
            let db = test.open().await;
            assert!(ids(&db).await.is_empty());
            drop(db);
        });
        dropped.await.unwrap();
    });
}

/// By code points, as on SQLite, whatever the collation of the database is. Also the columns of a database that was made
/// before that was so.
#[test]
fn every_text_is_sorted_by_code_points() {
    run(TestDb::postgres(), async |test| {
        let db = test.open().await;
        db.write(|tx| {
            let ids = ["ä", "~", "b", "B", "a", "1", "_"];
            ids.into_iter().enumerate().try_for_each(|(n, id)| insert(tx, id, n as i64))
        })
        .await
        .unwrap();
        db.close().await;
        let db = test.open_as_is();
        assert_eq!(ids(&db).await, ["1", "B", "_", "a", "b", "~", "ä"]);
    });
}
