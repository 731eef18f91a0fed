//! Commits are noticed by the index of the write-ahead log.

use std::fs;

use ledgerline_storage::db::sqlite::commits::Commits;
use rusqlite::Connection;

#[test]
fn the_mark_changes_with_every_commit_and_with_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let open = || Connection::open(&path).unwrap();
    let ours = open();
    ours.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER);").unwrap();
    let (commits, theirs) = (Commits::of(&path), open());
    assert_eq!(commits.mark(), None, "nothing shows yet that it is the right file");
    commits.observe_commit(|| ours.execute_batch("INSERT INTO t VALUES (0)").unwrap());
    let mut seen = vec![commits.mark().unwrap()];
    for n in 0..200 {
        let conn = if n % 2 == 0 { &ours } else { &theirs };
        conn.execute_batch("BEGIN; INSERT INTO t VALUES (1);").unwrap();
        assert_eq!(commits.mark(), seen.last().copied(), "nothing is committed yet");
        conn.execute_batch(if n % 5 == 0 { "ROLLBACK" } else { "COMMIT" }).unwrap();
        let count = "SELECT count(*) FROM t";
        open().query_row(count, [], |row| row.get::<_, i64>(0)).unwrap();
        let mark = commits.mark().unwrap();
        if n % 5 == 0 {
            assert_eq!(seen.last(), Some(&mark), "what is rolled back is no news");
        } else {
            assert!(!seen.contains(&mark), "no state has the mark of another");
            seen.push(mark);
        }
        // A checkpoint copies the write-ahead log into the database from time to time, and the log begins
        // again.
        if n % 50 == 49 {
            let fold = "PRAGMA wal_checkpoint(TRUNCATE)";
            ours.query_row(fold, [], |row| row.get::<_, i64>(0)).unwrap();
            seen.push(commits.mark().unwrap());
        }
    }
}

#[test]
fn an_index_that_is_none_or_nobodys_tells_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (path, index) = (folder.path().join("odd.db"), folder.path().join("odd.db-shm"));
    let observed = || {
        let commits = Commits::of(&path);
        commits.observe_commit(|| ());
        commits
    };
    assert_eq!(observed().mark(), None);
    for bytes in [vec![], vec![0; 32 << 10], vec![1; 95], vec![1; 32 << 10]] {
        fs::write(&index, bytes).unwrap();
        assert_eq!(observed().mark(), None);
    }
    // An index with an uninitialized header is not used, even if it changes.
    fs::write(&index, [0; 96]).unwrap();
    let commits = Commits::of(&path);
    commits.observe_commit(|| {
        fs::write(&index, [[1; 12], [0; 12], [0; 12], [0; 12]].concat().repeat(2)).unwrap()
    });
    assert_eq!(commits.mark(), None);
}

#[test]
fn a_link_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("real.db"), folder.path().join("link.db"));
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let conn = Connection::open(&link).unwrap();
    conn.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER);").unwrap();
    // A complete index file that another process left behind.
    fs::copy(folder.path().join("real.db-shm"), folder.path().join("link.db-shm")).unwrap();
    let commits = Commits::of(&link);
    commits.observe_commit(|| conn.execute_batch("INSERT INTO t VALUES (1)").unwrap());
    assert!(commits.mark().is_some());
}
