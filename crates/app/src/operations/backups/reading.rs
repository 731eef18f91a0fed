//! Restoring a backup. The whole file is checked before anything is written.

use std::{
    collections::HashSet,
    fs::File,
    io::{BufReader, Read},
    path::{Path, PathBuf},
};

use blobs::{Blobs, Key};
use bytes::Bytes;
use domain::{identity::two_factor, time::Timestamp};
use storage::db::Db;
use storage::operations::{copies, facts};
use zip::ZipArchive;

use super::{DATABASE, Entry, FORMAT, KEY, MANIFEST, Manifest, STORE, cannot, rows};
use crate::files::blob_keys::FOLDERS;
use crate::library::{self, store_identity};
use crate::{Error, Result};

/// A backup whose checksums have been verified.
pub struct Backup {
    path: PathBuf,
    pub schema: i64,
    pub made_at: String,
    /// The version of the program that wrote it.
    pub program: String,
    pub rows: u64,
    /// Whether media files were left out on purpose.
    pub is_database_only: bool,
    /// The id of the installation; `None` if its schema had no such id yet.
    pub installation: Option<String>,
    /// Keys of media files that were missing when it was written.
    pub missing: Vec<String>,
    entries: Vec<Entry>,
}

/// The facts that are written into a restored database.
#[derive(Debug, Clone)]
pub struct Restored {
    /// The id of the installation that the rows belong to from now on.
    pub installation: String,
    /// The id of this restore, so that it can be recognized after a crash.
    pub restore: String,
    pub now: Timestamp,
}

impl Backup {
    /// Reads and verifies the whole file. `newest` is the newest schema version this program knows.
    pub fn open(path: &Path, newest: i64) -> Result<Self> {
        let damaged = |what: &str| {
            let sentence = format!("{} is damaged: {what}", path.display());
            Error::Conflict(sentence)
        };
        let mut zip = zip_of(path)?;
        let mut text = Vec::new();
        let listed =
            zip.by_name(MANIFEST).map_err(|_| damaged("it has no list of what is in it"))?;
        { listed }.read_to_end(&mut text).map_err(|_| damaged("its list cannot be read"))?;
        let manifest: Manifest =
            serde_json::from_slice(&text).map_err(|_| damaged("its list cannot be read"))?;
        if manifest.format > FORMAT || manifest.schema > newest {
            return Err(Error::Conflict(format!(
                "{} was made by Ledgerline {}, which is newer than this program; use that one",
                path.display(),
                manifest.program
            )));
        }
        let names: HashSet<&str> =
            manifest.entries.iter().map(|entry| entry.name.as_str()).collect();
        if zip.len() != names.len() + 1 || ![DATABASE, KEY].iter().all(|name| names.contains(name))
        {
            return Err(damaged("something is missing or was added"));
        }
        for entry in &manifest.entries {
            let is_known = [DATABASE, KEY].contains(&entry.name.as_str());
            if !is_known && store_key(&entry.name).is_none() {
                return Err(damaged("it holds a name that is not one of ours"));
            }
            let mut file = zip.by_name(&entry.name).map_err(|_| damaged(&entry.name))?;
            let (mut hasher, mut size) = (blake3::Hasher::new(), 0_u64);
            let mut piece = vec![0; 1 << 18];
            loop {
                let read = file.read(&mut piece).map_err(|_| damaged(&entry.name))?;
                if read == 0 {
                    break;
                }
                hasher.update(&piece[..read]);
                size += read as u64;
            }
            let hash = hasher.finalize().to_hex();
            if size != entry.size || hash.as_str() != entry.blake3 {
                return Err(damaged(&entry.name));
            }
        }
        Ok(Self {
            path: path.to_owned(),
            schema: manifest.schema,
            made_at: manifest.made_at,
            program: manifest.program,
            rows: manifest.rows,
            is_database_only: manifest.is_database_only,
            installation: manifest.installation,
            missing: manifest.missing,
            entries: manifest.entries,
        })
    }

    /// How many media files it holds.
    pub fn files(&self) -> usize {
        self.entries.iter().filter(|entry| store_key(&entry.name).is_some()).count()
    }

    /// The text of the key file.
    pub fn key(&self) -> Result<String> {
        let mut text = String::new();
        let mut zip = zip_of(&self.path)?;
        let read = zip.by_name(KEY).map_err(Error::unexpected)?.read_to_string(&mut text);
        read.map_err(Error::unexpected)?;
        Ok(text)
    }

    /// Copies the media files into an empty store and returns how many.
    pub async fn restore_media(&self, blobs: &Blobs) -> Result<u64> {
        let (mut zip, mut count) = (zip_of(&self.path)?, 0);
        for key in self.entries.iter().filter_map(|entry| store_key(&entry.name)) {
            let mut upload = blobs.create(&key).await?;
            let name = format!("{STORE}{key}");
            let mut file = zip.by_name(&name).map_err(Error::unexpected)?;
            let mut piece = vec![0; 1 << 18];
            loop {
                let read = file.read(&mut piece).map_err(Error::unexpected)?;
                if read == 0 {
                    break;
                }
                upload.write(Bytes::copy_from_slice(&piece[..read])).await?;
            }
            upload.finish().await?;
            count += 1;
        }
        Ok(count)
    }

    /// Writes the rows into an empty database of the backup's schema, in one transaction.
    pub async fn restore_rows(&self, db: &Db) -> Result<()> {
        let path = self.path.clone();
        db.write(move |tx| {
            if !copies::is_empty(tx)? {
                return Err(Error::Conflict("the database is not empty".to_owned()));
            }
            let mut zip = zip_of(&path)?;
            let file = zip.by_name(DATABASE).map_err(Error::unexpected)?;
            rows::copy_in(tx, BufReader::with_capacity(1 << 18, file))
        })
        .await
    }
}

/// Finishes a restore after the rows were migrated to the newest schema: rebuilds the indexes, removes what gives
/// access to an account, and writes the facts of the restore.
pub async fn complete(db: &Db, restored: Restored) -> Result<()> {
    db.write(move |tx| {
        copies::rebuild_search_indexes(tx)?;
        copies::spend_codes_and_mails(tx, two_factor::step_at(restored.now.as_seconds()))?;
        facts::put(tx, facts::INSTALLATION_ID, &restored.installation)?;
        Ok(facts::put(tx, facts::RESTORED_BY, &restored.restore)?)
    })
    .await
}

/// Whether a store holds no files that a restore would write, and belongs to no installation.
pub async fn is_store_empty(blobs: &Blobs) -> Result<bool> {
    if store_identity::read(blobs).await?.is_some() {
        return Ok(false);
    }
    for first in FOLDERS.into_iter().chain([library::trash::FOLDER]) {
        if let Some(entry) = blobs.list(first).next().await {
            entry?;
            return Ok(false);
        }
    }
    Ok(true)
}

/// Removes what a failed restore has written into a store that was empty before.
pub async fn empty_store(blobs: &Blobs) -> Result<()> {
    for first in FOLDERS {
        let mut listing = blobs.list(first);
        while let Some(entry) = listing.next().await {
            blobs.delete(&entry?.key).await?;
        }
    }
    Ok(blobs.delete(&store_identity::marker()).await?)
}

fn zip_of(path: &Path) -> Result<ZipArchive<BufReader<File>>> {
    let file = File::open(path).map_err(|error| cannot("read", path, error))?;
    ZipArchive::new(BufReader::new(file)).map_err(|_| {
        Error::Conflict(format!("{} is no whole backup of Ledgerline", path.display()))
    })
}

fn store_key(name: &str) -> Option<Key> {
    let key = Key::parse(name.strip_prefix(STORE)?)?;
    let first = key.as_str().split('/').next()?;
    FOLDERS.contains(&first).then_some(key)
}
