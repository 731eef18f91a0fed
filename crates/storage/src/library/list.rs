//! Lists of beats and videos: filters, orders and pages. A page begins after a cursor, so that a deep page
//! costs no more than the first, or at an offset.

use domain::ids::{DocumentId, UserId};
use domain::library::documents::{Bpm, Category, Document, MP3, MusicalKey, Status, WAV};
use domain::licenses::Role;
use domain::numbers::{clamp_i64, clamp_usize};
use domain::text::trigrams::like_pattern;

use crate::db::{Conn, DbError, Sql, Value, params, sql};
use crate::library::documents::{COLUMNS, document};

/// The filter of a list; an empty field does not narrow it.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// A part of the title, of the file name or of the notes.
    pub search: Option<String>,
    /// A part of the title alone: visitors of public pages can search nothing else.
    pub title: Option<String>,
    pub categories: Vec<Category>,
    pub statuses: Vec<Status>,
    pub genres: Vec<String>,
    pub keys: Vec<MusicalKey>,
    pub bpm_min: Option<Bpm>,
    pub bpm_max: Option<Bpm>,
    pub size_min: Option<i64>,
    pub size_max: Option<i64>,
    /// The roles of files that a beat must have, including the file that plays.
    pub has: Vec<Role>,
    /// Whether the item is on the public page.
    pub is_public: Option<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortBy {
    Date,
    Title,
    Size,
    Bpm,
    Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    pub by: SortBy,
    pub descending: bool,
}

/// The position of a row in a sorted list; the next page begins after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cursor {
    Date { id: DocumentId },
    Title { title: String, id: DocumentId },
    Number { number: i64, id: DocumentId },
}

impl Cursor {
    pub fn of(row: &Document, by: SortBy) -> Self {
        let id = row.id;
        match by {
            SortBy::Date => Self::Date { id },
            SortBy::Title => Self::Title { title: row.title_key(), id },
            SortBy::Size => Self::Number { number: row.size, id },
            SortBy::Bpm => Self::Number { number: row.bpm.map_or(0, Bpm::hundredths), id },
            SortBy::Duration => Self::Number { number: row.duration_ms.unwrap_or(0), id },
        }
    }
}

#[derive(Debug, Clone)]
pub struct Page {
    pub limit: i64,
    pub offset: i64,
    pub after: Option<Cursor>,
}

#[derive(Debug)]
pub struct Listing {
    pub rows: Vec<Document>,
    /// Whether there are rows after this page.
    pub has_more: bool,
    pub total: i64,
}

pub fn list(
    conn: &mut Conn,
    owner: UserId,
    filter: &Filter,
    sort: Sort,
    page: &Page,
) -> Result<Listing, DbError> {
    conn.snapshot()?;
    if filter.search.is_some() {
        conn.plan_by_values()?;
    }
    let (conditions, bound) = filter.conditions(owner);
    let count = format!("SELECT COUNT(*) FROM documents WHERE {conditions}");
    let total = conn.query_one(&Sql::dynamic(count), &bound.0, |row| row.int(0))?;

    let (sql, bound) = sql_rows(owner, filter, sort, page);
    let mut rows = conn.query(&sql, &bound, document)?;
    let has_more = clamp_i64(rows.len()) > page.limit;
    rows.truncate(clamp_usize(page.limit));
    Ok(Listing { rows, has_more, total })
}

/// The statement of a page, with its parameters.
pub fn sql_rows(
    owner: UserId,
    filter: &Filter,
    sort: Sort,
    page: &Page,
) -> (Sql, Vec<Value<'static>>) {
    let (conditions, mut bound) = filter.conditions(owner);
    let after = page.after.as_ref().map(|place| sort.after(place, &mut bound));
    let text = format!(
        "SELECT {COLUMNS} FROM documents WHERE {conditions}{} ORDER BY {} LIMIT {} OFFSET {}",
        after.unwrap_or_default(),
        sort.order(),
        bound.bind(page.limit + 1),
        bound.bind(page.offset),
    );
    (Sql::dynamic(text), bound.0)
}

/// The sum of the sizes of all items, in bytes.
pub fn total_size(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    conn.query_one(
        sql!("SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM documents WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| row.int(0),
    )
}

/// The parameters of a statement under construction.
struct BoundValues(Vec<Value<'static>>);

impl BoundValues {
    fn bind(&mut self, value: impl Into<Value<'static>>) -> String {
        self.0.push(value.into());
        format!("?{}", self.0.len())
    }

    fn one_of<V: Into<Value<'static>>>(
        &mut self,
        column: &str,
        values: impl Iterator<Item = V>,
    ) -> Option<String> {
        let places: Vec<String> = values.map(|value| self.bind(value)).collect();
        (!places.is_empty()).then(|| format!("{column} IN ({})", places.join(", ")))
    }
}

impl Filter {
    /// The WHERE condition. User input goes into the parameters only.
    fn conditions(&self, owner: UserId) -> (String, BoundValues) {
        let mut bound = BoundValues(vec![owner.to_string().into()]);
        let mut all = vec!["owner_id = ?1".to_owned()];
        all.extend(bound.one_of("category", self.categories.iter().map(|c| c.as_str())));
        all.extend(bound.one_of("status", self.statuses.iter().map(|s| s.as_str())));
        all.extend(bound.one_of("genre_key", self.genres.iter().map(|g| g.to_lowercase())));
        all.extend(bound.one_of("musical_key", self.keys.iter().map(|k| k.as_str())));
        for (column, least, most) in [
            ("bpm", self.bpm_min.map(Bpm::hundredths), self.bpm_max.map(Bpm::hundredths)),
            ("size", self.size_min, self.size_max),
        ] {
            if let Some(least) = least {
                all.push(format!("{column} >= {}", bound.bind(least)));
            }
            if let Some(most) = most {
                // An unknown value is stored as 0 and does not match.
                all.push(format!("{column} > 0 AND {column} <= {}", bound.bind(most)));
            }
        }
        all.extend(self.is_public.map(|is_public| format!("is_public = {}", i64::from(is_public))));
        all.extend(self.has.iter().map(|role| has(*role)));
        if let Some(title) = &self.title {
            let escaped = title.to_lowercase().replace('\\', r"\\").replace('%', r"\%");
            let pattern = format!("%{}%", escaped.replace('_', r"\_"));
            all.push(format!(r"title_key LIKE {} ESCAPE '\'", bound.bind(pattern)));
        }
        if let Some(term) = &self.search {
            all.push(format!(r"search LIKE {} ESCAPE '\'", bound.bind(like_pattern(term))));
        }
        (all.join(" AND "), bound)
    }
}

/// The SQL condition that a beat has a file of this role, read from the roles stored in the beat's row.
fn has(role: Role) -> String {
    let beside = format!("' ' || roles || ' ' LIKE '% {} %'", role.as_str());
    match role {
        Role::Tagged => format!("({beside} OR is_tagged = 1)"),
        Role::Mp3 => format!("({beside} OR (mime = '{MP3}' AND COALESCE(is_tagged, 0) = 0))"),
        Role::Wav => format!("({beside} OR (mime = '{WAV}' AND COALESCE(is_tagged, 0) = 0))"),
        _ => beside,
    }
}

impl Sort {
    fn column(self) -> Option<&'static str> {
        match self.by {
            SortBy::Date => None,
            SortBy::Title => Some("title_key"),
            SortBy::Size => Some("size"),
            SortBy::Bpm => Some("bpm"),
            SortBy::Duration => Some("duration"),
        }
    }

    fn order(self) -> String {
        let direction = if self.descending { "DESC" } else { "ASC" };
        match self.column() {
            None => format!("id {direction}"),
            Some(column) => format!("{column} {direction}, id {direction}"),
        }
    }

    fn after(self, place: &Cursor, bound: &mut BoundValues) -> String {
        let beyond = if self.descending { "<" } else { ">" };
        let column = self.column().unwrap_or("id");
        let (value, id): (Value<'static>, _) = match place {
            Cursor::Date { id } => {
                return format!(" AND id {beyond} {}", bound.bind(id.to_string()));
            }
            Cursor::Title { title, id } => (title.clone().into(), id),
            Cursor::Number { number, id } => ((*number).into(), id),
        };
        let (value, id) = (bound.bind(value), bound.bind(id.to_string()));
        format!(" AND ({column}, id) {beyond} ({value}, {id})")
    }
}
