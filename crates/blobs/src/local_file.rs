//! A blob as a file on this machine. A blob of a remote store is copied to a temporary file, which is deleted with the
//! value.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;
use tokio::task::spawn_blocking;

use crate::{BlobError, Reader, Result};

#[derive(Debug)]
pub struct LocalFile(FilePath);

#[derive(Debug)]
enum FilePath {
    Own(PathBuf),
    Copy(NamedTempFile),
}

impl LocalFile {
    pub(crate) fn own(path: PathBuf) -> Self {
        Self(FilePath::Own(path))
    }

    pub(crate) async fn copy(mut reader: Reader) -> Result<Self> {
        let mut file = spawn_blocking(NamedTempFile::new).await??;
        while let Some(piece) = reader.next().await? {
            file = spawn_blocking(move || {
                file.write_all(&piece)?;
                Ok::<_, BlobError>(file)
            })
            .await??;
        }
        Ok(Self(FilePath::Copy(file)))
    }

    pub fn path(&self) -> &Path {
        match &self.0 {
            FilePath::Own(path) => path,
            FilePath::Copy(file) => file.path(),
        }
    }
}
