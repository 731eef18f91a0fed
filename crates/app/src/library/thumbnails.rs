//! The thumbnail of an item: the artwork of a beat, a video frame that the browser captured at upload, or the cover
//! embedded in the file. It is re-encoded at the size of a list.

use blobs::Key;
use bytes::Bytes;
use domain::ids::{DocumentId, UserId};
use domain::library::documents::Document;
use domain::time::Timestamp;
use image::imageops::FilterType;
use storage::db::{DbError, Tx};
use storage::library::documents;

use crate::files::blob_keys::thumbnail_key;
use crate::files::decoders::Turn;
use crate::files::pictures::{self, Picture};
use crate::{Actor, App, Error, Result, library};

pub const MAX_BYTES: usize = 5 * 1024 * 1024;
const LONGEST_SIDE: u32 = 640;
/// The longest side of a small cover on a public page.
pub const SMALL_SIDE: u32 = 320;

/// A thumbnail in the media store that no row refers to yet.
pub(crate) struct StoredThumbnail {
    hash: String,
}

/// Replaces the thumbnail with a picture that a person sent. `_turn` is the account's turn at the picture decoders,
/// held until the picture is stored.
pub async fn replace(
    app: &App,
    actor: &Actor,
    _turn: Turn,
    id: DocumentId,
    bytes: Bytes,
) -> Result<Document> {
    let (owner, now) = (actor.user, app.now());
    // Checked before decoding: an unknown item needs no picture.
    crate::library::documents::find_by_id(app, owner, id).await?;
    check_size(&bytes)?;
    let picture = app.decoders.run(move || scale_down(&bytes)).await?;
    let placed = put(app, owner, id, picture).await?;
    app.write(move |tx| {
        documents::lock(tx, owner)?;
        let mut row = documents::find(tx, owner, id)?.ok_or_else(|| Error::missing("item"))?;
        assign(tx, owner, &mut row, placed, now)?;
        row.updated_at = now;
        documents::put(tx, owner, &row)?;
        Ok(row)
    })
    .await
    .inspect(|_| app.wake_workers())
}

/// Re-encodes and stores a picture that the analysis found. No row refers to it yet.
pub(crate) async fn place(
    app: &App,
    owner: UserId,
    id: DocumentId,
    bytes: Bytes,
) -> Result<StoredThumbnail> {
    check_size(&bytes)?;
    place_artwork(app, owner, id, bytes).await
}

/// Like `place`, for artwork, which was drawn anew when it was uploaded.
pub(crate) async fn place_artwork(
    app: &App,
    owner: UserId,
    id: DocumentId,
    bytes: Bytes,
) -> Result<StoredThumbnail> {
    let picture = app.decoders.run_patiently(move || scale_down(&bytes)).await?;
    put(app, owner, id, picture).await
}

fn check_size(bytes: &Bytes) -> Result<()> {
    if bytes.len() > MAX_BYTES {
        return Err(Error::TooLarge("The picture is too large. Maximum size is 5MB.".to_owned()));
    }
    Ok(())
}

fn scale_down(bytes: &[u8]) -> Result<Picture> {
    scale_to(bytes, LONGEST_SIDE)
}

fn scale_to(bytes: &[u8], side: u32) -> Result<Picture> {
    pictures::redraw(bytes, |picture| {
        if picture.width().max(picture.height()) <= side {
            return picture;
        }
        picture.resize(side, side, FilterType::Triangle)
    })
}

/// A stored thumbnail at the size of a small cover.
pub async fn small(app: &App, key: &Key) -> Result<Picture> {
    let bytes = app.blobs.get(key).await?;
    app.decoders.run(move || scale_to(&bytes, SMALL_SIDE)).await
}

async fn put(
    app: &App,
    owner: UserId,
    id: DocumentId,
    picture: Picture,
) -> Result<StoredThumbnail> {
    // The file type is part of the hash, because the store keeps no content type.
    let kind = if picture.content_type == "image/png" { "png" } else { "jpg" };
    let hash = blake3::hash(&picture.bytes).to_hex();
    let hash = format!("{}.{kind}", &hash[..32]);
    app.blobs.put(&thumbnail_key(owner, id, &hash), picture.bytes.into()).await?;
    Ok(StoredThumbnail { hash })
}

/// Sets the thumbnail of a row and queues the removal of the previous one.
pub(crate) fn assign(
    tx: &mut Tx,
    owner: UserId,
    row: &mut Document,
    placed: StoredThumbnail,
    now: Timestamp,
) -> Result<(), DbError> {
    let before = row.thumbnail.replace(placed.hash);
    let before = before.filter(|hash| Some(hash) != row.thumbnail.as_ref());
    match before.map(|hash| thumbnail_key(owner, row.id, &hash)) {
        Some(key) => library::removal::queue(tx, owner, &[key], now),
        None => Ok(()),
    }
}

/// Takes the thumbnail from a row and queues its removal.
pub(crate) fn clear(
    tx: &mut Tx,
    owner: UserId,
    row: &mut Document,
    now: Timestamp,
) -> Result<(), DbError> {
    match row.thumbnail.take().map(|hash| thumbnail_key(owner, row.id, &hash)) {
        Some(key) => library::removal::queue(tx, owner, &[key], now),
        None => Ok(()),
    }
}

/// Queues the removal of a stored thumbnail that no row got.
pub(crate) fn discard(
    tx: &mut Tx,
    owner: UserId,
    id: DocumentId,
    placed: Option<StoredThumbnail>,
    now: Timestamp,
) -> Result<(), DbError> {
    let Some(placed) = placed else { return Ok(()) };
    let is_used = documents::find(tx, owner, id)?
        .is_some_and(|row| row.thumbnail.as_ref() == Some(&placed.hash));
    if is_used {
        return Ok(());
    }
    library::removal::queue(tx, owner, &[thumbnail_key(owner, id, &placed.hash)], now)
}

/// Like `assign`, but keeps an existing thumbnail. For pictures that the analysis found.
pub(crate) fn assign_if_none(
    tx: &mut Tx,
    owner: UserId,
    row: &mut Document,
    placed: StoredThumbnail,
    now: Timestamp,
) -> Result<(), DbError> {
    if row.thumbnail.is_none() {
        return assign(tx, owner, row, placed, now);
    }
    if row.thumbnail.as_ref() == Some(&placed.hash) {
        return Ok(());
    }
    let unwanted = thumbnail_key(owner, row.id, &placed.hash);
    library::removal::queue(tx, owner, &[unwanted], now)
}

/// The content type of a stored thumbnail, from the suffix that `place` gave its hash.
pub fn content_type(hash: &str) -> &'static str {
    if hash.ends_with(".png") { "image/png" } else { "image/jpeg" }
}
