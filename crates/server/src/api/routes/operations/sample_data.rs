//! Clearing the sample data that a new account comes with.

use std::sync::Arc;

use app::App;
use app::operations::samples;
use axum::{Json, extract::State};
use http::error::{ErrorBody, Result};
use http::extract::SignedIn;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::shapes::Done;

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(clear_sample_data))
}

/// Remove the sample data
///
/// Everything the owner added stays. Balances become the sum of the remaining transactions; a correction brings an
/// account whose payments exceed its income to zero.
#[utoipa::path(delete, path = "/api/users/sample-data", tag = "Account",
    responses((status = 200, body = Done), (status = 401, body = ErrorBody), (status = 409, body = ErrorBody)))]
async fn clear_sample_data(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<Done>> {
    samples::clear(&app, &actor).await?;
    Ok(Done::json())
}
