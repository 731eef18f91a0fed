//! The options of opening a database: its location and all limits. The defaults are for the server; tests use
//! smaller limits.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use super::Schema;
use super::migrate::{EMBEDDED, Migration};

#[derive(Debug, Clone)]
pub enum Location {
    /// A SQLite file; its folder must exist.
    Sqlite(PathBuf),
    /// A `postgres://…` URL. It may contain a password: never print it.
    Postgres(String),
}

#[derive(Debug, Clone)]
pub struct DbOptions {
    pub location: Location,
    pub schema: Schema,
    /// The migrations: those built into the program, unless a test has its own.
    pub migrations: &'static [Migration],
    /// How long a start waits for another process that is migrating.
    pub migration_wait: Duration,

    /// SQLite: the largest number of connections for reads on the async workers; opened as needed.
    pub readers: usize,
    /// SQLite: the virtual machine steps of such a read before it moves to the slow pool.
    pub read_steps: u32,
    /// SQLite: the number of connections for slow reads.
    pub slow_readers: usize,
    /// SQLite: how many slow reads may wait for a connection; more are `Busy`.
    pub slow_queue: usize,
    /// A read that runs longer is a `Timeout`.
    pub read_deadline: Duration,

    /// SQLite: how many writes may wait for the writer; more are `Busy`.
    pub write_queue: usize,
    /// How long a write waits for its turn or for a lock before it is `Busy`.
    pub write_wait: Duration,
    /// A write whose statements run longer than this is a `Timeout`.
    pub write_deadline: Duration,
    /// SQLite: how long a group accepts more writes before it is committed: as long as the last commit took,
    /// within these bounds, so that at least half of the time is work. A longer group would gain little, and
    /// would answer so many requests at once that concurrent reads wait for them.
    pub write_group: RangeInclusive<Duration>,
    /// SQLite: the writer's page cache in KiB. Bulk writes need more, so that a page is not read and written
    /// again for every few rows.
    pub write_cache_kib: i32,
    /// SQLite: the number of frames (4 kB each) in the write-ahead log from which the writer waits for readers
    /// to restart it.
    pub wal_frames: i32,

    /// PostgreSQL: the largest number of connections.
    pub pool_size: usize,
    /// PostgreSQL: how many requests may wait for a connection; more are `Busy`.
    pub pool_queue: usize,
    /// PostgreSQL: how long such a request waits before it is `Busy`.
    pub pool_wait: Duration,
    /// PostgreSQL: how long to wait for the server to accept a connection.
    pub connect_timeout: Duration,
}

/// The largest number of connections to PostgreSQL, unless the operator sets another.
pub const DEFAULT_POOL_SIZE: usize = 16;

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
            pool_size: DEFAULT_POOL_SIZE,
            pool_queue: 1024,
            pool_wait: Duration::from_secs(5),
            connect_timeout: Duration::from_secs(3),
        }
    }
}
