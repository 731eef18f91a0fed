//! The key of a blob: parts of plain letters with slashes between. The program makes keys from ids and never from user
//! input, and no key can lead out of the store's folder.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(String);

const LONGEST_PART: usize = 100;

impl Key {
    /// Returns `None` unless every part consists of lower-case letters, digits, `-`, `_` and inner dots.
    pub fn parse(text: &str) -> Option<Self> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
        let is_part = |part: &str| {
            !part.is_empty()
                && part.len() <= LONGEST_PART
                && !part.starts_with('.')
                && !part.ends_with('.')
                && part.chars().all(is_plain)
        };
        text.split('/').all(is_part).then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_stays_inside_its_store() {
        for text in ["media/0190-aa/0190-bb", "exports/a.zip", "a_b"] {
            assert_eq!(Key::parse(text).expect(text).as_str(), text);
        }
        for text in
            ["", "/a", "a/", "a//b", "..", "a/../b", ".hidden", "a/.b", "A", "a b", "ä", "a\0"]
        {
            assert_eq!(Key::parse(text), None, "{text:?}");
        }
    }
}
