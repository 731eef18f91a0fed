//! The statements of a list of sales. User input goes into parameters only; the text depends on which filters
//! are set, never on their values.

use domain::{
    ids::UserId,
    money::transactions::Position,
    sales::{License, Status},
};

use crate::db::{Engine, Sql, Value};
use crate::lists::page::{Cursor, Page, Sort, SortBy};
use crate::lists::text_index::{Matches, SearchTerm};
use crate::money::transactions::query::{BoundValues, indexed_column, limit_clause, one_of};
use crate::sales::filter::Filter;

/// The source of the rows.
#[derive(Debug)]
pub(crate) enum RowSource {
    /// Walks the requested order and checks each row.
    Walk,
    /// Merges the lanes that the filter admits.
    Lanes(Vec<(Status, License)>),
    /// Takes the few rows of the search index and sorts them.
    Pieces(Matches),
    /// Takes the rows that refer to the beat or the client.
    Named,
    /// Takes the few rows with a matching amount and sorts them.
    Amounts,
    /// Takes the rows in the currency, by date.
    Currency,
}

pub(crate) struct Query<'a> {
    pub engine: Engine,
    pub owner: UserId,
    pub filter: &'a Filter,
    pub sort: Sort,
    pub term: Option<&'a SearchTerm>,
    /// Whether the status or license filter excludes any row.
    pub is_narrow: bool,
}

const COLUMNS: &str = "id, number, title, beat_id, client_id, client, client_email, amount, currency, \
                       license, date, status, notes, transaction_id, refund_id, refunded_at, \
                       created_at, updated_at";
/// The index of the count column after them.
pub(crate) const COUNT: usize = 18;

impl Query<'_> {
    /// Whether the page's statement also counts all rows: the few rows from an index are all read anyway.
    pub fn counts_itself(way: &RowSource, page: &Page) -> bool {
        matches!(way, RowSource::Pieces(_)) && page.after.is_none()
    }

    /// One page, plus one row that shows whether there is a next page. If `counts_itself`, a column with the
    /// total number follows the columns.
    pub fn rows(&self, way: &RowSource, page: &Page) -> (Sql, Vec<Value<'static>>) {
        let mut bound = self.bound();
        let after = page.after.as_ref();
        let order = self.order(way);
        let count = if Self::counts_itself(way, page) { ", COUNT(*) OVER ()" } else { "" };
        let text = if let RowSource::Lanes(lanes) = way {
            let merged = self.merge_lanes(&mut bound, lanes, after, Some(page.reach()));
            let page = limit_clause(&mut bound, page);
            format!(
                "SELECT {COLUMNS} FROM sales WHERE owner_id = ?1 AND position IN \
                 (SELECT position FROM ({merged} ORDER BY {order} {page}) AS page) ORDER BY {order}"
            )
        } else {
            let source = self.source(&mut bound, way);
            let conditions = self.conditions(&mut bound, way, after);
            let page = limit_clause(&mut bound, page);
            format!(
                "SELECT {COLUMNS}{count} FROM {source} WHERE {conditions} ORDER BY {order} {page}"
            )
        };
        (Sql::dynamic(text), bound.0)
    }

    /// The number of rows, counted up to `most`.
    pub fn count(&self, way: &RowSource, most: i64) -> (Sql, Vec<Value<'static>>) {
        let mut bound = self.bound();
        let rows = if let RowSource::Lanes(lanes) = way {
            let merged = self.merge_lanes(&mut bound, lanes, None, None);
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

    /// The number of rows that refer to the beat or the client, counted up to `most`; `None` without such a
    /// filter.
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

    /// The number of rows with a matching amount, whatever the other filters, counted up to `most`.
    pub fn count_amounts(&self, most: i64) -> (Sql, Vec<Value<'static>>) {
        let mut bound = self.bound();
        let mut conditions = vec!["owner_id = ?1".to_owned()];
        self.amounts(&mut bound, &mut conditions, "amount");
        let (conditions, most) = (conditions.join(" AND "), bound.bind(most));
        let text = format!(
            "SELECT COUNT(*) FROM \
             (SELECT position FROM sales WHERE {conditions} LIMIT {most}) AS counted"
        );
        (Sql::dynamic(text), bound.0)
    }

    fn amounts(&self, bound: &mut BoundValues, all: &mut Vec<String>, column: &str) {
        if let Some(min) = self.filter.min {
            all.push(format!("{column} >= {}", bound.bind(min.get())));
        }
        if let Some(max) = self.filter.max {
            all.push(format!("{column} <= {}", bound.bind(max.get())));
        }
    }

    fn bound(&self) -> BoundValues {
        BoundValues(vec![Value::from(self.owner.to_string())])
    }

    /// The columns a row must match. The first one selects the index: a beat has few sales, a client may have
    /// many.
    fn names(&self) -> Vec<(&'static str, String)> {
        let beat = self.filter.beat.map(|id| ("beat_id", id.to_string()));
        let client = self.filter.client.map(|id| ("client_id", id.to_string()));
        beat.into_iter().chain(client).collect()
    }

    fn source(&self, bound: &mut BoundValues, way: &RowSource) -> String {
        // Without statistics on the index of beats or clients, SQLite would walk the whole list instead.
        if matches!(way, RowSource::Named) && self.engine == Engine::Sqlite {
            let index =
                if self.filter.beat.is_some() { "sales_by_beat" } else { "sales_by_client" };
            return format!("sales INDEXED BY {index}");
        }
        if matches!(way, RowSource::Currency) && self.engine == Engine::Sqlite {
            return "sales INDEXED BY sales_by_currency".to_owned();
        }
        match (way, self.term) {
            // CROSS JOIN makes SQLite read the index results first and then their rows by number.
            (RowSource::Pieces(Matches::Numbers(numbers)), _) => format!(
                "(SELECT value AS piece FROM json_each({})) AS found \
                 CROSS JOIN sales ON owner_id = ?1 AND number = piece",
                bound.bind(numbers.clone()),
            ),
            // OFFSET 0 keeps PostgreSQL's planner from walking the list in its order instead.
            (RowSource::Pieces(Matches::InIndex), Some(term)) => format!(
                r"(SELECT * FROM sales WHERE owner_id = ?1 AND search LIKE {} ESCAPE '\' OFFSET 0) AS found",
                bound.bind(term.pattern.clone()),
            ),
            _ => "sales".to_owned(),
        }
    }

    /// PostgreSQL may sort whole lanes, so there each arm is limited to `most`.
    fn merge_lanes(
        &self,
        bound: &mut BoundValues,
        lanes: &[(Status, License)],
        after: Option<&Cursor>,
        most: Option<i64>,
    ) -> String {
        let way = RowSource::Lanes(Vec::new());
        let common = self.conditions(bound, &way, after);
        let order = self.order(&way);
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

    fn conditions(
        &self,
        bound: &mut BoundValues,
        way: &RowSource,
        after: Option<&Cursor>,
    ) -> String {
        let mut all = vec!["owner_id = ?1".to_owned()];
        self.positions(bound, &mut all, after);
        let beyond = if self.sort.descending { "<" } else { ">" };
        match after {
            Some(Cursor::Amount { amount, position }) => {
                let (amount, position) = (bound.bind(*amount), bound.bind(*position));
                all.push(format!("(amount, position) {beyond} ({amount}, {position})"));
            }
            Some(Cursor::Text { text, position }) => {
                let (text, position) = (bound.bind(text.clone()), bound.bind(*position));
                let column = self.text_column();
                all.push(format!("({column}, position) {beyond} ({text}, {position})"));
            }
            Some(Cursor::Date { .. }) | None => {}
        }
        if self.is_narrow && !matches!(way, RowSource::Lanes(_)) {
            // Only checked, so that SQLite walks the requested order and not an index of statuses.
            let Filter { statuses, licenses, .. } = self.filter;
            let column = |column| indexed_column(false, column);
            let statuses = statuses.iter().map(|status| status.as_str());
            one_of(bound, &mut all, &column("status"), statuses);
            let licenses = licenses.iter().map(|license| license.as_str());
            one_of(bound, &mut all, &column("license"), licenses);
        }
        let amount = match (way, self.sort.by) {
            (RowSource::Amounts, _) | (_, SortBy::Amount) => "amount",
            _ => "+amount",
        };
        self.amounts(bound, &mut all, amount);
        if let Some(currency) = self.filter.currency {
            let column = indexed_column(matches!(way, RowSource::Currency), "currency");
            all.push(format!("{column} = {}", bound.bind(currency.as_str())));
        }
        for (at, (column, id)) in self.names().into_iter().enumerate() {
            let column = indexed_column(matches!(way, RowSource::Named) && at == 0, column);
            all.push(format!("{column} = {}", bound.bind(id)));
        }
        if let Some(term) = self.term {
            let pattern = bound.bind(term.pattern.clone());
            all.push(format!(r"search LIKE {pattern} ESCAPE '\'"));
        }
        all.join(" AND ")
    }

    /// The days and the cursor as one range of positions, so that a deep page begins directly at its first row.
    fn positions(&self, bound: &mut BoundValues, all: &mut Vec<String>, after: Option<&Cursor>) {
        let mut first = self.filter.from.map(|day| Position::start_of(day).as_int());
        let mut last = self.filter.to.map(|day| Position::end_of(day).as_int());
        if let Some(Cursor::Date { position }) = after {
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

    fn order(&self, way: &RowSource) -> String {
        let direction = if self.sort.descending { "DESC" } else { "ASC" };
        match (self.sort.by, way) {
            // The plus keeps SQLite from walking the order of days instead of the few amounts.
            (SortBy::Date, RowSource::Amounts) => format!("+position {direction}"),
            (SortBy::Date, _) => format!("position {direction}"),
            (SortBy::Amount, _) => format!("amount {direction}, position {direction}"),
            _ => format!("{} {direction}, position {direction}", self.text_column()),
        }
    }

    fn text_column(&self) -> &'static str {
        match self.sort.by {
            SortBy::Status => "status",
            SortBy::Client => "client_key",
            _ => "title_key",
        }
    }
}
