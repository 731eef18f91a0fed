//! The parts that all pages share: the owner, the accent color, and the addresses for link previews and for the links
//! at a page's end.

use domain::identity::settings::ACCENTS;

/// The owner's accent color; the style sheet knows each by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accent(&'static str);

impl Accent {
    /// An unknown name is the default accent.
    pub fn named(name: &str) -> Self {
        ACCENTS.iter().copied().find(|one| *one == name).map_or_else(Self::default, Self)
    }

    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl Default for Accent {
    fn default() -> Self {
        Self("default")
    }
}

/// The owner of the page.
#[derive(Debug, Clone, Default)]
pub struct Sender {
    pub name: String,
    /// The owner's name in sentences: "Send to Maya".
    pub short_name: String,
    /// The address of the owner's picture.
    pub picture: Option<String>,
    pub accent: Accent,
}

impl Sender {
    /// The letter that stands in for a missing picture.
    pub(crate) fn initial(&self) -> String {
        let letter = self.name.chars().find(|c| c.is_alphanumeric());
        letter.map(|c| c.to_uppercase().to_string()).unwrap_or_default()
    }
}

/// The addresses of a page: for link previews, and for the links at its end.
#[derive(Debug, Clone, Default)]
pub struct Frame {
    /// The whole address of the page, for link previews: `https://beats.example/s/…`.
    pub url: Option<String>,
    /// The whole address of a picture of 1200 × 630 pixels, for link previews.
    pub picture: Option<String>,
    pub privacy: Option<String>,
    pub report: Option<String>,
}

/// A field of a form: what the visitor typed, and what is wrong with it.
#[derive(Debug, Clone, Default)]
pub struct Field {
    pub value: String,
    pub error: Option<String>,
}

impl From<&str> for Field {
    fn from(value: &str) -> Self {
        Self { value: value.to_owned(), error: None }
    }
}
