//! Rows of sent reminders, so that nobody gets the same reminder twice.

use domain::{calendar::Day, ids::UserId, notifications::reminders::Stage};

use crate::db::{DbError, Tx, params, sql};

/// Records a reminder; returns false if it was recorded before. The subject is a noun and the id of the owner's row.
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

/// Removes the reminders of past days.
pub fn remove_before(tx: &mut Tx, day: Day) -> Result<u64, DbError> {
    tx.execute(sql!("DELETE FROM reminders WHERE due_on < ?1"), params![day.to_string()])
}
