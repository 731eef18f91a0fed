//! Rows of messages to a producer, from the public page and from links of shares, and of the answers.

use domain::ids::{DocumentId, MessageAnswerId, OfferId, ShopMessageId, UserId};
use domain::notifications::topics::Topic;
use domain::shop::{Answer, MessageSource, NewMessage, Thread};
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Sql, Tx, Value, params, require, sql};

pub fn insert(tx: &mut Tx, owner: UserId, new: &NewMessage) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Shop);
    tx.execute(
        sql!(
            "INSERT INTO shop_messages (owner_id, id, name, email, text, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        ),
        params![
            &owner.to_string(),
            &new.id.to_string(),
            &new.name,
            &new.email,
            &new.text,
            new.created_at.as_millis(),
        ],
    )?;
    Ok(())
}

/// The newest messages, or the newest before one of them, the newest first, without their answers.
pub fn list(
    conn: &mut Conn,
    owner: UserId,
    before: Option<ShopMessageId>,
    limit: i64,
) -> Result<Vec<Thread>, DbError> {
    let mut values: Vec<Value<'_>> = vec![owner.to_string().into(), limit.into()];
    let mut condition = "owner_id = ?1";
    if let Some(before) = before {
        values.push(before.to_string().into());
        condition = "owner_id = ?1 AND id < ?3";
    }
    let text = format!(
        "SELECT id, source, kind, document_id, title, license_kind, name, email, text, created_at,
                offer_id
         FROM (
           SELECT id, 'shop' AS source, 'message' AS kind, NULL AS document_id, '' AS title,
                  '' AS license_kind, name, email, text, created_at, NULL AS offer_id
           FROM shop_messages WHERE {condition}
           UNION ALL
           SELECT id, 'share' AS source, kind, document_id, title, license_kind, name, email,
                  text, created_at, offer_id
           FROM share_messages WHERE {condition}
         ) AS messages
         ORDER BY id DESC LIMIT ?2"
    );
    conn.query(&Sql::dynamic(text), &values, thread)
}

pub fn find(conn: &mut Conn, owner: UserId, id: ShopMessageId) -> Result<Option<Thread>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, 'shop' AS source, 'message' AS kind, NULL AS document_id, '' AS title,
                    '' AS license_kind, name, email, text, created_at, NULL AS offer_id
             FROM shop_messages WHERE owner_id = ?1 AND id = ?2
             UNION ALL
             SELECT id, 'share' AS source, kind, document_id, title, license_kind, name, email, text,
                    created_at, offer_id
             FROM share_messages WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &id.to_string()],
        thread,
    )
}

pub fn total(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    conn.query_one(
        sql!(
            "SELECT (SELECT COUNT(*) FROM shop_messages WHERE owner_id = ?1)
                  + (SELECT COUNT(*) FROM share_messages WHERE owner_id = ?1)"
        ),
        params![&owner.to_string()],
        |row| row.int(0),
    )
}

/// The answers to a message, the oldest first.
pub fn answers(conn: &mut Conn, owner: UserId, id: ShopMessageId) -> Result<Vec<Answer>, DbError> {
    conn.query(
        sql!(
            "SELECT id, text, created_at FROM message_answers
             WHERE owner_id = ?1 AND (shop_message_id = ?2 OR share_message_id = ?2) ORDER BY id"
        ),
        params![&owner.to_string(), &id.to_string()],
        |row| {
            Ok(Answer {
                id: require(0, MessageAnswerId::parse(row.text(0)?))?,
                text: row.text(1)?.to_owned(),
                created_at: Timestamp::from_millis(row.int(2)?),
            })
        },
    )
}

pub fn insert_answer(
    tx: &mut Tx,
    owner: UserId,
    thread: &Thread,
    new: &Answer,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Shop);
    let id = thread.id.to_string();
    let (of_shop, of_share) = match thread.source {
        MessageSource::Shop => (Some(id), None),
        MessageSource::Share => (None, Some(id)),
    };
    tx.execute(
        sql!(
            "INSERT INTO message_answers
               (owner_id, id, shop_message_id, share_message_id, text, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        ),
        params![
            &owner.to_string(),
            &new.id.to_string(),
            of_shop,
            of_share,
            &new.text,
            new.created_at.as_millis(),
        ],
    )?;
    Ok(())
}

/// Removes a message of the public page with its answers.
pub fn remove(tx: &mut Tx, owner: UserId, id: ShopMessageId) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Shop);
    let gone = tx.execute(
        sql!("DELETE FROM shop_messages WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    Ok(gone == 1)
}

/// Returns a page of the messages of the public page, ordered by id.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: &str,
    limit: i64,
) -> Result<Vec<Thread>, DbError> {
    conn.query(
        sql!(
            "SELECT id, 'shop' AS source, 'message' AS kind, NULL AS document_id, '' AS title,
                    '' AS license_kind, name, email, text, created_at, NULL AS offer_id
             FROM shop_messages WHERE owner_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3"
        ),
        params![&owner.to_string(), after, limit],
        thread,
    )
}

/// Returns a page of all answers, each with the id of its message.
pub fn answers_after(
    conn: &mut Conn,
    owner: UserId,
    after: &str,
    limit: i64,
) -> Result<Vec<(Answer, String)>, DbError> {
    conn.query(
        sql!(
            "SELECT id, text, created_at, COALESCE(shop_message_id, share_message_id)
             FROM message_answers WHERE owner_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3"
        ),
        params![&owner.to_string(), after, limit],
        |row| {
            let answer = Answer {
                id: require(0, MessageAnswerId::parse(row.text(0)?))?,
                text: row.text(1)?.to_owned(),
                created_at: Timestamp::from_millis(row.int(2)?),
            };
            Ok((answer, row.text(3)?.to_owned()))
        },
    )
}

fn thread(row: &Row<'_>) -> Result<Thread, DbError> {
    let beat = row.opt_text(3)?.map(|id| require(3, DocumentId::parse(id))).transpose()?;
    Ok(Thread {
        id: require(0, ShopMessageId::parse(row.text(0)?))?,
        source: require(1, MessageSource::find(row.text(1)?))?,
        kind: row.text(2)?.to_owned(),
        beat,
        title: row.text(4)?.to_owned(),
        license_kind: row.text(5)?.to_owned(),
        name: row.text(6)?.to_owned(),
        email: row.text(7)?.to_owned(),
        text: row.text(8)?.to_owned(),
        created_at: Timestamp::from_millis(row.int(9)?),
        offer: row.opt_text(10)?.map(|id| require(10, OfferId::parse(id))).transpose()?,
    })
}
