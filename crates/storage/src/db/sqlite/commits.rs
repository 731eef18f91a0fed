//! Detects commits of this or any other process by the wal-index header, which changes with every commit.
//! SQLite keeps the wal-index in shared memory, in the `-shm` file beside the database, and decides by the same
//! bytes whether its own page cache is valid. Asking SQLite itself takes a lock that all reading threads share
//! and that is held during system calls.

use std::{
    ffi::OsString,
    fs::{self, File},
    os::unix::fs::FileExt,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

/// The length of the wal-index header. It is stored twice, so that a half-written header is detected.
const HEADER_LEN: usize = 48;
/// The offset of the header's flag that says whether it is initialized.
const IS_INITIALIZED: usize = 12;

/// A commit mark: equal marks mean the same state of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::db) struct CommitMark([u8; HEADER_LEN]);

#[derive(Debug, Clone, Copy)]
pub(super) struct Commits(Option<&'static WalIndex>);

#[derive(Debug)]
struct WalIndex {
    file: File,
    /// Whether the header was seen to change with a commit of this process. A leftover file never changes.
    is_live: AtomicBool,
}

impl Commits {
    /// Without a wal-index: nothing is cached between two reads.
    pub(super) fn none() -> Self {
        Self(None)
    }

    /// For a database that a connection keeps open: as long as one does, the file stays the same.
    pub(super) fn of(database: &Path) -> Self {
        // Follows symbolic links, as SQLite does.
        let database = fs::canonicalize(database).unwrap_or_else(|_| database.to_owned());
        let mut index = OsString::from(database);
        index.push("-shm");
        // The file is never closed: closing it would release every lock that SQLite holds on it in this
        // process.
        let file = File::open(index).ok();
        Self(
            file.map(|file| {
                &*Box::leak(Box::new(WalIndex { file, is_live: AtomicBool::new(false) }))
            }),
        )
    }

    /// The current commit mark; `None` during a commit and before the first observed commit of this process.
    pub(super) fn mark(self) -> Option<CommitMark> {
        self.0.filter(|index| index.is_live.load(Ordering::Relaxed))?.mark()
    }

    /// Runs a commit; the first one also verifies that the wal-index header changes with it.
    pub(super) fn observe_commit<T>(self, commit: impl FnOnce() -> T) -> T {
        let unknown = self.0.filter(|index| !index.is_live.load(Ordering::Relaxed));
        let before = unknown.and_then(WalIndex::mark);
        let committed = commit();
        if let (Some(index), Some(before)) = (unknown, before)
            && index.mark().is_some_and(|after| after != before)
        {
            index.is_live.store(true, Ordering::Relaxed);
        }
        committed
    }
}

impl WalIndex {
    fn mark(&self) -> Option<CommitMark> {
        let mut both = [0; 2 * HEADER_LEN];
        self.file.read_exact_at(&mut both, 0).ok()?;
        let (first, second) = both.split_first_chunk::<HEADER_LEN>()?;
        (first == second && first[IS_INITIALIZED] != 0).then_some(CommitMark(*first))
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
}
