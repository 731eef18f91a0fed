//! The sweep of the media store: what no row names is removed. A process may end between writing bytes
//! and writing their row, or between removing a row and removing its bytes; this is what mends both.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use blobs::{Entry, Key};
use domain::{
    ids::{DocumentId, UserId},
    time::Timestamp,
};
use storage::{db::Conn, documents};

use crate::{
    App, Error, Result,
    media_removal::{MEDIA, THUMBNAILS, content_key, thumbnail_key},
};

/// Younger blobs may belong to an upload whose row is about to be written.
const GRACE: Duration = Duration::from_secs(60 * 60);
const BATCH: usize = 200;

pub async fn sweep(app: &App) -> Result<()> {
    let before = system_time(app.now() - GRACE);
    let unfinished = app.blobs.remove_unfinished(before).await?;
    let mut strays = 0;
    for first in [MEDIA, THUMBNAILS] {
        let mut listing = app.blobs.list(first);
        let mut batch = Vec::new();
        while let Some(entry) = listing.next().await {
            let Entry { key, facts } = entry?;
            if facts.modified < before {
                batch.push(key);
            }
            if batch.len() == BATCH {
                strays += remove_strays(app, std::mem::take(&mut batch)).await?;
            }
        }
        strays += remove_strays(app, batch).await?;
    }
    if unfinished + strays > 0 {
        tracing::info!(unfinished, strays, "media that no row names were removed");
    }
    Ok(())
}

async fn remove_strays(app: &App, keys: Vec<Key>) -> Result<u64> {
    if keys.is_empty() {
        return Ok(0);
    }
    let strays = app
        .db
        .read(move |conn| {
            let mut strays = Vec::new();
            for key in &keys {
                if !is_named(conn, key)? {
                    strays.push(key.clone());
                }
            }
            Ok::<_, Error>(strays)
        })
        .await?;
    for key in &strays {
        app.blobs.delete(key).await?;
    }
    Ok(strays.len() as u64)
}

/// Whether a row leads to this very key.
fn is_named(conn: &mut Conn, key: &Key) -> Result<bool> {
    let mut parts = key.as_str().split('/').skip(1);
    let owner = parts.next().and_then(UserId::parse);
    let id = parts.next().and_then(|name| DocumentId::parse(name.get(..36)?));
    let (Some(owner), Some(id)) = (owner, id) else { return Ok(false) };
    let Some(row) = documents::find(conn, owner, id)? else { return Ok(false) };
    let picture = row.thumbnail.map(|hash| thumbnail_key(owner, id, &hash));
    Ok(*key == content_key(owner, id) || picture.as_ref() == Some(key))
}

fn system_time(at: Timestamp) -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(u64::try_from(at.as_millis()).unwrap_or(0))
}
