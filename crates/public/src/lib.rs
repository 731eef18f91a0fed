//! The pages for people without an account, with headers, hosts, rate limits and bandwidth of their own. Every address
//! of a share's link begins with `/s/{token}`, of an offer with `/o/{token}`, of a delivery with `/d/{token}` and of a
//! public page with `/@{handle}`, and every handler first enters its gate, which checks the link and the rate limits.

mod answers;
mod assets;
mod compression;
mod cookies;
mod delivery;
mod embed;
mod forms;
mod headers;
mod hooks;
pub mod hosts;
mod kept_forms;
mod media_answers;
mod offer;
mod offer_view;
pub mod operator;
mod page_cache;
mod pictures;
mod search_engines;
mod share;
mod shop;
mod shop_view;
mod shop_visit;
mod streams;
mod unsubscribe;
mod view;
mod visit;
mod watched;

use std::sync::Arc;

use app::App;
use axum::http::HeaderMap;
use axum::middleware;
use axum::response::Response;
use axum::routing::{any, get, post};
use axum::{Extension, Router};

use self::answers::{Failure, failure_response};
use self::operator::Operator;
use self::visit::wants_json;

/// The routes of all public pages.
pub fn router(app: Arc<App>, operator: Operator) -> Router {
    Router::new()
        .route("/s/{token}", get(share::page))
        .route("/s/{token}/password", post(share::unlock))
        .route("/s/{token}/opened", post(share::opened))
        .route("/s/{token}/tickets", post(share::ticket))
        .route("/s/{token}/heard", post(share::heard))
        .route("/s/{token}/hearts", post(share::heart))
        .route("/s/{token}/notes", post(share::note))
        .route("/s/{token}/asks", post(share::ask))
        .route("/s/{token}/downloads", post(share::download))
        .route("/s/{token}/media/{ticket}", get(share::media))
        .route("/s/{token}/covers/{beat}", get(share::cover))
        .route("/s/{token}/face", get(share::face))
        .route("/d/{token}", get(delivery::page))
        .route("/d/{token}/tickets", post(delivery::ticket))
        .route("/d/{token}/links", post(delivery::new_link))
        .route("/d/{token}/files/{ticket}", get(delivery::file))
        .route("/d/{token}/covers/{license}", get(delivery::cover))
        .route("/s/{token}/picture", get(share::picture))
        .route("/@{handle}", get(shop::page))
        .route("/@{handle}/for/{token}", get(shop::for_client))
        .route("/@{handle}/tickets", post(shop::ticket))
        .route("/@{handle}/heard", post(shop::heard))
        .route("/@{handle}/get", get(shop::get_page).post(shop::get))
        .route("/@{handle}/messages", post(shop::message))
        .route("/@{handle}/media/{ticket}", get(shop::sound))
        .route("/@{handle}/covers/{beat}", get(shop::cover))
        .route("/@{handle}/face", get(shop::face))
        .route("/@{handle}/picture", get(shop::picture))
        .route("/embed/@{handle}", get(embed::shop))
        .route("/embed/@{handle}/tickets", post(embed::shop_ticket))
        .route("/embed/@{handle}/heard", post(embed::shop_heard))
        .route("/embed/@{handle}/media/{ticket}", get(embed::shop_sound))
        .route("/embed/@{handle}/covers/{beat}", get(embed::shop_cover))
        .route("/embed/s/{token}", get(embed::share))
        .route("/embed/s/{token}/tickets", post(embed::share_ticket))
        .route("/embed/s/{token}/heard", post(embed::share_heard))
        .route("/embed/s/{token}/media/{ticket}", get(embed::share_sound))
        .route("/embed/s/{token}/covers/{beat}", get(embed::share_cover))
        .route("/hooks/stripe/{id}", post(hooks::stripe))
        .route("/robots.txt", get(search_engines::robots))
        .route("/sitemap.xml", get(search_engines::sitemap))
        .route("/o/{token}", get(offer::page))
        .route("/o/{token}/opened", post(offer::opened))
        .route("/o/{token}/accept", post(offer::accept))
        .route("/o/{token}/decline", post(offer::decline))
        .route("/o/{token}/counter", post(offer::counter))
        .route("/o/{token}/code", post(offer::code))
        .route("/o/{token}/code/new", post(offer::new_code))
        .route("/o/{token}/tickets", post(offer::ticket))
        .route("/o/{token}/heard", post(offer::heard))
        .route("/o/{token}/media/{ticket}", get(offer::sound))
        .route("/o/{token}/covers/{beat}", get(offer::cover))
        .route("/o/{token}/face", get(offer::face))
        .route("/unsubscribe/{link}", get(unsubscribe::page).post(unsubscribe::refuse))
        .route("/public/{name}", get(assets::serve))
        // What lies below the addresses of public pages is theirs too: the web app answers all others.
        .route("/@", any(unknown))
        .route("/@{handle}/", any(unknown))
        .route("/@{handle}/{*rest}", any(unknown))
        .route("/s", any(unknown))
        .route("/s/", any(unknown))
        .route("/s/{token}/", any(unknown))
        .route("/s/{token}/{*rest}", any(unknown))
        .route("/o", any(unknown))
        .route("/o/", any(unknown))
        .route("/o/{token}/", any(unknown))
        .route("/o/{token}/{*rest}", any(unknown))
        .route("/d", any(unknown))
        .route("/d/", any(unknown))
        .route("/d/{token}/", any(unknown))
        .route("/d/{token}/{*rest}", any(unknown))
        .route("/embed", any(unknown))
        .route("/embed/", any(unknown))
        .route("/embed/{*rest}", any(unknown))
        .layer(Extension(operator))
        .layer(Extension(Arc::new(page_cache::PageCache::default())))
        .layer(Extension(Arc::new(pictures::PictureCache::default())))
        .layer(middleware::from_fn_with_state(app.clone(), kept_forms::keep))
        .layer(middleware::map_response(headers::put_on))
        .layer(middleware::from_fn(compression::compress))
        .with_state(app)
}

/// An address below those of public pages at which there is none.
async fn unknown(headers: HeaderMap) -> Response {
    failure_response(Failure::Unknown, wants_json(&headers))
}
