//! Lists of transactions with filters and pages, and the summary of a period.

use std::collections::BTreeMap;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{
    calendar::Day,
    error::{Faults, Invalid},
    ids::{AccountId, BeneficiaryId, SaleId, TransactionId, UserId},
    money::{
        Currency, Minor,
        transactions::{Kind, Status, Transaction},
        typed_amounts::{self, Style},
    },
    totals::spans,
};
use storage::db::Conn;
use storage::lists::page::{Cursor, Page, Sort, SortBy};
use storage::money::transactions;
use storage::money::transactions::filter::Filter;
use storage::money::transactions::list::Listing;
use storage::money::transactions::totals::{self, Sum};
use storage::sales;

use crate::lists::search_term;
use crate::{Actor, App, Result};

/// The query parameters of a list, as sent.
#[derive(Debug, Default)]
pub struct ListForm {
    pub kind: Option<String>,
    pub status: Option<String>,
    pub search: Option<String>,
    pub from: Option<String>,
    pub to: Option<String>,
    pub account_id: Option<String>,
    pub beneficiary_id: Option<String>,
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
    /// The sales that own transactions of the page.
    pub owning_sales: OwningSales,
    pub next_cursor: Option<String>,
}

impl ListForm {
    pub(crate) fn check(self) -> Result<(Filter, Sort, Page), Vec<Invalid>> {
        let mut faults = Faults::default();
        let sent = |text: Option<String>| text.filter(|text| !text.is_empty());
        let search = search_term(&mut faults, self.search);
        let (from, to) = span(&mut faults, self.from, self.to);
        let (min, max) = amounts(&mut faults, self.min, self.max);
        let account = sent(self.account_id).and_then(|text| {
            let id = AccountId::parse(&text);
            faults.take(id.ok_or_else(|| Invalid::new("account_id", "account_id must be an id")))
        });
        let beneficiary = sent(self.beneficiary_id).and_then(|text| {
            let id = BeneficiaryId::parse(&text);
            let refused = || Invalid::new("beneficiary_id", "beneficiary_id must be an id");
            faults.take(id.ok_or_else(refused))
        });
        let currency =
            sent(self.currency).and_then(|text| faults.take(domain::sales::currency(&text)));
        let kinds = faults.take(Kind::parse_list(&self.kind.unwrap_or_default()));
        let statuses = faults.take(Status::parse_list(&self.status.unwrap_or_default()));
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
            kinds: kinds.unwrap_or_default(),
            statuses: statuses.unwrap_or_default(),
            account,
            beneficiary,
            currency,
            from,
            to,
            min,
            max,
            search,
        };
        let sort = sort.unwrap_or(Sort { by: SortBy::Date, descending: true });
        Ok((filter, sort, Page { limit: self.limit, offset: self.offset, after }))
    }
}

/// Reads the bounds of a list: numbers, or amounts as people type them.
pub(crate) fn amounts(
    faults: &mut Faults,
    min: Option<String>,
    max: Option<String>,
) -> (Option<Minor>, Option<Minor>) {
    let mut amount = |field, text: Option<String>| {
        let text = text.filter(|text| !text.is_empty());
        text.and_then(|text| faults.take(typed_amounts::parse(field, &text, Style::American)))
    };
    let (min, max) = (amount("min", min), amount("max", max));
    if min.zip(max).is_some_and(|(min, max)| min > max) {
        faults.note(Invalid::new("min", "The smallest amount is more than the largest"));
    }
    (min, max)
}

pub(crate) fn span(
    faults: &mut Faults,
    from: Option<String>,
    to: Option<String>,
) -> (Option<Day>, Option<Day>) {
    let mut day = |field, text: Option<String>| {
        let text = text.filter(|text| !text.is_empty());
        text.and_then(|text| faults.take(Day::parse(field, &text)))
    };
    let (from, to) = (day("from", from), day("to", to));
    if from.zip(to).is_some_and(|(from, to)| from > to) {
        faults.note(Invalid::new("from", "The start date is after the end date"));
    }
    (from, to)
}

fn sort(by: Option<&str>, order: Option<&str>) -> Result<Sort, Invalid> {
    let by = match by {
        None | Some("date") => SortBy::Date,
        Some("amount") => SortBy::Amount,
        Some("title") => SortBy::Title,
        Some("type") => SortBy::Kind,
        Some("status") => SortBy::Status,
        Some(_) => {
            let message = "sort must be one of date, amount, title, type, status";
            return Err(Invalid::new("sort", message));
        }
    };
    Ok(Sort { by, descending: is_descending(by, order)? })
}

/// Dates and amounts sort descending by default, words ascending.
pub(crate) fn is_descending(by: SortBy, order: Option<&str>) -> Result<bool, Invalid> {
    match order {
        None => Ok(matches!(by, SortBy::Date | SortBy::Amount)),
        Some("asc") => Ok(false),
        Some("desc") => Ok(true),
        Some(_) => Err(Invalid::new("order", "order must be asc or desc")),
    }
}

pub async fn list(app: &App, actor: &Actor, form: ListForm) -> Result<List> {
    let (filter, sort, page) = form.check()?;
    let owner = actor.user;
    let (listing, owning_sales) = app
        .read(move |conn| {
            let listing = transactions::list::list(conn, owner, &filter, sort, &page)?;
            let owning = owning_sales(conn, owner, &listing.rows)?;
            Ok((listing, owning))
        })
        .await?;
    let next_cursor = match listing.rows.last().filter(|_| listing.has_more) {
        Some(last) => Some(write_cursor(&transactions::list::cursor_of(last, sort.by)?, sort)),
        None => None,
    };
    Ok(List { listing, owning_sales, next_cursor })
}

/// The sales that own some transactions, each with its number.
pub type OwningSales = BTreeMap<TransactionId, (SaleId, i64)>;

pub(crate) fn owning_sales(
    conn: &mut Conn,
    owner: UserId,
    rows: &[Transaction],
) -> Result<OwningSales> {
    let named: Vec<_> =
        rows.iter().filter_map(|row| row.content.sale.map(|sale| (row.id, sale))).collect();
    Ok(sales::owners_of(conn, owner, &named)?)
}

/// A cursor is only valid for the sort order it was made for.
pub fn write_cursor(place: &Cursor, sort: Sort) -> String {
    let order = if sort.descending { "desc" } else { "asc" };
    let by = name(sort.by);
    let text = match place {
        Cursor::Date { position } => format!("{by}:{order}:{position}"),
        Cursor::Amount { amount, position } => format!("{by}:{order}:{position}:{amount}"),
        Cursor::Text { text, position } => format!("{by}:{order}:{position}:{text}"),
    };
    URL_SAFE_NO_PAD.encode(text)
}

/// The place that a cursor stands for; `None` if it is none of this order.
pub fn read_cursor(text: &str, sort: Sort) -> Option<Cursor> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    let mut parts = text.splitn(4, ':');
    let (by, order, position) = (parts.next()?, parts.next()?, parts.next()?);
    // Leaves room for the positions next to it, which must not overflow.
    let position = position.parse::<i64>().ok().filter(|value| (0..i64::MAX).contains(value))?;
    let rest = parts.next();
    let place = match (by, rest) {
        ("date", None) => Cursor::Date { position },
        ("amount", Some(amount)) => Cursor::Amount { amount: amount.parse().ok()?, position },
        ("date" | "amount", _) | (_, None) => return None,
        (_, Some(text)) if !text.contains('\0') => Cursor::Text { text: text.to_owned(), position },
        _ => return None,
    };
    let fits = (by, order == "desc") == (name(sort.by), sort.descending);
    (fits && ["asc", "desc"].contains(&order)).then_some(place)
}

const fn name(by: SortBy) -> &'static str {
    match by {
        SortBy::Date => "date",
        SortBy::Amount => "amount",
        SortBy::Title => "title",
        SortBy::Client => "client",
        SortBy::Kind => "type",
        SortBy::Status => "status",
    }
}

/// Count and sums. Income, spending and net only include completed transactions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    pub count: i64,
    /// The sum of all amounts, of any status.
    pub total: i64,
    pub income: i64,
    pub spending: i64,
}

impl Figures {
    pub fn net(&self) -> i64 {
        self.income - self.spending
    }

    fn add(&mut self, sum: &Sum) {
        self.count += sum.count;
        self.total += sum.income - sum.spending;
        if sum.status == Status::Completed {
            self.income += sum.income;
            self.spending += sum.spending;
        }
    }
}

/// Totals by currency: different currencies are never added up.
#[derive(Debug, Default)]
pub struct Summary {
    pub count: i64,
    pub currencies: BTreeMap<Currency, Figures>,
    pub types: BTreeMap<(Kind, Currency), Figures>,
    pub statuses: BTreeMap<(Status, Currency), Figures>,
    pub months: BTreeMap<(String, Currency), Figures>,
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
    let (owner, spans) = (actor.user, spans(from, to, true));
    let sums = app
        .read(move |conn| {
            conn.snapshot()?;
            Ok(totals::sums(conn, owner, &spans)?)
        })
        .await?;
    let mut summary = Summary::default();
    for sum in sums {
        summary.count += sum.count;
        summary.currencies.entry(sum.currency).or_default().add(&sum);
        summary.types.entry((sum.kind, sum.currency)).or_default().add(&sum);
        summary.statuses.entry((sum.status, sum.currency)).or_default().add(&sum);
        summary.months.entry((sum.month.clone(), sum.currency)).or_default().add(&sum);
    }
    Ok(summary)
}
