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
use serde::Serialize;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::NotificationBody;
use crate::api::error::{ErrorBody, Result};
use crate::api::event_stream::EventBody;
use crate::api::extract::{Bearer, Client};

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
fn last_event(headers: &HeaderMap) -> Option<i64> {
    headers.get(LAST_EVENT_ID)?.to_str().ok()?.parse().ok()
}

#[derive(Serialize)]
struct ChangedData {
    topics: Vec<&'static str>,
}

/// An event in the format of server-sent events. JSON without line breaks fits on one `data:` line.
fn format_event(event: &Event) -> String {
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

#[cfg(test)]
mod tests {
    use domain::notifications::Notification;
    use domain::{
        ids::NotificationId,
        notifications::Kind,
        notifications::topics::{Topic, Topics},
        time::Timestamp,
    };

    use super::*;

    #[test]
    fn an_event_is_a_few_lines_whatever_its_text_holds() {
        let row = Notification {
            number: 7,
            id: NotificationId::new(Timestamp::from_millis(0), [1; 10]),
            kind: Kind::Message,
            title: "One\ntwo\r\n\ndata: three".to_owned(),
            message: String::new(),
            link: None,
            is_read: false,
            created_at: Timestamp::from_millis(0),
        };
        let text = format_event(&Event::Notification(Arc::new(row)));
        assert!(text.starts_with("event: notification\nid: 7\ndata: {"), "{text}");
        assert_eq!((text.lines().count(), text.matches("\n\n").count()), (4, 1), "{text}");
        assert!(!text.contains('\r'));
    }

    #[test]
    fn changes_are_named() {
        let topics = Topics::NONE.with(Topic::Sales).with(Topic::Wallet);
        assert_eq!(
            format_event(&Event::Changed { number: 3, topics }),
            "event: changed\nid: 3\ndata: {\"topics\":[\"wallet\",\"sales\"]}\n\n"
        );
    }

    #[test]
    fn an_id_of_somebody_else_is_passed_over() {
        let of = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(LAST_EVENT_ID, text.parse().expect("a value"));
            last_event(&headers)
        };
        assert_eq!(
            (of("12"), of(""), of("x"), of("99999999999999999999")),
            (Some(12), None, None, None)
        );
        assert_eq!(last_event(&HeaderMap::new()), None);
    }
}
