//! Prices of single beats for a license kind, where they differ from the kind's own price.

use domain::ids::{DocumentId, LicenseKindId, UserId};
use domain::licenses::prices::BeatPrice;
use domain::money::{Currency, Minor};
use domain::notifications::topics::Topic;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};

/// The prices of one beat, by kind.
pub fn list(
    conn: &mut Conn,
    owner: UserId,
    document: DocumentId,
) -> Result<Vec<(LicenseKindId, BeatPrice)>, DbError> {
    conn.query(
        sql!(
            "SELECT kind_id, price, currency FROM beat_prices
             WHERE owner_id = ?1 AND document_id = ?2"
        ),
        params![&owner.to_string(), &document.to_string()],
        |row| price(row, 0),
    )
}

/// A page of the prices of all beats, in the order of beat and kind.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: Option<(DocumentId, LicenseKindId)>,
    limit: i64,
) -> Result<Vec<(DocumentId, LicenseKindId, BeatPrice)>, DbError> {
    let (document, kind) =
        after.map(|(document, kind)| (document.to_string(), kind.to_string())).unwrap_or_default();
    conn.query(
        sql!(
            "SELECT document_id, kind_id, price, currency FROM beat_prices
             WHERE owner_id = ?1 AND (document_id, kind_id) > (?2, ?3)
             ORDER BY document_id, kind_id LIMIT ?4"
        ),
        params![&owner.to_string(), document, kind, limit],
        |row| {
            let document = require(0, DocumentId::parse(row.text(0)?))?;
            let (kind, price) = price(row, 1)?;
            Ok((document, kind, price))
        },
    )
}

/// Sets the price of a beat for a license kind; `None` restores the kind's own price. The beat and the kind must exist.
pub fn set(
    tx: &mut Tx,
    owner: UserId,
    document: DocumentId,
    kind: LicenseKindId,
    price: Option<BeatPrice>,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::LicenseKinds);
    let (owner, document, kind) = (owner.to_string(), document.to_string(), kind.to_string());
    let Some(price) = price else {
        tx.execute(
            sql!(
                "DELETE FROM beat_prices WHERE owner_id = ?1 AND document_id = ?2 AND kind_id = ?3"
            ),
            params![&owner, &document, &kind],
        )?;
        return Ok(());
    };
    let amount = match price {
        BeatPrice::Own(amount, _) => Some(amount.get()),
        BeatPrice::Off => None,
    };
    let currency = match price {
        BeatPrice::Own(_, currency) => Some(currency.as_str()),
        BeatPrice::Off => None,
    };
    tx.execute(
        sql!(
            "INSERT INTO beat_prices (owner_id, document_id, kind_id, price, currency)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (owner_id, document_id, kind_id) DO UPDATE SET
               price = excluded.price, currency = excluded.currency"
        ),
        params![&owner, &document, &kind, amount, currency],
    )?;
    Ok(())
}

/// Reads a license kind and its price, starting at column `at`.
fn price(row: &Row<'_>, at: usize) -> Result<(LicenseKindId, BeatPrice), DbError> {
    let kind = require(at, LicenseKindId::parse(row.text(at)?))?;
    let Some(minor) = row.opt_int(at + 1)? else { return Ok((kind, BeatPrice::Off)) };
    let amount = require(at + 1, Minor::new(minor))?;
    let currency = require(at + 2, row.opt_text(at + 2)?.and_then(Currency::find))?;
    Ok((kind, BeatPrice::Own(amount, currency)))
}
