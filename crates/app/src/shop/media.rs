//! The bytes that a public page gives: previews to listen to, and pictures. Sound comes by tickets that name the account,
//! the beat and the content. Everything is looked up again for each request.

use std::time::Duration;

use blobs::Key;
use domain::documents::{Document, MediaFile, Status};
use domain::ids::{DocumentId, UserId};
use domain::shop::ShowSold;
use domain::time::Timestamp;
use storage::db::Conn;
use storage::identity::avatars::{self, Avatar};
use storage::library::documents;
use storage::shop::beats;

use super::gate::Host;
use crate::files::blob_keys::thumbnail_key;
use crate::files::signed_links::{self, Ticket};
use crate::library::previews::{self, Preview};
use crate::{App, Error, Result, guests};

const LIFE: Duration = Duration::from_secs(2 * 60 * 60);

struct Claims {
    owner: UserId,
    beat: DocumentId,
    content: [u8; 16],
    expires_at: Timestamp,
}

fn missing() -> Error {
    Error::missing("beat")
}

/// A beat of the page as strangers may see it.
pub(super) fn find_beat(conn: &mut Conn, host: &Host, beat: DocumentId) -> Result<Document> {
    if !beats::is_public(conn, host.owner, beat)? {
        return Err(missing());
    }
    let found = documents::find(conn, host.owner, beat)?.ok_or_else(missing)?;
    if found.status == Status::Sold && host.shop.show_sold == ShowSold::Hide {
        return Err(missing());
    }
    Ok(found)
}

pub(super) fn parse_beat(id: &str) -> Result<DocumentId> {
    DocumentId::parse(id).ok_or_else(missing)
}

fn content_of(file: &MediaFile) -> Option<[u8; 16]> {
    file.content_hash.as_bytes().first_chunk().copied()
}

/// A ticket to listen to a beat's preview.
pub async fn listen(app: &App, host: &Host, beat: &str) -> Result<Ticket> {
    let (beat, to) = (parse_beat(beat)?, host.clone());
    let preview = guests::read(app, move |conn| {
        let beat = find_beat(conn, &to, beat)?;
        previews::playable(conn, to.owner, &beat)
    });
    let Some(preview) = preview.await? else {
        previews::ask_for(app, host.owner, beat).await?;
        let sentence = "The preview is being prepared. Please come back in a minute.";
        return Err(Error::Conflict(sentence.to_owned()));
    };
    let content = content_of(&preview.file)
        .ok_or_else(|| Error::unexpected("a content hash is too short to sign"))?;
    let claims = Claims { owner: host.owner, beat, content, expires_at: app.now() + LIFE };
    Ok(signed_links::sign(&app.keys, &claims))
}

/// What a ticket opens. A ticket of another page opens nothing.
pub async fn open(app: &App, host: &Host, text: &str) -> Result<Preview> {
    let claims: Claims = signed_links::open(&app.keys, text, app.now())?;
    if claims.owner != host.owner {
        return Err(signed_links::expired());
    }
    let to = host.clone();
    let granted = guests::read(app, move |conn| {
        let beat = find_beat(conn, &to, claims.beat)?;
        let preview = previews::playable(conn, to.owner, &beat)?;
        Ok(preview.map(|preview| Preview {
            file: MediaFile { name: None, title: beat.title, ..preview.file },
            key: preview.key,
        }))
    });
    let granted = granted.await?.ok_or_else(signed_links::expired)?;
    if content_of(&granted.file) != Some(claims.content) {
        return Err(signed_links::expired());
    }
    Ok(granted)
}

/// Seconds that a player reports. They are checked and not counted: a public page has no figures.
pub async fn heard(app: &App, host: &Host, beat: &str) -> Result<()> {
    let (beat, to) = (parse_beat(beat)?, host.clone());
    guests::read(app, move |conn| find_beat(conn, &to, beat).map(drop)).await
}

/// The picture of a beat: its key and the hash that is part of it.
pub async fn cover(app: &App, host: &Host, beat: &str) -> Result<(Key, String)> {
    let (beat, to) = (parse_beat(beat)?, host.clone());
    guests::read(app, move |conn| {
        let beat = find_beat(conn, &to, beat)?;
        let hash = beat.thumbnail.ok_or_else(|| Error::missing("picture"))?;
        Ok((thumbnail_key(to.owner, beat.id, &hash), hash))
    })
    .await
}

/// The owner's picture.
pub async fn face(app: &App, host: &Host) -> Result<Avatar> {
    let owner = host.owner;
    guests::read(app, move |conn| {
        avatars::find(conn, owner)?.ok_or_else(|| Error::missing("picture"))
    })
    .await
}

impl signed_links::Claims for Claims {
    const PURPOSE: &'static [u8] = b"shop guest";

    fn to_bytes(&self) -> Vec<u8> {
        [
            self.owner.as_bytes().as_slice(),
            self.beat.as_bytes(),
            &self.content,
            &self.expires_at.as_millis().to_be_bytes(),
        ]
        .concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (owner, rest) = bytes.split_first_chunk()?;
        let (beat, rest) = rest.split_first_chunk()?;
        let (content, rest) = rest.split_first_chunk()?;
        Some(Self {
            owner: UserId::from_bytes(*owner),
            beat: DocumentId::from_bytes(*beat),
            content: *content,
            expires_at: Timestamp::from_millis(i64::from_be_bytes(rest.try_into().ok()?)),
        })
    }

    fn expires_at(&self) -> Timestamp {
        self.expires_at
    }
}
