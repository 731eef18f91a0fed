//! The sweep of the media store: files that no row refers to go to the trash. Such orphans remain when a process ends
//! between writing a file and its row, or between deleting a row and its file. The sweep deletes nothing at once, and
//! it stops if there are so many orphans that the database is probably the wrong one.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use blobs::{Entry, Key};
use domain::{
    ids::{DocumentId, FileId, LicenseId, PreviewId, UserId, VoiceTagId},
    time::Timestamp,
};
use storage::db::Conn;
use storage::library::{documents, files, previews, voice_tags};
use storage::licenses::issued;

use crate::files::blob_keys::{
    CONTRACTS, MEDIA, THUMBNAILS, content_key, contract_key, thumbnail_key,
};
use crate::library::store_identity::{self, Belonging};
use crate::library::{self};
use crate::{App, Error, Result};

/// Younger files may belong to an upload whose row is about to be written.
const GRACE: Duration = Duration::from_secs(60 * 60);
const BATCH: usize = 200;

/// The sweep stops if it finds more orphans than this, and more than one in `MOST_STRAYS_ONE_IN` files of the store.
const MOST_STRAYS: usize = 20;
/// One in 50 is two percent.
const MOST_STRAYS_ONE_IN: usize = 50;

/// How many orphans a sweep may move to the trash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// 20 files, or two percent of the store.
    Cautious,
    /// No limit: the operator has checked the list.
    None,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SweepResult {
    /// Unfinished files that were removed.
    pub unfinished: u64,
    /// Files without a row that were moved to the trash.
    pub strays: u64,
    /// Files that were moved back from the trash because a row refers to them.
    pub restored: u64,
    /// Files that were deleted after their time in the trash.
    pub removed: u64,
}

pub async fn sweep(app: &App, bound: Bound) -> Result<SweepResult> {
    if store_identity::check(app).await? != Belonging::Ours {
        tracing::error!("the media store does not belong to this database; nothing was swept");
        return Err(Error::Conflict("The media store belongs to another database.".to_owned()));
    }
    let now = app.now();
    let before = system_time(now - GRACE);
    let (restored, removed) = library::trash::restore_and_expire(app).await?;
    let Found { strays, total } = find_strays(app, before).await?;
    let is_many = strays.len() > MOST_STRAYS && strays.len() * MOST_STRAYS_ONE_IN > total;
    if is_many && bound == Bound::Cautious {
        tracing::error!(
            strays = strays.len(),
            total,
            "the sweep of the media store stopped: the database names none of so many files that it may be the \
             wrong one, or an older copy; nothing was moved. If the files are really not needed, run \
             `ledgerline media sweep --yes`"
        );
        return Err(Error::Conflict(format!(
            "{} of {total} media files are named by no row.",
            strays.len()
        )));
    }
    for key in &strays {
        library::trash::move_in(app, key, now).await?;
    }
    let unfinished = app.blobs.remove_unfinished(before).await?
        + library::resumable::remove_strays(app, before).await?;
    let swept = SweepResult { unfinished, strays: strays.len() as u64, restored, removed };
    if swept != SweepResult::default() {
        let SweepResult { unfinished, strays, restored, removed } = swept;
        tracing::info!(
            unfinished,
            strays,
            restored,
            removed,
            "swept the media store: files without a row went to the trash for seven days"
        );
    }
    Ok(swept)
}

struct Found {
    strays: Vec<Key>,
    total: usize,
}

async fn find_strays(app: &App, before: SystemTime) -> Result<Found> {
    let mut found = Found { strays: Vec::new(), total: 0 };
    for first in [MEDIA, THUMBNAILS, CONTRACTS] {
        let mut listing = app.blobs.list(first);
        let mut batch = Vec::new();
        while let Some(entry) = listing.next().await {
            let Entry { key, facts } = entry?;
            found.total += 1;
            if facts.modified < before {
                batch.push(key);
            }
            if batch.len() == BATCH {
                found.strays.extend(without_row(app, std::mem::take(&mut batch)).await?);
            }
        }
        found.strays.extend(without_row(app, batch).await?);
    }
    Ok(found)
}

/// Returns the keys that no row refers to.
async fn without_row(app: &App, keys: Vec<Key>) -> Result<Vec<Key>> {
    if keys.is_empty() {
        return Ok(keys);
    }
    app.read(move |conn| {
        let mut orphans = Vec::new();
        for key in &keys {
            if !has_row(conn, key)? {
                orphans.push(key.clone());
            }
        }
        Ok(orphans)
    })
    .await
}

/// Whether a row refers to this key.
pub(crate) fn has_row(conn: &mut Conn, key: &Key) -> Result<bool> {
    let mut parts = key.as_str().split('/').skip(1);
    let owner = parts.next().and_then(UserId::parse);
    if key.as_str().starts_with(CONTRACTS) {
        let id = parts.next().and_then(LicenseId::parse);
        let (Some(owner), Some(id)) = (owner, id) else { return Ok(false) };
        let is_issued = issued::find(conn, owner, id)?.is_some();
        return Ok(is_issued && *key == contract_key(owner, id));
    }
    let id = parts.next().and_then(|name| DocumentId::parse(name.get(..36)?));
    let (Some(owner), Some(id)) = (owner, id) else { return Ok(false) };
    if let Some(row) = documents::find(conn, owner, id)? {
        let picture = row.thumbnail.map(|hash| thumbnail_key(owner, id, &hash));
        return Ok(*key == content_key(owner, id) || picture.as_ref() == Some(key));
    }
    let file = FileId::from_bytes(*id.as_bytes());
    let is_file = files::find(conn, owner, file)?.is_some()
        || files::is_kept(conn, owner, file)?
        || library::resumable::is_expected(conn, owner, file)?
        || voice_tags::find(conn, owner, VoiceTagId::from_bytes(*id.as_bytes()))?.is_some()
        || previews::find(conn, owner, PreviewId::from_bytes(*id.as_bytes()))?.is_some();
    Ok(is_file && *key == content_key(owner, file))
}

fn system_time(at: Timestamp) -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(u64::try_from(at.as_millis()).unwrap_or(0))
}
