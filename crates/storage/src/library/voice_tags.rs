//! The voice tags of an account, and the settings of its previews. Call the changing functions under the lock of
//! documents.

use domain::ids::{UserId, VoiceTagId};
use domain::library::previews::{Settings, VoiceTag};
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};

/// Returns the voice tags of the account, the oldest first.
pub fn list(conn: &mut Conn, owner: UserId) -> Result<Vec<VoiceTag>, DbError> {
    conn.query(
        sql!(
            "SELECT id, name, mime, size, content_hash, duration, is_default, created_at
             FROM voice_tags WHERE owner_id = ?1 ORDER BY id"
        ),
        params![&owner.to_string()],
        voice_tag,
    )
}

pub fn find(conn: &mut Conn, owner: UserId, id: VoiceTagId) -> Result<Option<VoiceTag>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, name, mime, size, content_hash, duration, is_default, created_at
             FROM voice_tags WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &id.to_string()],
        voice_tag,
    )
}

/// The tag that previews are made with.
pub fn find_default(conn: &mut Conn, owner: UserId) -> Result<Option<VoiceTag>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, name, mime, size, content_hash, duration, is_default, created_at
             FROM voice_tags WHERE owner_id = ?1 AND is_default = 1"
        ),
        params![&owner.to_string()],
        voice_tag,
    )
}

pub fn insert(tx: &mut Tx, owner: UserId, tag: &VoiceTag) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Settings);
    tx.execute(
        sql!(
            "INSERT INTO voice_tags
               (owner_id, id, name, mime, size, content_hash, duration, is_default, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
        ),
        params![
            &owner.to_string(),
            &tag.id.to_string(),
            &tag.name,
            &tag.mime,
            tag.size,
            &tag.content_hash,
            tag.duration_ms,
            i64::from(tag.is_default),
            tag.created_at.as_millis(),
        ],
    )?;
    Ok(())
}

pub fn rename(tx: &mut Tx, owner: UserId, id: VoiceTagId, name: &str) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Settings);
    tx.execute(
        sql!("UPDATE voice_tags SET name = ?3 WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string(), name],
    )?;
    Ok(())
}

pub fn set_default(tx: &mut Tx, owner: UserId, id: VoiceTagId) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Settings);
    let (owner, id) = (owner.to_string(), id.to_string());
    tx.execute(
        sql!("UPDATE voice_tags SET is_default = 0 WHERE owner_id = ?1 AND is_default = 1"),
        params![&owner],
    )?;
    tx.execute(
        sql!("UPDATE voice_tags SET is_default = 1 WHERE owner_id = ?1 AND id = ?2"),
        params![&owner, &id],
    )?;
    Ok(())
}

pub fn remove(tx: &mut Tx, owner: UserId, id: VoiceTagId) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Settings);
    tx.execute(
        sql!("DELETE FROM voice_tags WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    Ok(())
}

/// The settings of previews; the defaults if the account has not changed them.
pub fn settings(conn: &mut Conn, owner: UserId) -> Result<Settings, DbError> {
    let found = conn.query_opt(
        sql!(
            "SELECT first_after, every, tag_level, duck, length
             FROM preview_settings WHERE owner_id = ?1"
        ),
        params![&owner.to_string()],
        |row| {
            Ok(Settings {
                first_after: row.int(0)?,
                every: row.int(1)?,
                tag_level: row.int(2)?,
                duck: row.int(3)?,
                length: row.opt_int(4)?,
            })
        },
    )?;
    Ok(found.unwrap_or_default())
}

pub fn put_settings(
    tx: &mut Tx,
    owner: UserId,
    settings: &Settings,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Settings);
    tx.execute(
        sql!(
            "INSERT INTO preview_settings
               (owner_id, first_after, every, tag_level, duck, length, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
             ON CONFLICT (owner_id) DO UPDATE SET
               first_after = excluded.first_after, every = excluded.every,
               tag_level = excluded.tag_level, duck = excluded.duck, length = excluded.length,
               updated_at = excluded.updated_at"
        ),
        params![
            &owner.to_string(),
            settings.first_after,
            settings.every,
            settings.tag_level,
            settings.duck,
            settings.length,
            now.as_millis(),
        ],
    )?;
    Ok(())
}

fn voice_tag(row: &Row<'_>) -> Result<VoiceTag, DbError> {
    Ok(VoiceTag {
        id: require(0, VoiceTagId::parse(row.text(0)?))?,
        name: row.text(1)?.to_owned(),
        mime: row.text(2)?.to_owned(),
        size: row.int(3)?,
        content_hash: row.text(4)?.to_owned(),
        duration_ms: row.int(5)?,
        is_default: row.flag(6)?,
        created_at: Timestamp::from_millis(row.int(7)?),
    })
}
