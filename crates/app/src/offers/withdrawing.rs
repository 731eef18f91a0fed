//! Withdrawing offers whose beat was sold exclusively to somebody else.

use domain::ids::{DocumentId, UserId};
use domain::offers::{EventKind, Offer, State};
use domain::time::Timestamp;
use storage::db::Tx;
use storage::offers::{self as rows, lines};

use super::record;
use crate::Result;

/// Withdraws the open offers of a beat, except the offer that the beat was sold with.
pub(crate) fn beat_sold(
    tx: &mut Tx,
    owner: UserId,
    beat: DocumentId,
    but: Option<&str>,
    now: Timestamp,
) -> Result<()> {
    rows::lock(tx, owner)?;
    for offer in rows::open_of_beat(tx, owner, beat)? {
        if but == Some(offer.reference().as_str()) {
            continue;
        }
        let lines = lines::list(tx, owner, offer.id)?;
        let offer = Offer {
            stored_state: State::Withdrawn,
            is_sold_elsewhere: true,
            closed_at: Some(now),
            ..offer
        };
        let message = "Withdrawn, because the beat was sold exclusively".to_owned();
        record::write(tx, owner, offer, &lines, &[(EventKind::Withdrawn, message)], now)?;
    }
    Ok(())
}
