//! Reads: small ones do not wait for slow ones, and slow ones are ended at their deadline.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use ledgerline_storage::db::{Conn, Db, DbError, params, sql};
use testbed::budget::wall_limit;

use crate::test_db::{TestDb, ids, insert, on_both_engines, spawn_polled_once, wait_until};

on_both_engines!(
    slow_reads_do_not_stop_fast_ones,
    a_read_past_its_deadline_is_a_timeout,
    more_slow_reads_than_may_wait_are_busy,
    a_panicking_read_is_an_error_and_the_connection_goes_on,
    a_read_cannot_write,
    a_snapshot_does_not_see_later_writes,
    what_is_kept_is_never_older_than_a_commit,
    dropped_slow_reads_give_their_slots_back,
);

/// A slow query that counts to `n`; ten million take some seconds.
fn count_to(c: &mut Conn, n: i64) -> Result<i64, DbError> {
    let count = sql!(
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?1) SELECT CAST(COUNT(*) AS BIGINT) FROM c"
    );
    c.query_one(count, params![n], |row| row.int(0))
}

async fn one(db: &Db) -> Result<i64, DbError> {
    db.read(|c| {
        c.query_one(sql!("SELECT n FROM things WHERE id = 'one'"), params![], |row| row.int(0))
    })
    .await
}

async fn slow_reads_do_not_stop_fast_ones(mut test: TestDb) {
    // This test is not about the deadline, so the deadline is long enough for a busy machine.
    test.options.read_deadline = wall_limit(Duration::from_secs(120));
    let db = test.open().await;
    db.write(|tx| insert(tx, "one", 1)).await.unwrap();
    let mut slow = Vec::new();
    for _ in 0..4 {
        let db = db.clone();
        slow.push(
            spawn_polled_once(async move { db.read(|c| count_to(c, 2_000_000)).await }).await,
        );
    }
    let mut served_meanwhile = 0;
    while !slow.iter().any(|task| task.is_finished()) {
        assert_eq!(one(&db).await.unwrap(), 1);
        served_meanwhile += 1;
    }
    // If reads had to wait for slow ones, only one or two would be answered in this time.
    assert!(served_meanwhile > 20, "only {served_meanwhile} reads were served");
    for task in slow {
        assert_eq!(task.await.unwrap().unwrap(), 2_000_000);
    }
}

async fn a_read_past_its_deadline_is_a_timeout(mut test: TestDb) {
    test.options.read_deadline = Duration::from_millis(300);
    let db = test.open().await;
    db.write(|tx| insert(tx, "one", 1)).await.unwrap();
    for _ in 0..3 {
        let endless = db.read(|c| count_to(c, 2_000_000_000)).await;
        assert!(matches!(endless, Err(DbError::Timeout)), "{endless:?}");
    }
    // On a busy machine a fast read may need more than the deadline, too.
    wait_until("a fast read gets through", async || one(&db).await.is_ok()).await;
}

async fn more_slow_reads_than_may_wait_are_busy(mut test: TestDb) {
    (test.options.slow_readers, test.options.slow_queue) = (1, 1);
    (test.options.pool_size, test.options.pool_queue) = (1, 1);
    test.options.read_deadline = wall_limit(Duration::from_millis(500));
    let db = test.open().await;
    let slow: Vec<_> = (0..5)
        .map(|_| {
            let db = db.clone();
            tokio::spawn(async move { db.read(|c| count_to(c, 2_000_000_000)).await })
        })
        .collect();
    let mut busy = 0;
    for task in slow {
        match task.await.unwrap() {
            Err(DbError::Busy) => busy += 1,
            Err(DbError::Timeout) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(busy >= 3, "only {busy} were refused");
}

async fn a_panicking_read_is_an_error_and_the_connection_goes_on(test: TestDb) {
    let db = test.open().await;
    db.write(|tx| insert(tx, "one", 1)).await.unwrap();
    for _ in 0..40 {
        let answer: Result<(), DbError> = db
            .read(|c| {
                c.snapshot()?;
                count_to(c, 10)?;
                panic!("a reader's mistake")
            })
            .await;
        assert!(matches!(&answer, Err(DbError::Panicked(text)) if text == "a reader's mistake"));
        assert_eq!(one(&db).await.unwrap(), 1);
    }
}

async fn a_read_cannot_write(test: TestDb) {
    let db = test.open().await;
    let insert = sql!("INSERT INTO things (id) VALUES ('smuggled') RETURNING id");
    let answer =
        db.read(|c| c.query(insert, params![], |row| row.text(0).map(str::to_owned))).await;
    assert!(answer.is_err(), "{answer:?}");
    assert!(ids(&db).await.is_empty());
}

async fn cached_n(db: &Db, id: &'static str) -> Option<i64> {
    db.read(move |c| {
        c.cached(id, |c| {
            let one = sql!("SELECT n FROM things WHERE id = ?1");
            c.query_opt(one, params![id], |row| row.int(0))
        })
    })
    .await
    .unwrap()
}

async fn what_is_kept_is_never_older_than_a_commit(test: TestDb) {
    let (db, elsewhere) = (test.open().await, test.open_as_is());
    let set = sql!("UPDATE things SET n = ?2 WHERE id = ?1");
    assert_eq!(cached_n(&db, "a").await, None);
    db.write(|tx| insert(tx, "a", 0).and_then(|()| insert(tx, "b", -1))).await.unwrap();
    for n in 1..50 {
        // Alternates between writes of this process and writes of another one (as the database sees it).
        let writer = if n % 2 == 0 { &db } else { &elsewhere };
        writer.write(move |tx| tx.execute(set, params!["a", n])).await.unwrap();
        for _ in 0..3 {
            assert_eq!((cached_n(&db, "a").await, cached_n(&db, "b").await), (Some(n), Some(-1)));
        }
    }
    // An uncommitted write does not change the cached value.
    let failed = db.write(move |tx| {
        tx.execute(set, params!["a", 100])?;
        let seen = tx.cached("a", |c| {
            c.query_one(sql!("SELECT n FROM things WHERE id = 'a'"), params![], |row| row.int(0))
        })?;
        tx.execute(set, params!["a", 101])?;
        let again = tx.cached("a", |c| {
            c.query_one(sql!("SELECT n FROM things WHERE id = 'a'"), params![], |row| row.int(0))
        })?;
        assert_eq!((seen, again), (100, 101));
        Err::<(), _>(DbError::NoRow)
    });
    assert!(matches!(failed.await, Err(DbError::NoRow)));
    assert_eq!(cached_n(&db, "a").await, Some(49));
}

async fn a_snapshot_does_not_see_later_writes(test: TestDb) {
    let db = test.open().await;
    let (first_done, wait_for_first) = tokio::sync::mpsc::unbounded_channel();
    let (written, wait_for_write) = mpsc::channel();
    let wait_for_write = std::sync::Mutex::new(wait_for_write);
    let reader = tokio::spawn({
        let db = db.clone();
        async move {
            db.read(move |c| {
                let count = sql!("SELECT CAST(COUNT(*) AS BIGINT) FROM things");
                c.snapshot()?;
                let before = c.query_one(count, params![], |row| row.int(0))?;
                first_done.send(()).unwrap();
                wait_for_write.lock().unwrap().recv().unwrap();
                let after = c.query_one(count, params![], |row| row.int(0))?;
                let kept =
                    c.cached("count", |c| c.query_one(count, params![], |row| row.int(0)))?;
                Ok::<_, DbError>((before, after, kept))
            })
            .await
        }
    });
    let mut wait_for_first = wait_for_first;
    wait_for_first.recv().await.unwrap();
    db.write(|tx| insert(tx, "later", 1)).await.unwrap();
    written.send(()).unwrap();
    assert_eq!(reader.await.unwrap().unwrap(), (0, 0, 0));
    // A later read does not get the value that the old snapshot has seen from the cache.
    let count = sql!("SELECT CAST(COUNT(*) AS BIGINT) FROM things");
    let now =
        db.read(move |c| c.cached("count", |c| c.query_one(count, params![], |row| row.int(0))));
    assert_eq!(now.await.unwrap(), 1);
    assert_eq!(ids(&db).await, ["later"]);
}

async fn dropped_slow_reads_give_their_slots_back(mut test: TestDb) {
    test.options.pool_size = 2;
    test.options.read_deadline = Duration::from_secs(1);
    let db = test.open().await;
    let started = Arc::new(AtomicUsize::new(0));
    let slow: Vec<_> = (0..10)
        .map(|_| {
            let (db, started) = (db.clone(), Arc::clone(&started));
            tokio::spawn(async move {
                let endless = move |c: &mut Conn| {
                    started.fetch_add(1, Ordering::Relaxed);
                    count_to(c, 2_000_000_000)
                };
                db.read(endless).await
            })
        })
        .collect();
    wait_until("a slow read has begun", async || started.load(Ordering::Relaxed) > 0).await;
    for task in &slow {
        task.abort();
    }
    test.options.read_deadline = Duration::from_secs(10);
    wait_until("a slow read gets through", async || db.read(|c| count_to(c, 50_000)).await.is_ok())
        .await;
}
