//! Formats amounts, days and other values for people: with currency signs and month names.

use domain::{
    calendar::{Day, TimeOfDay},
    money::{Currency, display, print},
    time::Timestamp,
};

/// Formats an amount with its currency: `$1,234.50`, `−€12.00`, with a true minus sign.
pub fn money(minor: i64, currency: Currency) -> String {
    display(minor, currency).replacen('-', "−", 1)
}

/// Formats an amount without its currency: `1,234.50`.
pub fn amount(minor: i64) -> String {
    let plain = print(minor);
    let (sign, digits) = plain.strip_prefix('-').map_or(("", plain.as_str()), |rest| ("−", rest));
    let (whole, cents) = digits.split_once('.').unwrap_or((digits, "00"));
    format!("{sign}{}.{cents}", thousands(whole))
}

/// Formats a word of the API: `In review` for `in_review`.
pub fn sentence(word: &str) -> String {
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
pub fn period(asked: (Option<Day>, Option<Day>), rows: Option<(Day, Day)>) -> String {
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
pub fn tempo(hundredths: i64) -> String {
    let exact = print(hundredths);
    format!("{} BPM", exact.trim_end_matches('0').trim_end_matches('.'))
}

/// Formats a length: `3:07`, `1:02:03`.
pub fn length(millis: i64) -> String {
    let seconds = (millis + 500) / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// Formats a size: `4.2 MB`, in the same units as the web app.
pub fn size(bytes: i64) -> String {
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
pub fn count_text(count: usize) -> String {
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
