//! The hourly sweep: removes expired sessions, counts of attempts, security log entries and notifications older than a
//! year, stored answers of idempotent requests, expired links and reminders, the key and the visitors of past days, purchases
//! whose mailboxes nobody has proved, expired exports, and media files without a row.

use std::time::Duration;

use domain::calendar::Day;
use domain::shop::KEPT_FOR;
use storage::deliveries::events as delivery_events;
use storage::identity::{
    attempts, email_confirmations, invitations, passkeys, password_resets, security_log, sessions,
};
use storage::money::idempotency;
use storage::shares::visits;
use storage::{notifications, offers, reminders, shop};

use crate::exports::made_files::{self, ArchiveFiles, ExportFiles};
use crate::library::sweep::Bound;
use crate::library::{self, analysis, previewing, waiting_uploads};
use crate::notifications::mail::Post;
use crate::offers::reports;
use crate::{App, Error, Result};

const LOG_LIFE: Duration = Duration::from_secs(365 * 24 * 60 * 60);
/// The most security log entries of sign-ins with unknown addresses; anyone can cause as many as they like.
const MOST_OF_NOBODY: i64 = 10_000;
const NOTIFICATION_LIFE: Duration = Duration::from_secs(365 * 24 * 60 * 60);
/// How long after its start a play is kept in the table of running plays.
const LISTEN_LIFE: Duration = Duration::from_secs(24 * 60 * 60);
/// How long a purchase may wait for the code that proves its mailbox.
const PURCHASE_LIFE: Duration = Duration::from_secs(24 * 60 * 60);
const ANSWER_LIFE: Duration = Duration::from_secs(48 * 60 * 60);

pub async fn sweep(app: &App, post: Option<&Post>) -> Result<()> {
    let now = app.now();
    if let Some(post) = post {
        post.remove_old_letters().await?;
    }
    let record_ends = now - domain::deliveries::DAY * 365 * app.policy.delivery_record_years;
    let last_day = Day::of(record_ends).to_string();
    let (sessions, counts, entries, answers, notifications, unanalyzed, mail) = app
        .write(move |tx| {
            Ok((
                sessions::remove_expired(tx, now)?,
                attempts::remove_expired(tx, now)?,
                security_log::remove_older(tx, now - LOG_LIFE)?
                    + security_log::trim_without_account(tx, MOST_OF_NOBODY)?,
                idempotency::remove_older(tx, now - ANSWER_LIFE)?,
                notifications::remove_older(tx, now - NOTIFICATION_LIFE)?,
                analysis::give_up_waiting(tx, now)? + previewing::give_up_waiting(tx, now)?,
                password_resets::remove_expired(tx, now)?
                    + invitations::remove_expired(tx, now)?
                    + email_confirmations::remove_expired(tx, now)?
                    + passkeys::remove_expired_challenges(tx, now)?
                    + reminders::remove_before(tx, Day::of(now).days_before(1))?
                    + visits::remove_before(tx, Day::of(now), now - LISTEN_LIFE)?
                    + shop::remove_before(tx, now - KEPT_FOR)?
                    + reports::sweep(tx, now)?
                    + offers::remove_unproved_before(tx, now - PURCHASE_LIFE)?
                    + delivery_events::remove_ended_before(tx, record_ends, &last_day)?,
            ))
        })
        .await?;
    let files = made_files::sweep::<ExportFiles>(app).await?
        + made_files::sweep::<ArchiveFiles>(app).await?
        + waiting_uploads::sweep(app).await?
        + library::files::remove_unpromised(app).await?
        + library::resumable::sweep(app).await?;
    tracing::debug!(
        sessions,
        counts,
        entries,
        answers,
        notifications,
        unanalyzed,
        mail,
        files,
        "removed expired rows and files"
    );
    match library::sweep::sweep(app, Bound::Cautious).await {
        // The media sweep stopped and logged why; everything else was done.
        Err(Error::Conflict(_)) => Ok(()),
        swept => swept.map(drop),
    }
}
