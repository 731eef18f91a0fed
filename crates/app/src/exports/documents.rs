//! The rows of an export of beats and videos. It has their fields; their files are downloaded one by one.

use domain::error::Invalid;
use domain::library::documents::{Bpm, Document, MusicalKey};
use paper::{Cell, Column, Table};
use storage::db::Conn;
use storage::library::list::{Cursor, Filter, Page, Sort, list};

use super::filters::Filters;
use super::source::{Batch, ExportContext, PAGE, Source};
use crate::Result;
use crate::library::lists::{ListForm, read_cursor, write_cursor};

static TABLE: Table = Table {
    key: "documents",
    file: "beats",
    title: "Beat Library",
    noun: ("item", "items"),
    period: Some("uploaded_at"),
    total: None,
    columns: &[
        Column::text("title", "Title"),
        Column::text("artist", "Artist"),
        Column::one_line("category", "Category"),
        Column::text("genre", "Genre"),
        Column::one_line("status", "Status"),
        Column::figure("bpm", "BPM").on_paper("Tempo"),
        Column::one_line("musical_key", "Key"),
        Column::figure("duration", "Length (seconds)").on_paper("Length"),
        Column::figure("price", "Price (USD)"),
        Column::figure("file_size", "Size (bytes)").on_paper("Size"),
        Column::one_line("uploaded_at", "Uploaded").on_paper("Uploaded (UTC)"),
        Column::below("tags", "Tags"),
        Column::below("file_name", "File name").on_paper("File"),
        Column::hidden("file_type", "File type"),
        Column::hidden("loudness", "Loudness (LUFS)"),
        Column::hidden("content_hash", "Content hash"),
        Column::hidden("files", "Files"),
        Column::hidden("is_tagged", "Tagged"),
        Column::hidden("is_public", "On the public page"),
        Column::hidden("notes", "Notes"),
        Column::hidden("id", "ID"),
    ],
};

pub(super) struct Documents {
    filter: Filter,
    sort: Sort,
}

impl Documents {
    pub fn from_filters(mut filters: Filters) -> Result<Self, Vec<Invalid>> {
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
            has: filters.take("has"),
            is_public: flag(&mut filters, "public").map_err(one)?,
            sort: filters.take("sort"),
            order: filters.take("order"),
            ..ListForm::default()
        };
        filters.finish(TABLE.key).map_err(one)?;
        let (filter, sort, _) = form.check()?;
        Ok(Self { filter, sort })
    }
}

fn flag(filters: &mut Filters, name: &'static str) -> Result<Option<bool>, Invalid> {
    let refused = || Invalid::new(name, format!("{name} must be true or false"));
    let parsed = |text: String| text.trim().parse().map_err(|_| refused());
    filters.take(name).map(parsed).transpose()
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

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let after = after.and_then(|text| read_cursor(text, self.sort));
        let page = Page { limit: PAGE, offset: 0, after };
        let rows = list(conn, context.owner, &self.filter, self.sort, &page)?.rows;
        let place = |row: &Document| write_cursor(&Cursor::of(row, self.sort.by), self.sort);
        Batch::of_page(rows, place, |row| Ok(cells(row)))
    }
}

fn cells(row: Document) -> Vec<Cell> {
    let files: Vec<&str> = row.roles().iter().map(|role| role.as_str()).collect();
    vec![
        row.title.into(),
        row.artist.into(),
        Cell::Word(row.category.as_str()),
        row.genre.into(),
        Cell::Word(row.status.as_str()),
        row.bpm.map_or(Cell::Empty, |bpm: Bpm| Cell::Tempo(bpm.hundredths())),
        row.musical_key.map_or(Cell::Empty, |key: MusicalKey| Cell::Text(key.as_str().into())),
        row.duration_ms.map_or(Cell::Empty, Cell::Length),
        row.price.map_or(Cell::Empty, Cell::Money),
        Cell::Size(row.size),
        Cell::Moment(row.uploaded_at),
        row.tags.join(", ").into(),
        row.file_name.into(),
        row.mime.into(),
        // Hundredths are what `Money` writes with a point before the last two digits.
        row.loudness.map_or(Cell::Empty, Cell::Money),
        row.content_hash.into(),
        files.join(", ").into(),
        row.is_tagged
            .map_or(Cell::Empty, |is_tagged| Cell::Word(if is_tagged { "yes" } else { "no" })),
        Cell::Word(if row.is_public { "yes" } else { "no" }),
        row.notes.into(),
        row.id.to_string().into(),
    ]
}
