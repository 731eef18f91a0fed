//! Rows of payment cards with sealed numbers: this file never sees one in plain text.

use domain::ids::{CardId, UserId};
use domain::money::cards::{Brand, Card, Expiry, Holder};
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, sql};

#[derive(Debug, Clone)]
pub struct NewCard {
    pub id: CardId,
    pub brand: Brand,
    pub sealed_number: Vec<u8>,
    pub last_four: String,
    pub holder: Holder,
    pub expiry: Expiry,
    pub created_at: Timestamp,
}

/// Take this lock before changing the set of cards. It is held until the transaction ends.
pub fn lock(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.lock(&format!("cards:{owner}"))
}

/// The default card first, then the newest.
pub fn list(
    conn: &mut Conn,
    owner: UserId,
    limit: i64,
    offset: i64,
) -> Result<(Vec<Card>, i64), DbError> {
    let owner = owner.to_string();
    conn.snapshot()?;
    let cards = conn.query(
        sql!(
            "SELECT id, brand, last_four, holder, expiry_month, expiry_year, is_default, created_at
             FROM cards WHERE owner_id = ?1
             ORDER BY is_default DESC, id DESC LIMIT ?2 OFFSET ?3"
        ),
        params![&owner, limit, offset],
        card,
    )?;
    let total = conn.query_one(
        sql!("SELECT COUNT(*) FROM cards WHERE owner_id = ?1"),
        params![&owner],
        |row| row.int(0),
    )?;
    Ok((cards, total))
}

pub fn count(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    conn.query_one(
        sql!("SELECT COUNT(*) FROM cards WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| row.int(0),
    )
}

pub fn find(conn: &mut Conn, owner: UserId, id: CardId) -> Result<Option<Card>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, brand, last_four, holder, expiry_month, expiry_year, is_default, created_at
             FROM cards WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &id.to_string()],
        card,
    )
}

pub fn sealed_number(
    conn: &mut Conn,
    owner: UserId,
    id: CardId,
) -> Result<Option<Vec<u8>>, DbError> {
    conn.query_opt(
        sql!("SELECT number FROM cards WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
        |row| Ok(row.blob(0)?.to_vec()),
    )
}

/// Inserts a card that is not the default; `set_default` is a separate step.
pub fn insert(tx: &mut Tx, owner: UserId, new: &NewCard) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Cards);
    tx.execute(
        sql!(
            "INSERT INTO cards
               (owner_id, id, brand, number, last_four, holder, expiry_month, expiry_year,
                is_default, created_at, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9, ?9)"
        ),
        params![
            &owner.to_string(),
            &new.id.to_string(),
            new.brand.as_str(),
            new.sealed_number.as_slice(),
            &new.last_four,
            new.holder.as_str(),
            new.expiry.month(),
            new.expiry.year(),
            new.created_at.as_millis(),
        ],
    )?;
    Ok(())
}

/// Updates a card except its number and whether it is the default.
pub fn update(tx: &mut Tx, owner: UserId, card: &Card, now: Timestamp) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Cards);
    tx.execute(
        sql!(
            "UPDATE cards SET brand = ?3, holder = ?4, expiry_month = ?5, expiry_year = ?6,
                    updated_at = ?7
             WHERE owner_id = ?1 AND id = ?2"
        ),
        params![
            &owner.to_string(),
            &card.id.to_string(),
            card.brand.as_str(),
            &card.holder,
            card.expiry.month(),
            card.expiry.year(),
            now.as_millis(),
        ],
    )?;
    Ok(())
}

/// Makes one card the only default. The caller must hold the lock.
pub fn set_default(tx: &mut Tx, owner: UserId, id: CardId) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Cards);
    let (owner, id) = (owner.to_string(), id.to_string());
    // The old default is cleared first, so that there are never two.
    tx.execute(
        sql!("UPDATE cards SET is_default = 0 WHERE owner_id = ?1 AND is_default = 1 AND id <> ?2"),
        params![&owner, &id],
    )?;
    tx.execute(
        sql!("UPDATE cards SET is_default = 1 WHERE owner_id = ?1 AND id = ?2"),
        params![&owner, &id],
    )?;
    Ok(())
}

pub fn has_default(conn: &mut Conn, owner: UserId) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!("SELECT 1 FROM cards WHERE owner_id = ?1 AND is_default = 1"),
        params![&owner.to_string()],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

pub fn newest(conn: &mut Conn, owner: UserId) -> Result<Option<CardId>, DbError> {
    conn.query_opt(
        sql!("SELECT id FROM cards WHERE owner_id = ?1 ORDER BY id DESC LIMIT 1"),
        params![&owner.to_string()],
        |row| card_id(row.text(0)?),
    )
}

pub fn remove(tx: &mut Tx, owner: UserId, id: CardId) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Cards);
    let gone = tx.execute(
        sql!("DELETE FROM cards WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    Ok(gone == 1)
}

fn card_id(text: &str) -> Result<CardId, DbError> {
    CardId::parse(text).ok_or_else(|| unreadable(0, "not an id"))
}

fn unreadable(column: usize, reason: &str) -> DbError {
    DbError::Decode { column, reason: reason.to_owned() }
}

fn card(row: &Row<'_>) -> Result<Card, DbError> {
    Ok(Card {
        id: card_id(row.text(0)?)?,
        brand: Brand::find(row.text(1)?).ok_or_else(|| unreadable(1, "not a brand"))?,
        last_four: row.text(2)?.to_owned(),
        holder: row.text(3)?.to_owned(),
        expiry: Expiry::from_stored(row.int(4)?, row.int(5)?),
        is_default: row.flag(6)?,
        created_at: Timestamp::from_millis(row.int(7)?),
    })
}
