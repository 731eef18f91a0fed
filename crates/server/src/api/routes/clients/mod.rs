//! Clients and other beneficiaries: people and companies that receive payments.

pub(crate) mod history;

use std::sync::Arc;

use app::App;
use app::clients::{self, BeneficiaryForm, Client, ListForm, Page};
use axum::{Json, extract::State, http::StatusCode};
use domain::ids::BeneficiaryId;
use http::error::{ErrorBody, Result};
use http::extract::{Body, Id, Params, PathParam, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::shapes::{Done, Paging, clearable};

const TAG: &str = "Beneficiaries";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_beneficiaries, add_beneficiary))
        .routes(routes!(search_beneficiaries))
        .routes(routes!(show_beneficiary, update_beneficiary, delete_beneficiary))
}

#[derive(Serialize, ToSchema)]
#[schema(as = Beneficiary)]
struct BeneficiaryBody {
    id: String,
    name: String,
    email: String,
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
    address: Option<String>,
    account_number: String,
    bank_name: String,
    #[schema(required)]
    bank_code: Option<String>,
    /// One of checking, savings, business, money_market.
    account_type: &'static str,
    /// One of family, friend, business, vendor, employee, other.
    relationship: &'static str,
    #[schema(required)]
    notes: Option<String>,
    created_at: String,
    updated_at: String,
}

impl From<Client> for BeneficiaryBody {
    fn from(client: Client) -> Self {
        let Client { row, account_number } = client;
        Self {
            id: row.id.to_string(),
            name: row.name,
            email: row.email,
            phone: row.phone,
            address: row.address,
            account_number,
            bank_name: row.bank_name,
            bank_code: row.bank_code,
            account_type: row.account_type.as_str(),
            relationship: row.relationship.as_str(),
            notes: row.notes,
            created_at: row.created_at.to_string(),
            updated_at: row.updated_at.to_string(),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct BeneficiaryAnswer {
    success: bool,
    beneficiary: BeneficiaryBody,
}

#[derive(Serialize, ToSchema)]
struct AddedBeneficiaryAnswer {
    success: bool,
    beneficiary: BeneficiaryBody,
    /// An earlier client with the same e-mail address: the new one may be a duplicate.
    #[schema(required)]
    duplicate_of: Option<EarlierBeneficiary>,
}

#[derive(Serialize, ToSchema)]
struct EarlierBeneficiary {
    id: String,
    name: String,
}

impl BeneficiaryAnswer {
    fn json(client: Client) -> Json<Self> {
        Json(Self { success: true, beneficiary: client.into() })
    }
}

#[derive(Serialize, ToSchema)]
struct BeneficiariesAnswer {
    success: bool,
    beneficiaries: Vec<BeneficiaryBody>,
    total: i64,
}

impl BeneficiariesAnswer {
    fn json(page: Page) -> Json<Self> {
        let beneficiaries = page.clients.into_iter().map(BeneficiaryBody::from).collect();
        Json(Self { success: true, beneficiaries, total: page.total })
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct BeneficiariesQuery {
    /// Text to find in the name or e-mail address, ignoring case.
    #[param(nullable = false)]
    search: Option<String>,
    /// Comma-separated list of family, friend, business, vendor, employee, other.
    #[param(nullable = false)]
    relationship: Option<String>,
    /// The full name of the bank, ignoring case.
    #[param(nullable = false)]
    bank_name: Option<String>,
    /// One of date, name, revenue (the largest sum of completed sales in one currency). Default date.
    #[param(nullable = false)]
    sort: Option<String>,
    /// One of asc, desc. Default asc for names, otherwise desc.
    #[param(nullable = false)]
    order: Option<String>,
    #[param(ignore)]
    limit: Option<i64>,
    #[param(ignore)]
    offset: Option<i64>,
}

/// To create, `name`, `email`, `account_number` and `bank_name` are required. To update, only fields that are
/// sent change; null or an empty text clears an optional field.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "name": "Ade Bello", "email": "ade@example.com", "account_number": "0123456789", "bank_name": "First Bank",
    "account_type": "checking", "relationship": "business"
}))]
struct BeneficiaryRequest {
    #[schema(nullable = false)]
    name: Option<String>,
    #[schema(nullable = false)]
    email: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    phone: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    address: Option<String>,
    #[schema(nullable = false)]
    account_number: Option<String>,
    #[schema(nullable = false)]
    bank_name: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    bank_code: Option<String>,
    /// One of checking, savings, business, money_market. Default checking.
    #[schema(nullable = false)]
    account_type: Option<String>,
    /// One of family, friend, business, vendor, employee, other. Default other.
    #[schema(nullable = false)]
    relationship: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    notes: Option<String>,
}

impl From<BeneficiaryRequest> for BeneficiaryForm {
    fn from(sent: BeneficiaryRequest) -> Self {
        Self {
            name: sent.name,
            email: sent.email,
            phone: sent.phone,
            address: sent.address,
            account_number: sent.account_number,
            bank_name: sent.bank_name,
            bank_code: sent.bank_code,
            account_type: sent.account_type,
            relationship: sent.relationship,
            notes: sent.notes,
        }
    }
}

/// List clients, newest first unless another order is requested.
#[utoipa::path(get, path = "/api/beneficiaries", tag = TAG, params(BeneficiariesQuery, Paging),
    responses((status = 200, body = BeneficiariesAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn list_beneficiaries(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<BeneficiariesQuery>,
) -> Result<Json<BeneficiariesAnswer>> {
    let (limit, offset) = Paging { limit: query.limit, offset: query.offset }.bounds()?;
    let form = ListForm {
        search: query.search,
        relationship: query.relationship,
        bank_name: query.bank_name,
        sort: query.sort,
        order: query.order,
        limit,
        offset,
    };
    Ok(BeneficiariesAnswer::json(clients::list(&app, &actor, form).await?))
}

/// Add a client.
#[utoipa::path(post, path = "/api/beneficiaries", tag = TAG, request_body = BeneficiaryRequest,
    responses((status = 201, body = AddedBeneficiaryAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn add_beneficiary(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<BeneficiaryRequest>,
) -> Result<(StatusCode, Json<AddedBeneficiaryAnswer>)> {
    let added = clients::add(&app, &actor, sent.into()).await?;
    let earlier =
        |(id, name): (BeneficiaryId, String)| EarlierBeneficiary { id: id.to_string(), name };
    let answer = AddedBeneficiaryAnswer {
        success: true,
        beneficiary: added.client.into(),
        duplicate_of: added.like.map(earlier),
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Search clients by name or e-mail address, newest first.
#[utoipa::path(get, path = "/api/beneficiaries/search/{term}", tag = TAG,
    params(("term" = String, Path), Paging),
    responses((status = 200, body = BeneficiariesAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn search_beneficiaries(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    PathParam(term): PathParam<String>,
    Params(paging): Params<Paging>,
) -> Result<Json<BeneficiariesAnswer>> {
    let (limit, offset) = paging.bounds()?;
    let form = ListForm { search: Some(term), limit, offset, ..ListForm::default() };
    Ok(BeneficiariesAnswer::json(clients::list(&app, &actor, form).await?))
}

/// Show a client.
#[utoipa::path(get, path = "/api/beneficiaries/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = BeneficiaryAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn show_beneficiary(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<BeneficiaryId>,
) -> Result<Json<BeneficiaryAnswer>> {
    Ok(BeneficiaryAnswer::json(clients::find(&app, &actor, id).await?))
}

/// Update a client.
#[utoipa::path(put, path = "/api/beneficiaries/{id}", tag = TAG, params(("id" = String, Path)),
    request_body = BeneficiaryRequest,
    responses(
        (status = 200, body = BeneficiaryAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn update_beneficiary(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<BeneficiaryId>,
    Body(sent): Body<BeneficiaryRequest>,
) -> Result<Json<BeneficiaryAnswer>> {
    Ok(BeneficiaryAnswer::json(clients::update(&app, &actor, id, sent.into()).await?))
}

/// Delete a client. Sales and transactions with this client stay and keep the name.
#[utoipa::path(delete, path = "/api/beneficiaries/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn delete_beneficiary(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<BeneficiaryId>,
) -> Result<Json<Done>> {
    clients::remove(&app, &actor, id).await?;
    Ok(Done::json())
}
