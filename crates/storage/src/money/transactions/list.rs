//! Lists of transactions that stay quick with a million rows: for each filter there is an index in the right
//! order, and of several the cheapest is chosen by the counts of the totals and of the search index.

use domain::ids::UserId;
use domain::money::transactions::Transaction;
use domain::numbers::{clamp_i64, clamp_usize};
use domain::totals::spans;

use crate::db::{Conn, DbError, require};
use crate::lists::page::{Cursor, MAX_COUNTED, MAX_SORTED, Page, Sort, SortBy};
use crate::lists::text_index::{self, Index};
use crate::money::transactions::filter::Filter;
use crate::money::transactions::query::{COUNT, Query, RowSource};
use crate::money::transactions::totals::{self, Lane};
use crate::money::transactions::transaction;

/// When a list is walked, only this many of the newest rows are counted.
pub const WALKED: i64 = 1_000;

/// A filter that matches one row in this many is dense.
const DENSE: i64 = 8;

/// The cursor of a row; the next page begins after it.
pub fn cursor_of(row: &Transaction, by: SortBy) -> Result<Cursor, DbError> {
    let position = require(0, row.position())?.as_int();
    Ok(match by {
        SortBy::Date => Cursor::Date { position },
        SortBy::Amount => Cursor::Amount { amount: row.content.amount.get(), position },
        SortBy::Title | SortBy::Client => Cursor::Text { text: row.title_key(), position },
        SortBy::Kind => Cursor::Text { text: row.content.kind.as_str().to_owned(), position },
        SortBy::Status => Cursor::Text { text: row.content.status.as_str().to_owned(), position },
    })
}

#[derive(Debug)]
pub struct Listing {
    pub rows: Vec<Transaction>,
    /// Whether there are rows after this page.
    pub has_more: bool,
    pub total: i64,
    /// False if there may be more rows than `total`.
    pub total_is_exact: bool,
}

pub fn list(
    conn: &mut Conn,
    owner: UserId,
    filter: &Filter,
    sort: Sort,
    page: &Page,
) -> Result<Listing, DbError> {
    list_within(
        conn,
        owner,
        filter,
        sort,
        page,
        &Bounds { few: MAX_SORTED, counted: MAX_COUNTED, walked: WALKED },
    )
}

#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    pub few: i64,
    pub counted: i64,
    pub walked: i64,
}

/// Like `list`, with other limits; tests reduce them to exceed them with few rows.
pub fn list_within(
    conn: &mut Conn,
    owner: UserId,
    filter: &Filter,
    sort: Sort,
    page: &Page,
    bounds: &Bounds,
) -> Result<Listing, DbError> {
    conn.snapshot()?;
    let Scope { lanes, counted, everything, is_narrow } = scope(conn, owner, filter)?;
    if counted == 0 {
        return Ok(Listing { rows: Vec::new(), has_more: false, total: 0, total_is_exact: true });
    }
    let term = filter
        .search
        .as_deref()
        .map(|term| text_index::search_term(conn, owner, term))
        .transpose()?;
    if term.is_some() {
        conn.plan_by_values()?;
    }
    let query =
        Query { engine: conn.engine(), owner, filter, sort, term: term.as_ref(), is_narrow };
    let way = choose(conn, &query, lanes, counted * DENSE >= everything, bounds.few)?;

    let counts_itself = Query::counts_itself(&way, page);
    let mut all = None;
    let (sql, params) = query.rows(&way, page);
    let mut rows = conn.query(&sql, &params, |row| {
        if counts_itself {
            all = Some(row.int(COUNT)?);
        }
        transaction(row)
    })?;
    let limit = clamp_usize(page.limit);
    let has_more = rows.len() > limit;
    rows.truncate(limit);

    let shown = if rows.is_empty() { 0 } else { page.offset + clamp_i64(rows.len()) };
    let (total, total_is_exact) = if filter.is_counted() {
        (counted, true)
    } else if !has_more && page.after.is_none() && (page.offset == 0 || !rows.is_empty()) {
        (shown, true)
    } else if let Some(all) = all {
        (all, true)
    } else if matches!(way, RowSource::Walk) && everything > bounds.walked {
        // Counting a million rows would cost more than the page. `total` is at least the matches among the
        // newest rows, and the rows already shown.
        let (sql, params) = query.nth_newest(bounds.walked);
        let first = conn.query_opt(&sql, &params, |row| row.int(0))?;
        let (sql, params) = query.count_from(first.unwrap_or(0), bounds.counted);
        (conn.query_one(&sql, &params, |row| row.int(0))?.max(shown), false)
    } else {
        let (sql, params) = query.count(&way, bounds.counted + 1);
        let found = conn.query_one(&sql, &params, |row| row.int(0))?;
        let known = found.min(bounds.counted);
        if found <= bounds.counted { (known, true) } else { (known.max(shown), false) }
    };
    Ok(Listing { rows, has_more, total, total_is_exact })
}

/// The counts of the totals for a filter's days and lanes.
struct Scope {
    /// The lanes that the filter admits, if it names any.
    lanes: Vec<Lane>,
    /// The number of rows in the admitted lanes.
    counted: i64,
    /// The number of rows in all lanes.
    everything: i64,
    /// Whether the filter excludes any lane.
    is_narrow: bool,
}

fn scope(conn: &mut Conn, owner: UserId, filter: &Filter) -> Result<Scope, DbError> {
    let spans = spans(filter.from, filter.to, false);
    if !filter.names_lanes() {
        let everything = totals::count(conn, owner, &spans)?;
        return Ok(Scope { lanes: Vec::new(), counted: everything, everything, is_narrow: false });
    }
    let all = totals::lanes(conn, owner, &spans)?;
    let sending = || all.iter().filter(|(lane, _)| !lane.receives);
    let everything = sending().map(|(_, count)| count).sum();
    let is_narrow = sending().any(|(lane, _)| !filter.admits(*lane));
    let admitted: Vec<_> = all.into_iter().filter(|(lane, _)| filter.admits(*lane)).collect();
    Ok(Scope {
        counted: admitted.iter().map(|(_, count)| count).sum(),
        everything,
        is_narrow,
        lanes: admitted.into_iter().map(|(lane, _)| lane).collect(),
    })
}

fn choose(
    conn: &mut Conn,
    query: &Query<'_>,
    lanes: Vec<Lane>,
    is_dense: bool,
    few: i64,
) -> Result<RowSource, DbError> {
    if let Some(term) = query.term
        && let Some(found) =
            text_index::find_if_few(conn, Index::Transactions, query.owner, term, few)?
    {
        return Ok(RowSource::Pieces(found));
    }
    if let Some((sql, params)) = query.count_client(few + 1) {
        // Their own index returns them by date; for another order there must be few of them.
        let is_in_order = query.sort.by == SortBy::Date;
        if is_in_order || conn.query_one(&sql, &params, |row| row.int(0))? <= few {
            return Ok(RowSource::Client);
        }
    }
    let Filter { min, max, .. } = query.filter;
    if (min.is_some() || max.is_some()) && query.sort.by != SortBy::Amount {
        let (sql, params) = query.count_amounts(few + 1);
        if conn.query_one(&sql, &params, |row| row.int(0))? <= few {
            return Ok(RowSource::Amounts);
        }
    }
    // When each row must be checked anyway, merging lanes pays only if they hold few rows.
    let looks_at_rows = !query.filter.is_counted();
    if query.is_narrow
        && query.filter.is_decided_by_lanes()
        && query.sort.by == SortBy::Date
        && !(looks_at_rows && is_dense)
    {
        return Ok(RowSource::Lanes(lanes));
    }
    Ok(RowSource::Walk)
}
