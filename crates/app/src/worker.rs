//! The worker: claims jobs and does them, one at a time, on every instance. A job that fails is tried
//! again later; one whose worker died is claimed by another when its lease runs out.

use std::{sync::Arc, time::Duration};

use domain::{ids::JobId, time::Timestamp};
use storage::{
    db::Tx,
    jobs::{self, AfterFailure, Job, NewJob},
};
use tokio::sync::Notify;

use crate::{App, Error, Result, crypto, exports, housekeeping};

/// Wakes a worker of this instance from its nap.
#[derive(Default)]
pub struct Bell(Notify);

impl Bell {
    /// To be rung after the commit; what is rung while nobody sleeps is heard at the next nap.
    pub fn ring(&self) {
        self.0.notify_one();
    }
}

const LEASE: Duration = Duration::from_secs(5 * 60);
/// How long an idle worker sleeps at most; another instance may have queued something.
const LONGEST_NAP: Duration = Duration::from_secs(5);
const AFTER_TROUBLE: Duration = Duration::from_secs(5);
const FINISHED_JOB_LIFE: Duration = Duration::from_secs(7 * 24 * 60 * 60);

const SWEEP: &str = "sweep";
const SWEEP_EVERY: Duration = Duration::from_secs(60 * 60);

/// Runs until it is dropped. Trouble is logged and slept off; it never ends the worker.
pub async fn run(app: Arc<App>) {
    loop {
        let nap = match work(&app).await {
            Ok(nap) => nap,
            Err(error) => {
                let cause = std::error::Error::source(&error).map(ToString::to_string);
                tracing::warn!(%error, cause, "the worker rests after a failure");
                AFTER_TROUBLE
            }
        };
        // Rung or not: there may be something to do.
        let _ = tokio::time::timeout(nap, app.bell.0.notified()).await;
    }
}

/// Does what is due, then tells how long there is nothing to do.
pub async fn work(app: &Arc<App>) -> Result<Duration> {
    loop {
        let now = app.now();
        let due = app.db.read(|conn| Ok::<_, Error>(jobs::next_due(conn)?)).await?;
        let Some(due) = due else {
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
            .write(move |tx| Ok::<_, Error>(jobs::claim(tx, now.as_millis(), millis(LEASE))?))
            .await?;
        // Another instance was quicker.
        let Some(job) = claimed else {
            return Ok(Duration::from_millis(100));
        };
        carry_out(app, job).await?;
    }
}

/// Gives long work more time. An error says that another worker has taken it over.
pub(crate) async fn extend(app: &App, job: &Job) -> Result<()> {
    let (job, now) = (job.clone(), app.now().as_millis());
    let is_ours =
        app.db.write(move |tx| Ok::<_, Error>(jobs::extend(tx, &job, now, millis(LEASE))?)).await?;
    if is_ours { Ok(()) } else { Err(Error::unexpected("another worker has taken this job over")) }
}

async fn carry_out(app: &Arc<App>, job: Job) -> Result<()> {
    let result = match job.kind.as_str() {
        SWEEP => housekeeping::sweep(app).await,
        exports::JOB => exports::make(app, &job).await,
        other => Err(Error::unexpected(format!("no work is known by the name {other}"))),
    };
    let now = app.now();
    app.db
        .write(move |tx| {
            match result {
                Ok(()) => {
                    if jobs::finish(tx, &job, now.as_millis())? && job.kind == SWEEP {
                        jobs::prune(tx, (now - FINISHED_JOB_LIFE).as_millis())?;
                        queue_sweep(tx, now, now + SWEEP_EVERY)?;
                    }
                }
                Err(error) => {
                    let cause = std::error::Error::source(&error).map(ToString::to_string);
                    let told = cause.unwrap_or_else(|| error.to_string());
                    let after = jobs::fail(tx, &job, now.as_millis(), &told)?;
                    tracing::warn!(kind = job.kind, error = told, ?after, "a job failed");
                    if after == AfterFailure::Dead && job.kind == SWEEP {
                        queue_sweep(tx, now, now + SWEEP_EVERY)?;
                    }
                }
            }
            Ok::<_, Error>(())
        })
        .await
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
