//! Stored totals of the library: items and bytes of each category, status and genre, and the daily change of
//! the number of beats for sale. They are updated in the transaction that changes an item, under the lock of
//! documents.

use std::collections::BTreeMap;

use domain::calendar::Day;
use domain::ids::{DocumentId, UserId};
use domain::library::documents::{Category, Document, Status};
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Sql, Tx, Value, params, require, sql};
use crate::identity::zones;
use crate::sales;

/// The fields by which an item is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CountedItem {
    category: Category,
    status: Status,
    genre_key: String,
    size: i64,
}

impl CountedItem {
    pub fn of(row: &Document) -> Self {
        Self {
            category: row.category,
            status: row.status,
            genre_key: genre_key(row.genre.as_deref()),
            size: row.size,
        }
    }

    pub fn with(&self, status: Status) -> Self {
        Self { status, ..self.clone() }
    }

    /// 1 if the item is a beat for sale, otherwise 0.
    fn stock(&self) -> i64 {
        i64::from(self.category == Category::Beat && self.status == Status::Available)
    }
}

/// Genres that differ only in letter case have the same key. No genre is the empty key.
pub(crate) fn genre_key(genre: Option<&str>) -> String {
    genre.unwrap_or_default().to_lowercase()
}

/// Reads the fields from the item's row.
pub(crate) fn find_counted(
    conn: &mut Conn,
    owner: UserId,
    id: DocumentId,
) -> Result<Option<CountedItem>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT category, status, genre_key, size FROM documents
             WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), id.to_string()],
        |row| {
            Ok(CountedItem {
                category: require(0, Category::find(row.text(0)?))?,
                status: require(1, Status::find(row.text(1)?))?,
                genre_key: row.text(2)?.to_owned(),
                size: row.int(3)?,
            })
        },
    )
}

/// Subtracts the item's old state from the totals and adds the new one; moves its sales when the genre changes.
pub(crate) fn apply_change(
    tx: &mut Tx,
    owner: UserId,
    id: DocumentId,
    before: Option<&CountedItem>,
    after: Option<&CountedItem>,
    now: Timestamp,
) -> Result<(), DbError> {
    if before == after {
        return Ok(());
    }
    if let Some(before) = before {
        subtract(tx, owner, before)?;
    }
    if let Some(after) = after {
        add(tx, owner, after)?;
    }
    let stock = |counted: Option<&CountedItem>| counted.map_or(0, CountedItem::stock);
    let change = stock(after) - stock(before);
    if change != 0 {
        let day = zones::day_of(tx, owner, now)?;
        tx.execute(
            sql!(
                "INSERT INTO beat_stock_changes (owner_id, day, change) VALUES (?1, ?2, ?3)
                 ON CONFLICT (owner_id, day) DO UPDATE SET
                   change = beat_stock_changes.change + excluded.change"
            ),
            params![&owner.to_string(), day.to_string(), change],
        )?;
    }
    match before.zip(after) {
        Some((before, after)) if before.genre_key != after.genre_key => {
            sales::figures::change_genre(tx, owner, id, &before.genre_key, &after.genre_key)
        }
        _ => Ok(()),
    }
}

fn add(tx: &mut Tx, owner: UserId, item: &CountedItem) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO document_totals (owner_id, category, status, genre_key, count, bytes)
             VALUES (?1, ?2, ?3, ?4, 1, ?5)
             ON CONFLICT (owner_id, category, status, genre_key) DO UPDATE SET
               count = document_totals.count + 1,
               bytes = document_totals.bytes + excluded.bytes"
        ),
        params![
            &owner.to_string(),
            item.category.as_str(),
            item.status.as_str(),
            &item.genre_key,
            item.size
        ],
    )?;
    Ok(())
}

fn subtract(tx: &mut Tx, owner: UserId, item: &CountedItem) -> Result<(), DbError> {
    let owner = owner.to_string();
    tx.execute(
        sql!(
            "UPDATE document_totals SET count = count - 1, bytes = bytes - ?5
             WHERE owner_id = ?1 AND category = ?2 AND status = ?3 AND genre_key = ?4"
        ),
        params![&owner, item.category.as_str(), item.status.as_str(), &item.genre_key, item.size],
    )?;
    tx.execute(
        sql!(
            "DELETE FROM document_totals
             WHERE owner_id = ?1 AND category = ?2 AND status = ?3 AND genre_key = ?4 AND count = 0"
        ),
        params![&owner, item.category.as_str(), item.status.as_str(), &item.genre_key],
    )?;
    Ok(())
}

/// Stores the spelling of a genre; the last one wins.
pub(crate) fn name_genre(tx: &mut Tx, owner: UserId, genre: &str) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO genre_names (owner_id, genre_key, genre) VALUES (?1, ?2, ?3)
             ON CONFLICT (owner_id, genre_key) DO UPDATE SET genre = excluded.genre
               WHERE genre_names.genre <> excluded.genre"
        ),
        params![&owner.to_string(), genre_key(Some(genre)), genre],
    )?;
    Ok(())
}

/// The number and size of the items of one category, status and genre.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShelfTotal {
    pub category: Category,
    pub status: Status,
    pub genre_key: String,
    pub count: i64,
    pub bytes: i64,
}

pub fn shelves(conn: &mut Conn, owner: UserId) -> Result<Vec<ShelfTotal>, DbError> {
    conn.query(
        sql!(
            "SELECT category, status, genre_key, count, bytes FROM document_totals
             WHERE owner_id = ?1"
        ),
        params![&owner.to_string()],
        |row| {
            Ok(ShelfTotal {
                category: require(0, Category::find(row.text(0)?))?,
                status: require(1, Status::find(row.text(1)?))?,
                genre_key: row.text(2)?.to_owned(),
                count: row.int(3)?,
                bytes: row.int(4)?,
            })
        },
    )
}

/// The number of items of the account, and the bytes of their files.
pub fn count_and_bytes(conn: &mut Conn, owner: UserId) -> Result<(i64, i64), DbError> {
    conn.query_one(
        sql!(
            "SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT), CAST(COALESCE(SUM(bytes), 0) AS BIGINT)
             FROM document_totals WHERE owner_id = ?1"
        ),
        params![&owner.to_string()],
        |row| Ok((row.int(0)?, row.int(1)?)),
    )
}

/// Rebuilds the history of the number of beats for sale from the existing rows: a beat counts as for sale since its
/// upload, and a sold beat until its last change.
pub fn rebuild_stock_changes(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    let owner = owner.to_string();
    tx.execute(sql!("DELETE FROM beat_stock_changes WHERE owner_id = ?1"), params![&owner])?;
    tx.execute(
        sql!(
            sqlite: "INSERT INTO beat_stock_changes (owner_id, day, change)
                SELECT ?1, day, SUM(change) FROM (
                    SELECT strftime('%Y-%m-%d', uploaded_at / 1000, 'unixepoch') AS day, 1 AS change
                    FROM documents WHERE owner_id = ?1 AND category = 'beat'
                    UNION ALL
                    SELECT strftime('%Y-%m-%d', updated_at / 1000, 'unixepoch'), -1
                    FROM documents WHERE owner_id = ?1 AND category = 'beat' AND status = 'Sold'
                ) GROUP BY day",
            postgres: "INSERT INTO beat_stock_changes (owner_id, day, change)
                SELECT ?1, day, SUM(change) FROM (
                    SELECT to_char(to_timestamp(uploaded_at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
                           1 AS change
                    FROM documents WHERE owner_id = ?1 AND category = 'beat'
                    UNION ALL
                    SELECT to_char(to_timestamp(updated_at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), -1
                    FROM documents WHERE owner_id = ?1 AND category = 'beat' AND status = 'Sold'
                ) AS changes GROUP BY day",
        ),
        params![&owner],
    )?;
    Ok(())
}

/// By how much the number of beats for sale has grown since the end of a day.
pub fn stock_change_since(conn: &mut Conn, owner: UserId, day: Day) -> Result<i64, DbError> {
    conn.query_one(
        sql!(
            "SELECT CAST(COALESCE(SUM(change), 0) AS BIGINT) FROM beat_stock_changes
             WHERE owner_id = ?1 AND day > ?2"
        ),
        params![&owner.to_string(), day.to_string()],
        |row| row.int(0),
    )
}

/// Returns the display spelling of these genre keys.
pub fn genre_names(
    conn: &mut Conn,
    owner: UserId,
    keys: &[String],
) -> Result<BTreeMap<String, String>, DbError> {
    if keys.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut values: Vec<Value<'_>> = vec![owner.to_string().into()];
    values.extend(keys.iter().map(|key| Value::from(key.clone())));
    let places: Vec<String> = (2..=values.len()).map(|place| format!("?{place}")).collect();
    let text = format!(
        "SELECT genre_key, genre FROM genre_names WHERE owner_id = ?1 AND genre_key IN ({})",
        places.join(", "),
    );
    let pairs = conn.query(&Sql::dynamic(text), &values, |row| {
        Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned()))
    })?;
    Ok(pairs.into_iter().collect())
}
