//! The links of shares: the list of all of them, one with its figures, changing, stopping and deleting.

use std::sync::Arc;

use app::App;
use app::shares::changes;
use app::shares::lists::{self, ListForm};
use axum::Json;
use axum::extract::State;
use domain::ids::{ShareLinkId, ShareMessageId};
use http::error::{ErrorBody, Result};
use http::extract::{Body, Id, Params, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::bodies::{ShareLinkAnswer, ShareLinkRequest, ShareLinksAnswer};
use crate::api::routes::shapes::{Done, Paging};

const TAG: &str = "Shares";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_share_links))
        .routes(routes!(stop_links_of_client))
        .routes(routes!(show_share_link, update_share_link, delete_share_link))
        .routes(routes!(stop_share_link))
        .routes(routes!(forget_visitors))
        .routes(routes!(delete_share_message))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ShareLinksQuery {
    /// Comma-separated list of live, expired, stopped.
    #[param(nullable = false)]
    state: Option<String>,
    /// Only links of this client.
    #[param(nullable = false)]
    client: Option<String>,
    /// Only links that this beat is in.
    #[param(nullable = false)]
    beat: Option<String>,
    /// Only links of this share.
    #[param(nullable = false)]
    share: Option<String>,
    /// Text to find in the title or the recipient, ignoring case.
    #[param(nullable = false)]
    search: Option<String>,
    /// The `next_cursor` of the previous page. Filters must be the same as for that page.
    #[param(nullable = false)]
    cursor: Option<String>,
    #[param(ignore)]
    limit: Option<i64>,
    #[param(ignore)]
    offset: Option<i64>,
}

/// List the links of all shares, the newest first.
#[utoipa::path(get, path = "/api/share-links", tag = TAG, params(ShareLinksQuery, Paging),
    responses((status = 200, body = ShareLinksAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn list_share_links(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<ShareLinksQuery>,
) -> Result<Json<ShareLinksAnswer>> {
    let (limit, offset) = Paging { limit: query.limit, offset: query.offset }.bounds()?;
    let form = ListForm {
        state: query.state,
        client: query.client,
        beat: query.beat,
        share: query.share,
        search: query.search,
        cursor: query.cursor,
        limit,
        offset,
    };
    let list = lists::list(&app, &actor, form).await?;
    Ok(Json(ShareLinksAnswer::new(&app, &actor, list)))
}

#[derive(Deserialize, ToSchema)]
struct StopLinksRequest {
    client_id: String,
}

#[derive(Serialize, ToSchema)]
struct StopLinksAnswer {
    success: bool,
    /// How many links were live.
    stopped: u64,
}

/// Stop all links of a client.
#[utoipa::path(post, path = "/api/share-links/stop", tag = TAG, request_body = StopLinksRequest,
    responses(
        (status = 200, body = StopLinksAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn stop_links_of_client(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<StopLinksRequest>,
) -> Result<Json<StopLinksAnswer>> {
    let stopped = changes::stop_client(&app, &actor, &sent.client_id).await?;
    Ok(Json(StopLinksAnswer { success: true, stopped }))
}

/// Show a link with the figures of each beat and what listeners wrote.
#[utoipa::path(get, path = "/api/share-links/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = ShareLinkAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn show_share_link(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ShareLinkId>,
) -> Result<Json<ShareLinkAnswer>> {
    link_answer(&app, &actor, id).await
}

async fn link_answer(
    app: &App,
    actor: &app::Actor,
    id: ShareLinkId,
) -> Result<Json<ShareLinkAnswer>> {
    let link = lists::find_link(app, actor, id).await?;
    Ok(Json(ShareLinkAnswer::new(app, actor, link)))
}

/// Change whom a link is for and what may be done with it. An expired link with a later last day is live again.
#[utoipa::path(put, path = "/api/share-links/{id}", tag = TAG, params(("id" = String, Path)),
    request_body = ShareLinkRequest,
    responses(
        (status = 200, body = ShareLinkAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The account has 2,000 live links"),
    ))]
async fn update_share_link(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ShareLinkId>,
    Body(sent): Body<ShareLinkRequest>,
) -> Result<Json<ShareLinkAnswer>> {
    let (recipient, link) = sent.into_forms();
    changes::update_link(&app, &actor, id, recipient, link).await?;
    link_answer(&app, &actor, id).await
}

/// Stop a link, for good.
#[utoipa::path(post, path = "/api/share-links/{id}/stop", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = ShareLinkAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn stop_share_link(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ShareLinkId>,
) -> Result<Json<ShareLinkAnswer>> {
    changes::stop_link(&app, &actor, id).await?;
    link_answer(&app, &actor, id).await
}

/// Delete a link with its figures. A share whose last link is deleted goes with it.
#[utoipa::path(delete, path = "/api/share-links/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn delete_share_link(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ShareLinkId>,
) -> Result<Json<Done>> {
    changes::remove_link(&app, &actor, id).await?;
    Ok(Done::json())
}

/// Delete what listeners left at a link, if somebody wishes to be forgotten. The numbers of plays stay.
#[utoipa::path(delete, path = "/api/share-links/{id}/visitors", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn forget_visitors(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ShareLinkId>,
) -> Result<Json<Done>> {
    changes::forget_visitors(&app, &actor, id).await?;
    Ok(Done::json())
}

/// Delete a message of a listener.
#[utoipa::path(delete, path = "/api/share-messages/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn delete_share_message(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ShareMessageId>,
) -> Result<Json<Done>> {
    changes::remove_message(&app, &actor, id).await?;
    Ok(Done::json())
}
