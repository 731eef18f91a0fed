//! Failures that only SQLite has: groups of writes that fail together, a file that another process locks, a growing
//! write-ahead log.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use ledgerline_storage::db::{Conn, Db, DbError, Sql, Tx, params, sql};
use testbed::budget::{PATIENCE, Stopwatch, wall_limit};

use crate::test_db::{HeldWrite, TestDb, ids, insert, run, spawn_polled_once};

type Work = Box<dyn FnOnce(&mut Tx) -> Result<(), DbError> + Send>;

/// Queues the writes behind a held write, so that they share one group with it; returns the result of each.
async fn write_as_one_group(db: &Db, writes: Vec<Work>) -> Vec<Result<(), DbError>> {
    let held = HeldWrite::start(db, "held").await;
    let mut tasks = Vec::new();
    for write in writes {
        let db = db.clone();
        tasks.push(spawn_polled_once(async move { db.write(write).await }).await);
    }
    let mut answers = vec![held.release().await.unwrap()];
    for task in tasks {
        answers.push(task.await.unwrap());
    }
    answers
}

#[test]
fn a_commit_that_fails_fails_its_whole_group_and_nothing_after_it() {
    run(TestDb::sqlite(), async |test| {
        let db = test.open().await;
        db.write(|tx| {
            tx.execute(
                sql!("CREATE TABLE parts (thing TEXT REFERENCES things (id) DEFERRABLE INITIALLY DEFERRED)"),
                params![],
            )
        })
        .await
        .unwrap();
        // A deferred constraint is checked only at COMMIT, so the closure itself succeeds.
        let orphan = sql!("INSERT INTO parts VALUES ('absent')");
        let answers = write_as_one_group(
            &db,
            vec![
                Box::new(|tx| insert(tx, "before", 1)),
                Box::new(|tx| tx.execute(orphan, params![]).map(drop)),
                Box::new(|tx| insert(tx, "after", 1)),
            ],
        )
        .await;
        for answer in answers {
            assert!(matches!(answer, Err(DbError::Constraint(_))), "{answer:?}");
        }
        assert!(ids(&db).await.is_empty());
        db.write(|tx| insert(tx, "later", 1)).await.unwrap();
        assert_eq!(ids(&db).await, ["later"]);
    });
}

#[test]
fn a_full_disk_refuses_writes_until_there_is_room_and_keeps_what_was_told() {
    run(TestDb::sqlite(), async |test| {
        let db = test.open().await;
        let limit = async |pages: i64| {
            let limit = Sql::dynamic(format!("PRAGMA max_page_count = {pages}"));
            db.write(move |tx| tx.query(&limit, params![], |row| row.int(0))).await.unwrap();
        };
        let pages = sql!("PRAGMA page_count");
        let pages =
            db.read(move |c| c.query_one(pages, params![], |row| row.int(0))).await.unwrap();
        limit(pages + 30).await;
        let mut told = Vec::new();
        let mut refused = 0;
        for round in 0..30 {
            let tasks: Vec<_> = (0..4)
                .map(|i| {
                    let (db, id) = (db.clone(), format!("{round:02} {i}"));
                    tokio::spawn(async move {
                        let large = vec![7; 9000];
                        let key = id.clone();
                        let insert = sql!("INSERT INTO things (id, bytes) VALUES (?1, ?2)");
                        let answer =
                            db.write(move |tx| tx.execute(insert, params![key, large])).await;
                        (id, answer)
                    })
                })
                .collect();
            for task in tasks {
                match task.await.unwrap() {
                    (id, Ok(_)) => told.push(id),
                    (_, Err(DbError::Unavailable(_))) => refused += 1,
                    (id, Err(other)) => panic!("{id}: {other:?}"),
                }
            }
        }
        told.sort();
        assert!(!told.is_empty() && refused > 0, "{} kept, {refused} refused", told.len());
        assert_eq!(ids(&db).await, told);
        limit(10_000).await;
        db.write(|tx| insert(tx, "room again", 1)).await.unwrap();
    });
}

#[test]
fn a_file_locked_by_another_process_makes_writes_busy_and_lets_reads_through() {
    run(TestDb::sqlite(), async |mut test| {
        test.options.write_wait = wall_limit(PATIENCE);
        let patient = test.open().await;
        test.options.write_wait = Duration::from_millis(300);
        let db = test.open_as_is();
        db.write(|tx| insert(tx, "before", 1)).await.unwrap();

        let other = rusqlite::Connection::open(test.folder.path().join("test.db")).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let blocked: Vec<_> = (0..5)
            .map(|i| {
                let db = db.clone();
                tokio::spawn(
                    async move { db.write(move |tx| insert(tx, &format!("{i}"), i)).await },
                )
            })
            .collect();
        for write in blocked {
            let answer = write.await.unwrap();
            assert!(matches!(answer, Err(DbError::Busy)), "{answer:?}");
        }
        assert_eq!(ids(&db).await, ["before"]);

        let waiting =
            spawn_polled_once(async move { patient.write(|tx| insert(tx, "waited", 1)).await })
                .await;
        other.execute_batch("COMMIT").unwrap();
        waiting.await.unwrap().unwrap();
        assert_eq!(ids(&db).await, ["before", "waited"]);
    });
}

#[test]
fn the_log_stays_small_under_steady_writes_and_reads() {
    run(TestDb::sqlite(), async |mut test| {
        test.options.wal_frames = 512;
        let db = test.open().await;
        let over = Arc::new(AtomicBool::new(false));
        // Two readers overlap, so that there is a reader at every moment. Each read is short, because the writer waits
        // two seconds at most for the readers, also on a busy machine.
        let readers: Vec<_> = (0..2)
            .map(|_| {
                let (db, over) = (db.clone(), Arc::clone(&over));
                tokio::spawn(async move {
                    while !over.load(Ordering::Relaxed) {
                        db.read(|c| slow_sum(c, 10_000)).await.unwrap();
                    }
                })
            })
            .collect();
        let log = test.folder.path().join("test.db-wal");
        let mut largest = 0;
        for i in 0..600i64 {
            let put = sql!(
                "INSERT INTO things (id, bytes) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes"
            );
            let id = format!("{}", i % 20);
            db.write(move |tx| tx.execute(put, params![id, vec![(i % 256) as u8; 64 * 1024]]))
                .await
                .unwrap();
            largest = largest.max(std::fs::metadata(&log).unwrap().len());
        }
        over.store(true, Ordering::Relaxed);
        for reader in readers {
            reader.await.unwrap();
        }
        // About 40 MB went through the write-ahead log; writes wait for readers at four times its limit, which is 8.4
        // MB.
        assert!(largest < 12_000_000, "the log grew to {largest} bytes");
        db.close().await;
        assert_eq!(std::fs::metadata(&log).map_or(0, |log| log.len()), 0);
    });
}

/// SAFE-05: a backup holds its snapshot for minutes; no write is refused meanwhile, far past the size from which the
/// writer waits for readers.
#[test]
fn a_long_snapshot_stops_no_writer() {
    run(TestDb::sqlite(), async |mut test| {
        test.options.wal_frames = 64;
        let db = test.open().await;
        db.write(|tx| insert(tx, "before", 1)).await.unwrap();
        let backup = rusqlite::Connection::open(test.folder.path().join("test.db")).unwrap();
        backup.execute_batch("BEGIN; SELECT COUNT(*) FROM things").unwrap();
        let put = sql!("UPDATE things SET bytes = ?1");
        let mut longest = Duration::ZERO;
        for i in 0..150_u8 {
            let begun = Stopwatch::start();
            db.write(move |tx| tx.execute(put, params![vec![i; 64 * 1024]])).await.unwrap();
            longest = longest.max(begun.elapsed());
        }
        // About 2,500 frames, 40 times the limit: a wait for each eighth of it would be refused by now.
        assert!(longest < test.options.write_wait, "a write took {longest:?}");
        backup.execute_batch("ROLLBACK").unwrap();
        db.close().await;
    });
}

#[test]
fn what_nobody_has_changed_is_not_read_again() {
    run(TestDb::sqlite(), async |test| {
        let db = test.open().await;
        // The first write creates the wal-index, by which the layer notices commits.
        db.write(|tx| insert(tx, "something", 1)).await.unwrap();
        let looks = Arc::new(AtomicUsize::new(0));
        let look = async |key: &'static str| {
            let looks = Arc::clone(&looks);
            db.read(move |c| {
                c.cached(key, |_| {
                    looks.fetch_add(1, Ordering::Relaxed);
                    Ok::<_, DbError>(key)
                })
            })
            .await
            .unwrap()
        };
        for _ in 0..20 {
            assert_eq!((look("a").await, look("b").await), ("a", "b"));
        }
        assert_eq!(looks.load(Ordering::Relaxed), 2);
        db.write(|tx| insert(tx, "anything", 1)).await.unwrap();
        look("a").await;
        assert_eq!(looks.load(Ordering::Relaxed), 3);
    });
}

#[test]
fn an_index_that_somebody_left_behind_is_not_believed() {
    run(TestDb::sqlite(), async |test| {
        let (folder, moved) = (test.folder.path(), test.folder.path().join("moved"));
        let [path, index] = ["test.db", "test.db-shm"].map(|name| folder.join(name));
        let db = test.open().await;
        db.write(|tx| insert(tx, "a", 0)).await.unwrap();
        let left = std::fs::read(&index).unwrap();
        db.close().await;
        // The database is moved to another folder with a symbolic link to it, and an old wal-index lies beside the
        // link.
        std::fs::create_dir(&moved).unwrap();
        std::fs::rename(&path, moved.join("test.db")).unwrap();
        std::os::unix::fs::symlink(moved.join("test.db"), &path).unwrap();
        std::fs::write(&index, left).unwrap();
        let db = test.open().await;
        for n in 1..10 {
            let set = sql!("UPDATE things SET n = ?1 WHERE id = 'a'");
            db.write(move |tx| tx.execute(set, params![n])).await.unwrap();
            for _ in 0..3 {
                let one = sql!("SELECT n FROM things WHERE id = 'a'");
                let seen = db.read(move |c| {
                    c.cached("a", |c| c.query_one(one, params![], |row| row.int(0)))
                });
                assert_eq!(seen.await.unwrap(), n);
            }
        }
    });
}

fn slow_sum(c: &mut Conn, n: i64) -> Result<i64, DbError> {
    let sum = sql!(
        "WITH RECURSIVE c(n) AS (SELECT COUNT(*) FROM things UNION ALL SELECT n + 1 FROM c WHERE n < ?1)
         SELECT COUNT(*) FROM c"
    );
    c.query_one(sum, params![n], |row| row.int(0))
}

#[test]
fn a_read_that_swallows_its_interruption_is_still_run_again() {
    run(TestDb::sqlite(), async |test| {
        let db = test.open().await;
        let runs = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&runs);
        let answer: Result<i64, DbError> = db
            .read(move |c| {
                counted.fetch_add(1, Ordering::Relaxed);
                Ok(slow_sum(c, 300_000).unwrap_or(-1))
            })
            .await;
        assert_eq!(answer.unwrap(), 300_001);
        assert_eq!(runs.load(Ordering::Relaxed), 2);
        let small: Result<i64, DbError> = db.read(|c| slow_sum(c, 10)).await;
        assert_eq!(small.unwrap(), 11);
    });
}

#[test]
fn the_file_is_kept_as_promised() {
    run(TestDb::sqlite(), async |test| {
        let db = test.open().await;
        let pragma = async |name: &str| {
            let pragma = Sql::dynamic(format!("SELECT * FROM pragma_{name}"));
            db.write(move |tx| tx.query_one(&pragma, params![], |row| row.int(0))).await.unwrap()
        };
        assert_eq!(pragma("synchronous").await, 2);
        assert_eq!(pragma("secure_delete").await, 1);
        assert_eq!(pragma("foreign_keys").await, 1);
        let mode = sql!("SELECT journal_mode FROM pragma_journal_mode");
        let mode =
            db.read(|c| c.query_one(mode, params![], |row| row.text(0).map(str::to_owned))).await;
        assert_eq!(mode.unwrap(), "wal");
    });
}

#[test]
fn a_folder_that_is_not_there_is_said_at_once() {
    let mut test = TestDb::sqlite();
    test.options =
        ledgerline_storage::db::DbOptions::sqlite(test.folder.path().join("absent/test.db"));
    assert!(matches!(Db::open(&test.options), Err(DbError::Unavailable(_))));
}
