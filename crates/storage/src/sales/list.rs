//! Lists of sales, built like those of transactions: along an index in the requested order, or from the few
//! rows of another index, whichever reads less.

use domain::ids::UserId;
use domain::numbers::{clamp_i64, clamp_usize};
use domain::sales::{License, Sale, Status};
use domain::totals::spans;

use crate::db::{Conn, DbError, require};
use crate::lists::page::{Cursor, MAX_COUNTED, MAX_SORTED, Page, Sort, SortBy};
use crate::lists::text_index::{self, Index};
use crate::sales::filter::Filter;
use crate::sales::query::{COUNT, Query, RowSource};
use crate::sales::{self, sale};

/// The cursor of a row; the next page begins after it.
pub fn cursor_of(row: &Sale, by: SortBy) -> Result<Cursor, DbError> {
    let position = require(0, row.position())?.as_int();
    Ok(match by {
        SortBy::Date => Cursor::Date { position },
        SortBy::Amount => Cursor::Amount { amount: row.content.amount.get(), position },
        SortBy::Title | SortBy::Kind => Cursor::Text { text: row.title_key(), position },
        SortBy::Client => Cursor::Text { text: row.client_key(), position },
        SortBy::Status => Cursor::Text { text: row.content.status.as_str().to_owned(), position },
    })
}

#[derive(Debug)]
pub struct Listing {
    pub rows: Vec<Sale>,
    /// Whether there are rows after this page.
    pub has_more: bool,
    pub total: i64,
    /// False if there are more rows than `total`.
    pub total_is_exact: bool,
}

pub fn list(
    conn: &mut Conn,
    owner: UserId,
    filter: &Filter,
    sort: Sort,
    page: &Page,
) -> Result<Listing, DbError> {
    list_within(conn, owner, filter, sort, page, &Bounds { few: MAX_SORTED, counted: MAX_COUNTED })
}

#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    pub few: i64,
    pub counted: i64,
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
    let (all, admitted, counted) = lanes(conn, owner, filter)?;
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
    // Whether the filter excludes any lane.
    let is_narrow = admitted.len() < all;
    let query =
        Query { engine: conn.engine(), owner, filter, sort, term: term.as_ref(), is_narrow };
    let way = choose(conn, &query, admitted, bounds.few)?;

    let counts_itself = Query::counts_itself(&way, page);
    let mut all = None;
    let (sql, params) = query.rows(&way, page);
    let mut rows = conn.query(&sql, &params, |row| {
        if counts_itself {
            all = Some(row.int(COUNT)?);
        }
        sale(row)
    })?;
    let limit = clamp_usize(page.limit);
    let has_more = rows.len() > limit;
    rows.truncate(limit);

    let (total, total_is_exact) = if filter.is_counted() {
        (counted, true)
    } else if !has_more && page.after.is_none() && (page.offset == 0 || !rows.is_empty()) {
        (page.offset + clamp_i64(rows.len()), true)
    } else if let Some(all) = all {
        (all, true)
    } else {
        let (sql, params) = query.count(&way, bounds.counted + 1);
        let found = conn.query_one(&sql, &params, |row| row.int(0))?;
        (found.min(bounds.counted), found <= bounds.counted)
    };
    Ok(Listing { rows, has_more, total, total_is_exact })
}

/// One status and one license: the key of the lane index.
type Lane = (Status, License);

/// The number of lanes with rows in these days, the lanes that the filter admits, and the number of their rows.
fn lanes(
    conn: &mut Conn,
    owner: UserId,
    filter: &Filter,
) -> Result<(usize, Vec<Lane>, i64), DbError> {
    let (mut all, mut admitted, mut counted) = (Vec::new(), Vec::new(), 0);
    for sum in sales::totals::sums(conn, owner, &spans(filter.from, filter.to, false))? {
        let lane = (sum.lane.status, sum.lane.license);
        if !all.contains(&lane) {
            all.push(lane);
        }
        if filter.admits(lane) && filter.currency.is_none_or(|own| own == sum.lane.currency) {
            counted += sum.count;
            if !admitted.contains(&lane) {
                admitted.push(lane);
            }
        }
    }
    Ok((all.len(), admitted, counted))
}

fn choose(
    conn: &mut Conn,
    query: &Query<'_>,
    lanes: Vec<Lane>,
    few: i64,
) -> Result<RowSource, DbError> {
    if let Some(term) = query.term
        && let Some(found) = text_index::find_if_few(conn, Index::Sales, query.owner, term, few)?
    {
        return Ok(RowSource::Pieces(found));
    }
    if let Some((sql, params)) = query.count_named(few + 1) {
        // Their own index returns them by date; for another order there must be few of them.
        let is_in_order = query.sort.by == SortBy::Date;
        if is_in_order || conn.query_one(&sql, &params, |row| row.int(0))? <= few {
            return Ok(RowSource::Named);
        }
    }
    let Filter { min, max, .. } = query.filter;
    if (min.is_some() || max.is_some()) && query.sort.by != SortBy::Amount {
        let (sql, params) = query.count_amounts(few + 1);
        if conn.query_one(&sql, &params, |row| row.int(0))? <= few {
            return Ok(RowSource::Amounts);
        }
    }
    if query.is_narrow && query.sort.by == SortBy::Date {
        return Ok(RowSource::Lanes(lanes));
    }
    if query.filter.currency.is_some() && query.sort.by == SortBy::Date {
        return Ok(RowSource::Currency);
    }
    Ok(RowSource::Walk)
}
