//! The owner's words as HTML: links, and characters that are taken out.

use ledgerline_pages::text::{plain, prose};

#[test]
fn pub_04_only_https_addresses_of_the_owner_become_links() {
    let link =
        |address: &str| format!(r#"<a href="{address}" rel="noopener nofollow ugc">{address}</a>"#);
    let html = prose("See (https://a.example/x?y=1), or\nhttps://b.example.\n\nBye");
    let (a, b) = (link("https://a.example/x?y=1"), link("https://b.example"));
    assert_eq!(html, format!("<p>See ({a}), or<br>{b}.</p><p>Bye</p>"));
    for text in [
        "http://a.example",
        "javascript:alert(1)",
        "xhttps://a.example",
        "https://",
        "https://localhost",
        "https://a.example@evil",
        "//a.example",
        "a.example",
    ] {
        assert!(!prose(text).contains("<a"), "{text}");
    }
    let html = prose(r#"https://a.example/"onmouseover="x <b>'&"#);
    assert!(html.starts_with(&format!("<p>{}&#34;onmouseover", link("https://a.example/"))));
    assert!(html.ends_with("&#60;b&#62;&#39;&#38;</p>"), "{html}");
}

#[test]
fn pub_04_control_characters_and_direction_controls_are_taken_out() {
    let text = "a\u{202e}b\u{2066}c\u{200f}d\u{0}e\u{1b}f\u{85}g\u{61c}h\ni".to_owned();
    assert_eq!(plain(text), "abcdefgh\ni");
    assert_eq!(prose("one\r\ntwo\u{202e}"), "<p>one<br>two</p>");
}
