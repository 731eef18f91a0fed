//! The statements of a list of transactions. User input goes into parameters only; the text depends on which
//! filters are set, never on their values.

use domain::{ids::UserId, money::transactions::Position};

use crate::db::{Engine, Sql, Value};
use crate::lists::page::{Cursor, Page, Sort, SortBy};
use crate::lists::text_index::{Matches, SearchTerm};
use crate::money::transactions::filter::Filter;
use crate::money::transactions::selected;
use crate::money::transactions::totals::Lane;

/// The source of the rows.
#[derive(Debug)]
pub enum RowSource {
    /// Walks the requested order and checks each row.
    Walk,
    /// Merges the lanes that the filter admits.
    Lanes(Vec<Lane>),
    /// Takes the few rows of the search index and sorts them.
    Pieces(Matches),
    /// Takes the few rows with a matching amount and sorts them.
    Amounts,
    /// Takes the rows that refer to the client.
    Client,
}

/// A list of transactions with its filters and its order; writes the statements.
pub struct Query<'a> {
    pub engine: Engine,
    pub owner: UserId,
    pub filter: &'a Filter,
    pub sort: Sort,
    pub term: Option<&'a SearchTerm>,
    /// Whether the type, status or account filter excludes anything.
    pub is_narrow: bool,
}

const COLUMNS: &str = selected!();
/// The index of the count column after them.
pub(crate) const COUNT: usize = 20;

/// The parameters of a statement under construction. The first is always the owner.
pub(crate) struct BoundValues(pub Vec<Value<'static>>);

impl BoundValues {
    pub fn bind(&mut self, value: impl Into<Value<'static>>) -> String {
        self.0.push(value.into());
        format!("?{}", self.0.len())
    }
}

impl Query<'_> {
    /// Whether the page's statement also counts all rows: the few rows from an index are all read for any page,
    /// so counting them is free.
    pub fn counts_itself(way: &RowSource, page: &Page) -> bool {
        matches!(way, RowSource::Pieces(_)) && page.after.is_none()
    }

    /// One page, plus one row that shows whether there is a next page. If `counts_itself`, a column with the
    /// total number follows the columns.
    pub fn rows(&self, way: &RowSource, page: &Page) -> (Sql, Vec<Value<'static>>) {
        let mut bound = self.bound();
        let after = page.after.as_ref();
        let order = self.order(way);
        if let RowSource::Lanes(lanes) = way {
            let merged = self.merge_lanes(&mut bound, lanes, after, Some(page.reach()));
            let page = limit_clause(&mut bound, page);
            let text = format!(
                "SELECT {COLUMNS} FROM transactions WHERE owner_id = ?1 AND position IN \
                 (SELECT position FROM ({merged} ORDER BY {order} {page}) AS page) ORDER BY {order}"
            );
            return (Sql::dynamic(text), bound.0);
        }
        let source = self.source(&mut bound, way);
        let conditions = self.conditions(&mut bound, way, after, Amount::Checked);
        let limit = limit_clause(&mut bound, page);
        let text = if Self::counts_itself(way, page) {
            // Counting keeps every row in memory, so only positions are counted, and only the rows of the page
            // are read whole. SQLite would walk the whole list to get their order for free; a CROSS JOIN
            // prevents that.
            let join = match self.engine {
                Engine::Sqlite => "CROSS JOIN",
                Engine::Postgres => "JOIN",
            };
            format!(
                "SELECT {COLUMNS}, found_in_all FROM \
                 (SELECT position AS place, COUNT(*) OVER () AS found_in_all FROM {source} \
                 WHERE {conditions} ORDER BY {order} {limit}) AS page \
                 {join} transactions ON owner_id = ?1 AND position = place ORDER BY {order}"
            )
        } else {
            format!("SELECT {COLUMNS} FROM {source} WHERE {conditions} ORDER BY {order} {limit}")
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
            let conditions = self.conditions(&mut bound, way, None, Amount::SearchTerm);
            format!("SELECT position FROM {source} WHERE {conditions}")
        };
        let most = bound.bind(most);
        let text = format!("SELECT COUNT(*) FROM ({rows} LIMIT {most}) AS counted");
        (Sql::dynamic(text), bound.0)
    }

    /// The position of the `many`-th newest row of the filter's days, if there are more rows.
    pub fn nth_newest(&self, many: i64) -> (Sql, Vec<Value<'static>>) {
        let mut bound = self.bound();
        let mut all = vec!["owner_id = ?1".to_owned()];
        self.positions(&mut bound, &mut all, None);
        let (conditions, many) = (all.join(" AND "), bound.bind(many));
        let text = format!(
            "SELECT position FROM transactions WHERE {conditions} \
             ORDER BY position DESC LIMIT 1 OFFSET {many}"
        );
        (Sql::dynamic(text), bound.0)
    }

    /// The number of rows from a position on, counted up to `most`.
    pub fn count_from(&self, first: i64, most: i64) -> (Sql, Vec<Value<'static>>) {
        let mut bound = self.bound();
        let mut all = vec!["owner_id = ?1".to_owned()];
        all.push(format!("position >= {}", bound.bind(first)));
        if let Some(day) = self.filter.to {
            all.push(format!("position <= {}", bound.bind(Position::end_of(day).as_int())));
        }
        self.amounts(&mut bound, &mut all, None, Amount::Checked);
        self.lanes_and_words(&mut bound, &mut all, &RowSource::Walk);
        let (conditions, most) = (all.join(" AND "), bound.bind(most));
        let text = format!(
            "SELECT COUNT(*) FROM \
             (SELECT position FROM transactions WHERE {conditions} LIMIT {most}) AS counted"
        );
        (Sql::dynamic(text), bound.0)
    }

    /// The number of rows with a matching amount, whatever the other filters, counted up to `most`.
    pub fn count_amounts(&self, most: i64) -> (Sql, Vec<Value<'static>>) {
        let mut bound = self.bound();
        let mut conditions = vec!["owner_id = ?1".to_owned()];
        self.amounts(&mut bound, &mut conditions, None, Amount::SearchTerm);
        let (conditions, most) = (conditions.join(" AND "), bound.bind(most));
        let text = format!(
            "SELECT COUNT(*) FROM \
             (SELECT position FROM transactions WHERE {conditions} LIMIT {most}) AS counted"
        );
        (Sql::dynamic(text), bound.0)
    }

    /// The number of rows that refer to the filter's client, counted up to `most`.
    pub fn count_client(&self, most: i64) -> Option<(Sql, Vec<Value<'static>>)> {
        let client = self.filter.beneficiary?;
        let mut bound = self.bound();
        let (client, most) = (bound.bind(client.to_string()), bound.bind(most));
        let text = format!(
            "SELECT COUNT(*) FROM (SELECT position FROM transactions \
             WHERE owner_id = ?1 AND beneficiary_id = {client} LIMIT {most}) AS counted"
        );
        Some((Sql::dynamic(text), bound.0))
    }

    fn bound(&self) -> BoundValues {
        BoundValues(vec![Value::from(self.owner.to_string())])
    }

    fn source(&self, bound: &mut BoundValues, way: &RowSource) -> String {
        // Without statistics on the client's index, SQLite would walk the whole list instead.
        if matches!(way, RowSource::Client) && self.engine == Engine::Sqlite {
            return "transactions INDEXED BY transactions_by_client".to_owned();
        }
        match (way, self.term) {
            // CROSS JOIN makes SQLite read the index results first and then their rows by number.
            (RowSource::Pieces(Matches::Numbers(numbers)), _) => format!(
                "(SELECT value AS piece FROM json_each({})) AS found \
                 CROSS JOIN transactions ON owner_id = ?1 AND number = piece",
                bound.bind(numbers.clone()),
            ),
            // OFFSET 0 keeps PostgreSQL's planner from walking the list in its order instead.
            (RowSource::Pieces(Matches::InIndex), Some(term)) => format!(
                r"(SELECT * FROM transactions WHERE owner_id = ?1 AND search LIKE {} ESCAPE '\' OFFSET 0) AS found",
                bound.bind(term.pattern.clone()),
            ),
            _ => "transactions".to_owned(),
        }
    }

    /// SQLite reads from each arm only as many rows as the merge needs. PostgreSQL may sort whole lanes, so
    /// there each arm is limited to `most`.
    fn merge_lanes(
        &self,
        bound: &mut BoundValues,
        lanes: &[Lane],
        after: Option<&Cursor>,
        most: Option<i64>,
    ) -> String {
        let way = RowSource::Lanes(Vec::new());
        let common = self.conditions(bound, &way, after, Amount::Checked);
        let order = self.order(&way);
        let end = most.filter(|_| self.engine == Engine::Postgres);
        let end = end.map(|most| format!("ORDER BY {order} LIMIT {}", bound.bind(most)));
        let arms = lanes.iter().map(|lane| {
            let account = bound.bind(lane.account.to_string());
            let side = if lane.receives {
                format!("to_account_id = {account}")
            } else {
                format!("account_id = {account} AND type = {}", bound.bind(lane.kind.as_str()))
            };
            let arm = format!(
                "SELECT position FROM transactions WHERE {common} AND {side} AND status = {}",
                bound.bind(lane.status.as_str()),
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
        amount: Amount,
    ) -> String {
        let mut all = vec!["owner_id = ?1".to_owned()];
        self.positions(bound, &mut all, after);
        let amount = match (way, self.sort.by) {
            (RowSource::Amounts, _) | (_, SortBy::Amount) => Amount::SearchTerm,
            _ => amount,
        };
        self.amounts(bound, &mut all, after, amount);
        if let Some(Cursor::Text { text, position }) = after {
            let (text, position) = (bound.bind(text.clone()), bound.bind(*position));
            let (column, beyond) = (self.text_column(), self.beyond());
            all.push(format!("({column}, position) {beyond} ({text}, {position})"));
        }
        self.lanes_and_words(bound, &mut all, way);
        all.join(" AND ")
    }

    /// The conditions that each row is checked for.
    fn lanes_and_words(&self, bound: &mut BoundValues, all: &mut Vec<String>, way: &RowSource) {
        if self.is_narrow && !matches!(way, RowSource::Lanes(_)) {
            // Only checked, so that SQLite walks the requested order and not an index of types or statuses.
            let Filter { kinds, statuses, account, currency, .. } = self.filter;
            let column = |column| indexed_column(false, column);
            one_of(bound, all, &column("type"), kinds.iter().map(|kind| kind.as_str()));
            one_of(bound, all, &column("status"), statuses.iter().map(|status| status.as_str()));
            one_of(bound, all, &column("currency"), currency.iter().map(|own| own.as_str()));
            if let Some(account) = account {
                let account = bound.bind(account.to_string());
                all.push(format!("(account_id = {account} OR to_account_id = {account})"));
            }
        }
        if let Some(client) = self.filter.beneficiary {
            let column = indexed_column(matches!(way, RowSource::Client), "beneficiary_id");
            all.push(format!("{column} = {}", bound.bind(client.to_string())));
        }
        if let Some(term) = self.term {
            let pattern = bound.bind(term.pattern.clone());
            all.push(format!(r"search LIKE {pattern} ESCAPE '\'"));
        }
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

    /// The amount filter and the cursor as one range. A cursor outside the filter's bounds adds nothing.
    fn amounts(
        &self,
        bound: &mut BoundValues,
        all: &mut Vec<String>,
        after: Option<&Cursor>,
        amount: Amount,
    ) {
        let column = match amount {
            Amount::SearchTerm => "amount",
            Amount::Checked => "+amount",
        };
        let (mut min, mut max) =
            (self.filter.min.map(|min| min.get()), self.filter.max.map(|max| max.get()));
        if let Some(Cursor::Amount { amount, position }) = after {
            let is_within =
                min.is_none_or(|min| min <= *amount) && max.is_none_or(|max| *amount <= max);
            if is_within {
                let (amount, position) = (bound.bind(*amount), bound.bind(*position));
                all.push(format!("(amount, position) {} ({amount}, {position})", self.beyond()));
                *(if self.sort.descending { &mut max } else { &mut min }) = None;
            }
        }
        if let Some(min) = min {
            all.push(format!("{column} >= {}", bound.bind(min)));
        }
        if let Some(max) = max {
            all.push(format!("{column} <= {}", bound.bind(max)));
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

    fn beyond(&self) -> &'static str {
        if self.sort.descending { "<" } else { ">" }
    }

    fn text_column(&self) -> &'static str {
        match self.sort.by {
            SortBy::Kind => "type",
            SortBy::Status => "status",
            _ => "title_key",
        }
    }
}

/// Whether an index may be used for the amounts, or each row is checked.
#[derive(Debug, Clone, Copy)]
enum Amount {
    SearchTerm,
    Checked,
}

/// A column that an index may be used for, or one that is only checked for each row.
pub(crate) fn indexed_column(use_index: bool, column: &str) -> String {
    if use_index { column.to_owned() } else { format!("COALESCE({column}, '')") }
}

pub(crate) fn one_of(
    bound: &mut BoundValues,
    all: &mut Vec<String>,
    column: &str,
    values: impl Iterator<Item = impl Into<Value<'static>>>,
) {
    let list: Vec<_> = values.map(|value| bound.bind(value)).collect();
    if !list.is_empty() {
        all.push(format!("{column} IN ({})", list.join(", ")));
    }
}

pub(crate) fn limit_clause(bound: &mut BoundValues, page: &Page) -> String {
    format!("LIMIT {} OFFSET {}", bound.bind(page.limit + 1), bound.bind(page.offset))
}
