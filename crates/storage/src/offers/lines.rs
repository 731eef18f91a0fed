//! Rows of the lines of offers.

use domain::ids::{DocumentId, LicenseId, LicenseKindId, OfferId, OfferLineId, UserId};
use domain::money::Minor;
use domain::offers::Line;
use domain::sales::License as Tier;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};

/// The lines of an offer in their order.
pub fn list(conn: &mut Conn, owner: UserId, offer: OfferId) -> Result<Vec<Line>, DbError> {
    conn.query(
        sql!(
            "SELECT id, document_id, title, kind_id, kind, tier, price, terms, text_version, license_id
             FROM offer_lines WHERE owner_id = ?1 AND offer_id = ?2 ORDER BY place"
        ),
        params![&owner.to_string(), offer.to_string()],
        line,
    )
}

/// Returns a page of the lines of all offers, ordered by offer and line id.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    (offer, id): (&str, &str),
    limit: i64,
) -> Result<Vec<(String, Line)>, DbError> {
    conn.query(
        sql!(
            "SELECT id, document_id, title, kind_id, kind, tier, price, terms, text_version, license_id,
                    offer_id
             FROM offer_lines WHERE owner_id = ?1 AND (offer_id, id) > (?2, ?3)
             ORDER BY offer_id, id LIMIT ?4"
        ),
        params![&owner.to_string(), offer, id, limit],
        |row| Ok((row.text(10)?.to_owned(), line(row)?)),
    )
}

/// Replaces the lines of an offer.
pub fn put(tx: &mut Tx, owner: UserId, offer: OfferId, lines: &[Line]) -> Result<(), DbError> {
    let (owner, offer) = (owner.to_string(), offer.to_string());
    tx.execute(
        sql!("DELETE FROM offer_lines WHERE owner_id = ?1 AND offer_id = ?2"),
        params![&owner, &offer],
    )?;
    for (place, line) in (1_i64..).zip(lines) {
        tx.execute(
            sql!(
                "INSERT INTO offer_lines
                   (owner_id, offer_id, id, place, document_id, title, kind_id, kind, tier, price, terms,
                    text_version, license_id)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
            ),
            params![
                &owner,
                &offer,
                line.id.to_string(),
                place,
                line.beat.map(|id| id.to_string()),
                &line.title,
                line.kind.map(|id| id.to_string()),
                &line.kind_name,
                line.tier.as_str(),
                line.price.get(),
                &line.terms,
                line.text_version,
                line.license.map(|id| id.to_string()),
            ],
        )?;
    }
    Ok(())
}

fn line(row: &Row<'_>) -> Result<Line, DbError> {
    let id = |at: usize| Ok::<_, DbError>(row.opt_text(at)?.map(str::to_owned));
    Ok(Line {
        id: require(0, OfferLineId::parse(row.text(0)?))?,
        beat: id(1)?.map(|id| require(1, DocumentId::parse(&id))).transpose()?,
        title: row.text(2)?.to_owned(),
        kind: id(3)?.map(|id| require(3, LicenseKindId::parse(&id))).transpose()?,
        kind_name: row.text(4)?.to_owned(),
        tier: require(5, Tier::find(row.text(5)?))?,
        price: require(6, Minor::new(row.int(6)?))?,
        terms: row.text(7)?.to_owned(),
        text_version: row.int(8)?,
        license: id(9)?.map(|id| require(9, LicenseId::parse(&id))).transpose()?,
    })
}
