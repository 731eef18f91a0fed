//! The sender of letters.

use ledgerline_app::notifications::mail::Sender;

#[test]
fn a_sender_is_an_address_with_or_without_a_name() {
    assert_eq!(Sender::parse("a@b.example").unwrap().to_string(), "Ledgerline <a@b.example>");
    let named = Sender::parse("Northline Studio <a@b.example>").unwrap();
    assert_eq!(named.to_string(), "Northline Studio <a@b.example>");
    for text in
        ["", "a", "a@", "<a@b.example", "a@b.example\r\nBcc: c@d.example", "a@b, c@d.example"]
    {
        assert_eq!(Sender::parse(text), None, "{text}");
    }
}

#[test]
fn without_one_it_is_the_public_host_s() {
    let at = |url: &str| Sender::at(url).to_string();
    assert_eq!(at("https://studio.example"), "Ledgerline <ledgerline@studio.example>");
    assert_eq!(at("http://127.0.0.1:8080"), "Ledgerline <ledgerline@localhost>");
    assert_eq!(at("http://[::1]:8080"), "Ledgerline <ledgerline@localhost>");
}

#[test]
fn a_host_in_other_letters_is_written_in_ascii() {
    let sender = Sender::parse("maya@bücher.example").unwrap();
    assert_eq!(sender.to_string(), "Ledgerline <maya@xn--bcher-kva.example>");
    assert_eq!(Sender::parse("maya@[127.0.0.1]"), None);
}
