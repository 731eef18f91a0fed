//! Beneficiaries: the people and firms that money goes to. The screens call them clients.

use crate::ids::BeneficiaryId;
use crate::money::Currency;
use crate::time::Timestamp;
use crate::{error::Invalid, identity::users::looks_like_an_address, text::words::words};

/// The form shows this one message for every missing field.
pub const REQUIRED: &str = "Please fill in all required fields";
const BAD_EMAIL: &str = "Please enter a valid email address";

words! {
    AccountType: "account_type" {
        Checking = "checking",
        Savings = "savings",
        Business = "business",
        MoneyMarket = "money_market",
    }
}

words! {
    Relationship: "relationship" {
        Family = "family",
        Friend = "friend",
        Business = "business",
        Vendor = "vendor",
        Employee = "employee",
        Other = "other",
    }
}

words! {
    /// The column that a list is sorted by. Revenue is the largest sum of completed sales in one currency.
    SortBy: "sort" {
        Date = "date",
        Name = "name",
        Revenue = "revenue",
    }
}

/// A required text of one line.
pub fn line(field: &'static str, text: &str, most_characters: usize) -> Result<String, Invalid> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Invalid::new(field, REQUIRED));
    }
    if text.chars().count() > most_characters {
        let message = format!("{field} must be at most {most_characters} characters");
        return Err(Invalid::new(field, message));
    }
    if text.chars().any(char::is_control) {
        return Err(Invalid::new(field, format!("{field} must not contain control characters")));
    }
    Ok(text.to_owned())
}

pub fn email(text: &str) -> Result<String, Invalid> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Invalid::new("email", REQUIRED));
    }
    if !looks_like_an_address(text) {
        return Err(Invalid::new("email", BAD_EMAIL));
    }
    Ok(text.to_owned())
}

/// A bank account number of any country. Debug output never shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct AccountNumber(String);

impl std::fmt::Debug for AccountNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AccountNumber(…)")
    }
}

impl AccountNumber {
    const FIELD: &'static str = "account_number";
    const MOST: usize = 50;

    /// Accepts letters and digits, and the spaces, dashes, dots and slashes that countries put between them.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = line(Self::FIELD, text, Self::MOST)?;
        let is_sound = text.chars().all(|c| c.is_ascii_alphanumeric() || " -./".contains(c))
            && text.chars().any(|c| c.is_ascii_alphanumeric());
        if is_sound {
            return Ok(Self(text));
        }
        let message = "account_number may have letters, digits, spaces, dashes, dots and slashes";
        Err(Invalid::new(Self::FIELD, message))
    }

    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// Masks an account number for exported files: only its last characters stay readable.
pub fn masked_account(number: &str) -> String {
    let plain: Vec<char> = number.chars().filter(char::is_ascii_alphanumeric).collect();
    match plain.len() {
        0..=4 => "••••".to_owned(),
        length => format!("•••• {}", plain[length - 4..].iter().collect::<String>()),
    }
}

#[derive(Debug, Clone)]
pub struct Beneficiary {
    pub id: BeneficiaryId,
    pub name: String,
    pub email: String,
    pub phone: Option<String>,
    pub address: Option<String>,
    pub sealed_number: Vec<u8>,
    pub bank_name: String,
    pub bank_code: Option<String>,
    pub account_type: AccountType,
    pub relationship: Relationship,
    pub notes: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The number of rows in one currency, and the sum of their amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sum {
    pub currency: Currency,
    pub count: i64,
    pub amount: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// GUARD-12
    #[test]
    fn a_masked_account_number_shows_its_end_alone() {
        assert_eq!(masked_account("DE89 3704-0044"), "•••• 0044");
        assert_eq!(masked_account("1234"), "••••");
        assert_eq!(masked_account(""), "••••");
    }

    #[test]
    fn the_lists_are_the_form_s_cli_02() {
        let texts: Vec<_> = AccountType::ALL.iter().map(|kind| kind.as_str()).collect();
        assert_eq!(texts, ["checking", "savings", "business", "money_market"]);
        let texts: Vec<_> = Relationship::ALL.iter().map(|kind| kind.as_str()).collect();
        assert_eq!(texts, ["family", "friend", "business", "vendor", "employee", "other"]);
        assert!(AccountType::parse("current").is_err() && Relationship::parse("Family").is_err());
    }

    #[test]
    fn an_address_is_asked_for_and_looked_at_cli_02() {
        assert_eq!(email(" ").unwrap_err().message, REQUIRED);
        for text in ["ade", "ade@", "ade@studio", "a b@x.io"] {
            assert_eq!(email(text).unwrap_err().message, BAD_EMAIL, "{text}");
        }
        assert_eq!(email(" Ade@Studio.io ").unwrap(), "Ade@Studio.io");
    }

    #[test]
    fn lines_are_short_and_plain() {
        assert_eq!(line("name", "  Ade  ", 5).unwrap(), "Ade");
        assert_eq!(line("name", "", 5).unwrap_err().message, REQUIRED);
        assert!(line("name", "Ade Okafor", 5).is_err() && line("name", "a\nb", 5).is_err());
    }

    #[test]
    fn account_numbers_of_many_countries_are_taken() {
        for text in ["12345678", "DE89 3704 0044 0532 0130 00", "12-34-56/001.2"] {
            assert_eq!(AccountNumber::parse(text).unwrap().expose(), text);
        }
        assert_eq!(AccountNumber::parse(" ").unwrap_err().message, REQUIRED);
        for text in ["<script>", "--", "12_34", "é1", &"1".repeat(51)] {
            assert!(AccountNumber::parse(text).is_err(), "{text}");
        }
        assert!(!format!("{:?}", AccountNumber::parse("12345678").unwrap()).contains("1234"));
    }
}
