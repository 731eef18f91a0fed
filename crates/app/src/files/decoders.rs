//! Picture decoding on two dedicated threads. Decoding a large picture takes tens of megabytes and a good part of a
//! second: on the shared blocking pool, a few hundred requests at once would use up the machine's memory. At most two
//! pictures are decoded at a time, a few more may wait, one account has one picture at a time, and every other request
//! gets the answer that the server is busy.

use std::{
    collections::HashMap,
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use domain::ids::UserId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::files::pictures::NOT_A_PICTURE;
use crate::{Error, Result};

const THREADS: usize = 2;
/// Pictures of all accounts that are being decoded or wait for a decoder.
const PLACES: usize = 16;
/// Requests of one account that hold its turn or wait for it.
const MOST_QUEUED: usize = 4;
/// How long a request waits for the other pictures of its account.
const PATIENCE: Duration = Duration::from_secs(20);
/// Scheduling priority (`nice`) of the decoder threads, below normal.
const NICE: i32 = 10;

type Job = Box<dyn FnOnce() + Send>;

pub struct Decoders {
    queue: mpsc::SyncSender<Job>,
    places: Arc<Semaphore>,
    queues: Arc<AccountQueues>,
    load: Arc<Load>,
}

impl Decoders {
    pub fn start() -> std::io::Result<Self> {
        let (queue, jobs) = mpsc::sync_channel::<Job>(PLACES);
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 0..THREADS {
            let jobs = jobs.clone();
            thread::Builder::new().name(format!("picture-{number}")).spawn(move || {
                // If the system refuses a lower priority, the thread keeps the normal one.
                let _ = rustix::process::nice(NICE);
                loop {
                    let job = match jobs.lock() {
                        Ok(jobs) => jobs.recv(),
                        Err(_) => return,
                    };
                    let Ok(job) = job else { return };
                    // A panic drops the answer channel, which the waiting request notices; the thread goes on.
                    let _ = panic::catch_unwind(AssertUnwindSafe(job));
                }
            })?;
        }
        let places = Arc::new(Semaphore::new(PLACES));
        Ok(Self { queue, places, queues: Arc::default(), load: Arc::default() })
    }

    /// Waits until the account has no other picture in work. To be taken before the request body is read, so that one
    /// account never has more than one picture in memory.
    pub async fn turn(&self, owner: UserId) -> Result<Turn> {
        let place = self.queues.join(owner)?;
        let permit = tokio::time::timeout(PATIENCE, place.gate.clone().acquire_owned()).await;
        let permit = permit.map_err(|_| Error::Busy)?.map_err(|_| Error::Busy)?;
        Ok(Turn { _permit: permit, _place: place })
    }

    /// Runs `work` on a decoder thread. Refuses at once if too many pictures wait already.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let place = self.places.clone().try_acquire_owned().map_err(|_| Error::Busy)?;
        self.run_in(place, work).await
    }

    /// Like `run`, but waits for a free place. For the server's own jobs.
    pub(crate) async fn run_patiently<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let place = self.places.clone().acquire_owned().await.map_err(|_| Error::Busy)?;
        self.run_in(place, work).await
    }

    async fn run_in<T: Send + 'static>(
        &self,
        place: OwnedSemaphorePermit,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (answer, answered) = oneshot::channel();
        let load = self.load.clone();
        let job: Job = Box::new(move || {
            let _place = place;
            // The request was cancelled, so nobody needs the picture.
            if !answer.is_closed() {
                let _running = load.begin();
                let _ = answer.send(work());
            }
        });
        self.queue.try_send(job).map_err(|_| Error::Busy)?;
        // Only a panic drops the channel without an answer: the bytes are no valid picture.
        answered.await.unwrap_or_else(|_| Err(Error::Unsupported(NOT_A_PICTURE.to_owned())))
    }

    /// The largest number of pictures that were decoded at the same time.
    pub fn most_at_once(&self) -> usize {
        self.load.most.load(Ordering::SeqCst)
    }
}

/// How many pictures are being decoded now, and the maximum so far.
#[derive(Default)]
struct Load {
    now: AtomicUsize,
    most: AtomicUsize,
}

struct Running(Arc<Load>);

impl Load {
    fn begin(self: &Arc<Self>) -> Running {
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        Running(self.clone())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.now.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The accounts that have a picture in work, each with the number of its waiting requests.
#[derive(Default)]
struct AccountQueues(Mutex<HashMap<UserId, (Arc<Semaphore>, usize)>>);

impl AccountQueues {
    fn join(self: &Arc<Self>, owner: UserId) -> Result<QueuePlace> {
        let mut accounts = self.accounts();
        let (gate, count) =
            accounts.entry(owner).or_insert_with(|| (Arc::new(Semaphore::new(1)), 0));
        if *count == MOST_QUEUED {
            return Err(Error::Busy);
        }
        *count += 1;
        Ok(QueuePlace { queues: self.clone(), owner, gate: gate.clone() })
    }

    fn accounts(&self) -> MutexGuard<'_, HashMap<UserId, (Arc<Semaphore>, usize)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct QueuePlace {
    queues: Arc<AccountQueues>,
    owner: UserId,
    gate: Arc<Semaphore>,
}

impl Drop for QueuePlace {
    fn drop(&mut self) {
        let mut accounts = self.queues.accounts();
        if let Some((_, count)) = accounts.get_mut(&self.owner) {
            *count -= 1;
            if *count == 0 {
                accounts.remove(&self.owner);
            }
        }
    }
}

/// An account's turn to have a picture decoded. The next request of the account waits until it is dropped.
pub struct Turn {
    _permit: OwnedSemaphorePermit,
    _place: QueuePlace,
}

#[cfg(test)]
mod tests {
    use domain::time::Timestamp;

    use super::*;

    fn account(number: u8) -> UserId {
        UserId::new(Timestamp::from_millis(0), [number; 10])
    }

    /// GUARD-01
    #[tokio::test(flavor = "multi_thread")]
    async fn never_more_than_two_pictures_are_decoded_at_once() {
        let decoders = Arc::new(Decoders::start().unwrap());
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let work = || {
            let (decoders, held) = (decoders.clone(), held.clone());
            tokio::spawn(async move {
                let wait = move || Ok(held.lock().unwrap().recv().is_ok());
                decoders.run(wait).await
            })
        };
        let taken: Vec<_> = (0..PLACES).map(|_| work()).collect();
        while decoders.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        // Every place is taken, so one more is refused at once.
        assert!(matches!(work().await.unwrap(), Err(Error::Busy)));
        (0..PLACES).for_each(|_| release.send(()).unwrap());
        for picture in taken {
            assert!(picture.await.unwrap().unwrap());
        }
        assert!((1..=THREADS).contains(&decoders.most_at_once()), "{}", decoders.most_at_once());
        while decoders.places.available_permits() < PLACES {
            tokio::task::yield_now().await;
        }
        assert!(decoders.run(|| Ok(true)).await.unwrap());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_decoder_that_panics_goes_on_with_the_next_picture() {
        let decoders = Decoders::start().unwrap();
        for _ in 0..2 * THREADS {
            let met: Result<()> = decoders.run(|| panic!("not a picture")).await;
            assert!(matches!(met, Err(Error::Unsupported(_))));
        }
        assert!(decoders.run(|| Ok(true)).await.unwrap());
    }

    /// GUARD-01: a second picture of an account waits for the first; too many are refused; others do not wait.
    #[tokio::test]
    async fn an_account_has_one_picture_at_a_time() {
        let decoders = Arc::new(Decoders::start().unwrap());
        let first = decoders.turn(account(1)).await.unwrap();
        let waiting: Vec<_> = (1..MOST_QUEUED)
            .map(|_| {
                let decoders = decoders.clone();
                tokio::spawn(async move { decoders.turn(account(1)).await.map(drop) })
            })
            .collect();
        tokio::task::yield_now().await;
        assert!(waiting.iter().all(|turn| !turn.is_finished()));
        assert!(matches!(decoders.turn(account(1)).await, Err(Error::Busy)));
        decoders.turn(account(2)).await.unwrap();
        drop(first);
        for turn in waiting {
            turn.await.unwrap().unwrap();
        }
        assert!(decoders.queues.accounts().is_empty());
    }
}
