//! Which processes use a database. Every server holds a shared lock while it runs; work that needs the database
//! alone (a new key, a restore, a migration) takes the lock exclusively. On SQLite it is a file lock on the
//! folder of the database file, on PostgreSQL a session's advisory lock, which also works across machines. The
//! operating system, or PostgreSQL, releases it when the process ends in any way.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use postgres::Client;

use super::postgres::failure::{from_connecting, from_driver};
use super::postgres::target::Target;
use super::{Db, DbError, DbOptions, Location, Schema};

/// The key of this advisory lock; it must never change.
const LOCK: i64 = 0x6c65_6467_7072_6573;
/// How often a start that waits for another process tries again.
const RETRY_INTERVAL: Duration = Duration::from_millis(20);
/// A process that holds the lock of an outdated database for this long is a running server, not another start.
const SERVER_AFTER: Duration = Duration::from_secs(2);
/// How often the session that holds the lock is checked.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// The shared lock: any number of processes can hold it at once.
    Shared,
    /// The exclusive lock: one process holds it alone.
    Sole,
}

/// Holds the lock until it is dropped.
pub struct Presence {
    held: HeldLock,
    share: Share,
}

enum HeldLock {
    /// `None` if the file system has no locks, or the folder does not exist yet.
    Folder(Option<File>),
    Session(Session),
}

impl Drop for HeldLock {
    fn drop(&mut self) {
        if let Self::Folder(Some(folder)) = self {
            // Closing the folder is not enough: a child process that was forked meanwhile keeps the lock until it runs its
            // own program.
            let _ = folder.unlock();
        }
    }
}

impl Presence {
    /// Opens a database for a server and takes the lock. A missing or outdated database is migrated only while
    /// no other process uses it: a server of an older version would go on with the schema it knows. Of several
    /// first starts one migrates and the others wait for it.
    ///
    /// A server that is alone gets the exclusive lock first and shares it with `into_shared`. Blocks.
    pub fn open(options: &DbOptions) -> Result<(Db, Presence), DbError> {
        let give_up = Instant::now() + options.migration_wait;
        let mut in_use_since = None;
        loop {
            let current = DbOptions { schema: Schema::Current, ..options.clone() };
            match Db::open(&current) {
                Ok(db) => {
                    for share in [Share::Sole, Share::Shared] {
                        if let Some(presence) = Self::take(options, share)? {
                            return Ok((db, presence));
                        }
                    }
                }
                Err(DbError::Missing | DbError::Outdated { .. }) => {
                    if let Some(presence) = Self::take(options, Share::Sole)? {
                        let migrating = DbOptions { schema: Schema::Migrate, ..options.clone() };
                        return Ok((Db::open(&migrating)?, presence));
                    }
                    let is_shared = Self::take(options, Share::Shared)?.is_some();
                    let since = in_use_since.filter(|_| is_shared);
                    in_use_since = is_shared.then(|| since.unwrap_or_else(Instant::now));
                }
                // Several first starts at the same time block each other for a moment.
                Err(DbError::Busy) => {}
                Err(error) => return Err(error),
            }
            let is_in_use = in_use_since.is_some_and(|since| since.elapsed() > SERVER_AFTER);
            if is_in_use || Instant::now() > give_up {
                return Err(DbError::InUse);
            }
            std::thread::sleep(RETRY_INTERVAL);
        }
    }

    /// Takes the lock; returns `None` while another process holds a conflicting one.
    pub fn take(options: &DbOptions, share: Share) -> Result<Option<Presence>, DbError> {
        let held = match &options.location {
            Location::Sqlite(path) => {
                let folder = File::open(folder_of(path)).ok();
                let taken = match (&folder, share) {
                    (None, _) => Ok(()),
                    (Some(folder), Share::Shared) => folder.try_lock_shared(),
                    (Some(folder), Share::Sole) => folder.try_lock(),
                };
                match taken {
                    Err(TryLockError::WouldBlock) => None,
                    Ok(()) => Some(HeldLock::Folder(folder)),
                    Err(TryLockError::Error(_)) => Some(HeldLock::Folder(None)),
                }
            }
            Location::Postgres(url) => {
                let target = Target::parse(url, options)?;
                let patience = options.connect_timeout + options.write_wait;
                Session::begin(target, share, patience)?.map(HeldLock::Session)
            }
        };
        Ok(held.map(|held| Self { held, share }))
    }

    /// Whether no other process uses the database.
    pub fn is_sole(&self) -> bool {
        self.share == Share::Sole
    }

    /// Changes the exclusive lock to a shared one; no other process can take the exclusive lock in between.
    pub fn into_shared(mut self) -> Result<Presence, DbError> {
        match &self.held {
            HeldLock::Folder(Some(folder)) => {
                folder.lock_shared().map_err(|error| DbError::Unavailable(Arc::new(error)))?;
            }
            HeldLock::Folder(None) => {}
            HeldLock::Session(session) => session.share()?,
        }
        self.share = Share::Shared;
        Ok(self)
    }

    /// Calls back whenever the lock was lost for a while, for example when PostgreSQL was restarted; the
    /// argument says whether it is held again. In between, another process may have held the exclusive lock.
    pub fn on_interruption(&self, callback: impl Fn(bool) + Send + 'static) {
        if let HeldLock::Session(session) = &self.held {
            session.send(Order::OnInterruption(Box::new(callback)));
        }
    }
}

/// The folder of the real file: two paths to one file are one database.
fn folder_of(path: &Path) -> PathBuf {
    let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match real.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// A PostgreSQL session that only holds the lock, on a thread of its own, because the driver must not be used
/// on an async worker.
struct Session {
    orders: Sender<Order>,
    thread: Option<JoinHandle<()>>,
}

enum Order {
    Share(Sender<Result<(), DbError>>),
    OnInterruption(Box<dyn Fn(bool) + Send>),
    End,
}

impl Session {
    fn begin(target: Target, share: Share, patience: Duration) -> Result<Option<Session>, DbError> {
        let (orders, received) = mpsc::channel();
        let (answer, answered) = mpsc::channel();
        let hold = move || match connect(&target, share) {
            Ok(Some(client)) => {
                let _ = answer.send(Ok(true));
                Holder { target, client, share, callback: None }.hold(&received);
            }
            Ok(None) => drop(answer.send(Ok(false))),
            Err(error) => drop(answer.send(Err(error))),
        };
        let thread = std::thread::Builder::new()
            .name("db-presence".to_owned())
            .spawn(hold)
            .map_err(|error| DbError::Unavailable(Arc::new(error)))?;
        match answered.recv_timeout(patience) {
            Ok(Ok(true)) => Ok(Some(Session { orders, thread: Some(thread) })),
            Ok(Ok(false)) => Ok(None),
            Ok(Err(error)) => Err(error),
            Err(_) => Err(DbError::away("PostgreSQL does not answer")),
        }
    }

    fn share(&self) -> Result<(), DbError> {
        let (answer, answered) = mpsc::channel();
        self.send(Order::Share(answer));
        answered.recv().unwrap_or_else(|_| Err(DbError::away("the lock's session ended")))
    }

    fn send(&self, order: Order) {
        // If the thread has ended, there is no lock left.
        let _ = self.orders.send(order);
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.send(Order::End);
        // A server that does not answer must not keep the process from ending.
        let give_up = Instant::now() + Duration::from_secs(2);
        if let Some(thread) = self.thread.take() {
            while !thread.is_finished() && Instant::now() < give_up {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }
}

struct Holder {
    target: Target,
    client: Client,
    share: Share,
    callback: Option<Box<dyn Fn(bool) + Send>>,
}

impl Holder {
    fn hold(mut self, orders: &mpsc::Receiver<Order>) {
        loop {
            match orders.recv_timeout(CHECK_INTERVAL) {
                Ok(Order::Share(answer)) => {
                    let shared = self.share();
                    let _ = answer.send(shared);
                }
                Ok(Order::OnInterruption(callback)) => self.callback = Some(callback),
                Ok(Order::End) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => self.check_session(),
            }
        }
    }

    /// A session may hold both locks at once, so nobody else can take the exclusive one in between.
    fn share(&mut self) -> Result<(), DbError> {
        let lock = "SELECT pg_advisory_lock_shared($1)";
        self.client.execute(lock, &[&LOCK]).map_err(from_driver)?;
        let unlock = "SELECT pg_advisory_unlock($1)";
        self.client.execute(unlock, &[&LOCK]).map_err(from_driver)?;
        self.share = Share::Shared;
        Ok(())
    }

    fn check_session(&mut self) {
        if self.client.is_valid(CHECK_INTERVAL).is_ok() {
            return;
        }
        // While PostgreSQL is unavailable no lock can be held; the next check tries again.
        match connect(&self.target, self.share) {
            Ok(Some(client)) => {
                self.client = client;
                self.report(true);
            }
            Ok(None) => self.report(false),
            Err(_) => {}
        }
    }

    fn report(&self, is_held: bool) {
        if let Some(callback) = &self.callback {
            callback(is_held);
        }
    }
}

/// A session that holds the lock, or `None` while other processes prevent it.
fn connect(target: &Target, share: Share) -> Result<Option<Client>, DbError> {
    let mut client = target.connect().map_err(from_connecting)?;
    let lock = match share {
        Share::Shared => "SELECT pg_try_advisory_lock_shared($1)",
        Share::Sole => "SELECT pg_try_advisory_lock($1)",
    };
    let taken = client.query_one(lock, &[&LOCK]).and_then(|row| row.try_get(0));
    let taken: bool = taken.map_err(from_driver)?;
    Ok(taken.then_some(client))
}
