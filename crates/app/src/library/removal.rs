//! Removing files from the media store after their rows are deleted. A job does it, so that a store that cannot be
//! reached only delays it.

use blobs::{Blobs, Key};
use domain::ids::UserId;
use domain::jobs::Kind;
use domain::time::Timestamp;
use storage::db::{DbError, Tx};
use storage::operations::account_rows;
use tokio::runtime::Handle;

use crate::files::blob_keys::{FOLDERS, GROWING};
use crate::jobs::Work;
use crate::library::{self, waiting_uploads};
use crate::notifications::mail::Post;
use crate::{App, Error, Result};

/// A stored blob that no committed row names. Dropping it removes the blob.
pub(crate) struct UncommittedBlob {
    blobs: Blobs,
    key: Key,
    /// A row may name the blob, so only the sweep may remove it.
    is_left_to_sweep: bool,
}

impl UncommittedBlob {
    pub fn new(app: &App, key: Key) -> Self {
        Self { blobs: app.blobs.clone(), key, is_left_to_sweep: false }
    }

    pub fn key(&self) -> &Key {
        &self.key
    }

    /// The blob was moved to another key.
    pub fn moved_to(&mut self, key: Key) {
        self.key = key;
    }
}

impl Drop for UncommittedBlob {
    fn drop(&mut self) {
        // Without a runtime the process is ending; the sweep removes the blob later.
        let (false, Ok(runtime)) = (self.is_left_to_sweep, Handle::try_current()) else { return };
        let (blobs, key) = (self.blobs.clone(), self.key.clone());
        runtime.spawn(async move {
            if let Err(error) = blobs.delete(&key).await {
                tracing::warn!(%error, "could not remove the blob of a refused change");
            }
        });
    }
}

/// Runs a transaction whose rows come to name `blobs`; `is_named` tells by its result whether they do. Once it has begun
/// it may commit although nobody waits for its result any more, so the blobs are removed only if it certainly wrote
/// nothing. In every other case the sweep decides.
pub(crate) async fn commit_with<T>(
    mut blobs: Vec<UncommittedBlob>,
    transaction: impl Future<Output = Result<T>>,
    is_named: impl FnOnce(&T) -> bool,
) -> Result<T> {
    blobs.iter_mut().for_each(|blob| blob.is_left_to_sweep = true);
    let done = transaction.await;
    let is_unused = match &done {
        Ok(done) => !is_named(done),
        Err(error) => error.is_refusal(),
    };
    if is_unused {
        blobs.iter_mut().for_each(|blob| blob.is_left_to_sweep = false);
    }
    done
}

/// Queues the removal of files. To be called in the transaction that deletes the row.
pub(crate) fn queue(
    tx: &mut Tx,
    owner: UserId,
    keys: &[Key],
    now: Timestamp,
) -> Result<(), DbError> {
    let payload: Vec<&str> = keys.iter().map(Key::as_str).collect();
    Work::of(Kind::RemoveMedia, owner, &payload.join("\n")).queue(tx, now)
}

/// Queues the removal of all files of an account. To be called in the transaction that deletes the account. The job
/// belongs to no account. Its payload also holds the account's e-mail address, because letters to it may be in the
/// outbox.
pub(crate) fn queue_all_of(
    tx: &mut Tx,
    owner: UserId,
    email: &str,
    now: Timestamp,
) -> Result<(), DbError> {
    let payload = format!("{owner}\n{email}\n{}", now.as_millis());
    Work::of_nobody(Kind::RemoveAllMedia, &payload).queue(tx, now)
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
    let owner =
        owner.ok_or_else(|| Error::unexpected("the payload of a removal job names no owner"))?;
    let deleted_at = |millis: &str| millis.parse().ok().map(Timestamp::from_millis);
    if let (Some(post), Some(email), Some(at)) =
        (post, parts.next(), parts.next().and_then(deleted_at))
    {
        post.remove_letters_to(email, at).await?;
    }
    for first in FOLDERS.into_iter().chain([waiting_uploads::WAITING, GROWING]) {
        let mut listing = app.blobs.list(&format!("{first}/{owner}"));
        while let Some(entry) = listing.next().await {
            app.blobs.delete(&entry?.key).await?;
        }
    }
    library::trash::remove_all_of(app, owner).await?;
    app.write(move |tx| {
        tx.scrub();
        Ok(account_rows::remove_strays(tx, owner)?)
    })
    .await
}
