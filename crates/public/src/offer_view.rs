//! Builds the template data of an offer's page.

use app::App;
use app::offers::buyers::AcceptForm as Sent;
use app::offers::codes;
use app::offers::contracts::Contract;
use app::offers::gate::Guest;
use app::offers::pages::{Page, PageBeat, Status};
use app::shares::gate::page_token_of;
use domain::deliveries::masked;
use domain::licenses::spelling::listed;
use domain::licenses::terms::Terms;
use domain::money::typed_amounts::{Ambiguous, settled_text};
use domain::money::{Minor, display};
use domain::offers::{State, Way as StoredWay, WayType, early_performance_text, pay_host};
use domain::time::Timestamp;
use pages::{
    Accent, AcceptForm, AcceptedPage, Closed, CodePage, ContractText, Counter, Field, Frame,
    OfferClosedPage, OfferLine, OfferPage, Preview, Progress, Sender, Term as TermRow, Track, Way,
    WayToPay,
};

use super::view;

type Faults = Vec<(&'static str, String)>;

/// What a page shows besides the offer after a form was refused: the submitted fields, each with its error.
#[derive(Default)]
pub struct Extras {
    pub is_changed: bool,
    pub accept: Option<(Sent, Faults)>,
    pub counter: Option<SentCounter>,
}

/// A counter-offer that was submitted, and what is shown for it.
#[derive(Default)]
pub struct SentCounter {
    pub price: String,
    pub reason: String,
    pub faults: Faults,
    /// The two readings of the price, of which the buyer chooses one.
    pub readings: Option<Ambiguous>,
    /// The price as it was understood, which the buyer has to confirm.
    pub understood: Option<Minor>,
}

fn error(faults: &Faults, field: &str) -> Option<String> {
    faults.iter().find(|(name, _)| *name == field).map(|(_, message)| message.clone())
}

fn sender(page: &Page, path: &str) -> Sender {
    let name = page.sender.name.clone();
    Sender {
        short_name: name.split_whitespace().next().unwrap_or_default().to_owned(),
        picture: page.sender.avatar_hash.as_ref().map(|_| format!("{path}/face")),
        accent: Accent::named(page.settings.accent_color),
        name,
    }
}

fn money(page: &Page, minor: i64) -> String {
    display(minor, page.offer.currency)
}

/// `Nov 19, 2026, 2:32 PM New York time`
fn moment(page: &Page, at: Timestamp) -> String {
    page.settings.time_zone.moment_in_words(at)
}

fn track(shown: &PageBeat, path: &str) -> Track {
    match &shown.beat {
        // The title as it is offered, also if the beat was renamed since.
        Some((beat, preview)) => {
            Track { title: shown.line.title.clone(), ..view::plain_track(beat, preview, path) }
        }
        None => {
            Track { title: shown.line.title.clone(), preview: Preview::Missing, ..Track::default() }
        }
    }
}

fn contract(contract: &Contract, hash: &str) -> ContractText {
    ContractText {
        title: format!("{} Agreement, {}", contract.kind, contract.line.title),
        version: format!("Text version {}", contract.text_version()),
        blocks: contract.blocks.clone(),
        hash: hash.to_owned(),
    }
}

fn terms(terms: &Terms) -> Vec<TermRow> {
    terms.rows().into_iter().map(|(name, value)| TermRow { name, value }).collect()
}

fn accept_form(page: &Page, sent: Option<(Sent, Faults)>) -> AcceptForm {
    let is_new = sent.is_none();
    let (sent, faults) = sent.unwrap_or_default();
    let field =
        |value: &str, name: &str| Field { value: value.to_owned(), error: error(&faults, name) };
    let email = if is_new { &page.offer.buyer.email } else { &sent.email };
    AcceptForm {
        legal_name: field(&sent.legal_name, "legal_name"),
        artist_name: field(&sent.artist_name, "artist_name"),
        address: page.asks_for_address().then(|| field(&sent.address, "address")),
        country: field(&sent.country, "country"),
        email: field(email, "email"),
        at_once: early_performance_text(&page.country).to_owned(),
        boxes_error: error(&faults, "boxes"),
    }
}

fn counter(page: &Page, sent: Option<SentCounter>) -> Counter {
    if let Some(counter) = page.offer.open_counter() {
        return Counter::Sent { price: money(page, counter.price.get()) };
    }
    if page.offer.is_free() {
        return Counter::Closed;
    }
    let SentCounter { price, reason, faults, readings, understood } = sent.unwrap_or_default();
    if let Some(understood) = understood {
        let price = settled_text(understood);
        return Counter::Unconfirmed { told: money(page, understood.get()), price, reason };
    }
    let question = readings.map(Ambiguous::question);
    let readings = readings.map(|Ambiguous(both)| both.to_vec()).unwrap_or_default();
    Counter::Open {
        currency: page.offer.currency.as_str().to_owned(),
        lowest: page.lowest.map(|lowest| money(page, lowest.get())),
        price: Field { value: price, error: question.or_else(|| error(&faults, "price")) },
        readings: readings
            .into_iter()
            .map(|amount| (settled_text(amount), money(page, amount.get())))
            .collect(),
        reason: Field { value: reason, error: error(&faults, "reason") },
    }
}

pub fn open(
    app: &App,
    guest: &Guest,
    path: String,
    page: Page,
    extras: Extras,
    reserved_until: Option<Timestamp>,
) -> OfferPage {
    let line = |(shown, of): (&PageBeat, &Contract)| OfferLine {
        beat: track(shown, &path),
        kind: of.kind.clone(),
        price: money(&page, shown.line.price.get()),
        terms: terms(of.terms()),
    };
    let way =
        |way: &StoredWay| Way { label: way.label.clone(), is_bank: way.kind == WayType::Bank };
    OfferPage {
        frame: Frame::default(),
        sender: sender(&page, &path),
        page_token: page_token_of(app, &guest.token),
        reference: page.offer.reference(),
        buyer: Some(page.offer.buyer.name.clone()).filter(|name| !name.is_empty()),
        words: page.offer.words.clone(),
        until: Some(page.settings.time_zone.until_in_words(page.offer.expires_at)),
        lines: page.beats.iter().zip(&page.contracts).map(line).collect(),
        total: money(&page, page.offer.total.get()),
        is_free: page.offer.is_free(),
        ways: page.ways.iter().map(way).collect(),
        contracts: page.contracts.iter().map(|one| contract(one, &page.hash)).collect(),
        text_hash: page.hash.clone(),
        accept: accept_form(&page, extras.accept),
        is_changed: extras.is_changed,
        reserved_until: reserved_until.map(|at| moment(&page, at)),
        counter: match reserved_until {
            Some(_) => Counter::Closed,
            None => counter(&page, extras.counter),
        },
        path,
    }
}

/// The payment address. For Stripe it gets the offer's id as `client_reference_id`, which Stripe sends back with the
/// payment event.
fn referred(address: &str, host: &str, offer: &str) -> String {
    if host != "buy.stripe.com" || address.contains('#') {
        return address.to_owned();
    }
    let mark = if address.contains('?') { '&' } else { '?' };
    format!("{address}{mark}client_reference_id={offer}")
}

pub fn accepted(app: &App, path: String, page: Page) -> AcceptedPage {
    let way = |way: &StoredWay| match way.kind {
        WayType::Bank => {
            Some(WayToPay::Details { label: way.label.clone(), rows: way.rows.clone() })
        }
        WayType::Other => {
            Some(WayToPay::Words { label: way.label.clone(), words: way.words.clone() })
        }
        // The operator may have taken the host off the list since.
        WayType::PayPal | WayType::Link => {
            let host = pay_host(&way.address, &app.outside.pay_hosts)?;
            Some(WayToPay::Link {
                label: way.label.clone(),
                host: host.to_owned(),
                address: referred(&way.address, host, &page.offer.id.to_string()),
            })
        }
    };
    let acceptance = page.acceptance.as_ref();
    let name = acceptance.map(|accepted| accepted.name.as_str()).unwrap_or_default();
    let mut files: Vec<&str> = Vec::new();
    for role in page.contracts.iter().flat_map(|contract| &contract.terms().delivers) {
        if !files.contains(&role.noun()) {
            files.push(role.noun());
        }
    }
    AcceptedPage {
        frame: Frame::default(),
        sender: sender(&page, &path),
        reference: page.offer.reference(),
        buyer: name.split_whitespace().next().unwrap_or_default().to_owned(),
        email: acceptance.map(|accepted| accepted.email.clone()).unwrap_or_default(),
        accepted: page.offer.accepted_at.map(|at| moment(&page, at)).unwrap_or_default(),
        total: money(&page, page.offer.total.get()),
        progress: match page.offer.stored_state {
            State::Delivered => Progress::Delivered,
            _ if page.offer.is_free() => Progress::Free,
            State::Paid => Progress::Paid,
            _ if page.is_on_its_way => Progress::OnItsWay,
            _ => Progress::Unpaid,
        },
        ways: page.ways.iter().filter_map(way).collect(),
        files: listed(&files),
        contracts: page.contracts.iter().map(|one| contract(one, &page.hash)).collect(),
        beat: page.beats.first().map(|shown| track(shown, &path)).unwrap_or_default(),
        delivery: page.delivery.clone(),
    }
}

pub fn closed(path: String, page: Page, status: Status) -> OfferClosedPage {
    OfferClosedPage {
        frame: Frame::default(),
        sender: sender(&page, &path),
        reference: page.offer.reference(),
        reason: match status {
            Status::Expired => Closed::Expired,
            Status::Declined => Closed::Declined,
            Status::Sold => Closed::Sold,
            Status::Replaced { path } => Closed::Replaced { address: path },
            _ => Closed::Withdrawn,
        },
    }
}

pub fn code(
    app: &App,
    guest: &Guest,
    path: String,
    page: Page,
    problem: Option<codes::CodeRefusal>,
) -> CodePage {
    let message = problem.map(|problem| match problem {
        codes::CodeRefusal::Wrong { left: 1 } => "That code is wrong. One try is left.".to_owned(),
        codes::CodeRefusal::Wrong { left } => format!("That code is wrong. {left} tries are left."),
        codes::CodeRefusal::Spent => "No try is left. Ask for a new code.".to_owned(),
        codes::CodeRefusal::Expired => "This code has expired. Ask for a new one.".to_owned(),
    });
    CodePage {
        frame: Frame::default(),
        sender: sender(&page, &path),
        page_token: page_token_of(app, &guest.token),
        email: masked(&page.offer.buyer.email),
        minutes: codes::MINUTES,
        code: Field { value: String::new(), error: message },
        is_resent: false,
        is_spent: problem == Some(codes::CodeRefusal::Spent),
        path,
    }
}
