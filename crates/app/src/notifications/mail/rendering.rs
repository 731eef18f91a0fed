//! A letter as plain text and as HTML. Mail programs support little of the web, so `templates/mail/letter.html` has one
//! column, no tables, a style on each element, and a few rules for programs that show mail on a dark background.

use askama::Template;
use domain::identity::users::is_direction_control;

use super::letter::Letter;

/// What stands around the text of a letter.
pub struct Frame<'a> {
    pub name: &'a str,
    /// Without a slash at its end.
    pub public_url: &'a str,
    pub support: Option<&'a str>,
}

/// The letter as plain text.
pub fn plain(letter: &Letter, frame: &Frame<'_>) -> String {
    let mut parts = vec![greeting(frame.name)];
    parts.extend(letter.paragraphs.iter().cloned());
    let items = letter.items.iter().map(|item| format!("* {}\n  {}", item.title, item.text));
    parts.extend(items);
    if let Some(button) = &letter.button {
        parts.push(format!("{}:\n{}", button.label, button.address(frame.public_url)));
    }
    parts.extend(letter.closing.iter().cloned());
    parts.push(format!("-- \n{}", footer(frame)));
    parts.join("\n\n") + "\n"
}

fn footer(frame: &Frame<'_>) -> String {
    let about = format!("Ledgerline, {}", frame.public_url);
    match frame.support {
        Some(address) => format!("{about}\nQuestions? Write to {address}"),
        None => about,
    }
}

#[derive(Template)]
#[template(path = "mail/letter.html")]
struct Page<'a> {
    letter: &'a Letter,
    frame: &'a Frame<'a>,
    greeting: String,
}

/// The letter as HTML.
pub fn html(letter: &Letter, frame: &Frame<'_>) -> String {
    let page = Page { letter, frame, greeting: greeting(frame.name) };
    // Writing text to a string cannot fail.
    page.render().unwrap_or_default()
}

fn greeting(name: &str) -> String {
    match display_name(name) {
        name if name.is_empty() => "Hello,".to_owned(),
        name => format!("Hello {name},"),
    }
}

/// A name on one line, without characters that make the text around it read as something else.
pub(super) fn display_name(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !is_direction_control(*c)).collect()
}
