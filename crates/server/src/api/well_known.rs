//! Addresses that programs look for on any site: where to report a weakness (RFC 9116), and where a password manager
//! sends people to change their password.

use std::time::Duration;

use app::Clock;
use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use domain::identity::users::Email;
use http::error::ApiError;

use crate::program::config::PublicUrl;

/// RFC 9116 recommends less than a year. The file is made for each request, so it never runs out.
const GOOD_FOR: Duration = Duration::from_secs(180 * 24 * 60 * 60);

pub fn router(clock: Clock, support: Option<&Email>, public_url: &PublicUrl) -> Router {
    let fixed = support.map(|support| lines(support, public_url));
    let security_txt = move || {
        let text =
            fixed.as_ref().map(|fixed| format!("{fixed}Expires: {}\n", clock.now() + GOOD_FOR));
        async { text.map_or_else(not_found, plain) }
    };
    let settings = async || Redirect::temporary("/settings");
    Router::new()
        .route("/.well-known/security.txt", get(security_txt))
        .route("/.well-known/change-password", get(settings))
}

fn plain(text: String) -> Response {
    let kind = (header::CONTENT_TYPE, "text/plain; charset=utf-8");
    ([kind, (header::CACHE_CONTROL, "no-cache")], text).into_response()
}

fn not_found() -> Response {
    ApiError::new(StatusCode::NOT_FOUND, "There is nothing at this address.").into_response()
}

fn lines(support: &Email, public_url: &PublicUrl) -> String {
    let mut lines = format!("Contact: mailto:{}\nPreferred-Languages: en\n", support.as_str());
    // The standard takes https addresses only.
    if public_url.is_https() {
        lines.push_str(&format!("Canonical: {public_url}/.well-known/security.txt\n"));
    }
    lines
}
