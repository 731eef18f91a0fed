//! Transfers between the holder's own accounts, with an exchange rate where their currencies differ.

use std::fmt;

use crate::error::Invalid;
use crate::ids::AccountId;
use crate::money::{Currency, Minor};

/// The receiving side of a transfer. The account of its transaction is the sending side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transfer {
    pub to: AccountId,
    /// Always positive.
    pub received: Minor,
    pub currency: Currency,
    pub rate: ExchangeRate,
}

/// Units of the receiving currency for one unit of the sending currency, in hundred-millionths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExchangeRate(i64);

const SCALE: i64 = 100_000_000;
const DECIMALS: usize = 8;
const WRONG_RATE: &str = "Enter an exchange rate between 0.00000001 and 1,000,000";

impl ExchangeRate {
    pub const ONE: Self = Self(SCALE);
    const LARGEST: i64 = 1_000_000 * SCALE;

    pub fn new(value: i64) -> Option<Self> {
        (1..=Self::LARGEST).contains(&value).then_some(Self(value))
    }

    pub const fn get(self) -> i64 {
        self.0
    }

    /// Parses a decimal number with at most eight decimals.
    pub fn parse(field: &'static str, text: &str) -> Result<Self, Invalid> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |part: &str, most: usize| {
            !part.is_empty() && part.len() <= most && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        let rate = (is_number(whole, 7) && is_number(fraction, DECIMALS))
            .then(|| format!("{whole}{fraction:0<DECIMALS$}").parse().ok().and_then(Self::new))
            .flatten();
        rate.ok_or_else(|| Invalid::new(field, WRONG_RATE))
    }

    /// The rate at which one amount became the other, to eight decimals.
    pub fn between(sent: Minor, received: Minor) -> Option<Self> {
        Self::new(divided(i128::from(received.get()) * i128::from(SCALE), sent.get())?)
    }

    /// What an amount is worth at this rate, rounded to the nearest minor unit.
    pub fn convert(self, amount: Minor) -> Option<Minor> {
        Minor::new(divided(i128::from(amount.get()) * i128::from(self.0), SCALE)?)
    }
}

/// Divides a positive number by another, rounding halves up.
fn divided(dividend: i128, divisor: i64) -> Option<i64> {
    let divisor = i128::from(divisor);
    if dividend <= 0 || divisor <= 0 {
        return None;
    }
    i64::try_from((dividend + divisor / 2) / divisor).ok()
}

impl fmt::Display for ExchangeRate {
    /// A JSON number without trailing zeros: `0.92`, `1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, fraction) = (self.0 / SCALE, self.0 % SCALE);
        if fraction == 0 {
            return write!(f, "{whole}");
        }
        let fraction = format!("{fraction:0DECIMALS$}");
        write!(f, "{whole}.{}", fraction.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        // MOVE-01
        #[test]
        fn the_total_does_not_change_at_the_rate_used(
            sent in 1_i64..=1_000_000_000_000, rate in 1_000_000_i64..=10_000_000_000
        ) {
            let (sent, rate) = (Minor::new(sent).unwrap(), ExchangeRate::new(rate).unwrap());
            if let Some(received) = rate.convert(sent) {
                let exact = i128::from(sent.get()) * i128::from(rate.get());
                let off = (i128::from(received.get()) * i128::from(SCALE) - exact).abs();
                prop_assert!(off * 2 <= i128::from(SCALE), "more than half a cent is lost or made");
            }
        }

        #[test]
        fn a_rate_found_from_two_amounts_leads_from_one_to_the_other(
            sent in 1_i64..=1_000_000, received in 1_i64..=1_000_000
        ) {
            let (sent, received) = (Minor::new(sent).unwrap(), Minor::new(received).unwrap());
            let rate = ExchangeRate::between(sent, received).unwrap();
            prop_assert_eq!(rate.convert(sent), Some(received));
        }

        #[test]
        fn a_rate_is_read_as_it_is_printed(rate in 1_i64..=ExchangeRate::LARGEST) {
            let rate = ExchangeRate::new(rate).unwrap();
            prop_assert_eq!(ExchangeRate::parse("rate", &rate.to_string()), Ok(rate));
        }
    }

    #[test]
    fn what_is_no_rate_is_refused() {
        for text in ["", "0", "-1", "1e2", "1.", ".5", "1.123456789", "1000000.1", "ten"] {
            assert!(ExchangeRate::parse("rate", text).is_err(), "{text}");
        }
        assert_eq!(ExchangeRate::parse("rate", "0.92").unwrap().to_string(), "0.92");
        assert_eq!(ExchangeRate::parse("rate", "1.10").unwrap().to_string(), "1.1");
    }

    #[test]
    fn a_result_below_one_minor_unit_is_no_amount() {
        let cent = Minor::new(1).unwrap();
        assert_eq!(ExchangeRate::parse("rate", "0.4").unwrap().convert(cent), Some(Minor::ZERO));
        assert_eq!(ExchangeRate::ONE.convert(cent), Some(cent));
    }
}
