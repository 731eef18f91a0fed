//! The rows of clients' links and messages of the public page, of answers to messages and of payment events in an
//! archive.

use domain::shop::Thread;
use paper::{Cell, Column, Table};
use storage::db::Conn;
use storage::offers::reports;
use storage::shop::{links, messages};

use super::shares::table;
use crate::Result;
use crate::exports::source::{Batch, ExportContext, PAGE, Source};

pub(super) struct Links;

static LINKS: Table = table(
    "shop-links",
    "Clients' links to the public page",
    ("link", "links"),
    &[Column::one_line("client_id", "Client"), Column::one_line("created_at", "Created")],
);

impl Source for Links {
    fn table(&self) -> &'static Table {
        &LINKS
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = links::list_after(conn, context.owner, after.unwrap_or_default(), PAGE)?;
        Batch::of_page(
            page,
            |(client, _)| client.to_string(),
            |(client, at)| Ok(vec![client.to_string().into(), Cell::Moment(at)]),
        )
    }
}

pub(super) struct Messages;

static MESSAGES: Table = table(
    "shop-messages",
    "Messages from the public page",
    ("message", "messages"),
    &[
        Column::one_line("created_at", "Sent"),
        Column::text("name", "Name"),
        Column::text("email", "Email"),
        Column::below("text", "Text"),
        Column::hidden("id", "ID"),
    ],
);

impl Source for Messages {
    fn table(&self) -> &'static Table {
        &MESSAGES
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = messages::list_after(conn, context.owner, after.unwrap_or_default(), PAGE)?;
        Batch::of_page(
            page,
            |row| row.id.to_string(),
            |row: Thread| {
                Ok(vec![
                    Cell::Moment(row.created_at),
                    row.name.into(),
                    row.email.into(),
                    row.text.into(),
                    row.id.to_string().into(),
                ])
            },
        )
    }
}

pub(super) struct Answers;

static ANSWERS: Table = table(
    "message-answers",
    "Answers to messages",
    ("answer", "answers"),
    &[
        Column::one_line("created_at", "Sent"),
        Column::below("text", "Text"),
        Column::hidden("id", "ID"),
        Column::hidden("message_id", "Message ID"),
    ],
);

impl Source for Answers {
    fn table(&self) -> &'static Table {
        &ANSWERS
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = messages::answers_after(conn, context.owner, after.unwrap_or_default(), PAGE)?;
        Batch::of_page(
            page,
            |(answer, _)| answer.id.to_string(),
            |(answer, message)| {
                Ok(vec![
                    Cell::Moment(answer.created_at),
                    answer.text.into(),
                    answer.id.to_string().into(),
                    message.into(),
                ])
            },
        )
    }
}

pub(super) struct PaymentReports;

static PAYMENT_REPORTS: Table = table(
    "payment-reports",
    "What Stripe told of payments",
    ("report", "reports"),
    &[
        Column::one_line("received_at", "Received"),
        Column::text("event_id", "Event"),
        Column::text("kind", "Kind"),
        Column::one_line("created_at", "Happened"),
        Column::text("offer_id", "Offer"),
        Column::text("amount", "Amount"),
        Column::text("currency", "Currency"),
        Column::text("reference", "Payment"),
        Column::text("payer", "Paid by"),
        Column::text("state", "State"),
        Column::text("reason", "Reason"),
        Column::text("note", "Note"),
        Column::text("sale_id", "Sale"),
        Column::one_line("changed_at", "Changed"),
    ],
);

impl Source for PaymentReports {
    fn table(&self) -> &'static Table {
        &PAYMENT_REPORTS
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = reports::list_after(conn, context.owner, after.unwrap_or_default(), PAGE)?;
        Batch::of_page(
            page,
            |report| report.event.clone(),
            |report| {
                Ok(vec![
                    Cell::Moment(report.received_at),
                    report.event.into(),
                    report.kind.as_str().to_owned().into(),
                    Cell::Moment(report.created_at),
                    report.offer.map(|id| id.to_string()).into(),
                    report.amount.map(|amount| amount.to_string()).into(),
                    report.currency.into(),
                    report.reference.into(),
                    report.payer.into(),
                    report.state.as_str().to_owned().into(),
                    report.reason.map(|reason| reason.as_str().to_owned()).into(),
                    report.note.into(),
                    report.sale.map(|id| id.to_string()).into(),
                    Cell::Moment(report.changed_at),
                ])
            },
        )
    }
}
