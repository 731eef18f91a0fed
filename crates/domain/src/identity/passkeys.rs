//! Rules for passkeys: their names, the largest number per account, and the signature counter.

use std::time::Duration;

use crate::error::Invalid;
use crate::ids::PasskeyId;
use crate::time::Timestamp;

/// The largest number of passkeys of one account.
pub const MOST: usize = 20;

/// A challenge must be answered within this time.
pub const CHALLENGE_LIFE: Duration = Duration::from_secs(5 * 60);

const LONGEST_NAME: usize = 60;

/// The transports that WebAuthn defines. Browsers use them as hints, so unknown ones are dropped.
const TRANSPORTS: [&str; 6] = ["ble", "hybrid", "internal", "nfc", "smart-card", "usb"];

pub fn name(text: &str) -> Result<String, Invalid> {
    let text = text.trim();
    let refused = |message: String| Err(Invalid::new("name", message));
    if text.is_empty() {
        return refused("Name is required".to_owned());
    }
    if text.chars().count() > LONGEST_NAME {
        return refused(format!("Name must be at most {LONGEST_NAME} characters"));
    }
    if text.chars().any(char::is_control) {
        return refused("Name must not contain control characters".to_owned());
    }
    Ok(text.to_owned())
}

pub fn known_transports(sent: &[String]) -> Vec<&'static str> {
    TRANSPORTS.into_iter().filter(|known| sent.iter().any(|text| text == known)).collect()
}

/// Whether the signature counter shows that two devices hold the same key. Authenticators without a counter
/// always send zero.
pub fn counter_regressed(stored: i64, received: i64) -> bool {
    (stored != 0 || received != 0) && received <= stored
}

#[derive(Debug, Clone)]
pub struct Passkey {
    pub id: PasskeyId,
    pub credential_id: Vec<u8>,
    /// A COSE key.
    pub public_key: Vec<u8>,
    pub sign_count: i64,
    /// Whether the passkey may be copied to other devices of the user.
    pub is_synced: bool,
    pub transports: Vec<String>,
    /// The host name the passkey was created for.
    pub rp_id: String,
    pub name: String,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_short_line() {
        assert_eq!(name("  My phone ").unwrap(), "My phone");
        assert_eq!(name(&"é".repeat(60)).unwrap().chars().count(), 60);
        for bad in ["", "  ", "two\nlines", &"x".repeat(61)] {
            assert_eq!(name(bad).unwrap_err().field, "name", "{bad:?}");
        }
    }

    #[test]
    fn only_known_transports_are_kept_each_once() {
        let sent = ["usb", "internal", "usb", "carrier pigeon"].map(str::to_owned);
        assert_eq!(known_transports(&sent), ["internal", "usb"]);
    }

    // GUARD-11
    #[test]
    fn a_counter_must_grow_unless_the_device_never_counts() {
        assert!(!counter_regressed(0, 0));
        assert!(!counter_regressed(0, 1));
        assert!(!counter_regressed(7, 8));
        assert!(counter_regressed(7, 7));
        assert!(counter_regressed(7, 6));
        assert!(counter_regressed(7, 0));
    }
}
