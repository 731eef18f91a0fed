//! Rows that visitors of a share create: hearts, notes and license requests.

use domain::ids::{DocumentId, LicenseKindId, OfferId, ShareLinkId, ShareMessageId, UserId};
use domain::notifications::topics::Topic;
use domain::shares::{Message, MessageKind};
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};

/// Inserts a heart for a beat; returns false if this listener has already given one.
pub fn give_heart(
    tx: &mut Tx,
    owner: UserId,
    link: ShareLinkId,
    beat: DocumentId,
    listener: &str,
    now: Timestamp,
) -> Result<bool, DbError> {
    let given = tx.execute(
        sql!(
            "INSERT INTO share_hearts (owner_id, link_id, document_id, listener, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (owner_id, link_id, document_id, listener) DO NOTHING"
        ),
        params![
            &owner.to_string(),
            &link.to_string(),
            &beat.to_string(),
            listener,
            now.as_millis(),
        ],
    )?;
    Ok(given == 1)
}

pub fn take_heart_back(
    tx: &mut Tx,
    owner: UserId,
    link: ShareLinkId,
    beat: DocumentId,
    listener: &str,
) -> Result<bool, DbError> {
    let gone = tx.execute(
        sql!(
            "DELETE FROM share_hearts
             WHERE owner_id = ?1 AND link_id = ?2 AND document_id = ?3 AND listener = ?4"
        ),
        params![&owner.to_string(), &link.to_string(), &beat.to_string(), listener],
    )?;
    Ok(gone == 1)
}

/// The beats of a link to which a listener has given a heart.
pub fn hearts_of(
    conn: &mut Conn,
    owner: UserId,
    link: ShareLinkId,
    listener: &str,
) -> Result<Vec<DocumentId>, DbError> {
    conn.query(
        sql!(
            "SELECT document_id FROM share_hearts
             WHERE owner_id = ?1 AND link_id = ?2 AND listener = ?3"
        ),
        params![&owner.to_string(), &link.to_string(), listener],
        |row| require(0, DocumentId::parse(row.text(0)?)),
    )
}

pub fn insert(tx: &mut Tx, owner: UserId, new: &Message) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Shares);
    tx.execute(
        sql!(
            "INSERT INTO share_messages
               (owner_id, id, link_id, kind, document_id, title, listener, name, email,
                license_kind_id, license_kind, text, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
        ),
        params![
            &owner.to_string(),
            &new.id.to_string(),
            &new.link.to_string(),
            new.kind.as_str(),
            new.beat.map(|id| id.to_string()),
            &new.title,
            &new.listener,
            &new.name,
            &new.email,
            new.license_kind.map(|id| id.to_string()),
            &new.license_kind_name,
            &new.text,
            new.created_at.as_millis(),
        ],
    )?;
    Ok(())
}

/// The newest messages of a link, the newest first.
pub fn of_link(
    conn: &mut Conn,
    owner: UserId,
    link: ShareLinkId,
    most: i64,
) -> Result<Vec<Message>, DbError> {
    conn.query(
        sql!(
            "SELECT id, link_id, kind, document_id, title, listener, name, email, license_kind_id,
                    license_kind, text, created_at
             FROM share_messages WHERE owner_id = ?1 AND link_id = ?2 ORDER BY id DESC LIMIT ?3"
        ),
        params![&owner.to_string(), &link.to_string(), most],
        message,
    )
}

/// Finds a message, and the offer that the producer made from it.
pub fn find(
    conn: &mut Conn,
    owner: UserId,
    id: ShareMessageId,
) -> Result<Option<(Message, Option<OfferId>)>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, link_id, kind, document_id, title, listener, name, email, license_kind_id,
                    license_kind, text, created_at, offer_id
             FROM share_messages WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &id.to_string()],
        |row| {
            let offer = row.opt_text(12)?.map(|id| require(12, OfferId::parse(id))).transpose()?;
            Ok((message(row)?, offer))
        },
    )
}

/// Notes the offer that the producer made from a message.
pub fn put_offer(
    tx: &mut Tx,
    owner: UserId,
    id: ShareMessageId,
    offer: OfferId,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Shares);
    tx.execute(
        sql!("UPDATE share_messages SET offer_id = ?3 WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string(), offer.to_string()],
    )?;
    Ok(())
}

pub fn remove(tx: &mut Tx, owner: UserId, id: ShareMessageId) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Shares);
    let gone = tx.execute(
        sql!("DELETE FROM share_messages WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    Ok(gone == 1)
}

/// Removes all hearts and messages of a link.
pub fn remove_of_link(tx: &mut Tx, owner: UserId, link: ShareLinkId) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Shares);
    for statement in [
        sql!("DELETE FROM share_messages WHERE owner_id = ?1 AND link_id = ?2"),
        sql!("DELETE FROM share_hearts WHERE owner_id = ?1 AND link_id = ?2"),
        sql!("UPDATE share_figures SET hearts = 0 WHERE owner_id = ?1 AND link_id = ?2"),
        sql!("UPDATE share_links SET hearts = 0, messages = 0 WHERE owner_id = ?1 AND id = ?2"),
    ] {
        tx.execute(statement, params![&owner.to_string(), &link.to_string()])?;
    }
    Ok(())
}

/// Returns a page of the messages of all links, ordered by id.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: &str,
    limit: i64,
) -> Result<Vec<Message>, DbError> {
    conn.query(
        sql!(
            "SELECT id, link_id, kind, document_id, title, listener, name, email, license_kind_id,
                    license_kind, text, created_at
             FROM share_messages WHERE owner_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3"
        ),
        params![&owner.to_string(), after, limit],
        message,
    )
}

/// A heart that a listener has given to a beat of a link.
pub struct Heart {
    pub link: String,
    pub beat: String,
    pub listener: String,
    pub created_at: Timestamp,
}

/// Returns a page of all hearts, ordered by link, beat and listener.
pub fn hearts_after(
    conn: &mut Conn,
    owner: UserId,
    after: [&str; 3],
    limit: i64,
) -> Result<Vec<Heart>, DbError> {
    conn.query(
        sql!(
            "SELECT link_id, document_id, listener, created_at FROM share_hearts
             WHERE owner_id = ?1 AND (link_id, document_id, listener) > (?2, ?3, ?4)
             ORDER BY link_id, document_id, listener LIMIT ?5"
        ),
        params![&owner.to_string(), after[0], after[1], after[2], limit],
        |row| {
            Ok(Heart {
                link: row.text(0)?.to_owned(),
                beat: row.text(1)?.to_owned(),
                listener: row.text(2)?.to_owned(),
                created_at: Timestamp::from_millis(row.int(3)?),
            })
        },
    )
}

fn message(row: &Row<'_>) -> Result<Message, DbError> {
    let beat = row.opt_text(3)?.map(|id| require(3, DocumentId::parse(id))).transpose()?;
    let kind = row.opt_text(8)?.map(|id| require(8, LicenseKindId::parse(id))).transpose()?;
    Ok(Message {
        id: require(0, ShareMessageId::parse(row.text(0)?))?,
        link: require(1, ShareLinkId::parse(row.text(1)?))?,
        kind: require(2, MessageKind::find(row.text(2)?))?,
        beat,
        title: row.text(4)?.to_owned(),
        listener: row.text(5)?.to_owned(),
        name: row.text(6)?.to_owned(),
        email: row.text(7)?.to_owned(),
        license_kind: kind,
        license_kind_name: row.text(9)?.to_owned(),
        text: row.text(10)?.to_owned(),
        created_at: Timestamp::from_millis(row.int(11)?),
    })
}
