//! Lists of sales with filters and pages, and the summary of a period.

use std::collections::BTreeMap;

use domain::{
    error::{Faults, Invalid},
    ids::{BeneficiaryId, DocumentId, LicenseId, SaleId},
    money::Currency,
    sales::{License, Status},
    totals::spans,
};
use storage::licenses::issued;
use storage::lists::page::{Page, Sort, SortBy};
use storage::sales;
use storage::sales::filter::Filter;
use storage::sales::list::Listing;

use crate::lists::search_term;
use crate::money::transactions::lists::{amounts, is_descending, read_cursor, span, write_cursor};
use crate::{Actor, App, Result};

/// The query parameters of a list, as sent.
#[derive(Debug, Default)]
pub struct ListForm {
    pub status: Option<String>,
    pub license: Option<String>,
    pub search: Option<String>,
    pub from: Option<String>,
    pub to: Option<String>,
    pub client_id: Option<String>,
    pub beat_id: Option<String>,
    pub currency: Option<String>,
    pub min: Option<String>,
    pub max: Option<String>,
    pub sort: Option<String>,
    pub order: Option<String>,
    pub cursor: Option<String>,
    pub limit: i64,
    pub offset: i64,
}

pub struct List {
    pub listing: Listing,
    /// The newest license of each sale of the page that has one.
    pub licenses: BTreeMap<SaleId, LicenseId>,
    pub next_cursor: Option<String>,
}

impl ListForm {
    pub(crate) fn check(self) -> Result<(Filter, Sort, Page), Vec<Invalid>> {
        let mut faults = Faults::default();
        let sent = |text: Option<String>| text.filter(|text| !text.is_empty());
        let search = search_term(&mut faults, self.search);
        let (from, to) = span(&mut faults, self.from, self.to);
        let client = sent(self.client_id).and_then(|text| {
            let id = BeneficiaryId::parse(&text);
            faults.take(id.ok_or_else(|| Invalid::new("client_id", "client_id must be an id")))
        });
        let beat = sent(self.beat_id).and_then(|text| {
            let id = DocumentId::parse(&text);
            faults.take(id.ok_or_else(|| Invalid::new("beat_id", "beat_id must be an id")))
        });
        let currency =
            sent(self.currency).and_then(|text| faults.take(domain::sales::currency(&text)));
        let (min, max) = amounts(&mut faults, self.min, self.max);
        let statuses = faults.take(Status::parse_list(&self.status.unwrap_or_default()));
        let licenses = faults.take(License::parse_list(&self.license.unwrap_or_default()));
        let sort = faults.take(sort(sent(self.sort).as_deref(), sent(self.order).as_deref()));
        let after = sort.zip(sent(self.cursor)).and_then(|(sort, text)| {
            let refused = || Invalid::new("cursor", "cursor must be the next_cursor of this list");
            faults.take(read_cursor(&text, sort).ok_or_else(refused))
        });
        if after.is_some() && self.offset > 0 {
            faults.note(Invalid::new("offset", "Send cursor or offset, not both"));
        }
        faults.finish()?;
        let filter = Filter {
            statuses: statuses.unwrap_or_default(),
            licenses: licenses.unwrap_or_default(),
            from,
            to,
            client,
            beat,
            currency,
            min,
            max,
            search,
        };
        let sort = sort.unwrap_or(Sort { by: SortBy::Date, descending: true });
        Ok((filter, sort, Page { limit: self.limit, offset: self.offset, after }))
    }
}

/// A column with an order, or both in one word.
fn sort(sent: Option<&str>, order: Option<&str>) -> Result<Sort, Invalid> {
    let by = match sent {
        Some("newest") => return Ok(Sort { by: SortBy::Date, descending: true }),
        Some("oldest") => return Ok(Sort { by: SortBy::Date, descending: false }),
        Some("highest") => return Ok(Sort { by: SortBy::Amount, descending: true }),
        Some("lowest") => return Ok(Sort { by: SortBy::Amount, descending: false }),
        None | Some("date") => SortBy::Date,
        Some("amount") => SortBy::Amount,
        Some("client") => SortBy::Client,
        Some("title") => SortBy::Title,
        Some("status") => SortBy::Status,
        Some(_) => {
            let message = "sort must be one of date, amount, client, title, status, newest, oldest, \
                           highest, lowest";
            return Err(Invalid::new("sort", message));
        }
    };
    Ok(Sort { by, descending: is_descending(by, order)? })
}

pub async fn list(app: &App, actor: &Actor, form: ListForm) -> Result<List> {
    let (filter, sort, page) = form.check()?;
    let owner = actor.user;
    let (listing, licenses) = app
        .read(move |conn| {
            let listing = sales::list::list(conn, owner, &filter, sort, &page)?;
            let ids: Vec<_> = listing.rows.iter().map(|sale| sale.id).collect();
            let licenses = issued::ids_of_sales(conn, owner, &ids)?;
            Ok((listing, licenses))
        })
        .await?;
    let next_cursor = match listing.rows.last().filter(|_| listing.has_more) {
        Some(last) => Some(write_cursor(&sales::list::cursor_of(last, sort.by)?, sort)),
        None => None,
    };
    Ok(List { listing, licenses, next_cursor })
}

/// Count and sums. Each currency has its own sum.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figures {
    pub count: i64,
    pub totals: BTreeMap<Currency, i64>,
}

impl Figures {
    fn add(&mut self, sum: &sales::totals::Sum) {
        self.count += sum.count;
        *self.totals.entry(sum.lane.currency).or_default() += sum.amount;
    }
}

/// `completed` and `licenses` only count completed sales.
#[derive(Debug, Default)]
pub struct Summary {
    pub count: i64,
    pub completed: Figures,
    pub statuses: BTreeMap<Status, Figures>,
    pub licenses: BTreeMap<License, Figures>,
}

pub async fn summary(
    app: &App,
    actor: &Actor,
    from: Option<String>,
    to: Option<String>,
) -> Result<Summary> {
    let mut faults = Faults::default();
    let (from, to) = span(&mut faults, from, to);
    faults.finish()?;
    let (owner, spans) = (actor.user, spans(from, to, false));
    let sums = app
        .read(move |conn| {
            conn.snapshot()?;
            Ok(sales::totals::sums(conn, owner, &spans)?)
        })
        .await?;
    let mut summary = Summary::default();
    // Every status has an entry, even without sales.
    for status in Status::ALL {
        summary.statuses.insert(*status, Figures::default());
    }
    for license in License::ALL {
        summary.licenses.insert(*license, Figures::default());
    }
    for sum in sums {
        summary.count += sum.count;
        summary.statuses.entry(sum.lane.status).or_default().add(&sum);
        if sum.lane.status == Status::Completed {
            summary.completed.add(&sum);
            summary.licenses.entry(sum.lane.license).or_default().add(&sum);
        }
    }
    Ok(summary)
}
