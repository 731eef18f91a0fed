//! The pages that are open, and how they are told what has changed. A page's subscription holds nothing but a
//! few bits, so however much happens and however slowly a page reads, there is no queue that could
//! grow: what it is told next is worked out from the database when it is ready to hear it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::ids::UserId;
use domain::notifications::Notification;
use domain::topics::{Topic, Topics};
use storage::db::{Db, DbError, News};
use storage::identity::settings;
use storage::notifications;
use tokio::sync::Notify;

use crate::Result;

/// A page that was away for longer than this many notifications reads its list anew.
const MOST_CAUGHT_UP: i64 = 100;

/// How many event streams one account may have open on this instance. A browser opens one for all its tabs;
/// where there are more, the oldest ends.
const MOST_STREAMS: usize = 32;

/// Every open page of this instance, by account.
#[derive(Default)]
pub struct Events {
    channels: Mutex<HashMap<UserId, Arc<Channel>>>,
    is_closed: AtomicBool,
}

impl Events {
    /// From here on whatever is committed reaches the open pages.
    pub fn follow(self: &Arc<Self>, db: &Db) -> Result<(), DbError> {
        let events = self.clone();
        let is_first = db.watch(move |news| match news {
            News::Changed { owner, topics } => events.notify(owner, topics),
            News::Missed => events.notify_all(),
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

    /// Ends every page's stream, and any that is opened later, at once.
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
    /// How often there may have been new notifications.
    arrivals: AtomicU64,
    seen: tokio::sync::Mutex<Seen>,
}

/// What one look at the notifications found, for all pages of the account that want to know the same.
#[derive(Default)]
struct Seen {
    arrivals: u64,
    /// All that came after this number is here; none before the first look.
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

    /// There may be new notifications nobody spoke of.
    pub(crate) fn note_arrival(&self) {
        self.arrivals.fetch_add(1, Ordering::SeqCst);
    }

    /// The notifications after a number, as far as the account wants them pushed, and the last number
    /// there is.
    pub(crate) async fn after(
        &self,
        db: &Db,
        owner: UserId,
        number: i64,
    ) -> Result<(Vec<Arc<Notification>>, i64)> {
        let arrivals = self.arrivals.load(Ordering::SeqCst);
        let mut seen = self.seen.lock().await;
        let is_known = seen.arrivals >= arrivals && seen.after.is_some_and(|after| after <= number);
        if !is_known {
            let (last, found) = read_after(db, owner, number).await?;
            *seen = Seen {
                arrivals,
                after: Some(number),
                last,
                notifications: found.into_iter().map(Arc::new).collect(),
            };
        }
        let newer = seen.notifications.iter().filter(|one| one.number > number).cloned();
        Ok((newer.collect(), seen.last.max(number)))
    }
}

async fn read_after(db: &Db, owner: UserId, number: i64) -> Result<(i64, Vec<Notification>)> {
    db.read(move |conn| {
        let last = notifications::last_number(conn, owner)?;
        if last <= number || !settings::load(conn, owner)?.push_notifications {
            return Ok((last, Vec::new()));
        }
        let found = notifications::list_after(conn, owner, number, MOST_CAUGHT_UP)?;
        // One that was committed between the two looks is here and not in the count.
        let last = found.last().map_or(last, |newest| newest.number.max(last));
        Ok((last, found))
    })
    .await
}

/// One open page: which topics it has not been told of yet.
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

    /// Whether the stream has to make room for a newer one.
    pub(crate) fn is_ended(&self) -> bool {
        self.is_ended.load(Ordering::SeqCst)
    }

    pub(crate) fn take(&self) -> Topics {
        Topics::from_bits(self.pending.swap(0, Ordering::SeqCst))
    }

    /// Until there is something to take; a call that came before is not missed.
    pub(crate) async fn wait(&self) {
        self.wake.notified().await;
    }
}
