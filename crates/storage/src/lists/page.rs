//! One page of a sorted list: sort order, cursor and limits.

/// Up to this number, the matches of a search or of an amount filter are collected and sorted; with more, the
/// list is walked in its order, because the next match is near.
pub const MAX_SORTED: i64 = 2_000;
/// A count without stored totals stops at this number.
pub const MAX_COUNTED: i64 = 1_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortBy {
    Date,
    Amount,
    Title,
    /// Sales only.
    Client,
    /// Transactions only.
    Kind,
    Status,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    pub by: SortBy,
    pub descending: bool,
}

/// The position of a row in a sorted list; the next page begins after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cursor {
    Date { position: i64 },
    Amount { amount: i64, position: i64 },
    Text { text: String, position: i64 },
}

#[derive(Debug, Clone)]
pub struct Page {
    pub limit: i64,
    pub offset: i64,
    pub after: Option<Cursor>,
}

impl Page {
    /// The number of rows from the first row to the end of the page, plus one that shows whether there is a
    /// next page.
    pub fn reach(&self) -> i64 {
        self.offset.saturating_add(self.limit + 1)
    }
}
