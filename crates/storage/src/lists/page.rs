//! One page of a sorted list: how it is sorted, where it begins and how far it reaches.

/// Up to here the matches of a search or an amount are gathered and sorted; where there are more, a list
/// is walked in its own order, since the next match is near.
pub const FEW: i64 = 2_000;
/// What nobody has counted before is counted no further than this.
pub const COUNTED: i64 = 1_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortBy {
    Date,
    Amount,
    Title,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    pub by: SortBy,
    pub descending: bool,
}

/// A row's place in a sorted list; the next page begins after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    Date { position: i64 },
    Amount { amount: i64, position: i64 },
    Title { title: String, position: i64 },
}

#[derive(Debug, Clone)]
pub struct Page {
    pub limit: i64,
    pub offset: i64,
    pub after: Option<Place>,
}

impl Page {
    /// How far from the first row the page reaches, with the row that tells whether there is another.
    pub fn reach(&self) -> i64 {
        self.offset.saturating_add(self.limit + 1)
    }
}
