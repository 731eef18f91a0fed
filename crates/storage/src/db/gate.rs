//! A semaphore with a bounded queue: a fixed number of jobs run, a bounded number wait for a bounded time, and
//! all others get `Busy`. The permit is owned, so that it can move into the blocking job: a canceled request
//! then frees its permit only when the job has ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::DbError;

pub(crate) struct Gate {
    total: usize,
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    patience: Duration,
}

impl Gate {
    pub(crate) fn new(permits: usize, most_waiting: usize, patience: Duration) -> Gate {
        Gate {
            total: permits.max(1),
            permits: Arc::new(Semaphore::new(permits.max(1))),
            waiting: AtomicUsize::new(0),
            most_waiting,
            patience,
        }
    }

    pub(crate) async fn enter(&self) -> Result<OwnedSemaphorePermit, DbError> {
        if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            return Ok(permit);
        }
        let slot = QueueSlot::take(&self.waiting);
        if slot.number > self.most_waiting {
            return Err(DbError::Busy);
        }
        match tokio::time::timeout(self.patience, Arc::clone(&self.permits).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(_closed)) => Err(DbError::away("the database was closed")),
            Err(_elapsed) => Err(DbError::Busy),
        }
    }

    /// How many jobs are running.
    pub(crate) fn inside(&self) -> usize {
        self.total.saturating_sub(self.permits.available_permits())
    }

    pub(crate) fn close(&self) {
        self.permits.close();
    }
}

/// A slot in the waiting queue, released also when the request is canceled.
struct QueueSlot<'a> {
    waiting: &'a AtomicUsize,
    number: usize,
}

impl QueueSlot<'_> {
    fn take(waiting: &AtomicUsize) -> QueueSlot<'_> {
        let number = waiting.fetch_add(1, Ordering::Relaxed) + 1;
        QueueSlot { waiting, number }
    }
}

impl Drop for QueueSlot<'_> {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}
