//! Many at once: nothing is lost, nothing is spent twice, and nobody ever sees half a movement.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use domain::ids::BeneficiaryId;
use ledgerline_app::idempotency::Answer;
use ledgerline_app::money::transactions;
use ledgerline_app::sales::forms::SaleForm;
use ledgerline_app::{Error, clients, sales};
use storage::db::Tx;
use storage::money::links;
use tokio::task::JoinSet;

use crate::house::{House, on_both_engines};

on_both_engines!(
    sixty_four_writers_lose_nothing_and_readers_see_whole_movements,
    a_sale_is_refunded_once,
    a_client_is_let_go_of_by_and_by,
    nothing_names_a_client_that_is_gone,
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
            // A sale of 0.10 that every fourth writer refunds and every other fourth one deletes.
            let sale = house.sell(&actor, sale_of("0.1")).await.unwrap();
            match number % 4 {
                0 => house.refund(&actor, &sale).await.unwrap(),
                1 => sales::delete(&house.app, &actor, &sale).await.unwrap(),
                _ => {}
            }
        });
    }
    while let Some(done) = writers.join_next().await {
        done.unwrap();
    }
    is_over.store(true, Ordering::SeqCst);
    assert!(reader.await.unwrap() > 0);
    let expected = 100_000 + 4 * (1..=64).sum::<i64>() - 4 * 32 * 5 + 32 * 10;
    assert_eq!(house.wallet(&actor).await, expected);
    let summary = sales::lists::summary(&house.app, &actor, None, None).await.unwrap();
    assert_eq!((summary.count, summary.completed.count), (48, 32));
    assert_eq!(summary.completed.totals.into_values().sum::<i64>(), 32 * 10);
    house.audit(actor.user).await;
}

fn sale_of(amount: &str) -> SaleForm {
    SaleForm {
        title: Some("Beat".into()),
        client: Some("Ade".into()),
        amount: Some(amount.into()),
        ..SaleForm::default()
    }
}

async fn a_sale_is_refunded_once(house: House) {
    let actor = house.join().await;
    house.deposit(&actor, "100", None).await.unwrap();
    let sale = house.sell(&actor, sale_of("7")).await.unwrap();
    let mut writers = JoinSet::new();
    for _ in 0..16 {
        let (house, actor, sale) = (house.clone(), actor.clone(), sale.clone());
        writers.spawn(async move { house.refund(&actor, &sale).await });
    }
    let mut given_back = 0;
    while let Some(done) = writers.join_next().await {
        match done.unwrap() {
            Ok(()) => given_back += 1,
            Err(Error::Conflict(said)) => assert_eq!(said, "This sale was already refunded."),
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!((given_back, house.wallet(&actor).await), (1, 10_000));
    house.audit(actor.user).await;
}

/// Many rows let go of a client by and by, and it is free only after the last.
async fn a_client_is_let_go_of_by_and_by(house: House) {
    let actor = house.join().await;
    let id = house.client(&actor, "Ade").await;
    for _ in 0..5 {
        let form = SaleForm { client_id: Some(id.clone()), ..sale_of("1") };
        house.sell(&actor, form).await.unwrap();
    }
    let (owner, id) = (actor.user, BeneficiaryId::parse(&id).unwrap());
    let mut steps = Vec::new();
    for _ in 0..3 {
        let step = move |tx: &mut Tx| links::forget_client(tx, owner, id, 2);
        steps.push(house.app.db.write(step).await.unwrap());
    }
    assert_eq!(steps, [false, false, true]);
    let history = clients::history::summary(&house.app, &actor, &id.to_string()).await.unwrap();
    assert!(history.sales.is_empty() && history.last_activity.is_none());
    let summary = sales::lists::summary(&house.app, &actor, None, None).await.unwrap();
    assert_eq!(summary.completed.count, 5);
}

/// A client that goes while others are being paid or sold to is named by nothing afterwards.
async fn nothing_names_a_client_that_is_gone(house: House) {
    let actor = house.join().await;
    house.deposit(&actor, "100", None).await.unwrap();
    let client = house.client(&actor, "Ade").await;
    let mut writers = JoinSet::new();
    for number in 0..24 {
        let (house, actor, client) = (house.clone(), actor.clone(), client.clone());
        writers.spawn(async move {
            if number == 8 {
                return clients::remove(&house.app, &actor, &client).await;
            }
            let form = SaleForm { client_id: Some(client), ..sale_of("1") };
            house.sell(&actor, form).await.map(drop)
        });
    }
    while let Some(done) = writers.join_next().await {
        let done = done.unwrap();
        assert!(matches!(done, Ok(()) | Err(Error::NotFound(_))), "{done:?}");
    }
    let form = sales::lists::ListForm { limit: 200, ..Default::default() };
    let sales = sales::lists::list(&house.app, &actor, form).await.unwrap().listing.rows;
    assert!(sales.iter().all(|sale| sale.content.buyer.client.is_none()), "{sales:?}");
    let form = transactions::lists::ListForm { limit: 200, ..Default::default() };
    let rows = transactions::lists::list(&house.app, &actor, form).await.unwrap().listing.rows;
    assert!(rows.iter().all(|row| row.content.beneficiary.is_none()), "{rows:?}");
    assert_eq!(rows.len(), sales.len() + 1);
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
