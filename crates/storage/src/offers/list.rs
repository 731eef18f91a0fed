//! Lists of offers, the newest first.

use std::collections::BTreeMap;

use domain::ids::{BeneficiaryId, DocumentId, UserId};
use domain::offers::{Offer, State};
use domain::text::trigrams::like_pattern;
use domain::time::Timestamp;

use super::{columns, offer};
use crate::db::{Conn, DbError, Sql, Value, params, require, sql};

#[derive(Debug, Clone)]
pub struct Filter {
    /// The moment that decides what has expired.
    pub now: Timestamp,
    /// Empty means every state.
    pub states: Vec<State>,
    pub client: Option<BeneficiaryId>,
    pub beat: Option<DocumentId>,
    /// A part of the reference, the buyer, a title, a kind or the price, in any letter case.
    pub search: Option<String>,
}

/// A page: the offers with a number below `before`, in descending order.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    pub limit: i64,
    pub offset: i64,
    pub before: Option<i64>,
}

#[derive(Debug)]
pub struct Listing {
    pub rows: Vec<Offer>,
    pub has_more: bool,
    pub total: i64,
}

pub fn list(
    conn: &mut Conn,
    owner: UserId,
    filter: &Filter,
    page: Page,
) -> Result<Listing, DbError> {
    let (conditions, mut values) = filter.conditions(owner);
    let count = Sql::dynamic(format!("SELECT COUNT(*) FROM offers o WHERE {conditions}"));
    let total = conn.query_one(&count, &values, |row| row.int(0))?;
    let mut conditions = conditions;
    if let Some(before) = page.before {
        values.push(before.into());
        conditions = format!("{conditions} AND o.number < ?{}", values.len());
    }
    // One row more than the limit shows whether there is a next page.
    values.extend([(page.limit + 1).into(), page.offset.into()]);
    let rows = Sql::dynamic(format!(
        "SELECT {} FROM offers o WHERE {conditions} ORDER BY o.number DESC LIMIT ?{} OFFSET ?{}",
        columns(),
        values.len() - 1,
        values.len(),
    ));
    let mut rows = conn.query(&rows, &values, offer)?;
    let limit = usize::try_from(page.limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    Ok(Listing { rows, has_more, total })
}

/// The number of offers in each state.
pub fn counts(
    conn: &mut Conn,
    owner: UserId,
    now: Timestamp,
) -> Result<BTreeMap<State, i64>, DbError> {
    let rows = conn.query(
        sql!(
            "SELECT CASE WHEN state IN ('sent', 'viewed') AND expires_at <= ?2 THEN 'expired' ELSE state END,
                    COUNT(*)
             FROM offers WHERE owner_id = ?1 AND number > 0 GROUP BY 1"
        ),
        params![&owner.to_string(), now.as_millis()],
        |row| Ok((require(0, State::find(row.text(0)?))?, row.int(1)?)),
    )?;
    Ok(rows.into_iter().collect())
}

impl Filter {
    fn conditions(&self, owner: UserId) -> (String, Vec<Value<'static>>) {
        let mut values: Vec<Value<'static>> = vec![owner.to_string().into()];
        let mut conditions = vec!["o.owner_id = ?1 AND o.number > 0".to_owned()];
        let mut bound = |value: Value<'static>| {
            values.push(value);
            format!("?{}", values.len())
        };
        if !self.states.is_empty() {
            // PostgreSQL refuses a parameter that the statement does not use.
            let is_timed =
                |state: &State| matches!(state, State::Sent | State::Viewed | State::Expired);
            let now = match self.states.iter().any(is_timed) {
                true => bound(self.now.as_millis().into()),
                false => String::new(),
            };
            let of = |state: &State| match state {
                State::Sent | State::Viewed => {
                    format!("(o.state = '{}' AND o.expires_at > {now})", state.as_str())
                }
                State::Expired => format!(
                    "(o.state = 'expired' OR (o.state IN ('sent', 'viewed') AND o.expires_at <= {now}))"
                ),
                other => format!("o.state = '{}'", other.as_str()),
            };
            let states: Vec<String> = self.states.iter().map(of).collect();
            conditions.push(format!("({})", states.join(" OR ")));
        }
        if let Some(client) = self.client {
            conditions.push(format!("o.client_id = {}", bound(client.to_string().into())));
        }
        if let Some(beat) = self.beat {
            conditions.push(format!(
                "o.id IN (SELECT offer_id FROM offer_lines WHERE owner_id = ?1 AND document_id = {})",
                bound(beat.to_string().into())
            ));
        }
        if let Some(term) = &self.search {
            let pattern = bound(like_pattern(term).into());
            conditions.push(format!("o.search LIKE {pattern} ESCAPE '\\'"));
        }
        (conditions.join(" AND "), values)
    }
}
