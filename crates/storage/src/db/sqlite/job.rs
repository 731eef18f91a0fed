//! A write on its way through the writer thread: the closure before its turn, its outcome until the group is
//! committed, and the answer after that.

use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::super::closure::{Outcome, WriteWork};
use super::super::{DbError, Tx, closure};

/// The connection's busy timeout: how often a blocked BEGIN checks which writes have given up.
pub(super) const SLICE: Duration = Duration::from_millis(100);

pub(super) struct Write {
    work: Option<WriteWork>,
    outcome: Option<Outcome>,
    reply: oneshot::Sender<Outcome>,
    pub(super) give_up: Instant,
}

impl Write {
    pub(super) fn new(work: WriteWork, reply: oneshot::Sender<Outcome>, give_up: Instant) -> Self {
        Write { work: Some(work), outcome: None, reply, give_up }
    }

    /// Whether the request was dropped before its turn.
    pub(super) fn is_abandoned(&self) -> bool {
        self.reply.is_closed()
    }

    /// Runs the closure; returns `true` if its work is to be committed.
    pub(super) fn run(&mut self, tx: &mut Tx) -> bool {
        let Some(work) = self.work.take() else {
            return false;
        };
        let outcome = closure::write(tx, work);
        let keep = outcome.is_ok();
        self.outcome = Some(outcome);
        keep
    }

    /// Sends the result to the caller, after the group's commit or its failure.
    pub(super) fn answer(self, committed: Result<(), DbError>) {
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
