//! The media store of a server under test, and its files as tests see them.

use std::path::{Path, PathBuf};

use testbed::budget;

use super::{Data, Server};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Store {
    Folder,
    S3,
}

/// Makes each named function two tests: on SQLite with media in a folder, and on PostgreSQL with media in S3. The media
/// stores (the crate `blobs`) do not depend on the database, so the other two combinations would run the same code.
/// As with `on_both_engines`, `make test` runs the second test of a name behind `pg` only. OPS-02
macro_rules! on_every_store {
    ($($names:tt)+) => {
        $crate::harness::tested_on!([] {
            mod sqlite_folder { Server::start_with(Engine::Sqlite, Store::Folder, &[]) }
            mod postgres_s3 { Server::start_with(Engine::Postgres, Store::S3, &[]) }
        } $($names)+);
    };
}
pub(crate) use on_every_store;

/// The flags and environment variables for a media store, and the folder in which tests find its files.
#[derive(Clone)]
pub(super) struct MediaLocation {
    pub(super) flags: Vec<String>,
    pub(super) variables: Vec<(&'static str, String)>,
    pub(super) folder: PathBuf,
}

impl MediaLocation {
    pub(super) fn for_store(store: Store, data: &Data) -> Self {
        match store {
            Store::Folder => {
                let folder = data.path().join("media");
                Self { flags: Vec::new(), variables: Vec::new(), folder }
            }
            Store::S3 => Self::in_s3(testbed::s3()),
        }
    }

    pub(super) fn in_s3(s3: &testbed::S3) -> Self {
        let bucket = s3.fresh_bucket();
        Self {
            flags: vec!["--media-url".to_owned(), format!("s3://{bucket}/studio")],
            variables: s3.variables().to_vec(),
            folder: s3.bucket_folder(&bucket).join("studio"),
        }
    }

    /// Replaces the value of one environment variable.
    pub(super) fn with_variable(mut self, name: &str, value: &str) -> Self {
        for (_, old) in self.variables.iter_mut().filter(|(known, _)| *known == name) {
            *old = value.to_owned();
        }
        self
    }

    /// S3 with a bucket that does not exist.
    pub(super) fn in_no_bucket(s3: &testbed::S3) -> Self {
        let place = Self::in_s3(s3);
        let flags = vec!["--media-url".to_owned(), "s3://nobody-made-this/studio".to_owned()];
        Self { flags, ..place }
    }

    /// S3 behind a TCP line that the test can interrupt.
    pub(super) fn through_line(s3: &testbed::S3, line: &testbed::FaultyProxy) -> Self {
        let mut place = Self::in_s3(s3);
        for (name, value) in &mut place.variables {
            if *name == "AWS_ENDPOINT_URL" {
                *value = format!("http://{}", line.address());
            }
        }
        place
    }
}

impl Server {
    /// The media files in the store, also those that are still being written, without the trash. For S3 these are the
    /// files in the folder of the test's S3 server.
    pub fn media_files(&self) -> Vec<PathBuf> {
        let mut folders = vec![self.store.folder.clone()];
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if entry.file_name() == "trash" || entry.file_name() == "installation.id" {
                    continue;
                }
                if path.is_dir() { folders.push(path) } else { files.push(path) }
            }
        }
        files.sort();
        files
    }

    pub fn media_folder(&self) -> &Path {
        &self.store.folder
    }

    /// Waits until the store holds `count` media files.
    pub fn wait_for_media_files(&self, count: usize) {
        let counted = budget::poll(budget::PATIENCE, || {
            let files = self.media_files();
            if files.len() == count { Ok(()) } else { Err(files) }
        });
        counted.unwrap_or_else(|files| panic!("not {count}: {files:?}"));
    }
}
