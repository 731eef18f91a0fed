//! Where an export's rows come from. A noun joins by one file beside this one with its columns and its pages, a word
//! in `domain::exports::Kind`, and a line in `of`.

use domain::{calendar::Day, ids::UserId};
use paper::{Cell, Table};
use storage::db::Conn;

use crate::{Result, crypto::Keys};

/// So many rows are read at a time: few enough to hold, enough that the asking does not show.
pub(crate) const PAGE: i64 = 4_000;

/// For whom, and as of which day.
#[derive(Clone)]
pub(crate) struct ExportContext {
    pub owner: UserId,
    pub keys: Keys,
    pub today: Day,
    /// Clients' account numbers are written in full.
    pub whole_numbers: bool,
}

pub(crate) struct Batch {
    pub rows: Vec<Vec<Cell>>,
    /// Where the next one begins; none after the last.
    pub next: Option<String>,
}

impl Batch {
    /// A batch that is not full is the last.
    pub fn of_page<T>(
        page: Vec<T>,
        place: impl Fn(&T) -> String,
        cells: impl Fn(T) -> Result<Vec<Cell>>,
    ) -> Result<Self> {
        let is_full = i64::try_from(page.len()).is_ok_and(|length| length >= PAGE);
        let next = page.last().filter(|_| is_full).map(place);
        let rows = page.into_iter().map(cells).collect::<Result<_>>()?;
        Ok(Self { rows, next })
    }
}

pub(crate) trait Source: Send + Sync {
    fn table(&self) -> &'static Table;

    /// The rows after a place, in the order of the noun's list. May be called twice for the same place.
    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch>;
}
