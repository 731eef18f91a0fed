//! Transactions: the list with its filters, one at a time, and the summary.

use std::sync::Arc;

use app::App;
use app::money::transactions;
use app::money::transactions::forms::TransactionForm;
use app::money::transactions::lists::{Figures, ListForm, Summary};
use axum::{Json, extract::State};
use domain::money::transactions::Transaction;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::transaction_bodies::{Told, TransactionBody, created};
use crate::api::error::{ErrorBody, Result};
use crate::api::extract::{Body, Params, PathParam, Repeatable, SignedIn};
use crate::api::long_json::LongJson;
use crate::api::money::Amount;
use crate::api::routes::{Done, Paging, sent};

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
    /// A comma list of deposit, withdrawal, payment, other.
    #[param(nullable = false)]
    r#type: Option<String>,
    /// A comma list of completed, pending, failed.
    #[param(nullable = false)]
    status: Option<String>,
    /// Occurs in the title, the description or the reference, in whatever case.
    #[param(nullable = false)]
    search: Option<String>,
    /// The first day, YYYY-MM-DD.
    #[param(nullable = false)]
    from: Option<String>,
    /// The last day, YYYY-MM-DD.
    #[param(nullable = false)]
    to: Option<String>,
    #[param(nullable = false)]
    account_id: Option<String>,
    #[param(nullable = false)]
    beneficiary_id: Option<String>,
    /// The least amount, signed.
    #[param(nullable = false)]
    min: Option<String>,
    /// The greatest amount, signed.
    #[param(nullable = false)]
    max: Option<String>,
    /// date, amount or title; date where nothing is said.
    #[param(nullable = false)]
    sort: Option<String>,
    /// asc or desc; titles begin with the first, the others with the last where nothing is said.
    #[param(nullable = false)]
    order: Option<String>,
    /// The `next_cursor` of the page before, for the same filters and order.
    #[param(nullable = false)]
    cursor: Option<String>,
    /// How many; 50 where nothing is said, at most 200.
    #[param(minimum = 1, maximum = 200, nullable = false)]
    limit: Option<i64>,
    /// How many to pass over first; for deep pages use the cursor.
    #[param(minimum = 0, nullable = false)]
    offset: Option<i64>,
}

#[derive(Serialize, ToSchema)]
struct TransactionsAnswer {
    success: bool,
    transactions: Vec<TransactionBody>,
    total: i64,
    /// False where a search, an amount or a client may match more than `total`, which is then counted no
    /// further.
    total_is_exact: bool,
    /// Where the next page begins; null on the last.
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

/// A new one needs type, title and amount. On a change, only the fields that are sent change.
#[derive(Deserialize, ToSchema)]
struct TransactionRequest {
    /// deposit, withdrawal, payment or other.
    #[schema(nullable = false)]
    r#type: Option<String>,
    #[schema(nullable = false)]
    title: Option<String>,
    #[serde(default, deserialize_with = "sent")]
    description: Option<String>,
    /// YYYY-MM-DD; today (UTC) for a new one.
    #[schema(nullable = false)]
    date: Option<String>,
    /// HH:MM; now (UTC) for a new one.
    #[schema(nullable = false)]
    time: Option<String>,
    /// Positive for a deposit, negative for a withdrawal or payment; never zero.
    #[schema(nullable = false)]
    amount: Option<Amount>,
    /// That of the account.
    #[schema(nullable = false)]
    currency: Option<String>,
    /// completed, pending or failed; completed for a new one.
    #[schema(nullable = false)]
    status: Option<String>,
    /// For a new one the wallet, or the account of the currency that is named.
    #[schema(nullable = false)]
    account_id: Option<String>,
    #[serde(default, deserialize_with = "sent")]
    beneficiary_id: Option<String>,
    #[serde(default, deserialize_with = "sent")]
    card_id: Option<String>,
    #[serde(default, deserialize_with = "sent")]
    sale_id: Option<String>,
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
        }
    }
}

/// Transactions that match the filters, the newest first.
#[utoipa::path(get, path = "/api/transactions", tag = TAG, params(TransactionsQuery),
    responses((status = 200, body = TransactionsAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
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
        transactions: list.listing.rows.into_iter().map(TransactionBody::from).collect(),
        total: list.listing.total,
        total_is_exact: list.listing.total_is_exact,
        next_cursor: list.next_cursor,
    }))
}

/// Record a transaction. A completed one moves money at once.
#[utoipa::path(post, path = "/api/transactions", tag = TAG, request_body = TransactionRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent again with the same body, the first answer is given again")),
    responses(
        (status = 201, body = TransactionAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The account holds less, or the key was used for another request"),
    ))]
async fn create_transaction(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Repeatable { body, retry }: Repeatable<TransactionRequest>,
) -> Result<Told> {
    let reply = created(retry, TransactionAnswer::new);
    Ok(Told(transactions::create(&app, &actor, body.into(), reply).await?))
}

/// One transaction.
#[utoipa::path(get, path = "/api/transactions/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = TransactionAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn show_transaction(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    PathParam(id): PathParam<String>,
) -> Result<Json<TransactionAnswer>> {
    Ok(Json(TransactionAnswer::new(&transactions::find(&app, &actor, &id).await?)))
}

/// Change a transaction, and the balances with it.
#[utoipa::path(put, path = "/api/transactions/{id}", tag = TAG, params(("id" = String, Path)),
    request_body = TransactionRequest,
    responses(
        (status = 200, body = TransactionAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "It belongs to a sale, or an account would be left with less than nothing"),
    ))]
async fn update_transaction(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    PathParam(id): PathParam<String>,
    Body(sent): Body<TransactionRequest>,
) -> Result<Json<TransactionAnswer>> {
    let changed = transactions::update(&app, &actor, &id, sent.into()).await?;
    Ok(Json(TransactionAnswer::new(&changed)))
}

/// Delete a transaction, and take back what it moved.
#[utoipa::path(delete, path = "/api/transactions/{id}", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "It belongs to a sale, or an account would be left with less than nothing"),
    ))]
async fn delete_transaction(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    PathParam(id): PathParam<String>,
) -> Result<Json<Done>> {
    transactions::delete(&app, &actor, &id).await?;
    Ok(Done::json())
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SummaryQuery {
    /// The first day, YYYY-MM-DD.
    #[param(nullable = false)]
    from: Option<String>,
    /// The last day, YYYY-MM-DD.
    #[param(nullable = false)]
    to: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = TransactionFigures)]
struct FiguresBody {
    /// What the figures are of: a type, a status or a month (YYYY-MM); null for a whole currency.
    #[schema(required)]
    of: Option<String>,
    currency: &'static str,
    count: i64,
    /// The amounts of all of them, whatever their status.
    total: Amount,
    /// What completed ones brought in.
    income: Amount,
    /// What completed ones took out, as a positive number.
    spending: Amount,
    /// Income less spending.
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

/// Counts and totals by type, status and month. Different currencies are never added up.
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
