//! Pages that show nothing about the owner: the password form, the pages for errors and the pages of links that have
//! ended.

use askama::Template;

use crate::text;

/// The password form of a protected share. It shows nothing about the share, not even the title.
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
    /// Too many passwords were tried; the next one is checked after this many minutes.
    TooMany {
        minutes: u32,
    },
}

impl PasswordPage {
    pub fn render(&self) -> String {
        text::page(self)
    }
}

/// The page for status `410`: the share or offer behind the link has ended.
#[derive(Debug, Clone, Copy, Default)]
pub struct OverPage;

impl OverPage {
    pub fn render(&self) -> String {
        let words = "Ask the person who sent it for a new one.";
        text::page(&Coda { title: "This link has ended", words })
    }
}

/// The page for status `404`.
#[derive(Debug, Clone, Copy, Default)]
pub struct NotFoundPage;

impl NotFoundPage {
    pub fn render(&self) -> String {
        let words = "Check that you copied the whole link.";
        text::page(&Coda { title: "There is nothing here", words })
    }
}

/// The page for status `429`.
#[derive(Debug, Clone, Copy, Default)]
pub struct TooManyRequestsPage {
    /// After how many minutes the visitor can try again.
    pub minutes: u32,
}

impl TooManyRequestsPage {
    pub fn render(&self) -> String {
        let words = match self.minutes {
            0 | 1 => "Try again in a minute.".to_owned(),
            minutes @ ..120 => format!("Try again in {minutes} minutes."),
            minutes => format!("Try again in {} hours.", minutes.div_ceil(60)),
        };
        text::page(&Coda { title: "Too much at once", words: &words })
    }
}

/// The page for a form that came too often, with status `429`: it keeps what was typed.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "too-much.html")]
pub struct TooMuchPage {
    /// The address of the form.
    pub action: String,
    pub fields: Vec<KeptField>,
    /// When the form can be sent again: `2026-11-19T11:40:00.000Z`. The script shows it in the visitor's time.
    pub again_at: String,
    /// The same for people without the script: `11:40 AM UTC`.
    pub again_in_words: String,
}

/// A field of a form that was sent.
#[derive(Debug, Clone, Default)]
pub struct KeptField {
    pub name: String,
    pub value: String,
}

impl TooMuchPage {
    pub fn render(&self) -> String {
        text::page(self)
    }

    fn has_typed(&self) -> bool {
        self.fields.iter().any(|field| field.label().is_some())
    }
}

impl KeptField {
    /// The label of a field that a visitor typed; `None` for those that the page filled in.
    fn label(&self) -> Option<&'static str> {
        Some(match self.name.as_str() {
            "name" => "Name",
            "email" => "Email",
            "text" | "words" => "Message",
            "legal_name" => "Legal name",
            "artist_name" => "Artist name",
            "address" => "Address",
            "country" => "Country",
            "price" => "Price",
            "reason" => "Reason",
            "code" => "Code",
            _ => return None,
        })
    }

    fn has_lines(&self) -> bool {
        matches!(self.name.as_str(), "text" | "words" | "reason")
    }
}

/// The page for a form whose page token is too old or not valid. Sent with status `403`.
#[derive(Debug, Clone, Copy, Default)]
pub struct StalePage;

impl StalePage {
    pub fn render(&self) -> String {
        let words = "Nothing was sent. Go back, load the page again, and send it once more.";
        text::page(&Coda { title: "This page is too old", words })
    }
}

/// The page for a refused request: `400`, `403`, `409` and similar.
#[derive(Debug, Clone, Copy)]
pub struct RefusedPage<'a> {
    /// A sentence that says why the request was refused.
    pub reason: &'a str,
}

impl RefusedPage<'_> {
    pub fn render(&self) -> String {
        text::page(&Coda { title: "That did not work", words: self.reason })
    }
}

/// The page for `500` and `503`.
#[derive(Debug, Clone, Copy, Default)]
pub struct TroublePage;

impl TroublePage {
    pub fn render(&self) -> String {
        let words = "It is not your fault. Try again in a minute.";
        text::page(&Coda { title: "Something went wrong", words })
    }
}

/// The page that confirms a sent form, if the page with the form cannot show the confirmation itself.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "sent.html")]
pub struct SentPage {
    pub title: String,
    pub words: String,
    /// The address of the page with the form.
    pub back: Option<String>,
}

impl SentPage {
    pub fn render(&self) -> String {
        text::page(self)
    }
}

/// The form with which a recipient unsubscribes from the emails of an account.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "unsubscribe.html")]
pub struct UnsubscribePage {
    pub path: String,
    /// The name of the account that sends the emails.
    pub name: String,
}

impl UnsubscribePage {
    pub fn render(&self) -> String {
        text::page(self)
    }
}

/// The common content of these pages: a staff that ends in a barline, and a sentence.
#[derive(Template)]
#[template(path = "coda.html")]
struct Coda<'a> {
    title: &'a str,
    words: &'a str,
}
