//! What committed transactions have changed, and who wants to know. A transaction gathers it while it
//! runs; after the commit, and only then, it goes to the watcher of this process, and on PostgreSQL to
//! the other instances as well.

use std::sync::OnceLock;

use domain::{
    ids::UserId,
    topics::{Topic, Topics},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    Changed {
        owner: UserId,
        topics: Topics,
    },
    /// The line to the other instances was down for a while: anything may have changed.
    Missed,
}

/// Each account's changes once, however many statements made them.
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

/// The one who is told. A program that does a single thing and ends has none.
#[derive(Default)]
pub(crate) struct Watch(OnceLock<Box<dyn Fn(News) + Send + Sync>>);

impl Watch {
    /// The first watcher stays.
    pub(crate) fn set(&self, watcher: Box<dyn Fn(News) + Send + Sync>) -> bool {
        self.0.set(watcher).is_ok()
    }

    pub(crate) fn tell(&self, news: News) {
        if let Some(watcher) = self.0.get() {
            watcher(news);
        }
    }

    pub(crate) fn tell_all(&self, changes: &Changes) {
        changes.iter().for_each(|(owner, topics)| self.tell(News::Changed { owner, topics }));
    }
}
