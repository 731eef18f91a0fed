//! An offer is delivered when the last of its files is there.

use domain::ids::{OfferId, UserId};
use domain::offers::{EventKind, Offer, State};
use domain::time::Timestamp;
use storage::db::Tx;
use storage::offers as rows;

use super::record::{load, write};
use crate::Result;

/// Notes that every file of a paid offer is at the buyer's address.
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
