//! What every use case works with: the database, the media, the clock and the keys.

use std::sync::Arc;

use blobs::Blobs;
use domain::documents::UploadLimits;
use domain::time::Timestamp;
use media::Launcher;
use storage::db::{Conn, Db, Tx};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;
use webauthn::RelyingParty;

use crate::Result;
use crate::clock::Clock;
use crate::crypto::Keys;
use crate::decoders::Decoders;
use crate::identity::hasher::Hasher;
use crate::notifications::events::Events;
use crate::policy::Policy;

pub struct App {
    pub db: Db,
    pub blobs: Blobs,
    pub clock: Clock,
    pub keys: Keys,
    pub hasher: Hasher,
    /// The threads that decode pictures.
    pub decoders: Decoders,
    /// Rung when a job was queued, so that this instance's workers do not sleep on.
    pub job_signal: JobSignal,
    pub upload_limits: UploadLimits,
    /// What confines ffmpeg, where the system can do that.
    pub ffmpeg_launcher: Option<Launcher>,
    /// The open pages.
    pub events: Arc<Events>,
    /// Whether new accounts start with sample rows.
    pub sample_data: bool,
    /// Whether tries at secrets are limited; off only for benchmarks.
    pub rate_limit: bool,
    /// What the operator allows.
    pub policy: Policy,
    /// Whether addresses are confirmed by a letter; where no mail server is configured they count as confirmed.
    pub confirms_emails: bool,
    /// Which host name and origin passkeys belong to. `None` where the public URL allows no passkeys.
    pub relying_party: Option<RelyingParty>,
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

    /// Tells this instance's workers that a job was queued, after the transaction that queued it.
    pub fn wake_workers(&self) {
        self.job_signal.0.notify_waiters();
    }
}

/// What wakes the workers, always all of them: a job is for one lane, and who rings does not know which worker is
/// of that lane.
#[derive(Default)]
pub struct JobSignal(Notify);

impl JobSignal {
    pub(crate) fn woken(&self) -> Notified<'_> {
        self.0.notified()
    }
}
