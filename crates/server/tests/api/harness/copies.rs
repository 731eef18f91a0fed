//! Runs other commands on a server's installation, and starts a server on a restored backup.

use std::path::Path;
use std::process::Output;

use super::{Data, Engine, MediaLocation, Server, Store, program};

impl Server {
    /// Runs another command of the program on this server's installation.
    pub fn command(&self, words: &[&str]) -> Output {
        run(words, &self.data, self.database_url.as_deref(), &self.store)
    }

    /// Like `command`, but on the PostgreSQL database at `database_url`, or on SQLite if that is `None`.
    pub fn command_on(&self, words: &[&str], database_url: Option<&str>) -> Output {
        run(words, &self.data, database_url, &self.store)
    }

    /// Like `command`, but with the data folder and the SQLite database in `folder`, and with this server's media
    /// store.
    pub fn command_in(&self, words: &[&str], folder: &Path) -> Output {
        run(words, &Data::Given(folder.to_owned()), None, &self.store)
    }

    /// Restores a backup into a new installation with `ledgerline restore` and starts a server on it. The database is
    /// on this server's engine unless `engine` names another one.
    pub fn restore_from(&self, file: &Path, engine: Option<Engine>) -> Self {
        let data = Data::temporary();
        let is_remote = !self.store.flags.is_empty();
        let store =
            MediaLocation::for_store(if is_remote { Store::S3 } else { Store::Folder }, &data);
        let same = if self.database_url.is_some() { Engine::Postgres } else { Engine::Sqlite };
        let url = match engine.unwrap_or(same) {
            Engine::Sqlite => None,
            Engine::Postgres => Some(testbed::postgres().fresh_database()),
        };
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
