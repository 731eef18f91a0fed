//! Answers stored under idempotency keys, written in the transaction of the request itself.

use domain::{ids::UserId, time::Timestamp};

use crate::db::{Conn, DbError, Tx, params, sql};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// A hash of the request, to tell a repetition from another request with the same key.
    pub fingerprint: String,
    pub status: i64,
    pub answer: String,
}

/// Serializes requests with the same key, so that the second one finds the first one's answer.
pub fn lock(tx: &mut Tx, owner: UserId, key: &str) -> Result<(), DbError> {
    tx.lock(&format!("once:{owner}:{key}"))
}

pub fn find(conn: &mut Conn, owner: UserId, key: &str) -> Result<Option<StoredAnswer>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT fingerprint, status, answer FROM idempotency_keys
             WHERE owner_id = ?1 AND key = ?2"
        ),
        params![&owner.to_string(), key],
        |row| {
            Ok(StoredAnswer {
                fingerprint: row.text(0)?.to_owned(),
                status: row.int(1)?,
                answer: row.text(2)?.to_owned(),
            })
        },
    )
}

pub fn insert(
    tx: &mut Tx,
    owner: UserId,
    key: &str,
    stored: &StoredAnswer,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO idempotency_keys (owner_id, key, fingerprint, status, answer, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        ),
        params![
            &owner.to_string(),
            key,
            &stored.fingerprint,
            stored.status,
            &stored.answer,
            now.as_millis()
        ],
    )?;
    Ok(())
}

pub fn remove_older(tx: &mut Tx, than: Timestamp) -> Result<u64, DbError> {
    tx.execute(
        sql!("DELETE FROM idempotency_keys WHERE created_at < ?1"),
        params![than.as_millis()],
    )
}
