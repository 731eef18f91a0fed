//! The subject of a letter.

use ledgerline_app::notifications::mail::Letter;

#[test]
fn a_subject_is_one_line() {
    let letter = Letter::new("Beat sold\r\nBcc: everyone@example.com\u{0}");
    assert_eq!(letter.subject, "Beat sold Bcc: everyone@example.com");
    assert_eq!(Letter::new("x".repeat(500)).subject.len(), 150);
}
