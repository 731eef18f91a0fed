//! Event streams with a test clock: how long a stream lives, and the low cost of a thousand streams.

use std::time::Duration;

use domain::notifications::topics::Topic;
use ledgerline_app::Actor;
use ledgerline_app::money::wallet;
use ledgerline_app::notifications::listeners::{self, Event};
use testbed::budget::{self, Stopwatch};

use crate::support::{TestApp, on_both_engines};

/// The number of streams that one account may have open.
const MOST_PAGES: usize = 32;

async fn deposit(test: &TestApp, actor: &Actor) {
    let form = wallet::MoveForm { amount: Some("5".into()), ..Default::default() };
    let reply = ledgerline_app::idempotency::Reply {
        retry: None,
        status: 201,
        to_body: Box::new(|_| String::new()),
    };
    wallet::deposit(&test.app, actor, form, reply).await.unwrap();
}

on_both_engines!(
    a_stream_ends_with_its_session_and_does_not_keep_it,
    pg one_look_serves_every_page_of_an_account,
    a_page_that_does_not_read_has_no_queue
);

// A session ends after 30 minutes and five minutes of grace without a request; an open stream does not count as one.
async fn a_stream_ends_with_its_session_and_does_not_keep_it(test: TestApp) {
    test.app.events.follow(&test.app.db).unwrap();
    let actor = test.join().await;
    test.advance_clock(Duration::from_secs(35 * 60) - Duration::from_millis(500));
    let mut page = listeners::open(&test.app, &actor, None).await.unwrap();
    assert_eq!(page.next().await, Some(Event::Ready { number: 0 }));
    test.advance_clock(Duration::from_secs(1));
    // Long before the next heartbeat, which would notice it too.
    let ended = budget::within(budget::PATIENCE, page.next()).await;
    assert_eq!(ended, Some(Some(Event::SessionEnded)));
    assert_eq!(page.next().await, None);
}

async fn one_look_serves_every_page_of_an_account(test: TestApp) {
    test.app.events.follow(&test.app.db).unwrap();
    let actor = test.join().await;
    let mut pages = Vec::new();
    for _ in 0..MOST_PAGES {
        let mut page = listeners::open(&test.app, &actor, None).await.unwrap();
        assert_eq!(page.next().await, Some(Event::Ready { number: 0 }));
        pages.push(page);
    }
    assert_eq!(test.app.events.count(), MOST_PAGES);
    let started = Stopwatch::start();
    let (actor_too, test_too) = (actor.clone(), &test);
    let heard = pages.into_iter().map(|mut page| {
            tokio::spawn(async move {
                let event = page.next().await;
                assert!(matches!(event, Some(Event::Notification(_))), "{event:?}");
                let changed = page.next().await;
                assert!(matches!(changed, Some(Event::Changed { number: 1, topics }) if topics.contains(Topic::Wallet)));
            })
        });
    let heard: Vec<_> = heard.collect();
    deposit(test_too, &actor_too).await;
    for one in heard {
        one.await.unwrap();
    }
    let took = started.elapsed();
    assert!(took < Duration::from_secs(2), "{took:?}");
    assert_eq!(test.app.events.count(), 0, "who left is forgotten");
}

// A page that stopped reading gets all missed changes in one event when it reads again, so no events pile up.
async fn a_page_that_does_not_read_has_no_queue(test: TestApp) {
    test.app.events.follow(&test.app.db).unwrap();
    let actor = test.join().await;
    let mut page = listeners::open(&test.app, &actor, None).await.unwrap();
    assert_eq!(page.next().await, Some(Event::Ready { number: 0 }));
    for _ in 0..20 {
        deposit(&test, &actor).await;
    }
    for number in 1..=20 {
        let event = page.next().await;
        assert!(
            matches!(&event, Some(Event::Notification(one)) if one.number == number),
            "{event:?}"
        );
    }
    let event = page.next().await;
    assert!(matches!(event, Some(Event::Changed { number: 20, .. })), "{event:?}");
}
