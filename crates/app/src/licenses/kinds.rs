//! License kinds: listing, adding, changing, ordering and removing them. Every account starts with six.

use std::collections::{BTreeMap, BTreeSet};

use domain::error::{Faults, Invalid};
use domain::ids::{LicenseKindId, UserId};
use domain::licenses::Role;
use domain::licenses::fields::Field;
use domain::licenses::kinds::{Kind, MOST_KINDS, defaults};
use domain::licenses::legal_profile::LegalProfile;
use domain::licenses::terms::{BuyBack, Cap, Caps, Share, Term, Terms, Use};
use domain::licenses::texts::{MOST_VERSIONS, Text, Version, for_kind};
use domain::money::Minor;
use domain::sales::{self, License};
use domain::time::Timestamp;
use sha2::{Digest, Sha256};
use storage::db::{Conn, Tx};
use storage::identity::users;
use storage::library::documents;
use storage::licenses::kinds::{self as rows, KindRow};
use storage::licenses::{legal_profiles, texts as stored_texts};

use super::{readiness, terms};
use crate::{Actor, App, Error, Result, crypto};

const TOO_MANY: &str = "An account can have 12 license kinds. Please delete one first.";

/// A kind with its newest text, and what is still missing before a license of it can be issued.
#[derive(Debug, Clone)]
pub struct LicenseKind {
    pub id: LicenseKindId,
    pub kind: Kind,
    pub text: Text,
    pub missing: Vec<Field>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl LicenseKind {
    pub fn can_be_sold(&self) -> bool {
        self.kind.is_enabled && self.missing.is_empty()
    }

    fn of((row, text): (KindRow, Text), profile: &LegalProfile) -> Result<Self> {
        let (id, created_at, updated_at) = (row.id, row.created_at, row.updated_at);
        let kind = of_row(row)?;
        let missing = readiness::missing(&kind, &text.text, profile);
        Ok(Self { id, kind, text, missing, created_at, updated_at })
    }
}

fn of_row(row: KindRow) -> Result<Kind> {
    Ok(Kind {
        name: row.name,
        tier: row.tier,
        description: row.description,
        price: row.price,
        currency: row.currency,
        lowest_offer: row.lowest_offer,
        is_enabled: row.is_enabled,
        terms: terms::read(&row.terms)?,
    })
}

fn row(
    id: LicenseKindId,
    place: i64,
    kind: &Kind,
    created_at: Timestamp,
    now: Timestamp,
) -> Result<KindRow> {
    Ok(KindRow {
        id,
        place,
        name: kind.name.clone(),
        tier: kind.tier,
        description: kind.description.clone(),
        price: kind.price,
        currency: kind.currency,
        lowest_offer: kind.lowest_offer,
        is_enabled: kind.is_enabled,
        terms: terms::write(&kind.terms)?,
        created_at,
        updated_at: now,
    })
}

/// Gives an account the six kinds and an empty legal profile, unless it has had them before.
pub(crate) fn add_defaults(tx: &mut Tx, owner: UserId, now: Timestamp) -> Result<()> {
    rows::lock(tx, owner)?;
    if legal_profiles::exists(tx, owner)? {
        return Ok(());
    }
    let user = users::find(tx, owner)?.ok_or_else(crate::identity::sessions::no_session)?;
    legal_profiles::put(tx, owner, &LegalProfile::default(), None, now)?;
    for (place, kind) in (1..).zip(defaults(&user.name)) {
        add(tx, owner, place, &kind, for_kind(&kind), now)?;
    }
    Ok(())
}

/// Furnishes an account on its first use of licenses. Every use case of licenses begins with this.
pub(crate) async fn ensure(app: &App, owner: UserId) -> Result<()> {
    let is_furnished = app.read(move |conn| Ok(legal_profiles::exists(conn, owner)?)).await?;
    if !is_furnished {
        let now = app.now();
        app.write(move |tx| add_defaults(tx, owner, now)).await?;
    }
    Ok(())
}

fn add(
    tx: &mut Tx,
    owner: UserId,
    place: i64,
    kind: &Kind,
    text: &str,
    now: Timestamp,
) -> Result<LicenseKindId> {
    let id = LicenseKindId::new(now, crypto::random());
    let text = text_version(1, text, now);
    stored_texts::insert(tx, owner, id, &text)?;
    rows::insert(tx, owner, &row(id, place, kind, now, now)?, text.version.number)?;
    Ok(id)
}

/// A text with its number, its hash and its day.
pub(crate) fn text_version(number: i64, text: &str, now: Timestamp) -> Text {
    let hash = Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    Text { version: Version { number, hash, created_at: now }, text: text.to_owned() }
}

/// Adds a version of a kind's text and makes it the newest.
pub(crate) fn set_text(tx: &mut Tx, owner: UserId, id: LicenseKindId, new: &Text) -> Result<()> {
    stored_texts::insert(tx, owner, id, new)?;
    Ok(rows::set_text(tx, owner, id, new.version.number, new.version.created_at)?)
}

/// The legal profile; empty if nothing was entered yet.
pub(crate) fn profile(conn: &mut Conn, owner: UserId) -> Result<LegalProfile> {
    Ok(legal_profiles::find(conn, owner)?.map(|(profile, _)| profile).unwrap_or_default())
}

/// Every kind of an account that was furnished, in its order.
pub(crate) fn read_all(conn: &mut Conn, owner: UserId) -> Result<Vec<LicenseKind>> {
    let profile = profile(conn, owner)?;
    let kinds = rows::list(conn, owner)?;
    kinds.into_iter().map(|row| LicenseKind::of(row, &profile)).collect()
}

/// A kind of an account that was furnished.
pub(crate) fn read(conn: &mut Conn, owner: UserId, id: LicenseKindId) -> Result<LicenseKind> {
    let profile = profile(conn, owner)?;
    let row = rows::find(conn, owner, id)?.ok_or_else(missing)?;
    LicenseKind::of(row, &profile)
}

pub(crate) fn missing() -> Error {
    Error::missing("license kind")
}

pub async fn list(app: &App, actor: &Actor) -> Result<Vec<LicenseKind>> {
    let owner = actor.user;
    ensure(app, owner).await?;
    app.read(move |conn| {
        conn.snapshot()?;
        read_all(conn, owner)
    })
    .await
}

pub async fn find(app: &App, actor: &Actor, id: LicenseKindId) -> Result<LicenseKind> {
    let owner = actor.user;
    app.read(move |conn| {
        conn.snapshot()?;
        read(conn, owner, id)
    })
    .await
}

/// A cap as sent: the limit is the text of a JSON number.
#[derive(Debug)]
pub struct CapForm {
    pub allowed: bool,
    pub limit: Option<String>,
}

#[derive(Debug)]
pub struct BuyBackForm {
    pub years: String,
    pub percent: String,
}

/// The fields of a new or a changed kind. An omitted field keeps its value, or has its default in a new kind. Numbers
/// are the texts of JSON numbers; `null` clears one.
#[derive(Debug, Default)]
pub struct KindForm {
    pub name: Option<String>,
    pub tier: Option<String>,
    pub is_exclusive: Option<bool>,
    pub description: Option<String>,
    pub price: Option<String>,
    pub currency: Option<String>,
    pub lowest_offer: Option<String>,
    pub is_enabled: Option<bool>,
    pub delivers: Option<Vec<String>>,
    pub term_months: Option<String>,
    pub caps: BTreeMap<String, CapForm>,
    pub broadcast: Option<bool>,
    pub sync: Option<bool>,
    pub content_id: Option<bool>,
    pub publishing_share: Option<String>,
    pub writer_share: Option<String>,
    pub credit_line: Option<String>,
    pub credit_required: Option<bool>,
    pub governing_law: Option<String>,
    pub buy_back: Option<Option<BuyBackForm>>,
}

const LONGEST_LAW: usize = 120;
const NULL: &str = "null";

impl KindForm {
    /// The kind with the sent fields changed.
    fn onto(self, old: Kind) -> Result<Kind, Vec<Invalid>> {
        let mut faults = Faults::default();
        let Kind { terms: old_terms, .. } = &old;
        let tier = self.tier.and_then(|text| faults.take(tier(&text)));
        let is_exclusive = self.is_exclusive.or(tier.map(|tier| tier == License::Exclusive));
        let term = self.term_months.and_then(|text| match text.as_str() {
            NULL => Some(Term::Forever),
            digits => faults.take(months(digits)),
        });
        let delivers = self.delivers.and_then(|words| faults.take(roles(&words)));
        let caps = faults.take(caps(old_terms.caps.clone(), &self.caps));
        let law = self
            .governing_law
            .and_then(|text| faults.take(line("governing_law", &text, LONGEST_LAW)));
        let buy_back = self.buy_back.and_then(|sent| match sent {
            None => Some(None),
            Some(sent) => faults.take(buy_back(&sent)).map(Some),
        });
        let terms = Terms {
            is_exclusive: is_exclusive.unwrap_or(old_terms.is_exclusive),
            delivers: delivers.unwrap_or_else(|| old_terms.delivers.clone()),
            term: term.unwrap_or(old_terms.term),
            caps: caps.unwrap_or_else(|| old_terms.caps.clone()),
            allows_broadcast: self.broadcast.unwrap_or(old_terms.allows_broadcast),
            allows_sync: self.sync.unwrap_or(old_terms.allows_sync),
            allows_content_id: self.content_id.unwrap_or(old_terms.allows_content_id),
            publishing_share: self
                .publishing_share
                .and_then(|text| faults.take(share("publishing_share", &text)))
                .unwrap_or(old_terms.publishing_share),
            writer_share: self
                .writer_share
                .and_then(|text| faults.take(share("writer_share", &text)))
                .unwrap_or(old_terms.writer_share),
            credit_line: self
                .credit_line
                .and_then(|text| faults.take(line("credit_line", &text, usize::MAX)))
                .unwrap_or_else(|| old_terms.credit_line.clone()),
            is_credit_required: self.credit_required.unwrap_or(old_terms.is_credit_required),
            governing_law: match law {
                Some(law) => (!law.is_empty()).then_some(law),
                None => old_terms.governing_law.clone(),
            },
            buy_back: buy_back.unwrap_or(old_terms.buy_back),
        };
        let lowest_offer = self.lowest_offer.and_then(|text| match text.as_str() {
            NULL => Some(None),
            digits => faults.take(Minor::parse("lowest_offer", digits)).map(Some),
        });
        let kind = Kind {
            name: self
                .name
                .and_then(|text| faults.take(line("name", &text, usize::MAX)))
                .unwrap_or(old.name),
            tier: tier.unwrap_or(old.tier),
            description: self
                .description
                .and_then(|text| faults.take(paragraph(&text)))
                .unwrap_or(old.description),
            price: self
                .price
                .and_then(|text| faults.take(Minor::parse("price", &text)))
                .unwrap_or(old.price),
            currency: self
                .currency
                .and_then(|text| faults.take(sales::currency(&text)))
                .unwrap_or(old.currency),
            lowest_offer: lowest_offer.unwrap_or(old.lowest_offer),
            is_enabled: self.is_enabled.unwrap_or(old.is_enabled),
            terms,
        };
        for fault in kind.check().err().unwrap_or_default() {
            faults.note(fault);
        }
        faults.finish()?;
        Ok(kind)
    }

    /// A new kind: a lease without limits for the fields that were not sent.
    fn create(self, producer: &str) -> Result<Kind, Vec<Invalid>> {
        let mut faults = Faults::default();
        let needed = [
            ("name", "Name is required", self.name.is_none()),
            ("tier", "Tier is required", self.tier.is_none()),
            ("price", "Price is required", self.price.is_none()),
            ("delivers", "Choose at least one file to deliver", self.delivers.is_none()),
        ];
        for (field, message, _) in needed.into_iter().filter(|(.., is_missing)| *is_missing) {
            faults.note(Invalid::new(field, message));
        }
        faults.finish()?;
        let [_, lease, ..] = defaults(producer);
        let terms = Terms { caps: Caps::UNLIMITED, term: Term::Forever, ..lease.terms };
        self.onto(Kind { terms, ..lease })
    }
}

fn tier(text: &str) -> Result<License, Invalid> {
    let message = "tier must be one of basic, premium, unlimited, exclusive";
    License::find(text).ok_or_else(|| Invalid::new("tier", message))
}

fn parse_whole_number(text: &str) -> Option<i64> {
    // A JSON number may be written 24.0 or 2.4e1; what counts is that it is whole.
    let minor = Minor::parse("number", text).ok()?.get();
    (minor % 100 == 0).then_some(minor / 100)
}

fn months(text: &str) -> Result<Term, Invalid> {
    let months = parse_whole_number(text).and_then(|number| u16::try_from(number).ok());
    let message = "The term must be 1 to 1,200 months";
    months.map(Term::Months).ok_or_else(|| Invalid::new("term_months", message))
}

fn roles(words: &[String]) -> Result<BTreeSet<Role>, Invalid> {
    let role = |word: &String| {
        Role::parse(word).map_err(|invalid| Invalid { field: "delivers", ..invalid })
    };
    words.iter().map(role).collect()
}

fn caps(old: Caps, sent: &BTreeMap<String, CapForm>) -> Result<Caps, Invalid> {
    sent.iter().try_fold(old, |caps, (name, cap)| {
        let unknown = |_| Invalid::new("caps", format!("There is no limit for {name:?}"));
        let of = Use::parse(name).map_err(unknown)?;
        let limit = match cap.limit.as_deref() {
            None | Some(NULL) => None,
            Some(digits) => Some(limit(digits)?),
        };
        Ok(caps.with(
            of,
            match (cap.allowed, limit) {
                (false, _) => Cap::NotAllowed,
                (true, None) => Cap::Unlimited,
                (true, Some(number)) => Cap::Limit(number),
            },
        ))
    })
}

fn limit(digits: &str) -> Result<u64, Invalid> {
    let message = "A limit is a whole number from 0 to 1,000,000,000,000";
    let number = parse_whole_number(digits).and_then(|number| u64::try_from(number).ok());
    number.ok_or_else(|| Invalid::new("caps", message))
}

/// Percent with at most two decimals, as basis points.
fn share(field: &'static str, text: &str) -> Result<Share, Invalid> {
    let message = "A share is 0 to 100%, with at most two decimals";
    let points = Minor::parse(field, text).ok().and_then(|minor| Share::try_from(minor.get()).ok());
    points.ok_or_else(|| Invalid::new(field, message))
}

fn buy_back(sent: &BuyBackForm) -> Result<BuyBack, Invalid> {
    let number =
        |text: &str| parse_whole_number(text).and_then(|number| u16::try_from(number).ok());
    let message = "Enter the years and the percent of a buy-back as whole numbers";
    number(&sent.years)
        .zip(number(&sent.percent))
        .map(|(years, percent)| BuyBack { years, percent })
        .ok_or_else(|| Invalid::new("buy_back", message))
}

fn line(field: &'static str, text: &str, most: usize) -> Result<String, Invalid> {
    domain::licenses::legal_profile::text(field, text, most, false)
}

fn paragraph(text: &str) -> Result<String, Invalid> {
    domain::licenses::legal_profile::text("description", text, usize::MAX, true)
}

pub async fn create(app: &App, actor: &Actor, form: KindForm) -> Result<LicenseKind> {
    let (owner, now) = (actor.user, app.now());
    app.write(move |tx| {
        add_defaults(tx, owner, now)?;
        let user = users::find(tx, owner)?.ok_or_else(crate::identity::sessions::no_session)?;
        let kind = form.create(&user.name)?;
        let kinds = rows::list(tx, owner)?;
        if kinds.len() >= MOST_KINDS {
            return Err(Error::Conflict(TOO_MANY.to_owned()));
        }
        let place = kinds.iter().map(|(row, _)| row.place).max().unwrap_or(0) + 1;
        let id = add(tx, owner, place, &kind, for_kind(&kind), now)?;
        read(tx, owner, id)
    })
    .await
}

pub async fn update(
    app: &App,
    actor: &Actor,
    id: LicenseKindId,
    form: KindForm,
) -> Result<LicenseKind> {
    let (owner, now) = (actor.user, app.now());
    app.write(move |tx| {
        rows::lock(tx, owner)?;
        let (old, text) = rows::find(tx, owner, id)?.ok_or_else(missing)?;
        let (place, created_at) = (old.place, old.created_at);
        let old = of_row(old)?;
        let (old_default, number) = (for_kind(&old), text.version.number);
        let kind = form.onto(old)?;
        rows::update(tx, owner, &row(id, place, &kind, created_at, now)?)?;
        // A kind that becomes exclusive must not keep a contract that grants a non-exclusive license, so a text that
        // nobody has changed follows the kind.
        if text.text == old_default && for_kind(&kind) != old_default && number < MOST_VERSIONS {
            set_text(tx, owner, id, &text_version(number + 1, for_kind(&kind), now))?;
        }
        read(tx, owner, id)
    })
    .await
}

/// Puts the kinds in the order of the ids, which must name every kind once.
pub async fn reorder(app: &App, actor: &Actor, sent: Vec<String>) -> Result<Vec<LicenseKind>> {
    let (owner, now) = (actor.user, app.now());
    let order = sent.iter().map(|id| LicenseKindId::parse(id)).collect::<Option<Vec<_>>>();
    app.write(move |tx| {
        add_defaults(tx, owner, now)?;
        let known: BTreeSet<_> = rows::list(tx, owner)?.iter().map(|(row, _)| row.id).collect();
        let order = order.filter(|order| {
            order.len() == known.len() && order.iter().copied().collect::<BTreeSet<_>>() == known
        });
        let message = "Send the ids of all license kinds, each once";
        let order = order.ok_or_else(|| Error::invalid("ids", message))?;
        for (place, id) in (1..).zip(order) {
            rows::set_place(tx, owner, id, place)?;
        }
        read_all(tx, owner)
    })
    .await
}

/// Removes a kind. The texts that licenses name stay.
pub async fn remove(app: &App, actor: &Actor, id: LicenseKindId) -> Result<()> {
    let owner = actor.user;
    app.write(move |tx| {
        // Issuing a license holds the lock of the library, so that none names a text that is being removed.
        documents::lock(tx, owner)?;
        rows::lock(tx, owner)?;
        if !rows::remove(tx, owner, id)? {
            return Err(missing());
        }
        Ok(stored_texts::remove_unnamed(tx, owner, id)?)
    })
    .await
}
