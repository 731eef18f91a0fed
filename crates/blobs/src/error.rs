//! The errors of a blob store. Callers distinguish three cases: the blob does not exist, the disk is full, or the store
//! is unavailable. The cause is for the log.

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
    #[error("the bucket of the media store does not exist")]
    NoBucket(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("the media store refuses the credentials")]
    Denied(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The blob is shorter than the requested range, because another program has changed it.
    #[error("a blob ends {0} bytes too early")]
    Short(u64),
}

impl BlobError {
    /// The kind of failure of the store, as a word for metrics and the health check; `None` if only a blob is missing.
    pub fn kind(&self) -> Option<&'static str> {
        match self {
            Self::NotFound => None,
            Self::Full(_) => Some("full"),
            Self::Unavailable(_) => Some("unreachable"),
            Self::NoBucket(_) => Some("no bucket"),
            Self::Denied(_) => Some("denied"),
            Self::Short(_) => Some("damaged"),
        }
    }

    /// Converts the error of a write: "not found" then means that the folder or bucket is missing.
    pub(crate) fn while_writing(self) -> Self {
        match self {
            Self::NotFound => Self::NoBucket("the store answered that it does not exist".into()),
            other => other,
        }
    }
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
        use object_store::Error::{NotFound, PermissionDenied, Unauthenticated};
        // The library passes on only the status of S3's answer; the text of the answer says which 404 or 403 it is.
        let text = chain(&error);
        let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
        match error {
            error if says(&["NoSuchBucket"]) => Self::NoBucket(error.into()),
            NotFound { .. } => Self::NotFound,
            error @ (PermissionDenied { .. } | Unauthenticated { .. }) => {
                Self::Denied(error.into())
            }
            error if says(&["AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch"]) => {
                Self::Denied(error.into())
            }
            other => Self::Unavailable(other.into()),
        }
    }
}

fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        text.push_str(&source.to_string());
        next = source.source();
    }
    text
}

impl From<tokio::task::JoinError> for BlobError {
    fn from(error: tokio::task::JoinError) -> Self {
        Self::Unavailable(error.into())
    }
}
