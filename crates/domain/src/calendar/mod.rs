//! Calendar days and times of day without seconds, as people write them in their books, and the time zones that say
//! which day a moment belongs to. Which day it is for an account is decided here and nowhere else.

mod zones;

use std::fmt;

use jiff::Span;
use jiff::civil::{Date, Weekday};

use crate::error::Invalid;
use crate::text::digits::{put_text, put_two};
use crate::time::{Timestamp, civil};

pub use zones::Zone;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(Date);

impl Day {
    pub const FIRST: Self = Self(Date::constant(1, 1, 1));

    /// Parses `YYYY-MM-DD`; the day must exist.
    pub fn parse(field: &'static str, text: &str) -> Result<Self, Invalid> {
        Self::read(text).ok_or_else(|| {
            let message = format!("{field} must be a valid date, such as 2026-01-31");
            Invalid::new(field, message)
        })
    }

    pub fn read(text: &str) -> Option<Self> {
        let (year, rest) = text.split_at_checked(4)?;
        let rest = rest.strip_prefix('-')?;
        let (month, day) = rest.split_at_checked(2)?;
        let day = day.strip_prefix('-')?;
        let year = i16::try_from(number(year, 4)?).ok()?;
        let month = i8::try_from(number(month, 2)?).ok()?;
        let day = i8::try_from(number(day, 2)?).ok()?;
        (year >= 1).then(|| Date::new(year, month, day).ok()).flatten().map(Self)
    }

    /// The day of a moment in UTC: for protocols, file formats and days that belong to no account. The day of an
    /// account is [`Zone::day_of`].
    pub fn of(moment: Timestamp) -> Self {
        Self(civil(moment).date())
    }

    /// `YYYY-MM`.
    pub fn month(self) -> String {
        format!("{:04}-{:02}", self.0.year(), self.0.month())
    }

    pub fn day_of_month(self) -> i8 {
        self.0.day()
    }

    pub fn is_first_of_month(self) -> bool {
        self.0.day() == 1
    }

    pub fn is_last_of_month(self) -> bool {
        self.0 == self.0.last_of_month()
    }

    pub fn last_of_month(self) -> Self {
        Self(self.0.last_of_month())
    }

    pub fn first_of_month(self) -> Self {
        Self(self.0.first_of_month())
    }

    /// Returns `None` after the last supported day.
    pub fn next(self) -> Option<Self> {
        self.0.tomorrow().ok().map(Self)
    }

    /// Returns `None` before 0001-01-01.
    pub fn previous(self) -> Option<Self> {
        self.0.yesterday().ok().filter(|day| day.year() >= 1).map(Self)
    }

    /// The day `days` days earlier, or the first supported day.
    pub fn days_before(self, days: u16) -> Self {
        Self::or_first(self.0.checked_sub(Span::new().days(days)))
    }

    /// The same day of the month `months` months earlier, or that month's last day if it is shorter.
    pub fn months_before(self, months: u16) -> Self {
        Self::or_first(self.0.checked_sub(Span::new().months(months)))
    }

    /// The same day of a later month; its last day where the month is too short.
    pub fn months_after(self, months: u16) -> Self {
        Self(self.0.saturating_add(Span::new().months(months)))
    }

    /// The day `days` days later; `None` after the last supported day.
    pub fn days_after(self, days: u16) -> Option<Self> {
        self.0.checked_add(Span::new().days(days)).ok().map(Self)
    }

    /// How many days it is from this day to a later one; negative if that day is earlier.
    pub fn days_until(self, later: Self) -> i64 {
        later.ordinal() - self.ordinal()
    }

    /// This day at the given time, in UTC. The moment of an account's day and time is [`Zone::at`].
    pub fn at(self, time: TimeOfDay) -> Timestamp {
        let epoch = Date::constant(1970, 1, 1);
        let days = self.ordinal() - Self(epoch).ordinal();
        Timestamp::from_millis((days * 24 * 60 + time.minutes()) * 60_000)
    }

    fn or_first(date: Result<Date, jiff::Error>) -> Self {
        date.map_or(Self::FIRST, |date| Self(date).max(Self::FIRST))
    }

    /// Whether a date is so unusual that it may be mistyped: more than a year before today, or more than `ahead`
    /// days after it.
    pub fn is_unusual(self, today: Self, ahead: i64) -> bool {
        self < today.months_before(12) || today.days_until(self) > ahead
    }

    pub fn is_friday(self) -> bool {
        self.0.weekday() == Weekday::Friday
    }

    pub fn is_first_of_year(self) -> bool {
        self.0.day_of_year() == 1
    }

    /// The number of days since 0001-01-01.
    pub fn ordinal(self) -> i64 {
        i64::from(self.0.duration_since(Self::FIRST.0).as_hours() as i32 / 24)
    }
}

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

impl Day {
    /// `Nov 15, 2026`, as papers and letters write it.
    pub fn in_words(self) -> String {
        let month = usize::try_from(self.0.month()).ok().and_then(|month| month.checked_sub(1));
        let month = month.and_then(|month| MONTHS.get(month)).copied().unwrap_or_default();
        format!("{month} {}, {}", self.0.day(), self.0.year())
    }
}

impl TimeOfDay {
    /// `2:05 PM`.
    pub fn in_words(self) -> String {
        let (hour, minute) = (self.minutes() / 60, self.minutes() % 60);
        let half = if hour < 12 { "AM" } else { "PM" };
        format!("{}:{minute:02} {half}", (hour + 11) % 12 + 1)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = (
            self.0.year().unsigned_abs(),
            self.0.month().unsigned_abs(),
            self.0.day().unsigned_abs(),
        );
        let mut text = *b"0000-00-00";
        put_two(&mut text, 0, (year / 100) as u8);
        put_two(&mut text, 2, (year % 100) as u8);
        put_two(&mut text, 5, month);
        put_two(&mut text, 8, day);
        put_text(f, &text)
    }
}

/// A time of day: hours and minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeOfDay {
    hour: u8,
    minute: u8,
}

impl TimeOfDay {
    pub const MIDNIGHT: Self = Self { hour: 0, minute: 0 };

    /// Parses `HH:MM`, 00:00 to 23:59.
    pub fn parse(field: &'static str, text: &str) -> Result<Self, Invalid> {
        Self::read(text).ok_or_else(|| {
            let message = format!("{field} must be a time from 00:00 to 23:59, as HH:MM");
            Invalid::new(field, message)
        })
    }

    pub fn read(text: &str) -> Option<Self> {
        let (hour, minute) = text.split_once(':')?;
        let hour = u8::try_from(number(hour, 2)?).ok()?;
        let minute = u8::try_from(number(minute, 2)?).ok()?;
        (hour < 24 && minute < 60).then_some(Self { hour, minute })
    }

    /// The time of day of a moment in UTC. The time of an account is [`Zone::time_of`].
    pub fn of(moment: Timestamp) -> Self {
        Self::of_civil(civil(moment))
    }

    fn of_civil(moment: jiff::civil::DateTime) -> Self {
        // `hour()` and `minute()` are signed in jiff, but never negative.
        Self { hour: moment.hour().unsigned_abs(), minute: moment.minute().unsigned_abs() }
    }

    pub fn minutes(self) -> i64 {
        i64::from(self.hour) * 60 + i64::from(self.minute)
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = *b"00:00";
        put_two(&mut text, 0, self.hour);
        put_two(&mut text, 3, self.minute);
        put_text(f, &text)
    }
}

fn number(text: &str, digits: usize) -> Option<u32> {
    let is_plain = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_that_exist_are_days() {
        for text in ["2026-02-28", "2024-02-29", "0001-01-01", "9999-12-31"] {
            assert_eq!(Day::parse("date", text).unwrap().to_string(), text);
        }
        for text in [
            "",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-04-31",
            "2026-1-1",
            "26-01-01",
            "2026/01/01",
            "2026-01-01T00:00",
            "0000-01-01",
            "-001-01-01",
            "2026-01-0é",
            "+026-01-01",
        ] {
            assert!(Day::parse("date", text).is_err(), "{text}");
        }
    }

    #[test]
    fn only_times_of_the_day_are_times() {
        for text in ["00:00", "09:05", "23:59"] {
            assert_eq!(TimeOfDay::parse("time", text).unwrap().to_string(), text);
        }
        for text in ["", "24:00", "12:60", "9:05", "12", "12:5", "12:05:00", "-1:00", "ab:cd"] {
            assert!(TimeOfDay::parse("time", text).is_err(), "{text}");
        }
    }

    #[test]
    fn days_are_counted_one_by_one() {
        let day = Day::read("2026-03-01").unwrap();
        assert_eq!(day.previous().unwrap().to_string(), "2026-02-28");
        assert_eq!(day.ordinal() - day.previous().unwrap().ordinal(), 1);
        assert_eq!(Day::read("0001-01-01").unwrap().ordinal(), 0);
        assert_eq!(Day::read("0001-01-01").unwrap().previous(), None);
        assert_eq!(Day::read("9999-12-31").unwrap().next(), None);
        assert_eq!(Day::read("9999-12-31").unwrap().ordinal(), 3_652_058);
        assert_eq!(day.last_of_month().to_string(), "2026-03-31");
        assert!(day.is_first_of_month() && day.last_of_month().is_last_of_month());
    }

    #[test]
    fn going_back_ends_where_the_calendar_begins() {
        let back = |text: &str, months| Day::read(text).unwrap().months_before(months).to_string();
        assert_eq!(back("2024-03-31", 1), "2024-02-29");
        assert_eq!(back("2026-01-15", 12), "2025-01-15");
        assert_eq!(back("0001-02-03", 2), "0001-01-01");
        let days = |text: &str, days| Day::read(text).unwrap().days_before(days).to_string();
        assert_eq!(days("2026-03-01", 1), "2026-02-28");
        assert_eq!(days("0001-01-05", 9), "0001-01-01");
    }

    #[test]
    fn a_date_more_than_a_year_back_or_ahead_of_tomorrow_is_unusual_true_03() {
        let today = Day::read("2028-02-29").unwrap();
        let unusual = |text, ahead| Day::read(text).unwrap().is_unusual(today, ahead);
        assert!(unusual("2027-02-27", 1) && !unusual("2027-02-28", 1));
        assert!(!unusual("2028-03-01", 1) && unusual("2028-03-02", 1));
        assert!(
            !unusual("2028-03-02", 366) && unusual("1900-01-01", 366) && unusual("2030-01-01", 366)
        );
    }

    #[test]
    fn a_moment_has_a_day_and_a_time() {
        let moment = Timestamp::from_millis(1_794_700_800_123 + 3_660_000);
        assert_eq!(Day::of(moment).to_string(), "2026-11-15");
        assert_eq!(TimeOfDay::of(moment).to_string(), "01:01");
        let minute = Day::of(moment).at(TimeOfDay::of(moment));
        assert_eq!(minute.to_string(), "2026-11-15T01:01:00.000Z");
        let first = Day::read("0001-01-01").unwrap().at(TimeOfDay::MIDNIGHT);
        assert_eq!(first.to_string(), "0001-01-01T00:00:00.000Z");
    }

    #[test]
    fn days_and_times_read_as_americans_write_them() {
        let day = |text: &str| Day::read(text).unwrap().in_words();
        assert_eq!(
            (day("2026-11-05"), day("2026-01-31")),
            ("Nov 5, 2026".into(), "Jan 31, 2026".into())
        );
        let time = |text: &str| TimeOfDay::read(text).unwrap().in_words();
        assert_eq!(
            (time("00:05"), time("12:00"), time("23:59")),
            ("12:05 AM".into(), "12:00 PM".into(), "11:59 PM".into())
        );
    }
}
