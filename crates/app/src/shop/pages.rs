//! The content of a public page, read in one snapshot.

use domain::identity::users::User;
use domain::library::documents::{Bpm, Category, Document, MusicalKey, Status};
use domain::numbers::clamp_usize;
use domain::shop::{Handle, ONLINE_FOR, ShowSold, TEMPOS};
use domain::time::Timestamp;
use storage::identity::{sessions, users};
use storage::library::list::{self, Cursor, Filter, Sort, SortBy};
use storage::shop::beats;

use super::gate::Host;
use crate::library::lists::{read_cursor, write_cursor};
use crate::library::previews::{self, PreviewStatus};
use crate::licenses::kinds::{self, LicenseKind};
use crate::licenses::prices::{self, Priced};
use crate::policy::PublicPages;
use crate::{App, Error, Result, guests};

/// How many beats a page shows.
const PAGE: i64 = 48;
const MOST_LISTED: i64 = 50_000;
const LONGEST_SEARCH: usize = 100;

/// The query parameters of a public page. An unknown value does not filter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Query {
    pub search: String,
    pub genre: String,
    pub tempo: String,
    pub key: String,
    pub sort: String,
    /// The id of the beat whose prices are shown.
    pub beat: String,
    /// The position that the listed beats begin after.
    pub after: String,
}

impl Query {
    /// Whether the query has no parameters that change the page, as search engines list it.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// Shortens the values to what makes a difference, so that the page cache has few different keys.
    pub fn cut(mut self) -> Self {
        let cut = |text: &str, most: usize| text.trim().chars().take(most).collect::<String>();
        self.search = cut(&self.search, LONGEST_SEARCH);
        self.genre = cut(&self.genre, LONGEST_SEARCH);
        self.tempo = TEMPOS
            .iter()
            .find(|(value, ..)| *value == self.tempo)
            .map(|(value, ..)| (*value).to_owned())
            .unwrap_or_default();
        self.key =
            MusicalKey::find(&self.key).map(|key| key.as_str().to_owned()).unwrap_or_default();
        if order(&self.sort).is_none() {
            self.sort.clear();
        }
        if self.beat.len() != 36 {
            self.beat.clear();
        }
        self.after = cut(&self.after, 2_000);
        self
    }
}

/// The sort orders to choose from, besides the newest first.
pub const ORDERS: [(&str, &str); 3] =
    [("title", "A to Z"), ("slow", "Slowest"), ("fast", "Fastest")];

fn order(sort: &str) -> Option<Sort> {
    match sort {
        "title" => Some(Sort { by: SortBy::Title, descending: false }),
        "slow" => Some(Sort { by: SortBy::Bpm, descending: false }),
        "fast" => Some(Sort { by: SortBy::Bpm, descending: true }),
        _ => None,
    }
}

pub struct Page {
    pub sender: User,
    pub is_online: bool,
    pub beats: Vec<PageBeat>,
    /// The number of all beats of the page, regardless of the filter.
    pub beat_count: i64,
    /// The position that the next page begins after; `None` on the last page.
    pub next: Option<String>,
    pub genres: Vec<String>,
    pub keys: Vec<MusicalKey>,
    /// The license kinds that can be sold today, in their order.
    pub kinds: Vec<LicenseKind>,
}

pub struct PageBeat {
    pub beat: Document,
    pub preview: PreviewStatus,
    /// The licenses that are offered; empty for a sold beat.
    pub offers: Vec<Priced>,
}

pub async fn read(app: &App, host: &Host, query: &Query) -> Result<Page> {
    let (host, query, now) = (host.clone(), query.clone(), app.now());
    guests::read(app, move |conn| {
        conn.snapshot()?;
        let owner = host.owner;
        let sender = users::find(conn, owner)?.ok_or_else(|| Error::missing("page"))?;
        let is_online = host.settings.show_online_status
            && sessions::is_active_after(conn, owner, now - ONLINE_FOR)?;
        let hides_sold = host.shop.show_sold == ShowSold::Hide;
        let sort = order(&query.sort).unwrap_or(Sort { by: SortBy::Date, descending: true });
        let page = list::Page { limit: PAGE, offset: 0, after: read_cursor(&query.after, sort) };
        let listing = list::list(conn, owner, &filter(&query, hides_sold), sort, &page)?;
        let last = listing.rows.last().filter(|_| listing.has_more);
        let next = last.map(|last| write_cursor(&Cursor::of(last, sort.by), sort));
        let kinds = kinds::read_all(conn, owner)?;
        let mut shown = Vec::new();
        for beat in listing.rows {
            let preview = previews::status(conn, owner, &beat)?;
            let offers = prices::of_kinds(conn, owner, &kinds, &beat)?.into_iter();
            let offers = offers.filter(|priced| priced.asking.reason.is_none()).collect();
            shown.push(PageBeat { beat, preview, offers });
        }
        Ok(Page {
            sender,
            is_online,
            beats: shown,
            beat_count: beats::count(conn, owner, hides_sold)?,
            next,
            genres: beats::genres(conn, owner, hides_sold)?,
            keys: beats::keys(conn, owner, hides_sold)?,
            kinds: kinds.into_iter().filter(LicenseKind::can_be_sold).collect(),
        })
    })
    .await
}

fn filter(query: &Query, hides_sold: bool) -> Filter {
    let tempo = TEMPOS.iter().find(|(value, ..)| *value == query.tempo);
    let bpm = |beats: f64| Bpm::parse("tempo", beats).ok();
    Filter {
        title: Some(query.search.clone()).filter(|text| !text.is_empty()),
        categories: vec![Category::Beat],
        statuses: if hides_sold { vec![Status::Available] } else { Vec::new() },
        genres: Some(query.genre.clone()).filter(|text| !text.is_empty()).into_iter().collect(),
        keys: MusicalKey::find(&query.key).into_iter().collect(),
        bpm_min: tempo.and_then(|(_, _, least, _)| bpm(*least)),
        bpm_max: tempo.and_then(|(_, _, _, most)| bpm(*most)),
        is_public: Some(true),
        ..Filter::default()
    }
}

impl Page {
    pub fn place_of(&self, beat: &str) -> Option<usize> {
        self.beats.iter().position(|shown| shown.beat.id.to_string() == beat)
    }

    pub fn count(&self) -> usize {
        clamp_usize(self.beat_count)
    }
}

/// Reads one beat of the page with its prices, for the first step of a purchase.
pub async fn read_beat(app: &App, host: &Host, beat: &str) -> Result<(User, PageBeat)> {
    let (host, beat) = (host.clone(), crate::guests::media::parse_beat(beat)?);
    guests::read(app, move |conn| {
        conn.snapshot()?;
        let owner = host.owner;
        let sender = users::find(conn, owner)?.ok_or_else(|| Error::missing("page"))?;
        let beat = super::media::find_beat(conn, &host, beat)?;
        let preview = previews::status(conn, owner, &beat)?;
        let offers = prices::read(conn, owner, beat.id)?.into_iter();
        let offers = offers.filter(|priced| priced.asking.reason.is_none()).collect();
        Ok((sender, PageBeat { beat, preview, offers }))
    })
    .await
}

/// The handles of all pages that everybody may see, and when they changed; empty unless the operator allows public
/// pages.
pub async fn list_handles(app: &App) -> Result<Vec<(Handle, Timestamp)>> {
    if app.policy.public_pages != PublicPages::All {
        return Ok(Vec::new());
    }
    let all = guests::read(app, |conn| Ok(beats::visible(conn, MOST_LISTED)?)).await?;
    Ok(all.into_iter().filter_map(|(text, at)| Some((Handle::find(&text)?, at))).collect())
}
