//! The owner's views of shares: the list of all links, one share with its links, and one link with its figures.

use std::collections::BTreeMap;

use domain::calendar::Day;
use domain::error::{Faults, Invalid};
use domain::ids::{BeneficiaryId, DocumentId, ShareId, ShareLinkId, UserId};
use domain::library::documents::Document;
use domain::shares::{BeatFigures, Link, Message, Share, State};
use domain::time::Timestamp;
use storage::db::Conn;
use storage::identity::zones;
use storage::library::documents;
use storage::shares::list::{Filter, Page};
use storage::shares::{self as rows, figures, links, list as stored, messages};

use super::tokens;
use crate::crypto::Keys;
use crate::library::previews;
use crate::lists::search_term;
use crate::{Actor, App, Error, Result};

/// The largest number of messages in the details of a link.
const MOST_MESSAGES: i64 = 200;

pub(super) fn missing() -> Error {
    Error::missing("share")
}

pub(super) fn missing_link() -> Error {
    Error::missing("link")
}

/// A link with its URL and its state.
pub struct LinkView {
    pub link: Link,
    pub address: String,
    pub state: State,
}

/// A share with its beats and links.
pub struct ShareView {
    pub share: Share,
    pub beats: Vec<Document>,
    pub links: Vec<LinkView>,
}

/// A row of the list of links.
pub struct ListedLink {
    pub shown: LinkView,
    pub title: String,
    pub beats: i64,
    /// The first beat, for its picture.
    pub first: Option<Document>,
}

pub struct List {
    pub rows: Vec<ListedLink>,
    pub total: i64,
    /// The number of live links, regardless of the filter.
    pub live: i64,
    pub next_cursor: Option<String>,
}

/// A link with the figures of its beats and what listeners wrote.
pub struct LinkDetails {
    pub shown: LinkView,
    pub share: Share,
    pub beats: Vec<LinkBeat>,
    pub messages: Vec<Message>,
}

pub struct LinkBeat {
    pub beat: Document,
    /// Whether people without an account can hear a preview of the beat.
    pub has_preview: bool,
    pub figures: BeatFigures,
}

/// The query parameters of a list, as sent.
#[derive(Debug, Default)]
pub struct ListForm {
    pub state: Option<String>,
    pub client: Option<String>,
    pub beat: Option<String>,
    pub share: Option<String>,
    pub search: Option<String>,
    pub cursor: Option<String>,
    pub limit: i64,
    pub offset: i64,
}

impl ListForm {
    fn check(self, today: Day) -> Result<(Filter, Page), Vec<Invalid>> {
        fn id<T>(
            faults: &mut Faults,
            field: &'static str,
            text: Option<String>,
            parse: fn(&str) -> Option<T>,
        ) -> Option<T> {
            let text = text.filter(|text| !text.is_empty())?;
            let message = format!("{field} must be an id");
            faults.take(parse(&text).ok_or_else(|| Invalid::new(field, message)))
        }
        let mut faults = Faults::default();
        let states = faults.take(State::parse_list(&self.state.unwrap_or_default()));
        let client = id(&mut faults, "client", self.client, BeneficiaryId::parse);
        let beat = id(&mut faults, "beat", self.beat, DocumentId::parse);
        let share = id(&mut faults, "share", self.share, ShareId::parse);
        let search = search_term(&mut faults, self.search);
        let cursor = self.cursor.filter(|text| !text.is_empty());
        let before = cursor.and_then(|text| {
            let refused = || Invalid::new("cursor", "cursor must be the next_cursor of this list");
            faults.take(ShareLinkId::parse(&text).ok_or_else(refused))
        });
        if before.is_some() && self.offset > 0 {
            faults.note(Invalid::new("offset", "Send cursor or offset, not both"));
        }
        faults.finish()?;
        let states = states.unwrap_or_default();
        let filter = Filter { today, states, client, beat, share, search };
        Ok((filter, Page { limit: self.limit, offset: self.offset, before }))
    }
}

pub async fn list(app: &App, actor: &Actor, form: ListForm) -> Result<List> {
    let (owner, today) = (actor.user, actor.day_of(app.now()));
    let (filter, page) = form.check(today)?;
    let (keys, links_url) = (app.keys.clone(), app.links_url.clone());
    app.read(move |conn| {
        let listing = stored::list(conn, owner, &filter, page)?;
        let last = listing.rows.last().filter(|_| listing.has_more);
        let next_cursor = last.map(|last| last.link.id.to_string());
        let firsts: Vec<DocumentId> = listing.rows.iter().filter_map(|row| row.first).collect();
        let firsts = documents::find_many(conn, owner, &firsts)?;
        let firsts: BTreeMap<_, _> = firsts.into_iter().map(|beat| (beat.id, beat)).collect();
        let row = |row: stored::ListedLink| {
            let first = row.first.and_then(|id| firsts.get(&id)).cloned();
            let shown = with_address(&keys, &links_url, owner, row.link, today)?;
            Ok(ListedLink { shown, title: row.title, beats: row.beats, first })
        };
        Ok(List {
            rows: listing.rows.into_iter().map(row).collect::<Result<_>>()?,
            total: listing.total,
            live: links::count_live(conn, owner, today)?,
            next_cursor,
        })
    })
    .await
}

fn with_address(
    keys: &Keys,
    links_url: &str,
    owner: UserId,
    link: Link,
    today: Day,
) -> Result<LinkView> {
    let address = tokens::address(keys, links_url, owner, link.id, &link.token)?;
    Ok(LinkView { address, state: link.state(today), link })
}

pub(crate) fn read_share(
    conn: &mut Conn,
    keys: &Keys,
    links_url: &str,
    owner: UserId,
    id: ShareId,
    now: Timestamp,
) -> Result<ShareView> {
    let share = rows::find(conn, owner, id)?.ok_or_else(missing)?;
    let beats = rows::beats(conn, owner, id)?;
    let links = links::of_share(conn, owner, id)?.into_iter();
    let today = zones::day_of(conn, owner, now)?;
    let links = links.map(|link| with_address(keys, links_url, owner, link, today));
    Ok(ShareView { share, beats, links: links.collect::<Result<_>>()? })
}

pub async fn find(app: &App, actor: &Actor, id: ShareId) -> Result<ShareView> {
    let (owner, now) = (actor.user, app.now());
    let (keys, links_url) = (app.keys.clone(), app.links_url.clone());
    app.read(move |conn| {
        conn.snapshot()?;
        read_share(conn, &keys, &links_url, owner, id, now)
    })
    .await
}

pub async fn find_link(app: &App, actor: &Actor, id: ShareLinkId) -> Result<LinkDetails> {
    let owner = actor.user;
    let today = actor.day_of(app.now());
    let (keys, links_url) = (app.keys.clone(), app.links_url.clone());
    app.read(move |conn| {
        conn.snapshot()?;
        let link = links::find(conn, owner, id)?.ok_or_else(missing_link)?;
        let share = rows::find(conn, owner, link.share)?.ok_or_else(missing_link)?;
        let known = figures::of_link(conn, owner, id)?.into_iter();
        let mut known: BTreeMap<_, _> = known.map(|figures| (figures.beat, figures)).collect();
        let mut beats = Vec::new();
        for beat in rows::beats(conn, owner, link.share)? {
            let has_preview = previews::playable(conn, owner, &beat)?.is_some();
            let figures = known.remove(&beat.id).unwrap_or_else(|| BeatFigures::none(beat.id));
            beats.push(LinkBeat { beat, has_preview, figures });
        }
        let messages = messages::of_link(conn, owner, id, MOST_MESSAGES)?;
        Ok(LinkDetails {
            shown: with_address(&keys, &links_url, owner, link, today)?,
            share,
            beats,
            messages,
        })
    })
    .await
}
