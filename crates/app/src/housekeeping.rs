//! Removing what has had its time: sessions past their life, spent counts, a security log older than a
//! year, answers kept for requests that nobody will repeat any more, notifications of more than a year
//! ago, spent links and reminders, files nobody fetches, and media that no row names.

use std::time::Duration;

use domain::calendar::Day;
use storage::{
    attempts, idempotency, invitations, notifications, password_resets, reminders, security_log,
    sessions,
};

use crate::{App, Result, analysis, archives, exports, media_sweep};

const LOG_LIFE: Duration = Duration::from_secs(365 * 24 * 60 * 60);
const NOTIFICATION_LIFE: Duration = Duration::from_secs(365 * 24 * 60 * 60);
const ANSWER_LIFE: Duration = Duration::from_secs(48 * 60 * 60);

pub async fn sweep(app: &App) -> Result<()> {
    let now = app.now();
    let (sessions, counts, entries, answers, notifications, unheard, mail) = app
        .db
        .write(move |tx| {
            Ok::<_, crate::Error>((
                sessions::remove_expired(tx, now)?,
                attempts::remove_expired(tx, now)?,
                security_log::remove_older(tx, now - LOG_LIFE)?,
                idempotency::remove_older(tx, now - ANSWER_LIFE)?,
                notifications::remove_older(tx, now - NOTIFICATION_LIFE)?,
                analysis::give_up_waiting(tx, now)?,
                password_resets::remove_expired(tx, now)?
                    + invitations::remove_expired(tx, now)?
                    + reminders::remove_before(tx, Day::of(now))?,
            ))
        })
        .await?;
    let files = exports::sweep(app).await? + archives::sweep(app).await?;
    tracing::debug!(
        sessions,
        counts,
        entries,
        answers,
        notifications,
        unheard,
        mail,
        files,
        "swept"
    );
    media_sweep::sweep(app).await
}
