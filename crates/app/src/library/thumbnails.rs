//! The picture of an item: a frame of the video that the browser caught at upload, or the cover that the
//! file carries. It is drawn anew, small enough for a list.

use bytes::Bytes;
use domain::documents::Document;
use domain::ids::{DocumentId, UserId};
use domain::time::Timestamp;
use image::imageops::FilterType;
use storage::db::{DbError, Tx};
use storage::library::documents;

use crate::blob_keys::thumbnail_key;
use crate::decoders::Turn;
use crate::pictures::{self, Picture};
use crate::{Actor, App, Error, Result, ids, library};

pub const MAX_BYTES: usize = 5 * 1024 * 1024;
const LONGEST_SIDE: u32 = 640;

/// A picture in the store, and its hash.
pub(crate) struct Placed {
    hash: String,
}

/// Puts a person's picture in place of the one before. `_turn` is the account's turn at the decoders, kept
/// until the picture is stored.
pub async fn replace(
    app: &App,
    actor: &Actor,
    _turn: Turn,
    id: &str,
    bytes: Bytes,
) -> Result<Document> {
    let (owner, id, now) = (actor.user, ids::parse(id, "item", DocumentId::parse)?, app.now());
    // Nobody draws pictures for items that are not there.
    crate::library::documents::find_by_id(app, owner, id).await?;
    check_size(&bytes)?;
    let picture = app.decoders.run(move || drawn(&bytes)).await?;
    let placed = put(app, owner, id, picture).await?;
    app.write(move |tx| {
        documents::lock(tx, owner)?;
        let mut row = documents::find(tx, owner, id)?.ok_or_else(|| Error::missing("item"))?;
        name(tx, owner, &mut row, placed, now)?;
        row.updated_at = now;
        documents::put(tx, owner, &row)?;
        Ok(row)
    })
    .await
    .inspect(|_| app.wake_workers())
}

/// Draws a picture that the server itself found, and stores it; no row names it yet.
pub(crate) async fn place(
    app: &App,
    owner: UserId,
    id: DocumentId,
    bytes: Bytes,
) -> Result<Placed> {
    check_size(&bytes)?;
    let picture = app.decoders.run_patiently(move || drawn(&bytes)).await?;
    put(app, owner, id, picture).await
}

fn check_size(bytes: &Bytes) -> Result<()> {
    if bytes.len() > MAX_BYTES {
        return Err(Error::TooLarge("The picture is too large. Maximum size is 5MB.".to_owned()));
    }
    Ok(())
}

fn drawn(bytes: &[u8]) -> Result<Picture> {
    pictures::redraw(bytes, |picture| {
        if picture.width().max(picture.height()) <= LONGEST_SIDE {
            return picture;
        }
        picture.resize(LONGEST_SIDE, LONGEST_SIDE, FilterType::Triangle)
    })
}

async fn put(app: &App, owner: UserId, id: DocumentId, picture: Picture) -> Result<Placed> {
    // The type goes with the hash: the store keeps bytes and nothing else.
    let kind = if picture.content_type == "image/png" { "png" } else { "jpg" };
    let hash = blake3::hash(&picture.bytes).to_hex();
    let hash = format!("{}.{kind}", &hash[..32]);
    app.blobs.put(&thumbnail_key(owner, id, &hash), picture.bytes.into()).await?;
    Ok(Placed { hash })
}

/// Has the row name the picture, and the one before removed.
pub(crate) fn name(
    tx: &mut Tx,
    owner: UserId,
    row: &mut Document,
    placed: Placed,
    now: Timestamp,
) -> Result<(), DbError> {
    let before = row.thumbnail.replace(placed.hash);
    let before = before.filter(|hash| Some(hash) != row.thumbnail.as_ref());
    match before.map(|hash| thumbnail_key(owner, row.id, &hash)) {
        Some(key) => library::removal::queue(tx, owner, &[key], now),
        None => Ok(()),
    }
}

/// The same for a picture nobody has asked for: one that is there already stays.
pub(crate) fn offer(
    tx: &mut Tx,
    owner: UserId,
    row: &mut Document,
    placed: Placed,
    now: Timestamp,
) -> Result<(), DbError> {
    if row.thumbnail.is_none() {
        return name(tx, owner, row, placed, now);
    }
    if row.thumbnail.as_ref() == Some(&placed.hash) {
        return Ok(());
    }
    let unwanted = thumbnail_key(owner, row.id, &placed.hash);
    library::removal::queue(tx, owner, &[unwanted], now)
}

/// The type of a stored picture, from the name that `place` gave it.
pub fn content_type(hash: &str) -> &'static str {
    if hash.ends_with(".png") { "image/png" } else { "image/jpeg" }
}
