//! Health checks. `/api/health` also returns the version, who may sign up and the support address, which the app shows.

use std::sync::Arc;

use app::App;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use domain::identity::users::Email;
use http::error::Result;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::routes::shapes::Done;
use crate::program::health::Health;

/// The operator's address for people who need help, where one is configured.
#[derive(Clone)]
struct Support(Option<Email>);

pub fn router(support: Option<&Email>, health: Arc<Health>) -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(health_of_all))
        .routes(routes!(live))
        .routes(routes!(ready))
        .layer(Extension(Support(support.cloned())))
        .layer(Extension(health))
}

#[derive(Serialize, ToSchema)]
#[schema(as = Health)]
struct HealthBody {
    success: bool,
    #[schema(example = "ok")]
    status: &'static str,
    /// The server's version.
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// E-mail address for help; null if the operator set none.
    #[schema(required, example = "help@example.com")]
    support_email: Option<String>,
    /// Who may sign up: `on` for everyone, `invite` for those with an invitation, `off` for nobody.
    #[schema(example = "on")]
    signups: &'static str,
    /// Which pages people without an account may see: `off`, `links` or `all`.
    #[schema(example = "links")]
    public_pages: &'static str,
    /// `ok` or a word for the problem, as of the last few seconds.
    #[schema(example = "ok")]
    database: &'static str,
    #[schema(example = "ok")]
    store: &'static str,
    #[schema(example = "ok")]
    disk: &'static str,
}

/// Show whether the server works
///
/// Includes a query to the database: if it is unreachable, the status is 503. The state of the media store and the disk
/// is reported and does not change the status.
#[utoipa::path(get, path = "/api/health", tag = "Health", security(()),
    responses((status = 200, body = HealthBody)))]
async fn health_of_all(
    State(app): State<Arc<App>>,
    Extension(Support(email)): Extension<Support>,
    Extension(health): Extension<Arc<Health>>,
) -> Result<Json<HealthBody>> {
    // The same query that every signed-in request makes, with a token that does not exist.
    app::operations::installation::ping_database(&app).await?;
    let report = health.report();
    Ok(Json(HealthBody {
        success: true,
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        support_email: email.map(|email| email.as_str().to_owned()),
        signups: app.policy.signups.as_str(),
        public_pages: app.policy.public_pages.as_str(),
        database: report.database,
        store: report.store,
        disk: report.disk,
    }))
}

/// Show that the process answers. Does not query the database.
#[utoipa::path(get, path = "/api/health/live", tag = "Health", security(()),
    responses((status = 200, body = Done)))]
async fn live() -> Json<Done> {
    Done::json()
}

/// Whether requests should be sent to this server.
#[derive(Serialize, ToSchema)]
struct Readiness {
    success: bool,
    /// The problem as one sentence, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    error: Option<String>,
    #[schema(example = "ok")]
    database: &'static str,
    #[schema(example = "ok")]
    store: &'static str,
    #[schema(example = "ok")]
    disk: &'static str,
}

/// Show whether requests should be sent to this server
///
/// Status 200 if the database takes reads and writes, the media store answers and the disk is not full, as of the last few
/// seconds. Status 503 otherwise, and when the server is stopping.
#[utoipa::path(get, path = "/api/health/ready", tag = "Health", security(()),
    responses((status = 200, body = Readiness), (status = 503, body = Readiness)))]
async fn ready(Extension(health): Extension<Arc<Health>>) -> Response {
    let report = health.report();
    let error = match (health.is_stopping(), report.is_ok()) {
        (true, _) => Some("The server is stopping.".to_owned()),
        (false, false) => Some(report.sentence()),
        (false, true) => None,
    };
    let status = if error.is_none() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let body = Readiness {
        success: error.is_none(),
        error,
        database: report.database,
        store: report.store,
        disk: report.disk,
    };
    (status, Json(body)).into_response()
}
