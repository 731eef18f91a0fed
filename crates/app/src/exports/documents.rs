//! Beats and videos for an export: what is known about them. Their bytes are downloaded one by one.

use domain::documents::{Bpm, Document, MusicalKey};
use domain::error::Invalid;
use paper::{Cell, Column, Table};
use storage::db::Conn;
use storage::library::list::{Cursor, Filter, Page, Sort, list};

use super::filters::Filters;
use super::source::{Batch, Desk, PAGE, Source};
use crate::Result;
use crate::library::lists::{ListForm, read_cursor, write_cursor};

static TABLE: Table = Table {
    key: "documents",
    title: "Beat library",
    columns: &[
        Column::text("title", "Title", 30),
        Column::text("category", "Category", 10),
        Column::text("genre", "Genre", 14),
        Column::text("status", "Status", 11),
        Column::figure("bpm", "BPM", 8),
        Column::text("musical_key", "Key", 11),
        Column::figure("duration", "Seconds", 10),
        Column::figure("price", "Price", 12),
        Column::figure("file_size", "Bytes", 14),
        Column::text("uploaded_at", "Uploaded", 20),
        Column::text("file_type", "Type", 0),
        Column::text("file_name", "File", 0),
        Column::text("artist", "Artist", 0),
        Column::text("tags", "Tags", 0),
        Column::figure("loudness", "Loudness (LUFS)", 0),
        Column::text("content_hash", "Content hash", 0),
        Column::text("id", "Id", 0),
    ],
};

pub(super) struct Documents {
    filter: Filter,
    sort: Sort,
}

impl Documents {
    pub fn asked(mut filters: Filters) -> Result<Self, Vec<Invalid>> {
        let one = |invalid| vec![invalid];
        let form = ListForm {
            search: filters.take("search"),
            category: filters.take("category"),
            status: filters.take("status"),
            genre: filters.take("genre"),
            key: filters.take("key"),
            bpm_min: number(&mut filters, "bpm_min").map_err(one)?,
            bpm_max: number(&mut filters, "bpm_max").map_err(one)?,
            size_min: number(&mut filters, "size_min").map_err(one)?,
            size_max: number(&mut filters, "size_max").map_err(one)?,
            sort: filters.take("sort"),
            order: filters.take("order"),
            ..ListForm::default()
        };
        filters.finish(TABLE.key).map_err(one)?;
        let (filter, sort, _) = form.check()?;
        Ok(Self { filter, sort })
    }
}

fn number<T: std::str::FromStr>(
    filters: &mut Filters,
    name: &'static str,
) -> Result<Option<T>, Invalid> {
    let refused = |_| Invalid::new(name, format!("{name} must be a number"));
    filters.take(name).map(|text| text.trim().parse().map_err(refused)).transpose()
}

impl Source for Documents {
    fn table(&self) -> &'static Table {
        &TABLE
    }

    fn page(&self, conn: &mut Conn, desk: &Desk, after: Option<&str>) -> Result<Batch> {
        let after = after.and_then(|text| read_cursor(text, self.sort));
        let page = Page { limit: PAGE, offset: 0, after };
        let rows = list(conn, desk.owner, &self.filter, self.sort, &page)?.rows;
        let place = |row: &Document| write_cursor(&Cursor::of(row, self.sort.by), self.sort);
        Batch::of_page(rows, place, |row| Ok(cells(row)))
    }
}

fn cells(row: Document) -> Vec<Cell> {
    // Hundredths are what `Money` writes with a point before the last two digits.
    vec![
        row.title.into(),
        Cell::Word(row.category.as_str()),
        row.genre.into(),
        Cell::Word(row.status.as_str()),
        row.bpm.map_or(Cell::Empty, |bpm: Bpm| Cell::Money(bpm.hundredths())),
        row.musical_key.map_or(Cell::Empty, |key: MusicalKey| Cell::Text(key.as_str().into())),
        row.duration_ms.map_or(Cell::Empty, |millis| Cell::Money((millis + 5) / 10)),
        row.price.map_or(Cell::Empty, Cell::Money),
        Cell::Count(row.size),
        Cell::Moment(row.uploaded_at),
        row.mime.into(),
        row.file_name.into(),
        row.artist.into(),
        row.tags.join(", ").into(),
        row.loudness.map_or(Cell::Empty, Cell::Money),
        row.content_hash.into(),
        row.id.to_string().into(),
    ]
}
