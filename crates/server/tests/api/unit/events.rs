//! Server-sent events as text.

use std::sync::Arc;

use app::notifications::listeners::Event;
use axum::http::HeaderMap;
use domain::ids::NotificationId;
use domain::notifications::topics::{Topic, Topics};
use domain::notifications::{Kind, Notification};
use domain::time::Timestamp;
use ledgerline::internal::{format_event, last_event};

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
        headers.insert("last-event-id", text.parse().expect("a value"));
        last_event(&headers)
    };
    assert_eq!(
        (of("12"), of(""), of("x"), of("99999999999999999999")),
        (Some(12), None, None, None)
    );
    assert_eq!(last_event(&HeaderMap::new()), None);
}
