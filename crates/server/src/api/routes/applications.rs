//! Applications for licenses, placements, distribution, collaborations, grants and loans.

use std::sync::Arc;

use app::App;
use app::applications::{self, ApplicationForm, ListForm};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::applications::{Application, Kind, Status, Tally};
use domain::ids::ApplicationId;
use domain::money::Currency;
use http::error::{ErrorBody, Result};
use http::extract::{Body, Id, Params, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::money::Amount;
use crate::api::routes::shapes::{Done, Paging, clearable};

const TAG: &str = "Applications";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_applications, create_application))
        .routes(routes!(show_application, update_application, delete_application))
        .routes(routes!(summarize_applications))
        .routes(routes!(list_application_types))
}

#[derive(Serialize, ToSchema)]
#[schema(as = Application)]
struct ApplicationBody {
    id: String,
    /// One of licence, sync, distribution, collaboration, grant, loan.
    #[serde(rename = "type")]
    kind: &'static str,
    title: String,
    organization: String,
    #[schema(required)]
    amount: Option<Amount>,
    currency: &'static str,
    /// One of draft, submitted, in_review, approved, rejected, withdrawn.
    status: &'static str,
    /// When it was first submitted.
    #[schema(required)]
    submitted_at: Option<String>,
    #[schema(required)]
    notes: Option<String>,
    created_at: String,
    updated_at: String,
}

impl From<Application> for ApplicationBody {
    fn from(row: Application) -> Self {
        Self {
            id: row.id.to_string(),
            kind: row.kind.as_str(),
            title: row.title,
            organization: row.organization,
            amount: row.amount.map(|amount| Amount::of_minor(amount.get())),
            currency: row.currency.as_str(),
            status: row.status.as_str(),
            submitted_at: row.submitted_at.map(|at| at.to_string()),
            notes: row.notes,
            created_at: row.created_at.to_string(),
            updated_at: row.updated_at.to_string(),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct ApplicationAnswer {
    success: bool,
    application: ApplicationBody,
}

impl ApplicationAnswer {
    fn json(row: Application) -> Json<Self> {
        Json(Self { success: true, application: row.into() })
    }
}

#[derive(Serialize, ToSchema)]
struct ApplicationsAnswer {
    success: bool,
    applications: Vec<ApplicationBody>,
    total: i64,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ApplicationsQuery {
    /// Comma-separated list of types.
    #[serde(rename = "type")]
    #[param(nullable = false)]
    kind: Option<String>,
    /// Comma-separated list of statuses.
    #[param(nullable = false)]
    status: Option<String>,
    /// Text to find in the title or organization, ignoring case.
    #[param(nullable = false)]
    search: Option<String>,
    #[param(ignore)]
    limit: Option<i64>,
    #[param(ignore)]
    offset: Option<i64>,
}

/// To create, `type`, `title` and `organization` are required; the default status is draft. To update, only
/// fields that are sent change.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "type": "sync", "title": "Harbor in a short film", "organization": "Northline Pictures", "amount": 2500,
    "currency": "USD", "status": "submitted"
}))]
struct ApplicationRequest {
    #[serde(rename = "type")]
    #[schema(nullable = false)]
    kind: Option<String>,
    #[schema(nullable = false)]
    title: Option<String>,
    #[schema(nullable = false)]
    organization: Option<String>,
    /// Must be greater than zero; null removes it.
    #[serde(default, deserialize_with = "number_or_null")]
    amount: Option<Amount>,
    /// One of USD, EUR, GBP, KES. Default USD.
    #[schema(nullable = false)]
    currency: Option<String>,
    #[schema(nullable = false)]
    status: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    notes: Option<String>,
}

/// Keeps the text `null`, so that null differs from a field that was not sent.
fn number_or_null<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Amount>, D::Error> {
    Amount::deserialize(from).map(Some)
}

impl From<ApplicationRequest> for ApplicationForm {
    fn from(sent: ApplicationRequest) -> Self {
        Self {
            kind: sent.kind,
            title: sent.title,
            organization: sent.organization,
            amount: sent.amount.map(Amount::into_text),
            currency: sent.currency,
            status: sent.status,
            notes: sent.notes,
        }
    }
}

/// List applications, newest first.
#[utoipa::path(get, path = "/api/applications", tag = TAG, params(ApplicationsQuery, Paging),
    responses(
        (status = 200, body = ApplicationsAnswer), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
    ))]
async fn list_applications(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<ApplicationsQuery>,
) -> Result<Json<ApplicationsAnswer>> {
    let (limit, offset) = Paging { limit: query.limit, offset: query.offset }.bounds()?;
    let form =
        ListForm { kinds: query.kind, statuses: query.status, search: query.search, limit, offset };
    let page = applications::list(&app, &actor, form).await?;
    let applications = page.applications.into_iter().map(ApplicationBody::from).collect();
    Ok(Json(ApplicationsAnswer { success: true, applications, total: page.total }))
}

/// Create an application.
#[utoipa::path(post, path = "/api/applications", tag = TAG, request_body = ApplicationRequest,
    responses(
        (status = 201, body = ApplicationAnswer), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 409, body = ErrorBody),
    ))]
async fn create_application(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<ApplicationRequest>,
) -> Result<(StatusCode, Json<ApplicationAnswer>)> {
    let row = applications::create(&app, &actor, sent.into()).await?;
    Ok((StatusCode::CREATED, ApplicationAnswer::json(row)))
}

/// Show an application.
#[utoipa::path(get, path = "/api/applications/{id}", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = ApplicationAnswer), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn show_application(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ApplicationId>,
) -> Result<Json<ApplicationAnswer>> {
    Ok(ApplicationAnswer::json(applications::find(&app, &actor, id).await?))
}

/// Update an application. A status change creates a notification if the settings allow it.
#[utoipa::path(put, path = "/api/applications/{id}", tag = TAG, params(("id" = String, Path)),
    request_body = ApplicationRequest,
    responses(
        (status = 200, body = ApplicationAnswer), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
    ))]
async fn update_application(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ApplicationId>,
    Body(sent): Body<ApplicationRequest>,
) -> Result<Json<ApplicationAnswer>> {
    Ok(ApplicationAnswer::json(applications::update(&app, &actor, id, sent.into()).await?))
}

/// Delete an application.
#[utoipa::path(delete, path = "/api/applications/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn delete_application(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ApplicationId>,
) -> Result<Json<Done>> {
    applications::remove(&app, &actor, id).await?;
    Ok(Done::json())
}

#[derive(Serialize, ToSchema)]
struct ApplicationStatusCount {
    status: &'static str,
    count: i64,
}

#[derive(Serialize, ToSchema)]
struct ApplicationTypeCount {
    #[serde(rename = "type")]
    kind: &'static str,
    count: i64,
}

#[derive(Serialize, ToSchema)]
struct ApplicationAmounts {
    currency: &'static str,
    /// Amount of open applications.
    asked: Amount,
    approved: Amount,
}

#[derive(Serialize, ToSchema)]
struct ApplicationSummary {
    total: i64,
    /// Number of applications in status draft, submitted or in_review.
    open: i64,
    by_status: Vec<ApplicationStatusCount>,
    by_type: Vec<ApplicationTypeCount>,
    /// One entry per currency with a requested or approved amount.
    amounts: Vec<ApplicationAmounts>,
}

#[derive(Serialize, ToSchema)]
struct ApplicationSummaryAnswer {
    success: bool,
    summary: ApplicationSummary,
}

/// Show counts and amounts of applications by status and type.
#[utoipa::path(get, path = "/api/applications/stats/summary", tag = TAG,
    responses((status = 200, body = ApplicationSummaryAnswer), (status = 401, body = ErrorBody)))]
async fn summarize_applications(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<ApplicationSummaryAnswer>> {
    let summary = summary(&applications::tallies(&app, &actor).await?);
    Ok(Json(ApplicationSummaryAnswer { success: true, summary }))
}

fn summary(tallies: &[Tally]) -> ApplicationSummary {
    let count = |fits: &dyn Fn(&Tally) -> bool| {
        tallies.iter().filter(|tally| fits(tally)).map(|tally| tally.count).sum::<i64>()
    };
    let sum = |fits: &dyn Fn(&Tally) -> bool| {
        tallies.iter().filter(|tally| fits(tally)).map(|tally| tally.amount).sum::<i64>()
    };
    let by_status = Status::ALL.iter().map(|status| ApplicationStatusCount {
        status: status.as_str(),
        count: count(&|tally| tally.status == *status),
    });
    let by_type = Kind::ALL.iter().map(|kind| ApplicationTypeCount {
        kind: kind.as_str(),
        count: count(&|tally| tally.kind == *kind),
    });
    let amounts = Currency::ALL.iter().filter_map(|currency| {
        let asked = sum(&|tally| tally.currency == *currency && tally.status.is_open());
        let approved =
            sum(&|tally| tally.currency == *currency && tally.status == Status::Approved);
        (asked + approved > 0).then(|| ApplicationAmounts {
            currency: currency.as_str(),
            asked: Amount::of_minor(asked),
            approved: Amount::of_minor(approved),
        })
    });
    ApplicationSummary {
        total: count(&|_| true),
        open: count(&|tally| tally.status.is_open()),
        by_status: by_status.collect(),
        by_type: by_type.collect(),
        amounts: amounts.collect(),
    }
}

#[derive(Serialize, ToSchema)]
struct ApplicationType {
    #[serde(rename = "type")]
    kind: &'static str,
    name: &'static str,
    description: &'static str,
    /// Number of applications of this type.
    count: i64,
}

#[derive(Serialize, ToSchema)]
struct ApplicationTypesAnswer {
    success: bool,
    types: Vec<ApplicationType>,
}

/// List the application types.
#[utoipa::path(get, path = "/api/applications/types/list", tag = TAG,
    responses((status = 200, body = ApplicationTypesAnswer), (status = 401, body = ErrorBody)))]
async fn list_application_types(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<ApplicationTypesAnswer>> {
    let tallies = applications::tallies(&app, &actor).await?;
    let count = |kind: Kind| {
        tallies.iter().filter(|tally| tally.kind == kind).map(|tally| tally.count).sum()
    };
    let types = Kind::ALL.iter().map(|kind| ApplicationType {
        kind: kind.as_str(),
        name: kind.name(),
        description: kind.description(),
        count: count(*kind),
    });
    Ok(Json(ApplicationTypesAnswer { success: true, types: types.collect() }))
}
