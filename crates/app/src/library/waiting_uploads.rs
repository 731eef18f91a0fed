//! The files of a multi-file upload until the last one has arrived. All rows are written together at the end, possibly
//! hours after the first file is complete. Until then a file has a key that the sweep of the media store ignores; it
//! is moved to its final key just before the rows are written.

use std::time::Duration;

use blobs::{BlobError, Key};
use domain::{
    ids::{DocumentId, UserId},
    time::Timestamp,
};

use crate::files::blob_keys;
use crate::{App, Error, Result};

/// First key segment of these files.
pub(crate) const WAITING: &str = "waiting";

/// How long a multi-file upload may take; after that the request is refused.
pub const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
/// A file that has waited longer than this was left by a killed process: no request lasts so long.
const ABANDONED: Duration = Duration::from_secs(2 * 24 * 60 * 60);

pub(crate) fn key(owner: UserId, id: DocumentId) -> Key {
    blob_keys::key(&format!("{WAITING}/{owner}/{id}"))
}

/// Moves a file to its final key.
pub(crate) async fn move_into_place(app: &App, from: &Key, to: &Key) -> Result<()> {
    app.blobs.move_to(from, to).await.map_err(|error| match error {
        // The caller did nothing wrong, so the answer is not 404.
        BlobError::NotFound => Error::Unavailable(error.into()),
        other => other.into(),
    })
}

/// Removes files that a killed process left behind, and returns how many. A file's age is the age of its id, which was
/// created when the file began to arrive.
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
