//! A letter as plain text and as HTML.

use ledgerline_app::notifications::mail::Letter;
use ledgerline_app::notifications::mail::rendering::{Frame, html, plain};

const FRAME: Frame<'_> = Frame {
    name: "Maya <b>Okafor</b>",
    public_url: "https://studio.example",
    support: Some("help@studio.example"),
};

fn letter() -> Letter {
    Letter::new("Beat sold")
        .paragraph("“Harbour” & <script>alert(1)</script>")
        .item("One", "first")
        .button("Open", "/payment-history?sale=1&x=2")
        .closing("That is all.")
}

#[test]
fn nothing_anyone_typed_becomes_markup() {
    let page = html(&letter(), &FRAME);
    assert!(page.contains("&#38; &#60;script&#62;alert(1)&#60;/script&#62;"), "{page}");
    assert!(page.contains("Hello Maya &#60;b&#62;Okafor&#60;/b&#62;,"), "{page}");
    assert!(!page.contains("<script") && !page.contains("<table"), "{page}");
    assert!(page.contains("href=\"https://studio.example/payment-history?sale=1&#38;x=2\""));
}

#[test]
fn a_greeting_turns_no_text_around_guard_04() {
    let turned = Frame { name: "Maya\u{202e}\r\n \u{2066}Okafor", ..FRAME };
    assert!(plain(&letter(), &turned).starts_with("Hello Maya Okafor,"));
    assert!(plain(&letter(), &Frame { name: "", ..FRAME }).starts_with("Hello,\n"));
    assert!(html(&letter(), &Frame { name: "", ..FRAME }).contains(">Hello,</p>"));
}

#[test]
fn the_plain_part_says_the_same() {
    let text = plain(&letter(), &FRAME);
    for piece in [
        "Hello Maya <b>Okafor</b>,\n\n“Harbour”",
        "* One\n  first",
        "Open:\nhttps://studio.example/payment-history?sale=1&x=2",
        "That is all.",
        "Questions? Write to help@studio.example",
    ] {
        assert!(text.contains(piece), "{piece} in {text}");
    }
}
