//! Reservations of beats for the buyer of an exclusive license.

use domain::ids::{BeneficiaryId, DocumentId, UserId};
use domain::licenses::issued::Reservation;
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};

/// The reservation of a beat, also if it has lapsed.
pub fn find(
    conn: &mut Conn,
    owner: UserId,
    beat: DocumentId,
) -> Result<Option<Reservation>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT client_id, name, email, reserved_at, until FROM reservations
             WHERE owner_id = ?1 AND document_id = ?2"
        ),
        params![&owner.to_string(), beat.to_string()],
        |row| reservation(row, beat),
    )
}

/// A page of all reservations, also of those that have lapsed, by the ids of their beats.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: &str,
    limit: i64,
) -> Result<Vec<Reservation>, DbError> {
    conn.query(
        sql!(
            "SELECT client_id, name, email, reserved_at, until, document_id FROM reservations
             WHERE owner_id = ?1 AND document_id > ?2 ORDER BY document_id LIMIT ?3"
        ),
        params![&owner.to_string(), after, limit],
        |row| reservation(row, require(5, DocumentId::parse(row.text(5)?))?),
    )
}

fn reservation(row: &Row<'_>, beat: DocumentId) -> Result<Reservation, DbError> {
    let client = row.opt_text(0)?;
    Ok(Reservation {
        beat,
        client: client.map(|id| require(0, BeneficiaryId::parse(id))).transpose()?,
        name: row.text(1)?.to_owned(),
        email: row.text(2)?.to_owned(),
        reserved_at: Timestamp::from_millis(row.int(3)?),
        until: Timestamp::from_millis(row.int(4)?),
    })
}

/// Inserts the reservation of a beat or replaces it. The caller decides whether that is allowed, under the ledger's
/// lock.
pub fn put(tx: &mut Tx, owner: UserId, new: &Reservation) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Documents);
    tx.execute(
        sql!(
            "INSERT INTO reservations (owner_id, document_id, client_id, name, email, reserved_at, until)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
             ON CONFLICT (owner_id, document_id) DO UPDATE SET client_id = excluded.client_id,
               name = excluded.name, email = excluded.email, reserved_at = excluded.reserved_at,
               until = excluded.until"
        ),
        params![
            &owner.to_string(),
            new.beat.to_string(),
            new.client.map(|id| id.to_string()),
            &new.name,
            &new.email,
            new.reserved_at.as_millis(),
            new.until.as_millis()
        ],
    )?;
    Ok(())
}

pub fn remove(tx: &mut Tx, owner: UserId, beat: DocumentId) -> Result<bool, DbError> {
    let gone = tx.execute(
        sql!("DELETE FROM reservations WHERE owner_id = ?1 AND document_id = ?2"),
        params![&owner.to_string(), beat.to_string()],
    )?;
    if gone > 0 {
        tx.record_change(owner, Topic::Documents);
    }
    Ok(gone > 0)
}

/// Clears the link to a deleted client; the name stays.
pub fn forget_client(tx: &mut Tx, owner: UserId, client: BeneficiaryId) -> Result<(), DbError> {
    tx.execute(
        sql!("UPDATE reservations SET client_id = NULL WHERE owner_id = ?1 AND client_id = ?2"),
        params![&owner.to_string(), client.to_string()],
    )?;
    Ok(())
}
