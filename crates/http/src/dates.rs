//! Dates as HTTP headers write them (RFC 9110, section 5.6.7).

use domain::calendar::Day;
use domain::time::Timestamp;

/// `Wed, 25 Jun 2014 16:00:00 GMT`
pub fn http_date(at: Timestamp) -> String {
    const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    let day = Day::of(at);
    let weekday = usize::try_from(day.ordinal().rem_euclid(7)).unwrap_or(0);
    let (written, words) = (day.to_string(), day.in_words());
    let (year, date) = written.split_at_checked(4).unwrap_or(("", ""));
    let (month, date) = (words.get(..3).unwrap_or_default(), date.get(4..).unwrap_or_default());
    let second = at.as_seconds().rem_euclid(86_400);
    let (hour, minute) = (second / 3600, second / 60 % 60);
    let weekday = WEEKDAYS.get(weekday).copied().unwrap_or_default();
    format!("{weekday}, {date} {month} {year} {hour:02}:{minute:02}:{:02} GMT", second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_http() {
        let at = Timestamp::from_millis(1_403_712_005_000);
        assert_eq!(http_date(at), "Wed, 25 Jun 2014 16:00:05 GMT");
    }
}
