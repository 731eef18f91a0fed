//! Rows of public pages and their handles.

pub mod beats;
pub mod hooks;
pub mod links;
pub mod messages;

use domain::ids::UserId;
use domain::notifications::topics::Topic;
use domain::shop::{Handle, Shop, ShowSold};
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Sql, Tx, params, require, sql};

/// Take this lock before a handle is taken or given up. It is held until the transaction ends.
pub fn lock_handles(tx: &mut Tx) -> Result<(), DbError> {
    tx.lock("shop-handles")
}

pub fn find(conn: &mut Conn, owner: UserId) -> Result<Option<Shop>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT handle, is_on, words, show_sold, show_email, show_phone, show_place,
                    show_platforms, embed_hosts, hidden_at
             FROM shops WHERE owner_id = ?1"
        ),
        params![&owner.to_string()],
        shop,
    )
}

/// Inserts the row or replaces it. Whether the operator hides it stays as it is.
pub fn put(tx: &mut Tx, owner: UserId, row: &Shop, now: Timestamp) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Shop);
    tx.execute(
        sql!(
            "INSERT INTO shops
               (owner_id, handle, is_on, words, show_sold, show_email, show_phone, show_place,
                show_platforms, embed_hosts, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
             ON CONFLICT (owner_id) DO UPDATE SET
               handle = excluded.handle, is_on = excluded.is_on, words = excluded.words,
               show_sold = excluded.show_sold, show_email = excluded.show_email,
               show_phone = excluded.show_phone, show_place = excluded.show_place,
               show_platforms = excluded.show_platforms, embed_hosts = excluded.embed_hosts,
               updated_at = excluded.updated_at"
        ),
        params![
            &owner.to_string(),
            row.handle.as_ref().map(Handle::as_str),
            i64::from(row.is_on),
            &row.words,
            row.show_sold.as_str(),
            i64::from(row.show_email),
            i64::from(row.show_phone),
            i64::from(row.show_place),
            i64::from(row.show_platforms),
            row.embed_hosts.join(" "),
            now.as_millis(),
        ],
    )?;
    Ok(())
}

/// Finds the owner of a public page by its handle.
pub fn sql_owner_of() -> &'static Sql {
    sql!(
        "SELECT u.id, CASE WHEN u.disabled_at IS NULL THEN 0 ELSE 1 END
         FROM shops s JOIN users u ON u.id = s.owner_id WHERE s.handle = ?1"
    )
}

/// Finds the account that has a handle, and whether that account is disabled.
pub fn owner_of(conn: &mut Conn, handle: &Handle) -> Result<Option<(UserId, bool)>, DbError> {
    conn.query_opt(sql_owner_of(), params![handle.as_str()], |row| Ok((owner(row)?, row.flag(1)?)))
}

/// Finds the account that gave up a handle after `since`, and for which it is still reserved.
pub fn previous_owner_of(
    conn: &mut Conn,
    handle: &Handle,
    since: Timestamp,
) -> Result<Option<UserId>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT owner_id FROM shop_handles WHERE handle = ?1 AND given_up_at > ?2
             ORDER BY given_up_at DESC LIMIT 1"
        ),
        params![handle.as_str(), since.as_millis()],
        owner,
    )
}

pub fn give_up(tx: &mut Tx, owner: UserId, handle: &Handle, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO shop_handles (owner_id, handle, given_up_at) VALUES (?1, ?2, ?3)
             ON CONFLICT (owner_id, handle) DO UPDATE SET given_up_at = excluded.given_up_at"
        ),
        params![&owner.to_string(), handle.as_str(), now.as_millis()],
    )?;
    Ok(())
}

/// Removes the record of a given-up handle, because the account uses it again.
pub fn forget_old_handle(tx: &mut Tx, owner: UserId, handle: &Handle) -> Result<(), DbError> {
    tx.execute(
        sql!("DELETE FROM shop_handles WHERE owner_id = ?1 AND handle = ?2"),
        params![&owner.to_string(), handle.as_str()],
    )?;
    Ok(())
}

/// The handles that an account gave up, the newest first.
pub fn old_handles(
    conn: &mut Conn,
    owner: UserId,
    since: Timestamp,
) -> Result<Vec<(String, Timestamp)>, DbError> {
    conn.query(
        sql!(
            "SELECT handle, given_up_at FROM shop_handles WHERE owner_id = ?1 AND given_up_at > ?2
             ORDER BY given_up_at DESC, handle"
        ),
        params![&owner.to_string(), since.as_millis()],
        |row| Ok((row.text(0)?.to_owned(), Timestamp::from_millis(row.int(1)?))),
    )
}

/// Hides the public page since a time, or shows it again when `since` is `None`.
pub fn set_hidden(tx: &mut Tx, owner: UserId, since: Option<Timestamp>) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Shop);
    tx.execute(
        sql!("UPDATE shops SET hidden_at = ?2 WHERE owner_id = ?1"),
        params![&owner.to_string(), since.map(Timestamp::as_millis)],
    )?;
    Ok(())
}

/// Removes the records of handles of all accounts that were given up before a time and are free again.
pub fn remove_before(tx: &mut Tx, then: Timestamp) -> Result<u64, DbError> {
    tx.execute(sql!("DELETE FROM shop_handles WHERE given_up_at <= ?1"), params![then.as_millis()])
}

fn owner(row: &Row<'_>) -> Result<UserId, DbError> {
    require(0, UserId::parse(row.text(0)?))
}

fn shop(row: &Row<'_>) -> Result<Shop, DbError> {
    let hosts = row.text(8)?;
    Ok(Shop {
        handle: row.opt_text(0)?.map(|text| require(0, Handle::find(text))).transpose()?,
        is_on: row.flag(1)?,
        words: row.text(2)?.to_owned(),
        show_sold: require(3, ShowSold::find(row.text(3)?))?,
        show_email: row.flag(4)?,
        show_phone: row.flag(5)?,
        show_place: row.flag(6)?,
        show_platforms: row.flag(7)?,
        embed_hosts: hosts.split(' ').filter(|host| !host.is_empty()).map(str::to_owned).collect(),
        hidden_at: row.opt_int(9)?.map(Timestamp::from_millis),
    })
}
