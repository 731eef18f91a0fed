//! The contract texts of license kinds, in versions that are never altered.

use domain::ids::{LicenseKindId, UserId};
use domain::licenses::texts::{Text, Version};
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Tx, params, require, sql};

/// Returns the text versions of a license kind, the newest first.
pub fn list(conn: &mut Conn, owner: UserId, kind: LicenseKindId) -> Result<Vec<Version>, DbError> {
    conn.query(
        sql!(
            "SELECT version, hash, created_at FROM license_texts
             WHERE owner_id = ?1 AND kind_id = ?2 ORDER BY version DESC"
        ),
        params![&owner.to_string(), &kind.to_string()],
        |row| {
            Ok(Version {
                number: row.int(0)?,
                hash: row.text(1)?.to_owned(),
                created_at: Timestamp::from_millis(row.int(2)?),
            })
        },
    )
}

pub fn find(
    conn: &mut Conn,
    owner: UserId,
    kind: LicenseKindId,
    version: i64,
) -> Result<Option<Text>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT version, hash, created_at, text FROM license_texts
             WHERE owner_id = ?1 AND kind_id = ?2 AND version = ?3"
        ),
        params![&owner.to_string(), &kind.to_string(), version],
        |row| {
            let version = Version {
                number: row.int(0)?,
                hash: row.text(1)?.to_owned(),
                created_at: Timestamp::from_millis(row.int(2)?),
            };
            Ok(Text { version, text: row.text(3)?.to_owned() })
        },
    )
}

/// Returns a page of all text versions of the account, including those of deleted kinds, in the order of kind and
/// version.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: Option<(LicenseKindId, i64)>,
    limit: i64,
) -> Result<Vec<(LicenseKindId, Text)>, DbError> {
    let (kind, version) =
        after.map(|(kind, version)| (kind.to_string(), version)).unwrap_or_default();
    conn.query(
        sql!(
            "SELECT version, hash, created_at, text, kind_id FROM license_texts
             WHERE owner_id = ?1 AND (kind_id, version) > (?2, ?3)
             ORDER BY kind_id, version LIMIT ?4"
        ),
        params![&owner.to_string(), kind, version, limit],
        |row| {
            let version = Version {
                number: row.int(0)?,
                hash: row.text(1)?.to_owned(),
                created_at: Timestamp::from_millis(row.int(2)?),
            };
            let text = Text { version, text: row.text(3)?.to_owned() };
            Ok((require(4, LicenseKindId::parse(row.text(4)?))?, text))
        },
    )
}

/// Adds a version. The caller holds the lock of the kinds and makes it the kind's newest.
pub fn insert(tx: &mut Tx, owner: UserId, kind: LicenseKindId, new: &Text) -> Result<(), DbError> {
    tx.record_change(owner, Topic::LicenseKinds);
    tx.execute(
        sql!(
            "INSERT INTO license_texts (owner_id, kind_id, version, hash, text, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        ),
        params![
            &owner.to_string(),
            &kind.to_string(),
            new.version.number,
            &new.version.hash,
            &new.text,
            new.version.created_at.as_millis(),
        ],
    )?;
    Ok(())
}

/// Removes the text versions of a deleted kind that no license refers to.
pub fn remove_unnamed(tx: &mut Tx, owner: UserId, kind: LicenseKindId) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "DELETE FROM license_texts
             WHERE owner_id = ?1 AND kind_id = ?2 AND NOT EXISTS
               (SELECT 1 FROM licenses l
                WHERE l.owner_id = ?1 AND l.kind_id = ?2 AND l.text_version = license_texts.version)"
        ),
        params![&owner.to_string(), &kind.to_string()],
    )?;
    Ok(())
}
