//! A contract on a page: the same text as in the PDF, with the filled-in values underlined.

use domain::licenses::contract::{Block, Origin, Span};

use crate::text::escape_html;

#[derive(Debug, Clone, Default)]
pub struct ContractText {
    /// The name of the contract in the page's sentences: `Trackout Lease Agreement`.
    pub title: String,
    /// The version of the contract text: `Text version 4 of Oct 2, 2026`.
    pub version: String,
    pub blocks: Vec<Block>,
    /// SHA-256 of the text, in hexadecimal letters.
    pub hash: String,
}

impl ContractText {
    /// The blocks as HTML, without the title of the text, which is the heading above them.
    pub fn html(&self) -> String {
        let mut html = String::new();
        let mut list = "";
        for block in self.blocks.iter().filter(|block| !self.is_title(block)) {
            let wanted = match block {
                Block::Numbered(..) => "ol",
                Block::Bullet(_) => "ul",
                Block::Heading(..) | Block::Paragraph(_) => "",
            };
            if wanted != list {
                close(&mut html, list);
                if !wanted.is_empty() {
                    html += &format!("<{wanted}>");
                }
                list = wanted;
            }
            let spans = spans(block.spans());
            html += &match block {
                Block::Heading(level, _) => heading(*level, &block.text(), spans),
                Block::Paragraph(_) => format!("<p>{spans}</p>"),
                Block::Bullet(_) => format!("<li>{spans}</li>"),
                Block::Numbered(number, _) => {
                    let number = escape_html(number.trim().trim_end_matches('.'));
                    format!("<li><span class=\"n\">{number}.</span> {spans}</li>")
                }
            };
        }
        close(&mut html, list);
        html
    }

    /// Whether values are missing that the buyer enters with the acceptance.
    pub(crate) fn has_gaps(&self) -> bool {
        let spans = self.blocks.iter().flat_map(Block::spans);
        spans.into_iter().any(|span| span.origin == Origin::Gap)
    }

    fn is_title(&self, block: &Block) -> bool {
        matches!(block, Block::Heading(1, _)) && block.text().trim() == self.title.trim()
    }
}

fn close(html: &mut String, list: &str) {
    if !list.is_empty() {
        *html += &format!("</{list}>");
    }
}

/// A heading as HTML. The number of a heading such as `2. The beat` goes into the margin.
fn heading(level: u8, text: &str, spans: String) -> String {
    let level = u32::from(level).clamp(2, 3) + 1;
    let number = text.split_once(". ").map(|(number, _)| number);
    match number.filter(|number| number.chars().all(|c| c.is_ascii_digit()) && number.len() < 4) {
        Some(number) => {
            let rest = spans.replacen(&format!("{number}. "), "", 1);
            format!("<h{level}><span class=\"n\">{number}.</span> {rest}</h{level}>")
        }
        None => format!("<h{level}>{spans}</h{level}>"),
    }
}

fn spans(spans: &[Span]) -> String {
    let one = |span: &Span| {
        let text = match span.origin {
            Origin::Gap => gap(&span.text),
            Origin::Text | Origin::Value => &span.text,
        };
        let text = escape_html(text).replace('\n', "<br>");
        let text = if span.is_bold { format!("<strong>{text}</strong>") } else { text };
        match span.origin {
            Origin::Text => text,
            Origin::Value => format!("<span class=\"f\">{text}</span>"),
            Origin::Gap => format!("<span class=\"gap\">{text}</span>"),
        }
    };
    spans.iter().map(one).collect()
}

/// The placeholder that a buyer reads for a value that is entered with the acceptance.
fn gap(field: &str) -> &str {
    match field {
        "buyer.name" => "your legal name",
        "buyer.alias" => "your artist name",
        "buyer.address" => "your address",
        "buyer.country" => "your country",
        "buyer.email" => "your email",
        "license.number" => "the license number",
        "date.issued" => "the day it is issued",
        "date.expires" => "the day it ends",
        field => field,
    }
}
