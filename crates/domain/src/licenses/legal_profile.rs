//! The legal profile: the data of the producer that is only used in contracts.

use super::fields::Producer;
use crate::error::Invalid;

/// The data of the producer for contracts; an empty text is a missing value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LegalProfile {
    pub legal_name: String,
    pub alias: String,
    pub address: String,
    pub country: String,
    pub governing_law: String,
    /// The performing rights organization.
    pub pro: String,
    pub ipi: String,
    pub publisher: String,
    /// Whether contracts of offers state the address.
    pub shows_address: bool,
}

impl LegalProfile {
    /// The producer in a contract. The country ends the address, unless the address ends with it already.
    pub fn producer(&self) -> Producer {
        let address = self.address.trim_end();
        let ends_with_country =
            address.to_lowercase().ends_with(&self.country.trim().to_lowercase());
        let address = if address.is_empty() || ends_with_country {
            address.to_owned()
        } else {
            format!("{address}\n{}", self.country)
        };
        Producer {
            name: self.legal_name.clone(),
            alias: self.alias.clone(),
            address,
            shows_address: self.shows_address,
            governing_law: self.governing_law.clone(),
            pro: self.pro.clone(),
            ipi: self.ipi.clone(),
            publisher: self.publisher.clone(),
        }
    }
}

/// A text of the profile: one line, but for the address.
pub fn text(
    field: &'static str,
    text: &str,
    most: usize,
    has_lines: bool,
) -> Result<String, Invalid> {
    let text = text.trim().replace("\r\n", "\n");
    if text.chars().count() > most {
        return Err(Invalid::new(field, format!("This must be at most {most} characters")));
    }
    if text.chars().any(|c| c.is_control() && !(has_lines && c == '\n')) {
        return Err(Invalid::new(field, "This must not contain control characters"));
    }
    Ok(text)
}

/// An IPI name number: 9 to 11 digits, which people write with spaces or dots.
pub fn ipi(text: &str) -> Result<String, Invalid> {
    let digits = text.chars().filter(|c| !matches!(c, ' ' | '.' | '-')).collect::<String>();
    let is_number = digits.is_empty()
        || (9..=11).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    match is_number {
        true => Ok(digits),
        false => Err(Invalid::new("ipi", "An IPI number has 9 to 11 digits")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // LIC-09
    #[test]
    fn the_country_ends_the_address_once() {
        let profile = |address: &str, country: &str| LegalProfile {
            address: address.into(),
            country: country.into(),
            ..LegalProfile::default()
        };
        assert_eq!(profile("1 Wharf Road", "Kenya").producer().address, "1 Wharf Road\nKenya");
        assert_eq!(
            profile("1 Wharf Road\nkenya", "Kenya").producer().address,
            "1 Wharf Road\nkenya"
        );
        assert_eq!(profile("1 Wharf Road", "").producer().address, "1 Wharf Road");
        assert_eq!(profile("", "Kenya").producer().address, "");
    }

    // LIC-09
    #[test]
    fn an_ipi_number_is_digits() {
        assert_eq!(ipi("00817.44.12.60").unwrap(), "00817441260");
        assert_eq!(ipi("").unwrap(), "");
        assert!(ipi("1234").is_err() && ipi("00817441260x").is_err());
    }
}
