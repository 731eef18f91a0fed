//! How a request to a public page is refused: a browser gets an error page that reveals nothing about the link, and the
//! page's script gets the API's error as JSON.

use std::time::Duration;

use app::Error;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use http::error::ApiError;
use pages::{NotFoundPage, OverPage, RefusedPage, StalePage, TooManyRequestsPage, TroublePage};

/// Why a request to a public page is refused.
#[derive(Debug)]
pub enum Failure {
    Unknown,
    Over,
    /// The producer has changed the handle; holds the new address of the page.
    Moved(String),
    /// The link has a password, and the visitor has not entered it.
    Locked,
    /// The form was not sent from a public page of this server, or its page token has expired.
    Stale,
    Error(ApiError),
}

pub type Outcome = Result<Response, Failure>;

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error.into())
    }
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        Self::Error(error)
    }
}

/// In the extensions of an answer to a form that came too often.
#[derive(Debug, Clone, Copy)]
pub struct TooManyRequests {
    pub retry_after: Duration,
}

/// Turns an outcome into a response; a failure becomes an error page, or JSON for the page's script.
pub fn respond(outcome: Outcome, wants_json: bool) -> Response {
    outcome.unwrap_or_else(|failure| failure_response(failure, wants_json))
}

pub fn failure_response(failure: Failure, wants_json: bool) -> Response {
    if let Failure::Moved(to) = &failure {
        return moved_permanently(to);
    }
    let is_stale = matches!(failure, Failure::Stale);
    let error = match failure {
        Failure::Unknown | Failure::Moved(_) => {
            ApiError::new(StatusCode::NOT_FOUND, "There is nothing at this address.")
        }
        Failure::Over => ApiError::new(StatusCode::GONE, "This link has ended."),
        Failure::Locked => ApiError::new(StatusCode::UNAUTHORIZED, "This link has a password."),
        Failure::Stale => {
            ApiError::new(StatusCode::FORBIDDEN, "This page is too old. Please load it again.")
        }
        Failure::Error(error) => error,
    };
    let reason = error.message().to_owned();
    let mut response = error.into_response();
    if wants_json {
        return response;
    }
    let text = if is_stale { StalePage.render() } else { render_error_page(&response, &reason) };
    let (mut head, _) = std::mem::take(&mut response).into_parts();
    head.headers.remove(header::CONTENT_TYPE);
    head.headers.remove(header::CONTENT_LENGTH);
    let Html(text) = Html(text);
    let mut page = Response::from_parts(head, axum::body::Body::from(text));
    let html = axum::http::HeaderValue::from_static("text/html; charset=utf-8");
    page.headers_mut().insert(header::CONTENT_TYPE, html);
    if page.status() == StatusCode::TOO_MANY_REQUESTS {
        let retry_after = Duration::from_secs(seconds_to_wait(page.headers()).into());
        page.extensions_mut().insert(TooManyRequests { retry_after });
    }
    page
}

fn moved_permanently(to: &str) -> Response {
    match HeaderValue::try_from(to) {
        Ok(to) => (StatusCode::MOVED_PERMANENTLY, [(header::LOCATION, to)]).into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

fn render_error_page(response: &Response, reason: &str) -> String {
    match response.status() {
        StatusCode::NOT_FOUND => NotFoundPage.render(),
        StatusCode::GONE => OverPage.render(),
        StatusCode::TOO_MANY_REQUESTS => {
            let minutes = seconds_to_wait(response.headers()).div_ceil(60);
            TooManyRequestsPage { minutes }.render()
        }
        status if status.is_server_error() => TroublePage.render(),
        _ => RefusedPage { reason }.render(),
    }
}

fn seconds_to_wait(headers: &HeaderMap) -> u32 {
    let seconds = headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
    seconds.and_then(|text| text.parse().ok()).unwrap_or(60)
}
