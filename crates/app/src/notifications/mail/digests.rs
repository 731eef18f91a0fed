//! Notifications by mail. What comes within a few minutes goes into one letter: the first notification queues
//! a job for a little later, and that job writes of everything that has been told by then and not been read.

use std::time::Duration;

use domain::ids::UserId;
use domain::jobs::Kind;
use domain::time::Timestamp;
use storage::db::{DbError, Tx};
use storage::identity::settings;
use storage::notifications;
use storage::operations::jobs::{self, Job};

use super::{letters, queue};
use crate::jobs::Work;
use crate::notifications::wording;
use crate::{App, Error, Result};

const GATHERED_FOR: Duration = Duration::from_secs(3 * 60);
/// More than these nobody reads in a letter.
const MOST: i64 = 20;

/// In the transaction that made the notification, after it: its number is the first to write of, unless a
/// job waits already.
pub(crate) fn announce(
    tx: &mut Tx,
    owner: UserId,
    number: i64,
    now: Timestamp,
) -> Result<(), DbError> {
    let kind = Kind::MailNotifications;
    Work::of(kind, owner, &number.to_string())
        .once(&format!("{}:{owner}", kind.as_str()))
        .at(now + GATHERED_FOR)
        .queue(tx, now)
}

/// Ends its own job in the same transaction, while nobody can be telling the account anything: whoever tells
/// after that finds no job waiting and queues the next one. So nothing is left out and nothing told twice.
pub(crate) async fn gather(app: &App, job: &Job) -> Result<()> {
    let owner = job.owner_id.as_deref().and_then(UserId::parse);
    let owner = owner.ok_or_else(|| Error::unexpected("notifications of nobody"))?;
    let first: i64 = job.payload.parse().map_err(Error::unexpected)?;
    let (job, keys, now) = (job.clone(), app.keys.clone(), app.now());
    app.write(move |tx| {
        notifications::lock(tx, owner)?;
        if !jobs::finish(tx, &job, now.as_millis())? {
            return Ok(());
        }
        // They may have changed their mind in these minutes.
        if !settings::load(tx, owner)?.email_notifications {
            return Ok(());
        }
        let mut news = notifications::list_after(tx, owner, first - 1, MOST)?;
        // Of these there is a letter of its own.
        let has_letter = [Some(wording::SECURITY_PAGE), Some(wording::ARCHIVES)];
        news.retain(|one| !one.is_read && !has_letter.contains(&one.link.as_deref()));
        match letters::news(&news) {
            Some(letter) => queue(tx, &keys, owner, now, &letter),
            None => Ok(()),
        }
    })
    .await?;
    app.wake_workers();
    Ok(())
}
