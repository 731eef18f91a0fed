//! What the page of an offer plays and shows: previews by tickets, pictures of beats, and the sender's.

use std::time::Duration;

use blobs::Key;
use domain::documents::{Document, MediaFile};
use domain::ids::{DocumentId, OfferLinkId};
use domain::offers::State;
use domain::time::Timestamp;
use storage::db::Conn;
use storage::identity::avatars::{self, Avatar};
use storage::library::documents;

use super::gate::Guest;
use super::record::load;
use crate::files::blob_keys::thumbnail_key;
use crate::files::signed_links::{self, Ticket};
use crate::library::previews::{self, Preview};
use crate::{App, Error, Result, guests};

const LIFE: Duration = Duration::from_secs(2 * 60 * 60);

struct Claims {
    link: OfferLinkId,
    beat: DocumentId,
    content: [u8; 16],
    expires_at: Timestamp,
}

fn missing() -> Error {
    Error::missing("beat")
}

/// A beat of the offer, while the offer can be read.
fn find_beat(conn: &mut Conn, guest: &Guest, beat: DocumentId, now: Timestamp) -> Result<Document> {
    let (offer, lines) = load(conn, guest.owner, guest.offer)?;
    let is_read = guest.revision == offer.revision
        && matches!(
            offer.state(now),
            State::Sent | State::Viewed | State::Accepted | State::Paid | State::Delivered
        );
    if !is_read || lines.iter().all(|line| line.beat != Some(beat)) {
        return Err(missing());
    }
    documents::find(conn, guest.owner, beat)?.ok_or_else(missing)
}

fn content_of(file: &MediaFile) -> Option<[u8; 16]> {
    file.content_hash.as_bytes().first_chunk().copied()
}

/// A ticket to listen to a beat's preview.
pub async fn listen(app: &App, guest: &Guest, beat: &str) -> Result<Ticket> {
    let (beat, now) = (DocumentId::parse(beat).ok_or_else(missing)?, app.now());
    let to = guest.clone();
    let preview = guests::read(app, move |conn| {
        let beat = find_beat(conn, &to, beat, now)?;
        previews::playable(conn, to.owner, &beat)
    });
    let Some(preview) = preview.await? else {
        previews::ask_for(app, guest.owner, beat).await?;
        let sentence = "The preview is being prepared. Please come back in a minute.";
        return Err(Error::Conflict(sentence.to_owned()));
    };
    let content = content_of(&preview.file)
        .ok_or_else(|| Error::unexpected("a content hash is too short to sign"))?;
    let claims = Claims { link: guest.link, beat, content, expires_at: now + LIFE };
    Ok(signed_links::sign(&app.keys, &claims))
}

/// The preview that a ticket opens at this address.
pub async fn open(app: &App, guest: &Guest, text: &str) -> Result<Preview> {
    let now = app.now();
    let claims: Claims = signed_links::open(&app.keys, text, now)?;
    if claims.link != guest.link {
        return Err(signed_links::expired());
    }
    let (to, content) = (guest.clone(), claims.content);
    let preview = guests::read(app, move |conn| {
        let beat = find_beat(conn, &to, claims.beat, now)?;
        let preview = previews::playable(conn, to.owner, &beat)?;
        Ok(preview.map(|preview| Preview {
            file: MediaFile { name: None, title: beat.title.clone(), ..preview.file },
            key: preview.key,
        }))
    });
    let preview = preview.await?.ok_or_else(signed_links::expired)?;
    if content_of(&preview.file) != Some(content) {
        return Err(signed_links::expired());
    }
    Ok(preview)
}

/// The picture of a beat: its key and the hash that is part of it.
pub async fn cover(app: &App, guest: &Guest, beat: &str) -> Result<(Key, String)> {
    let (beat, now) = (DocumentId::parse(beat).ok_or_else(missing)?, app.now());
    let to = guest.clone();
    guests::read(app, move |conn| {
        let beat = find_beat(conn, &to, beat, now)?;
        let hash = beat.thumbnail.ok_or_else(|| Error::missing("picture"))?;
        Ok((thumbnail_key(to.owner, beat.id, &hash), hash))
    })
    .await
}

/// The owner's picture.
pub async fn face(app: &App, guest: &Guest) -> Result<Avatar> {
    let owner = guest.owner;
    guests::read(app, move |conn| {
        avatars::find(conn, owner)?.ok_or_else(|| Error::missing("picture"))
    })
    .await
}

impl signed_links::Claims for Claims {
    const PURPOSE: &'static [u8] = b"offer preview";

    fn to_bytes(&self) -> Vec<u8> {
        [
            self.link.as_bytes().as_slice(),
            self.beat.as_bytes(),
            &self.content,
            &self.expires_at.as_millis().to_be_bytes(),
        ]
        .concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (link, rest) = bytes.split_first_chunk()?;
        let (beat, rest) = rest.split_first_chunk()?;
        let (content, rest) = rest.split_first_chunk()?;
        Some(Self {
            link: OfferLinkId::from_bytes(*link),
            beat: DocumentId::from_bytes(*beat),
            content: *content,
            expires_at: Timestamp::from_millis(i64::from_be_bytes(rest.try_into().ok()?)),
        })
    }

    fn expires_at(&self) -> Timestamp {
        self.expires_at
    }
}
