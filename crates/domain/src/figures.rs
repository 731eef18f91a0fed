//! Periods of days for statistics, and the earlier period each one is compared with. Both follow from the
//! current day in UTC.

use crate::{calendar::Day, text::words::words};

words! {
    /// The period of an analytics request; each period ends today.
    Period: "period" {
        Week = "7d",
        Month = "30d",
        Quarter = "90d",
        Year = "12m",
        All = "all",
    }
}

words! {
    /// The length of one point of a chart.
    Bucket: "bucket" {
        Day = "day",
        Week = "week",
        Month = "month",
        Year = "year",
    }
}

/// A range of days, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub from: Day,
    pub to: Day,
}

/// For all time, a chart has one point per day up to this number of days, then one per week, month or year.
const MOST_DAYS: i64 = 31;
const MOST_DAYS_IN_WEEKS: i64 = 26 * 7;
const MOST_DAYS_IN_MONTHS: i64 = 4 * 366;

impl Window {
    pub fn days(self) -> i64 {
        self.to.ordinal() - self.from.ordinal() + 1
    }

    pub fn holds(self, day: Day) -> bool {
        self.from <= day && day <= self.to
    }

    /// The first day of each part of the window. Weeks are counted back from the last day, so that only the
    /// first part can be shorter: a short newest part would look like a drop.
    pub fn starts(self, bucket: Bucket) -> Vec<Day> {
        // Returns the next possible start and whether a part starts there. All time can span thousands of
        // years, so months and years are not walked day by day.
        let step = |at: Day| match bucket {
            Bucket::Day | Bucket::Week => at.next(),
            Bucket::Month | Bucket::Year => at.last_of_month().next(),
        };
        let begins = |day: &Day| match bucket {
            Bucket::Day | Bucket::Month => true,
            Bucket::Week => (self.to.ordinal() + 1 - day.ordinal()) % 7 == 0,
            Bucket::Year => day.is_first_of_year(),
        };
        let mut starts = vec![self.from];
        let mut at = self.from;
        while let Some(next) = step(at).filter(|next| *next <= self.to) {
            starts.extend(Some(next).filter(begins));
            at = next;
        }
        starts
    }
}

impl Period {
    /// The window of the period that ends today. `12 months` is the current month and the eleven before it.
    /// `sold` holds the first and the last day with a sale; `all` covers both, also sales dated in the future.
    pub fn window(self, today: Day, sold: Option<Window>) -> Window {
        let back = |days| Window { from: today.days_before(days), to: today };
        match self {
            Self::Week => back(6),
            Self::Month => back(29),
            Self::Quarter => back(89),
            Self::Year => Window { from: today.first_of_month().months_before(11), to: today },
            Self::All => Window {
                from: sold.map_or(today, |sold| sold.from.min(today)),
                to: sold.map_or(today, |sold| sold.to.max(today)),
            },
        }
    }

    /// The window to compare with: the same number of days directly before, or the same months one year earlier
    /// up to the same day. `None` for all time.
    pub fn before(self, window: Window) -> Option<Window> {
        let days = match self {
            Self::Week => 7,
            Self::Month => 30,
            Self::Quarter => 90,
            Self::Year => {
                let (from, to) = (window.from.months_before(12), window.to.months_before(12));
                return Some(Window { from, to });
            }
            Self::All => return None,
        };
        Some(Window { from: window.from.days_before(days), to: window.to.days_before(days) })
    }

    pub fn bucket(self, window: Window) -> Bucket {
        match self {
            Self::Week | Self::Month => Bucket::Day,
            Self::Quarter => Bucket::Week,
            Self::Year => Bucket::Month,
            Self::All => match window.days() {
                days if days <= MOST_DAYS => Bucket::Day,
                days if days <= MOST_DAYS_IN_WEEKS => Bucket::Week,
                days if days <= MOST_DAYS_IN_MONTHS => Bucket::Month,
                _ => Bucket::Year,
            },
        }
    }
}

/// From the first day of this month to today.
pub fn this_month(today: Day) -> Window {
    Window { from: today.first_of_month(), to: today }
}

/// From the first day of last month to the same day of that month.
pub fn last_month(today: Day) -> Window {
    let same_day = today.months_before(1);
    Window { from: same_day.first_of_month(), to: same_day }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> Day {
        Day::read(text).unwrap()
    }

    fn ends_of(window: Window) -> (String, String) {
        (window.from.to_string(), window.to.to_string())
    }

    fn both(period: Period, today: &str) -> [(String, String); 2] {
        let window = period.window(day(today), None);
        [ends_of(window), ends_of(period.before(window).unwrap())]
    }

    fn pair(from: &str, to: &str) -> (String, String) {
        (from.to_owned(), to.to_owned())
    }

    // ANA-02
    #[test]
    fn a_period_ends_today_and_is_compared_with_the_one_before() {
        assert_eq!(
            both(Period::Week, "2026-03-03"),
            [pair("2026-02-25", "2026-03-03"), pair("2026-02-18", "2026-02-24")]
        );
        assert_eq!(
            both(Period::Month, "2026-03-31"),
            [pair("2026-03-02", "2026-03-31"), pair("2026-01-31", "2026-03-01")]
        );
        assert_eq!(
            both(Period::Year, "2024-02-29"),
            [pair("2023-03-01", "2024-02-29"), pair("2022-03-01", "2023-02-28")]
        );
    }

    #[test]
    fn the_month_before_ends_on_the_same_day_or_its_last() {
        assert_eq!(ends_of(this_month(day("2026-03-31"))), pair("2026-03-01", "2026-03-31"));
        assert_eq!(ends_of(last_month(day("2026-03-31"))), pair("2026-02-01", "2026-02-28"));
        assert_eq!(ends_of(last_month(day("2026-01-01"))), pair("2025-12-01", "2025-12-01"));
    }

    #[test]
    fn all_time_reaches_from_the_first_sale_to_the_last() {
        let today = day("2026-03-03");
        let all = |from, to| {
            let sold = Window { from: day(from), to: day(to) };
            let window = Period::All.window(today, Some(sold));
            (ends_of(window), Period::All.bucket(window))
        };
        assert_eq!(all("2026-02-20", "2026-02-21").0, pair("2026-02-20", "2026-03-03"));
        assert_eq!(all("2026-02-20", "2027-01-01").0, pair("2026-02-20", "2027-01-01"));
        assert_eq!(all("2026-02-20", "2026-03-01").1, Bucket::Day);
        assert_eq!(all("2026-01-20", "2026-03-01").1, Bucket::Week);
        assert_eq!(all("2024-01-20", "2026-03-01").1, Bucket::Month);
        assert_eq!(all("0001-01-01", "9999-12-31").1, Bucket::Year);
        assert_eq!(ends_of(Period::All.window(today, None)), pair("2026-03-03", "2026-03-03"));
        assert_eq!(Period::All.before(Period::All.window(today, None)), None);
    }

    #[test]
    fn parts_begin_where_a_reader_expects_them() {
        let window = Period::Quarter.window(day("2026-03-31"), None);
        let weeks = window.starts(Bucket::Week);
        assert_eq!(weeks.len(), 13);
        assert_eq!(weeks[12], day("2026-03-25"), "the last seven days are whole");
        let year = Period::Year.window(day("2026-03-15"), None).starts(Bucket::Month);
        assert_eq!((year.len(), year[0], year[11]), (12, day("2025-04-01"), day("2026-03-01")));
        let years = Window { from: day("2024-05-05"), to: day("2026-01-01") };
        assert_eq!(
            years.starts(Bucket::Year),
            [day("2024-05-05"), day("2025-01-01"), day("2026-01-01")]
        );
    }

    proptest! {
        #[test]
        fn a_period_and_the_one_before_have_the_same_parts(back in 0_u16..3000) {
            let today = day("2027-01-31").days_before(back);
            for period in [Period::Week, Period::Month, Period::Quarter, Period::Year] {
                let window = period.window(today, None);
                let before = period.before(window).unwrap();
                let bucket = period.bucket(window);
                prop_assert_eq!(window.starts(bucket).len(), before.starts(bucket).len());
                prop_assert!(before.to < window.from && window.to == today);
            }
        }
    }
}
