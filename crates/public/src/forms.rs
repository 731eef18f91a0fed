//! Forms of public pages. Every change is a `POST` from a page of the same origin, with the page token of that page.

use app::App;
use app::shares::gate::{self, Guest};
use app::shares::tokens::LinkToken;
use axum::body::{Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use std::borrow::Cow;

use super::answers::Failure;
use super::hosts;

pub const MOST_BYTES: usize = 16 * 1024;
const KIND: &str = "application/x-www-form-urlencoded";

/// The fields of a form that was sent from the same origin.
pub struct Form(Bytes);

impl Form {
    pub async fn read(app: &App, request: Request) -> Result<Self, Failure> {
        if !is_from_here(app, &request) || !is_form(request.headers()) {
            return Err(Failure::Stale);
        }
        let body = to_bytes(request.into_body(), MOST_BYTES).await;
        body.map(Self).map_err(|_| Failure::Stale)
    }

    /// The first value of a field; empty where there is none.
    pub fn get(&self, name: &str) -> String {
        let mut fields = form_urlencoded::parse(&self.0);
        let found = fields.find(|(key, _)| key == name);
        found.map(|(_, value)| Cow::into_owned(value)).unwrap_or_default()
    }

    /// Refuses a form whose page token was not issued for this link.
    pub fn check_page_token(&self, app: &App, token: &LinkToken) -> Result<(), Failure> {
        gate::view_at(app, token, &self.get("page_token")).map(drop).ok_or(Failure::Stale)
    }

    /// The id of the page view that the form was sent from, read from its page token.
    pub fn view(&self, app: &App, guest: &Guest) -> Result<[u8; 8], Failure> {
        gate::view_of(app, guest, &self.get("page_token")).ok_or(Failure::Stale)
    }
}

pub fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    kind.is_some_and(|kind| kind.to_ascii_lowercase().starts_with(KIND))
}

/// Whether a page of this server sent the request.
pub fn is_from_here(app: &App, request: &Request) -> bool {
    let host = hosts::host_of(request).unwrap_or_default();
    is_same_origin(request.headers(), host, &app.links_url)
}

/// Whether `Sec-Fetch-Site` or `Origin` names this server; a request with neither header is refused.
fn is_same_origin(headers: &HeaderMap, host: &str, links_url: &str) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site") {
        return site == "same-origin";
    }
    let Some(origin) = text("origin") else { return false };
    let is_own_host = origin.split_once("://").is_some_and(|(_, of)| of.eq_ignore_ascii_case(host));
    // Over plain http, browsers send no Sec-Fetch-Site, and `Origin: null` from pages without a referrer. Then only the
    // page token protects the form.
    let has_no_origin = origin == "null" && links_url.starts_with("http://");
    is_own_host || origin.eq_ignore_ascii_case(links_url) || has_no_origin
}

#[cfg(test)]
mod tests {
    use super::*;

    // PUB-06
    #[test]
    fn pub_06_only_the_page_itself_sends_a_form() {
        let is_accepted = |lines: &[(&'static str, &str)], links_url: &str| {
            let mut headers = HeaderMap::new();
            for (name, value) in lines {
                headers.insert(*name, value.parse().unwrap());
            }
            is_same_origin(&headers, "beats.example", links_url)
        };
        let https = "https://beats.example";
        assert!(is_accepted(&[("sec-fetch-site", "same-origin"), ("origin", "null")], https));
        assert!(is_accepted(&[("origin", "https://beats.example")], https));
        for site in ["cross-site", "same-site", "none"] {
            let lines = [("sec-fetch-site", site), ("origin", "https://beats.example")];
            assert!(!is_accepted(&lines, https), "{site}");
        }
        for origin in ["https://evil.example", "null", "https://beats.example.evil", ""] {
            assert!(!is_accepted(&[("origin", origin)], https), "{origin}");
        }
        assert!(!is_accepted(&[], https));
        assert!(is_accepted(&[("origin", "null")], "http://beats.example"));
    }
}
