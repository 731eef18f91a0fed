//! The form of a transaction and its checks. The same form creates and changes a transaction; creating requires the
//! fields that have no default.

use domain::calendar::{Day, TimeOfDay};
use domain::error::{Faults, Invalid, required};
use domain::identity::users::profile_text;
use domain::ids::{AccountId, BeneficiaryId, CardId, Named, SaleId};
use domain::money::transactions::{Content, Kind, Status, Title};
use domain::money::{Currency, Minor};

use crate::money::dates;
use crate::money::ledger::{Ledger, no_account};
use crate::money::links::Links;
use crate::{Error, Result, ids};

const LONGEST_DESCRIPTION: usize = 2000;
const FIXED_TRANSFER: &str =
    "The accounts and amounts of a transfer can't be changed. Delete it and make a new one.";
const NO_TRANSFER: &str = "Choose two of your accounts to make a transfer";

/// An omitted field keeps its value. An empty description or id clears it.
#[derive(Debug, Default)]
pub struct TransactionForm {
    pub kind: Option<String>,
    pub title: Option<String>,
    pub description: Option<String>,
    pub date: Option<String>,
    pub time: Option<String>,
    /// The text of a JSON number.
    pub amount: Option<String>,
    pub currency: Option<String>,
    pub status: Option<String>,
    pub account_id: Option<String>,
    pub beneficiary_id: Option<String>,
    pub card_id: Option<String>,
    pub sale_id: Option<String>,
    /// The date is meant, although it looks mistyped.
    pub confirm_date: bool,
}

/// The form with every field parsed.
#[derive(Debug, Default)]
pub(crate) struct Patch {
    kind: Option<Kind>,
    title: Option<Title>,
    description: Option<Option<String>>,
    day: Option<Day>,
    time: Option<TimeOfDay>,
    amount: Option<Minor>,
    currency: Option<Currency>,
    status: Option<Status>,
    account: Option<AccountId>,
    beneficiary: Option<Option<BeneficiaryId>>,
    card: Option<Option<CardId>>,
    sale: Option<Option<SaleId>>,
    is_date_confirmed: bool,
}

impl TransactionForm {
    pub(crate) fn check(self, is_new: bool) -> Result<Patch> {
        let mut faults = Faults::default();
        if is_new {
            let needed = [("type", &self.kind), ("title", &self.title), ("amount", &self.amount)];
            for (field, sent) in needed {
                if sent.is_none() {
                    faults.note(Invalid::new(field, format!("{field} is required")));
                }
            }
        }
        let patch = Patch {
            kind: self.kind.and_then(|text| faults.take(Kind::parse(&text))),
            title: self.title.and_then(|text| faults.take(Title::parse(&text))),
            description: self.description.and_then(|text| {
                faults.take(profile_text("description", &text, LONGEST_DESCRIPTION))
            }),
            day: self.date.and_then(|text| faults.take(Day::parse("date", &text))),
            time: self.time.and_then(|text| faults.take(TimeOfDay::parse("time", &text))),
            amount: self.amount.and_then(|text| faults.take(Minor::parse("amount", &text))),
            currency: self
                .currency
                .and_then(|text| faults.take(Currency::parse("currency", &text))),
            status: self.status.and_then(|text| faults.take(Status::parse(&text))),
            is_date_confirmed: self.confirm_date,
            ..Patch::default()
        };
        faults.finish()?;
        // A malformed id gets the same answer as an unknown one.
        Ok(Patch {
            account: self
                .account_id
                .map(|text| AccountId::parse(&text).ok_or_else(no_account))
                .transpose()?,
            beneficiary: link(self.beneficiary_id)?,
            card: link(self.card_id)?,
            sale: link(self.sale_id)?,
            ..patch
        })
    }
}

pub(crate) fn link<T: Named>(sent: Option<String>) -> Result<Option<Option<T>>> {
    match sent {
        None => Ok(None),
        Some(text) if text.is_empty() => Ok(Some(None)),
        Some(text) => Ok(Some(Some(ids::parse(&text)?))),
    }
}

impl Patch {
    /// The content of a new transaction. Defaults: completed, now.
    pub fn into_new(self, ledger: &Ledger, (today, time): (Day, TimeOfDay)) -> Result<Content> {
        let account = match (self.account, self.currency) {
            (Some(id), _) => ledger.account(id)?,
            (None, currency) => ledger.default_account(currency.unwrap_or(Currency::Usd))?,
        };
        let (kind, title, amount) = required((self.kind, self.title, self.amount))?;
        if kind == Kind::Transfer {
            return Err(Error::invalid("type", NO_TRANSFER));
        }
        let content = Content {
            account: account.id,
            kind,
            status: self.status.unwrap_or(Status::Completed),
            title: title.as_str().to_owned(),
            description: self.description.flatten(),
            day: self.day.unwrap_or(today),
            time: self.time.unwrap_or(time),
            amount,
            currency: account.currency,
            beneficiary: self.beneficiary.flatten(),
            card: self.card.flatten(),
            sale: self.sale.flatten(),
            transfer: None,
        };
        let is_pending = content.status == Status::Pending;
        dates::check(content.day, is_pending, today, self.is_date_confirmed)?;
        check_consistency(content, self.currency)
    }

    /// The content of an existing transaction after the change.
    pub fn onto(self, old: &Content, ledger: &Ledger, today: Day) -> Result<Content> {
        if old.transfer.is_some() && self.moves_money(old) {
            return Err(Error::Conflict(FIXED_TRANSFER.to_owned()));
        }
        if old.transfer.is_none() && self.kind == Some(Kind::Transfer) {
            return Err(Error::invalid("type", NO_TRANSFER));
        }
        let account = ledger.account(self.account.unwrap_or(old.account))?;
        let content = Content {
            account: account.id,
            kind: self.kind.unwrap_or(old.kind),
            status: self.status.unwrap_or(old.status),
            title: self.title.map_or_else(|| old.title.clone(), |title| title.as_str().to_owned()),
            description: self.description.unwrap_or_else(|| old.description.clone()),
            day: self.day.unwrap_or(old.day),
            time: self.time.unwrap_or(old.time),
            amount: self.amount.unwrap_or(old.amount),
            currency: account.currency,
            beneficiary: self.beneficiary.unwrap_or(old.beneficiary),
            card: self.card.unwrap_or(old.card),
            sale: self.sale.unwrap_or(old.sale),
            transfer: old.transfer,
        };
        if content.day != old.day {
            let is_pending = content.status == Status::Pending;
            dates::check(content.day, is_pending, today, self.is_date_confirmed)?;
        }
        check_consistency(content, self.currency)
    }

    /// Whether the form changes more than the words and the date.
    fn moves_money(&self, old: &Content) -> bool {
        self.kind.is_some_and(|kind| kind != old.kind)
            || self.amount.is_some_and(|amount| amount != old.amount)
            || self.currency.is_some_and(|currency| currency != old.currency)
            || self.status.is_some_and(|status| status != old.status)
            || self.account.is_some_and(|account| account != old.account)
            || self.beneficiary.flatten().is_some()
            || self.card.flatten().is_some()
            || self.sale.flatten().is_some()
    }

    /// The references that the form sets.
    pub fn links(&self) -> Links {
        Links {
            beneficiary: self.beneficiary.flatten(),
            card: self.card.flatten(),
            sale: self.sale.flatten(),
        }
    }
}

/// Checks the rules between fields: the sign of the amount fits the type, and the requested currency is that of the
/// account.
pub(crate) fn check_consistency(content: Content, named: Option<Currency>) -> Result<Content> {
    content.kind.check_sign(content.amount)?;
    match named {
        Some(currency) if currency != content.currency => {
            let own = content.currency.as_str();
            let message = format!("currency must be {own}, the currency of the account");
            Err(Error::invalid("currency", message))
        }
        _ => Ok(content),
    }
}
