//! Passkeys of an account, and the challenges that were already answered.

use domain::identity::passkeys::Passkey;
use domain::ids::{PasskeyId, UserId};
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, sql};

/// Take this lock before counting passkeys in order to add one.
pub fn lock(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.lock(&format!("passkeys:{owner}"))
}

/// Every passkey of the account, oldest first.
pub fn list(conn: &mut Conn, owner: UserId) -> Result<Vec<Passkey>, DbError> {
    conn.query(
        sql!(
            "SELECT id, credential_id, public_key, sign_count, is_synced, transports, rp_id, name,
                    created_at, last_used_at
             FROM passkeys WHERE owner_id = ?1 ORDER BY id"
        ),
        params![&owner.to_string()],
        passkey,
    )
}

pub fn find(conn: &mut Conn, owner: UserId, id: PasskeyId) -> Result<Option<Passkey>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, credential_id, public_key, sign_count, is_synced, transports, rp_id, name,
                    created_at, last_used_at
             FROM passkeys WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &id.to_string()],
        passkey,
    )
}

pub fn find_by_credential(
    conn: &mut Conn,
    owner: UserId,
    credential_id: &[u8],
) -> Result<Option<Passkey>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, credential_id, public_key, sign_count, is_synced, transports, rp_id, name,
                    created_at, last_used_at
             FROM passkeys WHERE owner_id = ?1 AND credential_id = ?2"
        ),
        params![&owner.to_string(), credential_id],
        passkey,
    )
}

/// Returns false if the account already has this credential.
pub fn insert(tx: &mut Tx, owner: UserId, new: &Passkey) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Security);
    let added = tx.execute(
        sql!(
            "INSERT INTO passkeys
               (owner_id, id, credential_id, public_key, sign_count, is_synced, transports, rp_id,
                name, created_at, last_used_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, NULL)
             ON CONFLICT (owner_id, credential_id) DO NOTHING"
        ),
        params![
            &owner.to_string(),
            &new.id.to_string(),
            new.credential_id.as_slice(),
            new.public_key.as_slice(),
            new.sign_count,
            new.is_synced,
            &new.transports.join(","),
            &new.rp_id,
            &new.name,
            new.created_at.as_millis(),
        ],
    )?;
    Ok(added == 1)
}

pub fn rename(tx: &mut Tx, owner: UserId, id: PasskeyId, name: &str) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Security);
    let changed = tx.execute(
        sql!("UPDATE passkeys SET name = ?3 WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string(), name],
    )?;
    Ok(changed == 1)
}

/// Records a use and its signature counter.
pub fn note_use(
    tx: &mut Tx,
    owner: UserId,
    id: PasskeyId,
    sign_count: i64,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Security);
    tx.execute(
        sql!(
            "UPDATE passkeys SET sign_count = ?3, last_used_at = ?4
             WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &id.to_string(), sign_count, now.as_millis()],
    )?;
    Ok(())
}

pub fn remove(tx: &mut Tx, owner: UserId, id: PasskeyId) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Security);
    let gone = tx.execute(
        sql!("DELETE FROM passkeys WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    Ok(gone == 1)
}

/// Removes every passkey of the account; returns their number.
pub fn remove_all(tx: &mut Tx, owner: UserId) -> Result<u64, DbError> {
    tx.record_change(owner, Topic::Security);
    tx.execute(sql!("DELETE FROM passkeys WHERE owner_id = ?1"), params![&owner.to_string()])
}

/// Marks a challenge as answered; returns false if it was answered before. Of two concurrent calls one wins.
pub fn spend_challenge(
    tx: &mut Tx,
    owner: UserId,
    challenge_hash: &str,
    expires_at: Timestamp,
) -> Result<bool, DbError> {
    let added = tx.execute(
        sql!(
            "INSERT INTO spent_challenges (owner_id, challenge_hash, expires_at)
             VALUES (?1, ?2, ?3) ON CONFLICT (owner_id, challenge_hash) DO NOTHING"
        ),
        params![&owner.to_string(), challenge_hash, expires_at.as_millis()],
    )?;
    Ok(added == 1)
}

pub fn remove_expired_challenges(tx: &mut Tx, now: Timestamp) -> Result<u64, DbError> {
    tx.execute(
        sql!("DELETE FROM spent_challenges WHERE expires_at <= ?1"),
        params![now.as_millis()],
    )
}

fn passkey(row: &Row<'_>) -> Result<Passkey, DbError> {
    let id = PasskeyId::parse(row.text(0)?)
        .ok_or_else(|| DbError::Decode { column: 0, reason: "not an id".to_owned() })?;
    let transports = row.text(5)?.split(',').filter(|word| !word.is_empty());
    Ok(Passkey {
        id,
        credential_id: row.blob(1)?.to_vec(),
        public_key: row.blob(2)?.to_vec(),
        sign_count: row.int(3)?,
        is_synced: row.int(4)? != 0,
        transports: transports.map(str::to_owned).collect(),
        rp_id: row.text(6)?.to_owned(),
        name: row.text(7)?.to_owned(),
        created_at: Timestamp::from_millis(row.int(8)?),
        last_used_at: row.opt_int(9)?.map(Timestamp::from_millis),
    })
}
