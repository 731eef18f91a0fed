//! The statements behind a list of sales. What a user typed goes into parameters only; the texts
//! differ by which filters are set, never by their values.

use domain::{
    ids::UserId,
    sales::{License, Status},
    transactions::Position,
};

use crate::db::{Engine, Sql, Value};
use crate::lists::page::{Page, Place, Sort, SortBy};
use crate::lists::text_index::{Found, Sought};
use crate::money::transactions::query::{Bound, limited, named, one_of};
use crate::sales::filter::Filter;

/// Where the rows come from.
#[derive(Debug)]
pub(crate) enum Way {
    /// Along the order asked for, checking each row.
    Walk,
    /// From each lane that the filter admits, merged.
    Lanes(Vec<(Status, License)>),
    /// From the few rows the search index has, then sorted.
    Pieces(Found),
    /// From the rows that name the beat or the client.
    Named,
}

pub(crate) struct Query<'a> {
    pub engine: Engine,
    pub owner: UserId,
    pub filter: &'a Filter,
    pub sort: Sort,
    pub sought: Option<&'a Sought>,
    /// Whether the status or licence filter leaves anything out.
    pub is_narrow: bool,
}

const COLUMNS: &str = "id, number, title, beat_id, client_id, client, client_email, amount, currency, \
                       license, date, status, notes, transaction_id, refund_id, refunded_at, \
                       created_at, updated_at";
/// The place of the count that comes after them.
pub(crate) const COUNT: usize = 18;

impl Query<'_> {
    /// As for transactions: the few that an index gathered are counted on the way.
    pub fn counts_itself(way: &Way, page: &Page) -> bool {
        matches!(way, Way::Pieces(_)) && page.after.is_none()
    }

    /// One page, and one row more to tell whether there is another. After the columns comes how many rows
    /// there are in all, where `counts_itself`.
    pub fn rows(&self, way: &Way, page: &Page) -> (Sql, Vec<Value<'static>>) {
        let mut bound = self.bound();
        let after = page.after.as_ref();
        let order = self.order();
        let count = if Self::counts_itself(way, page) { ", COUNT(*) OVER ()" } else { "" };
        let text = if let Way::Lanes(lanes) = way {
            let merged = self.merged(&mut bound, lanes, after, Some(page.reach()));
            let page = limited(&mut bound, page);
            format!(
                "SELECT {COLUMNS} FROM sales WHERE owner_id = ?1 AND position IN \
                 (SELECT position FROM ({merged} ORDER BY {order} {page}) AS page) ORDER BY {order}"
            )
        } else {
            let source = self.source(&mut bound, way);
            let conditions = self.conditions(&mut bound, way, after);
            let page = limited(&mut bound, page);
            format!(
                "SELECT {COLUMNS}{count} FROM {source} WHERE {conditions} ORDER BY {order} {page}"
            )
        };
        (Sql::dynamic(text), bound.0)
    }

    /// How many rows there are, counted no further than `most`.
    pub fn count(&self, way: &Way, most: i64) -> (Sql, Vec<Value<'static>>) {
        let mut bound = self.bound();
        let rows = if let Way::Lanes(lanes) = way {
            let merged = self.merged(&mut bound, lanes, None, None);
            format!("SELECT position FROM ({merged}) AS merged")
        } else {
            let source = self.source(&mut bound, way);
            let conditions = self.conditions(&mut bound, way, None);
            format!("SELECT position FROM {source} WHERE {conditions}")
        };
        let most = bound.bind(most);
        let text = format!("SELECT COUNT(*) FROM ({rows} LIMIT {most}) AS counted");
        (Sql::dynamic(text), bound.0)
    }

    /// How many rows name the beat or the client, counted no further than `most`; nothing where neither
    /// is asked for.
    pub fn count_named(&self, most: i64) -> Option<(Sql, Vec<Value<'static>>)> {
        let (column, id) = self.names().into_iter().next()?;
        let mut bound = self.bound();
        let (id, most) = (bound.bind(id), bound.bind(most));
        let text = format!(
            "SELECT COUNT(*) FROM (SELECT position FROM sales \
             WHERE owner_id = ?1 AND {column} = {id} LIMIT {most}) AS counted"
        );
        Some((Sql::dynamic(text), bound.0))
    }

    fn bound(&self) -> Bound {
        Bound(vec![Value::from(self.owner.to_string())])
    }

    /// What a row has to name. The first leads: a beat is sold to few, a client may buy often.
    fn names(&self) -> Vec<(&'static str, String)> {
        let beat = self.filter.beat.map(|id| ("beat_id", id.to_string()));
        let client = self.filter.client.map(|id| ("client_id", id.to_string()));
        beat.into_iter().chain(client).collect()
    }

    fn source(&self, bound: &mut Bound, way: &Way) -> String {
        // Knowing nothing of how many rows a beat or client has, SQLite would rather walk the whole list.
        if matches!(way, Way::Named) && self.engine == Engine::Sqlite {
            let index =
                if self.filter.beat.is_some() { "sales_by_beat" } else { "sales_by_client" };
            return format!("sales INDEXED BY {index}");
        }
        match (way, self.sought) {
            // CROSS JOIN: what was found first, then each of its rows by number.
            (Way::Pieces(Found::Numbers(numbers)), _) => format!(
                "(SELECT value AS piece FROM json_each({})) AS found \
                 CROSS JOIN sales ON owner_id = ?1 AND number = piece",
                bound.bind(numbers.clone()),
            ),
            // OFFSET 0 keeps the planner from walking the list's order instead.
            (Way::Pieces(Found::Few), Some(sought)) => format!(
                r"(SELECT * FROM sales WHERE owner_id = ?1 AND search LIKE {} ESCAPE '\' OFFSET 0) AS found",
                bound.bind(sought.pattern.clone()),
            ),
            _ => "sales".to_owned(),
        }
    }

    /// As for transactions: PostgreSQL might sort whole lanes, so there each arm ends after `most`.
    fn merged(
        &self,
        bound: &mut Bound,
        lanes: &[(Status, License)],
        after: Option<&Place>,
        most: Option<i64>,
    ) -> String {
        let way = Way::Lanes(Vec::new());
        let common = self.conditions(bound, &way, after);
        let order = self.order();
        let end = most.filter(|_| self.engine == Engine::Postgres);
        let end = end.map(|most| format!("ORDER BY {order} LIMIT {}", bound.bind(most)));
        let arms = lanes.iter().map(|(status, license)| {
            let arm = format!(
                "SELECT position FROM sales WHERE {common} AND status = {} AND license = {}",
                bound.bind(status.as_str()),
                bound.bind(license.as_str()),
            );
            match &end {
                Some(end) => format!("SELECT position FROM ({arm} {end}) AS lane"),
                None => arm,
            }
        });
        arms.collect::<Vec<_>>().join(" UNION ALL ")
    }

    fn conditions(&self, bound: &mut Bound, way: &Way, after: Option<&Place>) -> String {
        let mut all = vec!["owner_id = ?1".to_owned()];
        self.positions(bound, &mut all, after);
        let beyond = if self.sort.descending { "<" } else { ">" };
        match after {
            Some(Place::Amount { amount, position }) => {
                let (amount, position) = (bound.bind(*amount), bound.bind(*position));
                all.push(format!("(amount, position) {beyond} ({amount}, {position})"));
            }
            Some(Place::Title { title, position }) => {
                let (title, position) = (bound.bind(title.clone()), bound.bind(*position));
                let column = self.title();
                all.push(format!("({column}, position) {beyond} ({title}, {position})"));
            }
            Some(Place::Date { .. }) | None => {}
        }
        if self.is_narrow && !matches!(way, Way::Lanes(_)) {
            let Filter { statuses, licenses, .. } = self.filter;
            one_of(bound, &mut all, "status", statuses.iter().map(|status| status.as_str()));
            one_of(bound, &mut all, "license", licenses.iter().map(|license| license.as_str()));
        }
        for (at, (column, id)) in self.names().into_iter().enumerate() {
            let column = named(matches!(way, Way::Named) && at == 0, column);
            all.push(format!("{column} = {}", bound.bind(id)));
        }
        if let Some(sought) = self.sought {
            let pattern = bound.bind(sought.pattern.clone());
            all.push(format!(r"search LIKE {pattern} ESCAPE '\'"));
        }
        all.join(" AND ")
    }

    /// The days and the cursor as one range, so that a deep page begins where it begins.
    fn positions(&self, bound: &mut Bound, all: &mut Vec<String>, after: Option<&Place>) {
        let mut first = self.filter.from.map(|day| Position::start_of(day).as_int());
        let mut last = self.filter.to.map(|day| Position::end_of(day).as_int());
        if let Some(Place::Date { position }) = after {
            if self.sort.descending {
                last = Some(last.map_or(position - 1, |last| last.min(position - 1)));
            } else {
                first = Some(first.map_or(position + 1, |first| first.max(position + 1)));
            }
        }
        if let Some(first) = first {
            all.push(format!("position >= {}", bound.bind(first)));
        }
        if let Some(last) = last {
            all.push(format!("position <= {}", bound.bind(last)));
        }
    }

    fn order(&self) -> String {
        let direction = if self.sort.descending { "DESC" } else { "ASC" };
        match self.sort.by {
            SortBy::Date => format!("position {direction}"),
            SortBy::Amount => format!("amount {direction}, position {direction}"),
            SortBy::Title => format!("{} {direction}, position {direction}", self.title()),
        }
    }

    /// By code points on both engines; PostgreSQL would ask the locale.
    fn title(&self) -> &'static str {
        match self.engine {
            Engine::Sqlite => "title_key",
            Engine::Postgres => "title_key COLLATE \"C\"",
        }
    }
}
