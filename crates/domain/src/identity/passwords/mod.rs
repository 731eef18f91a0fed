//! Password rules. Sign-up asks for six characters; a change of the password asks for eight characters and
//! three of the five requirements that the screens show.

mod commonness;

pub use commonness::{is_common, is_own};

use crate::error::Invalid;

/// The shortest password at sign-up and sign-in.
pub const MIN_CHARS: usize = 6;
/// The shortest password when it is changed.
pub const MIN_CHARS_AT_CHANGE: usize = 8;
pub const MIN_REQUIREMENTS: usize = 3;
/// The longest password; hashing a longer one would only cost time.
pub const MAX_BYTES: usize = 1024;

/// The message for a password from the list of common passwords.
pub const COMMON: &str = "This password is one of the most common. Please choose another";
pub const OWN: &str = "Your name or email is too easy to guess. Please choose another";

/// A password as typed. Debug output never shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}

impl Password {
    /// A password that somebody enters to sign in: it only must not be empty or too long.
    pub fn parse(field: &'static str, text: String) -> Result<Self, Invalid> {
        if text.is_empty() {
            return Err(Invalid::new(field, "Password is required"));
        }
        Self::check_length(field, text)
    }

    /// A password that is chosen at sign-up.
    pub fn parse_new(field: &'static str, text: String) -> Result<Self, Invalid> {
        let password = Self::parse(field, text)?;
        if password.0.chars().count() < MIN_CHARS {
            return Err(Invalid::new(field, "Password must be at least 6 characters"));
        }
        password.check_uncommon(field)
    }

    /// A password that replaces another one.
    pub fn parse_replacement(field: &'static str, text: String) -> Result<Self, Invalid> {
        let password = Self::parse(field, text)?;
        let met = Requirements::of(&password.0);
        if !met.length {
            return Err(Invalid::new(field, "Password must be at least 8 characters"));
        }
        if met.count() < MIN_REQUIREMENTS {
            return Err(Invalid::new(
                field,
                "Password must meet at least 3 of the 5 requirements: 8 characters, an uppercase \
                 letter, a lowercase letter, a digit, a special character",
            ));
        }
        password.check_uncommon(field)
    }

    fn check_uncommon(self, field: &'static str) -> Result<Self, Invalid> {
        if is_common(&self.0) { Err(Invalid::new(field, COMMON)) } else { Ok(self) }
    }

    /// Refuses the account's own e-mail address and name, which an attacker would try first.
    pub fn check_not_own(
        &self,
        field: &'static str,
        email: &str,
        name: &str,
    ) -> Result<(), Invalid> {
        if is_own(&self.0, email, name) { Err(Invalid::new(field, OWN)) } else { Ok(()) }
    }

    pub fn expose(&self) -> &str {
        &self.0
    }

    fn check_length(field: &'static str, text: String) -> Result<Self, Invalid> {
        if text.len() > MAX_BYTES {
            return Err(Invalid::new(field, "Password is too long"));
        }
        Ok(Self(text))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    Weak,
    Medium,
    Strong,
}

impl Strength {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Weak => "weak",
            Self::Medium => "medium",
            Self::Strong => "strong",
        }
    }
}

/// Which of the five requirements for a changed password are met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Requirements {
    pub length: bool,
    pub uppercase: bool,
    pub lowercase: bool,
    pub digit: bool,
    pub special: bool,
}

impl Requirements {
    pub fn of(password: &str) -> Self {
        Self {
            length: password.chars().count() >= MIN_CHARS_AT_CHANGE,
            uppercase: password.chars().any(char::is_uppercase),
            lowercase: password.chars().any(char::is_lowercase),
            digit: password.chars().any(|c| c.is_ascii_digit()),
            special: password.chars().any(|c| !c.is_alphanumeric() && !c.is_whitespace()),
        }
    }

    pub fn count(self) -> usize {
        [self.length, self.uppercase, self.lowercase, self.digit, self.special]
            .into_iter()
            .filter(|met| *met)
            .count()
    }

    pub fn strength(self) -> Strength {
        match self.count() {
            4.. => Strength::Strong,
            3 => Strength::Medium,
            _ => Strength::Weak,
        }
    }

    pub fn are_met(self) -> bool {
        self.length && self.count() >= MIN_REQUIREMENTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(result: Result<Password, Invalid>) -> String {
        result.unwrap_err().message
    }

    #[test]
    fn sign_up_asks_for_six_characters_auth_04() {
        assert_eq!(message(Password::parse_new("password", String::new())), "Password is required");
        assert_eq!(
            message(Password::parse_new("password", "fünf5".into())),
            "Password must be at least 6 characters"
        );
        assert!(Password::parse_new("password", "sechs6".into()).is_ok());
    }

    #[test]
    fn a_change_asks_for_eight_characters_and_three_of_five_prof_03() {
        let rejected = ["aB3$", "abcdefgh", "ABCDEFGH", "abcdefg"];
        for text in rejected {
            assert!(Password::parse_replacement("newPassword", text.into()).is_err(), "{text}");
        }
        for text in ["harbour7", "Lagoonhi", "bay-bell", "Harbour7!"] {
            assert!(Password::parse_replacement("newPassword", text.into()).is_ok(), "{text}");
        }
    }

    #[test]
    fn the_commonest_are_refused_guard_09() {
        for text in ["123456", "password", "Qwerty", "PASSWORD1"] {
            assert_eq!(message(Password::parse_new("password", text.into())), COMMON, "{text}");
        }
        assert_eq!(message(Password::parse_replacement("newPassword", "Password1".into())), COMMON);
        // An account that has such a password can still sign in.
        assert!(Password::parse("password", "123456".into()).is_ok());
        let own = Password::parse_new("password", "mayaokafor".into()).unwrap();
        let refused =
            own.check_not_own("password", "m@northline.studio", "Maya Okafor").unwrap_err();
        assert_eq!((refused.field, refused.message.as_str()), ("password", OWN));
    }

    #[test]
    fn strength_follows_the_count() {
        assert_eq!(Requirements::of("abc").strength(), Strength::Weak);
        assert_eq!(Requirements::of("abcdefg1").strength(), Strength::Medium);
        assert_eq!(Requirements::of("Abcdefg1").strength(), Strength::Strong);
    }

    #[test]
    fn debug_output_hides_it() {
        let password = Password::parse_new("password", "hunter22".into()).unwrap();
        assert!(!format!("{password:?}").contains("hunter"));
    }
}
