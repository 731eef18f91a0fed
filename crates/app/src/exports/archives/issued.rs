//! The rows of an archive that belong to licenses and are in no export: their records, their files and the reservations
//! of beats.

use domain::ids::LicenseId;
use paper::{Cell, Column, Table};
use storage::db::Conn;
use storage::licenses::{events, files, reservations};

use crate::Result;
use crate::exports::source::{Batch, ExportContext, PAGE, Source};

pub(super) struct Events;

static EVENTS: Table = Table {
    key: "license-events",
    file: "license-events",
    title: "Records of licenses",
    noun: ("entry", "entries"),
    period: Some("at"),
    total: None,
    columns: &[
        Column::one_line("at", "Time"),
        Column::one_line("event", "Event"),
        Column::text("detail", "Details"),
        Column::one_line("address", "IP address"),
        Column::text("browser", "Browser"),
        Column::hidden("license_id", "License ID"),
        Column::hidden("number", "Number"),
        Column::hidden("facts", "Hash of the license"),
        Column::hidden("previous", "Hash of the entry before"),
        Column::hidden("hash", "Hash"),
    ],
};

impl Source for Events {
    fn table(&self) -> &'static Table {
        &EVENTS
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let after = after.and_then(|place| place.split_once('/'));
        let after =
            after.and_then(|(id, number)| LicenseId::parse(id).zip(number.parse::<i64>().ok()));
        let page = events::list_after(conn, context.owner, after, PAGE)?;
        let place = |(license, event): &(LicenseId, _)| place(license, event);
        Batch::of_page(page, place, |(license, event)| {
            let happened = event.happened;
            Ok(vec![
                Cell::Moment(happened.at),
                Cell::Word(happened.kind.as_str()),
                happened.detail.into(),
                happened.address.into(),
                happened.browser.into(),
                license.to_string().into(),
                Cell::Count(event.number),
                happened.facts.into(),
                event.previous.into(),
                event.hash.into(),
            ])
        })
    }
}

fn place(license: &LicenseId, event: &domain::licenses::events::Event) -> String {
    format!("{license}/{}", event.number)
}

pub(super) struct Files;

static FILES: Table = Table {
    key: "license-files",
    file: "license-files",
    title: "Files of licenses",
    noun: ("file", "files"),
    period: None,
    total: None,
    columns: &[
        Column::text("name", "Name"),
        Column::one_line("role", "Role"),
        Column::figure("size", "Size (bytes)").on_paper("Size"),
        Column::hidden("content_hash", "Content hash"),
        Column::hidden("license_id", "License ID"),
        Column::hidden("id", "ID"),
    ],
};

impl Source for Files {
    fn table(&self) -> &'static Table {
        &FILES
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let after = after.and_then(|place| place.split_once('/')).unwrap_or_default();
        let page = files::list_after(conn, context.owner, after, PAGE)?;
        let place = |(license, file): &(LicenseId, domain::licenses::issued::File)| {
            format!("{license}/{}", file.id)
        };
        Batch::of_page(page, place, |(license, file)| {
            Ok(vec![
                file.name.into(),
                Cell::Word(file.role.as_str()),
                Cell::Size(file.size),
                file.content_hash.into(),
                license.to_string().into(),
                file.id.into(),
            ])
        })
    }
}

pub(super) struct Reservations;

static RESERVATIONS: Table = Table {
    key: "reservations",
    file: "reservations",
    title: "Reserved beats",
    noun: ("reservation", "reservations"),
    period: None,
    total: None,
    columns: &[
        Column::text("name", "Buyer"),
        Column::text("email", "Email"),
        Column::one_line("reserved_at", "Reserved"),
        Column::one_line("until", "Until"),
        Column::hidden("beat_id", "Beat ID"),
        Column::hidden("client_id", "Client ID"),
    ],
};

impl Source for Reservations {
    fn table(&self) -> &'static Table {
        &RESERVATIONS
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = reservations::list_after(conn, context.owner, after.unwrap_or_default(), PAGE)?;
        Batch::of_page(
            page,
            |row| row.beat.to_string(),
            |row| {
                Ok(vec![
                    row.name.into(),
                    row.email.into(),
                    Cell::Moment(row.reserved_at),
                    Cell::Moment(row.until),
                    row.beat.to_string().into(),
                    row.client.map(|id| id.to_string()).into(),
                ])
            },
        )
    }
}
