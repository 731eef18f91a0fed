//! Which stored totals add up to a range of days: the total of all time, whole months, and single days at the
//! edges. A sum over any range reads a few rows, however many transactions there are, and is exact.

use crate::calendar::Day;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Grain {
    All,
    Month,
    Day,
}

impl Grain {
    pub const EACH: [Self; 3] = [Self::All, Self::Month, Self::Day];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Month => "month",
            Self::Day => "day",
        }
    }

    /// The name of the period that contains the day.
    pub fn period(self, day: Day) -> String {
        match self {
            Self::All => String::new(),
            Self::Month => day.month(),
            Self::Day => day.to_string(),
        }
    }
}

/// A range of periods of one grain, both ends included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    pub grain: Grain,
    pub first: String,
    pub last: String,
}

/// The largest total of one lane, in minor units: low enough that the sum of all lanes of an account cannot
/// overflow.
pub const MOST: i64 = 100_000_000_000_000_000;

/// The spans that together contain exactly the days from `from` to `to`. With `by_month`, no span is coarser
/// than a month.
pub fn spans(from: Option<Day>, to: Option<Day>, by_month: bool) -> Vec<Span> {
    if from.zip(to).is_some_and(|(from, to)| from > to) {
        return Vec::new();
    }
    if from.is_none() && to.is_none() && !by_month {
        return vec![Span { grain: Grain::All, first: String::new(), last: String::new() }];
    }
    let days = |first: Day, last: Day| Span {
        grain: Grain::Day,
        first: first.to_string(),
        last: last.to_string(),
    };
    let mut spans = Vec::new();
    let mut first_month = Some("0000-00".to_owned());
    if let Some(from) = from {
        first_month = Some(from.month());
        if !from.is_first_of_month() {
            let edge = to.map_or(from.last_of_month(), |to| to.min(from.last_of_month()));
            spans.push(days(from, edge));
            // The month of the last supported day has no next month.
            first_month = from.last_of_month().next().map(Day::month);
        }
    }
    let mut last_month = Some("9999-99".to_owned());
    let mut tail = None;
    if let Some(to) = to {
        last_month = Some(to.month());
        if !to.is_last_of_month() {
            let has_own_edge =
                from.is_some_and(|from| from.month() == to.month() && !from.is_first_of_month());
            if !has_own_edge {
                tail = Some(days(to.first_of_month(), to));
            }
            last_month = to.first_of_month().previous().map(Day::month);
        }
    }
    if let (Some(first), Some(last)) = (first_month, last_month)
        && first <= last
    {
        spans.push(Span { grain: Grain::Month, first, last });
    }
    spans.extend(tail);
    spans
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(number: i64) -> Day {
        let mut day = Day::read("2023-11-01").unwrap();
        for _ in 0..number {
            day = day.next().unwrap();
        }
        day
    }

    fn holds(spans: &[Span], day: Day) -> usize {
        let within = |span: &&Span| {
            let period = span.grain.period(day);
            span.first <= period && period <= span.last
        };
        spans.iter().filter(within).count()
    }

    proptest! {
        #[test]
        fn each_day_of_the_question_is_held_once_and_no_other(
            from in proptest::option::of(0_i64..200), to in proptest::option::of(0_i64..200), by_month: bool
        ) {
            let (first, last) = (from.map(day), to.map(day));
            let spans = spans(first, last, by_month);
            for number in 0..200 {
                let asked = from.is_none_or(|from| from <= number) && to.is_none_or(|to| number <= to);
                prop_assert_eq!(holds(&spans, day(number)), usize::from(asked), "{}: {:?}", day(number), spans);
            }
        }
    }

    #[test]
    fn whole_months_need_no_days() {
        let read = |text| Day::read(text);
        let whole = spans(read("2024-02-01"), read("2024-04-30"), true);
        assert_eq!(whole.len(), 1);
        assert_eq!((whole[0].first.as_str(), whole[0].last.as_str()), ("2024-02", "2024-04"));
        assert_eq!(spans(None, None, false)[0].grain, Grain::All);
        assert_eq!(spans(None, None, true)[0].grain, Grain::Month);
        assert!(!spans(read("9999-12-15"), None, true).is_empty());
        assert!(!spans(None, read("0001-01-15"), true).is_empty());
    }
}
