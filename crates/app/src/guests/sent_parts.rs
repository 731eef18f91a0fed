//! The ranges of deliveries' files that were sent, gathered in memory until they are written.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::deliveries::SentRanges;
use domain::ids::{DeliveryId, EventId, UserId};
use tokio::sync::RwLock;

use crate::caller::Caller;

/// Who fetches files, and of which delivery.
pub(crate) struct Fetcher {
    pub owner: UserId,
    pub delivery: DeliveryId,
    pub caller: Caller,
}

/// The byte range of a file, or of the ZIP file of all files, that a response has sent.
#[derive(Clone)]
pub struct SentRange {
    pub ticket: EventId,
    /// The ids of the files in the response: one, or all files of a ZIP file.
    pub files: Vec<String>,
    pub file_id: String,
    pub name: String,
    pub range: Range<u64>,
    /// The size of the whole file in bytes.
    pub size: u64,
}

/// The ranges that are not written yet, by their ticket. A ticket without ranges was written a moment ago.
#[derive(Default)]
pub struct Parts {
    gathered: Mutex<HashMap<EventId, Option<SentParts>>>,
    /// Held for reading while ranges are written, so that the end of the server can wait for that.
    pub(crate) writing: RwLock<()>,
}

/// Ranges of one ticket that were sent.
pub struct SentParts {
    pub owner: UserId,
    pub delivery: DeliveryId,
    /// Who fetched the last one.
    pub caller: Caller,
    pub last: SentRange,
    pub covered: SentRanges,
    pub bytes: i64,
}

impl SentParts {
    fn and(before: Option<Self>, by: Fetcher, last: SentRange) -> Self {
        let (covered, bytes) =
            before.map(|before| (before.covered, before.bytes)).unwrap_or_default();
        let length = i64::try_from(last.range.end - last.range.start).unwrap_or(i64::MAX);
        let covered = covered.with(last.range.clone());
        let Fetcher { owner, delivery, caller } = by;
        Self { owner, delivery, caller, last, covered, bytes: bytes.saturating_add(length) }
    }
}

impl Parts {
    pub(crate) fn lock(&self) -> MutexGuard<'_, HashMap<EventId, Option<SentParts>>> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gathers a range; returns whether nothing was known of its ticket.
    pub(crate) fn add(&self, by: Fetcher, sent: SentRange) -> bool {
        let mut gathered = self.lock();
        let is_new = !gathered.contains_key(&sent.ticket);
        let entry = gathered.entry(sent.ticket).or_default();
        *entry = Some(SentParts::and(entry.take(), by, sent));
        is_new
    }

    /// Takes what was gathered for a ticket; forgets the ticket if that is nothing.
    pub(crate) fn take(&self, ticket: EventId) -> Option<SentParts> {
        let mut gathered = self.lock();
        let found = gathered.get_mut(&ticket)?.take();
        if found.is_none() {
            gathered.remove(&ticket);
        }
        found
    }
}
