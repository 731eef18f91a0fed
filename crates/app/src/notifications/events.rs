//! Subscriptions of open pages to changes. A subscription only holds a bit per topic, so that no queue can grow,
//! however much happens and however slowly a page reads: the events are read from the database when the page is ready
//! for them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::ids::UserId;
use domain::notifications::Notification;
use domain::notifications::topics::{Topic, Topics};
use storage::db::{ChangeEvent, Db, DbError};
use storage::identity::settings;
use storage::notifications;
use tokio::sync::Notify;

use crate::Result;

/// A page that missed more notifications than this reloads its list.
const MOST_CAUGHT_UP: i64 = 100;

/// How many event streams one account may have open on this instance. A browser opens one for all its tabs. If there
/// are more, the oldest ends.
const MOST_STREAMS: usize = 32;

/// How often an idle stream is checked and sends a sign of life, unless a test chooses otherwise; shorter than the timeouts
/// of proxies and of our own connections.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The subscriptions of all open pages of this instance, by account.
pub struct Events {
    channels: Mutex<HashMap<UserId, Arc<Channel>>>,
    is_closed: AtomicBool,
    pub(super) heartbeat: Duration,
}

impl Default for Events {
    fn default() -> Self {
        Self::with_heartbeat(HEARTBEAT)
    }
}

impl Events {
    /// With a long time between two heartbeats a test sees that changes do not wait for the next one.
    pub fn with_heartbeat(heartbeat: Duration) -> Self {
        Self { channels: Mutex::default(), is_closed: AtomicBool::new(false), heartbeat }
    }

    /// Starts to notify the open pages of committed changes.
    pub fn follow(self: &Arc<Self>, db: &Db) -> Result<(), DbError> {
        let events = self.clone();
        let is_first = db.watch(move |news| match news {
            ChangeEvent::Changed { owner, topics } => events.notify(owner, topics),
            ChangeEvent::Missed => events.notify_all(),
        })?;
        if is_first { Ok(()) } else { Err(DbError::Config("events are followed twice".to_owned())) }
    }

    fn notify(&self, owner: UserId, topics: Topics) {
        if let Some(channel) = self.channels().get(&owner) {
            channel.notify(topics);
        }
    }

    fn notify_all(&self) {
        self.channels().values().for_each(|channel| channel.notify(Topics::all()));
    }

    /// Ends all event streams at once; streams opened later end too.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
        self.notify_all();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::SeqCst)
    }

    /// How many pages are open.
    pub fn count(&self) -> usize {
        self.channels().values().map(|channel| channel.subscriptions().len()).sum()
    }

    pub(crate) fn join(&self, owner: UserId) -> (Arc<Channel>, Arc<PageSubscription>) {
        let mut channels = self.channels();
        let channel = channels.entry(owner).or_default().clone();
        let subscription = Arc::new(PageSubscription::default());
        let mut subscriptions = channel.subscriptions();
        subscriptions.push(subscription.clone());
        if subscriptions.len() > MOST_STREAMS {
            subscriptions.remove(0).end();
        }
        drop(subscriptions);
        (channel, subscription)
    }

    pub(crate) fn leave(&self, owner: UserId, subscription: &Arc<PageSubscription>) {
        let mut channels = self.channels();
        let Some(channel) = channels.get(&owner) else { return };
        let mut subscriptions = channel.subscriptions();
        subscriptions.retain(|known| !Arc::ptr_eq(known, subscription));
        let is_last = subscriptions.is_empty();
        drop(subscriptions);
        if is_last {
            channels.remove(&owner);
        }
    }

    fn channels(&self) -> MutexGuard<'_, HashMap<UserId, Arc<Channel>>> {
        self.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The open pages of one account.
#[derive(Default)]
pub(crate) struct Channel {
    subscriptions: Mutex<Vec<Arc<PageSubscription>>>,
    /// Counts the times at which notifications may have arrived.
    arrivals: AtomicU64,
    last_query: tokio::sync::Mutex<LastQuery>,
}

/// The result of the last query for new notifications, shared by all open pages of the account.
#[derive(Default)]
struct LastQuery {
    arrivals: u64,
    /// All notifications after this number are in `notifications`; `None` before the first query.
    after: Option<i64>,
    last: i64,
    notifications: Vec<Arc<Notification>>,
}

impl Channel {
    fn notify(&self, topics: Topics) {
        if topics.contains(Topic::Notifications) {
            self.note_arrival();
        }
        self.subscriptions().iter().for_each(|subscription| subscription.mark_changed(topics));
    }

    fn subscriptions(&self) -> MutexGuard<'_, Vec<Arc<PageSubscription>>> {
        self.subscriptions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that notifications may have arrived without a change event.
    pub(crate) fn note_arrival(&self) {
        self.arrivals.fetch_add(1, Ordering::SeqCst);
    }

    /// The notifications after a number, if the account's settings allow push, and the newest number.
    pub(crate) async fn after(
        &self,
        db: &Db,
        owner: UserId,
        number: i64,
    ) -> Result<(Vec<Arc<Notification>>, i64)> {
        let arrivals = self.arrivals.load(Ordering::SeqCst);
        let mut last_query = self.last_query.lock().await;
        let is_known = last_query.arrivals >= arrivals
            && last_query.after.is_some_and(|after| after <= number);
        if !is_known {
            let (last, found) = read_after(db, owner, number).await?;
            *last_query = LastQuery {
                arrivals,
                after: Some(number),
                last,
                notifications: found.into_iter().map(Arc::new).collect(),
            };
        }
        let newer = last_query.notifications.iter().filter(|one| one.number > number).cloned();
        Ok((newer.collect(), last_query.last.max(number)))
    }
}

async fn read_after(db: &Db, owner: UserId, number: i64) -> Result<(i64, Vec<Notification>)> {
    db.read(move |conn| {
        let last = notifications::last_number(conn, owner)?;
        if last <= number || !settings::load(conn, owner)?.push_notifications {
            return Ok((last, Vec::new()));
        }
        let found = notifications::list_after(conn, owner, number, MOST_CAUGHT_UP)?;
        // A notification that was committed between the two queries is in the list but not in `last`.
        let last = found.last().map_or(last, |newest| newest.number.max(last));
        Ok((last, found))
    })
    .await
}

/// The subscription of one open page: the changed topics that it has not received yet.
#[derive(Default)]
pub(crate) struct PageSubscription {
    pending: AtomicU32,
    /// Set when the account has opened too many streams after this one.
    is_ended: AtomicBool,
    wake: Notify,
}

impl PageSubscription {
    pub(crate) fn mark_changed(&self, topics: Topics) {
        self.pending.fetch_or(topics.bits(), Ordering::SeqCst);
        self.wake.notify_one();
    }

    fn end(&self) {
        self.is_ended.store(true, Ordering::SeqCst);
        self.wake.notify_one();
    }

    /// Whether the stream must end because the account opened too many.
    pub(crate) fn is_ended(&self) -> bool {
        self.is_ended.load(Ordering::SeqCst)
    }

    pub(crate) fn take(&self) -> Topics {
        Topics::from_bits(self.pending.swap(0, Ordering::SeqCst))
    }

    /// Waits until there are changed topics; a change before the call is not missed.
    pub(crate) async fn wait(&self) {
        self.wake.notified().await;
    }
}
