//! Prometheus metrics, served on an address of their own if the operator has set one. Without that address nothing is
//! recorded, and a request costs one relaxed load.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use app::App;
use app::operations::installation;
use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use domain::jobs::{Lane, LaneCounts};
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

static METRICS: OnceLock<Metrics> = OnceLock::new();

/// Histogram buckets from half a millisecond, typical for most requests, to ten seconds.
const BUCKETS: [f64; 13] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

type Labels<const N: usize> = [(&'static str, &'static str); N];
type Seconds = Gauge<f64, AtomicU64>;
/// A gauge that is absent from the page until its first value is known.
type Absent<G> = Family<Labels<0>, G>;

/// Method, route and status of a request.
type Request = [(&'static str, String); 3];

struct Metrics {
    registry: Registry,
    requests: Family<Request, Counter>,
    durations: Family<Request, Histogram, fn() -> Histogram>,
    connections: Gauge,
    event_streams: Gauge,
    jobs: Family<Labels<2>, Gauge>,
    oldest_due_job: Family<Labels<1>, Seconds>,
    disk_free: Absent<Gauge>,
    sqlite_wal: Absent<Gauge>,
    postgres_connections: Absent<Gauge>,
    last_backup: Absent<Seconds>,
    resident_memory: Absent<Gauge>,
    is_ready: Gauge,
}

/// Starts recording. Called once, before the first request.
pub fn install() {
    METRICS.get_or_init(Metrics::registered);
}

impl Metrics {
    fn registered() -> Self {
        let mut metrics = Self {
            registry: Registry::with_prefix("ledgerline"),
            requests: Family::default(),
            durations: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
            connections: Gauge::default(),
            event_streams: Gauge::default(),
            jobs: Family::default(),
            oldest_due_job: Family::default(),
            disk_free: Family::default(),
            sqlite_wal: Family::default(),
            postgres_connections: Family::default(),
            last_backup: Family::default(),
            resident_memory: Family::default(),
            is_ready: Gauge::default(),
        };
        let registry = &mut metrics.registry;
        // The registry appends `_total` to the names of counters and `_info` to the name of an `Info`.
        registry.register(
            "http_requests",
            "Requests answered, by method, matched route and status",
            metrics.requests.clone(),
        );
        registry.register(
            "http_request_duration_seconds",
            "Time from a request's head to its answer's head, in seconds",
            metrics.durations.clone(),
        );
        registry.register("http_connections", "Open connections", metrics.connections.clone());
        registry.register(
            "event_streams",
            "Open pages that follow what happens",
            metrics.event_streams.clone(),
        );
        registry.register(
            "jobs",
            "Jobs by lane (quick, long, mail) and state (queued, running, dead)",
            metrics.jobs.clone(),
        );
        registry.register(
            "oldest_due_job_seconds",
            "How long the job that is due longest has waited, by lane, in seconds",
            metrics.oldest_due_job.clone(),
        );
        registry.register(
            "mail",
            "Letters by result: sent, failed (tried again later), refused (never sent)",
            app::counters::LETTERS.clone(),
        );
        registry.register(
            "store_errors",
            "Failures of the media store, by kind",
            app::counters::STORE_ERRORS.clone(),
        );
        registry.register(
            "disk_free_bytes",
            "Bytes left on the disk of the data folder, or of the media where that is fuller",
            metrics.disk_free.clone(),
        );
        registry.register(
            "sqlite_wal_bytes",
            "Size of SQLite's write-ahead log",
            metrics.sqlite_wal.clone(),
        );
        registry.register(
            "postgres_connections_in_use",
            "Connections of the PostgreSQL pool that are in use",
            metrics.postgres_connections.clone(),
        );
        registry.register(
            "last_backup_seconds",
            "When the last backup ended, in Unix seconds; absent before the first",
            metrics.last_backup.clone(),
        );
        registry.register(
            "process_resident_memory_bytes",
            "Memory that the process holds",
            metrics.resident_memory.clone(),
        );
        registry.register(
            "ready",
            "1 where the server is ready for requests",
            metrics.is_ready.clone(),
        );
        registry.register(
            "build",
            "The version of the program",
            Info::new([("version", env!("CARGO_PKG_VERSION"))]),
        );
        for result in ["sent", "failed", "refused"] {
            app::counters::LETTERS.get_or_create(&[("result", result)]).inc_by(0);
        }
        metrics
    }
}

pub fn count_request(method: &'static str, route: &str, status: StatusCode, took: Duration) {
    let Some(metrics) = METRICS.get() else { return };
    let request = [
        ("method", method.to_owned()),
        ("route", route.to_owned()),
        ("status", status.as_str().to_owned()),
    ];
    metrics.requests.get_or_create(&request).inc();
    metrics.durations.get_or_create(&request).observe(took.as_secs_f64());
}

/// Counts a connection for as long as the guard lives.
pub struct OpenConnection(());

impl OpenConnection {
    pub fn count() -> Self {
        if let Some(metrics) = METRICS.get() {
            metrics.connections.inc();
        }
        Self(())
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        if let Some(metrics) = METRICS.get() {
            metrics.connections.dec();
        }
    }
}

/// Counts an open page's stream of events for as long as the guard lives.
pub struct OpenStream(());

impl OpenStream {
    pub fn count() -> Self {
        if let Some(metrics) = METRICS.get() {
            metrics.event_streams.inc();
        }
        Self(())
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        if let Some(metrics) = METRICS.get() {
            metrics.event_streams.dec();
        }
    }
}

pub fn note_health(is_ok: bool) {
    if let Some(metrics) = METRICS.get() {
        metrics.is_ready.set(i64::from(is_ok));
    }
}

/// Updates the gauges about jobs, backups, disk space, connections and memory.
pub async fn note_installation(app: &App, data_dir: &Path, disk_free: Option<u64>) {
    let Some(metrics) = METRICS.get() else { return };
    let now = app.now().as_millis();
    let read = async {
        Ok::<_, app::Error>((
            installation::job_counts(app).await?,
            installation::last_backup(app).await?,
        ))
    };
    match read.await {
        Ok((lanes, last_backup)) => {
            lanes.iter().for_each(|(lane, counts)| metrics.note_lane(*lane, counts, now));
            if let Some(ended_at) = last_backup {
                let seconds = ended_at.as_millis() as f64 / 1000.0;
                metrics.last_backup.get_or_create(&[]).set(seconds);
            }
        }
        Err(error) => tracing::debug!(%error, "the jobs could not be counted"),
    }
    if let Some(free) = disk_free {
        metrics.disk_free.get_or_create(&[]).set(free as i64);
    }
    match app.db.pool_in_use() {
        Some(connections) => {
            metrics.postgres_connections.get_or_create(&[]).set(connections as i64);
        }
        None => {
            let log = std::fs::metadata(data_dir.join("ledgerline.db-wal"));
            let bytes = log.map_or(0, |log| log.len());
            metrics.sqlite_wal.get_or_create(&[]).set(bytes as i64);
        }
    }
    if let Some(bytes) = resident_memory() {
        metrics.resident_memory.get_or_create(&[]).set(bytes as i64);
    }
}

impl Metrics {
    fn note_lane(&self, lane: Lane, counts: &LaneCounts, now: i64) {
        let name = lane.as_str();
        for (state, count) in
            [("queued", counts.queued), ("running", counts.running), ("dead", counts.dead)]
        {
            self.jobs.get_or_create(&[("lane", name), ("state", state)]).set(count);
        }
        let waited = counts.oldest_due.map_or(0, |due| now.saturating_sub(due).max(0));
        self.oldest_due_job.get_or_create(&[("lane", name)]).set(waited as f64 / 1000.0);
    }
}

/// Reads the line `VmRSS: 43210 kB` of /proc/self/status.
fn resident_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes << 10)
}

pub fn router() -> Router {
    Router::new().route("/metrics", get(render))
}

async fn render() -> impl IntoResponse {
    let mut text = String::new();
    if let Some(metrics) = METRICS.get() {
        #[expect(clippy::expect_used, reason = "writing to a String cannot fail")]
        encode(&mut text, &metrics.registry).expect("text");
    }
    ([(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text)
}
