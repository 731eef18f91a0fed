//! The security log of an account, newest first.

use domain::identity::audit::{Entry, Event, Scope};
use domain::ids::{EventId, UserId};
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, sql};

#[derive(Debug, Clone)]
pub struct NewEntry<'a> {
    pub id: EventId,
    pub event: Event,
    pub created_at: Timestamp,
    pub ip_address: &'a str,
    pub user_agent: Option<&'a str>,
    pub detail: Option<&'a str>,
}

pub fn add(tx: &mut Tx, owner: UserId, entry: &NewEntry<'_>) -> Result<(), DbError> {
    if owner != UserId::NOBODY {
        tx.record_change(owner, Topic::Security);
    }
    tx.execute(
        sql!(
            "INSERT INTO security_log
               (owner_id, id, event, is_sign_in, created_at, ip_address, user_agent, detail)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        ),
        params![
            &owner.to_string(),
            &entry.id.to_string(),
            entry.event.as_str(),
            entry.event.is_sign_in(),
            entry.created_at.as_millis(),
            entry.ip_address,
            entry.user_agent,
            entry.detail,
        ],
    )?;
    Ok(())
}

/// One page of the newest entries, and the total number.
pub fn list(
    conn: &mut Conn,
    owner: UserId,
    scope: Scope,
    limit: i64,
    offset: i64,
) -> Result<(Vec<Entry>, i64), DbError> {
    let owner = owner.to_string();
    let (page, count) = match scope {
        Scope::Everything => (
            sql!(
                "SELECT id, event, created_at, ip_address, user_agent, detail FROM security_log
                 WHERE owner_id = ?1 ORDER BY id DESC LIMIT ?2 OFFSET ?3"
            ),
            sql!("SELECT COUNT(*) FROM security_log WHERE owner_id = ?1"),
        ),
        Scope::SignIns => (
            sql!(
                "SELECT id, event, created_at, ip_address, user_agent, detail FROM security_log
                 WHERE owner_id = ?1 AND is_sign_in = 1 ORDER BY id DESC LIMIT ?2 OFFSET ?3"
            ),
            sql!("SELECT COUNT(*) FROM security_log WHERE owner_id = ?1 AND is_sign_in = 1"),
        ),
    };
    let entries = conn.query(page, params![&owner, limit, offset], entry)?;
    let total = conn.query_one(count, params![&owner], |row| row.int(0))?;
    Ok((entries, total))
}

pub fn count_since(
    conn: &mut Conn,
    owner: UserId,
    event: Event,
    since: Timestamp,
) -> Result<i64, DbError> {
    conn.query_one(
        sql!(
            "SELECT COUNT(*) FROM security_log
             WHERE owner_id = ?1 AND is_sign_in = ?2 AND event = ?3 AND created_at >= ?4"
        ),
        params![&owner.to_string(), event.is_sign_in(), event.as_str(), since.as_millis()],
        |row| row.int(0),
    )
}

/// Every distinct IP address and user agent of a sign-up or a successful sign-in.
pub fn list_places(
    conn: &mut Conn,
    owner: UserId,
) -> Result<Vec<(String, Option<String>)>, DbError> {
    conn.query(
        sql!(
            "SELECT DISTINCT ip_address, user_agent FROM security_log
             WHERE owner_id = ?1 AND event IN ('signed_up', 'signed_in')"
        ),
        params![&owner.to_string()],
        |row| Ok((row.text(0)?.to_owned(), row.opt_text(1)?.map(str::to_owned))),
    )
}

/// Keeps only the newest entries of attempts that belong to no account.
pub fn trim_without_account(tx: &mut Tx, keep: i64) -> Result<u64, DbError> {
    tx.execute(
        sql!(
            "DELETE FROM security_log WHERE owner_id = ?1 AND id <=
               (SELECT id FROM security_log WHERE owner_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)"
        ),
        params![&UserId::NOBODY.to_string(), keep],
    )
}

pub fn remove_older(tx: &mut Tx, than: Timestamp) -> Result<u64, DbError> {
    tx.execute(sql!("DELETE FROM security_log WHERE created_at < ?1"), params![than.as_millis()])
}

fn entry(row: &Row<'_>) -> Result<Entry, DbError> {
    Ok(Entry {
        id: row.text(0)?.to_owned(),
        event: row.text(1)?.to_owned(),
        created_at: Timestamp::from_millis(row.int(2)?),
        ip_address: row.text(3)?.to_owned(),
        user_agent: row.opt_text(4)?.map(str::to_owned),
        detail: row.opt_text(5)?.map(str::to_owned),
    })
}
