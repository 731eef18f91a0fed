//! The metadata of a blob that the store returns without opening it.

use std::time::SystemTime;

use crate::key::Key;

/// The size and the time of modification of a blob.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlobInfo {
    pub size: u64,
    pub modified: SystemTime,
}

/// A blob in a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub key: Key,
    pub facts: BlobInfo,
}
