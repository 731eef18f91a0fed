//! Rows of sessions: the signed-in account, its device and the time of the sign-in. Only the hash of a token is stored.

use domain::calendar::Zone;
use domain::identity::sessions::{self, Session};
use domain::identity::settings::{SESSION_TIMEOUT, Settings, TIME_ZONE};
use domain::identity::users::User;
use domain::ids::{SessionId, UserId};
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, sql};
use crate::identity::{users, zones};

/// The fields of a session that decide whether its token is valid. Every authenticated request reads them.
#[derive(Debug, Clone)]
pub struct SessionState {
    pub id: SessionId,
    pub last_seen_at: Timestamp,
    expires_at: Timestamp,
    timeout_minutes: i64,
}

impl SessionState {
    pub fn is_live(&self, now: Timestamp) -> bool {
        sessions::is_live(now, self.expires_at, self.last_seen_at, self.timeout_minutes)
    }
}

#[derive(Debug, Clone)]
pub struct NewSession<'a> {
    pub id: SessionId,
    pub token_hash: &'a str,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    pub ip_address: &'a str,
    pub user_agent: Option<&'a str>,
}

pub fn find_by_token(
    conn: &mut Conn,
    owner: UserId,
    token_hash: &str,
) -> Result<Option<Session>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT s.id, s.created_at, s.last_seen_at, s.expires_at, s.ip_address, s.user_agent,
                    t.value
             FROM sessions s
             LEFT JOIN settings t ON t.owner_id = s.owner_id AND t.key = ?3
             WHERE s.owner_id = ?1 AND s.token_hash = ?2"
        ),
        params![&owner.to_string(), token_hash, SESSION_TIMEOUT],
        session,
    )
}

pub fn find(conn: &mut Conn, owner: UserId, id: SessionId) -> Result<Option<Session>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT s.id, s.created_at, s.last_seen_at, s.expires_at, s.ip_address, s.user_agent,
                    t.value
             FROM sessions s
             LEFT JOIN settings t ON t.owner_id = s.owner_id AND t.key = ?3
             WHERE s.owner_id = ?1 AND s.id = ?2"
        ),
        params![&owner.to_string(), &id.to_string(), SESSION_TIMEOUT],
        session,
    )
}

/// Whether the account has a session at this address in this browser.
pub fn has_session_from(
    conn: &mut Conn,
    owner: UserId,
    address: &str,
    user_agent: &str,
) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!(
            "SELECT 1 FROM sessions
             WHERE owner_id = ?1 AND ip_address = ?2 AND user_agent = ?3 LIMIT 1"
        ),
        params![&owner.to_string(), address, user_agent],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Whether a session of the account was last used after `then`.
pub fn is_active_after(conn: &mut Conn, owner: UserId, then: Timestamp) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!("SELECT 1 FROM sessions WHERE owner_id = ?1 AND last_seen_at > ?2 LIMIT 1"),
        params![&owner.to_string(), then.as_millis()],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Finds the state of a session by its token and the time zone of its account, from the cache if nothing was committed
/// since.
pub fn state_and_zone(
    conn: &mut Conn,
    owner: UserId,
    token_hash: &str,
) -> Result<Option<(SessionState, Zone)>, DbError> {
    conn.cached((owner, token_hash.to_owned()), |conn| find_state_and_zone(conn, owner, token_hash))
}

fn find_state_and_zone(
    conn: &mut Conn,
    owner: UserId,
    token_hash: &str,
) -> Result<Option<(SessionState, Zone)>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT s.id, s.last_seen_at, s.expires_at, t.value, z.value
             FROM sessions s
             LEFT JOIN settings t ON t.owner_id = s.owner_id AND t.key = ?3
             LEFT JOIN settings z ON z.owner_id = s.owner_id AND z.key = ?4
             WHERE s.owner_id = ?1 AND s.token_hash = ?2"
        ),
        params![&owner.to_string(), token_hash, SESSION_TIMEOUT, TIME_ZONE],
        |row| Ok((state_at(row, 0)?, zones::read(row.opt_text(4)?))),
    )
}

/// Finds the state of a session and its account in one statement, or from the cache.
pub fn state_and_user(
    conn: &mut Conn,
    owner: UserId,
    token_hash: &str,
) -> Result<Option<(SessionState, User)>, DbError> {
    conn.cached((owner, token_hash.to_owned()), |conn| find_state_and_user(conn, owner, token_hash))
}

fn find_state_and_user(
    conn: &mut Conn,
    owner: UserId,
    token_hash: &str,
) -> Result<Option<(SessionState, User)>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT u.id, u.email, u.name, u.role, u.phone, u.location, u.specialty, u.experience,
                    u.bio, u.spotify, u.soundcloud, u.youtube, u.avatar_hash, u.created_at,
                    u.email_confirmed_at, u.pending_email,
                    s.id, s.last_seen_at, s.expires_at, t.value
             FROM sessions s
             JOIN users u ON u.id = s.owner_id
             LEFT JOIN settings t ON t.owner_id = s.owner_id AND t.key = ?3
             WHERE s.owner_id = ?1 AND s.token_hash = ?2"
        ),
        params![&owner.to_string(), token_hash, SESSION_TIMEOUT],
        |row| Ok((state_at(row, 16)?, users::user(row)?)),
    )
}

/// Finds the state of a session by its id, which stays the same when the token is rotated.
pub fn state_by_id(
    conn: &mut Conn,
    owner: UserId,
    id: SessionId,
) -> Result<Option<SessionState>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT s.id, s.last_seen_at, s.expires_at, t.value
             FROM sessions s
             LEFT JOIN settings t ON t.owner_id = s.owner_id AND t.key = ?3
             WHERE s.owner_id = ?1 AND s.id = ?2"
        ),
        params![&owner.to_string(), &id.to_string(), SESSION_TIMEOUT],
        |row| state_at(row, 0),
    )
}

/// Every live session of the account, the newest first.
pub fn list(conn: &mut Conn, owner: UserId, now: Timestamp) -> Result<Vec<Session>, DbError> {
    let mut all = conn.query(
        sql!(
            "SELECT s.id, s.created_at, s.last_seen_at, s.expires_at, s.ip_address, s.user_agent,
                    t.value
             FROM sessions s
             LEFT JOIN settings t ON t.owner_id = s.owner_id AND t.key = ?2
             WHERE s.owner_id = ?1 ORDER BY s.id DESC"
        ),
        params![&owner.to_string(), SESSION_TIMEOUT],
        session,
    )?;
    all.retain(|session| session.is_live(now));
    Ok(all)
}

pub fn insert(tx: &mut Tx, owner: UserId, new: &NewSession<'_>) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Sessions);
    tx.execute(
        sql!(
            "INSERT INTO sessions
               (owner_id, id, token_hash, created_at, last_seen_at, expires_at, ip_address,
                user_agent, proved_at)
             VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7, ?4)"
        ),
        params![
            &owner.to_string(),
            &new.id.to_string(),
            new.token_hash,
            new.created_at.as_millis(),
            new.expires_at.as_millis(),
            new.ip_address,
            new.user_agent,
        ],
    )?;
    Ok(())
}

pub fn touch(tx: &mut Tx, owner: UserId, id: SessionId, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "UPDATE sessions SET last_seen_at = ?3
             WHERE owner_id = ?1 AND id = ?2 AND last_seen_at < ?3"
        ),
        params![&owner.to_string(), &id.to_string(), now.as_millis()],
    )?;
    Ok(())
}

/// Records that the user has just proved their identity in this session, for example with the password.
pub fn prove(tx: &mut Tx, owner: UserId, id: SessionId, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        sql!("UPDATE sessions SET proved_at = ?3 WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string(), now.as_millis()],
    )?;
    Ok(())
}

/// When the user last proved their identity in this session; `None` if the session does not exist.
pub fn proved_at(
    conn: &mut Conn,
    owner: UserId,
    id: SessionId,
) -> Result<Option<Timestamp>, DbError> {
    conn.query_opt(
        sql!("SELECT proved_at FROM sessions WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
        |row| Ok(Timestamp::from_millis(row.int(0)?)),
    )
}

/// Replaces the token of a session; returns false if the old token is no longer valid.
pub fn rotate(
    tx: &mut Tx,
    owner: UserId,
    old_hash: &str,
    new_hash: &str,
    now: Timestamp,
) -> Result<bool, DbError> {
    let changed = tx.execute(
        sql!(
            "UPDATE sessions SET token_hash = ?3, last_seen_at = ?4
             WHERE owner_id = ?1 AND token_hash = ?2"
        ),
        params![&owner.to_string(), old_hash, new_hash, now.as_millis()],
    )?;
    Ok(changed == 1)
}

pub fn remove(tx: &mut Tx, owner: UserId, id: SessionId) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Sessions);
    let gone = tx.execute(
        sql!("DELETE FROM sessions WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    Ok(gone == 1)
}

pub fn remove_others(tx: &mut Tx, owner: UserId, keep: SessionId) -> Result<u64, DbError> {
    tx.record_change(owner, Topic::Sessions);
    tx.execute(
        sql!("DELETE FROM sessions WHERE owner_id = ?1 AND id <> ?2"),
        params![&owner.to_string(), &keep.to_string()],
    )
}

pub fn remove_all(tx: &mut Tx, owner: UserId) -> Result<u64, DbError> {
    tx.record_change(owner, Topic::Sessions);
    tx.execute(sql!("DELETE FROM sessions WHERE owner_id = ?1"), params![&owner.to_string()])
}

pub fn remove_expired(tx: &mut Tx, now: Timestamp) -> Result<u64, DbError> {
    tx.execute(sql!("DELETE FROM sessions WHERE expires_at <= ?1"), params![now.as_millis()])
}

pub(crate) fn state_at(row: &Row<'_>, first: usize) -> Result<SessionState, DbError> {
    Ok(SessionState {
        id: session_id(row, first)?,
        last_seen_at: Timestamp::from_millis(row.int(first + 1)?),
        expires_at: Timestamp::from_millis(row.int(first + 2)?),
        timeout_minutes: timeout_minutes(row, first + 3)?,
    })
}

fn session_id(row: &Row<'_>, column: usize) -> Result<SessionId, DbError> {
    SessionId::parse(row.text(column)?)
        .ok_or_else(|| DbError::Decode { column, reason: "not an id".to_owned() })
}

fn timeout_minutes(row: &Row<'_>, column: usize) -> Result<i64, DbError> {
    let kept = row.opt_text(column)?.and_then(|text| text.parse().ok());
    Ok(kept.unwrap_or_else(|| Settings::default().session_timeout))
}

fn session(row: &Row<'_>) -> Result<Session, DbError> {
    Ok(Session {
        id: session_id(row, 0)?,
        created_at: Timestamp::from_millis(row.int(1)?),
        last_seen_at: Timestamp::from_millis(row.int(2)?),
        expires_at: Timestamp::from_millis(row.int(3)?),
        ip_address: row.text(4)?.to_owned(),
        user_agent: row.opt_text(5)?.map(str::to_owned),
        timeout_minutes: timeout_minutes(row, 6)?,
    })
}
