//! The API documentation: `/api/openapi.json` for programs, and `/api/docs`, an HTML page made from the same document
//! on the server. The page needs no script and one style sheet, so the site's strict content security policy applies to
//! it too.

pub(crate) mod page;
mod shape;

use std::sync::LazyLock;

use axum::Router;
use axum::http::{HeaderName, header};
use axum::routing::get;
use bytes::Bytes;
use utoipa::openapi::OpenApi;

use crate::api::openapi;

const STYLE: &str = include_str!("style.css");

type Texts = LazyLock<(Bytes, Bytes), Box<dyn FnOnce() -> (Bytes, Bytes) + Send>>;

/// Both texts are created on the first request for them: most servers never get one.
pub fn router(document: impl FnOnce() -> OpenApi + Send + 'static) -> Router {
    let texts: Texts = LazyLock::new(Box::new(move || {
        let document = document();
        let json = openapi::to_text(&document).unwrap_or_default();
        let html = page::render(&serde_json::to_value(&document).unwrap_or_default());
        (Bytes::from(json), Bytes::from(html))
    }));
    let texts: &'static Texts = Box::leak(Box::new(texts));
    let json = || async { (kind("application/json"), texts.0.clone()) };
    let html = || async { (kind("text/html; charset=utf-8"), texts.1.clone()) };
    let style = || async { (kind("text/css; charset=utf-8"), STYLE) };
    Router::new()
        .route("/api/openapi.json", get(json))
        .route("/api/docs", get(html))
        .route("/api/docs/style.css", get(style))
}

fn kind(value: &'static str) -> [(HeaderName, &'static str); 1] {
    [(header::CONTENT_TYPE, value)]
}
