//! Money: whole minor units (cents) and a currency. Amounts are parsed from the digits of the request and
//! printed digit by digit, never through floating point.

pub mod accounts;
pub mod cards;
pub mod goals;
pub mod ledger;
pub mod transactions;
pub mod transfers;
pub mod typed_amounts;

use std::fmt;

use crate::error::Invalid;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Currency {
    Usd,
    Eur,
    Gbp,
    /// Can be chosen for display; no account has this currency.
    Kes,
}

impl Currency {
    pub const ALL: [Self; 4] = [Self::Usd, Self::Eur, Self::Gbp, Self::Kes];
    /// The currencies every user has an account in.
    pub const WITH_ACCOUNTS: [Self; 3] = [Self::Usd, Self::Eur, Self::Gbp];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Usd => "USD",
            Self::Eur => "EUR",
            Self::Gbp => "GBP",
            Self::Kes => "KES",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Usd => "US dollar",
            Self::Eur => "Euro",
            Self::Gbp => "British pound",
            Self::Kes => "Kenyan shilling",
        }
    }

    /// The currency sign in front of an amount.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Usd => "$",
            Self::Eur => "€",
            Self::Gbp => "£",
            Self::Kes => "KSh ",
        }
    }

    pub fn find(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|currency| currency.as_str() == text)
    }

    pub fn parse(field: &'static str, text: &str) -> Result<Self, Invalid> {
        Self::find(text).ok_or_else(|| {
            Invalid::new(field, format!("{field} must be one of USD, EUR, GBP, KES"))
        })
    }
}

/// An amount in minor units, at most 10^12 of the currency's main unit, positive or negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Minor(i64);

impl Minor {
    pub const ZERO: Self = Self(0);
    pub const LIMIT: i64 = 100_000_000_000_000;
    pub const MAX: Self = Self(Self::LIMIT);
    pub const MIN: Self = Self(-Self::LIMIT);

    pub const fn new(value: i64) -> Option<Self> {
        if value >= -Self::LIMIT && value <= Self::LIMIT { Some(Self(value)) } else { None }
    }

    pub const fn get(self) -> i64 {
        self.0
    }

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    pub const fn checked_add(self, other: Self) -> Option<Self> {
        // Two bounded values cannot overflow an i64.
        Self::new(self.0 + other.0)
    }

    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        Self::new(self.0 - other.0)
    }

    /// Parses the text of a JSON number. Fractions of a minor unit are refused, because the server must not
    /// round anybody's money.
    pub fn parse(field: &'static str, text: &str) -> Result<Self, Invalid> {
        parse_decimal(text).map_err(|fault| {
            Invalid::new(
                field,
                match fault {
                    Fault::NotANumber => format!("{field} must be a number"),
                    Fault::TooFine => format!("{field} must have at most two decimals"),
                    Fault::TooLarge => format!("{field} must be at most 1,000,000,000,000.00"),
                },
            )
        })
    }

    /// Like `parse`, but the amount must be greater than zero.
    pub fn parse_positive(field: &'static str, text: &str) -> Result<Self, Invalid> {
        let amount = Self::parse(field, text)?;
        if amount.is_positive() {
            Ok(amount)
        } else {
            Err(Invalid::new(field, format!("{field} must be greater than zero")))
        }
    }
}

impl std::ops::Neg for Minor {
    type Output = Self;
    fn neg(self) -> Self {
        // The lower and the upper bound have the same size.
        Self(-self.0)
    }
}

impl fmt::Display for Minor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(self.0))
    }
}

/// Prints minor units with two decimals, as a JSON number: `-1234.50`. Takes any i64, because a sum can be
/// larger than the largest amount.
pub fn print(minor: i64) -> String {
    let sign = if minor < 0 { "-" } else { "" };
    let units = minor.unsigned_abs();
    format!("{sign}{}.{:02}", units / 100, units % 100)
}

/// Formats an amount for people: `-$1,234.50`.
pub fn display(minor: i64, currency: Currency) -> String {
    let units = (minor.unsigned_abs() / 100).to_string();
    let mut grouped = String::new();
    for (at, digit) in units.char_indices() {
        if at > 0 && (units.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let minus = if minor < 0 { "-" } else { "" };
    format!("{minus}{}{grouped}.{:02}", currency.sign(), minor.unsigned_abs() % 100)
}

/// An amount as people type it into a search, with and without commas: `$1,200.00` and `$1200.00`.
pub fn searched(minor: i64, currency: Currency) -> String {
    let grouped = display(minor, currency);
    if grouped.contains(',') {
        return format!("{grouped}\n{}", grouped.replace(',', ""));
    }
    grouped
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    NotANumber,
    TooFine,
    TooLarge,
}

/// A number with more digits before the point is too large in any case.
const MOST_DIGITS: usize = 18;

fn parse_decimal(text: &str) -> Result<Minor, Fault> {
    let (is_negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (rest, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let all_digits =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_padded = whole.len() > 1 && whole.starts_with('0');
    let exponent_digits = exponent.map(|text| text.strip_prefix(['+', '-']).unwrap_or(text));
    if !all_digits(whole)
        || is_padded
        || !fraction.is_none_or(all_digits)
        || !exponent_digits.is_none_or(all_digits)
    {
        return Err(Fault::NotANumber);
    }
    let fraction = fraction.unwrap_or_default();
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0').trim_end_matches('0');
    if significant.is_empty() {
        return Ok(Minor::ZERO);
    }
    // The value in minor units is `significant` times ten to the power of `scale`.
    let dropped = digits.len() - digits.trim_end_matches('0').len();
    let exponent = exponent.map_or(0, bounded_exponent);
    let scale = as_i64(dropped) - as_i64(fraction.len()) + exponent + 2;
    if scale < 0 {
        return Err(Fault::TooFine);
    }
    let scale = usize::try_from(scale).unwrap_or(usize::MAX);
    if significant.len().saturating_add(scale) > MOST_DIGITS {
        return Err(Fault::TooLarge);
    }
    let power = 10_i64.pow(u32::try_from(scale).unwrap_or(u32::MAX));
    let value = significant.parse::<i64>().map_err(|_| Fault::TooLarge)? * power;
    Minor::new(if is_negative { -value } else { value }).ok_or(Fault::TooLarge)
}

/// Replaces an exponent that does not fit an i64 by one that is too large anyway.
fn bounded_exponent(text: &str) -> i64 {
    const FAR: i64 = 1_000_000_000;
    text.parse::<i64>().map_or(if text.starts_with('-') { -FAR } else { FAR }, |exponent| {
        exponent.clamp(-FAR, FAR)
    })
}

fn as_i64(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn minor(text: &str) -> Result<i64, String> {
        Minor::parse("amount", text).map(Minor::get).map_err(|invalid| invalid.message)
    }

    #[test]
    fn exact_numbers_are_read_however_they_are_written() {
        for (text, value) in [
            ("1", 100),
            ("1.5", 150),
            ("1.50", 150),
            ("1.500", 150),
            ("1e2", 10_000),
            ("1E+2", 10_000),
            ("125e-2", 125),
            ("12.34e1", 12_340),
            ("0.01", 1),
            ("-0.01", -1),
            ("-0", 0),
            ("0e999999999999", 0),
            ("0.00000", 0),
            ("1000000000000", Minor::LIMIT),
            ("-1e12", -Minor::LIMIT),
            ("0.29", 29),
            ("1.15", 115),
            ("25450.75", 2_545_075),
        ] {
            assert_eq!(minor(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn everything_else_is_refused_with_the_reason() {
        for text in ["1.005", "0.001", "1e-3", "1e-99999999999999999999", "0.1e-2"] {
            assert_eq!(minor(text).unwrap_err(), "Amount must have at most two decimals", "{text}");
        }
        for text in
            ["1000000000000.01", "1e13", "-1e13", "1e99999999999999999999", "99999999999999999999"]
        {
            let refused = minor(text).unwrap_err();
            assert_eq!(refused, "Amount must be at most 1,000,000,000,000.00", "{text}");
        }
        for text in [
            "", "-", "NaN", "Infinity", "\"12\"", "12,5", "1.", ".5", "01", "+1", "1e", "1e+",
            "1 ", "0x10", "null", "true", "[1]", "1.2.3", "--1", "١",
        ] {
            assert_eq!(minor(text).unwrap_err(), "Amount must be a number", "{text}");
        }
    }

    #[test]
    fn some_amounts_must_be_more_than_nothing() {
        for text in ["0", "-0", "-1", "0.00"] {
            let refused = Minor::parse_positive("amount", text).unwrap_err();
            assert_eq!(
                (refused.field, refused.message.as_str()),
                ("amount", "Amount must be greater than zero")
            );
        }
        assert_eq!(Minor::parse_positive("amount", "0.01").unwrap().get(), 1);
    }

    // FIN-08
    #[test]
    fn amounts_for_people_have_a_sign_and_groups() {
        for (minor, currency, text) in [
            (0, Currency::Usd, "$0.00"),
            (-123_450, Currency::Usd, "-$1,234.50"),
            (99_999, Currency::Eur, "€999.99"),
            (Minor::LIMIT, Currency::Gbp, "£1,000,000,000,000.00"),
            (5, Currency::Kes, "KSh 0.05"),
        ] {
            assert_eq!(display(minor, currency), text);
        }
    }

    #[test]
    fn only_known_currencies_are_currencies() {
        assert_eq!(Currency::parse("currency", "KES").unwrap(), Currency::Kes);
        for text in ["usd", "", "BTC", "US"] {
            assert_eq!(Currency::parse("currency", text).unwrap_err().field, "currency");
        }
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_again(value in -Minor::LIMIT..=Minor::LIMIT) {
            let amount = Minor::new(value).unwrap();
            prop_assert_eq!(Minor::parse("amount", &amount.to_string()), Ok(amount));
        }

        #[test]
        fn sums_stay_in_bounds_or_are_none(a in -Minor::LIMIT..=Minor::LIMIT, b in -Minor::LIMIT..=Minor::LIMIT) {
            let (a, b) = (Minor::new(a).unwrap(), Minor::new(b).unwrap());
            let sum = i128::from(a.get()) + i128::from(b.get());
            prop_assert_eq!(a.checked_add(b).map(|sum| i128::from(sum.get())),
                (sum.abs() <= i128::from(Minor::LIMIT)).then_some(sum));
            prop_assert_eq!(a.checked_sub(b), a.checked_add(-b));
        }

        #[test]
        fn no_text_makes_it_panic(text in "[-+0-9.eE]{0,30}") {
            let _ = minor(&text);
        }

        #[test]
        fn a_moved_point_is_the_same_amount(units in -999_999_999_i64..999_999_999, places in 0_i32..9) {
            let text = format!("{units}e-{places}");
            let exact = (units * 100) % 10_i64.pow(places.unsigned_abs()) == 0;
            let value = units * 100 / 10_i64.pow(places.unsigned_abs());
            prop_assert_eq!(minor(&text).ok(), exact.then_some(value));
        }
    }
}
