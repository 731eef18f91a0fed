//! The trash of the media store: files that no row refers to, kept for seven days before they are deleted. If an older
//! copy of the database was in use for a while and the newer one comes back, its files are found here.
//!
//! A file in the trash has the key `trash/<Unix milliseconds>/<its former key>`.

use std::time::Duration;

use blobs::{BlobError, Entry, Key};
use domain::{ids::UserId, time::Timestamp};

use crate::{App, Error, Result, library};

/// First key segment of the trash.
pub(crate) const FOLDER: &str = "trash";
const LIFE: Duration = Duration::from_secs(7 * 24 * 60 * 60);

#[derive(Debug, Clone)]
pub struct Trashed {
    /// Its key in the trash.
    place: Key,
    /// Its key before.
    pub key: Key,
    pub at: Timestamp,
    pub size: u64,
}

impl Trashed {
    /// When it will be deleted.
    pub fn until(&self) -> Timestamp {
        self.at + LIFE
    }

    fn of(entry: Entry) -> Option<Self> {
        let mut parts = entry.key.as_str().splitn(3, '/');
        let (Some(FOLDER), Some(at), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            return None;
        };
        let (at, key) = (at.parse().ok()?, Key::parse(key)?);
        Some(Self { at: Timestamp::from_millis(at), key, size: entry.facts.size, place: entry.key })
    }
}

/// The key that a file in the trash had before; `None` for a file that is not in the trash.
pub(crate) fn original_of(key: &Key) -> Option<Key> {
    let rest = key.as_str().strip_prefix(FOLDER)?.strip_prefix('/')?;
    Key::parse(rest.split_once('/')?.1)
}

pub async fn list(app: &App) -> Result<Vec<Trashed>> {
    let mut listing = app.blobs.list(FOLDER);
    let mut all = Vec::new();
    while let Some(entry) = listing.next().await {
        all.extend(Trashed::of(entry?));
    }
    all.sort_by(|one, other| (one.at, &one.key).cmp(&(other.at, &other.key)));
    Ok(all)
}

/// Moves a file into the trash. A file that is already gone is no error.
pub(crate) async fn move_in(app: &App, key: &Key, now: Timestamp) -> Result<()> {
    let text = format!("{FOLDER}/{}/{key}", now.as_millis());
    let place = Key::parse(&text).ok_or_else(|| Error::unexpected(format!("{text} is no key")))?;
    match app.blobs.move_to(key, &place).await {
        Err(BlobError::NotFound) => Ok(()),
        moved => Ok(moved?),
    }
}

/// Moves a file back to its former key. Returns false if that key is in use now, or if the file is gone.
pub async fn restore(app: &App, trashed: &Trashed) -> Result<bool> {
    if app.blobs.head(&trashed.key).await?.is_some() {
        return Ok(false);
    }
    match app.blobs.move_to(&trashed.place, &trashed.key).await {
        Err(BlobError::NotFound) => Ok(false),
        moved => moved.map(|()| true).map_err(Error::from),
    }
}

/// Whether a row refers to the file's former key.
pub async fn is_named(app: &App, trashed: &Trashed) -> Result<bool> {
    let key = trashed.key.clone();
    app.read(move |conn| library::sweep::has_row(conn, &key)).await
}

/// Moves files back that rows refer to, and deletes files that were here for seven days. Returns both counts.
pub(crate) async fn restore_and_expire(app: &App) -> Result<(u64, u64)> {
    let (mut restored, mut removed) = (0, 0);
    for trashed in list(app).await? {
        if is_named(app, &trashed).await? {
            restored += u64::from(restore(app, &trashed).await?);
        } else if trashed.until() <= app.now() {
            app.blobs.delete(&trashed.place).await?;
            removed += 1;
        }
    }
    Ok((restored, removed))
}

/// Deletes the files of a deleted account.
pub(crate) async fn remove_all_of(app: &App, owner: UserId) -> Result<()> {
    let owner = owner.to_string();
    for trashed in list(app).await? {
        if trashed.key.as_str().split('/').any(|part| part == owner) {
            app.blobs.delete(&trashed.place).await?;
        }
    }
    Ok(())
}
