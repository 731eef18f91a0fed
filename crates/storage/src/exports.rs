//! Rows of exports: content, state and expiry of the files that users asked for.

pub mod archives;

use domain::exports::{Export, Format, Kind, Status};
use domain::ids::{ExportId, UserId};
use domain::time::Timestamp;
use domain::topics::Topic;

use crate::db::{Conn, DbError, Row, Tx, params, sql};

/// The unique key of the export's job.
pub fn job_key(id: ExportId) -> String {
    format!("export:{id}")
}

pub fn insert(tx: &mut Tx, owner: UserId, new: &Export) -> Result<(), DbError> {
    tx.changed(owner, Topic::Exports);
    tx.execute(
        sql!(
            "INSERT INTO exports (owner_id, id, type, format, filters, status, created_at, expires_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        ),
        params![
            &owner.to_string(),
            &new.id.to_string(),
            new.kind.as_str(),
            new.format.as_str(),
            &new.filters,
            new.status.as_str(),
            new.created_at.as_millis(),
            new.expires_at.as_millis(),
        ],
    )?;
    Ok(())
}

/// Finds an export that has not expired.
pub fn find(
    conn: &mut Conn,
    owner: UserId,
    id: ExportId,
    now: Timestamp,
) -> Result<Option<Export>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, type, format, filters, status, created_at, completed_at, expires_at,
                    file_size, error
             FROM exports WHERE owner_id = ?1 AND id = ?2 AND expires_at > ?3"
        ),
        params![&owner.to_string(), &id.to_string(), now.as_millis()],
        export,
    )
}

/// One page, newest first, and the total number.
pub fn list(
    conn: &mut Conn,
    owner: UserId,
    now: Timestamp,
    limit: i64,
    offset: i64,
) -> Result<(Vec<Export>, i64), DbError> {
    conn.snapshot()?;
    let owner = owner.to_string();
    let total = conn.query_one(
        sql!("SELECT COUNT(*) FROM exports WHERE owner_id = ?1 AND expires_at > ?2"),
        params![&owner, now.as_millis()],
        |row| row.int(0),
    )?;
    let rows = conn.query(
        sql!(
            "SELECT id, type, format, filters, status, created_at, completed_at, expires_at,
                    file_size, error
             FROM exports WHERE owner_id = ?1 AND expires_at > ?2
             ORDER BY id DESC LIMIT ?3 OFFSET ?4"
        ),
        params![&owner, now.as_millis(), limit, offset],
        export,
    )?;
    Ok((rows, total))
}

/// How many exports are not finished.
pub fn count_unfinished(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    conn.query_one(
        sql!(
            "SELECT COUNT(*) FROM exports
             WHERE owner_id = ?1 AND status IN ('pending', 'processing')"
        ),
        params![&owner.to_string()],
        |row| row.int(0),
    )
}

/// Writes the state of an export; returns false if it was deleted.
pub fn update(tx: &mut Tx, owner: UserId, now: &Export) -> Result<bool, DbError> {
    tx.changed(owner, Topic::Exports);
    let rows = tx.execute(
        sql!(
            "UPDATE exports SET status = ?3, completed_at = ?4, expires_at = ?5, file_size = ?6,
                    error = ?7
             WHERE owner_id = ?1 AND id = ?2"
        ),
        params![
            &owner.to_string(),
            &now.id.to_string(),
            now.status.as_str(),
            now.completed_at.map(Timestamp::as_millis),
            now.expires_at.as_millis(),
            now.file_size,
            &now.error,
        ],
    )?;
    Ok(rows == 1)
}

/// Some expired exports, for housekeeping.
pub fn list_expired(
    conn: &mut Conn,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<(UserId, Export)>, DbError> {
    conn.query(
        sql!(
            "SELECT id, type, format, filters, status, created_at, completed_at, expires_at,
                    file_size, error, owner_id
             FROM exports WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2"
        ),
        params![now.as_millis(), limit],
        |row| {
            let owner = UserId::parse(row.text(10)?).ok_or_else(|| unreadable(10))?;
            Ok((owner, export(row)?))
        },
    )
}

pub fn remove(tx: &mut Tx, owner: UserId, id: ExportId) -> Result<(), DbError> {
    tx.changed(owner, Topic::Exports);
    tx.execute(
        sql!("DELETE FROM exports WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), id.to_string()],
    )?;
    Ok(())
}

/// Whether the export of a file exists, in any state; for housekeeping.
pub fn exists(conn: &mut Conn, owner: UserId, id: ExportId) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!("SELECT 1 FROM exports WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), id.to_string()],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Marks exports without a job as failed: their worker died at the last attempt. Returns their number.
pub fn fail_abandoned(tx: &mut Tx, error: &str) -> Result<u64, DbError> {
    tx.execute(
        sql!(
            "UPDATE exports SET status = 'failed', error = ?1
             WHERE status IN ('pending', 'processing') AND NOT EXISTS
               (SELECT 1 FROM jobs WHERE jobs.owner_id = exports.owner_id
                 AND jobs.unique_key = 'export:' || exports.id)"
        ),
        params![error],
    )
}

fn unreadable(column: usize) -> DbError {
    DbError::Decode { column, reason: "not a value of this column".to_owned() }
}

fn export(row: &Row<'_>) -> Result<Export, DbError> {
    Ok(Export {
        id: ExportId::parse(row.text(0)?).ok_or_else(|| unreadable(0))?,
        kind: Kind::find(row.text(1)?).ok_or_else(|| unreadable(1))?,
        format: Format::find(row.text(2)?).ok_or_else(|| unreadable(2))?,
        filters: row.text(3)?.to_owned(),
        status: Status::find(row.text(4)?).ok_or_else(|| unreadable(4))?,
        created_at: Timestamp::from_millis(row.int(5)?),
        completed_at: row.opt_int(6)?.map(Timestamp::from_millis),
        expires_at: Timestamp::from_millis(row.int(7)?),
        file_size: row.opt_int(8)?,
        error: row.opt_text(9)?.map(str::to_owned),
    })
}
