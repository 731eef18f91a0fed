//! The ranges of deliveries' files that were sent. Players and download programs fetch a file in many ranges, so those of
//! one ticket are gathered in memory and written together every few seconds. The first one is written at once.

use std::sync::Arc;
use std::time::Duration;

use domain::ids::EventId;

use super::downloads::{self, SentRange};
use super::gate::Guest;
use crate::App;
use crate::guests::sent_parts::{Fetcher, SentParts};

/// How long the ranges of a ticket are gathered before they are written.
const GATHERED_FOR: Duration = Duration::from_secs(3);

/// Writes what was gathered for a ticket; returns whether there was something.
async fn write(app: &App, ticket: EventId) -> bool {
    let parts = &app.guests.parts;
    let _writing = parts.writing.read().await;
    let Some(parts) = parts.take(ticket) else { return false };
    record(app, parts).await;
    true
}

async fn record(app: &App, parts: SentParts) {
    if let Err(error) = downloads::record(app, parts).await {
        tracing::warn!(%error, "a download of a delivery could not be recorded");
    }
}

/// Notes a range that was sent. To be called on a Tokio runtime.
pub fn note(app: &Arc<App>, guest: Guest, sent: SentRange) {
    let ticket = sent.ticket;
    let Guest { owner, whole, caller, .. } = guest;
    let fetcher = Fetcher { owner, delivery: whole.delivery.id, caller };
    if !app.guests.parts.add(fetcher, sent) {
        return;
    }
    let app = app.clone();
    tokio::spawn(async move {
        while write(&app, ticket).await {
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
