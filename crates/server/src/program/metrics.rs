//! Prometheus metrics, served on an address of their own if the operator has set one. Without that address nothing is
//! recorded, and a request costs one relaxed load.

use std::sync::OnceLock;
use std::time::Duration;

use app::App;
use app::operations::installation;
use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use domain::jobs::{Lane, LaneCounts};
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use crate::program::disk_space::Folders;

static EXPORTER: OnceLock<PrometheusHandle> = OnceLock::new();

const REQUESTS: &str = "ledgerline_http_requests_total";
const DURATION: &str = "ledgerline_http_request_duration_seconds";
const CONNECTIONS: &str = "ledgerline_http_connections";
const STREAMS: &str = "ledgerline_event_streams";
const JOBS: &str = "ledgerline_jobs";
const OLDEST_JOB: &str = "ledgerline_oldest_due_job_seconds";
const MAIL: &str = "ledgerline_mail_total";
const STORE_ERRORS: &str = "ledgerline_store_errors_total";
const DISK_FREE: &str = "ledgerline_disk_free_bytes";
const WAL: &str = "ledgerline_sqlite_wal_bytes";
const POOL: &str = "ledgerline_postgres_connections_in_use";
const LAST_BACKUP: &str = "ledgerline_last_backup_seconds";
const MEMORY: &str = "ledgerline_process_resident_memory_bytes";
const READY: &str = "ledgerline_ready";
const BUILD: &str = "ledgerline_build_info";

/// Histogram buckets from half a millisecond, typical for most requests, to ten seconds.
const BUCKETS: [f64; 13] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

#[derive(Debug, thiserror::Error)]
#[error("metrics could not be set up: {0}")]
pub struct MetricsError(String);

/// Starts recording. Called once, before the first request.
pub fn install() -> Result<(), MetricsError> {
    let failure = |error: &dyn std::fmt::Display| MetricsError(error.to_string());
    let exporter = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Full(DURATION.to_owned()), &BUCKETS)
        .map_err(|error| failure(&error))?
        .install_recorder()
        .map_err(|error| failure(&error))?;
    describe_counter!(REQUESTS, "Requests answered, by method, matched route and status");
    describe_histogram!(DURATION, "Time from a request's head to its answer's head, in seconds");
    describe_gauge!(CONNECTIONS, "Open connections");
    describe_gauge!(STREAMS, "Open pages that follow what happens");
    describe_gauge!(JOBS, "Jobs by lane (quick, long, mail) and state (queued, running, dead)");
    describe_gauge!(
        OLDEST_JOB,
        "How long the job that is due longest has waited, by lane, in seconds"
    );
    describe_counter!(
        MAIL,
        "Letters by result: sent, failed (tried again later), refused (never sent)"
    );
    describe_counter!(STORE_ERRORS, "Failures of the media store, by kind");
    describe_gauge!(
        DISK_FREE,
        "Bytes left on the disk of the data folder, or of the media where that is fuller"
    );
    describe_gauge!(WAL, "Size of SQLite's write-ahead log");
    describe_gauge!(POOL, "Connections of the PostgreSQL pool that are in use");
    describe_gauge!(
        LAST_BACKUP,
        "When the last backup ended, in Unix seconds; absent before the first"
    );
    describe_gauge!(MEMORY, "Memory that the process holds");
    describe_gauge!(READY, "1 where the server is ready for requests");
    for result in ["sent", "failed", "refused"] {
        counter!(MAIL, "result" => result).absolute(0);
    }
    describe_gauge!(BUILD, "Always 1; the label carries the version");
    gauge!(BUILD, "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    gauge!(CONNECTIONS).set(0.0);
    gauge!(STREAMS).set(0.0);
    EXPORTER.set(exporter).map_err(|_| MetricsError("already installed".to_owned()))
}

pub fn count_request(method: &'static str, route: &str, status: StatusCode, took: Duration) {
    if EXPORTER.get().is_none() {
        return;
    }
    let labels = [
        ("method", method.to_owned()),
        ("route", route.to_owned()),
        ("status", status.as_str().to_owned()),
    ];
    counter!(REQUESTS, &labels).increment(1);
    histogram!(DURATION, &labels).record(took.as_secs_f64());
}

/// Counts a connection for as long as the guard lives.
pub struct OpenConnection(());

impl OpenConnection {
    pub fn count() -> Self {
        gauge!(CONNECTIONS).increment(1.0);
        Self(())
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        gauge!(CONNECTIONS).decrement(1.0);
    }
}

/// Counts an open page's stream of events for as long as the guard lives.
pub struct OpenStream(());

impl OpenStream {
    pub fn count() -> Self {
        gauge!(STREAMS).increment(1.0);
        Self(())
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        gauge!(STREAMS).decrement(1.0);
    }
}

pub fn note_health(is_ok: bool) {
    gauge!(READY).set(if is_ok { 1.0 } else { 0.0 });
}

/// Updates the gauges about jobs, backups, disk space, connections and memory.
pub async fn note_installation(app: &App, folders: &Folders) {
    if EXPORTER.get().is_none() {
        return;
    }
    let now = app.now().as_millis();
    let read = async {
        Ok::<_, app::Error>((
            installation::job_counts(app).await?,
            installation::last_backup(app).await?,
        ))
    };
    match read.await {
        Ok((lanes, last_backup)) => {
            lanes.iter().for_each(|(lane, counts)| note_lane(*lane, counts, now));
            if let Some(ended_at) = last_backup {
                gauge!(LAST_BACKUP).set(ended_at.as_millis() as f64 / 1000.0);
            }
        }
        Err(error) => tracing::debug!(%error, "the jobs could not be counted"),
    }
    if let Some(free) = folders.free() {
        gauge!(DISK_FREE).set(free as f64);
    }
    match app.db.pool_in_use() {
        Some(connections) => gauge!(POOL).set(connections as f64),
        None => {
            let log = std::fs::metadata(folders.data.join("ledgerline.db-wal"));
            gauge!(WAL).set(log.map_or(0, |log| log.len()) as f64);
        }
    }
    if let Some(bytes) = resident_memory() {
        gauge!(MEMORY).set(bytes as f64);
    }
}

fn note_lane(lane: Lane, counts: &LaneCounts, now: i64) {
    let name = lane.as_str();
    for (state, count) in
        [("queued", counts.queued), ("running", counts.running), ("dead", counts.dead)]
    {
        gauge!(JOBS, "lane" => name, "state" => state).set(count as f64);
    }
    let waited = counts.oldest_due.map_or(0, |due| now.saturating_sub(due).max(0));
    gauge!(OLDEST_JOB, "lane" => name).set(waited as f64 / 1000.0);
}

/// Reads the line `VmRSS: 43210 kB` of /proc/self/status.
fn resident_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes << 10)
}

/// Histogram samples stay in memory until they are drained; without a scraper the server's memory would
/// grow without this.
pub async fn keep_tidy() {
    let mut beat = tokio::time::interval(Duration::from_secs(5));
    loop {
        beat.tick().await;
        if let Some(exporter) = EXPORTER.get() {
            exporter.run_upkeep();
        }
    }
}

pub fn router() -> Router {
    async fn render() -> impl IntoResponse {
        let text = EXPORTER.get().map(PrometheusHandle::render).unwrap_or_default();
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
    }
    Router::new().route("/metrics", get(render))
}
