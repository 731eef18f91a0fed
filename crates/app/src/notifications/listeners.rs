//! One open page's stream of events, from where it left off to the end of its session.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use domain::ids::{SessionId, UserId};
use domain::notifications::Notification;
use domain::topics::{Topic, Topics};
use storage::identity::sessions;
use storage::notifications;
use tokio::time::Instant;

use crate::notifications::events::{Channel, PageSubscription};
use crate::{Actor, App, Result, crypto};

/// A sign of life on an idle stream; proxies and our own connections have patience for longer than this.
/// Each stream adds a little of its own, so that a thousand opened together do not ask all at once.
const HEARTBEAT: Duration = Duration::from_secs(15);
const HEARTBEAT_SPREAD_MS: u64 = 5_000;
/// The least time between two tellings: what happens meanwhile is told together.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

const PAUSE_AFTER_ERROR: Duration = Duration::from_secs(1);

/// What a page is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The stream stands. The number is where it stands: what comes after it will be told.
    Ready {
        number: i64,
    },
    Notification(Arc<Notification>),
    /// Things of these kinds are no longer as they were.
    Changed {
        number: i64,
        topics: Topics,
    },
    /// Nothing happened; the line is alive.
    Heartbeat,
    /// The session is over, and the stream with it.
    SessionEnded,
}

pub struct Listener {
    app: Arc<App>,
    owner: UserId,
    session: SessionId,
    channel: Arc<Channel>,
    subscription: Arc<PageSubscription>,
    /// The last notification this page knows of.
    number: i64,
    queue: VecDeque<Event>,
    heartbeat: Duration,
    next_heartbeat: Instant,
    /// When the session will have ended, as far as is known.
    session_ends: Instant,
    last_sent_at: Option<Instant>,
    is_over: bool,
}

/// Opens a stream. `last` is the number of the last event the page has seen, where it had one before:
/// it is told what came since.
pub async fn open(app: &Arc<App>, actor: &Actor, last: Option<i64>) -> Result<Listener> {
    let (owner, session) = (actor.user, actor.session);
    // Listening first, looking after: what is committed in between is told twice rather than never.
    let (channel, subscription) = app.events.join(owner);
    let heartbeat = HEARTBEAT + Duration::from_millis(spread());
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
    /// The next thing to tell; none when the stream is over.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.queue.pop_front() {
                return Some(event);
            }
            if self.is_over || self.subscription.is_ended() || self.app.events.is_closed() {
                return None;
            }
            if let Err(error) = self.step().await {
                // The database is away or busy: nothing is lost, the next try asks for the same.
                tracing::debug!(%error, "an open page could not be told what is new");
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
                // Closing wakes everyone too, and has nothing else to say.
                if !topics.is_empty() && !self.app.events.is_closed() {
                    let gathered = self.queue_events(topics).await;
                    return gathered.inspect_err(|_| self.subscription.mark_changed(topics));
                }
            }
            () = tokio::time::sleep_until(check_at) => self.poll().await?,
        }
        Ok(())
    }

    /// Works out what to tell of topics that have changed.
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

    /// The regular look: is the session still there, and did anything come in without a word (from
    /// another process on the same SQLite file)?
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

    /// Reading only: an open page is no sign that somebody sits before it.
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
