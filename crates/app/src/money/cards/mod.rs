//! Payment cards: listing, adding, changing and removing them. An account with cards has exactly one default card.

pub mod pins;

use domain::calendar::Day;
use domain::error::{Faults, Invalid};
use domain::identity::audit::Event;
use domain::ids::CardId;
use domain::money::cards::{Brand, Card, CardNumber, Expiry, Holder, REQUIRED, check_cvv};
use storage::db::Tx;
use storage::money::cards::{self, NewCard};
use storage::money::ledger;
use storage::money::links::MAX_CLEARED_PER_WRITE;

use crate::{Actor, App, Error, Result, crypto, quotas};

/// The purpose that card numbers are sealed under.
pub(crate) const NUMBER: &str = "card number";

pub struct Page {
    pub cards: Vec<Card>,
    pub total: i64,
}

pub async fn list(app: &App, actor: &Actor, limit: i64, offset: i64) -> Result<Page> {
    let owner = actor.user;
    app.read(move |conn| {
        let (cards, total) = cards::list(conn, owner, limit, offset)?;
        Ok(Page { cards, total })
    })
    .await
}

/// The form of a new card. It has no `Debug`, because it holds the card number and the security code.
#[derive(Default)]
pub struct CardForm {
    pub brand: Option<String>,
    pub number: Option<String>,
    pub holder_name: Option<String>,
    pub expiry_month: Option<String>,
    pub expiry_year: Option<String>,
    pub cvv: Option<String>,
    pub is_default: bool,
}

struct Checked {
    brand: Brand,
    number: CardNumber,
    holder: Holder,
    expiry: Expiry,
}

impl CardForm {
    /// Reports missing fields first; the other rules are only checked on a complete form.
    fn check(self, today: Day) -> Result<Checked> {
        let mut faults = Faults::default();
        let mut needed = |field, sent: Option<String>| {
            let text = sent.unwrap_or_default();
            if text.trim().is_empty() {
                faults.note(Invalid::new(field, REQUIRED));
            }
            text
        };
        let brand = needed("type", self.brand);
        let number = needed("number", self.number);
        let holder = needed("holder_name", self.holder_name);
        let month = needed("expiry_month", self.expiry_month);
        let year = needed("expiry_year", self.expiry_year);
        let cvv = needed("cvv", self.cvv);
        faults.finish()?;

        let mut faults = Faults::default();
        let number = faults.take(CardNumber::parse(&number));
        let holder = faults.take(Holder::parse(&holder));
        let expiry = Expiry::parse(&month, &year).and_then(|expiry| expiry.check_valid(today));
        let expiry = faults.take(expiry);
        faults.take(check_cvv(&cvv));
        let brand = faults.take(Brand::parse(&brand));
        let (brand, number, holder, expiry) = faults.all((brand, number, holder, expiry))?;
        Ok(Checked { brand, number, holder, expiry })
    }
}

/// Adds a card. The first card becomes the default, whatever the form says.
pub async fn add(app: &App, actor: &Actor, form: CardForm) -> Result<Card> {
    let now = app.now();
    let wants_default = form.is_default;
    let Checked { brand, number, holder, expiry } = form.check(actor.day_of(now))?;
    let id = CardId::new(now, crypto::random());
    let sealed_number =
        app.keys.seal_row(NUMBER, actor.user, id.as_bytes(), number.expose().as_bytes());
    let last_four = number.last_four().to_owned();
    let new = NewCard { id, brand, sealed_number, last_four, holder, expiry, created_at: now };
    let actor = actor.clone();
    app.write(move |tx| {
        let owner = actor.user;
        cards::lock(tx, owner)?;
        quotas::check_cards(tx, owner)?;
        cards::insert(tx, owner, &new)?;
        if wants_default || !cards::has_default(tx, owner)? {
            cards::set_default(tx, owner, id)?;
        }
        actor.caller.record(tx, owner, Event::CardAdded, now, Some(&ending(&new.last_four)))?;
        cards::find(tx, owner, id)?.ok_or_else(|| Error::missing("card"))
    })
    .await
}

/// The fields of a card that can be changed. The number cannot be changed, because another number is another card.
#[derive(Default)]
pub struct CardChanges {
    pub brand: Option<String>,
    pub holder_name: Option<String>,
    pub expiry_month: Option<String>,
    pub expiry_year: Option<String>,
}

pub async fn update(app: &App, actor: &Actor, id: CardId, changes: CardChanges) -> Result<Card> {
    let (owner, now) = (actor.user, app.now());
    let today = actor.day_of(now);
    app.write(move |tx| {
        cards::lock(tx, owner)?;
        let card = cards::find(tx, owner, id)?.ok_or_else(|| Error::missing("card"))?;
        let card = changes.onto(card, today)?;
        cards::update(tx, owner, &card, now)?;
        Ok(card)
    })
    .await
}

impl CardChanges {
    /// Only a new expiry must be in the future; other fields of an expired card can still be changed.
    fn onto(self, mut card: Card, today: Day) -> Result<Card> {
        let mut faults = Faults::default();
        if let Some(holder) = self.holder_name.and_then(|text| faults.take(Holder::parse(&text))) {
            card.holder = holder.as_str().to_owned();
        }
        if self.expiry_month.is_some() || self.expiry_year.is_some() {
            let month = self.expiry_month.unwrap_or_else(|| card.expiry.month().to_string());
            let year = self.expiry_year.unwrap_or_else(|| card.expiry.year().to_string());
            let expiry = Expiry::parse(&month, &year);
            let expiry = expiry.and_then(|expiry| expiry.check_valid(today));
            card.expiry = faults.take(expiry).unwrap_or(card.expiry);
        }
        if let Some(brand) = self.brand.and_then(|text| faults.take(Brand::parse(&text))) {
            card.brand = brand;
        }
        faults.finish()?;
        Ok(card)
    }
}

pub async fn make_default(app: &App, actor: &Actor, id: CardId) -> Result<Card> {
    let owner = actor.user;
    app.write(move |tx| {
        cards::lock(tx, owner)?;
        let card = cards::find(tx, owner, id)?.ok_or_else(|| Error::missing("card"))?;
        cards::set_default(tx, owner, id)?;
        Ok(Card { is_default: true, ..card })
    })
    .await
}

/// Removes a card. If it was the default, the newest other card becomes the default. Transactions that refer to it
/// stay and lose the reference, in batches of `LET_GO_AT_ONCE`; the card goes with the last batch.
pub async fn remove(app: &App, actor: &Actor, id: CardId) -> Result<()> {
    let now = app.now();
    let step = |actor: Actor| {
        move |tx: &mut Tx| {
            let owner = actor.user;
            // A transaction that refers to a card is written under the ledger's lock; taking that lock keeps it from
            // referring to a deleted card.
            ledger::lock(tx, owner)?;
            cards::lock(tx, owner)?;
            let card = cards::find(tx, owner, id)?.ok_or_else(|| Error::missing("card"))?;
            if !storage::money::links::forget_card(tx, owner, id, MAX_CLEARED_PER_WRITE)? {
                return Ok(false);
            }
            cards::remove(tx, owner, id)?;
            if let (true, Some(next)) = (card.is_default, cards::newest(tx, owner)?) {
                cards::set_default(tx, owner, next)?;
            }
            let detail = ending(&card.last_four);
            actor.caller.record(tx, owner, Event::CardRemoved, now, Some(&detail))?;
            Ok(true)
        }
    };
    while !app.write(step(actor.clone())).await? {}
    Ok(())
}

pub(crate) fn ending(last_four: &str) -> String {
    format!("ending in {last_four}")
}
