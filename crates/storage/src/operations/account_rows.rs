//! The end of an account: everything it holds, in every table. Most tables refer to `users` and go with
//! its row; here are those that cannot, and those that must go first, so that nothing is looked for row
//! by row. A test holds this against the schema, so that a new table cannot be forgotten.

use domain::{ids::UserId, topics::Topic};

use crate::db::{DbError, Sql, Tx, params, sql};

/// What refers to other rows of the account, before what it refers to.
static FIRST: [&Sql; 3] = [
    sql!("DELETE FROM postings WHERE owner_id = ?1"),
    sql!("DELETE FROM transactions WHERE owner_id = ?1"),
    sql!("DELETE FROM document_waveforms WHERE owner_id = ?1"),
];

/// The tables whose rows may have no account, so that they cannot refer to one.
pub const UNREFERRED: [&str; 2] = ["security_log", "jobs"];

static STRAYS: [&Sql; UNREFERRED.len()] = [
    sql!("DELETE FROM security_log WHERE owner_id = ?1"),
    sql!("DELETE FROM jobs WHERE owner_id = ?1"),
];

/// Removes the account and every row of it; false where there is none. Open pages are told. Nothing of it
/// stays readable in SQLite's files.
pub fn remove(tx: &mut Tx, owner: UserId) -> Result<bool, DbError> {
    tx.changed(owner, Topic::Sessions);
    tx.scrub();
    for statement in FIRST {
        tx.execute(statement, params![&owner.to_string()])?;
    }
    remove_strays(tx, owner)?;
    let gone = tx.execute(sql!("DELETE FROM users WHERE id = ?1"), params![&owner.to_string()])?;
    Ok(gone == 1)
}

/// What nothing but the program ties to the account. Somebody who knocks in the very moment in which it
/// goes may leave a line behind; this is for looking once more.
pub fn remove_strays(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    for statement in STRAYS {
        tx.execute(statement, params![&owner.to_string()])?;
    }
    Ok(())
}
