//! Rows of what the contracts of offers are made of, one for each line of a revision.

use domain::ids::{OfferId, UserId};

use crate::db::{Conn, DbError, Tx, params, sql};

/// A row: the facts, and the accepted contract, each as a JSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub facts: String,
    pub blocks: Option<String>,
}

/// The rows of a revision, in the order of its lines.
pub fn list(
    conn: &mut Conn,
    owner: UserId,
    offer: OfferId,
    revision: i64,
) -> Result<Vec<Row>, DbError> {
    conn.query(
        sql!(
            "SELECT facts, blocks FROM offer_papers
             WHERE owner_id = ?1 AND offer_id = ?2 AND revision = ?3 ORDER BY place"
        ),
        params![&owner.to_string(), offer.to_string(), revision],
        row,
    )
}

/// Writes the rows of a revision that nobody has accepted, in place of those it had.
pub fn put(
    tx: &mut Tx,
    owner: UserId,
    offer: OfferId,
    revision: i64,
    rows: &[Row],
) -> Result<(), DbError> {
    let (owner, offer) = (owner.to_string(), offer.to_string());
    tx.execute(
        sql!("DELETE FROM offer_papers WHERE owner_id = ?1 AND offer_id = ?2 AND revision = ?3"),
        params![&owner, &offer, revision],
    )?;
    for (place, row) in (0_i64..).zip(rows) {
        tx.execute(
            sql!(
                "INSERT INTO offer_papers (owner_id, offer_id, revision, place, facts, blocks)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
            ),
            params![&owner, &offer, revision, place, &row.facts, row.blocks.as_deref()],
        )?;
    }
    Ok(())
}

/// Returns a page of all rows of an account: the offer, revision and place of each, and the row.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: (&str, i64, i64),
    limit: i64,
) -> Result<Vec<(String, i64, i64, Row)>, DbError> {
    let (offer, revision, place) = after;
    conn.query(
        sql!(
            "SELECT facts, blocks, offer_id, revision, place FROM offer_papers
             WHERE owner_id = ?1 AND (offer_id > ?2
               OR (offer_id = ?2 AND (revision > ?3 OR (revision = ?3 AND place > ?4))))
             ORDER BY offer_id, revision, place LIMIT ?5"
        ),
        params![&owner.to_string(), offer, revision, place, limit],
        |found| Ok((found.text(2)?.to_owned(), found.int(3)?, found.int(4)?, row(found)?)),
    )
}

fn row(found: &crate::db::Row<'_>) -> Result<Row, DbError> {
    Ok(Row { facts: found.text(0)?.to_owned(), blocks: found.opt_text(1)?.map(str::to_owned) })
}
