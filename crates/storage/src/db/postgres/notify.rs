//! Exchanges changes between instances on one PostgreSQL: after a commit here its changes are sent with NOTIFY,
//! and all other instances receive them with LISTEN.
//!
//! They are sent after the commit, on a connection and a thread of their own: a NOTIFY inside the transaction
//! would serialize all commits of the database. Waiting changes are merged by account, so that a busy moment
//! costs one statement. A listener that lost its connection reports, once it is back, that changes may have
//! been missed.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use domain::ids::UserId;
use domain::notifications::topics::Topics;
use postgres::Client;
use postgres::fallible_iterator::FallibleIterator;

use super::super::changes::{ChangeEvent, Changes, Watch};
use super::target::Target;

const LISTEN: &str = "LISTEN ledgerline_changes";
/// A payload must stay below 8,000 bytes; an account takes at most 46 bytes.
const MAX_ACCOUNTS_PER_PAYLOAD: usize = 150;
/// With more waiting accounts, all accounts are reported as changed.
pub const MAX_WAITING_ACCOUNTS: usize = 10_000;
/// The payload that reports all accounts as changed.
pub const ALL_ACCOUNTS: &str = "*";
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// How often an idle listener checks whether it must stop.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

pub(super) struct Notifier {
    target: Target,
    outbox: Arc<Outbox>,
    /// The backend process of the publishing connection; its own notifications are ignored.
    own_backend_pid: Arc<AtomicI32>,
    is_ended: Arc<AtomicBool>,
    publisher: Mutex<Option<JoinHandle<()>>>,
}

impl Notifier {
    pub(super) fn new(target: Target) -> Notifier {
        Notifier {
            target,
            outbox: Arc::default(),
            own_backend_pid: Arc::default(),
            is_ended: Arc::default(),
            publisher: Mutex::default(),
        }
    }

    /// Queues changes for the other instances; the first call starts the publishing thread.
    pub(super) fn publish(&self, changes: &Changes) {
        if changes.is_empty() {
            return;
        }
        self.outbox.add(changes.iter());
        let mut publisher = self.publisher.lock().unwrap_or_else(PoisonError::into_inner);
        if publisher.is_none() && !self.is_ended.load(Ordering::Relaxed) {
            let (target, outbox, own_pid) =
                (self.target.clone(), self.outbox.clone(), self.own_backend_pid.clone());
            let thread = std::thread::Builder::new().name("db-publisher".to_owned());
            match thread.spawn(move || run_publisher(&target, &outbox, &own_pid)) {
                Ok(thread) => *publisher = Some(thread),
                Err(error) => {
                    tracing::warn!(%error, "other instances are not notified: the thread did not start")
                }
            }
        }
    }

    pub(super) fn listen(&self, watch: Arc<Watch>) -> std::io::Result<()> {
        let (target, own_pid, is_ended) =
            (self.target.clone(), self.own_backend_pid.clone(), self.is_ended.clone());
        let thread = std::thread::Builder::new().name("db-listener".to_owned());
        thread.spawn(move || listen(&target, &watch, &own_pid, &is_ended)).map(drop)
    }

    /// Stops the publishing thread; blocks until the queued changes are sent, or could not be.
    pub(super) fn end(&self) {
        self.is_ended.store(true, Ordering::Relaxed);
        self.outbox.close();
        let publisher = self.publisher.lock().unwrap_or_else(PoisonError::into_inner).take();
        if publisher.is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("the thread that notifies other instances of changes panicked");
        }
    }
}

impl Drop for Notifier {
    fn drop(&mut self) {
        self.is_ended.store(true, Ordering::Relaxed);
        self.outbox.close();
    }
}

/// The changes that wait to be sent.
#[derive(Default)]
pub struct Outbox {
    waiting: Mutex<WaitingChanges>,
    wake: Condvar,
}

/// Changes taken from the outbox.
#[derive(Default)]
pub struct WaitingChanges {
    changes: HashMap<UserId, Topics>,
    /// Whether too many accounts have changed to list each of them.
    is_everything: bool,
    is_closed: bool,
}

impl Outbox {
    /// Queues changes, merged with those of the same account.
    pub fn add(&self, changes: impl Iterator<Item = (UserId, Topics)>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        for (owner, topics) in changes {
            let noted = waiting.changes.entry(owner).or_default();
            *noted = noted.union(topics);
        }
        if waiting.changes.len() > MAX_WAITING_ACCOUNTS {
            waiting.changes.clear();
            waiting.is_everything = true;
        }
        self.wake.notify_one();
    }

    /// Waits for changes to send; `None` once the outbox is closed and empty.
    pub fn take(&self) -> Option<WaitingChanges> {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let is_idle = |waiting: &mut WaitingChanges| {
            waiting.changes.is_empty() && !waiting.is_everything && !waiting.is_closed
        };
        let mut waiting =
            self.wake.wait_while(waiting, is_idle).unwrap_or_else(PoisonError::into_inner);
        let is_closed = waiting.is_closed;
        let taken = std::mem::take(&mut *waiting);
        waiting.is_closed = is_closed;
        (!taken.changes.is_empty() || taken.is_everything).then_some(taken)
    }

    /// Puts back changes that could not be sent; returns false if the outbox is closed.
    pub fn put_back(&self, unsent: WaitingChanges) -> bool {
        self.add(unsent.changes.into_iter());
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.is_everything |= unsent.is_everything;
        !waiting.is_closed
    }

    /// Nothing is waited for any more: `take` returns what is left, then `None`.
    pub fn close(&self) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).is_closed = true;
        self.wake.notify_all();
    }
}

fn run_publisher(target: &Target, outbox: &Outbox, own_pid: &AtomicI32) {
    let mut client = None;
    while let Some(batch) = outbox.take() {
        if let Err(error) = send(target, &mut client, &batch, own_pid) {
            client = None;
            tracing::warn!(%error, "other instances could not be notified of changes; trying again");
            if !outbox.put_back(batch) {
                return;
            }
            std::thread::sleep(RETRY_DELAY);
        }
    }
}

fn send(
    target: &Target,
    client: &mut Option<Client>,
    batch: &WaitingChanges,
    own_pid: &AtomicI32,
) -> Result<(), postgres::Error> {
    let client = match client.take().filter(|client| !client.is_closed()) {
        Some(open) => client.insert(open),
        None => {
            let client = client.insert(target.connect()?);
            let process = client.query_one("SELECT pg_backend_pid()", &[])?;
            own_pid.store(process.try_get(0)?, Ordering::Relaxed);
            client
        }
    };
    for payload in payloads(batch) {
        // A payload needs no quoting: it contains only ids, hexadecimal digits and spaces.
        client.batch_execute(&format!("NOTIFY ledgerline_changes, '{payload}'"))?;
    }
    Ok(())
}

/// The payloads of the notifications of a batch.
pub fn payloads(batch: &WaitingChanges) -> Vec<String> {
    if batch.is_everything {
        return vec![ALL_ACCOUNTS.to_owned()];
    }
    let words: Vec<_> = batch
        .changes
        .iter()
        .map(|(owner, topics)| format!("{owner}:{:x}", topics.bits()))
        .collect();
    words.chunks(MAX_ACCOUNTS_PER_PAYLOAD).map(|chunk| chunk.join(" ")).collect()
}

/// Parses the payload of another instance. Unknown words come from a newer version and are ignored.
pub fn parse_payload(payload: &str) -> Vec<ChangeEvent> {
    if payload == ALL_ACCOUNTS {
        return vec![ChangeEvent::Missed];
    }
    let read = |word: &str| {
        let (owner, bits) = word.split_once(':')?;
        let owner = UserId::parse(owner)?;
        let topics = Topics::from_bits(u32::from_str_radix(bits, 16).ok()?);
        Some(ChangeEvent::Changed { owner, topics })
    };
    payload.split(' ').filter_map(read).collect()
}

fn listen(target: &Target, watch: &Watch, own_pid: &AtomicI32, is_ended: &AtomicBool) {
    while !is_ended.load(Ordering::Relaxed) {
        if let Err(error) = receive(target, watch, own_pid, is_ended) {
            tracing::warn!(%error, "changes of other instances cannot be received; connecting again");
            std::thread::sleep(RETRY_DELAY);
        }
    }
}

/// Receives until the connection breaks or the notifier ends.
fn receive(
    target: &Target,
    watch: &Watch,
    own_pid: &AtomicI32,
    is_ended: &AtomicBool,
) -> Result<(), postgres::Error> {
    let mut client = target.connect()?;
    client.batch_execute(LISTEN)?;
    watch.notify(ChangeEvent::Missed);
    while !is_ended.load(Ordering::Relaxed) {
        let mut notifications = client.notifications();
        let mut next = notifications.timeout_iter(POLL_INTERVAL);
        while let Some(notification) = next.next()? {
            if notification.process_id() != own_pid.load(Ordering::Relaxed) {
                parse_payload(notification.payload())
                    .into_iter()
                    .for_each(|event| watch.notify(event));
            }
        }
        drop(next);
        drop(notifications);
        // A connection closed by the server gives no error here, only no notifications.
        if client.is_closed() {
            client.batch_execute("")?;
        }
    }
    Ok(())
}
