//! What can go wrong with a store. A caller needs to tell three things apart: the blob is not there, there
//! is no room, or the store is away; the cause is for the log.

use std::io;

pub type Result<T, E = BlobError> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    #[error("there is nothing under this key")]
    NotFound,
    #[error("the media store is full")]
    Full(#[source] io::Error),
    #[error("the media store cannot be reached")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The blob is shorter than what was asked of it: somebody else has changed it.
    #[error("a blob ends {0} bytes too early")]
    Short(u64),
}

impl From<io::Error> for BlobError {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind::{FileTooLarge, NotFound, QuotaExceeded, StorageFull};
        match error.kind() {
            NotFound => Self::NotFound,
            StorageFull | QuotaExceeded | FileTooLarge => Self::Full(error),
            _ => Self::Unavailable(error.into()),
        }
    }
}

impl From<rustix::io::Errno> for BlobError {
    fn from(error: rustix::io::Errno) -> Self {
        io::Error::from(error).into()
    }
}

impl From<object_store::Error> for BlobError {
    fn from(error: object_store::Error) -> Self {
        match error {
            object_store::Error::NotFound { .. } => Self::NotFound,
            other => Self::Unavailable(other.into()),
        }
    }
}

impl From<tokio::task::JoinError> for BlobError {
    fn from(error: tokio::task::JoinError) -> Self {
        Self::Unavailable(error.into())
    }
}
