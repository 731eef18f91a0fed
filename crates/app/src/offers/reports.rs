//! What a payment service reports about payments. A report is stored when it arrives, in one transaction with the job that
//! handles it; the job writes the report's state in the same transaction as its effect. So every report ends as a sale, or
//! stays until its producer has looked at it.

use std::time::Duration;

use domain::error::Invalid;
use domain::ids::{OfferId, UserId};
use domain::jobs::Kind as JobKind;
use domain::offers::{EventKind, Offer};
use domain::payment_reports::{Ending, Kind, Reason, Report, State};
use domain::text::plain;
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::offers::{self as offers, lines as line_rows, reports as rows};
use storage::operations::jobs::Job;

use super::record::write;
use crate::crypto::Keys;
use crate::jobs::Work;
use crate::notifications::mail::{self, reported_payment};
use crate::notifications::{self, wording};
use crate::{Actor, App, Error, Result};

const LONGEST_NOTE: usize = 500;
/// How long a report waits before the sweep looks after it.
const LONG_WAIT: Duration = Duration::from_secs(24 * 60 * 60);
const MOST_SWEPT: i64 = 1_000;
/// How long reports that needed nothing are kept; Stripe sends an event again for three days.
const NOTED_LIFE: Duration = Duration::from_secs(90 * 24 * 60 * 60);
/// How many open reports an answer holds.
const MOST_OPEN: i64 = 200;

/// Stores a report that has arrived, and queues the job that handles it. A repeated event changes nothing.
pub(crate) fn receive(tx: &mut Tx, owner: UserId, report: &Report, now: Timestamp) -> Result<()> {
    let known = match report.offer {
        Some(id) => offers::find(tx, owner, id)?.map(|offer| offer.id),
        None => None,
    };
    let report = Report { offer: known, ..report.clone() };
    if rows::insert(tx, owner, &report)? && report.state == State::Waiting {
        queue(tx, owner, &report.event, now)?;
    }
    Ok(())
}

fn queue(tx: &mut Tx, owner: UserId, event: &str, now: Timestamp) -> Result<()> {
    // Not `once`: a job that has just written the report's state may still hold the key. The state makes it count once.
    Ok(Work::of(JobKind::SettlePayment, owner, event).queue(tx, now)?)
}

/// Takes the locks, and finds the report if nothing has become of it yet.
pub(super) fn waiting(tx: &mut Tx, owner: UserId, event: &str) -> Result<Option<Report>> {
    offers::lock(tx, owner)?;
    rows::lock(tx, owner)?;
    Ok(rows::find(tx, owner, event)?.filter(|report| report.state == State::Waiting))
}

/// Marks a report for its producer: on the offer's timeline, with a notification that no setting turns off, and with a
/// letter. The caller holds the lock of the offers.
pub(super) fn open(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    report: Report,
    reason: Reason,
    note: String,
    now: Timestamp,
) -> Result<()> {
    let report =
        Report { state: State::Attention, reason: Some(reason), note, changed_at: now, ..report };
    rows::update(tx, owner, &report)?;
    let offer = match report.offer {
        Some(id) => offers::find(tx, owner, id)?,
        None => None,
    };
    let sentence = report.sentence().unwrap_or_default();
    if let Some(offer) = &offer {
        let told = match &report.reference {
            Some(reference) => format!("{sentence} ({reference})"),
            None => sentence.clone(),
        };
        tell(tx, owner, offer.clone(), EventKind::Attention, told, now)?;
    }
    let notice = wording::payment_to_look_at(offer.as_ref(), &sentence, report.payer.as_deref());
    let letter = reported_payment(offer.as_ref(), &report, &sentence);
    mail::queue(tx, keys, owner, now, &letter)?;
    notifications::notify(tx, owner, now, &notice)
}

/// Writes an event to the timeline of an offer.
pub(super) fn tell(
    tx: &mut Tx,
    owner: UserId,
    offer: Offer,
    kind: EventKind,
    message: String,
    now: Timestamp,
) -> Result<()> {
    let lines = line_rows::list(tx, owner, offer.id)?;
    write(tx, owner, offer, &lines, &[(kind, message)], now).map(drop)
}

/// Writes that a payment was booked, and names its offer in reports of the same payment that came before it.
pub(super) fn book(
    tx: &mut Tx,
    owner: UserId,
    report: Report,
    offer: &Offer,
    now: Timestamp,
) -> Result<()> {
    let reference = report.reference.clone();
    let sale = offer.payment.sale;
    let booked = Report { state: State::Booked, reason: None, sale, changed_at: now, ..report };
    rows::update(tx, owner, &booked)?;
    let others = match &reference {
        Some(reference) => rows::of_reference(tx, owner, reference)?,
        None => Vec::new(),
    };
    for other in others.into_iter().filter(|other| other.offer.is_none()) {
        rows::update(tx, owner, &Report { offer: Some(offer.id), ..other })?;
    }
    Ok(())
}

/// Has the producer look at a report whose job has failed for good. It runs in the transaction that ends the job.
pub(crate) fn give_up(tx: &mut Tx, keys: &Keys, job: &Job, now: Timestamp) -> Result<()> {
    let Some(owner) = job.owner_id.as_deref().and_then(UserId::parse) else { return Ok(()) };
    match waiting(tx, owner, &job.payload)? {
        Some(report) => open(tx, keys, owner, report, Reason::Failed, String::new(), now),
        None => Ok(()),
    }
}

/// Removes old reports that needed nothing, and queues a job for each that waits without one: its worker may have died at
/// every try. Returns how many were removed.
pub(crate) fn sweep(tx: &mut Tx, now: Timestamp) -> Result<u64> {
    for (owner, event) in rows::waiting_since(tx, now - LONG_WAIT, MOST_SWEPT)? {
        let key = format!("payment-settle:{event}");
        Work::of(JobKind::SettlePayment, owner, &event).once(&key).queue(tx, now)?;
    }
    Ok(rows::prune(tx, now - NOTED_LIFE)?)
}

/// Whether a bank debit for the offer was begun and has not ended yet.
pub(crate) fn is_on_its_way(conn: &mut Conn, owner: UserId, offer: OfferId) -> Result<bool> {
    let all = rows::of_offer(conn, owner, offer)?;
    let last = all
        .iter()
        .rfind(|report| matches!(report.kind, Kind::OnItsWay | Kind::DebitFailed | Kind::Paid));
    Ok(last.is_some_and(|report| report.kind == Kind::OnItsWay))
}

/// A report that its producer has to look at, with the reference of its offer.
#[derive(Debug, Clone)]
pub struct OpenReport {
    pub report: Report,
    pub offer: Option<String>,
}

pub(crate) fn read_open(conn: &mut Conn, owner: UserId, most: i64) -> Result<Vec<OpenReport>> {
    let mut open = Vec::new();
    for report in rows::in_state(conn, owner, State::Attention, most)? {
        let offer = match report.offer {
            Some(id) => offers::find(conn, owner, id)?.map(|offer| offer.reference()),
            None => None,
        };
        open.push(OpenReport { report, offer });
    }
    Ok(open)
}

/// The reports that wait for their producer, the oldest first, and how many there are.
pub async fn list(app: &App, actor: &Actor) -> Result<(Vec<OpenReport>, i64)> {
    let owner = actor.user;
    app.read(move |conn| {
        conn.snapshot()?;
        let total = rows::count_in_state(conn, owner, State::Attention)?;
        Ok((read_open(conn, owner, MOST_OPEN)?, total))
    })
    .await
}

/// Finds a report that waits for its producer. The caller's transaction holds the locks.
fn open_report(tx: &mut Tx, owner: UserId, event: &str) -> Result<Report> {
    offers::lock(tx, owner)?;
    rows::lock(tx, owner)?;
    let report = rows::find(tx, owner, event)?.ok_or_else(|| Error::missing("payment"))?;
    if report.state != State::Attention {
        return Err(Error::Conflict("This payment has been looked at already.".to_owned()));
    }
    Ok(report)
}

/// Closes a report: the money was refunded, or it needs nothing, for the reason that the producer writes.
pub async fn close(app: &App, actor: &Actor, event: &str, result: &str, note: &str) -> Result<()> {
    let (owner, now, event) = (actor.user, app.now(), event.to_owned());
    let ending = Ending::parse(result)?;
    let note = plain::check_length("note", plain::lines(note), LONGEST_NOTE)?;
    if ending == Ending::Dismissed && note.is_empty() {
        return Err(Invalid::new("note", "Say why nothing is to be done").into());
    }
    app.write(move |tx| {
        let report = open_report(tx, owner, &event)?;
        let amount = report.amount_in_words();
        let told = match (ending, note.as_str()) {
            (Ending::GivenBack, "") => format!("{amount} was refunded"),
            (Ending::GivenBack, note) => format!("{amount} was refunded: {note}"),
            (Ending::Dismissed, note) => format!("{amount} was looked at: {note}"),
        };
        let closed = Report { state: State::Closed, note: told.clone(), changed_at: now, ..report };
        rows::update(tx, owner, &closed)?;
        match closed.offer.map(|id| offers::find(tx, owner, id)).transpose()?.flatten() {
            Some(offer) => tell(tx, owner, offer, EventKind::Attention, told, now),
            None => Ok(()),
        }
    })
    .await
}

/// Whether booking a report can succeed, once its producer has removed what is in the way.
pub fn can_be_booked(report: &Report) -> bool {
    report.kind == Kind::Paid
        && report.offer.is_some()
        && report.reason.is_some_and(Reason::can_be_tried_again)
}

/// Tries to book a payment again, after its producer has removed what stood in the way.
pub async fn retry(app: &App, actor: &Actor, event: &str) -> Result<()> {
    let (owner, now, event) = (actor.user, app.now(), event.to_owned());
    app.write(move |tx| {
        let report = open_report(tx, owner, &event)?;
        if !can_be_booked(&report) {
            let message = "This payment can't be booked. Give it back, or dismiss it.";
            return Err(Error::Conflict(message.to_owned()));
        }
        let waiting =
            Report { state: State::Waiting, note: String::new(), changed_at: now, ..report };
        rows::update(tx, owner, &waiting)?;
        queue(tx, owner, &event, now)
    })
    .await?;
    app.wake_workers();
    Ok(())
}
