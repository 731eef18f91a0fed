//! The side column of the app: pending items that need the owner's attention, and the newest activities.

use std::sync::Arc;

use app::App;
use app::figures::attention::{self, Attention, Item};
use axum::{Json, extract::State};
use http::error::{ErrorBody, Result};
use http::extract::SignedIn;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::money::Amount;
use crate::api::routes::figures::analytics::ActivityBody;

const TAG: &str = "Figures";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(show_attention))
}

#[derive(Serialize, ToSchema)]
#[schema(as = AttentionItem)]
struct ItemBody {
    /// One of payment, transaction, sale, goal. A payment was reported and made no sale, was refunded, or is disputed; a
    /// transaction or sale is pending; a goal is not reached, and its day is at most 14 days ahead or past.
    kind: &'static str,
    /// Id of the report, transaction, sale or goal.
    id: String,
    #[schema(required, example = "TXN-001")]
    reference: Option<String>,
    title: String,
    /// What happened to a payment, the description of a transaction, the buyer of a sale, the progress of a goal.
    #[schema(required)]
    detail: Option<String>,
    /// Signed for a transaction; for a goal, what is missing. Null for a payment in a currency that no account has.
    #[schema(required)]
    amount: Option<Amount>,
    #[schema(required, example = "USD")]
    currency: Option<&'static str>,
    #[schema(example = "2026-03-01")]
    date: String,
    /// Whether the date is before today.
    is_overdue: bool,
    /// Path of the app page that shows it. A payment that names no offer is on the page of the offers.
    #[schema(example = "/payment-history?sale=0190…")]
    link: String,
}

#[derive(Serialize, ToSchema)]
struct AttentionAnswer {
    success: bool,
    /// At most six: payments, then the others, each the oldest dates first.
    items: Vec<ItemBody>,
    /// How many there are, also beyond `items`.
    total: i64,
    /// The five newest activities of the last 90 days, without what is pending.
    recent: Vec<ActivityBody>,
}

/// Show what needs attention and what happened last. Changes with the topics transactions, sales, goals, offers, documents
/// and beneficiaries.
#[utoipa::path(get, path = "/api/attention", tag = TAG,
    responses((status = 200, body = AttentionAnswer), (status = 401, body = ErrorBody)))]
async fn show_attention(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<AttentionAnswer>> {
    let Attention { items, total, recent } = attention::load(&app, &actor).await?;
    Ok(Json(AttentionAnswer {
        success: true,
        items: items.into_iter().map(ItemBody::from).collect(),
        total,
        recent: recent.into_iter().map(ActivityBody::from).collect(),
    }))
}

impl From<Item> for ItemBody {
    fn from(item: Item) -> Self {
        let (amount, currency) = item.amount.unzip();
        Self {
            kind: item.kind.as_str(),
            id: item.id,
            reference: item.reference,
            title: item.title,
            detail: item.detail,
            amount: amount.map(Amount::of_minor),
            currency: currency.map(|currency| currency.as_str()),
            date: item.day.to_string(),
            is_overdue: item.is_overdue,
            link: item.link,
        }
    }
}
