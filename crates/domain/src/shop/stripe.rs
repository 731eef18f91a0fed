//! Webhook requests of Stripe about payments: the signing secret and the signature header.

use crate::error::Invalid;
use crate::time::Timestamp;

/// The largest difference between the time of a signature and the server's clock.
pub const TOLERANCE_SECONDS: i64 = 5 * 60;
pub const MOST_BYTES: usize = 256 * 1024;

const LONGEST_SECRET: usize = 200;
const MOST_SIGNATURES: usize = 10;

/// Checks the signing secret of a webhook endpoint, as Stripe shows it.
pub fn secret(text: &str) -> Result<String, Invalid> {
    let text = text.trim();
    let is_plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let length = text.len();
    if text.starts_with("whsec_") && is_plain && (16..=LONGEST_SECRET).contains(&length) {
        return Ok(text.to_owned());
    }
    Err(Invalid::new("stripe_secret", "Paste the signing secret, which begins with whsec_"))
}

/// The header `Stripe-Signature`: a time, and signatures of version 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripeSignature {
    /// The Unix time in seconds, as the text that was signed.
    pub moment: String,
    pub signatures: Vec<[u8; 32]>,
}

impl StripeSignature {
    /// Parses the header; `None` if it is malformed or its time is too far from `now`.
    pub fn parse(header: &str, now: Timestamp) -> Option<Self> {
        let pairs = header.split(',').filter_map(|part| part.trim().split_once('='));
        let (mut moment, mut signatures) = (None, Vec::new());
        for (name, value) in pairs {
            match name {
                "t" if moment.is_none() => moment = Some(value.to_owned()),
                "v1" if signatures.len() < MOST_SIGNATURES => signatures.extend(bytes(value)),
                _ => {}
            }
        }
        let moment = moment.filter(|text| text.bytes().all(|b| b.is_ascii_digit()))?;
        let seconds: i64 = moment.parse().ok()?;
        let is_near = (now.as_seconds() - seconds).abs() <= TOLERANCE_SECONDS;
        (is_near && !signatures.is_empty()).then_some(Self { moment, signatures })
    }
}

fn bytes(hex: &str) -> Option<[u8; 32]> {
    if hex.len() != 64 || !hex.is_ascii() {
        return None;
    }
    let mut bytes = [0; 32];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(hex.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shop_07_a_signature_is_read_and_must_be_near() {
        let now = Timestamp::from_millis(1_800_000_000_000);
        let one = "ab".repeat(32);
        let header = |moment: i64| format!("t={moment},v1={one},v0=x, v1={one}");
        let read = StripeSignature::parse(&header(1_800_000_000), now).unwrap();
        assert_eq!((read.moment.as_str(), read.signatures.len()), ("1800000000", 2));
        assert_eq!(read.signatures[0], [0xab; 32]);
        assert!(StripeSignature::parse(&header(1_800_000_300), now).is_some());
        assert!(StripeSignature::parse(&header(1_799_999_700), now).is_some());
        for moment in [1_800_000_301, 1_799_999_699, 0] {
            assert!(StripeSignature::parse(&header(moment), now).is_none(), "{moment}");
        }
        for text in ["", "t=1800000000", "v1=ab", &format!("t=-1,v1={one}"), &format!("v1={one}")] {
            assert!(StripeSignature::parse(text, now).is_none(), "{text}");
        }
        assert!(
            StripeSignature::parse(&format!("t=1800000000,v1={}é", "a".repeat(62)), now).is_none()
        );
    }

    #[test]
    fn shop_07_a_secret_looks_like_one_of_stripe() {
        assert!(secret(" whsec_1234567890abcdef ").is_ok());
        for text in ["", "whsec_", "sk_live_1234567890abcdef", "whsec_12345678 90abcdef"] {
            assert!(secret(text).is_err(), "{text}");
        }
    }
}
