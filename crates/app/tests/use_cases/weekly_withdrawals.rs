//! The weekly withdrawal, with a test clock that starts on a Friday. TRUE-02

use std::time::Duration;

use domain::identity::settings::{Change, Choose};
use domain::money::transactions::Transaction;
use ledgerline_app::identity::settings;
use ledgerline_app::money::transactions::forms::TransactionForm;
use ledgerline_app::money::transactions::{self, lists};
use ledgerline_app::operations::worker;
use ledgerline_app::{Actor, notifications};

use crate::support::{TestApp, on_both_engines};

on_both_engines!(
    pg each_friday_the_wallet_is_withdrawn_once_and_announced_the_day_before,
    nothing_is_withdrawn_from_an_empty_wallet_or_unasked,
    pg what_waits_already_is_not_withdrawn_twice
);

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

async fn change_settings(test: &TestApp, actor: &Actor, changes: Vec<Change>) {
    settings::update(&test.app, actor, changes, None).await.unwrap();
}

/// A person who has turned the weekly withdrawal on and has 250.00, on a Saturday.
async fn join_with_weekly_withdrawal(test: &TestApp) -> Actor {
    test.advance_clock(DAY);
    let actor = test.join().await;
    let bank = Choose::auto_withdraw_bank("First Harbor Bank").unwrap();
    change_settings(test, &actor, vec![Change::auto_withdraw(true), bank]).await;
    test.deposit(&actor, "250", None).await.unwrap();
    worker::work(&test.app).await.unwrap();
    actor
}

/// Advances the clock by days, with several runs of the jobs on each.
async fn pass_days(test: &TestApp, days: u32) {
    for _ in 0..days {
        test.advance_clock(DAY);
        for _ in 0..3 {
            worker::work(&test.app).await.unwrap();
        }
    }
}

async fn pending(test: &TestApp, actor: &Actor) -> Vec<Transaction> {
    let form = lists::ListForm {
        status: Some("pending".to_owned()),
        limit: 50,
        ..lists::ListForm::default()
    };
    lists::list(&test.app, actor, form).await.unwrap().listing.rows
}

async fn notification_messages(test: &TestApp, actor: &Actor) -> Vec<String> {
    let form = notifications::ListForm { limit: 50, ..Default::default() };
    let page = notifications::list(&test.app, actor, form).await.unwrap().page;
    let told = page.notifications.into_iter();
    let planned = told.filter(|notice| notice.title == "Weekly withdrawal tomorrow");
    planned.map(|notice| notice.message).collect()
}

// TRUE-02
async fn each_friday_the_wallet_is_withdrawn_once_and_announced_the_day_before(test: TestApp) {
    let actor = join_with_weekly_withdrawal(&test).await;
    pass_days(&test, 4).await;
    assert_eq!(notification_messages(&test, &actor).await, [] as [&str; 0], "it is Wednesday");
    pass_days(&test, 1).await;
    let sentence =
        "A withdrawal of $250.00 from your wallet to First Harbor Bank will be added as pending";
    assert_eq!(notification_messages(&test, &actor).await, [sentence]);
    assert_eq!(pending(&test, &actor).await, []);
    pass_days(&test, 1).await;
    let made = pending(&test, &actor).await;
    assert_eq!(made.len(), 1);
    let content = &made[0].content;
    assert_eq!((content.title.as_str(), content.amount.get()), ("Weekly withdrawal", -25_000));
    assert_eq!(content.description.as_deref(), Some("To First Harbor Bank"));
    assert_eq!(content.day.to_string(), "2027-01-22");
    assert_eq!(test.wallet(&actor).await, 25_000, "pending money has not moved");
    // A job that was lost and queued again, as after a restart, makes no second withdrawal.
    test.app
        .db
        .write(|tx| {
            let lost = storage::db::Sql::dynamic(
                "DELETE FROM jobs WHERE unique_key = 'reminders'".to_owned(),
            );
            tx.execute(&lost, &[]).map(drop)
        })
        .await
        .unwrap();
    test.advance_clock(Duration::from_secs(2 * 60 * 60));
    worker::work(&test.app).await.unwrap();
    assert_eq!(pending(&test, &actor).await.len(), 1);
    test.audit(actor.user).await;
}

// TRUE-02
async fn nothing_is_withdrawn_from_an_empty_wallet_or_unasked(test: TestApp) {
    let actor = join_with_weekly_withdrawal(&test).await;
    test.withdraw(&actor, "250", None).await.unwrap();
    pass_days(&test, 7).await;
    assert_eq!(pending(&test, &actor).await, []);
    assert_eq!(notification_messages(&test, &actor).await, [] as [&str; 0]);
    test.deposit(&actor, "10", None).await.unwrap();
    change_settings(&test, &actor, vec![Change::auto_withdraw(false)]).await;
    pass_days(&test, 7).await;
    assert_eq!(pending(&test, &actor).await, []);
}

// TRUE-02
async fn what_waits_already_is_not_withdrawn_twice(test: TestApp) {
    let actor = join_with_weekly_withdrawal(&test).await;
    pass_days(&test, 6).await;
    let first = pending(&test, &actor).await.remove(0);
    test.deposit(&actor, "30", None).await.unwrap();
    pass_days(&test, 7).await;
    let amounts: Vec<i64> =
        pending(&test, &actor).await.iter().map(|row| row.content.amount.get()).collect();
    assert_eq!(amounts, [-3_000, -25_000]);
    let done = TransactionForm { status: Some("completed".to_owned()), ..Default::default() };
    transactions::update(&test.app, &actor, first.id, done).await.unwrap();
    assert_eq!(test.wallet(&actor).await, 3_000);
    pass_days(&test, 7).await;
    assert_eq!(pending(&test, &actor).await.len(), 1, "all that is left waits already");
}
