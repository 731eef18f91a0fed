//! Transactions: the list with its filters, one at a time, and the summary.

use std::sync::Arc;

use app::App;
use app::money::transactions;
use app::money::transactions::forms::TransactionForm;
use app::money::transactions::lists::{Figures, ListForm, Summary};
use axum::{Json, extract::State};
use domain::ids::TransactionId;
use domain::money::transactions::Transaction;
use http::error::{ErrorBody, Result};
use http::extract::{Body, Id, Params, Repeatable, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::transaction_bodies::{RepeatableAnswer, TransactionBody, created_reply};
use crate::api::long_json::LongJson;
use crate::api::money::Amount;
use crate::api::routes::shapes::{Done, Paging, clearable};

const TAG: &str = "Transactions";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_transactions, create_transaction))
        .routes(routes!(transactions_summary))
        .routes(routes!(show_transaction, update_transaction, delete_transaction))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct TransactionsQuery {
    /// Comma-separated list of deposit, withdrawal, payment, other, transfer.
    #[param(nullable = false)]
    r#type: Option<String>,
    /// Comma-separated list of completed, pending, failed.
    #[param(nullable = false)]
    status: Option<String>,
    /// Text to find in the title, description, reference or amount, ignoring case.
    #[param(nullable = false)]
    search: Option<String>,
    /// First day to include, as YYYY-MM-DD.
    #[param(nullable = false)]
    from: Option<String>,
    /// Last day to include, as YYYY-MM-DD.
    #[param(nullable = false)]
    to: Option<String>,
    /// Only transactions of this account, including transfers to it.
    #[param(nullable = false)]
    account_id: Option<String>,
    /// Only transactions with this client.
    #[param(nullable = false)]
    beneficiary_id: Option<String>,
    /// Only transactions in this currency: USD, EUR or GBP. A transfer is in the currency that was sent.
    #[param(nullable = false)]
    currency: Option<String>,
    /// Minimum amount, signed.
    #[param(nullable = false)]
    min: Option<String>,
    /// Maximum amount, signed.
    #[param(nullable = false)]
    max: Option<String>,
    /// Sort by date, amount, title, type or status. Default date.
    #[param(nullable = false)]
    sort: Option<String>,
    /// asc or desc. Default desc for date and amount, asc otherwise.
    #[param(nullable = false)]
    order: Option<String>,
    /// The `next_cursor` of the previous page. Filters and order must be the same as for that page.
    #[param(nullable = false)]
    cursor: Option<String>,
    #[param(ignore)]
    limit: Option<i64>,
    #[param(ignore)]
    offset: Option<i64>,
}

#[derive(Serialize, ToSchema)]
struct TransactionsAnswer {
    success: bool,
    transactions: Vec<TransactionBody>,
    total: i64,
    /// False if counting stopped at `total` because a search, amount or client filter matches many more
    /// transactions.
    total_is_exact: bool,
    /// Send it as `cursor` to get the next page; null on the last page.
    #[schema(required)]
    next_cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct TransactionAnswer {
    success: bool,
    transaction: TransactionBody,
}

impl TransactionAnswer {
    fn new(transaction: &Transaction) -> Self {
        Self { success: true, transaction: transaction.into() }
    }
}

/// To create, `type`, `title` and `amount` are required. To update, only fields that are sent change.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "type": "payment", "title": "Studio rent", "amount": -450, "date": "2026-03-01", "status": "completed"
}))]
struct TransactionRequest {
    /// One of deposit, withdrawal, payment, other.
    #[schema(nullable = false)]
    r#type: Option<String>,
    #[schema(nullable = false)]
    title: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    description: Option<String>,
    /// Date as YYYY-MM-DD. Default today, in the time zone of the account.
    #[schema(nullable = false)]
    date: Option<String>,
    /// Time as HH:MM. Default now (UTC).
    #[schema(nullable = false)]
    time: Option<String>,
    /// Positive for a deposit, negative for a withdrawal or payment. Must not be zero.
    #[schema(nullable = false)]
    amount: Option<Amount>,
    /// Must be the currency of the account.
    #[schema(nullable = false)]
    currency: Option<String>,
    /// One of completed, pending, failed. Default completed.
    #[schema(nullable = false)]
    status: Option<String>,
    /// Default: the wallet, or the account in `currency` if that is sent.
    #[schema(nullable = false)]
    account_id: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    beneficiary_id: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    card_id: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    sale_id: Option<String>,
    /// Confirms a date that looks mistyped: more than a year ago or in the future. Without it such a date is refused
    /// with 422 and `confirm` = `confirm_date`. A pending transaction may be up to a year ahead.
    #[schema(nullable = false)]
    confirm_date: Option<bool>,
}

impl From<TransactionRequest> for TransactionForm {
    fn from(sent: TransactionRequest) -> Self {
        Self {
            kind: sent.r#type,
            title: sent.title,
            description: sent.description,
            date: sent.date,
            time: sent.time,
            amount: sent.amount.map(Amount::into_text),
            currency: sent.currency,
            status: sent.status,
            account_id: sent.account_id,
            beneficiary_id: sent.beneficiary_id,
            card_id: sent.card_id,
            sale_id: sent.sale_id,
            confirm_date: sent.confirm_date.unwrap_or_default(),
        }
    }
}

/// List transactions, newest first by default.
#[utoipa::path(get, path = "/api/transactions", tag = TAG, params(TransactionsQuery, Paging),
    responses(
        (status = 200, body = TransactionsAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 422, body = ErrorBody, description = "A bound can be read in two ways"),
    ))]
async fn list_transactions(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<TransactionsQuery>,
) -> Result<LongJson<TransactionsAnswer>> {
    let (limit, offset) = Paging { limit: query.limit, offset: query.offset }.bounds()?;
    let form = ListForm {
        kind: query.r#type,
        status: query.status,
        search: query.search,
        from: query.from,
        to: query.to,
        account_id: query.account_id,
        beneficiary_id: query.beneficiary_id,
        currency: query.currency,
        min: query.min,
        max: query.max,
        sort: query.sort,
        order: query.order,
        cursor: query.cursor,
        limit,
        offset,
    };
    let list = transactions::lists::list(&app, &actor, form).await?;
    Ok(LongJson(TransactionsAnswer {
        success: true,
        transactions: list
            .listing
            .rows
            .into_iter()
            .map(|row| TransactionBody::with_sales(row, &list.owning_sales))
            .collect(),
        total: list.listing.total,
        total_is_exact: list.listing.total_is_exact,
        next_cursor: list.next_cursor,
    }))
}

/// Create a transaction. If it is completed, the balance changes at once.
#[utoipa::path(post, path = "/api/transactions", tag = TAG, request_body = TransactionRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes retries safe: a request repeated with the same key and body gets the first answer again")),
    responses(
        (status = 201, body = TransactionAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The balance is too low, or the key was used for another request"),
        (status = 422, body = ErrorBody, description = "The date must be confirmed"),
    ))]
async fn create_transaction(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Repeatable { body, retry }: Repeatable<TransactionRequest>,
) -> Result<RepeatableAnswer> {
    let reply = created_reply(retry, TransactionAnswer::new);
    Ok(RepeatableAnswer(transactions::create(&app, &actor, body.into(), reply).await?))
}

/// Show a transaction.
#[utoipa::path(get, path = "/api/transactions/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = TransactionAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn show_transaction(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<TransactionId>,
) -> Result<Json<TransactionAnswer>> {
    let (found, sales) = transactions::find(&app, &actor, id).await?;
    let transaction = TransactionBody::with_sales(found, &sales);
    Ok(Json(TransactionAnswer { success: true, transaction }))
}

/// Update a transaction. Balances are adjusted.
#[utoipa::path(put, path = "/api/transactions/{id}", tag = TAG, params(("id" = String, Path)),
    request_body = TransactionRequest,
    responses(
        (status = 200, body = TransactionAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The transaction belongs to a sale, or a balance would become negative"),
        (status = 422, body = ErrorBody, description = "The date must be confirmed"),
    ))]
async fn update_transaction(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<TransactionId>,
    Body(sent): Body<TransactionRequest>,
) -> Result<Json<TransactionAnswer>> {
    let changed = transactions::update(&app, &actor, id, sent.into()).await?;
    Ok(Json(TransactionAnswer::new(&changed)))
}

/// Delete a transaction. Its effect on the balance is reversed.
#[utoipa::path(delete, path = "/api/transactions/{id}", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The transaction belongs to a sale, or a balance would become negative"),
    ))]
async fn delete_transaction(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<TransactionId>,
) -> Result<Json<Done>> {
    transactions::delete(&app, &actor, id).await?;
    Ok(Done::json())
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SummaryQuery {
    /// First day to include, as YYYY-MM-DD.
    #[param(nullable = false)]
    from: Option<String>,
    /// Last day to include, as YYYY-MM-DD.
    #[param(nullable = false)]
    to: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = TransactionFigures)]
struct FiguresBody {
    /// The type, status or month (YYYY-MM) that these totals are for; null for all of a currency.
    #[schema(required)]
    of: Option<String>,
    currency: &'static str,
    count: i64,
    /// Sum of all amounts, whatever the status.
    total: Amount,
    /// Sum of completed income.
    income: Amount,
    /// Sum of completed spending, as a positive number.
    spending: Amount,
    /// Income minus spending.
    net: Amount,
}

#[derive(Serialize, ToSchema)]
#[schema(as = TransactionSummary)]
struct SummaryBody {
    count: i64,
    by_currency: Vec<FiguresBody>,
    by_type: Vec<FiguresBody>,
    by_status: Vec<FiguresBody>,
    by_month: Vec<FiguresBody>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = TransactionSummaryAnswer)]
struct SummaryAnswer {
    success: bool,
    summary: SummaryBody,
}

/// Show counts and totals by type, status and month, for each currency.
#[utoipa::path(get, path = "/api/transactions/stats/summary", tag = TAG, params(SummaryQuery),
    responses((status = 200, body = SummaryAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn transactions_summary(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<SummaryQuery>,
) -> Result<Json<SummaryAnswer>> {
    let summary = transactions::lists::summary(&app, &actor, query.from, query.to).await?;
    Ok(Json(SummaryAnswer { success: true, summary: summary.into() }))
}

impl From<Summary> for SummaryBody {
    fn from(summary: Summary) -> Self {
        let body =
            |of: Option<String>, currency: domain::money::Currency, figures: Figures| FiguresBody {
                of,
                currency: currency.as_str(),
                count: figures.count,
                total: Amount::of_minor(figures.total),
                income: Amount::of_minor(figures.income),
                spending: Amount::of_minor(figures.spending),
                net: Amount::of_minor(figures.net()),
            };
        let Summary { count, currencies, types, statuses, months } = summary;
        Self {
            count,
            by_currency: currencies.into_iter().map(|(key, all)| body(None, key, all)).collect(),
            by_type: types
                .into_iter()
                .map(|((kind, key), all)| body(Some(kind.as_str().to_owned()), key, all))
                .collect(),
            by_status: statuses
                .into_iter()
                .map(|((status, key), all)| body(Some(status.as_str().to_owned()), key, all))
                .collect(),
            by_month: months
                .into_iter()
                .map(|((month, key), all)| body(Some(month), key, all))
                .collect(),
        }
    }
}
