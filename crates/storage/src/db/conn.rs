//! `Conn` and `Tx`: a connection that can read, and a transaction that can also write. Storage functions take
//! one of them.
//!
//! Both are plain synchronous types without lifetimes, so a noun's file is the same for both engines. Only
//! [`super::Db::read`] and [`super::Db::write`] create them.

use std::hash::Hash;
use std::ops::{Deref, DerefMut};

use domain::ids::UserId;
use domain::notifications::topics::Topic;

use super::changes::Changes;
use super::postgres::client::PgConn;
use super::sqlite::connection::SqliteConn;
use super::{DbError, Engine, Row, Sql, Value};

pub struct Conn {
    pub(crate) backend: Backend,
}

pub(crate) enum Backend {
    Sqlite(Box<SqliteConn>),
    Postgres(Box<PgConn>),
}

impl Conn {
    pub fn engine(&self) -> Engine {
        match self.backend {
            Backend::Sqlite(_) => Engine::Sqlite,
            Backend::Postgres(_) => Engine::Postgres,
        }
    }

    /// Returns every row, mapped.
    pub fn query<T>(
        &mut self,
        sql: &Sql,
        params: &[Value<'_>],
        mut map: impl FnMut(&Row<'_>) -> Result<T, DbError>,
    ) -> Result<Vec<T>, DbError> {
        let mut found = Vec::new();
        self.each(sql, params, |row| {
            found.push(map(row)?);
            Ok(true)
        })?;
        Ok(found)
    }

    /// Returns the first row, mapped, if there is one.
    pub fn query_opt<T>(
        &mut self,
        sql: &Sql,
        params: &[Value<'_>],
        mut map: impl FnMut(&Row<'_>) -> Result<T, DbError>,
    ) -> Result<Option<T>, DbError> {
        let mut found = None;
        self.each(sql, params, |row| {
            found = Some(map(row)?);
            Ok(false)
        })?;
        Ok(found)
    }

    /// Returns the first row, mapped; [`DbError::NoRow`] if there is none.
    pub fn query_one<T>(
        &mut self,
        sql: &Sql,
        params: &[Value<'_>],
        map: impl FnMut(&Row<'_>) -> Result<T, DbError>,
    ) -> Result<T, DbError> {
        self.query_opt(sql, params, map)?.ok_or(DbError::NoRow)
    }

    /// Returns the cached result of `read` for the key if nothing was committed since; otherwise runs `read`
    /// and caches its result. A cached result is as fresh as a new read, and much cheaper. For look-ups of
    /// every request. The key must contain everything the result depends on; each pair of key and result type
    /// has a cache of its own. PostgreSQL has no cache, because detecting a commit there costs as much as the
    /// read.
    pub fn cached<K, T, E>(
        &mut self,
        key: K,
        read: impl FnOnce(&mut Conn) -> Result<T, E>,
    ) -> Result<T, E>
    where
        K: Eq + Hash + Send + 'static,
        T: Clone + Send + 'static,
        E: From<DbError>,
    {
        let (value, mark) = match &mut self.backend {
            Backend::Sqlite(conn) => conn.cached(&key)?,
            Backend::Postgres(_) => (None, None),
        };
        if let Some(value) = value {
            return Ok(value);
        }
        let value = read(self)?;
        if let (Backend::Sqlite(conn), Some(mark)) = (&mut self.backend, mark) {
            conn.put_cached(key, &value, mark);
        }
        Ok(value)
    }

    /// Makes all further queries of this read see one snapshot (a list and its total, for example). It costs
    /// one more statement, which is a round trip on PostgreSQL, so it is optional. Inside a write it does
    /// nothing: there `tx.lock` excludes others.
    pub fn snapshot(&mut self) -> Result<(), DbError> {
        match &mut self.backend {
            Backend::Sqlite(conn) => conn.snapshot(),
            Backend::Postgres(conn) => conn.snapshot(),
        }
    }

    /// Makes PostgreSQL plan the further statements of a snapshot for their actual parameters. Otherwise it
    /// would choose one generic plan, which is wrong for a search term that may be in all rows or in none.
    /// SQLite always uses one plan, by a setting of the connection.
    pub fn plan_by_values(&mut self) -> Result<(), DbError> {
        match &mut self.backend {
            Backend::Sqlite(_) => Ok(()),
            Backend::Postgres(conn) => conn.plan_by_values(),
        }
    }

    /// Visits rows until the visitor returns `false`.
    fn each(
        &mut self,
        sql: &Sql,
        params: &[Value<'_>],
        visit: impl FnMut(&Row<'_>) -> Result<bool, DbError>,
    ) -> Result<(), DbError> {
        Value::check(params)?;
        match &mut self.backend {
            Backend::Sqlite(conn) => conn.each(sql, params, visit),
            Backend::Postgres(conn) => conn.each(sql, params, visit),
        }
    }
}

/// A connection inside a write transaction.
pub struct Tx {
    pub(crate) conn: Conn,
    pub(crate) changes: Changes,
}

impl Tx {
    /// Runs one changing statement; returns the number of changed rows.
    pub fn execute(&mut self, sql: &Sql, params: &[Value<'_>]) -> Result<u64, DbError> {
        Value::check(params)?;
        match &mut self.conn.backend {
            Backend::Sqlite(conn) => conn.execute(sql, params),
            Backend::Postgres(conn) => conn.execute(sql, params),
        }
    }

    /// Records that data of an account has changed. After the commit, and only then, open pages of the account
    /// are notified.
    pub fn record_change(&mut self, owner: UserId, topic: Topic) {
        self.changes.note(owner, topic);
    }

    /// Removes the data that this transaction deletes from the disk as soon as readers allow it. SQLite
    /// overwrites it in the database file, and the write-ahead log, which still contains it, is truncated after
    /// the commit. On PostgreSQL this is the work of VACUUM.
    pub fn scrub(&mut self) {
        match &mut self.conn.backend {
            Backend::Sqlite(conn) => conn.is_to_be_scrubbed = true,
            Backend::Postgres(_) => {}
        }
    }

    /// Blocks every other transaction that takes the same key until this one ends. Take the lock before a read
    /// that decides a write. SQLite has only one writer, so there it does nothing. Always take several locks in
    /// the same order.
    pub fn lock(&mut self, key: &str) -> Result<(), DbError> {
        match &mut self.conn.backend {
            Backend::Sqlite(_) => Ok(()),
            Backend::Postgres(conn) => conn.lock(key),
        }
    }
}

impl Deref for Tx {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.conn
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.conn
    }
}
