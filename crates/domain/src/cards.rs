//! Payment cards: what a person types into the form, and how much of it an answer may show.

use std::fmt;

use crate::{calendar::Day, error::Invalid};

/// Said once for every field that is missing, as the form does.
pub const REQUIRED: &str = "Please fill in all required fields";
const BAD_NUMBER: &str = "Please enter a valid 16-digit card number";
const BAD_EXPIRY: &str = "Please enter a valid expiry date (MM/YY)";
const BAD_CVV: &str = "Please enter a valid CVV";
const EXPIRED: &str = "This card has expired. Please enter a card that is still valid";

pub const MASKED_EXPIRY: &str = "••/••";
pub const MASKED_CVV: &str = "•••";

/// Sixteen digits. Debug output never shows them.
#[derive(Clone, PartialEq, Eq)]
pub struct CardNumber(String);

impl fmt::Debug for CardNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CardNumber(…)")
    }
}

impl CardNumber {
    /// Groups of four may be set apart by spaces, as they are on the card.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let digits: String = text.chars().filter(|c| *c != ' ').collect();
        let is_sound = digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_sound { Ok(Self(digits)) } else { Err(Invalid::new("number", BAD_NUMBER)) }
    }

    pub fn last_four(&self) -> &str {
        // Sixteen ASCII digits, so every byte is a place to cut.
        &self.0[12..]
    }

    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// A number of which only the end is told.
pub fn masked(last_four: &str) -> String {
    format!("•••• •••• •••• {last_four}")
}

/// Looks at the security code and lets go of it: it is kept nowhere.
pub fn check_cvv(text: &str) -> Result<(), Invalid> {
    let text = text.trim();
    let is_sound = (3..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_sound { Ok(()) } else { Err(Invalid::new("cvv", BAD_CVV)) }
}

/// The month a card is good for to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expiry {
    year: i64,
    month: i64,
}

impl Expiry {
    /// A month of one or two digits and a year of four. Two digits are all that a card shows of a
    /// year, so only this century's can be meant.
    pub fn parse(month: &str, year: &str) -> Result<Self, Invalid> {
        let month = digits(month, 1..=2).filter(|month| (1..=12).contains(month));
        let month = month.ok_or_else(|| Invalid::new("expiry_month", BAD_EXPIRY))?;
        let year = digits(year, 4..=4).filter(|year| (2000..=2099).contains(year));
        let year = year.ok_or_else(|| Invalid::new("expiry_year", BAD_EXPIRY))?;
        Ok(Self { year, month })
    }

    /// From a row, where it was put as a sound one.
    pub const fn stored(month: i64, year: i64) -> Self {
        Self { year, month }
    }

    pub const fn month(self) -> i64 {
        self.month
    }

    pub const fn year(self) -> i64 {
        self.year
    }

    /// Refuses a card whose month is over.
    pub fn check_valid(self, today: Day) -> Result<Self, Invalid> {
        let own = format!("{:04}-{:02}", self.year, self.month);
        // Both are `YYYY-MM`, which sorts as time does.
        if own < today.month() { Err(Invalid::new("expiry_year", EXPIRED)) } else { Ok(self) }
    }
}

impl fmt::Display for Expiry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}/{:02}", self.month, self.year % 100)
    }
}

fn digits(text: &str, lengths: std::ops::RangeInclusive<usize>) -> Option<i64> {
    let text = text.trim();
    let is_plain = lengths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten()
}

/// The name on the card, in capitals as it is embossed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder(String);

impl Holder {
    const MOST: usize = 100;

    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim().to_uppercase();
        if text.is_empty() {
            return Err(Invalid::new("holder_name", REQUIRED));
        }
        if text.chars().count() > Self::MOST {
            return Err(Invalid::new("holder_name", "holder_name must be at most 100 characters"));
        }
        if text.chars().any(char::is_control) {
            let message = "holder_name must not contain control characters";
            return Err(Invalid::new("holder_name", message));
        }
        Ok(Self(text))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Brand {
    Visa,
    Mastercard,
    AmericanExpress,
    Discover,
}

impl Brand {
    pub const ALL: [Self; 4] =
        [Self::Visa, Self::Mastercard, Self::AmericanExpress, Self::Discover];

    /// As it is kept.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Visa => "visa",
            Self::Mastercard => "mastercard",
            Self::AmericanExpress => "american_express",
            Self::Discover => "discover",
        }
    }

    /// As it is told.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Visa => "Visa",
            Self::Mastercard => "Mastercard",
            Self::AmericanExpress => "American Express",
            Self::Discover => "Discover",
        }
    }

    pub fn find(kept: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|brand| brand.as_str() == kept)
    }

    /// The option's own word or the name people know, in any case: a form sends either.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Invalid::new("type", REQUIRED));
        }
        Self::find(&text.to_lowercase().replace(' ', "_")).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Invalid::new("type", format!("type must be one of {names}"))
        })
    }
}

/// Four digits that stand between an open screen and the full number of a card.
#[derive(Clone, PartialEq, Eq)]
pub struct Pin(String);

impl fmt::Debug for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pin(…)")
    }
}

impl Pin {
    pub const WRONG: &'static str = "Incorrect PIN!";

    pub fn parse(text: &str) -> Result<Self, Invalid> {
        if text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Self(text.to_owned()));
        }
        Err(Invalid::new("pin", "Please enter a PIN of 4 digits"))
    }

    pub fn into_text(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_sixteen_digits_however_they_are_grouped_card_02() {
        let number = CardNumber::parse("4242 4242 42424242").unwrap();
        assert_eq!((number.expose(), number.last_four()), ("4242424242424242", "4242"));
        assert_eq!(masked(number.last_four()), "•••• •••• •••• 4242");
        assert!(!format!("{number:?}").contains("4242"));
        for text in [
            "",
            "424242424242424",
            "42424242424242424",
            "4242-4242-4242-4242",
            "4242 4242 4242 424a",
            "٤242424242424242",
            "4242\t424242424242",
        ] {
            assert_eq!(CardNumber::parse(text).unwrap_err().message, BAD_NUMBER, "{text}");
        }
    }

    #[test]
    fn a_code_is_three_or_four_digits_card_02() {
        assert!(check_cvv("123").is_ok() && check_cvv(" 0123 ").is_ok());
        for text in ["", "12", "12345", "12a", "１２３"] {
            assert_eq!(check_cvv(text).unwrap_err().message, BAD_CVV, "{text}");
        }
    }

    #[test]
    fn an_expiry_is_a_month_of_this_century_card_02() {
        assert_eq!(Expiry::parse("8", "2031").unwrap().to_string(), "08/31");
        assert_eq!(Expiry::parse("12", "2030").unwrap().to_string(), "12/30");
        for (month, year, field) in [
            ("0", "2031", "expiry_month"),
            ("13", "2031", "expiry_month"),
            ("", "2031", "expiry_month"),
            ("008", "2031", "expiry_month"),
            ("-1", "2031", "expiry_month"),
            ("08", "31", "expiry_year"),
            ("08", "1999", "expiry_year"),
            ("08", "20310", "expiry_year"),
            ("08", "20a1", "expiry_year"),
        ] {
            let refused = Expiry::parse(month, year).unwrap_err();
            assert_eq!((refused.field, refused.message.as_str()), (field, BAD_EXPIRY));
        }
    }

    #[test]
    fn a_card_is_good_to_the_end_of_its_month() {
        let expiry = Expiry::parse("02", "2028").unwrap();
        let on = |text| expiry.check_valid(Day::read(text).unwrap());
        assert!(on("2028-02-29").is_ok() && on("2027-12-31").is_ok());
        assert_eq!(on("2028-03-01").unwrap_err().message, EXPIRED);
        assert!(on("2029-01-01").is_err());
    }

    #[test]
    fn brands_are_read_as_forms_send_them_and_told_one_way_card_03() {
        for text in ["american_express", "American Express", "AMERICAN_EXPRESS", "American_express"]
        {
            assert_eq!(Brand::parse(text).unwrap().name(), "American Express");
        }
        for brand in Brand::ALL {
            assert_eq!(Brand::parse(brand.name()), Ok(brand));
            assert_eq!(Brand::find(brand.as_str()), Some(brand));
        }
        assert_eq!(Brand::parse(" ").unwrap_err().message, REQUIRED);
        assert!(Brand::parse("maestro").is_err());
    }

    #[test]
    fn holders_are_in_capitals_card_02() {
        assert_eq!(Holder::parse("  Zoë Okafor ").unwrap().as_str(), "ZOË OKAFOR");
        assert_eq!(Holder::parse(" ").unwrap_err().message, REQUIRED);
        assert!(Holder::parse("a\nb").is_err() && Holder::parse(&"x".repeat(101)).is_err());
    }

    #[test]
    fn a_pin_is_four_digits() {
        assert_eq!(Pin::parse("0042").unwrap().into_text(), "0042");
        assert!(!format!("{:?}", Pin::parse("0042").unwrap()).contains("42"));
        for text in ["", "123", "12345", "12a4", " 1234", "１２３４"] {
            assert!(Pin::parse(text).is_err(), "{text}");
        }
    }
}
