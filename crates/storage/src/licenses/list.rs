//! Lists of licenses, the newest first, built like those of sales: along the order of the numbers, or from the few rows
//! of another index, whichever reads less.
//!
//! An active license whose last day is past counts as expired. A daily job stores the new state, so there are never
//! many licenses with the old one: those are looked up by their last day and merged in.

use domain::calendar::Day;
use domain::ids::{BeneficiaryId, DocumentId, LicenseKindId, UserId};
use domain::licenses::issued::{License, State};
use domain::numbers::{clamp_i64, clamp_usize};

use crate::db::{Conn, DbError, Engine, Sql, Value, params, sql};
use crate::licenses::issued::{SELECTED, license, selected};
use crate::licenses::totals;
use crate::lists::page::{MAX_COUNTED, MAX_SORTED};
use crate::lists::text_index::{self, Index, Matches, SearchTerm};
use crate::money::transactions::query::{BoundValues, one_of};

#[derive(Debug, Clone)]
pub struct Filter {
    /// The day that decides what has expired.
    pub today: Day,
    /// Empty means every state.
    pub states: Vec<State>,
    pub kinds: Vec<LicenseKindId>,
    pub beat: Option<DocumentId>,
    pub client: Option<BeneficiaryId>,
    /// Only licenses whose last day is before this one.
    pub expires_before: Option<Day>,
    /// Only licenses of which 80 % of a cap or more is used.
    pub is_near_cap: bool,
    /// A part of the title, the buyer, the kind, the reference or the price, in any letter case.
    pub search: Option<String>,
}

impl Filter {
    pub const fn all(today: Day) -> Self {
        Self {
            today,
            states: Vec::new(),
            kinds: Vec::new(),
            beat: None,
            client: None,
            expires_before: None,
            is_near_cap: false,
            search: None,
        }
    }

    fn admits(&self, state: State) -> bool {
        self.states.is_empty() || self.states.contains(&state)
    }

    fn admits_kind(&self, kind: LicenseKindId) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// Whether the stored totals are enough to count the matching rows.
    const fn is_counted(&self) -> bool {
        self.beat.is_none()
            && self.client.is_none()
            && self.expires_before.is_none()
            && !self.is_near_cap
            && self.search.is_none()
    }
}

/// A page: the rows after a number, going down.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    pub limit: i64,
    pub offset: i64,
    pub before: Option<i64>,
}

#[derive(Debug)]
pub struct Listing {
    pub rows: Vec<License>,
    pub has_more: bool,
    pub total: i64,
    /// False if there are more rows than `total`.
    pub total_is_exact: bool,
}

/// The counts above a list. The last three stop counting at a thousand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figures {
    pub by_state: [i64; State::ALL.len()],
    pub exclusive: i64,
    /// Active licenses whose last day is within the next 60 days.
    pub expiring: i64,
    pub near_cap: i64,
}

/// How far ahead a license counts as expiring.
pub const EXPIRING_DAYS: u16 = 60;

pub fn list(
    conn: &mut Conn,
    owner: UserId,
    filter: &Filter,
    page: Page,
) -> Result<Listing, DbError> {
    list_within(conn, owner, filter, page, Bounds { few: MAX_SORTED, counted: MAX_COUNTED })
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
    page: Page,
    bounds: Bounds,
) -> Result<Listing, DbError> {
    conn.snapshot()?;
    let lanes = lanes(conn, owner, filter)?;
    if lanes.counted == 0 {
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
    let query = Query { engine: conn.engine(), owner, filter, term: term.as_ref() };
    let way = choose(conn, &query, lanes.merged, bounds.few)?;

    let (sql, values) = query.rows(&way, page);
    let mut rows = conn.query(&sql, &values, license)?;
    let limit = clamp_usize(page.limit);
    let has_more = rows.len() > limit;
    rows.truncate(limit);

    let (total, total_is_exact) = if filter.is_counted() {
        (lanes.counted, true)
    } else if !has_more && page.before.is_none() && (page.offset == 0 || !rows.is_empty()) {
        (page.offset + clamp_i64(rows.len()), true)
    } else {
        let (sql, values) = query.count(&way, bounds.counted + 1);
        let found = conn.query_one(&sql, &values, |row| row.int(0))?;
        (found.min(bounds.counted), found <= bounds.counted)
    };
    Ok(Listing { rows, has_more, total, total_is_exact })
}

/// The counts over a list, whatever its filters.
pub fn figures(conn: &mut Conn, owner: UserId, today: Day) -> Result<Figures, DbError> {
    conn.snapshot()?;
    let mut figures = Figures::default();
    for count in totals::counts(conn, owner)? {
        if let Some(known) = figures.by_state.get_mut(count.state as usize) {
            *known += count.count;
        }
        if (count.state, count.tier) == (State::Active, domain::sales::License::Exclusive) {
            figures.exclusive += count.count;
        }
    }
    let late = late(conn, owner, &Filter::all(today))?;
    figures.by_state[State::Active as usize] -= late;
    figures.by_state[State::Expired as usize] += late;
    let owner = owner.to_string();
    figures.exclusive -= conn.query_one(
        sql!(
            "SELECT COUNT(*) FROM licenses WHERE owner_id = ?1 AND state = 'active'
               AND expires_on < ?2 AND tier = 'exclusive'"
        ),
        params![&owner, today.to_string()],
        |row| row.int(0),
    )?;
    let last = today.days_after(EXPIRING_DAYS).unwrap_or(today);
    figures.expiring = conn.query_one(
        sql!(
            "SELECT COUNT(*) FROM (SELECT 1 FROM licenses WHERE owner_id = ?1 AND state = 'active'
               AND expires_on >= ?2 AND expires_on <= ?3 LIMIT ?4) AS counted"
        ),
        params![&owner, today.to_string(), last.to_string(), MAX_COUNTED],
        |row| row.int(0),
    )?;
    figures.near_cap = conn.query_one(
        sql!(
            "SELECT COUNT(*) FROM (SELECT 1 FROM licenses WHERE owner_id = ?1 AND state = 'active'
               AND cap_level > 0 AND (expires_on IS NULL OR expires_on >= ?2) LIMIT ?3) AS counted"
        ),
        params![&owner, today.to_string(), MAX_COUNTED],
        |row| row.int(0),
    )?;
    Ok(figures)
}

/// One arm of a merged list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arm {
    /// Stored as active, with the last day not past.
    Active,
    /// Stored in this state.
    Stored(State),
    /// Stored as active, with the last day past.
    Late,
}

struct Lanes {
    counted: i64,
    /// The arms to merge; `None` if the filter excludes no license by kind or state.
    merged: Option<Vec<(Option<LicenseKindId>, Arm)>>,
}

fn lanes(conn: &mut Conn, owner: UserId, filter: &Filter) -> Result<Lanes, DbError> {
    let late = late(conn, owner, filter)?;
    let (mut counted, mut is_narrow, mut arms) = (0, false, Vec::new());
    let mut add = |kind: LicenseKindId, arm: Arm| {
        let kind = (!filter.kinds.is_empty()).then_some(kind);
        if !arms.contains(&(kind, arm)) {
            arms.push((kind, arm));
        }
    };
    for count in totals::counts(conn, owner)? {
        if !filter.admits_kind(count.kind) {
            is_narrow = true;
            continue;
        }
        if count.state == State::Active && late > 0 && filter.admits(State::Expired) {
            add(count.kind, Arm::Late);
        }
        if !filter.admits(count.state) {
            is_narrow = true;
            continue;
        }
        counted += count.count;
        let arm = if count.state == State::Active { Arm::Active } else { Arm::Stored(count.state) };
        add(count.kind, arm);
    }
    match (filter.admits(State::Active), filter.admits(State::Expired)) {
        (true, false) => counted -= late,
        (false, true) => counted += late,
        _ => {}
    }
    is_narrow |= late > 0 && filter.admits(State::Active) != filter.admits(State::Expired);
    Ok(Lanes { counted, merged: is_narrow.then_some(arms) })
}

/// How many licenses of the kinds are stored as active with their last day past.
fn late(conn: &mut Conn, owner: UserId, filter: &Filter) -> Result<i64, DbError> {
    let mut bound = BoundValues(vec![Value::from(owner.to_string())]);
    let today = bound.bind(filter.today.to_string());
    let mut all = vec![format!("owner_id = ?1 AND state = 'active' AND expires_on < {today}")];
    one_of(&mut bound, &mut all, "kind_id", filter.kinds.iter().map(ToString::to_string));
    let text = format!("SELECT COUNT(*) FROM licenses WHERE {}", all.join(" AND "));
    conn.query_one(&Sql::dynamic(text), &bound.0, |row| row.int(0))
}

/// The source of the rows.
#[derive(Debug)]
pub enum RowSource {
    /// Walks the numbers and checks each row.
    Walk,
    /// Merges the kinds and states that the filter admits.
    Lanes(Vec<(Option<LicenseKindId>, Arm)>),
    /// Takes the few rows of the search index and sorts them.
    Pieces(Matches),
    /// Takes the rows of the beat or the client.
    Beat,
    Client,
    /// Takes the few rows with such a last day and sorts them.
    LastDay,
    /// Takes the few rows near a cap and sorts them.
    NearCap,
}

fn choose(
    conn: &mut Conn,
    query: &Query<'_>,
    merged: Option<Vec<(Option<LicenseKindId>, Arm)>>,
    few: i64,
) -> Result<RowSource, DbError> {
    if let Some(term) = query.term
        && let Some(found) = text_index::find_if_few(conn, Index::Licenses, query.owner, term, few)?
    {
        return Ok(RowSource::Pieces(found));
    }
    if query.filter.beat.is_some() {
        return Ok(RowSource::Beat);
    }
    if query.filter.client.is_some() {
        return Ok(RowSource::Client);
    }
    for (is_asked, way) in [
        (query.filter.expires_before.is_some(), RowSource::LastDay),
        (query.filter.is_near_cap, RowSource::NearCap),
    ] {
        if is_asked {
            let (sql, values) = query.count_indexed(&way, few + 1);
            if conn.query_one(&sql, &values, |row| row.int(0))? <= few {
                return Ok(way);
            }
        }
    }
    Ok(merged.map_or(RowSource::Walk, RowSource::Lanes))
}

/// A list of licenses with its filters; writes the statements.
pub struct Query<'a> {
    pub engine: Engine,
    pub owner: UserId,
    pub filter: &'a Filter,
    pub term: Option<&'a SearchTerm>,
}

const COLUMNS: &str = selected!();
const _: () = assert!(SELECTED == 38, "the columns are read by their place");

/// Every state as it is stored.
const STORED: &str = "'active', 'expired', 'superseded', 'terminated', 'refunded'";

impl Query<'_> {
    /// One page, plus one row that shows whether there is a next page.
    pub fn rows(&self, way: &RowSource, page: Page) -> (Sql, Vec<Value<'static>>) {
        let mut bound = self.bound();
        let reach = page.offset.saturating_add(page.limit + 1);
        let numbers = match way {
            RowSource::Lanes(arms) => self.merge_lanes(&mut bound, arms, page.before, Some(reach)),
            _ => String::new(),
        };
        let end = |bound: &mut BoundValues| {
            let (limit, offset) = (bound.bind(page.limit + 1), bound.bind(page.offset));
            format!("ORDER BY number DESC LIMIT {limit} OFFSET {offset}")
        };
        let text = if matches!(way, RowSource::Lanes(_)) {
            let end = end(&mut bound);
            format!(
                "SELECT {COLUMNS} FROM licenses WHERE owner_id = ?1 AND number IN \
                 (SELECT number FROM ({numbers} {end}) AS page) ORDER BY number DESC"
            )
        } else {
            let source = self.source(&mut bound, way);
            let conditions = self.conditions(&mut bound, way, page.before);
            let end = end(&mut bound);
            format!("SELECT {COLUMNS} FROM {source} WHERE {conditions} {end}")
        };
        (Sql::dynamic(text), bound.0)
    }

    /// The number of rows, counted up to `most`.
    fn count(&self, way: &RowSource, most: i64) -> (Sql, Vec<Value<'static>>) {
        let mut bound = self.bound();
        let rows = if let RowSource::Lanes(arms) = way {
            let merged = self.merge_lanes(&mut bound, arms, None, None);
            format!("SELECT number FROM ({merged}) AS merged")
        } else {
            let source = self.source(&mut bound, way);
            let conditions = self.conditions(&mut bound, way, None);
            format!("SELECT number FROM {source} WHERE {conditions}")
        };
        let most = bound.bind(most);
        let text = format!("SELECT COUNT(*) FROM ({rows} LIMIT {most}) AS counted");
        (Sql::dynamic(text), bound.0)
    }

    /// The number of rows that an index would read, whatever the other filters, counted up to `most`.
    fn count_indexed(&self, way: &RowSource, most: i64) -> (Sql, Vec<Value<'static>>) {
        let mut bound = self.bound();
        let condition = match (way, self.filter.expires_before) {
            (RowSource::LastDay, Some(day)) => {
                format!("expires_on < {}", bound.bind(day.to_string()))
            }
            _ => "cap_level > 0".to_owned(),
        };
        let most = bound.bind(most);
        let text = format!(
            "SELECT COUNT(*) FROM (SELECT 1 FROM licenses WHERE owner_id = ?1 \
             AND state IN ({STORED}) AND {condition} LIMIT {most}) AS counted"
        );
        (Sql::dynamic(text), bound.0)
    }

    fn bound(&self) -> BoundValues {
        BoundValues(vec![Value::from(self.owner.to_string())])
    }

    fn source(&self, bound: &mut BoundValues, way: &RowSource) -> String {
        // Without statistics SQLite may walk the whole list instead.
        if self.engine == Engine::Sqlite {
            let index = match way {
                RowSource::Beat => Some("licenses_by_beat"),
                RowSource::Client => Some("licenses_by_client"),
                RowSource::LastDay => Some("licenses_by_last_day"),
                RowSource::NearCap => Some("licenses_near_a_cap"),
                _ => None,
            };
            if let Some(index) = index {
                return format!("licenses INDEXED BY {index}");
            }
        }
        match (way, self.term) {
            // CROSS JOIN makes SQLite read the index results first and then their rows by number.
            (RowSource::Pieces(Matches::Numbers(numbers)), _) => format!(
                "(SELECT value AS piece FROM json_each({})) AS found \
                 CROSS JOIN licenses ON owner_id = ?1 AND number = piece",
                bound.bind(numbers.clone()),
            ),
            // OFFSET 0 keeps PostgreSQL's planner from walking the list in its order instead.
            (RowSource::Pieces(Matches::InIndex), Some(term)) => format!(
                r"(SELECT * FROM licenses WHERE owner_id = ?1 AND search LIKE {} ESCAPE '\' OFFSET 0) AS found",
                bound.bind(term.pattern.clone()),
            ),
            _ => "licenses".to_owned(),
        }
    }

    /// PostgreSQL may sort whole lanes, so there each arm is limited to `most`.
    fn merge_lanes(
        &self,
        bound: &mut BoundValues,
        arms: &[(Option<LicenseKindId>, Arm)],
        before: Option<i64>,
        most: Option<i64>,
    ) -> String {
        let common = self.conditions(bound, &RowSource::Lanes(Vec::new()), before);
        // PostgreSQL refuses a parameter that no arm uses.
        let is_dated = arms.iter().any(|(_, arm)| matches!(arm, Arm::Active | Arm::Late));
        let today =
            if is_dated { bound.bind(self.filter.today.to_string()) } else { String::new() };
        let end = most.filter(|_| self.engine == Engine::Postgres);
        let end = end.map(|most| format!("ORDER BY number DESC LIMIT {}", bound.bind(most)));
        let arms = arms.iter().map(|(kind, arm)| {
            let state = match arm {
                Arm::Active => {
                    format!("state = 'active' AND (expires_on IS NULL OR expires_on >= {today})")
                }
                Arm::Late => format!("state = 'active' AND expires_on < {today}"),
                Arm::Stored(state) => format!("state = '{}'", state.as_str()),
            };
            let kind = kind.map(|kind| format!(" AND kind_id = {}", bound.bind(kind.to_string())));
            let index = match (self.engine, arm, &kind) {
                (Engine::Postgres, ..) => "",
                (Engine::Sqlite, Arm::Late, _) => " INDEXED BY licenses_by_last_day",
                (Engine::Sqlite, _, Some(_)) => " INDEXED BY licenses_by_kind",
                (Engine::Sqlite, _, None) => " INDEXED BY licenses_by_state",
            };
            let kind = kind.unwrap_or_default();
            let arm =
                format!("SELECT number FROM licenses{index} WHERE {common} AND {state}{kind}");
            match &end {
                Some(end) => format!("SELECT number FROM ({arm} {end}) AS lane"),
                None => arm,
            }
        });
        arms.collect::<Vec<_>>().join(" UNION ALL ")
    }

    fn conditions(&self, bound: &mut BoundValues, way: &RowSource, before: Option<i64>) -> String {
        let Filter { today, states, kinds, beat, client, expires_before, is_near_cap, .. } =
            self.filter;
        let mut all = vec!["owner_id = ?1".to_owned()];
        if let Some(before) = before {
            all.push(format!("number < {}", bound.bind(before)));
        }
        if !matches!(way, RowSource::Lanes(_)) {
            if !states.is_empty() {
                let today = bound.bind(today.to_string());
                // The state that the API shows: an active license whose last day is past is expired.
                let shown = format!(
                    "CASE WHEN state = 'active' AND expires_on < {today} THEN 'expired' ELSE state END"
                );
                one_of(bound, &mut all, &shown, states.iter().map(|state| state.as_str()));
            }
            let kinds = kinds.iter().map(ToString::to_string);
            one_of(bound, &mut all, "COALESCE(kind_id, '')", kinds);
            if matches!(way, RowSource::LastDay | RowSource::NearCap) {
                all.push(format!("state IN ({STORED})"));
            }
        }
        if let Some(beat) = beat {
            all.push(format!("document_id = {}", bound.bind(beat.to_string())));
        }
        if let Some(client) = client {
            let column = if matches!(way, RowSource::Client) {
                "client_id"
            } else {
                "COALESCE(client_id, '')"
            };
            all.push(format!("{column} = {}", bound.bind(client.to_string())));
        }
        if let Some(day) = expires_before {
            all.push(format!("expires_on < {}", bound.bind(day.to_string())));
        }
        if *is_near_cap {
            all.push("cap_level > 0".to_owned());
        }
        if let Some(term) = self.term {
            let pattern = bound.bind(term.pattern.clone());
            all.push(format!(r"search LIKE {pattern} ESCAPE '\'"));
        }
        all.join(" AND ")
    }
}
