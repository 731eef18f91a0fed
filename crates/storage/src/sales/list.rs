//! Lists of sales, found by the same means as those of transactions: along an index that has the order
//! asked for, or from the few rows another index leads to, whichever leaves less to look at.

use domain::ids::UserId;
use domain::sales::{License, Sale, Status};
use domain::totals::spans;

use crate::db::{Conn, DbError, require};
use crate::lists::page::{COUNTED, FEW, Page, Place, Sort, SortBy};
use crate::lists::text_index::{self, Index};
use crate::sales::filter::Filter;
use crate::sales::query::{COUNT, Query, Way};
use crate::sales::{self, sale};

/// A sale's place in a sorted list; the next page begins after it.
pub fn place(row: &Sale, by: SortBy) -> Result<Place, DbError> {
    let position = require(0, row.position())?.as_int();
    Ok(match by {
        SortBy::Date => Place::Date { position },
        SortBy::Amount => Place::Amount { amount: row.content.amount.get(), position },
        SortBy::Title => Place::Title { title: row.title_key(), position },
    })
}

#[derive(Debug)]
pub struct Listing {
    pub rows: Vec<Sale>,
    /// Whether there are rows after these.
    pub has_more: bool,
    pub total: i64,
    /// False where there are more than `total`.
    pub total_is_exact: bool,
}

pub fn list(
    conn: &mut Conn,
    owner: UserId,
    filter: &Filter,
    sort: Sort,
    page: &Page,
) -> Result<Listing, DbError> {
    list_within(conn, owner, filter, sort, page, &Bounds { few: FEW, counted: COUNTED })
}

#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    pub few: i64,
    pub counted: i64,
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
    let (all, admitted, counted) = lanes(conn, owner, filter)?;
    if counted == 0 {
        return Ok(Listing { rows: Vec::new(), has_more: false, total: 0, total_is_exact: true });
    }
    let sought =
        filter.search.as_deref().map(|term| text_index::sought(conn, owner, term)).transpose()?;
    if sought.is_some() {
        conn.plan_by_values()?;
    }
    // A filter that leaves no lane out is none.
    let is_narrow = admitted.len() < all;
    let query =
        Query { engine: conn.engine(), owner, filter, sort, sought: sought.as_ref(), is_narrow };
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
    let asked = usize::try_from(page.limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > asked;
    rows.truncate(asked);

    let (total, total_is_exact) = if filter.is_counted() {
        (counted, true)
    } else if !has_more && page.after.is_none() && (page.offset == 0 || !rows.is_empty()) {
        (page.offset + i64::try_from(rows.len()).unwrap_or(i64::MAX), true)
    } else if let Some(all) = all {
        (all, true)
    } else {
        let (sql, params) = query.count(&way, bounds.counted + 1);
        let found = conn.query_one(&sql, &params, |row| row.int(0))?;
        (found.min(bounds.counted), found <= bounds.counted)
    };
    Ok(Listing { rows, has_more, total, total_is_exact })
}

/// One status and one licence, as the index of lanes has them.
type Lane = (Status, License);

/// How many lanes have rows in these days, those among them that the filter admits, and their rows.
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
        if filter.admits(lane) {
            counted += sum.count;
            if !admitted.contains(&lane) {
                admitted.push(lane);
            }
        }
    }
    Ok((all.len(), admitted, counted))
}

fn choose(conn: &mut Conn, query: &Query<'_>, lanes: Vec<Lane>, few: i64) -> Result<Way, DbError> {
    if let Some(sought) = query.sought
        && let Some(found) = text_index::gather(conn, Index::Sales, query.owner, sought, few)?
    {
        return Ok(Way::Pieces(found));
    }
    if let Some((sql, params)) = query.count_named(few + 1) {
        // Their own index has them by date already; in another order they have to be few.
        let is_in_order = query.sort.by == SortBy::Date;
        if is_in_order || conn.query_one(&sql, &params, |row| row.int(0))? <= few {
            return Ok(Way::Named);
        }
    }
    if query.is_narrow && query.sort.by == SortBy::Date {
        return Ok(Way::Lanes(lanes));
    }
    Ok(Way::Walk)
}
