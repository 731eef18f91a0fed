//! Rows of the webhook endpoints to which Stripe reports payments. Their secrets are sealed: this file never sees one
//! in plain text.

use domain::ids::UserId;
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};

#[derive(Debug, Clone)]
pub struct Hook {
    pub id: String,
    pub secret: Vec<u8>,
    pub old_secret: Option<Vec<u8>>,
    pub changed_at: Timestamp,
}

/// Serializes changes of an account's secrets until the transaction ends.
pub fn lock(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.lock(&format!("payment-hooks:{owner}"))
}

pub fn find(conn: &mut Conn, owner: UserId) -> Result<Option<Hook>, DbError> {
    conn.query_opt(
        sql!("SELECT id, secret, old_secret, changed_at FROM payment_hooks WHERE owner_id = ?1"),
        params![&owner.to_string()],
        hook,
    )
}

/// Finds a webhook and its account by the id in the webhook's URL, also of a disabled account: its payments wait until it is enabled.
pub fn find_by_id(conn: &mut Conn, id: &str) -> Result<Option<(UserId, Hook)>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT h.id, h.secret, h.old_secret, h.changed_at, h.owner_id
             FROM payment_hooks h WHERE h.id = ?1"
        ),
        params![id],
        |row| Ok((require(4, UserId::parse(row.text(4)?))?, hook(row)?)),
    )
}

/// Inserts the row or replaces its secrets. The id, and with it the URL, stays.
pub fn put(tx: &mut Tx, owner: UserId, row: &Hook) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Shop);
    tx.execute(
        sql!(
            "INSERT INTO payment_hooks (owner_id, id, secret, old_secret, changed_at)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (owner_id) DO UPDATE SET secret = excluded.secret,
               old_secret = excluded.old_secret, changed_at = excluded.changed_at"
        ),
        params![
            &owner.to_string(),
            &row.id,
            &row.secret,
            row.old_secret.as_deref(),
            row.changed_at.as_millis(),
        ],
    )?;
    Ok(())
}

pub fn remove(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Shop);
    tx.execute(sql!("DELETE FROM payment_hooks WHERE owner_id = ?1"), params![&owner.to_string()])?;
    Ok(())
}

fn hook(row: &Row<'_>) -> Result<Hook, DbError> {
    Ok(Hook {
        id: row.text(0)?.to_owned(),
        secret: row.blob(1)?.to_vec(),
        old_secret: row.opt_blob(2)?.map(<[u8]>::to_vec),
        changed_at: Timestamp::from_millis(row.int(3)?),
    })
}
