//! What tests need from the outside world: a real PostgreSQL, thrown away afterwards.
//!
//! `postgres()` is one cluster for the whole test process, started when the first test asks for it; each test
//! takes a `fresh_database()` of it. A test that stops the server takes a cluster of its own with
//! `Postgres::start()`. Nothing is left behind however the process ends: see `watchdog`.

mod cluster;
mod watchdog;

use std::sync::LazyLock;

pub use cluster::Postgres;

/// The cluster this test process shares.
pub fn postgres() -> &'static Postgres {
    static SHARED: LazyLock<Postgres> = LazyLock::new(Postgres::start);
    &SHARED
}
