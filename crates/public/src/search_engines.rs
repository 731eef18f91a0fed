//! `/robots.txt` and `/sitemap.xml`: which addresses search engines may read, and which public pages are listed.

use std::sync::Arc;

use app::App;
use app::policy::PublicPages;
use app::shop::pages;
use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::answers::{Failure, respond};
use super::page_cache::{Page, PageCache};

const SITEMAP: &str = "/sitemap.xml";
const ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");

/// Allows public pages and disallows everything else, such as links of shares, offers and deliveries.
pub async fn robots(State(app): State<Arc<App>>) -> Response {
    let text = match app.policy.public_pages {
        PublicPages::All => format!(
            "User-agent: *\nAllow: /@\nAllow: /public/\nDisallow: /\n\nSitemap: {}{SITEMAP}\n",
            app.links_url
        ),
        PublicPages::Off | PublicPages::Links => "User-agent: *\nDisallow: /\n".to_owned(),
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=60")),
        (ROBOTS_TAG, HeaderValue::from_static("all")),
    ];
    (headers, text).into_response()
}

pub async fn sitemap(
    State(app): State<Arc<App>>,
    Extension(cache): Extension<Arc<PageCache>>,
) -> Response {
    let outcome = async {
        if app.policy.public_pages != PublicPages::All {
            return Err(Failure::Unknown);
        }
        if let Some(page) = cache.find(SITEMAP) {
            return Ok(page.answer(None));
        }
        let _turn = cache.turn(SITEMAP).await;
        if let Some(page) = cache.find(SITEMAP) {
            return Ok(page.answer(None));
        }
        let mut text = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
        );
        for (handle, changed_at) in pages::list_handles(&app).await? {
            // A handle has no character that needs escaping in XML.
            let (url, handle, moment) = (&app.links_url, handle.as_str(), changed_at.to_string());
            text += &format!("<url><loc>{url}/@{handle}</loc><lastmod>{moment}</lastmod></url>\n");
        }
        text += "</urlset>\n";
        let mut headers = HeaderMap::new();
        let kind = HeaderValue::from_static("application/xml; charset=utf-8");
        headers.insert(header::CONTENT_TYPE, kind);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
        let page = Page::new(text, headers);
        cache.insert(SITEMAP.to_owned(), page.clone());
        Ok(page.answer(None))
    };
    respond(outcome.await, false)
}
