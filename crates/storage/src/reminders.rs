//! What someone has been reminded of, so that nobody is told the same twice.

use domain::{calendar::Day, ids::UserId, reminders::Stage};

use crate::db::{DbError, Tx, params, sql};

/// False where it has been noted before. A subject is a thing of the owner's, by its noun and id.
pub fn note(
    tx: &mut Tx,
    owner: UserId,
    subject: &str,
    due: Day,
    stage: Stage,
) -> Result<bool, DbError> {
    let noted = tx.execute(
        sql!(
            "INSERT INTO reminders (owner_id, subject, due_on, stage) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (owner_id, subject, due_on, stage) DO NOTHING"
        ),
        params![&owner.to_string(), subject, due.to_string(), stage.as_str()],
    )?;
    Ok(noted == 1)
}

/// A day that is over reminds of nothing.
pub fn remove_before(tx: &mut Tx, day: Day) -> Result<u64, DbError> {
    tx.execute(sql!("DELETE FROM reminders WHERE due_on < ?1"), params![day.to_string()])
}
