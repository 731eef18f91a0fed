//! Payment cards: the checks of the form's fields, and the masked form for answers.

use std::fmt;

use crate::ids::CardId;
use crate::time::Timestamp;
use crate::{calendar::Day, error::Invalid};

/// The form shows this one message for every missing field.
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
    /// Spaces between the groups of four digits are accepted.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let digits: String = text.chars().filter(|c| *c != ' ').collect();
        let is_sound = digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_sound { Ok(Self(digits)) } else { Err(Invalid::new("number", BAD_NUMBER)) }
    }

    pub fn last_four(&self) -> &str {
        // The text is sixteen ASCII digits, so every byte is a character boundary.
        &self.0[12..]
    }

    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// A masked card number that shows only the last four digits.
pub fn masked(last_four: &str) -> String {
    format!("•••• •••• •••• {last_four}")
}

/// Checks the security code. It is never stored.
pub fn check_cvv(text: &str) -> Result<(), Invalid> {
    let text = text.trim();
    let is_sound = (3..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_sound { Ok(()) } else { Err(Invalid::new("cvv", BAD_CVV)) }
}

/// The month of expiry; the card is valid to the end of that month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expiry {
    year: i64,
    month: i64,
}

impl Expiry {
    /// Parses a month of one or two digits and a year of four. A card shows only two digits of the year, so the
    /// year must be in this century.
    pub fn parse(month: &str, year: &str) -> Result<Self, Invalid> {
        let month = digits(month, 1..=2).filter(|month| (1..=12).contains(month));
        let month = month.ok_or_else(|| Invalid::new("expiry_month", BAD_EXPIRY))?;
        let year = digits(year, 4..=4).filter(|year| (2000..=2099).contains(year));
        let year = year.ok_or_else(|| Invalid::new("expiry_year", BAD_EXPIRY))?;
        Ok(Self { year, month })
    }

    /// Builds the value from a database row, which was checked when it was written.
    pub const fn from_stored(month: i64, year: i64) -> Self {
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
        // Both texts are `YYYY-MM`, so their order is the order of time.
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

    /// The stored form.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Visa => "visa",
            Self::Mastercard => "mastercard",
            Self::AmericanExpress => "american_express",
            Self::Discover => "discover",
        }
    }

    /// The name shown to people.
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

    /// Accepts the stored form or the shown name, in any letter case: forms send either.
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

/// Four digits that protect the full number of a card on an open screen.
#[derive(Clone, PartialEq, Eq)]
pub struct Pin(String);

impl fmt::Debug for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pin(…)")
    }
}

impl Pin {
    pub const WRONG: &'static str = "Incorrect PIN!";
    pub const COMMON: &'static str = "This PIN is too easy to guess. Please choose another";

    pub fn parse(text: &str) -> Result<Self, Invalid> {
        if text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Self(text.to_owned()));
        }
        Err(Invalid::new("pin", "Please enter a PIN of 4 digits"))
    }

    /// A PIN that somebody chooses: the most common ones are refused.
    pub fn parse_new(text: &str) -> Result<Self, Invalid> {
        let pin = Self::parse(text)?;
        if pin.is_common() { Err(Invalid::new("pin", Self::COMMON)) } else { Ok(pin) }
    }

    /// One digit four times, consecutive digits, years of birth, and the most common pairs and patterns.
    fn is_common(&self) -> bool {
        const PATTERNS: [&str; 15] = [
            "1004", "1010", "1122", "1212", "1313", "1414", "1221", "1331", "2112", "2211", "2323",
            "2580", "0852", "6969", "4200",
        ];
        let digits: Vec<i8> = self.0.bytes().filter_map(|b| i8::try_from(b - b'0').ok()).collect();
        let steps = |step: i8| {
            digits.windows(2).all(|pair| (pair[1] - pair[0]).rem_euclid(10) == step.rem_euclid(10))
        };
        let is_year = self.0.parse().is_ok_and(|number: u16| (1900..2030).contains(&number));
        steps(0) || steps(1) || steps(-1) || is_year || PATTERNS.contains(&self.0.as_str())
    }

    pub fn into_text(self) -> String {
        self.0
    }
}

/// How wrong PINs lock the card details: after every fifth wrong PIN, each time for twice as long. After the
/// last timed lock and five more wrong PINs, only a new PIN helps.
pub mod pin_locks {
    use std::time::Duration;

    use crate::time::{CLOCK_SLACK, Timestamp};

    /// The number of wrong PINs until a lock.
    pub const TRIES: i64 = 5;
    const FIRST: Duration = Duration::from_secs(15 * 60);
    /// The number of locks that end by themselves.
    const TIMED: i64 = 3;

    /// The state of the card details after a number of wrong PINs in a row.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Lock {
        /// Another PIN may be tried.
        Open,
        /// Locked for this time after the last wrong PIN.
        For(Duration),
        /// Locked until a new PIN is set with the password.
        UntilNewPin,
    }

    /// The lock that follows the `wrong`-th wrong PIN in a row.
    pub fn after(wrong: i64) -> Lock {
        if wrong <= 0 || wrong % TRIES != 0 {
            return Lock::Open;
        }
        let locks = wrong / TRIES;
        if locks > TIMED {
            return Lock::UntilNewPin;
        }
        let doublings = u32::try_from(locks - 1).unwrap_or(0);
        Lock::For(FIRST.saturating_mul(2_u32.saturating_pow(doublings)))
    }

    /// How many more PINs may be tried after the `wrong`-th wrong one, before a lock.
    pub fn tries_left(wrong: i64) -> i64 {
        (TRIES - wrong.rem_euclid(TRIES)) % TRIES
    }

    /// The lock at `now`. A stored lock that would end much later than its full length from now was written by
    /// a wrong clock and does not count.
    pub fn lock_at(wrong: i64, locked_until: Timestamp, now: Timestamp) -> Lock {
        match after(wrong) {
            Lock::For(length)
                if now < locked_until && locked_until <= now + length + CLOCK_SLACK =>
            {
                Lock::For(locked_until.since(now))
            }
            Lock::For(_) | Lock::Open => Lock::Open,
            Lock::UntilNewPin => Lock::UntilNewPin,
        }
    }
}

#[derive(Debug, Clone)]
pub struct Card {
    pub id: CardId,
    pub brand: Brand,
    pub last_four: String,
    pub holder: String,
    pub expiry: Expiry,
    pub is_default: bool,
    pub created_at: Timestamp,
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

    #[test]
    fn the_commonest_pins_are_refused_guard_09() {
        for text in ["0000", "9999", "1234", "7890", "4321", "0987", "1212", "1987", "2001", "2580"]
        {
            assert_eq!(Pin::parse_new(text).unwrap_err().message, Pin::COMMON, "{text}");
            // A PIN chosen before the rule existed still works.
            assert!(Pin::parse(text).is_ok(), "{text}");
        }
        for text in ["2468", "2583", "4071", "0042", "1357", "2031", "1899"] {
            assert!(Pin::parse_new(text).is_ok(), "{text}");
        }
        let common = (0..10_000).filter(|n| Pin::parse_new(&format!("{n:04}")).is_err()).count();
        assert!((100..200).contains(&common), "{common}");
    }

    #[test]
    fn pin_locks_double_and_then_stay_guard_09() {
        use pin_locks::{Lock, after, lock_at};
        let minutes = |count: u64| Lock::For(std::time::Duration::from_secs(count * 60));
        assert_eq!([0, 1, 4, 6, 9, 11, 19].map(after), [Lock::Open; 7]);
        assert_eq!([5, 10, 15].map(after), [minutes(15), minutes(30), minutes(60)]);
        assert_eq!((after(20), after(25)), (Lock::UntilNewPin, Lock::UntilNewPin));
        let at = |minutes: i64| crate::time::Timestamp::from_millis(minutes * 60_000);
        assert_eq!(lock_at(5, at(15), at(5)), minutes(10));
        assert_eq!(lock_at(5, at(15), at(15)), Lock::Open);
        // Written by a request whose clock was slightly ahead: the lock holds.
        assert_eq!(lock_at(5, at(16), at(0)), minutes(16));
        // SAFE-11: written while the clock was a year ahead.
        assert_eq!(lock_at(5, at(365 * 24 * 60), at(5)), Lock::Open);
        assert_eq!(lock_at(20, at(0), at(5)), Lock::UntilNewPin);
    }
}
