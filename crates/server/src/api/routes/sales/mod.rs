//! Sales: the list with its filters, one at a time, the refund and the summary.

pub(crate) mod bodies;
pub(crate) mod receipts;

use std::sync::Arc;

use app::sales::lists::ListForm;
use app::{App, sales};
use axum::{Json, extract::State};
use domain::ids::SaleId;
use domain::sales::Sale;
use http::error::{ErrorBody, Result};
use http::extract::{Body, Id, Params, Repeatable, SignedIn};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::money::transaction_bodies::{
    RepeatableAnswer, created_reply, updated_reply,
};
use crate::api::routes::sales::bodies::{
    SaleAnswer, SaleBody, SaleRequest, SaleSummaryAnswer, SalesAnswer,
};
use crate::api::routes::shapes::{Done, Paging};

const TAG: &str = "Sales";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_sales, create_sale))
        .routes(routes!(sales_summary))
        .routes(routes!(show_sale, update_sale, delete_sale))
        .routes(routes!(refund_sale))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SalesQuery {
    /// Comma-separated list of Completed, Pending, Failed, Refunded.
    #[param(nullable = false)]
    status: Option<String>,
    /// Comma-separated list of basic, premium, unlimited, exclusive.
    #[param(nullable = false)]
    license: Option<String>,
    /// Text to find in the title, the client's name, the reference or the amount, ignoring case.
    #[param(nullable = false)]
    search: Option<String>,
    /// First day to include, as YYYY-MM-DD.
    #[param(nullable = false)]
    from: Option<String>,
    /// Last day to include, as YYYY-MM-DD.
    #[param(nullable = false)]
    to: Option<String>,
    /// Only sales to this client.
    #[param(nullable = false)]
    client_id: Option<String>,
    /// Only sales of this beat.
    #[param(nullable = false)]
    beat_id: Option<String>,
    /// Only sales in this currency: USD, EUR or GBP. A sale is paid to the account of its currency; dollars to the
    /// wallet.
    #[param(nullable = false)]
    currency: Option<String>,
    /// Minimum amount.
    #[param(nullable = false)]
    min: Option<String>,
    /// Maximum amount.
    #[param(nullable = false)]
    max: Option<String>,
    /// Sort by date, amount, client, title or status; or newest, oldest, highest, lowest. Default date.
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

/// List sales, newest first by default.
#[utoipa::path(get, path = "/api/sales", tag = TAG, params(SalesQuery, Paging),
    responses(
        (status = 200, body = SalesAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 422, body = ErrorBody, description = "A bound can be read in two ways"),
    ))]
async fn list_sales(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<SalesQuery>,
) -> Result<Json<SalesAnswer>> {
    let (limit, offset) = Paging { limit: query.limit, offset: query.offset }.bounds()?;
    let form = ListForm {
        status: query.status,
        license: query.license,
        search: query.search,
        from: query.from,
        to: query.to,
        client_id: query.client_id,
        beat_id: query.beat_id,
        currency: query.currency,
        min: query.min,
        max: query.max,
        sort: query.sort,
        order: query.order,
        cursor: query.cursor,
        limit,
        offset,
    };
    let list = sales::lists::list(&app, &actor, form).await?;
    let body = |sale: &Sale| SaleBody::new(sale, list.licenses.get(&sale.id).copied());
    Ok(Json(SalesAnswer {
        success: true,
        sales: list.listing.rows.iter().map(body).collect(),
        total: list.listing.total,
        total_is_exact: list.listing.total_is_exact,
        next_cursor: list.next_cursor,
    }))
}

/// Create a sale. If it is completed, the money is added at once: dollars to the wallet, euros and pounds
/// to the account in that currency.
#[utoipa::path(post, path = "/api/sales", tag = TAG, request_body = SaleRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes retries safe: a request repeated with the same key and body gets the first answer again")),
    responses(
        (status = 201, body = SaleAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The beat was sold exclusively, the balance would exceed the maximum, or the key was used for another request"),
        (status = 422, body = ErrorBody, description = "The date must be confirmed"),
    ))]
async fn create_sale(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Repeatable { body, retry }: Repeatable<SaleRequest>,
) -> Result<RepeatableAnswer> {
    let reply = created_reply(retry, SaleAnswer::new);
    Ok(RepeatableAnswer(sales::create(&app, &actor, body.into(), reply).await?))
}

/// Show a sale.
#[utoipa::path(get, path = "/api/sales/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = SaleAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn show_sale(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<SaleId>,
) -> Result<Json<SaleAnswer>> {
    Ok(Json(SaleAnswer::new(&sales::find(&app, &actor, id).await?)))
}

/// Update a sale. Balances are adjusted. A refunded sale cannot be changed.
#[utoipa::path(put, path = "/api/sales/{id}", tag = TAG, params(("id" = String, Path)),
    request_body = SaleRequest,
    responses(
        (status = 200, body = SaleAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The sale was refunded, the beat was sold exclusively, or a balance would become negative"),
        (status = 422, body = ErrorBody, description = "The date must be confirmed"),
    ))]
async fn update_sale(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<SaleId>,
    Body(sent): Body<SaleRequest>,
) -> Result<Json<SaleAnswer>> {
    Ok(Json(SaleAnswer::new(&sales::update(&app, &actor, id, sent.into()).await?)))
}

/// Delete a sale. The money it added is removed.
#[utoipa::path(delete, path = "/api/sales/{id}", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "A balance would become negative"),
    ))]
async fn delete_sale(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<SaleId>,
) -> Result<Json<Done>> {
    sales::delete(&app, &actor, id).await?;
    Ok(Done::json())
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"note": "Wrong license"}))]
struct RefundRequest {
    note: Option<String>,
    /// Whether the payment platform keeps the fee of a sale from an offer, or returns it: kept or returned. Default
    /// kept.
    #[schema(nullable = false)]
    fee: Option<String>,
}

/// Refund a completed sale. Creates a payment dated today; the history shows both transactions.
#[utoipa::path(post, path = "/api/sales/{id}/refund", tag = TAG, params(("id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes retries safe: a request repeated with the same key and body gets the first answer again")),
    request_body = RefundRequest,
    responses(
        (status = 200, body = SaleAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The sale is not completed, the balance is too low, or the key was used for another request"),
    ))]
async fn refund_sale(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<SaleId>,
    Repeatable { body, retry }: Repeatable<RefundRequest>,
) -> Result<RepeatableAnswer> {
    let reply = updated_reply(retry, SaleAnswer::new);
    Ok(RepeatableAnswer(sales::refund(&app, &actor, id, body.note, body.fee, reply).await?))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SaleSummaryQuery {
    /// First day to include, as YYYY-MM-DD.
    #[param(nullable = false)]
    from: Option<String>,
    /// Last day to include, as YYYY-MM-DD.
    #[param(nullable = false)]
    to: Option<String>,
}

/// Show counts and totals of sales by status and license, for each currency.
#[utoipa::path(get, path = "/api/sales/stats/summary", tag = TAG, params(SaleSummaryQuery),
    responses((status = 200, body = SaleSummaryAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn sales_summary(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<SaleSummaryQuery>,
) -> Result<Json<SaleSummaryAnswer>> {
    Ok(Json(sales::lists::summary(&app, &actor, query.from, query.to).await?.into()))
}
