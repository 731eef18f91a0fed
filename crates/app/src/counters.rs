//! Counters that the use cases keep for Prometheus. The server shows them on its page of metrics.

use std::sync::LazyLock;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;

/// One counter for each value of a label.
type CountersByLabel = Family<[(&'static str, &'static str); 1], Counter>;

/// Letters by `result`.
pub static LETTERS: LazyLock<CountersByLabel> = LazyLock::new(Family::default);

/// Failures of the media store by `kind`.
pub static STORE_ERRORS: LazyLock<CountersByLabel> = LazyLock::new(Family::default);
