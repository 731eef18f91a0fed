//! Why a restore could not be carried out, in sentences for the operator.

use std::io;
use std::path::Path;

use http::error::chain;

use crate::program::failure::Failure;

pub fn not_empty(place: &str) -> Failure {
    Failure::Other(format!("{place} is not empty; a backup is restored into an empty place only"))
}

pub fn failed(what: &str, error: &app::Error) -> Failure {
    Failure::Other(format!("{what}: {}", chain(error)))
}

/// `done` completes the sentence: a path that cannot be read, made, written or removed.
pub fn cannot(done: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::Other(format!("{} cannot be {done}: {error}", path.display()))
}
