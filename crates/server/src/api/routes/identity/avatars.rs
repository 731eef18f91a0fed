//! The account's picture.

use std::sync::Arc;

use app::App;
use app::identity::avatars;
use axum::{
    Json,
    extract::State,
    http::{HeaderName, header},
};
use http::error::{ErrorBody, Result};
use http::extract::{SentPicture, SignedIn};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::users::UserAnswer;

const TAG: &str = "Account";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(show_avatar, replace_avatar, remove_avatar))
}

/// Get the profile picture, a square of 256 pixels.
#[utoipa::path(get, path = "/api/users/avatar", tag = TAG,
    responses(
        (status = 200, content_type = "image/*", body = Vec<u8>),
        (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
    ))]
async fn show_avatar(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<([(HeaderName, String); 1], Vec<u8>)> {
    let avatar = avatars::find(&app, &actor).await?;
    Ok(([(header::CONTENT_TYPE, avatar.content_type)], avatar.bytes))
}

/// Set the profile picture. The body is a PNG, JPEG or WebP file of at most 5 MB and 4096 pixels per side.
#[utoipa::path(put, path = "/api/users/avatar", tag = TAG,
    request_body(content = Vec<u8>, content_type = "image/*"),
    responses(
        (status = 200, body = UserAnswer),
        (status = 401, body = ErrorBody), (status = 413, body = ErrorBody), (status = 415, body = ErrorBody),
        (status = 503, body = ErrorBody, description = "Too many pictures are being decoded; see `Retry-After`"),
    ))]
async fn replace_avatar(
    State(app): State<Arc<App>>,
    SentPicture { actor, turn, bytes }: SentPicture<{ avatars::MAX_BYTES }>,
) -> Result<Json<UserAnswer>> {
    Ok(UserAnswer::json(avatars::replace(&app, &actor, turn, bytes).await?))
}

/// Remove the profile picture.
#[utoipa::path(delete, path = "/api/users/avatar", tag = TAG,
    responses((status = 200, body = UserAnswer), (status = 401, body = ErrorBody)))]
async fn remove_avatar(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<UserAnswer>> {
    Ok(UserAnswer::json(avatars::remove(&app, &actor).await?))
}
