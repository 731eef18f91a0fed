//! Prometheus metrics, on an address of their own and only when asked for. Without that address
//! nothing is recorded and a request pays one relaxed load.

use std::sync::OnceLock;
use std::time::Duration;

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

static EXPORTER: OnceLock<PrometheusHandle> = OnceLock::new();

const REQUESTS: &str = "ledgerline_http_requests_total";
const DURATION: &str = "ledgerline_http_request_duration_seconds";
const CONNECTIONS: &str = "ledgerline_http_connections";
const STREAMS: &str = "ledgerline_event_streams";
const BUILD: &str = "ledgerline_build_info";

/// From half a millisecond, where most answers lie, to the ten seconds nobody waits for.
const BUCKETS: [f64; 13] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

#[derive(Debug, thiserror::Error)]
#[error("metrics could not be set up: {0}")]
pub struct MetricsError(String);

/// Starts recording. Called once, before the first request.
pub fn install() -> Result<(), MetricsError> {
    let told = |error: &dyn std::fmt::Display| MetricsError(error.to_string());
    let exporter = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Full(DURATION.to_owned()), &BUCKETS)
        .map_err(|error| told(&error))?
        .install_recorder()
        .map_err(|error| told(&error))?;
    describe_counter!(REQUESTS, "Requests answered, by method, matched route and status");
    describe_histogram!(DURATION, "Time from a request's head to its answer's head, in seconds");
    describe_gauge!(CONNECTIONS, "Open connections");
    describe_gauge!(STREAMS, "Open pages that follow what happens");
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

/// Samples gather in memory until someone drains them; a scraper that never comes must not make
/// the server grow.
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
