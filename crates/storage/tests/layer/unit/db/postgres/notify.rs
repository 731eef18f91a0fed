//! Changes as payloads of NOTIFY, and the outbox that they wait in.

use domain::ids::UserId;
use domain::notifications::topics::{Topic, Topics};
use domain::time::Timestamp;
use ledgerline_storage::db::ChangeEvent;
use ledgerline_storage::db::postgres::notify::{
    ALL_ACCOUNTS, MAX_WAITING_ACCOUNTS, Outbox, parse_payload, payloads,
};

fn someone(number: i64) -> UserId {
    UserId::new(Timestamp::from_millis(number), [1; 10])
}

#[test]
fn what_is_published_is_received_in_payloads_that_fit() {
    let outbox = Outbox::default();
    outbox.add((0..1000).map(|number| (someone(number), Topics::all())));
    outbox.add([(someone(0), Topics::NONE.with(Topic::Wallet))].into_iter());
    let payloads_sent = payloads(&outbox.take().unwrap());
    assert!(payloads_sent.len() == 7 && payloads_sent.iter().all(|payload| payload.len() < 8000));
    let received: Vec<_> =
        payloads_sent.iter().flat_map(|payload| parse_payload(payload)).collect();
    assert_eq!(received.len(), 1000);
    assert!(
        received.contains(&ChangeEvent::Changed { owner: someone(999), topics: Topics::all() })
    );
}

#[test]
fn too_much_becomes_everything_and_nonsense_nothing() {
    let outbox = Outbox::default();
    outbox.add((0..=MAX_WAITING_ACCOUNTS as i64).map(|number| (someone(number), Topics::all())));
    assert_eq!(payloads(&outbox.take().unwrap()), [ALL_ACCOUNTS]);
    assert_eq!(parse_payload(ALL_ACCOUNTS), [ChangeEvent::Missed]);
    assert_eq!(parse_payload("x y:1 :: 018bcfe5-6800-7707-8707-070707070707:zz"), []);
}

#[test]
fn a_closed_outbox_gives_what_is_left_and_then_nothing() {
    let outbox = Outbox::default();
    outbox.add([(someone(1), Topics::all())].into_iter());
    outbox.close();
    let left = outbox.take().unwrap();
    assert!(!outbox.put_back(left));
    assert!(outbox.take().is_some() && outbox.take().is_none());
}
