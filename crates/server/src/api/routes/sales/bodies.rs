//! The JSON of sales in requests and answers.

use app::sales::SaleDetails;
use app::sales::forms::SaleForm;
use app::sales::lists::{Figures, Summary};
use domain::ids::LicenseId;
use domain::money::Currency;
use domain::sales::Sale;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::money::Amount;
use crate::api::routes::shapes::clearable;

#[derive(Serialize, ToSchema)]
#[schema(as = Sale)]
pub struct SaleBody {
    id: String,
    /// A number unique within the account, counting up; never reused.
    #[schema(example = "SALE-001")]
    reference: String,
    title: String,
    #[schema(required)]
    beat_id: Option<String>,
    /// Null if the buyer is not a client of the account, or was deleted.
    #[schema(required)]
    client_id: Option<String>,
    /// The buyer's name at the time of the sale.
    client: String,
    #[schema(required)]
    client_email: Option<String>,
    amount: Amount,
    /// One of USD, EUR, GBP.
    currency: &'static str,
    /// One of basic, premium, unlimited, exclusive.
    license: &'static str,
    #[schema(example = "2026-03-01")]
    date: String,
    /// One of Completed, Pending, Failed, Refunded. Only a completed sale has added money.
    status: &'static str,
    #[schema(required)]
    notes: Option<String>,
    #[schema(required)]
    refunded_at: Option<String>,
    /// The newest license that was issued for this sale, in force or not.
    #[schema(required)]
    license_id: Option<String>,
    /// The transaction that added the money.
    #[schema(required)]
    transaction_id: Option<String>,
    /// The transaction that refunded the money.
    #[schema(required)]
    refund_transaction_id: Option<String>,
    /// The offer that the sale came from.
    offer_id: Option<String>,
    /// The fee that the payment platform kept of the offer's payment.
    fee: Option<Amount>,
    created_at: String,
    updated_at: String,
}

impl From<&SaleDetails> for SaleBody {
    fn from(sold: &SaleDetails) -> Self {
        let (offer, fee) = sold.offer.unzip();
        let fee = fee.flatten().map(|fee| Amount::of_minor(fee.get()));
        let offer_id = offer.map(|id| id.to_string());
        Self { offer_id, fee, ..Self::new(&sold.sale, sold.license) }
    }
}

impl SaleBody {
    pub fn new(sale: &Sale, license: Option<LicenseId>) -> Self {
        let content = &sale.content;
        Self {
            id: sale.id.to_string(),
            reference: sale.reference(),
            title: content.title.clone(),
            beat_id: content.beat.map(|id| id.to_string()),
            client_id: content.buyer.client.map(|id| id.to_string()),
            client: content.buyer.name.clone(),
            client_email: content.buyer.email.clone(),
            amount: Amount::of_minor(content.amount.get()),
            currency: content.currency.as_str(),
            license: content.license.as_str(),
            date: content.day.to_string(),
            status: content.status.as_str(),
            notes: content.notes.clone(),
            refunded_at: sale.refund.map(|refund| refund.at.to_string()),
            license_id: license.map(|id| id.to_string()),
            transaction_id: sale.transaction.map(|id| id.to_string()),
            refund_transaction_id: sale.refund.map(|refund| refund.transaction.to_string()),
            offer_id: None,
            fee: None,
            created_at: sale.created_at.to_string(),
            updated_at: sale.updated_at.to_string(),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct SaleAnswer {
    success: bool,
    sale: SaleBody,
}

impl SaleAnswer {
    pub fn new(sold: &SaleDetails) -> Self {
        Self { success: true, sale: sold.into() }
    }
}

#[derive(Serialize, ToSchema)]
pub struct SalesAnswer {
    pub success: bool,
    pub sales: Vec<SaleBody>,
    pub total: i64,
    /// False if counting stopped at `total` because a search, client or beat filter matches many more sales.
    pub total_is_exact: bool,
    /// Send it as `cursor` to get the next page; null on the last page.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// To create, a title or a beat, a client and an amount are required. To update, only fields that are sent
/// change.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "title": "Harbor", "client": "Ade Bello", "amount": 1250.5, "currency": "USD", "license": "exclusive",
    "date": "2026-05-01"
}))]
pub struct SaleRequest {
    /// Default: the title of the beat.
    #[schema(nullable = false)]
    title: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    beat_id: Option<String>,
    /// A client of the account. The sale stores a copy of the client's name and address.
    #[serde(default, deserialize_with = "clearable")]
    client_id: Option<String>,
    /// The buyer's name, if no `client_id` is sent.
    #[schema(nullable = false)]
    client: Option<String>,
    /// Must be greater than zero.
    #[schema(nullable = false)]
    amount: Option<Amount>,
    /// One of USD, EUR, GBP. Default: the `default_currency` of the settings, or USD if that is KES.
    #[schema(nullable = false)]
    currency: Option<String>,
    /// One of basic, premium, unlimited, exclusive. Default basic.
    #[schema(nullable = false)]
    license: Option<String>,
    /// Date as YYYY-MM-DD. Default today, in the time zone of the account.
    #[schema(nullable = false)]
    date: Option<String>,
    /// One of Completed, Pending, Failed. Default Completed.
    #[schema(nullable = false)]
    status: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    notes: Option<String>,
    /// Confirms a date that looks mistyped: more than a year ago or in the future. Without it such a date is refused
    /// with 422 and `confirm` = `confirm_date`. A pending sale may be up to a year ahead.
    #[schema(nullable = false)]
    confirm_date: Option<bool>,
}

impl From<SaleRequest> for SaleForm {
    fn from(sent: SaleRequest) -> Self {
        Self {
            title: sent.title,
            beat_id: sent.beat_id,
            client_id: sent.client_id,
            client: sent.client,
            amount: sent.amount.map(Amount::into_text),
            currency: sent.currency,
            license: sent.license,
            date: sent.date,
            status: sent.status,
            notes: sent.notes,
            confirm_date: sent.confirm_date.unwrap_or_default(),
        }
    }
}

/// An amount in one currency.
#[derive(Serialize, ToSchema)]
pub struct CurrencyTotal {
    #[schema(example = "USD")]
    currency: &'static str,
    amount: Amount,
}

impl CurrencyTotal {
    pub fn of((currency, minor): (Currency, i64)) -> Self {
        Self { currency: currency.as_str(), amount: Amount::of_minor(minor) }
    }
}

#[derive(Serialize, ToSchema)]
struct SaleFigures {
    /// The status or license that this count is for.
    of: &'static str,
    count: i64,
    totals: Vec<CurrencyTotal>,
}

impl SaleFigures {
    fn new(of: &'static str, figures: Figures) -> Self {
        Self { of, count: figures.count, totals: totals(figures) }
    }
}

fn totals(figures: Figures) -> Vec<CurrencyTotal> {
    figures.totals.into_iter().map(CurrencyTotal::of).collect()
}

#[derive(Serialize, ToSchema)]
#[schema(as = SaleSummary)]
struct SummaryBody {
    /// Number of sales, whatever the status.
    count: i64,
    /// Revenue of completed sales, per currency.
    totals: Vec<CurrencyTotal>,
    /// One entry per status, including those without a sale.
    by_status: Vec<SaleFigures>,
    /// Completed sales only. One entry per license, including those without a sale.
    by_license: Vec<SaleFigures>,
}

#[derive(Serialize, ToSchema)]
pub struct SaleSummaryAnswer {
    success: bool,
    summary: SummaryBody,
}

impl From<Summary> for SaleSummaryAnswer {
    fn from(summary: Summary) -> Self {
        let Summary { count, completed, statuses, licenses } = summary;
        let statuses = statuses.into_iter();
        let licenses = licenses.into_iter();
        let summary = SummaryBody {
            count,
            totals: totals(completed),
            by_status: statuses.map(|(of, all)| SaleFigures::new(of.as_str(), all)).collect(),
            by_license: licenses.map(|(of, all)| SaleFigures::new(of.as_str(), all)).collect(),
        };
        Self { success: true, summary }
    }
}
