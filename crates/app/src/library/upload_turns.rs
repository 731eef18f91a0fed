//! Which request may write to a resumable upload. A client whose connection broke may resume before this server has
//! noticed that: the newer request tells the older one to stop, waits for it, and continues at its offset.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::ids::FileId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// How long a request waits for an older one to stop.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Default)]
pub struct UploadTurns(Arc<Mutex<HashMap<FileId, UploadQueue>>>);

struct UploadQueue {
    gate: Arc<Semaphore>,
    /// Counts the requests for the turn; its holder watches the count to notice a newer request.
    newest_request: watch::Sender<u64>,
    members: usize,
}

/// The turn at an upload, until it is dropped.
pub struct UploadTurn {
    newest_request: watch::Receiver<u64>,
    _permit: OwnedSemaphorePermit,
    _member: Member,
}

impl UploadTurns {
    /// Waits for the turn at an upload; `None` if the older request does not stop in time.
    pub async fn take(&self, id: FileId) -> Option<UploadTurn> {
        let (gate, newest_request, member) = {
            let mut queues = lock(&self.0);
            let queue = queues.entry(id).or_insert_with(|| UploadQueue {
                gate: Arc::new(Semaphore::new(1)),
                newest_request: watch::Sender::new(0),
                members: 0,
            });
            queue.members += 1;
            queue.newest_request.send_modify(|count| *count += 1);
            // Subscribes after counting this request, so that only later requests are noticed.
            (
                queue.gate.clone(),
                queue.newest_request.subscribe(),
                Member { queues: self.0.clone(), id },
            )
        };
        let permit = tokio::time::timeout(PATIENCE, gate.acquire_owned()).await.ok()?.ok()?;
        Some(UploadTurn { newest_request, _permit: permit, _member: member })
    }

    /// Whether no request has or wants a turn.
    pub fn are_free(&self) -> bool {
        lock(&self.0).is_empty()
    }
}

impl UploadTurn {
    /// Returns when a newer request asks for the turn.
    pub async fn newer_request(&mut self) {
        // The sender lives as long as this member of the queue.
        let _ = self.newest_request.changed().await;
    }
}

struct Member {
    queues: Arc<Mutex<HashMap<FileId, UploadQueue>>>,
    id: FileId,
}

impl Drop for Member {
    fn drop(&mut self) {
        let mut queues = lock(&self.queues);
        if let Some(queue) = queues.get_mut(&self.id) {
            queue.members -= 1;
            if queue.members == 0 {
                queues.remove(&self.id);
            }
        }
    }
}

fn lock(
    queues: &Mutex<HashMap<FileId, UploadQueue>>,
) -> MutexGuard<'_, HashMap<FileId, UploadQueue>> {
    queues.lock().unwrap_or_else(PoisonError::into_inner)
}
