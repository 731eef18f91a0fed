//! The pages of people without an account, behind one gate: their own headers, hosts, limits and budget. Every address of
//! a share's link begins with `/s/{token}`, of an offer with `/o/{token}` and of a delivery with `/d/{token}`, and every
//! handler asks its gate.

mod answers;
mod assets;
mod cookies;
mod delivery;
mod forms;
mod headers;
pub(crate) mod hosts;
mod offer;
mod offer_view;
mod share;
mod streams;
mod unsubscribe;
mod view;
mod visit;
mod watched;

use std::sync::Arc;

use app::App;
use axum::Router;
use axum::middleware;
use axum::routing::{get, post};

/// The routes of all public pages.
pub fn router(app: Arc<App>) -> Router {
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
        .route("/d/{token}/cover", get(delivery::cover))
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
        .layer(middleware::map_response(headers::put_on))
        .with_state(app)
}
