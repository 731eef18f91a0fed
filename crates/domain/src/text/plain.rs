//! Text of owners and visitors as public pages show it: without control characters, and without those that change the
//! reading direction and make a text read as something else.

use unicode_normalization::char::is_combining_mark;

use crate::error::Invalid;
use crate::identity::users::is_direction_control;

const NO_WIDTH: char = '\u{200b}';

/// One line: line breaks become spaces.
pub fn line(text: &str) -> String {
    let spaced = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c });
    let kept: String = spaced.filter(|c| is_plain(*c)).collect();
    kept.trim().to_owned()
}

/// Several lines, which end with a line feed.
pub fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', " ");
    let kept: String = text.chars().filter(|c| *c == '\n' || is_plain(*c)).collect();
    kept.trim().to_owned()
}

fn is_plain(c: char) -> bool {
    !c.is_control()
        && !is_direction_control(c)
        && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// The text with a character without width in its web addresses, so that mail programs make no links of them.
pub fn unlinked(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        result.push(c);
        let next = text[at + c.len_utf8()..].chars().next().unwrap_or(' ');
        let is_in_host = c == '.' && before.is_alphanumeric() && next.is_alphabetic();
        if is_in_host || (c == ':' && next == '/') {
            result.push(NO_WIDTH);
        }
        before = c;
    }
    result
}

/// Refuses a text of more than `most` characters, counted as people count them.
pub fn check_length(field: &'static str, text: String, most: usize) -> Result<String, Invalid> {
    // Accents can be piled up on a letter without end.
    if length(&text) > most || text.len() > most * 32 {
        let message = format!("{field} must be at most {most} characters");
        return Err(Invalid::new(field, message));
    }
    Ok(text)
}

/// How many characters a person sees: a letter with its accents is one, and so is a composed emoji.
pub fn length(text: &str) -> usize {
    let mut count = 0;
    let (mut is_joined, mut is_half_a_flag) = (false, false);
    for c in text.chars() {
        let is_flag = ('\u{1f1e6}'..='\u{1f1ff}').contains(&c);
        let extends = is_combining_mark(c)
            || matches!(c, '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}');
        if !(extends || is_joined || (is_flag && is_half_a_flag)) {
            count += 1;
        }
        is_half_a_flag = is_flag && !is_half_a_flag;
        is_joined = c == '\u{200d}';
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    // PUB-04
    #[test]
    fn pub_04_control_and_direction_characters_are_taken_out() {
        assert_eq!(line(" Night\u{202e}evirD\u{0}\r\n Drive\u{1b} "), "NightevirD   Drive");
        assert_eq!(lines("one\r\ntwo\u{2066}\rthree\t!\u{7f}\n\n"), "one\ntwo\nthree !");
        assert_eq!(line("夜 é 👩‍🎤"), "夜 é 👩‍🎤");
    }

    #[test]
    fn hold_12_a_web_address_in_a_visitor_s_words_is_no_link() {
        let words = "Confirm at https://evil.example/a or www.evil.example, 3.5 km. Now.";
        let shown = unlinked(words);
        assert!(
            !shown.contains("://") && !shown.contains("www.evil") && !shown.contains(".example")
        );
        assert!(shown.contains("3.5 km. Now."));
        assert_eq!(shown.replace('\u{200b}', ""), words);
        assert_eq!(unlinked("Is it free?"), "Is it free?");
    }

    // PUB-04
    #[test]
    fn pub_04_lengths_are_what_people_count() {
        assert_eq!(length("Zoë"), 3);
        assert_eq!(length("Zoe\u{308}"), 3);
        assert_eq!(length("👩‍👩‍👧👍🏽🇰🇪🇩🇪"), 4);
        assert!(check_length("title", "e\u{301}".repeat(120), 120).is_ok());
        assert!(check_length("title", "x".repeat(121), 120).is_err());
        assert!(check_length("title", format!("e{}", "\u{301}".repeat(9_000)), 120).is_err());
    }
}
