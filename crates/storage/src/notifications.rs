//! Rows of notifications, newest first. Numbers are assigned in commit order, so a number is a position in the
//! stream of notifications.

use domain::ids::{NotificationId, UserId};
use domain::notifications::topics::Topic;
use domain::notifications::{Kind, KindCount, MAX_PER_ACCOUNT, Notification};
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Sql, Tx, Value, params, sql};

#[derive(Debug, Clone)]
pub struct NewNotification<'a> {
    pub id: NotificationId,
    pub kind: Kind,
    pub title: &'a str,
    pub message: &'a str,
    pub link: Option<&'a str>,
    pub is_read: bool,
    pub created_at: Timestamp,
}

/// The filter of a list of notifications.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Empty means every kind.
    pub kinds: Vec<Kind>,
    pub is_read: Option<bool>,
    /// Only notifications with a smaller number.
    pub before: Option<i64>,
}

const COLUMNS: &str = "number, id, type, title, message, link, is_read, created_at";

/// After this many notifications, the oldest ones are removed.
const PRUNED_EVERY: i64 = 50;

/// Takes the account's next number. On PostgreSQL this locks the counter's row until the transaction ends, so
/// take other locks before.
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
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
        ),
        params![
            &owner_id,
            number,
            &new.id.to_string(),
            new.kind.as_str(),
            new.title,
            new.message,
            new.link,
            new.is_read,
            new.created_at.as_millis(),
        ],
    )?;
    if number % PRUNED_EVERY == 0 {
        tx.execute(
            sql!("DELETE FROM notifications WHERE owner_id = ?1 AND number <= ?2"),
            params![&owner_id, number - MAX_PER_ACCOUNT],
        )?;
    }
    tx.record_change(owner, Topic::Notifications);
    Ok(number)
}

/// One page, the total number for the filter, and the number of unread notifications of the account.
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
        // These words come from an enum, not from user input.
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

/// The counts of every kind that occurs.
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

/// The last number assigned, even if its notification was deleted; 0 before the first.
pub fn last_number(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    let last = conn.query_opt(
        sql!("SELECT last_number FROM notification_counters WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| row.int(0),
    )?;
    Ok(last.unwrap_or(0))
}

/// Blocks new notifications of the account until the transaction ends; all earlier ones are visible then.
pub fn lock(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.execute(
        sql!("UPDATE notification_counters SET last_number = last_number WHERE owner_id = ?1"),
        params![&owner.to_string()],
    )?;
    Ok(())
}

/// The newest notifications after a number, in the order in which they came.
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

/// Sets whether the notification is read; returns false if it does not exist.
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
    mark_changed_if_any(tx, owner, found).map(|found| found == 1)
}

/// Marks all notifications as read; returns how many were unread.
pub fn mark_all_read(tx: &mut Tx, owner: UserId) -> Result<u64, DbError> {
    let marked = tx.execute(
        sql!("UPDATE notifications SET is_read = 1 WHERE owner_id = ?1 AND is_read = 0"),
        params![&owner.to_string()],
    )?;
    mark_changed_if_any(tx, owner, marked)
}

pub fn remove(tx: &mut Tx, owner: UserId, id: NotificationId) -> Result<bool, DbError> {
    let gone = tx.execute(
        sql!("DELETE FROM notifications WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    mark_changed_if_any(tx, owner, gone).map(|gone| gone == 1)
}

/// Deletes the notifications that lead to a page.
pub fn remove_linking_to(tx: &mut Tx, owner: UserId, link: &str) -> Result<u64, DbError> {
    let gone = tx.execute(
        sql!("DELETE FROM notifications WHERE owner_id = ?1 AND link = ?2"),
        params![&owner.to_string(), link],
    )?;
    mark_changed_if_any(tx, owner, gone)
}

/// Deletes the read notifications; returns their number.
pub fn remove_read(tx: &mut Tx, owner: UserId) -> Result<u64, DbError> {
    let gone = tx.execute(
        sql!("DELETE FROM notifications WHERE owner_id = ?1 AND is_read = 1"),
        params![&owner.to_string()],
    )?;
    mark_changed_if_any(tx, owner, gone)
}

pub fn remove_older(tx: &mut Tx, than: Timestamp) -> Result<u64, DbError> {
    tx.execute(sql!("DELETE FROM notifications WHERE created_at < ?1"), params![than.as_millis()])
}

fn mark_changed_if_any(tx: &mut Tx, owner: UserId, rows: u64) -> Result<u64, DbError> {
    if rows > 0 {
        tx.record_change(owner, Topic::Notifications);
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
