//! Writes CSV as RFC 4180 defines it, quoted by the `csv` crate. A spreadsheet executes a cell that begins like a
//! formula, so such a text gets an apostrophe in front; numbers stay as they are.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use csv::{Terminator, Writer, WriterBuilder};
use domain::{calendar::Day, money::print, time::Timestamp};
use zip::{DateTime, ZipWriter, write::SimpleFileOptions, write::StreamWriter};

use super::shapes::{Cell, Table, TableFile, seconds};

/// Excel reads a file without it in the system's own encoding, and gets accents wrong.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

pub(super) struct Csv<W: Write>(Writer<W>);

impl<W: Write + Send> Csv<W> {
    pub fn begin(mut out: W) -> io::Result<Self> {
        out.write_all(BYTE_ORDER_MARK)?;
        Ok(Self(writer(out)))
    }
}

impl<W: Write + Send> TableFile for Csv<W> {
    fn begin(&mut self, table: &'static Table) -> io::Result<()> {
        write_head(&mut self.0, table)
    }

    fn row(&mut self, cells: &[Cell]) -> io::Result<()> {
        write_row(&mut self.0, cells)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes several tables as a ZIP archive with one CSV file for each.
pub(super) struct Archive<W: Write> {
    /// The writer of the current table, which owns the archive. The next table takes the archive out of it; `None` only
    /// after an error.
    table: Option<Writer<ZipWriter<StreamWriter<W>>>>,
    options: SimpleFileOptions,
}

impl<W: Write + Send> Archive<W> {
    pub fn begin(made_at: Timestamp, out: W) -> Self {
        let options =
            SimpleFileOptions::default().large_file(true).last_modified_time(day(made_at));
        Self { table: Some(writer(ZipWriter::new_stream(out))), options }
    }

    fn take_zip(&mut self) -> io::Result<ZipWriter<StreamWriter<W>>> {
        let table = self.table.take().ok_or_else(after_an_error)?;
        table.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

fn after_an_error() -> io::Error {
    io::Error::other("the archive cannot be continued after an error")
}

impl<W: Write + Send> TableFile for Archive<W> {
    fn begin(&mut self, table: &'static Table) -> io::Result<()> {
        let mut zip = self.take_zip()?;
        zip.start_file(format!("{}.csv", table.file), self.options)?;
        zip.write_all(BYTE_ORDER_MARK)?;
        write_head(self.table.insert(writer(zip)), table)
    }

    fn row(&mut self, cells: &[Cell]) -> io::Result<()> {
        write_row(self.table.as_mut().ok_or_else(after_an_error)?, cells)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.take_zip()?.finish()?.get_mut().flush()
    }
}

fn writer<W: Write>(out: W) -> Writer<W> {
    WriterBuilder::new()
        .terminator(Terminator::CRLF)
        .flexible(true)
        // The buffer is small, so that rows are passed on soon after they were written.
        .buffer_capacity(1024)
        .from_writer(out)
}

fn write_head<W: Write>(out: &mut Writer<W>, table: &Table) -> io::Result<()> {
    Ok(out.write_record(table.columns.iter().map(|column| column.label))?)
}

fn write_row<W: Write>(out: &mut Writer<W>, cells: &[Cell]) -> io::Result<()> {
    for cell in cells {
        match cell {
            Cell::Empty => out.write_field("")?,
            Cell::Text(text) => out.write_field(without_formulas(text).as_bytes())?,
            Cell::Word(word) => out.write_field(without_formulas(word).as_bytes())?,
            Cell::Money(minor) => out.write_field(print(*minor))?,
            Cell::Count(count) | Cell::Size(count) => out.write_field(count.to_string())?,
            Cell::Tempo(hundredths) => out.write_field(print(*hundredths))?,
            Cell::Length(millis) => out.write_field(print(seconds(*millis)))?,
            Cell::Day(day) => out.write_field(day.to_string())?,
            Cell::Time(time) => out.write_field(time.to_string())?,
            Cell::Moment(moment) => out.write_field(moment.to_string())?,
        }
    }
    Ok(out.write_record(None::<&[u8]>)?)
}

/// Signs that begin a formula, also in the full width of East Asian scripts.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/// Characters at which some programs begin another cell: they split lines at semicolons or tabs even inside quotes, and
/// then take a line break inside the quotes for the end of the row.
const SPLITS: [char; 4] = [';', '\t', '\r', '\n'];

/// Puts an apostrophe before each part of the text that a spreadsheet could take for a formula.
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

/// Converts a time to the format of dates in ZIP archives.
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
