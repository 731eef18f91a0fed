//! The parts of a table, independent of the format of the file.

use std::borrow::Cow;
use std::io;

use domain::{calendar::Day, calendar::TimeOfDay, time::Timestamp};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Text(Cow<'static, str>),
    /// A word of a closed list, such as a status: `in_review` for programs, `In review` on paper.
    Word(&'static str),
    /// An amount in minor units: 1250 is 12.50.
    Money(i64),
    Count(i64),
    /// A tempo in hundredths of a beat per minute: `112 BPM` on paper.
    Tempo(i64),
    /// A length in milliseconds: `3:07` on paper, seconds in the other formats.
    Length(i64),
    /// A size in bytes: `4.2 MB` on paper.
    Size(i64),
    Day(Day),
    Time(TimeOfDay),
    Moment(Timestamp),
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        if text.is_empty() { Self::Empty } else { Self::Text(text.into()) }
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

/// How a column is printed on paper. The other formats contain every column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OnPaper {
    /// A value that breaks into several lines if it is long.
    Text,
    /// A value that stays on one line: a date, a number, a word.
    OneLine,
    /// A number that stays on one line, aligned to the right.
    Figure,
    /// A value printed on lines of its own below the row, after its label.
    Below,
    /// A value such as an id that is not printed on paper.
    Omitted,
}

#[derive(Debug)]
pub struct Column {
    /// The column's name for programs: the name of the field in the API.
    pub key: &'static str,
    /// The column's heading for people.
    pub label: &'static str,
    pub(super) paper: OnPaper,
    /// The column's heading on paper, where values are printed with their unit.
    pub(super) paper_label: &'static str,
}

impl Column {
    const fn new(key: &'static str, label: &'static str, paper: OnPaper) -> Self {
        Self { key, label, paper, paper_label: label }
    }

    pub const fn text(key: &'static str, label: &'static str) -> Self {
        Self::new(key, label, OnPaper::Text)
    }

    pub const fn one_line(key: &'static str, label: &'static str) -> Self {
        Self::new(key, label, OnPaper::OneLine)
    }

    pub const fn figure(key: &'static str, label: &'static str) -> Self {
        Self::new(key, label, OnPaper::Figure)
    }

    pub const fn below(key: &'static str, label: &'static str) -> Self {
        Self::new(key, label, OnPaper::Below)
    }

    pub const fn hidden(key: &'static str, label: &'static str) -> Self {
        Self::new(key, label, OnPaper::Omitted)
    }

    #[must_use]
    pub const fn on_paper(self, paper_label: &'static str) -> Self {
        Self { paper_label, ..self }
    }
}

/// A total at the end of a table on paper, calculated for each currency.
#[derive(Debug)]
pub struct Total {
    pub label: &'static str,
    /// The keys of the column with the amounts and of the column with their currency.
    pub amount: &'static str,
    pub currency: &'static str,
    /// The key of a column and a word: only rows with this word in this column are counted.
    pub status: (&'static str, &'static str),
}

#[derive(Debug)]
pub struct Table {
    /// The table's name for programs, in a file with several tables: `beneficiaries`.
    pub key: &'static str,
    /// The table's name in the name of a file: `clients`.
    pub file: &'static str,
    /// The table's title: `Clients`.
    pub title: &'static str,
    pub columns: &'static [Column],
    /// The noun for one row and for several rows: `client`, `clients`.
    pub noun: (&'static str, &'static str),
    /// The key of the column whose first and last day are the period of the table.
    pub period: Option<&'static str>,
    pub total: Option<Total>,
}

impl Table {
    pub(super) fn place(&self, key: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.key == key)
    }
}

/// Converts milliseconds to hundredths of a second.
pub(super) fn seconds(millis: i64) -> i64 {
    (millis + 5) / 10
}

/// The metadata of a file with tables.
#[derive(Debug, Clone)]
pub struct Cover {
    /// The name of the account holder.
    pub holder: String,
    /// The filters in words; empty if the file contains all rows.
    pub choice: String,
    /// The first and the last day of the requested period.
    pub from: Option<Day>,
    pub to: Option<Day>,
    pub made_at: Timestamp,
    /// Whether more than one table will follow.
    pub is_several: bool,
}

/// A file that is written table by table: begin a table, write its rows, then begin the next table or finish.
pub trait TableFile: Send {
    fn begin(&mut self, table: &'static Table) -> io::Result<()>;
    fn row(&mut self, cells: &[Cell]) -> io::Result<()>;
    fn finish(self: Box<Self>) -> io::Result<()>;
}
