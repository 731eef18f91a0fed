//! A repeated request: the same answer, another body refused, and forgotten after its time. TXN-04

use std::time::Duration;

use ledgerline_app::Error;
use ledgerline_app::operations::worker;

use crate::house::{House, on_both_engines};

on_both_engines!(a_repeated_request_changes_nothing, a_refusal_is_not_kept, a_key_is_forgotten);

async fn a_repeated_request_changes_nothing(house: House) {
    let (maya, ade) = (house.join().await, house.join().await);
    let first = house.deposit(&maya, "5", Some("k")).await.unwrap();
    house.deposit(&maya, "1", None).await.unwrap();
    let again = house.deposit(&maya, "5", Some("k")).await.unwrap();
    assert_eq!((again.status, &again.body, again.is_replayed), (201, &first.body, true));
    let other = house.deposit(&maya, "6", Some("k")).await;
    assert!(matches!(other, Err(Error::Conflict(_))), "{other:?}");
    assert_eq!(house.wallet(&maya).await, 600);
    // A key is its owner's: somebody else's same key is another.
    assert!(!house.deposit(&ade, "6", Some("k")).await.unwrap().is_replayed);
    assert_eq!((house.wallet(&ade).await, house.wallet(&maya).await), (600, 600));
}

async fn a_refusal_is_not_kept(house: House) {
    let actor = house.join().await;
    assert!(matches!(house.withdraw(&actor, "5", Some("k")).await, Err(Error::Conflict(_))));
    house.deposit(&actor, "9", None).await.unwrap();
    assert!(!house.withdraw(&actor, "5", Some("k")).await.unwrap().is_replayed);
    assert_eq!(house.wallet(&actor).await, 400);
}

async fn a_key_is_forgotten(house: House) {
    let actor = house.join().await;
    worker::work(&house.app).await.unwrap();
    house.deposit(&actor, "5", Some("k")).await.unwrap();
    house.pass(Duration::from_secs(25 * 60 * 60));
    worker::work(&house.app).await.unwrap();
    assert!(house.deposit(&actor, "5", Some("k")).await.unwrap().is_replayed);
    house.pass(Duration::from_secs(24 * 60 * 60));
    worker::work(&house.app).await.unwrap();
    assert!(!house.deposit(&actor, "5", Some("k")).await.unwrap().is_replayed);
    assert_eq!(house.wallet(&actor).await, 1000);
}
