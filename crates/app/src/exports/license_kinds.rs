//! The rows of license kinds, their contract texts and the prices of beats. They are part of the export of all data and
//! have no export of their own.

use domain::ids::{DocumentId, LicenseKindId};
use domain::licenses::prices::BeatPrice;
use paper::{Cell, Column, Table};
use storage::db::Conn;
use storage::licenses::{kinds, prices, texts};

use crate::Result;
use crate::exports::source::{Batch, ExportContext, PAGE, Source};

pub(crate) struct Kinds;

static KINDS: Table = Table {
    key: "license-kinds",
    file: "license-kinds",
    title: "License kinds",
    noun: ("kind", "kinds"),
    period: None,
    total: None,
    columns: &[
        Column::text("name", "Name"),
        Column::one_line("tier", "Tier"),
        Column::figure("price", "Price"),
        Column::one_line("currency", "Currency"),
        Column::figure("lowest_offer", "Lowest offer"),
        Column::one_line("enabled", "Enabled"),
        Column::below("description", "Description"),
        Column::below("terms", "Terms"),
        Column::hidden("text_version", "Text version"),
        Column::hidden("id", "ID"),
        Column::hidden("created_at", "Created"),
    ],
};

impl Source for Kinds {
    fn table(&self) -> &'static Table {
        &KINDS
    }

    /// One page holds all kinds: there are at most twelve.
    fn page(&self, conn: &mut Conn, context: &ExportContext, _: Option<&str>) -> Result<Batch> {
        let rows = kinds::list(conn, context.owner)?.into_iter().map(|(row, text)| {
            vec![
                row.name.into(),
                Cell::Word(row.tier.as_str()),
                Cell::Money(row.price.get()),
                Cell::Word(row.currency.as_str()),
                row.lowest_offer.map_or(Cell::Empty, |lowest| Cell::Money(lowest.get())),
                Cell::Word(if row.is_enabled { "yes" } else { "no" }),
                row.description.into(),
                row.terms.into(),
                Cell::Count(text.version.number),
                row.id.to_string().into(),
                Cell::Moment(row.created_at),
            ]
        });
        Ok(Batch { rows: rows.collect(), next: None })
    }
}

pub(crate) struct Texts;

static TEXTS: Table = Table {
    key: "license-texts",
    file: "license-texts",
    title: "Contract texts",
    noun: ("text", "texts"),
    period: None,
    total: None,
    columns: &[
        Column::one_line("kind_id", "License kind"),
        Column::one_line("version", "Version"),
        Column::one_line("created_at", "Saved"),
        Column::hidden("hash", "SHA-256"),
        Column::below("text", "Text"),
    ],
};

/// How many contract texts a page has: few, because they are long.
const TEXTS_AT_ONCE: i64 = 50;

impl Source for Texts {
    fn table(&self) -> &'static Table {
        &TEXTS
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let after = after.and_then(|place| place.split_once('/')).and_then(|(kind, version)| {
            LicenseKindId::parse(kind).zip(version.parse::<i64>().ok())
        });
        let page = texts::list_after(conn, context.owner, after, TEXTS_AT_ONCE)?;
        let is_full = page.len() as i64 >= TEXTS_AT_ONCE;
        let next = page.last().filter(|_| is_full);
        let next = next.map(|(kind, text)| format!("{kind}/{}", text.version.number));
        let rows = page.into_iter().map(|(kind, text)| {
            vec![
                kind.to_string().into(),
                Cell::Count(text.version.number),
                Cell::Moment(text.version.created_at),
                text.version.hash.into(),
                text.text.into(),
            ]
        });
        Ok(Batch { rows: rows.collect(), next })
    }
}

pub(crate) struct Prices;

static PRICES: Table = Table {
    key: "beat-prices",
    file: "beat-prices",
    title: "Prices of beats",
    noun: ("price", "prices"),
    period: None,
    total: None,
    columns: &[
        Column::one_line("beat_id", "Beat"),
        Column::one_line("kind_id", "License kind"),
        Column::one_line("offer", "Offer"),
        Column::figure("price", "Price"),
        Column::one_line("currency", "Currency"),
    ],
};

impl Source for Prices {
    fn table(&self) -> &'static Table {
        &PRICES
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let after = after
            .and_then(|place| place.split_once('/'))
            .and_then(|(beat, kind)| DocumentId::parse(beat).zip(LicenseKindId::parse(kind)));
        let page = prices::list_after(conn, context.owner, after, PAGE)?;
        let place =
            |(beat, kind, _): &(DocumentId, LicenseKindId, BeatPrice)| format!("{beat}/{kind}");
        Batch::of_page(page, place, |(beat, kind, price)| {
            let (offer, amount, currency) = match price {
                BeatPrice::Own(amount, currency) => {
                    ("own", Cell::Money(amount.get()), Cell::Word(currency.as_str()))
                }
                BeatPrice::Off => ("off", Cell::Empty, Cell::Empty),
            };
            let (beat, kind) = (beat.to_string(), kind.to_string());
            Ok(vec![beat.into(), kind.into(), Cell::Word(offer), amount, currency])
        })
    }
}
