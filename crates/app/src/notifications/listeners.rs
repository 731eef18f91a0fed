//! The event stream of one open page, from the last event it received until its session ends.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use domain::ids::{SessionId, UserId};
use domain::notifications::Notification;
use domain::notifications::topics::{Topic, Topics};
use storage::identity::sessions;
use storage::notifications;
use tokio::time::Instant;

use crate::notifications::events::{Channel, PageSubscription};
use crate::{Actor, App, Result, crypto};

/// Each stream adds a random part of this to the time between its heartbeats, so that a thousand streams opened together
/// do not query the database at the same time.
const HEARTBEAT_SPREAD_MS: u64 = 5_000;
/// Minimum interval between two events; changes in between are sent together.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

const PAUSE_AFTER_ERROR: Duration = Duration::from_secs(1);

/// An event of the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The stream is open. Everything after this notification number will be sent.
    Ready {
        number: i64,
    },
    Notification(Arc<Notification>),
    /// Data of these topics has changed.
    Changed {
        number: i64,
        topics: Topics,
    },
    /// Nothing happened; the connection is alive.
    Heartbeat,
    /// The session has ended, and the stream ends with it.
    SessionEnded,
}

pub struct Listener {
    app: Arc<App>,
    owner: UserId,
    session: SessionId,
    channel: Arc<Channel>,
    subscription: Arc<PageSubscription>,
    /// The number of the last notification that the page has received.
    number: i64,
    queue: VecDeque<Event>,
    heartbeat: Duration,
    next_heartbeat: Instant,
    /// When the session ends, as read at the last check.
    session_ends: Instant,
    last_sent_at: Option<Instant>,
    is_over: bool,
}

/// Opens a stream. `last` is the number of the last event that the page received on an earlier stream; it gets
/// everything since.
pub async fn open(app: &Arc<App>, actor: &Actor, last: Option<i64>) -> Result<Listener> {
    let (owner, session) = (actor.user, actor.session);
    // Subscribes before querying: a change in between is sent twice rather than never.
    let (channel, subscription) = app.events.join(owner);
    let heartbeat = app.events.heartbeat + Duration::from_millis(spread());
    let now = Instant::now();
    let mut listener = Listener {
        app: app.clone(),
        owner,
        session,
        channel,
        subscription,
        number: 0,
        queue: VecDeque::new(),
        heartbeat,
        next_heartbeat: now + heartbeat,
        session_ends: now + heartbeat,
        last_sent_at: None,
        is_over: false,
    };
    let newest = app.read(move |conn| Ok(notifications::last_number(conn, owner)?)).await?;
    listener.number = last.map_or(newest, |last| last.clamp(0, newest));
    listener.queue.push_back(Event::Ready { number: listener.number });
    listener.check_session().await?;
    if last.is_some() {
        listener.queue_events(Topics::all()).await?;
    }
    Ok(listener)
}

impl Listener {
    /// The next event; `None` when the stream is over.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.queue.pop_front() {
                return Some(event);
            }
            if self.is_over || self.subscription.is_ended() || self.app.events.is_closed() {
                return None;
            }
            if let Err(error) = self.step().await {
                // The database is busy or cannot be reached. Nothing is lost: the next attempt reads the same.
                tracing::debug!(%error, "could not read the new events of an open page");
                tokio::time::sleep(PAUSE_AFTER_ERROR).await;
            }
        }
    }

    async fn step(&mut self) -> Result<()> {
        let check_at = self.next_heartbeat.min(self.session_ends);
        tokio::select! {
            () = self.subscription.wait() => {
                if let Some(last_sent_at) = self.last_sent_at {
                    tokio::time::sleep_until(last_sent_at + MIN_INTERVAL).await;
                }
                let topics = self.subscription.take();
                // `Events::close` also wakes the subscription, without changed topics.
                if !topics.is_empty() && !self.app.events.is_closed() {
                    let gathered = self.queue_events(topics).await;
                    return gathered.inspect_err(|_| self.subscription.mark_changed(topics));
                }
            }
            () = tokio::time::sleep_until(check_at) => self.poll().await?,
        }
        Ok(())
    }

    /// Reads the events of changed topics from the database and queues them.
    async fn queue_events(&mut self, topics: Topics) -> Result<()> {
        let concerns_session =
            [Topic::Sessions, Topic::Settings].map(|topic| topics.contains(topic));
        if concerns_session.contains(&true) && !self.check_session().await? {
            return Ok(());
        }
        if topics.contains(Topic::Notifications) {
            let (new, last) = self.channel.after(&self.app.db, self.owner, self.number).await?;
            self.queue.extend(new.into_iter().map(Event::Notification));
            self.number = last;
        }
        self.queue.push_back(Event::Changed { number: self.number, topics });
        self.last_sent_at = Some(Instant::now());
        Ok(())
    }

    /// The regular check: whether the session is still live, and whether notifications arrived without a change event
    /// (from another process on the same SQLite file).
    async fn poll(&mut self) -> Result<()> {
        if !self.check_session().await? {
            return Ok(());
        }
        if Instant::now() < self.next_heartbeat {
            return Ok(());
        }
        self.next_heartbeat = Instant::now() + self.heartbeat;
        let owner = self.owner;
        let newest =
            self.app.read(move |conn| Ok(notifications::last_number(conn, owner)?)).await?;
        if newest > self.number {
            self.channel.note_arrival();
            return self.queue_events(Topics::NONE.with(Topic::Notifications)).await;
        }
        self.queue.push_back(Event::Heartbeat);
        Ok(())
    }

    /// Reads the session without extending it: an open page does not mean that a person is there.
    async fn check_session(&mut self) -> Result<bool> {
        let (owner, id, now) = (self.owner, self.session, self.app.now());
        let session = self.app.read(move |conn| Ok(sessions::find(conn, owner, id)?)).await?;
        match session.filter(|session| session.is_live(now)) {
            Some(session) => {
                self.session_ends = Instant::now() + session.ends_at().since(now);
                Ok(true)
            }
            None => {
                self.is_over = true;
                self.queue.push_back(Event::SessionEnded);
                Ok(false)
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.app.events.leave(self.owner, &self.subscription);
    }
}

fn spread() -> u64 {
    u64::from(u16::from_le_bytes(crypto::random())) * HEARTBEAT_SPREAD_MS / u64::from(u16::MAX)
}
