//! Writing a backup. It grows under another name and takes its own when it is whole and on the disk, so that a
//! file of that name is always a complete backup.

use std::{
    collections::HashSet,
    fs::{self, File, OpenOptions},
    io::{BufReader, BufWriter, Read, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use blobs::{BlobError, Key};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::{
    DATABASE, Entry, FORMAT, KEY, MANIFEST, Manifest, STORE, Summary, cannot,
    rows::{self, Copied},
};
use crate::{App, Error, Result, media_removal::FOLDERS};

/// Deleting something in the very moment between reading its row and its bytes is rare; so often in a row it
/// does not happen.
const TRIES: usize = 10;

pub async fn write(app: &App, key: &[u8; 32], target: &Path) -> Result<Summary> {
    if target.exists() {
        return Err(Error::Conflict(format!("{} is there already", target.display())));
    }
    let mut growing = Growing::begin(target)?;
    let mut held = HashSet::new();
    for first in FOLDERS {
        let mut listing = app.blobs.list(first);
        while let Some(entry) = listing.next().await {
            let key = entry?.key;
            // One that goes while we come to it belongs to no row we will read.
            if growing.copy(app, &key).await? {
                held.insert(key);
            }
        }
    }
    let (copied, rows) = read_rows(app, &mut growing, &mut held).await?;
    growing.text(KEY, hex(key).as_bytes())?;
    growing.stream(DATABASE, rows)?;
    let made_at = app.now().to_string();
    growing.finish(
        target,
        copied.schema,
        made_at,
        Summary { rows: copied.rows, files: held.len() as u64, bytes: 0 },
    )
}

/// The rows of one moment, with every media file they name in the backup.
async fn read_rows(
    app: &App,
    growing: &mut Growing,
    held: &mut HashSet<Key>,
) -> Result<(Copied, File)> {
    for _ in 0..TRIES {
        let (copied, rows) = read_once(app, &growing.path).await?;
        let mut is_whole = true;
        for key in &copied.named {
            if !held.contains(key) {
                let is_there = growing.copy(app, key).await?;
                is_whole &= is_there;
                if is_there {
                    held.insert(key.clone());
                }
            }
        }
        if is_whole {
            return Ok((copied, rows));
        }
    }
    let message =
        "a media file that a row names is not in the store; the log of the server tells more";
    Err(Error::Conflict(message.to_owned()))
}

async fn read_once(app: &App, beside: &Path) -> Result<(Copied, File)> {
    let folder = beside.parent().map(Path::to_owned).unwrap_or_default();
    // A read may be begun again, so it begins with an empty file each time.
    let made: Arc<Mutex<Option<File>>> = Arc::default();
    let keep = made.clone();
    let copied = app
        .db
        .read(move |conn| {
            let file =
                tempfile_in(&folder).map_err(|error| cannot("written to", &folder, error))?;
            let mut out = BufWriter::new(file);
            let copied = rows::copy_out(conn, &mut out)?;
            let file = out.into_inner().map_err(|error| cannot("written to", &folder, error))?;
            *keep.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
            Ok::<_, Error>(copied)
        })
        .await?;
    let rows = made.lock().unwrap_or_else(PoisonError::into_inner).take();
    Ok((copied, rows.ok_or_else(|| Error::unexpected("a read without an answer"))?))
}

/// A file without a name: whatever happens, nothing of it stays.
fn tempfile_in(folder: &Path) -> std::io::Result<File> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let name = folder.join(format!(".ledgerline-rows-{}", hex(&crate::crypto::random::<8>())));
    let file =
        OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&name)?;
    fs::remove_file(&name)?;
    Ok(file)
}

/// A backup on its way. Dropped before its end, it is gone.
struct Growing {
    path: PathBuf,
    zip: Option<ZipWriter<BufWriter<File>>>,
    entries: Vec<Entry>,
}

impl Growing {
    fn begin(target: &Path) -> Result<Self> {
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(".partial");
        let path = target.with_file_name(name);
        let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
        let file = made.map_err(|error| cannot("made", &path, error))?;
        let zip = Some(ZipWriter::new(BufWriter::with_capacity(1 << 20, file)));
        Ok(Self { path, zip, entries: Vec::new() })
    }

    fn zip(&mut self) -> Result<&mut ZipWriter<BufWriter<File>>> {
        self.zip.as_mut().ok_or_else(|| Error::unexpected("a backup that is finished"))
    }

    fn start(&mut self, name: &str, method: CompressionMethod) -> Result<()> {
        let options = SimpleFileOptions::default().compression_method(method).large_file(true);
        let path = self.path.clone();
        self.zip()?.start_file(name, options).map_err(|error| cannot("written to", &path, error))
    }

    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        let path = self.path.clone();
        self.zip()?.write_all(bytes).map_err(|error| cannot("written to", &path, error))
    }

    fn note(&mut self, name: &str, size: u64, hasher: &blake3::Hasher) {
        let blake3 = hasher.finalize().to_hex().to_string();
        self.entries.push(Entry { name: name.to_owned(), size, blake3 });
    }

    /// False where the store does not have it.
    async fn copy(&mut self, app: &App, key: &Key) -> Result<bool> {
        let Some(facts) = app.blobs.head(key).await? else { return Ok(false) };
        let mut reader = app.blobs.read(key, 0..facts.size);
        let mut next = match reader.next().await {
            Err(BlobError::NotFound) => return Ok(false),
            first => first?,
        };
        let name = format!("{STORE}{key}");
        self.start(&name, CompressionMethod::Stored)?;
        let (mut hasher, mut size) = (blake3::Hasher::new(), 0);
        while let Some(piece) = next {
            hasher.update(&piece);
            size += piece.len() as u64;
            self.put(&piece)?;
            next = reader.next().await?;
        }
        self.note(&name, size, &hasher);
        Ok(true)
    }

    fn text(&mut self, name: &str, text: &[u8]) -> Result<()> {
        self.start(name, CompressionMethod::Deflated)?;
        self.put(text)?;
        let mut hasher = blake3::Hasher::new();
        hasher.update(text);
        self.note(name, text.len() as u64, &hasher);
        Ok(())
    }

    fn stream(&mut self, name: &str, mut file: File) -> Result<()> {
        use std::io::Seek;
        self.start(name, CompressionMethod::Deflated)?;
        file.rewind().map_err(Error::unexpected)?;
        let mut reader = BufReader::with_capacity(1 << 18, file);
        let (mut hasher, mut size, mut piece) = (blake3::Hasher::new(), 0, vec![0; 1 << 18]);
        loop {
            let read = reader.read(&mut piece).map_err(Error::unexpected)?;
            if read == 0 {
                break;
            }
            hasher.update(&piece[..read]);
            size += read as u64;
            self.put(&piece[..read])?;
        }
        self.note(name, size, &hasher);
        Ok(())
    }

    fn finish(
        mut self,
        target: &Path,
        schema: i64,
        made_at: String,
        summary: Summary,
    ) -> Result<Summary> {
        let manifest = Manifest {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            made_at,
            schema,
            entries: std::mem::take(&mut self.entries),
        };
        let text = serde_json::to_vec(&manifest).map_err(Error::unexpected)?;
        self.start(MANIFEST, CompressionMethod::Deflated)?;
        self.put(&text)?;
        let path = self.path.clone();
        let cannot_write = |error: &dyn std::fmt::Display| cannot("written to", &path, error);
        let zip = self.zip.take().ok_or_else(|| Error::unexpected("finished twice"))?;
        let out = zip.finish().map_err(|error| cannot_write(&error))?;
        let file = out.into_inner().map_err(|error| cannot_write(&error))?;
        file.sync_all().map_err(|error| cannot_write(&error))?;
        let bytes = file.metadata().map_err(|error| cannot_write(&error))?.len();
        fs::rename(&self.path, target).map_err(|error| cannot("made", target, error))?;
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = File::open(folder.unwrap_or(Path::new(".")));
        folder.and_then(|folder| folder.sync_all()).map_err(|error| cannot_write(&error))?;
        Ok(Summary { bytes, ..summary })
    }
}

impl Drop for Growing {
    fn drop(&mut self) {
        // After the end it has another name.
        let _ = fs::remove_file(&self.path);
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
