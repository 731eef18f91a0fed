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

/// The text without control characters, except line breaks, and without direction controls.
pub fn plain(mut text: String) -> String {
    text.retain(|c| c == '\n' || !(c.is_control() || is_direction_control(c)));
    text
}

/// The owner's words as HTML: an empty line ends a paragraph, and `https` addresses are links.
pub fn prose(text: &str) -> String {
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
