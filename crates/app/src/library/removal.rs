//! Removing bytes, after the rows that named them are gone for good. A job does it, so that a store that
//! is away for a while only delays it.

use blobs::Key;
use domain::documents::Document;
use domain::ids::{DocumentId, JobId, UserId};
use domain::time::Timestamp;
use storage::db::{DbError, Tx};
use storage::operations::account_rows;
use storage::operations::jobs::{self, NewJob};

use crate::exports::{self, archives};
use crate::library::{self, waiting_uploads};
use crate::notifications::mail::Post;
use crate::{App, Error, Result, crypto};

/// The kinds of job, as the table names them.
pub(crate) const REMOVE: &str = "remove-media";
pub(crate) const REMOVE_ALL: &str = "remove-all-media";

/// What the keys of contents and of pictures begin with.
pub(crate) const MEDIA: &str = "media";
pub(crate) const THUMBNAILS: &str = "thumbs";

/// Where an account's files lie in the store, each under the owner's id.
pub const FOLDERS: [&str; 4] = [MEDIA, THUMBNAILS, exports::FOLDER, archives::FOLDER];

const TRIES: i64 = 20;

#[expect(clippy::expect_used, reason = "ids and hashes are plain letters, digits and dashes")]
pub(crate) fn key(text: &str) -> Key {
    Key::parse(text).expect("a key of ours is a key")
}

/// Where an item's bytes lie.
pub fn content_key(owner: UserId, id: DocumentId) -> Key {
    key(&format!("{MEDIA}/{owner}/{id}"))
}

/// Where its picture lies. Another picture has another key, so that no reader sees half of each.
pub fn thumbnail_key(owner: UserId, id: DocumentId, hash: &str) -> Key {
    key(&format!("{THUMBNAILS}/{owner}/{id}-{hash}"))
}

/// Everything a row names in the store.
pub(crate) fn keys_of(owner: UserId, document: &Document) -> Vec<Key> {
    let picture = document.thumbnail.as_ref();
    let picture = picture.map(|hash| thumbnail_key(owner, document.id, hash));
    [content_key(owner, document.id)].into_iter().chain(picture).collect()
}

/// In the transaction that removes the row.
pub(crate) fn queue(
    tx: &mut Tx,
    owner: UserId,
    keys: &[Key],
    now: Timestamp,
) -> Result<(), DbError> {
    let payload: Vec<&str> = keys.iter().map(Key::as_str).collect();
    enqueue(tx, REMOVE, Some(owner), &payload.join("\n"), now)
}

/// In the transaction that removes an account. The job belongs to nobody, since there is nobody left. It names the
/// account's address too, whose letters may lie in the outbox.
pub(crate) fn queue_all_of(
    tx: &mut Tx,
    owner: UserId,
    email: &str,
    now: Timestamp,
) -> Result<(), DbError> {
    enqueue(tx, REMOVE_ALL, None, &format!("{owner}\n{email}\n{}", now.as_millis()), now)
}

fn enqueue(
    tx: &mut Tx,
    kind: &str,
    owner: Option<UserId>,
    payload: &str,
    now: Timestamp,
) -> Result<(), DbError> {
    let owner = owner.map(|owner| owner.to_string());
    let job = NewJob {
        id: &JobId::new(now, crypto::random()).to_string(),
        kind,
        payload,
        owner_id: owner.as_deref(),
        unique_key: None,
        run_at: now.as_millis(),
        max_attempts: TRIES,
    };
    jobs::enqueue(tx, now.as_millis(), &job)?;
    Ok(())
}

pub(crate) async fn remove(app: &App, payload: &str) -> Result<()> {
    for name in payload.lines() {
        let key =
            Key::parse(name).ok_or_else(|| Error::unexpected(format!("not a key: {name}")))?;
        app.blobs.delete(&key).await?;
    }
    Ok(())
}

pub(crate) async fn remove_all(app: &App, post: Option<&Post>, payload: &str) -> Result<()> {
    let mut parts = payload.lines();
    let owner = parts.next().and_then(UserId::parse);
    let owner = owner.ok_or_else(|| Error::unexpected("not an owner"))?;
    let deleted_at = |millis: &str| millis.parse().ok().map(Timestamp::from_millis);
    if let (Some(post), Some(email), Some(at)) =
        (post, parts.next(), parts.next().and_then(deleted_at))
    {
        post.remove_letters_to(email, at).await?;
    }
    for first in FOLDERS.into_iter().chain([waiting_uploads::WAITING]) {
        let mut listing = app.blobs.list(&format!("{first}/{owner}"));
        while let Some(entry) = listing.next().await {
            app.blobs.delete(&entry?.key).await?;
        }
    }
    library::trash::remove_all_of(app, owner).await?;
    app.db
        .write(move |tx| {
            tx.scrub();
            Ok(account_rows::remove_strays(tx, owner)?)
        })
        .await
}
