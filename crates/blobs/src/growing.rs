//! A blob that is written in several sessions, with pauses of any length and on any instance. The caller remembers the
//! valid size: the settled bytes stay, and bytes beyond that size are cut off when the writing continues.
//!
//! In a folder the blob is one file, which is locked while it is written to and moved to its final path at the end. In
//! a remote store it is a series of objects, each named by the range of its bytes, which are joined at the end.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::OpenOptionsExt;
use std::sync::Arc;

use blake3::Hasher;
use bytes::Bytes;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload, path::Path};
use rustix::fs::{FlockOperation, flock};
use tokio::task::{JoinHandle, spawn_blocking};

use crate::folder::{Folder, not_a_missing_blob};
use crate::upload::{Sink, StoredBlob, Upload};
use crate::{BlobError, Key, Result, remote};

/// The number of bytes that are written to the disk by one task on a blocking thread.
const BLOCK: usize = 512 * 1024;
/// The number of bytes of one object in a remote store.
const PART: usize = 2 * 1024 * 1024;

pub struct GrowingBlob {
    target: Target,
    pending: Vec<Bytes>,
    pending_bytes: usize,
    size: u64,
}

enum Target {
    File(ToFile),
    Objects(ToObjects),
}

struct ToFile {
    folder: Arc<Folder>,
    /// The file's sink; `None` while the task in `hop` has it on a blocking thread.
    sink: Option<Sink>,
    hop: Option<JoinHandle<Result<Sink>>>,
    /// Whether the sink has hashed every byte from the first one on.
    is_hashed: bool,
}

struct ToObjects {
    store: Arc<dyn ObjectStore>,
    /// The prefix of the names of all objects of the blob.
    prefix: Path,
}

impl GrowingBlob {
    /// Opens the file and locks it; returns `None` while another process or task holds the lock.
    pub(crate) async fn in_folder(folder: Arc<Folder>, key: &Key) -> Result<Option<Self>> {
        let path = folder.path(key);
        let open = spawn_blocking(move || {
            let parent = path.parent().unwrap_or(&path);
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false).mode(0o600);
            // The folder can be removed between the two steps when its last blob is deleted; then both steps are
            // repeated.
            let open = || fs::create_dir_all(parent).and_then(|()| options.open(&path));
            let file = open().or_else(|_| open()).map_err(not_a_missing_blob)?;
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {}
                Err(rustix::io::Errno::WOULDBLOCK) => return Ok(None),
                Err(error) => return Err(error.into()),
            }
            File::open(parent).and_then(|parent| parent.sync_all())?;
            Ok::<_, BlobError>(Some(Sink::lasting(file, path)))
        });
        let Some(sink) = open.await?? else { return Ok(None) };
        let target = ToFile { folder, sink: Some(sink), hop: None, is_hashed: true };
        Ok(Some(Self::new(Target::File(target))))
    }

    pub(crate) fn in_remote(store: Arc<dyn ObjectStore>, prefix: Path) -> Self {
        Self::new(Target::Objects(ToObjects { store, prefix }))
    }

    fn new(target: Target) -> Self {
        Self { target, pending: Vec::new(), pending_bytes: 0, size: 0 }
    }

    /// Continues after `size` bytes and removes the bytes beyond. A blob with fewer bytes is an error.
    pub async fn cut_to(&mut self, size: u64) -> Result<()> {
        (self.pending, self.pending_bytes) = (Vec::new(), 0);
        match &mut self.target {
            Target::File(target) => {
                let mut sink = target.take().await?;
                let sink = spawn_blocking(move || {
                    let length = sink.file.metadata()?.len();
                    if length < size {
                        return Err(BlobError::Short(size - length));
                    }
                    sink.file.set_len(size)?;
                    sink.file.seek(SeekFrom::Start(size))?;
                    sink.restart(size);
                    Ok(sink)
                });
                target.sink = Some(sink.await??);
                target.is_hashed = size == 0;
            }
            Target::Objects(target) => {
                let mut covered = 0;
                for part in target.parts().await? {
                    if part.end() > size {
                        remote::delete(target.store.as_ref(), &part.path).await?;
                    } else if part.start <= covered {
                        covered = covered.max(part.end());
                    }
                }
                if covered < size {
                    return Err(BlobError::Short(size - covered));
                }
            }
        }
        self.size = size;
        Ok(())
    }

    /// The number of bytes of the blob so far, including those of earlier sessions.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Appends bytes. They are durable after `settle`.
    pub async fn write(&mut self, mut bytes: Bytes) -> Result<()> {
        self.size += bytes.len() as u64;
        let full = match &self.target {
            Target::File(_) => BLOCK,
            Target::Objects(_) => PART,
        };
        while self.pending_bytes + bytes.len() >= full {
            let head = bytes.split_to(full - self.pending_bytes);
            self.keep(head);
            // The bytes in `bytes` follow the pending ones.
            self.send(bytes.len() as u64).await?;
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

    /// Starts writing the pending bytes; `behind` bytes were received after them.
    async fn send(&mut self, behind: u64) -> Result<()> {
        let (block, length) = (std::mem::take(&mut self.pending), self.pending_bytes as u64);
        self.pending_bytes = 0;
        match &mut self.target {
            Target::File(target) => {
                let mut sink = target.take().await?;
                target.hop = Some(spawn_blocking(move || {
                    sink.take_in(&block)?;
                    Ok(sink)
                }));
            }
            Target::Objects(target) if length > 0 => {
                let start = self.size - behind - length;
                let path = target.part(start, length);
                let put = target.store.put(&path, PutPayload::from_iter(block)).await;
                put.map_err(|error| BlobError::from(error).while_writing())?;
            }
            Target::Objects(_) => {}
        }
        Ok(())
    }

    /// Makes all received bytes durable; returns the size of the blob.
    pub async fn settle(&mut self) -> Result<u64> {
        self.send(0).await?;
        if let Target::File(target) = &mut self.target {
            let sink = target.take().await?;
            let sink = spawn_blocking(move || {
                sink.file.sync_data()?;
                Ok::<_, BlobError>(sink)
            });
            target.sink = Some(sink.await??);
        }
        Ok(self.size)
    }

    /// Moves the finished blob to its key. It is durable when this returns.
    pub(crate) async fn finish(mut self, to: &Key, path: Option<Path>) -> Result<StoredBlob> {
        let size = self.settle().await?;
        match self.target {
            Target::File(mut target) => {
                let (mut sink, to) = (target.take().await?, to.clone());
                let (folder, is_hashed) = (target.folder, target.is_hashed);
                spawn_blocking(move || {
                    let hash = if is_hashed {
                        sink.hasher.finalize().to_hex().to_string()
                    } else {
                        hash_of(&mut sink.file)?
                    };
                    folder.settle(&sink.path, &to)?;
                    folder.remove_empty_above(&sink.path);
                    Ok(StoredBlob { size, hash })
                })
                .await?
            }
            Target::Objects(target) => {
                let path = path.ok_or(BlobError::NotFound)?;
                target.put_together(path, size).await
            }
        }
    }
}

impl ToFile {
    async fn take(&mut self) -> Result<Sink> {
        if let Some(hop) = &mut self.hop {
            let sink = hop.await;
            self.hop = None;
            self.sink = Some(sink??);
        }
        let gone = || BlobError::Unavailable("a growing blob that failed before".into());
        self.sink.take().ok_or_else(gone)
    }
}

struct Part {
    start: u64,
    length: u64,
    path: Path,
}

impl Part {
    fn end(&self) -> u64 {
        self.start + self.length
    }
}

impl ToObjects {
    fn part(&self, start: u64, length: u64) -> Path {
        let name = format!("{start:016x}-{length:x}");
        Path::from_iter(self.prefix.parts().chain(Path::from(name).parts()))
    }

    /// Lists the objects of the blob in the order of their first byte.
    async fn parts(&self) -> Result<Vec<Part>> {
        use futures_util::TryStreamExt;
        let objects: Vec<_> = self.store.list(Some(&self.prefix)).try_collect().await?;
        let read = |path: Path| {
            let (start, length) = path.filename()?.split_once('-')?;
            let number = |text| u64::from_str_radix(text, 16).ok();
            Some(Part { start: number(start)?, length: number(length)?, path: path.clone() })
        };
        let mut parts: Vec<Part> = objects.into_iter().filter_map(|o| read(o.location)).collect();
        parts.sort_by_key(|part| (part.start, part.length));
        Ok(parts)
    }

    async fn put_together(self, to: Path, size: u64) -> Result<StoredBlob> {
        let parts = self.parts().await?;
        let mut whole = Upload::to_remote(self.store.clone(), to);
        while whole.size() < size {
            let at = whole.size();
            let covers = |part: &&Part| part.start <= at && at < part.end();
            let part = parts.iter().filter(covers).max_by_key(|part| part.end());
            let part = part.ok_or(BlobError::Short(size - at))?;
            let bytes = self.store.get(&part.path).await?.bytes().await?;
            let from = usize::try_from(at - part.start).unwrap_or(usize::MAX);
            let left = usize::try_from(size - at).unwrap_or(usize::MAX);
            let piece = bytes.slice(from.min(bytes.len())..);
            let piece = piece.slice(..left.min(piece.len()));
            if piece.is_empty() {
                return Err(BlobError::Short(size - at));
            }
            whole.write(piece).await?;
        }
        let stored = whole.finish().await?;
        for part in parts {
            remote::delete(self.store.as_ref(), &part.path).await?;
        }
        Ok(stored)
    }
}

/// Removes all objects of an unfinished blob in a remote store.
pub(crate) async fn forget_in_remote(store: Arc<dyn ObjectStore>, prefix: Path) -> Result<()> {
    let target = ToObjects { store, prefix };
    for part in target.parts().await? {
        remote::delete(target.store.as_ref(), &part.path).await?;
    }
    Ok(())
}

fn hash_of(file: &mut File) -> Result<String> {
    file.seek(SeekFrom::Start(0))?;
    let (mut hasher, mut piece) = (Hasher::new(), vec![0; 1 << 20]);
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(hasher.finalize().to_hex().to_string()),
            read => {
                hasher.update(&piece[..read]);
            }
        }
    }
}
