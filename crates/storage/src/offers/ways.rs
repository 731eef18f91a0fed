//! Rows of the payment methods of an account. Their details are sealed.

use domain::ids::{LicenseKindId, UserId, WayToPayId};
use domain::notifications::topics::Topic;
use domain::offers::WayType;

use crate::db::{Conn, DbError, Tx, params, require, sql};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WayRow {
    pub id: WayToPayId,
    pub kind: WayType,
    pub label: String,
    pub details: Vec<u8>,
    pub license_kind: Option<LicenseKindId>,
    pub is_enabled: bool,
}

/// Returns all payment methods in their order.
pub fn list(conn: &mut Conn, owner: UserId) -> Result<Vec<WayRow>, DbError> {
    conn.query(
        sql!(
            "SELECT id, type, label, details, kind_id, is_enabled FROM ways_to_pay
             WHERE owner_id = ?1 ORDER BY place"
        ),
        params![&owner.to_string()],
        |row| {
            let kind = row.opt_text(4)?.map(str::to_owned);
            Ok(WayRow {
                id: require(0, WayToPayId::parse(row.text(0)?))?,
                kind: require(1, WayType::find(row.text(1)?))?,
                label: row.text(2)?.to_owned(),
                details: row.blob(3)?.to_vec(),
                license_kind: kind.map(|id| require(4, LicenseKindId::parse(&id))).transpose()?,
                is_enabled: row.flag(5)?,
            })
        },
    )
}

/// Replaces all payment methods.
pub fn put(tx: &mut Tx, owner: UserId, rows: &[WayRow]) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Offers);
    let owner = owner.to_string();
    tx.execute(sql!("DELETE FROM ways_to_pay WHERE owner_id = ?1"), params![&owner])?;
    for (place, row) in (1_i64..).zip(rows) {
        tx.execute(
            sql!(
                "INSERT INTO ways_to_pay (owner_id, id, place, type, label, details, kind_id, is_enabled)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
            ),
            params![
                &owner,
                row.id.to_string(),
                place,
                row.kind.as_str(),
                &row.label,
                &row.details,
                row.license_kind.map(|id| id.to_string()),
                i64::from(row.is_enabled),
            ],
        )?;
    }
    Ok(())
}
