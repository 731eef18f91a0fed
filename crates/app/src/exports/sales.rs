//! The rows of an export of sales.

use domain::error::Invalid;
use domain::sales::Sale;
use paper::{Cell, Column, Table, Total};
use storage::db::Conn;
use storage::lists::page::{MAX_SORTED, Page, Sort};
use storage::sales::filter::Filter;
use storage::sales::list::{Bounds, cursor_of, list_within};

use super::filters::Filters;
use super::source::{Batch, ExportContext, PAGE, Source};
use crate::Result;
use crate::money::transactions::lists::{read_cursor, write_cursor};
use crate::sales::lists::ListForm;

static TABLE: Table = Table {
    key: "sales",
    file: "sales",
    title: "Sales",
    noun: ("sale", "sales"),
    period: Some("date"),
    total: Some(Total {
        label: "Total completed",
        amount: "amount",
        currency: "currency",
        status: ("status", "Completed"),
    }),
    columns: &[
        Column::one_line("reference", "Reference"),
        Column::one_line("date", "Date"),
        Column::text("title", "Title"),
        Column::text("client", "Client"),
        Column::text("client_email", "Client email"),
        Column::one_line("license", "License"),
        Column::one_line("status", "Status"),
        Column::figure("amount", "Amount"),
        Column::one_line("currency", "Currency"),
        Column::below("notes", "Notes"),
        Column::below("refunded_at", "Refunded").on_paper("Refunded (UTC)"),
        Column::hidden("id", "ID"),
        Column::hidden("beat_id", "Beat ID"),
        Column::hidden("client_id", "Client ID"),
        Column::hidden("transaction_id", "Transaction ID"),
        Column::hidden("created_at", "Created"),
    ],
};

/// The bounds of the list query; an export needs no total.
const BOUNDS: Bounds = Bounds { few: MAX_SORTED, counted: 0 };

pub(super) struct Sales {
    filter: Filter,
    sort: Sort,
}

impl Sales {
    pub fn from_filters(mut filters: Filters) -> Result<Self, Vec<Invalid>> {
        let form = ListForm {
            status: filters.take("status"),
            license: filters.take("license"),
            search: filters.take("search"),
            from: filters.take("from"),
            to: filters.take("to"),
            client_id: filters.take("client_id"),
            beat_id: filters.take("beat_id"),
            currency: filters.take("currency"),
            min: filters.take("min"),
            max: filters.take("max"),
            sort: filters.take("sort"),
            order: filters.take("order"),
            ..ListForm::default()
        };
        filters.finish(TABLE.key).map_err(|invalid| vec![invalid])?;
        let (filter, sort, _) = form.check()?;
        Ok(Self { filter, sort })
    }
}

impl Source for Sales {
    fn table(&self) -> &'static Table {
        &TABLE
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let after = after.and_then(|text| read_cursor(text, self.sort));
        let page = Page { limit: PAGE, offset: 0, after };
        let listing = list_within(conn, context.owner, &self.filter, self.sort, &page, &BOUNDS)?;
        let next = match listing.rows.last().filter(|_| listing.has_more) {
            Some(last) => Some(write_cursor(&cursor_of(last, self.sort.by)?, self.sort)),
            None => None,
        };
        Ok(Batch { rows: listing.rows.into_iter().map(cells).collect(), next })
    }
}

fn cells(row: Sale) -> Vec<Cell> {
    let reference = row.reference();
    let content = row.content;
    vec![
        reference.into(),
        Cell::Day(content.day),
        content.title.into(),
        content.buyer.name.into(),
        content.buyer.email.into(),
        Cell::Word(content.license.as_str()),
        Cell::Word(content.status.as_str()),
        Cell::Money(content.amount.get()),
        Cell::Word(content.currency.as_str()),
        content.notes.into(),
        row.refund.map_or(Cell::Empty, |refund| Cell::Moment(refund.at)),
        row.id.to_string().into(),
        content.beat.map(|id| id.to_string()).into(),
        content.buyer.client.map(|id| id.to_string()).into(),
        row.transaction.map(|id| id.to_string()).into(),
        Cell::Moment(row.created_at),
    ]
}
