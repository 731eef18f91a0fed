//! A write on its way through the writer thread: the closure before its turn, its outcome until the group is
//! committed, and the answer after that.

use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::super::{DbError, Tx, closure};

/// The connection's busy timeout: how often a blocked BEGIN checks which writes have given up.
pub(super) const SLICE: Duration = Duration::from_millis(100);

/// A write, independent of the types of its closure.
pub(super) trait Job: Send {
    /// Whether the request was dropped before its turn.
    fn is_abandoned(&self) -> bool;
    /// Runs the closure; returns `true` if its work is to be committed.
    fn run(&mut self, tx: &mut Tx) -> bool;
    /// Sends the result to the caller, after the group's commit or its failure.
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
            // A closure's own error is more specific than the group's.
            (Some(Err(error)), _) => Err(error),
            (Some(Ok(_)) | None, Err(error)) => Err(error.into()),
            (None, Ok(())) => Err(DbError::Busy.into()),
        };
        // A caller that has gone away needs no answer.
        let _ = self.reply.send(answer);
    }
}
