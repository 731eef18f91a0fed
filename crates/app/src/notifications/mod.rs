//! Notifications: creating them in the transaction of the event, listing them, marking them as read and deleting them.

pub mod events;
pub mod listeners;
pub mod mail;
pub(crate) mod reminders;
pub(crate) mod wording;

use domain::error::Invalid;
use domain::ids::{NotificationId, UserId};
use domain::notifications::{Kind, KindCount, Notice, Notification};
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::settings;
use storage::notifications::{self, Filter, NewNotification, Page};

use crate::{Actor, App, Error, Result, crypto};

/// Creates a notification, unless the owner's settings exclude its kind. It commits or rolls back with the event. Call
/// it last in a transaction: it locks the account's notification counter until the transaction ends.
pub(crate) fn notify(tx: &mut Tx, owner: UserId, now: Timestamp, notice: &Notice) -> Result<()> {
    let settings = settings::load(tx, owner)?;
    if !notice.is_wanted(&settings) {
        return Ok(());
    }
    let new = NewNotification {
        id: NotificationId::new(now, crypto::random()),
        kind: notice.kind,
        title: &notice.title,
        message: &notice.message,
        link: notice.link.as_deref(),
        is_read: notice.is_own_action,
        created_at: now,
    };
    let number = notifications::insert(tx, owner, &new)?;
    if notice.is_mailed(&settings) {
        mail::queue_digest(tx, owner, number, now)?;
    }
    Ok(())
}

/// The filters of a list, as sent.
#[derive(Debug, Default)]
pub struct ListForm {
    /// Comma-separated values.
    pub kinds: Option<String>,
    pub is_read: Option<bool>,
    pub cursor: Option<String>,
    pub limit: i64,
    pub offset: i64,
}

pub struct List {
    pub page: Page,
    pub next_cursor: Option<String>,
}

pub async fn list(app: &App, actor: &Actor, form: ListForm) -> Result<List> {
    let cursor = form.cursor.filter(|text| !text.is_empty());
    let before = cursor.map(|text| read_cursor(&text)).transpose()?;
    if before.is_some() && form.offset > 0 {
        return Err(Error::invalid("offset", "Send cursor or offset, not both"));
    }
    let filter = Filter {
        kinds: Kind::parse_list(&form.kinds.unwrap_or_default())?,
        is_read: form.is_read,
        before,
    };
    let (owner, limit, offset) = (actor.user, form.limit, form.offset);
    let mut page = app
        .read(move |conn| {
            // One row more than requested shows whether there is a next page.
            Ok(notifications::list(conn, owner, &filter, limit + 1, offset)?)
        })
        .await?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = page.notifications.len() > limit;
    page.notifications.truncate(limit);
    let last = page.notifications.last().filter(|_| has_more);
    let next_cursor = last.map(|last| last.number.to_string());
    Ok(List { page, next_cursor })
}

fn read_cursor(text: &str) -> Result<i64, Invalid> {
    let is_number = text.len() <= 18 && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_number);
    number.ok_or_else(|| Invalid::new("cursor", "cursor must be the next_cursor of this list"))
}

pub async fn find(app: &App, actor: &Actor, id: NotificationId) -> Result<Notification> {
    let owner = actor.user;
    app.read(move |conn| Ok(notifications::find(conn, owner, id)?))
        .await?
        .ok_or_else(|| Error::missing("notification"))
}

pub async fn mark(
    app: &App,
    actor: &Actor,
    id: NotificationId,
    is_read: bool,
) -> Result<Notification> {
    let owner = actor.user;
    app.write(move |tx| {
        if !notifications::mark(tx, owner, id, is_read)? {
            return Err(Error::missing("notification"));
        }
        notifications::find(tx, owner, id)?.ok_or_else(|| Error::missing("notification"))
    })
    .await
}

/// Returns how many were unread.
pub async fn mark_all_read(app: &App, actor: &Actor) -> Result<u64> {
    let owner = actor.user;
    app.write(move |tx| Ok(notifications::mark_all_read(tx, owner)?)).await
}

pub async fn remove(app: &App, actor: &Actor, id: NotificationId) -> Result<()> {
    let owner = actor.user;
    let gone = app.write(move |tx| Ok(notifications::remove(tx, owner, id)?)).await?;
    if gone { Ok(()) } else { Err(Error::missing("notification")) }
}

/// Deletes the read notifications and returns how many there were.
pub async fn remove_read(app: &App, actor: &Actor) -> Result<u64> {
    let owner = actor.user;
    app.write(move |tx| Ok(notifications::remove_read(tx, owner)?)).await
}

/// The counts of every type, zero included.
pub async fn summary(app: &App, actor: &Actor) -> Result<Vec<KindCount>> {
    let owner = actor.user;
    let counts = app.read(move |conn| Ok(notifications::count_by_kind(conn, owner)?)).await?;
    let of = |kind: &Kind| counts.iter().copied().find(|count| count.kind == *kind);
    let none = |kind: &Kind| KindCount { kind: *kind, total: 0, unread: 0 };
    Ok(Kind::ALL.iter().map(|kind| of(kind).unwrap_or_else(|| none(kind))).collect())
}
