//! Amounts as people type and paste them: `1,250.00`, `1.250,00`, `1 250`, `$20`, `20 USD`, `12,5`. What can be read in two
//! ways is not guessed. `typed_amounts.json` has the cases that every reader of typed amounts must agree on; the tests of
//! the web app can read the same file. JSON numbers of the API are read by [`Minor::parse`].

use super::{Currency, Minor, display, print};
use crate::error::Invalid;

/// How an account writes numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// `1,250.00`
    #[default]
    American,
    /// `1.250,00`
    European,
}

/// An amount that was typed, and the currency that was typed with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypedAmount {
    pub reading: Reading,
    pub currency: Option<Currency>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    One(Minor),
    /// Three digits follow the only mark, as in `1.250`: it groups digits, or it is the decimal mark. `decimal` is
    /// `None` where that would be a fraction of a cent, as in `1.255`.
    Either {
        grouped: Minor,
        decimal: Option<Minor>,
        /// The style in which the mark groups digits.
        grouped_in: Style,
    },
}

/// Why a text is no amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    NotANumber,
    Negative,
    TooFine,
    TooLarge,
}

impl Fault {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotANumber => "not_a_number",
            Self::Negative => "negative",
            Self::TooFine => "too_fine",
            Self::TooLarge => "too_large",
        }
    }

    pub fn about(self, field: &'static str) -> Invalid {
        let words = match self {
            Self::NotANumber => "must be a number, such as 1,250.00",
            Self::Negative => "must not be less than zero",
            Self::TooFine => "must have at most two decimals",
            Self::TooLarge => "must be at most 1,000,000,000,000.00",
        };
        Invalid::new(field, format!("{field} {words}"))
    }
}

/// Two readings of one text, the larger one first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ambiguous(pub [Minor; 2]);

impl Ambiguous {
    /// `Do you mean 1,250.00 or 1.25?`
    pub fn question(self) -> String {
        let [more, less] = self.0.map(grouped);
        format!("Do you mean {more} or {less}?")
    }
}

/// Why a text is no amount in a style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsettled {
    Ambiguous(Ambiguous),
    /// It has three decimals, as `1.255` in the American style.
    TooFine,
}

/// An amount for people without its currency: `1,250.00`.
pub fn grouped(amount: Minor) -> String {
    display(amount.get(), Currency::Usd).replace('$', "")
}

impl TypedAmount {
    /// The readings that are amounts, the larger one first.
    pub fn readings(self) -> Vec<Minor> {
        match self.reading {
            Reading::One(amount) => vec![amount],
            Reading::Either { grouped, decimal, .. } => {
                std::iter::once(grouped).chain(decimal).collect()
            }
        }
    }

    /// The amount if there is one reading only: what somebody without an account means, who is asked otherwise.
    pub fn settle(self) -> Result<Minor, Ambiguous> {
        match self.reading {
            Reading::One(amount) | Reading::Either { grouped: amount, decimal: None, .. } => {
                Ok(amount)
            }
            Reading::Either { grouped, decimal: Some(decimal), .. } => {
                Err(Ambiguous([grouped, decimal]))
            }
        }
    }

    /// The amount as an account means it that writes numbers in a style. A mark that groups digits in this style is
    /// read so; the style's decimal mark with three digits behind it is not guessed.
    pub fn settle_in(self, style: Style) -> Result<Minor, Unsettled> {
        match self.reading {
            Reading::One(amount) => Ok(amount),
            Reading::Either { grouped, grouped_in, .. } if grouped_in == style => Ok(grouped),
            Reading::Either { grouped, decimal: Some(decimal), .. } => {
                Err(Unsettled::Ambiguous(Ambiguous([grouped, decimal])))
            }
            Reading::Either { decimal: None, .. } => Err(Unsettled::TooFine),
        }
    }
}

/// A mark in the normalized text that can only group digits: a space or an apostrophe.
const GROUP: char = '_';
const LONGEST: usize = 60;
/// More digits are too large in any case.
const MOST_DIGITS: usize = 15;
/// How the currencies are written beside an amount, longer words first.
const CURRENCIES: [(&str, Currency); 10] = [
    ("us$", Currency::Usd),
    ("usd", Currency::Usd),
    ("$", Currency::Usd),
    ("eur", Currency::Eur),
    ("€", Currency::Eur),
    ("gbp", Currency::Gbp),
    ("£", Currency::Gbp),
    ("kes", Currency::Kes),
    ("ksh.", Currency::Kes),
    ("ksh", Currency::Kes),
];
/// Endings that stand for no cents, as in `12,-`.
const NO_CENTS: [&str; 6] = [",-", ".-", ",–", ".–", ",—", ".—"];

/// Reads an amount that a person typed.
pub fn read(text: &str) -> Result<TypedAmount, Fault> {
    if text.chars().count() > LONGEST {
        return Err(Fault::NotANumber);
    }
    let plain: String = text.chars().filter_map(normalized).collect();
    let (number, currency) = without_currency(&plain)?;
    Ok(TypedAmount { reading: read_number(number)?, currency })
}

/// Digits of other scripts become ASCII digits, and spaces and apostrophes the group mark; `None` for characters that
/// are not seen.
fn normalized(letter: char) -> Option<char> {
    let digit = |zero: u32| {
        let value = u32::from(letter).checked_sub(zero)?;
        char::from_digit(value, 10)
    };
    // Arabic, Persian and full-width digits.
    if let Some(digit) = [0x660, 0x6f0, 0xff10].into_iter().find_map(digit) {
        return Some(digit);
    }
    match letter {
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{feff}' => None,
        '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' => None,
        '\'' | '’' | 'ʼ' | '\u{66c}' => Some(GROUP),
        letter if letter.is_whitespace() => Some(GROUP),
        '，' | '\u{66b}' => Some(','),
        '．' => Some('.'),
        '−' | '－' => Some('-'),
        letter => Some(letter.to_ascii_lowercase()),
    }
}

/// Takes the currency and the sign from both ends of the text.
fn without_currency(text: &str) -> Result<(&str, Option<Currency>), Fault> {
    let (mut rest, mut currency) = (text.trim_matches(GROUP), None);
    loop {
        let before = rest;
        for (word, of) in CURRENCIES {
            let found = rest.strip_prefix(word).or_else(|| rest.strip_suffix(word));
            if let Some(found) = found {
                if currency.is_some_and(|known| known != of) {
                    return Err(Fault::NotANumber);
                }
                (rest, currency) = (found.trim_matches(GROUP), Some(of));
            }
        }
        for ending in NO_CENTS {
            rest = rest.strip_suffix(ending).unwrap_or(rest);
        }
        rest = rest.strip_prefix('+').unwrap_or(rest).trim_matches(GROUP);
        if rest == before {
            break;
        }
    }
    let is_negative = rest.strip_prefix('-').or_else(|| rest.strip_suffix('-'));
    let is_negative = is_negative.or_else(|| rest.strip_prefix('(')?.strip_suffix(')'));
    match is_negative {
        Some(rest) if rest.contains(|letter: char| letter.is_ascii_digit()) => Err(Fault::Negative),
        _ => Ok((rest, currency)),
    }
}

/// Reads digits, marks that group them, and a decimal mark.
fn read_number(text: &str) -> Result<Reading, Fault> {
    let is_known = |letter: char| letter.is_ascii_digit() || ['.', ',', GROUP].contains(&letter);
    if !text.chars().all(is_known) || !text.contains(|letter: char| letter.is_ascii_digit()) {
        return Err(Fault::NotANumber);
    }
    let last = text.rfind(['.', ',']);
    let Some((mark, (before, after))) = last.and_then(|at| {
        let mark = if text[at..].starts_with('.') { '.' } else { ',' };
        Some((mark, (&text[..at], text.get(at + 1..)?)))
    }) else {
        return amount(&ungrouped(text, GROUP)?, "").map(Reading::One);
    };
    let other = if mark == '.' { ',' } else { '.' };
    if before.contains(mark) {
        // The same mark several times groups digits.
        return amount(&ungrouped(text, mark)?, "").map(Reading::One);
    }
    let group = [GROUP, other].into_iter().find(|mark| before.contains(*mark));
    if let Some(group) = group {
        return amount(&ungrouped(before, group)?, after).map(Reading::One);
    }
    let could_group = after.len() == 3 && (1..=3).contains(&before.len());
    if !could_group || before.starts_with('0') {
        return amount(before, after).map(Reading::One);
    }
    let grouped = amount(&format!("{before}{after}"), "")?;
    let grouped_in = if mark == ',' { Style::American } else { Style::European };
    Ok(Reading::Either { grouped, decimal: amount(before, after).ok(), grouped_in })
}

/// Removes a mark that groups digits by three.
fn ungrouped(text: &str, mark: char) -> Result<String, Fault> {
    let groups: Vec<&str> = text.split(mark).collect();
    let is_grouped = match groups.as_slice() {
        [_] => true,
        [first, rest @ ..] => {
            (1..=3).contains(&first.len())
                && !first.starts_with('0')
                && rest.iter().all(|group| group.len() == 3)
        }
        [] => false,
    };
    let all_digits = groups.iter().all(|group| group.bytes().all(|byte| byte.is_ascii_digit()));
    if is_grouped && all_digits { Ok(groups.concat()) } else { Err(Fault::NotANumber) }
}

fn amount(whole: &str, decimals: &str) -> Result<Minor, Fault> {
    if !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Fault::NotANumber);
    }
    // A third decimal may only be a zero: `0.500`. More of them are likelier to be a slip.
    let cents = match decimals.len() {
        0..=2 => decimals,
        3 => decimals.strip_suffix('0').ok_or(Fault::TooFine)?,
        _ => return Err(Fault::TooFine),
    };
    if decimals.len() == 3 && whole.trim_start_matches('0').len() > 3 {
        return Err(Fault::TooFine);
    }
    let digits = format!("{whole}{cents:0<2}");
    let digits = digits.trim_start_matches('0');
    if digits.len() > MOST_DIGITS {
        return Err(Fault::TooLarge);
    }
    let units = if digits.is_empty() { 0 } else { digits.parse().map_err(|_| Fault::TooLarge)? };
    Minor::new(units).ok_or(Fault::TooLarge)
}

/// Reads a field of an account that writes numbers in a style. Numbers that only programs write, such as `1e2` and
/// `-5.00`, are read like JSON numbers.
pub fn parse(field: &'static str, text: &str, style: Style) -> Result<Minor, Invalid> {
    match read(text) {
        Ok(typed) => typed.settle_in(style).map_err(|unsettled| match unsettled {
            Unsettled::Ambiguous(two) => Invalid::unclear(field, two.question()),
            Unsettled::TooFine => Fault::TooFine.about(field),
        }),
        Err(fault) => Minor::parse(field, text).map_err(|_| fault.about(field)),
    }
}

/// The text that a form sends for an amount that was understood: `1250.00`.
pub fn settled_text(amount: Minor) -> String {
    print(amount.get())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    const CASES: &str = include_str!("typed_amounts.json");

    fn texts(value: &Value) -> Vec<&str> {
        value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
    }

    // FIRM-05
    #[test]
    fn firm_05_typed_amounts_are_read_as_the_shared_table_says() {
        let cases: Vec<Value> = serde_json::from_str(CASES).unwrap();
        assert!(cases.len() >= 60, "{}", cases.len());
        for case in &cases {
            let text = case["text"].as_str().unwrap();
            if let Some(fault) = case.get("fault") {
                let refused = read(text).unwrap_err().as_str();
                assert_eq!(refused, fault.as_str().unwrap(), "{text:?}");
                continue;
            }
            let typed = read(text).unwrap_or_else(|fault| panic!("{text:?}: {fault:?}"));
            let readings: Vec<String> = typed.readings().into_iter().map(settled_text).collect();
            assert_eq!(readings, texts(&case["readings"]), "{text:?}");
            let currency = typed.currency.map(Currency::as_str);
            assert_eq!(currency, case.get("currency").and_then(Value::as_str), "{text:?}");
            for (style, name) in [(Style::American, "american"), (Style::European, "european")] {
                let settled = typed.settle_in(style).ok().map(settled_text);
                // Where a style is not named, the only reading holds in it.
                let expected = match case.get(name) {
                    Some(expected) => expected.as_str(),
                    None => Some(readings[0].as_str()),
                };
                assert_eq!(settled.as_deref(), expected, "{text:?}, {name}");
            }
        }
    }

    // FIRM-05
    #[test]
    fn firm_05_somebody_is_asked_which_of_two_amounts_is_meant() {
        let asked = read("1.250").unwrap().settle().unwrap_err();
        assert_eq!(asked.question(), "Do you mean 1,250.00 or 1.25?");
        assert_eq!(read("$1,250").unwrap().settle_in(Style::American).unwrap().get(), 125_000);
        assert!(read("$1,250").unwrap().settle_in(Style::European).is_err());
        // A fraction of a cent is no amount, so nothing is asked. An account that writes it as one is told so.
        let odd = read("1.255").unwrap();
        assert_eq!(odd.settle().unwrap().get(), 125_500);
        assert_eq!(odd.settle_in(Style::European).unwrap().get(), 125_500);
        assert_eq!(odd.settle_in(Style::American), Err(Unsettled::TooFine));
    }

    #[test]
    fn a_refusal_says_what_is_wrong() {
        let message = |text| read(text).unwrap_err().about("price").message;
        assert_eq!(message("much"), "Price must be a number, such as 1,250.00");
        assert_eq!(message("-5"), "Price must not be less than zero");
        assert_eq!(message("0.125"), "Price must have at most two decimals");
        assert_eq!(message("1e13"), "Price must be a number, such as 1,250.00");
        assert_eq!(message("10000000000000"), "Price must be at most 1,000,000,000,000.00");
        let typed = |text| parse("min", text, Style::American).map(Minor::get);
        assert_eq!(
            [typed("-50"), typed("1e2"), typed("1,250")],
            [Ok(-5_000), Ok(10_000), Ok(125_000)]
        );
        let unclear = typed("1.250").unwrap_err();
        assert!(unclear.is_unclear && unclear.message == "Do you mean 1,250.00 or 1.25?");
        assert_eq!(
            typed("much").unwrap_err().message,
            "Smallest amount must be a number, such as 1,250.00"
        );
    }

    proptest! {
        // FIRM-05
        #[test]
        fn firm_05_a_formatted_amount_reads_back(units in 0..=Minor::LIMIT) {
            let amount = Minor::new(units).unwrap();
            for currency in Currency::ALL {
                let typed = read(&display(units, currency)).unwrap();
                prop_assert_eq!((typed.settle(), typed.currency), (Ok(amount), Some(currency)));
            }
            let american = grouped(amount);
            let swap = |marks: [&str; 2]| {
                american.replace(',', "\n").replace('.', marks[1]).replace('\n', marks[0])
            };
            for marks in [[",", "."], [".", ","], [" ", ","], ["\u{202f}", ","], ["’", "."], ["", "."]] {
                let typed = read(&swap(marks)).unwrap();
                prop_assert_eq!(typed.settle(), Ok(amount), "{:?}", swap(marks));
            }
        }

        // FIRM-05
        #[test]
        fn firm_05_no_text_makes_the_reader_panic(text in "[-+0-9.,' €$(_)a-z\u{a0}٠-٩]{0,24}") {
            if let Ok(typed) = read(&text) {
                let all = typed.readings();
                prop_assert!(all.iter().all(|amount| !amount.is_negative()));
            }
        }
    }
}
