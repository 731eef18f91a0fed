//! Deletes an account from every table. Most tables refer to `users` and their rows are deleted with its row;
//! listed here are those without a reference, and those that must be deleted first so that no foreign key is
//! checked row by row. A test compares this with the schema, so that a new table is not forgotten.

use domain::{ids::UserId, notifications::topics::Topic};

use crate::db::{DbError, Sql, Tx, params, sql};

/// Rows that refer to other rows of the account, before the rows they refer to.
static FIRST: [&Sql; 4] = [
    sql!("DELETE FROM postings WHERE owner_id = ?1"),
    sql!("DELETE FROM transactions WHERE owner_id = ?1"),
    sql!("DELETE FROM document_waveforms WHERE owner_id = ?1"),
    sql!("DELETE FROM document_files WHERE owner_id = ?1"),
];

/// Tables whose rows may belong to no account, so they have no foreign key to `users`.
pub const UNREFERRED: [&str; 2] = ["security_log", "jobs"];

static STRAYS: [&Sql; UNREFERRED.len()] = [
    sql!("DELETE FROM security_log WHERE owner_id = ?1"),
    sql!("DELETE FROM jobs WHERE owner_id = ?1"),
];

/// Removes the account and all its rows; returns false if there is none. Open pages are notified. Nothing of it
/// stays readable in SQLite's files.
pub fn remove(tx: &mut Tx, owner: UserId) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Sessions);
    tx.scrub();
    for statement in FIRST {
        tx.execute(statement, params![&owner.to_string()])?;
    }
    remove_strays(tx, owner)?;
    let gone = tx.execute(sql!("DELETE FROM users WHERE id = ?1"), params![&owner.to_string()])?;
    Ok(gone == 1)
}

/// Removes the rows without a foreign key. A sign-in attempt during the deletion may leave a row behind, so
/// this runs once more later.
pub fn remove_strays(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    for statement in STRAYS {
        tx.execute(statement, params![&owner.to_string()])?;
    }
    Ok(())
}
