//! Puts the parts together: the API and its documentation under `/api`, the public pages, the web app everywhere else,
//! and one layer around all of it.

use std::mem;
use std::sync::{Arc, LazyLock};

use app::App;
use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::identity::users::Email;
use http::error::ApiError;
use http::observe::{ObserveLayer, Policy};
use utoipa::openapi::{ContactBuilder, OpenApi};
use utoipa_axum::router::OpenApiRouter;

use crate::api::routes::operations::health;
use crate::api::{self, openapi, routes, well_known};
use crate::assets;
use crate::program::config::PublicUrl;
use crate::program::health::Health;

/// Everything the server answers. The operator's support address, where there is one, is what
/// `/health` tells and the contact that the API's documentation and security.txt name. With a
/// `links_url` public pages have a host of their own.
pub fn router(
    app: Arc<App>,
    policy: Policy,
    support: Option<&Email>,
    public_url: &PublicUrl,
    links_url: Option<&PublicUrl>,
    health: Arc<Health>,
) -> Router {
    let well_known = well_known::router(app.clock.clone(), support, public_url);
    let api = api().merge(health::router(support, health).split_for_parts().0);
    let contact = support.cloned();
    let documented = move || {
        let mut document = document();
        document.info.contact =
            contact.map(|email| ContactBuilder::new().email(Some(email.as_str())).build());
        document
    };
    let links_url = links_url.map(ToString::to_string);
    let operator =
        public::operator::Operator { support: support.map(|email| email.as_str().to_owned()) };
    let public = public::router(app.clone(), operator);
    let api = api.with_state(app).merge(api::docs::router(documented));
    let api = api
        .route("/api", axum::routing::any(unknown_path))
        .route("/api/", axum::routing::any(unknown_path))
        .route("/api/{*path}", axum::routing::any(unknown_path));
    let own =
        api.merge(well_known).fallback(assets::serve).method_not_allowed_fallback(wrong_method);
    let (own, public) = match links_url {
        Some(links_url) => public::hosts::separate(own, public, &links_url),
        None => (own, public),
    };
    own.merge(public).layer(ObserveLayer::new(policy))
}

/// The OpenAPI document alone, for `ledgerline openapi`; needs no database.
pub fn document() -> OpenApi {
    let whole = OpenApiRouter::with_openapi(openapi::frame());
    let mut whole = whole.merge(health::router(None, Arc::default()));
    routes::each(|noun| whole = mem::take(&mut whole).merge(noun));
    openapi::complete_operations(whole.into_openapi())
}

/// The API's routes without their document, built once for all servers of a process: a test process starts hundreds.
/// Each noun's part of the document is freed before the next noun is built: the whole one would take 5 MB of memory that
/// the allocator keeps.
fn api() -> Router<Arc<App>> {
    static BUILT: LazyLock<Router<Arc<App>>> = LazyLock::new(|| {
        let mut router = Router::new();
        routes::each(|noun| router = mem::take(&mut router).merge(noun.split_for_parts().0));
        router
    });
    BUILT.clone()
}

async fn unknown_path() -> Response {
    ApiError::new(StatusCode::NOT_FOUND, "There is nothing at this address.").into_response()
}

/// The response 405; axum adds the `Allow` header with the methods of the route.
async fn wrong_method() -> Response {
    assets::method_not_allowed()
}
