//! A license contract: the filled text of the producer, below the parties and above a running foot, and at the end the
//! page of record, which says who accepted it, when and from where. The same contract is always the same file, byte for
//! byte.

use std::{
    io::{self, Write},
    ops::Range,
};

use domain::{
    calendar::Day,
    licenses::{contract::Block, fields::plain, spelling::long_day},
    time::Timestamp,
};

use crate::{
    canvas::{Area, Canvas, Color, Pen, Size},
    pdf::{About, Pdf},
    prose,
    receipt::Party,
};

#[derive(Debug, Clone)]
pub struct Contract<'a> {
    /// The license's reference: `LIC-0031`.
    pub reference: &'a str,
    /// The license kind: `WAV Lease`.
    pub kind: &'a str,
    /// The title of the beat.
    pub title: &'a str,
    pub producer: Party<'a>,
    pub buyer: Party<'a>,
    pub issued: Day,
    pub blocks: &'a [Block],
    pub record: Record<'a>,
}

/// How the contract came about, for the last page.
#[derive(Debug, Clone)]
pub struct Record<'a> {
    /// The name that the buyer typed; `None` if the producer recorded the license without an acceptance.
    pub accepted_by: Option<&'a str>,
    pub at: Timestamp,
    /// The buyer's IP address and browser; empty if unknown.
    pub address: &'a str,
    pub browser: &'a str,
    /// One more sentence, such as which sale the license was issued for; empty for none.
    pub note: &'a str,
    /// The producer's address, which the contract of an offer may leave to this page; empty if it is unknown.
    pub producer_address: &'a str,
    /// The first and the last day of the license; `None` for a license that is not issued yet.
    pub days: Option<(Day, Option<Day>)>,
    pub text_version: i64,
    /// The text that the parties agreed on, which is attached as `contract.txt`; empty if it is unknown.
    pub text: &'a str,
    /// SHA-256 of that text, in hexadecimal digits.
    pub text_hash: &'a str,
}

/// A PDF without its signature yet. The signature covers every byte except its own.
#[derive(Debug)]
pub struct Unsigned {
    bytes: Vec<u8>,
    hole: Range<usize>,
}

impl Unsigned {
    fn new(mut bytes: Vec<u8>, hole: Range<u64>, ranges: Range<u64>) -> io::Result<Self> {
        let place = |at: u64| usize::try_from(at).map_err(io::Error::other);
        let hole = place(hole.start)?..place(hole.end)?;
        let rest = bytes.len().saturating_sub(hole.end);
        let text = format!("{} {} {rest}", hole.start, hole.end);
        let room = place(ranges.start)?..place(ranges.end)?;
        let room = bytes.get_mut(room).and_then(|room| room.get_mut(..text.len()));
        let room = room.ok_or_else(|| io::Error::other("no room for the signature's range"))?;
        room.copy_from_slice(text.as_bytes());
        Ok(Self { bytes, hole })
    }

    /// The bytes to be signed: the parts of the file before and after the signature.
    pub fn parts(&self) -> [&[u8]; 2] {
        let part = |range: Range<usize>| self.bytes.get(range).unwrap_or_default();
        [part(0..self.hole.start), part(self.hole.end..self.bytes.len())]
    }

    /// Inserts the signature and returns the finished PDF.
    pub fn with_signature(mut self, signature: &[u8]) -> io::Result<Vec<u8>> {
        let digits: String = signature.iter().map(|byte| format!("{byte:02x}")).collect();
        let start = self.hole.start + 1;
        let room = self.bytes.get_mut(start..self.hole.end.saturating_sub(1));
        let room = room.and_then(|room| room.get_mut(..digits.len()));
        let room = room.ok_or_else(|| io::Error::other("the signature is too long"))?;
        room.copy_from_slice(digits.as_bytes());
        Ok(self.bytes)
    }
}

const LEFT: f32 = 68.0;
const RIGHT: f32 = 527.0;
const WIDTH: f32 = RIGHT - LEFT;
const MIDDLE: f32 = LEFT + WIDTH / 2.0 + 6.0;
const TOP: f32 = 62.0;
const BOTTOM: f32 = 768.0;
const PAD: f32 = 20.0;
/// The left edge of the values on the page of record.
const VALUES: f32 = LEFT + 128.0;
const MOST_LINES: usize = 6;
const LEADING: f32 = 15.0;

const LABEL: Pen = Pen::text(9.0, Color::INK_3);
const DETAIL: Pen = Pen::text(9.5, Color::INK_2);
const NAME: Pen = Pen::strong(11.0, Color::INK);
const TITLE: Pen = Pen::strong(22.0, Color::INK);

impl Contract<'_> {
    /// Writes the PDF; also returns its number of pages.
    pub fn write<W: Write>(&self, out: W) -> io::Result<(W, usize)> {
        let (pdf, count) = self.draw(out, false)?;
        Ok((pdf.finish()?, count))
    }

    /// Makes the PDF with space for a signature; also returns its number of pages.
    pub fn to_unsigned(&self) -> io::Result<(Unsigned, usize)> {
        let (pdf, count) = self.draw(Vec::new(), true)?;
        let (bytes, hole, ranges) = pdf.finish_unsigned()?;
        Ok((Unsigned::new(bytes, hole, ranges)?, count))
    }

    fn draw<W: Write>(&self, out: W, is_signed: bool) -> io::Result<(Pdf<W>, usize)> {
        let title = plain(&format!("{} {}, {}", self.kind, self.reference, self.title));
        let author = plain(self.producer.name);
        let about = About { title: &title, author: &author, made_at: self.record.at };
        let mut pdf = Pdf::begin(out, Size::A4, &about)?;
        if !self.record.text.is_empty() {
            let about = "The text that the parties agreed on";
            let text = self.record.text.as_bytes();
            pdf.attach("contract.txt", "text/plain", about, text, self.record.at)?;
        }
        let mut page = pdf.canvas();
        let (top, text) = self.head(&mut page);
        let lines = prose::lines(&mut page, text, WIDTH);
        let mut pages = prose::pages(lines, BOTTOM - top, BOTTOM - TOP).into_iter();
        let count = pages.len() + 1;
        prose::draw(&mut page, &pages.next().unwrap_or_default(), LEFT, top);
        self.foot(&mut page, 1, count);
        let content = page.finish();
        pdf.page(&content)?;
        for (number, lines) in (2..).zip(pages) {
            let mut page = pdf.canvas();
            prose::draw(&mut page, &lines, LEFT, TOP);
            self.foot(&mut page, number, count);
            let content = page.finish();
            pdf.page(&content)?;
        }
        let mut page = pdf.canvas();
        self.record(&mut page);
        self.foot(&mut page, count, count);
        let content = page.finish();
        if is_signed {
            pdf.sealed_page(&content, self.record.at)?
        } else {
            pdf.page(&content)?
        }
        Ok((pdf, count))
    }

    /// Draws the head of the first page: the title, the facts and the parties. Returns the position below it and the
    /// rest of the contract text.
    fn head(&self, page: &mut Canvas<'_>) -> (f32, &[Block]) {
        let name = Pen::strong(13.0, Color::INK);
        let producer = page.fit_line(name, &plain(self.producer.name), WIDTH - 120.0);
        page.text(LEFT, 70.0, name, &producer);
        page.text_to(RIGHT, 57.0, LABEL, "License");
        page.text_to(RIGHT, 72.0, name, self.reference);
        page.line((LEFT, 88.0), (RIGHT, 88.0), 0.75, Color::LINE);

        let (title, subtitle, text) = self.titles(page);
        let mut y = 101.0;
        for line in title {
            y += 27.0;
            page.text(LEFT, y, TITLE, &line);
        }
        if let Some(line) = subtitle {
            y += 18.0;
            page.text(LEFT, y, Pen::text(10.0, Color::INK_3), &line);
        }
        y = self.facts(page, y + 22.0);
        (y + 10.0, text)
    }

    /// Returns the title in lines, the line below it, and the rest of the text. A text without a short title of its own
    /// gets the name of the license kind as its title.
    fn titles(&self, page: &mut Canvas<'_>) -> (Vec<String>, Option<String>, &[Block]) {
        let (title, rest) = match self.blocks {
            [title @ Block::Heading(1, _), rest @ ..] => (title.text(), rest),
            all => (self.kind.to_owned(), all),
        };
        let lines = page.break_lines(TITLE, &plain(&title), WIDTH);
        if lines.len() > 3 {
            return (page.wrap_lines(TITLE, &plain(self.kind), WIDTH, 2), None, self.blocks);
        }
        match rest {
            [Block::Paragraph(_), after @ ..] if is_line(page, rest) => {
                (lines, rest.first().map(Block::text), after)
            }
            _ => (lines, None, rest),
        }
    }

    /// Draws the panel with the beat, the kind and the day, and with the two parties below.
    fn facts(&self, page: &mut Canvas<'_>, top: f32) -> f32 {
        let half = WIDTH / 2.0 - PAD - 12.0;
        let issued = self.issued.in_words();
        let (title, kind) = (plain(self.title), plain(self.kind));
        let columns = [
            ("Beat", title.as_str(), LEFT + PAD, half),
            ("License", kind.as_str(), MIDDLE, 110.0),
            ("Issued", issued.as_str(), MIDDLE + 122.0, RIGHT - PAD - MIDDLE - 122.0),
        ];
        let mut columns: Vec<_> = columns
            .map(|(label, text, x, room)| {
                (label, page.wrap_lines(NAME, text, room, 3), Vec::new(), x)
            })
            .into();
        let parties = [("Producer", &self.producer, LEFT + PAD), ("Licensee", &self.buyer, MIDDLE)];
        let parties: Vec<_> = parties
            .map(|(label, party, x)| {
                let name = page.wrap_lines(NAME, &plain(party.name), half, 3);
                let details = party.details.iter().map(|detail| plain(detail));
                let details: Vec<String> =
                    details.flat_map(|detail| page.break_lines(DETAIL, &detail, half)).collect();
                (label, name, details, x)
            })
            .into();
        let most = |columns: &[(&str, Vec<String>, Vec<String>, f32)]| {
            let height = |(_, name, details, _): &(&str, Vec<String>, Vec<String>, f32)| {
                14.0 * name.len() as f32 + 13.5 * details.len().min(MOST_LINES) as f32
            };
            columns.iter().map(height).fold(0.0_f32, f32::max) + 16.0
        };
        let (above, below) = (most(&columns), most(&parties));
        let panel = Area { x: LEFT, y: top, width: WIDTH, height: above + below + 3.0 * PAD - 8.0 };
        page.fill_rounded(panel, 12.0, Color::PAPER);
        let line = top + PAD + above + PAD / 2.0 - 4.0;
        page.line((LEFT + PAD, line), (RIGHT - PAD, line), 0.75, Color::LINE);
        let below = line + PAD / 2.0 + 4.0;
        columns.extend(parties);
        for (at, (label, name, details, x)) in columns.iter().enumerate() {
            let mut y = if at < 3 { top + PAD } else { below } + 7.0;
            page.text(*x, y, LABEL, label);
            y += 2.0;
            for line in name {
                y += 14.0;
                page.text(*x, y, NAME, line);
            }
            y += 1.0;
            for line in details.iter().take(MOST_LINES) {
                y += 13.5;
                page.text(*x, y, DETAIL, line);
            }
        }
        panel.y + panel.height
    }

    fn record(&self, page: &mut Canvas<'_>) {
        let Record { accepted_by, at, address, browser, note, text_version, text_hash, .. } =
            &self.record;
        page.text(LEFT, TOP + 18.0, TITLE, "Page of record");
        let mut y = TOP + 24.0;
        let about = format!("This page is part of contract {}.", self.reference);
        let how = match accepted_by {
            Some(_) => "It records who accepted the contract, when and from where.",
            None => "The producer recorded this license; nobody accepted it electronically.",
        };
        for line in page.break_lines(DETAIL, &format!("{about} {how}"), WIDTH) {
            y += LEADING;
            page.text(LEFT, y, DETAIL, &line);
        }
        y += 16.0;
        let (when, version) = (moment(*at), format!("Version {text_version}"));
        let producer = "Recorded by the producer";
        let (first, last) = match self.record.days {
            Some((first, Some(last))) => (long_day(first), long_day(last)),
            Some((first, None)) => (long_day(first), "No end date".to_owned()),
            None => (String::new(), String::new()),
        };
        let rows = [
            ("Reference", self.reference),
            ("License", self.kind),
            ("Beat", self.title),
            ("Producer", self.producer.name),
            ("Producer's address", self.record.producer_address),
            ("Licensee", self.buyer.name),
            ("First day", &first),
            ("Last day", &last),
            ("Accepted by", accepted_by.unwrap_or(producer)),
            (if accepted_by.is_some() { "Accepted on" } else { "Recorded on" }, &when),
            ("From address", address),
            ("Browser", browser),
            ("Note", note),
            ("Contract text", &version),
            ("SHA-256 of the text", text_hash),
        ];
        page.line((LEFT, y), (RIGHT, y), 0.75, Color::INK);
        for (label, value) in rows {
            let value = plain(value);
            if value.is_empty() {
                continue;
            }
            let pen = match label {
                "SHA-256 of the text" => Pen::text(8.0, Color::INK),
                "Reference" | "Accepted by" => Pen::strong(10.0, Color::INK),
                _ => Pen::text(10.0, Color::INK),
            };
            y += 5.0;
            let lines = page.wrap_lines(pen, &value, RIGHT - VALUES, MOST_LINES);
            page.text(LEFT, y + LEADING - 4.0, LABEL, label);
            for line in lines {
                y += LEADING;
                page.text(VALUES, y - 4.0, pen, &line);
            }
            y += 5.0;
            page.line((LEFT, y), (RIGHT, y), 0.5, Color::LINE);
        }
        y += 8.0;
        let hint = match self.record.text {
            "" => {
                "The SHA-256 is a fingerprint of the contract text. If a single character of the text changed, the \
                 fingerprint would be another."
            }
            _ => {
                "The SHA-256 is the fingerprint of the text that the parties agreed on, which is attached to this file \
                 as contract.txt. If a single character of it changed, the fingerprint would be another."
            }
        };
        for line in page.break_lines(LABEL, hint, WIDTH) {
            y += 13.5;
            page.text(LEFT, y, LABEL, &line);
        }
    }

    fn foot(&self, page: &mut Canvas<'_>, number: usize, count: usize) {
        page.line((LEFT, 786.0), (RIGHT, 786.0), 0.75, Color::LINE);
        let small = Pen::text(8.5, Color::INK_3);
        let left = format!("{} · {}", self.reference, plain(self.title));
        let left = page.fit_line(small, &left, WIDTH - 80.0);
        page.text(LEFT, 802.0, small, &left);
        page.text_to(RIGHT, 802.0, small, &format!("Page {number} of {count}"));
    }
}

/// Whether the first block fits on a single line.
fn is_line(page: &mut Canvas<'_>, blocks: &[Block]) -> bool {
    prose::lines(page, blocks.get(..1).unwrap_or_default(), WIDTH).len() == 1
}

/// Formats a time: `November 17, 2026, 14:05:09 UTC`.
fn moment(moment: Timestamp) -> String {
    let seconds = moment.as_seconds().rem_euclid(86_400);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{}, {hours:02}:{minutes:02}:{seconds:02} UTC", long_day(Day::of(moment)))
}
