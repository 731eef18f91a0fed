//! A letter before it is rendered: its texts and its one button. Links are paths of the app; the sender knows the
//! public URL.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::time::Timestamp;
use serde::{Deserialize, Serialize};

const LONGEST_SUBJECT: usize = 150;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    pub subject: String,
    pub paragraphs: Vec<String>,
    pub items: Vec<Item>,
    pub button: Option<Button>,
    /// The small print at the end, such as what to do if this was somebody else.
    pub closing: Vec<String>,
    /// Unix milliseconds after which the letter is useless.
    pub good_until: Option<i64>,
    /// The path of the app where this kind of letter can be turned off.
    #[serde(default)]
    pub unsubscribe: Option<String>,
    /// The address for replies; `None` for the operator's.
    #[serde(default)]
    pub reply_to: Option<String>,
    #[serde(default)]
    pub attachment: Option<Attachment>,
    /// The name of the sender; `None` for the operator's.
    #[serde(default)]
    pub from_name: Option<String>,
}

/// A PDF that is attached to a letter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    pub file_name: String,
    /// The bytes in Base64.
    pub content: String,
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
    /// A path of the app that starts with a slash, or a full URL.
    pub path: String,
}

impl Button {
    pub(super) fn address(&self, public_url: &str) -> String {
        full_address(public_url, &self.path)
    }
}

/// The URL of a path of the app; a full URL stays as it is.
pub(super) fn full_address(public_url: &str, path: &str) -> String {
    if path.starts_with('/') { format!("{public_url}{path}") } else { path.to_owned() }
}

/// A letter with its recipient, as stored in the job queue.
#[derive(Serialize, Deserialize)]
pub(super) struct Addressed {
    pub address: String,
    /// Empty if the greeting has no name.
    pub name: String,
    pub letter: Letter,
}

impl Letter {
    /// Removes line breaks from the subject.
    pub fn new(subject: impl AsRef<str>) -> Self {
        let subject: String = subject.as_ref().split_whitespace().collect::<Vec<_>>().join(" ");
        let subject = subject.chars().filter(|c| !c.is_control()).take(LONGEST_SUBJECT).collect();
        let (paragraphs, items, closing) = Default::default();
        let (button, good_until, unsubscribe) = Default::default();
        let (reply_to, attachment, from_name) = Default::default();
        Self {
            subject,
            paragraphs,
            items,
            button,
            closing,
            good_until,
            unsubscribe,
            reply_to,
            attachment,
            from_name,
        }
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

    pub fn from_name(mut self, name: impl Into<String>) -> Self {
        self.from_name = Some(name.into());
        self
    }

    pub fn reply_to(mut self, address: impl Into<String>) -> Self {
        self.reply_to = Some(address.into());
        self
    }

    pub fn attachment(mut self, file_name: impl Into<String>, bytes: &[u8]) -> Self {
        let content = STANDARD.encode(bytes);
        self.attachment = Some(Attachment { file_name: file_name.into(), content });
        self
    }

    pub fn good_until(mut self, end: Timestamp) -> Self {
        self.good_until = Some(end.as_millis());
        self
    }
}
