//! Payments of accepted offers. Sale, transactions, fee and licenses are written in one database transaction.

use std::sync::Arc;

use domain::calendar::Day;
use domain::error::{Faults, Invalid};
use domain::ids::{AccountId, OfferId, UserId};
use domain::licenses::issued::License;
use domain::money::{Minor, display};
use domain::offers::{Acceptance, EventKind, Line, Offer, Payment, State};
use domain::payment_reports::{Decision, Reason, Report};
use domain::sales::{Buyer, Content as SaleContent, Status};
use domain::text::plain;
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::identity::zones;
use storage::library::documents;
use storage::offers::{self as rows, acceptances, lines as line_rows};

use super::changes::lock;
use super::contracts;
use super::delivering::DeliverySender;
use super::details::{OfferContext, OfferView};
use super::fees::fee_content;
use super::pages::{Status as PageStatus, find_obstacle};
use super::papers::deleted_error;
use super::record::{load, state_error, write};
use super::reports;
use super::sending::subject;
use crate::idempotency::{self, Answer, Reply, Tried};
use crate::library::removal::{self, UncommittedBlob};
use crate::licenses::issuing::{self, Prepared};
use crate::money::dates;
use crate::money::ledger::Ledger;
use crate::money::transactions::posting;
use crate::notifications::{self, wording};
use crate::shop::buying;
use crate::{Actor, App, Caller, Error, Result, sales};

/// How often licenses are prepared again because something they were prepared from has changed meanwhile.
const MOST_TRIES: usize = 50;

/// The form of a payment that the producer enters.
#[derive(Debug, Default)]
pub struct PaidForm {
    /// The text of a JSON number.
    pub amount: Option<String>,
    pub day: Option<String>,
    pub account: Option<String>,
    /// The text of a JSON number.
    pub fee: Option<String>,
    pub payment_reference: Option<String>,
    pub confirm_date: bool,
    /// Whether another offer may have a payment with the same reference.
    pub same_reference: bool,
}

#[derive(Debug, Clone)]
struct ReceivedPayment {
    amount: Minor,
    day: Day,
    account: Option<AccountId>,
    fee: Minor,
    reference: Option<String>,
    may_repeat_reference: bool,
}

impl PaidForm {
    fn check(self, today: Day) -> Result<ReceivedPayment> {
        let mut faults = Faults::default();
        let sent = |text: Option<String>| text.filter(|text| !text.is_empty() && text != "null");
        let amount = Minor::parse("amount", &sent(self.amount).unwrap_or_default());
        let amount = faults.take(amount).unwrap_or(Minor::ZERO);
        let fee = sent(self.fee).map(|text| Minor::parse("fee", &text));
        let fee = fee.and_then(|fee| faults.take(fee)).unwrap_or(Minor::ZERO);
        let day = sent(self.day).map(|text| Day::parse("day", &text));
        let day = day.and_then(|day| faults.take(day)).unwrap_or(today);
        if fee.is_negative() || (fee > Minor::ZERO && fee >= amount) {
            let message = "The fee must be less than the amount, and not below zero";
            faults.note(Invalid::new("fee", message));
        }
        let reference = plain::line(&self.payment_reference.unwrap_or_default());
        let reference = plain::check_length("payment_reference", reference, 200);
        let reference = faults.take(reference).filter(|text| !text.is_empty());
        let account = sent(self.account).map(|id| {
            let unknown = || Invalid::new("account", "This account does not exist");
            AccountId::parse(&id).ok_or_else(unknown)
        });
        let account = account.and_then(|account| faults.take(account));
        faults.finish()?;
        dates::check(day, false, today, self.confirm_date)?;
        let may_repeat_reference = self.same_reference;
        Ok(ReceivedPayment { amount, day, account, fee, reference, may_repeat_reference })
    }
}

/// Marks the offer as paid, and its lines with their licenses.
pub(super) fn with_licenses(
    offer: Offer,
    lines: Vec<Line>,
    issued: &[License],
    now: Timestamp,
) -> (Offer, Vec<Line>) {
    let lines = lines.into_iter().zip(issued);
    let lines = lines.map(|(line, license)| Line { license: Some(license.id), ..line });
    let offer = Offer { stored_state: State::Paid, paid_at: Some(now), ..offer };
    (offer, lines.collect())
}

/// Records that an accepted offer was paid.
pub async fn record(
    app: &App,
    actor: &Actor,
    id: OfferId,
    form: PaidForm,
    reply: Reply<OfferView>,
) -> Result<Answer> {
    let now = app.now();
    if let Some(answer) = idempotency::replayed(app, actor.user, reply.retry.clone()).await? {
        return Ok(answer);
    }
    let received = form.check(actor.day_of(now))?;
    carry_out(app, actor.user, &actor.caller, id, received, reply).await
}

async fn carry_out(
    app: &App,
    owner: UserId,
    caller: &Caller,
    id: OfferId,
    received: ReceivedPayment,
    mut reply: Reply<OfferView>,
) -> Result<Answer> {
    let now = app.now();
    let to = app
        .read(move |conn| Ok(acceptances::find(conn, owner, id)?.map(|accepted| accepted.email)))
        .await?;
    let delivery_sender = DeliverySender::of(app, owner, caller, &to.unwrap_or_default()).await;
    let delivery_sender = Arc::new(delivery_sender);
    for _ in 0..MOST_TRIES {
        let found = app
            .read(move |conn| {
                conn.snapshot()?;
                let (offer, lines) = load(conn, owner, id)?;
                let accepted = acceptances::find(conn, owner, id)?;
                Ok((offer, lines, accepted))
            })
            .await?;
        let (offer, lines, accepted) = found;
        let accepted = match accepted {
            Some(accepted) if offer.stored_state == State::Accepted => accepted,
            // The offer may be paid by this same request, which was carried out a moment ago; then its stored answer is
            // returned.
            _ => {
                return match idempotency::replayed(app, owner, reply.retry.clone()).await? {
                    Some(answer) => Ok(answer),
                    None => Err(state_error(&offer, now)),
                };
            }
        };
        check_amount(&offer, received.amount)?;
        let prepared = prepare(app, owner, offer, lines, &accepted, caller, now).await;
        let (prepared, contracts) = match prepared {
            Ok(prepared) => prepared,
            Err(error) => {
                return match idempotency::replayed(app, owner, reply.retry.clone()).await? {
                    Some(answer) => Ok(answer),
                    None => Err(error),
                };
            }
        };
        let (context, payment, caller) =
            (OfferContext::of(app, owner), received.clone(), caller.clone());
        let delivery_sender = delivery_sender.clone();
        let tried = idempotency::try_once(app, owner, reply, move |tx| {
            let is_done = write_payment(
                tx,
                owner,
                id,
                &accepted,
                &payment,
                &prepared,
                &delivery_sender,
                &caller,
                now,
            )?;
            if is_done.is_none() {
                return Ok(None);
            }
            context.read_view(tx, id).map(Some)
        });
        match removal::commit_with(contracts, tried, Tried::is_carried_out).await? {
            Tried::Answered(answer) => {
                app.wake_workers();
                return Ok(answer);
            }
            Tried::Again(unused) => reply = unused,
        }
    }
    Err(Error::Busy)
}

/// Makes the contracts of an accepted offer's licenses, as they were accepted.
async fn prepare(
    app: &App,
    owner: UserId,
    offer: Offer,
    lines: Vec<Line>,
    accepted: &Acceptance,
    caller: &Caller,
    now: Timestamp,
) -> Result<(Prepared, Vec<UncommittedBlob>)> {
    let accepted = accepted.clone();
    let wanted = app
        .read(move |conn| {
            conn.snapshot()?;
            contracts::to_accepted_licenses(conn, owner, &offer, &lines, &accepted, now)
        })
        .await?;
    issuing::prepare(app, owner, wanted, caller, now).await
}

fn check_amount(offer: &Offer, amount: Minor) -> Result<()> {
    if amount == offer.total {
        return Ok(());
    }
    let total = display(offer.total.get(), offer.currency);
    let message = if amount < offer.total {
        format!("Part payments can't be recorded: the whole price is {total}.")
    } else {
        format!("The price is {total}. Enter what was paid for this offer alone.")
    };
    Err(Error::invalid("amount", message))
}

/// Refuses a reference that the payment of another offer has, unless the producer means it.
fn check_reference(
    conn: &mut Conn,
    owner: UserId,
    id: OfferId,
    received: &ReceivedPayment,
) -> Result<()> {
    let reference = received.reference.as_ref().filter(|_| !received.may_repeat_reference);
    let Some(reference) = reference else { return Ok(()) };
    match rows::of_payment(conn, owner, reference, Some(id))? {
        None => Ok(()),
        Some(other) => Err(Error::Unconfirmed {
            field: "payment_reference",
            confirm: "same_reference",
            message: format!("This payment is recorded for {}.", other.reference()),
        }),
    }
}

/// Writes sale, transactions, fee, licenses and delivery; `None` if something has changed since the licenses were
/// prepared.
#[expect(clippy::too_many_arguments, reason = "everything that one payment writes")]
fn write_payment(
    tx: &mut Tx,
    owner: UserId,
    id: OfferId,
    accepted: &Acceptance,
    received: &ReceivedPayment,
    prepared: &Prepared,
    delivery_sender: &DeliverySender,
    caller: &Caller,
    now: Timestamp,
) -> Result<Option<(Offer, Vec<Line>)>> {
    let mut ledger = Ledger::open(tx, owner)?;
    documents::lock(tx, owner)?;
    rows::lock(tx, owner)?;
    let (offer, lines) = load(tx, owner, id)?;
    if offer.stored_state != State::Accepted {
        return Err(state_error(&offer, now));
    }
    check_amount(&offer, received.amount)?;
    check_reference(tx, owner, id, received)?;
    if let Some(gone) = lines.iter().find(|line| line.beat.is_none()) {
        return Err(deleted_error(gone));
    }
    if !prepared.is_current(tx, owner, now)? {
        return Ok(None);
    }
    let account = ledger.default_account(offer.currency)?.id;
    if received.account.is_some_and(|sent| sent != account) {
        let message = format!("Choose your account in {}", offer.currency.as_str());
        return Err(Error::invalid("account", message));
    }
    let content = sale_content(&offer, &lines, accepted, received);
    let sale = sales::add(tx, owner, &mut ledger, content, now)?;
    let fee_transaction = match received.fee {
        Minor::ZERO => None,
        fee => {
            let time = zones::find(tx, owner)?.time_of(now);
            let content = fee_content(&offer, &sale, account, -fee, received.day, time);
            Some(posting::record(tx, owner, &mut ledger, content, now)?.id)
        }
    };
    let issued = prepared.issue(tx, owner, Some(&sale), caller, now)?;
    let (offer, lines) = with_licenses(offer, lines, &issued, now);
    let payment = Payment {
        reference: received.reference.clone(),
        fee: Some(received.fee),
        fee_transaction,
        sale: Some(sale.id),
        sale_number: Some(sale.number),
    };
    buying::give_back(tx, &offer, accepted)?;
    line_rows::put(tx, owner, id, &lines)?;
    let price = display(offer.total.get(), offer.currency);
    let message = match &received.reference {
        Some(reference) => format!("{price} received, {} ({reference})", sale.reference()),
        None => format!("{price} received, {}", sale.reference()),
    };
    let offer = Offer { payment, ..offer };
    let offer = write(tx, owner, offer, &lines, &[(EventKind::Paid, message)], now)?;
    delivery_sender.deliver(tx, owner, &offer, &lines, &issued, now)?;
    Ok(Some((offer, lines)))
}

fn sale_content(
    offer: &Offer,
    lines: &[Line],
    accepted: &Acceptance,
    received: &ReceivedPayment,
) -> SaleContent {
    let tier = lines.iter().map(|line| line.tier).max_by_key(|tier| *tier as u8);
    let beat = match lines {
        [line] => line.beat,
        _ => None,
    };
    let email = Some(accepted.email.clone()).filter(|email| !email.is_empty());
    let notes = match &received.reference {
        Some(reference) => format!("{}, payment {reference}", offer.reference()),
        None => offer.reference(),
    };
    SaleContent {
        title: subject(lines),
        beat,
        buyer: Buyer { client: offer.buyer.client, name: accepted.name.clone(), email },
        amount: offer.total,
        currency: offer.currency,
        license: tier.unwrap_or(domain::sales::License::Basic),
        day: received.day,
        status: Status::Completed,
        notes: Some(notes),
    }
}

/// What came of a reported payment.
pub(super) enum Settling {
    Done,
    /// Something has changed since the licenses were prepared.
    Again,
    Refused(Reason),
}

/// Books a payment that a payment service reports for an offer, in one transaction with the state of its report. It only
/// makes a sale if the offer is accepted and not paid yet, and amount and currency are right.
pub(super) async fn settle(
    app: &App,
    owner: UserId,
    id: OfferId,
    report: &Report,
) -> Result<Settling> {
    let (now, reference) = (app.now(), report.reference.clone());
    let found = app.read(move |conn| {
        conn.snapshot()?;
        let (offer, lines) = load(conn, owner, id)?;
        let other = match &reference {
            Some(reference) => rows::of_payment(conn, owner, reference, Some(id))?,
            None => None,
        };
        Ok((offer, lines, acceptances::find(conn, owner, id)?, other.is_some()))
    });
    let (offer, lines, accepted, is_of_another) = found.await?;
    let ready = match report.decide(&offer) {
        Decision::Refuse(reason) => return Ok(Settling::Refused(reason)),
        Decision::Book if is_of_another => return Ok(Settling::Refused(Reason::SameReference)),
        Decision::Attach | Decision::BookedBefore => None,
        Decision::Book => {
            let accepted = accepted.ok_or_else(|| Error::unexpected("an acceptance is missing"))?;
            let caller = Caller::operator();
            let sender = DeliverySender::of(app, owner, &caller, &accepted.email).await;
            let prepared = prepare(app, owner, offer, lines, &accepted, &caller, now).await?;
            Some((prepared, accepted, sender, caller))
        }
    };
    let (event, mut blobs) = (report.event.clone(), Vec::new());
    let ready = ready.map(|((prepared, contracts), accepted, sender, caller)| {
        blobs = contracts;
        (prepared, accepted, sender, caller)
    });
    let settled = app.write(move |tx| {
        lock(tx, owner)?;
        let Some(report) = reports::waiting(tx, owner, &event)? else { return Ok(Settled::Before) };
        let (offer, lines) = load(tx, owner, id)?;
        match (report.decide(&offer), ready) {
            (Decision::BookedBefore, _) => {
                reports::book(tx, owner, report, &offer, now)?;
                Ok(Settled::Before)
            }
            (Decision::Attach, _) => {
                attach(tx, owner, report, offer, &lines, now)?;
                Ok(Settled::Before)
            }
            (Decision::Book, Some((prepared, accepted, sender, caller))) => {
                let received = ReceivedPayment {
                    amount: offer.total,
                    day: zones::day_of(tx, owner, report.created_at)?,
                    account: None,
                    fee: Minor::ZERO,
                    reference: report.reference.clone(),
                    may_repeat_reference: false,
                };
                let paid = write_payment(
                    tx, owner, id, &accepted, &received, &prepared, &sender, &caller, now,
                )?;
                let Some((offer, lines)) = paid else { return Ok(Settled::Again) };
                reports::book(tx, owner, report, &offer, now)?;
                let notice = wording::offer_paid(&offer, &subject(&lines));
                notifications::notify(tx, owner, now, &notice)?;
                Ok(Settled::Now)
            }
            _ => Ok(Settled::Again),
        }
    });
    let settled = removal::commit_with(blobs, settled, |settled| *settled == Settled::Now).await?;
    Ok(if settled == Settled::Again { Settling::Again } else { Settling::Done })
}

#[derive(PartialEq, Eq)]
enum Settled {
    Now,
    /// The payment was booked before, or its report was handled.
    Before,
    Again,
}

/// Adds the reference of a reported payment to an offer that was marked as paid by hand.
fn attach(
    tx: &mut Tx,
    owner: UserId,
    report: Report,
    offer: Offer,
    lines: &[Line],
    now: Timestamp,
) -> Result<()> {
    let reference = report.reference.clone();
    let told = match &reference {
        Some(reference) => format!("The payment was reported too ({reference})"),
        None => "The payment was reported too".to_owned(),
    };
    let offer = Offer { payment: Payment { reference, ..offer.payment.clone() }, ..offer };
    let offer = write(tx, owner, offer, lines, &[(EventKind::Attention, told)], now)?;
    reports::book(tx, owner, report, &offer, now)
}

/// Why the licenses of an offer cannot be issued, if it is for one of its beats.
pub(super) fn obstacle(
    conn: &mut Conn,
    owner: UserId,
    id: OfferId,
    now: Timestamp,
) -> Result<Option<Reason>> {
    let (offer, lines) = load(conn, owner, id)?;
    if lines.iter().any(|line| line.beat.is_none()) {
        return Ok(Some(Reason::Deleted));
    }
    Ok(match find_obstacle(conn, owner, &offer, &lines, now)? {
        Some(PageStatus::Sold) => Some(Reason::Sold),
        Some(PageStatus::Reserved { .. }) => Some(Reason::Reserved),
        _ => None,
    })
}
