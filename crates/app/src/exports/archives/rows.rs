//! The rows of an archive that no export has: the library's list, what the account was told, and who came
//! in. Wherever an export of the same name exists, that one is taken.

use domain::documents::{Bpm, Document, MusicalKey};
use domain::identity::audit::{Entry, Scope};
use domain::ids::DocumentId;
use domain::notifications::Notification;
use paper::{Cell, Column, Table};
use storage::db::Conn;
use storage::identity::security_log;
use storage::library;
use storage::library::list::{Cursor, Page, Sort, SortBy};
use storage::notifications::{self, Filter};

use crate::Result;
use crate::exports::source::{Batch, Desk, PAGE, Source};

pub(super) fn sources() -> Vec<Box<dyn Source>> {
    vec![Box::new(Documents), Box::new(Notifications), Box::new(SecurityLog)]
}

struct Documents;

static DOCUMENTS: Table = Table {
    key: "documents",
    title: "Beats and videos",
    columns: &[
        Column::text("id", "Id", 0),
        Column::text("title", "Title", 30),
        Column::text("file_name", "File name", 30),
        Column::text("file_type", "Type", 0),
        Column::figure("file_size", "Size in bytes", 0),
        Column::text("category", "Category", 10),
        Column::text("status", "Status", 10),
        Column::text("genre", "Genre", 10),
        Column::figure("price", "Price", 10),
        Column::text("tags", "Tags", 0),
        Column::text("bpm", "BPM", 0),
        Column::text("musical_key", "Key", 0),
        Column::figure("duration_ms", "Length in milliseconds", 0),
        Column::text("artist", "Artist", 0),
        Column::text("content_hash", "BLAKE3 of the file", 0),
        Column::text("uploaded_at", "Uploaded", 0),
    ],
};

impl Source for Documents {
    fn table(&self) -> &'static Table {
        &DOCUMENTS
    }

    fn page(&self, conn: &mut Conn, desk: &Desk, after: Option<&str>) -> Result<Batch> {
        let rows = documents_after(conn, desk, after.and_then(DocumentId::parse))?;
        Batch::of_page(rows, |row| row.id.to_string(), |row| Ok(document(row)))
    }
}

/// A page of the library in the order in which it grew.
pub(super) fn documents_after(
    conn: &mut Conn,
    desk: &Desk,
    after: Option<DocumentId>,
) -> Result<Vec<Document>> {
    let sort = Sort { by: SortBy::Date, descending: false };
    let page = Page { limit: PAGE, offset: 0, after: after.map(|id| Cursor::Date { id }) };
    Ok(library::list::list(conn, desk.owner, &Default::default(), sort, &page)?.rows)
}

fn document(row: Document) -> Vec<Cell> {
    vec![
        row.id.to_string().into(),
        row.title.into(),
        row.file_name.into(),
        row.mime.into(),
        Cell::Count(row.size),
        Cell::Word(row.category.as_str()),
        Cell::Word(row.status.as_str()),
        row.genre.into(),
        row.price.map_or(Cell::Empty, Cell::Money),
        row.tags.join(", ").into(),
        row.bpm.map(Bpm::hundredths).map_or(Cell::Empty, Cell::Money),
        row.musical_key.map(MusicalKey::as_str).map_or(Cell::Empty, |key| key.to_owned().into()),
        row.duration_ms.map_or(Cell::Empty, Cell::Count),
        row.artist.into(),
        row.content_hash.into(),
        Cell::Moment(row.uploaded_at),
    ]
}

struct Notifications;

static NOTIFICATIONS: Table = Table {
    key: "notifications",
    title: "Notifications",
    columns: &[
        Column::text("created_at", "When", 0),
        Column::text("type", "Type", 10),
        Column::text("title", "Title", 30),
        Column::text("message", "Message", 60),
        Column::text("link", "Link", 0),
        Column::text("read", "Read", 0),
        Column::text("id", "Id", 0),
    ],
};

impl Source for Notifications {
    fn table(&self) -> &'static Table {
        &NOTIFICATIONS
    }

    fn page(&self, conn: &mut Conn, desk: &Desk, after: Option<&str>) -> Result<Batch> {
        let before = after.and_then(|text| text.parse().ok());
        let filter = Filter { before, ..Filter::default() };
        let rows = notifications::list(conn, desk.owner, &filter, PAGE, 0)?.notifications;
        Batch::of_page(rows, |row| row.number.to_string(), |row| Ok(notification(row)))
    }
}

fn notification(row: Notification) -> Vec<Cell> {
    vec![
        Cell::Moment(row.created_at),
        Cell::Word(row.kind.as_str()),
        row.title.into(),
        row.message.into(),
        row.link.into(),
        Cell::Word(if row.is_read { "yes" } else { "no" }),
        row.id.to_string().into(),
    ]
}

struct SecurityLog;

static SECURITY_LOG: Table = Table {
    key: "security-log",
    title: "Security log",
    columns: &[
        Column::text("created_at", "When", 20),
        Column::text("event", "Event", 20),
        Column::text("ip_address", "Address", 20),
        Column::text("user_agent", "Browser", 30),
        Column::text("detail", "Detail", 0),
    ],
};

impl Source for SecurityLog {
    fn table(&self) -> &'static Table {
        &SECURITY_LOG
    }

    fn page(&self, conn: &mut Conn, desk: &Desk, after: Option<&str>) -> Result<Batch> {
        // By place: a year of it is not long, and new entries only push old ones back.
        let offset: i64 = after.and_then(|text| text.parse().ok()).unwrap_or(0);
        let (rows, total) = security_log::list(conn, desk.owner, Scope::Everything, PAGE, offset)?;
        let next = (offset + PAGE < total).then(|| (offset + PAGE).to_string());
        Ok(Batch { rows: rows.into_iter().map(entry).collect(), next })
    }
}

fn entry(row: Entry) -> Vec<Cell> {
    vec![
        Cell::Moment(row.created_at),
        row.event.into(),
        row.ip_address.into(),
        row.user_agent.into(),
        row.detail.into(),
    ]
}
