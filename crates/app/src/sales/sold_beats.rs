//! The status of a beat follows its exclusive sales: it is sold while one is completed, and available again when the
//! last one is refunded, changed or deleted.

use domain::documents::Status as DocumentStatus;
use domain::ids::{DocumentId, UserId};
use domain::sales::{License, Sale, Status};
use domain::time::Timestamp;
use storage::db::{DbError, Tx};
use storage::library::documents;
use storage::sales;

/// Updates the beat's status after a sale was written or deleted. A deleted beat is skipped.
pub(crate) fn update_status(
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
