//! The sources of an archive that no export has, among them the security log, the further files of beats, and contract
//! texts.

use domain::identity::audit::{Entry, Scope};
use domain::ids::{DocumentId, FileId};
use domain::library::documents::Document;
use domain::library::files::File;
use domain::library::previews::VoiceTag;
use paper::{Cell, Column, Table};
use storage::db::Conn;
use storage::identity::security_log;
use storage::library;
use storage::library::list::{Cursor, Page, Sort, SortBy};

use super::{deliveries, issued, offers, shares, shop};
use crate::Result;
use crate::exports::license_kinds;
use crate::exports::source::{Batch, ExportContext, PAGE, Source};

pub(super) fn sources() -> Vec<Box<dyn Source>> {
    vec![
        Box::new(SecurityLog),
        Box::new(Files),
        Box::new(VoiceTags),
        Box::new(license_kinds::Texts),
        Box::new(issued::Events),
        Box::new(issued::Files),
        Box::new(issued::Reservations),
        Box::new(deliveries::Deliveries),
        Box::new(deliveries::Licenses),
        Box::new(deliveries::Files),
        Box::new(deliveries::Events),
        Box::new(shares::Shares),
        Box::new(shares::Beats),
        Box::new(shares::Links),
        Box::new(shares::Figures),
        Box::new(shares::Hearts),
        Box::new(shares::Messages),
        Box::new(shop::Links),
        Box::new(shop::Messages),
        Box::new(shop::Answers),
        Box::new(shop::PaymentReports),
        Box::new(offers::Offers),
        Box::new(offers::Lines),
        Box::new(offers::Links),
        Box::new(offers::Papers),
        Box::new(offers::Acceptances),
        Box::new(offers::Events),
        Box::new(offers::Ways),
    ]
}

/// Reads a page of the library, oldest items first.
pub(super) fn documents_after(
    conn: &mut Conn,
    context: &ExportContext,
    after: Option<DocumentId>,
) -> Result<Vec<Document>> {
    let sort = Sort { by: SortBy::Date, descending: false };
    let page = Page { limit: PAGE, offset: 0, after: after.map(|id| Cursor::Date { id }) };
    Ok(library::list::list(conn, context.owner, &Default::default(), sort, &page)?.rows)
}

struct SecurityLog;

static SECURITY_LOG: Table = Table {
    key: "security-log",
    file: "security-log",
    title: "Security log",
    noun: ("event", "events"),
    period: Some("created_at"),
    total: None,
    columns: &[
        Column::one_line("created_at", "Time"),
        Column::text("event", "Event"),
        Column::one_line("ip_address", "IP address"),
        Column::text("user_agent", "Browser"),
        Column::below("detail", "Details"),
    ],
};

impl Source for SecurityLog {
    fn table(&self) -> &'static Table {
        &SECURITY_LOG
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        // Paged by offset: the log covers one year, and new entries only move old ones further back.
        let offset: i64 = after.and_then(|text| text.parse().ok()).unwrap_or(0);
        let (rows, total) =
            security_log::list(conn, context.owner, Scope::Everything, PAGE, offset)?;
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

struct Files;

static FILES: Table = Table {
    key: "files",
    file: "beat-files",
    title: "Files of beats",
    noun: ("file", "files"),
    period: None,
    total: None,
    columns: &[
        Column::text("name", "Name"),
        Column::one_line("role", "Role"),
        Column::figure("version", "Version"),
        Column::one_line("is_current", "Current"),
        Column::figure("size", "Size (bytes)").on_paper("Size"),
        Column::one_line("created_at", "Added"),
        Column::hidden("mime", "File type"),
        Column::hidden("content_hash", "Content hash"),
        Column::hidden("document_id", "Beat ID"),
        Column::hidden("id", "ID"),
    ],
};

impl Source for Files {
    fn table(&self) -> &'static Table {
        &FILES
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let after = after.and_then(FileId::parse);
        let page = library::files::list_after(conn, context.owner, after, PAGE)?;
        Batch::of_page(page, |file| file.id.to_string(), |file| Ok(file_cells(file)))
    }
}

fn file_cells(row: File) -> Vec<Cell> {
    vec![
        row.name.into(),
        Cell::Word(row.role.as_str()),
        Cell::Count(row.version),
        Cell::Word(if row.is_current { "yes" } else { "no" }),
        Cell::Size(row.size),
        Cell::Moment(row.created_at),
        row.mime.into(),
        row.content_hash.into(),
        row.document.to_string().into(),
        row.id.to_string().into(),
    ]
}

struct VoiceTags;

static VOICE_TAGS: Table = Table {
    key: "voice-tags",
    file: "voice-tags",
    title: "Voice tags",
    noun: ("voice tag", "voice tags"),
    period: None,
    total: None,
    columns: &[
        Column::text("name", "Name"),
        Column::one_line("is_default", "Default"),
        Column::figure("size", "Size (bytes)").on_paper("Size"),
        Column::one_line("created_at", "Added"),
        Column::hidden("mime", "File type"),
        Column::hidden("content_hash", "Content hash"),
        Column::hidden("id", "ID"),
    ],
};

impl Source for VoiceTags {
    fn table(&self) -> &'static Table {
        &VOICE_TAGS
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, _: Option<&str>) -> Result<Batch> {
        let tags = library::voice_tags::list(conn, context.owner)?;
        Ok(Batch { rows: tags.into_iter().map(voice_tag_cells).collect(), next: None })
    }
}

fn voice_tag_cells(row: VoiceTag) -> Vec<Cell> {
    vec![
        row.name.into(),
        Cell::Word(if row.is_default { "yes" } else { "no" }),
        Cell::Size(row.size),
        Cell::Moment(row.created_at),
        row.mime.into(),
        row.content_hash.into(),
        row.id.to_string().into(),
    ]
}
