//! The sources of an export's rows. To add a noun: a file next to this one with its columns and pages, a variant of
//! `domain::exports::Kind`, and a line in `sources::of`.

use domain::calendar::Zone;
use domain::{calendar::Day, ids::UserId};
use paper::{Cell, Table};
use storage::db::Conn;

use crate::{Result, crypto::Keys};

/// How many rows one query reads: few enough for memory, enough that the queries cost little.
pub(crate) const PAGE: i64 = 4_000;

/// Context of one export run.
#[derive(Clone)]
pub(crate) struct ExportContext {
    pub owner: UserId,
    pub keys: Keys,
    pub today: Day,
    pub zone: Zone,
    /// Whether clients' account numbers are written in full.
    pub whole_numbers: bool,
}

pub(crate) struct Batch {
    pub rows: Vec<Vec<Cell>>,
    /// The position after which the next batch begins; `None` after the last batch.
    pub next: Option<String>,
}

impl Batch {
    /// Makes a batch of a page of rows; a page with fewer than `PAGE` rows is the last.
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

    /// Reads the rows after a position, in the order of the noun's list. May be called twice for the same position.
    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch>;
}
