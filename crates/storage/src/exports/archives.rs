//! Rows of account archives: their state and expiry.

use domain::exports::{Archive, Status};
use domain::ids::{ArchiveId, UserId};
use domain::time::Timestamp;
use domain::topics::Topic;

use crate::db::{Conn, DbError, Row, Tx, params, sql};

/// The unique key of the archive's job.
pub fn job_key(id: ArchiveId) -> String {
    format!("archive:{id}")
}

pub fn insert(tx: &mut Tx, owner: UserId, new: &Archive) -> Result<(), DbError> {
    tx.changed(owner, Topic::Exports);
    tx.execute(
        sql!(
            "INSERT INTO archives (owner_id, id, status, progress, created_at, expires_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        ),
        params![
            &owner.to_string(),
            &new.id.to_string(),
            new.status.as_str(),
            new.progress,
            new.created_at.as_millis(),
            new.expires_at.as_millis(),
        ],
    )?;
    Ok(())
}

/// Finds an archive that has not expired.
pub fn find(
    conn: &mut Conn,
    owner: UserId,
    id: ArchiveId,
    now: Timestamp,
) -> Result<Option<Archive>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, status, progress, created_at, completed_at, expires_at, file_size, error
             FROM archives WHERE owner_id = ?1 AND id = ?2 AND expires_at > ?3"
        ),
        params![&owner.to_string(), &id.to_string(), now.as_millis()],
        archive,
    )
}

/// One page, newest first, and the total number.
pub fn list(
    conn: &mut Conn,
    owner: UserId,
    now: Timestamp,
    limit: i64,
    offset: i64,
) -> Result<(Vec<Archive>, i64), DbError> {
    conn.snapshot()?;
    let owner = owner.to_string();
    let total = conn.query_one(
        sql!("SELECT COUNT(*) FROM archives WHERE owner_id = ?1 AND expires_at > ?2"),
        params![&owner, now.as_millis()],
        |row| row.int(0),
    )?;
    let rows = conn.query(
        sql!(
            "SELECT id, status, progress, created_at, completed_at, expires_at, file_size, error
             FROM archives WHERE owner_id = ?1 AND expires_at > ?2
             ORDER BY id DESC LIMIT ?3 OFFSET ?4"
        ),
        params![&owner, now.as_millis(), limit, offset],
        archive,
    )?;
    Ok((rows, total))
}

/// Whether an archive is not finished.
pub fn has_unfinished(conn: &mut Conn, owner: UserId) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!(
            "SELECT 1 FROM archives
             WHERE owner_id = ?1 AND status IN ('pending', 'processing') LIMIT 1"
        ),
        params![&owner.to_string()],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Writes the state of an archive; returns false if it was deleted.
pub fn update(tx: &mut Tx, owner: UserId, now: &Archive) -> Result<bool, DbError> {
    tx.changed(owner, Topic::Exports);
    let rows = tx.execute(
        sql!(
            "UPDATE archives SET status = ?3, progress = ?4, completed_at = ?5, expires_at = ?6,
                    file_size = ?7, error = ?8
             WHERE owner_id = ?1 AND id = ?2"
        ),
        params![
            &owner.to_string(),
            &now.id.to_string(),
            now.status.as_str(),
            now.progress,
            now.completed_at.map(Timestamp::as_millis),
            now.expires_at.as_millis(),
            now.file_size,
            &now.error,
        ],
    )?;
    Ok(rows == 1)
}

/// Some expired archives, for housekeeping.
pub fn list_expired(
    conn: &mut Conn,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<(UserId, ArchiveId)>, DbError> {
    conn.query(
        sql!(
            "SELECT owner_id, id FROM archives WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2"
        ),
        params![now.as_millis(), limit],
        |row| {
            let owner = UserId::parse(row.text(0)?).ok_or_else(|| unreadable(0))?;
            Ok((owner, ArchiveId::parse(row.text(1)?).ok_or_else(|| unreadable(1))?))
        },
    )
}

pub fn remove(tx: &mut Tx, owner: UserId, id: ArchiveId) -> Result<(), DbError> {
    tx.changed(owner, Topic::Exports);
    tx.execute(
        sql!("DELETE FROM archives WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), id.to_string()],
    )?;
    Ok(())
}

/// Whether the archive of a file exists, in any state; for housekeeping.
pub fn exists(conn: &mut Conn, owner: UserId, id: ArchiveId) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!("SELECT 1 FROM archives WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), id.to_string()],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Marks archives without a job as failed: their worker died at the last attempt. Returns their number.
pub fn fail_abandoned(tx: &mut Tx, error: &str) -> Result<u64, DbError> {
    tx.execute(
        sql!(
            "UPDATE archives SET status = 'failed', error = ?1
             WHERE status IN ('pending', 'processing') AND NOT EXISTS
               (SELECT 1 FROM jobs WHERE jobs.owner_id = archives.owner_id
                 AND jobs.unique_key = 'archive:' || archives.id)"
        ),
        params![error],
    )
}

fn unreadable(column: usize) -> DbError {
    DbError::Decode { column, reason: "not a value of this column".to_owned() }
}

fn archive(row: &Row<'_>) -> Result<Archive, DbError> {
    Ok(Archive {
        id: ArchiveId::parse(row.text(0)?).ok_or_else(|| unreadable(0))?,
        status: Status::find(row.text(1)?).ok_or_else(|| unreadable(1))?,
        progress: row.int(2)?,
        created_at: Timestamp::from_millis(row.int(3)?),
        completed_at: row.opt_int(4)?.map(Timestamp::from_millis),
        expires_at: Timestamp::from_millis(row.int(5)?),
        file_size: row.opt_int(6)?,
        error: row.opt_text(7)?.map(str::to_owned),
    })
}
