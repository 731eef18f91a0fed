//! The line between instances on one PostgreSQL: what a commit here has changed is said with NOTIFY, and
//! heard with LISTEN by all the others.
//!
//! It is said after the commit, on a connection and a thread of its own: a NOTIFY inside the
//! transaction would make every commit of the database wait in one line. Whatever waits to be said is
//! gathered by account, so a busy moment costs one statement. A listener that lost its connection
//! says, once it is back, that it may have missed something.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use domain::ids::UserId;
use domain::topics::Topics;
use postgres::Client;
use postgres::fallible_iterator::FallibleIterator;

use super::super::news::{Changes, News, Watch};
use super::target::Target;

const LISTEN: &str = "LISTEN ledgerline_changes";
/// A payload must stay below 8,000 bytes; an account takes at most 46 of them.
const MOST_IN_ONE: usize = 150;
/// More accounts than this cannot wait; then all are told to look again.
const MOST_WAITING: usize = 10_000;
const EVERYTHING: &str = "*";
const AFTER_TROUBLE: Duration = Duration::from_secs(1);
/// How often a listener that hears nothing looks whether it is still wanted.
const LOOK_UP: Duration = Duration::from_secs(1);

pub(super) struct Line {
    target: Target,
    outbox: Arc<Outbox>,
    /// The process of ours that speaks: its words need not be listened to.
    speaker: Arc<AtomicI32>,
    is_ended: Arc<AtomicBool>,
    speaking: Mutex<Option<JoinHandle<()>>>,
}

impl Line {
    pub(super) fn new(target: Target) -> Line {
        Line {
            target,
            outbox: Arc::default(),
            speaker: Arc::default(),
            is_ended: Arc::default(),
            speaking: Mutex::default(),
        }
    }

    /// Tells the other instances, soon; the thread that does is started by the first who has anything to say.
    pub(super) fn say(&self, changes: &Changes) {
        if changes.is_empty() {
            return;
        }
        self.outbox.add(changes.iter());
        let mut speaking = self.speaking.lock().unwrap_or_else(PoisonError::into_inner);
        if speaking.is_none() && !self.is_ended.load(Ordering::Relaxed) {
            let (target, outbox, own) =
                (self.target.clone(), self.outbox.clone(), self.speaker.clone());
            let thread = std::thread::Builder::new().name("db-speaker".to_owned());
            match thread.spawn(move || speak(&target, &outbox, &own)) {
                Ok(thread) => *speaking = Some(thread),
                Err(error) => tracing::warn!(%error, "other instances are not told of changes"),
            }
        }
    }

    pub(super) fn listen(&self, watch: Arc<Watch>) -> std::io::Result<()> {
        let (target, own, is_ended) =
            (self.target.clone(), self.speaker.clone(), self.is_ended.clone());
        let thread = std::thread::Builder::new().name("db-listener".to_owned());
        thread.spawn(move || listen(&target, &watch, &own, &is_ended)).map(drop)
    }

    /// Blocks until what was said has been sent, or could not be.
    pub(super) fn end(&self) {
        self.is_ended.store(true, Ordering::Relaxed);
        self.outbox.close();
        let speaking = self.speaking.lock().unwrap_or_else(PoisonError::into_inner).take();
        if speaking.is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("the thread that tells other instances panicked");
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.is_ended.store(true, Ordering::Relaxed);
        self.outbox.close();
    }
}

/// What waits to be said.
#[derive(Default)]
struct Outbox {
    waiting: Mutex<Waiting>,
    wake: Condvar,
}

#[derive(Default)]
struct Waiting {
    changes: HashMap<UserId, Topics>,
    /// There was too much to remember each.
    is_everything: bool,
    is_closed: bool,
}

impl Outbox {
    fn add(&self, changes: impl Iterator<Item = (UserId, Topics)>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        for (owner, topics) in changes {
            let known = waiting.changes.entry(owner).or_default();
            *known = known.union(topics);
        }
        if waiting.changes.len() > MOST_WAITING {
            waiting.changes.clear();
            waiting.is_everything = true;
        }
        self.wake.notify_one();
    }

    /// Waits for something to say; none once the line is closed and all is said.
    fn take(&self) -> Option<Waiting> {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let is_idle = |waiting: &mut Waiting| {
            waiting.changes.is_empty() && !waiting.is_everything && !waiting.is_closed
        };
        let mut waiting =
            self.wake.wait_while(waiting, is_idle).unwrap_or_else(PoisonError::into_inner);
        let is_closed = waiting.is_closed;
        let taken = std::mem::take(&mut *waiting);
        waiting.is_closed = is_closed;
        (!taken.changes.is_empty() || taken.is_everything).then_some(taken)
    }

    /// Puts back what could not be said; false where nobody will say it any more.
    fn put_back(&self, unsaid: Waiting) -> bool {
        self.add(unsaid.changes.into_iter());
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.is_everything |= unsaid.is_everything;
        !waiting.is_closed
    }

    fn close(&self) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).is_closed = true;
        self.wake.notify_all();
    }
}

fn speak(target: &Target, outbox: &Outbox, own: &AtomicI32) {
    let mut client = None;
    while let Some(batch) = outbox.take() {
        if let Err(error) = say(target, &mut client, &batch, own) {
            client = None;
            tracing::warn!(%error, "other instances could not be told of changes yet");
            if !outbox.put_back(batch) {
                return;
            }
            std::thread::sleep(AFTER_TROUBLE);
        }
    }
}

fn say(
    target: &Target,
    client: &mut Option<Client>,
    batch: &Waiting,
    own: &AtomicI32,
) -> Result<(), postgres::Error> {
    let client = match client.take().filter(|client| !client.is_closed()) {
        Some(known) => client.insert(known),
        None => {
            let client = client.insert(target.connect()?);
            let process = client.query_one("SELECT pg_backend_pid()", &[])?;
            own.store(process.try_get(0)?, Ordering::Relaxed);
            client
        }
    };
    for payload in payloads(batch) {
        // Nothing in a payload needs quoting: ids, hexadecimal digits, spaces.
        client.batch_execute(&format!("NOTIFY ledgerline_changes, '{payload}'"))?;
    }
    Ok(())
}

fn payloads(batch: &Waiting) -> Vec<String> {
    if batch.is_everything {
        return vec![EVERYTHING.to_owned()];
    }
    let words: Vec<_> = batch
        .changes
        .iter()
        .map(|(owner, topics)| format!("{owner}:{:x}", topics.bits()))
        .collect();
    words.chunks(MOST_IN_ONE).map(|chunk| chunk.join(" ")).collect()
}

/// What somebody else said. Words that make no sense are a newer version's: they are passed over.
fn heard(payload: &str) -> Vec<News> {
    if payload == EVERYTHING {
        return vec![News::Missed];
    }
    let read = |word: &str| {
        let (owner, bits) = word.split_once(':')?;
        let owner = UserId::parse(owner)?;
        let topics = Topics::from_bits(u32::from_str_radix(bits, 16).ok()?);
        Some(News::Changed { owner, topics })
    };
    payload.split(' ').filter_map(read).collect()
}

fn listen(target: &Target, watch: &Watch, own: &AtomicI32, is_ended: &AtomicBool) {
    while !is_ended.load(Ordering::Relaxed) {
        if let Err(error) = hear(target, watch, own, is_ended) {
            tracing::warn!(%error, "changes made by other instances are not heard for now");
            std::thread::sleep(AFTER_TROUBLE);
        }
    }
}

/// Until the connection breaks or the line is ended.
fn hear(
    target: &Target,
    watch: &Watch,
    own: &AtomicI32,
    is_ended: &AtomicBool,
) -> Result<(), postgres::Error> {
    let mut client = target.connect()?;
    client.batch_execute(LISTEN)?;
    watch.tell(News::Missed);
    while !is_ended.load(Ordering::Relaxed) {
        let mut notes = client.notifications();
        let mut next = notes.timeout_iter(LOOK_UP);
        while let Some(note) = next.next()? {
            if note.process_id() != own.load(Ordering::Relaxed) {
                heard(note.payload()).into_iter().for_each(|news| watch.tell(news));
            }
        }
        drop(next);
        drop(notes);
        // A connection that was closed by the other side gives no error here, only nothing.
        if client.is_closed() {
            client.batch_execute("")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use domain::{time::Timestamp, topics::Topic};

    use super::*;

    fn someone(number: i64) -> UserId {
        UserId::new(Timestamp::from_millis(number), [1; 10])
    }

    #[test]
    fn what_is_said_is_what_is_heard_in_pieces_that_fit() {
        let outbox = Outbox::default();
        outbox.add((0..1000).map(|number| (someone(number), Topics::all())));
        outbox.add([(someone(0), Topics::NONE.with(Topic::Wallet))].into_iter());
        let said = payloads(&outbox.take().unwrap());
        assert!(said.len() == 7 && said.iter().all(|payload| payload.len() < 8000));
        let heard: Vec<_> = said.iter().flat_map(|payload| heard(payload)).collect();
        assert_eq!(heard.len(), 1000);
        assert!(heard.contains(&News::Changed { owner: someone(999), topics: Topics::all() }));
    }

    #[test]
    fn too_much_becomes_everything_and_nonsense_nothing() {
        let outbox = Outbox::default();
        outbox.add((0..=MOST_WAITING as i64).map(|number| (someone(number), Topics::all())));
        assert_eq!(payloads(&outbox.take().unwrap()), [EVERYTHING]);
        assert_eq!(heard(EVERYTHING), [News::Missed]);
        assert_eq!(heard("x y:1 :: 018bcfe5-6800-7707-8707-070707070707:zz"), []);
    }

    #[test]
    fn a_closed_outbox_gives_what_is_left_and_then_nothing() {
        let outbox = Outbox::default();
        outbox.add([(someone(1), Topics::all())].into_iter());
        outbox.close();
        let left = outbox.take().unwrap();
        assert!(!outbox.put_back(left));
        assert!(outbox.take().is_some() && outbox.take().is_none());
    }
}
