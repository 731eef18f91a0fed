//! Files too large for a database: beats, videos, their pictures, finished exports. They are stored in a folder or in
//! an S3-compatible store, under keys that the program makes. A file appears under its key either complete or not at
//! all. It is read in pieces, so memory use does not depend on its size.
//!
//! A folder is read with the system calls themselves, because one positional read for each piece is as fast as a web
//! server; every other store goes through `object_store`.

mod buffer_pool;
mod entry;
mod error;
mod folder;
mod growing;
mod key;
mod local_file;
mod page_cache;
mod place;
mod reader;
mod remote;
mod upload;

use std::ops::Range;
use std::sync::Arc;
use std::time::SystemTime;

use bytes::Bytes;
use object_store::{ObjectStore, memory::InMemory};
use tokio::sync::mpsc;

pub use entry::{BlobInfo, Entry};
pub use error::{BlobError, Result};
pub use growing::GrowingBlob;
pub use key::Key;
pub use local_file::LocalFile;
pub use place::StoreLocation;
pub use reader::{FileRange, LONGEST_FILE_RANGE, OpenFile, Piece, Reader};
pub use upload::{StoredBlob, Upload};

use folder::Folder;

/// A blob store. A clone refers to the same store.
#[derive(Clone)]
pub struct Blobs(Backend);

#[derive(Clone)]
enum Backend {
    Folder(Arc<Folder>),
    Remote(Arc<dyn ObjectStore>, object_store::path::Path),
}

impl Blobs {
    /// Opens the store and creates its folder. A remote store is not contacted yet: a server whose media store is
    /// unavailable for a while still serves everything else.
    pub fn open(place: &StoreLocation) -> Result<Self> {
        let variables = std::env::vars_os().filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        });
        Self::open_with(place, variables)
    }

    /// Like `open`, with other `AWS_*` variables than those of the process.
    pub fn open_with(
        place: &StoreLocation,
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self> {
        Ok(Self(match place {
            StoreLocation::Folder(root) => Backend::Folder(Arc::new(Folder::open(root)?)),
            StoreLocation::S3 { bucket, prefix } => {
                Backend::Remote(remote::s3(bucket, variables)?, remote::prefix(prefix))
            }
        }))
    }

    /// A store in memory, for tests.
    pub fn in_memory() -> Self {
        Self(Backend::Remote(Arc::new(InMemory::new()), object_store::path::Path::default()))
    }

    /// Begins to write a blob. It appears under the key only after `Upload::finish`; an upload that is dropped leaves
    /// nothing behind.
    pub async fn create(&self, key: &Key) -> Result<Upload> {
        match &self.0 {
            Backend::Folder(folder) => Upload::to_folder(folder.clone(), key.clone()).await,
            Backend::Remote(store, prefix) => {
                Ok(Upload::to_remote(store.clone(), remote::path(prefix, key)))
            }
        }
    }

    /// Opens a blob that is written in several sessions; a new one is empty. Call `GrowingBlob::cut_to` to set where to
    /// continue. Returns `None` while another task or process has the blob open.
    pub async fn grow(&self, key: &Key) -> Result<Option<GrowingBlob>> {
        match &self.0 {
            Backend::Folder(folder) => GrowingBlob::in_folder(folder.clone(), key).await,
            Backend::Remote(store, prefix) => {
                Ok(Some(GrowingBlob::in_remote(store.clone(), remote::path(prefix, key))))
            }
        }
    }

    /// Moves a finished growing blob to its key. It is durable when this returns.
    pub async fn finish_growing(&self, growing: GrowingBlob, to: &Key) -> Result<StoredBlob> {
        match &self.0 {
            Backend::Folder(_) => growing.finish(to, None).await,
            Backend::Remote(_, prefix) => growing.finish(to, Some(remote::path(prefix, to))).await,
        }
    }

    /// Removes an unfinished growing blob.
    pub async fn forget_growing(&self, key: &Key) -> Result<()> {
        match &self.0 {
            Backend::Folder(folder) => folder.delete(key).await,
            Backend::Remote(store, prefix) => {
                growing::forget_in_remote(store.clone(), remote::path(prefix, key)).await
            }
        }
    }

    /// Writes a blob from memory.
    pub async fn put(&self, key: &Key, bytes: Bytes) -> Result<StoredBlob> {
        let mut upload = self.create(key).await?;
        upload.write(bytes).await?;
        upload.finish().await
    }

    /// Writes a small blob if the key is free; returns false if a blob exists under it.
    pub async fn put_new(&self, key: &Key, bytes: Bytes) -> Result<bool> {
        match &self.0 {
            Backend::Folder(folder) => folder.put_new(key, bytes).await,
            Backend::Remote(store, prefix) => {
                remote::put_new(store.as_ref(), &remote::path(prefix, key), bytes).await
            }
        }
    }

    /// Reads `range` of a blob, piece by piece. The blob is opened by the first `Reader::next`, which fails if it does
    /// not exist.
    pub fn read(&self, key: &Key, range: Range<u64>) -> Reader {
        match &self.0 {
            Backend::Folder(folder) => Reader::of_file(folder.path(key), range),
            Backend::Remote(store, prefix) => {
                Reader::of_remote(store.clone(), remote::path(prefix, key), range)
            }
        }
    }

    /// Reads a complete blob, which must be small.
    pub async fn get(&self, key: &Key) -> Result<Bytes> {
        let facts = self.head(key).await?.ok_or(BlobError::NotFound)?;
        let mut reader = self.read(key, 0..facts.size);
        let mut whole = Vec::new();
        while let Some(piece) = reader.next().await? {
            whole.extend_from_slice(&piece);
        }
        Ok(whole.into())
    }

    pub async fn head(&self, key: &Key) -> Result<Option<BlobInfo>> {
        match &self.0 {
            Backend::Folder(folder) => folder.head(key).await,
            Backend::Remote(store, prefix) => {
                remote::head(store.as_ref(), &remote::path(prefix, key)).await
            }
        }
    }

    /// Removes a blob; a missing blob is no error.
    pub async fn delete(&self, key: &Key) -> Result<()> {
        match &self.0 {
            Backend::Folder(folder) => folder.delete(key).await,
            Backend::Remote(store, prefix) => {
                remote::delete(store.as_ref(), &remote::path(prefix, key)).await
            }
        }
    }

    /// Moves a blob to another key and sets its time of modification to now.
    pub async fn move_to(&self, from: &Key, to: &Key) -> Result<()> {
        match &self.0 {
            Backend::Folder(folder) => folder.clone().move_to(from, to).await,
            Backend::Remote(store, prefix) => {
                let paths = [from, to].map(|key| remote::path(prefix, key));
                remote::move_to(store.as_ref(), &paths[0], &paths[1]).await
            }
        }
    }

    /// Lists all blobs whose keys begin with a part such as `media`; a few entries are read ahead. Names that are not
    /// valid keys are skipped.
    pub fn list(&self, first: &str) -> Listing {
        let (send, entries) = mpsc::channel(64);
        match &self.0 {
            Backend::Folder(folder) => folder.list(first, send),
            Backend::Remote(store, prefix) => remote::list(store, prefix, first, send),
        }
        Listing(entries)
    }

    /// Checks with one small request that the store is reachable and accepts the credentials.
    pub async fn check(&self) -> Result<()> {
        match &self.0 {
            Backend::Folder(folder) => folder.check().await,
            // Listing an empty prefix distinguishes a missing bucket from a missing object; requesting one object would
            // not.
            Backend::Remote(..) => match self.list("health-check").next().await {
                Some(Err(error)) => Err(error.while_writing()),
                _ => Ok(()),
            },
        }
    }

    /// Removes unfinished files that were last modified before `since`, which a killed process has left behind; returns
    /// their number. A remote store does not list unfinished objects: there, a lifecycle rule of the bucket removes
    /// them.
    pub async fn remove_unfinished(&self, since: SystemTime) -> Result<u64> {
        match &self.0 {
            Backend::Folder(folder) => folder.remove_unfinished(since).await,
            Backend::Remote(..) => Ok(0),
        }
    }

    /// Returns a blob as a local file, for programs that read files: the stored file itself, or a copy that is deleted
    /// with the value.
    pub async fn file(&self, key: &Key) -> Result<LocalFile> {
        let facts = self.head(key).await?.ok_or(BlobError::NotFound)?;
        match &self.0 {
            Backend::Folder(folder) => Ok(LocalFile::own(folder.path(key))),
            Backend::Remote(..) => LocalFile::copy(self.read(key, 0..facts.size)).await,
        }
    }
}

pub struct Listing(mpsc::Receiver<Result<Entry>>);

impl Listing {
    pub async fn next(&mut self) -> Option<Result<Entry>> {
        self.0.recv().await
    }
}
