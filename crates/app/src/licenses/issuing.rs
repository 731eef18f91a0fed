//! Issuing a license: the contract is filled from the kind's newest text, made into a PDF and stored once; terms,
//! parties, price and files are frozen with it. The sale, if there is one, is recorded in the same transaction.
//!
//! Making the PDF takes too long for a transaction, so a draft is made first. The transaction makes the draft anew under
//! the account's lock and begins again if anything has changed meanwhile, the number included.

use std::sync::Arc;

use domain::calendar::Day;
use domain::documents::{Document, Status as BeatStatus};
use domain::error::{Faults, Invalid};
use domain::identity::sessions::device;
use domain::identity::users::profile_text;
use domain::ids::{BeneficiaryId, DocumentId, LicenseId, LicenseKindId, SaleId, UserId};
use domain::licenses::contract::{Block, Text};
use domain::licenses::events::{Happened, Kind as EventKind};
use domain::licenses::fields::{Beat, Buyer, Facts, Field, Producer};
use domain::licenses::issued::{
    Contract, File, Grant, Level, License, PaidBy, State, Usage, is_step_up, last_day,
};
use domain::licenses::kinds::Kind;
use domain::licenses::prices::asked;
use domain::licenses::reference;
use domain::licenses::spelling::long_day;
use domain::licenses::terms::Terms;
use domain::money::{Currency, Minor, display};
use domain::sales::{self as sale_rules, Content as SaleContent, Sale, Status as SaleStatus};
use domain::samples::Noun;
use domain::time::Timestamp;
use paper::contract::{Contract as Paper, Record};
use paper::receipt::Party;
use seal::Seal;
use storage::db::{Conn, Tx};
use storage::library::documents;
use storage::licenses::{events, files, issued, prices, reservations, texts};
use storage::offers;
use storage::operations::samples as marks;
use storage::sales as stored_sales;

use crate::files::blob_keys::contract_key;
use crate::idempotency::{self, Answer, Reply, Tried};
use crate::library::removal::Unnamed;
use crate::licenses::whole::{Whole, whole};
use crate::licenses::{ending, kinds, terms};
use crate::money::ledger::Ledger;
use crate::money::{dates, links};
use crate::offers::withdrawing;
use crate::{Actor, App, Caller, Error, Result, crypto, ids, library, operations, sales};

/// A contract is drafted again at most this often because something has changed meanwhile.
const MOST_DRAFTS: usize = 100;
const LONGEST_NAME: usize = 120;
const LONGEST_EMAIL: usize = 254;
const LONGEST_ADDRESS: usize = 300;
const LONGEST_NOTES: usize = 2000;
const LONGEST_SAMPLES: usize = 500;
const NO_SAMPLES: &str = "none";

/// The buyer as sent. What is omitted comes from the client, the sale or the license that is upgraded.
#[derive(Debug, Clone, Default)]
pub struct BuyerForm {
    pub name: Option<String>,
    pub alias: Option<String>,
    pub email: Option<String>,
    pub address: Option<String>,
    pub country: Option<String>,
}

/// A sale to record with the license.
#[derive(Debug, Clone, Default)]
pub struct NewSaleForm {
    pub status: Option<String>,
    pub date: Option<String>,
    pub notes: Option<String>,
    pub confirm_date: bool,
}

#[derive(Debug, Clone, Default)]
pub struct IssueForm {
    pub document_id: Option<String>,
    pub kind_id: Option<String>,
    pub client_id: Option<String>,
    pub buyer: Option<BuyerForm>,
    /// The text of a JSON number.
    pub price: Option<String>,
    pub currency: Option<String>,
    pub starts_on: Option<String>,
    pub sale: Option<NewSaleForm>,
    pub sale_id: Option<String>,
    /// What the contract says about samples in the beat; nothing is none.
    pub samples: Option<String>,
    /// Whether an exclusive contract names the buyers of earlier licenses.
    pub names_earlier_buyers: bool,
}

/// The form with every field parsed.
#[derive(Debug, Clone)]
struct Order {
    kind: LicenseKindId,
    beat: Option<DocumentId>,
    client: Option<BeneficiaryId>,
    buyer: PartOfBuyer,
    price: Option<Minor>,
    currency: Option<Currency>,
    starts_on: Option<Day>,
    paid: Paid,
    upgrades: Option<LicenseId>,
    samples: String,
    names_earlier_buyers: bool,
    /// The producer of a license that is a sample. It is issued in the past, among sales that came later.
    sample: Option<Producer>,
    offered: Option<Offered>,
    /// What was accepted in an offer, to be read and not to be issued.
    reads_accepted: Option<Accepted>,
}

/// A license of an offer: one that a buyer reads, or one that a buyer accepted.
#[derive(Debug, Clone)]
pub(crate) struct Offered {
    pub kind: LicenseKindId,
    pub beat: DocumentId,
    pub client: Option<BeneficiaryId>,
    pub buyer: Buyer,
    pub price: Minor,
    pub currency: Currency,
    /// How many licenses of the same offer are issued before it.
    pub ahead: i64,
    /// None while it is read.
    pub accepted: Option<Accepted>,
}

/// What was accepted, and how.
#[derive(Debug, Clone)]
pub(crate) struct Accepted {
    pub kind_name: String,
    pub tier: sale_rules::License,
    pub terms: Terms,
    pub text_version: i64,
    pub producer: Producer,
    pub by: String,
    pub at: Timestamp,
    pub address: String,
    pub browser: String,
    /// `OFR-0001`
    pub reference: String,
}

impl Offered {
    fn order(self) -> Order {
        Order {
            kind: self.kind,
            beat: Some(self.beat),
            client: self.client,
            buyer: PartOfBuyer {
                name: Some(self.buyer.name.clone()),
                alias: Some(self.buyer.alias.clone()),
                email: Some(self.buyer.email.clone()),
                address: Some(self.buyer.address.clone()),
                country: Some(self.buyer.country.clone()),
            },
            price: Some(self.price),
            currency: Some(self.currency),
            starts_on: None,
            paid: Paid::Not,
            upgrades: None,
            samples: NO_SAMPLES.to_owned(),
            names_earlier_buyers: false,
            sample: None,
            offered: Some(self),
            reads_accepted: None,
        }
    }
}

#[derive(Debug, Clone, Default)]
struct PartOfBuyer {
    name: Option<String>,
    alias: Option<String>,
    email: Option<String>,
    address: Option<String>,
    country: Option<String>,
}

impl PartOfBuyer {
    fn onto(&self, known: Buyer) -> Buyer {
        let or = |sent: &Option<String>, known: String| sent.clone().unwrap_or(known);
        Buyer {
            name: or(&self.name, known.name),
            alias: or(&self.alias, known.alias),
            email: or(&self.email, known.email),
            address: or(&self.address, known.address),
            country: or(&self.country, known.country),
        }
    }
}

#[derive(Debug, Clone)]
enum Paid {
    /// No sale is recorded.
    Not,
    New {
        status: SaleStatus,
        day: Day,
        notes: Option<String>,
    },
    Sale(SaleId),
}

impl IssueForm {
    fn check(self, upgrades: Option<LicenseId>, now: Timestamp) -> Result<Order> {
        let mut faults = Faults::default();
        let sent = |text: Option<String>| text.filter(|text| !text.is_empty());
        let buyer = self.buyer.unwrap_or_default();
        let mut line = |field: &'static str, text: Option<String>, most: usize| {
            let text = text?;
            faults.take(profile_text(field, &text, most)).map(Option::unwrap_or_default)
        };
        let buyer = PartOfBuyer {
            name: line("name", buyer.name, LONGEST_NAME),
            alias: line("alias", buyer.alias, LONGEST_NAME),
            email: line("email", buyer.email, LONGEST_EMAIL),
            address: line("address", buyer.address, LONGEST_ADDRESS),
            country: line("country", buyer.country, LONGEST_NAME),
        };
        let samples =
            line("samples", self.samples, LONGEST_SAMPLES).filter(|text| !text.is_empty());
        let price = sent(self.price).and_then(|text| faults.take(price(&text)));
        let currency =
            sent(self.currency).and_then(|text| faults.take(sale_rules::currency(&text)));
        let starts_on =
            sent(self.starts_on).and_then(|text| faults.take(Day::parse("starts_on", &text)));
        let today = Day::of(now);
        if starts_on.is_some_and(|day| day > today.months_after(12)) {
            let message = "A license can start at most a year ahead";
            faults.note(Invalid::new("starts_on", message));
        }
        let mut is_date_confirmed = true;
        let paid = match (self.sale, sent(self.sale_id)) {
            (Some(_), Some(_)) => {
                faults.note(Invalid::new("sale_id", "Send sale or sale_id, not both"));
                Paid::Not
            }
            (None, None) => Paid::Not,
            (None, Some(id)) => {
                let id = SaleId::parse(&id).ok_or_else(|| Error::missing("sale"))?;
                Paid::Sale(id)
            }
            (Some(sale), None) => {
                is_date_confirmed = sale.confirm_date;
                let status = sent(sale.status).and_then(|text| faults.take(new_status(&text)));
                let day = sent(sale.date).and_then(|text| faults.take(Day::parse("date", &text)));
                let notes = profile_text("notes", &sale.notes.unwrap_or_default(), LONGEST_NOTES);
                Paid::New {
                    status: status.unwrap_or(SaleStatus::Completed),
                    day: day.unwrap_or(today),
                    notes: faults.take(notes).flatten(),
                }
            }
        };
        if sent(self.kind_id.clone()).is_none() {
            faults.note(Invalid::new("kind_id", "Choose a license kind"));
        }
        faults.finish()?;
        if let Paid::New { status, day, .. } = &paid {
            dates::check(*day, *status == SaleStatus::Pending, today, is_date_confirmed)?;
        }
        let id = |text: Option<String>| sent(text);
        Ok(Order {
            kind: ids::parse(&self.kind_id.unwrap_or_default())?,
            beat: id(self.document_id).map(|id| ids::parse(&id)).transpose()?,
            client: id(self.client_id).map(|id| ids::parse(&id)).transpose()?,
            buyer,
            price,
            currency,
            starts_on,
            paid,
            upgrades,
            samples: samples.unwrap_or_else(|| NO_SAMPLES.to_owned()),
            names_earlier_buyers: self.names_earlier_buyers,
            sample: None,
            offered: None,
            reads_accepted: None,
        })
    }
}

fn price(text: &str) -> Result<Minor, Invalid> {
    let price = Minor::parse("price", text)?;
    if price.is_negative() {
        return Err(Invalid::new("price", "The price can't be negative"));
    }
    Ok(price)
}

fn new_status(text: &str) -> Result<SaleStatus, Invalid> {
    match SaleStatus::find(text) {
        Some(status @ (SaleStatus::Completed | SaleStatus::Pending)) => Ok(status),
        _ => Err(Invalid::new("status", "status must be one of Completed, Pending")),
    }
}

/// A license as it would be issued now.
#[derive(Debug, Clone, PartialEq)]
struct Draft {
    number: i64,
    grant: Grant,
    terms: Terms,
    files: Vec<File>,
    producer: Producer,
    blocks: Vec<Block>,
    missing: Vec<Field>,
    /// The sale that is there already.
    sale: Option<Sale>,
    replaced: Option<License>,
    accepted: Option<Signature>,
}

/// Who accepted the contract, when and from where.
#[derive(Debug, Clone, PartialEq)]
struct Signature {
    by: String,
    at: Timestamp,
    address: String,
    browser: String,
    /// The offer.
    reference: String,
}

/// The kind as it was when it was accepted, also if it was changed or deleted since.
fn accepted_kind(
    conn: &mut Conn,
    owner: UserId,
    id: LicenseKindId,
    accepted: &Accepted,
) -> Result<kinds::LicenseKind> {
    let text = texts::find(conn, owner, id, accepted.text_version)?;
    let text = text.ok_or_else(|| Error::unexpected("an accepted contract text is gone"))?;
    let at = text.version.created_at;
    Ok(kinds::LicenseKind {
        id,
        kind: Kind {
            name: accepted.kind_name.clone(),
            tier: accepted.tier,
            description: String::new(),
            price: Minor::ZERO,
            currency: Currency::Usd,
            lowest_offer: None,
            is_enabled: true,
            terms: accepted.terms.clone(),
        },
        text,
        missing: Vec::new(),
        created_at: at,
        updated_at: at,
    })
}

/// Drafts the license and refuses what the beat, the sale or the license to upgrade does not allow. It only reads, so
/// that it can run before the transaction and again inside it.
fn draft(conn: &mut Conn, owner: UserId, order: &Order, now: Timestamp) -> Result<Draft> {
    let today = Day::of(now);
    let accepted = order.offered.as_ref().and_then(|offered| offered.accepted.as_ref());
    let is_offered = order.offered.is_some() && accepted.is_none();
    let kind = match accepted.or(order.reads_accepted.as_ref()) {
        Some(accepted) => accepted_kind(conn, owner, order.kind, accepted)?,
        None => kinds::read(conn, owner, order.kind)?,
    };
    let replaced = order.upgrades.map(|id| upgradable(conn, owner, id, today)).transpose()?;
    let sale = match order.paid {
        Paid::Sale(id) => Some(licensable(conn, owner, order, id, today)?),
        Paid::Not | Paid::New { .. } => None,
    };
    let beat = order
        .beat
        .or_else(|| replaced.as_ref().and_then(|old| old.grant.beat))
        .or_else(|| sale.as_ref().and_then(|sale| sale.content.beat))
        .ok_or_else(|| Error::invalid("document_id", "Choose a beat"))?;
    if sale.as_ref().is_some_and(|sale| sale.content.beat.is_some_and(|sold| sold != beat)) {
        return Err(Error::invalid("document_id", "The sale is of another beat"));
    }
    let document = documents::find(conn, owner, beat)?.ok_or_else(|| Error::missing("beat"))?;
    let (client, buyer) = buyer(conn, owner, order, sale.as_ref(), replaced.as_ref())?;
    let is_exclusive = kind.kind.terms.is_exclusive;
    if !is_offered {
        check_beat(conn, owner, &document, is_exclusive, order, (client, &buyer), now)?;
    }
    if let Some(sale) = &sale
        && is_exclusive != (sale.content.license == sale_rules::License::Exclusive)
    {
        let message = if is_exclusive {
            "This sale isn't exclusive. Choose another kind, or change the sale first."
        } else {
            "This sale is exclusive. Choose an exclusive kind, or change the sale first."
        };
        return Err(Error::invalid("kind_id", message));
    }
    if let Some(old) = &replaced
        && (old.grant.kind == order.kind || !is_step_up(old.grant.tier, kind.kind.tier))
    {
        return Err(Error::invalid("kind_id", "Choose a kind above the present one"));
    }
    let (price, currency) = fee(conn, owner, order, &kind, beat, sale.as_ref(), replaced.as_ref())?;
    if price == Minor::ZERO && !matches!(order.paid, Paid::Not) {
        return Err(Error::invalid("sale", "A license without a price has no sale"));
    }
    let starts_on =
        order.starts_on.or_else(|| sale.as_ref().map(|sale| sale.content.day)).unwrap_or(today);
    let terms = kind.kind.terms.clone();
    let expires_on = last_day(starts_on, terms.term);
    let prior_licenses = match is_exclusive {
        true => earlier(conn, owner, order, beat, today)?,
        false => Vec::new(),
    };
    let roles: Vec<_> = terms.delivers.iter().copied().collect();
    let found = library::roles::for_roles(conn, owner, &document, &roles)?;
    let files = found.into_iter().map(|file| File {
        id: file.id.to_string(),
        role: file.role,
        name: file.name,
        size: file.size,
        content_hash: file.content_hash,
    });
    let ahead = order.offered.as_ref().map_or(0, |offered| offered.ahead);
    let number = issued::coming_number(conn, owner)? + ahead;
    let producer = match (&order.sample, accepted.or(order.reads_accepted.as_ref())) {
        (Some(producer), _) => producer.clone(),
        (None, Some(accepted)) => accepted.producer.clone(),
        (None, None) => kinds::profile(conn, owner)?.producer(),
    };
    let facts = Facts {
        number,
        kind: kind.kind.name.clone(),
        issued: starts_on,
        expires: expires_on,
        producer: producer.clone(),
        buyer: buyer.clone(),
        beat: facts_of(&document, &order.samples),
        fee: price,
        currency,
        prior_licenses,
        is_offered,
    };
    let text = Text::parse(&kind.text.text).map_err(Error::ContractFaults)?;
    let filled = text.fill(&terms, &facts);
    let grant = Grant {
        kind: kind.id,
        kind_name: kind.kind.name.clone(),
        tier: kind.kind.tier,
        beat: Some(beat),
        title: document.title.clone(),
        client,
        buyer,
        price,
        currency,
        issued_at: now,
        starts_on,
        expires_on,
        upgraded_from: replaced.as_ref().map(License::as_other),
        text_version: kind.text.version.number,
        text_hash: kind.text.version.hash.clone(),
        terms: terms::write(&terms)?,
        is_recorded_by_producer: accepted.is_none(),
    };
    Ok(Draft {
        accepted: accepted.map(|accepted| Signature {
            by: accepted.by.clone(),
            at: accepted.at,
            address: accepted.address.clone(),
            browser: accepted.browser.clone(),
            reference: accepted.reference.clone(),
        }),
        number,
        grant,
        terms,
        files: files.collect(),
        producer,
        blocks: filled.blocks,
        missing: filled.missing,
        sale,
        replaced,
    })
}

/// The license to upgrade, which must be in force.
fn upgradable(conn: &mut Conn, owner: UserId, id: LicenseId, today: Day) -> Result<License> {
    let license = issued::find(conn, owner, id)?.ok_or_else(|| Error::missing("license"))?;
    match license.state(today) {
        State::Active => Ok(license),
        state => Err(ending::not_active(&license, state)),
    }
}

/// A sale for which a license can be issued.
fn licensable(
    conn: &mut Conn,
    owner: UserId,
    order: &Order,
    id: SaleId,
    today: Day,
) -> Result<Sale> {
    let sale = stored_sales::find(conn, owner, id)?.ok_or_else(|| Error::missing("sale"))?;
    let is_open = matches!(sale.content.status, SaleStatus::Completed | SaleStatus::Pending);
    if !is_open && order.sample.is_none() {
        let message = "A failed or refunded sale has no license.";
        return Err(Error::Conflict(message.to_owned()));
    }
    let has_one = |license: &&License| license.state(today) == State::Active;
    if let Some(license) = issued::of_sale(conn, owner, id)?.iter().find(has_one) {
        let message = format!("{} was issued for this sale already.", license.reference());
        return Err(Error::Conflict(message));
    }
    Ok(sale)
}

fn buyer(
    conn: &mut Conn,
    owner: UserId,
    order: &Order,
    sale: Option<&Sale>,
    replaced: Option<&License>,
) -> Result<(Option<BeneficiaryId>, Buyer)> {
    let client = order
        .client
        .or_else(|| replaced.and_then(|old| old.grant.client))
        .or_else(|| sale.and_then(|sale| sale.content.buyer.client));
    let mut known = replaced.map(|old| old.grant.buyer.clone()).unwrap_or_default();
    if let (None, Some(sale)) = (replaced, sale) {
        known.name.clone_from(&sale.content.buyer.name);
        known.email = sale.content.buyer.email.clone().unwrap_or_default();
    }
    if let (None, Some(id)) = (replaced, client) {
        let client = links::client(conn, owner, id)?;
        let address = client.address.unwrap_or_default();
        known = Buyer { name: client.name, email: client.email, address, ..known };
    }
    let buyer = order.buyer.onto(known);
    if buyer.name.is_empty() && order.offered.is_none() {
        return Err(Error::invalid("name", "Enter the buyer's name, or choose a client"));
    }
    Ok((client, buyer))
}

/// The price and its currency: as sent, else of the sale, else the difference to what was paid before, else of the beat.
fn fee(
    conn: &mut Conn,
    owner: UserId,
    order: &Order,
    kind: &kinds::LicenseKind,
    beat: DocumentId,
    sale: Option<&Sale>,
    replaced: Option<&License>,
) -> Result<(Minor, Currency)> {
    if let Some(sale) = sale {
        return Ok((sale.content.amount, sale.content.currency));
    }
    let (asked, asked_currency) = asked_price(conn, owner, kind, beat)?;
    let currency = order.currency.unwrap_or(asked_currency);
    if let Some(price) = order.price {
        return Ok((price, currency));
    }
    if currency != asked_currency {
        return Err(Error::invalid("price", "Enter a price in this currency"));
    }
    let Some(old) = replaced else { return Ok((asked, currency)) };
    let paid = paid_so_far(conn, owner, old, currency)?;
    let difference = Minor::new(asked.get() - paid.get()).filter(|rest| *rest > Minor::ZERO);
    match difference {
        Some(difference) => Ok((difference, currency)),
        None => {
            let paid = display(paid.get(), currency);
            let message = format!("{paid} was paid already. Enter a price for the upgrade.");
            Err(Error::invalid("price", message))
        }
    }
}

/// What a license and those it replaced have cost, which must be in one currency.
fn paid_so_far(
    conn: &mut Conn,
    owner: UserId,
    license: &License,
    currency: Currency,
) -> Result<Minor> {
    let (mut paid, mut next) = (0_i64, Some(license.clone()));
    while let Some(license) = next {
        if license.grant.currency != currency && license.grant.price > Minor::ZERO {
            let message = "The license was paid in another currency. Enter a price.";
            return Err(Error::invalid("price", message));
        }
        paid = paid.saturating_add(license.grant.price.get());
        next = match license.grant.upgraded_from {
            Some(other) => issued::find(conn, owner, other.id)?,
            None => None,
        };
    }
    Ok(Minor::new(paid).unwrap_or(Minor::MAX))
}

/// What the beat costs with this kind.
fn asked_price(
    conn: &mut Conn,
    owner: UserId,
    kind: &kinds::LicenseKind,
    beat: DocumentId,
) -> Result<(Minor, Currency)> {
    let all = prices::list(conn, owner, beat)?;
    let own = all.into_iter().find(|(id, _)| *id == kind.id).map(|(_, price)| price);
    let asked = asked(&kind.kind, own, true, false);
    Ok((asked.price.unwrap_or(kind.kind.price), asked.currency))
}

/// Refuses a license of a beat that was given away, and an exclusive one of a beat that is kept for somebody else.
fn check_beat(
    conn: &mut Conn,
    owner: UserId,
    beat: &Document,
    is_exclusive: bool,
    order: &Order,
    (client, buyer): (Option<BeneficiaryId>, &Buyer),
    now: Timestamp,
) -> Result<()> {
    let title = &beat.title;
    if let Some(other) = issued::exclusive_of_beat(conn, owner, beat.id, Day::of(now))? {
        return Err(Error::Conflict(format!(
            "“{title}” is licensed exclusively to {} ({}), so no other license can be issued.",
            other.grant.buyer.name,
            other.reference()
        )));
    }
    let own = match order.paid {
        Paid::Sale(id) => id,
        Paid::Not | Paid::New { .. } => SaleId::from_bytes([0; 16]),
    };
    if let Some(other) = stored_sales::find_exclusive(conn, owner, beat.id, own)?
        && (is_exclusive || other.content.status == SaleStatus::Completed)
        && (order.sample.is_none() || other.content.day <= Day::of(now))
    {
        return Err(Error::Conflict(sales::sold_beats::given_away_to(&other)));
    }
    if is_exclusive
        && let Some(kept) = reservations::find(conn, owner, beat.id)?
        && kept.is_in_force(now)
        && !kept.is_for(client, &buyer.name, &buyer.email)
    {
        return Err(Error::Conflict(super::reservations::reserved(title, &kept)));
    }
    Ok(())
}

/// The licenses that an exclusive contract lists, one line each.
fn earlier(
    conn: &mut Conn,
    owner: UserId,
    order: &Order,
    beat: DocumentId,
    today: Day,
) -> Result<Vec<String>> {
    let all = issued::in_force_of_beat(conn, owner, beat, today)?;
    let others = all.iter().filter(|license| Some(license.id) != order.upgrades);
    let line = |license: &License| {
        let Grant { kind_name, buyer, starts_on, expires_on, .. } = &license.grant;
        let to =
            if order.names_earlier_buyers { format!(" to {}", buyer.name) } else { String::new() };
        let end = match expires_on {
            Some(day) => format!("ends {}", long_day(*day)),
            None => "no end date".to_owned(),
        };
        let reference = license.reference();
        format!("{reference}, {kind_name}{to}, issued {}, {end}", long_day(*starts_on))
    };
    Ok(others.map(line).collect())
}

fn facts_of(document: &Document, samples: &str) -> Beat {
    let tempo = document.bpm.map(|bpm| format!("{} BPM", bpm.beats().round()));
    let length = document.duration_ms.map(|millis| {
        let seconds = (millis + 500) / 1000;
        format!("{}:{:02}", seconds / 60, seconds % 60)
    });
    Beat {
        title: document.title.clone(),
        tempo: tempo.unwrap_or_default(),
        key: document.musical_key.map(|key| key.as_str().to_owned()).unwrap_or_default(),
        length: length.unwrap_or_default(),
        samples: samples.to_owned(),
    }
}

pub async fn issue(
    app: &App,
    actor: &Actor,
    form: IssueForm,
    reply: Reply<Whole>,
) -> Result<Answer> {
    carry_out(app, actor, form, (None, None), app.now(), reply).await
}

/// Issues a license as a part of the sample data, in the past.
pub(crate) async fn issue_sample(
    app: &App,
    actor: &Actor,
    form: IssueForm,
    upgrades: Option<LicenseId>,
    producer: Producer,
    at: Timestamp,
) -> Result<LicenseId> {
    let tell = Box::new(|whole: &Whole| whole.license.id.to_string());
    let reply = Reply { retry: None, status: 201, tell };
    let answer = carry_out(app, actor, form, (upgrades, Some(producer)), at, reply).await?;
    LicenseId::parse(&answer.body).ok_or_else(|| Error::unexpected("a license has no id"))
}

/// Issues a license of a higher kind in place of one that is in force, which becomes superseded.
pub async fn upgrade(
    app: &App,
    actor: &Actor,
    id: LicenseId,
    form: IssueForm,
    reply: Reply<Whole>,
) -> Result<Answer> {
    carry_out(app, actor, form, (Some(id), None), app.now(), reply).await
}

#[derive(Debug)]
pub struct Preview {
    pub blocks: Vec<Block>,
    pub missing: Vec<Field>,
    pub price: Minor,
    pub currency: Currency,
    pub expires_on: Option<Day>,
    pub files: Vec<File>,
}

/// The contract as it would be.
pub async fn preview(
    app: &App,
    actor: &Actor,
    form: IssueForm,
    upgrades: Option<&str>,
) -> Result<Preview> {
    let (owner, now) = (actor.user, app.now());
    let upgrades = upgrades.map(ids::parse).transpose()?;
    let order = form.check(upgrades, now)?;
    kinds::ensure(app, owner).await?;
    let draft = app
        .read(move |conn| {
            conn.snapshot()?;
            draft(conn, owner, &order, now)
        })
        .await?;
    Ok(Preview {
        blocks: draft.blocks,
        missing: draft.missing,
        price: draft.grant.price,
        currency: draft.grant.currency,
        expires_on: draft.grant.expires_on,
        files: draft.files,
    })
}

async fn carry_out(
    app: &App,
    actor: &Actor,
    form: IssueForm,
    (upgrades, sample): (Option<LicenseId>, Option<Producer>),
    now: Timestamp,
    mut reply: Reply<Whole>,
) -> Result<Answer> {
    let owner = actor.user;
    if let Some(answer) = idempotency::replayed(app, owner, reply.retry.clone()).await? {
        return Ok(answer);
    }
    let order = Arc::new(Order { sample, ..form.check(upgrades, now)? });
    kinds::ensure(app, owner).await?;
    for _ in 0..MOST_DRAFTS {
        let asked = order.clone();
        let drafted = app
            .read(move |conn| {
                conn.snapshot()?;
                let draft = draft(conn, owner, &asked, now)?;
                if !draft.missing.is_empty() {
                    return Err(Error::ContractGaps(draft.missing));
                }
                Ok(draft)
            })
            .await;
        let drafted = match drafted {
            Ok(draft) => draft,
            // The same request may have been carried out a moment ago, and this is its effect.
            Err(error) => {
                return match idempotency::replayed(app, owner, reply.retry.clone()).await? {
                    Some(answer) => Ok(answer),
                    None => Err(error),
                };
            }
        };
        let made = make(drafted, actor.caller.clone(), app.seal.clone()).await?;
        let id = LicenseId::new(now, crypto::random());
        let mut stored = Unnamed::new(app, contract_key(owner, id));
        app.blobs.put(stored.key(), made.bytes.clone().into()).await?;
        let (asked, caller) = (order.clone(), actor.caller.clone());
        let tried = idempotency::try_once(app, owner, reply, move |tx| {
            write(tx, owner, &asked, id, &made, &caller, now)
        });
        match tried.await? {
            Tried::Answered(answer) => {
                stored.is_named = !answer.is_replayed;
                return Ok(answer);
            }
            Tried::Again(unused) => reply = unused,
        }
    }
    Err(Error::Busy)
}

/// A draft with its contract.
struct Made {
    draft: Draft,
    bytes: Vec<u8>,
    contract: Contract,
}

async fn make(draft: Draft, caller: Caller, seal: Option<Arc<Seal>>) -> Result<Made> {
    let made = tokio::task::spawn_blocking(move || {
        let Draft { grant, producer, blocks, number, sale, replaced, accepted, .. } = &draft;
        let reference = reference(*number);
        let given = |lines: Vec<&'_ str>| -> Vec<String> {
            let lines = lines.into_iter().filter(|line| !line.trim().is_empty());
            lines.map(str::to_owned).collect()
        };
        let of = |first: &'_ str, address: &'_ str, rest: &[&'_ str]| {
            given([&[first], address.lines().collect::<Vec<_>>().as_slice(), rest].concat())
        };
        let seller = of(&producer.alias, &producer.address, &[]);
        let Buyer { alias, address, country, email, .. } = &grant.buyer;
        let buyer = of(alias, address, &[country, email]);
        let (address, browser) = match accepted {
            Some(signed) => (signed.address.clone(), signed.browser.clone()),
            None => (caller.address.to_string(), device(caller.user_agent.as_deref())),
        };
        let note = match (sale, replaced) {
            _ if accepted.is_some() => {
                let reference = accepted.as_ref().map(|signed| signed.reference.as_str());
                format!("Issued for offer {}.", reference.unwrap_or_default())
            }
            (Some(sale), _) => {
                let day = long_day(sale.content.day);
                format!("Issued for sale {} of {day}.", sale.reference())
            }
            (None, Some(old)) => format!("Replaces {}.", old.reference()),
            (None, None) => String::new(),
        };
        let paper = Paper {
            reference: &reference,
            kind: &grant.kind_name,
            title: &grant.title,
            producer: Party {
                name: &producer.name,
                details: seller.iter().map(String::as_str).collect(),
            },
            buyer: Party {
                name: &grant.buyer.name,
                details: buyer.iter().map(String::as_str).collect(),
            },
            issued: Day::of(grant.issued_at),
            blocks,
            record: Record {
                accepted_by: accepted.as_ref().map(|signed| signed.by.as_str()),
                at: accepted.as_ref().map_or(grant.issued_at, |signed| signed.at),
                address: &address,
                browser: &browser,
                note: &note,
                text_version: grant.text_version,
                text_hash: &grant.text_hash,
            },
        };
        let (bytes, pages) = operations::seal::write(seal.as_deref(), &paper)?;
        let contract = Contract {
            size: i64::try_from(bytes.len()).unwrap_or(i64::MAX),
            pages: i64::try_from(pages).unwrap_or(i64::MAX),
            sha256: events::digest(&bytes),
        };
        Ok(Made { bytes, contract, draft })
    });
    made.await.map_err(Error::unexpected)?
}

/// Writes the license and all its effects; `None` if it would not be the one that was made.
fn write(
    tx: &mut Tx,
    owner: UserId,
    order: &Order,
    id: LicenseId,
    made: &Made,
    caller: &Caller,
    now: Timestamp,
) -> Result<Option<Whole>> {
    let mut ledger = Ledger::open(tx, owner)?;
    // Before the sale's notification, as everywhere else.
    documents::lock(tx, owner)?;
    offers::lock(tx, owner)?;
    let today = Day::of(now);
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
    whole(tx, owner, new, today).map(Some)
}

/// Adds the license to the account's. The caller holds the locks of the ledger and the library.
fn add(
    tx: &mut Tx,
    owner: UserId,
    id: LicenseId,
    made: &Made,
    sale: Option<&Sale>,
    caller: &Caller,
    now: Timestamp,
) -> Result<License> {
    let today = Day::of(now);
    let Made { draft: drafted, contract, .. } = made;
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
    let happened = |kind: EventKind, detail: String| Happened {
        kind,
        at: now,
        detail,
        facts: None,
        address: Some(caller.address.to_string()),
        browser: caller.user_agent.as_deref().map(|agent| device(Some(agent))),
    };
    if let Some(signed) = &drafted.accepted {
        let accepted = Happened {
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
        events::add(tx, owner, new, Happened { facts, ..happened(EventKind::Issued, detail) })?;
    if let Some(old) = &drafted.replaced {
        let after = old
            .supersede(new.as_other(), now)
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

impl Draft {
    /// The offer that the license was accepted in.
    fn accepted_in(&self) -> Option<&str> {
        self.accepted.as_ref().map(|signed| signed.reference.as_str())
    }
}

/// The contract of an offer's license, as a buyer reads it.
#[derive(Debug, Clone)]
pub(crate) struct Reading {
    pub kind_name: String,
    pub tier: sale_rules::License,
    pub terms: Terms,
    pub text_version: i64,
    pub text_hash: String,
    pub producer: Producer,
    pub blocks: Vec<Block>,
    pub missing: Vec<Field>,
}

/// Fills the contract of an offer's license. It only reads.
pub(crate) fn read_contract(
    conn: &mut Conn,
    owner: UserId,
    offered: Offered,
    now: Timestamp,
) -> Result<Reading> {
    read_order(conn, owner, &offered.order(), now)
}

/// The same with what was accepted: the buyer's values are in it, the number and the days are still open.
pub(crate) fn read_accepted(
    conn: &mut Conn,
    owner: UserId,
    offered: Offered,
    accepted: Accepted,
    now: Timestamp,
) -> Result<Reading> {
    let order = Order { reads_accepted: Some(accepted), ..offered.order() };
    read_order(conn, owner, &order, now)
}

fn read_order(conn: &mut Conn, owner: UserId, order: &Order, now: Timestamp) -> Result<Reading> {
    let draft = draft(conn, owner, order, now)?;
    Ok(Reading {
        kind_name: draft.grant.kind_name,
        tier: draft.grant.tier,
        terms: draft.terms,
        text_version: draft.grant.text_version,
        text_hash: draft.grant.text_hash,
        producer: draft.producer,
        blocks: draft.blocks,
        missing: draft.missing,
    })
}

/// Licenses of an offer with their contracts made and stored, before the transaction that issues them. Contracts that
/// no license came to name are removed.
pub(crate) struct Prepared {
    all: Vec<(Order, LicenseId, Made)>,
}

/// The contracts of prepared licenses, which are removed unless they are named.
pub(crate) struct Contracts(Vec<Unnamed>);

impl Contracts {
    pub fn keep(mut self) {
        for stored in &mut self.0 {
            stored.is_named = true;
        }
    }
}

pub(crate) async fn prepare(
    app: &App,
    owner: UserId,
    offered: Vec<Offered>,
    caller: &Caller,
    now: Timestamp,
) -> Result<(Prepared, Contracts)> {
    let (mut all, mut contracts) = (Vec::new(), Vec::new());
    for each in offered {
        let order = each.order();
        let asked = order.clone();
        let drafted = app
            .read(move |conn| {
                conn.snapshot()?;
                let draft = draft(conn, owner, &asked, now)?;
                if !draft.missing.is_empty() {
                    return Err(Error::ContractGaps(draft.missing));
                }
                Ok(draft)
            })
            .await?;
        let made = make(drafted, caller.clone(), app.seal.clone()).await?;
        let id = LicenseId::new(now, crypto::random());
        let stored = Unnamed::new(app, contract_key(owner, id));
        app.blobs.put(stored.key(), made.bytes.clone().into()).await?;
        contracts.push(stored);
        all.push((order, id, made));
    }
    Ok((Prepared { all }, Contracts(contracts)))
}

impl Prepared {
    /// Whether the licenses would still be the ones that were prepared. The caller holds the locks of the ledger and the
    /// library.
    pub fn is_current(&self, tx: &mut Tx, owner: UserId, now: Timestamp) -> Result<bool> {
        for (order, _, made) in &self.all {
            if draft(tx, owner, order, now)? != made.draft {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Issues them, in the caller's transaction.
    pub fn issue(
        &self,
        tx: &mut Tx,
        owner: UserId,
        sale: Option<&Sale>,
        caller: &Caller,
        now: Timestamp,
    ) -> Result<Vec<License>> {
        let all = self.all.iter();
        all.map(|(_, id, made)| add(tx, owner, *id, made, sale, caller, now)).collect()
    }
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
