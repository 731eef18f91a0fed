//! The rows of deliveries, their files and the record of downloads in an archive.

use paper::{Cell, Column, Table};
use storage::db::Conn;
use storage::deliveries::{self as rows, events, files};

use super::shares::{pair, table, yes_or_no};
use crate::Result;
use crate::exports::source::{Batch, ExportContext, PAGE, Source};

pub(super) struct Deliveries;

static DELIVERIES: Table = table(
    "deliveries",
    "Deliveries",
    ("delivery", "deliveries"),
    &[
        Column::one_line("created_at", "Opened"),
        Column::one_line("expires_at", "Good until"),
        Column::one_line("completed_at", "Complete"),
        Column::one_line("first_downloaded_at", "First download"),
        Column::one_line("includes_newer", "Later versions"),
        Column::figure("tickets_allowed", "Fetches of each file"),
        Column::hidden("id", "ID"),
        Column::hidden("offer_id", "Offer ID"),
    ],
);

impl Source for Deliveries {
    fn table(&self) -> &'static Table {
        &DELIVERIES
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = rows::list_after(conn, context.owner, after.unwrap_or_default(), PAGE)?;
        Batch::of_page(
            page,
            |row| row.id.to_string(),
            |row| {
                Ok(vec![
                    Cell::Moment(row.created_at),
                    Cell::Moment(row.expires_at),
                    row.completed_at.map_or(Cell::Empty, Cell::Moment),
                    row.first_downloaded_at.map_or(Cell::Empty, Cell::Moment),
                    yes_or_no(row.includes_newer),
                    Cell::Count(row.tickets_allowed),
                    row.id.to_string().into(),
                    row.offer.map(|id| id.to_string()).into(),
                ])
            },
        )
    }
}

pub(super) struct Licenses;

static LICENSES: Table = table(
    "delivery-licenses",
    "Licenses of deliveries",
    ("license", "licenses"),
    &[
        Column::one_line("delivery_id", "Delivery"),
        Column::one_line("license_id", "License"),
        Column::one_line("place", "Place"),
    ],
);

impl Source for Licenses {
    fn table(&self) -> &'static Table {
        &LICENSES
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = rows::licenses_after(conn, context.owner, pair(after), PAGE)?;
        Batch::of_page(
            page,
            |(delivery, license, _)| format!("{delivery}/{license}"),
            |(delivery, license, place)| {
                Ok(vec![delivery.into(), license.into(), Cell::Count(place + 1)])
            },
        )
    }
}

pub(super) struct Files;

static FILES: Table = table(
    "delivery-files",
    "Files of deliveries",
    ("file", "files"),
    &[
        Column::text("name", "Name"),
        Column::one_line("role", "Role"),
        Column::one_line("source", "Source"),
        Column::figure("size", "Bytes"),
        Column::figure("tickets", "Fetches"),
        Column::figure("downloads", "Downloads"),
        Column::one_line("added_at", "Added"),
        Column::hidden("sha256", "SHA-256"),
        Column::hidden("id", "ID"),
        Column::hidden("delivery_id", "Delivery ID"),
        Column::hidden("license_id", "License ID"),
        Column::hidden("content_id", "Content ID"),
    ],
);

impl Source for Files {
    fn table(&self) -> &'static Table {
        &FILES
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = files::list_after(conn, context.owner, pair(after), PAGE)?;
        Batch::of_page(
            page,
            |(delivery, file)| format!("{delivery}/{}", file.id),
            |(delivery, file)| {
                Ok(vec![
                    file.name.into(),
                    Cell::Word(file.part.as_str()),
                    Cell::Word(file.source.as_str()),
                    Cell::Count(file.size),
                    Cell::Count(file.tickets),
                    Cell::Count(file.downloads),
                    Cell::Moment(file.added_at),
                    file.sha256.into(),
                    file.id.to_string().into(),
                    delivery.to_string().into(),
                    file.license.to_string().into(),
                    file.content_id.into(),
                ])
            },
        )
    }
}

pub(super) struct Events;

static EVENTS: Table = table(
    "delivery-events",
    "Record of deliveries",
    ("entry", "entries"),
    &[
        Column::one_line("at", "Time"),
        Column::one_line("kind", "Kind"),
        Column::text("file", "File"),
        Column::text("address", "Address"),
        Column::text("browser", "Browser"),
        Column::figure("bytes", "Bytes"),
        Column::one_line("is_whole", "Whole"),
        Column::below("detail", "Detail"),
        Column::hidden("id", "ID"),
        Column::hidden("delivery_id", "Delivery ID"),
        Column::hidden("ticket_id", "Ticket ID"),
        Column::hidden("file_id", "File ID"),
    ],
);

impl Source for Events {
    fn table(&self) -> &'static Table {
        &EVENTS
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = events::list_after(conn, context.owner, pair(after), PAGE)?;
        Batch::of_page(
            page,
            |(delivery, event)| format!("{delivery}/{}", event.id),
            |(delivery, event)| {
                Ok(vec![
                    Cell::Moment(event.at),
                    Cell::Word(event.kind.as_str()),
                    event.file.into(),
                    event.address.into(),
                    event.browser.into(),
                    event.bytes.map_or(Cell::Empty, Cell::Count),
                    event.bytes.map_or(Cell::Empty, |_| yes_or_no(event.is_whole)),
                    event.detail.into(),
                    event.id.to_string().into(),
                    delivery.to_string().into(),
                    event.ticket.map(|id| id.to_string()).into(),
                    event.file_id.into(),
                ])
            },
        )
    }
}
