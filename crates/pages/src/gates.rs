//! Pages that tell nothing about the owner: the question for a password, and where a link leads no more.

use askama::Template;

use crate::text;

/// Asked before anything is told, the title of the share included.
#[derive(Debug, Clone, Template)]
#[template(path = "password.html")]
pub struct PasswordPage {
    pub path: String,
    pub page_token: String,
    pub problem: Option<PasswordProblem>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordProblem {
    Wrong,
    /// No password is looked at before this many minutes have passed.
    TooMany {
        minutes: u32,
    },
}

impl PasswordPage {
    pub fn render(&self) -> String {
        text::page(self)
    }
}

/// For `410`: what the link led to has ended.
#[derive(Debug, Clone, Copy, Default)]
pub struct OverPage;

impl OverPage {
    pub fn render(&self) -> String {
        let words = "Ask the person who sent it for a new one.";
        text::page(&Coda { title: "This link has ended", words })
    }
}

/// For `404`.
#[derive(Debug, Clone, Copy, Default)]
pub struct NotFoundPage;

impl NotFoundPage {
    pub fn render(&self) -> String {
        let words = "Check that you copied the whole link.";
        text::page(&Coda { title: "There is nothing here", words })
    }
}

/// For `429`.
#[derive(Debug, Clone, Copy, Default)]
pub struct TooManyRequestsPage {
    /// After how many minutes the next try is worth it.
    pub minutes: u32,
}

impl TooManyRequestsPage {
    pub fn render(&self) -> String {
        let words = match self.minutes {
            0 | 1 => "Wait a minute, then try again.".to_owned(),
            minutes @ ..120 => format!("Wait {minutes} minutes, then try again."),
            minutes => format!("Wait {} hours, then try again.", minutes.div_ceil(60)),
        };
        text::page(&Coda { title: "That was a lot at once", words: &words })
    }
}

/// For a page that is too old or was not ours when its form was sent: `403`.
#[derive(Debug, Clone, Copy, Default)]
pub struct StalePage;

impl StalePage {
    pub fn render(&self) -> String {
        let words = "Nothing was sent. Go back, load the page again, and send it once more.";
        text::page(&Coda { title: "This page is too old", words })
    }
}

/// For a request that was understood and refused: `400`, `403`, `409` and the like.
#[derive(Debug, Clone, Copy)]
pub struct RefusedPage<'a> {
    /// Why, in a sentence.
    pub reason: &'a str,
}

impl RefusedPage<'_> {
    pub fn render(&self) -> String {
        text::page(&Coda { title: "That did not work", words: self.reason })
    }
}

/// For `500` and `503`.
#[derive(Debug, Clone, Copy, Default)]
pub struct TroublePage;

impl TroublePage {
    pub fn render(&self) -> String {
        let words = "It is not your fault. Try again in a minute.";
        text::page(&Coda { title: "Something went wrong", words })
    }
}

/// Thanks for something that was sent, where the page it came from cannot say it.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "sent.html")]
pub struct SentPage {
    pub title: String,
    pub words: String,
    /// Where the visitor came from.
    pub back: Option<String>,
}

impl SentPage {
    pub fn render(&self) -> String {
        text::page(self)
    }
}

/// The question whether somebody wants no more mail from an account.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "unsubscribe.html")]
pub struct UnsubscribePage {
    pub path: String,
    /// Whose mail it is.
    pub name: String,
}

impl UnsubscribePage {
    pub fn render(&self) -> String {
        text::page(self)
    }
}

/// A staff that stops, and a sentence.
#[derive(Template)]
#[template(path = "coda.html")]
struct Coda<'a> {
    title: &'a str,
    words: &'a str,
}
