//! Writes JSON: a list of objects with the API's field names; several tables become an object of such lists. Amounts
//! are numbers with two decimals, printed digit by digit.

use std::io::{self, Write};

use domain::money::print;

use super::shapes::{Cell, Table, TableFile, seconds};

pub(super) struct Json<W> {
    out: W,
    is_several: bool,
    table: Option<&'static Table>,
    is_first_row: bool,
    line: Vec<u8>,
}

impl<W: Write + Send> Json<W> {
    pub fn begin(is_several: bool, out: W) -> Self {
        Self { out, is_several, table: None, is_first_row: true, line: Vec::new() }
    }

    fn end_table(&mut self) -> io::Result<()> {
        if self.table.is_some() {
            self.out.write_all(if self.is_first_row { b"]" } else { b"\n]" })?;
        }
        Ok(())
    }
}

impl<W: Write + Send> TableFile for Json<W> {
    fn begin(&mut self, table: &'static Table) -> io::Result<()> {
        self.end_table()?;
        if self.is_several {
            let before = if self.table.is_some() { ",\n" } else { "{\n" };
            write!(self.out, "{before}\"{}\": ", table.key)?;
        }
        (self.table, self.is_first_row) = (Some(table), true);
        self.out.write_all(b"[")
    }

    fn row(&mut self, cells: &[Cell]) -> io::Result<()> {
        let columns = self.table.map(|table| table.columns).unwrap_or_default();
        self.line.clear();
        self.line.extend_from_slice(if self.is_first_row { b"\n{" } else { b",\n{" });
        self.is_first_row = false;
        for (place, (column, cell)) in columns.iter().zip(cells).enumerate() {
            write!(self.line, "{}\"{}\":", if place > 0 { "," } else { "" }, column.key)?;
            match cell {
                Cell::Empty => self.line.extend_from_slice(b"null"),
                Cell::Text(text) => serde_json::to_writer(&mut self.line, text)?,
                Cell::Word(word) => serde_json::to_writer(&mut self.line, word)?,
                Cell::Money(minor) => self.line.extend_from_slice(print(*minor).as_bytes()),
                Cell::Count(count) | Cell::Size(count) => write!(self.line, "{count}")?,
                Cell::Tempo(value) => self.line.extend_from_slice(print(*value).as_bytes()),
                Cell::Length(millis) => {
                    self.line.extend_from_slice(print(seconds(*millis)).as_bytes());
                }
                Cell::Day(day) => write!(self.line, "\"{day}\"")?,
                Cell::Time(time) => write!(self.line, "\"{time}\"")?,
                Cell::Moment(moment) => write!(self.line, "\"{moment}\"")?,
            }
        }
        self.line.push(b'}');
        self.out.write_all(&self.line)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.end_table()?;
        self.out.write_all(if self.is_several { b"\n}\n" } else { b"\n" })?;
        self.out.flush()
    }
}
