//! Formats amounts, days and other values for people: with currency signs and month names.

use domain::{
    calendar::{Day, TimeOfDay},
    money::{Currency, display, print},
    time::Timestamp,
};

/// Formats an amount with its currency: `$1,234.50`, `−€12.00`, with a true minus sign.
pub(crate) fn money(minor: i64, currency: Currency) -> String {
    display(minor, currency).replacen('-', "−", 1)
}

/// Formats an amount without its currency: `1,234.50`.
pub(crate) fn amount(minor: i64) -> String {
    let plain = print(minor);
    let (sign, digits) = plain.strip_prefix('-').map_or(("", plain.as_str()), |rest| ("−", rest));
    let (whole, cents) = digits.split_once('.').unwrap_or((digits, "00"));
    format!("{sign}{}.{cents}", thousands(whole))
}

/// Formats a word of the API: `In review` for `in_review`.
pub(crate) fn sentence(word: &str) -> String {
    // The API keeps the older spelling of this type of application.
    let word = if word == "licence" { "license" } else { word };
    let word = word.replace('_', " ");
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Formats a time: `Nov 15, 2026, 2:05 PM`.
pub(crate) fn moment(moment: Timestamp) -> String {
    format!("{}, {}", Day::of(moment).in_words(), TimeOfDay::of(moment).in_words())
}

/// Formats the requested period, or else the period that the rows cover; empty without days.
pub(crate) fn period(asked: (Option<Day>, Option<Day>), rows: Option<(Day, Day)>) -> String {
    match (asked, rows) {
        ((Some(from), Some(to)), _) | ((None, None), Some((from, to))) if from == to => {
            from.in_words()
        }
        ((Some(from), Some(to)), _) | ((None, None), Some((from, to))) => {
            format!("{} – {}", from.in_words(), to.in_words())
        }
        ((Some(from), None), _) => format!("Since {}", from.in_words()),
        ((None, Some(to)), _) => format!("Until {}", to.in_words()),
        ((None, None), None) => String::new(),
    }
}

/// Formats a tempo: `112 BPM`, `97.3 BPM`.
pub(crate) fn tempo(hundredths: i64) -> String {
    let exact = print(hundredths);
    format!("{} BPM", exact.trim_end_matches('0').trim_end_matches('.'))
}

/// Formats a length: `3:07`, `1:02:03`.
pub(crate) fn length(millis: i64) -> String {
    let seconds = (millis + 500) / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// Formats a size: `4.2 MB`, in the same units as the web app.
pub(crate) fn size(bytes: i64) -> String {
    const UNITS: [(i64, &str); 3] = [(1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")];
    let Some((unit, name)) = UNITS.into_iter().find(|(unit, _)| bytes >= *unit) else {
        return format!("{bytes} bytes");
    };
    let tenths = (bytes.saturating_mul(10).saturating_add(unit / 2)) / unit;
    match tenths {
        100.. => format!("{} {name}", (tenths + 5) / 10),
        _ => format!("{}.{} {name}", tenths / 10, tenths % 10),
    }
}

/// Formats a count: `1,234`.
pub(crate) fn count_text(count: usize) -> String {
    thousands(&count.to_string())
}

fn thousands(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_for_people() {
        assert_eq!(money(123_450, Currency::Usd), "$1,234.50");
        assert_eq!(money(-99, Currency::Eur), "−€0.99");
        assert_eq!(money(100_000_000_000_000, Currency::Gbp), "£1,000,000,000,000.00");
        assert_eq!(money(100, Currency::Kes), "KSh 1.00");
        assert_eq!((amount(-100_000), amount(12)), ("−1,000.00".into(), "0.12".into()));
    }

    #[test]
    fn words_begin_with_a_capital() {
        assert_eq!((sentence("in_review").as_str(), sentence("").as_str()), ("In review", ""));
    }

    // PAPER-01
    #[test]
    fn units_are_readable() {
        assert_eq!((tempo(11_200).as_str(), tempo(9_730).as_str()), ("112 BPM", "97.3 BPM"));
        assert_eq!((length(187_200).as_str(), length(3_723_000).as_str()), ("3:07", "1:02:03"));
        assert_eq!((size(378_044).as_str(), size(4_404_019).as_str()), ("369 KB", "4.2 MB"));
        assert_eq!(
            (size(900).as_str(), count_text(1_234_567).as_str()),
            ("900 bytes", "1,234,567")
        );
    }

    // PAPER-01
    #[test]
    fn a_period_is_what_was_asked_for_or_what_the_rows_cover() {
        let (first, last) = (Day::read("2026-01-31"), Day::read("2026-11-05"));
        let rows = first.zip(last);
        assert_eq!(period((None, None), rows), "Jan 31, 2026 – Nov 5, 2026");
        assert_eq!(period((last, last), rows), "Nov 5, 2026");
        assert_eq!(period((first, None), None), "Since Jan 31, 2026");
        assert_eq!(period((None, last), rows), "Until Nov 5, 2026");
        assert_eq!(period((None, None), None), "");
    }
}
