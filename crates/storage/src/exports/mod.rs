//! Rows of exports, each a file that a user has requested: its type and filters, its status and when it expires.

pub mod archives;
mod made_files;

use domain::exports::{Export, Format, Kind, Status};
use domain::ids::{ExportId, UserId};
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};
use crate::exports::made_files::made_file_rows;

made_file_rows!(table: "exports", job: "export", id: ExportId);

pub fn insert(tx: &mut Tx, owner: UserId, new: &Export) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Exports);
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

/// Returns a page of the exports that have not expired, the newest first, and their total number.
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

/// Updates the status of an export; returns false if the row was deleted.
pub fn update(tx: &mut Tx, owner: UserId, now: &Export) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Exports);
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

fn export(row: &Row<'_>) -> Result<Export, DbError> {
    Ok(Export {
        id: require(0, ExportId::parse(row.text(0)?))?,
        kind: require(1, Kind::find(row.text(1)?))?,
        format: require(2, Format::find(row.text(2)?))?,
        filters: row.text(3)?.to_owned(),
        status: require(4, Status::find(row.text(4)?))?,
        created_at: Timestamp::from_millis(row.int(5)?),
        completed_at: row.opt_int(6)?.map(Timestamp::from_millis),
        expires_at: Timestamp::from_millis(row.int(7)?),
        file_size: row.opt_int(8)?,
        error: row.opt_text(9)?.map(str::to_owned),
    })
}
