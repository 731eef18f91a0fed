//! CSV as RFC 4180 has it. A spreadsheet runs a cell that begins like a formula, wherever the text came from, so
//! such a text gets an apostrophe before it; figures are figures and stay as they are.

use std::io::{self, Write};

use domain::{calendar::Day, money::print, time::Timestamp};
use zip::{DateTime, ZipWriter, write::SimpleFileOptions, write::StreamWriter};

use super::{Cell, Table, TableFile};

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
    let runs = runs_as_formula(text);
    if !runs && !text.contains(['"', ',', '\r', '\n']) {
        line.push_str(text);
        return;
    }
    line.push('"');
    if runs {
        line.push('\'');
    }
    line.push_str(&text.replace('"', "\"\""));
    line.push('"');
}

/// Signs that begin a formula, also in the full width of East Asian scripts, and the blanks that some programs
/// strip before they look.
fn runs_as_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
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
