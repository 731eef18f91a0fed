//! The rows of an export of applications.

use domain::applications::{Application, Kind, Status};
use domain::error::Invalid;
use domain::money::Minor;
use paper::{Cell, Column, Table};
use storage::applications::{self, Filter};
use storage::db::Conn;

use super::filters::Filters;
use super::source::{Batch, ExportContext, PAGE, Source};
use crate::Result;

static TABLE: Table = Table {
    key: "applications",
    file: "applications",
    title: "Applications",
    noun: ("application", "applications"),
    period: Some("submitted_at"),
    total: None,
    columns: &[
        Column::text("title", "Title"),
        Column::text("organization", "Organization"),
        Column::one_line("type", "Type"),
        Column::one_line("status", "Status"),
        Column::figure("amount", "Amount"),
        Column::one_line("currency", "Currency"),
        Column::one_line("submitted_at", "Submitted").on_paper("Submitted (UTC)"),
        Column::below("notes", "Notes"),
        Column::hidden("id", "ID"),
        Column::hidden("created_at", "Created"),
        Column::hidden("updated_at", "Updated"),
    ],
};

pub(super) struct Applications(Filter);

impl Applications {
    pub fn from_filters(mut filters: Filters) -> Result<Self, Vec<Invalid>> {
        let kinds = Kind::parse_list(&filters.take("type").unwrap_or_default());
        let statuses = Status::parse_list(&filters.take("status").unwrap_or_default());
        let known = filters.finish(TABLE.key).and(kinds);
        let known = known.and_then(|kinds| Ok(Filter { kinds, statuses: statuses?, search: None }));
        known.map(Self).map_err(|invalid| vec![invalid])
    }
}

impl Source for Applications {
    fn table(&self) -> &'static Table {
        &TABLE
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        // Paged by offset, because an account has at most 10,000 applications.
        let offset: i64 = after.and_then(|text| text.parse().ok()).unwrap_or(0);
        let (rows, total) = applications::list(conn, context.owner, &self.0, PAGE, offset)?;
        let next = (offset + PAGE < total).then(|| (offset + PAGE).to_string());
        Ok(Batch { rows: rows.into_iter().map(cells).collect(), next })
    }
}

fn cells(row: Application) -> Vec<Cell> {
    vec![
        row.title.into(),
        row.organization.into(),
        Cell::Word(row.kind.as_str()),
        Cell::Word(row.status.as_str()),
        row.amount.map(Minor::get).map_or(Cell::Empty, Cell::Money),
        Cell::Word(row.currency.as_str()),
        row.submitted_at.map_or(Cell::Empty, Cell::Moment),
        row.notes.into(),
        row.id.to_string().into(),
        Cell::Moment(row.created_at),
        Cell::Moment(row.updated_at),
    ]
}
