//! The workers: two for quick jobs, one for long ones and one for mail on every instance, each doing one at
//! a time, so that a large export does not keep a small one waiting, nor do fifty beats or a slow mail server.
//! A job that fails is tried again later; one whose worker died is claimed by another when its lease runs out.

use std::{sync::Arc, time::Duration};

use domain::{ids::JobId, time::Timestamp};
use storage::{
    db::Tx,
    jobs::{self, AfterFailure, Job, Lane, NewJob},
};

use crate::{
    App, Error, Result, analysis, archives, crypto, exports, housekeeping,
    mail::{self, Post},
    media_removal,
    media_sweep::{self, Bound},
    password_resets, reminders, samples,
};

const LEASE: Duration = Duration::from_secs(5 * 60);
/// How long an idle worker sleeps at most; another instance may have queued something.
const LONGEST_NAP: Duration = Duration::from_secs(5);
const AFTER_TROUBLE: Duration = Duration::from_secs(5);
const FINISHED_JOB_LIFE: Duration = Duration::from_secs(7 * 24 * 60 * 60);

const SWEEP: &str = "sweep";
const SWEEP_EVERY: Duration = Duration::from_secs(60 * 60);

/// Runs until it is dropped. Trouble is logged and slept off; it never ends the worker.
pub async fn run(app: Arc<App>, post: Post) {
    // A process that was killed may have left something; the hourly sweep may be far off.
    if let Err(error) = media_sweep::sweep(&app, Bound::Cautious).await {
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        tracing::warn!(%error, cause, "the media store could not be swept at start");
    }
    tokio::join!(
        keep_working(&app, &post, Lane::Quick),
        keep_working(&app, &post, Lane::Quick),
        keep_working(&app, &post, Lane::Long),
        keep_working(&app, &post, Lane::Mail)
    );
}

async fn keep_working(app: &Arc<App>, post: &Post, lane: Lane) {
    loop {
        // Listening begins before the look, so that what is queued after the look is heard.
        let mut bell = std::pin::pin!(app.bell.heard());
        bell.as_mut().enable();
        let nap = match work_in(app, Some(post), lane).await {
            Ok(nap) => nap,
            Err(error) => {
                let cause = std::error::Error::source(&error).map(ToString::to_string);
                tracing::warn!(%error, cause, "the worker rests after a failure");
                AFTER_TROUBLE
            }
        };
        tokio::select! {
            () = tokio::time::sleep(nap) => {}
            () = bell => {}
        }
    }
}

/// Does what is due but mail, then tells how long there is nothing to do.
pub async fn work(app: &Arc<App>) -> Result<Duration> {
    let quick = work_in(app, None, Lane::Quick).await?;
    Ok(quick.min(work_in(app, None, Lane::Long).await?))
}

/// Sends the mail that is due.
pub async fn send_mail(app: &Arc<App>, post: &Post) -> Result<()> {
    work_in(app, Some(post), Lane::Mail).await.map(drop)
}

async fn work_in(app: &Arc<App>, post: Option<&Post>, lane: Lane) -> Result<Duration> {
    loop {
        let now = app.now();
        let due = app.db.read(move |conn| Ok::<_, Error>(jobs::next_due_in(conn, lane)?)).await?;
        let Some(due) = due else {
            if lane != Lane::Quick {
                return Ok(LONGEST_NAP);
            }
            // The sweep queues itself again, so this is a new database.
            app.db.write(move |tx| queue_sweep(tx, now, now)).await?;
            continue;
        };
        let wait = Timestamp::from_millis(due).since(now);
        if !wait.is_zero() {
            return Ok(wait.min(LONGEST_NAP));
        }
        let claimed = app
            .db
            .write(move |tx| {
                Ok::<_, Error>(jobs::claim_in(tx, lane, now.as_millis(), millis(LEASE))?)
            })
            .await?;
        // Another instance was quicker.
        let Some(job) = claimed else {
            return Ok(Duration::from_millis(100));
        };
        carry_out(app, post, job).await?;
    }
}

/// Gives long work more time. An error says that another worker has taken it over.
pub(crate) async fn extend(app: &App, job: &Job) -> Result<()> {
    let (job, now) = (job.clone(), app.now().as_millis());
    let is_ours =
        app.db.write(move |tx| Ok::<_, Error>(jobs::extend(tx, &job, now, millis(LEASE))?)).await?;
    if is_ours { Ok(()) } else { Err(Error::unexpected("another worker has taken this job over")) }
}

async fn carry_out(app: &Arc<App>, post: Option<&Post>, job: Job) -> Result<()> {
    let result = match job.kind.as_str() {
        SWEEP => housekeeping::sweep(app).await,
        analysis::ANALYSE => analysis::run(app, &job).await,
        archives::JOB => archives::make(app, &job).await,
        exports::JOB => exports::make(app, &job).await,
        media_removal::REMOVE => media_removal::remove(app, &job.payload).await,
        media_removal::REMOVE_ALL => media_removal::remove_all(app, &job.payload).await,
        samples::PLACE_BEATS => samples::place_beats(app, &job).await,
        mail::GATHER => mail::gather(app, &job).await,
        password_resets::JOB => password_resets::prepare(app, &job).await,
        reminders::JOB => reminders::run(app, &job).await,
        mail::LETTER => match post {
            Some(post) => mail::deliver(app, post, &job).await,
            None => Err(Error::unexpected("nobody here carries mail")),
        },
        other => Err(Error::unexpected(format!("no work is known by the name {other}"))),
    };
    let now = app.now();
    app.db
        .write(move |tx| {
            match result {
                Ok(()) => {
                    if jobs::finish(tx, &job, now.as_millis())? {
                        match job.kind.as_str() {
                            SWEEP => {
                                jobs::prune(tx, (now - FINISHED_JOB_LIFE).as_millis())?;
                            }
                            // It names an account that is gone: that too shall be forgotten.
                            media_removal::REMOVE_ALL => jobs::forget(tx, &job)?,
                            _ => {}
                        }
                        queue_again(tx, &job, now)?;
                    }
                }
                Err(error) => {
                    let cause = std::error::Error::source(&error).map(ToString::to_string);
                    let told = cause.unwrap_or_else(|| error.to_string());
                    let after = jobs::fail(tx, &job, now.as_millis(), &told)?;
                    tracing::warn!(kind = job.kind, error = told, ?after, "a job failed");
                    if after == AfterFailure::Dead {
                        queue_again(tx, &job, now)?;
                    }
                }
            }
            Ok::<_, Error>(())
        })
        .await
}

/// The next run of a job that comes again and again. The sweep also sees to the reminders, which begin with
/// the first one.
fn queue_again(tx: &mut Tx, job: &Job, now: Timestamp) -> Result<()> {
    match job.kind.as_str() {
        SWEEP => {
            queue_sweep(tx, now, now + SWEEP_EVERY)?;
            reminders::queue(tx, now, now)
        }
        reminders::JOB => reminders::queue(tx, now, reminders::next_run(now)),
        _ => Ok(()),
    }
}

fn queue_sweep(tx: &mut Tx, now: Timestamp, run_at: Timestamp) -> Result<()> {
    let job = NewJob {
        id: &JobId::new(now, crypto::random()).to_string(),
        kind: SWEEP,
        payload: "",
        owner_id: None,
        unique_key: Some(SWEEP),
        run_at: run_at.as_millis(),
        max_attempts: 5,
    };
    jobs::enqueue(tx, now.as_millis(), &job)?;
    Ok(())
}

fn millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}
