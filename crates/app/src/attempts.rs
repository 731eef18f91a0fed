//! Tries at a secret, counted before the secret is looked at: however many come at once, no more
//! than the limit get through.

use std::time::Duration;

use domain::{
    attempts::{Limit, wait_in_words},
    time::Timestamp,
};
use storage::attempts;

use crate::{App, Error, Result};

/// Counts one try against each limit, tells the counts, and refuses if one is spent. A refusal is counted too; it
/// commits, so it must not travel as the transaction's own error.
pub async fn take(app: &App, limits: Vec<(Limit, String)>) -> Result<Vec<i64>> {
    if !app.rate_limit {
        return Ok(Vec::new());
    }
    let now = app.now();
    let (counts, refused) = app
        .db
        .write(move |tx| {
            let mut counts = Vec::new();
            let mut refused: Option<Timestamp> = None;
            for (limit, subject) in &limits {
                let count = attempts::add(tx, limit, subject, now)?;
                if limit.is_spent(count.tries) {
                    refused = refused.max(Some(count.expires_at));
                }
                counts.push(count.tries);
            }
            Ok::<_, Error>((counts, refused))
        })
        .await?;
    match refused {
        None => Ok(counts),
        Some(until) => Err(too_many(until.since(now))),
    }
}

fn too_many(wait: Duration) -> Error {
    let wait = Duration::from_secs(wait.as_secs() + 1);
    let message = format!("Too many attempts. Please try again in {}.", wait_in_words(wait));
    Error::TooManyTries { retry_after: wait, message }
}
