//! The whole installation in one file, made while everybody works on: all rows of one moment, every media file
//! they name, and the key. A zip whose last entry lists what is in it, with a checksum of each; without that
//! list, or with one bit of difference, it is not taken back.
//!
//! Media are copied before the rows are read, so that what is deleted meanwhile is in it all the same, and what
//! came in meanwhile is copied after. Should one of those be gone again by then, the rows are read once more. A file
//! that is missing all the same is named in the backup's list, and the backup goes on.

mod growing;
mod reading;
mod rows;
mod writing;

use serde::{Deserialize, Serialize};

pub use growing::Target;
pub use reading::{Backup, Restored, complete, empty_store, is_store_empty};
pub use writing::{Scope, write};

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
    /// The installation whose database and media store these are.
    #[serde(default)]
    installation: Option<String>,
    /// How many rows the database had.
    #[serde(default)]
    rows: u64,
    /// Media were left out on purpose.
    #[serde(default)]
    is_database_only: bool,
    /// Keys of media that rows name and the store did not have.
    #[serde(default)]
    missing: Vec<String>,
    entries: Vec<Entry>,
}

/// Tables whose rows a backup does not bring back: what they hold opens an account, and may have been ended since.
const NOT_RESTORED: [&str; 4] =
    ["sessions", "password_resets", "email_confirmations", "invitations"];

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    name: String,
    size: u64,
    blake3: String,
}

/// What a backup holds, for whoever asked for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    pub rows: u64,
    pub files: u64,
    pub bytes: u64,
    /// Keys of media that rows name and the store does not have.
    pub missing: Vec<String>,
}

fn cannot(what: &str, path: &std::path::Path, error: impl std::fmt::Display) -> Error {
    Error::Conflict(format!("{} cannot be {what}: {error}", path.display()))
}
