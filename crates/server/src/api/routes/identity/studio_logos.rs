//! The studio's logo on receipts.

use std::sync::Arc;

use app::App;
use app::identity::studio_logos;
use axum::{
    Json,
    extract::State,
    http::{HeaderName, header},
};
use http::error::{ErrorBody, Result};
use http::extract::{SentPicture, SignedIn};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::shapes::Done;

const TAG: &str = "Account";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(show_studio_logo, replace_studio_logo, remove_studio_logo))
}

/// Get the studio's logo, a JPEG of at most 480 pixels per side.
#[utoipa::path(get, path = "/api/users/studio-logo", tag = TAG,
    responses(
        (status = 200, content_type = "image/jpeg", body = Vec<u8>),
        (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
    ))]
async fn show_studio_logo(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<([(HeaderName, &'static str); 1], Vec<u8>)> {
    let logo = studio_logos::find(&app, &actor).await?;
    Ok(([(header::CONTENT_TYPE, "image/jpeg")], logo.bytes))
}

/// Set the studio's logo. The body is a PNG, JPEG or WebP file of at most 5 MB and 4096 pixels per side.
#[utoipa::path(put, path = "/api/users/studio-logo", tag = TAG,
    request_body(content = Vec<u8>, content_type = "image/*"),
    responses(
        (status = 200, body = Done),
        (status = 401, body = ErrorBody), (status = 413, body = ErrorBody), (status = 415, body = ErrorBody),
        (status = 503, body = ErrorBody, description = "Too many pictures are being decoded; see `Retry-After`"),
    ))]
async fn replace_studio_logo(
    State(app): State<Arc<App>>,
    SentPicture { actor, turn, bytes }: SentPicture<{ studio_logos::MAX_BYTES }>,
) -> Result<Json<Done>> {
    studio_logos::replace(&app, &actor, turn, bytes).await?;
    Ok(Done::json())
}

/// Remove the studio's logo.
#[utoipa::path(delete, path = "/api/users/studio-logo", tag = TAG,
    responses((status = 200, body = Done), (status = 401, body = ErrorBody)))]
async fn remove_studio_logo(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<Done>> {
    studio_logos::remove(&app, &actor).await?;
    Ok(Done::json())
}
