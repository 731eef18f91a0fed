//! Stores blobs as files in a folder. A blob is written to `incoming`, synced to the disk, and moved to its final path
//! in one step. Folders on the path are created when needed and removed when empty.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use bytes::Bytes;
use tokio::{sync::mpsc, task::spawn_blocking};

use crate::{BlobError, BlobInfo, Entry, Key, Result};

const INCOMING: &str = "incoming";

pub struct Folder {
    root: PathBuf,
    /// When this process started, used in the names of its temporary files to make them unique.
    started: Duration,
    count: AtomicU64,
}

impl Folder {
    pub fn open(root: &Path) -> Result<Self> {
        let incoming = root.join(INCOMING);
        fs::create_dir_all(&incoming).map_err(|error| BlobError::Unavailable(error.into()))?;
        let started = system_time().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Self { root: root.to_owned(), started, count: AtomicU64::new(0) })
    }

    pub fn path(&self, key: &Key) -> PathBuf {
        self.root.join(key.as_str())
    }

    /// Creates a temporary file and returns it with its path.
    pub fn begin(&self) -> Result<(File, PathBuf)> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{:x}-{number}", std::process::id(), self.started.as_nanos());
        let path = self.root.join(INCOMING).join(name);
        let make = || OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
        let file = match make() {
            // The folder for temporary files was deleted; it is created again.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(self.root.join(INCOMING)).and_then(|()| make())
            }
            other => other,
        };
        Ok((file.map_err(not_a_missing_blob)?, path))
    }

    /// Moves a finished file to its final path, and syncs the folder so that the move survives a power failure.
    pub fn settle(&self, from: &Path, key: &Key) -> Result<()> {
        let to = self.path(key);
        let parent = to.parent().unwrap_or(&self.root);
        // The folder can be removed between the two steps when its last blob is deleted; then both steps are repeated.
        for _ in 0..3 {
            fs::create_dir_all(parent).map_err(not_a_missing_blob)?;
            match fs::rename(from, &to) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error.into()),
                Ok(()) => {
                    File::open(parent).and_then(|folder| folder.sync_all())?;
                    return Ok(());
                }
            }
        }
        Err(not_a_missing_blob(io::Error::from(io::ErrorKind::NotFound)))
    }

    /// Removes the empty folders above a deleted file.
    pub fn remove_empty_above(&self, path: &Path) {
        remove_empty_folders(path, &self.root);
    }

    /// Whether the folder is there.
    pub async fn check(&self) -> Result<()> {
        let root = self.root.clone();
        spawn_blocking(move || fs::metadata(root).map(drop).map_err(not_a_missing_blob)).await?
    }

    pub async fn head(&self, key: &Key) -> Result<Option<BlobInfo>> {
        let path = self.path(key);
        spawn_blocking(move || match fs::metadata(path) {
            Ok(found) => Ok(Some(BlobInfo { size: found.len(), modified: found.modified()? })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        })
        .await?
    }

    pub async fn put_new(self: &Arc<Self>, key: &Key, bytes: Bytes) -> Result<bool> {
        let (folder, key) = (self.clone(), key.clone());
        spawn_blocking(move || {
            let (mut file, path) = folder.begin()?;
            let to = folder.path(&key);
            let parent = to.parent().unwrap_or(&folder.root);
            let made = file
                .write_all(&bytes)
                .and_then(|()| file.sync_all())
                .and_then(|()| fs::create_dir_all(parent))
                // `hard_link` fails if the name exists already.
                .and_then(|()| fs::hard_link(&path, &to));
            let removed = fs::remove_file(&path);
            match made {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
                Err(error) => Err(not_a_missing_blob(error)),
                Ok(()) => {
                    removed?;
                    File::open(parent).and_then(|parent| parent.sync_all())?;
                    Ok(true)
                }
            }
        })
        .await?
    }

    pub async fn delete(&self, key: &Key) -> Result<()> {
        let (path, root) = (self.path(key), self.root.clone());
        spawn_blocking(move || {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
            remove_empty_folders(&path, &root);
            Ok(())
        })
        .await?
    }

    pub async fn move_to(self: Arc<Self>, from: &Key, to: &Key) -> Result<()> {
        let (from, to) = (self.path(from), to.clone());
        spawn_blocking(move || {
            // The time is set before the move, so that the file never appears under its new path with the old time.
            File::open(&from)?.set_modified(system_time())?;
            self.settle(&from, &to)?;
            remove_empty_folders(&from, &self.root);
            Ok(())
        })
        .await?
    }

    pub fn list(&self, first: &str, send: mpsc::Sender<Result<Entry>>) {
        let (root, first) = (self.root.clone(), first.to_owned());
        spawn_blocking(move || {
            if let Err(error) = walk(&root, &first, &send) {
                // If the receiver is gone, the error is dropped.
                let _ = send.blocking_send(Err(error));
            }
        });
    }

    pub async fn remove_unfinished(&self, since: SystemTime) -> Result<u64> {
        let incoming = self.root.join(INCOMING);
        spawn_blocking(move || {
            let mut removed = 0;
            for file in fs::read_dir(incoming).map_err(not_a_missing_blob)? {
                let file = file?;
                // A file that has disappeared meanwhile was finished or abandoned.
                let is_old = file.metadata().and_then(|m| m.modified()).is_ok_and(|at| at < since);
                if is_old && fs::remove_file(file.path()).is_ok() {
                    removed += 1;
                }
            }
            Ok(removed)
        })
        .await?
    }
}

/// Removes the empty folders above a deleted file, up to the store's own folder.
fn remove_empty_folders(path: &Path, root: &Path) {
    let above = path.ancestors().skip(1).take_while(|folder| *folder != root);
    for folder in above {
        // `remove_dir` fails for a folder that is not empty, which ends the loop.
        if fs::remove_dir(folder).is_err() {
            break;
        }
    }
}

/// Sends every file below `root/first`; folders are visited depth first, one open at a time per level.
fn walk(root: &Path, first: &str, send: &mpsc::Sender<Result<Entry>>) -> Result<()> {
    let mut ahead = vec![first.to_owned()];
    while let Some(name) = ahead.pop() {
        let folder = match fs::read_dir(root.join(&name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            other => other?,
        };
        for entry in folder {
            let entry = entry?;
            let Some(key) =
                entry.file_name().to_str().and_then(|n| Key::parse(&format!("{name}/{n}")))
            else {
                continue;
            };
            // The file was deleted after the folder was read.
            let Ok(found) = entry.metadata() else { continue };
            if found.is_dir() {
                ahead.push(key.as_str().to_owned());
            } else if found.is_file() {
                let facts = BlobInfo { size: found.len(), modified: found.modified()? };
                if send.blocking_send(Ok(Entry { key, facts })).is_err() {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

#[expect(
    clippy::disallowed_methods,
    reason = "files carry the time of the system's clock, which no test sets"
)]
fn system_time() -> SystemTime {
    SystemTime::now()
}

/// Converts an error while writing: a missing folder means that the store is unavailable, not that a blob is missing.
pub(crate) fn not_a_missing_blob(error: io::Error) -> BlobError {
    match BlobError::from(error) {
        BlobError::NotFound => {
            BlobError::Unavailable(io::Error::from(io::ErrorKind::NotFound).into())
        }
        other => other,
    }
}
