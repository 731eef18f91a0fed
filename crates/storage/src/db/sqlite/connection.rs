//! One SQLite connection with the settings of its role, and a watch that can stop it.
//!
//! The watch is a progress handler installed once; its limit (a number of steps, a deadline, none) is set
//! through atomics before each job. Whether a job was stopped is read from the watch, never guessed from the
//! error of a closure.

use std::hash::Hash;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, params_from_iter};

use super::super::transaction::Transaction;
use super::super::{DbError, Row, Sql, Value};
use super::cache::Cache;
use super::commits::{CommitMark, Commits};

/// How often the progress handler runs, in virtual machine steps: about every 20 microseconds.
const STRIDE: i32 = 1000;
const STATEMENTS: usize = 512;
/// How long the first read of a file waits for a lock.
const PROBE_WAIT: Duration = Duration::from_secs(2);
/// The write-ahead log file is truncated to this size after a restart.
const WAL_FILE_LIMIT: i64 = 32 * 1024 * 1024;

/// What a connection is for.
#[derive(Debug, Clone, Copy)]
pub enum Role {
    /// `may_make`: a missing file is created.
    Writer { may_make: bool },
    /// Carries the commit watcher for the cache.
    Reader(Access, Commits),
}

/// How a reading connection accesses the file and its write-ahead log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// The usual way: SQLite writes the wal-index.
    ReadWrite,
    /// The disk is read-only; the write-ahead log and the wal-index exist and are read.
    ReadOnly,
    /// The disk is read-only and the database was closed properly: the file alone holds everything.
    Immutable,
}

impl Access {
    /// The first access that works for this file.
    pub(super) fn of(path: &Path) -> Result<Access, DbError> {
        let mut refusal = None;
        for access in [Access::ReadWrite, Access::ReadOnly, Access::Immutable] {
            if access == Access::Immutable && has_log(path) {
                break;
            }
            match access.try_read(path) {
                Ok(()) | Err(rusqlite::Error::QueryReturnedNoRows) => return Ok(access),
                Err(error) => match from_driver(error) {
                    // A lock held for a moment says nothing about the disk.
                    DbError::Busy => return Err(DbError::Busy),
                    other => refusal = Some(other),
                },
            }
        }
        Err(refusal.unwrap_or(DbError::Missing))
    }

    fn try_read(self, path: &Path) -> Result<(), rusqlite::Error> {
        let conn = self.open(path)?;
        conn.busy_timeout(PROBE_WAIT)?;
        conn.query_row("SELECT 1 FROM sqlite_schema LIMIT 1", [], |_| Ok(()))
    }

    fn open(self, path: &Path) -> Result<Connection, rusqlite::Error> {
        let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
        match self {
            Self::ReadWrite => {
                Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_READ_WRITE)
            }
            Self::ReadOnly => {
                Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_READ_ONLY)
            }
            Self::Immutable => {
                let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
                let uri = format!("file:{}?immutable=1", uri_path(&path));
                Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_READ_ONLY)
            }
        }
    }
}

/// Whether a non-empty write-ahead log exists beside the file.
fn has_log(path: &Path) -> bool {
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut log = path.into_os_string();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|found| found.len() > 0)
}

/// Percent-encodes a path for a URI.
fn uri_path(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    path.as_os_str().as_encoded_bytes().iter().fold(String::new(), |mut uri, byte| {
        match plain(*byte) {
            true => uri.push(char::from(*byte)),
            false => uri.push_str(&format!("%{byte:02X}")),
        }
        uri
    })
}

/// An open connection.
pub struct SqliteConn {
    pub raw: Connection,
    pub(super) watch: Arc<Watch>,
    /// A statement of the current job met a lock.
    pub(super) met_lock: bool,
    pub(in crate::db) transaction: Transaction,
    /// Whether the write-ahead log contains deleted data and must be truncated.
    pub(in crate::db) is_to_be_scrubbed: bool,
    /// `None` for the writer, which sees uncommitted data.
    cache: Option<Cache>,
}

impl SqliteConn {
    pub fn open(path: &Path, role: Role, patience: Duration) -> Result<SqliteConn, DbError> {
        let opened = match role {
            Role::Reader(access, _) => access.open(path),
            Role::Writer { may_make } => {
                let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
                if may_make {
                    flags |= OpenFlags::SQLITE_OPEN_CREATE;
                }
                Connection::open_with_flags(path, flags)
            }
        };
        let mut raw = opened.map_err(from_driver)?;
        raw.set_prepared_statement_cache_capacity(STATEMENTS);
        raw.busy_timeout(patience).map_err(from_driver)?;
        configure(&raw, role).map_err(from_driver)?;
        let watch = Arc::new(Watch::new());
        let handler = Arc::clone(&watch);
        raw.progress_handler(STRIDE, Some(move || handler.must_stop())).map_err(from_driver)?;
        Ok(SqliteConn {
            raw,
            watch,
            met_lock: false,
            transaction: Transaction::Outside,
            is_to_be_scrubbed: false,
            cache: match role {
                Role::Writer { .. } => None,
                Role::Reader(_, commits) => Some(Cache::new(commits)),
            },
        })
    }

    /// Sets the size of the page cache.
    pub(super) fn set_page_cache(&self, kib: i32) -> Result<(), DbError> {
        self.raw.pragma_update(None, "cache_size", -kib.max(1)).map_err(from_driver)
    }

    pub(in crate::db) fn each(
        &mut self,
        sql: &Sql,
        params: &[Value<'_>],
        visit: impl FnMut(&Row<'_>) -> Result<bool, DbError>,
    ) -> Result<(), DbError> {
        self.may_run()?;
        match each_row(&self.raw, sql, params, visit) {
            Ok(()) => Ok(()),
            Err(Failure::Visitor(error)) => Err(error),
            Err(Failure::Driver(error)) => Err(self.note(error)),
        }
    }

    /// The cached value for `key` if nothing was committed since, and the commit mark under which a newly read
    /// value can be cached.
    pub(in crate::db) fn cached<K, T>(
        &mut self,
        key: &K,
    ) -> Result<(Option<T>, Option<CommitMark>), DbError>
    where
        K: Eq + Hash + Send + 'static,
        T: Clone + Send + 'static,
    {
        self.may_run()?;
        Ok(self.usable_cache().map_or((None, None), |cache| cache.get(key)))
    }

    pub(in crate::db) fn put_cached<K, T>(&mut self, key: K, value: &T, mark: CommitMark)
    where
        K: Eq + Hash + Send + 'static,
        T: Clone + Send + 'static,
    {
        if let Some(cache) = self.usable_cache() {
            cache.put(key, value.clone(), mark);
        }
    }

    /// The cache; `None` within a transaction, which may see an earlier state.
    fn usable_cache(&mut self) -> Option<&mut Cache> {
        self.cache.as_mut().filter(|_| matches!(self.transaction, Transaction::Outside))
    }

    pub(in crate::db) fn execute(
        &mut self,
        sql: &Sql,
        params: &[Value<'_>],
    ) -> Result<u64, DbError> {
        self.may_run()?;
        let run = || self.raw.prepare_cached(sql.sqlite())?.execute(params_from_iter(params));
        match run() {
            Ok(rows) => Ok(rows as u64),
            Err(error) => Err(self.note(error)),
        }
    }

    /// Begins a snapshot only on request: most reads are one statement, which BEGIN and ROLLBACK would make one
    /// and a half times as expensive.
    pub(in crate::db) fn snapshot(&mut self) -> Result<(), DbError> {
        if !matches!(self.transaction, Transaction::Outside) {
            return Ok(());
        }
        self.control("BEGIN").map_err(|error| self.note(error))?;
        self.transaction = Transaction::Snapshot;
        Ok(())
    }

    pub(super) fn end_snapshot(&mut self) -> Result<(), rusqlite::Error> {
        match std::mem::take(&mut self.transaction) {
            Transaction::Snapshot => self.control("ROLLBACK"),
            _ => Ok(()),
        }
    }

    /// Runs BEGIN, SAVEPOINT and similar statements without changing the watch or the transaction state.
    pub(super) fn control(&self, text: &str) -> Result<(), rusqlite::Error> {
        self.raw.prepare_cached(text)?.execute([]).map(drop)
    }

    fn may_run(&self) -> Result<(), DbError> {
        if self.watch.tripped() {
            return Err(DbError::Timeout);
        }
        self.transaction.check()
    }

    fn note(&mut self, error: rusqlite::Error) -> DbError {
        let error = from_driver(error);
        self.met_lock |= matches!(error, DbError::Busy);
        self.transaction.fail(&error);
        error
    }
}

enum Failure {
    Driver(rusqlite::Error),
    Visitor(DbError),
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Failure::Driver(error)
    }
}

fn each_row(
    raw: &Connection,
    sql: &Sql,
    params: &[Value<'_>],
    mut visit: impl FnMut(&Row<'_>) -> Result<bool, DbError>,
) -> Result<(), Failure> {
    let mut statement = raw.prepare_cached(sql.sqlite())?;
    let mut rows = statement.query(params_from_iter(params))?;
    while let Some(row) = rows.next()? {
        if !visit(&Row::sqlite(row)).map_err(Failure::Visitor)? {
            break;
        }
    }
    Ok(())
}

fn configure(raw: &Connection, role: Role) -> Result<(), rusqlite::Error> {
    raw.pragma_update(None, "temp_store", "MEMORY")?;
    raw.pragma_update(None, "trusted_schema", "OFF")?;
    // Query plans must not depend on parameters: where they might (a join on one), SQLite would prepare the
    // statement again at every use.
    raw.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    match role {
        Role::Writer { .. } => {
            raw.pragma_update(None, "synchronous", "FULL")?;
            raw.pragma_update(None, "secure_delete", "ON")?;
            raw.pragma_update(None, "foreign_keys", "ON")?;
            raw.pragma_update(None, "journal_size_limit", WAL_FILE_LIMIT)
        }
        Role::Reader(..) => {
            raw.pragma_update(None, "query_only", "ON")?;
            // The memory is allocated only as needed. A search reads a few hundred pages from all over the
            // file.
            raw.pragma_update(None, "cache_size", -8192)
        }
    }
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        use rusqlite::types::{ToSqlOutput, ValueRef};
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Int(value) => ValueRef::Integer(*value),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

/// The limit of a job.
pub(crate) enum Limit {
    Steps(u32),
    Until(Instant),
}

pub(crate) struct Watch {
    steps: AtomicI64,
    /// Microseconds after `origin`.
    until: AtomicU64,
    origin: Instant,
    tripped: AtomicBool,
}

impl Watch {
    fn new() -> Watch {
        Watch {
            steps: AtomicI64::new(i64::MAX),
            until: AtomicU64::new(u64::MAX),
            origin: Instant::now(),
            tripped: AtomicBool::new(false),
        }
    }

    pub(super) fn arm(&self, limit: &Limit) {
        let (steps, until) = match limit {
            Limit::Steps(steps) => (i64::from(*steps), u64::MAX),
            Limit::Until(instant) => (i64::MAX, self.micros(*instant)),
        };
        self.steps.store(steps, Ordering::Relaxed);
        self.until.store(until, Ordering::Relaxed);
        self.tripped.store(false, Ordering::Relaxed);
    }

    /// Removes the limit (the layer's own COMMIT and ROLLBACK must never be stopped); returns whether the job
    /// was stopped.
    pub(super) fn disarm(&self) -> bool {
        self.steps.store(i64::MAX, Ordering::Relaxed);
        self.until.store(u64::MAX, Ordering::Relaxed);
        self.tripped.swap(false, Ordering::Relaxed)
    }

    fn tripped(&self) -> bool {
        self.tripped.load(Ordering::Relaxed)
    }

    fn must_stop(&self) -> bool {
        let until = self.until.load(Ordering::Relaxed);
        let steps = self.steps.load(Ordering::Relaxed);
        if steps != i64::MAX {
            self.steps.store(steps - i64::from(STRIDE), Ordering::Relaxed);
        }
        let stop = steps <= i64::from(STRIDE)
            || (until != u64::MAX && self.micros(Instant::now()) >= until);
        if stop {
            self.tripped.store(true, Ordering::Relaxed);
        }
        stop
    }

    fn micros(&self, instant: Instant) -> u64 {
        let passed = instant.saturating_duration_since(self.origin).as_micros();
        u64::try_from(passed).unwrap_or(u64::MAX)
    }
}

pub(crate) fn from_driver(error: rusqlite::Error) -> DbError {
    // SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE and _ROWID.
    const UNIQUE: [i32; 3] = [1555, 2067, 2579];
    let Some(code) = error.sqlite_error().copied() else {
        return DbError::Other(Arc::new(error));
    };
    match code.code {
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => DbError::Busy,
        ErrorCode::OperationInterrupted => DbError::Timeout,
        ErrorCode::ConstraintViolation if UNIQUE.contains(&code.extended_code) => {
            DbError::Unique(Arc::new(error))
        }
        ErrorCode::ConstraintViolation => DbError::Constraint(Arc::new(error)),
        ErrorCode::DiskFull
        | ErrorCode::SystemIoFailure
        | ErrorCode::CannotOpen
        | ErrorCode::OutOfMemory
        | ErrorCode::FileLockingProtocolFailed => DbError::Unavailable(Arc::new(error)),
        _ => DbError::Other(Arc::new(error)),
    }
}
