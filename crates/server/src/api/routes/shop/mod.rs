//! The public page, for its producer: its settings, its handle, and the beats on it.

pub mod client_links;
pub mod messages;
pub mod payment_hooks;

use std::sync::Arc;

use app::App;
use app::shop::beats;
use app::shop::settings::{self, ShopForm, ShopView};
use axum::Json;
use axum::extract::State;
use domain::shop::{Handle, Reason};
use http::error::{ErrorBody, Result};
use http::extract::{Body, LongBody, Params, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::shapes::clearable;

const TAG: &str = "Shop";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(show_shop, update_shop))
        .routes(routes!(check_handle))
        .routes(routes!(publish_beats))
}

/// A handle that was given up.
#[derive(Serialize, ToSchema)]
struct OldHandle {
    handle: String,
    /// Until this time the handle redirects to the page, and nobody else can take it.
    until: String,
}

#[derive(Serialize, ToSchema)]
#[schema(as = Shop)]
struct ShopBody {
    /// 3 to 30 of a–z, 0–9 and hyphens; null if none was chosen.
    #[schema(required, example = "maya")]
    handle: Option<String>,
    is_on: bool,
    words: String,
    /// hide: beats that were sold are not shown. struck: they are shown as sold, without a price.
    show_sold: &'static str,
    show_email: bool,
    show_phone: bool,
    show_place: bool,
    /// Whether the links to platforms of the profile are shown.
    platforms: bool,
    /// The hosts whose pages may show the embedded player.
    embed_hosts: Vec<String>,
    /// The address of the public page, also while it is not visible; null without a handle.
    #[schema(required, example = "https://beats.example/@maya")]
    url: Option<String>,
    /// Whether strangers see the page.
    is_visible: bool,
    hidden_by_operator: bool,
    /// Why strangers do not see the page: some of operator, visibility, off, handle.
    why_not_visible: Vec<&'static str>,
    old_handles: Vec<OldHandle>,
}

#[derive(Serialize, ToSchema)]
struct ShopAnswer {
    success: bool,
    shop: ShopBody,
}

impl ShopAnswer {
    fn json(shown: ShopView) -> Json<Self> {
        let ShopView { shop, url, why_not_visible, old_handles } = shown;
        let old_handle =
            |(handle, until): (String, _)| OldHandle { handle, until: format!("{until}") };
        let shop = ShopBody {
            handle: shop.handle.as_ref().map(|handle| Handle::as_str(handle).to_owned()),
            is_on: shop.is_on,
            words: shop.words,
            show_sold: shop.show_sold.as_str(),
            show_email: shop.show_email,
            show_phone: shop.show_phone,
            show_place: shop.show_place,
            platforms: shop.show_platforms,
            embed_hosts: shop.embed_hosts,
            url,
            is_visible: why_not_visible.is_empty(),
            hidden_by_operator: shop.hidden_at.is_some(),
            why_not_visible: why_not_visible.into_iter().map(Reason::as_str).collect(),
            old_handles: old_handles.into_iter().map(old_handle).collect(),
        };
        Json(Self { success: true, shop })
    }
}

/// Only fields that are sent change.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "handle": "maya", "is_on": true, "words": "Drums from Lagos, chords from Brooklyn.", "show_sold": "struck",
    "platforms": true, "embed_hosts": ["www.example.com"]
}))]
struct ShopRequest {
    /// 3 to 30 of a–z, 0–9 and hyphens. The old handle redirects to the new one for 90 days. Null or an empty text
    /// gives it up.
    #[serde(default, deserialize_with = "clearable")]
    handle: Option<String>,
    #[schema(nullable = false)]
    is_on: Option<bool>,
    /// At most 1,000 characters, plain text; null or an empty text for none.
    #[serde(default, deserialize_with = "clearable")]
    words: Option<String>,
    /// One of hide, struck.
    #[schema(nullable = false)]
    show_sold: Option<String>,
    #[schema(nullable = false)]
    show_email: Option<bool>,
    #[schema(nullable = false)]
    show_phone: Option<bool>,
    #[schema(nullable = false)]
    show_place: Option<bool>,
    #[schema(nullable = false)]
    platforms: Option<bool>,
    /// At most 20 hosts, such as www.example.com.
    #[schema(nullable = false)]
    embed_hosts: Option<Vec<String>>,
}

impl From<ShopRequest> for ShopForm {
    fn from(sent: ShopRequest) -> Self {
        Self {
            handle: sent.handle,
            is_on: sent.is_on,
            words: sent.words,
            show_sold: sent.show_sold,
            show_email: sent.show_email,
            show_phone: sent.show_phone,
            show_place: sent.show_place,
            show_platforms: sent.platforms,
            embed_hosts: sent.embed_hosts,
        }
    }
}

/// Show the settings of the public page, and whether strangers see it.
#[utoipa::path(get, path = "/api/shop", tag = TAG,
    responses((status = 200, body = ShopAnswer), (status = 401, body = ErrorBody)))]
async fn show_shop(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<ShopAnswer>> {
    Ok(ShopAnswer::json(settings::find(&app, &actor).await?))
}

/// Change the settings of the public page. It is off until it is turned on.
#[utoipa::path(put, path = "/api/shop", tag = TAG, request_body = ShopRequest,
    responses(
        (status = 200, body = ShopAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    ))]
async fn update_shop(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<ShopRequest>,
) -> Result<Json<ShopAnswer>> {
    Ok(ShopAnswer::json(settings::update(&app, &actor, sent.into()).await?))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct HandleQuery {
    #[serde(default)]
    handle: String,
}

#[derive(Serialize, ToSchema)]
struct HandleAnswer {
    success: bool,
    /// Whether the account can take the handle, or has it already.
    is_free: bool,
    /// Why the handle cannot be taken, as one sentence; null if it is free.
    #[schema(required, example = "This handle is taken")]
    reason: Option<String>,
}

/// Check whether a handle can be taken.
#[utoipa::path(get, path = "/api/shop/handle", tag = TAG, params(HandleQuery),
    responses((status = 200, body = HandleAnswer), (status = 401, body = ErrorBody)))]
async fn check_handle(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<HandleQuery>,
) -> Result<Json<HandleAnswer>> {
    let reason = settings::check_handle(&app, &actor, &query.handle).await?;
    Ok(Json(HandleAnswer { success: true, is_free: reason.is_none(), reason }))
}

#[derive(Deserialize, ToSchema)]
struct PublishRequest {
    /// The ids of 1 to 1,000 beats.
    ids: Vec<String>,
    is_public: bool,
}

#[derive(Serialize, ToSchema)]
struct PublishAnswer {
    success: bool,
    /// Number of beats that were put on the page or taken off it; the others were there, or not there, already.
    changed: u64,
}

/// Put beats on the public page, or take them off it.
#[utoipa::path(post, path = "/api/documents/public", tag = TAG, request_body = PublishRequest,
    responses(
        (status = 200, body = PublishAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn publish_beats(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    LongBody(sent): LongBody<PublishRequest>,
) -> Result<Json<PublishAnswer>> {
    let changed = beats::publish(&app, &actor, &sent.ids, sent.is_public).await?;
    Ok(Json(PublishAnswer { success: true, changed }))
}
