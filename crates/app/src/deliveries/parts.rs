//! The ranges of deliveries' files that were sent. Players and download programs fetch a file in many ranges, so those of
//! one ticket are gathered in memory and written together every few seconds. The first one is written at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::deliveries::SentRanges;
use domain::ids::EventId;
use tokio::sync::RwLock;

use super::downloads::{self, SentRange};
use super::gate::Guest;
use crate::App;

/// How long the ranges of a ticket are gathered before they are written.
const GATHERED_FOR: Duration = Duration::from_secs(3);

/// The ranges that are not written yet, by their ticket. A ticket without ranges was written a moment ago.
#[derive(Default)]
pub struct Parts {
    gathered: Mutex<HashMap<EventId, Option<SentParts>>>,
    /// Held for reading while ranges are written, so that the end of the server can wait for that.
    writing: RwLock<()>,
}

/// Ranges of one ticket that were sent.
pub struct SentParts {
    /// Who fetched the last one.
    pub guest: Guest,
    pub last: SentRange,
    pub covered: SentRanges,
    pub bytes: i64,
}

impl SentParts {
    fn and(before: Option<Self>, guest: Guest, last: SentRange) -> Self {
        let (covered, bytes) =
            before.map(|before| (before.covered, before.bytes)).unwrap_or_default();
        let length = i64::try_from(last.range.end - last.range.start).unwrap_or(i64::MAX);
        let covered = covered.with(last.range.clone());
        Self { guest, last, covered, bytes: bytes.saturating_add(length) }
    }
}

impl Parts {
    fn lock(&self) -> MutexGuard<'_, HashMap<EventId, Option<SentParts>>> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gathers a range; returns whether nothing was known of its ticket.
    fn add(&self, guest: Guest, sent: SentRange) -> bool {
        let mut gathered = self.lock();
        let is_new = !gathered.contains_key(&sent.ticket);
        let entry = gathered.entry(sent.ticket).or_default();
        *entry = Some(SentParts::and(entry.take(), guest, sent));
        is_new
    }

    /// Takes what was gathered for a ticket; forgets the ticket if that is nothing.
    fn take(&self, ticket: EventId) -> Option<SentParts> {
        let mut gathered = self.lock();
        let found = gathered.get_mut(&ticket)?.take();
        if found.is_none() {
            gathered.remove(&ticket);
        }
        found
    }

    /// Writes what was gathered for a ticket; returns whether there was something.
    async fn write(&self, app: &App, ticket: EventId) -> bool {
        let _writing = self.writing.read().await;
        let Some(parts) = self.take(ticket) else { return false };
        record(app, parts).await;
        true
    }
}

async fn record(app: &App, parts: SentParts) {
    if let Err(error) = downloads::record(app, parts).await {
        tracing::warn!(%error, "a download of a delivery could not be recorded");
    }
}

/// Notes a range that was sent. To be called on a Tokio runtime.
pub fn note(app: &Arc<App>, guest: Guest, sent: SentRange) {
    let ticket = sent.ticket;
    if !app.guests.parts.add(guest, sent) {
        return;
    }
    let app = app.clone();
    tokio::spawn(async move {
        while app.guests.parts.write(&app, ticket).await {
            tokio::time::sleep(GATHERED_FOR).await;
        }
    });
}

/// Writes everything that was gathered, at the end of the server.
pub async fn finish(app: &App) {
    let parts = &app.guests.parts;
    let _nobody_else = parts.writing.write().await;
    let left: Vec<SentParts> = parts.lock().drain().filter_map(|(_, parts)| parts).collect();
    for parts in left {
        record(app, parts).await;
    }
}
