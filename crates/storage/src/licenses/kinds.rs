//! Rows of license kinds, in the order the producer gave them.

use domain::ids::{LicenseKindId, UserId};
use domain::licenses::texts::{Text, Version};
use domain::money::{Currency, Minor};
use domain::notifications::topics::Topic;
use domain::sales::License;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Sql, Tx, params, require, sql};

/// A kind as it is stored: the terms are a JSON text.
#[derive(Debug, Clone)]
pub struct KindRow {
    pub id: LicenseKindId,
    pub place: i64,
    pub name: String,
    pub tier: License,
    pub description: String,
    pub price: Minor,
    pub currency: Currency,
    pub lowest_offer: Option<Minor>,
    pub is_enabled: bool,
    pub terms: String,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// Take this lock before changing a kind, its texts or their order. It is held until the transaction ends.
pub fn lock(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.lock(&format!("license-kinds:{owner}"))
}

/// Every kind with its newest text.
pub fn list(conn: &mut Conn, owner: UserId) -> Result<Vec<(KindRow, Text)>, DbError> {
    conn.query(
        sql!(
            "SELECT k.id, k.place, k.name, k.tier, k.description, k.price, k.currency,
                    k.lowest_offer, k.is_enabled, k.terms, k.created_at, k.updated_at,
                    t.version, t.hash, t.created_at, t.text
             FROM license_kinds k
             JOIN license_texts t
               ON t.owner_id = k.owner_id AND t.kind_id = k.id AND t.version = k.text_version
             WHERE k.owner_id = ?1 ORDER BY k.place, k.id"
        ),
        params![&owner.to_string()],
        kind,
    )
}

pub fn find(
    conn: &mut Conn,
    owner: UserId,
    id: LicenseKindId,
) -> Result<Option<(KindRow, Text)>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT k.id, k.place, k.name, k.tier, k.description, k.price, k.currency,
                    k.lowest_offer, k.is_enabled, k.terms, k.created_at, k.updated_at,
                    t.version, t.hash, t.created_at, t.text
             FROM license_kinds k
             JOIN license_texts t
               ON t.owner_id = k.owner_id AND t.kind_id = k.id AND t.version = k.text_version
             WHERE k.owner_id = ?1 AND k.id = ?2"
        ),
        params![&owner.to_string(), &id.to_string()],
        kind,
    )
}

/// Inserts a kind, with the number of its newest text.
pub fn insert(tx: &mut Tx, owner: UserId, row: &KindRow, text: i64) -> Result<(), DbError> {
    static INSERT: &Sql = sql!(
        "INSERT INTO license_kinds
           (owner_id, id, place, name, tier, description, price, currency, lowest_offer, is_enabled,
            terms, text_version, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"
    );
    tx.record_change(owner, Topic::LicenseKinds);
    tx.execute(
        INSERT,
        params![
            &owner.to_string(),
            &row.id.to_string(),
            row.place,
            &row.name,
            row.tier.as_str(),
            &row.description,
            row.price.get(),
            row.currency.as_str(),
            row.lowest_offer.map(Minor::get),
            i64::from(row.is_enabled),
            &row.terms,
            text,
            row.created_at.as_millis(),
            row.updated_at.as_millis(),
        ],
    )?;
    Ok(())
}

/// Updates a kind except its position in the order and its contract text.
pub fn update(tx: &mut Tx, owner: UserId, row: &KindRow) -> Result<(), DbError> {
    tx.record_change(owner, Topic::LicenseKinds);
    tx.execute(
        sql!(
            "UPDATE license_kinds SET name = ?3, tier = ?4, description = ?5, price = ?6,
                    currency = ?7, lowest_offer = ?8, is_enabled = ?9, terms = ?10, updated_at = ?11
             WHERE owner_id = ?1 AND id = ?2"
        ),
        params![
            &owner.to_string(),
            &row.id.to_string(),
            &row.name,
            row.tier.as_str(),
            &row.description,
            row.price.get(),
            row.currency.as_str(),
            row.lowest_offer.map(Minor::get),
            i64::from(row.is_enabled),
            &row.terms,
            row.updated_at.as_millis(),
        ],
    )?;
    Ok(())
}

pub fn set_text(
    tx: &mut Tx,
    owner: UserId,
    id: LicenseKindId,
    version: i64,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::LicenseKinds);
    tx.execute(
        sql!(
            "UPDATE license_kinds SET text_version = ?3, updated_at = ?4
             WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &id.to_string(), version, now.as_millis()],
    )?;
    Ok(())
}

pub fn set_place(tx: &mut Tx, owner: UserId, id: LicenseKindId, place: i64) -> Result<(), DbError> {
    tx.record_change(owner, Topic::LicenseKinds);
    tx.execute(
        sql!("UPDATE license_kinds SET place = ?3 WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string(), place],
    )?;
    Ok(())
}

/// Removes a kind with the prices of beats for it, but not its texts.
pub fn remove(tx: &mut Tx, owner: UserId, id: LicenseKindId) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::LicenseKinds);
    let gone = tx.execute(
        sql!("DELETE FROM license_kinds WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    Ok(gone == 1)
}

fn kind(row: &Row<'_>) -> Result<(KindRow, Text), DbError> {
    let kind = KindRow {
        id: require(0, LicenseKindId::parse(row.text(0)?))?,
        place: row.int(1)?,
        name: row.text(2)?.to_owned(),
        tier: require(3, License::find(row.text(3)?))?,
        description: row.text(4)?.to_owned(),
        price: require(5, Minor::new(row.int(5)?))?,
        currency: require(6, Currency::find(row.text(6)?))?,
        lowest_offer: row.opt_int(7)?.map(|minor| require(7, Minor::new(minor))).transpose()?,
        is_enabled: row.flag(8)?,
        terms: row.text(9)?.to_owned(),
        created_at: Timestamp::from_millis(row.int(10)?),
        updated_at: Timestamp::from_millis(row.int(11)?),
    };
    let version = Version {
        number: row.int(12)?,
        hash: row.text(13)?.to_owned(),
        created_at: Timestamp::from_millis(row.int(14)?),
    };
    Ok((kind, Text { version, text: row.text(15)?.to_owned() }))
}
