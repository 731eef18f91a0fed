//! How a database is opened: where it is, and every bound the layer keeps. The defaults are what the
//! server runs with; tests shrink the bounds to reach them quickly.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use super::Schema;
use super::migrate::{EMBEDDED, Migration};

#[derive(Debug, Clone)]
pub enum Location {
    /// A SQLite file; its folder must be there.
    Sqlite(PathBuf),
    /// A `postgres://…` URL. It may hold a password: never print it.
    Postgres(String),
}

#[derive(Debug, Clone)]
pub struct DbOptions {
    pub location: Location,
    pub schema: Schema,
    /// The schema's history; the one built into the program unless a test brings its own.
    pub migrations: &'static [Migration],
    /// How long a start may wait for another one that is migrating.
    pub migration_wait: Duration,

    /// SQLite: connections at most, opened as needed, that serve reads on the async workers.
    pub readers: usize,
    /// SQLite: virtual machine steps such a read may take before it moves to the slow pool.
    pub read_steps: u32,
    /// SQLite: connections for reads that need longer.
    pub slow_readers: usize,
    /// SQLite: slow reads that may wait for one of those; more are `Busy`.
    pub slow_queue: usize,
    /// A read still running after this is a `Timeout`.
    pub read_deadline: Duration,

    /// SQLite: writes that may wait for the writer; more are `Busy`.
    pub write_queue: usize,
    /// How long a write waits for its turn or for a lock before it is `Busy`.
    pub write_wait: Duration,
    /// A write whose statements run longer than this is a `Timeout`.
    pub write_deadline: Duration,
    /// SQLite: how long a group of writes takes more in before it is committed: as long as the commit before
    /// took, so that at least half of the time is work, within these bounds. A longer one would gain little,
    /// and answer so many at once that whoever reads meanwhile waits for them all.
    pub write_group: RangeInclusive<Duration>,
    /// SQLite: memory in KiB for pages the writer has in hand. Whoever writes in bulk wants more of it, so
    /// that a page is not read and written again for every few rows.
    pub write_cache_kib: i32,
    /// SQLite: frames (of 4 kB) in the write-ahead log from which the writer waits for readers to restart it.
    pub wal_frames: i32,

    /// PostgreSQL: connections at most.
    pub pool_size: usize,
    /// PostgreSQL: requests that may wait for a connection; more are `Busy`.
    pub pool_queue: usize,
    /// PostgreSQL: how long such a request waits before it is `Busy`.
    pub pool_wait: Duration,
    /// PostgreSQL: how long to wait for the server to accept a connection.
    pub connect_timeout: Duration,
}

impl DbOptions {
    pub fn sqlite(path: impl Into<PathBuf>) -> DbOptions {
        DbOptions::at(Location::Sqlite(path.into()))
    }

    pub fn postgres(url: impl Into<String>) -> DbOptions {
        DbOptions::at(Location::Postgres(url.into()))
    }

    pub fn at(location: Location) -> DbOptions {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        DbOptions {
            location,
            schema: Schema::Migrate,
            migrations: EMBEDDED,
            migration_wait: Duration::from_secs(60),
            readers: cores.min(8),
            read_steps: 50_000,
            slow_readers: 2,
            slow_queue: 64,
            read_deadline: Duration::from_secs(10),
            write_queue: 1024,
            write_wait: Duration::from_secs(5),
            write_deadline: Duration::from_secs(30),
            write_group: Duration::from_millis(3)..=Duration::from_millis(50),
            write_cache_kib: 4096,
            wal_frames: 8192,
            pool_size: 16,
            pool_queue: 1024,
            pool_wait: Duration::from_secs(5),
            connect_timeout: Duration::from_secs(3),
        }
    }
}
