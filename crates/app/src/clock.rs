//! The clock of the app.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use domain::time::Timestamp;

/// The source of the current time: the system clock, or a clock that a test sets.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl Clock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the only place where the program reads the system's clock"
    )]
    pub fn system() -> Self {
        Self::from_fn(|| {
            let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            Timestamp::from_millis(i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX))
        })
    }

    pub fn from_fn(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    pub fn now(&self) -> Timestamp {
        (self.0)()
    }
}
