//! Numbers, amounts, days and lists as an American contract writes them.

use crate::calendar::Day;
use crate::money::{Currency, Minor};

/// How many titles of a purchase are named.
const MOST_TITLES: usize = 3;

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const SCALES: [(u64, &str); 6] = [
    (1_000_000_000_000_000_000, "quintillion"),
    (1_000_000_000_000_000, "quadrillion"),
    (1_000_000_000_000, "trillion"),
    (1_000_000_000, "billion"),
    (1_000_000, "million"),
    (1_000, "thousand"),
];
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

/// `five hundred thousand`
pub fn in_words(number: u64) -> String {
    let mut parts = Vec::new();
    let mut rest = number;
    for (scale, name) in SCALES {
        if rest >= scale {
            parts.push(format!("{} {name}", below_thousand(rest / scale)));
            rest %= scale;
        }
    }
    if rest > 0 || parts.is_empty() {
        parts.push(below_thousand(rest));
    }
    parts.join(" ")
}

fn below_thousand(number: u64) -> String {
    let small = |at: u64| SMALL.get(at as usize).copied().unwrap_or_default();
    let mut parts = Vec::new();
    if number >= 100 {
        parts.push(format!("{} hundred", small(number / 100)));
    }
    let rest = number % 100;
    if rest >= 20 {
        let tens = TENS.get((rest / 10) as usize).copied().unwrap_or_default();
        let ones = rest % 10;
        parts.push(if ones == 0 { tens.to_owned() } else { format!("{tens}-{}", small(ones)) });
    } else if rest > 0 || number == 0 {
        parts.push(small(rest).to_owned());
    }
    parts.join(" ")
}

/// `500,000`
pub fn in_figures(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// `fifty-nine US dollars and fifty cents`
pub fn amount_in_words(amount: Minor, currency: Currency) -> String {
    let (unit, units, part, parts) = match currency {
        Currency::Usd => ("US dollar", "US dollars", "cent", "cents"),
        Currency::Eur => ("euro", "euros", "cent", "cents"),
        Currency::Gbp => ("pound sterling", "pounds sterling", "penny", "pence"),
        Currency::Kes => ("Kenyan shilling", "Kenyan shillings", "cent", "cents"),
    };
    let minor = amount.get().unsigned_abs();
    let (whole, fraction) = (minor / 100, minor % 100);
    let noun = |count: u64, one, many| if count == 1 { one } else { many };
    let mut words = format!("{} {}", in_words(whole), noun(whole, unit, units));
    if fraction > 0 {
        words += &format!(" and {} {}", in_words(fraction), noun(fraction, part, parts));
    }
    words
}

/// `November 17, 2026`
pub fn long_day(day: Day) -> String {
    let text = day.to_string();
    let number = |from: usize, to: usize| text.get(from..to).and_then(|part| part.parse().ok());
    let (year, month, day): (Option<usize>, Option<usize>, Option<usize>) =
        (number(0, 4), number(5, 7), number(8, 10));
    let (Some(year), Some(month), Some(day)) = (year, month, day) else { return text };
    let name = MONTHS.get(month.wrapping_sub(1)).copied().unwrap_or_default();
    format!("{name} {day}, {year}")
}

/// Basis points as a percentage without needless zeros: `50%`, `12.5%`.
pub fn percent(basis_points: u16) -> String {
    let (whole, hundredths) = (basis_points / 100, basis_points % 100);
    match hundredths {
        0 => format!("{whole}%"),
        _ if hundredths.is_multiple_of(10) => format!("{whole}.{}%", hundredths / 10),
        _ => format!("{whole}.{hundredths:02}%"),
    }
}

/// `36` becomes `3 years`, `18` stays `18 months`.
pub fn months(count: u16) -> String {
    match count {
        1 => "1 month".to_owned(),
        12 => "1 year".to_owned(),
        _ if count.is_multiple_of(12) => format!("{} years", count / 12),
        _ => format!("{count} months"),
    }
}

/// The titles of a purchase: all of up to three, such as `Night Drive and Paper Moons`, then `and 2 more`. A title that
/// comes again is named once.
pub fn titles<'a>(all: impl IntoIterator<Item = &'a str>) -> String {
    let mut apart: Vec<&str> = Vec::new();
    for title in all {
        if !apart.contains(&title) {
            apart.push(title);
        }
    }
    match apart.split_at_checked(MOST_TITLES) {
        Some((named, rest)) if !rest.is_empty() => {
            format!("{} and {} more", named.join(", "), rest.len())
        }
        _ => listed(&apart),
    }
}

/// `MP3, WAV and stems`
pub fn listed(items: &[&str]) -> String {
    match items {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn up_to_three_titles_are_named() {
        assert_eq!(titles([]), "");
        assert_eq!(titles(["A"]), "A");
        assert_eq!(titles(["A", "B", "A"]), "A and B");
        assert_eq!(titles(["A", "B", "C"]), "A, B and C");
        assert_eq!(titles(["A", "B", "C", "D", "E"]), "A, B, C and 2 more");
    }

    #[test]
    fn numbers_are_spelled_out() {
        for (number, words) in [
            (0, "zero"),
            (13, "thirteen"),
            (40, "forty"),
            (99, "ninety-nine"),
            (100, "one hundred"),
            (1_001, "one thousand one"),
            (500_000, "five hundred thousand"),
            (1_234_567, "one million two hundred thirty-four thousand five hundred sixty-seven"),
            (1_000_000_000_000, "one trillion"),
        ] {
            assert_eq!(in_words(number), words);
        }
    }

    #[test]
    fn amounts_name_the_currency_and_its_parts() {
        let amount = |minor| Minor::new(minor).unwrap();
        for (minor, currency, words) in [
            (5_900, Currency::Usd, "fifty-nine US dollars"),
            (101, Currency::Usd, "one US dollar and one cent"),
            (2_050, Currency::Eur, "twenty euros and fifty cents"),
            (199, Currency::Gbp, "one pound sterling and ninety-nine pence"),
            (0, Currency::Usd, "zero US dollars"),
        ] {
            assert_eq!(amount_in_words(amount(minor), currency), words);
        }
    }

    #[test]
    fn days_shares_terms_and_lists_read_naturally() {
        assert_eq!(long_day(Day::read("2026-11-07").unwrap()), "November 7, 2026");
        assert_eq!([5_000, 1_250, 1_205, 0].map(percent), ["50%", "12.5%", "12.05%", "0%"]);
        assert_eq!([1, 12, 18, 36].map(months), ["1 month", "1 year", "18 months", "3 years"]);
        assert_eq!(listed(&["MP3"]), "MP3");
        assert_eq!(listed(&["MP3", "WAV", "stems"]), "MP3, WAV and stems");
    }

    /// Reads the words back, so that the spelling is checked by a second way.
    fn value_of(words: &str) -> u64 {
        let (mut total, mut group) = (0, 0);
        for word in words.split([' ', '-']) {
            if let Some(at) = SMALL.iter().position(|small| *small == word) {
                group += at as u64;
            } else if let Some(at) = TENS.iter().position(|tens| *tens == word) {
                group += at as u64 * 10;
            } else if word == "hundred" {
                group *= 100;
            } else {
                let (scale, _) = SCALES.iter().find(|(_, name)| *name == word).unwrap();
                total += group * scale;
                group = 0;
            }
        }
        total + group
    }

    proptest! {
        #[test]
        fn spelled_numbers_mean_the_number(number in 0..=1_000_000_000_000_u64) {
            prop_assert_eq!(value_of(&in_words(number)), number);
            prop_assert_eq!(in_figures(number).replace(',', ""), number.to_string());
        }
    }
}
