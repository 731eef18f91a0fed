//! Rows of shares and their beats.

pub mod figures;
pub mod links;
pub mod list;
pub mod messages;
pub mod visits;

use domain::ids::{BeneficiaryId, DocumentId, ShareId, UserId};
use domain::library::documents::Document;
use domain::notifications::topics::Topic;
use domain::shares::Share;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Sql, Tx, params, require, sql};
use crate::library::documents::{COLUMNS, document};

/// Take this lock before reading a share or a link in order to change it. It is held until the transaction ends.
pub fn lock(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.lock(&format!("shares:{owner}"))
}

pub fn find(conn: &mut Conn, owner: UserId, id: ShareId) -> Result<Option<Share>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, title, message, keeps_sold, created_at, updated_at FROM shares
             WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &id.to_string()],
        share,
    )
}

/// Inserts the row or replaces it.
pub fn put(tx: &mut Tx, owner: UserId, row: &Share) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Shares);
    tx.execute(
        sql!(
            "INSERT INTO shares (owner_id, id, title, message, keeps_sold, created_at, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
             ON CONFLICT (owner_id, id) DO UPDATE SET title = excluded.title,
               message = excluded.message, keeps_sold = excluded.keeps_sold,
               updated_at = excluded.updated_at"
        ),
        params![
            &owner.to_string(),
            &row.id.to_string(),
            &row.title,
            &row.message,
            i64::from(row.keeps_sold),
            row.created_at.as_millis(),
            row.updated_at.as_millis(),
        ],
    )?;
    Ok(())
}

/// Removes a share with its links and all rows that refer to them.
pub fn remove(tx: &mut Tx, owner: UserId, id: ShareId) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Shares);
    let gone = tx.execute(
        sql!("DELETE FROM shares WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    Ok(gone == 1)
}

/// Replaces the beats of a share.
pub fn set_beats(
    tx: &mut Tx,
    owner: UserId,
    id: ShareId,
    beats: &[DocumentId],
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Shares);
    let (owner, id) = (owner.to_string(), id.to_string());
    tx.execute(
        sql!("DELETE FROM share_beats WHERE owner_id = ?1 AND share_id = ?2"),
        params![&owner, &id],
    )?;
    for (place, beat) in (0_i64..).zip(beats) {
        tx.execute(
            sql!(
                "INSERT INTO share_beats (owner_id, share_id, document_id, place)
                 VALUES (?1, ?2, ?3, ?4)"
            ),
            params![&owner, &id, &beat.to_string(), place],
        )?;
    }
    Ok(())
}

/// The beats of a share in their order.
pub fn beats(conn: &mut Conn, owner: UserId, id: ShareId) -> Result<Vec<Document>, DbError> {
    conn.query(&sql_beats(), params![&owner.to_string(), &id.to_string()], document)
}

/// Finds the beats of a share in their order.
pub fn sql_beats() -> Sql {
    let columns: Vec<String> = COLUMNS.split(", ").map(|column| format!("d.{column}")).collect();
    Sql::dynamic(format!(
        "SELECT {} FROM share_beats b
         JOIN documents d ON d.owner_id = b.owner_id AND d.id = b.document_id
         WHERE b.owner_id = ?1 AND b.share_id = ?2 ORDER BY b.place",
        columns.join(", ")
    ))
}

/// Returns one beat of a share; `None` if the share does not contain it.
pub fn beat(
    conn: &mut Conn,
    owner: UserId,
    id: ShareId,
    beat: DocumentId,
) -> Result<Option<Document>, DbError> {
    let is_in = conn.query_opt(
        sql!(
            "SELECT 1 FROM share_beats
             WHERE owner_id = ?1 AND share_id = ?2 AND document_id = ?3"
        ),
        params![&owner.to_string(), &id.to_string(), &beat.to_string()],
        |_| Ok(()),
    )?;
    match is_in {
        Some(()) => crate::library::documents::find(conn, owner, beat),
        None => Ok(None),
    }
}

/// Removes a beat from every share before it is deleted. The messages of listeners about it stay, with its title.
pub fn forget_beat(tx: &mut Tx, owner: UserId, beat: DocumentId) -> Result<(), DbError> {
    let (id, beat) = (owner.to_string(), beat.to_string());
    let gone = tx.execute(
        sql!("DELETE FROM share_beats WHERE owner_id = ?1 AND document_id = ?2"),
        params![&id, &beat],
    )?;
    tx.execute(
        sql!(
            "UPDATE share_messages SET document_id = NULL WHERE owner_id = ?1 AND document_id = ?2"
        ),
        params![&id, &beat],
    )?;
    if gone > 0 {
        tx.record_change(owner, Topic::Shares);
    }
    Ok(())
}

/// Clears the reference to a deleted client; the name stays.
pub fn forget_client(tx: &mut Tx, owner: UserId, client: BeneficiaryId) -> Result<(), DbError> {
    let cleared = tx.execute(
        sql!("UPDATE share_links SET client_id = NULL WHERE owner_id = ?1 AND client_id = ?2"),
        params![&owner.to_string(), client.to_string()],
    )?;
    if cleared > 0 {
        tx.record_change(owner, Topic::Shares);
    }
    Ok(())
}

/// Returns a page of all shares, ordered by id.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: &str,
    limit: i64,
) -> Result<Vec<Share>, DbError> {
    conn.query(
        sql!(
            "SELECT id, title, message, keeps_sold, created_at, updated_at FROM shares
             WHERE owner_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3"
        ),
        params![&owner.to_string(), after, limit],
        share,
    )
}

/// Returns a page of the beats of all shares: the ids of share and beat, and the beat's position.
pub fn beats_after(
    conn: &mut Conn,
    owner: UserId,
    after: (&str, &str),
    limit: i64,
) -> Result<Vec<(String, String, i64)>, DbError> {
    conn.query(
        sql!(
            "SELECT share_id, document_id, place FROM share_beats
             WHERE owner_id = ?1 AND (share_id, document_id) > (?2, ?3)
             ORDER BY share_id, document_id LIMIT ?4"
        ),
        params![&owner.to_string(), after.0, after.1, limit],
        |row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned(), row.int(2)?)),
    )
}

fn share(row: &Row<'_>) -> Result<Share, DbError> {
    Ok(Share {
        id: require(0, ShareId::parse(row.text(0)?))?,
        title: row.text(1)?.to_owned(),
        message: row.text(2)?.to_owned(),
        keeps_sold: row.flag(3)?,
        created_at: Timestamp::from_millis(row.int(4)?),
        updated_at: Timestamp::from_millis(row.int(5)?),
    })
}
