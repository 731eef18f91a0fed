//! A moment in whole milliseconds since 1970, as stored; the API shows it as RFC 3339.

use std::{fmt, time::Duration};

use crate::numbers::clamp_i64;
use crate::text::digits::{put_text, put_two};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

/// The largest difference between the clocks of several instances, including the delay between two requests. A
/// stored time farther in the future was written by a wrong clock.
pub const CLOCK_SLACK: Duration = Duration::from_secs(5 * 60);

impl Timestamp {
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    pub const fn as_millis(self) -> i64 {
        self.0
    }

    pub const fn as_seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// Reads a moment as it is printed, `2026-11-18T14:32:00Z`, in any time zone.
    pub fn read(text: &str) -> Option<Self> {
        let moment: jiff::Timestamp = text.parse().ok()?;
        Some(Self(moment.as_millisecond()))
    }

    /// The time since `earlier`; zero if `earlier` is in the future, because clocks can step back.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }
}

impl std::ops::Add<Duration> for Timestamp {
    type Output = Self;
    fn add(self, span: Duration) -> Self {
        Self(self.0.saturating_add(clamp_i64(span.as_millis())))
    }
}

impl std::ops::Sub<Duration> for Timestamp {
    type Output = Self;
    fn sub(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(clamp_i64(span.as_millis())))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Years of four digits are printed here; jiff prints the others.
        const FIRST: i64 = -62_135_596_800_000;
        const LAST: i64 = 253_402_207_199_999;
        if !(FIRST..=LAST).contains(&self.0) {
            return match jiff::Timestamp::from_millisecond(self.0) {
                Ok(moment) => write!(f, "{moment:.3}"),
                Err(_) => write!(f, "{}", self.0),
            };
        }
        let moment = civil(*self);
        let year = moment.year().unsigned_abs();
        let millis = self.0.rem_euclid(1000);
        let mut text = *b"0000-00-00T00:00:00.000Z";
        put_two(&mut text, 0, (year / 100) as u8);
        put_two(&mut text, 2, (year % 100) as u8);
        let parts = [moment.month(), moment.day(), moment.hour(), moment.minute(), moment.second()];
        for (at, part) in [5, 8, 11, 14, 17].into_iter().zip(parts) {
            put_two(&mut text, at, part.unsigned_abs());
        }
        text[20] = b'0' + (millis / 100) as u8;
        put_two(&mut text, 21, (millis % 100) as u8);
        put_text(f, &text)
    }
}

/// The date and time in UTC; a moment outside the calendar becomes its beginning.
pub(crate) fn civil(moment: Timestamp) -> jiff::civil::DateTime {
    let moment = jiff::Timestamp::from_millisecond(moment.as_millis()).unwrap_or_default();
    jiff::tz::Offset::UTC.to_datetime(moment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_rfc_3339_in_utc() {
        assert_eq!(Timestamp::from_millis(0).to_string(), "1970-01-01T00:00:00.000Z");
        assert_eq!(
            Timestamp::from_millis(1_794_700_800_123).to_string(),
            "2026-11-15T00:00:00.123Z"
        );
    }

    #[test]
    fn is_printed_as_the_calendar_s_own_library_prints_it() {
        let edges = [-62_135_596_800_001, -62_135_596_800_000, -1, 253_402_207_199_999];
        let spread = (0..2_000).map(|step| -62_135_596_800_000 + step * 157_768_949_123);
        for millis in edges.into_iter().chain(spread) {
            let moment = jiff::Timestamp::from_millisecond(millis).unwrap();
            assert_eq!(Timestamp::from_millis(millis).to_string(), format!("{moment:.3}"));
        }
    }

    #[test]
    fn a_clock_that_steps_back_gives_no_negative_span() {
        let (a, b) = (Timestamp::from_millis(5), Timestamp::from_millis(9));
        assert_eq!(a.since(b), Duration::ZERO);
        assert_eq!(b.since(a), Duration::from_millis(4));
    }
}
