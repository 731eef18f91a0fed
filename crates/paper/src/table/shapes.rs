//! What a table is made of, whatever file it becomes.

use std::borrow::Cow;
use std::io;

use domain::{calendar::Day, calendar::TimeOfDay, time::Timestamp};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Text(Cow<'static, str>),
    /// A word of a closed list, such as a status: `in_review` for programs, `In review` on paper.
    Word(&'static str),
    /// Minor units: 1250 is 12.50.
    Money(i64),
    Count(i64),
    /// Hundredths of a beat per minute: `112 BPM` on paper.
    Tempo(i64),
    /// Milliseconds: `3:07` on paper, seconds elsewhere.
    Length(i64),
    /// Bytes: `4.2 MB` on paper.
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

/// How a column stands on paper. The other formats have every column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OnPaper {
    /// Breaks into several lines where it is long.
    Text,
    /// Stays on one line: a date, a number, a word.
    OneLine,
    /// Stays on one line, under the last digit of the row above.
    Figure,
    /// On lines of its own below the row, with its label before it.
    Below,
    /// Ids and the like are for programs.
    Omitted,
}

#[derive(Debug)]
pub struct Column {
    /// Its name for programs: the field's name in the API.
    pub key: &'static str,
    /// Its name for people.
    pub label: &'static str,
    pub(super) paper: OnPaper,
    /// Its name on paper, where values have their unit beside them.
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

/// What is added up at the end of a table on paper, for each currency.
#[derive(Debug)]
pub struct Total {
    pub label: &'static str,
    /// The key of the column of amounts, and of the one with their currency.
    pub amount: &'static str,
    pub currency: &'static str,
    /// Only rows with this word in this column count.
    pub status: (&'static str, &'static str),
}

#[derive(Debug)]
pub struct Table {
    /// `beneficiaries`: its name for programs, in a file that holds several.
    pub key: &'static str,
    /// `clients`: its name in the name of a file.
    pub file: &'static str,
    /// `Clients`.
    pub title: &'static str,
    pub columns: &'static [Column],
    /// One row and several: `client`, `clients`.
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

/// Milliseconds in hundredths of a second.
pub(super) fn seconds(millis: i64) -> i64 {
    (millis + 5) / 10
}

/// What a file says of itself.
#[derive(Debug, Clone)]
pub struct Cover {
    /// Whose rows these are.
    pub holder: String,
    /// Which rows, in words; empty for all of them.
    pub choice: String,
    /// The first and the last day that were asked for.
    pub from: Option<Day>,
    pub to: Option<Day>,
    pub made_at: Timestamp,
    /// Whether more than one table will follow.
    pub is_several: bool,
}

/// A file that is being written: a table begins, its rows follow, then perhaps the next.
pub trait TableFile: Send {
    fn begin(&mut self, table: &'static Table) -> io::Result<()>;
    fn row(&mut self, cells: &[Cell]) -> io::Result<()>;
    fn finish(self: Box<Self>) -> io::Result<()>;
}
