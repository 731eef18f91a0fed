//! The change feed: which data of which accounts committed transactions have changed. A transaction collects
//! its changes; after the commit, and only then, they go to the watcher of this process, and on PostgreSQL to
//! the other instances too.

use std::sync::OnceLock;

use domain::{
    ids::UserId,
    notifications::topics::{Topic, Topics},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeEvent {
    Changed {
        owner: UserId,
        topics: Topics,
    },
    /// The connection to the other instances was lost for a while: anything may have changed.
    Missed,
}

/// The changed topics by account.
#[derive(Debug, Default)]
pub(crate) struct Changes(Vec<(UserId, Topics)>);

impl Changes {
    pub(crate) fn note(&mut self, owner: UserId, topic: Topic) {
        self.add(owner, Topics::NONE.with(topic));
    }

    pub(crate) fn merge(&mut self, others: Changes) {
        others.0.into_iter().for_each(|(owner, topics)| self.add(owner, topics));
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (UserId, Topics)> + '_ {
        self.0.iter().copied()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn add(&mut self, owner: UserId, topics: Topics) {
        match self.0.iter_mut().find(|(known, _)| *known == owner) {
            Some((_, known)) => *known = known.union(topics),
            None => self.0.push((owner, topics)),
        }
    }
}

/// The watcher that is called for each change. A one-shot command has none.
#[derive(Default)]
pub(crate) struct Watch(OnceLock<Box<dyn Fn(ChangeEvent) + Send + Sync>>);

impl Watch {
    /// Returns false if there is already a watcher.
    pub(crate) fn set(&self, watcher: Box<dyn Fn(ChangeEvent) + Send + Sync>) -> bool {
        self.0.set(watcher).is_ok()
    }

    pub(crate) fn notify(&self, event: ChangeEvent) {
        if let Some(watcher) = self.0.get() {
            watcher(event);
        }
    }

    pub(crate) fn notify_all(&self, changes: &Changes) {
        changes
            .iter()
            .for_each(|(owner, topics)| self.notify(ChangeEvent::Changed { owner, topics }));
    }
}
