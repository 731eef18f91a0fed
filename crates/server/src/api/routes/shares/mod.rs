//! Shares: making, showing, changing, stopping and deleting them.

pub(crate) mod bodies;
pub(crate) mod links;

use std::sync::Arc;

use app::App;
use app::shares::changes;
use app::shares::lists;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::ShareId;
use http::error::{ErrorBody, Result};
use http::extract::{Body, Id, SignedIn};
use utoipa_axum::{router::OpenApiRouter, routes};

use self::bodies::{NewShareRequest, ShareAnswer, ShareLinksRequest, ShareRequest};
use crate::api::routes::shapes::Done;

const TAG: &str = "Shares";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(create_share))
        .routes(routes!(show_share, update_share, delete_share))
        .routes(routes!(stop_share))
        .routes(routes!(add_share_links))
}

/// Share beats with people who have no account. There is a link for each recipient; without recipients there is one link
/// for everyone who has it. The answer has the addresses.
#[utoipa::path(post, path = "/api/shares", tag = TAG, request_body = NewShareRequest,
    responses(
        (status = 201, body = ShareAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "The operator has turned public pages off"),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The account has 2,000 live links"),
    ))]
async fn create_share(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<NewShareRequest>,
) -> Result<(StatusCode, Json<ShareAnswer>)> {
    let (share, recipients, link) = sent.into_forms();
    let shown = changes::create(&app, &actor, share, recipients, link).await?;
    Ok((StatusCode::CREATED, Json(ShareAnswer::new(&app, &actor, shown))))
}

/// Show a share with its beats and links.
#[utoipa::path(get, path = "/api/shares/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = ShareAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn show_share(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ShareId>,
) -> Result<Json<ShareAnswer>> {
    let shown = lists::find(&app, &actor, id).await?;
    Ok(Json(ShareAnswer::new(&app, &actor, shown)))
}

/// Change the title, the message or the beats of a share, for all its links.
#[utoipa::path(put, path = "/api/shares/{id}", tag = TAG, params(("id" = String, Path)), request_body = ShareRequest,
    responses(
        (status = 200, body = ShareAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn update_share(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ShareId>,
    Body(sent): Body<ShareRequest>,
) -> Result<Json<ShareAnswer>> {
    let shown = changes::update(&app, &actor, id, sent.into()).await?;
    Ok(Json(ShareAnswer::new(&app, &actor, shown)))
}

/// Delete a share with its links, their figures and what listeners left.
#[utoipa::path(delete, path = "/api/shares/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn delete_share(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ShareId>,
) -> Result<Json<Done>> {
    changes::remove(&app, &actor, id).await?;
    Ok(Done::json())
}

/// Stop every link of a share. A stopped link stays stopped.
#[utoipa::path(post, path = "/api/shares/{id}/stop", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = ShareAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn stop_share(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ShareId>,
) -> Result<Json<ShareAnswer>> {
    let shown = changes::stop(&app, &actor, id).await?;
    Ok(Json(ShareAnswer::new(&app, &actor, shown)))
}

/// Add links to a share, one for each recipient, at most 50 at once.
#[utoipa::path(post, path = "/api/shares/{id}/links", tag = TAG, params(("id" = String, Path)),
    request_body = ShareLinksRequest,
    responses(
        (status = 201, body = ShareAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "The operator has turned public pages off"),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The account has 2,000 live links"),
    ))]
async fn add_share_links(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ShareId>,
    Body(sent): Body<ShareLinksRequest>,
) -> Result<(StatusCode, Json<ShareAnswer>)> {
    let (recipients, link) = sent.into_forms();
    let shown = changes::add_links(&app, &actor, id, recipients, link).await?;
    Ok((StatusCode::CREATED, Json(ShareAnswer::new(&app, &actor, shown))))
}
