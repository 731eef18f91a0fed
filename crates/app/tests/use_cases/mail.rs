//! Mail with a test clock: notifications that are gathered into one letter, reminders, expired links and late letters.
//! AUTH-15, NOTE-04, SET-02

use std::{path::PathBuf, time::Duration};

use domain::calendar::Day;
use domain::identity::settings::Change;
use ledgerline_app::idempotency::Reply;
use ledgerline_app::identity::{password_resets, settings};
use ledgerline_app::money::goals::{self, GoalForm};
use ledgerline_app::money::transactions;
use ledgerline_app::money::transactions::forms::TransactionForm;
use ledgerline_app::notifications::mail::{Post, Sender};
use ledgerline_app::operations::worker;
use ledgerline_app::{Actor, notifications};
use tempfile::TempDir;

use crate::support::{EMAIL, TestApp, caller, on_both_engines, parse_id};

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A reply without an idempotency key.
fn reply<T>() -> Reply<T> {
    Reply { retry: None, status: 200, to_body: Box::new(|_| String::new()) }
}

/// An app whose mail is written to a folder.
struct AppWithOutbox {
    test: TestApp,
    folder: TempDir,
}

impl std::ops::Deref for AppWithOutbox {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.test
    }
}

impl AppWithOutbox {
    fn new(test: TestApp) -> Self {
        Self { test, folder: tempfile::tempdir().unwrap() }
    }

    fn outbox(&self) -> PathBuf {
        self.folder.path().join("outbox")
    }

    /// Runs all due jobs, mail included.
    async fn run_jobs(&self) {
        worker::work(&self.app).await.unwrap();
        let url = "https://studio.example";
        let post = Post::by_folder(self.outbox(), Sender::at(url), url.to_owned(), None);
        worker::send_mail(&self.app, &post).await.unwrap();
    }

    /// Subject and text of every letter so far, the oldest first.
    fn letters(&self) -> Vec<(String, String)> {
        let Ok(entries) = std::fs::read_dir(self.outbox()) else {
            return Vec::new();
        };
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let read = |path: &PathBuf| {
            let text = std::fs::read_to_string(path).unwrap().replace("=\r\n", "");
            let subject = text.lines().find_map(|line| line.strip_prefix("Subject: ")).unwrap();
            (subject.to_owned(), text.clone())
        };
        files.iter().map(read).collect()
    }

    fn subjects(&self) -> Vec<String> {
        self.letters().into_iter().map(|(subject, _)| subject).collect()
    }

    /// Reaches a goal of `amount`, which makes a notification that is also mailed.
    async fn reach_goal(&self, actor: &Actor, amount: &str) {
        let form = GoalForm {
            title: Some("Monitors".to_owned()),
            target_amount: Some(amount.to_owned()),
            target_date: Some(self.in_days(300)),
            ..Default::default()
        };
        let goal = goals::create(&self.app, actor, form).await.unwrap().goal.id.to_string();
        let amount = Some(amount.to_owned());
        goals::add_progress(&self.app, actor, parse_id(&goal), amount, reply()).await.unwrap();
    }

    async fn change_setting(&self, actor: &Actor, change: Change) {
        settings::update(&self.app, actor, vec![change], None).await.unwrap();
    }

    async fn notification_titles(&self, actor: &Actor) -> Vec<String> {
        let form = notifications::ListForm { limit: 50, ..Default::default() };
        let list = notifications::list(&self.app, actor, form).await.unwrap();
        list.page.notifications.into_iter().map(|one| one.title).collect()
    }

    fn in_days(&self, days: u32) -> String {
        Day::of(self.app.now() + DAY * days).to_string()
    }
}

on_both_engines!(
    notifications_of_a_few_minutes_are_one_letter,
    nobody_gets_mail_who_wants_none_or_has_read_it,
    pg goals_and_pending_payments_are_reminded_of_twice,
    nobody_is_reminded_who_does_not_want_to_be,
    a_link_runs_out_after_an_hour,
    a_letter_whose_time_is_over_is_not_sent,
    a_letter_is_tried_for_three_days
);

// SET-02: email_notifications; notifications of a few minutes are one letter.
async fn notifications_of_a_few_minutes_are_one_letter(test: TestApp) {
    let test = AppWithOutbox::new(test);
    let actor = test.join_as(EMAIL).await;
    test.reach_goal(&actor, "11").await;
    test.advance_clock(MINUTE);
    test.reach_goal(&actor, "12").await;
    test.run_jobs().await;
    assert_eq!(test.letters(), [], "it waits for more to tell");
    test.advance_clock(2 * MINUTE);
    test.run_jobs().await;
    let letters = test.letters();
    assert_eq!(test.subjects(), ["Goal reached and 1 more"]);
    assert!(letters[0].1.contains("11.00 of") && letters[0].1.contains("12.00 of"));
    assert!(letters[0].1.contains("https://studio.example/notifications"));
    test.advance_clock(60 * MINUTE);
    test.run_jobs().await;
    assert_eq!(test.letters().len(), 1, "nothing is told twice");
    test.reach_goal(&actor, "13").await;
    test.advance_clock(3 * MINUTE);
    test.run_jobs().await;
    assert_eq!(test.subjects(), ["Goal reached and 1 more", "Goal reached"]);
    assert!(test.letters()[1].1.contains("https://studio.example/my-account"));
}

// SET-02: no letter is sent if the setting is off, or is turned off before the letter is due; read notifications are
// not mailed.
async fn nobody_gets_mail_who_wants_none_or_has_read_it(test: TestApp) {
    let test = AppWithOutbox::new(test);
    let actor = test.join_as(EMAIL).await;
    test.reach_goal(&actor, "1").await;
    test.change_setting(&actor, Change::email_notifications(false)).await;
    test.advance_clock(3 * MINUTE);
    test.run_jobs().await;
    test.reach_goal(&actor, "2").await;
    test.advance_clock(3 * MINUTE);
    test.run_jobs().await;
    test.change_setting(&actor, Change::email_notifications(true)).await;
    test.reach_goal(&actor, "3").await;
    notifications::mark_all_read(&test.app, &actor).await.unwrap();
    test.advance_clock(3 * MINUTE);
    test.run_jobs().await;
    assert_eq!(test.letters(), []);
    test.change_setting(&actor, Change::sales_notifications(false)).await;
    test.reach_goal(&actor, "4").await;
    test.advance_clock(3 * MINUTE);
    test.run_jobs().await;
    assert_eq!(test.letters(), [], "the gate of its kind comes first");
}

// SET-02: payment_reminders, three days before and on the day, once each.
async fn goals_and_pending_payments_are_reminded_of_twice(test: TestApp) {
    let test = AppWithOutbox::new(test);
    let actor = test.join_as(EMAIL).await;
    test.run_jobs().await;
    let goal = |title: &str, days| GoalForm {
        title: Some(title.to_owned()),
        target_amount: Some("100".to_owned()),
        target_date: Some(test.in_days(days)),
        ..Default::default()
    };
    goals::create(&test.app, &actor, goal("Monitors", 4)).await.unwrap();
    goals::create(&test.app, &actor, goal("Far away", 40)).await.unwrap();
    let reached = goals::create(&test.app, &actor, goal("Reached", 4)).await.unwrap();
    test.change_setting(&actor, Change::sales_notifications(false)).await;
    goals::add_progress(&test.app, &actor, reached.goal.id, Some("100".to_owned()), reply())
        .await
        .unwrap();
    let rent = TransactionForm {
        kind: Some("payment".to_owned()),
        status: Some("pending".to_owned()),
        title: Some("Studio rent".to_owned()),
        amount: Some("-120".to_owned()),
        date: Some(test.in_days(4)),
        ..Default::default()
    };
    transactions::create(&test.app, &actor, rent, reply()).await.unwrap();

    let mut told = Vec::new();
    for _ in 0..6 {
        test.advance_clock(DAY);
        test.run_jobs().await;
        // A second run on the same day makes no new reminder.
        test.advance_clock(60 * MINUTE);
        test.run_jobs().await;
        told.push(test.notification_titles(&actor).await.len());
    }
    assert_eq!(told, [2, 2, 2, 4, 4, 4]);
    assert_eq!(
        test.notification_titles(&actor).await,
        ["Payment due today", "Goal due today", "Payment due in 3 days", "Goal due in 3 days"]
    );
    assert_eq!(
        test.subjects(),
        ["Payment due in 3 days and 1 more", "Payment due today and 1 more"]
    );
    let letters = test.letters();
    assert!(
        letters[0].1.contains("Monitors")
            && letters[0].1.contains("$120.00 is still pending: Studio rent")
    );
}

// SET-02
async fn nobody_is_reminded_who_does_not_want_to_be(test: TestApp) {
    let test = AppWithOutbox::new(test);
    let actor = test.join_as(EMAIL).await;
    test.change_setting(&actor, Change::payment_reminders(false)).await;
    let form = GoalForm {
        title: Some("Monitors".to_owned()),
        target_amount: Some("100".to_owned()),
        target_date: Some(test.in_days(2)),
        ..Default::default()
    };
    goals::create(&test.app, &actor, form).await.unwrap();
    test.advance_clock(DAY);
    test.run_jobs().await;
    assert_eq!(test.notification_titles(&actor).await, Vec::<String>::new());
}

// AUTH-15: a reset link is valid for an hour and not a minute longer.
async fn a_link_runs_out_after_an_hour(test: TestApp) {
    let test = AppWithOutbox::new(test);
    test.join_as(EMAIL).await;
    password_resets::request(&test.app, EMAIL, caller()).await.unwrap();
    test.run_jobs().await;
    let letters = test.letters();
    let link = letters[0].1.split_once("/login#reset=3D").unwrap().1;
    let token: String =
        link.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect();
    test.advance_clock(59 * MINUTE);
    password_resets::check(&test.app, &token).await.unwrap();
    test.advance_clock(MINUTE);
    password_resets::check(&test.app, &token).await.unwrap_err();
    let late = password_resets::reset(&test.app, &token, "Lighthouse-42".into(), caller()).await;
    assert!(late.unwrap_err().to_string().starts_with("This link has expired"));
}

// A letter that could not be sent for an hour is dropped, since its link has expired.
async fn a_letter_whose_time_is_over_is_not_sent(test: TestApp) {
    let test = AppWithOutbox::new(test);
    test.join_as(EMAIL).await;
    password_resets::request(&test.app, EMAIL, caller()).await.unwrap();
    worker::work(&test.app).await.unwrap();
    test.advance_clock(61 * MINUTE);
    test.run_jobs().await;
    assert_eq!(test.letters(), []);
}

// If the outbox folder cannot be written to, a letter is delayed, and given up after three days.
async fn a_letter_is_tried_for_three_days(test: TestApp) {
    let test = AppWithOutbox::new(test);
    let actor = test.join_as(EMAIL).await;
    test.reach_goal(&actor, "11").await;
    std::fs::write(test.outbox(), "in the way").unwrap();
    test.advance_clock(3 * MINUTE);
    for _ in 0..70 {
        test.run_jobs().await;
        test.advance_clock(60 * MINUTE);
    }
    std::fs::remove_file(test.outbox()).unwrap();
    test.run_jobs().await;
    assert_eq!(test.subjects(), ["Goal reached"]);
    std::fs::remove_dir_all(test.outbox()).unwrap();
    test.reach_goal(&actor, "14").await;
    std::fs::write(test.outbox(), "in the way").unwrap();
    test.advance_clock(3 * MINUTE);
    for _ in 0..85 {
        test.run_jobs().await;
        test.advance_clock(60 * MINUTE);
    }
    std::fs::remove_file(test.outbox()).unwrap();
    test.run_jobs().await;
    assert_eq!(test.letters(), []);
}
