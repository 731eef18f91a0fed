//! Limits for attempts at secrets. An attempt is counted before the secret is checked, so that no more than the limit
//! get through, however many arrive at once.

use std::time::Duration;

use domain::{
    identity::rate_limits::{BY_EMAIL, BY_ID, Limit, wait_in_words},
    ids::UserId,
    time::Timestamp,
};
use storage::db::{DbError, Tx};
use storage::identity::attempts;

use crate::identity::security_events;
use crate::{App, Caller, Error, Result};

/// Counts one attempt against each limit, returns the counts, and refuses the attempt if a limit is reached. The
/// refused attempt is counted too: its transaction commits, so the refusal must not be the transaction's own error.
pub async fn take(app: &App, caller: &Caller, limits: Vec<(Limit, String)>) -> Result<Vec<i64>> {
    if !app.rate_limit {
        return Ok(Vec::new());
    }
    let now = app.now();
    let (counts, refused) = app
        .write(move |tx| {
            let mut counts = Vec::new();
            let mut refused: Option<(Timestamp, &'static str)> = None;
            for (limit, subject) in &limits {
                let count = attempts::add(tx, limit, subject, now)?;
                if limit.is_spent(count.tries) {
                    refused = refused.max(Some((count.expires_at, limit.name)));
                }
                counts.push(count.tries);
            }
            Ok((counts, refused))
        })
        .await?;
    match refused {
        None => Ok(counts),
        Some((until, limit)) => Err(refuse(caller, limit, until.since(now))),
    }
}

/// The error of a refused attempt. Also writes a line to the security log of the operator.
pub(crate) fn refuse(caller: &Caller, limit: &'static str, wait: Duration) -> Error {
    security_events::too_many_attempts(caller, limit);
    too_many(wait)
}

pub(crate) fn too_many(wait: Duration) -> Error {
    let wait = Duration::from_secs(wait.as_secs() + 1);
    let message = format!("Too many attempts. Please try again in {}.", wait_in_words(wait));
    Error::TooManyAttempts { retry_after: wait, message }
}

/// Removes all counts of an account and returns how many there were.
pub(crate) fn clear_account(tx: &mut Tx, owner: UserId, email_key: &str) -> Result<u64, DbError> {
    let mut cleared = 0;
    for limit in BY_EMAIL {
        cleared += attempts::clear_everywhere(tx, &limit, email_key)?;
    }
    for limit in BY_ID {
        cleared += attempts::clear(tx, &limit, &owner.to_string())?;
    }
    Ok(cleared)
}
