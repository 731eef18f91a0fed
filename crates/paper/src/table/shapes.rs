//! What a table is made of, whatever file it becomes.

use std::borrow::Cow;
use std::io;

use domain::{calendar::Day, time::Timestamp};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Text(Cow<'static, str>),
    /// A word of a closed list, such as a status: `in_review` for programs, `In review` on paper.
    Word(&'static str),
    /// Minor units: 1250 is 12.50.
    Money(i64),
    Count(i64),
    Day(Day),
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

#[derive(Debug)]
pub struct Column {
    /// Its name for programs: the field's name in the API.
    pub key: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// Its share of a page's width; a column without one is left to the other formats.
    pub share: u8,
    pub(super) is_figure: bool,
}

impl Column {
    pub const fn text(key: &'static str, label: &'static str, share: u8) -> Self {
        Self { key, label, share, is_figure: false }
    }

    /// Figures stand under each other's last digit.
    pub const fn figure(key: &'static str, label: &'static str, share: u8) -> Self {
        Self { key, label, share, is_figure: true }
    }
}

#[derive(Debug)]
pub struct Table {
    /// `transactions`: its name in a file that holds several.
    pub key: &'static str,
    /// `Transactions`.
    pub title: &'static str,
    pub columns: &'static [Column],
}

/// What a file says of itself.
#[derive(Debug, Clone)]
pub struct Cover {
    /// Whose rows these are.
    pub holder: String,
    /// Which rows, in words; empty for all of them.
    pub choice: String,
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
