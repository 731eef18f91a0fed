//! Marks the sample rows of an account. A mark stays when its row is deleted, so only marks with an existing
//! row count.

use domain::{ids::UserId, notifications::topics::Topic, samples::Noun};

use crate::db::{Conn, DbError, Tx, Value, many_rows, params, sql};

/// Marks rows as sample data. Call this in the transaction that writes the rows.
pub fn mark(tx: &mut Tx, owner: UserId, rows: &[(Noun, String)]) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Settings);
    let owner = owner.to_string();
    let rows = rows.iter().map(|(noun, id)| {
        [Value::from(owner.as_str()), noun.as_str().into(), Value::from(id.as_str())]
    });
    many_rows::insert(tx, "sample_rows (owner_id, noun, row_id)", rows.collect())
}

/// The marked ids of one noun.
pub fn list(conn: &mut Conn, owner: UserId, noun: Noun) -> Result<Vec<String>, DbError> {
    conn.query(
        sql!("SELECT row_id FROM sample_rows WHERE owner_id = ?1 AND noun = ?2 ORDER BY row_id"),
        params![&owner.to_string(), noun.as_str()],
        |row| Ok(row.text(0)?.to_owned()),
    )
}

/// Whether any sample row still exists.
pub fn are_there(conn: &mut Conn, owner: UserId) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!(
            "SELECT 1 FROM sample_rows s WHERE s.owner_id = ?1 AND (
               (s.noun = 'transactions' AND EXISTS (
                  SELECT 1 FROM transactions r WHERE r.owner_id = ?1 AND r.id = s.row_id))
               OR (s.noun = 'sales' AND EXISTS (
                  SELECT 1 FROM sales r WHERE r.owner_id = ?1 AND r.id = s.row_id))
               OR (s.noun = 'licenses' AND EXISTS (
                  SELECT 1 FROM licenses r WHERE r.owner_id = ?1 AND r.id = s.row_id))
               OR (s.noun = 'beneficiaries' AND EXISTS (
                  SELECT 1 FROM beneficiaries r WHERE r.owner_id = ?1 AND r.id = s.row_id))
               OR (s.noun = 'documents' AND EXISTS (
                  SELECT 1 FROM documents r WHERE r.owner_id = ?1 AND r.id = s.row_id))
               OR (s.noun = 'goals' AND EXISTS (
                  SELECT 1 FROM goals r WHERE r.owner_id = ?1 AND r.id = s.row_id))
               OR (s.noun = 'notifications' AND EXISTS (
                  SELECT 1 FROM notifications r WHERE r.owner_id = ?1 AND r.id = s.row_id))
               OR (s.noun = 'applications' AND EXISTS (
                  SELECT 1 FROM applications r WHERE r.owner_id = ?1 AND r.id = s.row_id)))
             LIMIT 1"
        ),
        params![&owner.to_string()],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Removes all marks of the account. Call this after the sample rows are deleted.
pub fn forget_all(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Settings);
    tx.execute(sql!("DELETE FROM sample_rows WHERE owner_id = ?1"), params![&owner.to_string()])?;
    Ok(())
}
