//! The producer's changes of offers: creating, changing, withdrawing, declining and deleting them.

use domain::ids::{OfferId, UserId};
use domain::money::{Currency, Minor};
use domain::offers::{Buyer, End, EventKind, Line, Offer, Payment, Source, State, default_expiry};
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::identity::zones;
use storage::library::documents;
use storage::money::ledger;
use storage::offers::{self as rows, lines};

use super::details::{OfferContext, OfferView};
pub use super::forms::{BuyerForm, LineForm, OfferForm};
use super::record::{load, state_error, write};
use super::{readiness, record, tokens};
use crate::crypto::Keys;
use crate::library::previews;
use crate::licenses::kinds;
use crate::{Actor, App, Error, Result, crypto};

/// An empty draft without a number.
pub(super) fn blank(source: Source, now: Timestamp) -> Offer {
    Offer {
        id: OfferId::new(now, crypto::random()),
        number: 0,
        stored_state: State::Draft,
        revision: 1,
        buyer: Buyer::default(),
        currency: Currency::Usd,
        total: Minor::ZERO,
        words: String::new(),
        expires_at: now,
        expires_on: None,
        ways: Vec::new(),
        remind: false,
        source,
        share_link: None,
        created_at: now,
        updated_at: now,
        sent_at: None,
        viewed_at: None,
        accepted_at: None,
        paid_at: None,
        delivered_at: None,
        closed_at: None,
        is_sold_elsewhere: false,
        mails_sent: 0,
        mailed_at: None,
        reminded_at: None,
        counter: None,
        payment: Payment::default(),
        events: 0,
    }
}

/// Gives an offer that is over the usual time from now.
pub(super) fn renewed_if_over(
    conn: &mut Conn,
    owner: UserId,
    offer: Offer,
    now: Timestamp,
) -> Result<Offer> {
    if offer.expires_at > now {
        return Ok(offer);
    }
    let End { at, on } = default_expiry(&zones::find(conn, owner)?, now)?;
    Ok(Offer { expires_at: at, expires_on: on, ..offer })
}

/// Takes the locks of the ledger, the library and the offers, in this order.
pub(super) fn lock(tx: &mut Tx, owner: UserId) -> Result<()> {
    ledger::lock(tx, owner)?;
    documents::lock(tx, owner)?;
    Ok(rows::lock(tx, owner)?)
}

/// Gives a new offer its number and writes it.
pub(super) fn add(
    tx: &mut Tx,
    owner: UserId,
    offer: Offer,
    new_lines: &[Line],
    happened: (EventKind, String),
    now: Timestamp,
) -> Result<Offer> {
    let offer = Offer { number: rows::next_number(tx, owner)?, ..offer };
    insert(tx, owner, offer, new_lines, happened, now)
}

/// Writes a new offer, which has a number.
pub(super) fn insert(
    tx: &mut Tx,
    owner: UserId,
    offer: Offer,
    new_lines: &[Line],
    happened: (EventKind, String),
    now: Timestamp,
) -> Result<Offer> {
    lines::put(tx, owner, offer.id, new_lines)?;
    let beats: Vec<_> = new_lines.iter().filter_map(|line| line.beat).collect();
    previews::ask_for_each(tx, owner, &beats, now)?;
    write(tx, owner, offer, new_lines, &[happened], now)
}

pub async fn create(app: &App, actor: &Actor, form: OfferForm) -> Result<OfferView> {
    let (owner, now) = (actor.user, app.now());
    let patch = form.check(true, &actor.zone, now)?;
    let context = OfferContext::of(app, owner);
    kinds::ensure(app, owner).await?;
    app.write(move |tx| {
        lock(tx, owner)?;
        let (offer, lines) = patch.onto(tx, owner, blank(Source::App, now), Vec::new(), now)?;
        let offer = add(tx, owner, offer, &lines, (EventKind::Made, "Made".to_owned()), now)?;
        context.read_view(tx, offer.id)
    })
    .await
}

pub async fn update(app: &App, actor: &Actor, id: OfferId, form: OfferForm) -> Result<OfferView> {
    let (owner, now) = (actor.user, app.now());
    let patch = form.check(false, &actor.zone, now)?;
    let context = OfferContext::of(app, owner);
    kinds::ensure(app, owner).await?;
    app.write(move |tx| {
        lock(tx, owner)?;
        let (before, old) = load(tx, owner, id)?;
        let state = before.state(now);
        if !matches!(state, State::Draft | State::Sent | State::Viewed | State::Expired) {
            return Err(state_error(&before, now));
        }
        let (after, new) = patch.onto(tx, owner, before.clone(), old, now)?;
        revise(tx, &context.keys, owner, &before, after, &new, "Changed", now)?;
        context.read_view(tx, id)
    })
    .await
}

/// Writes a changed offer. If the buyer has seen it, or if it has ended, the change makes a new revision with a link of
/// its own.
#[expect(clippy::too_many_arguments, reason = "the offer before and after, and its lines")]
pub(super) fn revise(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    before: &Offer,
    after: Offer,
    new: &[Line],
    what: &str,
    now: Timestamp,
) -> Result<Offer> {
    let was_sent = before.stored_state != State::Draft;
    // Who has the address of an offer for somebody else learns no more than that it was replaced.
    let is_for_another = was_sent && tokens::buyer_hash(before) != tokens::buyer_hash(&after);
    let is_revised = is_for_another || before.is_revised_by_change(now);
    let mut after = after;
    if is_revised {
        after = Offer {
            revision: before.revision + 1,
            stored_state: State::Sent,
            sent_at: Some(now),
            viewed_at: None,
            mails_sent: 0,
            mailed_at: None,
            reminded_at: None,
            ..after
        };
        after = renewed_if_over(tx, owner, after, now)?;
    }
    lines::put(tx, owner, after.id, new)?;
    let mut new = new.to_vec();
    if was_sent {
        let papers = readiness::check_ready(tx, owner, &after, &new, now)?;
        new = readiness::freeze(tx, owner, &after, &new, &papers)?;
    }
    let beats: Vec<_> = new.iter().filter_map(|line| line.beat).collect();
    previews::ask_for_each(tx, owner, &beats, now)?;
    let message = match is_revised {
        true => format!("{what}; now revision {}", after.revision),
        false => what.to_owned(),
    };
    let after = write(tx, owner, after, &new, &[(EventKind::Changed, message)], now)?;
    if is_revised {
        tokens::make(tx, keys, owner, &after, now)?;
    }
    Ok(after)
}

/// Deletes a draft.
pub async fn delete(app: &App, actor: &Actor, id: OfferId) -> Result<()> {
    let (owner, now) = (actor.user, app.now());
    app.write(move |tx| {
        rows::lock(tx, owner)?;
        let (offer, _) = load(tx, owner, id)?;
        if offer.stored_state != State::Draft {
            let reference = offer.reference();
            let sentence = format!("{reference} was sent. Withdraw it instead.");
            return match offer.state(now) {
                State::Sent | State::Viewed => Err(Error::Conflict(sentence)),
                _ => Err(state_error(&offer, now)),
            };
        }
        Ok(rows::remove(tx, owner, id)?)
    })
    .await
}

/// Withdraws an offer that is open or accepted. Beats that were reserved for its buyer are free again.
pub async fn withdraw(app: &App, actor: &Actor, id: OfferId) -> Result<OfferView> {
    change(app, actor, id, |offer, now| match offer.state(now) {
        State::Sent | State::Viewed | State::Accepted => {
            let offer =
                Offer { stored_state: State::Withdrawn, closed_at: Some(now), ..offer.clone() };
            Ok((offer, EventKind::Withdrawn, "Withdrawn".to_owned()))
        }
        _ => Err(state_error(offer, now)),
    })
    .await
}

/// Declines a request for a license.
pub async fn decline(app: &App, actor: &Actor, id: OfferId) -> Result<OfferView> {
    change(app, actor, id, |offer, now| match (offer.state(now), offer.source) {
        (State::Draft, Source::Share | Source::Shop) => {
            let offer =
                Offer { stored_state: State::Declined, closed_at: Some(now), ..offer.clone() };
            Ok((offer, EventKind::Declined, "Declined by you".to_owned()))
        }
        (State::Draft, Source::App) => {
            let reference = offer.reference();
            Err(Error::Conflict(format!("Nobody asked for {reference}. Delete it instead.")))
        }
        _ => Err(state_error(offer, now)),
    })
    .await
}

/// An offer after a change, and the kind and the text of the event for its timeline.
type Changed = (Offer, EventKind, String);

async fn change(
    app: &App,
    actor: &Actor,
    id: OfferId,
    decide: fn(&Offer, Timestamp) -> Result<Changed>,
) -> Result<OfferView> {
    let (owner, now) = (actor.user, app.now());
    let context = OfferContext::of(app, owner);
    app.write(move |tx| {
        lock(tx, owner)?;
        let (before, lines) = load(tx, owner, id)?;
        let (after, kind, message) = decide(&before, now)?;
        if before.stored_state == State::Accepted && after.stored_state == State::Withdrawn {
            record::free_beats(tx, owner, &before, &lines)?;
        }
        write(tx, owner, after, &lines, &[(kind, message)], now)?;
        context.read_view(tx, id)
    })
    .await
}
