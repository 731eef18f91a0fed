//! When a reminder of a day is sent: once some days before, and once on the day itself.

use crate::{calendar::Day, text::words::words};

/// How many days ahead the first reminder is sent.
pub const AHEAD: i64 = 3;

words! {
    Stage: "stage" {
        Soon = "soon",
        Today = "today",
    }
}

impl Stage {
    /// Returns `None` for days that are past or too far ahead.
    pub fn of(due: Day, today: Day) -> Option<Self> {
        match today.days_until(due) {
            0 => Some(Self::Today),
            1..=AHEAD => Some(Self::Soon),
            _ => None,
        }
    }
}

/// `today`, `tomorrow`, `in 3 days`.
pub fn in_words(due: Day, today: Day) -> String {
    match today.days_until(due) {
        0 => "today".to_owned(),
        1 => "tomorrow".to_owned(),
        days => format!("in {days} days"),
    }
}

/// The last day that gets a reminder today.
pub fn horizon(today: Day) -> Day {
    (0..AHEAD).fold(today, |day, _| day.next().unwrap_or(day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_near_for_three_days() {
        let day = |text: &str| Day::read(text).unwrap();
        let today = day("2027-02-27");
        let stages = ["2027-02-26", "2027-02-27", "2027-02-28", "2027-03-02", "2027-03-03"]
            .map(|due| Stage::of(day(due), today));
        assert_eq!(stages, [None, Some(Stage::Today), Some(Stage::Soon), Some(Stage::Soon), None]);
        assert_eq!(horizon(today), day("2027-03-02"));
        let words = ["2027-02-27", "2027-02-28", "2027-03-02"].map(|due| in_words(day(due), today));
        assert_eq!(words, ["today", "tomorrow", "in 3 days"]);
    }
}
