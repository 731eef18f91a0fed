//! Rows of resumable uploads: their metadata and the number of received bytes. The bytes themselves are in the media
//! store.

use domain::ids::{DocumentId, FileId, UserId};
use domain::licenses::Role;
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// The id of the upload, and later of the file or item that is made of it.
    pub id: FileId,
    /// The beat to which the file is added; `None` if the upload becomes a new item.
    pub document: Option<DocumentId>,
    pub role: Option<Role>,
    pub name: String,
    /// The content type that the client claims.
    pub content_type: String,
    /// The client's `Upload-Metadata` header, returned unchanged when the client asks for it.
    pub metadata: String,
    pub length: i64,
    /// The number of bytes that were received and acknowledged.
    pub received: i64,
    /// Whether the finished upload has a row in the library.
    pub is_done: bool,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

impl Upload {
    pub fn is_complete(&self) -> bool {
        self.received == self.length
    }
}

/// Take this lock before adding an upload, so that concurrent requests cannot exceed the limits on uploads.
pub fn lock(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.lock(&format!("uploads:{owner}"))
}

pub fn insert(tx: &mut Tx, owner: UserId, new: &Upload) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO uploads
               (owner_id, id, document_id, role, name, content_type, metadata, length, received,
                is_done, created_at, expires_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, 0, ?9, ?10)"
        ),
        params![
            &owner.to_string(),
            &new.id.to_string(),
            new.document.map(|id| id.to_string()),
            new.role.map(Role::as_str),
            &new.name,
            &new.content_type,
            &new.metadata,
            new.length,
            new.created_at.as_millis(),
            new.expires_at.as_millis(),
        ],
    )?;
    Ok(())
}

pub fn find(conn: &mut Conn, owner: UserId, id: FileId) -> Result<Option<Upload>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, document_id, role, name, content_type, metadata, length, received, is_done,
                    created_at, expires_at
             FROM uploads WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &id.to_string()],
        upload,
    )
}

/// Returns the uploads of an account that have not expired, the oldest first.
pub fn list(conn: &mut Conn, owner: UserId, now: Timestamp) -> Result<Vec<Upload>, DbError> {
    conn.query(
        sql!(
            "SELECT id, document_id, role, name, content_type, metadata, length, received, is_done,
                    created_at, expires_at
             FROM uploads WHERE owner_id = ?1 AND expires_at > ?2 ORDER BY id"
        ),
        params![&owner.to_string(), now.as_millis()],
        upload,
    )
}

/// The number of unfinished uploads of the account, and the sum of their final sizes in bytes.
pub fn count_unfinished(
    conn: &mut Conn,
    owner: UserId,
    now: Timestamp,
) -> Result<(i64, i64), DbError> {
    conn.query_one(
        sql!(
            "SELECT COUNT(*), CAST(COALESCE(SUM(length), 0) AS BIGINT) FROM uploads
             WHERE owner_id = ?1 AND is_done = 0 AND expires_at > ?2"
        ),
        params![&owner.to_string(), now.as_millis()],
        |row| Ok((row.int(0)?, row.int(1)?)),
    )
}

/// Stores the number of received bytes; returns false if the upload was removed.
pub fn set_received(
    tx: &mut Tx,
    owner: UserId,
    id: FileId,
    received: i64,
    expires_at: Timestamp,
) -> Result<bool, DbError> {
    let rows = tx.execute(
        sql!(
            "UPDATE uploads SET received = ?3, expires_at = ?4
             WHERE owner_id = ?1 AND id = ?2 AND received <= ?3"
        ),
        params![&owner.to_string(), &id.to_string(), received, expires_at.as_millis()],
    )?;
    Ok(rows == 1)
}

pub fn set_done(tx: &mut Tx, owner: UserId, id: FileId) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Documents);
    tx.execute(
        sql!("UPDATE uploads SET is_done = 1 WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    Ok(())
}

/// Removes an upload; returns whether it existed.
pub fn remove(tx: &mut Tx, owner: UserId, id: FileId) -> Result<bool, DbError> {
    let rows = tx.execute(
        sql!("DELETE FROM uploads WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    Ok(rows == 1)
}

/// Returns uploads of all accounts that have expired, or that were received completely before a time and never
/// finished.
pub fn list_abandoned(
    conn: &mut Conn,
    now: Timestamp,
    complete_until: Timestamp,
    most: i64,
) -> Result<Vec<(UserId, Upload)>, DbError> {
    conn.query(
        sql!(
            "SELECT id, document_id, role, name, content_type, metadata, length, received, is_done,
                    created_at, expires_at, owner_id
             FROM uploads
             WHERE expires_at <= ?1 OR (is_done = 0 AND received = length AND expires_at <= ?2)
             ORDER BY expires_at LIMIT ?3"
        ),
        params![now.as_millis(), complete_until.as_millis(), most],
        |row| Ok((require(11, UserId::parse(row.text(11)?))?, upload(row)?)),
    )
}

fn upload(row: &Row<'_>) -> Result<Upload, DbError> {
    let document = row.opt_text(1)?.map(|id| require(1, DocumentId::parse(id))).transpose()?;
    Ok(Upload {
        id: require(0, FileId::parse(row.text(0)?))?,
        document,
        role: row.opt_text(2)?.and_then(Role::find),
        name: row.text(3)?.to_owned(),
        content_type: row.text(4)?.to_owned(),
        metadata: row.text(5)?.to_owned(),
        length: row.int(6)?,
        received: row.int(7)?,
        is_done: row.flag(8)?,
        created_at: Timestamp::from_millis(row.int(9)?),
        expires_at: Timestamp::from_millis(row.int(10)?),
    })
}
