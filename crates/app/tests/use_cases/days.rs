//! The day of an account in its time zone, with a test clock: defaults of the books, figures, due dates, licenses and
//! reminders at half past eleven and half past midnight.

use domain::calendar::{TimeOfDay, Zone};
use domain::figures::Period;
use domain::identity::settings::Choose;
use domain::time::Timestamp;
use ledgerline_app::figures::{analytics, attention};
use ledgerline_app::idempotency::Reply;
use ledgerline_app::identity::{sessions, settings};
use ledgerline_app::money::goals::{self, GoalForm};
use ledgerline_app::money::transactions::{self, forms::TransactionForm};
use ledgerline_app::operations::worker;
use ledgerline_app::{Actor, notifications};

use crate::support::{TestApp, caller, on_both_engines};

on_both_engines!(
    pg firm_06_the_day_of_the_books_is_the_day_of_the_account,
    firm_06_goals_are_due_on_the_day_of_the_account,
    firm_06_reminders_come_in_the_morning_of_the_account
);

/// Signs somebody up whose account is in this time zone.
async fn join_in(test: &TestApp, zone: &str, place: usize) -> Actor {
    let token = test.sign_up(caller(), &format!("maya{place}@northline.studio")).await;
    let actor = sessions::authenticate(&test.app, &token, caller()).await.unwrap();
    let change = vec![Choose::time_zone(zone).unwrap()];
    settings::update(&test.app, &actor, change, None).await.unwrap();
    // The zone comes with the session, so the next request has it.
    let actor = sessions::authenticate(&test.app, &token, caller()).await.unwrap();
    assert_eq!(actor.zone, Zone::find(zone).unwrap());
    actor
}

fn move_clock_to(test: &TestApp, moment: &str) {
    let then = Timestamp::read(moment).unwrap();
    test.advance_clock(then.since(test.app.now()));
    assert_eq!(test.app.now(), then);
}

/// Adds a transaction without a date; returns the day and the time that it got.
async fn record(test: &TestApp, actor: &Actor) -> (String, String) {
    let form = TransactionForm {
        kind: Some("deposit".to_owned()),
        title: Some("Session".to_owned()),
        amount: Some("10".to_owned()),
        ..TransactionForm::default()
    };
    let to_body = Box::new(|made: &domain::money::transactions::Transaction| {
        format!("{} {}", made.content.day, made.content.time)
    });
    let reply = Reply { retry: None, status: 201, to_body };
    let made = transactions::create(&test.app, actor, form, reply).await.unwrap().body;
    let (day, time) = made.split_once(' ').unwrap();
    (day.to_owned(), time.to_owned())
}

async fn firm_06_the_day_of_the_books_is_the_day_of_the_account(test: TestApp) {
    for (place, (zone, at, day, time)) in [
        ("Pacific/Auckland", "2027-01-31T10:30:00Z", "2027-01-31", "23:30"),
        ("Pacific/Auckland", "2027-01-31T11:30:00Z", "2027-02-01", "00:30"),
        ("UTC", "2027-01-31T23:30:00Z", "2027-01-31", "23:30"),
        ("UTC", "2027-02-01T00:30:00Z", "2027-02-01", "00:30"),
        ("America/Los_Angeles", "2027-02-01T07:30:00Z", "2027-01-31", "23:30"),
        ("America/Los_Angeles", "2027-02-01T08:30:00Z", "2027-02-01", "00:30"),
        // Half an hour after both changes of the clock.
        ("America/Los_Angeles", "2027-03-14T10:30:00Z", "2027-03-14", "03:30"),
        ("America/Los_Angeles", "2027-11-07T09:30:00Z", "2027-11-07", "01:30"),
        ("Pacific/Kiritimati", "2028-02-28T10:30:00Z", "2028-02-29", "00:30"),
    ]
    .into_iter()
    .enumerate()
    {
        let moment = Timestamp::read(at).unwrap();
        move_clock_to(&test, at);
        let actor = join_in(&test, zone, place).await;
        assert_eq!(record(&test, &actor).await, (day.to_owned(), time.to_owned()), "{zone} {at}");
        let figures = analytics::load(&test.app, &actor, None, None).await.unwrap();
        assert_eq!(
            (figures.period, figures.window.to.to_string()),
            (Period::Month, day.to_owned())
        );
        // The activity stands at the moment when it was recorded.
        let at = figures.recent_activity[0].at;
        let minute = TimeOfDay::read(time).unwrap();
        assert_eq!(at, actor.zone.at(actor.zone.day_of(moment), minute));
    }
}

async fn firm_06_goals_are_due_on_the_day_of_the_account(test: TestApp) {
    let goal = |day: &str| GoalForm {
        title: Some("Monitors".to_owned()),
        target_amount: Some("100".to_owned()),
        target_date: Some(day.to_owned()),
        ..GoalForm::default()
    };
    move_clock_to(&test, "2027-01-31T11:30:00Z");
    let actor = join_in(&test, "Pacific/Auckland", 0).await;
    // It is February 1 in Auckland, so January 31 is past, although it has not ended in Greenwich.
    goals::create(&test.app, &actor, goal("2027-01-31")).await.map(drop).unwrap_err();
    goals::create(&test.app, &actor, goal("2027-02-01")).await.unwrap();
    let is_overdue = async || {
        let attention = attention::load(&test.app, &actor).await.unwrap();
        attention.items.iter().map(|item| item.is_overdue).collect::<Vec<_>>()
    };
    move_clock_to(&test, "2027-02-01T10:59:00Z");
    assert_eq!(is_overdue().await, [false]);
    move_clock_to(&test, "2027-02-01T11:00:00Z");
    assert_eq!(is_overdue().await, [true]);
}

async fn firm_06_reminders_come_in_the_morning_of_the_account(test: TestApp) {
    // Both goals are due on January 20; there it begins at 11:00 UTC of the 19th and at 08:00 UTC of the 20th.
    let (east, west) = (
        join_in(&test, "Pacific/Auckland", 0).await,
        join_in(&test, "America/Los_Angeles", 1).await,
    );
    worker::work(&test.app).await.unwrap();
    for actor in [&east, &west] {
        let goal = GoalForm {
            title: Some("Monitors".to_owned()),
            target_amount: Some("100".to_owned()),
            target_date: Some("2027-01-20".to_owned()),
            ..GoalForm::default()
        };
        goals::create(&test.app, actor, goal).await.unwrap();
    }
    let told = async |actor: &Actor| {
        let form = notifications::ListForm { limit: 50, ..Default::default() };
        let list = notifications::list(&test.app, actor, form).await.unwrap();
        let titles = list.page.notifications.into_iter().map(|one| one.title);
        titles.filter(|title| title.starts_with("Goal due")).collect::<Vec<_>>()
    };
    let mut first = [None, None];
    let mut today = [None, None];
    // The hours of a week, one run of the jobs in each.
    move_clock_to(&test, "2027-01-15T09:00:00Z");
    for _ in 0..7 * 24 {
        worker::work(&test.app).await.unwrap();
        for (place, actor) in [&east, &west].into_iter().enumerate() {
            let titles = told(actor).await;
            let now = test.app.now().to_string();
            if titles.iter().any(|title| title == "Goal due in 3 days") {
                first[place].get_or_insert(now.clone());
            }
            if titles.iter().any(|title| title == "Goal due today") {
                today[place].get_or_insert(now);
            }
        }
        test.advance_clock(std::time::Duration::from_secs(60 * 60));
    }
    // 06:00 in Auckland is 17:00 UTC of the day before, in Los Angeles 14:00 UTC.
    let at = |text: &str| Some(text.to_owned());
    assert_eq!(first, [at("2027-01-16T17:00:00.000Z"), at("2027-01-17T14:00:00.000Z")]);
    assert_eq!(today, [at("2027-01-19T17:00:00.000Z"), at("2027-01-20T14:00:00.000Z")]);
    assert_eq!([told(&east).await.len(), told(&west).await.len()], [2, 2]);
}
