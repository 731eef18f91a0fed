//! Health of the parts that the server depends on: the database, the media store and the disk. A task checks them every
//! few seconds and stores the report, so that a health request waits for none of them. A change of the report is
//! logged.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use app::App;
use app::operations::installation;
use http::error::chain;
use http::metrics;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::program::disk_space::Folders;

/// The interval between two checks.
const EVERY: Duration = Duration::from_secs(10);
/// The interval while something is wrong, so that a recovery is noticed soon.
const EVERY_IN_TROUBLE: Duration = Duration::from_secs(2);
/// A check that takes longer counts as failed; it is not started again before it has ended.
const PATIENCE: Duration = Duration::from_secs(3);
/// With fewer free bytes than this, the disk counts as full.
const LEAST_FREE: u64 = 64 << 20;

pub const OK: &str = "ok";
/// The state before the first check.
const UNKNOWN: &str = "unknown";
const TIMEOUT: &str = "timeout";

/// The result of the last check, one word for each part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    pub database: &'static str,
    pub store: &'static str,
    pub disk: &'static str,
}

impl Report {
    pub fn is_ok(&self) -> bool {
        [self.database, self.store, self.disk].iter().all(|word| *word == OK)
    }

    /// The problems as one sentence.
    pub fn sentence(&self) -> String {
        let parts = [("database", self.database), ("media store", self.store), ("disk", self.disk)];
        let wrong = parts.iter().filter(|(_, word)| *word != OK);
        let wrong: Vec<String> = wrong.map(|(part, word)| format!("{part}: {word}")).collect();
        format!("Not ready ({}).", wrong.join(", "))
    }
}

pub struct Health {
    report: Mutex<Report>,
    is_stopping: AtomicBool,
}

impl Default for Health {
    fn default() -> Self {
        let report = Report { database: UNKNOWN, store: UNKNOWN, disk: UNKNOWN };
        Self { report: Mutex::new(report), is_stopping: AtomicBool::new(false) }
    }
}

impl Health {
    pub fn report(&self) -> Report {
        *self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }

    /// Marks the server as stopping: from now on it reports that it is not ready for new requests.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    /// Stores the newest report, and logs it if it differs from the one before.
    fn store_report(&self, report: Report) {
        let before = std::mem::replace(
            &mut *self.report.lock().unwrap_or_else(PoisonError::into_inner),
            report,
        );
        let Report { database, store, disk } = report;
        if report == before {
        } else if report.is_ok() {
            tracing::info!("database, media store and disk are well");
        } else {
            tracing::warn!(database, store, disk, "the server is not ready");
        }
    }
}

/// Repeats the checks until the task is dropped.
pub async fn watch(app: Arc<App>, health: Arc<Health>, folders: Folders) {
    let (mut database, mut store) = (Check::default(), Check::default());
    loop {
        let (of_database, of_store) = (app.clone(), app.clone());
        let (database, store) = tokio::join!(
            database.run(move || async move { check_database(&of_database).await }),
            store.run(move || async move { check_store(&of_store).await }),
        );
        let free = folders.free();
        let disk = match free {
            Some(free) if free < LEAST_FREE => "full",
            Some(_) => OK,
            None => UNKNOWN,
        };
        let report = Report { database, store, disk };
        health.store_report(report);
        metrics::note_health(report.is_ok());
        let next = Instant::now() + if report.is_ok() { EVERY } else { EVERY_IN_TROUBLE };
        if database == OK {
            metrics::note_installation(&app, &folders.data, free).await;
        }
        tokio::time::sleep_until(next).await;
    }
}

/// A check that may hang. It is started again only when the last one has ended, so that checks of a part that hangs
/// do not pile up.
#[derive(Default)]
struct Check(Option<JoinHandle<&'static str>>);

impl Check {
    async fn run<F>(&mut self, check: impl FnOnce() -> F) -> &'static str
    where
        F: Future<Output = &'static str> + Send + 'static,
    {
        let task = self.0.get_or_insert_with(|| tokio::spawn(check()));
        match tokio::time::timeout(PATIENCE, task).await {
            Ok(answer) => {
                self.0 = None;
                answer.unwrap_or(UNKNOWN)
            }
            Err(_elapsed) => TIMEOUT,
        }
    }
}

/// Checks the database with a read and a small write: on a disk that has become read-only, reads still work.
async fn check_database(app: &App) -> &'static str {
    if let Err(error) = installation::ping_database(app).await {
        tracing::warn!(cause = chain(&error), "the database cannot be read");
        return "unreachable";
    }
    match installation::check_writes(app).await {
        Ok(()) => OK,
        Err(error) => {
            tracing::warn!(cause = chain(&error), "the database cannot be written");
            "not writable"
        }
    }
}

async fn check_store(app: &App) -> &'static str {
    match app.blobs.check().await {
        Ok(()) => OK,
        Err(error) => {
            let kind = error.kind().unwrap_or(UNKNOWN);
            tracing::warn!(kind, cause = chain(&error), "the media store is in trouble");
            kind
        }
    }
}
