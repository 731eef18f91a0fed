//! A cache of one reading connection. The first commit after a look-up clears all of it.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::hash::Hash;

use super::commits::{CommitMark, Commits};

/// The largest number of entries per pair of types, so that the cache stays bounded on a server without writes.
pub const MAX_ENTRIES: usize = 256;

pub struct Cache {
    commits: Commits,
    /// The commit mark of the cached values; `None` means that nothing is cached.
    mark: Option<CommitMark>,
    /// A `HashMap<K, T>` for each pair of key and value types.
    maps: HashMap<TypeId, Box<dyn Any + Send>>,
}

impl Cache {
    pub fn new(commits: Commits) -> Self {
        Self { commits, mark: None, maps: HashMap::new() }
    }

    /// Returns the cached value for `key` if nothing was committed since, and the current commit mark.
    pub fn get<K, T>(&mut self, key: &K) -> (Option<T>, Option<CommitMark>)
    where
        K: Eq + Hash + Send + 'static,
        T: Clone + Send + 'static,
    {
        let mark = self.commits.mark();
        if self.mark != mark {
            self.mark = mark;
            self.maps.clear();
        }
        (mark.and_then(|_| self.values::<K, T>()?.get(key).cloned()), mark)
    }

    /// Caches a value. `mark` must have been read before `value`: a newer value is harmless, because the next
    /// `get` sees another mark and clears the cache.
    pub fn put<K, T>(&mut self, key: K, value: T, mark: CommitMark)
    where
        K: Eq + Hash + Send + 'static,
        T: Send + 'static,
    {
        if self.mark == Some(mark)
            && let Some(values) = self.values()
        {
            if values.len() >= MAX_ENTRIES {
                values.clear();
            }
            values.insert(key, value);
        }
    }

    /// The values of one pair of types.
    pub fn values<K: Send + 'static, T: Send + 'static>(&mut self) -> Option<&mut HashMap<K, T>> {
        let types = TypeId::of::<HashMap<K, T>>();
        let values = self.maps.entry(types).or_insert_with(|| Box::new(HashMap::<K, T>::new()));
        values.downcast_mut()
    }
}
