//! The global search: matching beats, clients, sales, licenses and transactions, grouped by kind, best match first, each with a
//! link to its page.

use domain::library::documents::Category;
use domain::licenses;
use domain::money::transactions::reference;
use domain::sales;
use domain::text::search::{Kind, Query};
use storage::lists::search;

use crate::{Actor, App, Error, Result};

const USUAL: i64 = 5;
const MOST: i64 = 20;

pub struct Group {
    pub kind: Kind,
    pub hits: Vec<Hit>,
    /// Whether there are more hits than are listed.
    pub has_more: bool,
}

pub struct Hit {
    pub id: String,
    pub title: String,
    pub subtitle: String,
    /// Amount in minor units, and currency.
    pub money: Option<(i64, String)>,
    pub link: String,
}

/// Searches all kinds. Kinds without a hit are left out.
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
    groups.map(|(kind, hits)| to_group(&query, kind, hits, limit)).collect()
}

fn to_group(query: &Query, kind: Kind, mut hits: Vec<search::Hit>, limit: usize) -> Result<Group> {
    // The hits come newest first, and the stable sort keeps that order among equal matches.
    hits.sort_by_cached_key(|hit| std::cmp::Reverse(query.fitness(&hit.title)));
    let has_more = hits.len() > limit;
    hits.truncate(limit);
    let hits = hits.into_iter().map(|hit| to_hit(kind, hit)).collect::<Result<_>>()?;
    Ok(Group { kind, hits, has_more })
}

fn to_hit(kind: Kind, hit: search::Hit) -> Result<Hit> {
    let (subtitle, link) = match kind {
        Kind::Beat => {
            let [category, genre, status, _] = hit.details;
            let category = match Category::find(&category) {
                Some(Category::Video) => "Video",
                _ => "Beat",
            };
            (join_parts(&[category, &genre, &status]), format!("/documents?item={}", hit.id))
        }
        Kind::Client => {
            let [email, ..] = hit.details;
            (email, format!("/beneficiaries?client={}", hit.id))
        }
        Kind::Sale => {
            let [client, day, status, number] = hit.details;
            let reference = sales::reference(number.parse().map_err(Error::unexpected)?);
            let subtitle = join_parts(&[&reference, &client, &day, &status]);
            (subtitle, format!("/payment-history?sale={}", hit.id))
        }
        Kind::License => {
            let [buyer, name, state, number] = hit.details;
            let reference = licenses::reference(number.parse().map_err(Error::unexpected)?);
            let state = if state == "active" { "" } else { state.as_str() };
            let subtitle = join_parts(&[&reference, &buyer, &name, state]);
            (subtitle, format!("/licenses/{}", hit.id))
        }
        Kind::Transaction => {
            let [number, day, status, _] = hit.details;
            let reference = reference(number.parse().map_err(Error::unexpected)?);
            let status = if status == "completed" { "" } else { status.as_str() };
            let subtitle = join_parts(&[&reference, &day, status]);
            (subtitle, format!("/transaction-history?transaction={}", hit.id))
        }
    };
    Ok(Hit { link, id: hit.id, title: hit.title, subtitle, money: hit.amount.zip(hit.currency) })
}

fn join_parts(parts: &[&str]) -> String {
    parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}
