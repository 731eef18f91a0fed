//! A PDF with evidence for a dispute: what was agreed, paid and delivered, in sections of facts, with the documents
//! attached to the same file.

use std::io::{self, Write};

use domain::{
    calendar::Day, licenses::fields::plain, licenses::spelling::long_day, time::Timestamp,
};

use crate::{
    canvas::{Canvas, Color, Pen, Size},
    pdf::{About, Pdf},
};

#[derive(Debug, Clone)]
pub struct Evidence {
    /// The title: `Evidence for LIC-0031`.
    pub title: String,
    pub author: String,
    /// A few sentences below the title.
    pub about: String,
    pub sections: Vec<Section>,
    pub attachments: Vec<Attachment>,
    pub made_at: Timestamp,
}

#[derive(Debug, Clone, Default)]
pub struct Section {
    pub title: String,
    /// Labels with their values; a row without a value is left out.
    pub rows: Vec<(String, String)>,
}

impl Section {
    pub fn new(title: &str) -> Self {
        Self { title: title.to_owned(), rows: Vec::new() }
    }

    #[must_use]
    pub fn row(mut self, label: &str, value: impl Into<String>) -> Self {
        self.rows.push((label.to_owned(), value.into()));
        self
    }
}

/// A file that is attached to the PDF.
#[derive(Debug, Clone)]
pub struct Attachment {
    pub name: String,
    pub mime: &'static str,
    pub about: String,
    pub bytes: Vec<u8>,
}

const LEFT: f32 = 68.0;
const RIGHT: f32 = 527.0;
const WIDTH: f32 = RIGHT - LEFT;
const VALUES: f32 = LEFT + 128.0;
const TOP: f32 = 62.0;
const BOTTOM: f32 = 768.0;
const LEADING: f32 = 13.5;

const LABEL: Pen = Pen::text(9.0, Color::INK_3);
const VALUE: Pen = Pen::text(9.5, Color::INK);
const DETAIL: Pen = Pen::text(9.5, Color::INK_2);
const HEADING: Pen = Pen::strong(13.0, Color::INK);
const TITLE: Pen = Pen::strong(22.0, Color::INK);

/// The content of one line.
enum Line {
    Title(String),
    Text(String),
    Heading(String),
    /// A label, which only the first line of a value has, and a part of the value.
    Row(String, String),
    /// The horizontal line below a row.
    Rule,
}

impl Line {
    const fn height(&self) -> f32 {
        match self {
            Self::Title(_) => 28.0,
            Self::Text(_) | Self::Row(..) => LEADING,
            Self::Heading(_) => 40.0,
            Self::Rule => 6.0,
        }
    }
}

impl Evidence {
    pub fn write<W: Write>(&self, out: W) -> io::Result<W> {
        let (title, author) = (plain(&self.title), plain(&self.author));
        let about = About { title: &title, author: &author, made_at: self.made_at };
        let mut pdf = Pdf::begin(out, Size::A4, &about)?;
        let pages = {
            let mut page = pdf.canvas();
            split_pages(self.lines(&mut page))
        };
        for (number, lines) in (1..).zip(&pages) {
            let mut page = pdf.canvas();
            let mut y = TOP;
            for line in lines {
                y += line.height();
                draw(&mut page, line, y);
            }
            self.foot(&mut page, number, pages.len());
            let content = page.finish();
            pdf.page(&content)?;
        }
        for Attachment { name, mime, about, bytes } in &self.attachments {
            pdf.attach(&plain(name), mime, &plain(about), bytes, self.made_at)?;
        }
        pdf.finish()
    }

    fn lines(&self, page: &mut Canvas<'_>) -> Vec<Line> {
        let mut lines: Vec<Line> = page
            .break_lines(TITLE, &plain(&self.title), WIDTH)
            .into_iter()
            .map(Line::Title)
            .collect();
        let about = page.break_lines(DETAIL, &plain(&self.about), WIDTH);
        lines.extend(about.into_iter().map(Line::Text));
        let attached = self.attachments.iter().map(|file| (file.name.clone(), file.about.clone()));
        let attached = Section { title: "Attached files".to_owned(), rows: attached.collect() };
        for section in self.sections.iter().chain([&attached]) {
            let rows = section.rows.iter().filter(|(_, value)| !value.trim().is_empty());
            for (at, (label, value)) in rows.enumerate() {
                if at == 0 {
                    lines.push(Line::Heading(plain(&section.title)));
                }
                let label = page.fit_line(LABEL, &plain(label), VALUES - LEFT - 10.0);
                let parts = page.break_lines(VALUE, &plain(value), RIGHT - VALUES);
                for (place, part) in parts.into_iter().enumerate() {
                    let label = if place == 0 { label.clone() } else { String::new() };
                    lines.push(Line::Row(label, part));
                }
                lines.push(Line::Rule);
            }
        }
        lines
    }

    fn foot(&self, page: &mut Canvas<'_>, number: usize, count: usize) {
        page.line((LEFT, 786.0), (RIGHT, 786.0), 0.75, Color::LINE);
        let small = Pen::text(8.5, Color::INK_3);
        let left = format!("{} · made {}", plain(&self.title), moment(self.made_at));
        let left = page.fit_line(small, &left, WIDTH - 80.0);
        page.text(LEFT, 802.0, small, &left);
        page.text_to(RIGHT, 802.0, small, &format!("Page {number} of {count}"));
    }
}

/// Distributes the lines over pages. A heading is never the last line of a page.
fn split_pages(lines: Vec<Line>) -> Vec<Vec<Line>> {
    let (mut pages, mut y) = (vec![Vec::new()], TOP);
    for line in lines {
        let room =
            if matches!(line, Line::Heading(_)) { line.height() + 60.0 } else { line.height() };
        if y + room > BOTTOM && !matches!(line, Line::Rule) {
            pages.push(Vec::new());
            y = TOP;
        }
        y += line.height();
        if let Some(page) = pages.last_mut() {
            page.push(line);
        }
    }
    pages
}

fn draw(page: &mut Canvas<'_>, line: &Line, y: f32) {
    match line {
        Line::Title(text) => page.text(LEFT, y - 8.0, TITLE, text),
        Line::Text(text) => page.text(LEFT, y - 3.0, DETAIL, text),
        Line::Heading(text) => {
            page.text(LEFT, y - 12.0, HEADING, text);
            page.line((LEFT, y - 4.0), (RIGHT, y - 4.0), 0.75, Color::INK);
        }
        Line::Row(label, value) => {
            page.text(LEFT, y - 3.0, LABEL, label);
            page.text(VALUES, y - 3.0, VALUE, value);
        }
        Line::Rule => page.line((LEFT, y - 3.0), (RIGHT, y - 3.0), 0.5, Color::LINE),
    }
}

/// Formats a time: `November 17, 2026, 14:05:09 UTC`.
pub fn moment(moment: Timestamp) -> String {
    let seconds = moment.as_seconds().rem_euclid(86_400);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{}, {hours:02}:{minutes:02}:{seconds:02} UTC", long_day(Day::of(moment)))
}
