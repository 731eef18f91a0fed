//! The layer over the two drivers: one way to read and one way to write for both engines.
//!
//! Storage functions are synchronous and take `&mut Conn` or `&mut Tx`; `Db` decides where they run. On SQLite,
//! reads run inline on the async worker under a step budget and one writer thread groups writes; on PostgreSQL,
//! both run on blocking threads with a connection of a bounded pool.

mod changes;
mod closure;
mod conn;
mod engine;
mod error;
mod gate;
pub mod many_rows;
pub mod migrate;

mod options;
pub mod postgres;
mod presence;
mod row;
mod schema;
pub mod sql;
pub mod sqlite;
mod transaction;
mod value;

use std::hash::Hash;
use std::sync::Arc;

pub use changes::ChangeEvent;
use closure::{Outcome, ReadWork, WriteWork};
pub use conn::{Conn, Tx};
pub use engine::Engine;
pub use error::{Cause, DbError};
pub use options::{DEFAULT_POOL_SIZE, DbOptions, Location};
pub use presence::{Presence, Share};
pub use row::Row;
pub(crate) use row::require;
pub use schema::Schema;
pub use sql::Sql;
pub use value::Value;

pub use crate::{params, sql};

#[derive(Clone)]
pub struct Db {
    engine: Inner,
}

#[derive(Clone)]
enum Inner {
    Sqlite(Arc<sqlite::Sqlite>),
    Postgres(Arc<postgres::Pool>),
}

impl Db {
    /// Opens the database; `DbOptions::schema` says whether it may be created and migrated. Blocks; may be
    /// called from any thread.
    pub fn open(options: &DbOptions) -> Result<Db, DbError> {
        let engine = match &options.location {
            Location::Sqlite(path) => Inner::Sqlite(Arc::new(sqlite::Sqlite::open(path, options)?)),
            Location::Postgres(url) => {
                Inner::Postgres(Arc::new(postgres::Pool::open(url, options)?))
            }
        };
        Ok(Db { engine })
    }

    pub fn engine(&self) -> Engine {
        match self.engine {
            Inner::Sqlite(_) => Engine::Sqlite,
            Inner::Postgres(_) => Engine::Postgres,
        }
    }

    /// Returns a value cached by [`Conn::cached`] if nothing was committed since, without waiting for a connection.
    pub fn cached<K, T>(&self, key: &K) -> Option<T>
    where
        K: Eq + Hash + Send + 'static,
        T: Clone + Send + 'static,
    {
        match &self.engine {
            Inner::Sqlite(sqlite) => sqlite.cached(key),
            Inner::Postgres(_) => None,
        }
    }

    /// Runs a reading closure. It may run twice (a slow read moves to another connection, a broken connection
    /// is replaced), so it must have no effect but its result.
    pub async fn read<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: Fn(&mut Conn) -> Result<T, E> + Send + Sync + 'static,
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        closure::typed(self.run_read(closure::untyped_read(work)).await)
    }

    /// Runs a closure in a transaction and returns after the commit. `Err` or a panic rolls back only this
    /// closure's work. A request dropped before its turn does nothing; one dropped later is completed.
    pub async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: FnOnce(&mut Tx) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        closure::typed(self.run_write(closure::untyped_write(work)).await)
    }

    async fn run_read(&self, work: ReadWork) -> Outcome {
        match &self.engine {
            Inner::Sqlite(sqlite) => sqlite.read(work).await,
            Inner::Postgres(pool) => pool.read(work).await,
        }
    }

    async fn run_write(&self, work: WriteWork) -> Outcome {
        match &self.engine {
            Inner::Sqlite(sqlite) => sqlite.write(work).await,
            Inner::Postgres(pool) => pool.write(work).await,
        }
    }

    /// Calls the watcher for every change that is committed from now on, by this process or, on PostgreSQL, by
    /// any other process on the same database. The watcher runs on the committing thread and must be quick.
    /// Returns false if there is already a watcher.
    pub fn watch(
        &self,
        watcher: impl Fn(ChangeEvent) + Send + Sync + 'static,
    ) -> Result<bool, DbError> {
        match &self.engine {
            Inner::Sqlite(sqlite) => Ok(sqlite.watch.set(Box::new(watcher))),
            Inner::Postgres(pool) => pool.watch(Box::new(watcher)),
        }
    }

    /// How many reads can run at once.
    pub fn read_connections(&self) -> usize {
        match &self.engine {
            Inner::Sqlite(sqlite) => sqlite.read_connections,
            Inner::Postgres(pool) => pool.size(),
        }
    }

    /// How many connections of the pool are in use; `None` on SQLite.
    pub fn pool_in_use(&self) -> Option<usize> {
        match &self.engine {
            Inner::Sqlite(_) => None,
            Inner::Postgres(pool) => Some(pool.in_use()),
        }
    }

    /// Accepts no more work, finishes the queued work, and copies the write-ahead log into the database file.
    /// Clones of this `Db` then return `Unavailable`.
    pub async fn close(self) {
        match self.engine {
            Inner::Sqlite(sqlite) => sqlite.close().await,
            Inner::Postgres(pool) => pool.close().await,
        }
    }
}
