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

/// A staff that stops, and a sentence.
#[derive(Template)]
#[template(path = "coda.html")]
struct Coda<'a> {
    title: &'a str,
    words: &'a str,
}
