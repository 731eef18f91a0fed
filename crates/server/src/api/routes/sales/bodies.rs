//! Sales as the API tells them, and what is sent for one.

use app::sales::forms::SaleForm;
use app::sales::lists::{Figures, Summary};
use domain::money::Currency;
use domain::sales::Sale;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::money::Amount;
use crate::api::routes::sent;

#[derive(Serialize, ToSchema)]
#[schema(as = Sale)]
pub struct SaleBody {
    id: String,
    /// Counts up per account holder and is never given twice.
    #[schema(example = "SALE-001")]
    reference: String,
    title: String,
    #[schema(required)]
    beat_id: Option<String>,
    /// Null where the buyer is no client of the account, or no longer one.
    #[schema(required)]
    client_id: Option<String>,
    /// The buyer's name, as it was.
    client: String,
    #[schema(required)]
    client_email: Option<String>,
    amount: Amount,
    /// USD, EUR or GBP.
    currency: &'static str,
    /// basic, premium, unlimited or exclusive.
    license: &'static str,
    #[schema(example = "2026-03-01")]
    date: String,
    /// Completed, Pending, Failed or Refunded. Only a completed one has brought money in.
    status: &'static str,
    #[schema(required)]
    notes: Option<String>,
    #[schema(required)]
    refunded_at: Option<String>,
    /// What brought the money in.
    #[schema(required)]
    transaction_id: Option<String>,
    /// What gave it back.
    #[schema(required)]
    refund_transaction_id: Option<String>,
    created_at: String,
    updated_at: String,
}

impl From<&Sale> for SaleBody {
    fn from(sale: &Sale) -> Self {
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
            transaction_id: sale.transaction.map(|id| id.to_string()),
            refund_transaction_id: sale.refund.map(|refund| refund.transaction.to_string()),
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
    pub fn new(sale: &Sale) -> Self {
        Self { success: true, sale: sale.into() }
    }
}

#[derive(Serialize, ToSchema)]
pub struct SalesAnswer {
    pub success: bool,
    pub sales: Vec<SaleBody>,
    pub total: i64,
    /// False where a search, client or beat matches more than `total`, which is then counted no further.
    pub total_is_exact: bool,
    /// Where the next page begins; null on the last.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// A new one needs a title or a beat, a client and an amount. On a change, only the fields that are sent
/// change.
#[derive(Deserialize, ToSchema)]
pub struct SaleRequest {
    /// That of the beat for a new one, where nothing is said.
    #[schema(nullable = false)]
    title: Option<String>,
    #[serde(default, deserialize_with = "sent")]
    beat_id: Option<String>,
    /// A client of the account, whose name and address the sale then keeps.
    #[serde(default, deserialize_with = "sent")]
    client_id: Option<String>,
    /// The buyer's name, where no client is named.
    #[schema(nullable = false)]
    client: Option<String>,
    /// More than zero.
    #[schema(nullable = false)]
    amount: Option<Amount>,
    /// USD, EUR or GBP; USD for a new one.
    #[schema(nullable = false)]
    currency: Option<String>,
    /// basic, premium, unlimited or exclusive; basic for a new one.
    #[schema(nullable = false)]
    license: Option<String>,
    /// YYYY-MM-DD; today (UTC) for a new one.
    #[schema(nullable = false)]
    date: Option<String>,
    /// Completed, Pending or Failed; Completed for a new one.
    #[schema(nullable = false)]
    status: Option<String>,
    #[serde(default, deserialize_with = "sent")]
    notes: Option<String>,
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
        }
    }
}

/// An amount of one currency.
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
    /// A status or a licence.
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
    /// All sales, whatever their status.
    count: i64,
    /// What completed sales add up to.
    totals: Vec<CurrencyTotal>,
    /// Each status, also where there is no sale of it.
    by_status: Vec<SaleFigures>,
    /// Completed sales only; each licence, also where there is no sale of it.
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
