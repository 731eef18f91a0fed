//! Notifications, the newest first. Numbers are given in the order in which transactions commit, so a
//! number is a place in the stream of them.

use domain::ids::{NotificationId, UserId};
use domain::notifications::{KEPT, Kind, KindCount, Notification};
use domain::time::Timestamp;
use domain::topics::Topic;

use crate::db::{Conn, DbError, Row, Sql, Tx, Value, params, sql};

#[derive(Debug, Clone)]
pub struct NewNotification<'a> {
    pub id: NotificationId,
    pub kind: Kind,
    pub title: &'a str,
    pub message: &'a str,
    pub link: Option<&'a str>,
    pub created_at: Timestamp,
}

/// Which ones a list shows.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// All of them where it is empty.
    pub kinds: Vec<Kind>,
    pub is_read: Option<bool>,
    /// Only those before this number.
    pub before: Option<i64>,
}

const COLUMNS: &str = "number, id, type, title, message, link, is_read, created_at";

/// Every so many notifications the oldest ones are looked at.
const PRUNED_EVERY: i64 = 50;

/// Takes the account's next number. On PostgreSQL the counter's row is then this transaction's until
/// it ends: take other locks before.
pub fn insert(tx: &mut Tx, owner: UserId, new: &NewNotification<'_>) -> Result<i64, DbError> {
    let owner_id = owner.to_string();
    let number = tx.query_one(
        sql!(
            "INSERT INTO notification_counters (owner_id, last_number) VALUES (?1, 1)
             ON CONFLICT (owner_id) DO UPDATE
               SET last_number = notification_counters.last_number + 1
             RETURNING last_number"
        ),
        params![&owner_id],
        |row| row.int(0),
    )?;
    tx.execute(
        sql!(
            "INSERT INTO notifications
               (owner_id, number, id, type, title, message, link, is_read, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8)"
        ),
        params![
            &owner_id,
            number,
            &new.id.to_string(),
            new.kind.as_str(),
            new.title,
            new.message,
            new.link,
            new.created_at.as_millis(),
        ],
    )?;
    if number % PRUNED_EVERY == 0 {
        tx.execute(
            sql!("DELETE FROM notifications WHERE owner_id = ?1 AND number <= ?2"),
            params![&owner_id, number - KEPT],
        )?;
    }
    tx.changed(owner, Topic::Notifications);
    Ok(number)
}

/// A page, how many the filter finds in all, and how many of the account are unread.
pub struct Page {
    pub notifications: Vec<Notification>,
    pub total: i64,
    pub unread: i64,
}

pub fn list(
    conn: &mut Conn,
    owner: UserId,
    filter: &Filter,
    limit: i64,
    offset: i64,
) -> Result<Page, DbError> {
    conn.snapshot()?;
    let mut values: Vec<Value<'static>> = vec![owner.to_string().into()];
    let mut conditions = String::from("owner_id = ?1");
    if !filter.kinds.is_empty() {
        // Words of our own list, not what somebody sent.
        let kinds: Vec<_> =
            filter.kinds.iter().map(|kind| format!("'{}'", kind.as_str())).collect();
        conditions.push_str(&format!(" AND type IN ({})", kinds.join(", ")));
    }
    if let Some(is_read) = filter.is_read {
        conditions.push_str(&format!(" AND is_read = {}", i64::from(is_read)));
    }
    let count = Sql::dynamic(format!("SELECT COUNT(*) FROM notifications WHERE {conditions}"));
    let total = conn.query_one(&count, &values, |row| row.int(0))?;
    if let Some(before) = filter.before {
        values.push(before.into());
        conditions.push_str(" AND number < ?2");
    }
    values.extend([limit.into(), offset.into()]);
    let page = Sql::dynamic(format!(
        "SELECT {COLUMNS} FROM notifications WHERE {conditions}
         ORDER BY number DESC LIMIT ?{} OFFSET ?{}",
        values.len() - 1,
        values.len(),
    ));
    let notifications = conn.query(&page, &values, notification)?;
    Ok(Page { notifications, total, unread: count_unread(conn, owner)? })
}

pub fn count_unread(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    conn.query_one(
        sql!("SELECT COUNT(*) FROM notifications WHERE owner_id = ?1 AND is_read = 0"),
        params![&owner.to_string()],
        |row| row.int(0),
    )
}

/// Of every type that has any.
pub fn count_by_kind(conn: &mut Conn, owner: UserId) -> Result<Vec<KindCount>, DbError> {
    conn.query(
        sql!(
            "SELECT type, COUNT(*), CAST(COALESCE(SUM(1 - is_read), 0) AS BIGINT)
             FROM notifications WHERE owner_id = ?1 GROUP BY type"
        ),
        params![&owner.to_string()],
        |row| Ok(KindCount { kind: kind(row, 0)?, total: row.int(1)?, unread: row.int(2)? }),
    )
}

pub fn find(
    conn: &mut Conn,
    owner: UserId,
    id: NotificationId,
) -> Result<Option<Notification>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT number, id, type, title, message, link, is_read, created_at
             FROM notifications WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &id.to_string()],
        notification,
    )
}

/// The last number given, also where its notification is gone; 0 before the first.
pub fn last_number(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    let last = conn.query_opt(
        sql!("SELECT last_number FROM notification_counters WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| row.int(0),
    )?;
    Ok(last.unwrap_or(0))
}

/// Keeps everyone from telling the account anything until the transaction ends; whatever was told before is
/// visible then.
pub fn lock(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.execute(
        sql!("UPDATE notification_counters SET last_number = last_number WHERE owner_id = ?1"),
        params![&owner.to_string()],
    )?;
    Ok(())
}

/// The newest ones after a number, in the order in which they came.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    number: i64,
    most: i64,
) -> Result<Vec<Notification>, DbError> {
    let mut newest = conn.query(
        sql!(
            "SELECT number, id, type, title, message, link, is_read, created_at
             FROM notifications WHERE owner_id = ?1 AND number > ?2
             ORDER BY number DESC LIMIT ?3"
        ),
        params![&owner.to_string(), number, most],
        notification,
    )?;
    newest.reverse();
    Ok(newest)
}

/// Whether it is read from now on; false where there is no such notification.
pub fn mark(
    tx: &mut Tx,
    owner: UserId,
    id: NotificationId,
    is_read: bool,
) -> Result<bool, DbError> {
    let found = tx.execute(
        sql!("UPDATE notifications SET is_read = ?3 WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string(), is_read],
    )?;
    noted(tx, owner, found).map(|found| found == 1)
}

/// Tells how many were unread.
pub fn mark_all_read(tx: &mut Tx, owner: UserId) -> Result<u64, DbError> {
    let marked = tx.execute(
        sql!("UPDATE notifications SET is_read = 1 WHERE owner_id = ?1 AND is_read = 0"),
        params![&owner.to_string()],
    )?;
    noted(tx, owner, marked)
}

pub fn remove(tx: &mut Tx, owner: UserId, id: NotificationId) -> Result<bool, DbError> {
    let gone = tx.execute(
        sql!("DELETE FROM notifications WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    noted(tx, owner, gone).map(|gone| gone == 1)
}

/// Deletes what has been read; tells how many.
pub fn remove_read(tx: &mut Tx, owner: UserId) -> Result<u64, DbError> {
    let gone = tx.execute(
        sql!("DELETE FROM notifications WHERE owner_id = ?1 AND is_read = 1"),
        params![&owner.to_string()],
    )?;
    noted(tx, owner, gone)
}

pub fn remove_older(tx: &mut Tx, than: Timestamp) -> Result<u64, DbError> {
    tx.execute(sql!("DELETE FROM notifications WHERE created_at < ?1"), params![than.as_millis()])
}

fn noted(tx: &mut Tx, owner: UserId, rows: u64) -> Result<u64, DbError> {
    if rows > 0 {
        tx.changed(owner, Topic::Notifications);
    }
    Ok(rows)
}

fn kind(row: &Row<'_>, at: usize) -> Result<Kind, DbError> {
    Kind::find(row.text(at)?)
        .ok_or_else(|| DbError::Decode { column: at, reason: "not a type".to_owned() })
}

fn notification(row: &Row<'_>) -> Result<Notification, DbError> {
    Ok(Notification {
        number: row.int(0)?,
        id: NotificationId::parse(row.text(1)?)
            .ok_or_else(|| DbError::Decode { column: 1, reason: "not an id".to_owned() })?,
        kind: kind(row, 2)?,
        title: row.text(3)?.to_owned(),
        message: row.text(4)?.to_owned(),
        link: row.opt_text(5)?.map(str::to_owned),
        is_read: row.flag(6)?,
        created_at: Timestamp::from_millis(row.int(7)?),
    })
}
