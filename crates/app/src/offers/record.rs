//! Reading an offer in order to change it, and writing it back with the events of its timeline.

use domain::ids::{OfferId, UserId};
use domain::offers::{Event, EventKind, Line, Offer, State};
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::licenses::reservations;
use storage::offers::{self as rows, acceptances, events, lines};

use crate::{Error, Result};

pub(crate) fn missing() -> Error {
    Error::missing("offer")
}

/// Reads an offer with its lines.
pub(crate) fn load(conn: &mut Conn, owner: UserId, id: OfferId) -> Result<(Offer, Vec<Line>)> {
    let offer = rows::find(conn, owner, id)?.ok_or_else(missing)?;
    let lines = lines::list(conn, owner, id)?;
    Ok((offer, lines))
}

/// Writes an offer, and appends events to its timeline.
pub(crate) fn write(
    tx: &mut Tx,
    owner: UserId,
    offer: Offer,
    lines: &[Line],
    happened: &[(EventKind, String)],
    now: Timestamp,
) -> Result<Offer> {
    let mut offer = Offer { updated_at: now, ..offer };
    for (kind, message) in happened {
        offer.events += 1;
        let (number, message) = (offer.events, message.clone());
        let event = Event { number, kind: *kind, at: now, message };
        events::insert(tx, owner, offer.id, &event)?;
    }
    rows::put(tx, owner, &offer, lines)?;
    Ok(offer)
}

/// The error for a change that the state of the offer does not allow.
pub(crate) fn state_error(offer: &Offer, now: Timestamp) -> Error {
    let reference = offer.reference();
    Error::Conflict(match offer.state(now) {
        State::Draft => format!("{reference} was not sent yet."),
        State::Sent | State::Viewed => format!("{reference} was not accepted yet."),
        State::Accepted => format!("{reference} was accepted already."),
        State::Paid | State::Delivered => format!("{reference} was paid already."),
        State::Declined => format!("{reference} was declined."),
        State::Withdrawn => format!("{reference} was withdrawn."),
        State::Expired => format!("{reference} has expired."),
        State::Refunded => format!("{reference} was refunded."),
    })
}

/// Ends the reservations that an accepted offer has made. The caller holds the ledger's lock.
pub(crate) fn free_beats(tx: &mut Tx, owner: UserId, offer: &Offer, lines: &[Line]) -> Result<()> {
    let Some(accepted) = acceptances::find(tx, owner, offer.id)? else { return Ok(()) };
    for beat in lines.iter().filter(|line| line.is_exclusive()).filter_map(|line| line.beat) {
        let kept = reservations::find(tx, owner, beat)?;
        if kept.is_some_and(|kept| kept.is_for(offer.buyer.client, &accepted.name, &accepted.email))
        {
            reservations::remove(tx, owner, beat)?;
        }
    }
    Ok(())
}
