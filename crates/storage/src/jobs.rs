//! Work for later: put in a queue by a transaction, claimed by a worker, done at least once.
//!
//! A claim is a lease. A worker that dies simply lets it run out and the job is claimed again, so a job's work
//! must bear being repeated. Every later call names the attempt it speaks for: a worker that lost its lease
//! cannot finish or fail what another has taken over. Time is always the caller's, in Unix milliseconds.

use crate::db::{Conn, DbError, Row, Tx, params, sql};

const FIRST_RETRY_MS: i64 = 10_000;
const LONGEST_RETRY_MS: i64 = 60 * 60 * 1000;
const LONGEST_ERROR: usize = 2000;

#[derive(Debug, Clone, Copy)]
pub struct NewJob<'a> {
    pub id: &'a str,
    pub kind: &'a str,
    pub payload: &'a str,
    pub owner_id: Option<&'a str>,
    /// Of jobs with the same key only one is ever waiting or running.
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
    /// 1 for the first try.
    pub attempt: i64,
    pub max_attempts: i64,
}

/// Jobs that take long have a lane of their own, so that quick ones do not wait behind them; so have those
/// that wait for a mail server. How a kind begins decides: `long-`, `mail-`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    Quick,
    Long,
    Mail,
}

impl Lane {
    const fn number(self) -> i64 {
        match self {
            Self::Quick => 0,
            Self::Long => 1,
            Self::Mail => 2,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterFailure {
    RetryAt(i64),
    /// No attempt is left.
    Dead,
    /// The lease had run out and the job is no longer this worker's.
    NotOurs,
}

/// Answers `false` when a job with the same unique key is already waiting or running.
pub fn enqueue(tx: &mut Tx, now: i64, job: &NewJob<'_>) -> Result<bool, DbError> {
    let rows = tx.execute(
        sql!(
            "INSERT INTO jobs (id, kind, payload, owner_id, unique_key, state, run_at, attempts, max_attempts, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, 'queued', ?6, 0, ?7, ?8)
             ON CONFLICT (unique_key) DO NOTHING"
        ),
        params![
            job.id,
            job.kind,
            job.payload,
            job.owner_id,
            job.unique_key,
            job.run_at,
            job.max_attempts,
            now
        ],
    )?;
    Ok(rows == 1)
}

/// Runs a job that comes again and again at once, where its next run is later than it can be: a clock was ahead when
/// it was queued. Answers whether it was.
pub fn bring_forward(
    tx: &mut Tx,
    unique_key: &str,
    latest: i64,
    now: i64,
) -> Result<bool, DbError> {
    let rows = tx.execute(
        sql!(
            "UPDATE jobs SET run_at = ?3
             WHERE unique_key = ?1 AND state = 'queued' AND run_at > ?2"
        ),
        params![unique_key, latest, now],
    )?;
    Ok(rows == 1)
}

/// When the job with this key runs next; none where it is not waiting.
pub fn next_run_of(conn: &mut Conn, unique_key: &str) -> Result<Option<i64>, DbError> {
    conn.query_opt(
        sql!("SELECT run_at FROM jobs WHERE unique_key = ?1 AND state = 'queued'"),
        params![unique_key],
        |row| row.int(0),
    )
}

/// The job that is due longest, now this worker's until `now + lease_ms`.
pub fn claim(tx: &mut Tx, now: i64, lease_ms: i64) -> Result<Option<Job>, DbError> {
    release_expired(tx, now)?;
    tx.query_opt(
        sql!(
            sqlite: "UPDATE jobs SET state = 'running', attempts = attempts + 1, locked_until = ?2
                WHERE id = (SELECT id FROM jobs WHERE state = 'queued' AND run_at <= ?1 ORDER BY run_at, id LIMIT 1)
                RETURNING id, kind, payload, owner_id, attempts, max_attempts",
            postgres: "UPDATE jobs SET state = 'running', attempts = attempts + 1, locked_until = ?2
                WHERE id = (SELECT id FROM jobs WHERE state = 'queued' AND run_at <= ?1 ORDER BY run_at, id LIMIT 1
                    FOR UPDATE SKIP LOCKED)
                RETURNING id, kind, payload, owner_id, attempts, max_attempts",
        ),
        params![now, now.saturating_add(lease_ms)],
        job,
    )
}

/// Jobs whose worker went silent: queued again, or dead when that was their last attempt (a job that takes the
/// whole process down must not do so for ever).
fn release_expired(tx: &mut Tx, now: i64) -> Result<u64, DbError> {
    tx.execute(
        sql!(
            sqlite: "UPDATE jobs SET locked_until = NULL, last_error = 'the worker went silent',
                    state = CASE WHEN attempts >= max_attempts THEN 'dead' ELSE 'queued' END,
                    finished_at = CASE WHEN attempts >= max_attempts THEN ?1 END,
                    unique_key = CASE WHEN attempts < max_attempts THEN unique_key END
                WHERE state = 'running' AND locked_until <= ?1",
            postgres: "UPDATE jobs SET locked_until = NULL, last_error = 'the worker went silent',
                    state = CASE WHEN attempts >= max_attempts THEN 'dead' ELSE 'queued' END,
                    finished_at = CASE WHEN attempts >= max_attempts THEN ?1 END,
                    unique_key = CASE WHEN attempts < max_attempts THEN unique_key END
                WHERE id IN (SELECT id FROM jobs WHERE state = 'running' AND locked_until <= ?1
                    FOR UPDATE SKIP LOCKED)",
        ),
        params![now],
    )
}

/// The same among the jobs of one lane.
pub fn claim_in(tx: &mut Tx, lane: Lane, now: i64, lease_ms: i64) -> Result<Option<Job>, DbError> {
    release_expired(tx, now)?;
    tx.query_opt(
        sql!(
            sqlite: "UPDATE jobs SET state = 'running', attempts = attempts + 1, locked_until = ?2
                WHERE id = (SELECT id FROM jobs WHERE state = 'queued' AND run_at <= ?1
                    AND CASE WHEN kind LIKE 'long-%' THEN 1 WHEN kind LIKE 'mail-%' THEN 2 ELSE 0 END = ?3 ORDER BY run_at, id LIMIT 1)
                RETURNING id, kind, payload, owner_id, attempts, max_attempts",
            postgres: "UPDATE jobs SET state = 'running', attempts = attempts + 1, locked_until = ?2
                WHERE id = (SELECT id FROM jobs WHERE state = 'queued' AND run_at <= ?1
                    AND CASE WHEN kind LIKE 'long-%' THEN 1 WHEN kind LIKE 'mail-%' THEN 2 ELSE 0 END = ?3 ORDER BY run_at, id LIMIT 1
                    FOR UPDATE SKIP LOCKED)
                RETURNING id, kind, payload, owner_id, attempts, max_attempts",
        ),
        params![now, now.saturating_add(lease_ms), lane.number()],
        job,
    )
}

/// When the next job of a lane is due, or the next lease of any runs out.
pub fn next_due_in(conn: &mut Conn, lane: Lane) -> Result<Option<i64>, DbError> {
    let queued = conn.query_one(
        sql!(
            "SELECT MIN(run_at) FROM jobs
             WHERE state = 'queued' AND CASE WHEN kind LIKE 'long-%' THEN 1 WHEN kind LIKE 'mail-%' THEN 2 ELSE 0 END = ?1"
        ),
        params![lane.number()],
        |row| row.opt_int(0),
    )?;
    let running = sql!("SELECT MIN(locked_until) FROM jobs WHERE state = 'running'");
    let running = conn.query_one(running, params![], |row| row.opt_int(0))?;
    Ok(queued.into_iter().chain(running).min())
}

/// Gives a worker more time; `false` when the job is no longer its own and the work should stop.
pub fn extend(tx: &mut Tx, job: &Job, now: i64, lease_ms: i64) -> Result<bool, DbError> {
    let rows = tx.execute(
        sql!(
            "UPDATE jobs SET locked_until = ?3 WHERE id = ?1 AND attempts = ?2 AND state = 'running'"
        ),
        params![&job.id, job.attempt, now.saturating_add(lease_ms)],
    )?;
    Ok(rows == 1)
}

/// `false` when another worker has taken the job over. The unique key is free again, so that a recurrent job
/// can queue its next run in the same transaction.
pub fn finish(tx: &mut Tx, job: &Job, now: i64) -> Result<bool, DbError> {
    let rows = tx.execute(
        sql!(
            "UPDATE jobs SET state = 'done', locked_until = NULL, unique_key = NULL, finished_at = ?3
             WHERE id = ?1 AND attempts = ?2 AND state = 'running'"
        ),
        params![&job.id, job.attempt, now],
    )?;
    Ok(rows == 1)
}

/// Puts the job back with a growing delay, or to rest when it has no attempt left.
pub fn fail(tx: &mut Tx, job: &Job, now: i64, error: &str) -> Result<AfterFailure, DbError> {
    let error: String = error.chars().filter(|c| *c != '\0').take(LONGEST_ERROR).collect();
    let retry_at = now.saturating_add(back_off_ms(job.attempt));
    let (statement, after) = if job.attempt >= job.max_attempts {
        let bury = sql!(
            "UPDATE jobs SET state = 'dead', locked_until = NULL, unique_key = NULL, last_error = ?3, finished_at = ?4
             WHERE id = ?1 AND attempts = ?2 AND state = 'running'"
        );
        (bury, AfterFailure::Dead)
    } else {
        let put_back = sql!(
            "UPDATE jobs SET state = 'queued', locked_until = NULL, last_error = ?3, run_at = ?4
             WHERE id = ?1 AND attempts = ?2 AND state = 'running'"
        );
        (put_back, AfterFailure::RetryAt(retry_at))
    };
    let at = if after == AfterFailure::Dead { now } else { retry_at };
    let rows = tx.execute(statement, params![&job.id, job.attempt, error, at])?;
    Ok(if rows == 1 { after } else { AfterFailure::NotOurs })
}

/// When the next job is due (or the next lease runs out), so that an idle worker can sleep until then.
pub fn next_due(conn: &mut Conn) -> Result<Option<i64>, DbError> {
    let earliest = |row: &Row<'_>| row.opt_int(0);
    let queued = sql!("SELECT MIN(run_at) FROM jobs WHERE state = 'queued'");
    let running = sql!("SELECT MIN(locked_until) FROM jobs WHERE state = 'running'");
    let queued = conn.query_one(queued, params![], earliest)?;
    let running = conn.query_one(running, params![], earliest)?;
    Ok(queued.into_iter().chain(running).min())
}

/// Forgets jobs that ended before a time; answers how many.
pub fn prune(tx: &mut Tx, finished_before: i64) -> Result<u64, DbError> {
    tx.execute(sql!("DELETE FROM jobs WHERE finished_at < ?1"), params![finished_before])
}

/// Forgets one that is done, at once and without a trace.
pub fn forget(tx: &mut Tx, job: &Job) -> Result<(), DbError> {
    tx.scrub();
    tx.execute(sql!("DELETE FROM jobs WHERE id = ?1 AND state = 'done'"), params![&job.id])?;
    Ok(())
}

/// 10 s, 20 s, 40 s … up to an hour.
fn back_off_ms(attempt: i64) -> i64 {
    let doublings = u32::try_from(attempt - 1).unwrap_or(0).min(20);
    FIRST_RETRY_MS.saturating_mul(1 << doublings).min(LONGEST_RETRY_MS)
}

fn job(row: &Row<'_>) -> Result<Job, DbError> {
    Ok(Job {
        id: row.text(0)?.to_owned(),
        kind: row.text(1)?.to_owned(),
        payload: row.text(2)?.to_owned(),
        owner_id: row.opt_text(3)?.map(str::to_owned),
        attempt: row.int(4)?,
        max_attempts: row.int(5)?,
    })
}

#[cfg(test)]
mod tests {
    use super::back_off_ms;

    #[test]
    fn retries_wait_longer_each_time_but_not_for_ever() {
        let waits: Vec<i64> = (1..=4).map(back_off_ms).collect();
        assert_eq!(waits, [10_000, 20_000, 40_000, 80_000]);
        assert_eq!(back_off_ms(1_000), 3_600_000);
    }
}
