//! Backups: the whole installation in one zip file, written while the server is in use. It holds all rows of one
//! snapshot, every media file they refer to, and the key. Its last entry is a manifest with a checksum of every entry;
//! a file without the manifest, or with a single bit changed, is not restored.
//!
//! Media files are copied before the rows are read, so that files deleted meanwhile are included, and files added
//! meanwhile are copied afterwards. If one of those is gone by then, the rows are read again. A file that is still
//! missing is listed in the manifest, and the backup goes on.

mod file_writer;
mod reading;
mod rows;
mod writing;

use serde::{Deserialize, Serialize};

pub use file_writer::Target;
pub use reading::{Backup, Restored, complete, empty_store, is_store_empty};
pub use writing::{Scope, write};

use crate::Error;

/// The version of the backup format.
const FORMAT: u32 = 1;

const MANIFEST: &str = "manifest.json";
const DATABASE: &str = "database.jsonl";
const KEY: &str = "secret.key";
/// Prefix of the entry names of media files; the rest is the key in the media store.
const STORE: &str = "store/";

#[derive(Serialize, Deserialize)]
struct Manifest {
    format: u32,
    /// The version of the program that wrote the backup.
    program: String,
    made_at: String,
    /// The schema version of the database.
    schema: i64,
    /// The id of the installation.
    #[serde(default)]
    installation: Option<String>,
    /// The number of rows in the backup.
    #[serde(default)]
    rows: u64,
    /// Whether media files were left out on purpose.
    #[serde(default)]
    is_database_only: bool,
    /// Keys of media files that rows refer to and that the store did not have.
    #[serde(default)]
    missing: Vec<String>,
    entries: Vec<Entry>,
}

/// Tables that are not restored: their rows give access to an account and may have been revoked since, or belong to
/// uploads whose bytes are not in the backup.
const NOT_RESTORED: [&str; 6] =
    ["sessions", "password_resets", "email_confirmations", "invitations", "uploads", "previews"];

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    name: String,
    size: u64,
    blake3: String,
}

/// The contents of a backup, for the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    pub rows: u64,
    pub files: u64,
    pub bytes: u64,
    /// Keys of media files that rows refer to and that the store does not have.
    pub missing: Vec<String>,
}

fn cannot(what: &str, path: &std::path::Path, error: impl std::fmt::Display) -> Error {
    Error::Conflict(format!("{} cannot be {what}: {error}", path.display()))
}
