//! Rows of deliveries. A delivery is looked up by the hash of its link's token; the token itself is stored sealed.

pub mod events;
pub mod files;

use domain::deliveries::Delivery;
use domain::ids::{DeliveryId, DocumentId, LicenseId, OfferId, UserId};
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Sql, Tx, many_rows, params, require, sql};

pub fn find(conn: &mut Conn, owner: UserId, id: DeliveryId) -> Result<Option<Delivery>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, offer_id, token, includes_newer, tickets_allowed, days, expires_at,
                    completed_at, first_downloaded_at, created_at, updated_at
             FROM deliveries WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), id.to_string()],
        delivery,
    )
}

/// Finds a delivery by the hash of its link.
pub fn sql_by_token() -> &'static Sql {
    sql!(
        "SELECT id, offer_id, token, includes_newer, tickets_allowed, days, expires_at,
                completed_at, first_downloaded_at, created_at, updated_at
         FROM deliveries WHERE owner_id = ?1 AND token_hash = ?2"
    )
}

/// Finds the id of a delivery by the hash of one of its former links.
pub fn sql_by_old_token() -> &'static Sql {
    sql!("SELECT delivery_id FROM delivery_old_links WHERE owner_id = ?1 AND token_hash = ?2")
}

/// Finds a delivery by the hash of its link's token. The flag is true if that link was replaced by a newer one.
pub fn find_by_token(
    conn: &mut Conn,
    owner: UserId,
    token_hash: &str,
) -> Result<Option<(Delivery, bool)>, DbError> {
    let found =
        conn.query_opt(sql_by_token(), params![&owner.to_string(), token_hash], delivery)?;
    if let Some(found) = found {
        return Ok(Some((found, false)));
    }
    let old =
        conn.query_opt(sql_by_old_token(), params![&owner.to_string(), token_hash], |row| {
            require(0, DeliveryId::parse(row.text(0)?))
        })?;
    match old {
        Some(id) => Ok(find(conn, owner, id)?.map(|found| (found, true))),
        None => Ok(None),
    }
}

pub fn of_license(
    conn: &mut Conn,
    owner: UserId,
    license: LicenseId,
) -> Result<Option<DeliveryId>, DbError> {
    conn.query_opt(
        sql!("SELECT delivery_id FROM delivery_licenses WHERE owner_id = ?1 AND license_id = ?2"),
        params![&owner.to_string(), license.to_string()],
        |row| require(0, DeliveryId::parse(row.text(0)?)),
    )
}

pub fn of_offer(
    conn: &mut Conn,
    owner: UserId,
    offer: OfferId,
) -> Result<Option<DeliveryId>, DbError> {
    conn.query_opt(
        sql!("SELECT id FROM deliveries WHERE owner_id = ?1 AND offer_id = ?2 ORDER BY id LIMIT 1"),
        params![&owner.to_string(), offer.to_string()],
        |row| require(0, DeliveryId::parse(row.text(0)?)),
    )
}

/// The ids of the deliveries that contain an active license of this beat.
pub fn of_beat(
    conn: &mut Conn,
    owner: UserId,
    beat: DocumentId,
) -> Result<Vec<DeliveryId>, DbError> {
    conn.query(
        sql!(
            "SELECT DISTINCT d.delivery_id FROM licenses l
             JOIN delivery_licenses d ON d.owner_id = l.owner_id AND d.license_id = l.id
             WHERE l.owner_id = ?1 AND l.document_id = ?2 AND l.state = 'active'"
        ),
        params![&owner.to_string(), beat.to_string()],
        |row| require(0, DeliveryId::parse(row.text(0)?)),
    )
}

/// The ids of a delivery's licenses, in their stored order.
pub fn licenses(conn: &mut Conn, owner: UserId, id: DeliveryId) -> Result<Vec<LicenseId>, DbError> {
    conn.query(
        sql!(
            "SELECT license_id FROM delivery_licenses WHERE owner_id = ?1 AND delivery_id = ?2
             ORDER BY place"
        ),
        params![&owner.to_string(), id.to_string()],
        |row| require(0, LicenseId::parse(row.text(0)?)),
    )
}

pub fn insert(
    tx: &mut Tx,
    owner: UserId,
    new: &Delivery,
    token_hash: &str,
    licenses: &[LicenseId],
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Deliveries);
    let holder = owner.to_string();
    tx.execute(
        sql!(
            "INSERT INTO deliveries
               (owner_id, id, offer_id, token_hash, token, includes_newer, tickets_allowed, days,
                expires_at, completed_at, first_downloaded_at, created_at, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
        ),
        params![
            &holder,
            new.id.to_string(),
            new.offer.map(|id| id.to_string()),
            token_hash,
            &new.token,
            i64::from(new.includes_newer),
            new.tickets_allowed,
            new.days,
            new.expires_at.as_millis(),
            new.completed_at.map(Timestamp::as_millis),
            new.first_downloaded_at.map(Timestamp::as_millis),
            new.created_at.as_millis(),
            new.updated_at.as_millis()
        ],
    )?;
    let rows = (0_i64..).zip(licenses).map(|(place, license)| {
        [holder.clone().into(), new.id.to_string().into(), license.to_string().into(), place.into()]
    });
    many_rows::insert(
        tx,
        "delivery_licenses (owner_id, delivery_id, license_id, place)",
        rows.collect(),
    )
}

/// Updates the fields of a delivery that can change, except its token.
pub fn update(tx: &mut Tx, owner: UserId, row: &Delivery) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Deliveries);
    tx.execute(
        sql!(
            "UPDATE deliveries SET includes_newer = ?3, tickets_allowed = ?4, days = ?5,
                    expires_at = ?6, completed_at = ?7, first_downloaded_at = ?8, updated_at = ?9
             WHERE owner_id = ?1 AND id = ?2"
        ),
        params![
            &owner.to_string(),
            row.id.to_string(),
            i64::from(row.includes_newer),
            row.tickets_allowed,
            row.days,
            row.expires_at.as_millis(),
            row.completed_at.map(Timestamp::as_millis),
            row.first_downloaded_at.map(Timestamp::as_millis),
            row.updated_at.as_millis()
        ],
    )?;
    Ok(())
}

/// Stores the time of the first download; returns whether this download was the first.
pub fn note_first_download(
    tx: &mut Tx,
    owner: UserId,
    id: DeliveryId,
    now: Timestamp,
) -> Result<bool, DbError> {
    let noted = tx.execute(
        sql!(
            "UPDATE deliveries SET first_downloaded_at = ?3
             WHERE owner_id = ?1 AND id = ?2 AND first_downloaded_at IS NULL"
        ),
        params![&owner.to_string(), id.to_string(), now.as_millis()],
    )?;
    Ok(noted == 1)
}

/// Replaces the token of a delivery's link. The hash of the old token is kept, so that the old link is still
/// recognized.
pub fn replace_token(
    tx: &mut Tx,
    owner: UserId,
    id: DeliveryId,
    (token_hash, token): (&str, &[u8]),
    now: Timestamp,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Deliveries);
    let (owner, id) = (owner.to_string(), id.to_string());
    tx.execute(
        sql!(
            "INSERT INTO delivery_old_links (owner_id, token_hash, delivery_id, replaced_at)
             SELECT owner_id, token_hash, id, ?3 FROM deliveries WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner, &id, now.as_millis()],
    )?;
    tx.execute(
        sql!("UPDATE deliveries SET token_hash = ?3, token = ?4 WHERE owner_id = ?1 AND id = ?2"),
        params![&owner, &id, token_hash, token],
    )?;
    Ok(())
}

/// Removes a license that is being deleted from its delivery, and removes the delivery with its last license. Only
/// sample licenses are ever deleted.
pub fn forget_license(tx: &mut Tx, owner: UserId, license: LicenseId) -> Result<(), DbError> {
    let (owner_text, license) = (owner.to_string(), license.to_string());
    let found = tx.query_opt(
        sql!("SELECT delivery_id FROM delivery_licenses WHERE owner_id = ?1 AND license_id = ?2"),
        params![&owner_text, &license],
        |row| Ok(row.text(0)?.to_owned()),
    )?;
    let Some(id) = found else { return Ok(()) };
    tx.record_change(owner, Topic::Deliveries);
    for statement in [
        sql!(
            "DELETE FROM delivery_files WHERE owner_id = ?1 AND delivery_id = ?2 AND license_id = ?3"
        ),
        sql!(
            "DELETE FROM delivery_licenses WHERE owner_id = ?1 AND delivery_id = ?2 AND license_id = ?3"
        ),
    ] {
        tx.execute(statement, params![&owner_text, &id, &license])?;
    }
    tx.execute(
        sql!(
            "DELETE FROM deliveries WHERE owner_id = ?1 AND id = ?2 AND NOT EXISTS (
               SELECT 1 FROM delivery_licenses l WHERE l.owner_id = ?1 AND l.delivery_id = ?2)"
        ),
        params![&owner_text, &id],
    )?;
    Ok(())
}

/// Returns a page of all deliveries in the order of their ids.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: &str,
    limit: i64,
) -> Result<Vec<Delivery>, DbError> {
    conn.query(
        sql!(
            "SELECT id, offer_id, token, includes_newer, tickets_allowed, days, expires_at,
                    completed_at, first_downloaded_at, created_at, updated_at
             FROM deliveries WHERE owner_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3"
        ),
        params![&owner.to_string(), after, limit],
        delivery,
    )
}

/// Returns a page of all pairs of delivery id and license id, with the license's position in the delivery.
pub fn licenses_after(
    conn: &mut Conn,
    owner: UserId,
    after: (&str, &str),
    limit: i64,
) -> Result<Vec<(String, String, i64)>, DbError> {
    conn.query(
        sql!(
            "SELECT delivery_id, license_id, place FROM delivery_licenses
             WHERE owner_id = ?1 AND (delivery_id, license_id) > (?2, ?3)
             ORDER BY delivery_id, license_id LIMIT ?4"
        ),
        params![&owner.to_string(), after.0, after.1, limit],
        |row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned(), row.int(2)?)),
    )
}

fn delivery(row: &Row<'_>) -> Result<Delivery, DbError> {
    let moment = |at: usize| Ok::<_, DbError>(row.opt_int(at)?.map(Timestamp::from_millis));
    Ok(Delivery {
        id: require(0, DeliveryId::parse(row.text(0)?))?,
        offer: row.opt_text(1)?.map(|text| require(1, OfferId::parse(text))).transpose()?,
        token: row.blob(2)?.to_vec(),
        includes_newer: row.flag(3)?,
        tickets_allowed: row.int(4)?,
        days: row.int(5)?,
        expires_at: Timestamp::from_millis(row.int(6)?),
        completed_at: moment(7)?,
        first_downloaded_at: moment(8)?,
        created_at: Timestamp::from_millis(row.int(9)?),
        updated_at: Timestamp::from_millis(row.int(10)?),
    })
}
