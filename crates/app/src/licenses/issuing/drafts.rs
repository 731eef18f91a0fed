//! The draft of a license as it would be issued now: its grant, the files that it delivers, and the filled contract.

use std::sync::Arc;

use domain::calendar::{Day, Zone};
use domain::ids::{BeneficiaryId, DocumentId, LicenseId, SaleId, UserId};
use domain::library::documents::Document;
use domain::licenses::agreement::{self, Agreed};
use domain::licenses::contract::{Block, Text};
use domain::licenses::fields::{Beat, Buyer, Facts, Field, Producer};
use domain::licenses::issued::{File, Grant, License, State, is_step_up, last_day};
use domain::licenses::prices::asking_price;
use domain::licenses::reference;
use domain::licenses::spelling::long_day;
use domain::licenses::terms::Terms;
use domain::money::{Currency, Minor, display};
use domain::sales::{self as sale_rules, Sale, Status as SaleStatus};
use domain::time::Timestamp;
use storage::db::Conn;
use storage::identity::zones;
use storage::library::documents;
use storage::licenses::{events, issued, prices, reservations};
use storage::sales as stored_sales;

use super::orders::{AcceptedLicense, Order, Paid};
use crate::licenses::{ending, kinds, terms};
use crate::money::links;
use crate::{App, Error, Result, library, sales};

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Draft {
    pub(super) number: i64,
    /// The time zone of the account, for the days of the contract.
    pub(super) zone: Zone,
    pub(super) grant: Grant,
    pub(super) terms: Terms,
    pub(super) files: Vec<File>,
    pub(super) producer: Producer,
    pub(super) blocks: Vec<Block>,
    /// The text that the parties agreed on, as `domain::licenses::agreement` writes it; empty for a license that was
    /// accepted before it was stored.
    pub(super) agreed: String,
    pub(super) missing: Vec<Field>,
    /// The existing sale that the license is issued for.
    pub(super) sale: Option<Sale>,
    pub(super) replaced: Option<License>,
    pub(super) accepted: Option<Signature>,
}

/// Who accepted the contract, when and from where.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Signature {
    pub(super) by: String,
    pub(super) at: Timestamp,
    pub(super) address: String,
    pub(super) browser: String,
    /// The reference of the offer.
    pub(super) reference: String,
}

impl Draft {
    /// The reference of the offer that the license was accepted in.
    pub(super) fn accepted_in(&self) -> Option<&str> {
        self.accepted.as_ref().map(|signed| signed.reference.as_str())
    }
}

/// Drafts the license in a read of its own. Fails if a field of the contract has no value.
pub(super) async fn without_gaps(
    app: &App,
    owner: UserId,
    order: Arc<Order>,
    now: Timestamp,
) -> Result<Draft> {
    app.read(move |conn| {
        conn.snapshot()?;
        let draft = draft(conn, owner, &order, now)?;
        if !draft.missing.is_empty() {
            return Err(Error::ContractGaps(draft.missing));
        }
        Ok(draft)
    })
    .await
}

/// Drafts the license and refuses what the beat, the sale or the license to upgrade does not allow. It only reads, so
/// that it can run before the transaction and again inside it.
pub(super) fn draft(
    conn: &mut Conn,
    owner: UserId,
    order: &Order,
    now: Timestamp,
) -> Result<Draft> {
    let zone = zones::find(conn, owner)?;
    let today = zone.day_of(now);
    if let Some(accepted) = &order.accepted {
        return draft_as_accepted(conn, owner, order, accepted, (now, zone));
    }
    let kind = kinds::read(conn, owner, order.kind)?;
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
    check_beat(conn, owner, &document, is_exclusive, order, (client, &buyer), (now, &zone))?;
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
        return Err(Error::invalid("kind_id", "Choose a kind above the current one"));
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
        true => earlier(conn, owner, beat, order.upgrades, order.names_earlier_buyers, today)?,
        false => Vec::new(),
    };
    let files = files_of(conn, owner, &document, &terms)?;
    let number = issued::coming_number(conn, owner)?;
    let profile = kinds::profile(conn, owner)?;
    let producer = order.sample.clone().unwrap_or_else(|| profile.producer());
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
        is_offered: false,
    };
    let text = Text::parse(&kind.text.text).map_err(Error::ContractFaults)?;
    let filled = text.fill(&terms, &facts);
    let price_text = display(price.get(), currency);
    let license = Agreed {
        title: &document.title,
        kind: &kind.kind.name,
        price: &price_text,
        terms: &terms,
        blocks: &filled.blocks,
    };
    let parties = (producer.name.as_str(), profile.country.as_str());
    let agreed = agreement::text(&reference(number), parties, &buyer, &[license], &price_text);
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
        upgraded_from: replaced.as_ref().map(License::to_ref),
        text_version: kind.text.version.number,
        text_hash: events::digest(agreed.as_bytes()),
        terms: terms::write(&terms)?,
        is_recorded_by_producer: true,
    };
    Ok(Draft {
        accepted: None,
        number,
        zone,
        grant,
        terms,
        files,
        agreed,
        producer,
        blocks: filled.blocks,
        missing: filled.missing,
        sale,
        replaced,
    })
}

/// Drafts a license that was accepted in an offer. Its contract is the accepted one; only what could not be known before is
/// read now: number, days and files.
fn draft_as_accepted(
    conn: &mut Conn,
    owner: UserId,
    order: &Order,
    accepted: &AcceptedLicense,
    (now, zone): (Timestamp, Zone),
) -> Result<Draft> {
    let today = zone.day_of(now);
    let AcceptedLicense { paper, buyer, client, .. } = accepted;
    let terms = paper.terms.clone();
    let document =
        documents::find(conn, owner, paper.beat)?.ok_or_else(|| Error::missing("beat"))?;
    check_beat(conn, owner, &document, terms.is_exclusive, order, (*client, buyer), (now, &zone))?;
    let files = files_of(conn, owner, &document, &terms)?;
    let grant = Grant {
        kind: paper.kind,
        kind_name: paper.kind_name.clone(),
        tier: paper.tier,
        beat: Some(paper.beat),
        title: paper.facts.title.clone(),
        client: *client,
        buyer: buyer.clone(),
        price: paper.price,
        currency: paper.currency,
        issued_at: now,
        starts_on: today,
        expires_on: last_day(today, terms.term),
        upgraded_from: None,
        text_version: paper.text_version,
        text_hash: accepted.text_hash.clone(),
        terms: terms::write(&terms)?,
        is_recorded_by_producer: false,
    };
    Ok(Draft {
        number: issued::coming_number(conn, owner)? + accepted.ahead,
        zone,
        grant,
        terms,
        files,
        producer: paper.producer.clone(),
        blocks: accepted.blocks.clone(),
        agreed: accepted.text.clone(),
        missing: Vec::new(),
        sale: None,
        replaced: None,
        accepted: Some(Signature {
            by: accepted.by.clone(),
            at: accepted.at,
            address: accepted.address.clone(),
            browser: accepted.browser.clone(),
            reference: accepted.reference.clone(),
        }),
    })
}

/// The present files of the roles that a license promises.
fn files_of(conn: &mut Conn, owner: UserId, beat: &Document, terms: &Terms) -> Result<Vec<File>> {
    let roles: Vec<_> = terms.delivers.iter().copied().collect();
    let found = library::roles::for_roles(conn, owner, beat, &roles)?;
    let files = found.into_iter().map(|file| File {
        id: file.id.to_string(),
        role: file.role,
        name: file.name,
        size: file.size,
        content_hash: file.content_hash,
    });
    Ok(files.collect())
}

/// The license to upgrade, which must be in force.
fn upgradable(conn: &mut Conn, owner: UserId, id: LicenseId, today: Day) -> Result<License> {
    let license = issued::find(conn, owner, id)?.ok_or_else(|| Error::missing("license"))?;
    match license.state(today) {
        State::Active => Ok(license),
        state => Err(ending::not_active(&license, state)),
    }
}

/// Finds a sale, and refuses one that no license can be issued for.
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
    if buyer.name.is_empty() {
        return Err(Error::invalid("name", "Enter the buyer's name, or choose a client"));
    }
    Ok((client, buyer))
}

/// The price of a license and its currency: that of the sale, else the price as sent, else the difference to what was
/// paid before, else the price of the beat.
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
    let (asking, asking_currency) = price_of_kind(conn, owner, kind, beat)?;
    let currency = order.currency.unwrap_or(asking_currency);
    if let Some(price) = order.price {
        return Ok((price, currency));
    }
    if currency != asking_currency {
        return Err(Error::invalid("price", "Enter a price in this currency"));
    }
    let Some(old) = replaced else { return Ok((asking, currency)) };
    let paid = paid_so_far(conn, owner, old, currency)?;
    let difference = Minor::new(asking.get() - paid.get()).filter(|rest| *rest > Minor::ZERO);
    match difference {
        Some(difference) => Ok((difference, currency)),
        None => {
            let paid = display(paid.get(), currency);
            let message = format!("{paid} was paid already. Enter a price for the upgrade.");
            Err(Error::invalid("price", message))
        }
    }
}

/// The sum of the prices of a license and of those that it replaced, which must be in one currency.
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

/// The price of a license of this kind for the beat.
fn price_of_kind(
    conn: &mut Conn,
    owner: UserId,
    kind: &kinds::LicenseKind,
    beat: DocumentId,
) -> Result<(Minor, Currency)> {
    let all = prices::list(conn, owner, beat)?;
    let own = all.into_iter().find(|(id, _)| *id == kind.id).map(|(_, price)| price);
    let asking = asking_price(&kind.kind, own, true, false);
    Ok((asking.price.unwrap_or(kind.kind.price), asking.currency))
}

/// Refuses a license of a beat that was sold exclusively, and an exclusive license of a beat that is reserved for
/// somebody else.
fn check_beat(
    conn: &mut Conn,
    owner: UserId,
    beat: &Document,
    is_exclusive: bool,
    order: &Order,
    (client, buyer): (Option<BeneficiaryId>, &Buyer),
    (now, zone): (Timestamp, &Zone),
) -> Result<()> {
    let (title, today) = (&beat.title, zone.day_of(now));
    if let Some(other) = issued::exclusive_of_beat(conn, owner, beat.id, today)? {
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
        && (order.sample.is_none() || other.content.day <= today)
    {
        return Err(Error::Conflict(sales::sold_beats::given_away_to(&other)));
    }
    if is_exclusive
        && let Some(kept) = reservations::find(conn, owner, beat.id)?
        && kept.is_in_force(now)
        && !kept.is_for(client, &buyer.name, &buyer.email)
    {
        return Err(Error::Conflict(crate::licenses::reservations::reserved(title, &kept, zone)));
    }
    Ok(())
}

/// The licenses of a beat that the contract of an offered exclusive license lists, without the names of their buyers.
pub(crate) fn earlier_licenses(
    conn: &mut Conn,
    owner: UserId,
    beat: DocumentId,
    now: Timestamp,
) -> Result<Vec<String>> {
    let today = zones::day_of(conn, owner, now)?;
    earlier(conn, owner, beat, None, false, today)
}

/// The earlier licenses that an exclusive contract lists, one line each.
fn earlier(
    conn: &mut Conn,
    owner: UserId,
    beat: DocumentId,
    upgraded: Option<LicenseId>,
    names_buyers: bool,
    today: Day,
) -> Result<Vec<String>> {
    let all = issued::in_force_of_beat(conn, owner, beat, today)?;
    let others = all.iter().filter(|license| Some(license.id) != upgraded);
    let line = |license: &License| {
        let Grant { kind_name, buyer, starts_on, expires_on, .. } = &license.grant;
        let to = if names_buyers { format!(" to {}", buyer.name) } else { String::new() };
        let end = match expires_on {
            Some(day) => format!("ends {}", long_day(*day)),
            None => "no end date".to_owned(),
        };
        let reference = license.reference();
        format!("{reference}, {kind_name}{to}, issued {}, {end}", long_day(*starts_on))
    };
    Ok(others.map(line).collect())
}

pub(crate) fn facts_of(document: &Document, samples: &str) -> Beat {
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
