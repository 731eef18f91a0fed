//! `App`: the database, the media store, the clock, the keys and the policy that every use case works with.

use std::sync::Arc;
use std::time::Duration;

use blobs::Blobs;
use domain::library::documents::UploadLimits;
use domain::time::Timestamp;
use media::Launcher;
use seal::Seal;
use storage::db::{Conn, Db, Tx};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;
use webauthn::RelyingParty;

use crate::Result;
use crate::clock::Clock;
use crate::crypto::Keys;
use crate::files::decoders::Decoders;
use crate::guests::budget::Guests;
use crate::identity::hasher::Hasher;
use crate::library::upload_turns::UploadTurns;
use crate::notifications::events::Events;
use crate::policy::{Outside, Policy};

pub struct App {
    pub db: Db,
    pub blobs: Blobs,
    pub clock: Clock,
    pub keys: Keys,
    pub hasher: Hasher,
    /// The limits on reads, streams, bandwidth and hashing for people without an account.
    pub guests: Guests,
    /// The threads that decode pictures.
    pub decoders: Decoders,
    /// Wakes this instance's workers when a job was queued.
    pub job_signal: JobSignal,
    pub upload_limits: UploadLimits,
    /// Which request writes to which resumable upload.
    pub upload_turns: UploadTurns,
    /// Starts ffmpeg in a sandbox, if the system supports that.
    pub ffmpeg_launcher: Option<Launcher>,
    /// The event streams of the open pages.
    pub events: Arc<Events>,
    /// Whether new accounts start with sample data.
    pub sample_data: bool,
    /// Whether attempts at passwords, codes and PINs are limited; off only for benchmarks.
    pub rate_limit: bool,
    /// The operator's policy: who may sign up, storage per account, public pages.
    pub policy: Policy,
    /// The operator's settings for buyers' payments and for mail to people without an account.
    pub outside: Outside,
    /// Whether e-mail addresses are confirmed by a letter. Without a mail server every address counts as confirmed.
    pub confirms_emails: bool,
    /// The host name and origin of passkeys. `None` if the public URL allows no passkeys.
    pub relying_party: Option<RelyingParty>,
    /// The base URL of public pages: scheme and host, without a slash at the end.
    pub links_url: String,
    /// The key and certificate that contracts are signed with; `None` if the operator wants no signatures.
    pub seal: Option<Arc<Seal>>,
}

impl App {
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Runs a read-only closure on a database connection. The closure may run twice, see `Db::read`.
    pub async fn read<T, F>(&self, work: F) -> Result<T>
    where
        F: Fn(&mut Conn) -> Result<T> + Send + Sync + 'static,
        T: Send + 'static,
    {
        self.db.read(work).await
    }

    /// Runs a closure in one database transaction and returns after the commit. An error rolls the transaction back.
    pub async fn write<T, F>(&self, work: F) -> Result<T>
    where
        F: FnOnce(&mut Tx) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        self.db.write(work).await
    }

    /// Wakes this instance's workers. To be called after the transaction that queued a job.
    pub fn wake_workers(&self) {
        self.job_signal.signal.notify_waiters();
    }
}

/// Wakes all idle workers at once: a job belongs to one lane, and its sender does not know which worker serves that
/// lane.
pub struct JobSignal {
    signal: Notify,
    /// The longest sleep of an idle worker; another instance may have queued a job.
    pub(crate) longest_nap: Duration,
}

impl Default for JobSignal {
    fn default() -> Self {
        Self::with_longest_nap(Duration::from_secs(5))
    }
}

impl JobSignal {
    /// A long nap lets a test prove that the signal wakes the workers, and not the end of their nap.
    pub fn with_longest_nap(longest_nap: Duration) -> Self {
        Self { signal: Notify::new(), longest_nap }
    }

    pub(crate) fn woken(&self) -> Notified<'_> {
        self.signal.notified()
    }
}
