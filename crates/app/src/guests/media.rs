//! The media of all public pages: the preview of a beat, its picture, and the picture of the page's owner. Each page
//! decides which beats it has and which claims its tickets have.

use std::sync::PoisonError;
use std::time::Duration;

use blobs::Key;
use bytes::Bytes;
use domain::ids::{DocumentId, UserId};
use domain::library::documents::{Document, MediaFile};
use domain::library::previews::State;
use storage::db::Conn;
use storage::identity::avatars::{self, Avatar};

use crate::files::blob_keys::thumbnail_key;
use crate::library::previews::{self, Preview};
use crate::library::thumbnails;
use crate::{App, Error, Result, guests};

/// How long a guest's ticket works.
pub const TICKET_LIFE: Duration = Duration::from_secs(2 * 60 * 60);

pub(crate) fn missing_beat() -> Error {
    Error::missing("beat")
}

pub(crate) fn parse_beat(id: &str) -> Result<DocumentId> {
    DocumentId::parse(id).ok_or_else(missing_beat)
}

/// The part of a content hash that a ticket names.
pub(crate) fn content_of(file: &MediaFile) -> Option<[u8; 16]> {
    file.content_hash.as_bytes().first_chunk().copied()
}

pub(crate) fn signed_content(file: &MediaFile) -> Result<[u8; 16]> {
    content_of(file).ok_or_else(|| Error::unexpected("a content hash is too short to sign"))
}

/// Finds the preview of a beat. If there is none yet, its making is queued and the error asks the guest to come back;
/// if it cannot be made, the error says that there is none.
pub(crate) async fn preview(
    app: &App,
    owner: UserId,
    beat: DocumentId,
    find: impl Fn(&mut Conn) -> Result<Document> + Send + Sync + 'static,
) -> Result<Preview> {
    let found = guests::read(app, move |conn| {
        let beat = find(conn)?;
        previews::status(conn, owner, &beat)
    });
    let found = found.await?;
    let Some(preview) = found.playable else {
        if found.state == State::Failed {
            return Err(Error::NotFound("There is no preview of this beat.".to_owned()));
        }
        previews::ask_for(app, owner, beat).await?;
        let sentence = "The preview is being prepared. Please come back in a minute.";
        return Err(Error::Conflict(sentence.to_owned()));
    };
    Ok(preview)
}

/// The preview of a beat as a file with the beat's title.
pub(crate) fn titled_preview(
    conn: &mut Conn,
    owner: UserId,
    beat: &Document,
) -> Result<Option<Preview>> {
    let preview = previews::playable(conn, owner, beat)?;
    Ok(preview.map(|preview| Preview {
        file: MediaFile { name: None, title: beat.title.clone(), ..preview.file },
        key: preview.key,
    }))
}

/// The picture of a beat: its key and the hash that is part of it.
pub(crate) async fn cover(
    app: &App,
    owner: UserId,
    find: impl Fn(&mut Conn) -> Result<Document> + Send + Sync + 'static,
) -> Result<(Key, String)> {
    guests::read(app, move |conn| {
        let beat = find(conn)?;
        let hash = beat.thumbnail.ok_or_else(|| Error::missing("picture"))?;
        Ok((thumbnail_key(owner, beat.id, &hash), hash))
    })
    .await
}

/// The picture of a page's owner.
pub async fn owner_picture(app: &App, owner: UserId) -> Result<Avatar> {
    guests::read(app, move |conn| {
        avatars::find(conn, owner)?.ok_or_else(|| Error::missing("picture"))
    })
    .await
}

/// The largest number of small covers in memory, of some 20 kB each.
const MOST_SMALL: usize = 500;

/// A cover at the size of a small one: its content type and its bytes.
pub async fn small_cover(app: &App, key: &Key) -> Result<(&'static str, Bytes)> {
    let cached = &app.guests.small_covers.0;
    let known = cached.lock().unwrap_or_else(PoisonError::into_inner).get(key.as_str()).cloned();
    if let Some(known) = known {
        return Ok(known);
    }
    let picture = thumbnails::small(app, key).await?;
    let made = (picture.content_type, Bytes::from(picture.bytes));
    let mut cached = cached.lock().unwrap_or_else(PoisonError::into_inner);
    if cached.len() >= MOST_SMALL {
        cached.clear();
    }
    cached.insert(key.as_str().to_owned(), made.clone());
    Ok(made)
}
