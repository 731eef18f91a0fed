//! The statements behind a list of transactions. What a user typed goes into parameters only; the
//! texts differ by which filters are set, never by their values.

use domain::{ids::UserId, transactions::Position};

use crate::db::{Engine, Sql, Value};
use crate::lists::page::{Page, Place, Sort, SortBy};
use crate::lists::text_index::{Found, Sought};
use crate::money::transactions::filter::Filter;
use crate::money::transactions::totals::Lane;

/// Where the rows come from.
#[derive(Debug)]
pub(crate) enum Way {
    /// Along the order asked for, checking each row.
    Walk,
    /// From each lane that the filter admits, merged.
    Lanes(Vec<Lane>),
    /// From the few rows the search index has, then sorted.
    Pieces(Found),
    /// From the few rows with such an amount, then sorted.
    Amounts,
    /// From the rows that name the client.
    Client,
}

pub(crate) struct Query<'a> {
    pub engine: Engine,
    pub owner: UserId,
    pub filter: &'a Filter,
    pub sort: Sort,
    pub sought: Option<&'a Sought>,
    /// Whether the type, status or account filter leaves anything out.
    pub is_narrow: bool,
}

const COLUMNS: &str = "id, number, account_id, type, status, title, description, date, time, amount, \
                       currency, beneficiary_id, card_id, sale_id, created_at, updated_at";
/// The place of the count that comes after them.
pub(crate) const COUNT: usize = 16;

/// A statement's parameters while it is written. The first is always the owner.
pub(crate) struct Bound(pub Vec<Value<'static>>);

impl Bound {
    pub fn bind(&mut self, value: impl Into<Value<'static>>) -> String {
        self.0.push(value.into());
        format!("?{}", self.0.len())
    }
}

impl Query<'_> {
    /// Whether the page's own rows tell how many there are in all: the few that an index gathered are all
    /// looked at for any page of them, so they are counted on the way.
    pub fn counts_itself(way: &Way, page: &Page) -> bool {
        matches!(way, Way::Pieces(_)) && page.after.is_none()
    }

    /// One page, and one row more to tell whether there is another. After the columns comes how many rows
    /// there are in all, where `counts_itself`.
    pub fn rows(&self, way: &Way, page: &Page) -> (Sql, Vec<Value<'static>>) {
        let mut bound = self.bound();
        let after = page.after.as_ref();
        let order = self.order(way);
        if let Way::Lanes(lanes) = way {
            let merged = self.merged(&mut bound, lanes, after, Some(page.reach()));
            let page = limited(&mut bound, page);
            let text = format!(
                "SELECT {COLUMNS} FROM transactions WHERE owner_id = ?1 AND position IN \
                 (SELECT position FROM ({merged} ORDER BY {order} {page}) AS page) ORDER BY {order}"
            );
            return (Sql::dynamic(text), bound.0);
        }
        let source = self.source(&mut bound, way);
        let conditions = self.conditions(&mut bound, way, after, Amount::Checked);
        let limit = limited(&mut bound, page);
        let text = if Self::counts_itself(way, page) {
            // Counting holds on to every row found, so they are told apart by their places alone, and only
            // those on the page are read whole. To get their order for nothing SQLite would rather walk the whole
            // list; a CROSS JOIN keeps it from that.
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

    /// How many rows there are, counted no further than `most`.
    pub fn count(&self, way: &Way, most: i64) -> (Sql, Vec<Value<'static>>) {
        let mut bound = self.bound();
        let rows = if let Way::Lanes(lanes) = way {
            let merged = self.merged(&mut bound, lanes, None, None);
            format!("SELECT position FROM ({merged}) AS merged")
        } else {
            let source = self.source(&mut bound, way);
            let conditions = self.conditions(&mut bound, way, None, Amount::Sought);
            format!("SELECT position FROM {source} WHERE {conditions}")
        };
        let most = bound.bind(most);
        let text = format!("SELECT COUNT(*) FROM ({rows} LIMIT {most}) AS counted");
        (Sql::dynamic(text), bound.0)
    }

    /// Where the newest rows of the days asked for begin, if there are more than so many.
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

    /// How many rows there are from a position on, counted no further than `most`.
    pub fn count_from(&self, first: i64, most: i64) -> (Sql, Vec<Value<'static>>) {
        let mut bound = self.bound();
        let mut all = vec!["owner_id = ?1".to_owned()];
        all.push(format!("position >= {}", bound.bind(first)));
        if let Some(day) = self.filter.to {
            all.push(format!("position <= {}", bound.bind(Position::end_of(day).as_int())));
        }
        self.amounts(&mut bound, &mut all, None, Amount::Checked);
        self.lanes_and_words(&mut bound, &mut all, &Way::Walk);
        let (conditions, most) = (all.join(" AND "), bound.bind(most));
        let text = format!(
            "SELECT COUNT(*) FROM \
             (SELECT position FROM transactions WHERE {conditions} LIMIT {most}) AS counted"
        );
        (Sql::dynamic(text), bound.0)
    }

    /// How many rows have such an amount, whatever else is asked, counted no further than `most`.
    pub fn count_amounts(&self, most: i64) -> (Sql, Vec<Value<'static>>) {
        let mut bound = self.bound();
        let mut conditions = vec!["owner_id = ?1".to_owned()];
        self.amounts(&mut bound, &mut conditions, None, Amount::Sought);
        let (conditions, most) = (conditions.join(" AND "), bound.bind(most));
        let text = format!(
            "SELECT COUNT(*) FROM \
             (SELECT position FROM transactions WHERE {conditions} LIMIT {most}) AS counted"
        );
        (Sql::dynamic(text), bound.0)
    }

    /// How many rows name the client that is asked for, counted no further than `most`.
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

    fn bound(&self) -> Bound {
        Bound(vec![Value::from(self.owner.to_string())])
    }

    fn source(&self, bound: &mut Bound, way: &Way) -> String {
        // Knowing nothing of how many rows a client has, SQLite would rather walk the whole list.
        if matches!(way, Way::Client) && self.engine == Engine::Sqlite {
            return "transactions INDEXED BY transactions_by_client".to_owned();
        }
        match (way, self.sought) {
            // CROSS JOIN: what was found first, then each of its rows by number.
            (Way::Pieces(Found::Numbers(numbers)), _) => format!(
                "(SELECT value AS piece FROM json_each({})) AS found \
                 CROSS JOIN transactions ON owner_id = ?1 AND number = piece",
                bound.bind(numbers.clone()),
            ),
            // OFFSET 0 keeps the planner from walking the list's order instead.
            (Way::Pieces(Found::Few), Some(sought)) => format!(
                r"(SELECT * FROM transactions WHERE owner_id = ?1 AND search LIKE {} ESCAPE '\' OFFSET 0) AS found",
                bound.bind(sought.pattern.clone()),
            ),
            _ => "transactions".to_owned(),
        }
    }

    /// SQLite takes from each arm only as many rows as the merge asks for. PostgreSQL may think better of
    /// it and sort whole lanes, so there each arm ends after `most`.
    fn merged(
        &self,
        bound: &mut Bound,
        lanes: &[Lane],
        after: Option<&Place>,
        most: Option<i64>,
    ) -> String {
        let way = Way::Lanes(Vec::new());
        let common = self.conditions(bound, &way, after, Amount::Checked);
        let order = self.order(&way);
        let end = most.filter(|_| self.engine == Engine::Postgres);
        let end = end.map(|most| format!("ORDER BY {order} LIMIT {}", bound.bind(most)));
        let arms = lanes.iter().map(|lane| {
            let arm = format!(
                "SELECT position FROM transactions \
                 WHERE {common} AND account_id = {} AND type = {} AND status = {}",
                bound.bind(lane.account.to_string()),
                bound.bind(lane.kind.as_str()),
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
        bound: &mut Bound,
        way: &Way,
        after: Option<&Place>,
        amount: Amount,
    ) -> String {
        let mut all = vec!["owner_id = ?1".to_owned()];
        self.positions(bound, &mut all, after);
        let amount = match (way, self.sort.by) {
            (Way::Amounts, _) | (_, SortBy::Amount) => Amount::Sought,
            _ => amount,
        };
        self.amounts(bound, &mut all, after, amount);
        if let Some(Place::Title { title, position }) = after {
            let (title, position) = (bound.bind(title.clone()), bound.bind(*position));
            let (column, beyond) = (self.title(), self.beyond());
            all.push(format!("({column}, position) {beyond} ({title}, {position})"));
        }
        self.lanes_and_words(bound, &mut all, way);
        all.join(" AND ")
    }

    /// What each row has to be looked at for.
    fn lanes_and_words(&self, bound: &mut Bound, all: &mut Vec<String>, way: &Way) {
        if self.is_narrow && !matches!(way, Way::Lanes(_)) {
            let Filter { kinds, statuses, account, .. } = self.filter;
            one_of(bound, all, "type", kinds.iter().map(|kind| kind.as_str()));
            one_of(bound, all, "status", statuses.iter().map(|status| status.as_str()));
            let account = account.map(|account| account.to_string());
            one_of(bound, all, "account_id", account.into_iter());
        }
        if let Some(client) = self.filter.beneficiary {
            let column = named(matches!(way, Way::Client), "beneficiary_id");
            all.push(format!("{column} = {}", bound.bind(client.to_string())));
        }
        if let Some(sought) = self.sought {
            let pattern = bound.bind(sought.pattern.clone());
            all.push(format!(r"search LIKE {pattern} ESCAPE '\'"));
        }
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

    /// The same for amounts. A cursor beyond a bound says no more than the bound.
    fn amounts(
        &self,
        bound: &mut Bound,
        all: &mut Vec<String>,
        after: Option<&Place>,
        amount: Amount,
    ) {
        let column = match amount {
            Amount::Sought => "amount",
            Amount::Checked => "+amount",
        };
        let (mut min, mut max) =
            (self.filter.min.map(|min| min.get()), self.filter.max.map(|max| max.get()));
        if let Some(Place::Amount { amount, position }) = after {
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

    fn order(&self, way: &Way) -> String {
        let direction = if self.sort.descending { "DESC" } else { "ASC" };
        match (self.sort.by, way) {
            // The plus keeps SQLite from walking the order of days instead of the few amounts.
            (SortBy::Date, Way::Amounts) => format!("+position {direction}"),
            (SortBy::Date, _) => format!("position {direction}"),
            (SortBy::Amount, _) => format!("amount {direction}, position {direction}"),
            (SortBy::Title, _) => format!("{} {direction}, position {direction}", self.title()),
        }
    }

    fn beyond(&self) -> &'static str {
        if self.sort.descending { "<" } else { ">" }
    }

    /// By code points on both engines; PostgreSQL would ask the locale.
    fn title(&self) -> &'static str {
        match self.engine {
            Engine::Sqlite => "title_key",
            Engine::Postgres => "title_key COLLATE \"C\"",
        }
    }
}

/// Whether an index may lead to the amounts, or they are only checked on the way.
#[derive(Debug, Clone, Copy)]
enum Amount {
    Sought,
    Checked,
}

/// A column an index may lead to, or one that is only checked on the way.
pub(crate) fn named(is_sought: bool, column: &str) -> String {
    if is_sought { column.to_owned() } else { format!("COALESCE({column}, '')") }
}

pub(crate) fn one_of(
    bound: &mut Bound,
    all: &mut Vec<String>,
    column: &str,
    values: impl Iterator<Item = impl Into<Value<'static>>>,
) {
    let list: Vec<_> = values.map(|value| bound.bind(value)).collect();
    if !list.is_empty() {
        all.push(format!("{column} IN ({})", list.join(", ")));
    }
}

pub(crate) fn limited(bound: &mut Bound, page: &Page) -> String {
    format!("LIMIT {} OFFSET {}", bound.bind(page.limit + 1), bound.bind(page.offset))
}

#[cfg(test)]
mod tests {
    use domain::time::Timestamp;

    use super::*;
    use crate::db::{Db, DbOptions};

    /// How SQLite would go about the page, step by step.
    async fn steps(filter: Filter, by: SortBy, way: Way) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&DbOptions::sqlite(folder.path().join("test.db"))).unwrap();
        db.read(move |conn| {
            let sought = Sought {
                pattern: "%nova%".to_owned(),
                question: "nova".to_owned(),
                first: 0,
                last: 1,
                is_indexed: true,
            };
            let owner = UserId::new(Timestamp::from_millis(0), [0; 10]);
            let sort = Sort { by, descending: true };
            let (filter, sought) = (&filter, Some(&sought));
            let query =
                Query { engine: Engine::Sqlite, owner, filter, sort, sought, is_narrow: false };
            let (sql, params) = query.rows(&way, &Page { limit: 50, offset: 0, after: None });
            let sql = Sql::dynamic(format!("EXPLAIN QUERY PLAN {}", sql.sqlite()));
            conn.query(&sql, &params, |row| row.text(3).map(str::to_owned))
        })
        .await
        .unwrap()
    }

    /// With few rows any plan is quick; with a million, walking the list for what the index found is not.
    #[tokio::test(flavor = "multi_thread")]
    async fn what_the_index_found_is_fetched_row_by_row_and_nothing_is_walked() {
        let filter = Filter { search: Some("nova".to_owned()), ..Filter::default() };
        for by in [SortBy::Date, SortBy::Amount, SortBy::Title] {
            let way = Way::Pieces(Found::Numbers("[1, 2]".to_owned()));
            let steps = steps(filter.clone(), by, way).await;
            let visits: Vec<_> =
                steps.iter().filter(|step| step.contains("transactions")).collect();
            assert_eq!(visits.len(), 2, "{steps:?}");
            assert!(visits[0].ends_with("(owner_id=? AND number=?)"), "{steps:?}");
            assert!(visits[1].ends_with("(owner_id=? AND position=?)"), "{steps:?}");
            assert!(visits.iter().all(|step| step.starts_with("SEARCH")), "{steps:?}");
        }
    }
}
