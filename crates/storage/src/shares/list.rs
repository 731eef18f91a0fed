//! Lists of the links of all shares, the newest first.

use domain::calendar::Day;
use domain::ids::{BeneficiaryId, DocumentId, ShareId, ShareLinkId, UserId};
use domain::shares::{Link, State};
use domain::text::trigrams::like_pattern;

use super::links::{COLUMNS, link};
use crate::db::{Conn, DbError, Sql, Value, require};

#[derive(Debug, Clone)]
pub struct Filter {
    /// The day that decides what has expired.
    pub today: Day,
    /// Empty means every state.
    pub states: Vec<State>,
    pub client: Option<BeneficiaryId>,
    pub beat: Option<DocumentId>,
    pub share: Option<ShareId>,
    /// A part of the title, or of the recipient's name or email address, in any letter case.
    pub search: Option<String>,
}

/// A page: the links after a cursor, the newest first.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    pub limit: i64,
    pub offset: i64,
    pub before: Option<ShareLinkId>,
}

/// A link with the fields of its share that a list shows.
#[derive(Debug, Clone)]
pub struct ListedLink {
    pub link: Link,
    pub title: String,
    pub beats: i64,
    /// The first beat of the share.
    pub first: Option<DocumentId>,
}

#[derive(Debug)]
pub struct Listing {
    pub rows: Vec<ListedLink>,
    pub has_more: bool,
    pub total: i64,
}

pub fn list(
    conn: &mut Conn,
    owner: UserId,
    filter: &Filter,
    page: Page,
) -> Result<Listing, DbError> {
    conn.snapshot()?;
    let (conditions, mut values) = filter.conditions(owner);
    let count = Sql::dynamic(format!("SELECT COUNT(*) FROM share_links l WHERE {conditions}"));
    let total = conn.query_one(&count, &values, |row| row.int(0))?;
    let mut conditions = conditions;
    if let Some(before) = page.before {
        values.push(before.to_string().into());
        conditions = format!("{conditions} AND l.id < ?{}", values.len());
    }
    // One row more than the limit shows whether there is a next page.
    values.extend([(page.limit + 1).into(), page.offset.into()]);
    let rows = Sql::dynamic(format!(
        "SELECT {COLUMNS}, s.title,
                (SELECT COUNT(*) FROM share_beats b
                 WHERE b.owner_id = l.owner_id AND b.share_id = l.share_id),
                (SELECT b.document_id FROM share_beats b
                 WHERE b.owner_id = l.owner_id AND b.share_id = l.share_id ORDER BY b.place LIMIT 1)
         FROM share_links l JOIN shares s ON s.owner_id = l.owner_id AND s.id = l.share_id
         WHERE {conditions} ORDER BY l.id DESC LIMIT ?{} OFFSET ?{}",
        values.len() - 1,
        values.len(),
    ));
    let mut rows = conn.query(&rows, &values, |row| {
        let first = row.opt_text(26)?.map(|id| require(26, DocumentId::parse(id))).transpose()?;
        Ok(ListedLink {
            link: link(row)?,
            title: row.text(24)?.to_owned(),
            beats: row.int(25)?,
            first,
        })
    })?;
    let limit = usize::try_from(page.limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    Ok(Listing { rows, has_more, total })
}

impl Filter {
    fn conditions(&self, owner: UserId) -> (String, Vec<Value<'static>>) {
        let mut values: Vec<Value<'static>> = vec![owner.to_string().into()];
        let mut conditions = vec!["l.owner_id = ?1".to_owned()];
        let mut bound = |value: Value<'static>| {
            values.push(value);
            format!("?{}", values.len())
        };
        if !self.states.is_empty() {
            let today = bound(self.today.to_string().into());
            let of = |state: &State| match state {
                State::Stopped => "l.stopped_at IS NOT NULL".to_owned(),
                State::Expired => format!("l.stopped_at IS NULL AND l.expires_on < {today}"),
                State::Live => format!(
                    "l.stopped_at IS NULL AND (l.expires_on IS NULL OR l.expires_on >= {today})"
                ),
            };
            let states: Vec<String> = self.states.iter().map(of).collect();
            conditions.push(format!("({})", states.join(" OR ")));
            // PostgreSQL refuses a parameter that the statement does not use.
            conditions.push(format!("{today} <> ''"));
        }
        if let Some(client) = self.client {
            conditions.push(format!("l.client_id = {}", bound(client.to_string().into())));
        }
        if let Some(share) = self.share {
            conditions.push(format!("l.share_id = {}", bound(share.to_string().into())));
        }
        if let Some(beat) = self.beat {
            conditions.push(format!(
                "l.share_id IN (SELECT share_id FROM share_beats WHERE owner_id = ?1 AND document_id = {})",
                bound(beat.to_string().into())
            ));
        }
        if let Some(term) = &self.search {
            let pattern = bound(like_pattern(term).into());
            conditions.push(format!("l.search LIKE {pattern} ESCAPE '\\'"));
        }
        (conditions.join(" AND "), values)
    }
}
