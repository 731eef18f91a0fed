//! The rows of an export of notifications.

use domain::error::Invalid;
use domain::notifications::{Kind, Notification};
use paper::{Cell, Column, Table};
use storage::db::Conn;
use storage::notifications::{self, Filter};

use super::filters::Filters;
use super::source::{Batch, ExportContext, PAGE, Source};
use crate::Result;

static TABLE: Table = Table {
    key: "notifications",
    file: "notifications",
    title: "Notifications",
    noun: ("notification", "notifications"),
    period: Some("created_at"),
    total: None,
    columns: &[
        Column::one_line("created_at", "Received").on_paper("Received (UTC)"),
        Column::one_line("type", "Type"),
        Column::text("title", "Title"),
        Column::text("message", "Message"),
        Column::one_line("read", "Read"),
        Column::hidden("link", "Link"),
        Column::hidden("id", "ID"),
    ],
};

pub(super) struct Notifications(Filter);

impl Notifications {
    pub fn from_filters(mut filters: Filters) -> Result<Self, Vec<Invalid>> {
        let kinds = Kind::parse_list(&filters.take("type").unwrap_or_default());
        let is_read = match filters.take("read").as_deref() {
            None => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            Some(_) => Err(Invalid::new("read", "read must be true or false")),
        };
        let known = filters.finish(TABLE.key).and(kinds);
        let known = known.and_then(|kinds| Ok(Filter { kinds, is_read: is_read?, before: None }));
        known.map(Self).map_err(|invalid| vec![invalid])
    }
}

impl Source for Notifications {
    fn table(&self) -> &'static Table {
        &TABLE
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let before = after.and_then(|text| text.parse().ok());
        let filter = Filter { before, ..self.0.clone() };
        let rows = notifications::list(conn, context.owner, &filter, PAGE, 0)?.notifications;
        Batch::of_page(rows, |row| row.number.to_string(), |row| Ok(cells(row)))
    }
}

fn cells(row: Notification) -> Vec<Cell> {
    vec![
        Cell::Moment(row.created_at),
        Cell::Word(row.kind.as_str()),
        row.title.into(),
        row.message.into(),
        Cell::Word(if row.is_read { "yes" } else { "no" }),
        row.link.into(),
        row.id.to_string().into(),
    ]
}
