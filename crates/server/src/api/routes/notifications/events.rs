//! Server-sent events: an open page of the app learns at once what changes in the account.

use std::sync::Arc;

use app::App;
use app::identity::sessions;
use app::notifications::listeners::{self, Event};
use axum::{
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use http::error::{ErrorBody, Result};
use http::extract::{Bearer, Client};
use serde::Serialize;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::NotificationBody;
use crate::api::event_stream::EventBody;

const TAG: &str = "Events";
const LAST_EVENT_ID: &str = "last-event-id";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(stream_events))
}

/// Stream events of the account
///
/// Server-sent events until the session ends: `ready` (the stream is open), `notification` (a new one, as in the list), `changed`
/// (`{"topics": [...]}`: data of these kinds changed, load it again) and `ended` (the session is
/// over, do not reconnect). A comment is sent at least every 20 seconds. With `Last-Event-ID` the stream begins
/// with the events after that one. An open stream does not count as activity.
#[utoipa::path(get, path = "/api/events", tag = TAG,
    params(("Last-Event-ID" = Option<String>, Header, description = "The id of the last event received")),
    responses(
        (status = 200, body = String, content_type = "text/event-stream"),
        (status = 401, body = ErrorBody),
    ))]
async fn stream_events(
    State(app): State<Arc<App>>,
    Bearer(token): Bearer,
    Client(caller): Client,
    headers: HeaderMap,
) -> Result<Response> {
    let actor = sessions::recognise(&app, &token, caller).await?;
    let listener = listeners::open(&app, &actor, last_event(&headers)).await?;
    let heads = [
        (header::CONTENT_TYPE, "text/event-stream"),
        // Tells nginx not to buffer the response: the stream never ends, so a buffered event would never arrive.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((heads, axum::body::Body::new(EventBody::new(listener, format_event))).into_response())
}

/// An unknown event id is ignored: the stream then starts from now.
pub fn last_event(headers: &HeaderMap) -> Option<i64> {
    headers.get(LAST_EVENT_ID)?.to_str().ok()?.parse().ok()
}

#[derive(Serialize)]
struct ChangedData {
    topics: Vec<&'static str>,
}

/// An event in the format of server-sent events. JSON without line breaks fits on one `data:` line.
pub fn format_event(event: &Event) -> String {
    match event {
        Event::Ready { number } => {
            format!("retry: 2000\nevent: ready\nid: {number}\ndata: {{}}\n\n")
        }
        Event::Notification(row) => {
            let data = json(&NotificationBody::from(row.as_ref()));
            format!("event: notification\nid: {}\ndata: {data}\n\n", row.number)
        }
        Event::Changed { number, topics } => {
            let data =
                json(&ChangedData { topics: topics.iter().map(|one| one.as_str()).collect() });
            format!("event: changed\nid: {number}\ndata: {data}\n\n")
        }
        Event::Heartbeat => ": \n\n".to_owned(),
        Event::SessionEnded => "event: ended\ndata: {}\n\n".to_owned(),
    }
}

fn json(data: &impl Serialize) -> String {
    // Plain structs of texts and flags always serialize.
    serde_json::to_string(data).unwrap_or_default()
}
