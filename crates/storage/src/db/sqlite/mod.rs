//! SQLite: a file, one writer thread, a few reading connections.

pub mod cache;
pub mod commits;
pub mod connection;
mod job;
mod reads;
mod wal;
mod writer;

use std::hash::Hash;
use std::path::Path;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::changes::{Changes, Watch};
use super::closure::{Outcome, ReadWork, WriteWork};
use super::conn::Backend;
use super::{Conn, DbError, DbOptions, Schema, Tx, migrate};
use commits::Commits;
use connection::{Access, Role, SqliteConn, from_driver};
use job::SLICE;
use job::Write;
use reads::Reads;
use wal::Wal;
use writer::Writer;

pub(super) struct Sqlite {
    reads: Arc<Reads>,
    /// `None` once closed; the writer ends when this sender is dropped and the queue is empty.
    queue: RwLock<Option<SyncSender<Write>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    write_wait: Duration,
    pub(super) read_connections: usize,
    pub(super) watch: Arc<Watch>,
}

impl Sqlite {
    pub(super) fn open(path: &Path, options: &DbOptions) -> Result<Sqlite, DbError> {
        if options.schema == Schema::ReadOnly {
            return Self::open_read_only(path, options);
        }
        let may_make = options.schema == Schema::Migrate;
        if !may_make && !is_there(path) {
            return Err(DbError::Missing);
        }
        let mut conn = SqliteConn::open(path, Role::Writer { may_make }, SLICE)?;
        conn.set_page_cache(options.write_cache_kib)?;
        if may_make {
            enter_wal_mode(&conn, options.migration_wait)?;
            migrate::sqlite::run(&mut conn.raw, options.migrations, options.migration_wait)?;
        } else {
            migrate::sqlite::check(&conn.raw, options.migrations, options.schema)?;
            enter_wal_mode(&conn, options.migration_wait)?;
        }
        let wal = Wal::watch(&mut conn, options)?;
        let commits = Commits::of(path);

        let (sender, queue) = sync_channel(options.write_queue.max(1));
        let conn = Conn { backend: Backend::Sqlite(Box::new(conn)) };
        let tx = Tx { conn, changes: Changes::default() };
        let watch: Arc<Watch> = Arc::default();
        let writer = Writer {
            tx,
            queue,
            wal,
            write_deadline: options.write_deadline,
            group: options.write_group.clone(),
            last_commit: Duration::ZERO,
            commits,
            watch: watch.clone(),
        };
        let thread = std::thread::Builder::new()
            .name("db-writer".to_owned())
            .spawn(move || writer.serve())
            .map_err(|error| DbError::Unavailable(Arc::new(error)))?;
        Ok(Sqlite {
            reads: Arc::new(Reads::new(path.to_path_buf(), Access::ReadWrite, commits, options)),
            queue: RwLock::new(Some(sender)),
            writer: Mutex::new(Some(thread)),
            write_wait: options.write_wait,
            read_connections: options.readers,
            watch,
        })
    }

    /// Opens without a writer: every write is refused.
    fn open_read_only(path: &Path, options: &DbOptions) -> Result<Sqlite, DbError> {
        if !is_there(path) {
            return Err(DbError::Missing);
        }
        let access = Access::of(path)?;
        let conn = SqliteConn::open(path, Role::Reader(access, Commits::none()), SLICE)?;
        migrate::sqlite::check(&conn.raw, options.migrations, options.schema)?;
        Ok(Sqlite {
            reads: Arc::new(Reads::new(path.to_path_buf(), access, Commits::none(), options)),
            queue: RwLock::new(None),
            writer: Mutex::new(None),
            write_wait: options.write_wait,
            read_connections: options.readers,
            watch: Arc::default(),
        })
    }

    pub(super) fn cached<K, T>(&self, key: &K) -> Option<T>
    where
        K: Eq + Hash + Send + 'static,
        T: Clone + Send + 'static,
    {
        self.reads.cached(key)
    }

    pub(super) async fn read(&self, work: ReadWork) -> Outcome {
        self.reads.read(work).await
    }

    pub(super) async fn write(&self, work: WriteWork) -> Outcome {
        let (reply, answer) = oneshot::channel();
        self.enqueue(Write::new(work, reply, Instant::now() + self.write_wait))?;
        answer.await.unwrap_or_else(|_gone| Err(closed_error().into()))
    }

    fn enqueue(&self, write: Write) -> Result<(), DbError> {
        let queue = self.queue.read().unwrap_or_else(PoisonError::into_inner);
        match queue.as_ref().map(|queue| queue.try_send(write)) {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(DbError::Busy),
            Some(Err(TrySendError::Disconnected(_))) | None => Err(closed_error()),
        }
    }

    pub(super) async fn close(&self) {
        self.queue.write().unwrap_or_else(PoisonError::into_inner).take();
        self.reads.close();
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer
            && let Err(error) = tokio::task::spawn_blocking(move || writer.join()).await
        {
            tracing::error!(%error, "the database writer did not end");
        }
    }
}

/// Whether there is a non-empty file: SQLite takes an empty file for a new database.
fn is_there(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| found.len() > 0)
}

/// Switches to WAL mode. The switch needs the file alone and SQLite does not wait for it, so it is retried;
/// other first starts may be doing the same.
fn enter_wal_mode(conn: &SqliteConn, patience: Duration) -> Result<(), DbError> {
    let give_up = Instant::now() + patience;
    loop {
        let mode = conn
            .raw
            .pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0));
        match mode.map_err(from_driver) {
            Ok(mode) if mode == "wal" => return Ok(()),
            Ok(mode) => {
                let reason =
                    format!("SQLite cannot use a write-ahead log here (it answers {mode:?})");
                return Err(DbError::Config(reason));
            }
            Err(DbError::Busy) if Instant::now() < give_up => std::thread::sleep(SLICE / 10),
            Err(error) => return Err(error),
        }
    }
}

fn closed_error() -> DbError {
    DbError::away("the database was closed")
}
