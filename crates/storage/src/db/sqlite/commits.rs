//! Whether anyone, this process or another, has committed since. SQLite keeps the head of its log's index, which is in
//! memory for all processes and changes with every commit, in a file beside the database; it decides by the same bytes
//! whether its own pages are still good. To ask SQLite itself takes a lock that all reading threads share and that is
//! held while the system is called.

use std::{ffi::OsString, fs::File, os::unix::fs::FileExt, path::Path};

/// The head is there twice, so that one that is just being written is told from a whole one.
const HEAD: usize = 48;
/// In the head: whether there is anything in it yet.
const IS_MADE: usize = 12;

/// The same mark is the same state of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::db) struct Mark([u8; HEAD]);

#[derive(Debug, Clone, Copy)]
pub(super) struct Commits(Option<&'static File>);

impl Commits {
    /// Of a database that a connection has open and keeps open: as long as one does, the file stays the same.
    pub(super) fn of(database: &Path) -> Self {
        let mut index = OsString::from(database);
        index.push("-shm");
        // Never closed: the system would take back every lock that SQLite holds on the file in this process.
        let file = File::open(index).ok().map(|file| &*Box::leak(Box::new(file)));
        Self(file)
    }

    /// None where that cannot be told, as in the very moment of a commit.
    pub(super) fn mark(self) -> Option<Mark> {
        let mut both = [0; 2 * HEAD];
        self.0?.read_exact_at(&mut both, 0).ok()?;
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
    fn where_there_is_no_log_nothing_is_told() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Commits::of(&folder.path().join("none.db")).mark(), None);
        for bytes in [vec![], vec![0; 32 << 10], vec![1; 95]] {
            std::fs::write(folder.path().join("odd.db-shm"), bytes).unwrap();
            assert_eq!(Commits::of(&folder.path().join("odd.db")).mark(), None);
        }
    }
}
