//! The rows of offers, their lines, links, acceptances and events, and of ways to pay in an archive.

use domain::money::Minor;
use domain::offers::Way;
use paper::{Cell, Column, Table};
use storage::db::Conn;
use storage::offers::{self as rows, acceptances, events, lines, links, papers};

use crate::Result;
use crate::exports::source::{Batch, ExportContext, PAGE, Source};
use crate::offers::ways;

const fn table(
    file: &'static str,
    title: &'static str,
    noun: (&'static str, &'static str),
    columns: &'static [Column],
) -> Table {
    Table { key: file, file, title, noun, period: None, total: None, columns }
}

/// Splits the position that a page of rows begins after into the two parts of its key.
fn pair(after: Option<&str>) -> (&str, &str) {
    after.and_then(|place| place.split_once('/')).unwrap_or_default()
}

pub(super) struct Offers;

static OFFERS: Table = table(
    "offers",
    "Offers",
    ("offer", "offers"),
    &[
        Column::one_line("reference", "Reference"),
        Column::one_line("state", "State"),
        Column::one_line("revision", "Revision"),
        Column::text("buyer_name", "Buyer"),
        Column::text("buyer_email", "Email"),
        Column::figure("total", "Total"),
        Column::one_line("currency", "Currency"),
        Column::below("words", "Words"),
        Column::one_line("created_at", "Made"),
        Column::one_line("expires_at", "Open until"),
        Column::hidden("sent_at", "Sent"),
        Column::hidden("viewed_at", "Viewed"),
        Column::hidden("accepted_at", "Accepted"),
        Column::hidden("paid_at", "Paid"),
        Column::hidden("delivered_at", "Delivered"),
        Column::hidden("closed_at", "Closed"),
        Column::hidden("source", "Source"),
        Column::hidden("mails_sent", "Mails"),
        Column::hidden("counter_price", "Counter-offer"),
        Column::hidden("counter_reason", "Reason"),
        Column::hidden("payment_reference", "Payment reference"),
        Column::hidden("fee", "Fee"),
        Column::hidden("sale_id", "Sale ID"),
        Column::hidden("client_id", "Client ID"),
        Column::hidden("id", "ID"),
    ],
);

impl Source for Offers {
    fn table(&self) -> &'static Table {
        &OFFERS
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let after = after.and_then(|number| number.parse().ok()).unwrap_or(0);
        let page = rows::list_after(conn, context.owner, after, PAGE)?;
        Batch::of_page(
            page,
            |row| row.number.to_string(),
            |row| {
                let moment = |at: Option<_>| at.map_or(Cell::Empty, Cell::Moment);
                let money = |price: Option<Minor>| {
                    price.map_or(Cell::Empty, |price| Cell::Money(price.get()))
                };
                let counter = row.counter.as_ref();
                Ok(vec![
                    row.reference().into(),
                    Cell::Word(row.stored_state.as_str()),
                    Cell::Count(row.revision),
                    row.buyer.name.clone().into(),
                    row.buyer.email.clone().into(),
                    Cell::Money(row.total.get()),
                    Cell::Word(row.currency.as_str()),
                    row.words.clone().into(),
                    Cell::Moment(row.created_at),
                    Cell::Moment(row.expires_at),
                    moment(row.sent_at),
                    moment(row.viewed_at),
                    moment(row.accepted_at),
                    moment(row.paid_at),
                    moment(row.delivered_at),
                    moment(row.closed_at),
                    Cell::Word(row.source.as_str()),
                    Cell::Count(row.mails_sent),
                    money(counter.map(|counter| counter.price)),
                    counter.map(|counter| counter.reason.clone()).into(),
                    row.payment.reference.clone().into(),
                    money(row.payment.fee),
                    row.payment.sale.map(|id| id.to_string()).into(),
                    row.buyer.client.map(|id| id.to_string()).into(),
                    row.id.to_string().into(),
                ])
            },
        )
    }
}

pub(super) struct Lines;

static LINES: Table = table(
    "offer-lines",
    "Lines of offers",
    ("line", "lines"),
    &[
        Column::text("title", "Beat"),
        Column::text("kind", "License"),
        Column::figure("price", "Price"),
        Column::one_line("text_version", "Text version"),
        Column::hidden("terms", "Terms"),
        Column::hidden("beat_id", "Beat ID"),
        Column::hidden("kind_id", "Kind ID"),
        Column::hidden("license_id", "License ID"),
        Column::hidden("offer_id", "Offer ID"),
        Column::hidden("id", "ID"),
    ],
);

impl Source for Lines {
    fn table(&self) -> &'static Table {
        &LINES
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = lines::list_after(conn, context.owner, pair(after), PAGE)?;
        Batch::of_page(
            page,
            |(offer, line)| format!("{offer}/{}", line.id),
            |(offer, line)| {
                Ok(vec![
                    line.title.into(),
                    line.kind_name.into(),
                    Cell::Money(line.price.get()),
                    Cell::Count(line.text_version),
                    line.terms.into(),
                    line.beat.map(|id| id.to_string()).into(),
                    line.kind.map(|id| id.to_string()).into(),
                    line.license.map(|id| id.to_string()).into(),
                    offer.into(),
                    line.id.to_string().into(),
                ])
            },
        )
    }
}

pub(super) struct Links;

static LINKS: Table = table(
    "offer-links",
    "Addresses of offers",
    ("address", "addresses"),
    &[
        Column::one_line("offer_id", "Offer"),
        Column::one_line("revision", "Revision"),
        Column::one_line("created_at", "Made"),
        Column::hidden("id", "ID"),
    ],
);

impl Source for Links {
    fn table(&self) -> &'static Table {
        &LINKS
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = links::list_after(conn, context.owner, after.unwrap_or_default(), PAGE)?;
        Batch::of_page(
            page,
            |link| link.id.to_string(),
            |link| {
                Ok(vec![
                    link.offer.to_string().into(),
                    Cell::Count(link.revision),
                    Cell::Moment(link.created_at),
                    link.id.to_string().into(),
                ])
            },
        )
    }
}

pub(super) struct Acceptances;

static ACCEPTANCES: Table = table(
    "offer-acceptances",
    "Acceptances of offers",
    ("acceptance", "acceptances"),
    &[
        Column::text("name", "Name"),
        Column::text("alias", "Professional name"),
        Column::text("email", "Email"),
        Column::below("address", "Address"),
        Column::one_line("country", "Country"),
        Column::one_line("at", "Time"),
        Column::one_line("ip_address", "IP address"),
        Column::text("browser", "Browser"),
        Column::hidden("text_hash", "SHA-256 of the text"),
        Column::hidden("revision", "Revision"),
        Column::hidden("producer", "Producer"),
        Column::hidden("text", "Text"),
        Column::hidden("offer_id", "Offer ID"),
    ],
);

impl Source for Acceptances {
    fn table(&self) -> &'static Table {
        &ACCEPTANCES
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = acceptances::list_after(conn, context.owner, after.unwrap_or_default(), PAGE)?;
        Batch::of_page(
            page,
            |(offer, _)| offer.clone(),
            |(offer, accepted)| {
                Ok(vec![
                    accepted.name.into(),
                    accepted.alias.into(),
                    accepted.email.into(),
                    accepted.address.into(),
                    accepted.country.into(),
                    Cell::Moment(accepted.at),
                    accepted.ip.into(),
                    accepted.browser.into(),
                    accepted.text_hash.into(),
                    Cell::Count(accepted.revision),
                    accepted.producer.into(),
                    accepted.text.into(),
                    offer.into(),
                ])
            },
        )
    }
}

pub(super) struct Papers;

static PAPERS: Table = table(
    "offer-papers",
    "What the contracts of offers were made of",
    ("paper", "papers"),
    &[
        Column::text("facts", "Facts"),
        Column::hidden("blocks", "Accepted contract"),
        Column::one_line("revision", "Revision"),
        Column::one_line("place", "Place"),
        Column::hidden("offer_id", "Offer ID"),
    ],
);

impl Source for Papers {
    fn table(&self) -> &'static Table {
        &PAPERS
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let mut parts = after.unwrap_or_default().split('/');
        let offer = parts.next().unwrap_or_default();
        let mut number = || parts.next().and_then(|text| text.parse().ok()).unwrap_or_default();
        let (revision, place) = (number(), number());
        let page = papers::list_after(conn, context.owner, (offer, revision, place), PAGE)?;
        Batch::of_page(
            page,
            |(offer, revision, place, _)| format!("{offer}/{revision}/{place}"),
            |(offer, revision, place, row)| {
                Ok(vec![
                    row.facts.into(),
                    row.blocks.into(),
                    Cell::Count(revision),
                    Cell::Count(place),
                    offer.into(),
                ])
            },
        )
    }
}

pub(super) struct Events;

static EVENTS: Table = table(
    "offer-events",
    "What happened to offers",
    ("event", "events"),
    &[
        Column::one_line("at", "Time"),
        Column::one_line("kind", "Event"),
        Column::text("message", "Details"),
        Column::hidden("offer_id", "Offer ID"),
        Column::hidden("number", "Number"),
    ],
);

impl Source for Events {
    fn table(&self) -> &'static Table {
        &EVENTS
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let (offer, number) = pair(after);
        let after = (offer, number.parse().unwrap_or(0));
        let page = events::list_after(conn, context.owner, after, PAGE)?;
        Batch::of_page(
            page,
            |(offer, event)| format!("{offer}/{}", event.number),
            |(offer, event)| {
                Ok(vec![
                    Cell::Moment(event.at),
                    Cell::Word(event.kind.as_str()),
                    event.message.into(),
                    offer.into(),
                    Cell::Count(event.number),
                ])
            },
        )
    }
}

pub(super) struct Ways;

static WAYS: Table = table(
    "ways-to-pay",
    "Ways to pay",
    ("way", "ways"),
    &[
        Column::text("label", "Name"),
        Column::one_line("type", "Type"),
        Column::below("details", "Details"),
        Column::one_line("enabled", "Enabled"),
        Column::hidden("kind_id", "Kind ID"),
        Column::hidden("id", "ID"),
    ],
);

impl Source for Ways {
    fn table(&self) -> &'static Table {
        &WAYS
    }

    /// One page holds all ways to pay: there are at most twenty.
    fn page(
        &self,
        conn: &mut Conn,
        context: &ExportContext,
        _after: Option<&str>,
    ) -> Result<Batch> {
        let details = |way: &Way| {
            let rows = way.rows.iter().map(|(label, value)| format!("{label}: {value}"));
            let rest = [way.address.clone(), way.words.clone()].into_iter();
            let all = rows.chain(rest.filter(|text| !text.is_empty()));
            all.collect::<Vec<_>>().join("\n")
        };
        let all = ways::read(conn, &context.keys, context.owner)?.into_iter();
        let rows = all.map(|way| {
            vec![
                way.label.clone().into(),
                Cell::Word(way.kind.as_str()),
                details(&way).into(),
                Cell::Word(if way.is_enabled { "yes" } else { "no" }),
                way.license_kind.map(|id| id.to_string()).into(),
                way.id.to_string().into(),
            ]
        });
        Ok(Batch { rows: rows.collect(), next: None })
    }
}
