//! PostgreSQL: a bounded pool of synchronous clients, used on blocking threads only.
//!
//! Dropping a client on an async worker aborts the process, so clients are created and dropped inside blocking
//! jobs, and the pool hands them to a plain thread when it is dropped. A connection that is found dead before
//! its first answer is replaced without an error: reads run again, a write has not begun yet.

pub(super) mod client;
pub(super) mod failure;
pub mod notify;
pub mod target;
pub mod tls;
pub(super) mod types;

use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::changes::{ChangeEvent, Changes, Watch};
use super::closure::{Outcome, ReadWork, WriteWork};
use super::conn::Backend;
use super::gate::Gate;
use super::{Conn, DbError, DbOptions, Schema, Tx, closure, migrate};
use client::PgConn;
use failure::from_connecting;
use notify::Notifier;
use target::Target;

pub(super) struct Pool {
    target: Target,
    options: DbOptions,
    gate: Gate,
    idle: Mutex<Vec<PgConn>>,
    watch: Arc<Watch>,
    notifier: Notifier,
}

/// The server's own timeouts should stop a statement long before; after this grace the server does not respond
/// at all.
const GRACE: Duration = Duration::from_secs(5);

impl Pool {
    pub(super) fn open(url: &str, options: &DbOptions) -> Result<Pool, DbError> {
        let target = Target::parse(url, options)?;
        prepare_on_plain_thread(target.clone(), options.clone())?;
        Ok(Pool {
            notifier: Notifier::new(target.clone()),
            watch: Arc::default(),
            target,
            options: options.clone(),
            gate: Gate::new(options.pool_size, options.pool_queue, options.pool_wait),
            idle: Mutex::default(),
        })
    }

    pub(super) fn size(&self) -> usize {
        self.options.pool_size
    }

    pub(super) fn in_use(&self) -> usize {
        self.gate.inside()
    }

    pub(super) async fn read(self: &Arc<Self>, work: ReadWork) -> Outcome {
        let patience = self.options.read_deadline + GRACE;
        self.on_blocking_thread(patience, move |pool| pool.run_read(&work)).await
    }

    pub(super) async fn write(self: &Arc<Self>, work: WriteWork) -> Outcome {
        if self.options.schema == Schema::ReadOnly {
            return Err(DbError::read_only().into());
        }
        let patience = self.options.write_deadline + GRACE;
        self.on_blocking_thread(patience, move |pool| pool.run_write(work)).await
    }

    async fn on_blocking_thread(
        self: &Arc<Self>,
        patience: Duration,
        job: impl FnOnce(&Pool) -> Outcome + Send + 'static,
    ) -> Outcome {
        let permit = self.gate.enter().await?;
        let pool = Arc::clone(self);
        let running = tokio::task::spawn_blocking(move || {
            let answer = job(&pool);
            drop(permit);
            answer
        });
        match tokio::time::timeout(patience, running).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_shutdown)) => Err(DbError::away("the program is shutting down").into()),
            Err(_elapsed) => Err(DbError::away("PostgreSQL does not answer").into()),
        }
    }

    fn run_read(&self, work: &ReadWork) -> Outcome {
        if let Some(conn) = self.take_idle() {
            let (answer, lost) = self.read_on(conn, work);
            if !lost {
                return answer;
            }
        }
        let conn = self.connect()?;
        self.read_on(conn, work).0
    }

    fn read_on(&self, mut pg: PgConn, work: &ReadWork) -> (Outcome, bool) {
        pg.begin_read();
        let mut conn = Conn { backend: Backend::Postgres(Box::new(pg)) };
        let answer = closure::read(&mut conn, work);
        let Backend::Postgres(mut pg) = conn.backend else {
            return (answer, false);
        };
        pg.roll_back();
        let lost = pg.was_lost();
        self.give_back(*pg);
        (answer, lost)
    }

    fn run_write(&self, work: WriteWork) -> Outcome {
        let pg = self.begin()?;
        let conn = Conn { backend: Backend::Postgres(Box::new(pg)) };
        let mut tx = Tx { conn, changes: Changes::default() };
        let answer = closure::write(&mut tx, work);
        let Backend::Postgres(mut pg) = tx.conn.backend else {
            return answer;
        };
        let answer = match answer {
            Ok(value) => match pg.commit() {
                Ok(()) => {
                    self.watch.notify_all(&tx.changes);
                    self.notifier.publish(&tx.changes);
                    Ok(value)
                }
                Err(error) => Err(error.into()),
            },
            Err(error) => {
                pg.roll_back();
                Err(error)
            }
        };
        self.give_back(*pg);
        answer
    }

    /// A connection with an open transaction.
    fn begin(&self) -> Result<PgConn, DbError> {
        if let Some(mut conn) = self.take_idle() {
            match conn.begin() {
                Ok(()) => return Ok(conn),
                Err(error) if !conn.was_lost() => return Err(error),
                Err(_) => self.give_back(conn),
            }
        }
        let mut conn = self.connect()?;
        conn.begin()?;
        Ok(conn)
    }

    fn connect(&self) -> Result<PgConn, DbError> {
        PgConn::open(&self.target, &self.options)
    }

    fn take_idle(&self) -> Option<PgConn> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// One lost connection means that the server went down, so the idle ones are dead too.
    fn give_back(&self, conn: PgConn) {
        let mut gone = Vec::new();
        {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            if conn.is_usable() {
                idle.push(conn);
            } else {
                if conn.was_lost() {
                    gone.append(&mut idle);
                }
                gone.push(conn);
            }
        }
        // Dropping a client talks to the server, so it happens without holding the list's lock.
        drop(gone);
    }

    pub(super) fn watch(
        &self,
        watcher: Box<dyn Fn(ChangeEvent) + Send + Sync>,
    ) -> Result<bool, DbError> {
        let is_first = self.watch.set(watcher);
        if is_first {
            let listening = self.notifier.listen(self.watch.clone());
            listening.map_err(|error| DbError::Unavailable(Arc::new(error)))?;
        }
        Ok(is_first)
    }

    pub(super) async fn close(self: &Arc<Self>) {
        self.gate.close();
        let idle = std::mem::take(&mut *self.idle.lock().unwrap_or_else(PoisonError::into_inner));
        let pool = Arc::clone(self);
        let end = move || {
            drop(idle);
            pool.notifier.end();
        };
        if let Err(error) = tokio::task::spawn_blocking(end).await {
            tracing::error!(%error, "closing the PostgreSQL connections failed");
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let idle = self.idle.get_mut().unwrap_or_else(PoisonError::into_inner);
        let idle = std::mem::take(idle);
        if !idle.is_empty() {
            std::thread::spawn(move || drop(idle));
        }
    }
}

/// Migrates the database, or checks that it needs no migration, on a plain thread: the caller may be on an
/// async worker, where the driver must not be used, and the driver would wait forever for a server that accepts
/// the connection and sends nothing.
fn prepare_on_plain_thread(target: Target, options: DbOptions) -> Result<(), DbError> {
    let patience = options.connect_timeout + options.migration_wait;
    let (sender, done) = std::sync::mpsc::channel();
    let prepare = move || {
        let mut client = target.connect().map_err(from_connecting)?;
        match options.schema {
            Schema::Migrate => {
                migrate::postgres::run(&mut client, options.migrations, options.migration_wait)
            }
            other => migrate::postgres::check(&mut client, options.migrations, other),
        }
    };
    std::thread::Builder::new()
        .name("db-migrate".to_owned())
        // After the timeout nobody receives the result.
        .spawn(move || drop(sender.send(prepare())))
        .map_err(|error| DbError::Unavailable(Arc::new(error)))?;
    match done.recv_timeout(patience) {
        Ok(migrated) => migrated,
        Err(RecvTimeoutError::Timeout) => Err(DbError::away("PostgreSQL does not answer")),
        Err(RecvTimeoutError::Disconnected) => Err(DbError::away("the PostgreSQL driver failed")),
    }
}
