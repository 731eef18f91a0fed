//! The queue of background jobs: a transaction adds a job, a worker claims it, and it runs at least once.
//!
//! A claim is a lease. When a worker dies, its lease expires and the job is claimed again, so a job must be
//! repeatable. Every later call names its attempt: a worker that lost its lease cannot finish or fail a job
//! that another one has taken over. The caller always passes the time, in Unix milliseconds.
//!
//! A job's key begins with its owner, like every row of an account, and every statement on one job names the
//! owner. Jobs of no account are stored under the nil owner. Within a lane the accounts take turns: see
//! `claim_in`.

use domain::ids::UserId;
use domain::jobs::{Kind, Lane, LaneCounts};

use crate::db::{Conn, DbError, Row, Tx, params, sql};

const FIRST_RETRY_MS: i64 = 10_000;
const LONGEST_RETRY_MS: i64 = 60 * 60 * 1000;
const LONGEST_ERROR: usize = 2000;

#[derive(Debug, Clone, Copy)]
pub struct NewJob<'a> {
    pub id: &'a str,
    pub kind: &'a str,
    pub lane: Lane,
    pub payload: &'a str,
    pub owner_id: Option<&'a str>,
    /// Only one job of an owner with the same key is waiting or running.
    pub unique_key: Option<&'a str>,
    pub run_at: i64,
    pub max_attempts: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    pub id: String,
    pub kind: String,
    pub payload: String,
    pub owner_id: Option<String>,
    /// 1 for the first attempt.
    pub attempt: i64,
    pub max_attempts: i64,
}

impl Job {
    /// The owner as stored in the table; the next claim continues after it.
    pub fn owner(&self) -> String {
        owner_key(self.owner_id.as_deref())
    }
}

/// The owner as stored in the table; a job of no account has the nil owner.
fn owner_key(owner: Option<&str>) -> String {
    owner.map_or_else(|| UserId::NOBODY.to_string(), str::to_owned)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterFailure {
    RetryAt(i64),
    /// No attempt is left.
    Dead,
    /// The lease had expired and another worker has the job.
    NotOurs,
}

/// Returns false if a job of this owner with the same unique key is already waiting or running.
pub fn enqueue(tx: &mut Tx, now: i64, job: &NewJob<'_>) -> Result<bool, DbError> {
    let rows = tx.execute(
        sql!(
            "INSERT INTO jobs (owner_id, id, kind, lane, payload, unique_key, state, run_at, attempts, max_attempts,
                               created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'queued', ?7, 0, ?8, ?9)
             ON CONFLICT (owner_id, unique_key) DO NOTHING"
        ),
        params![
            owner_key(job.owner_id),
            job.id,
            job.kind,
            job.lane.number(),
            job.payload,
            job.unique_key,
            job.run_at,
            job.max_attempts,
            now
        ],
    )?;
    Ok(rows == 1)
}

/// Runs a recurring job of no account now if its next run is later than possible, because a clock was ahead
/// when it was queued. Returns whether it was moved.
pub fn bring_forward(
    tx: &mut Tx,
    unique_key: &str,
    latest: i64,
    now: i64,
) -> Result<bool, DbError> {
    let rows = tx.execute(
        sql!(
            "UPDATE jobs SET run_at = ?3
             WHERE owner_id = ?4 AND unique_key = ?1 AND state = 'queued' AND run_at > ?2"
        ),
        params![unique_key, latest, now, UserId::NOBODY.to_string()],
    )?;
    Ok(rows == 1)
}

/// When the job of no account with this key runs next; `None` if it is not waiting.
pub fn next_run_of(conn: &mut Conn, unique_key: &str) -> Result<Option<i64>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT run_at FROM jobs WHERE owner_id = ?2 AND unique_key = ?1 AND state = 'queued'"
        ),
        params![unique_key, UserId::NOBODY.to_string()],
        |row| row.int(0),
    )
}

/// How many accounts a claim tries when other workers take the jobs it has seen.
const MAX_ACCOUNTS_TRIED: usize = 8;

/// Claims a due job of a lane until `now + lease_ms`. The accounts take turns in the order of their ids: it
/// claims the job that has been due longest of the first account after `after`, so that no account waits for
/// all the jobs of another. The caller passes the owner of the last claimed job as `after`.
///
/// A plain read chooses the owner, and the claiming statement names it: a distributed database can lock rows
/// only on the node of one owner.
pub fn claim_in(
    tx: &mut Tx,
    lane: Lane,
    after: Option<&str>,
    now: i64,
    lease_ms: i64,
) -> Result<Option<Job>, DbError> {
    release(tx, now, now)?;
    let mut after = after.unwrap_or_default().to_owned();
    for _ in 0..MAX_ACCOUNTS_TRIED {
        let next = match next_owner(tx, lane, &after, now)? {
            Some(owner) => Some(owner),
            None => next_owner(tx, lane, "", now)?,
        };
        let Some(owner) = next else { return Ok(None) };
        let claimed = claim_of(tx, lane, &owner, now, lease_ms)?;
        if claimed.is_some() {
            return Ok(claimed);
        }
        after = owner;
    }
    Ok(None)
}

fn next_owner(
    conn: &mut Conn,
    lane: Lane,
    after: &str,
    now: i64,
) -> Result<Option<String>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT owner_id FROM jobs
             WHERE lane = ?1 AND state = 'queued' AND owner_id > ?2 AND run_at <= ?3
             ORDER BY owner_id LIMIT 1"
        ),
        params![lane.number(), after, now],
        |row| Ok(row.text(0)?.to_owned()),
    )
}

fn claim_of(
    tx: &mut Tx,
    lane: Lane,
    owner: &str,
    now: i64,
    lease_ms: i64,
) -> Result<Option<Job>, DbError> {
    tx.query_opt(
        sql!(
            sqlite: "UPDATE jobs SET state = 'running', attempts = attempts + 1, locked_until = ?4
                WHERE owner_id = ?1 AND id = (SELECT id FROM jobs
                    WHERE lane = ?2 AND state = 'queued' AND owner_id = ?1 AND run_at <= ?3
                    ORDER BY run_at, id LIMIT 1)
                RETURNING id, kind, payload, owner_id, attempts, max_attempts",
            postgres: "UPDATE jobs SET state = 'running', attempts = attempts + 1, locked_until = ?4
                WHERE owner_id = ?1 AND id = (SELECT id FROM jobs
                    WHERE lane = ?2 AND state = 'queued' AND owner_id = ?1 AND run_at <= ?3
                    ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
                RETURNING id, kind, payload, owner_id, attempts, max_attempts",
        ),
        params![owner, lane.number(), now, now.saturating_add(lease_ms)],
        job,
    )
}

/// Takes running jobs with a lease up to `leased_until` from workers that no longer respond: they are queued
/// again, or dead after their last attempt (a job that crashes the process must not do so forever).
fn release(tx: &mut Tx, leased_until: i64, now: i64) -> Result<u64, DbError> {
    let silent = tx.query(
        sql!("SELECT owner_id, id FROM jobs WHERE state = 'running' AND locked_until <= ?1"),
        params![leased_until],
        |row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned())),
    )?;
    let mut released = 0;
    for (owner, id) in silent {
        released += tx.execute(
            sql!(
                "UPDATE jobs SET locked_until = NULL, last_error = 'the worker went silent',
                    state = CASE WHEN attempts >= max_attempts THEN 'dead' ELSE 'queued' END,
                    finished_at = CASE WHEN attempts >= max_attempts THEN CAST(?4 AS BIGINT) END,
                    unique_key = CASE WHEN attempts < max_attempts THEN unique_key END
                 WHERE owner_id = ?1 AND id = ?2 AND state = 'running' AND locked_until <= ?3"
            ),
            params![owner, id, leased_until, now],
        )?;
    }
    Ok(released)
}

/// Releases every running job, whatever its lease, for a process that knows that no other worker is alive.
/// Returns their number.
pub fn release_all(tx: &mut Tx, now: i64) -> Result<u64, DbError> {
    release(tx, i64::MAX, now)
}

/// When the next job of a lane is due, or the next lease of any job expires.
pub fn next_due_in(conn: &mut Conn, lane: Lane) -> Result<Option<i64>, DbError> {
    let queued = conn.query_one(
        sql!("SELECT MIN(run_at) FROM jobs WHERE state = 'queued' AND lane = ?1"),
        params![lane.number()],
        |row| row.opt_int(0),
    )?;
    let running = sql!("SELECT MIN(locked_until) FROM jobs WHERE state = 'running'");
    let running = conn.query_one(running, params![], |row| row.opt_int(0))?;
    Ok(queued.into_iter().chain(running).min())
}

/// Extends the lease; returns false if another worker has the job and the work must stop.
pub fn extend(tx: &mut Tx, job: &Job, now: i64, lease_ms: i64) -> Result<bool, DbError> {
    let rows = tx.execute(
        sql!(
            "UPDATE jobs SET locked_until = ?4
             WHERE owner_id = ?1 AND id = ?2 AND attempts = ?3 AND state = 'running'"
        ),
        params![job.owner(), &job.id, job.attempt, now.saturating_add(lease_ms)],
    )?;
    Ok(rows == 1)
}

/// Returns false if another worker has taken over the job. The unique key is free again, so that a recurring
/// job can queue its next run in the same transaction.
pub fn finish(tx: &mut Tx, job: &Job, now: i64) -> Result<bool, DbError> {
    let rows = tx.execute(
        sql!(
            "UPDATE jobs SET state = 'done', locked_until = NULL, unique_key = NULL, finished_at = ?4
             WHERE owner_id = ?1 AND id = ?2 AND attempts = ?3 AND state = 'running'"
        ),
        params![job.owner(), &job.id, job.attempt, now],
    )?;
    Ok(rows == 1)
}

/// Queues the job again with a growing delay, or marks it dead after its last attempt.
pub fn fail(tx: &mut Tx, job: &Job, now: i64, error: &str) -> Result<AfterFailure, DbError> {
    let error: String = error.chars().filter(|c| *c != '\0').take(LONGEST_ERROR).collect();
    let retry_at = now.saturating_add(back_off_ms(job.attempt));
    let (statement, after) = if job.attempt >= job.max_attempts {
        let bury = sql!(
            "UPDATE jobs SET state = 'dead', locked_until = NULL, unique_key = NULL, last_error = ?4, finished_at = ?5
             WHERE owner_id = ?1 AND id = ?2 AND attempts = ?3 AND state = 'running'"
        );
        (bury, AfterFailure::Dead)
    } else {
        let put_back = sql!(
            "UPDATE jobs SET state = 'queued', locked_until = NULL, last_error = ?4, run_at = ?5
             WHERE owner_id = ?1 AND id = ?2 AND attempts = ?3 AND state = 'running'"
        );
        (put_back, AfterFailure::RetryAt(retry_at))
    };
    let at = if after == AfterFailure::Dead { now } else { retry_at };
    let rows = tx.execute(statement, params![job.owner(), &job.id, job.attempt, error, at])?;
    Ok(if rows == 1 { after } else { AfterFailure::NotOurs })
}

/// Queues a job again because its worker must stop. The attempt does not count: the job gets one more instead.
/// The attempt's number is not reused, so that a late call of this worker is not taken for the next one's.
/// Returns false if another worker has the job.
pub fn hand_back(tx: &mut Tx, job: &Job) -> Result<bool, DbError> {
    let rows = tx.execute(
        sql!(
            "UPDATE jobs SET state = 'queued', locked_until = NULL, max_attempts = max_attempts + 1
             WHERE owner_id = ?1 AND id = ?2 AND attempts = ?3 AND state = 'running'"
        ),
        params![job.owner(), &job.id, job.attempt],
    )?;
    Ok(rows == 1)
}

/// The error text of jobs that wait because their account is disabled.
const PAUSED: &str = "paused: the account is disabled";

/// Queues a job of a disabled account for later. The attempt does not count.
pub fn pause(tx: &mut Tx, job: &Job, run_at: i64) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "UPDATE jobs SET state = 'queued', locked_until = NULL, max_attempts = max_attempts + 1, run_at = ?4,
                             last_error = ?5
             WHERE owner_id = ?1 AND id = ?2 AND attempts = ?3 AND state = 'running'"
        ),
        params![job.owner(), &job.id, job.attempt, run_at, PAUSED],
    )?;
    Ok(())
}

/// Makes the paused jobs of an account due.
pub fn resume(tx: &mut Tx, owner: UserId, now: i64) -> Result<u64, DbError> {
    tx.execute(
        sql!(
            "UPDATE jobs SET run_at = ?2, last_error = NULL
             WHERE owner_id = ?1 AND state = 'queued' AND last_error = ?3"
        ),
        params![&owner.to_string(), now, PAUSED],
    )
}

/// How many jobs of a kind wait for an account.
pub fn count_waiting(conn: &mut Conn, owner: UserId, kind: Kind) -> Result<i64, DbError> {
    conn.query_one(
        sql!(
            "SELECT COUNT(*) FROM jobs
             WHERE lane = ?1 AND owner_id = ?2 AND state = 'queued' AND kind = ?3"
        ),
        params![kind.lane().number(), &owner.to_string(), kind.as_str()],
        |row| row.int(0),
    )
}

pub fn counts(conn: &mut Conn, lane: Lane, now: i64) -> Result<LaneCounts, DbError> {
    let mut count = |statement| conn.query_one(statement, params![lane.number()], |row| row.int(0));
    let queued = count(sql!("SELECT COUNT(*) FROM jobs WHERE state = 'queued' AND lane = ?1"))?;
    let running = count(sql!("SELECT COUNT(*) FROM jobs WHERE state = 'running' AND lane = ?1"))?;
    let dead = count(sql!("SELECT COUNT(*) FROM jobs WHERE state = 'dead' AND lane = ?1"))?;
    let oldest_due = conn.query_one(
        sql!("SELECT MIN(run_at) FROM jobs WHERE state = 'queued' AND lane = ?1 AND run_at <= ?2"),
        params![lane.number(), now],
        |row| row.opt_int(0),
    )?;
    Ok(LaneCounts { queued, running, dead, oldest_due })
}

/// Deletes jobs that ended before a time; returns their number.
pub fn prune(tx: &mut Tx, finished_before: i64) -> Result<u64, DbError> {
    tx.execute(sql!("DELETE FROM jobs WHERE finished_at < ?1"), params![finished_before])
}

/// Deletes a finished job at once.
pub fn forget(tx: &mut Tx, job: &Job) -> Result<(), DbError> {
    tx.scrub();
    tx.execute(
        sql!("DELETE FROM jobs WHERE owner_id = ?1 AND id = ?2 AND state = 'done'"),
        params![job.owner(), &job.id],
    )?;
    Ok(())
}

/// The delay before the next attempt: 10 s, 20 s, 40 s … up to an hour.
pub fn back_off_ms(attempt: i64) -> i64 {
    let doublings = u32::try_from(attempt - 1).unwrap_or(0).min(20);
    FIRST_RETRY_MS.saturating_mul(1 << doublings).min(LONGEST_RETRY_MS)
}

fn job(row: &Row<'_>) -> Result<Job, DbError> {
    let owner = row.text(3)?;
    let is_nobodys = owner == UserId::NOBODY.to_string();
    Ok(Job {
        id: row.text(0)?.to_owned(),
        kind: row.text(1)?.to_owned(),
        payload: row.text(2)?.to_owned(),
        owner_id: (!is_nobodys).then(|| owner.to_owned()),
        attempt: row.int(4)?,
        max_attempts: row.int(5)?,
    })
}
