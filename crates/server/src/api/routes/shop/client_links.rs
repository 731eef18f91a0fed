//! Links that let a single client open the public page of a producer.

use std::sync::Arc;

use app::App;
use app::shop::client_links;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::BeneficiaryId;
use http::error::{ErrorBody, Result};
use http::extract::{Id, SignedIn};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::shapes::Done;

const TAG: &str = "Shop";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(make_client_link, delete_client_link))
}

#[derive(Serialize, ToSchema)]
struct ClientLinkAnswer {
    success: bool,
    #[schema(example = "https://beats.example/@maya/for/…")]
    url: String,
}

/// Create a client's link to the public page, which also opens it if only clients can see it. Returns the same link
/// every time until it is deleted.
#[utoipa::path(post, path = "/api/clients/{id}/shop-link", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 201, body = ClientLinkAnswer), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "The operator has turned public pages off"),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The page has no handle yet"),
    ))]
async fn make_client_link(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<BeneficiaryId>,
) -> Result<(StatusCode, Json<ClientLinkAnswer>)> {
    let url = client_links::make(&app, &actor, id).await?;
    Ok((StatusCode::CREATED, Json(ClientLinkAnswer { success: true, url })))
}

/// End the link of a client at once.
#[utoipa::path(delete, path = "/api/clients/{id}/shop-link", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn delete_client_link(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<BeneficiaryId>,
) -> Result<Json<Done>> {
    client_links::remove(&app, &actor, id).await?;
    Ok(Done::json())
}
