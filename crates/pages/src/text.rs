//! Escapes the text of owners and visitors: it contains no markup, and no character that changes the reading direction
//! of the rest.

use askama::Template;
use domain::identity::users::is_direction_control;

/// Writes a page. Control characters and direction controls are taken out of the whole page at once, so that no field
/// can be forgotten; the templates have none of their own.
pub(crate) fn page(page: &impl Template) -> String {
    // Writing text to a string cannot fail.
    plain(page.render().unwrap_or_default())
}

fn plain(mut text: String) -> String {
    text.retain(|c| c == '\n' || !(c.is_control() || is_direction_control(c)));
    text
}

/// The owner's words as HTML: an empty line ends a paragraph, and `https` addresses are links.
pub(crate) fn prose(text: &str) -> String {
    let text = plain(text.replace("\r\n", "\n").replace('\r', "\n"));
    let paragraphs = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty());
    paragraphs
        .map(|part| {
            let lines: Vec<String> = part.lines().map(link_addresses).collect();
            format!("<p>{}</p>", lines.join("<br>"))
        })
        .collect()
}

/// A line with its `https` addresses as links.
fn link_addresses(line: &str) -> String {
    let mut html = String::with_capacity(line.len());
    for word in line.split_inclusive(char::is_whitespace) {
        match address_in(word) {
            Some((before, address, after)) => {
                let (href, shown) = (escape_html(address), escape_html(address));
                html += &escape_html(before);
                html += &format!(r#"<a href="{href}" rel="noopener nofollow ugc">{shown}</a>"#);
                html += &escape_html(after);
            }
            None => html += &escape_html(word),
        }
    }
    html
}

/// Splits a word such as `(https://a.example/b),` into what is before, the address, and what is after.
fn address_in(word: &str) -> Option<(&str, &str, &str)> {
    let from = word.find("https://")?;
    let (before, rest) = word.split_at(from);
    if before.ends_with(char::is_alphanumeric) {
        return None;
    }
    let is_end = |c: char| c.is_whitespace() || "<>\"'`".contains(c);
    let rest_end = rest.find(is_end).unwrap_or(rest.len());
    let address = rest[..rest_end].trim_end_matches(|c| ".,;:!?)]}…".contains(c));
    let host = address["https://".len()..].split(['/', '?', '#']).next()?;
    let is_host = host.contains('.') && !host.contains(['@', '\\']) && !host.starts_with('.');
    is_host.then(|| (before, address, &rest[address.len()..]))
}

/// A string of JSON that may stand inside an HTML `script` element of data.
pub(crate) fn json(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    json.push('"');
    for c in text.chars().filter(|c| !is_direction_control(*c)) {
        match c {
            '"' | '\\' | '<' | '>' | '&' | '\'' | '\u{2028}' | '\u{2029}' => {
                json += &format!("\\u{:04x}", u32::from(c));
            }
            c if c.is_control() => json.push(' '),
            c => json.push(c),
        }
    }
    json.push('"');
    json
}

pub(crate) fn escape_html(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => html += "&#38;",
            '<' => html += "&#60;",
            '>' => html += "&#62;",
            '"' => html += "&#34;",
            '\'' => html += "&#39;",
            c => html.push(c),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pub_04_only_https_addresses_of_the_owner_become_links() {
        let link = |address: &str| {
            format!(r#"<a href="{address}" rel="noopener nofollow ugc">{address}</a>"#)
        };
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
}
