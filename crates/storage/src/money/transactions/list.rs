//! Lists of transactions that stay quick with a million rows: each way to ask has an index that gives
//! the answer in order, and where there are several, the one that leaves least to look at is chosen
//! from what the totals and the search index already know.

use domain::ids::UserId;
use domain::totals::spans;
use domain::transactions::Transaction;

use crate::db::{Conn, DbError, require};
use crate::lists::page::{COUNTED, FEW, Page, Place, Sort, SortBy};
use crate::lists::text_index::{self, Index};
use crate::money::transactions::filter::Filter;
use crate::money::transactions::query::{COUNT, Query, Way};
use crate::money::transactions::totals::{self, Lane};
use crate::money::transactions::transaction;

/// Where a list is walked, it is counted among so many of the newest rows.
pub const WALKED: i64 = 1_000;

/// One row in so many is dense.
const DENSE: i64 = 8;

/// A transaction's place in a sorted list; the next page begins after it.
pub fn place(row: &Transaction, by: SortBy) -> Result<Place, DbError> {
    let position = require(0, row.position())?.as_int();
    Ok(match by {
        SortBy::Date => Place::Date { position },
        SortBy::Amount => Place::Amount { amount: row.content.amount.get(), position },
        SortBy::Title => Place::Title { title: row.title_key(), position },
    })
}

#[derive(Debug)]
pub struct Listing {
    pub rows: Vec<Transaction>,
    /// Whether there are rows after these.
    pub has_more: bool,
    pub total: i64,
    /// False where there may be more than `total`.
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
        &Bounds { few: FEW, counted: COUNTED, walked: WALKED },
    )
}

#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    pub few: i64,
    pub counted: i64,
    pub walked: i64,
}

/// The same with other bounds; tests shrink them to get past them with few rows.
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
    let sought =
        filter.search.as_deref().map(|term| text_index::sought(conn, owner, term)).transpose()?;
    if sought.is_some() {
        conn.plan_by_values()?;
    }
    let query =
        Query { engine: conn.engine(), owner, filter, sort, sought: sought.as_ref(), is_narrow };
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
    let asked = usize::try_from(page.limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > asked;
    rows.truncate(asked);

    let shown =
        if rows.is_empty() { 0 } else { page.offset + i64::try_from(rows.len()).unwrap_or(0) };
    let (total, total_is_exact) = if filter.is_counted() {
        (counted, true)
    } else if !has_more && page.after.is_none() && (page.offset == 0 || !rows.is_empty()) {
        (shown, true)
    } else if let Some(all) = all {
        (all, true)
    } else if matches!(way, Way::Walk) && everything > bounds.walked {
        // Looking at a million rows for a number would cost more than the page. There is at least what is
        // among the newest, and what has been shown.
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

/// What the totals know about a filter's days and lanes.
struct Scope {
    /// Those the filter admits, where it names any.
    lanes: Vec<Lane>,
    /// Rows in the lanes that are admitted.
    counted: i64,
    /// Rows in all lanes.
    everything: i64,
    /// A filter that leaves no lane out is none.
    is_narrow: bool,
}

fn scope(conn: &mut Conn, owner: UserId, filter: &Filter) -> Result<Scope, DbError> {
    let spans = spans(filter.from, filter.to, false);
    if !filter.names_lanes() {
        let everything = totals::count(conn, owner, &spans)?;
        return Ok(Scope { lanes: Vec::new(), counted: everything, everything, is_narrow: false });
    }
    let all = totals::lanes(conn, owner, &spans)?;
    let everything = all.iter().map(|(_, count)| count).sum();
    let every_lane = all.len();
    let admitted: Vec<_> = all.into_iter().filter(|(lane, _)| filter.admits(*lane)).collect();
    Ok(Scope {
        counted: admitted.iter().map(|(_, count)| count).sum(),
        everything,
        is_narrow: admitted.len() < every_lane,
        lanes: admitted.into_iter().map(|(lane, _)| lane).collect(),
    })
}

fn choose(
    conn: &mut Conn,
    query: &Query<'_>,
    lanes: Vec<Lane>,
    is_dense: bool,
    few: i64,
) -> Result<Way, DbError> {
    if let Some(sought) = query.sought
        && let Some(found) =
            text_index::gather(conn, Index::Transactions, query.owner, sought, few)?
    {
        return Ok(Way::Pieces(found));
    }
    if let Some((sql, params)) = query.count_client(few + 1) {
        // Their own index has them by date already; in another order they have to be few.
        let is_in_order = query.sort.by == SortBy::Date;
        if is_in_order || conn.query_one(&sql, &params, |row| row.int(0))? <= few {
            return Ok(Way::Client);
        }
    }
    let Filter { min, max, .. } = query.filter;
    if (min.is_some() || max.is_some()) && query.sort.by != SortBy::Amount {
        let (sql, params) = query.count_amounts(few + 1);
        if conn.query_one(&sql, &params, |row| row.int(0))? <= few {
            return Ok(Way::Amounts);
        }
    }
    // Where each row has to be looked at anyway, going from lane to lane pays only if they are few.
    let looks_at_rows = !query.filter.is_counted();
    if query.is_narrow && query.sort.by == SortBy::Date && !(looks_at_rows && is_dense) {
        return Ok(Way::Lanes(lanes));
    }
    Ok(Way::Walk)
}
