//! Many at once: nothing is lost, nothing is spent twice, and nobody ever sees half a movement.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use ledgerline_app::{Error, idempotency::Answer};
use tokio::task::JoinSet;

use crate::house::{House, on_both_engines};

on_both_engines!(
    sixty_four_writers_lose_nothing_and_readers_see_whole_movements,
    no_more_is_withdrawn_than_is_there,
    one_key_sent_by_many_is_done_once,
);

async fn sixty_four_writers_lose_nothing_and_readers_see_whole_movements(house: House) {
    let actor = house.join().await;
    house.deposit(&actor, "1000", None).await.unwrap();
    let is_over = Arc::new(AtomicBool::new(false));
    let reader = tokio::spawn({
        let (house, is_over, owner) = (house.clone(), is_over.clone(), actor.user);
        async move {
            let mut looks = 0;
            while !is_over.load(Ordering::SeqCst) {
                house.audit(owner).await;
                looks += 1;
            }
            looks
        }
    });
    let mut writers = JoinSet::new();
    for number in 0..64 {
        let (house, actor) = (house.clone(), actor.clone());
        writers.spawn(async move {
            for _ in 0..4 {
                // 0.01 to 0.64 in, and every other writer takes 0.05 out again.
                house.deposit(&actor, &format!("{}e-2", number + 1), None).await.unwrap();
                if number % 2 == 0 {
                    house.withdraw(&actor, "0.05", None).await.unwrap();
                }
            }
        });
    }
    while let Some(done) = writers.join_next().await {
        done.unwrap();
    }
    is_over.store(true, Ordering::SeqCst);
    assert!(reader.await.unwrap() > 0);
    let expected = 100_000 + 4 * (1..=64).sum::<i64>() - 4 * 32 * 5;
    assert_eq!(house.wallet(&actor).await, expected);
    house.audit(actor.user).await;
}

async fn no_more_is_withdrawn_than_is_there(house: House) {
    let actor = house.join().await;
    house.deposit(&actor, "10", None).await.unwrap();
    let mut writers = JoinSet::new();
    for _ in 0..40 {
        let (house, actor) = (house.clone(), actor.clone());
        writers.spawn(async move { house.withdraw(&actor, "1", None).await });
    }
    let mut taken = 0;
    while let Some(done) = writers.join_next().await {
        match done.unwrap() {
            Ok(_) => taken += 1,
            Err(Error::Conflict(sentence)) => assert_eq!(
                sentence,
                "Not enough money: Wallet holds $0.00 and this would take $1.00."
            ),
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!((taken, house.wallet(&actor).await), (10, 0));
    house.audit(actor.user).await;
}

async fn one_key_sent_by_many_is_done_once(house: House) {
    let actor = house.join().await;
    let mut writers = JoinSet::new();
    for _ in 0..32 {
        let (house, actor) = (house.clone(), actor.clone());
        writers.spawn(async move { house.deposit(&actor, "7.5", Some("the-key")).await.unwrap() });
    }
    let mut answers: Vec<Answer> = Vec::new();
    while let Some(done) = writers.join_next().await {
        answers.push(done.unwrap());
    }
    assert_eq!(answers.iter().filter(|answer| !answer.is_replayed).count(), 1);
    assert!(answers.iter().all(|answer| answer.body == "TXN-001 7.50" && answer.status == 201));
    assert_eq!(house.wallet(&actor).await, 750);
    house.audit(actor.user).await;
}
