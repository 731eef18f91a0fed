//! A write on its way through the writer thread: the closure before its turn, its outcome while the group is
//! not committed yet, the answer after.

use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::super::{DbError, Tx, closure};

/// The connection's busy timeout: how often a blocked BEGIN looks at who has given up.
pub(super) const SLICE: Duration = Duration::from_millis(100);

/// What the writer sees of a write, whatever types its closure has.
pub(super) trait Job: Send {
    /// Nobody waits any more: the request was dropped before its turn.
    fn is_abandoned(&self) -> bool;
    /// Runs the closure; `true` when its work is to be kept.
    fn run(&mut self, tx: &mut Tx) -> bool;
    /// Tells the caller, now that it is known whether the group's work is durable.
    fn answer(self: Box<Self>, committed: Result<(), DbError>);
}

pub(super) struct Queued {
    pub(super) job: Box<dyn Job>,
    pub(super) give_up: Instant,
}

pub(super) struct Write<T, E, F> {
    work: Option<F>,
    outcome: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<T, E, F> Write<T, E, F> {
    pub(super) fn new(work: F, reply: oneshot::Sender<Result<T, E>>) -> Self {
        Write { work: Some(work), outcome: None, reply }
    }
}

impl<T, E, F> Job for Write<T, E, F>
where
    F: FnOnce(&mut Tx) -> Result<T, E> + Send,
    T: Send,
    E: From<DbError> + Send,
{
    fn is_abandoned(&self) -> bool {
        self.reply.is_closed()
    }

    fn run(&mut self, tx: &mut Tx) -> bool {
        let Some(work) = self.work.take() else {
            return false;
        };
        let outcome = closure::write(tx, work);
        let keep = outcome.is_ok();
        self.outcome = Some(outcome);
        keep
    }

    fn answer(self: Box<Self>, committed: Result<(), DbError>) {
        let answer = match (self.outcome, committed) {
            (Some(Ok(value)), Ok(())) => Ok(value),
            // A closure's own error says more than the group's.
            (Some(Err(error)), _) => Err(error),
            (Some(Ok(_)) | None, Err(error)) => Err(error.into()),
            (None, Ok(())) => Err(DbError::Busy.into()),
        };
        // A caller that has gone away needs no answer.
        let _ = self.reply.send(answer);
    }
}
