//! Writes a blob while its bytes arrive, and counts and hashes them. One block is written while the next one is filled.
//! The blob appears only after `finish`; an upload that is dropped before leaves nothing behind.

use std::{
    fs::{self, File},
    io::Write,
    num::NonZero,
    path::PathBuf,
    sync::Arc,
};

use blake3::Hasher;
use bytes::Bytes;
use object_store::{MultipartUpload, ObjectStore, ObjectStoreExt, PutPayload, path::Path};
use rustix::fs::Advice;
use tokio::{
    runtime::Handle,
    task::{JoinHandle, spawn_blocking},
};

use crate::{BlobError, Key, Result, folder::Folder};

/// The number of bytes that are written to the disk by one task on a blocking thread.
const BLOCK: usize = 512 * 1024;
/// After this many written bytes the kernel is asked to start writing them to the disk.
const WRITEBACK: u64 = 4 * 1024 * 1024;
/// The size of a part: the minimum of S3, and some stores require that all parts have the same size.
const PART: usize = 5 * 1024 * 1024;

/// The size and hash of a written blob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBlob {
    pub size: u64,
    /// BLAKE3 of the bytes, in hexadecimal.
    pub hash: String,
}

pub struct Upload {
    target: Target,
    pending: Vec<Bytes>,
    pending_bytes: usize,
    size: u64,
}

enum Target {
    File(ToFile),
    Object(ToObject),
}

struct ToFile {
    folder: Arc<Folder>,
    key: Key,
    /// The file's sink; `None` while the task in `hop` has it on a blocking thread.
    sink: Option<Sink>,
    hop: Option<JoinHandle<Result<Sink>>>,
}

/// An unfinished file. It is deleted when this value is dropped, unless it was settled.
pub(crate) struct Sink {
    pub file: File,
    pub path: PathBuf,
    pub hasher: Box<Hasher>,
    written: u64,
    /// How many of the written bytes the kernel was asked to write to the disk.
    writeback_started: u64,
    is_settled: bool,
}

struct ToObject {
    store: Arc<dyn ObjectStore>,
    path: Path,
    hasher: Box<Hasher>,
    /// The multipart upload; `None` while all bytes so far fit into one request.
    parts: Option<Box<dyn MultipartUpload>>,
    part: Option<JoinHandle<object_store::Result<()>>>,
}

impl Upload {
    pub(crate) async fn to_folder(folder: Arc<Folder>, key: Key) -> Result<Self> {
        let place = folder.clone();
        let sink = spawn_blocking(move || {
            let (file, path) = place.begin()?;
            let hasher = Box::default();
            let sink =
                Sink { file, path, hasher, written: 0, writeback_started: 0, is_settled: false };
            Ok::<_, BlobError>(sink)
        })
        .await??;
        Ok(Self::new(Target::File(ToFile { folder, key, sink: Some(sink), hop: None })))
    }

    pub(crate) fn to_remote(store: Arc<dyn ObjectStore>, path: Path) -> Self {
        let hasher = Box::default();
        Self::new(Target::Object(ToObject { store, path, hasher, parts: None, part: None }))
    }

    fn new(target: Target) -> Self {
        Self { target, pending: Vec::new(), pending_bytes: 0, size: 0 }
    }

    /// The number of received bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Appends bytes. Waits only while the previous block is still being written.
    pub async fn write(&mut self, mut bytes: Bytes) -> Result<()> {
        self.size += bytes.len() as u64;
        let full = match &mut self.target {
            Target::File(_) => BLOCK,
            Target::Object(object) => {
                object.hasher.update(&bytes);
                PART
            }
        };
        while self.pending_bytes + bytes.len() >= full {
            let head = bytes.split_to(full - self.pending_bytes);
            self.keep(head);
            self.send().await?;
        }
        self.keep(bytes);
        Ok(())
    }

    fn keep(&mut self, bytes: Bytes) {
        if !bytes.is_empty() {
            self.pending_bytes += bytes.len();
            self.pending.push(bytes);
        }
    }

    async fn send(&mut self) -> Result<()> {
        match &mut self.target {
            Target::File(file) => {
                file.wait().await?;
                file.send(std::mem::take(&mut self.pending));
            }
            Target::Object(object) => {
                object.wait().await.map_err(BlobError::while_writing)?;
                let pending = std::mem::take(&mut self.pending);
                object.send(pending).await.map_err(BlobError::while_writing)?;
            }
        }
        self.pending_bytes = 0;
        Ok(())
    }

    /// Moves the finished blob to its key. It is durable when this returns.
    pub async fn finish(mut self) -> Result<StoredBlob> {
        let pending = std::mem::take(&mut self.pending);
        let hash = match &mut self.target {
            Target::File(file) => file.finish(pending).await?,
            Target::Object(object) => {
                object.finish(pending).await.map_err(BlobError::while_writing)?
            }
        };
        Ok(StoredBlob { size: self.size, hash })
    }
}

impl ToFile {
    async fn wait(&mut self) -> Result<()> {
        // The task is awaited in place, so that a canceled caller does not lose it.
        if let Some(hop) = &mut self.hop {
            let sink = hop.await;
            self.hop = None;
            self.sink = Some(sink??);
        }
        Ok(())
    }

    fn send(&mut self, block: Vec<Bytes>) {
        if let Some(mut sink) = self.sink.take() {
            self.hop = Some(spawn_blocking(move || {
                sink.take_in(&block)?;
                Ok(sink)
            }));
        }
    }

    async fn finish(&mut self, last: Vec<Bytes>) -> Result<String> {
        self.wait().await?;
        let gone = || BlobError::Unavailable("an upload that failed before".into());
        let mut sink = self.sink.take().ok_or_else(gone)?;
        let (folder, key) = (self.folder.clone(), self.key.clone());
        spawn_blocking(move || {
            sink.take_in(&last)?;
            sink.file.sync_data()?;
            folder.settle(&sink.path, &key)?;
            sink.is_settled = true;
            Ok(sink.hasher.finalize().to_hex().to_string())
        })
        .await?
    }
}

impl Sink {
    /// A sink for a file that is kept when the value is dropped.
    pub fn lasting(file: File, path: PathBuf) -> Self {
        let hasher = Box::default();
        Self { file, path, hasher, written: 0, writeback_started: 0, is_settled: true }
    }

    /// Continues at position `at`; the bytes before it are not hashed.
    pub fn restart(&mut self, at: u64) {
        self.hasher.reset();
        (self.written, self.writeback_started) = (at, at);
    }

    pub fn take_in(&mut self, block: &[Bytes]) -> Result<()> {
        for bytes in block {
            self.hasher.update(bytes);
            self.file.write_all(bytes)?;
            self.written += bytes.len() as u64;
        }
        if self.written - self.writeback_started >= WRITEBACK {
            self.start_writeback();
        }
        Ok(())
    }

    /// Asks the kernel to start writing to the disk now, so that the final sync has little left to wait for. Linux
    /// writes pages to the disk that it is advised not to keep; nothing else depends on this advice.
    fn start_writeback(&mut self) {
        let length = NonZero::new(self.written - self.writeback_started);
        let _ = rustix::fs::fadvise(&self.file, self.writeback_started, length, Advice::DontNeed);
        self.writeback_started = self.written;
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        if self.is_settled {
            // Closing the file is not enough: a child process that was forked meanwhile keeps the lock until it runs its
            // own program.
            let _ = self.file.unlock();
        } else if let Err(error) = fs::remove_file(&self.path) {
            // The periodic sweep removes the file later.
            tracing::warn!(%error, "a half-written file could not be removed");
        }
    }
}

impl ToObject {
    async fn wait(&mut self) -> Result<()> {
        if let Some(part) = &mut self.part {
            let sent = part.await;
            self.part = None;
            sent??;
        }
        Ok(())
    }

    async fn send(&mut self, bytes: Vec<Bytes>) -> Result<()> {
        let parts = match &mut self.parts {
            Some(parts) => parts,
            None => self.parts.insert(self.store.put_multipart(&self.path).await?),
        };
        self.part = Some(tokio::spawn(parts.put_part(PutPayload::from_iter(bytes))));
        Ok(())
    }

    async fn finish(&mut self, last: Vec<Bytes>) -> Result<String> {
        self.wait().await?;
        if self.parts.is_none() {
            self.store.put(&self.path, PutPayload::from_iter(last)).await?;
        } else {
            if !last.is_empty() {
                self.send(last).await?;
                self.wait().await?;
            }
            if let Some(parts) = &mut self.parts {
                parts.complete().await?;
            }
            self.parts = None;
        }
        Ok(self.hasher.finalize().to_hex().to_string())
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        // Without a runtime the process is ending; the sweep or the bucket's lifecycle rule removes the parts.
        let Ok(runtime) = Handle::try_current() else { return };
        match &mut self.target {
            Target::File(file) => {
                if let Some(sink) = file.sink.take() {
                    runtime.spawn_blocking(move || drop(sink));
                }
            }
            Target::Object(object) => {
                if let Some(mut parts) = object.parts.take() {
                    let last = object.part.take();
                    runtime.spawn(async move {
                        if let Some(last) = last {
                            let _ = last.await;
                        }
                        if let Err(error) = parts.abort().await {
                            tracing::warn!(%error, "a half-written object could not be removed");
                        }
                    });
                }
            }
        }
    }
}
