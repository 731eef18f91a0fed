//! The form of a sale and its checks. The same form creates and changes a sale; creating requires the fields that have
//! no default.

use domain::calendar::Day;
use domain::error::{Faults, Invalid, required};
use domain::identity::users::profile_text;
use domain::ids::{BeneficiaryId, DocumentId, UserId};
use domain::money::transactions::Title;
use domain::money::{Currency, Minor};
use domain::sales::{Buyer, Content, License, Status, client_name, currency};
use domain::time::Timestamp;
use storage::db::Conn;
use storage::identity::settings;
use storage::identity::zones;

use crate::Result;
use crate::money::transactions::forms::link;
use crate::money::{dates, links};

const LONGEST_NOTES: usize = 2000;

/// An omitted field keeps its value. Empty notes and ids clear it.
#[derive(Debug, Default)]
pub struct SaleForm {
    pub title: Option<String>,
    pub beat_id: Option<String>,
    pub client_id: Option<String>,
    pub client: Option<String>,
    /// The text of a JSON number.
    pub amount: Option<String>,
    pub currency: Option<String>,
    pub license: Option<String>,
    pub date: Option<String>,
    pub status: Option<String>,
    pub notes: Option<String>,
    /// The date is meant, although it looks mistyped.
    pub confirm_date: bool,
}

/// The form with every field parsed.
#[derive(Debug, Default)]
pub(crate) struct Patch {
    title: Option<Title>,
    beat: Option<Option<DocumentId>>,
    client: Option<Option<BeneficiaryId>>,
    name: Option<String>,
    amount: Option<Minor>,
    currency: Option<Currency>,
    license: Option<License>,
    day: Option<Day>,
    status: Option<Status>,
    notes: Option<Option<String>>,
    is_date_confirmed: bool,
}

impl SaleForm {
    pub(crate) fn check(mut self, is_new: bool) -> Result<Patch> {
        let mut faults = Faults::default();
        let is_named = |id: &Option<String>| id.as_ref().is_some_and(|id| !id.is_empty());
        // A referenced client brings its own name, and a new sale of a beat takes the beat's title if it has none.
        if is_named(&self.client_id) {
            self.client = None;
        }
        if is_new && is_named(&self.beat_id) {
            self.title = self.title.filter(|title| !title.trim().is_empty());
        }
        if is_new {
            let needed = [
                ("title", self.title.is_none() && !is_named(&self.beat_id)),
                ("client", self.client.is_none() && !is_named(&self.client_id)),
                ("amount", self.amount.is_none()),
            ];
            for (field, _) in needed.into_iter().filter(|(_, is_missing)| *is_missing) {
                faults.note(Invalid::new(field, format!("{field} is required")));
            }
        }
        let patch = Patch {
            title: self.title.and_then(|text| faults.take(Title::parse(&text))),
            name: self.client.and_then(|text| faults.take(client_name(&text))),
            amount: self
                .amount
                .and_then(|text| faults.take(Minor::parse_positive("amount", &text))),
            currency: self.currency.and_then(|text| faults.take(currency(&text))),
            license: self.license.and_then(|text| faults.take(License::parse(&text))),
            day: self.date.and_then(|text| faults.take(Day::parse("date", &text))),
            status: self.status.and_then(|text| faults.take(Status::parse_given(&text))),
            notes: self
                .notes
                .and_then(|text| faults.take(profile_text("notes", &text, LONGEST_NOTES))),
            is_date_confirmed: self.confirm_date,
            ..Patch::default()
        };
        faults.finish()?;
        // A malformed id gets the same answer as an unknown one.
        Ok(Patch { beat: link(self.beat_id)?, client: link(self.client_id)?, ..patch })
    }
}

/// The currency of the settings. It may be one without accounts, which is for display only; then US dollars.
fn default_currency(conn: &mut Conn, owner: UserId) -> Result<Currency> {
    Ok(currency(settings::load(conn, owner)?.default_currency).unwrap_or(Currency::Usd))
}

impl Patch {
    /// The content of a new sale. Defaults: completed, today, the account's default currency, basic license.
    pub fn into_new(self, conn: &mut Conn, owner: UserId, now: Timestamp) -> Result<Content> {
        let today = zones::day_of(conn, owner, now)?;
        let buyer = self.buyer(conn, owner, None)?;
        let title = self.title(conn, owner)?;
        let (buyer, title, amount) = required((buyer, title, self.amount))?;
        let content = Content {
            title,
            beat: self.beat.flatten(),
            buyer,
            amount,
            currency: match self.currency {
                Some(currency) => currency,
                None => default_currency(conn, owner)?,
            },
            license: self.license.unwrap_or(License::Basic),
            day: self.day.unwrap_or(today),
            status: self.status.unwrap_or(Status::Completed),
            notes: self.notes.flatten(),
        };
        let is_pending = content.status == Status::Pending;
        dates::check(content.day, is_pending, today, self.is_date_confirmed)?;
        Ok(content)
    }

    /// The content of an existing sale after the change. Another beat does not change the title.
    pub fn onto(
        self,
        old: &Content,
        conn: &mut Conn,
        owner: UserId,
        now: Timestamp,
    ) -> Result<Content> {
        let today = zones::day_of(conn, owner, now)?;
        let buyer = self.buyer(conn, owner, Some(&old.buyer))?;
        if let Some(beat) = self.beat.flatten().filter(|beat| old.beat != Some(*beat)) {
            links::beat_title(conn, owner, beat)?;
        }
        let content = Content {
            title: self.title.map_or_else(|| old.title.clone(), |title| title.as_str().to_owned()),
            beat: self.beat.unwrap_or(old.beat),
            buyer: buyer.unwrap_or_else(|| old.buyer.clone()),
            amount: self.amount.unwrap_or(old.amount),
            currency: self.currency.unwrap_or(old.currency),
            license: self.license.unwrap_or(old.license),
            day: self.day.unwrap_or(old.day),
            status: self.status.unwrap_or(old.status),
            notes: self.notes.unwrap_or_else(|| old.notes.clone()),
        };
        if content.day != old.day {
            let is_pending = content.status == Status::Pending;
            dates::check(content.day, is_pending, today, self.is_date_confirmed)?;
        }
        Ok(content)
    }

    fn title(&self, conn: &mut Conn, owner: UserId) -> Result<Option<String>> {
        let beat = self.beat.flatten().map(|id| links::beat_title(conn, owner, id)).transpose()?;
        Ok(self.title.as_ref().map(|title| title.as_str().to_owned()).or(beat))
    }

    /// The buyer: a client of the account with the present name and e-mail address, or just a name.
    fn buyer(&self, conn: &mut Conn, owner: UserId, old: Option<&Buyer>) -> Result<Option<Buyer>> {
        if let Some(id) = self.client.flatten() {
            let client = links::client(conn, owner, id)?;
            let email = Some(client.email);
            return Ok(Some(Buyer { client: Some(id), name: client.name, email }));
        }
        let is_same = |old: &&Buyer| self.name.as_ref().is_none_or(|name| *name == old.name);
        if let Some(old) = old.filter(is_same) {
            let client = if self.client.is_some() { None } else { old.client };
            return Ok(Some(Buyer { client, ..old.clone() }));
        }
        Ok(self.name.clone().map(|name| Buyer { client: None, name, email: None }))
    }
}
