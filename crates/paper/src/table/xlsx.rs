//! Writes XLSX for spreadsheets: amounts are numbers, days are dates, text is always text. Rows are written to a
//! temporary file, and the archive is packed from it at the end.

use std::io::{self, Write};

use domain::calendar::Day;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

use super::shapes::{Cell, Cover, OnPaper, Table, TableFile, seconds};

/// The largest number of rows of a sheet in the XLSX format; further rows go to the next sheet.
const MOST_ROWS: u32 = 1_048_576;
/// The largest number of characters of a cell in the XLSX format.
const LONGEST_TEXT: usize = 32_767;

/// A workbook that is written row by row.
pub struct Xlsx<W> {
    out: W,
    book: Workbook,
    looks: CellFormats,
    table: Option<&'static Table>,
    /// The number of sheets of this table so far, and the next free row of the last sheet.
    sheets: u32,
    next_row: u32,
    count: usize,
    /// The largest number of rows of a sheet, with its heading.
    pub most_rows: u32,
}

struct CellFormats {
    head: Format,
    money: Format,
    day: Format,
    moment: Format,
}

impl<W: Write + Send> Xlsx<W> {
    pub fn begin(cover: &Cover, out: W) -> Self {
        let mut book = Workbook::new();
        let mut about = DocProperties::new().set_author(&cover.holder).set_company("Ledgerline");
        if let Ok(made_at) = ExcelDateTime::from_timestamp(cover.made_at.as_seconds()) {
            about = about.set_creation_datetime(&made_at);
        }
        book.set_properties(&about);
        let looks = CellFormats {
            head: Format::new()
                .set_bold()
                .set_font_color(0xFF_FF_FF)
                .set_background_color(0x17_38_2C),
            money: Format::new().set_num_format("#,##0.00"),
            day: Format::new().set_num_format("yyyy-mm-dd"),
            moment: Format::new().set_num_format("yyyy-mm-dd hh:mm"),
        };
        let (sheets, next_row, count) = (0, 0, 0);
        Self { out, book, looks, table: None, sheets, next_row, count, most_rows: MOST_ROWS }
    }

    fn begin_sheet(&mut self, table: &'static Table) -> Result<(), XlsxError> {
        self.end_sheet()?;
        self.sheets += 1;
        let name = match self.sheets {
            1 => table.title.to_owned(),
            number => format!("{} {number}", table.title),
        };
        let sheet = self.book.add_worksheet_with_constant_memory()?;
        sheet.set_name(name)?.set_freeze_panes(1, 0)?;
        for (place, column) in (0_u16..).zip(table.columns) {
            let letters = match column.paper {
                OnPaper::Text | OnPaper::Below => 30.0,
                OnPaper::OneLine => 16.0,
                OnPaper::Figure => 14.0,
                OnPaper::Omitted => 20.0,
            };
            sheet.set_column_width(place, letters)?;
        }
        for (place, column) in (0_u16..).zip(table.columns) {
            sheet.write_string_with_format(0, place, column.label, &self.looks.head)?;
        }
        self.count += 1;
        self.next_row = 1;
        Ok(())
    }

    /// Adds the buttons for sorting and filtering to the rows of the sheet.
    fn end_sheet(&mut self) -> Result<(), XlsxError> {
        let columns = self.table.map_or(0, |table| table.columns.len());
        if let (Some(last), Ok(columns), true) =
            (self.count.checked_sub(1), u16::try_from(columns), self.next_row > 1)
            && columns > 0
        {
            let sheet = self.book.worksheet_from_index(last)?;
            sheet.autofilter(0, 0, self.next_row - 1, columns - 1)?;
        }
        Ok(())
    }

    fn put_row(&mut self, cells: &[Cell]) -> Result<(), XlsxError> {
        if let Some(table) = self.table.filter(|_| self.next_row == self.most_rows) {
            self.begin_sheet(table)?;
        }
        let sheet = self.book.worksheet_from_index(self.count.saturating_sub(1))?;
        for (place, cell) in (0_u16..).zip(cells) {
            put(sheet, self.next_row, place, cell, &self.looks)?;
        }
        self.next_row += 1;
        Ok(())
    }
}

impl<W: Write + Send> TableFile for Xlsx<W> {
    fn begin(&mut self, table: &'static Table) -> io::Result<()> {
        self.end_sheet().map_err(io::Error::other)?;
        (self.table, self.sheets, self.next_row) = (Some(table), 0, 0);
        self.begin_sheet(table).map_err(io::Error::other)
    }

    fn row(&mut self, cells: &[Cell]) -> io::Result<()> {
        self.put_row(cells).map_err(io::Error::other)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.end_sheet().map_err(io::Error::other)?;
        self.book.save_to_writer(&mut self.out).map_err(io::Error::other)?;
        self.out.flush()
    }
}

fn put(
    sheet: &mut Worksheet,
    row: u32,
    column: u16,
    cell: &Cell,
    looks: &CellFormats,
) -> Result<(), XlsxError> {
    match cell {
        Cell::Empty => {}
        Cell::Text(text) => put_text(sheet, row, column, text)?,
        Cell::Word(word) => put_text(sheet, row, column, word)?,
        // The format knows only doubles. One division of a whole number below 2^53 gives the double that is
        // nearest to the amount, which every program shows with the same two decimals.
        Cell::Money(minor) | Cell::Tempo(minor) => {
            let amount = *minor as f64 / 100.0;
            sheet.write_number_with_format(row, column, amount, &looks.money)?;
        }
        Cell::Length(millis) => {
            let length = seconds(*millis) as f64 / 100.0;
            sheet.write_number_with_format(row, column, length, &looks.money)?;
        }
        Cell::Time(time) => put_text(sheet, row, column, &time.to_string())?,
        Cell::Count(count) | Cell::Size(count) => {
            sheet.write_number(row, column, *count as f64)?;
        }
        Cell::Day(day) => match excel_day(*day) {
            Some(day) => {
                sheet.write_datetime_with_format(row, column, &day, &looks.day)?;
            }
            // Spreadsheets know no day before 1900.
            None => put_text(sheet, row, column, &day.to_string())?,
        },
        Cell::Moment(moment) => match ExcelDateTime::from_timestamp(moment.as_seconds()) {
            Ok(moment) => {
                sheet.write_datetime_with_format(row, column, &moment, &looks.moment)?;
            }
            Err(_) => put_text(sheet, row, column, &moment.to_string())?,
        },
    }
    Ok(())
}

fn put_text(sheet: &mut Worksheet, row: u32, column: u16, text: &str) -> Result<(), XlsxError> {
    let mut kept = text.to_owned();
    if text.len() > LONGEST_TEXT {
        // The limit counts UTF-16 units, and a character has at most two: half of the limit always fits.
        kept = text.chars().take(LONGEST_TEXT / 2).collect();
    }
    sheet.write_string(row, column, kept)?;
    Ok(())
}

fn excel_day(day: Day) -> Option<ExcelDateTime> {
    let text = day.to_string();
    let part = |range| text.get(range).and_then(|digits: &str| digits.parse::<u16>().ok());
    let byte = |range| part(range).and_then(|value| u8::try_from(value).ok());
    ExcelDateTime::from_ymd(part(0..4)?, byte(5..7)?, byte(8..10)?).ok()
}
