//! Rows of archives, each a file with all data of an account: their status, their progress and when they expire.

use domain::exports::{Archive, Status};
use domain::ids::{ArchiveId, UserId};
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};
use crate::exports::made_files::made_file_rows;

made_file_rows!(table: "archives", job: "archive", id: ArchiveId);

pub fn insert(tx: &mut Tx, owner: UserId, new: &Archive) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Exports);
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

/// Returns a page of the archives that have not expired, the newest first, and their total number.
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

/// Updates the status and progress of an archive; returns false if the row was deleted.
pub fn update(tx: &mut Tx, owner: UserId, now: &Archive) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Exports);
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

fn archive(row: &Row<'_>) -> Result<Archive, DbError> {
    Ok(Archive {
        id: require(0, ArchiveId::parse(row.text(0)?))?,
        status: require(1, Status::find(row.text(1)?))?,
        progress: row.int(2)?,
        created_at: Timestamp::from_millis(row.int(3)?),
        completed_at: row.opt_int(4)?.map(Timestamp::from_millis),
        expires_at: Timestamp::from_millis(row.int(5)?),
        file_size: row.opt_int(6)?,
        error: row.opt_text(7)?.map(str::to_owned),
    })
}
