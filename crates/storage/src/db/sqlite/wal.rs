//! Keeps the write-ahead log small.
//!
//! SQLite's automatic checkpoint never waits for readers, and under steady reads the log grew to gigabytes. So
//! the writer runs checkpoints: often without waiting, and beyond a size with a short wait for readers
//! (RESTART), after which the next write begins at the file's start. Far beyond that size it waits longer, but
//! never so long that a queued write is refused. After a wait without success it waits again only when the log
//! has doubled: a backup holds its snapshot for minutes, and writes must go on meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

use super::super::{DbError, DbOptions};
use super::connection::{SqliteConn, from_driver};
use super::job::SLICE;

/// Frames between checkpoints that do not wait for readers: about 4 MB.
const PASSIVE_EVERY: i32 = 1000;
const SHORT_WAIT: Duration = Duration::from_millis(250);
/// Well below `DbOptions::write_wait`, after which a waiting write is refused.
const LONG_WAIT: Duration = Duration::from_secs(2);

pub(super) struct Wal {
    /// Set by the hook after each commit.
    frames: Arc<AtomicI32>,
    /// `frames` at the last check; a smaller number now means that the log began again from its start.
    seen: i32,
    next_passive: i32,
    next_restart: i32,
    restart_from: i32,
}

impl Wal {
    /// Replaces SQLite's automatic checkpoints on the writer's connection.
    pub(super) fn watch(conn: &mut SqliteConn, options: &DbOptions) -> Result<Wal, DbError> {
        let frames = Arc::new(AtomicI32::new(0));
        let seen = Arc::clone(&frames);
        let hook = move |_: &mut rusqlite::hooks::Wal, count| {
            seen.store(count, Ordering::Relaxed);
            Ok(())
        };
        conn.raw.wal_hook(Some(hook)).map_err(from_driver)?;
        let restart_from = options.wal_frames.max(1);
        Ok(Wal {
            frames,
            seen: 0,
            next_passive: PASSIVE_EVERY,
            next_restart: restart_from,
            restart_from,
        })
    }

    /// Runs the checkpoints that are due. Called after each group.
    pub(super) fn checkpoint_if_due(&mut self, conn: &mut SqliteConn) {
        if conn.is_to_be_scrubbed && checkpoint_waiting(conn, SHORT_WAIT, "TRUNCATE") {
            conn.is_to_be_scrubbed = false;
            self.frames.store(0, Ordering::Relaxed);
            self.reset_thresholds();
            return;
        }
        let frames = self.frames.load(Ordering::Relaxed);
        if frames < self.seen {
            self.reset_thresholds();
        }
        self.seen = frames;
        if frames >= self.next_restart {
            self.restart(conn, frames);
        } else if frames >= self.next_passive {
            self.next_passive = frames + PASSIVE_EVERY;
            checkpoint(conn, "PASSIVE");
        }
    }

    /// For a log that began again from its start.
    fn reset_thresholds(&mut self) {
        self.seen = 0;
        self.next_passive = PASSIVE_EVERY;
        self.next_restart = self.restart_from;
    }

    fn restart(&mut self, conn: &SqliteConn, frames: i32) {
        let far = frames >= self.restart_from.saturating_mul(4);
        let wait = if far { LONG_WAIT } else { SHORT_WAIT };
        if checkpoint_waiting(conn, wait, "RESTART") {
            self.frames.store(0, Ordering::Relaxed);
            self.reset_thresholds();
        } else {
            if far {
                tracing::warn!(
                    frames,
                    "readers keep SQLite's write-ahead log from being restarted"
                );
            }
            let further = if far { frames } else { self.restart_from / 4 + 1 };
            self.next_restart = frames.saturating_add(further);
        }
    }

    /// At the end: copies everything into the database file and truncates the log.
    pub(super) fn checkpoint_fully(&mut self, conn: &SqliteConn) {
        checkpoint(conn, "TRUNCATE");
    }
}

/// A checkpoint that waits for readers longer than a write does.
fn checkpoint_waiting(conn: &SqliteConn, wait: Duration, mode: &str) -> bool {
    let waits = conn.raw.busy_timeout(wait).is_ok();
    let done = checkpoint(conn, mode);
    if waits && let Err(error) = conn.raw.busy_timeout(SLICE) {
        tracing::error!(%error, "the writer's busy timeout could not be reset");
    }
    done
}

/// Returns whether no reader prevented the checkpoint.
fn checkpoint(conn: &SqliteConn, mode: &str) -> bool {
    let statement = format!("PRAGMA wal_checkpoint({mode})");
    match conn.raw.query_row(&statement, [], |row| row.get::<_, i64>(0)) {
        Ok(blocked) => blocked == 0,
        Err(error) => {
            tracing::warn!(%error, mode, "a checkpoint of SQLite's write-ahead log failed");
            false
        }
    }
}
