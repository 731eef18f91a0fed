//! An offer becomes delivered when the last of its files can be downloaded.

use domain::ids::{OfferId, UserId};
use domain::offers::{EventKind, Offer, State};
use domain::time::Timestamp;
use storage::db::Tx;
use storage::offers as rows;

use super::record::{load, write};
use crate::Result;

/// Marks a paid offer as delivered, because all its files can be downloaded.
pub(crate) fn note(tx: &mut Tx, owner: UserId, id: OfferId, now: Timestamp) -> Result<()> {
    rows::lock(tx, owner)?;
    let (offer, lines) = load(tx, owner, id)?;
    if offer.stored_state != State::Paid {
        return Ok(());
    }
    let offer = Offer { stored_state: State::Delivered, delivered_at: Some(now), ..offer };
    let message = "All files are at the buyer's address".to_owned();
    write(tx, owner, offer, &lines, &[(EventKind::Delivered, message)], now)?;
    Ok(())
}
