//! Writing a license and all its effects, in the caller's transaction.

use domain::calendar::Day;
use domain::identity::sessions::device;
use domain::ids::{LicenseId, UserId};
use domain::library::documents::Status as BeatStatus;
use domain::licenses::events::{Kind as EventKind, NewEvent};
use domain::licenses::issued::{Grant, Level, License, PaidBy, State, Usage};
use domain::money::display;
use domain::sales::{self as sale_rules, Content as SaleContent, Sale, Status as SaleStatus};
use domain::samples::Noun;
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::zones;
use storage::library::documents;
use storage::licenses::{events, files, issued, reservations};
use storage::offers;
use storage::operations::samples as marks;

use super::contracts::DraftWithContract;
use super::drafts::draft;
use super::orders::{Order, Paid};
use crate::licenses::details::{LicenseDetails, read_details};
use crate::licenses::ending;
use crate::money::ledger::Ledger;
use crate::offers::withdrawing;
use crate::{Caller, Result, sales};

/// Writes the license and all its effects; `None` if a draft made now differs from the one that the contract was made
/// for.
pub(super) fn write(
    tx: &mut Tx,
    owner: UserId,
    order: &Order,
    id: LicenseId,
    made: &DraftWithContract,
    caller: &Caller,
    now: Timestamp,
) -> Result<Option<LicenseDetails>> {
    let mut ledger = Ledger::open(tx, owner)?;
    // The lock is taken before the sale's notification is created, in the same order as everywhere else.
    documents::lock(tx, owner)?;
    offers::lock(tx, owner)?;
    let today = zones::day_of(tx, owner, now)?;
    let drafted = &made.draft;
    if draft(tx, owner, order, now)? != *drafted {
        return Ok(None);
    }
    let sale = match &order.paid {
        Paid::Not => None,
        Paid::Sale(_) => drafted.sale.clone(),
        Paid::New { status, day, notes } => {
            let content = sale_content(&drafted.grant, *status, *day, notes.clone());
            Some(sales::add(tx, owner, &mut ledger, content, now)?)
        }
    };
    let new = add(tx, owner, id, made, sale.as_ref(), caller, now)?;
    if order.sample.is_some() {
        marks::mark(tx, owner, &[(Noun::Licenses, id.to_string())])?;
    }
    read_details(tx, owner, new, today).map(Some)
}

/// Adds the license to the account's. The caller holds the locks of the ledger and the library.
pub(super) fn add(
    tx: &mut Tx,
    owner: UserId,
    id: LicenseId,
    made: &DraftWithContract,
    sale: Option<&Sale>,
    caller: &Caller,
    now: Timestamp,
) -> Result<License> {
    let today = zones::day_of(tx, owner, now)?;
    let DraftWithContract { draft: drafted, contract, .. } = made;
    let number = issued::next_number(tx, owner)?;
    let grant = drafted.grant.clone();
    // A license whose last day is past must not stand in the way of the unique index.
    if let Some(beat) = grant.beat {
        ending::note_expired_of_beat(tx, owner, beat, today)?;
    }
    let (beat, is_exclusive) = (grant.beat, drafted.terms.is_exclusive);
    let mut new = License {
        id,
        number,
        stored_state: State::Active,
        grant,
        sale: sale.map(|sale| PaidBy { id: Some(sale.id), number: sale.number }),
        ended: None,
        superseded_by: None,
        usage: Usage::new(),
        level: Level::Free,
        contract: contract.clone(),
        events: 0,
        head: String::new(),
    };
    let happened = |kind: EventKind, detail: String| NewEvent {
        kind,
        at: now,
        detail,
        facts: None,
        address: Some(caller.address.to_string()),
        browser: caller.user_agent.as_deref().map(|agent| device(Some(agent))),
    };
    if let Some(signed) = &drafted.accepted {
        let accepted = NewEvent {
            kind: EventKind::Accepted,
            at: signed.at,
            detail: format!("Accepted by {}, {}", signed.by, signed.reference),
            facts: None,
            address: Some(signed.address.clone()),
            browser: Some(signed.browser.clone()),
        };
        new = events::add(tx, owner, new, accepted)?;
    }
    let is_paid = |sale: &&Sale| sale.transaction.is_some();
    if let Some(sale) = sale.filter(is_paid) {
        let SaleContent { amount, currency, .. } = &sale.content;
        let detail = format!("{}, {}", display(amount.get(), *currency), sale.reference());
        new = events::add(tx, owner, new, happened(EventKind::Paid, detail))?;
    }
    let detail = match &drafted.replaced {
        _ if drafted.accepted.is_some() => "Issued as accepted".to_owned(),
        Some(old) => format!("Recorded by the producer, in place of {}", old.reference()),
        None => "Recorded by the producer".to_owned(),
    };
    let facts = Some(events::digest(&new.frozen(&drafted.files)));
    let new =
        events::add(tx, owner, new, NewEvent { facts, ..happened(EventKind::Issued, detail) })?;
    if let Some(old) = &drafted.replaced {
        let after = old
            .supersede(new.to_ref(), today, now)
            .map_err(|refused| ending::not_active(old, refused.0))?;
        let detail = format!("To {}", new.reference());
        let after = events::add(tx, owner, after, happened(EventKind::Upgraded, detail))?;
        issued::update(tx, owner, old, &after)?;
    }
    issued::insert(tx, owner, &new)?;
    files::insert(tx, owner, id, &drafted.files)?;
    if let Some(beat) = beat.filter(|_| is_exclusive) {
        documents::set_status(tx, owner, beat, BeatStatus::Sold, now)?;
        reservations::remove(tx, owner, beat)?;
        withdrawing::beat_sold(tx, owner, beat, drafted.accepted_in(), now)?;
    }
    Ok(new)
}

fn sale_content(grant: &Grant, status: SaleStatus, day: Day, notes: Option<String>) -> SaleContent {
    let email = Some(grant.buyer.email.clone()).filter(|email| !email.is_empty());
    SaleContent {
        title: grant.title.clone(),
        beat: grant.beat,
        buyer: sale_rules::Buyer { client: grant.client, name: grant.buyer.name.clone(), email },
        amount: grant.price,
        currency: grant.currency,
        license: grant.tier,
        day,
        status,
        notes,
    }
}
