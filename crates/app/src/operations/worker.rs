//! The workers that run background jobs: on every instance two for quick jobs, and one each for long jobs, for mail and
//! for payments, each running one job at a time. So a large export does not delay a small one, and neither do fifty uploads or a
//! slow mail server. A job that failed or panicked is retried later; a job whose worker died is claimed by another when
//! its lease expires.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::ids::UserId;
use domain::jobs::{Kind, Lane};
use domain::time::{CLOCK_SLACK, Timestamp};
use futures_util::FutureExt;
use storage::db::Tx;
use storage::identity::users;
use storage::operations::jobs::{self, AfterFailure, Job};
use tokio::sync::watch;

use crate::error::message_of;
use crate::exports::{self, archives};
use crate::identity::password_resets;
use crate::jobs::{LEASE, Work};
use crate::library::sweep::Bound;
use crate::library::{self, analysis, covers, previewing, previews, removal};
use crate::notifications::mail::{self, Post};
use crate::notifications::reminders;
use crate::offers::{reports, settling};
use crate::operations::{housekeeping, samples};
use crate::{App, Error, Result, deliveries};

const REST_AFTER_ERROR: Duration = Duration::from_secs(5);
const FINISHED_JOB_LIFE: Duration = Duration::from_secs(7 * 24 * 60 * 60);

const SWEEP_EVERY: Duration = Duration::from_secs(60 * 60);

/// How long sending a letter may still take when the server stops: handed back halfway, it would be sent twice.
const LAST_LETTER: Duration = Duration::from_secs(5);
/// How long a job of a disabled account pauses before the account is checked again.
const PAUSE: Duration = Duration::from_secs(60 * 60);

/// Tells the workers to stop.
#[derive(Clone)]
pub struct Stop(watch::Receiver<bool>);

impl Stop {
    /// Sending `true` requests the stop.
    pub fn channel() -> (watch::Sender<bool>, Self) {
        let (sender, receiver) = watch::channel(false);
        (sender, Self(receiver))
    }

    fn never() -> Self {
        Self::channel().1
    }

    fn is_requested(&self) -> bool {
        *self.0.borrow()
    }

    async fn requested(&self) {
        // The sender was dropped, so no stop will be requested.
        if self.0.clone().wait_for(|is_requested| *is_requested).await.is_err() {
            std::future::pending().await
        }
    }
}

/// The owner of the last job in a lane, so that owners take turns; shared by the lane's workers.
type Turn = Mutex<Option<String>>;

/// Runs until a stop is requested, then puts the running jobs back into the queue. Errors are logged and followed by a
/// pause; they never end a worker.
pub async fn run(app: Arc<App>, post: Post, stop: Stop) {
    // A killed process may have left orphaned files, and the next hourly sweep may be far off.
    let swept = tokio::select! {
        swept = library::sweep::sweep(&app, Bound::Cautious) => swept,
        () = stop.requested() => return,
    };
    if let Err(error) = swept {
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        tracing::warn!(%error, cause, "the sweep of the media store at start failed");
    }
    let (quick, long) = (Turn::default(), Turn::default());
    let (mail, payments) = (Turn::default(), Turn::default());
    tokio::join!(
        run_worker(&app, &post, Lane::Quick, &quick, &stop),
        run_worker(&app, &post, Lane::Quick, &quick, &stop),
        run_worker(&app, &post, Lane::Long, &long, &stop),
        run_worker(&app, &post, Lane::Mail, &mail, &stop),
        run_worker(&app, &post, Lane::Payments, &payments, &stop)
    );
}

async fn run_worker(app: &Arc<App>, post: &Post, lane: Lane, turn: &Turn, stop: &Stop) {
    while !stop.is_requested() {
        // Subscribes to the signal before looking for jobs, so that a job queued after the look wakes the worker.
        let mut woken = std::pin::pin!(app.job_signal.woken());
        woken.as_mut().enable();
        let nap = match run_due_jobs(app, Some(post), lane, turn, stop).await {
            Ok(nap) => nap,
            Err(error) => {
                let cause = std::error::Error::source(&error).map(ToString::to_string);
                tracing::warn!(%error, cause, "a worker pauses after an error");
                REST_AFTER_ERROR
            }
        };
        tokio::select! {
            () = tokio::time::sleep(nap) => {}
            () = woken => {}
            () = stop.requested() => {}
        }
    }
}

/// Runs all due jobs except mail and returns how long there is nothing to do.
pub async fn work(app: &Arc<App>) -> Result<Duration> {
    let (turn, stop) = (Turn::default(), Stop::never());
    let quick = run_due_jobs(app, None, Lane::Quick, &turn, &stop).await?;
    let payments = run_due_jobs(app, None, Lane::Payments, &turn, &stop).await?;
    Ok(quick.min(payments).min(run_due_jobs(app, None, Lane::Long, &turn, &stop).await?))
}

/// Runs all due mail jobs.
pub async fn send_mail(app: &Arc<App>, post: &Post) -> Result<()> {
    run_due_jobs(app, Some(post), Lane::Mail, &Turn::default(), &Stop::never()).await.map(drop)
}

/// Releases the jobs of dead workers. Only for a process that knows that it is the only one on the database.
pub async fn reclaim(app: &App) -> Result<u64> {
    let now = app.now().as_millis();
    app.write(move |tx| Ok(jobs::release_all(tx, now)?)).await
}

async fn run_due_jobs(
    app: &Arc<App>,
    post: Option<&Post>,
    lane: Lane,
    turn: &Turn,
    stop: &Stop,
) -> Result<Duration> {
    loop {
        if stop.is_requested() {
            return Ok(app.job_signal.longest_nap);
        }
        let now = app.now();
        let due = app.read(move |conn| Ok(jobs::next_due_in(conn, lane)?)).await?;
        let Some(due) = due else {
            if lane != Lane::Quick {
                return Ok(app.job_signal.longest_nap);
            }
            // The sweep always queues its next run, so a queue without one belongs to a new database.
            app.write(move |tx| queue_sweep(tx, now, now)).await?;
            continue;
        };
        if lane == Lane::Quick {
            bring_forward_misplaced_jobs(app, now).await?;
        }
        let wait = Timestamp::from_millis(due).since(now);
        if !wait.is_zero() {
            return Ok(wait.min(app.job_signal.longest_nap));
        }
        // Another instance has claimed the job.
        let Some(job) = claim(app, lane, turn, now).await? else {
            return Ok(Duration::from_millis(100));
        };
        let job_for_stop = job.clone();
        let patience = if lane == Lane::Mail { LAST_LETTER } else { Duration::ZERO };
        tokio::select! {
            done = run_job(app, post, job) => done?,
            () = async { stop.requested().await; tokio::time::sleep(patience).await } => {
                return hand_back(app, job_for_stop).await.map(|()| app.job_signal.longest_nap);
            }
        }
    }
}

async fn claim(app: &App, lane: Lane, turn: &Turn, now: Timestamp) -> Result<Option<Job>> {
    let after = turn.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let claimed = app
        .write(move |tx| {
            let (now, lease) = (now.as_millis(), millis(LEASE));
            Ok(jobs::claim_in(tx, lane, after.as_deref(), now, lease)?)
        })
        .await?;
    if let Some(job) = &claimed {
        *turn.lock().unwrap_or_else(PoisonError::into_inner) = Some(job.owner());
    }
    Ok(claimed)
}

/// Puts a job back into the queue, so that the next process can start it at once.
async fn hand_back(app: &App, job: Job) -> Result<()> {
    let kind = job.kind.clone();
    let was_ours = app.write(move |tx| Ok(jobs::hand_back(tx, &job)?)).await?;
    if was_ours {
        tracing::info!(kind, "a job was put back into the queue");
    }
    Ok(())
}

async fn is_paused(app: &App, kind: Kind, job: &Job) -> Result<bool> {
    let owner = job.owner_id.as_deref().and_then(UserId::parse);
    match owner.filter(|_| kind.pauses_with_account()) {
        Some(owner) => app.read(move |conn| Ok(users::is_disabled(conn, owner)?)).await,
        None => Ok(false),
    }
}

async fn run_job(app: &Arc<App>, post: Option<&Post>, job: Job) -> Result<()> {
    let Some(kind) = Kind::parse(&job.kind) else {
        let unknown = format!("unknown kind of job: {}", job.kind);
        return record_result(app, job, None, Err(Error::unexpected(unknown))).await;
    };
    if is_paused(app, kind, &job).await? {
        let later = (app.now() + PAUSE).as_millis();
        return app.write(move |tx| Ok(jobs::pause(tx, &job, later)?)).await;
    }
    let work = AssertUnwindSafe(run_kind(app, post, kind, &job)).catch_unwind();
    let result = work.await.unwrap_or_else(|panic| {
        Err(Error::unexpected(format!("the job panicked: {}", message_of(panic.as_ref()))))
    });
    record_result(app, job, Some(kind), result).await
}

async fn run_kind(app: &Arc<App>, post: Option<&Post>, kind: Kind, job: &Job) -> Result<()> {
    match kind {
        Kind::Sweep => housekeeping::sweep(app, post).await,
        Kind::Reminders => reminders::run(app, job).await,
        Kind::AnalyseMedia => analysis::run(app, job).await,
        Kind::MakePreview => previewing::run(app, job).await,
        Kind::MailDelivery => deliveries::changes::tell_buyer(app, job).await,
        Kind::MakeCover => covers::run(app, job).await,
        Kind::DigestFile => deliveries::digests::run(app, job).await,
        Kind::PreparePreviews => previews::prepare_all(app, job).await,
        Kind::MakeArchive => archives::make(app, job).await,
        Kind::MakeExport => exports::make(app, job).await,
        Kind::RemoveMedia => removal::remove(app, &job.payload).await,
        Kind::RemoveAllMedia => removal::remove_all(app, post, &job.payload).await,
        Kind::PlaceSampleBeats => samples::place(app, job).await,
        Kind::MailNotifications => mail::send_digest(app, job).await,
        Kind::ResetPassword => password_resets::prepare(app, job).await,
        Kind::SettlePayment => settling::run(app, job).await,
        Kind::SendLetter => match post {
            Some(post) => mail::deliver(app, post, job).await,
            None => Err(Error::unexpected("this worker does not send mail")),
        },
    }
}

/// Records the result of a job and queues its next run or its retry.
async fn record_result(app: &App, job: Job, kind: Option<Kind>, result: Result<()>) -> Result<()> {
    let (now, keys) = (app.now(), app.keys.clone());
    app.write(move |tx| {
        match result {
            Ok(()) => {
                if jobs::finish(tx, &job, now.as_millis())? {
                    match kind {
                        Some(Kind::Sweep) => {
                            jobs::prune(tx, (now - FINISHED_JOB_LIFE).as_millis())?;
                        }
                        // The payload names a deleted account, so the job's row is deleted too.
                        Some(Kind::RemoveAllMedia) => jobs::forget(tx, &job)?,
                        // The last letter of a deleted account, so the job's row is deleted too.
                        Some(Kind::SendLetter) if job.owner_id.is_none() => {
                            jobs::forget(tx, &job)?;
                        }
                        _ => {}
                    }
                    queue_again(tx, kind, now)?;
                }
            }
            Err(error) => {
                let cause = std::error::Error::source(&error).map(ToString::to_string);
                let cause = cause.unwrap_or_else(|| error.to_string());
                let after = jobs::fail(tx, &job, now.as_millis(), &cause)?;
                tracing::warn!(kind = job.kind, error = cause, ?after, "a job failed");
                if after == AfterFailure::Dead {
                    if kind == Some(Kind::SettlePayment) {
                        reports::give_up(tx, &keys, &job, now)?;
                    }
                    queue_again(tx, kind, now)?;
                }
            }
        }
        Ok(())
    })
    .await
}

/// Queues the next run of a periodic job. The sweep also queues the reminders, which start with the first sweep.
fn queue_again(tx: &mut Tx, kind: Option<Kind>, now: Timestamp) -> Result<()> {
    match kind {
        Some(Kind::Sweep) => {
            queue_sweep(tx, now, now + SWEEP_EVERY)?;
            reminders::queue(tx, now)
        }
        Some(Kind::Reminders) => reminders::queue_next(tx, now),
        _ => Ok(()),
    }
}

/// Runs periodic jobs now if their next run is much later than their period: a clock that was ahead has put them
/// there.
async fn bring_forward_misplaced_jobs(app: &App, now: Timestamp) -> Result<()> {
    let latest = [
        (Kind::Sweep.as_str(), (now + SWEEP_EVERY + CLOCK_SLACK).as_millis()),
        (Kind::Reminders.as_str(), (reminders::next_run(now) + CLOCK_SLACK).as_millis()),
    ];
    let late = app
        .read(move |conn| {
            let mut late = Vec::new();
            for (key, latest) in latest {
                if jobs::next_run_of(conn, key)?.is_some_and(|run_at| run_at > latest) {
                    late.push((key, latest));
                }
            }
            Ok(late)
        })
        .await?;
    for (key, latest) in late {
        tracing::warn!(
            job = key,
            "the next run of a periodic job was too far in the future; it runs now"
        );
        let at = now.as_millis();
        let moved = app.write(move |tx| Ok(jobs::bring_forward(tx, key, latest, at)?));
        moved.await?;
    }
    Ok(())
}

fn queue_sweep(tx: &mut Tx, now: Timestamp, run_at: Timestamp) -> Result<()> {
    let kind = Kind::Sweep;
    Ok(Work::of_nobody(kind, "").once(kind.as_str()).at(run_at).queue(tx, now)?)
}

fn millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}
