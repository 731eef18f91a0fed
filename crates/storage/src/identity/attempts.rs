//! Counts of rate limits. A key belongs to an account or an address, so the rows have no owner.
//!
//! A window that ends much later than its own length from now was started by a clock that was ahead; it counts
//! as over.

use domain::{
    identity::rate_limits::{LONGEST_WINDOW, Limit},
    time::{CLOCK_SLACK, Timestamp},
};

use crate::db::{Conn, DbError, Tx, params, sql};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    pub tries: i64,
    pub expires_at: Timestamp,
}

/// Counts one attempt and returns the number of attempts in this window, including it.
pub fn add(tx: &mut Tx, limit: &Limit, subject: &str, now: Timestamp) -> Result<Count, DbError> {
    let (now_ms, ends) = (now.as_millis(), now + limit.window);
    tx.query_one(
        sql!(
            "INSERT INTO attempts (key, tries, expires_at) VALUES (?1, 1, ?2)
             ON CONFLICT (key) DO UPDATE SET
               tries = CASE WHEN attempts.expires_at <= ?3 OR attempts.expires_at > ?4 THEN 1
                            ELSE attempts.tries + 1 END,
               expires_at = CASE WHEN attempts.expires_at <= ?3 OR attempts.expires_at > ?4 THEN ?2
                                 ELSE attempts.expires_at END
             RETURNING tries, expires_at"
        ),
        params![&limit.key(subject), ends.as_millis(), now_ms, (ends + CLOCK_SLACK).as_millis()],
        |row| Ok(Count { tries: row.int(0)?, expires_at: Timestamp::from_millis(row.int(1)?) }),
    )
}

/// The current count; `None` if the window is over.
pub fn find(
    conn: &mut Conn,
    limit: &Limit,
    subject: &str,
    now: Timestamp,
) -> Result<Option<Count>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT tries, expires_at FROM attempts
             WHERE key = ?1 AND expires_at > ?2 AND expires_at <= ?3"
        ),
        params![
            &limit.key(subject),
            now.as_millis(),
            (now + limit.window + CLOCK_SLACK).as_millis()
        ],
        |row| Ok(Count { tries: row.int(0)?, expires_at: Timestamp::from_millis(row.int(1)?) }),
    )
}

/// Sets the end of a window, whatever its count.
pub fn put_end(
    tx: &mut Tx,
    limit: &Limit,
    subject: &str,
    expires_at: Timestamp,
) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO attempts (key, tries, expires_at) VALUES (?1, 1, ?2)
             ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at"
        ),
        params![&limit.key(subject), expires_at.as_millis()],
    )?;
    Ok(())
}

/// Subtracts one attempt, because it was not a wrong one.
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

/// Clears the subject's count and its counts by origin (`domain::identity::rate_limits::at_place`).
pub fn clear_everywhere(tx: &mut Tx, limit: &Limit, subject: &str) -> Result<u64, DbError> {
    let at_places: String = limit
        .key(subject)
        .chars()
        .flat_map(|c| matches!(c, '%' | '_' | '\\').then_some('\\').into_iter().chain([c]))
        .collect();
    let gone = tx.execute(
        sql!("DELETE FROM attempts WHERE key LIKE ?1 ESCAPE '\\'"),
        params![&format!("{at_places} %")],
    )?;
    Ok(gone + clear(tx, limit, subject)?)
}

pub fn remove_expired(tx: &mut Tx, now: Timestamp) -> Result<u64, DbError> {
    tx.execute(
        sql!("DELETE FROM attempts WHERE expires_at <= ?1 OR expires_at > ?2"),
        params![now.as_millis(), (now + LONGEST_WINDOW + CLOCK_SLACK).as_millis()],
    )
}
