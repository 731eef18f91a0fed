//! Whose turn it is to write to a resumable upload. A client whose connection broke comes back before this server has
//! noticed: the newer request asks the older one to stop, waits for it, and goes on where it stopped.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::ids::FileId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// How long a request waits for an older one to stop.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Default)]
pub struct UploadTurns(Arc<Mutex<HashMap<FileId, Line>>>);

struct Line {
    gate: Arc<Semaphore>,
    /// Counts the requests that have asked for the turn.
    asked: watch::Sender<u64>,
    members: usize,
}

/// The turn at an upload, until it is dropped.
pub(crate) struct UploadTurn {
    asked: watch::Receiver<u64>,
    _permit: OwnedSemaphorePermit,
    _member: Member,
}

impl UploadTurns {
    /// None if the older request does not stop in time.
    pub(crate) async fn take(&self, id: FileId) -> Option<UploadTurn> {
        let (gate, asked, member) = {
            let mut lines = lock(&self.0);
            let line = lines.entry(id).or_insert_with(|| Line {
                gate: Arc::new(Semaphore::new(1)),
                asked: watch::Sender::new(0),
                members: 0,
            });
            line.members += 1;
            line.asked.send_modify(|count| *count += 1);
            // From here on, each request that asks later is seen.
            (line.gate.clone(), line.asked.subscribe(), Member { lines: self.0.clone(), id })
        };
        let permit = tokio::time::timeout(PATIENCE, gate.acquire_owned()).await.ok()?.ok()?;
        Some(UploadTurn { asked, _permit: permit, _member: member })
    }
}

impl UploadTurn {
    /// Returns when a newer request asks for the turn.
    pub async fn newer_request(&mut self) {
        // The sender lives as long as this member of the line.
        let _ = self.asked.changed().await;
    }
}

struct Member {
    lines: Arc<Mutex<HashMap<FileId, Line>>>,
    id: FileId,
}

impl Drop for Member {
    fn drop(&mut self) {
        let mut lines = lock(&self.lines);
        if let Some(line) = lines.get_mut(&self.id) {
            line.members -= 1;
            if line.members == 0 {
                lines.remove(&self.id);
            }
        }
    }
}

fn lock(lines: &Mutex<HashMap<FileId, Line>>) -> MutexGuard<'_, HashMap<FileId, Line>> {
    lines.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use domain::time::Timestamp;

    use super::*;

    // FILE-05
    #[tokio::test]
    async fn a_newer_request_asks_the_older_one_to_stop() {
        let turns = Arc::new(UploadTurns::default());
        let id = FileId::new(Timestamp::from_millis(0), [1; 10]);
        let other = FileId::new(Timestamp::from_millis(0), [2; 10]);
        let mut first = turns.take(id).await.unwrap();
        drop(turns.take(other).await.unwrap());
        let second = tokio::spawn({
            let turns = turns.clone();
            async move { turns.take(id).await.is_some() }
        });
        first.newer_request().await;
        assert!(!second.is_finished());
        drop(first);
        assert!(second.await.unwrap());
        assert!(lock(&turns.0).is_empty());
    }
}
