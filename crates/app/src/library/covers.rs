//! The cover of a beat: its current artwork, else the picture in its file. A job makes it after the artwork has changed.

use bytes::Bytes;
use domain::ids::{DocumentId, UserId};
use domain::licenses::Role;
use storage::library::{documents, files};
use storage::operations::jobs::Job;

use crate::files::blob_keys::content_key;
use crate::library::analysis;
use crate::library::thumbnails::{self, StoredThumbnail};
use crate::{App, Error, Result};

pub(crate) async fn run(app: &App, job: &Job) -> Result<()> {
    let owner = job.owner_id.as_deref().and_then(UserId::parse);
    let (Some(owner), Some(id)) = (owner, DocumentId::parse(&job.payload)) else {
        return Err(Error::unexpected("a job for a cover has no owner or no beat"));
    };
    let found = app
        .read(move |conn| {
            let Some(beat) = documents::find(conn, owner, id)? else { return Ok(None) };
            let mut all = files::list(conn, owner, id)?.into_iter();
            let artwork = all.find(|file| file.role == Role::Artwork && file.is_current);
            Ok(Some((beat, artwork)))
        })
        .await?;
    // The beat may be deleted meanwhile.
    let Some((beat, artwork)) = found else { return Ok(()) };
    let placed = match &artwork {
        Some(file) => {
            let bytes = app.blobs.get(&content_key(owner, file.id)).await?;
            Some(thumbnails::place_artwork(app, owner, id, bytes).await?)
        }
        None => match analysis::find_picture(app, owner, &beat).await? {
            Some(picture) => place_if_valid(app, owner, id, picture).await?,
            None => None,
        },
    };
    let (used, now) = (artwork.map(|file| file.id), app.now());
    app.write(move |tx| {
        documents::lock(tx, owner)?;
        let mut all = files::list(tx, owner, id)?.into_iter();
        let current = all.find(|file| file.role == Role::Artwork && file.is_current);
        let beat = documents::find(tx, owner, id)?;
        let Some(mut beat) = beat.filter(|_| current.map(|file| file.id) == used) else {
            // The artwork has changed again, which has queued another job; or the beat is gone.
            return Ok(thumbnails::discard(tx, owner, id, placed, now)?);
        };
        match placed {
            Some(placed) => thumbnails::assign(tx, owner, &mut beat, placed, now)?,
            None => thumbnails::clear(tx, owner, &mut beat, now)?,
        }
        beat.updated_at = now;
        Ok(documents::put(tx, owner, &beat)?)
    })
    .await?;
    app.wake_workers();
    Ok(())
}

/// An embedded cover may not be a valid picture.
async fn place_if_valid(
    app: &App,
    owner: UserId,
    id: DocumentId,
    picture: Bytes,
) -> Result<Option<StoredThumbnail>> {
    match thumbnails::place(app, owner, id, picture).await {
        Ok(placed) => Ok(Some(placed)),
        Err(Error::Unsupported(_) | Error::TooLarge(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
