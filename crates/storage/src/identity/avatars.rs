//! Profile pictures. They are small and square, so they are stored in the database.

use domain::{ids::UserId, notifications::topics::Topic};

use crate::db::{Conn, DbError, Tx, params, sql};

#[derive(Debug, Clone)]
pub struct Avatar {
    pub content_type: String,
    pub bytes: Vec<u8>,
}

pub fn find(conn: &mut Conn, owner: UserId) -> Result<Option<Avatar>, DbError> {
    conn.query_opt(
        sql!("SELECT content_type, bytes FROM avatars WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| Ok(Avatar { content_type: row.text(0)?.to_owned(), bytes: row.blob(1)?.to_vec() }),
    )
}

/// Stores the picture. Its hash goes to the user's row, where a changed picture gets a new URL.
pub fn put(tx: &mut Tx, owner: UserId, avatar: &Avatar, hash: &str) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Profile);
    let owner = owner.to_string();
    tx.execute(
        sql!(
            "INSERT INTO avatars (owner_id, content_type, bytes) VALUES (?1, ?2, ?3)
             ON CONFLICT (owner_id) DO UPDATE
             SET content_type = excluded.content_type, bytes = excluded.bytes"
        ),
        params![&owner, &avatar.content_type, avatar.bytes.as_slice()],
    )?;
    tx.execute(sql!("UPDATE users SET avatar_hash = ?2 WHERE id = ?1"), params![&owner, hash])?;
    Ok(())
}

pub fn remove(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Profile);
    let owner = owner.to_string();
    tx.execute(sql!("DELETE FROM avatars WHERE owner_id = ?1"), params![&owner])?;
    tx.execute(sql!("UPDATE users SET avatar_hash = NULL WHERE id = ?1"), params![&owner])?;
    Ok(())
}
