//! The limits of one analysis.

use std::time::Duration;

#[derive(Debug, Clone)]
pub struct Limits {
    /// Longer pieces are refused: a small file can hold days of silence.
    pub max_duration: Duration,
    /// The longest time that the analysis itself may take.
    pub max_time: Duration,
    /// Larger covers are ignored.
    pub max_cover_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_duration: Duration::from_secs(6 * 3600),
            max_time: Duration::from_secs(300),
            max_cover_bytes: 5 * 1024 * 1024,
        }
    }
}
