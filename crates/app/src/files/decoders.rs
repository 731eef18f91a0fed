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

/// How many pictures are decoded at the same time at most.
pub const THREADS: usize = 2;
/// Pictures of all accounts that are being decoded or wait for a decoder.
pub const PLACES: usize = 16;
/// Requests of one account that hold its turn or wait for it.
pub const MOST_QUEUED: usize = 4;
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
    pub async fn run<T: Send + 'static>(
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

    /// How many more pictures may wait for a decoder.
    pub fn free_places(&self) -> usize {
        self.places.available_permits()
    }

    /// Whether no account has a picture in work.
    pub fn is_idle(&self) -> bool {
        self.queues.accounts().is_empty()
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
