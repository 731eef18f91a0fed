//! Rows of the files that can be downloaded from deliveries.

use domain::deliveries::{DeliveryFile, Part, Source};
use domain::ids::{DeliveryId, FileId, LicenseId, UserId};
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};

/// Returns the files of a delivery in the order in which they were added.
pub fn list(
    conn: &mut Conn,
    owner: UserId,
    delivery: DeliveryId,
) -> Result<Vec<DeliveryFile>, DbError> {
    conn.query(
        sql!(
            "SELECT id, license_id, content_id, role, source, name, mime, size, content_hash,
                    sha256, crc32, tickets, downloads, added_at
             FROM delivery_files WHERE owner_id = ?1 AND delivery_id = ?2 ORDER BY id"
        ),
        params![&owner.to_string(), delivery.to_string()],
        file,
    )
}

pub fn insert(
    tx: &mut Tx,
    owner: UserId,
    delivery: DeliveryId,
    new: &DeliveryFile,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Deliveries);
    tx.execute(
        sql!(
            "INSERT INTO delivery_files
               (owner_id, delivery_id, id, license_id, content_id, role, source, name, mime, size,
                content_hash, sha256, crc32, tickets, downloads, added_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)"
        ),
        params![
            &owner.to_string(),
            delivery.to_string(),
            new.id.to_string(),
            new.license.to_string(),
            &new.content_id,
            new.part.as_str(),
            new.source.as_str(),
            &new.name,
            &new.mime,
            new.size,
            &new.content_hash,
            new.sha256.clone(),
            new.crc32.map(i64::from),
            new.tickets,
            new.downloads,
            new.added_at.as_millis()
        ],
    )?;
    Ok(())
}

/// Stores the checksums of a file's content in every delivery that contains it.
pub fn set_digests(
    tx: &mut Tx,
    owner: UserId,
    content_id: &str,
    sha256: &str,
    crc32: u32,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Deliveries);
    tx.execute(
        sql!(
            "UPDATE delivery_files SET sha256 = ?3, crc32 = ?4
             WHERE owner_id = ?1 AND content_id = ?2 AND role NOT IN ('contract', 'receipt')"
        ),
        params![&owner.to_string(), content_id, sha256, i64::from(crc32)],
    )?;
    Ok(())
}

/// Counts one download ticket for a file; returns false if the file has no tickets left.
pub fn take_ticket(
    tx: &mut Tx,
    owner: UserId,
    delivery: DeliveryId,
    id: FileId,
    allowed: i64,
) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Deliveries);
    let taken = tx.execute(
        sql!(
            "UPDATE delivery_files SET tickets = tickets + 1
             WHERE owner_id = ?1 AND delivery_id = ?2 AND id = ?3 AND tickets < ?4"
        ),
        params![&owner.to_string(), delivery.to_string(), id.to_string(), allowed],
    )?;
    Ok(taken == 1)
}

pub fn count_download(
    tx: &mut Tx,
    owner: UserId,
    delivery: DeliveryId,
    id: &str,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Deliveries);
    tx.execute(
        sql!(
            "UPDATE delivery_files SET downloads = downloads + 1
             WHERE owner_id = ?1 AND delivery_id = ?2 AND id = ?3"
        ),
        params![&owner.to_string(), delivery.to_string(), id],
    )?;
    Ok(())
}

/// Sets the ticket count of every file of a delivery to zero, so that each can be downloaded again.
pub fn reset_tickets(tx: &mut Tx, owner: UserId, delivery: DeliveryId) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Deliveries);
    tx.execute(
        sql!("UPDATE delivery_files SET tickets = 0 WHERE owner_id = ?1 AND delivery_id = ?2"),
        params![&owner.to_string(), delivery.to_string()],
    )?;
    Ok(())
}

/// Removes a file from the deliveries to which it was added as a newer version, because that version was deleted.
pub fn forget_newer(tx: &mut Tx, owner: UserId, content_id: &str) -> Result<(), DbError> {
    let gone = tx.execute(
        sql!(
            "DELETE FROM delivery_files
             WHERE owner_id = ?1 AND content_id = ?2 AND source = 'newer'"
        ),
        params![&owner.to_string(), content_id],
    )?;
    if gone > 0 {
        tx.record_change(owner, Topic::Deliveries);
    }
    Ok(())
}

/// Returns a page of the files of all deliveries. `after` is the delivery id and file id of the last row of the page
/// before.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: (&str, &str),
    limit: i64,
) -> Result<Vec<(DeliveryId, DeliveryFile)>, DbError> {
    conn.query(
        sql!(
            "SELECT id, license_id, content_id, role, source, name, mime, size, content_hash,
                    sha256, crc32, tickets, downloads, added_at, delivery_id
             FROM delivery_files WHERE owner_id = ?1 AND (delivery_id, id) > (?2, ?3)
             ORDER BY delivery_id, id LIMIT ?4"
        ),
        params![&owner.to_string(), after.0, after.1, limit],
        |row| Ok((require(14, DeliveryId::parse(row.text(14)?))?, file(row)?)),
    )
}

fn file(row: &Row<'_>) -> Result<DeliveryFile, DbError> {
    let crc32 = row.opt_int(10)?.map(|crc| require(10, u32::try_from(crc).ok()));
    Ok(DeliveryFile {
        id: require(0, FileId::parse(row.text(0)?))?,
        license: require(1, LicenseId::parse(row.text(1)?))?,
        content_id: row.text(2)?.to_owned(),
        part: require(3, Part::find(row.text(3)?))?,
        source: require(4, Source::find(row.text(4)?))?,
        name: row.text(5)?.to_owned(),
        mime: row.text(6)?.to_owned(),
        size: row.int(7)?,
        content_hash: row.text(8)?.to_owned(),
        sha256: row.opt_text(9)?.map(str::to_owned),
        crc32: crc32.transpose()?,
        tickets: row.int(11)?,
        downloads: row.int(12)?,
        added_at: Timestamp::from_millis(row.int(13)?),
    })
}
