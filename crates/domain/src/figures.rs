//! Spans of days that figures speak of, and what each is compared with. All of it follows from the day on
//! which someone looks, in UTC.

use crate::{calendar::Day, words::words};

words! {
    /// What the analytics can be asked for; each ends today.
    Period: "period" {
        Week = "7d",
        Month = "30d",
        Quarter = "90d",
        Year = "12m",
        All = "all",
    }
}

words! {
    /// How long one point of a chart is.
    Bucket: "bucket" {
        Day = "day",
        Week = "week",
        Month = "month",
        Year = "year",
    }
}

/// Days from the first to the last, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub from: Day,
    pub to: Day,
}
