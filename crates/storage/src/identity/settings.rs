//! Settings as pairs of key and text. Only chosen values are stored; all others are defaults.

use domain::{
    identity::settings::{Change, Settings},
    ids::UserId,
    notifications::topics::Topic,
};

use crate::db::{Conn, DbError, Tx, params, sql};

pub fn load(conn: &mut Conn, owner: UserId) -> Result<Settings, DbError> {
    let mut settings = Settings::default();
    let changes = conn.query(
        sql!("SELECT key, value FROM settings WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| Ok(Change::from_stored(row.text(0)?, row.text(1)?)),
    )?;
    changes.iter().flatten().for_each(|change| settings.apply(change));
    Ok(settings)
}

pub fn put(tx: &mut Tx, owner: UserId, changes: &[Change]) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Settings);
    let owner = owner.to_string();
    for change in changes {
        tx.execute(
            sql!(
                "INSERT INTO settings (owner_id, key, value) VALUES (?1, ?2, ?3)
                 ON CONFLICT (owner_id, key) DO UPDATE SET value = excluded.value"
            ),
            params![&owner, change.key(), &change.to_stored()],
        )?;
    }
    Ok(())
}
