//! Limits for people without an account, so that many visitors of a public page do not slow signed-in users: a share of
//! the database reads, a number of streams, a limit of bandwidth, and password hashing on a thread of their own.
//!
//! A quarter of the streams is kept for the files of deliveries, which were paid. Nobody takes all of the others: the
//! more streams are in use, the fewer may one network have, so that there is always one left for the next network.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use domain::identity::rate_limits::Limit;
use domain::time::Timestamp;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, timeout};

use crate::database::Db;
use crate::error::{Error, Result};
use crate::guests::sent_parts::Parts;
use crate::identity::hasher::Hasher;

/// How long a guest's database read waits for its turn.
const PATIENCE: Duration = Duration::from_secs(2);
/// How many passwords of links may wait to be hashed.
const HASH_QUEUE: usize = 4;
/// The largest number of reached limits that are remembered.
const MOST_REFUSED: usize = 10_000;
/// The largest number of counts that are kept in memory.
const MOST_COUNTS: usize = 10_000;
/// A network that has streams gets another one only while this many times as many are free.
const FREE_PER_STREAM: usize = 3;

pub const DEFAULT_STREAMS: usize = 200;

/// Small covers of public pages, by their key and made when they are first asked for.
#[derive(Default)]
pub struct SmallCovers(pub(super) Mutex<HashMap<String, (&'static str, Bytes)>>);

pub struct Guests {
    pub hasher: Hasher,
    reads: Semaphore,
    streams: Arc<Streams>,
    bandwidth: Arc<Bandwidth>,
    /// The ranges of deliveries' files that were sent and are not recorded yet.
    pub(crate) parts: Parts,
    pub(crate) small_covers: SmallCovers,
    /// Keys of limits that are reached, and until when: their requests are refused without a database query.
    refused: Mutex<HashMap<String, Timestamp>>,
    /// Counts of what is too frequent to be counted in the database, each with the end of its window.
    counts: Mutex<HashMap<String, (i64, Timestamp)>>,
}

/// What a stream carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Carried {
    /// A preview, or a file of a share.
    Sound,
    /// A file of a delivery.
    Delivery,
}

impl Guests {
    pub fn start(db: &Db) -> std::io::Result<Self> {
        Ok(Self {
            hasher: Hasher::start_with(1, HASH_QUEUE)?,
            reads: Semaphore::new((db.read_connections() / 4).max(1)),
            streams: Arc::new(Streams::of(DEFAULT_STREAMS)),
            bandwidth: Arc::default(),
            parts: Parts::default(),
            small_covers: SmallCovers::default(),
            refused: Mutex::default(),
            counts: Mutex::default(),
        })
    }

    /// Sets the largest number of streams at once, and the megabits a second that all of them share; 0 for no limit.
    pub fn set_limits(&mut self, streams: usize, megabits: u32) {
        self.streams = Arc::new(Streams::of(streams));
        self.bandwidth = Arc::new(Bandwidth::of(megabits));
    }

    /// Takes one of the streams for a network; it is free again when the value is dropped.
    pub fn stream(&self, network: String, carried: Carried) -> Result<Stream> {
        let place = self.streams.take(network, carried).ok_or(Error::Busy)?;
        Ok(Stream { bandwidth: self.bandwidth.clone(), _place: place })
    }

    /// Counts a request in memory. If the limit is reached, returns how long to wait, and whether this is the first
    /// refused request.
    pub(super) fn count(
        &self,
        limit: &Limit,
        subject: &str,
        now: Timestamp,
    ) -> Option<(Duration, bool)> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let key = limit.key(subject);
        if counts.len() >= MOST_COUNTS && !counts.contains_key(&key) {
            counts.retain(|_, (_, ends_at)| *ends_at > now);
            if counts.len() >= MOST_COUNTS {
                counts.clear();
            }
        }
        let (count, ends_at) = counts.entry(key).or_insert((0, now + limit.window));
        if *ends_at <= now || *ends_at > now + limit.window {
            (*count, *ends_at) = (0, now + limit.window);
        }
        *count += 1;
        limit.is_spent(*count).then(|| (ends_at.since(now), *count == limit.tries + 1))
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

/// The streams of all guests.
struct Streams {
    most: usize,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    sounds: usize,
    deliveries: usize,
    by_network: HashMap<(String, Carried), usize>,
}

impl Streams {
    fn of(most: usize) -> Self {
        Self { most, taken: Mutex::default() }
    }

    fn take(self: &Arc<Self>, network: String, carried: Carried) -> Option<Place> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = self.most.saturating_sub(taken.sounds + taken.deliveries);
        if carried == Carried::Sound {
            let for_sounds = self.most - self.most / 4;
            free = free.min(for_sounds.saturating_sub(taken.sounds));
        }
        let key = (network, carried);
        let own = taken.by_network.get(&key).copied().unwrap_or(0);
        let quarter = (self.most / 4).max(1);
        if free == 0 || own >= quarter || (own > 0 && own * FREE_PER_STREAM >= free) {
            return None;
        }
        *taken.count_of(carried) += 1;
        taken.by_network.insert(key.clone(), own + 1);
        Some(Place { streams: self.clone(), key })
    }
}

impl Taken {
    fn count_of(&mut self, carried: Carried) -> &mut usize {
        match carried {
            Carried::Sound => &mut self.sounds,
            Carried::Delivery => &mut self.deliveries,
        }
    }
}

/// One of the streams, taken for a network until it is dropped.
struct Place {
    streams: Arc<Streams>,
    key: (String, Carried),
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.streams.taken.lock().unwrap_or_else(PoisonError::into_inner);
        *taken.count_of(self.key.1) -= 1;
        if let Some(own) = taken.by_network.get_mut(&self.key) {
            *own -= 1;
            if *own == 0 {
                taken.by_network.remove(&self.key);
            }
        }
    }
}

/// One stream of a guest.
pub struct Stream {
    bandwidth: Arc<Bandwidth>,
    _place: Place,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn take_all(streams: &Arc<Streams>, network: &str, carried: Carried) -> Vec<Place> {
        std::iter::from_fn(|| streams.take(network.to_owned(), carried)).collect()
    }

    #[test]
    fn hold_09_a_network_takes_at_most_a_quarter_of_the_streams() {
        for most in [1, 2, 4, 7, 40, 200] {
            let streams = Arc::new(Streams::of(most));
            let quarter = (most / 4).max(1);
            let sounds = take_all(&streams, "a", Carried::Sound);
            assert!((1..=quarter).contains(&sounds.len()), "{} of {most}", sounds.len());
            let files = take_all(&streams, "a", Carried::Delivery);
            assert!(files.len() <= quarter, "{} of {most}", files.len());
            drop((sounds, files));
            assert!(streams.taken.lock().unwrap().by_network.is_empty());
            assert!(streams.take("b".to_owned(), Carried::Sound).is_some());
        }
    }

    #[test]
    fn hold_09_forty_networks_leave_streams_for_the_next_ones_and_for_deliveries() {
        let streams = Arc::new(Streams::of(200));
        let network = |number: usize| format!("10.0.0.{number}");
        let mut taken = Vec::new();
        // Each takes one after the other, again and again, until nobody gets more.
        loop {
            let round: Vec<Place> =
                (0..40).filter_map(|n| streams.take(network(n), Carried::Sound)).collect();
            if round.is_empty() {
                break;
            }
            taken.extend(round);
        }
        assert!(taken.len() > 100, "{}", taken.len());
        assert!(streams.take("192.0.2.1".to_owned(), Carried::Sound).is_some());
        // With every stream for sounds taken, deliveries have their quarter.
        let crowd: Vec<Place> =
            (1000..).map_while(|n| streams.take(network(n), Carried::Sound)).collect();
        assert_eq!(taken.len() + crowd.len(), 150);
        assert!(streams.take("192.0.2.1".to_owned(), Carried::Sound).is_none());
        let buyers: Vec<Place> =
            (0..).map_while(|n| streams.take(network(n), Carried::Delivery)).collect();
        assert_eq!(buyers.len(), 50);
    }
}
