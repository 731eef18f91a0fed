//! How amounts and days are written on paper, for people: with currency signs and month names.

use domain::{
    calendar::Day,
    money::{Currency, display, print},
};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// `$1,234.50`, `−€12.00`, with a true minus sign.
pub(crate) fn money(minor: i64, currency: Currency) -> String {
    display(minor, currency).replacen('-', "−", 1)
}

/// `1,234.50`.
pub(crate) fn grouped(minor: i64) -> String {
    let plain = print(minor);
    let (sign, digits) = plain.strip_prefix('-').map_or(("", plain.as_str()), |rest| ("−", rest));
    let (whole, cents) = digits.split_once('.').unwrap_or((digits, "00"));
    let mut text = String::from(sign);
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text + "." + cents
}

/// `In review` for `in_review`.
pub(crate) fn sentence(word: &str) -> String {
    let word = word.replace('_', " ");
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `15 November 2026`.
pub(crate) fn day(day: Day) -> String {
    let text = day.to_string();
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next(), parts.next(), parts.next());
    let month = month.and_then(|month| month.parse::<usize>().ok()).and_then(|m| m.checked_sub(1));
    match (day, month.and_then(|month| MONTHS.get(month)), year) {
        (Some(day), Some(month), Some(year)) => {
            let year = year.trim_start_matches('0');
            format!("{} {month} {year}", day.trim_start_matches('0'))
        }
        _ => text,
    }
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
        assert_eq!((grouped(-100_000), grouped(12)), ("−1,000.00".into(), "0.12".into()));
    }

    #[test]
    fn words_begin_with_a_capital() {
        assert_eq!((sentence("in_review").as_str(), sentence("").as_str()), ("In review", ""));
    }

    #[test]
    fn days_have_the_names_of_months() {
        assert_eq!(day(Day::read("2026-11-05").unwrap()), "5 November 2026");
        assert_eq!(day(Day::read("2026-01-31").unwrap()), "31 January 2026");
    }
}
