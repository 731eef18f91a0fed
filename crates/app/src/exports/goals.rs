//! The rows of an export of savings goals, each with its status on the day the file is made.

use domain::error::Invalid;
use domain::ids::GoalId;
use domain::money::goals::{Goal, Status};
use paper::{Cell, Column, Table};
use storage::db::Conn;
use storage::money::goals;

use super::filters::Filters;
use super::source::{Batch, ExportContext, PAGE, Source};
use crate::Result;

static TABLE: Table = Table {
    key: "goals",
    file: "goals",
    title: "Goals",
    noun: ("goal", "goals"),
    period: None,
    total: None,
    columns: &[
        Column::text("title", "Title"),
        Column::one_line("category", "Category"),
        Column::one_line("status", "Status"),
        Column::one_line("target_date", "Target date"),
        Column::figure("current_amount", "Saved"),
        Column::figure("target_amount", "Target"),
        Column::below("description", "Description"),
        Column::hidden("id", "ID"),
        Column::hidden("created_at", "Created"),
    ],
};

pub(super) struct Goals(Option<Status>);

impl Goals {
    pub fn from_filters(mut filters: Filters) -> Result<Self, Vec<Invalid>> {
        let status = filters.take("status").map(|text| Status::parse(&text)).transpose();
        let known = filters.finish(TABLE.key).and(status);
        known.map(Self).map_err(|invalid| vec![invalid])
    }
}

impl Source for Goals {
    fn table(&self) -> &'static Table {
        &TABLE
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let after = after.and_then(GoalId::parse);
        let page = goals::list_after(conn, context.owner, self.0, context.today, after, PAGE)?;
        Batch::of_page(page, |row| row.id.to_string(), |row| Ok(cells(context, row)))
    }
}

fn cells(context: &ExportContext, row: Goal) -> Vec<Cell> {
    let status = row.status(context.today);
    vec![
        row.title.into(),
        Cell::Word(row.category.as_str()),
        Cell::Word(status.as_str()),
        Cell::Day(row.target_date),
        Cell::Money(row.current_amount.get()),
        Cell::Money(row.target_amount.get()),
        row.description.into(),
        row.id.to_string().into(),
        Cell::Moment(row.created_at),
    ]
}
