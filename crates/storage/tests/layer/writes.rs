//! Writes: commits, rollbacks, waiting in the queue, and refusals of a full queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use ledgerline_storage::db::{DbError, params, sql};
use testbed::budget::{PATIENCE, wall_limit};

use crate::test_db::{
    HeldWrite, TestDb, ids, insert, on_both_engines, spawn_polled_once, wait_until,
};

on_both_engines!(
    failing_and_panicking_closures_hurt_nobody_else,
    a_failed_statement_spoils_its_transaction_even_when_swallowed,
    broken_rules_have_their_own_errors,
    concurrent_updates_under_a_lock_lose_nothing,
    a_full_queue_is_busy_at_once,
    a_write_that_waits_too_long_is_busy_and_never_runs,
    a_dropped_request_harms_nobody,
    closing_finishes_what_was_accepted_and_refuses_the_rest,
    a_write_past_its_deadline_is_stopped,
);

#[derive(Debug)]
enum TestError {
    Refused,
    Db(DbError),
}

impl From<DbError> for TestError {
    fn from(error: DbError) -> Self {
        TestError::Db(error)
    }
}

async fn failing_and_panicking_closures_hurt_nobody_else(test: TestDb) {
    let db = test.open().await;
    // The first write is held, so that on SQLite all following writes share one group.
    let held = HeldWrite::start(&db, "held").await;
    let mut tasks = Vec::new();
    for i in 0..30 {
        let db = db.clone();
        let write = async move {
            let answer = db.write(move |tx| {
                insert(tx, &format!("{i:02}"), i)?;
                match i % 3 {
                    0 => Ok(i),
                    1 => Err(TestError::Refused),
                    _ => panic!("closure {i} gives up"),
                }
            });
            (i, answer.await)
        };
        tasks.push(spawn_polled_once(write).await);
    }
    held.release().await.unwrap().unwrap();

    for task in tasks {
        match task.await.unwrap() {
            (i, Ok(n)) => assert!(i % 3 == 0 && n == i),
            (i, Err(TestError::Refused)) => assert_eq!(i % 3, 1),
            (i, Err(TestError::Db(DbError::Panicked(text)))) => {
                assert_eq!((i % 3, text), (2, format!("closure {i} gives up")));
            }
            (i, Err(other)) => panic!("closure {i}: {other:?}"),
        }
    }
    let mut kept: Vec<String> = (0..30).step_by(3).map(|i| format!("{i:02}")).collect();
    kept.push("held".to_owned());
    assert_eq!(ids(&db).await, kept);
}

async fn a_failed_statement_spoils_its_transaction_even_when_swallowed(test: TestDb) {
    let db = test.open().await;
    db.write(|tx| insert(tx, "taken", 1)).await.unwrap();
    let answer = db
        .write(|tx| {
            insert(tx, "new", 1)?;
            let first = insert(tx, "taken", 2);
            assert!(matches!(first, Err(DbError::Unique(_))), "{first:?}");
            let next = insert(tx, "other", 3);
            assert!(matches!(next, Err(DbError::Aborted)), "{next:?}");
            Ok::<_, DbError>(())
        })
        .await;
    assert!(matches!(answer, Err(DbError::Unique(_))), "{answer:?}");
    assert_eq!(ids(&db).await, ["taken"]);
    db.write(|tx| insert(tx, "after", 1)).await.unwrap();
}

async fn broken_rules_have_their_own_errors(test: TestDb) {
    let db = test.open().await;
    let checked = db.write(|tx| insert(tx, "a", -13)).await;
    assert!(matches!(checked, Err(DbError::Constraint(_))), "{checked:?}");
    let wrong = db.write(|tx| tx.execute(sql!("UPDATE nothing SET n = 1"), params![])).await;
    assert!(matches!(wrong, Err(DbError::Other(_))), "{wrong:?}");
    let count = db
        .write(|tx| {
            insert(tx, "a", 1)?;
            insert(tx, "b", 1)?;
            let ignored = sql!("INSERT INTO things (id) VALUES (?1) ON CONFLICT (id) DO NOTHING");
            assert_eq!(tx.execute(ignored, params!["a"])?, 0);
            tx.execute(sql!("UPDATE things SET n = ?1"), params![5])
        })
        .await;
    assert_eq!(count.unwrap(), 2);
}

async fn concurrent_updates_under_a_lock_lose_nothing(mut test: TestDb) {
    // This test is not about the limits on waiting, so no write may reach one on a busy machine.
    (test.options.write_wait, test.options.pool_wait) =
        (wall_limit(PATIENCE), wall_limit(PATIENCE));
    let db = test.open().await;
    db.write(|tx| insert(tx, "counter", 0)).await.unwrap();
    let tasks: Vec<_> = (0..64)
        .map(|_| {
            let db = db.clone();
            tokio::spawn(async move {
                db.write(|tx| {
                    tx.lock("counter")?;
                    let read = sql!("SELECT n FROM things WHERE id = 'counter'");
                    let n = tx.query_one(read, params![], |row| row.int(0))?;
                    std::thread::sleep(Duration::from_millis(1));
                    let write = sql!("UPDATE things SET n = ?1 WHERE id = 'counter'");
                    tx.execute(write, params![n + 1])
                })
                .await
            })
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.unwrap().unwrap(), 1);
    }
    let read = sql!("SELECT n FROM things WHERE id = 'counter'");
    let n = db.read(|c| c.query_one(read, params![], |row| row.int(0))).await;
    assert_eq!(n.unwrap(), 64);
}

async fn a_full_queue_is_busy_at_once(mut test: TestDb) {
    (test.options.write_queue, test.options.pool_size, test.options.pool_queue) = (2, 1, 2);
    let db = test.open().await;
    let held = HeldWrite::start(&db, "held").await;
    let refused = Arc::new(AtomicUsize::new(0));
    let tasks: Vec<_> = (0..5)
        .map(|i| {
            let (db, refused) = (db.clone(), Arc::clone(&refused));
            tokio::spawn(async move {
                let answer = db.write(move |tx| insert(tx, &format!("{i}"), i)).await;
                if matches!(answer, Err(DbError::Busy)) {
                    refused.fetch_add(1, Ordering::Relaxed);
                } else {
                    answer.unwrap();
                }
            })
        })
        .collect();
    // The refusal comes while the first write still runs.
    wait_until("three are refused", async || refused.load(Ordering::Relaxed) == 3).await;
    held.release().await.unwrap().unwrap();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(refused.load(Ordering::Relaxed), 3);
    assert_eq!(ids(&db).await.len(), 3);
}

async fn a_write_that_waits_too_long_is_busy_and_never_runs(mut test: TestDb) {
    let wait = Duration::from_millis(200);
    (test.options.write_wait, test.options.pool_wait, test.options.pool_size) = (wait, wait, 1);
    let db = test.open().await;
    let held = HeldWrite::start(&db, "held").await;
    let late = spawn_polled_once({
        let db = db.clone();
        async move { db.write(|tx| insert(tx, "late", 1)).await }
    })
    .await;
    // The pause is longer than the wait, so the write's turn comes after its wait has ended.
    tokio::time::sleep(4 * wait).await;
    held.release().await.unwrap().unwrap();
    let late = late.await.unwrap();
    assert!(matches!(late, Err(DbError::Busy)), "{late:?}");
    assert_eq!(ids(&db).await, ["held"]);
}

async fn a_dropped_request_harms_nobody(mut test: TestDb) {
    test.options.pool_size = 1;
    let db = test.open().await;
    let held = HeldWrite::start(&db, "begun").await;
    let ran = Arc::new(AtomicBool::new(false));
    let waiting = spawn_polled_once({
        let (db, ran) = (db.clone(), Arc::clone(&ran));
        async move {
            db.write(move |tx| {
                ran.store(true, Ordering::Relaxed);
                insert(tx, "waiting", 1)
            })
            .await
        }
    })
    .await;
    let neighbour = spawn_polled_once({
        let db = db.clone();
        async move { db.write(|tx| insert(tx, "neighbour", 1)).await }
    })
    .await;
    waiting.abort();
    held.task.abort();
    assert!(waiting.await.unwrap_err().is_cancelled());
    assert!(!neighbour.is_finished(), "the slot is taken until the closure has really ended");
    drop(held);

    neighbour.await.unwrap().unwrap();
    assert!(!ran.load(Ordering::Relaxed));
    assert_eq!(ids(&db).await, ["begun", "neighbour"]);
}

async fn closing_finishes_what_was_accepted_and_refuses_the_rest(test: TestDb) {
    let db = test.open().await;
    let held = HeldWrite::start(&db, "held").await;
    let accepted = spawn_polled_once({
        let db = db.clone();
        async move { db.write(|tx| insert(tx, "accepted", 1)).await }
    })
    .await;
    let closing = spawn_polled_once(db.clone().close()).await;
    let after = db.write(|tx| insert(tx, "after", 1)).await;
    assert!(matches!(after, Err(DbError::Unavailable(_))), "{after:?}");
    let after = db.read(|c| c.query(sql!("SELECT 1"), params![], |row| row.int(0))).await;
    assert!(matches!(after, Err(DbError::Unavailable(_))), "{after:?}");

    held.release().await.unwrap().unwrap();
    accepted.await.unwrap().unwrap();
    closing.await.unwrap();
    assert_eq!(ids(&test.open_as_is()).await, ["accepted", "held"]);
}

async fn a_write_past_its_deadline_is_stopped(mut test: TestDb) {
    test.options.write_deadline = Duration::from_millis(300);
    let db = test.open().await;
    let endless = db
        .write(|tx| {
            insert(tx, "endless", 1)?;
            let endless = sql!(
                "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT 1 FROM c) SELECT CAST(COUNT(*) AS BIGINT) FROM c"
            );
            tx.query_one(endless, params![], |row| row.int(0))
        })
        .await;
    assert!(matches!(endless, Err(DbError::Timeout)), "{endless:?}");
    // On a busy machine a short write may need more than the deadline, too.
    let next = async || db.write(|tx| insert(tx, "next", 1)).await.is_ok();
    wait_until("a short write gets through", next).await;
    assert_eq!(ids(&db).await, ["next"]);
}
