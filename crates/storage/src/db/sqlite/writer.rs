//! The one thread that writes to SQLite.
//!
//! The fsync of a commit is the expensive part, so all queued writes share one: BEGIN IMMEDIATE, each closure
//! in its own SAVEPOINT, COMMIT, and only then the answers. A closure that fails is rolled back to its
//! savepoint; a commit that fails, or a transaction that SQLite rolled back, fails every closure of the group.
//! The thread waits for another process's lock in short slices, and each write gives up at its own deadline.

use std::error::Error;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::super::changes::{Changes, Watch};
use super::super::conn::Backend;
use super::super::transaction::Transaction;
use super::super::{DbError, Tx};
use super::commits::Commits;
use super::connection::{Limit, SqliteConn, from_driver};
use super::job::Write;
use super::wal::Wal;

/// The largest group, so that its first write does not wait too long.
const LARGEST_GROUP: usize = 256;

pub(super) struct Writer {
    pub(super) tx: Tx,
    pub(super) queue: Receiver<Write>,
    pub(super) wal: Wal,
    pub(super) write_deadline: Duration,
    pub(super) group: RangeInclusive<Duration>,
    pub(super) last_commit: Duration,
    pub(super) commits: Commits,
    pub(super) watch: Arc<Watch>,
}

/// The state of the shared transaction after a closure.
enum GroupState {
    Intact,
    /// SQLite rolled everything back (disk full, interrupted write), or the savepoint failed.
    Lost(DbError),
}

impl Writer {
    pub(super) fn serve(mut self) {
        while let Ok(first) = self.queue.recv() {
            match self.begin(&first) {
                Ok(()) => {
                    self.serve_group(first);
                    self.with_conn(|conn, wal| wal.checkpoint_if_due(conn));
                }
                Err(error) => first.answer(Err(error)),
            }
        }
        self.with_conn(|conn, wal| wal.checkpoint_fully(conn));
    }

    /// Begins the group's transaction for its first write, unless that write gives up before.
    fn begin(&mut self, first: &Write) -> Result<(), DbError> {
        loop {
            if first.is_abandoned() || Instant::now() >= first.give_up {
                return Err(DbError::Busy);
            }
            match self.control("BEGIN IMMEDIATE").map_err(from_driver) {
                Err(DbError::Busy) => {}
                Err(error) => {
                    tracing::error!(%error, cause = ?error.source(), "SQLite cannot begin a transaction");
                    self.abandon();
                    return Err(error);
                }
                Ok(()) => return Ok(()),
            }
        }
    }

    fn serve_group(&mut self, first: Write) {
        let started = Instant::now();
        let enough = self.last_commit.clamp(*self.group.start(), *self.group.end());
        let mut group = Vec::new();
        let mut changes = Changes::default();
        let mut next = Some(first);
        let mut committed = Ok(());
        while let Some(mut write) = next.take() {
            let left = self.run(&mut write);
            changes.merge(std::mem::take(&mut self.tx.changes));
            group.push(write);
            if let GroupState::Lost(error) = left {
                tracing::error!(%error, closures = group.len(), "SQLite rolled back a group of writes");
                committed = Err(error);
                break;
            }
            if group.len() < LARGEST_GROUP && started.elapsed() < enough {
                next = self.next_in_line();
            }
        }
        if committed.is_ok() {
            let worked = Instant::now();
            committed = self.commits.observe_commit(|| self.control("COMMIT")).map_err(|error| {
                tracing::error!(%error, closures = group.len(), "a commit failed, and with it all writes of its group");
                from_driver(error)
            });
            self.last_commit = worked.elapsed();
        }
        match committed {
            Ok(()) => self.watch.notify_all(&changes),
            Err(_) => self.abandon(),
        }
        for write in group {
            write.answer(committed.clone());
        }
    }

    fn next_in_line(&mut self) -> Option<Write> {
        while let Ok(write) = self.queue.try_recv() {
            if write.is_abandoned() || Instant::now() >= write.give_up {
                write.answer(Err(DbError::Busy));
            } else {
                return Some(write);
            }
        }
        None
    }

    fn run(&mut self, write: &mut Write) -> GroupState {
        if let Err(error) = self.control("SAVEPOINT closure") {
            return GroupState::Lost(from_driver(error));
        }
        let deadline = Instant::now() + self.write_deadline;
        self.with_conn(|conn, _| {
            conn.transaction = Transaction::Open;
            conn.watch.arm(&Limit::Until(deadline));
        });
        let keep = write.run(&mut self.tx);
        if !keep {
            self.tx.changes = Changes::default();
        }
        let failure = self.with_conn(|conn, _| {
            conn.watch.disarm();
            std::mem::take(&mut conn.transaction).failure()
        });
        if self.with_conn(|conn, _| conn.raw.is_autocommit()) {
            let lost = || DbError::away("the engine rolled the transaction back");
            return GroupState::Lost(failure.unwrap_or_else(lost));
        }
        let undone = if keep { Ok(()) } else { self.control("ROLLBACK TO closure") };
        match undone.and_then(|()| self.control("RELEASE closure")) {
            Ok(()) => GroupState::Intact,
            Err(error) => GroupState::Lost(from_driver(error)),
        }
    }

    /// Rolls back an open transaction. If that fails, the next BEGIN fails too and tries again: writes are then
    /// refused, never lost.
    fn abandon(&mut self) {
        if !self.with_conn(|conn, _| conn.raw.is_autocommit())
            && let Err(error) = self.control("ROLLBACK")
        {
            tracing::error!(%error, "a failed group could not be rolled back");
        }
    }

    fn control(&mut self, text: &str) -> Result<(), rusqlite::Error> {
        self.with_conn(|conn, _| conn.control(text))
    }

    fn with_conn<T>(&mut self, work: impl FnOnce(&mut SqliteConn, &mut Wal) -> T) -> T {
        match &mut self.tx.conn.backend {
            Backend::Sqlite(conn) => work(conn, &mut self.wal),
            Backend::Postgres(_) => unreachable!("the writer is opened with a SQLite connection"),
        }
    }
}
