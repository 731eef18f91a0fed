//! Many simultaneous requests: no change is lost, no money is spent twice, and no read sees a partial change.

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

use crate::support::{TestApp, on_both_engines, parse_id};

on_both_engines!(
    pg sixty_four_writers_lose_nothing_and_readers_see_whole_movements,
    pg a_sale_is_refunded_once,
    pg a_client_is_let_go_of_by_and_by,
    pg nothing_names_a_client_that_is_gone,
    pg no_more_is_withdrawn_than_is_there,
    pg one_key_sent_by_many_is_done_once,
);

async fn sixty_four_writers_lose_nothing_and_readers_see_whole_movements(test: TestApp) {
    let actor = test.join().await;
    test.deposit(&actor, "1000", None).await.unwrap();
    let is_over = Arc::new(AtomicBool::new(false));
    let reader = tokio::spawn({
        let (test, is_over, owner) = (test.clone(), is_over.clone(), actor.user);
        async move {
            let mut looks = 0;
            while !is_over.load(Ordering::SeqCst) {
                test.audit(owner).await;
                looks += 1;
            }
            looks
        }
    });
    let mut writers = JoinSet::new();
    for number in 0..64 {
        let (test, actor) = (test.clone(), actor.clone());
        writers.spawn(async move {
            for _ in 0..4 {
                // Each writer deposits 0.01 to 0.64, and every other writer withdraws 0.05.
                test.deposit(&actor, &format!("{}e-2", number + 1), None).await.unwrap();
                if number % 2 == 0 {
                    test.withdraw(&actor, "0.05", None).await.unwrap();
                }
            }
            // A sale of 0.10 that every fourth writer refunds and every other fourth one deletes.
            let sale = test.sell(&actor, sale_of("0.1")).await.unwrap();
            match number % 4 {
                0 => test.refund(&actor, &sale).await.unwrap(),
                1 => sales::delete(&test.app, &actor, parse_id(&sale)).await.unwrap(),
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
    assert_eq!(test.wallet(&actor).await, expected);
    let summary = sales::lists::summary(&test.app, &actor, None, None).await.unwrap();
    assert_eq!((summary.count, summary.completed.count), (48, 32));
    assert_eq!(summary.completed.totals.into_values().sum::<i64>(), 32 * 10);
    test.audit(actor.user).await;
}

fn sale_of(amount: &str) -> SaleForm {
    SaleForm {
        title: Some("Beat".into()),
        client: Some("Ade".into()),
        amount: Some(amount.into()),
        ..SaleForm::default()
    }
}

async fn a_sale_is_refunded_once(test: TestApp) {
    let actor = test.join().await;
    test.deposit(&actor, "100", None).await.unwrap();
    let sale = test.sell(&actor, sale_of("7")).await.unwrap();
    let mut writers = JoinSet::new();
    for _ in 0..16 {
        let (test, actor, sale) = (test.clone(), actor.clone(), sale.clone());
        writers.spawn(async move { test.refund(&actor, &sale).await });
    }
    let mut given_back = 0;
    while let Some(done) = writers.join_next().await {
        match done.unwrap() {
            Ok(()) => given_back += 1,
            Err(Error::Conflict(said)) => assert_eq!(said, "This sale was already refunded."),
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!((given_back, test.wallet(&actor).await), (1, 10_000));
    test.audit(actor.user).await;
}

/// Rows lose their reference to a client in several writes, and the client is deleted after the last one.
async fn a_client_is_let_go_of_by_and_by(test: TestApp) {
    let actor = test.join().await;
    let id = test.client(&actor, "Ade").await;
    for _ in 0..5 {
        let form = SaleForm { client_id: Some(id.clone()), ..sale_of("1") };
        test.sell(&actor, form).await.unwrap();
    }
    let (owner, id) = (actor.user, BeneficiaryId::parse(&id).unwrap());
    let mut steps = Vec::new();
    for _ in 0..3 {
        let step = move |tx: &mut Tx| links::forget_client(tx, owner, id, 2);
        steps.push(test.app.db.write(step).await.unwrap());
    }
    assert_eq!(steps, [false, false, true]);
    let history = clients::history::summary(&test.app, &actor, id).await.unwrap();
    assert!(history.sales.is_empty() && history.last_activity.is_none());
    let summary = sales::lists::summary(&test.app, &actor, None, None).await.unwrap();
    assert_eq!(summary.completed.count, 5);
}

/// A client is deleted during simultaneous payments and sales; no row references it afterwards.
async fn nothing_names_a_client_that_is_gone(test: TestApp) {
    let actor = test.join().await;
    test.deposit(&actor, "100", None).await.unwrap();
    let client = test.client(&actor, "Ade").await;
    let mut writers = JoinSet::new();
    for number in 0..24 {
        let (test, actor, client) = (test.clone(), actor.clone(), client.clone());
        writers.spawn(async move {
            if number == 8 {
                return clients::remove(&test.app, &actor, parse_id(&client)).await;
            }
            let form = SaleForm { client_id: Some(client), ..sale_of("1") };
            test.sell(&actor, form).await.map(drop)
        });
    }
    while let Some(done) = writers.join_next().await {
        let done = done.unwrap();
        assert!(matches!(done, Ok(()) | Err(Error::NotFound(_))), "{done:?}");
    }
    let form = sales::lists::ListForm { limit: 200, ..Default::default() };
    let sales = sales::lists::list(&test.app, &actor, form).await.unwrap().listing.rows;
    assert!(sales.iter().all(|sale| sale.content.buyer.client.is_none()), "{sales:?}");
    let form = transactions::lists::ListForm { limit: 200, ..Default::default() };
    let rows = transactions::lists::list(&test.app, &actor, form).await.unwrap().listing.rows;
    assert!(rows.iter().all(|row| row.content.beneficiary.is_none()), "{rows:?}");
    assert_eq!(rows.len(), sales.len() + 1);
    test.audit(actor.user).await;
}

async fn no_more_is_withdrawn_than_is_there(test: TestApp) {
    let actor = test.join().await;
    test.deposit(&actor, "10", None).await.unwrap();
    let mut writers = JoinSet::new();
    for _ in 0..40 {
        let (test, actor) = (test.clone(), actor.clone());
        writers.spawn(async move { test.withdraw(&actor, "1", None).await });
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
    assert_eq!((taken, test.wallet(&actor).await), (10, 0));
    test.audit(actor.user).await;
}

async fn one_key_sent_by_many_is_done_once(test: TestApp) {
    let actor = test.join().await;
    let mut writers = JoinSet::new();
    for _ in 0..32 {
        let (test, actor) = (test.clone(), actor.clone());
        writers.spawn(async move { test.deposit(&actor, "7.5", Some("the-key")).await.unwrap() });
    }
    let mut answers: Vec<Answer> = Vec::new();
    while let Some(done) = writers.join_next().await {
        answers.push(done.unwrap());
    }
    assert_eq!(answers.iter().filter(|answer| !answer.is_replayed).count(), 1);
    assert!(answers.iter().all(|answer| answer.body == "TXN-001 7.50" && answer.status == 201));
    assert_eq!(test.wallet(&actor).await, 750);
    test.audit(actor.user).await;
}
