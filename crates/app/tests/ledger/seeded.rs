//! Rows made in bulk beside rows made one by one: the same books.

use ledgerline_app::{
    Actor, account,
    seed::{self, Plan},
    transaction_lists::{self, ListForm},
};

use crate::house::{House, on_both_engines};

on_both_engines!(batches_keep_the_books, an_account_that_is_used_goes_on_being_sound);

fn plan(transactions: i64, seed: u64) -> Plan {
    Plan { transactions, clients: 5, goals: 2, years: 2, seed, batch: 70 }
}

async fn total(house: &House, actor: &Actor) -> i64 {
    let form = ListForm { limit: 1, ..ListForm::default() };
    transaction_lists::list(&house.app, actor, form).await.unwrap().listing.total
}

// TXN-03
async fn batches_keep_the_books(house: House) {
    let actor = house.join().await;
    let email = account::me(&house.app, &actor).await.unwrap().email;
    let mut heard = Vec::new();
    seed::fill(&house.app, &email, &plan(330, 5), |made| heard.push(made)).await.unwrap();
    assert_eq!(heard, [70, 140, 210, 280, 330]);
    let audited = house.audit(actor.user).await;
    assert!(audited.iter().any(|account| account.posted != 0), "{audited:?}");
    let summary = transaction_lists::summary(&house.app, &actor, None, None).await.unwrap();
    assert_eq!((summary.count, total(&house, &actor).await), (330, 330));
}

/// A deposit before, another between two fillings, and a withdrawal of all there is at the end.
async fn an_account_that_is_used_goes_on_being_sound(house: House) {
    let actor = house.join().await;
    let other = house.join().await;
    let email = account::me(&house.app, &actor).await.unwrap().email;
    house.deposit(&actor, "100.00", None).await.unwrap();
    seed::fill(&house.app, &email, &plan(150, 1), |_| ()).await.unwrap();
    let second = house.deposit(&actor, "0.01", None).await.unwrap();
    assert!(second.body.starts_with("TXN-152 "), "{}", second.body);
    seed::fill(&house.app, &email, &plan(150, 1), |_| ()).await.unwrap();
    house.audit(actor.user).await;
    let left = domain::money::print(house.wallet(&actor).await);
    house.withdraw(&actor, &left, None).await.unwrap();
    assert_eq!(house.wallet(&actor).await, 0);
    house.audit(actor.user).await;
    assert_eq!(total(&house, &actor).await, 303);
    assert_eq!(total(&house, &other).await, 0);
}
