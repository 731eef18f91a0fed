//! A backup file that is being written. It has a temporary name until it is complete and synced to disk, so that a
//! file with the final name is always a complete backup. The writer locks the partial file; one that a killed process
//! left is overwritten.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, BufReader, BufWriter, Read, Seek, Stdout, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use blobs::{BlobError, Key};
use zip::{
    CompressionMethod, ZipWriter,
    write::{SimpleFileOptions, StreamWriter},
};

use super::{Entry, MANIFEST, Manifest, STORE, cannot};
use crate::{App, Error, Result};

/// Where a backup is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Written under a temporary name and renamed when complete.
    File(PathBuf),
    /// Written to standard output for another program to store. Its output is only a backup if this process ends
    /// successfully.
    StandardOutput,
}

/// Dropping it before `finish` deletes the partial file.
pub(super) struct BackupWriter {
    /// The name in messages: the partial file, or standard output.
    path: PathBuf,
    /// The folder for the temporary file of the rows.
    pub(super) folder: PathBuf,
    zip: Option<ZipWriter<StreamWriter<Output>>>,
    is_given_up: Arc<AtomicBool>,
    pub(super) entries: Vec<Entry>,
}

/// The output of the zip writer. The zip library writes again when it is dropped and prints an error if that fails;
/// after the backup is given up, all writes are ignored.
struct Output {
    to: Destination,
    written: u64,
    is_given_up: Arc<AtomicBool>,
}

enum Destination {
    File(BufWriter<File>),
    Pipe(BufWriter<Stdout>),
}

impl Output {
    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.to {
            Destination::File(file) => file,
            Destination::Pipe(pipe) => pipe,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_given_up.load(Ordering::Relaxed) {
            return Ok(bytes.len());
        }
        let taken = self.writer().write(bytes)?;
        self.written += taken as u64;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_given_up.load(Ordering::Relaxed) { Ok(()) } else { self.writer().flush() }
    }
}

impl BackupWriter {
    pub(super) fn begin(target: &Target) -> Result<Self> {
        let (path, folder, to) = match target {
            Target::StandardOutput => {
                let pipe = BufWriter::with_capacity(1 << 20, io::stdout());
                (PathBuf::from("standard output"), std::env::temp_dir(), Destination::Pipe(pipe))
            }
            Target::File(target) => {
                let (path, file) = create_partial_file(target)?;
                let folder = target.parent().map(Path::to_owned).unwrap_or_default();
                (path, folder, Destination::File(BufWriter::with_capacity(1 << 20, file)))
            }
        };
        let is_given_up: Arc<AtomicBool> = Arc::default();
        let out = Output { to, written: 0, is_given_up: is_given_up.clone() };
        let zip = Some(ZipWriter::new_stream(out));
        Ok(Self { path, folder, zip, is_given_up, entries: Vec::new() })
    }

    fn zip(&mut self) -> Result<&mut ZipWriter<StreamWriter<Output>>> {
        self.zip.as_mut().ok_or_else(|| Error::unexpected("the backup is already finished"))
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

    /// Copies a media file into the backup. Returns false if the store does not have it.
    pub(super) async fn copy(&mut self, app: &App, key: &Key) -> Result<bool> {
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

    pub(super) fn text(&mut self, name: &str, text: &[u8]) -> Result<()> {
        self.start(name, CompressionMethod::Deflated)?;
        self.put(text)?;
        let mut hasher = blake3::Hasher::new();
        hasher.update(text);
        self.note(name, text.len() as u64, &hasher);
        Ok(())
    }

    pub(super) fn stream(&mut self, name: &str, mut file: File) -> Result<()> {
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

    /// Writes the manifest, syncs the file and renames it. Returns its size.
    pub(super) fn finish(mut self, target: &Target, manifest: &Manifest) -> Result<u64> {
        let text = serde_json::to_vec(manifest).map_err(Error::unexpected)?;
        self.start(MANIFEST, CompressionMethod::Deflated)?;
        self.put(&text)?;
        let path = self.path.clone();
        let cannot_write = |error: &dyn std::fmt::Display| cannot("written to", &path, error);
        let zip =
            self.zip.take().ok_or_else(|| Error::unexpected("a backup was finished twice"))?;
        let mut out = zip.finish().map_err(|error| cannot_write(&error))?.into_inner();
        out.flush().map_err(|error| cannot_write(&error))?;
        if let (Destination::File(writer), Target::File(target)) = (&out.to, target) {
            writer.get_ref().sync_all().map_err(|error| cannot_write(&error))?;
            fs::rename(&path, target).map_err(|error| cannot("made", target, error))?;
            let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = File::open(folder.unwrap_or(Path::new(".")));
            folder.and_then(|folder| folder.sync_all()).map_err(|error| cannot_write(&error))?;
        }
        Ok(out.written)
    }
}

impl Drop for BackupWriter {
    fn drop(&mut self) {
        if let Some(zip) = self.zip.take() {
            self.is_given_up.store(true, Ordering::Relaxed);
            // A complete file has been renamed already, and standard output has no file to remove.
            let _ = fs::remove_file(&self.path);
            drop(zip);
        }
    }
}

/// Creates and locks the partial file.
fn create_partial_file(target: &Path) -> Result<(PathBuf, File)> {
    if target.exists() {
        return Err(Error::Conflict(format!("{} is there already", target.display())));
    }
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(".partial");
    let path = target.with_file_name(name);
    let made = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&path);
    let file = made.map_err(|error| cannot("made", &path, error))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let sentence = format!("another backup is being written to {}", path.display());
            return Err(Error::Conflict(sentence));
        }
        // A file system without locks: two writers are not kept apart.
        Ok(()) | Err(TryLockError::Error(_)) => {}
    }
    file.set_len(0).map_err(|error| cannot("written to", &path, error))?;
    Ok((path, file))
}
