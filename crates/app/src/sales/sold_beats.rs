//! A beat follows its exclusive sale: while one is completed the beat is sold, and when the last one is
//! refunded, changed or deleted it is available again.

use domain::documents::Status as DocumentStatus;
use domain::ids::{DocumentId, UserId};
use domain::sales::{License, Sale, Status};
use domain::time::Timestamp;
use storage::db::{DbError, Tx};
use storage::library::documents;
use storage::sales;

/// After a sale was written or removed. The beat may be gone; then there is nothing to mark.
pub(crate) fn follow(
    tx: &mut Tx,
    owner: UserId,
    before: Option<&Sale>,
    after: Option<&Sale>,
    now: Timestamp,
) -> Result<(), DbError> {
    let (was, is) = (before.and_then(given_away), after.and_then(given_away));
    if was == is {
        return Ok(());
    }
    documents::lock(tx, owner)?;
    if let Some(beat) = is {
        documents::set_status(tx, owner, beat, DocumentStatus::Sold, now)?;
    }
    if let Some(beat) = was
        && !sales::is_given_away(tx, owner, beat)?
    {
        documents::set_status(tx, owner, beat, DocumentStatus::Available, now)?;
    }
    Ok(())
}

fn given_away(sale: &Sale) -> Option<DocumentId> {
    let content = &sale.content;
    let is_exclusive = content.license == License::Exclusive;
    content.beat.filter(|_| is_exclusive && content.status == Status::Completed)
}
