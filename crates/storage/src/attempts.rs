//! Counts of tries at a secret. The key belongs to an account or an address, so it has no owner.

use domain::{attempts::Limit, time::Timestamp};

use crate::db::{Conn, DbError, Tx, params, sql};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    pub tries: i64,
    pub expires_at: Timestamp,
}

/// Counts one more try and tells how many there are in this window, this one included.
pub fn add(tx: &mut Tx, limit: &Limit, subject: &str, now: Timestamp) -> Result<Count, DbError> {
    let (now_ms, ends_ms) = (now.as_millis(), (now + limit.window).as_millis());
    // No count is ever zero once a try is added, so this never comes where nothing is locked.
    let last_try = if limit.locks { limit.tries } else { 0 };
    tx.query_one(
        sql!(
            "INSERT INTO attempts (key, tries, expires_at) VALUES (?1, 1, ?2)
             ON CONFLICT (key) DO UPDATE SET
               tries = CASE WHEN attempts.expires_at <= ?3 THEN 1 ELSE attempts.tries + 1 END,
               expires_at = CASE WHEN attempts.expires_at <= ?3 OR attempts.tries + 1 = ?4 THEN ?2
                                 ELSE attempts.expires_at END
             RETURNING tries, expires_at"
        ),
        params![&limit.key(subject), ends_ms, now_ms, last_try],
        |row| Ok(Count { tries: row.int(0)?, expires_at: Timestamp::from_millis(row.int(1)?) }),
    )
}

/// The count as it stands; none where the window is over.
pub fn find(
    conn: &mut Conn,
    limit: &Limit,
    subject: &str,
    now: Timestamp,
) -> Result<Option<Count>, DbError> {
    conn.query_opt(
        sql!("SELECT tries, expires_at FROM attempts WHERE key = ?1 AND expires_at > ?2"),
        params![&limit.key(subject), now.as_millis()],
        |row| Ok(Count { tries: row.int(0)?, expires_at: Timestamp::from_millis(row.int(1)?) }),
    )
}

/// Takes one try back: it was not a wrong one.
pub fn give_back(tx: &mut Tx, limit: &Limit, subject: &str) -> Result<(), DbError> {
    tx.execute(
        sql!("UPDATE attempts SET tries = tries - 1 WHERE key = ?1 AND tries > 0"),
        params![&limit.key(subject)],
    )?;
    Ok(())
}

pub fn clear(tx: &mut Tx, limit: &Limit, subject: &str) -> Result<u64, DbError> {
    tx.execute(sql!("DELETE FROM attempts WHERE key = ?1"), params![&limit.key(subject)])
}

pub fn remove_expired(tx: &mut Tx, now: Timestamp) -> Result<u64, DbError> {
    tx.execute(sql!("DELETE FROM attempts WHERE expires_at <= ?1"), params![now.as_millis()])
}
