//! Repeated requests: the same answer for the same body, a refusal for another body, and keys that expire. TXN-04

use std::time::Duration;

use ledgerline_app::Error;
use ledgerline_app::operations::worker;

use crate::support::{TestApp, on_both_engines};

on_both_engines!(pg a_repeated_request_changes_nothing, a_refusal_is_not_kept, a_key_is_forgotten);

async fn a_repeated_request_changes_nothing(test: TestApp) {
    let (maya, ade) = (test.join().await, test.join().await);
    let first = test.deposit(&maya, "5", Some("k")).await.unwrap();
    test.deposit(&maya, "1", None).await.unwrap();
    let again = test.deposit(&maya, "5", Some("k")).await.unwrap();
    assert_eq!((again.status, &again.body, again.is_replayed), (201, &first.body, true));
    let other = test.deposit(&maya, "6", Some("k")).await;
    assert!(matches!(other, Err(Error::Conflict(_))), "{other:?}");
    assert_eq!(test.wallet(&maya).await, 600);
    // A key belongs to its owner: the same key of another account is another key.
    assert!(!test.deposit(&ade, "6", Some("k")).await.unwrap().is_replayed);
    assert_eq!((test.wallet(&ade).await, test.wallet(&maya).await), (600, 600));
}

async fn a_refusal_is_not_kept(test: TestApp) {
    let actor = test.join().await;
    assert!(matches!(test.withdraw(&actor, "5", Some("k")).await, Err(Error::Conflict(_))));
    test.deposit(&actor, "9", None).await.unwrap();
    assert!(!test.withdraw(&actor, "5", Some("k")).await.unwrap().is_replayed);
    assert_eq!(test.wallet(&actor).await, 400);
}

async fn a_key_is_forgotten(test: TestApp) {
    let actor = test.join().await;
    worker::work(&test.app).await.unwrap();
    test.deposit(&actor, "5", Some("k")).await.unwrap();
    test.advance_clock(Duration::from_secs(25 * 60 * 60));
    worker::work(&test.app).await.unwrap();
    assert!(test.deposit(&actor, "5", Some("k")).await.unwrap().is_replayed);
    test.advance_clock(Duration::from_secs(24 * 60 * 60));
    worker::work(&test.app).await.unwrap();
    assert!(!test.deposit(&actor, "5", Some("k")).await.unwrap().is_replayed);
    assert_eq!(test.wallet(&actor).await, 1000);
}
