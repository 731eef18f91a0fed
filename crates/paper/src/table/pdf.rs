//! A table on paper: wide pages, each with the headings, a footer and the page's number. Columns without a share
//! of the width (ids, moments) are left to the other formats; a text that is too long ends in an ellipsis.

use std::io::{self, Write};

use super::shapes::{Cell, Column, Cover, Table, TableFile};
use crate::{
    canvas::Size,
    canvas::{Canvas, Colour, Pen},
    pdf::{About, Pdf},
    wording,
};

const LEFT: f32 = 40.0;
const RIGHT: f32 = 802.0;
const GAP: f32 = 12.0;
const HEADINGS: f32 = 104.0;
const ROW: f32 = 19.0;
const ROWS: usize = 23;

const SMALL: Pen = Pen::text(8.0, Colour::INK_3);
const CELL: Pen = Pen::text(8.5, Colour::INK);
const HEADING: Pen = Pen::strong(8.0, Colour::INK_2);

pub(super) struct Pages<W: Write> {
    pdf: Pdf<W>,
    cover: Cover,
    table: Option<&'static Table>,
    columns: Vec<Place>,
    /// The rows of the page that is filling, as they will be drawn.
    rows: Vec<Vec<String>>,
    page: usize,
    is_first_of_table: bool,
}

/// A column's place on the page.
#[derive(Debug, Clone, Copy)]
struct Place {
    index: usize,
    column: &'static Column,
    left: f32,
    right: f32,
}

impl<W: Write + Send> Pages<W> {
    pub fn begin(cover: Cover, out: W) -> io::Result<Self> {
        let about =
            About { title: "Ledgerline export", author: &cover.holder, made_at: cover.made_at };
        let mut pdf = Pdf::begin(out, Size::A4_WIDE, &about)?;
        pdf.total_in(SMALL);
        let (columns, rows) = (Vec::new(), Vec::with_capacity(ROWS));
        Ok(Self { pdf, cover, table: None, columns, rows, page: 0, is_first_of_table: true })
    }

    fn end_table(&mut self) -> io::Result<()> {
        if self.table.is_some() && (self.is_first_of_table || !self.rows.is_empty()) {
            self.turn()?;
        }
        Ok(())
    }

    /// Draws the page that is full.
    fn turn(&mut self) -> io::Result<()> {
        self.page += 1;
        let title = self.table.map_or("", |table| table.title);
        let mut page = self.pdf.canvas();
        head(&mut page, title, &self.cover);
        headings(&mut page, &self.columns);
        let mut y = HEADINGS - 6.0;
        for row in &self.rows {
            y += ROW;
            for (place, text) in self.columns.iter().zip(row) {
                cell(&mut page, place, y, text);
            }
            page.line((LEFT, y + 6.5), (RIGHT, y + 6.5), 0.5, Colour::LINE);
        }
        if self.rows.is_empty() {
            page.text(
                LEFT,
                HEADINGS + 24.0,
                Pen::text(10.0, Colour::INK_3),
                "There is nothing here.",
            );
        }
        foot(&mut page, &self.cover, self.page);
        let content = page.finish();
        self.pdf.page(&content)?;
        self.rows.clear();
        self.is_first_of_table = false;
        Ok(())
    }
}

impl<W: Write + Send> TableFile for Pages<W> {
    fn begin(&mut self, table: &'static Table) -> io::Result<()> {
        self.end_table()?;
        (self.table, self.is_first_of_table) = (Some(table), true);
        self.columns = places(table.columns);
        Ok(())
    }

    fn row(&mut self, cells: &[Cell]) -> io::Result<()> {
        if self.rows.len() == ROWS {
            self.turn()?;
        }
        let texts =
            self.columns.iter().map(|place| cells.get(place.index).map_or_else(String::new, shown));
        self.rows.push(texts.collect());
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.end_table()?;
        self.pdf.finish()?;
        Ok(())
    }
}

fn places(columns: &'static [Column]) -> Vec<Place> {
    let shown = || columns.iter().enumerate().filter(|(_, column)| column.share > 0);
    let shares: f32 = shown().map(|(_, column)| f32::from(column.share)).sum();
    let gaps = GAP * f32::from(u8::try_from(shown().count().saturating_sub(1)).unwrap_or(u8::MAX));
    let unit = (RIGHT - LEFT - gaps) / shares;
    let mut left = LEFT;
    let place = |(index, column): (usize, &'static Column)| {
        let right = left + unit * f32::from(column.share);
        let place = Place { index, column, left, right };
        left = right + GAP;
        place
    };
    shown().map(place).collect()
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => text.to_string(),
        Cell::Word(word) => wording::sentence(word),
        Cell::Money(minor) => wording::grouped(*minor),
        Cell::Count(count) => count.to_string(),
        Cell::Day(day) => day.to_string(),
        // To the minute; seconds are for machines.
        Cell::Moment(moment) => moment.to_string().get(..16).unwrap_or_default().replace('T', " "),
    }
}

fn cell(page: &mut Canvas<'_>, place: &Place, y: f32, text: &str) {
    if text.is_empty() {
        return;
    }
    let text = page.fitted(CELL, text, place.right - place.left);
    if place.column.is_figure {
        page.text_to(place.right, y, CELL, &text);
    } else {
        page.text(place.left, y, CELL, &text);
    }
}

fn head(page: &mut Canvas<'_>, title: &str, cover: &Cover) {
    page.mark(LEFT - 1.0, 34.0, 22.0, Colour::INK, Colour::ACCENT);
    page.text(LEFT + 29.0, 52.0, Pen::strong(16.0, Colour::INK), title);
    let holder = page.fitted(SMALL, &cover.holder, 300.0);
    page.text_to(RIGHT, 43.0, Pen::strong(8.5, Colour::INK), &holder);
    if !cover.choice.is_empty() {
        let choice = page.fitted(SMALL, &cover.choice, 480.0);
        page.text_to(RIGHT, 55.0, SMALL, &choice);
    }
}

fn headings(page: &mut Canvas<'_>, columns: &[Place]) {
    let y = HEADINGS - 14.0;
    for place in columns {
        let label = page.fitted(HEADING, place.column.label, place.right - place.left);
        if place.column.is_figure {
            page.text_to(place.right, y, HEADING, &label);
        } else {
            page.text(place.left, y, HEADING, &label);
        }
    }
    page.line((LEFT, HEADINGS - 6.0), (RIGHT, HEADINGS - 6.0), 0.75, Colour::INK);
}

fn foot(page: &mut Canvas<'_>, cover: &Cover, number: usize) {
    let made = domain::calendar::Day::of(cover.made_at);
    page.text(LEFT, 568.0, SMALL, &format!("Exported from Ledgerline on {}", wording::day(made)));
    // The number of pages is not known yet: it is drawn from here to the right.
    let end = RIGHT - 26.0;
    page.text_to(end, 568.0, SMALL, &format!("Page {number} of "));
    page.total_pages(end, 568.0);
}
