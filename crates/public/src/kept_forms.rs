//! What a visitor typed is kept when a form comes too often: the answer 429 is a page with the same fields, the time when
//! they can be sent, and a button that sends them.

use std::sync::Arc;

use app::App;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::calendar::TimeOfDay;
use domain::time::Timestamp;
use pages::{KeptField, TooMuchPage};

use super::answers::{Failure, TooManyRequests, failure_response};
use super::forms::{self, MOST_BYTES};
use super::visit::wants_json;

/// Answers a form that comes too often with a page that has its fields.
pub async fn keep(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let is_kept = *request.method() == Method::POST
        && !wants_json(request.headers())
        && forms::is_form(request.headers())
        && forms::is_from_here(&app, &request);
    if !is_kept {
        return next.run(request).await;
    }
    let action = request.uri().path().to_owned();
    let (head, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MOST_BYTES).await else {
        return failure_response(Failure::Stale, false);
    };
    let response = next.run(Request::from_parts(head, Body::from(body.clone()))).await;
    let Some(TooManyRequests { retry_after }) = response.extensions().get().copied() else {
        return response;
    };
    let again_at = app.now() + retry_after;
    let page = too_much_page(action, &body, again_at);
    let seconds = HeaderValue::from(retry_after.as_secs().max(1));
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    let headers = [(header::RETRY_AFTER, seconds), (header::CONTENT_TYPE, html)];
    (StatusCode::TOO_MANY_REQUESTS, headers, page.render()).into_response()
}

fn too_much_page(action: String, body: &Bytes, again_at: Timestamp) -> TooMuchPage {
    let fields = form_urlencoded::parse(body);
    let fields = fields
        .map(|(name, value)| KeptField { name: name.into_owned(), value: value.into_owned() });
    TooMuchPage {
        action,
        fields: fields.collect(),
        again_at: again_at.to_string(),
        again_in_words: format!("{} UTC", TimeOfDay::of(next_minute(again_at)).in_words()),
    }
}

/// The time in whole minutes, rounded up.
fn next_minute(at: Timestamp) -> Timestamp {
    const MINUTE: i64 = 60_000;
    Timestamp::from_millis((at.as_millis() + MINUTE - 1) / MINUTE * MINUTE)
}
