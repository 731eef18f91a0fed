//! Writing a backup: media files first, then the rows of one snapshot, then the manifest.

use std::{
    collections::HashSet,
    fs::{self, File, OpenOptions},
    io::BufWriter,
    os::unix::fs::OpenOptionsExt,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use blobs::Key;

use super::{
    DATABASE, FORMAT, KEY, Manifest, Summary, cannot,
    file_writer::{BackupWriter, Target},
    rows::{self, Copied},
};
use crate::files::blob_keys::FOLDERS;
use crate::{App, Error, Result};

/// How often the rows are read again because a file was deleted between reading its row and its bytes. That is rare;
/// it does not happen so often in a row.
const MOST_ATTEMPTS: usize = 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Everything,
    /// Rows and key only; the media store is backed up by other means.
    DatabaseOnly,
}

pub async fn write(app: &App, key: &[u8; 32], target: &Target, scope: Scope) -> Result<Summary> {
    let mut writer = BackupWriter::begin(target)?;
    let mut held = HashSet::new();
    if scope == Scope::Everything {
        for first in FOLDERS {
            let mut listing = app.blobs.list(first);
            while let Some(entry) = listing.next().await {
                let key = entry?.key;
                // A file that is deleted meanwhile belongs to no row of the later snapshot.
                if writer.copy(app, &key).await? {
                    held.insert(key);
                }
            }
        }
    }
    let Rows { copied, file, missing } = read_rows(app, &mut writer, &mut held, scope).await?;
    writer.text(KEY, hex(key).as_bytes())?;
    writer.stream(DATABASE, file)?;
    let missing: Vec<String> = missing.iter().map(|key| key.as_str().to_owned()).collect();
    let manifest = Manifest {
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        made_at: app.now().to_string(),
        schema: copied.schema,
        installation: copied.installation,
        rows: copied.rows,
        is_database_only: scope == Scope::DatabaseOnly,
        missing: missing.clone(),
        entries: std::mem::take(&mut writer.entries),
    };
    let bytes = writer.finish(target, &manifest)?;
    Ok(Summary { rows: copied.rows, files: held.len() as u64, bytes, missing })
}

struct Rows {
    copied: Copied,
    file: File,
    /// Media files that the rows refer to and that the store does not have.
    missing: Vec<Key>,
}

/// Reads the rows of one snapshot and copies the media files they refer to that are not in the backup yet.
async fn read_rows(
    app: &App,
    writer: &mut BackupWriter,
    held: &mut HashSet<Key>,
    scope: Scope,
) -> Result<Rows> {
    let mut missing_before: Option<Vec<Key>> = None;
    for _ in 0..MOST_ATTEMPTS {
        let (copied, file) = read_once(app, &writer.folder).await?;
        let mut missing = Vec::new();
        if scope == Scope::Everything {
            for key in &copied.named {
                if !held.contains(key) {
                    match writer.copy(app, key).await? {
                        true => drop(held.insert(key.clone())),
                        false => missing.push(key.clone()),
                    }
                }
            }
        }
        // A file that was just deleted is not in the next snapshot; one that is still referred to is really missing.
        if missing.is_empty() || missing_before.as_ref() == Some(&missing) {
            return Ok(Rows { copied, file, missing });
        }
        missing_before = Some(missing);
    }
    let message = "media files go faster than a backup can read them; try again later";
    Err(Error::Conflict(message.to_owned()))
}

async fn read_once(app: &App, folder: &Path) -> Result<(Copied, File)> {
    let folder = folder.to_owned();
    // The read closure may run twice, so it starts with a new file each time.
    let written: Arc<Mutex<Option<File>>> = Arc::default();
    let slot = written.clone();
    let copied = app
        .read(move |conn| {
            let file =
                tempfile_in(&folder).map_err(|error| cannot("written to", &folder, error))?;
            let mut out = BufWriter::new(file);
            let copied = rows::copy_out(conn, &mut out)?;
            let file = out.into_inner().map_err(|error| cannot("written to", &folder, error))?;
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
            Ok(copied)
        })
        .await?;
    let rows = written.lock().unwrap_or_else(PoisonError::into_inner).take();
    Ok((copied, rows.ok_or_else(|| Error::unexpected("the rows of a backup were not written"))?))
}

/// Creates an unlinked temporary file, which disappears with the process.
fn tempfile_in(folder: &Path) -> std::io::Result<File> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let name = folder.join(format!(".ledgerline-rows-{}", hex(&crate::crypto::random::<8>())));
    let file =
        OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&name)?;
    fs::remove_file(&name)?;
    Ok(file)
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
