//! `/hooks/stripe/{id}`: the webhook that Stripe calls with payment events.

use std::sync::Arc;

use app::App;
use app::shop::hooks;
use axum::body::to_bytes;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::shop::stripe::MOST_BYTES;
use http::error::ApiError;
use http::extract::Client;

use super::answers::respond;

pub async fn stripe(
    State(app): State<Arc<App>>,
    Client(caller): Client,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let outcome = async {
        let signature = request.headers().get("stripe-signature");
        let signature = signature.and_then(|value| value.to_str().ok()).unwrap_or_default();
        let signature = signature.to_owned();
        let too_large = |_| ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large.");
        let body = to_bytes(request.into_body(), MOST_BYTES).await.map_err(too_large)?;
        hooks::receive(&app, &caller, &id, &signature, &body).await?;
        Ok(StatusCode::OK.into_response())
    };
    respond(outcome.await, true)
}
