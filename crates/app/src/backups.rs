//! The whole installation in one file, made while everybody works on: all rows of one moment, every media file
//! they name, and the key. A zip whose last entry lists what is in it, with a checksum of each; without that
//! list, or with one bit of difference, it is not taken back.
//!
//! Media are copied before the rows are read, so that what is deleted meanwhile is in it all the same, and what
//! came in meanwhile is copied after. Should one of those be gone again by then, the rows are read once more.

mod reading;
mod rows;
mod writing;

use serde::{Deserialize, Serialize};

pub use reading::{Backup, complete, empty_store, is_store_empty};
pub use writing::write;

use crate::Error;

/// What this program writes and reads.
const FORMAT: u32 = 1;

const MANIFEST: &str = "manifest.json";
const DATABASE: &str = "database.jsonl";
const KEY: &str = "secret.key";
/// What the names of media begin with; the rest is their key in the store.
const STORE: &str = "store/";

#[derive(Serialize, Deserialize)]
struct Manifest {
    format: u32,
    /// Of the program that wrote it.
    program: String,
    made_at: String,
    /// The last migration of its database.
    schema: i64,
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    name: String,
    size: u64,
    blake3: String,
}

/// What a backup holds, for whoever asked for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    pub rows: u64,
    pub files: u64,
    pub bytes: u64,
}

fn cannot(what: &str, path: &std::path::Path, error: impl std::fmt::Display) -> Error {
    Error::Conflict(format!("{} cannot be {what}: {error}", path.display()))
}
