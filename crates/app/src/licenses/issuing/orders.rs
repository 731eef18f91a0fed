//! Orders, the input of issuing a license: a checked form, or a license that was accepted in an offer.

use domain::calendar::Day;
use domain::error::{Faults, Invalid};
use domain::identity::users::profile_text;
use domain::ids::{BeneficiaryId, DocumentId, LicenseId, LicenseKindId, SaleId};
use domain::licenses::contract::Block;
use domain::licenses::fields::{Buyer, Producer};
use domain::money::{Currency, Minor};
use domain::sales::{self as sale_rules, Status as SaleStatus};
use domain::time::Timestamp;

use super::paper::Paper;
use crate::money::dates;
use crate::{Error, Result, ids};

const LONGEST_NAME: usize = 120;
const LONGEST_EMAIL: usize = 254;
const LONGEST_ADDRESS: usize = 300;
const LONGEST_NOTES: usize = 2000;
const LONGEST_SAMPLES: usize = 500;
const NO_SAMPLES: &str = "none";

/// The buyer as sent. Omitted fields come from the client, the sale or the license that is upgraded.
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
    /// The text of the contract about samples used in the beat; if it is omitted, the contract says that there are
    /// none.
    pub samples: Option<String>,
    /// Whether an exclusive contract names the buyers of earlier licenses.
    pub names_earlier_buyers: bool,
}

/// The form with every field parsed.
#[derive(Debug, Clone)]
pub(super) struct Order {
    pub(super) kind: LicenseKindId,
    pub(super) beat: Option<DocumentId>,
    pub(super) client: Option<BeneficiaryId>,
    pub(super) buyer: PartOfBuyer,
    pub(super) price: Option<Minor>,
    pub(super) currency: Option<Currency>,
    pub(super) starts_on: Option<Day>,
    pub(super) paid: Paid,
    pub(super) upgrades: Option<LicenseId>,
    pub(super) samples: String,
    pub(super) names_earlier_buyers: bool,
    /// The producer named in a license of the sample data, which is issued in the past, among sales that came later.
    pub(super) sample: Option<Producer>,
    /// The license as a buyer accepted it in an offer; everything else of the order comes from it then.
    pub(super) accepted: Option<AcceptedLicense>,
}

/// A license as the buyer accepted it, with the time, network address and browser of the acceptance.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AcceptedLicense {
    pub paper: Paper,
    /// The contract as it was accepted.
    pub blocks: Vec<Block>,
    pub client: Option<BeneficiaryId>,
    pub buyer: Buyer,
    /// How many licenses of the same offer are issued before this one.
    pub ahead: i64,
    pub by: String,
    pub at: Timestamp,
    pub address: String,
    pub browser: String,
    /// The whole text that was accepted, and its SHA-256.
    pub text: String,
    pub text_hash: String,
    /// The reference of the offer, such as `OFR-0001`.
    pub reference: String,
}

impl AcceptedLicense {
    pub(super) fn order(self) -> Order {
        let Paper { kind, beat, price, currency, .. } = self.paper;
        Order {
            kind,
            beat: Some(beat),
            client: self.client,
            buyer: PartOfBuyer::default(),
            price: Some(price),
            currency: Some(currency),
            starts_on: None,
            paid: Paid::Not,
            upgrades: None,
            samples: NO_SAMPLES.to_owned(),
            names_earlier_buyers: false,
            sample: None,
            accepted: Some(self),
        }
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct PartOfBuyer {
    name: Option<String>,
    alias: Option<String>,
    email: Option<String>,
    address: Option<String>,
    country: Option<String>,
}

impl PartOfBuyer {
    pub(super) fn onto(&self, known: Buyer) -> Buyer {
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
pub(super) enum Paid {
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
    pub(super) fn check(self, upgrades: Option<LicenseId>, today: Day) -> Result<Order> {
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
            accepted: None,
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
