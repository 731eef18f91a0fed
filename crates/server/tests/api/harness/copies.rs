//! Backups of a server's installation, and servers that begin with one.

use std::path::Path;
use std::process::Output;
use std::sync::Arc;

use super::{Data, Engine, MediaLocation, Server, Store, fresh_database, program};

impl Server {
    /// Runs another command of the program on this server's installation.
    pub fn command(&self, words: &[&str]) -> Output {
        run(words, &self.data, self.database_url.as_deref(), &self.store)
    }

    /// The same with another PostgreSQL database than the server's own, or with SQLite.
    pub fn command_on(&self, words: &[&str], database_url: Option<&str>) -> Output {
        run(words, &self.data, database_url, &self.store)
    }

    /// The same on this server's media, with a data folder and a database of another installation.
    pub fn command_in(&self, words: &[&str], folder: &Path) -> Output {
        run(words, &Data::Given(folder.to_owned()), None, &self.store)
    }

    /// `ledgerline restore` into a new place, and a server on it. The place is of the same kind, or on
    /// another engine.
    pub fn restore_from(&self, file: &Path, engine: Option<Engine>) -> Self {
        let data = Data::Own(Arc::new(tempfile::tempdir().expect("a folder")));
        let is_remote = !self.store.flags.is_empty();
        let store =
            MediaLocation::for_store(if is_remote { Store::S3 } else { Store::Folder }, &data);
        let same = if self.database_url.is_some() { Engine::Postgres } else { Engine::Sqlite };
        let url = fresh_database(engine.unwrap_or(same));
        let words = ["restore", file.to_str().expect("a plain path")];
        let output = run(&words, &data, url.as_deref(), &store);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Self::launch("serve", data, url, store, &[])
    }
}

fn run(words: &[&str], data: &Data, url: Option<&str>, store: &MediaLocation) -> Output {
    let folder = data.path().to_str().expect("a plain path");
    let mut line = words.to_vec();
    line.extend(["--data-dir", folder]);
    if let Some(url) = url {
        line.extend(["--database-url", url]);
    }
    line.extend(store.flags.iter().map(String::as_str));
    let mut command = program(&line);
    command.envs(store.variables.iter().map(|(name, value)| (name, value)));
    command.output().expect("the program runs")
}
