//! The files of an upload of many, until the last of them has arrived. Rows are written for all of them at once,
//! at the end, and that may be hours after the first file is complete. Meanwhile a file lies under a key that the
//! sweep of the media store does not look at; just before the rows are written, it is moved to where they say.

use std::time::Duration;

use blobs::{BlobError, Key};
use domain::{
    ids::{DocumentId, UserId},
    time::Timestamp,
};

use crate::blob_keys;
use crate::{App, Error, Result};

/// What the keys of such files begin with.
pub(crate) const WAITING: &str = "waiting";

/// How long an upload of many files may take; after that the request is refused.
pub const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
/// A file that has waited for longer belongs to a process that was killed. No request lasts so long.
const ABANDONED: Duration = Duration::from_secs(2 * 24 * 60 * 60);

pub(crate) fn key(owner: UserId, id: DocumentId) -> Key {
    blob_keys::key(&format!("{WAITING}/{owner}/{id}"))
}

/// Moves a file to the place its row will name.
pub(crate) async fn move_into_place(app: &App, from: &Key, to: &Key) -> Result<()> {
    app.blobs.move_to(from, to).await.map_err(|error| match error {
        // The caller did nothing wrong: this is no 404.
        BlobError::NotFound => Error::Unavailable(error.into()),
        other => other.into(),
    })
}

/// Removes files that a killed process has left behind. Their age is told by their id, which was made when
/// the file began to arrive. Tells how many went.
pub(crate) async fn sweep(app: &App) -> Result<usize> {
    let before = app.now() - ABANDONED;
    let mut removed = 0;
    let mut files = app.blobs.list(WAITING);
    while let Some(file) = files.next().await {
        let key = file?.key;
        if made_at(&key).is_none_or(|at| at < before) {
            app.blobs.delete(&key).await?;
            removed += 1;
        }
    }
    Ok(removed)
}

fn made_at(key: &Key) -> Option<Timestamp> {
    let (_, id) = key.as_str().rsplit_once('/')?;
    DocumentId::parse(id).map(|id| id.made_at())
}
