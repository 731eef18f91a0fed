//! Rows of the events of offers.

use domain::ids::{OfferId, UserId};
use domain::offers::{Event, EventKind};
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};

/// The events of an offer, the oldest first.
pub fn list(conn: &mut Conn, owner: UserId, offer: OfferId) -> Result<Vec<Event>, DbError> {
    conn.query(
        sql!(
            "SELECT number, kind, at, message FROM offer_events
             WHERE owner_id = ?1 AND offer_id = ?2 ORDER BY number"
        ),
        params![&owner.to_string(), offer.to_string()],
        event,
    )
}

/// Returns a page of the events of all offers, ordered by offer and number.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    (offer, number): (&str, i64),
    limit: i64,
) -> Result<Vec<(String, Event)>, DbError> {
    conn.query(
        sql!(
            "SELECT number, kind, at, message, offer_id FROM offer_events
             WHERE owner_id = ?1 AND (offer_id, number) > (?2, ?3)
             ORDER BY offer_id, number LIMIT ?4"
        ),
        params![&owner.to_string(), offer, number, limit],
        |row| Ok((row.text(4)?.to_owned(), event(row)?)),
    )
}

pub fn insert(tx: &mut Tx, owner: UserId, offer: OfferId, new: &Event) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO offer_events (owner_id, offer_id, number, kind, at, message)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        ),
        params![
            &owner.to_string(),
            offer.to_string(),
            new.number,
            new.kind.as_str(),
            new.at.as_millis(),
            &new.message,
        ],
    )?;
    Ok(())
}

fn event(row: &Row<'_>) -> Result<Event, DbError> {
    Ok(Event {
        number: row.int(0)?,
        kind: require(1, EventKind::find(row.text(1)?))?,
        at: Timestamp::from_millis(row.int(2)?),
        message: row.text(3)?.to_owned(),
    })
}
