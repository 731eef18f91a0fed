//! Files too large for a database: beats, videos, their pictures, finished exports. They are stored in a folder or in an
//! S3-compatible store, under keys that the program makes. A file appears under its key whole or not at all; it is read in
//! pieces; memory use does not depend on its size.
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

/// The store. A clone is the same store.
#[derive(Clone)]
pub struct Blobs(Backend);

#[derive(Clone)]
enum Backend {
    Folder(Arc<Folder>),
    Remote(Arc<dyn ObjectStore>, object_store::path::Path),
}

impl Blobs {
    /// Opens the store, and makes its folder. Whether a remote one answers shows when it is used: a
    /// server whose media are away for a while still serves everything else.
    pub fn open(place: &StoreLocation) -> Result<Self> {
        let variables = std::env::vars_os().filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        });
        Self::open_with(place, variables)
    }

    /// The same with `AWS_*` variables from elsewhere than the process's own.
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

    /// A store that is gone with the process, for tests.
    pub fn in_memory() -> Self {
        Self(Backend::Remote(Arc::new(InMemory::new()), object_store::path::Path::default()))
    }

    /// Begins to write. Nothing is seen under the key before `Upload::finish`, and nothing is left of an
    /// upload that is dropped.
    pub async fn create(&self, key: &Key) -> Result<Upload> {
        match &self.0 {
            Backend::Folder(folder) => Upload::to_folder(folder.clone(), key.clone()).await,
            Backend::Remote(store, prefix) => {
                Ok(Upload::to_remote(store.clone(), remote::path(prefix, key)))
            }
        }
    }

    /// Opens a blob that grows in several goes; one that is not there yet is empty. `GrowingBlob::cut_to` says where to go
    /// on. None while somebody else has it open.
    pub async fn grow(&self, key: &Key) -> Result<Option<GrowingBlob>> {
        match &self.0 {
            Backend::Folder(folder) => GrowingBlob::in_folder(folder.clone(), key).await,
            Backend::Remote(store, prefix) => {
                Ok(Some(GrowingBlob::in_remote(store.clone(), remote::path(prefix, key))))
            }
        }
    }

    /// Puts a grown blob in its place. When this returns it lasts.
    pub async fn finish_growing(&self, growing: GrowingBlob, to: &Key) -> Result<StoredBlob> {
        match &self.0 {
            Backend::Folder(_) => growing.finish(to, None).await,
            Backend::Remote(_, prefix) => growing.finish(to, Some(remote::path(prefix, to))).await,
        }
    }

    /// Removes what there is of a blob that grew.
    pub async fn forget_growing(&self, key: &Key) -> Result<()> {
        match &self.0 {
            Backend::Folder(folder) => folder.delete(key).await,
            Backend::Remote(store, prefix) => {
                growing::forget_in_remote(store.clone(), remote::path(prefix, key)).await
            }
        }
    }

    /// Writes what is in memory already.
    pub async fn put(&self, key: &Key, bytes: Bytes) -> Result<StoredBlob> {
        let mut upload = self.create(key).await?;
        upload.write(bytes).await?;
        upload.finish().await
    }

    /// Writes a small blob unless there is one under the key already; false where there is.
    pub async fn put_new(&self, key: &Key, bytes: Bytes) -> Result<bool> {
        match &self.0 {
            Backend::Folder(folder) => folder.put_new(key, bytes).await,
            Backend::Remote(store, prefix) => {
                remote::put_new(store.as_ref(), &remote::path(prefix, key), bytes).await
            }
        }
    }

    /// Reads `range` of a blob, piece by piece. Nothing happens before the first `Reader::next`, which
    /// tells whether the blob is there.
    pub fn read(&self, key: &Key, range: Range<u64>) -> Reader {
        match &self.0 {
            Backend::Folder(folder) => Reader::of_file(folder.path(key), range),
            Backend::Remote(store, prefix) => {
                Reader::of_remote(store.clone(), remote::path(prefix, key), range)
            }
        }
    }

    /// The whole of a blob that is known to be small.
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

    /// Removes a blob; one that is gone already is no failure.
    pub async fn delete(&self, key: &Key) -> Result<()> {
        match &self.0 {
            Backend::Folder(folder) => folder.delete(key).await,
            Backend::Remote(store, prefix) => {
                remote::delete(store.as_ref(), &remote::path(prefix, key)).await
            }
        }
    }

    /// Moves a blob to another key. Its time of modification is now, as if it had just been written.
    pub async fn move_to(&self, from: &Key, to: &Key) -> Result<()> {
        match &self.0 {
            Backend::Folder(folder) => folder.clone().move_to(from, to).await,
            Backend::Remote(store, prefix) => {
                let paths = [from, to].map(|key| remote::path(prefix, key));
                remote::move_to(store.as_ref(), &paths[0], &paths[1]).await
            }
        }
    }

    /// Everything under a first part of keys such as `media`, a few entries ahead of who asks. Names
    /// that are no keys of ours are passed over.
    pub fn list(&self, first: &str) -> Listing {
        let (send, entries) = mpsc::channel(64);
        match &self.0 {
            Backend::Folder(folder) => folder.list(first, send),
            Backend::Remote(store, prefix) => remote::list(store, prefix, first, send),
        }
        Listing(entries)
    }

    /// Asks the store whether it is there and lets us in, with one small request.
    pub async fn check(&self) -> Result<()> {
        match &self.0 {
            Backend::Folder(folder) => folder.check().await,
            // Listing nothing tells a missing bucket apart from a missing object, which asking for one object
            // does not.
            Backend::Remote(..) => match self.list("health-check").next().await {
                Some(Err(error)) => Err(error.while_writing()),
                _ => Ok(()),
            },
        }
    }

    /// Removes half-written files that nobody has touched since then, which a process left behind when
    /// it was killed; tells how many. A remote store shows no half-written objects: there, a lifecycle
    /// rule of the bucket forgets them.
    pub async fn remove_unfinished(&self, since: SystemTime) -> Result<u64> {
        match &self.0 {
            Backend::Folder(folder) => folder.remove_unfinished(since).await,
            Backend::Remote(..) => Ok(0),
        }
    }

    /// A blob as a file, for what reads files: where it lies, or a copy that goes with the value.
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
