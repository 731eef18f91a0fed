//! Exports with a test clock, store and worker: an export from its request to its expiry, exports of more rows than one
//! read, and exports that fail. TXN-05, SET-10

use std::{collections::BTreeMap, time::Duration};

use blobs::{Blobs, StoreLocation};
use domain::calendar::{Day, TimeOfDay};
use domain::exports::Export;
use domain::exports::Status;
use domain::ids::{GoalId, TransactionId};
use domain::money::goals::Category;
use domain::money::goals::Goal;
use domain::money::transactions::{Content, Transaction};
use domain::money::transactions::{Kind, Status as Standing};
use domain::money::{Currency, Minor};
use ledgerline_app::exports::{self, ExportForm, Filters};
use ledgerline_app::notifications::mail::{Post, Sender};
use ledgerline_app::operations::worker::{self, Stop};
use ledgerline_app::{Actor, Clock, Error};
use storage::db::{DbError, params, sql};
use storage::money::accounts;
use storage::money::goals;
use storage::money::transactions;
use testbed::budget;

use crate::support::{TestApp, on_both_engines};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// The number of rows of a large export; more than one read returns.
const MANY: i64 = 4_601;
/// The number of rows in one write, since a write has a deadline.
const HANDFUL: usize = 500;

impl TestApp {
    async fn request_export(&self, actor: &Actor, kind: &str, sort: &str) -> Result<Export, Error> {
        let filters = BTreeMap::from([("sort".to_owned(), sort.to_owned())]);
        let (kind, format) = (Some(kind.to_owned()), Some("json".to_owned()));
        let form = ExportForm { kind, format, filters: Filters::new(filters) };
        exports::request(&self.app, actor, form).await
    }

    async fn run_jobs(&self) {
        worker::work(&self.app).await.unwrap();
    }

    async fn find_export(&self, actor: &Actor, export: &Export) -> Result<Export, Error> {
        exports::find(&self.app, actor, export.id).await
    }

    async fn download(&self, actor: &Actor, export: &Export) -> Result<Vec<u8>, Error> {
        let mut file = exports::download(&self.app, actor, export.id).await?;
        let mut bytes = Vec::new();
        while let Some(piece) = file.bytes.next().await? {
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes)
    }

    async fn count_rows(&self, actor: &Actor) -> usize {
        let (owner, now) = (actor.user, self.app.now());
        let read = self.app.db.read(move |conn| storage::exports::list(conn, owner, now, 10, 0));
        let (rows, _): (Vec<_>, i64) = read.await.unwrap();
        rows.len()
    }

    /// Deletes the account when its export is being made: at the first read of the clock after that began.
    fn delete_while_making(&mut self, actor: &Actor) {
        let (db, owner, now) = (self.app.db.clone(), actor.user, self.app.now());
        let clock = Clock::from_fn(move || {
            let db = db.clone();
            let looking = std::thread::spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                runtime.unwrap().block_on(async {
                    let read = db.read(move |conn| storage::exports::list(conn, owner, now, 10, 0));
                    let (rows, _): (Vec<Export>, i64) = read.await.unwrap();
                    if rows.iter().any(|row| row.status == Status::Processing) {
                        let removed = db
                            .write(move |tx| storage::operations::account_rows::remove(tx, owner));
                        assert!(removed.await.unwrap());
                    }
                });
            });
            looking.join().unwrap();
            now
        });
        std::sync::Arc::get_mut(&mut self.app).unwrap().clock = clock;
    }

    async fn count_files(&self) -> usize {
        let (mut listing, mut count) = (self.app.blobs.list("exports"), 0);
        while let Some(entry) = listing.next().await {
            entry.unwrap();
            count += 1;
        }
        count
    }

    async fn add_goals(&self, actor: &Actor) {
        let (owner, now) = (actor.user, self.app.now());
        for first in (0..MANY).step_by(HANDFUL) {
            let added = self.app.db.write(move |tx| {
                for number in (first..MANY).take(HANDFUL) {
                    let goal = Goal {
                        id: GoalId::new(now, random(number)),
                        title: format!("Goal {number}"),
                        description: None,
                        target_amount: Minor::new(100).unwrap(),
                        current_amount: Minor::ZERO,
                        target_date: Day::read("2088-01-01").unwrap(),
                        category: Category::House,
                        created_at: now,
                        updated_at: now,
                    };
                    goals::put(tx, owner, &goal)?;
                }
                Ok::<_, DbError>(())
            });
            added.await.unwrap();
        }
    }

    async fn add_transactions(&self, actor: &Actor) {
        let (owner, now) = (actor.user, self.app.now());
        for first in (1..=MANY).step_by(HANDFUL) {
            let added = self.app.db.write(move |tx| {
                let account = accounts::list(tx, owner)?[0].id;
                for number in (first..=MANY).take(HANDFUL) {
                    let content = Content {
                        account,
                        kind: Kind::Deposit,
                        status: Standing::Completed,
                        // Some titles are alike, so that a page ends among them.
                        title: format!("Lease {}", number % 7),
                        description: None,
                        day: Day::read("2026-05-01").unwrap(),
                        time: TimeOfDay::read("12:00").unwrap(),
                        amount: Minor::new(number).unwrap(),
                        currency: Currency::Usd,
                        beneficiary: None,
                        card: None,
                        sale: None,
                        transfer: None,
                    };
                    let id = TransactionId::new(now, random(number));
                    let row = Transaction { id, number, content, created_at: now, updated_at: now };
                    transactions::insert(tx, owner, &row)?;
                }
                Ok::<_, DbError>(())
            });
            added.await.unwrap();
        }
    }
}

fn random(number: i64) -> [u8; 10] {
    let mut bytes = [0; 10];
    bytes[2..].copy_from_slice(&number.to_be_bytes());
    bytes
}

fn titles(bytes: &[u8], field: &str) -> Vec<String> {
    let rows: serde_json::Value = serde_json::from_slice(bytes).unwrap();
    rows.as_array().unwrap().iter().map(|row| row[field].as_str().unwrap().to_owned()).collect()
}

on_both_engines!(
    a_file_is_made_kept_for_a_week_and_removed,
    pg a_file_has_every_row_once_however_many_there_are,
    what_cannot_be_made_fails_after_three_tries,
    an_export_whose_worker_died_does_not_wait_for_ever,
    files_go_with_their_account,
    only_so_many_wait_at_a_time,
    an_export_finished_after_its_account_was_deleted_leaves_no_file,
    an_idle_worker_is_woken_by_a_request,
    pg hold_11_a_panic_ends_one_job_only
);

// SET-10
async fn a_file_is_made_kept_for_a_week_and_removed(test: TestApp) {
    let actor = test.join().await;
    let asked = test.request_export(&actor, "transactions", "date").await.unwrap();
    assert_eq!(asked.status, Status::Pending);
    let early = test.download(&actor, &asked).await.unwrap_err();
    assert_eq!(early.to_string(), "This export isn't finished yet.");
    test.run_jobs().await;
    let made = test.find_export(&actor, &asked).await.unwrap();
    assert_eq!((made.status, made.file_size), (Status::Completed, Some(3)));
    assert_eq!(test.download(&actor, &made).await.unwrap(), b"[]\n");

    test.advance_clock(DAY * 7 - Duration::from_secs(1));
    test.run_jobs().await;
    assert_eq!(
        (test.download(&actor, &made).await.unwrap().len(), test.count_files().await),
        (3, 1)
    );
    test.advance_clock(Duration::from_secs(2));
    assert!(matches!(test.find_export(&actor, &made).await, Err(Error::NotFound(_))));
    assert!(matches!(test.download(&actor, &made).await, Err(Error::NotFound(_))));
    test.advance_clock(Duration::from_secs(60 * 60));
    test.run_jobs().await;
    assert_eq!(test.count_files().await, 0);
    assert_eq!(exports::list(&test.app, &actor, 50, 0).await.unwrap().total, 0);
}

// TXN-05
async fn a_file_has_every_row_once_however_many_there_are(test: TestApp) {
    let actor = test.join().await;
    test.add_goals(&actor).await;
    test.add_transactions(&actor).await;
    for sort in ["date", "amount", "title"] {
        let asked = test.request_export(&actor, "transactions", sort).await.unwrap();
        test.run_jobs().await;
        let mut references = titles(&test.download(&actor, &asked).await.unwrap(), "reference");
        if sort != "title" {
            assert_eq!(references.first().map(String::as_str), Some("TXN-4601"));
        }
        references.sort();
        references.dedup();
        assert_eq!(references.len(), 4_601, "{sort}");
    }
    let form = ExportForm {
        kind: Some("goals".into()),
        format: Some("json".into()),
        ..ExportForm::default()
    };
    let asked = exports::request(&test.app, &actor, form).await.unwrap();
    test.run_jobs().await;
    let found = titles(&test.download(&actor, &asked).await.unwrap(), "title");
    let expected: Vec<String> = (0..MANY).rev().map(|number| format!("Goal {number}")).collect();
    assert_eq!(found, expected);
}

// SET-10: after three attempts the export has failed with an error text.
async fn what_cannot_be_made_fails_after_three_tries(test: TestApp) {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("media");
    let mut test = test;
    std::sync::Arc::get_mut(&mut test.app).unwrap().blobs =
        Blobs::open(&StoreLocation::Folder(place.clone())).unwrap();
    std::fs::remove_dir_all(&place).unwrap();
    std::fs::write(&place, "no folder").unwrap();
    let actor = test.join().await;
    let asked = test.request_export(&actor, "transactions", "date").await.unwrap();
    for _ in 0..2 {
        test.run_jobs().await;
        assert_eq!(test.find_export(&actor, &asked).await.unwrap().status, Status::Pending);
        test.advance_clock(Duration::from_secs(30));
    }
    test.run_jobs().await;
    let failed = test.find_export(&actor, &asked).await.unwrap();
    assert_eq!(failed.status, Status::Failed);
    assert_eq!(
        failed.error.unwrap(),
        "The service is temporarily unavailable. Please try again shortly."
    );
    let refused = test.download(&actor, &asked).await.unwrap_err();
    assert_eq!(refused.to_string(), "This export failed, so there is nothing to download.");
}

// SET-10
async fn an_export_whose_worker_died_does_not_wait_for_ever(test: TestApp) {
    let actor = test.join().await;
    let asked = test.request_export(&actor, "transactions", "date").await.unwrap();
    let lost = test
        .app
        .db
        .write(|tx| tx.execute(sql!("DELETE FROM jobs WHERE kind = 'export'"), params![]));
    assert_eq!(lost.await.unwrap(), 1);
    test.run_jobs().await;
    let failed = test.find_export(&actor, &asked).await.unwrap();
    assert_eq!(failed.error.unwrap(), "The export couldn't be finished. Please try again.");
}

async fn files_go_with_their_account(test: TestApp) {
    let actor = test.join().await;
    test.request_export(&actor, "transactions", "date").await.unwrap();
    test.run_jobs().await;
    assert_eq!(test.count_files().await, 1);
    let owner = actor.user.to_string();
    let gone = test
        .app
        .db
        .write(move |tx| tx.execute(sql!("DELETE FROM users WHERE id = ?1"), params![&owner]));
    assert_eq!(gone.await.unwrap(), 1);
    test.advance_clock(Duration::from_secs(60 * 60));
    test.run_jobs().await;
    assert_eq!(test.count_files().await, 0);
}

async fn only_so_many_wait_at_a_time(test: TestApp) {
    let actor = test.join().await;
    for _ in 0..10 {
        test.request_export(&actor, "transactions", "date").await.unwrap();
    }
    assert!(matches!(
        test.request_export(&actor, "transactions", "date").await,
        Err(Error::Conflict(_))
    ));
    test.run_jobs().await;
    test.request_export(&actor, "transactions", "date").await.unwrap();
}

/// The account is deleted while its export is being made; no file is left.
async fn an_export_finished_after_its_account_was_deleted_leaves_no_file(test: TestApp) {
    let mut test = test;
    let actor = test.join().await;
    // The sweep has run, and does not run again for an hour.
    test.run_jobs().await;
    test.request_export(&actor, "transactions", "date").await.unwrap();
    test.delete_while_making(&actor);
    test.run_jobs().await;
    assert_eq!(test.count_rows(&actor).await, 0, "the account was deleted meanwhile");
    assert_eq!(test.count_files().await, 0);
}

async fn an_idle_worker_is_woken_by_a_request(test: TestApp) {
    let actor = test.join().await;
    let (stop, stopped) = Stop::channel();
    let (outbox, url) = (tempfile::tempdir().unwrap(), "http://127.0.0.1");
    let post = Post::by_folder(outbox.path().to_owned(), Sender::at(url), url.to_owned(), None);
    let worker = tokio::spawn(worker::run(test.app.clone(), post, stopped));
    for _ in 0..5 {
        let asked = test.request_export(&actor, "transactions", "date").await.unwrap();
        let made = async {
            while test.find_export(&actor, &asked).await.unwrap().status != Status::Completed {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        // An idle worker of a test looks for jobs after ten minutes only, unless it is woken.
        assert!(budget::within(budget::PATIENCE, made).await.is_some());
    }
    stop.send(true).unwrap();
    worker.await.unwrap();
}

/// The clock panics at each moment of a job in turn.
async fn hold_11_a_panic_ends_one_job_only(test: TestApp) {
    let people = [test.join().await, test.join().await];
    test.run_jobs().await;
    let mut panics = 0;
    for look in 1..=12 {
        let mut asked = Vec::new();
        for person in &people {
            asked.push(test.request_export(person, "transactions", "date").await.unwrap());
        }
        test.panic_at_look(look);
        let app = test.app.clone();
        let ran = tokio::spawn(async move { worker::work(&app).await.map(drop) }).await;
        test.panic_at_look(0);
        let mut completed = 0;
        for (person, export) in people.iter().zip(&asked) {
            let found = test.find_export(person, export).await.unwrap();
            completed += usize::from(found.status == Status::Completed);
        }
        let count = sql!("SELECT COUNT(*) FROM jobs WHERE last_error LIKE 'the job panicked%'");
        let count =
            test.app.read(move |conn| Ok(conn.query_one(count, params![], |row| row.int(0))?));
        let count = count.await.unwrap();
        if count > panics {
            panics = count;
            ran.unwrap().unwrap();
            assert_eq!(completed, 1, "the other job of the same run, look {look}");
        }
        test.advance_clock(Duration::from_secs(24 * 60 * 60));
        test.run_jobs().await;
        for (person, export) in people.iter().zip(&asked) {
            let found = test.find_export(person, export).await.unwrap();
            assert_eq!(found.status, Status::Completed, "look {look}");
        }
    }
    assert!(panics >= 2, "{panics} panics inside of a job");
}
