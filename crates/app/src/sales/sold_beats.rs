//! A beat that is sold exclusively is not sold again. Its status follows its exclusive sales: it is sold while one is
//! completed, and available again when the last one is refunded, changed or deleted.

use domain::ids::{DocumentId, UserId};
use domain::library::documents::Status as DocumentStatus;
use domain::sales::{License, Sale, Status};
use domain::time::Timestamp;
use storage::db::{DbError, Tx};
use storage::identity::zones;
use storage::library::documents;
use storage::licenses::issued;
use storage::sales;

use crate::{Error, Result};

/// Refuses a sale of a beat that an exclusive sale has given away by then, an exclusive sale of a beat that was sold
/// after it, and a second exclusive sale. The caller must hold the ledger's lock, so that no other sale is written in
/// between. A change that does not touch the matter passes.
pub(crate) fn check_free(
    tx: &mut Tx,
    owner: UserId,
    before: Option<&Sale>,
    after: &Sale,
    now: Timestamp,
) -> Result<()> {
    let matter = |sale: &Sale| {
        let content = &sale.content;
        (content.beat, content.license, is_active(sale), content.day)
    };
    let (Some(beat), true) = (after.content.beat, is_active(after)) else {
        return Ok(());
    };
    if before.is_some_and(|before| matter(before) == matter(after)) {
        return Ok(());
    }
    let day = after.content.day;
    let today = zones::day_of(tx, owner, now)?;
    if let Some(license) = issued::exclusive_of_beat(tx, owner, beat, today)? {
        let is_own = license.sale.and_then(|sale| sale.id) == Some(after.id);
        let is_second = after.content.license == License::Exclusive;
        if !is_own && (is_second || day >= license.grant.starts_on) {
            let (title, buyer) = (&license.grant.title, &license.grant.buyer.name);
            let reference = license.reference();
            return Err(Error::Conflict(format!(
                "“{title}” is licensed exclusively to {buyer} ({reference}), so it can't be sold again."
            )));
        }
    }
    if let Some(other) = sales::find_exclusive(tx, owner, beat, after.id)? {
        let is_second = after.content.license == License::Exclusive;
        let is_final = other.content.status == Status::Completed;
        if is_second || (is_final && day >= other.content.day) {
            return Err(Error::Conflict(given_away_to(&other)));
        }
    }
    if after.content.license == License::Exclusive
        && let Some(other) = sales::find_sold_after(tx, owner, beat, day, after.id)?
    {
        let Sale { content, .. } = &other;
        return Err(Error::Conflict(format!(
            "“{}” was sold to {} after this date ({}), so it can't be sold exclusively.",
            content.title,
            content.buyer.name,
            other.reference()
        )));
    }
    Ok(())
}

fn is_active(sale: &Sale) -> bool {
    matches!(sale.content.status, Status::Completed | Status::Pending)
}

pub(crate) fn given_away_to(sale: &Sale) -> String {
    let (title, buyer) = (&sale.content.title, &sale.content.buyer.name);
    let reference = sale.reference();
    match sale.content.status {
        Status::Completed => format!(
            "“{title}” was sold exclusively to {buyer} ({reference}), so it can't be sold again."
        ),
        _ => format!(
            "An exclusive sale of “{title}” to {buyer} is pending ({reference}). Finish or delete it first."
        ),
    }
}

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
    if let Some(beat) = was {
        free(tx, owner, beat, now)?;
    }
    Ok(())
}

/// Makes a beat available again, unless an exclusive sale or license still gives it away.
pub(crate) fn free(
    tx: &mut Tx,
    owner: UserId,
    beat: DocumentId,
    now: Timestamp,
) -> Result<(), DbError> {
    let today = zones::day_of(tx, owner, now)?;
    let is_given_away = sales::has_exclusive_sale(tx, owner, beat)?
        || issued::exclusive_of_beat(tx, owner, beat, today)?.is_some();
    if !is_given_away {
        documents::lock(tx, owner)?;
        documents::set_status(tx, owner, beat, DocumentStatus::Available, now)?;
    }
    Ok(())
}

fn given_away(sale: &Sale) -> Option<DocumentId> {
    let content = &sale.content;
    let is_exclusive = content.license == License::Exclusive;
    content.beat.filter(|_| is_exclusive && content.status == Status::Completed)
}
