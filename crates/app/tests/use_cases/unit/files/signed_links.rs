//! Signed links: what opens, and what was changed.

use domain::time::Timestamp;
use ledgerline_app::crypto::Keys;
use ledgerline_app::files::signed_links::{Claims, open, sign};

#[derive(Debug, PartialEq, Eq)]
struct Until(Timestamp);

impl Claims for Until {
    const PURPOSE: &'static [u8] = b"test";

    fn to_bytes(&self) -> Vec<u8> {
        self.0.as_millis().to_be_bytes().to_vec()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Some(Self(Timestamp::from_millis(i64::from_be_bytes(bytes.try_into().ok()?))))
    }

    fn expires_at(&self) -> Timestamp {
        self.0
    }
}

#[derive(Debug)]
struct Other(Until);

impl Claims for Other {
    const PURPOSE: &'static [u8] = b"another";

    fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Until::from_bytes(bytes).map(Self)
    }

    fn expires_at(&self) -> Timestamp {
        self.0.0
    }
}

#[test]
fn only_the_signed_text_opens_and_only_before_it_expires() {
    let end = Timestamp::from_millis(1_800_000_000_000);
    let before = Timestamp::from_millis(end.as_millis() - 1);
    let keys = Keys::new(&[7; 32]);
    let text = sign(&keys, &Until(end)).text;
    assert_eq!(open::<Until>(&keys, &text, before).unwrap(), Until(end));
    assert!(open::<Until>(&keys, &text, end).is_err());
    assert!(open::<Until>(&Keys::new(&[8; 32]), &text, before).is_err());
    assert!(open::<Other>(&keys, &text, before).is_err());
    for at in 0..text.len() {
        let mut bent = text.clone().into_bytes();
        bent[at] = if bent[at] == b'A' { b'B' } else { b'A' };
        let bent = String::from_utf8(bent).unwrap();
        assert!(open::<Until>(&keys, &bent, before).is_err(), "letter {at}");
    }
    let long = "A".repeat(1000);
    for nonsense in ["", "abc", &text[1..], &format!("{text}A"), "../../etc/passwd", &long] {
        assert!(open::<Until>(&keys, nonsense, before).is_err(), "{nonsense}");
    }
}
