//! Which processes live on a database. Every server holds a shared lock for as long as it runs; what must have the
//! database to itself (a new key, a restore, a migration) takes the lock alone. On SQLite it is a file lock on the
//! folder of the database file, on PostgreSQL an advisory lock of a session, so that it holds across machines. The
//! system, or PostgreSQL, frees it when the process ends, however it ends.

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

/// Names this lock among the database's advisory locks; it must never change.
const LOCK: i64 = 0x6c65_6467_7072_6573;
/// How often a start that waits for another process looks again.
const LOOK_AGAIN: Duration = Duration::from_millis(20);
/// A process that shares an outdated database for this long is a server, not another start.
const SETTLED: Duration = Duration::from_secs(2);
/// How often the session that holds the lock is looked after.
const LOOK_AFTER: Duration = Duration::from_secs(2);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// Beside any number of others.
    Shared,
    /// With nobody else.
    Sole,
}

/// Holds the lock until it is dropped.
pub struct Presence(Held);

enum Held {
    /// None where the file system has no locks, or the folder is not there yet.
    Folder(Option<File>),
    Session(Session),
}

impl Presence {
    /// Opens a database for a server, which lives on it from then on. A database that is missing or outdated is
    /// migrated only while no other process lives on it: a server of an older program would go on with the schema
    /// it knows. Of several first starts one migrates and the others wait for it. Blocks.
    pub fn open(options: &DbOptions) -> Result<(Db, Presence), DbError> {
        let give_up = Instant::now() + options.migration_wait;
        let mut in_use_since = None;
        loop {
            let current = DbOptions { schema: Schema::Current, ..options.clone() };
            match Db::open(&current) {
                Ok(db) => {
                    if let Some(presence) = Self::take(options, Share::Shared)? {
                        return Ok((db, presence));
                    }
                }
                Err(DbError::Missing | DbError::Outdated { .. }) => {
                    if let Some(presence) = Self::take(options, Share::Sole)? {
                        let migrating = DbOptions { schema: Schema::Migrate, ..options.clone() };
                        let db = Db::open(&migrating)?;
                        return Ok((db, presence.into_shared()?));
                    }
                    let is_shared = Self::take(options, Share::Shared)?.is_some();
                    let since = in_use_since.filter(|_| is_shared);
                    in_use_since = is_shared.then(|| since.unwrap_or_else(Instant::now));
                }
                // Several first starts at once stand in each other's way for a moment.
                Err(DbError::Busy) => {}
                Err(error) => return Err(error),
            }
            let is_in_use = in_use_since.is_some_and(|since| since.elapsed() > SETTLED);
            if is_in_use || Instant::now() > give_up {
                return Err(DbError::InUse);
            }
            std::thread::sleep(LOOK_AGAIN);
        }
    }

    /// Takes the lock, or answers none while another process holds it the other way.
    pub fn take(options: &DbOptions, share: Share) -> Result<Option<Presence>, DbError> {
        match &options.location {
            Location::Sqlite(path) => {
                let folder = File::open(folder_of(path)).ok();
                let taken = match (&folder, share) {
                    (None, _) => Ok(()),
                    (Some(folder), Share::Shared) => folder.try_lock_shared(),
                    (Some(folder), Share::Sole) => folder.try_lock(),
                };
                match taken {
                    Err(TryLockError::WouldBlock) => Ok(None),
                    Ok(()) => Ok(Some(Self(Held::Folder(folder)))),
                    Err(TryLockError::Error(_)) => Ok(Some(Self(Held::Folder(None)))),
                }
            }
            Location::Postgres(url) => {
                let target = Target::parse(url, options)?;
                let patience = options.connect_timeout + options.write_wait;
                Ok(Session::begin(target, share, patience)?.map(|held| Self(Held::Session(held))))
            }
        }
    }

    /// From having the database alone to sharing it, with no moment in between for anyone else to have it alone.
    pub fn into_shared(self) -> Result<Presence, DbError> {
        match &self.0 {
            Held::Folder(Some(folder)) => {
                folder.lock_shared().map_err(|error| DbError::Unavailable(Arc::new(error)))?;
            }
            Held::Folder(None) => {}
            Held::Session(session) => session.share()?,
        }
        Ok(self)
    }

    /// Calls back whenever the lock was lost for a while, as when PostgreSQL was restarted: with whether it is ours
    /// again. In between another process may have had the database alone.
    pub fn on_interruption(&self, tell: impl Fn(bool) + Send + 'static) {
        if let Held::Session(session) = &self.0 {
            session.send(Order::Tell(Box::new(tell)));
        }
    }
}

/// Where the file really lies: two paths to one file are one database.
fn folder_of(path: &Path) -> PathBuf {
    let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match real.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// A PostgreSQL session that does nothing but hold the lock, on a thread of its own: the driver must not be touched
/// on an async worker.
struct Session {
    orders: Sender<Order>,
    thread: Option<JoinHandle<()>>,
}

enum Order {
    Share(Sender<Result<(), DbError>>),
    Tell(Box<dyn Fn(bool) + Send>),
    End,
}

impl Session {
    fn begin(target: Target, share: Share, patience: Duration) -> Result<Option<Session>, DbError> {
        let (orders, received) = mpsc::channel();
        let (answer, answered) = mpsc::channel();
        let hold = move || match connect(&target, share) {
            Ok(Some(client)) => {
                let _ = answer.send(Ok(true));
                Holder { target, client, how: share, tell: None }.hold(&received);
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
        // A thread that ended has nothing left to hold.
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
    how: Share,
    tell: Option<Box<dyn Fn(bool) + Send>>,
}

impl Holder {
    fn hold(mut self, orders: &mpsc::Receiver<Order>) {
        loop {
            match orders.recv_timeout(LOOK_AFTER) {
                Ok(Order::Share(answer)) => {
                    let shared = self.share();
                    let _ = answer.send(shared);
                }
                Ok(Order::Tell(tell)) => self.tell = Some(tell),
                Ok(Order::End) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => self.look_after(),
            }
        }
    }

    /// A session may hold both locks at once, so nobody else can have it alone in between.
    fn share(&mut self) -> Result<(), DbError> {
        let lock = "SELECT pg_advisory_lock_shared($1)";
        self.client.execute(lock, &[&LOCK]).map_err(from_driver)?;
        let unlock = "SELECT pg_advisory_unlock($1)";
        self.client.execute(unlock, &[&LOCK]).map_err(from_driver)?;
        self.how = Share::Shared;
        Ok(())
    }

    fn look_after(&mut self) {
        if self.client.is_valid(LOOK_AFTER).is_ok() {
            return;
        }
        // While PostgreSQL is away there is nothing to hold; it is asked again at the next look.
        match connect(&self.target, self.how) {
            Ok(Some(client)) => {
                self.client = client;
                self.report(true);
            }
            Ok(None) => self.report(false),
            Err(_) => {}
        }
    }

    fn report(&self, is_held: bool) {
        if let Some(tell) = &self.tell {
            tell(is_held);
        }
    }
}

/// A session with the lock, or none while others have it.
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
