//! Notification digests by mail: the first notification queues a job for a few minutes later, which sends one letter
//! with all unread notifications since.

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
/// The most notifications in one letter.
const MOST: i64 = 20;

/// Queues the job, starting with this notification, unless one waits already. To be called in the transaction that
/// creates the notification, after it.
pub(crate) fn queue_digest(
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

/// Sends the digest. It ends its own job in the same transaction, under the account's notification lock: a later
/// notification finds no waiting job and queues the next one. So nothing is left out and nothing is sent twice.
pub(crate) async fn send_digest(app: &App, job: &Job) -> Result<()> {
    let owner = job.owner_id.as_deref().and_then(UserId::parse);
    let owner = owner.ok_or_else(|| Error::unexpected("a notification job has no owner"))?;
    let first: i64 = job.payload.parse().map_err(Error::unexpected)?;
    let (job, keys, now) = (job.clone(), app.keys.clone(), app.now());
    app.write(move |tx| {
        notifications::lock(tx, owner)?;
        if !jobs::finish(tx, &job, now.as_millis())? {
            return Ok(());
        }
        // The owner may have switched e-mail notifications off meanwhile.
        if !settings::load(tx, owner)?.email_notifications {
            return Ok(());
        }
        let mut news = notifications::list_after(tx, owner, first - 1, MOST)?;
        // Security alerts and archives have letters of their own.
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
