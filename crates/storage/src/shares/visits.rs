//! Rows about visitors that are kept for one day: their hashes, made with the key of that day, and the plays in
//! progress.

use domain::calendar::Day;
use domain::ids::{DocumentId, ShareLinkId, UserId};
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Tx, params, sql};

/// Returns the key with which visitors of a day are hashed. Stores `offered` if the day has no key yet.
pub fn key(tx: &mut Tx, day: Day, offered: &[u8]) -> Result<Vec<u8>, DbError> {
    tx.execute(
        sql!("INSERT INTO visitor_keys (day, key) VALUES (?1, ?2) ON CONFLICT (day) DO NOTHING"),
        params![day.to_string(), offered],
    )?;
    tx.query_one(
        sql!("SELECT key FROM visitor_keys WHERE day = ?1"),
        params![day.to_string()],
        |row| Ok(row.blob(0)?.to_vec()),
    )
}

/// Records a visitor of a link or of one of its beats; returns whether it is the visitor's first visit of the day.
pub fn note(
    tx: &mut Tx,
    owner: UserId,
    link: ShareLinkId,
    beat: Option<DocumentId>,
    visitor: &str,
    day: Day,
) -> Result<bool, DbError> {
    let beat = beat.map(|id| id.to_string()).unwrap_or_default();
    let noted = tx.execute(
        sql!(
            "INSERT INTO share_visitors (owner_id, link_id, document_id, visitor, day)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (owner_id, link_id, document_id, visitor) DO NOTHING"
        ),
        params![&owner.to_string(), &link.to_string(), beat, visitor, day.to_string()],
    )?;
    Ok(noted == 1)
}

/// The progress of a play: the seconds that were played, the furthest position in thousandths, and the current second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listen {
    pub beat: DocumentId,
    pub seconds: i64,
    pub heard: i64,
    pub position: i64,
    pub started_at: Timestamp,
}

pub fn listen(
    conn: &mut Conn,
    owner: UserId,
    link: ShareLinkId,
    id: &str,
) -> Result<Option<Listen>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT document_id, seconds, heard, position, started_at FROM share_listens
             WHERE owner_id = ?1 AND link_id = ?2 AND id = ?3"
        ),
        params![&owner.to_string(), &link.to_string(), id],
        |row| {
            Ok(Listen {
                beat: crate::db::require(0, DocumentId::parse(row.text(0)?))?,
                seconds: row.int(1)?,
                heard: row.int(2)?,
                position: row.int(3)?,
                started_at: Timestamp::from_millis(row.int(4)?),
            })
        },
    )
}

pub fn put_listen(
    tx: &mut Tx,
    owner: UserId,
    link: ShareLinkId,
    id: &str,
    listen: &Listen,
) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO share_listens
               (owner_id, link_id, id, document_id, seconds, heard, position, started_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
             ON CONFLICT (owner_id, link_id, id) DO UPDATE SET
               seconds = excluded.seconds, heard = excluded.heard, position = excluded.position,
               started_at = excluded.started_at"
        ),
        params![
            &owner.to_string(),
            &link.to_string(),
            id,
            &listen.beat.to_string(),
            listen.seconds,
            listen.heard,
            listen.position,
            listen.started_at.as_millis(),
        ],
    )?;
    Ok(())
}

/// Removes the visitors and plays of a link; its figures stay.
pub fn forget(tx: &mut Tx, owner: UserId, link: ShareLinkId) -> Result<(), DbError> {
    for statement in [
        sql!("DELETE FROM share_visitors WHERE owner_id = ?1 AND link_id = ?2"),
        sql!("DELETE FROM share_listens WHERE owner_id = ?1 AND link_id = ?2"),
    ] {
        tx.execute(statement, params![&owner.to_string(), &link.to_string()])?;
    }
    Ok(())
}

/// Removes the keys and visitors of past days, and old plays, of all accounts.
pub fn remove_before(tx: &mut Tx, day: Day, listens: Timestamp) -> Result<u64, DbError> {
    let keys =
        tx.execute(sql!("DELETE FROM visitor_keys WHERE day < ?1"), params![day.to_string()])?;
    let visitors =
        tx.execute(sql!("DELETE FROM share_visitors WHERE day < ?1"), params![day.to_string()])?;
    let listens = tx.execute(
        sql!("DELETE FROM share_listens WHERE started_at < ?1"),
        params![listens.as_millis()],
    )?;
    Ok(keys + visitors + listens)
}
