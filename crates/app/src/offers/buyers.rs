//! What a buyer does at the page of an offer: opening it, accepting, declining, and naming a price. Only a submitted
//! form changes the offer.

use std::time::Duration;

use domain::error::{Faults, Invalid};
use domain::identity::rate_limits::{ACCEPT_BY_ADDRESS, MOST_UNPAID, at_place, mailbox, network};
use domain::identity::sessions::device;
use domain::ids::UserId;
use domain::licenses::fields::Buyer;
use domain::licenses::issued::Reservation;
use domain::money::typed_amounts::{self, Ambiguous};
use domain::money::{Currency, Minor, display};
use domain::offers::{
    Acceptance, Counter, EventKind, Line, Offer, Source, State, buyer_email, counter_reason,
    reference,
};
use domain::text::plain;
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::licenses::reservations;
use storage::offers::{acceptances, lines as line_rows};

use super::changes::lock;
use super::contracts::{self, Contract};
use super::delivering::DeliverySender;
use super::gate::Guest;
use super::pages::{asks_for_address, find_obstacle, lowest_total};
use super::record::{load, write};
use super::{copies, papers, payments, sending};
use crate::guests::{self, mail, visitor_name};
use crate::library::removal;
use crate::licenses::issuing;
use crate::notifications::mail::Letter;
use crate::notifications::{self, wording};
use crate::{App, Error, Result};

/// How often an acceptance is prepared again because the offer or a license has changed meanwhile.
const MOST_TRIES: usize = 20;
/// How long an accepted offer counts as one that waits for its payment.
const UNPAID_FOR: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// The form of an acceptance, as sent.
#[derive(Debug, Clone, Default)]
pub struct AcceptForm {
    pub text_hash: String,
    pub legal_name: String,
    pub artist_name: String,
    pub address: String,
    pub country: String,
    pub email: String,
    pub is_read: bool,
    pub at_once: bool,
}

/// The result of an acceptance.
pub enum Accepting {
    Done,
    /// The contracts have changed since the buyer read them.
    Changed,
    /// The offer cannot be accepted now; its page says why.
    Closed,
    /// The buyer has accepted as many offers as may be unpaid at once. Holds the reference of the oldest one.
    Unpaid(String),
}

/// The result of writing an acceptance.
enum Written {
    Done,
    /// The offer or a license has changed since the acceptance was prepared.
    Again,
    Unpaid(String),
}

/// The form of a counter-offer, as sent.
#[derive(Debug, Clone, Default)]
pub struct CounterForm {
    pub price: String,
    pub reason: String,
    /// Whether the buyer has seen the price as it was understood.
    pub is_confirmed: bool,
}

/// The result of a counter-offer.
pub enum Countering {
    Done,
    /// The price can be read in two ways.
    Unclear(Ambiguous),
    /// The price is understood, and the buyer has to confirm it.
    Unconfirmed(Minor),
}

async fn limit(app: &App, guest: &Guest) -> Result<()> {
    let place = at_place(&guest.offer.to_string(), &network(guest.caller.address));
    let limits = vec![(ACCEPT_BY_ADDRESS, place)];
    guests::limit(app, &guest.caller, limits).await
}

/// Finds the offer of the link; `None` if it is not open.
fn open(conn: &mut Conn, guest: &Guest, now: Timestamp) -> Result<Option<(Offer, Vec<Line>)>> {
    let (offer, lines) = load(conn, guest.owner, guest.offer)?;
    let is_open =
        guest.revision == offer.revision && matches!(offer.state(now), State::Sent | State::Viewed);
    Ok(is_open.then_some((offer, lines)))
}

/// Marks an offer that was sent as viewed, in the transaction of the buyer's first action. Returns the events for the
/// timeline.
fn mark_viewed(offer: Offer, now: Timestamp) -> (Offer, Vec<(EventKind, String)>) {
    if offer.stored_state != State::Sent {
        return (offer, Vec::new());
    }
    let viewed_at = offer.viewed_at.or(Some(now));
    let offer = Offer { stored_state: State::Viewed, viewed_at, ..offer };
    (offer, vec![(EventKind::Viewed, "Opened for the first time".to_owned())])
}

/// Records that the buyer has opened the page. Visits of the owner and of programs do not count.
pub async fn opened(app: &App, guest: &Guest) -> Result<()> {
    let (guest, now) = (guest.clone(), app.now());
    app.write(move |tx| {
        lock(tx, guest.owner)?;
        if !guest.is_counted(tx)? {
            return Ok(());
        }
        let Some((offer, lines)) = open(tx, &guest, now)? else { return Ok(()) };
        if offer.stored_state != State::Sent {
            return Ok(());
        }
        let (offer, happened) = mark_viewed(offer, now);
        let offer = write(tx, guest.owner, offer, &lines, &happened, now)?;
        let notice = wording::offer_viewed(&offer, &sending::subject(&lines));
        notifications::notify(tx, guest.owner, now, &notice)
    })
    .await
}

impl AcceptForm {
    fn check(&self, app: &App, needs_address: bool) -> Result<(), Vec<Invalid>> {
        let mut faults = Faults::default();
        let mut line = |field: &'static str, text: &str, most: usize| {
            faults.take(plain::check_length(field, plain::line(text), most)).unwrap_or_default()
        };
        let country = line("country", &self.country, 120);
        let address = plain::check_length("address", plain::lines(&self.address), 300);
        let address = faults.take(address).unwrap_or_default();
        let name = faults.take(visitor_name(app, "legal_name", &self.legal_name));
        faults.take(visitor_name(app, "artist_name", &self.artist_name));
        if name.as_deref() == Some("") {
            faults.note(Invalid::new("legal_name", "Please enter your legal name"));
        }
        if needs_address && address.is_empty() {
            faults.note(Invalid::new("address", "Please enter your address"));
        }
        if country.is_empty() {
            faults.note(Invalid::new("country", "Please enter your country"));
        }
        faults.take(buyer_email(&self.email));
        if self.email.trim().is_empty() {
            faults.note(Invalid::new("email", "Please enter your email address"));
        }
        if !self.is_read || !self.at_once {
            faults.note(Invalid::new("boxes", "Please tick both boxes"));
        }
        faults.finish()
    }

    fn acceptance(
        &self,
        guest: &Guest,
        contracts: &[Contract],
        now: Timestamp,
    ) -> Result<Acceptance> {
        let producer = contracts.first().map(|contract| &contract.paper.producer);
        let producer = producer.ok_or_else(|| Error::unexpected("an offer has no lines"))?;
        Ok(Acceptance {
            name: plain::line(&self.legal_name),
            alias: plain::line(&self.artist_name),
            address: plain::lines(&self.address),
            country: plain::line(&self.country),
            email: self.email.trim().to_owned(),
            at: now,
            ip: guest.caller.address.to_string(),
            browser: device(guest.caller.user_agent.as_deref()),
            text_hash: String::new(),
            text: String::new(),
            revision: guest.revision,
            producer: papers::write_producer(producer)?,
        })
    }
}

/// What a buyer accepts: the acceptance with its text, the contracts filled for the buyer, and the lines as accepted.
struct Completed {
    acceptance: Acceptance,
    contracts: Vec<Contract>,
    lines: Vec<Line>,
}

/// Completes the papers of an offer with the buyer's values.
fn complete(
    conn: &mut Conn,
    owner: UserId,
    offer: &Offer,
    contracts: Vec<Contract>,
    acceptance: Acceptance,
    now: Timestamp,
) -> Result<Completed> {
    let buyer = contracts::buyer_of(&acceptance);
    let (papers, lines): (Vec<_>, Vec<_>) =
        contracts.into_iter().map(|contract| (contract.paper, contract.line)).unzip();
    let mut contracts = contracts::fill(conn, owner, papers, &lines, &buyer, now)?;
    let text = contracts::agreement(offer, &contracts, &buyer);
    for contract in &mut contracts {
        contract.paper.accepted = Some(contract.blocks.clone());
    }
    let lines = contracts.iter().map(|contract| contract.paper.onto(&contract.line));
    Ok(Completed {
        lines: lines.collect::<Result<_>>()?,
        acceptance: Acceptance { text_hash: contracts::hash(&text), text, ..acceptance },
        contracts,
    })
}

/// An acceptance that was prepared outside of the transaction.
struct PreparedAcceptance {
    /// The hash of the offered text, as the buyer has read it.
    hash: String,
    /// The acceptance with the time, address and browser, before the text is completed.
    acceptance: Acceptance,
    /// The hash of the completed text.
    accepted_hash: String,
    /// The licenses and the delivery of a free offer; `None` if the offer has a price.
    free: Option<(issuing::Prepared, DeliverySender)>,
    /// How long the beats of exclusive licenses are reserved.
    reserved_for: Duration,
    /// Whether the acceptance counts against the number that may be unpaid: not one of an offer that the producer wrote.
    is_counted: bool,
}

/// Accepts the offer, if it is the one that the buyer has read.
pub async fn accept(app: &App, guest: &Guest, form: &AcceptForm) -> Result<Accepting> {
    guests::check_person(&guest.caller)?;
    limit(app, guest).await?;
    let now = app.now();
    for _ in 0..MOST_TRIES {
        let to = guest.clone();
        let found = guests::read(app, move |conn| {
            conn.snapshot()?;
            let Some((offer, lines)) = open(conn, &to, now)? else { return Ok(None) };
            if find_obstacle(conn, to.owner, &offer, &lines, now)?.is_some() {
                return Ok(None);
            }
            let contracts = contracts::read(conn, to.owner, &offer, &lines, None, now)?;
            Ok(Some((offer, contracts)))
        });
        let Some((offer, contracts)) = found.await? else { return Ok(Accepting::Closed) };
        let hash = contracts::hash(&contracts::agreement(&offer, &contracts, &Buyer::default()));
        if hash != form.text_hash {
            return Ok(Accepting::Changed);
        }
        form.check(app, asks_for_address(&contracts))?;
        let begun = form.acceptance(guest, &contracts, now)?;
        let (to, of, started) = (guest.owner, offer.clone(), begun.clone());
        let completed = guests::read(app, move |conn| {
            conn.snapshot()?;
            complete(conn, to, &of, contracts.clone(), started.clone(), now)
        });
        let Completed { acceptance, contracts, lines } = completed.await?;
        let (mut free, mut blobs) = (None, Vec::new());
        if offer.is_free() {
            let wanted = contracts::to_licenses(&offer, contracts.clone(), &acceptance)?;
            let prepared = issuing::prepare(app, guest.owner, wanted, &guest.caller, now).await?;
            let to = &acceptance.email;
            let delivery_sender = DeliverySender::of(app, guest.owner, &guest.caller, to).await;
            (free, blobs) = (Some((prepared.0, delivery_sender)), prepared.1);
        }
        let sender = mail::allow(app, guest.owner, &guest.caller, &acceptance.email).await.ok();
        let mut letter = None;
        if let Some(sender) = &sender {
            let pdf = copies::make(app.seal.clone(), offer.clone(), acceptance.clone(), contracts);
            letter = Some(copy_letter(&sender.name, &offer, &lines, &pdf.await?));
        }
        let hours = u64::from(app.policy.reservation_hours);
        let reserved_for = Duration::from_secs(hours * 60 * 60);
        let is_counted = app.rate_limit && offer.source != Source::App && !offer.is_free();
        let accepted_hash = acceptance.text_hash.clone();
        let ready = PreparedAcceptance {
            hash,
            acceptance: begun,
            accepted_hash,
            free,
            reserved_for,
            is_counted,
        };
        let (to, keys) = (guest.clone(), app.keys.clone());
        let accepted = app.write(move |tx| {
            if let Some(reference) = find_unpaid(tx, to.owner, &ready, now)? {
                return Ok(Written::Unpaid(reference));
            }
            let Some((offer, lines)) = accept_in(tx, &to, &ready, letter.is_some(), now)? else {
                return Ok(Written::Again);
            };
            if let (Some(sender), Some(letter)) = (&sender, letter) {
                mail::queue(tx, &keys, sender, letter, now)?;
            }
            let notice = wording::offer_accepted(&offer, &sending::subject(&lines));
            notifications::notify(tx, to.owner, now, &notice)?;
            Ok(Written::Done)
        });
        let is_done = |written: &Written| matches!(written, Written::Done);
        match removal::commit_with(blobs, accepted, is_done).await? {
            Written::Done => {
                app.wake_workers();
                return Ok(Accepting::Done);
            }
            Written::Unpaid(reference) => return Ok(Accepting::Unpaid(reference)),
            Written::Again => {}
        }
        // The offer or a license has changed: prepare the acceptance again.
    }
    Err(Error::Busy)
}

/// Finds the oldest of the offers that this buyer began, accepted and has not paid, if there may be no more of them.
fn find_unpaid(
    tx: &mut Tx,
    owner: UserId,
    ready: &PreparedAcceptance,
    now: Timestamp,
) -> Result<Option<String>> {
    if !ready.is_counted {
        return Ok(None);
    }
    lock(tx, owner)?;
    let buyer = mailbox(&ready.acceptance.email);
    let mut unpaid = acceptances::unpaid_since(tx, owner, now - UNPAID_FOR)?;
    unpaid.retain(|(_, email)| mailbox(email) == buyer);
    let oldest = unpaid.first().map(|(number, _)| reference(*number));
    Ok(oldest.filter(|_| unpaid.len() >= MOST_UNPAID))
}

/// Writes the acceptance; `None` if the offer or a license has changed since it was prepared.
fn accept_in(
    tx: &mut Tx,
    guest: &Guest,
    ready: &PreparedAcceptance,
    is_mailed: bool,
    now: Timestamp,
) -> Result<Option<(Offer, Vec<Line>)>> {
    let owner = guest.owner;
    lock(tx, owner)?;
    let Some((offer, lines)) = open(tx, guest, now)? else { return Ok(None) };
    if find_obstacle(tx, owner, &offer, &lines, now)?.is_some() {
        return Ok(None);
    }
    let offered = contracts::read(tx, owner, &offer, &lines, None, now)?;
    let hash = contracts::hash(&contracts::agreement(&offer, &offered, &Buyer::default()));
    if hash != ready.hash || offer.is_free() != ready.free.is_some() {
        return Ok(None);
    }
    let completed = complete(tx, owner, &offer, offered, ready.acceptance.clone(), now)?;
    let Completed { acceptance, contracts, mut lines } = completed;
    if acceptance.text_hash != ready.accepted_hash {
        return Ok(None);
    }
    if let Some((prepared, _)) = &ready.free
        && !prepared.is_current(tx, owner, now)?
    {
        return Ok(None);
    }
    let papers: Vec<_> = contracts.into_iter().map(|contract| contract.paper).collect();
    papers::freeze(tx, owner, offer.id, offer.revision, &papers)?;
    let Acceptance { name, email, .. } = &acceptance;
    acceptances::insert(tx, owner, offer.id, &acceptance)?;
    let (offer, mut happened) = mark_viewed(offer, now);
    let message = match is_mailed {
        true => format!("{name} accepted, a copy was mailed to {email}"),
        false => format!("{name} accepted"),
    };
    happened.push((EventKind::Accepted, message));
    let mut offer = Offer { stored_state: State::Accepted, accepted_at: Some(now), ..offer };
    let mut issued = Vec::new();
    match &ready.free {
        Some((prepared, _)) => {
            issued = prepared.issue(tx, owner, None, &guest.caller, now)?;
            (offer, lines) = payments::with_licenses(offer, lines, &issued, now);
            happened.push((EventKind::Paid, "Free, so the licenses were issued".to_owned()));
        }
        None => {
            let times = (now, now + ready.reserved_for);
            reserve(tx, owner, &offer, &lines, &acceptance, times)?;
        }
    }
    line_rows::put(tx, owner, offer.id, &lines)?;
    let offer = write(tx, owner, offer, &lines, &happened, now)?;
    if let Some((_, delivery_sender)) = &ready.free {
        delivery_sender.deliver(tx, owner, &offer, &lines, &issued, now)?;
    }
    Ok(Some((offer, lines)))
}

/// Reserves the beats of exclusive licenses for the buyer.
fn reserve(
    tx: &mut Tx,
    owner: UserId,
    offer: &Offer,
    lines: &[Line],
    accepted: &Acceptance,
    (now, until): (Timestamp, Timestamp),
) -> Result<()> {
    for beat in lines.iter().filter(|line| line.is_exclusive()).filter_map(|line| line.beat) {
        let new = Reservation {
            beat,
            client: offer.buyer.client,
            name: accepted.name.clone(),
            email: accepted.email.clone(),
            reserved_at: now,
            until,
        };
        reservations::put(tx, owner, &new)?;
    }
    Ok(())
}

fn copy_letter(name: &str, offer: &Offer, lines: &[Line], pdf: &[u8]) -> Letter {
    let reference = offer.reference();
    let mut letter = Letter::new(format!("You accepted {reference} from {name}"))
        .paragraph(format!("Thank you. This is your copy of what you accepted in {reference}."));
    for line in lines {
        let price = display(line.price.get(), offer.currency);
        letter = letter.item(&line.title, format!("{}, {price}", line.kind_name));
    }
    let next = match offer.is_free() {
        true => "The license is issued, and your files follow.".to_owned(),
        false => format!(
            "Your files follow once {name} has the payment of {}. Name {reference} with it.",
            display(offer.total.get(), offer.currency)
        ),
    };
    letter.paragraph(next).attachment(format!("{reference} accepted.pdf"), pdf)
}

/// Declines the offer.
pub async fn decline(app: &App, guest: &Guest) -> Result<()> {
    guests::check_person(&guest.caller)?;
    limit(app, guest).await?;
    let (guest, now) = (guest.clone(), app.now());
    app.write(move |tx| {
        lock(tx, guest.owner)?;
        let Some((offer, lines)) = open(tx, &guest, now)? else { return Ok(()) };
        let (offer, mut happened) = mark_viewed(offer, now);
        happened.push((EventKind::Declined, format!("{} declined", offer.buyer.name)));
        let offer = Offer { stored_state: State::Declined, closed_at: Some(now), ..offer };
        let offer = write(tx, guest.owner, offer, &lines, &happened, now)?;
        let notice = wording::offer_declined(&offer, &sending::subject(&lines));
        notifications::notify(tx, guest.owner, now, &notice)
    })
    .await
}

/// Refuses a price that the offer does not take; `None` if the offer is not open.
fn takes_counter(
    conn: &mut Conn,
    guest: &Guest,
    currency: Option<Currency>,
    price: Minor,
    now: Timestamp,
) -> Result<Option<(Offer, Vec<Line>)>> {
    let Some((offer, lines)) = open(conn, guest, now)? else { return Ok(None) };
    if currency.is_some_and(|currency| currency != offer.currency) {
        let message = format!("Please enter the price in {}", offer.currency.as_str());
        return Err(Error::invalid("price", message));
    }
    if offer.open_counter().is_some() {
        return Err(Error::Conflict("You have named a price already.".to_owned()));
    }
    if offer.is_free() {
        return Err(Error::invalid("price", "This offer is free"));
    }
    let least = lowest_total(conn, guest.owner, &offer, &lines)?;
    if let Some(least) = least.filter(|least| price < *least) {
        let least = display(least.get(), offer.currency);
        return Err(Error::invalid("price", format!("The lowest price is {least}")));
    }
    if price == Minor::ZERO {
        return Err(Error::invalid("price", "Please enter a price"));
    }
    if price >= offer.total {
        return Err(Error::invalid("price", "You can have it for less: accept the offer"));
    }
    Ok(Some((offer, lines)))
}

/// Stores the buyer's counter-offer; there can be one for each revision. The price is stored after the buyer has seen how
/// it was understood.
pub async fn counter(app: &App, guest: &Guest, form: CounterForm) -> Result<Countering> {
    guests::check_person(&guest.caller)?;
    let mut faults = Faults::default();
    let typed = typed_amounts::read(&form.price).map_err(|fault| fault.about("price"));
    let (typed, reason) = (faults.take(typed), faults.take(counter_reason(&form.reason)));
    let (typed, reason) = faults.all((typed, reason))?;
    let price = match typed.settle() {
        Ok(price) => price,
        Err(unclear) => return Ok(Countering::Unclear(unclear)),
    };
    let (to, now) = (guest.clone(), app.now());
    let currency = typed.currency;
    if !form.is_confirmed {
        let found = guests::read(app, move |conn| takes_counter(conn, &to, currency, price, now));
        let is_open = found.await?.is_some();
        return Ok(if is_open { Countering::Unconfirmed(price) } else { Countering::Done });
    }
    limit(app, guest).await?;
    app.write(move |tx| {
        lock(tx, to.owner)?;
        let Some((offer, lines)) = takes_counter(tx, &to, currency, price, now)? else {
            return Ok(Countering::Done);
        };
        let (offer, mut happened) = mark_viewed(offer, now);
        let told = display(price.get(), offer.currency);
        happened.push((EventKind::Countered, format!("{} names {told}", offer.buyer.name)));
        let revision = offer.revision;
        let counter = Some(Counter { price, reason, at: now, revision, answer: None });
        let offer = Offer { counter, ..offer };
        let offer = write(tx, to.owner, offer, &lines, &happened, now)?;
        let notice = wording::offer_countered(&offer, &sending::subject(&lines), &told);
        notifications::notify(tx, to.owner, now, &notice)?;
        Ok(Countering::Done)
    })
    .await
}
