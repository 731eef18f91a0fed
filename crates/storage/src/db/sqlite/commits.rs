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
pub struct CommitMark([u8; HEADER_LEN]);

/// Watches the commits of one database.
#[derive(Debug, Clone, Copy)]
pub struct Commits(Option<&'static WalIndex>);

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
    pub fn of(database: &Path) -> Self {
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
    pub fn mark(self) -> Option<CommitMark> {
        self.0.filter(|index| index.is_live.load(Ordering::Relaxed))?.mark()
    }

    /// Runs a commit; the first one also verifies that the wal-index header changes with it.
    pub fn observe_commit<T>(self, commit: impl FnOnce() -> T) -> T {
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
