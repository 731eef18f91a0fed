//! What storage functions are written against: a connection that can read, a transaction that can also write.
//!
//! Both are plain synchronous types without lifetimes, so a noun file reads the same whichever engine is
//! behind it. They are handed out by [`super::Db::read`] and [`super::Db::write`] and never made elsewhere.

use std::hash::Hash;
use std::ops::{Deref, DerefMut};

use domain::ids::UserId;
use domain::topics::Topic;

use super::news::Changes;
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

    /// Every row, mapped.
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

    /// The first row, if there is one.
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

    /// The first row; [`DbError::NoRow`] when there is none.
    pub fn query_one<T>(
        &mut self,
        sql: &Sql,
        params: &[Value<'_>],
        map: impl FnMut(&Row<'_>) -> Result<T, DbError>,
    ) -> Result<T, DbError> {
        self.query_opt(sql, params, map)?.ok_or(DbError::NoRow)
    }

    /// What `read` answers for the key, or has answered before, where nobody has committed anything since: as fresh as
    /// a new look and much cheaper. For what every request looks up. The key holds all that the answer depends on;
    /// each type of answer has keys of its own. PostgreSQL cannot tell for less than it takes to look again.
    pub fn kept<K, T>(
        &mut self,
        key: K,
        read: impl FnOnce(&mut Conn) -> Result<T, DbError>,
    ) -> Result<T, DbError>
    where
        K: Eq + Hash + Send + 'static,
        T: Clone + Send + 'static,
    {
        let (value, mark) = match &mut self.backend {
            Backend::Sqlite(conn) => conn.kept(&key)?,
            Backend::Postgres(_) => (None, None),
        };
        if let Some(value) = value {
            return Ok(value);
        }
        let value = read(self)?;
        if let (Backend::Sqlite(conn), Some(mark)) = (&mut self.backend, mark) {
            conn.keep(key, &value, mark);
        }
        Ok(value)
    }

    /// Makes all further queries of this read see one moment in time (a list and its total, say). It
    /// costs a statement more, a round trip on PostgreSQL, so it is asked for. Inside a write it changes
    /// nothing: there `tx.lock` is what keeps others out.
    pub fn snapshot(&mut self) -> Result<(), DbError> {
        match &mut self.backend {
            Backend::Sqlite(conn) => conn.snapshot(),
            Backend::Postgres(conn) => conn.snapshot(),
        }
    }

    /// Has the further statements of a snapshot planned for the very values they are given. PostgreSQL
    /// otherwise settles on one plan for all, which is wrong for text that may be anywhere or nowhere;
    /// SQLite has one plan for all by our choice.
    pub fn plan_by_values(&mut self) -> Result<(), DbError> {
        match &mut self.backend {
            Backend::Sqlite(_) => Ok(()),
            Backend::Postgres(conn) => conn.plan_by_values(),
        }
    }

    /// Visits rows until the visitor says `false`.
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
    /// Runs one changing statement; answers how many rows it touched.
    pub fn execute(&mut self, sql: &Sql, params: &[Value<'_>]) -> Result<u64, DbError> {
        Value::check(params)?;
        match &mut self.conn.backend {
            Backend::Sqlite(conn) => conn.execute(sql, params),
            Backend::Postgres(conn) => conn.execute(sql, params),
        }
    }

    /// Says that something of an account's is no longer as it was. Whoever has a page of it open is told
    /// after the commit, and only then.
    pub fn changed(&mut self, owner: UserId, topic: Topic) {
        self.changes.note(owner, topic);
    }

    /// Has what this transaction deletes vanish from the disk as soon as readers allow it. SQLite overwrites
    /// it in its file; its log, which still tells of it, is emptied after the commit. On PostgreSQL this is
    /// the work of VACUUM.
    pub fn scrub(&mut self) {
        match &mut self.conn.backend {
            Backend::Sqlite(conn) => conn.is_to_be_scrubbed = true,
            Backend::Postgres(_) => {}
        }
    }

    /// Keeps every other transaction that asks for the same key out until this one ends. Take it before a
    /// read that decides a write. SQLite has one writer, so there it is already true. Always take several
    /// locks in the same order.
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
