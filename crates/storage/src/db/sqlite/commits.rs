//! Whether anyone, this process or another, has committed since. SQLite keeps the head of its log's index, which is in
//! memory for all processes and changes with every commit, in a file beside the database; it decides by the same bytes
//! whether its own pages are still good. To ask SQLite itself takes a lock that all reading threads share and that is
//! held while the system is called.

use std::{
    ffi::OsString,
    fs::{self, File},
    os::unix::fs::FileExt,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

/// The head is there twice, so that one that is just being written is told from a whole one.
const HEAD: usize = 48;
/// In the head: whether there is anything in it yet.
const IS_MADE: usize = 12;

/// The same mark is the same state of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::db) struct Mark([u8; HEAD]);

#[derive(Debug, Clone, Copy)]
pub(super) struct Commits(Option<&'static Index>);

#[derive(Debug)]
struct Index {
    file: File,
    /// Seen to change with a commit of ours. A file that somebody left behind never does.
    is_live: AtomicBool,
}

impl Commits {
    /// Tells nothing: no value is cached between two reads.
    pub(super) fn none() -> Self {
        Self(None)
    }

    /// Of a database that a connection has open and keeps open: as long as one does, the file stays the same.
    pub(super) fn of(database: &Path) -> Self {
        // Where a link leads to, as SQLite does.
        let database = fs::canonicalize(database).unwrap_or_else(|_| database.to_owned());
        let mut index = OsString::from(database);
        index.push("-shm");
        // Never closed: the system would take back every lock that SQLite holds on the file in this process.
        let file = File::open(index).ok();
        Self(
            file.map(|file| &*Box::leak(Box::new(Index { file, is_live: AtomicBool::new(false) }))),
        )
    }

    /// None where that cannot be told: in the very moment of a commit, and before the first one of ours.
    pub(super) fn mark(self) -> Option<Mark> {
        self.0.filter(|index| index.is_live.load(Ordering::Relaxed))?.mark()
    }

    /// Makes a commit, and learns from it whether the marks can be trusted.
    pub(super) fn watched<T>(self, commit: impl FnOnce() -> T) -> T {
        let unknown = self.0.filter(|index| !index.is_live.load(Ordering::Relaxed));
        let before = unknown.and_then(Index::mark);
        let committed = commit();
        if let (Some(index), Some(before)) = (unknown, before)
            && index.mark().is_some_and(|after| after != before)
        {
            index.is_live.store(true, Ordering::Relaxed);
        }
        committed
    }
}

impl Index {
    fn mark(&self) -> Option<Mark> {
        let mut both = [0; 2 * HEAD];
        self.file.read_exact_at(&mut both, 0).ok()?;
        let (first, second) = both.split_first_chunk::<HEAD>()?;
        (first == second && first[IS_MADE] != 0).then_some(Mark(*first))
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    #[test]
    fn the_mark_changes_with_every_commit_and_with_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let open = || Connection::open(&path).unwrap();
        let ours = open();
        ours.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER);").unwrap();
        let (commits, theirs) = (Commits::of(&path), open());
        assert_eq!(commits.mark(), None, "nothing shows yet that it is the right file");
        commits.watched(|| ours.execute_batch("INSERT INTO t VALUES (0)").unwrap());
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
            // What is in the log goes to the database from time to time, and the log begins again.
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
        let watched = || {
            let commits = Commits::of(&path);
            commits.watched(|| ());
            commits
        };
        assert_eq!(watched().mark(), None);
        for bytes in [vec![], vec![0; 32 << 10], vec![1; 95], vec![1; 32 << 10]] {
            fs::write(&index, bytes).unwrap();
            assert_eq!(watched().mark(), None);
        }
        // One whose head is empty, as before the first use, is none even if it changes.
        fs::write(&index, [0; 96]).unwrap();
        let commits = Commits::of(&path);
        commits.watched(|| {
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
        // Left behind by somebody, and whole.
        fs::copy(folder.path().join("real.db-shm"), folder.path().join("link.db-shm")).unwrap();
        let commits = Commits::of(&link);
        commits.watched(|| conn.execute_batch("INSERT INTO t VALUES (1)").unwrap());
        assert!(commits.mark().is_some());
    }
}
