//! Lists of beats and videos: filters, sort orders, pages.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{
    error::{Faults, Invalid},
    ids::DocumentId,
    library::documents::{Bpm, Category, MusicalKey, Status},
    licenses::Role,
};
use storage::library;
use storage::library::list::{Cursor, Filter, Listing, Page, Sort, SortBy};

use crate::{Actor, App, Result};

const LONGEST_SEARCH: usize = 100;
const MOST_GENRES: usize = 20;

/// The query parameters of a list, as sent.
#[derive(Debug, Default)]
pub struct ListForm {
    pub search: Option<String>,
    pub category: Option<String>,
    pub status: Option<String>,
    pub genre: Option<String>,
    pub key: Option<String>,
    pub bpm_min: Option<f64>,
    pub bpm_max: Option<f64>,
    pub size_min: Option<i64>,
    pub size_max: Option<i64>,
    pub has: Option<String>,
    pub is_public: Option<bool>,
    pub sort: Option<String>,
    pub order: Option<String>,
    pub cursor: Option<String>,
    pub limit: i64,
    pub offset: i64,
}

pub struct List {
    pub listing: Listing,
    pub next_cursor: Option<String>,
}

impl ListForm {
    pub(crate) fn check(self) -> Result<(Filter, Sort, Page), Vec<Invalid>> {
        let mut faults = Faults::default();
        let sent = |text: Option<String>| text.filter(|text| !text.is_empty());
        let search = sent(self.search.map(|text| text.trim().to_owned()));
        if search.as_ref().is_some_and(|text| text.chars().count() > LONGEST_SEARCH) {
            faults.note(Invalid::new("search", "search must be at most 100 characters"));
        }
        let genres: Vec<String> = self.genre.map(|text| words(&text)).unwrap_or_default();
        if genres.len() > MOST_GENRES {
            faults.note(Invalid::new("genre", "genre takes at most 20 genres"));
        }
        let mut bpm = |field, beats: Option<f64>| {
            beats.and_then(|beats| faults.take(Bpm::parse(field, beats)))
        };
        let (bpm_min, bpm_max) = (bpm("bpm_min", self.bpm_min), bpm("bpm_max", self.bpm_max));
        if bpm_min.zip(bpm_max).is_some_and(|(min, max)| min > max) {
            faults.note(Invalid::new("bpm_min", "The lowest tempo is more than the highest"));
        }
        let categories = faults.take(Category::parse_list(&self.category.unwrap_or_default()));
        let statuses = faults.take(Status::parse_list(&self.status.unwrap_or_default()));
        let keys = faults.take(MusicalKey::parse_list(&self.key.unwrap_or_default()));
        let has =
            faults.take(Role::parse_list(&self.has.unwrap_or_default()).map_err(rename_to_has));
        let sort = faults.take(sort(sent(self.sort).as_deref(), sent(self.order).as_deref()));
        let after = sort.zip(sent(self.cursor)).and_then(|(sort, text)| {
            let refused = || Invalid::new("cursor", "cursor must be the next_cursor of this list");
            faults.take(read_cursor(&text, sort).ok_or_else(refused))
        });
        if after.is_some() && self.offset > 0 {
            faults.note(Invalid::new("offset", "Send cursor or offset, not both"));
        }
        faults.finish()?;
        let filter = Filter {
            search,
            title: None,
            categories: categories.unwrap_or_default(),
            statuses: statuses.unwrap_or_default(),
            genres,
            keys: keys.unwrap_or_default(),
            bpm_min,
            bpm_max,
            size_min: self.size_min,
            size_max: self.size_max,
            has: has.unwrap_or_default(),
            is_public: self.is_public,
        };
        let sort = sort.unwrap_or(Sort { by: SortBy::Date, descending: true });
        Ok((filter, sort, Page { limit: self.limit, offset: self.offset, after }))
    }
}

/// Renames a fault of a role to the query parameter `has`.
fn rename_to_has(fault: Invalid) -> Invalid {
    Invalid::new("has", fault.message.replacen(fault.field, "has", 1))
}

fn words(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The orders of a list, by the names in requests.
pub const ORDERS: [(&str, SortBy); 5] = [
    ("date", SortBy::Date),
    ("title", SortBy::Title),
    ("size", SortBy::Size),
    ("bpm", SortBy::Bpm),
    ("duration", SortBy::Duration),
];

/// The order of a request. Titles sort ascending by default, everything else descending.
pub fn sort(by: Option<&str>, order: Option<&str>) -> Result<Sort, Invalid> {
    let by = by.unwrap_or("date");
    let known = ORDERS.iter().find(|(name, _)| *name == by);
    let refused = || Invalid::new("sort", "sort must be one of date, title, size, bpm, duration");
    let (_, by) = *known.ok_or_else(refused)?;
    let descending = match order {
        None => by != SortBy::Title,
        Some("asc") => false,
        Some("desc") => true,
        Some(_) => return Err(Invalid::new("order", "order must be asc or desc")),
    };
    Ok(Sort { by, descending })
}

pub async fn list(app: &App, actor: &Actor, form: ListForm) -> Result<List> {
    let (filter, sort, page) = form.check()?;
    let owner = actor.user;
    let listing =
        app.read(move |conn| Ok(library::list::list(conn, owner, &filter, sort, &page)?)).await?;
    let last = listing.rows.last().filter(|_| listing.has_more);
    let next_cursor = last.map(|last| write_cursor(&Cursor::of(last, sort.by), sort));
    Ok(List { listing, next_cursor })
}

/// A cursor is only valid for the sort order it was made for.
pub fn write_cursor(place: &Cursor, sort: Sort) -> String {
    let begin = beginning(sort);
    let text = match place {
        Cursor::Date { id } => format!("{begin}:{id}"),
        Cursor::Title { title, id } => format!("{begin}:{id}:{title}"),
        Cursor::Number { number, id } => format!("{begin}:{id}:{number}"),
    };
    URL_SAFE_NO_PAD.encode(text)
}

/// The place that a cursor stands for; `None` if it is none of this order.
pub fn read_cursor(text: &str, sort: Sort) -> Option<Cursor> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    let rest = text.strip_prefix(&beginning(sort))?.strip_prefix(':')?;
    let (id, value) = match rest.split_once(':') {
        Some((id, value)) => (id, Some(value)),
        None => (rest, None),
    };
    let id = DocumentId::parse(id)?;
    match (sort.by, value) {
        (SortBy::Date, None) => Some(Cursor::Date { id }),
        (SortBy::Title, Some(title)) if !title.contains('\0') => {
            Some(Cursor::Title { title: title.to_owned(), id })
        }
        (SortBy::Size | SortBy::Bpm | SortBy::Duration, Some(number)) => {
            Some(Cursor::Number { number: number.parse().ok()?, id })
        }
        _ => None,
    }
}

fn beginning(sort: Sort) -> String {
    let name = ORDERS.iter().find(|(_, by)| *by == sort.by).map_or("", |(name, _)| name);
    format!("{name}:{}", if sort.descending { "desc" } else { "asc" })
}
