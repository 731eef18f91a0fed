//! The rows of an export of licenses.

use domain::calendar::Day;
use domain::error::{Faults, Invalid};
use domain::ids::{BeneficiaryId, DocumentId, LicenseKindId};
use domain::licenses::issued::{License, State};
use domain::licenses::reference;
use domain::sales;
use paper::{Cell, Column, Table, Total};
use storage::db::Conn;
use storage::licenses::list::{Bounds, Filter, Page, list_within};
use storage::lists::page::MAX_SORTED;

use super::filters::Filters;
use super::source::{Batch, ExportContext, PAGE, Source};
use crate::Result;

static TABLE: Table = Table {
    key: "licenses",
    file: "licenses",
    title: "Licenses",
    noun: ("license", "licenses"),
    period: Some("issued_on"),
    total: Some(Total {
        label: "Total active",
        amount: "price",
        currency: "currency",
        status: ("state", "active"),
    }),
    columns: &[
        Column::one_line("reference", "Reference"),
        Column::one_line("issued_on", "Issued"),
        Column::text("title", "Title"),
        Column::text("buyer", "Licensee"),
        Column::text("kind", "License"),
        Column::one_line("state", "State"),
        Column::one_line("expires_on", "Expires"),
        Column::figure("price", "Price"),
        Column::one_line("currency", "Currency"),
        Column::one_line("sale", "Sale"),
        Column::below("usage", "Used"),
        Column::below("ended_reason", "Reason"),
        Column::hidden("tier", "Tier"),
        Column::hidden("buyer_alias", "Licensee alias"),
        Column::hidden("buyer_email", "Licensee email"),
        Column::hidden("buyer_address", "Licensee address"),
        Column::hidden("buyer_country", "Licensee country"),
        Column::hidden("starts_on", "Starts"),
        Column::hidden("ended_at", "Ended"),
        Column::hidden("upgraded_from", "Upgraded from"),
        Column::hidden("superseded_by", "Superseded by"),
        Column::hidden("is_recorded_by_producer", "Recorded by the producer"),
        Column::hidden("text_version", "Text version"),
        Column::hidden("text_hash", "Text SHA-256"),
        Column::hidden("contract_pages", "Contract pages"),
        Column::hidden("contract_sha256", "Contract SHA-256"),
        Column::hidden("terms", "Terms"),
        Column::hidden("id", "ID"),
        Column::hidden("kind_id", "Kind ID"),
        Column::hidden("beat_id", "Beat ID"),
        Column::hidden("client_id", "Client ID"),
        Column::hidden("sale_id", "Sale ID"),
        Column::hidden("created_at", "Created"),
    ],
};

/// The bounds of the list query; an export needs no total.
const BOUNDS: Bounds = Bounds { few: MAX_SORTED, counted: 0 };

#[derive(Default)]
pub(super) struct Licenses {
    states: Vec<State>,
    kinds: Vec<LicenseKindId>,
    beat: Option<DocumentId>,
    client: Option<BeneficiaryId>,
    expires_before: Option<Day>,
    is_near_cap: bool,
    search: Option<String>,
}

impl Licenses {
    pub fn from_filters(mut filters: Filters) -> Result<Self, Vec<Invalid>> {
        let mut faults = Faults::default();
        let states = filters.take("state").unwrap_or_default();
        let kinds = filters.take("kind").unwrap_or_default();
        let day = filters.take("expires_before");
        let near_cap = filters.take("near_cap");
        let licenses = Self {
            states: faults.take(State::parse_list(&states)).unwrap_or_default(),
            kinds: faults
                .take(kinds.split(',').filter(|id| !id.trim().is_empty()).map(kind).collect())
                .unwrap_or_default(),
            beat: id(&mut faults, filters.take("beat"), "beat", DocumentId::parse),
            client: id(&mut faults, filters.take("client"), "client", BeneficiaryId::parse),
            expires_before: day.and_then(|day| faults.take(Day::parse("expires_before", &day))),
            is_near_cap: near_cap
                .and_then(|text| faults.take(parse_near_cap(&text)))
                .unwrap_or_default(),
            search: filters.take("search"),
        };
        if let Err(invalid) = filters.finish(TABLE.key) {
            faults.note(invalid);
        }
        faults.finish()?;
        Ok(licenses)
    }
}

fn parse_near_cap(text: &str) -> Result<bool, Invalid> {
    text.parse().map_err(|_| Invalid::new("near_cap", "near_cap must be true or false"))
}

fn kind(text: &str) -> Result<LicenseKindId, Invalid> {
    LicenseKindId::parse(text.trim()).ok_or_else(|| Invalid::new("kind", "kind must be an id"))
}

fn id<T>(
    faults: &mut Faults,
    text: Option<String>,
    field: &'static str,
    parse: impl Fn(&str) -> Option<T>,
) -> Option<T> {
    let text = text?;
    let id = parse(text.trim());
    faults.take(id.ok_or_else(|| Invalid::new(field, format!("{field} must be an id"))))
}

impl Source for Licenses {
    fn table(&self) -> &'static Table {
        &TABLE
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let filter = Filter {
            states: self.states.clone(),
            kinds: self.kinds.clone(),
            beat: self.beat,
            client: self.client,
            expires_before: self.expires_before,
            is_near_cap: self.is_near_cap,
            search: self.search.clone(),
            ..Filter::all(context.today)
        };
        let before = after.and_then(|place| place.parse().ok());
        let page = Page { limit: PAGE, offset: 0, before };
        let listing = list_within(conn, context.owner, &filter, page, BOUNDS)?;
        let next = listing.rows.last().filter(|_| listing.has_more);
        let next = next.map(|last| last.number.to_string());
        let rows = listing.rows.into_iter().map(|row| cells(row, context));
        Ok(Batch { rows: rows.collect(), next })
    }
}

fn cells(row: License, context: &ExportContext) -> Vec<Cell> {
    let ExportContext { today, zone, .. } = context;
    let (state, ended_at) = (row.state(*today), row.ended_at(*today, zone));
    let usage = row.usage.iter().map(|(of, used)| format!("{used} {}", of.noun()));
    let usage = usage.collect::<Vec<_>>().join(", ");
    let optional = |text: String| Some(text).filter(|text| !text.is_empty());
    let number = row.reference();
    let (grant, sale) = (row.grant, row.sale);
    vec![
        number.into(),
        Cell::Day(zone.day_of(grant.issued_at)),
        grant.title.into(),
        grant.buyer.name.into(),
        grant.kind_name.into(),
        Cell::Word(state.as_str()),
        grant.expires_on.map_or(Cell::Empty, Cell::Day),
        Cell::Money(grant.price.get()),
        Cell::Word(grant.currency.as_str()),
        sale.map(|sale| sales::reference(sale.number)).into(),
        optional(usage).into(),
        row.ended.and_then(|ended| ended.reason).into(),
        Cell::Word(grant.tier.as_str()),
        optional(grant.buyer.alias).into(),
        optional(grant.buyer.email).into(),
        optional(grant.buyer.address).into(),
        optional(grant.buyer.country).into(),
        Cell::Day(grant.starts_on),
        ended_at.map_or(Cell::Empty, Cell::Moment),
        grant.upgraded_from.map(|other| reference(other.number)).into(),
        row.superseded_by.map(|other| reference(other.number)).into(),
        Cell::Word(if grant.is_recorded_by_producer { "yes" } else { "no" }),
        Cell::Count(grant.text_version),
        grant.text_hash.into(),
        Cell::Count(row.contract.pages),
        row.contract.sha256.into(),
        grant.terms.into(),
        row.id.to_string().into(),
        grant.kind.to_string().into(),
        grant.beat.map(|id| id.to_string()).into(),
        grant.client.map(|id| id.to_string()).into(),
        sale.and_then(|sale| sale.id).map(|id| id.to_string()).into(),
        Cell::Moment(grant.issued_at),
    ]
}
