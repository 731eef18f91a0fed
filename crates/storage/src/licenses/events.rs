//! The event log of each license. Entries are only ever appended, and each holds the hash of the entry before.

use domain::ids::{LicenseId, UserId};
use domain::licenses::events::{Event, Kind, NewEvent, origin};
use domain::licenses::issued::License;
use domain::time::Timestamp;
use sha2::{Digest, Sha256};

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};

/// The SHA-256 hash of `bytes` in hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Appends an entry to the event log of a license and returns the license with the hash of the new last entry. The
/// caller writes the license's row in the same transaction.
pub fn add(
    tx: &mut Tx,
    owner: UserId,
    license: License,
    happened: NewEvent,
) -> Result<License, DbError> {
    let previous = match license.events {
        0 => origin(owner, license.id, digest),
        _ => license.head.clone(),
    };
    let event = Event::after(&previous, license.events + 1, happened, digest);
    let NewEvent { kind, at, detail, facts, address, browser } = &event.happened;
    tx.execute(
        sql!(
            "INSERT INTO license_events
               (owner_id, license_id, number, kind, at, detail, facts, address, browser, previous, hash)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"
        ),
        params![
            &owner.to_string(),
            license.id.to_string(),
            event.number,
            kind.as_str(),
            at.as_millis(),
            detail,
            facts.clone(),
            address.clone(),
            browser.clone(),
            &event.previous,
            &event.hash
        ],
    )?;
    Ok(License { events: event.number, head: event.hash, ..license })
}

/// Returns the log entries of a license, the oldest first.
pub fn list(conn: &mut Conn, owner: UserId, license: LicenseId) -> Result<Vec<Event>, DbError> {
    conn.query(
        sql!(
            "SELECT number, kind, at, detail, facts, address, browser, previous, hash
             FROM license_events WHERE owner_id = ?1 AND license_id = ?2 ORDER BY number"
        ),
        params![&owner.to_string(), license.to_string()],
        event,
    )
}

/// Returns a page of the log entries of all licenses.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: Option<(LicenseId, i64)>,
    limit: i64,
) -> Result<Vec<(LicenseId, Event)>, DbError> {
    let (license, number) = after.map(|(id, number)| (id.to_string(), number)).unwrap_or_default();
    conn.query(
        sql!(
            "SELECT number, kind, at, detail, facts, address, browser, previous, hash, license_id
             FROM license_events WHERE owner_id = ?1 AND (license_id, number) > (?2, ?3)
             ORDER BY license_id, number LIMIT ?4"
        ),
        params![&owner.to_string(), license, number, limit],
        |row| Ok((require(9, LicenseId::parse(row.text(9)?))?, event(row)?)),
    )
}

fn event(row: &Row<'_>) -> Result<Event, DbError> {
    let text = |at: usize| Ok::<_, DbError>(row.opt_text(at)?.map(str::to_owned));
    Ok(Event {
        number: row.int(0)?,
        happened: NewEvent {
            kind: require(1, Kind::find(row.text(1)?))?,
            at: Timestamp::from_millis(row.int(2)?),
            detail: row.text(3)?.to_owned(),
            facts: text(4)?,
            address: text(5)?,
            browser: text(6)?,
        },
        previous: row.text(7)?.to_owned(),
        hash: row.text(8)?.to_owned(),
    })
}
