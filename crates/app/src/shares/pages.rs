//! The content of the page of a share's link, read in one snapshot.

use std::collections::BTreeMap;

use domain::identity::settings::Settings;
use domain::identity::users::User;
use domain::ids::DocumentId;
use domain::library::documents::{Document, Status};
use domain::shares::{Message, MessageKind, Share};
use storage::identity::{settings, users};
use storage::shares::{self as rows, messages};

use super::gate::Guest;
use super::listeners::Listener;
use super::media::{Downloadable, downloadable};
use crate::library::previews::{self, PreviewStatus};
use crate::licenses::kinds;
use crate::licenses::prices::{self, Priced};
use crate::{App, Error, Result, guests};

/// How many of the newest messages of a link are searched for the listener's own notes.
const MOST_NOTES: i64 = 200;

pub struct Page {
    pub share: Share,
    pub sender: User,
    pub settings: Settings,
    pub beats: Vec<PageBeat>,
}

pub struct PageBeat {
    pub beat: Document,
    pub preview: PreviewStatus,
    /// The licenses that are offered; empty for a sold beat.
    pub offers: Vec<Priced>,
    pub is_hearted: bool,
    /// The newest note that this listener left.
    pub note: Option<Message>,
    pub downloads: Vec<Downloadable>,
}

/// Reads the page of a link, with the notes of the listener if they are known.
pub async fn read(app: &App, guest: &Guest, listener: Option<Listener>) -> Result<Page> {
    let guest = guest.clone();
    let listener = listener.map(|listener| listener.key());
    guests::read(app, move |conn| {
        conn.snapshot()?;
        let (owner, link) = (guest.owner, &guest.link);
        let gone = || Error::missing("share");
        let share = rows::find(conn, owner, link.share)?.ok_or_else(gone)?;
        let sender = users::find(conn, owner)?.ok_or_else(gone)?;
        let settings = settings::load(conn, owner)?;
        let (mut hearts, mut notes) = (Vec::new(), BTreeMap::new());
        if let Some(listener) = &listener {
            hearts = messages::hearts_of(conn, owner, link.id, listener)?;
            // The newest messages come first, so the last one that is inserted is the oldest.
            for message in messages::of_link(conn, owner, link.id, MOST_NOTES)? {
                let is_own = message.kind == MessageKind::Note && message.listener == *listener;
                if let Some(beat) = message.beat.filter(|_| is_own) {
                    notes.entry(beat).or_insert(message);
                }
            }
        }
        let kinds = kinds::read_all(conn, owner)?;
        let mut beats = Vec::new();
        for beat in rows::beats(conn, owner, link.share)? {
            let is_sold = beat.status == Status::Sold;
            if is_sold && !share.keeps_sold {
                continue;
            }
            let preview = previews::status(conn, owner, &beat)?;
            let offers = prices::of_kinds(conn, owner, &kinds, &beat)?.into_iter();
            let downloads = downloadable(conn, owner, &beat, link.permissions.downloads)?;
            beats.push(PageBeat {
                preview,
                offers: offers.filter(|priced| priced.asking.reason.is_none()).collect(),
                is_hearted: hearts.contains(&beat.id),
                note: notes.remove(&beat.id),
                downloads,
                beat,
            });
        }
        Ok(Page { share, sender, settings, beats })
    })
    .await
}

impl Page {
    pub fn place_of(&self, beat: &str) -> Option<usize> {
        let id = DocumentId::parse(beat)?;
        self.beats.iter().position(|shown| shown.beat.id == id)
    }
}
