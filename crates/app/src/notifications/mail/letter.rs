//! A letter before it has a form: what it says, and where its one button leads. Links are paths of the app;
//! the address people reach it under is known to whoever sends it.

use domain::time::Timestamp;
use serde::{Deserialize, Serialize};

const LONGEST_SUBJECT: usize = 150;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    pub subject: String,
    pub paragraphs: Vec<String>,
    pub items: Vec<Item>,
    pub button: Option<Button>,
    /// What stands small below: what to do if this was somebody else, and the like.
    pub closing: Vec<String>,
    /// Unix milliseconds after which it is of no use to anyone.
    pub good_until: Option<i64>,
    /// A path of the app where this kind of letter can be turned off.
    #[serde(default)]
    pub unsubscribe: Option<String>,
}

/// One entry of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    pub title: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    pub label: String,
    /// A path of the app, with a slash at its beginning.
    pub path: String,
}

/// A letter and whom it goes to, as it waits.
#[derive(Serialize, Deserialize)]
pub(super) struct Addressed {
    pub address: String,
    /// Empty where the greeting has none.
    pub name: String,
    pub letter: Letter,
}

impl Letter {
    /// A subject is one line whatever it is made of.
    pub fn new(subject: impl AsRef<str>) -> Self {
        let subject: String = subject.as_ref().split_whitespace().collect::<Vec<_>>().join(" ");
        let subject = subject.chars().filter(|c| !c.is_control()).take(LONGEST_SUBJECT).collect();
        let (paragraphs, items, closing) = Default::default();
        let (button, good_until, unsubscribe) = Default::default();
        Self { subject, paragraphs, items, button, closing, good_until, unsubscribe }
    }

    pub fn paragraph(mut self, text: impl Into<String>) -> Self {
        self.paragraphs.push(text.into());
        self
    }

    pub fn item(mut self, title: impl Into<String>, text: impl Into<String>) -> Self {
        self.items.push(Item { title: title.into(), text: text.into() });
        self
    }

    pub fn button(mut self, label: impl Into<String>, path: impl Into<String>) -> Self {
        self.button = Some(Button { label: label.into(), path: path.into() });
        self
    }

    pub fn closing(mut self, text: impl Into<String>) -> Self {
        self.closing.push(text.into());
        self
    }

    pub fn unsubscribe(mut self, path: impl Into<String>) -> Self {
        self.unsubscribe = Some(path.into());
        self
    }

    pub fn good_until(mut self, end: Timestamp) -> Self {
        self.good_until = Some(end.as_millis());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_one_line() {
        let letter = Letter::new("Beat sold\r\nBcc: everyone@example.com\u{0}");
        assert_eq!(letter.subject, "Beat sold Bcc: everyone@example.com");
        assert_eq!(Letter::new("x".repeat(500)).subject.len(), LONGEST_SUBJECT);
    }
}
