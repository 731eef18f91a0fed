//! Rows of users.

use domain::identity::users::{Email, Name, Role, User};
use domain::ids::UserId;
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, sql};

/// What is needed to check a password of an account.
#[derive(Clone)]
pub struct Credentials {
    pub id: UserId,
    pub email_key: String,
    pub password_hash: String,
    pub two_factor: bool,
    /// Whether the operator has disabled the account.
    pub is_disabled: bool,
}

#[derive(Debug, Clone)]
pub struct NewUser<'a> {
    pub id: UserId,
    pub email: &'a Email,
    pub name: &'a Name,
    pub role: Role,
    pub password_hash: &'a str,
    pub created_at: Timestamp,
    pub email_confirmed_at: Option<Timestamp>,
}

/// A profile update: `None` keeps a field, `Some(None)` empties it.
#[derive(Debug, Clone, Default)]
pub struct ProfilePatch {
    pub email: Option<Email>,
    pub name: Option<Name>,
    pub phone: Option<Option<String>>,
    pub location: Option<Option<String>>,
    pub specialty: Option<Option<String>>,
    pub experience: Option<Option<String>>,
    pub bio: Option<Option<String>>,
    pub spotify: Option<Option<String>>,
    pub soundcloud: Option<Option<String>>,
    pub youtube: Option<Option<String>>,
}

/// Returns false if the email address is taken.
pub fn insert(tx: &mut Tx, new: &NewUser<'_>) -> Result<bool, DbError> {
    tx.lock(&format!("email:{}", new.email.key()))?;
    let created = tx.execute(
        sql!(
            "INSERT INTO users
               (id, email, email_key, name, role, password_hash, password_changed_at, created_at,
                updated_at, email_confirmed_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?7, ?8)
             ON CONFLICT (email_key) DO NOTHING"
        ),
        params![
            &new.id.to_string(),
            new.email.as_str(),
            new.email.key(),
            new.name.as_str(),
            new.role.as_str(),
            new.password_hash,
            new.created_at.as_millis(),
            new.email_confirmed_at.map(Timestamp::as_millis),
        ],
    )?;
    Ok(created == 1)
}

pub fn find(conn: &mut Conn, id: UserId) -> Result<Option<User>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, email, name, role, phone, location, specialty, experience, bio, spotify,
                    soundcloud, youtube, avatar_hash, created_at, email_confirmed_at, pending_email
             FROM users WHERE id = ?1"
        ),
        params![&id.to_string()],
        user,
    )
}

/// All accounts, oldest first, for the operator.
pub fn list(conn: &mut Conn) -> Result<Vec<User>, DbError> {
    conn.query(
        sql!(
            "SELECT id, email, name, role, phone, location, specialty, experience, bio, spotify,
                    soundcloud, youtube, avatar_hash, created_at, email_confirmed_at, pending_email
             FROM users ORDER BY id"
        ),
        params![],
        user,
    )
}

/// The ids of the enabled accounts after an id, for work that goes through all accounts.
pub fn list_ids_after(conn: &mut Conn, after: UserId, limit: i64) -> Result<Vec<UserId>, DbError> {
    conn.query(
        sql!("SELECT id FROM users WHERE id > ?1 AND disabled_at IS NULL ORDER BY id LIMIT ?2"),
        params![&after.to_string(), limit],
        |row| user_id(row.text(0)?),
    )
}

pub fn find_credentials(conn: &mut Conn, email: &Email) -> Result<Option<Credentials>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT u.id, u.password_hash,
                    CASE WHEN f.enabled_at IS NULL THEN 0 ELSE 1 END,
                    CASE WHEN u.disabled_at IS NULL THEN 0 ELSE 1 END
             FROM users u LEFT JOIN two_factor f ON f.owner_id = u.id
             WHERE u.email_key = ?1"
        ),
        params![email.key()],
        |row| {
            Ok(Credentials {
                id: user_id(row.text(0)?)?,
                email_key: email.key().to_owned(),
                password_hash: row.text(1)?.to_owned(),
                two_factor: row.flag(2)?,
                is_disabled: row.flag(3)?,
            })
        },
    )
}

/// Returns false if there is no such account.
pub fn is_disabled(conn: &mut Conn, id: UserId) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!("SELECT 1 FROM users WHERE id = ?1 AND disabled_at IS NOT NULL"),
        params![&id.to_string()],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Disables the account, or enables it when `at` is `None`; returns false if nothing changed.
pub fn set_disabled(tx: &mut Tx, id: UserId, at: Option<Timestamp>) -> Result<bool, DbError> {
    let changed = tx.execute(
        sql!(
            "UPDATE users SET disabled_at = ?2
             WHERE id = ?1 AND (disabled_at IS NULL) = (CAST(?2 AS BIGINT) IS NOT NULL)"
        ),
        params![&id.to_string(), at.map(Timestamp::as_millis)],
    )?;
    Ok(changed == 1)
}

/// The ids of all disabled accounts.
pub fn list_disabled(conn: &mut Conn) -> Result<Vec<UserId>, DbError> {
    conn.query(
        sql!("SELECT id FROM users WHERE disabled_at IS NOT NULL ORDER BY id"),
        params![],
        |row| user_id(row.text(0)?),
    )
}

pub fn password_hash(conn: &mut Conn, id: UserId) -> Result<Option<String>, DbError> {
    conn.query_opt(
        sql!("SELECT password_hash FROM users WHERE id = ?1"),
        params![&id.to_string()],
        |row| Ok(row.text(0)?.to_owned()),
    )
}

/// Blocks other changes of the account's credentials until the transaction ends.
pub fn lock(tx: &mut Tx, id: UserId) -> Result<(), DbError> {
    tx.lock(&format!("user:{id}"))
}

/// Returns false if `old_hash` is no longer the account's password hash.
pub fn replace_password(
    tx: &mut Tx,
    id: UserId,
    old_hash: &str,
    new_hash: &str,
    now: Timestamp,
) -> Result<bool, DbError> {
    let changed = tx.execute(
        sql!(
            "UPDATE users SET password_hash = ?3, password_changed_at = ?4, updated_at = ?4
             WHERE id = ?1 AND password_hash = ?2"
        ),
        params![&id.to_string(), old_hash, new_hash, now.as_millis()],
    )?;
    Ok(changed == 1)
}

/// Returns false, and changes nothing, if the new email address belongs to another account.
pub fn update_profile(
    tx: &mut Tx,
    id: UserId,
    patch: &ProfilePatch,
    now: Timestamp,
) -> Result<bool, DbError> {
    tx.record_change(id, Topic::Profile);
    let owner = id.to_string();
    if let Some(email) = &patch.email
        && !change_email(tx, id, email)?
    {
        return Ok(false);
    }
    if let Some(name) = &patch.name {
        tx.execute(
            sql!("UPDATE users SET name = ?2 WHERE id = ?1"),
            params![&owner, name.as_str()],
        )?;
    }
    let texts = [
        (sql!("UPDATE users SET phone = ?2 WHERE id = ?1"), &patch.phone),
        (sql!("UPDATE users SET location = ?2 WHERE id = ?1"), &patch.location),
        (sql!("UPDATE users SET specialty = ?2 WHERE id = ?1"), &patch.specialty),
        (sql!("UPDATE users SET experience = ?2 WHERE id = ?1"), &patch.experience),
        (sql!("UPDATE users SET bio = ?2 WHERE id = ?1"), &patch.bio),
        (sql!("UPDATE users SET spotify = ?2 WHERE id = ?1"), &patch.spotify),
        (sql!("UPDATE users SET soundcloud = ?2 WHERE id = ?1"), &patch.soundcloud),
        (sql!("UPDATE users SET youtube = ?2 WHERE id = ?1"), &patch.youtube),
    ];
    for (statement, sent) in texts {
        if let Some(text) = sent {
            tx.execute(statement, params![&owner, text.as_deref()])?;
        }
    }
    tx.execute(
        sql!("UPDATE users SET updated_at = ?2 WHERE id = ?1"),
        params![&owner, now.as_millis()],
    )?;
    Ok(true)
}

/// Whether another account has the address.
pub fn is_taken(conn: &mut Conn, id: UserId, email: &Email) -> Result<bool, DbError> {
    let taken = conn.query_opt(
        sql!("SELECT 1 FROM users WHERE email_key = ?1 AND id <> ?2"),
        params![email.key(), &id.to_string()],
        |_| Ok(()),
    )?;
    Ok(taken.is_some())
}

/// Sets the account's address; returns false if it belongs to another account.
pub fn change_email(tx: &mut Tx, id: UserId, email: &Email) -> Result<bool, DbError> {
    tx.record_change(id, Topic::Profile);
    tx.lock(&format!("email:{}", email.key()))?;
    if is_taken(tx, id, email)? {
        return Ok(false);
    }
    tx.execute(
        sql!("UPDATE users SET email = ?2, email_key = ?3, pending_email = NULL WHERE id = ?1"),
        params![&id.to_string(), email.as_str(), email.key()],
    )?;
    Ok(true)
}

/// Records that the account's address is confirmed.
pub fn confirm_email(tx: &mut Tx, id: UserId, now: Timestamp) -> Result<(), DbError> {
    tx.record_change(id, Topic::Profile);
    tx.execute(
        sql!("UPDATE users SET email_confirmed_at = ?2 WHERE id = ?1"),
        params![&id.to_string(), now.as_millis()],
    )?;
    Ok(())
}

/// Sets or clears the address that waits for its confirmation.
pub fn set_pending_email(tx: &mut Tx, id: UserId, email: Option<&str>) -> Result<(), DbError> {
    tx.record_change(id, Topic::Profile);
    tx.execute(
        sql!("UPDATE users SET pending_email = ?2 WHERE id = ?1"),
        params![&id.to_string(), email],
    )?;
    Ok(())
}

/// Marks every address as confirmed, for an installation that cannot send email.
pub fn confirm_all_emails(tx: &mut Tx, now: Timestamp) -> Result<u64, DbError> {
    tx.execute(
        sql!("UPDATE users SET email_confirmed_at = ?1 WHERE email_confirmed_at IS NULL"),
        params![now.as_millis()],
    )
}

fn user_id(text: &str) -> Result<UserId, DbError> {
    UserId::parse(text).ok_or_else(|| DbError::Decode { column: 0, reason: "not an id".to_owned() })
}

pub(crate) fn user(row: &Row<'_>) -> Result<User, DbError> {
    let text = |at: usize| Ok::<_, DbError>(row.opt_text(at)?.map(str::to_owned));
    Ok(User {
        id: user_id(row.text(0)?)?,
        email: row.text(1)?.to_owned(),
        name: row.text(2)?.to_owned(),
        role: row.text(3)?.to_owned(),
        phone: text(4)?,
        location: text(5)?,
        specialty: text(6)?,
        experience: text(7)?,
        bio: text(8)?,
        spotify: text(9)?,
        soundcloud: text(10)?,
        youtube: text(11)?,
        avatar_hash: text(12)?,
        created_at: Timestamp::from_millis(row.int(13)?),
        email_confirmed_at: row.opt_int(14)?.map(Timestamp::from_millis),
        pending_email: text(15)?,
    })
}
