//! The job that handles one report of a payment service: it books a payment, or has the producer look at it.

use domain::ids::UserId;
use domain::offers::{EventKind, Offer, State as OfferState};
use domain::payment_reports::{Kind, Reason, Report, State};
use storage::db::Conn;
use storage::offers::{self as offers, reports as rows};
use storage::operations::jobs::Job;

use super::payments::{self, Settling};
use super::reports::{open, tell, waiting};
use crate::notifications::{self, wording};
use crate::{App, Error, Result};

/// A report is prepared again at most this often because something has changed meanwhile.
const MOST_TRIES: usize = 50;

/// Handles one report.
pub(crate) async fn run(app: &App, job: &Job) -> Result<()> {
    let owner = job.owner_id.as_deref().and_then(UserId::parse);
    let owner = owner.ok_or_else(|| Error::unexpected("a reported payment has no owner"))?;
    let event = job.payload.clone();
    for _ in 0..MOST_TRIES {
        let event = event.clone();
        let found = app.read(move |conn| Ok(rows::find(conn, owner, &event)?)).await?;
        let Some(report) = found.filter(|report| report.state == State::Waiting) else {
            return Ok(());
        };
        let is_done = match report.kind {
            Kind::Paid => settle(app, owner, &report).await?,
            _ => take_note(app, owner, report).await?,
        };
        if is_done {
            app.wake_workers();
            return Ok(());
        }
    }
    Err(Error::Busy)
}

/// Books a payment, or has the producer look at it. Returns false if something has changed meanwhile.
async fn settle(app: &App, owner: UserId, report: &Report) -> Result<bool> {
    let now = app.now();
    let Some(id) = report.offer else {
        return attend(app, owner, report, Reason::UnknownOffer, String::new()).await;
    };
    match payments::settle(app, owner, id, report).await {
        Ok(Settling::Done) => Ok(true),
        Ok(Settling::Again) => Ok(false),
        Ok(Settling::Refused(reason)) => attend(app, owner, report, reason, String::new()).await,
        // A rule stands in the way, which trying again by itself does not remove.
        Err(error) if error.is_refusal() => {
            let reason = match &error {
                Error::ContractGaps(_) => Reason::Incomplete,
                _ => app
                    .read(move |conn| payments::obstacle(conn, owner, id, now))
                    .await?
                    .unwrap_or(Reason::Failed),
            };
            attend(app, owner, report, reason, error.to_string()).await
        }
        Err(error) => Err(error),
    }
}

async fn attend(
    app: &App,
    owner: UserId,
    report: &Report,
    reason: Reason,
    note: String,
) -> Result<bool> {
    let (event, keys, now) = (report.event.clone(), app.keys.clone(), app.now());
    app.write(move |tx| {
        let Some(report) = waiting(tx, owner, &event)? else { return Ok(true) };
        open(tx, &keys, owner, report, reason, note, now)?;
        Ok(true)
    })
    .await
}

/// Finds the offer that a refund or a dispute is about: the one whose payment has the same reference.
fn offer_of(conn: &mut Conn, owner: UserId, report: &Report) -> Result<Option<Offer>> {
    if let Some(id) = report.offer {
        return Ok(offers::find(conn, owner, id)?);
    }
    let Some(reference) = &report.reference else { return Ok(None) };
    if let Some(offer) = offers::of_payment(conn, owner, reference, None)? {
        return Ok(Some(offer));
    }
    let others = rows::of_reference(conn, owner, reference)?;
    match others.into_iter().find_map(|other| other.offer) {
        Some(id) => Ok(offers::find(conn, owner, id)?),
        None => Ok(None),
    }
}

/// Handles a report that books nothing: a debit on its way or failed, a refund, a dispute.
async fn take_note(app: &App, owner: UserId, report: Report) -> Result<bool> {
    let (event, keys, now) = (report.event, app.keys.clone(), app.now());
    app.write(move |tx| {
        let Some(report) = waiting(tx, owner, &event)? else { return Ok(true) };
        let offer = offer_of(tx, owner, &report)?;
        let report = Report { offer: offer.as_ref().map(|offer| offer.id), ..report };
        let is_refunded =
            offer.as_ref().is_some_and(|offer| offer.stored_state == OfferState::Refunded);
        let reason = match report.kind {
            Kind::Refunded if report.reason.is_some() => report.reason,
            Kind::Refunded if !is_refunded => Some(Reason::Refunded),
            Kind::Disputed => Some(Reason::Disputed),
            Kind::DisputeLost if !is_refunded => Some(Reason::DisputeLost),
            _ => None,
        };
        if let Some(reason) = reason {
            open(tx, &keys, owner, report, reason, String::new(), now)?;
            return Ok(true);
        }
        let amount = report.amount_in_words();
        let told = match report.kind {
            Kind::OnItsWay => Some(format!("{amount} is on its way from the buyer's bank")),
            Kind::DebitFailed => Some(format!("The buyer's bank did not pay {amount}")),
            Kind::DisputeWon => Some(format!("The dispute about {amount} ended in your favor")),
            _ => None,
        };
        let report = Report { state: State::Noted, changed_at: now, ..report };
        rows::update(tx, owner, &report)?;
        let (Some(offer), Some(told)) = (offer, told) else { return Ok(true) };
        tell(tx, owner, offer.clone(), EventKind::Attention, told.clone(), now)?;
        let notice = wording::payment_news(&offer, &told);
        notifications::notify(tx, owner, now, &notice)?;
        Ok(true)
    })
    .await
}
