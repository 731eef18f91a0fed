//! Queuing background jobs, in the transaction of the change that needs them. The worker runs them.

use std::time::Duration;

use domain::ids::{JobId, UserId};
use domain::jobs::Kind;
use domain::time::Timestamp;
use storage::db::{DbError, Tx};
use storage::operations::jobs::{self, Job, NewJob};

use crate::{App, Error, Result, crypto};

/// How long a job stays with a worker that does not report progress; then another worker takes it over.
pub(crate) const LEASE: Duration = Duration::from_secs(5 * 60);

/// A background job to be queued.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Work<'a> {
    kind: Kind,
    owner: Option<UserId>,
    payload: &'a str,
    key: Option<&'a str>,
    run_at: Option<Timestamp>,
}

impl<'a> Work<'a> {
    /// A job of an account.
    pub fn of(kind: Kind, owner: UserId, payload: &'a str) -> Self {
        Self { kind, owner: Some(owner), payload, key: None, run_at: None }
    }

    /// A job that belongs to no account.
    pub fn of_nobody(kind: Kind, payload: &'a str) -> Self {
        Self { kind, owner: None, payload, key: None, run_at: None }
    }

    /// At most one job with the same owner and key is waiting or running; further ones are dropped.
    pub fn once(self, key: &'a str) -> Self {
        Self { key: Some(key), ..self }
    }

    /// The job does not start before this time.
    pub fn at(self, run_at: Timestamp) -> Self {
        Self { run_at: Some(run_at), ..self }
    }

    /// Adds the job to the queue. Call `App::wake_workers` after the transaction, so that it starts at once.
    pub fn queue(self, tx: &mut Tx, now: Timestamp) -> Result<(), DbError> {
        self.queue_with_id(tx, now).map(drop)
    }

    /// Like `queue`; returns the id of the job.
    pub fn queue_with_id(self, tx: &mut Tx, now: Timestamp) -> Result<String, DbError> {
        let id = JobId::new(now, crypto::random()).to_string();
        let owner = self.owner.map(|owner| owner.to_string());
        let job = NewJob {
            id: &id,
            kind: self.kind.as_str(),
            lane: self.kind.lane(),
            payload: self.payload,
            owner_id: owner.as_deref(),
            unique_key: self.key,
            run_at: self.run_at.unwrap_or(now).as_millis(),
            max_attempts: self.kind.tries(),
        };
        jobs::enqueue(tx, now.as_millis(), &job)?;
        Ok(id)
    }
}

/// Extends the lease of a long job. Fails if another worker has taken the job over.
pub(crate) async fn extend(app: &App, job: &Job) -> Result<()> {
    let (job, now) = (job.clone(), app.now().as_millis());
    let lease = i64::try_from(LEASE.as_millis()).unwrap_or(i64::MAX);
    let is_ours = app.write(move |tx| Ok(jobs::extend(tx, &job, now, lease)?)).await?;
    if is_ours { Ok(()) } else { Err(Error::unexpected("another worker has taken this job over")) }
}
