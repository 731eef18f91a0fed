//! A letter as plain text and as HTML. Mail programs know little of the web: one column, no tables, styles
//! beside each element, and a few rules for those that show mail on a dark ground.

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
        parts.push(format!("{}:\n{}{}", button.label, frame.public_url, button.path));
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

pub(super) fn html(letter: &Letter, frame: &Frame<'_>) -> String {
    let mut body = paragraph(&greeting(frame.name));
    letter.paragraphs.iter().for_each(|text| body.push_str(&paragraph(text)));
    if !letter.items.is_empty() {
        let items: String =
            letter.items.iter().map(|item| entry(&item.title, &item.text)).collect();
        body.push_str(&format!(
            "<ul style=\"margin:0 0 24px;padding:0;list-style:none\">{items}</ul>"
        ));
    }
    if let Some(button) = &letter.button {
        body.push_str(&format!(
            "<p style=\"margin:8px 0 24px\"><a class=\"button\" href=\"{}\" style=\"{BUTTON}\">{}</a></p>",
            escaped(&format!("{}{}", frame.public_url, button.path)),
            escaped(&button.label)
        ));
    }
    letter.closing.iter().for_each(|text| body.push_str(&small(&escaped(text))));
    let mut about = format!(
        "Ledgerline · <a class=\"quiet\" href=\"{0}\" style=\"color:#5d6a62\">{0}</a>",
        escaped(frame.public_url)
    );
    if let Some(address) = frame.support {
        let address = escaped(address);
        about.push_str(&format!(
            "<br>Questions? Write to <a class=\"quiet\" href=\"mailto:{address}\" style=\"color:#5d6a62\">{address}</a>"
        ));
    }
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <meta name=\"color-scheme\" content=\"light dark\">\
         <meta name=\"supported-color-schemes\" content=\"light dark\">\
         <title>{subject}</title><style>{DARK}</style></head>\
         <body class=\"ground\" style=\"margin:0;padding:32px 16px;background:#f1f4f0;\
         font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif\">\
         <div style=\"max-width:520px;margin:0 auto\">\
         <p class=\"brand\" style=\"margin:0 0 16px;font-size:20px;font-weight:600;color:#17382c\">Ledgerline</p>\
         <div class=\"card\" style=\"background:#ffffff;border:1px solid #e0e6df;border-radius:16px;padding:24px\">\
         <h1 class=\"text\" style=\"margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:600;color:#12201a\">{subject}</h1>\
         {body}</div>\
         <p class=\"quiet\" style=\"margin:16px 0 0;font-size:12px;color:#5d6a62\">{about}</p>\
         </div></body></html>",
        subject = escaped(&letter.subject),
    )
}

const BUTTON: &str = "display:inline-block;padding:12px 20px;border-radius:10px;background:#17382c;\
                      color:#ffffff;font-weight:600;text-decoration:none";

const DARK: &str = ":root{color-scheme:light dark}\
    @media (prefers-color-scheme:dark){\
    .ground{background:#0f1512!important}.card{background:#171e1a!important;border-color:#27302b!important}\
    .text{color:#e9f0eb!important}.quiet{color:#8f9d95!important}.brand{color:#dbe8e0!important}\
    .button{background:#dbe8e0!important;color:#11201a!important}}";

fn paragraph(text: &str) -> String {
    format!("<p class=\"text\" style=\"margin:0 0 16px;color:#12201a\">{}</p>", escaped(text))
}

fn entry(title: &str, text: &str) -> String {
    format!(
        "<li style=\"margin:0 0 16px\"><span class=\"text\" style=\"display:block;font-weight:600;color:#12201a\">{}</span>\
         <span class=\"quiet\" style=\"color:#5d6a62\">{}</span></li>",
        escaped(title),
        escaped(text)
    )
}

fn small(html: &str) -> String {
    format!("<p class=\"quiet\" style=\"margin:0 0 8px;font-size:14px;color:#5d6a62\">{html}</p>")
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

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
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
        assert!(page.contains("&amp; &lt;script&gt;alert(1)&lt;/script&gt;"), "{page}");
        assert!(page.contains("Hello Maya &lt;b&gt;Okafor&lt;/b&gt;,"), "{page}");
        assert!(!page.contains("<script") && !page.contains("<table"), "{page}");
        assert!(page.contains("href=\"https://studio.example/payment-history?sale=1&amp;x=2\""));
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
