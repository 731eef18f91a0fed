//! Second factors: six-digit codes of an authenticator app, each time step usable once, and ten recovery codes.

use crate::error::Invalid;

pub const STEP_SECONDS: u64 = 30;
pub const DIGITS: usize = 6;
pub const RECOVERY_CODES: usize = 10;
pub const INVALID: &str = "Invalid 2FA code. Please try again.";
const ASK: &str = "Please enter a valid 6-digit code";

/// Letters and digits without those that look alike on paper.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

#[derive(Clone, PartialEq, Eq)]
pub enum Code {
    Totp(String),
    Recovery(String),
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Totp(_) => "Totp(…)",
            Self::Recovery(_) => "Recovery(…)",
        })
    }
}

impl Code {
    pub fn parse(field: &'static str, text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        if is_totp(text) {
            return Ok(Self::Totp(text.to_owned()));
        }
        let plain: String = text
            .chars()
            .filter(|c| *c != '-' && *c != ' ')
            .map(|c| c.to_ascii_lowercase())
            .collect();
        if plain.len() == 10 && plain.bytes().all(|b| ALPHABET.contains(&b)) {
            return Ok(Self::Recovery(format!("{}-{}", &plain[..5], &plain[5..])));
        }
        Err(Invalid::new(field, ASK))
    }

    /// Accepts only a code of the authenticator app, not a recovery code.
    pub fn parse_totp(field: &'static str, text: &str) -> Result<String, Invalid> {
        let text = text.trim();
        if is_totp(text) { Ok(text.to_owned()) } else { Err(Invalid::new(field, ASK)) }
    }
}

fn is_totp(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|b| b.is_ascii_digit())
}

/// The TOTP time step of a moment.
pub fn step_at(now_seconds: i64) -> i64 {
    now_seconds.div_euclid(STEP_SECONDS as i64)
}

/// The time steps whose codes are accepted now: the current one, the one before and the one after.
pub fn acceptable_steps(now_seconds: i64) -> impl Iterator<Item = i64> {
    let step = step_at(now_seconds);
    [step - 1, step, step + 1].into_iter()
}

/// Formats ten random bytes as a recovery code of 50 bits: five letters, a dash, five letters.
pub fn recovery_code(random: [u8; 10]) -> String {
    let letter = |byte: u8| ALPHABET[usize::from(byte % 32)] as char;
    let mut code: String = random.into_iter().map(letter).collect();
    code.insert(5, '-');
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_digits_are_a_code_and_nothing_near_it() {
        assert_eq!(Code::parse("token", " 012345 ").unwrap(), Code::Totp("012345".into()));
        for text in ["", "12345", "1234567", "12a456", "１２３４５６"] {
            assert_eq!(Code::parse("token", text).unwrap_err().message, ASK, "{text}");
        }
    }

    #[test]
    fn recovery_codes_are_read_as_they_were_written_or_typed() {
        let code = recovery_code([0, 1, 2, 3, 4, 31, 30, 29, 28, 255]);
        assert_eq!(code.len(), 11);
        let expected = Code::Recovery(code.clone());
        assert_eq!(Code::parse("token", &code).unwrap(), expected);
        assert_eq!(Code::parse("token", &code.to_uppercase().replace('-', "")).unwrap(), expected);
        assert!(Code::parse_totp("token", &code).is_err());
    }

    #[test]
    fn a_step_to_either_side_is_accepted() {
        assert_eq!(acceptable_steps(59).collect::<Vec<_>>(), [0, 1, 2]);
    }
}
