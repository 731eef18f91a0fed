//! Reads on SQLite: small ones run inline on the async worker, others on blocking threads.
//!
//! Handing each read to another thread costs more than most reads themselves. So a read runs inline under a
//! step budget of about a millisecond; one that needs more, or meets a lock, runs again from the start on one
//! of a few separate connections on blocking threads, under a deadline. Slow reads then wait only for each
//! other.

use std::hash::Hash;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use super::super::closure::{Outcome, ReadWork};
use super::super::conn::Backend;
use super::super::gate::Gate;
use super::super::{Conn, DbError, DbOptions, closure};
use super::commits::Commits;
use super::connection::{Access, Limit, Role, SqliteConn};

pub(crate) struct Reads {
    path: PathBuf,
    access: Access,
    commits: Commits,
    steps: u32,
    deadline: Duration,
    quick: Mutex<Vec<Conn>>,
    quick_permits: Semaphore,
    slow: Mutex<Vec<Conn>>,
    slow_gate: Gate,
}

enum Attempt {
    Done(Outcome),
    /// The watch stopped the read, or another process held a lock: it must run again where it may wait.
    NeedsTime,
}

impl Reads {
    pub(super) fn new(
        path: PathBuf,
        access: Access,
        commits: Commits,
        options: &DbOptions,
    ) -> Reads {
        Reads {
            path,
            access,
            commits,
            steps: options.read_steps,
            deadline: options.read_deadline,
            quick: Mutex::default(),
            quick_permits: Semaphore::new(options.readers.max(1)),
            slow: Mutex::default(),
            slow_gate: Gate::new(options.slow_readers, options.slow_queue, options.read_deadline),
        }
    }

    /// The value that an idle connection has cached for the key, if nothing was committed since.
    pub(super) fn cached<K, T>(&self, key: &K) -> Option<T>
    where
        K: Eq + Hash + Send + 'static,
        T: Clone + Send + 'static,
    {
        let _permit = self.quick_permits.try_acquire().ok()?;
        let mut conn = self.quick.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
        let found = match &mut conn.backend {
            Backend::Sqlite(sqlite) => sqlite.cached(key).ok().and_then(|(value, _)| value),
            Backend::Postgres(_) => None,
        };
        self.quick.lock().unwrap_or_else(PoisonError::into_inner).push(conn);
        found
    }

    pub(super) async fn read(self: &Arc<Self>, work: ReadWork) -> Outcome {
        let permit = self.quick_permits.acquire().await.map_err(|_closed| closed_error())?;
        let outcome = self.run_quick(&work);
        drop(permit);
        match outcome {
            Attempt::Done(answer) => answer,
            Attempt::NeedsTime => self.read_slowly(work).await,
        }
    }

    async fn read_slowly(self: &Arc<Self>, work: ReadWork) -> Outcome {
        let permit = self.slow_gate.enter().await?;
        let reads = Arc::clone(self);
        let job = move || {
            let answer = reads.run_slow(&work);
            drop(permit);
            answer
        };
        tokio::task::spawn_blocking(job)
            .await
            .unwrap_or_else(|_shutdown| Err(closed_error().into()))
    }

    fn run_quick(&self, work: &ReadWork) -> Attempt {
        self.run(&self.quick, Duration::ZERO, &Limit::Steps(self.steps), work)
    }

    fn run_slow(&self, work: &ReadWork) -> Outcome {
        let limit = Limit::Until(Instant::now() + self.deadline);
        match self.run(&self.slow, self.deadline / 2, &limit, work) {
            Attempt::Done(answer) => answer,
            Attempt::NeedsTime => Err(DbError::Timeout.into()),
        }
    }

    fn run(
        &self,
        pool: &Mutex<Vec<Conn>>,
        patience: Duration,
        limit: &Limit,
        work: &ReadWork,
    ) -> Attempt {
        let idle = pool.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let opened = idle.map_or_else(|| self.open(patience), Ok);
        let mut conn = match opened {
            Ok(conn) => conn,
            // Another process may hold the file for a moment: the slow pool can wait for it.
            Err(DbError::Busy) if patience.is_zero() => return Attempt::NeedsTime,
            Err(error) => return Attempt::Done(Err(error.into())),
        };
        let (answer, verdict) = run_limited(&mut conn, limit, work);
        if verdict.reusable {
            pool.lock().unwrap_or_else(PoisonError::into_inner).push(conn);
        }
        if verdict.stopped || (verdict.met_lock && patience.is_zero()) {
            return Attempt::NeedsTime;
        }
        Attempt::Done(answer)
    }

    fn open(&self, patience: Duration) -> Result<Conn, DbError> {
        let conn = SqliteConn::open(&self.path, Role::Reader(self.access, self.commits), patience)?;
        Ok(Conn { backend: Backend::Sqlite(Box::new(conn)) })
    }

    pub(super) fn close(&self) {
        self.quick_permits.close();
        self.slow_gate.close();
        self.quick.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.slow.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

struct Verdict {
    stopped: bool,
    met_lock: bool,
    reusable: bool,
}

/// Runs the closure under a limit, and ends the snapshot it may have begun.
fn run_limited(conn: &mut Conn, limit: &Limit, work: &ReadWork) -> (Outcome, Verdict) {
    if let Backend::Sqlite(sqlite) = &mut conn.backend {
        sqlite.met_lock = false;
        sqlite.watch.arm(limit);
    }
    let answer = closure::read(conn, work);
    let mut verdict = Verdict { stopped: false, met_lock: false, reusable: false };
    if let Backend::Sqlite(sqlite) = &mut conn.backend {
        verdict.stopped = sqlite.watch.disarm();
        verdict.met_lock = sqlite.met_lock;
        verdict.reusable = sqlite.end_snapshot().is_ok();
    }
    (answer, verdict)
}

fn closed_error() -> DbError {
    DbError::away("the database was closed")
}
