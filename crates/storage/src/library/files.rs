//! Rows of the additional files of a beat, such as a WAV or stems; the file that plays belongs to the beat's own row.
//! Every function that changes them also updates the roles that the beat's row keeps and the bytes that the account
//! uses. Call them under the lock of documents.

use domain::ids::{DocumentId, FileId, UserId};
use domain::library::files::File;
use domain::licenses::Role;
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};
use crate::deliveries::files as delivered;

/// Returns the files of a beat, ordered by role, the newest version first.
pub fn list(conn: &mut Conn, owner: UserId, document: DocumentId) -> Result<Vec<File>, DbError> {
    let mut files = conn.query(
        sql!(
            "SELECT id, document_id, role, version, is_current, name, mime, size, content_hash,
                    duration, created_at
             FROM document_files WHERE owner_id = ?1 AND document_id = ?2"
        ),
        params![&owner.to_string(), &document.to_string()],
        file,
    )?;
    files.sort_by_key(|file| (file.role, std::cmp::Reverse(file.version)));
    Ok(files)
}

/// Returns a page of the files of all beats of an account, in the order of their ids.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: Option<FileId>,
    most: i64,
) -> Result<Vec<File>, DbError> {
    let after = after.map(|id| id.to_string()).unwrap_or_default();
    conn.query(
        sql!(
            "SELECT id, document_id, role, version, is_current, name, mime, size, content_hash,
                    duration, created_at
             FROM document_files WHERE owner_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3"
        ),
        params![&owner.to_string(), &after, most],
        file,
    )
}

pub fn find(conn: &mut Conn, owner: UserId, id: FileId) -> Result<Option<File>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, document_id, role, version, is_current, name, mime, size, content_hash,
                    duration, created_at
             FROM document_files WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &id.to_string()],
        file,
    )
}

/// Adds a file as the newest version of its role, which makes it the current one. Returns it with its version.
pub fn insert(tx: &mut Tx, owner: UserId, new: File) -> Result<File, DbError> {
    let version = next_version(tx, owner, new.document, new.role)?;
    let new = File { version, is_current: true, ..new };
    set_current(tx, owner, new.document, new.role, None)?;
    tx.execute(
        sql!(
            "INSERT INTO document_files
               (owner_id, id, document_id, role, version, is_current, name, mime, size,
                content_hash, duration, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6, ?7, ?8, ?9, ?10, ?11)"
        ),
        params![
            &owner.to_string(),
            &new.id.to_string(),
            &new.document.to_string(),
            new.role.as_str(),
            new.version,
            &new.name,
            &new.mime,
            new.size,
            &new.content_hash,
            new.duration_ms,
            new.created_at.as_millis(),
        ],
    )?;
    add_bytes(tx, owner, new.size)?;
    update_roles(tx, owner, new.document)?;
    Ok(new)
}

pub fn rename(tx: &mut Tx, owner: UserId, id: FileId, name: &str) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Documents);
    tx.execute(
        sql!("UPDATE document_files SET name = ?3 WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string(), name],
    )?;
    Ok(())
}

pub fn set_duration(tx: &mut Tx, owner: UserId, id: FileId, millis: i64) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Documents);
    tx.execute(
        sql!("UPDATE document_files SET duration = ?3 WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string(), millis],
    )?;
    Ok(())
}

/// Gives a file another role, as the newest and current version of it.
pub fn set_role(tx: &mut Tx, owner: UserId, file: &File, role: Role) -> Result<(), DbError> {
    let version = next_version(tx, owner, file.document, role)?;
    set_current(tx, owner, file.document, role, None)?;
    tx.execute(
        sql!(
            "UPDATE document_files SET role = ?3, version = ?4, is_current = 1
             WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &file.id.to_string(), role.as_str(), version],
    )?;
    if file.is_current {
        set_newest_current(tx, owner, file.document, file.role)?;
    }
    update_roles(tx, owner, file.document)
}

/// Makes one version of a role the current one; with `None` none is.
pub fn set_current(
    tx: &mut Tx,
    owner: UserId,
    document: DocumentId,
    role: Role,
    id: Option<FileId>,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Documents);
    let owner = owner.to_string();
    tx.execute(
        sql!(
            "UPDATE document_files SET is_current = 0
             WHERE owner_id = ?1 AND document_id = ?2 AND role = ?3 AND is_current = 1"
        ),
        params![&owner, &document.to_string(), role.as_str()],
    )?;
    if let Some(id) = id {
        tx.execute(
            sql!("UPDATE document_files SET is_current = 1 WHERE owner_id = ?1 AND id = ?2"),
            params![&owner, &id.to_string()],
        )?;
    }
    Ok(())
}

/// Removes a file. If it was the current version, the newest one that is left becomes current.
pub fn remove(tx: &mut Tx, owner: UserId, file: &File) -> Result<(), DbError> {
    tx.execute(
        sql!("DELETE FROM document_files WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &file.id.to_string()],
    )?;
    if file.is_current {
        set_newest_current(tx, owner, file.document, file.role)?;
    }
    add_bytes(tx, owner, -file.size)?;
    delivered::forget_newer(tx, owner, &file.id.to_string())?;
    update_roles(tx, owner, file.document)
}

fn set_newest_current(
    tx: &mut Tx,
    owner: UserId,
    document: DocumentId,
    role: Role,
) -> Result<(), DbError> {
    let newest = tx.query_opt(
        sql!(
            "SELECT id FROM document_files WHERE owner_id = ?1 AND document_id = ?2 AND role = ?3
             ORDER BY version DESC LIMIT 1"
        ),
        params![&owner.to_string(), &document.to_string(), role.as_str()],
        |row| require(0, FileId::parse(row.text(0)?)),
    )?;
    set_current(tx, owner, document, role, newest)
}

fn next_version(
    tx: &mut Tx,
    owner: UserId,
    document: DocumentId,
    role: Role,
) -> Result<i64, DbError> {
    tx.query_one(
        sql!(
            "SELECT COALESCE(MAX(version), 0) + 1 FROM document_files
             WHERE owner_id = ?1 AND document_id = ?2 AND role = ?3"
        ),
        params![&owner.to_string(), &document.to_string(), role.as_str()],
        |row| row.int(0),
    )
}

/// Writes the roles of a beat's files into its row.
fn update_roles(tx: &mut Tx, owner: UserId, document: DocumentId) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Documents);
    let (owner, document) = (owner.to_string(), document.to_string());
    let mut roles = tx.query(
        sql!("SELECT DISTINCT role FROM document_files WHERE owner_id = ?1 AND document_id = ?2"),
        params![&owner, &document],
        |row| require(0, Role::find(row.text(0)?)),
    )?;
    roles.sort_unstable();
    tx.execute(
        sql!("UPDATE documents SET roles = ?3 WHERE owner_id = ?1 AND id = ?2"),
        params![&owner, &document, words(&roles)],
    )?;
    Ok(())
}

fn words(roles: &[Role]) -> String {
    let words: Vec<&str> = roles.iter().map(|role| role.as_str()).collect();
    words.join(" ")
}

pub(crate) fn roles(words: &str) -> Vec<Role> {
    words.split(' ').filter_map(Role::find).collect()
}

/// Adds to the stored number of bytes of the account's additional files.
fn add_bytes(tx: &mut Tx, owner: UserId, bytes: i64) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO file_totals (owner_id, bytes) VALUES (?1, ?2)
             ON CONFLICT (owner_id) DO UPDATE SET bytes = file_totals.bytes + excluded.bytes"
        ),
        params![&owner.to_string(), bytes],
    )?;
    Ok(())
}

/// The number of bytes of all additional files of the account.
pub fn bytes(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    let known = conn.query_opt(
        sql!("SELECT bytes FROM file_totals WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| row.int(0),
    )?;
    Ok(known.unwrap_or(0))
}

/// Keeps the bytes of a deleted file, or of a deleted beat's own file, because a license promises them.
pub fn keep(
    tx: &mut Tx,
    owner: UserId,
    id: FileId,
    size: i64,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.execute(
        sql!("INSERT INTO kept_files (owner_id, id, size, kept_at) VALUES (?1, ?2, ?3, ?4)"),
        params![&owner.to_string(), &id.to_string(), size, now.as_millis()],
    )?;
    add_bytes(tx, owner, size)
}

pub fn is_kept(conn: &mut Conn, owner: UserId, id: FileId) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!("SELECT 1 FROM kept_files WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Returns the deleted files of all accounts whose bytes are kept because of a license, with their sizes.
pub fn list_kept(conn: &mut Conn) -> Result<Vec<(UserId, FileId, i64)>, DbError> {
    conn.query(sql!("SELECT owner_id, id, size FROM kept_files"), params![], |row| {
        let owner = require(0, UserId::parse(row.text(0)?))?;
        Ok((owner, require(1, FileId::parse(row.text(1)?))?, row.int(2)?))
    })
}

/// Removes the record that keeps the bytes of a deleted file.
pub fn stop_keeping(tx: &mut Tx, owner: UserId, id: FileId, size: i64) -> Result<(), DbError> {
    let gone = tx.execute(
        sql!("DELETE FROM kept_files WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    if gone == 1 { add_bytes(tx, owner, -size) } else { Ok(()) }
}

fn file(row: &Row<'_>) -> Result<File, DbError> {
    Ok(File {
        id: require(0, FileId::parse(row.text(0)?))?,
        document: require(1, DocumentId::parse(row.text(1)?))?,
        role: require(2, Role::find(row.text(2)?))?,
        version: row.int(3)?,
        is_current: row.flag(4)?,
        name: row.text(5)?.to_owned(),
        mime: row.text(6)?.to_owned(),
        size: row.int(7)?,
        content_hash: row.text(8)?.to_owned(),
        duration_ms: row.opt_int(9)?,
        created_at: Timestamp::from_millis(row.int(10)?),
    })
}
