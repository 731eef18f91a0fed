//! The search of everything: what fits the words a person typed, best first, by kind, each with the page of the
//! app that shows it.

use domain::{
    documents::Category,
    error::Invalid,
    search::{Kind, Query},
    transactions::reference,
};
use storage::lists::search;

use crate::{Actor, App, Error, Result};

const USUAL: i64 = 5;
const MOST: i64 = 20;

pub struct Group {
    pub kind: Kind,
    pub hits: Vec<Hit>,
    /// Whether there are more than these.
    pub has_more: bool,
}

pub struct Hit {
    pub id: String,
    pub title: String,
    pub subtitle: String,
    /// In minor units, with its currency.
    pub money: Option<(i64, String)>,
    pub link: String,
}

/// Kinds without a hit are left out.
pub async fn search(
    app: &App,
    actor: &Actor,
    text: &str,
    limit: Option<i64>,
) -> Result<Vec<Group>> {
    let limit = limit.unwrap_or(USUAL);
    if !(1..=MOST).contains(&limit) {
        return Err(Error::invalid("limit", format!("limit must be between 1 and {MOST}")));
    }
    let query = Query::parse(text)?;
    if query.is_empty() {
        return Ok(Vec::new());
    }
    let (owner, words) = (actor.user, query.words().to_vec());
    let found = app.read(move |conn| Ok(search::find(conn, owner, &words)?)).await?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let groups = found.into_iter().filter(|(_, hits)| !hits.is_empty());
    groups.map(|(kind, hits)| ordered(&query, kind, hits, limit)).collect()
}

fn ordered(query: &Query, kind: Kind, mut hits: Vec<search::Hit>, limit: usize) -> Result<Group> {
    // They come with the newest first, and where two fit equally well they stay so.
    hits.sort_by_cached_key(|hit| std::cmp::Reverse(query.fitness(&hit.title)));
    let has_more = hits.len() > limit;
    hits.truncate(limit);
    let hits = hits.into_iter().map(|hit| told(kind, hit)).collect::<Result<_>>()?;
    Ok(Group { kind, hits, has_more })
}

fn told(kind: Kind, hit: search::Hit) -> Result<Hit> {
    let [first, second, third] = hit.details;
    let (subtitle, path, name) = match kind {
        Kind::Beat => {
            let category = match Category::find(&first) {
                Some(Category::Video) => "Video",
                _ => "Beat",
            };
            (joined(&[category, &second, &third]), "/documents", "item")
        }
        Kind::Client => (first, "/beneficiaries", "client"),
        Kind::Sale => (joined(&[&first, &second, &third]), "/payment-history", "sale"),
        Kind::Transaction => {
            let number = first.parse().map_err(|_| Invalid::new("q", "not a number"))?;
            let status = if third == "completed" { "" } else { third.as_str() };
            let subtitle = joined(&[&reference(number), &second, status]);
            (subtitle, "/transaction-history", "transaction")
        }
    };
    Ok(Hit {
        link: format!("{path}?{name}={}", hit.id),
        id: hit.id,
        title: hit.title,
        subtitle,
        money: hit.amount.zip(hit.currency),
    })
}

fn joined(parts: &[&str]) -> String {
    parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}
