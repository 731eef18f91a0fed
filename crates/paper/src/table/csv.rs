//! CSV as RFC 4180 has it. A spreadsheet runs a cell that begins like a formula, wherever the text came from, so
//! such a text gets an apostrophe before it; figures are figures and stay as they are.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use domain::{calendar::Day, money::print, time::Timestamp};
use zip::{DateTime, ZipWriter, write::SimpleFileOptions, write::StreamWriter};

use super::shapes::{Cell, Table, TableFile};

pub(super) struct Csv<W> {
    out: W,
    line: String,
}

impl<W: Write + Send> Csv<W> {
    pub fn begin(out: W) -> Self {
        Self { out, line: String::new() }
    }
}

impl<W: Write + Send> TableFile for Csv<W> {
    fn begin(&mut self, table: &'static Table) -> io::Result<()> {
        head(&mut self.line, table);
        self.out.write_all(self.line.as_bytes())
    }

    fn row(&mut self, cells: &[Cell]) -> io::Result<()> {
        row(&mut self.line, cells);
        self.out.write_all(self.line.as_bytes())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

/// Several tables: a CSV each, in a zip.
pub(super) struct Archive<W: Write> {
    zip: ZipWriter<StreamWriter<W>>,
    options: SimpleFileOptions,
    line: String,
}

impl<W: Write + Send> Archive<W> {
    pub fn begin(made_at: Timestamp, out: W) -> Self {
        let options =
            SimpleFileOptions::default().large_file(true).last_modified_time(day(made_at));
        Self { zip: ZipWriter::new_stream(out), options, line: String::new() }
    }
}

impl<W: Write + Send> TableFile for Archive<W> {
    fn begin(&mut self, table: &'static Table) -> io::Result<()> {
        self.zip.start_file(format!("{}.csv", table.key), self.options)?;
        head(&mut self.line, table);
        self.zip.write_all(self.line.as_bytes())
    }

    fn row(&mut self, cells: &[Cell]) -> io::Result<()> {
        row(&mut self.line, cells);
        self.zip.write_all(self.line.as_bytes())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.zip.finish()?.get_mut().flush()
    }
}

fn head(line: &mut String, table: &Table) {
    line.clear();
    for (place, column) in table.columns.iter().enumerate() {
        separate(line, place);
        line.push_str(column.label);
    }
    line.push_str("\r\n");
}

fn row(line: &mut String, cells: &[Cell]) {
    line.clear();
    for (place, cell) in cells.iter().enumerate() {
        separate(line, place);
        match cell {
            Cell::Empty => {}
            Cell::Text(text) => quoted(line, text),
            Cell::Word(word) => quoted(line, word),
            Cell::Money(minor) => line.push_str(&print(*minor)),
            Cell::Count(count) => line.push_str(&count.to_string()),
            Cell::Day(day) => line.push_str(&day.to_string()),
            Cell::Moment(moment) => line.push_str(&moment.to_string()),
        }
    }
    line.push_str("\r\n");
}

fn separate(line: &mut String, place: usize) {
    if place > 0 {
        line.push(',');
    }
}

fn quoted(line: &mut String, text: &str) {
    let text = without_formulas(text);
    let has_splits_or_formulas = matches!(text, Cow::Owned(_));
    if !has_splits_or_formulas && !text.contains(['"', ',']) {
        line.push_str(&text);
        return;
    }
    line.push('"');
    line.push_str(&text.replace('"', "\"\""));
    line.push('"');
}

/// Signs that begin a formula, also in the full width of East Asian scripts.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/// Where a program may begin another cell: some split lines at semicolons or tabs whatever the quotes say, and
/// then take a line break inside the quotes for the end of the row.
const SPLITS: [char; 4] = [';', '\t', '\r', '\n'];

/// Puts an apostrophe before whatever a spreadsheet could take for the beginning of a formula.
fn without_formulas(text: &str) -> Cow<'_, str> {
    // Some programs strip blanks before they look.
    let runs = text.starts_with(['\t', '\r', '\n']) || text.starts_with(FORMULA);
    if !runs && !text.contains(SPLITS) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 2);
    if runs {
        safe.push('\'');
    }
    let mut rest = text;
    while let Some(at) = rest.find(SPLITS) {
        // All of these are one byte long.
        let (cell, after) = rest.split_at(at + 1);
        safe.push_str(cell);
        // A quote before the sign does not keep a program from running it.
        if after.trim_start_matches('"').starts_with(FORMULA) {
            safe.push('\'');
        }
        rest = after;
    }
    safe.push_str(rest);
    Cow::Owned(safe)
}

/// When the file was made, as a zip knows days.
pub(crate) fn day(moment: Timestamp) -> DateTime {
    let text = Day::of(moment).to_string();
    let part = |range| text.get(range).and_then(|digits: &str| digits.parse::<u16>().ok());
    let byte = |range| part(range).and_then(|value| u8::try_from(value).ok());
    part(0..4)
        .zip(byte(5..7))
        .zip(byte(8..10))
        .and_then(|((year, month), day)| {
            DateTime::from_date_and_time(year, month, day, 0, 0, 0).ok()
        })
        .unwrap_or_default()
}
