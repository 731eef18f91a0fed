//! What tests need from the outside world: a real PostgreSQL, a real S3-speaking server, a mail server, a disk that fills
//! up, small media files, and time limits that hold on a busy machine. The servers are thrown away afterwards.
//!
//! `postgres()` is one cluster for the whole test process, started when the first test asks for it; each test
//! takes a `fresh_database()` of it, or a `copied_database()` with tables already in it. A test that stops the server
//! takes a cluster of its own with `Postgres::start()`. Nothing is left behind however the process ends: see `watchdog`.

mod authority;
pub mod budget;
mod cluster;
mod disk;
pub mod fixtures;
mod line;
mod lot;
mod passkeys;
mod s3;
pub mod smtp;
mod watchdog;

use std::io::Write as _;
use std::path::Path;
use std::sync::{LazyLock, OnceLock};

pub use authority::{Authority, Identity};
pub use cluster::Postgres;
pub use disk::SmallDisk;
pub use line::{Fault, FaultyProxy};
pub use lot::Lot;
pub use passkeys::Passkey;
pub use s3::S3;
pub use smtp::Smtp;

/// Notes why a test cannot prove here what it is for. `tools/rust-tests` tells it at the end, and does not remember the
/// test's binary as passed.
///
/// # Panics
/// If the note cannot be written.
pub fn note_skipped(reason: &str) {
    eprintln!("skipped: {reason}");
    let Ok(path) = std::env::var("SKIPPED_FILE") else { return };
    let opened = std::fs::OpenOptions::new().append(true).open(path);
    let written = opened.and_then(|mut file| writeln!(file, "{reason}"));
    assert!(written.is_ok(), "the reason of a skipped test could not be noted: {written:?}");
}

/// The PostgreSQL cluster that all tests of this process share.
pub fn postgres() -> &'static Postgres {
    static SHARED: LazyLock<Postgres> = LazyLock::new(Postgres::start);
    &SHARED
}

/// The S3-compatible server that all tests of this process share; it ends with the process.
pub fn s3() -> &'static S3 {
    static SHARED: LazyLock<S3> = LazyLock::new(S3::start);
    &SHARED
}

/// The bytes of a SQLite file that `prepare` has created, so that each test can begin with a copy of it. The first call
/// in a process creates the file on a separate thread; `prepare` must close the database.
///
/// # Panics
/// If `prepare` panics or leaves no file.
pub fn sqlite_template(prepare: impl FnOnce(&Path) + Send) -> &'static [u8] {
    static MADE: OnceLock<Vec<u8>> = OnceLock::new();
    MADE.get_or_init(|| {
        let made = std::thread::scope(|scope| {
            let make = || {
                let folder = tempfile::tempdir()?;
                let file = folder.path().join("template.db");
                prepare(&file);
                std::fs::read(file)
            };
            scope.spawn(make).join()
        });
        match made {
            Ok(Ok(bytes)) => bytes,
            Ok(Err(error)) => panic!("no template of a SQLite file: {error}"),
            Err(_) => panic!("no template of a SQLite file"),
        }
    })
}
