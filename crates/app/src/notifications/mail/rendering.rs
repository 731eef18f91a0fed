//! A letter as plain text and as HTML. Mail programs support little of the web, so `templates/mail/letter.html` has one
//! column, no tables, a style on each element, and a few rules for programs that show mail on a dark background.

use askama::Template;
use domain::identity::users::is_direction_control;

use super::letter::Letter;

pub(super) struct Frame<'a> {
    pub name: &'a str,
    /// Without a slash at its end.
    pub public_url: &'a str,
    pub support: Option<&'a str>,
}

pub(super) fn plain(letter: &Letter, frame: &Frame<'_>) -> String {
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

pub(super) fn html(letter: &Letter, frame: &Frame<'_>) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame<'_> = Frame {
        name: "Maya <b>Okafor</b>",
        public_url: "https://studio.example",
        support: Some("help@studio.example"),
    };

    fn letter() -> Letter {
        Letter::new("Beat sold")
            .paragraph("“Harbour” & <script>alert(1)</script>")
            .item("One", "first")
            .button("Open", "/payment-history?sale=1&x=2")
            .closing("That is all.")
    }

    #[test]
    fn nothing_anyone_typed_becomes_markup() {
        let page = html(&letter(), &FRAME);
        assert!(page.contains("&#38; &#60;script&#62;alert(1)&#60;/script&#62;"), "{page}");
        assert!(page.contains("Hello Maya &#60;b&#62;Okafor&#60;/b&#62;,"), "{page}");
        assert!(!page.contains("<script") && !page.contains("<table"), "{page}");
        assert!(page.contains("href=\"https://studio.example/payment-history?sale=1&#38;x=2\""));
    }

    #[test]
    fn a_greeting_turns_no_text_around_guard_04() {
        let turned = Frame { name: "Maya\u{202e}\r\n \u{2066}Okafor", ..FRAME };
        assert!(plain(&letter(), &turned).starts_with("Hello Maya Okafor,"));
        assert!(plain(&letter(), &Frame { name: "", ..FRAME }).starts_with("Hello,\n"));
        assert!(html(&letter(), &Frame { name: "", ..FRAME }).contains(">Hello,</p>"));
    }

    #[test]
    fn the_plain_part_says_the_same() {
        let text = plain(&letter(), &FRAME);
        for piece in [
            "Hello Maya <b>Okafor</b>,\n\n“Harbour”",
            "* One\n  first",
            "Open:\nhttps://studio.example/payment-history?sale=1&x=2",
            "That is all.",
            "Questions? Write to help@studio.example",
        ] {
            assert!(text.contains(piece), "{piece} in {text}");
        }
    }
}
