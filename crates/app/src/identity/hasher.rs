//! Password hashing on dedicated threads. Argon2 is slow by design: on the request workers, a burst of sign-ins would
//! stop everything else. The threads have a low priority and a bounded queue, so that the burst waits and other
//! requests go on.

use std::{num::NonZero, sync::mpsc, thread};

use argon2::{
    Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version,
    password_hash::phc::PasswordHash,
};
use domain::identity::passwords::Password;
use tokio::sync::oneshot;

use crate::{Error, Result};

const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const QUEUE: usize = 256;
/// Scheduling priority (`nice`) of the threads, below that of requests. On a machine that other programs keep
/// busy, a thread of the lowest priority, 19, got a third of the processor time of this one.
const NICE: i32 = 10;

/// The hash that is checked for an unknown e-mail address, so that the answer takes as long as any other. It is the
/// hash of random bytes that were not kept.
pub const NOBODYS_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$Y2hhbmdlLW5vdGhpbmctaGVyZQ$\
                                uEyjtU4w3cLvRjJrTYwx4w3w0h4lG1xwRr0R1oC3J2E";

type Job = Box<dyn FnOnce(&Argon2<'static>) + Send>;

#[derive(Clone)]
pub struct Hasher {
    queue: mpsc::SyncSender<Job>,
}

impl Hasher {
    /// Starts one thread per core: hashing only uses the processor.
    pub fn start() -> std::io::Result<Self> {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Self::start_with(cores, QUEUE)
    }

    /// Starts `threads` threads with a queue of their own.
    pub fn start_with(threads: usize, queue: usize) -> std::io::Result<Self> {
        Self::start_at(threads, queue, argon2(MEMORY_KIB, PASSES))
    }

    /// New hashes cost next to nothing, and protect no password: for servers inside a test's process, which sign up
    /// thousands of accounts.
    pub fn start_for_tests() -> std::io::Result<Self> {
        Self::start_at(1, QUEUE, argon2(Params::MIN_M_COST, Params::MIN_T_COST))
    }

    fn start_at(threads: usize, queue: usize, argon2: Argon2<'static>) -> std::io::Result<Self> {
        let (queue, jobs) = mpsc::sync_channel::<Job>(queue);
        let jobs = std::sync::Arc::new(std::sync::Mutex::new(jobs));
        for number in 0..threads {
            let (jobs, argon2) = (jobs.clone(), argon2.clone());
            thread::Builder::new().name(format!("hasher-{number}")).spawn(move || {
                // If the system refuses a lower priority, the thread keeps the normal one.
                let _ = rustix::process::nice(NICE);
                loop {
                    let job = match jobs.lock() {
                        Ok(jobs) => jobs.recv(),
                        Err(_) => return,
                    };
                    match job {
                        Ok(job) => job(&argon2),
                        Err(_) => return,
                    }
                }
            })?;
        }
        Ok(Self { queue })
    }

    pub async fn hash(&self, password: Password) -> Result<String> {
        self.run(move |argon2| {
            argon2.hash_password(password.expose().as_bytes()).map(|hash| hash.to_string())
        })
        .await?
        .map_err(|error| Error::unexpected(error.to_string()))
    }

    /// Checks a password against a hash.
    pub async fn verify(&self, password: Password, hash: String) -> Result<bool> {
        self.run(move |argon2| {
            PasswordHash::new(&hash).is_ok_and(|parsed| {
                argon2.verify_password(password.expose().as_bytes(), &parsed).is_ok()
            })
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Argon2<'static>) -> T + Send + 'static,
    ) -> Result<T> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |argon2| {
            // The request was cancelled, so nobody needs the hash.
            if !answer.is_closed() {
                let _ = answer.send(work(argon2));
            }
        });
        self.queue.try_send(job).map_err(|_| Error::Busy)?;
        answered.await.map_err(|_| Error::Busy)
    }
}

#[expect(clippy::expect_used, reason = "the parameters are constants")]
fn argon2(memory_kib: u32, passes: u32) -> Argon2<'static> {
    let params = Params::new(memory_kib, passes, LANES, None).expect("sound parameters");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}
