//! Sales: status, license, buyer and reference. Only a completed sale has brought money in.

use crate::calendar::{Day, TimeOfDay};
use crate::ids::{BeneficiaryId, DocumentId, SaleId, TransactionId};
use crate::money::transactions::{Position, title_key};
use crate::money::{Minor, searched};
use crate::text::folding::folded;
use crate::time::Timestamp;
use crate::{error::Invalid, money::Currency, text::words::words};

words! {
    /// A sale becomes `Refunded` only through a refund, and stays refunded.
    Status: "status" {
        Completed = "Completed",
        Pending = "Pending",
        Failed = "Failed",
        Refunded = "Refunded",
    }
}

words! {
    License: "license" {
        Basic = "basic",
        Premium = "premium",
        Unlimited = "unlimited",
        Exclusive = "exclusive",
    }
}

impl Status {
    /// Parses a status that a person may set.
    pub fn parse_given(text: &str) -> Result<Self, Invalid> {
        let refused = |sentence: &str| Err(Invalid::new("status", sentence));
        match Self::find(text) {
            None => refused("status must be one of Completed, Pending, Failed"),
            Some(Self::Refunded) => refused("A sale becomes Refunded by refunding it"),
            Some(status) => Ok(status),
        }
    }
}

impl License {
    /// The license name in a sentence or on a receipt.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Basic => "Basic",
            Self::Premium => "Premium",
            Self::Unlimited => "Unlimited",
            Self::Exclusive => "Exclusive",
        }
    }
}

/// Parses a currency in which an account can receive money.
pub fn currency(text: &str) -> Result<Currency, Invalid> {
    Currency::find(text)
        .filter(|currency| Currency::WITH_ACCOUNTS.contains(currency))
        .ok_or_else(|| Invalid::new("currency", "currency must be one of USD, EUR, GBP"))
}

/// The buyer's name, for a sale without a client.
pub fn client_name(text: &str) -> Result<String, Invalid> {
    const MOST: usize = 120;
    let refused = |sentence: &str| Err(Invalid::new("client", sentence));
    let text = text.trim();
    if text.is_empty() {
        return refused("client is required");
    }
    if text.chars().count() > MOST {
        return refused("client must be at most 120 characters");
    }
    if text.chars().any(char::is_control) {
        return refused("client must not contain control characters");
    }
    Ok(text.to_owned())
}

/// `SALE-001`: counts up per account holder; a number is never used again.
pub fn reference(number: i64) -> String {
    format!("SALE-{number:03}")
}

/// The buyer. Name and e-mail address stay when the client is deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buyer {
    pub client: Option<BeneficiaryId>,
    pub name: String,
    pub email: Option<String>,
}

/// The fields of a sale that a person enters; the server adds id, number and transactions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    pub title: String,
    pub beat: Option<DocumentId>,
    pub buyer: Buyer,
    pub amount: Minor,
    pub currency: Currency,
    pub license: License,
    pub day: Day,
    pub status: Status,
    pub notes: Option<String>,
}

/// The transaction that refunded a sale, and its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refund {
    pub transaction: TransactionId,
    pub at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sale {
    pub id: SaleId,
    pub number: i64,
    pub content: Content,
    /// The transaction that brought the money in, if the sale is completed or was before its refund.
    pub transaction: Option<TransactionId>,
    pub refund: Option<Refund>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Sale {
    pub fn reference(&self) -> String {
        reference(self.number)
    }

    /// By day, then by number: a sale has no time of day.
    pub fn position(&self) -> Option<Position> {
        Position::new(self.content.day, TimeOfDay::MIDNIGHT, self.number)
    }

    pub fn title_key(&self) -> String {
        title_key(&self.content.title)
    }

    /// Whether the sale itself recorded the transaction; other transactions can refer to the sale too.
    pub fn owns(&self, transaction: TransactionId) -> bool {
        let refund = self.refund.map(|refund| refund.transaction);
        self.transaction == Some(transaction) || refund == Some(transaction)
    }

    /// The text that searches match, folded here because the two engines treat letter case and accents
    /// differently.
    pub fn search_text(&self) -> String {
        let Content { title, buyer, amount, currency, .. } = &self.content;
        let amounts = searched(amount.get(), *currency);
        folded(&format!("{title}\n{}\n{}\n{amounts}", buyer.name, self.reference()))
    }

    /// The sort key for buyers, cut to a length that an index accepts.
    pub fn client_key(&self) -> String {
        folded(&self.content.buyer.name).chars().take(60).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_writes_refunded_by_hand() {
        assert_eq!(Status::parse_given("Pending").unwrap(), Status::Pending);
        for text in ["Refunded", "completed", ""] {
            assert_eq!(Status::parse_given(text).unwrap_err().field, "status", "{text}");
        }
    }

    #[test]
    fn a_sale_is_in_a_currency_with_an_account() {
        assert_eq!(currency("EUR").unwrap(), Currency::Eur);
        assert!(currency("KES").is_err() && currency("usd").is_err());
    }

    #[test]
    fn a_buyer_has_a_plain_name() {
        assert_eq!(client_name("  Zoë  ").unwrap(), "Zoë");
        for text in [" ", "a\nb", &"x".repeat(121)] {
            assert_eq!(client_name(text).unwrap_err().field, "client");
        }
    }

    #[test]
    fn references_have_three_digits_and_then_more() {
        assert_eq!((reference(7), reference(1234)), ("SALE-007".into(), "SALE-1234".into()));
    }
}
