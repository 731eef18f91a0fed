//! Writes a table as a PDF with landscape pages. Each page has the headings, the period, a footer and the page number;
//! the totals are at the end. The widths of columns follow their content, and long texts break into lines: no value is
//! cut off.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Write};

use domain::calendar::Day;
use domain::money::Currency;
use pdf_writer::Ref;

use super::layout::{ColumnWidths, GAP, Layout, TYPE, lay_out};
use super::shapes::{Cell, Column, Cover, OnPaper, Table, TableFile};
use crate::{
    canvas::{Canvas, Color, Pen, Size},
    pdf::{About, Pdf},
    wording,
};

const LEFT: f32 = 40.0;
const RIGHT: f32 = 802.0;
/// The vertical positions of the line under the headings and of the end of the rows.
const TOP: f32 = 104.0;
const BOTTOM: f32 = 544.0;
const PAD: f32 = 8.0;
const LINE: f32 = 11.0;
/// The number of rows that are measured before the first page is drawn, so that most tables have the same column widths
/// on all pages.
const AHEAD: usize = 200;

const SMALL: Pen = Pen::text(8.0, Color::INK_3);
const HEADING: f32 = 8.0;

pub(super) struct Pages<W: Write> {
    pdf: Pdf<W>,
    cover: Cover,
    sheet: Option<Sheet>,
    /// The text of each table's period, added when the table ends.
    periods: Vec<String>,
    /// The content stream of each page that is written at the end, with the index of the page's table.
    unfinished: Vec<(Ref, usize)>,
}

/// The table that is being written.
struct Sheet {
    table: &'static Table,
    /// The columns that stand side by side, by their index in the row.
    beside: Vec<usize>,
    below: Vec<usize>,
    seen: Vec<ColumnWidths>,
    waiting: VecDeque<Row>,
    rows: usize,
    totals: BTreeMap<&'static str, i64>,
    days: Option<(Day, Day)>,
    is_drawn: bool,
}

struct Row {
    beside: Vec<String>,
    below: Vec<String>,
}

impl<W: Write + Send> Pages<W> {
    pub fn begin(cover: Cover, out: W) -> io::Result<Self> {
        let about =
            About { title: "Ledgerline export", author: &cover.holder, made_at: cover.made_at };
        let pdf = Pdf::begin(out, Size::A4_WIDE, &about)?;
        Ok(Self { pdf, cover, sheet: None, periods: Vec::new(), unfinished: Vec::new() })
    }

    fn end_table(&mut self) -> io::Result<()> {
        let Some(mut sheet) = self.sheet.take() else { return Ok(()) };
        while !sheet.waiting.is_empty() || !sheet.is_drawn {
            self.draw(&mut sheet)?;
        }
        let asked = (self.cover.from, self.cover.to);
        self.periods.push(wording::period(asked, sheet.days));
        Ok(())
    }

    /// Draws one page with as many of the waiting rows as fit, and the totals if they fit after the last row.
    fn draw(&mut self, sheet: &mut Sheet) -> io::Result<()> {
        let columns: Vec<&Column> =
            sheet.beside.iter().filter_map(|index| sheet.table.columns.get(*index)).collect();
        let layout = lay_out(&columns, &sheet.seen, RIGHT - LEFT);
        let pen = Pen::text(layout.size, Color::INK);
        let mut page = self.pdf.canvas();
        head(&mut page, sheet.table.title, &self.cover);
        headings(&mut page, &columns, &layout);
        let mut y = TOP - 6.0;
        let mut is_first = true;
        while let Some(row) = sheet.waiting.front() {
            let lines = wrap_row(&mut page, pen, row, &layout);
            let below = below(&mut page, sheet, row, layout.size);
            let most = lines.iter().map(Vec::len).max().unwrap_or(1).max(1);
            let height = PAD + LINE * (most + below.len()) as f32;
            if y + height > BOTTOM && !is_first {
                break;
            }
            draw_row(&mut page, &columns, &layout, y, &lines);
            let note = Pen::text(layout.size - 0.5, Color::INK_3);
            for (number, line) in below.iter().enumerate() {
                page.text(LEFT, y + 13.0 + LINE * (most + number) as f32, note, line);
            }
            y += height;
            page.line((LEFT, y), (RIGHT, y), 0.5, Color::LINE);
            is_first = false;
            sheet.waiting.pop_front();
        }
        if sheet.rows == 0 {
            let none = format!("No {} to show.", sheet.table.noun.1);
            page.text(LEFT, TOP + 20.0, Pen::text(10.0, Color::INK_3), &none);
        }
        let end = y + LINE * 1.6 * (1 + sheet.totals.len()) as f32;
        // If the totals do not fit below the last row, another page is drawn for them.
        sheet.is_drawn = sheet.waiting.is_empty() && (end <= BOTTOM + PAD || is_first);
        if sheet.is_drawn && sheet.rows > 0 {
            totals(&mut page, sheet, y);
        }
        foot(&mut page, &self.cover);
        let content = page.finish();
        let late = self.pdf.page_with_late(&content)?;
        self.unfinished.push((late, self.periods.len()));
        Ok(())
    }
}

impl<W: Write + Send> TableFile for Pages<W> {
    fn begin(&mut self, table: &'static Table) -> io::Result<()> {
        self.end_table()?;
        let of = |wanted: fn(OnPaper) -> bool| {
            let columns = table.columns.iter().enumerate();
            columns.filter(|(_, column)| wanted(column.paper)).map(|(index, _)| index).collect()
        };
        let beside: Vec<usize> = of(|on| !matches!(on, OnPaper::Below | OnPaper::Omitted));
        let mut page = self.pdf.canvas();
        let mut seen = Vec::with_capacity(beside.len());
        for index in &beside {
            let label = table.columns.get(*index).map_or("", |column| column.paper_label);
            let heading = page.width(Pen::strong(HEADING, Color::INK_2), label);
            seen.push(ColumnWidths { heading, ..ColumnWidths::default() });
        }
        self.sheet = Some(Sheet {
            table,
            beside,
            below: of(|on| on == OnPaper::Below),
            seen,
            waiting: VecDeque::new(),
            rows: 0,
            totals: BTreeMap::new(),
            days: None,
            is_drawn: false,
        });
        Ok(())
    }

    fn row(&mut self, cells: &[Cell]) -> io::Result<()> {
        let Some(mut sheet) = self.sheet.take() else { return Ok(()) };
        sheet.count(cells);
        let shown = |index: &usize| cells.get(*index).map_or_else(String::new, cell_text);
        let row = Row {
            beside: sheet.beside.iter().map(shown).collect(),
            below: sheet.below.iter().map(shown).collect(),
        };
        let mut page = self.pdf.canvas();
        let pen = Pen::text(TYPE, Color::INK);
        for (seen, text) in sheet.seen.iter_mut().zip(&row.beside) {
            seen.value = seen.value.max(page.width(pen, text));
            for word in text.split_whitespace() {
                seen.word = seen.word.max(page.width(pen, word));
            }
        }
        sheet.waiting.push_back(row);
        if sheet.waiting.len() > AHEAD {
            self.draw(&mut sheet)?;
        }
        self.sheet = Some(sheet);
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.end_table()?;
        let count = self.unfinished.len();
        for (number, (late, table)) in (1..).zip(std::mem::take(&mut self.unfinished)) {
            let mut page = self.pdf.canvas();
            page.text_to(RIGHT, 568.0, SMALL, &format!("Page {number} of {count}"));
            if let Some(period) = self.periods.get(table) {
                page.text_to(RIGHT, 55.0, SMALL, period);
            }
            let content = page.finish();
            self.pdf.late(late, &content)?;
        }
        self.pdf.finish()?;
        Ok(())
    }
}

impl Sheet {
    fn count(&mut self, cells: &[Cell]) {
        self.rows += 1;
        let cell = |key: &str| self.table.place(key).and_then(|place| cells.get(place));
        let day = match self.table.period.and_then(cell) {
            Some(Cell::Day(day)) => Some(*day),
            Some(Cell::Moment(moment)) => Some(Day::of(*moment)),
            _ => None,
        };
        if let Some(day) = day {
            let (first, last) = self.days.unwrap_or((day, day));
            self.days = Some((first.min(day), last.max(day)));
        }
        let Some(total) = &self.table.total else { return };
        if let (Some(Cell::Money(amount)), Some(Cell::Word(currency)), Some(Cell::Word(status))) =
            (cell(total.amount), cell(total.currency), cell(total.status.0))
            && *status == total.status.1
        {
            let sum = self.totals.entry(*currency).or_default();
            *sum = sum.saturating_add(*amount);
        }
    }
}

fn cell_text(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => text.to_string(),
        Cell::Word(word) => wording::sentence(word),
        Cell::Money(minor) => wording::amount(*minor),
        Cell::Count(count) => count.to_string(),
        Cell::Tempo(hundredths) => wording::tempo(*hundredths),
        Cell::Length(millis) => wording::length(*millis),
        Cell::Size(bytes) => wording::size(*bytes),
        Cell::Day(day) => day.in_words(),
        Cell::Time(time) => time.in_words(),
        Cell::Moment(moment) => wording::moment(*moment),
    }
}

fn wrap_row(page: &mut Canvas<'_>, pen: Pen, row: &Row, layout: &Layout) -> Vec<Vec<String>> {
    let cells = row.beside.iter().zip(&layout.widths);
    cells.map(|(text, width)| page.break_lines(pen, text, *width)).collect()
}

/// Returns the lines below a row, each value after its label.
fn below(page: &mut Canvas<'_>, sheet: &Sheet, row: &Row, size: f32) -> Vec<String> {
    let pen = Pen::text(size - 0.5, Color::INK_3);
    let mut values = Vec::new();
    for (index, text) in sheet.below.iter().zip(&row.below).filter(|(_, text)| !text.is_empty()) {
        let label = sheet.table.columns.get(*index).map_or("", |column| column.paper_label);
        values.push(format!("{label}: {text}"));
    }
    page.break_lines(pen, &values.join(" · "), RIGHT - LEFT)
}

fn draw_row(
    page: &mut Canvas<'_>,
    columns: &[&Column],
    layout: &Layout,
    top: f32,
    cells: &[Vec<String>],
) {
    let pen = Pen::text(layout.size, Color::INK);
    let mut left = LEFT;
    for ((column, width), lines) in columns.iter().zip(&layout.widths).zip(cells) {
        for (number, line) in lines.iter().enumerate() {
            let y = top + 13.0 + LINE * number as f32;
            match column.paper {
                OnPaper::Figure => page.text_to(left + width, y, pen, line),
                _ => page.text(left, y, pen, line),
            }
        }
        left += width + GAP;
    }
}

fn head(page: &mut Canvas<'_>, title: &str, cover: &Cover) {
    page.mark(LEFT - 1.0, 34.0, 22.0, Color::INK, Color::ACCENT);
    page.text(LEFT + 29.0, 52.0, Pen::strong(16.0, Color::INK), title);
    let holder = page.fit_line(SMALL, &cover.holder, 300.0);
    page.text_to(RIGHT, 43.0, Pen::strong(8.5, Color::INK), &holder);
    if !cover.choice.is_empty() {
        let choice = page.fit_line(SMALL, &cover.choice, RIGHT - LEFT);
        page.text_to(RIGHT, 67.0, SMALL, &choice);
    }
}

fn headings(page: &mut Canvas<'_>, columns: &[&Column], layout: &Layout) {
    let pen = Pen::strong(HEADING * layout.size / TYPE, Color::INK_2);
    let y = TOP - 14.0;
    let mut left = LEFT;
    for (column, width) in columns.iter().zip(&layout.widths) {
        match column.paper {
            OnPaper::Figure => page.text_to(left + width, y, pen, column.paper_label),
            _ => page.text(left, y, pen, column.paper_label),
        }
        left += width + GAP;
    }
    page.line((LEFT, TOP - 6.0), (RIGHT, TOP - 6.0), 0.75, Color::INK);
}

/// Draws the number of rows and the sum of their amounts in each currency.
fn totals(page: &mut Canvas<'_>, sheet: &Sheet, top: f32) {
    let pen = Pen::strong(9.0, Color::INK);
    let (one, many) = sheet.table.noun;
    let count = match sheet.rows {
        1 => format!("1 {one}"),
        rows => format!("{} {many}", wording::count_text(rows)),
    };
    let mut y = top + LINE * 1.6;
    page.text(LEFT, y, pen, &count);
    let label = sheet.table.total.as_ref().map_or("", |total| total.label);
    for (currency, sum) in &sheet.totals {
        let amount = Currency::find(currency)
            .map_or_else(|| wording::amount(*sum), |currency| wording::money(*sum, currency));
        page.text_to(RIGHT, y, pen, &format!("{label}, {currency}: {amount}"));
        y += LINE * 1.6;
    }
}

fn foot(page: &mut Canvas<'_>, cover: &Cover) {
    let made = Day::of(cover.made_at);
    page.text(LEFT, 568.0, SMALL, &format!("Exported from Ledgerline on {}", made.in_words()));
}
