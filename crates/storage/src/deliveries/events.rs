//! Rows of the events of deliveries: download tickets, downloads, emails and renewed links.

use domain::deliveries::{Event, EventKind, SentRanges};
use domain::ids::{DeliveryId, EventId, UserId};
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};

/// Returns up to `most` events of a delivery, the newest first.
pub fn list(
    conn: &mut Conn,
    owner: UserId,
    delivery: DeliveryId,
    most: i64,
) -> Result<Vec<Event>, DbError> {
    conn.query(
        sql!(
            "SELECT id, kind, at, detail, ticket_id, file_id, file, address, browser, bytes,
                    covered, is_whole
             FROM delivery_events WHERE owner_id = ?1 AND delivery_id = ?2
             ORDER BY id DESC LIMIT ?3"
        ),
        params![&owner.to_string(), delivery.to_string(), most],
        event,
    )
}

pub fn find(
    conn: &mut Conn,
    owner: UserId,
    delivery: DeliveryId,
    id: EventId,
) -> Result<Option<Event>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, kind, at, detail, ticket_id, file_id, file, address, browser, bytes,
                    covered, is_whole
             FROM delivery_events WHERE owner_id = ?1 AND delivery_id = ?2 AND id = ?3"
        ),
        params![&owner.to_string(), delivery.to_string(), id.to_string()],
        event,
    )
}

/// Returns the download event of a download ticket.
pub fn download_of(
    conn: &mut Conn,
    owner: UserId,
    delivery: DeliveryId,
    ticket: EventId,
) -> Result<Option<Event>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, kind, at, detail, ticket_id, file_id, file, address, browser, bytes,
                    covered, is_whole
             FROM delivery_events
             WHERE owner_id = ?1 AND delivery_id = ?2 AND ticket_id = ?3 AND kind = 'download'"
        ),
        params![&owner.to_string(), delivery.to_string(), ticket.to_string()],
        event,
    )
}

pub fn put(tx: &mut Tx, owner: UserId, delivery: DeliveryId, row: &Event) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Deliveries);
    tx.execute(
        sql!(
            "INSERT INTO delivery_events
               (owner_id, delivery_id, id, kind, at, detail, ticket_id, file_id, file, address,
                browser, bytes, covered, is_whole)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
             ON CONFLICT (owner_id, delivery_id, id) DO UPDATE SET
               at = excluded.at, address = excluded.address, browser = excluded.browser,
               bytes = excluded.bytes, covered = excluded.covered, is_whole = excluded.is_whole"
        ),
        params![
            &owner.to_string(),
            delivery.to_string(),
            row.id.to_string(),
            row.kind.as_str(),
            row.at.as_millis(),
            &row.detail,
            row.ticket.map(|id| id.to_string()),
            row.file_id.clone(),
            row.file.clone(),
            row.address.clone(),
            row.browser.clone(),
            row.bytes,
            row.covered.write(),
            i64::from(row.is_whole)
        ],
    )?;
    Ok(())
}

/// Removes the events of each delivery whose licenses have all ended before `moment`.
pub fn remove_ended_before(tx: &mut Tx, moment: Timestamp, day: &str) -> Result<u64, DbError> {
    tx.execute(
        sql!(
            "DELETE FROM delivery_events WHERE EXISTS (
               SELECT 1 FROM deliveries d WHERE d.owner_id = delivery_events.owner_id
                 AND d.id = delivery_events.delivery_id AND d.created_at < ?1)
             AND NOT EXISTS (
               SELECT 1 FROM delivery_licenses s
               JOIN licenses l ON l.owner_id = s.owner_id AND l.id = s.license_id
               WHERE s.owner_id = delivery_events.owner_id
                 AND s.delivery_id = delivery_events.delivery_id
                 AND COALESCE(l.ended_at, ?1) >= ?1
                 AND (l.expires_on IS NULL OR l.expires_on >= ?2 OR l.ended_at IS NOT NULL))"
        ),
        params![moment.as_millis(), day],
    )
}

/// Returns a page of the events of all deliveries. `after` is the delivery id and event id of the last row of the page
/// before.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: (&str, &str),
    limit: i64,
) -> Result<Vec<(DeliveryId, Event)>, DbError> {
    conn.query(
        sql!(
            "SELECT id, kind, at, detail, ticket_id, file_id, file, address, browser, bytes,
                    covered, is_whole, delivery_id
             FROM delivery_events WHERE owner_id = ?1 AND (delivery_id, id) > (?2, ?3)
             ORDER BY delivery_id, id LIMIT ?4"
        ),
        params![&owner.to_string(), after.0, after.1, limit],
        |row| Ok((require(12, DeliveryId::parse(row.text(12)?))?, event(row)?)),
    )
}

fn event(row: &Row<'_>) -> Result<Event, DbError> {
    let text = |at: usize| Ok::<_, DbError>(row.opt_text(at)?.map(str::to_owned));
    Ok(Event {
        id: require(0, EventId::parse(row.text(0)?))?,
        kind: require(1, EventKind::find(row.text(1)?))?,
        at: Timestamp::from_millis(row.int(2)?),
        detail: row.text(3)?.to_owned(),
        ticket: row.opt_text(4)?.map(|text| require(4, EventId::parse(text))).transpose()?,
        file_id: text(5)?,
        file: text(6)?,
        address: text(7)?,
        browser: text(8)?,
        bytes: row.opt_int(9)?,
        covered: require(10, SentRanges::read(row.opt_text(10)?.unwrap_or_default()))?,
        is_whole: row.flag(11)?,
    })
}
