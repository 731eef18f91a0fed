//! Transactions: type, status, title, the sign of the amount, and the position in the newest-first order.

use crate::ids::{AccountId, BeneficiaryId, CardId, SaleId, TransactionId};
use crate::money::Currency;
use crate::money::transfers::Transfer;
use crate::text::folding::folded;
use crate::time::Timestamp;
use crate::{
    calendar::{Day, TimeOfDay},
    error::Invalid,
    money::{Minor, searched},
    text::words::words,
};

words! {
    Kind: "type" {
        Deposit = "deposit",
        Withdrawal = "withdrawal",
        Payment = "payment",
        Other = "other",
        Transfer = "transfer",
    }
}

words! {
    /// Only a completed transaction moves money.
    Status: "status" {
        Completed = "completed",
        Pending = "pending",
        Failed = "failed",
    }
}

impl Kind {
    /// Incoming money is positive, outgoing money is negative; `other` may be either.
    pub fn check_sign(self, amount: Minor) -> Result<(), Invalid> {
        let refused = |sentence: &str| Err(Invalid::new("amount", sentence));
        match self {
            _ if amount.is_zero() => refused("amount must not be zero"),
            Self::Deposit if amount.is_negative() => {
                refused("The amount of a deposit must be positive")
            }
            Self::Withdrawal if amount.is_positive() => {
                refused("The amount of a withdrawal must be negative")
            }
            Self::Payment if amount.is_positive() => {
                refused("The amount of a payment must be negative")
            }
            Self::Transfer if amount.is_positive() => {
                refused("The amount of a transfer must be negative")
            }
            _ => Ok(()),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Title(String);

impl Title {
    pub const MOST: usize = 200;

    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Invalid::new("title", "title is required"));
        }
        if text.chars().count() > Self::MOST {
            return Err(Invalid::new("title", "title must be at most 200 characters"));
        }
        if text.chars().any(char::is_control) {
            return Err(Invalid::new("title", "title must not contain control characters"));
        }
        Ok(Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// How many transactions one account holder can ever record; the upper bits of a position hold the minute.
const NUMBERS: i64 = 1 << 30;

/// The position of a transaction in its owner's list: by day, time and number. It is one integer, so that the
/// list is a range of one index and a cursor is one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(i64);

impl Position {
    /// Returns `None` if the number does not fit into a position.
    pub fn new(day: Day, time: TimeOfDay, number: i64) -> Option<Self> {
        let minute = day.ordinal() * 24 * 60 + time.minutes();
        (0..NUMBERS).contains(&number).then(|| Self(minute * NUMBERS + number))
    }

    pub const fn from_int(value: i64) -> Self {
        Self(value)
    }

    pub const fn as_int(self) -> i64 {
        self.0
    }

    /// The first position of this day.
    pub fn start_of(day: Day) -> Self {
        Self(day.ordinal() * 24 * 60 * NUMBERS)
    }

    /// The last position of this day.
    pub fn end_of(day: Day) -> Self {
        Self((day.ordinal() + 1) * 24 * 60 * NUMBERS - 1)
    }
}

/// `TXN-001`: counts up per account holder; a number is never used again.
pub fn reference(number: i64) -> String {
    format!("TXN-{number:03}")
}

/// The fields of a transaction that a person enters; the ledger adds id, number and account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    pub account: AccountId,
    pub kind: Kind,
    pub status: Status,
    pub title: String,
    pub description: Option<String>,
    pub day: Day,
    pub time: TimeOfDay,
    pub amount: Minor,
    pub currency: Currency,
    pub beneficiary: Option<BeneficiaryId>,
    pub card: Option<CardId>,
    pub sale: Option<SaleId>,
    /// Where the money went, for a transfer between the holder's own accounts.
    pub transfer: Option<Transfer>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transaction {
    pub id: TransactionId,
    pub number: i64,
    pub content: Content,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Transaction {
    pub fn reference(&self) -> String {
        reference(self.number)
    }

    pub fn position(&self) -> Option<Position> {
        let Content { day, time, .. } = self.content;
        Position::new(day, time, self.number)
    }

    /// The text that searches match, folded here because the two engines treat letter case and accents
    /// differently.
    pub fn search_text(&self) -> String {
        let Content { title, description, .. } = &self.content;
        let description = description.as_deref().unwrap_or_default();
        let mut amounts = searched(self.content.amount.get(), self.content.currency);
        if let Some(transfer) = self.content.transfer {
            amounts.push('\n');
            amounts.push_str(&searched(transfer.received.get(), transfer.currency));
        }
        folded(&format!("{title}\n{description}\n{}\n{amounts}", self.reference()))
    }

    pub fn title_key(&self) -> String {
        title_key(&self.content.title)
    }
}

/// The sort key for titles, cut to a length that an index accepts.
pub fn title_key(title: &str) -> String {
    title.to_lowercase().chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day() -> impl Strategy<Value = Day> {
        (1_i32..=9999, 1_u8..=12, 1_u8..=28)
            .prop_map(|(y, m, d)| Day::read(&format!("{y:04}-{m:02}-{d:02}")).unwrap())
    }

    fn time() -> impl Strategy<Value = TimeOfDay> {
        (0_u8..24, 0_u8..60).prop_map(|(h, m)| TimeOfDay::read(&format!("{h:02}:{m:02}")).unwrap())
    }

    proptest! {
        #[test]
        fn positions_sort_as_days_times_and_numbers_do(
            a in (day(), time(), 0..NUMBERS), b in (day(), time(), 0..NUMBERS)
        ) {
            let (first, second) = (Position::new(a.0, a.1, a.2).unwrap(), Position::new(b.0, b.1, b.2).unwrap());
            prop_assert_eq!(first.cmp(&second), a.cmp(&b));
            prop_assert!(Position::start_of(a.0) <= first && first <= Position::end_of(a.0));
            prop_assert_eq!(Position::start_of(b.0) <= first && first <= Position::end_of(b.0), a.0 == b.0);
        }
    }

    #[test]
    fn the_sign_follows_the_type() {
        let (plus, minus) = (Minor::MAX, Minor::MIN);
        assert!(Kind::Deposit.check_sign(plus).is_ok() && Kind::Deposit.check_sign(minus).is_err());
        for kind in [Kind::Withdrawal, Kind::Payment, Kind::Transfer] {
            assert!(kind.check_sign(minus).is_ok() && kind.check_sign(plus).is_err());
        }
        assert!(Kind::Other.check_sign(plus).is_ok() && Kind::Other.check_sign(minus).is_ok());
        assert!(Kind::ALL.iter().all(|kind| kind.check_sign(Minor::ZERO).is_err()));
    }

    #[test]
    fn lists_name_what_they_take() {
        assert_eq!(
            Kind::parse_list("payment, deposit,payment").unwrap(),
            [Kind::Deposit, Kind::Payment]
        );
        assert_eq!(Status::parse_list("").unwrap(), []);
        let refused = Status::parse_list("pending,done").unwrap_err();
        assert_eq!(refused.message, "Status must be one of completed, pending, failed");
        assert_eq!(Kind::parse("gift").unwrap_err().field, "type");
    }

    #[test]
    fn references_have_three_digits_and_then_more() {
        assert_eq!((reference(1), reference(1234)), ("TXN-001".into(), "TXN-1234".into()));
    }

    #[test]
    fn titles_are_short_and_plain() {
        assert_eq!(Title::parse("  Studio rent ").unwrap().as_str(), "Studio rent");
        assert!(Title::parse(" ").is_err() && Title::parse(&"x".repeat(201)).is_err());
        assert!(Title::parse("a\nb").is_err());
    }
}
