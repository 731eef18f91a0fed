//! Keys and fingerprints of requests that are sent twice.

use ledgerline_app::idempotency::{HEADER, Retry};

#[test]
fn a_key_is_short_and_visible() {
    assert!(Retry::new("a-1", "POST /x", b"{}").is_ok());
    for key in ["", " ", "a b", "é", &"x".repeat(201)] {
        assert_eq!(Retry::new(key, "POST /x", b"{}").unwrap_err().field, HEADER);
    }
}

#[test]
fn a_fingerprint_knows_the_operation_and_the_body() {
    let of = |operation, body: &[u8]| Retry::new("k", operation, body).unwrap();
    assert_eq!(of("a", b"b"), of("a", b"b"));
    assert!(of("a", b"b") != of("a", b"c") && of("a", b"b") != of("b", b"b"));
    assert_ne!(of("ab", b""), of("a", b"b"));
}
