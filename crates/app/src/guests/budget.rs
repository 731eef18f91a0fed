//! Limits for people without an account, so that many visitors of a public page do not slow signed-in users: a share of
//! the database reads, a number of streams, a limit of bandwidth, and password hashing on a thread of their own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::time::Timestamp;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};
use tokio::time::{Instant, timeout};

use crate::database::Db;
use crate::error::{Error, Result};
use crate::identity::hasher::Hasher;

/// How long a guest's database read waits for its turn.
const PATIENCE: Duration = Duration::from_secs(2);
/// How many passwords of links may wait to be hashed.
const HASH_QUEUE: usize = 4;
/// The largest number of reached limits that are remembered.
const MOST_REFUSED: usize = 10_000;

pub const DEFAULT_STREAMS: usize = 200;

pub struct Guests {
    pub hasher: Hasher,
    reads: Semaphore,
    streams: Arc<Semaphore>,
    bandwidth: Arc<Bandwidth>,
    /// Keys of limits that are reached, and until when: their requests are refused without a database query.
    refused: Mutex<HashMap<String, Timestamp>>,
}

impl Guests {
    pub fn start(db: &Db) -> std::io::Result<Self> {
        Ok(Self {
            hasher: Hasher::start_with(1, HASH_QUEUE)?,
            reads: Semaphore::new((db.read_connections() / 4).max(1)),
            streams: Arc::new(Semaphore::new(DEFAULT_STREAMS)),
            bandwidth: Arc::default(),
            refused: Mutex::default(),
        })
    }

    /// Sets the largest number of streams at once, and the megabits a second that all of them share; 0 for no limit.
    pub fn set_limits(&mut self, streams: usize, megabits: u32) {
        self.streams = Arc::new(Semaphore::new(streams));
        self.bandwidth = Arc::new(Bandwidth::of(megabits));
    }

    /// Takes one of the streams; it is free again when the value is dropped.
    pub fn stream(&self) -> Result<Stream> {
        let place = self.streams.clone().try_acquire_owned().map_err(|_| Error::Busy)?;
        Ok(Stream { bandwidth: self.bandwidth.clone(), _place: place })
    }

    /// Waits for the turn of a database read.
    pub(super) async fn turn(&self) -> Result<SemaphorePermit<'_>> {
        let turn = timeout(PATIENCE, self.reads.acquire()).await;
        turn.map_err(|_| Error::Busy)?.map_err(|_| Error::Busy)
    }

    /// How long requests with this key are still refused; `None` if they are not.
    pub(super) fn refusal(&self, key: &str, now: Timestamp) -> Option<Duration> {
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.get(key).filter(|until| **until > now).map(|until| until.since(now))
    }

    pub(super) fn remember(&self, key: String, now: Timestamp, wait: Duration) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if refused.len() >= MOST_REFUSED {
            refused.retain(|_, until| *until > now);
        }
        if refused.len() < MOST_REFUSED {
            refused.insert(key, now + wait);
        }
    }
}

/// One stream of a guest.
pub struct Stream {
    bandwidth: Arc<Bandwidth>,
    _place: OwnedSemaphorePermit,
}

impl Stream {
    /// Reserves bandwidth for a number of bytes. Returns when they may be sent; `None` if at once.
    pub fn turn(&self, bytes: usize) -> Option<Instant> {
        self.bandwidth.turn(bytes)
    }
}

/// The bandwidth that all streams share.
#[derive(Default)]
pub struct Bandwidth {
    bytes_per_second: Option<f64>,
    free_at: Mutex<Option<Instant>>,
}

impl Bandwidth {
    /// `megabits` a second; 0 for no limit.
    pub fn of(megabits: u32) -> Self {
        let rate = (megabits > 0).then(|| f64::from(megabits) * 125_000.0);
        Self { bytes_per_second: rate, free_at: Mutex::default() }
    }

    /// Reserves a number of bytes. Returns when they may be sent; `None` if at once.
    pub fn turn(&self, bytes: usize) -> Option<Instant> {
        let rate = self.bytes_per_second?;
        let mut free_at = self.free_at.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let turn = free_at.map_or(now, |at| at.max(now));
        *free_at = Some(turn + Duration::from_secs_f64(bytes as f64 / rate));
        (turn > now).then_some(turn)
    }
}
