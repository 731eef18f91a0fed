//! What every use case works with: the database, the media, the clock, the keys, and who is asking.

use std::{
    net::IpAddr,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use blobs::Blobs;
use domain::{
    audit::Event,
    documents::UploadLimits,
    ids::{EventId, SessionId, UserId},
    time::Timestamp,
};
use media::Launcher;
use storage::db::{Db, DbError, Tx};
use storage::identity::security_log::{self, NewEntry};

use tokio::sync::{Notify, futures::Notified};
use webauthn::RelyingParty;

use crate::crypto::{self, Keys};
use crate::decoders::Decoders;
use crate::identity::hasher::Hasher;
use crate::notifications::events::Events;
use crate::operations::samples::Samples;
use crate::policy::Policy;
use crate::security_events;

pub struct App {
    pub db: Db,
    pub blobs: Blobs,
    pub clock: Clock,
    pub keys: Keys,
    pub hasher: Hasher,
    /// The threads that decode pictures.
    pub decoders: Decoders,
    /// Rung when a job was queued, so that this instance's workers do not sleep on.
    pub bell: Bell,
    pub upload_limits: UploadLimits,
    /// What confines ffmpeg, where the system can do that.
    pub ffmpeg_launcher: Option<Launcher>,
    /// The open pages.
    pub events: Arc<Events>,
    /// What new accounts are furnished with.
    pub samples: Samples,
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

    /// Tells this instance's workers that a job was queued, after the transaction that queued it.
    pub fn ring(&self) {
        self.bell.0.notify_waiters();
    }
}

/// What wakes the workers, always all of them: a job is for one lane, and who rings does not know which worker is
/// of that lane.
#[derive(Default)]
pub struct Bell(Notify);

impl Bell {
    pub(crate) fn heard(&self) -> Notified<'_> {
        self.0.notified()
    }
}

/// Where the time comes from: the system, or a test's hand.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl Clock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the only place where the program reads the system's clock"
    )]
    pub fn system() -> Self {
        Self::from_fn(|| {
            let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            Timestamp::from_millis(i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX))
        })
    }

    pub fn from_fn(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    pub fn now(&self) -> Timestamp {
        (self.0)()
    }
}

/// Where a request comes from.
#[derive(Debug, Clone)]
pub struct Caller {
    pub address: IpAddr,
    pub user_agent: Option<String>,
}

impl Caller {
    /// The command line of the machine itself.
    pub fn operator() -> Self {
        Self { address: IpAddr::from([127, 0, 0, 1]), user_agent: Some("ledgerline".to_owned()) }
    }

    /// Writes to the account's security log, in the transaction of the deed itself.
    pub fn record(
        &self,
        tx: &mut Tx,
        owner: UserId,
        event: Event,
        now: Timestamp,
        detail: Option<&str>,
    ) -> Result<(), DbError> {
        let entry = NewEntry {
            id: EventId::new(now, crypto::random()),
            event,
            created_at: now,
            ip_address: &self.address.to_string(),
            user_agent: self.user_agent.as_deref(),
            detail,
        };
        security_log::add(tx, owner, &entry)?;
        security_events::recorded(event, owner, self, detail);
        Ok(())
    }
}

/// A signed-in person and the session they act in.
#[derive(Debug, Clone)]
pub struct Actor {
    pub user: UserId,
    pub session: SessionId,
    pub caller: Caller,
    /// The hash of the token that was shown, so that the token can be exchanged.
    pub token_hash: String,
}
