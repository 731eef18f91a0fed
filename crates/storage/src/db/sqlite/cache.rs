//! A cache of one reading connection. The first commit after a look-up clears all of it.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::hash::Hash;

use super::commits::{CommitMark, Commits};

/// The largest number of entries per pair of types, so that the cache stays bounded on a server without writes.
const MAX_ENTRIES: usize = 256;

pub(super) struct Cache {
    commits: Commits,
    /// The commit mark of the cached values; `None` means that nothing is cached.
    mark: Option<CommitMark>,
    /// A `HashMap<K, T>` for each pair of key and value types.
    maps: HashMap<TypeId, Box<dyn Any + Send>>,
}

impl Cache {
    pub(super) fn new(commits: Commits) -> Self {
        Self { commits, mark: None, maps: HashMap::new() }
    }

    /// Returns the cached value for `key` if nothing was committed since, and the current commit mark.
    pub(super) fn get<K, T>(&mut self, key: &K) -> (Option<T>, Option<CommitMark>)
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
    pub(super) fn put<K, T>(&mut self, key: K, value: T, mark: CommitMark)
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

    fn values<K: Send + 'static, T: Send + 'static>(&mut self) -> Option<&mut HashMap<K, T>> {
        let types = TypeId::of::<HashMap<K, T>>();
        let values = self.maps.entry(types).or_insert_with(|| Box::new(HashMap::<K, T>::new()));
        values.downcast_mut()
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    struct CachedDb {
        writer: Connection,
        cache: Cache,
        _folder: tempfile::TempDir,
    }

    impl CachedDb {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("test.db");
            let writer = Connection::open(&path).unwrap();
            writer.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE t (n);").unwrap();
            let commits = Commits::of(&path);
            commits.observe_commit(|| writer.execute_batch("INSERT INTO t VALUES (0)").unwrap());
            let cache = Cache::new(commits);
            Self { writer, cache, _folder: folder }
        }

        fn commit(&self) {
            self.writer.execute_batch("INSERT INTO t VALUES (1)").unwrap();
        }

        fn mark(&mut self) -> CommitMark {
            self.cache.get::<(), ()>(&()).1.unwrap()
        }

        fn get<T: Clone + Send + 'static>(&mut self, key: &'static str) -> Option<T> {
            self.cache.get(&key).0
        }
    }

    #[test]
    fn each_pair_of_types_has_its_own_values_and_a_commit_leaves_none() {
        let mut db = CachedDb::new();
        let mark = db.mark();
        db.cache.put("a", 1_i64, mark);
        db.cache.put("a", "one", mark);
        for _ in 0..2 {
            assert_eq!((db.get::<i64>("a"), db.get("a")), (Some(1), Some("one")));
        }
        assert_eq!((db.get::<i64>("b"), db.get::<u8>("a")), (None, None));
        db.commit();
        assert_eq!((db.get::<i64>("a"), db.get::<&str>("a")), (None, None));
    }

    #[test]
    fn what_was_read_before_a_commit_is_not_cached_after_it() {
        let mut db = CachedDb::new();
        let before = db.mark();
        db.commit();
        let after = db.mark();
        db.cache.put("a", 1_i64, before);
        assert_eq!(db.get::<i64>("a"), None);
        db.cache.put("a", 2_i64, after);
        assert_eq!(db.get::<i64>("a"), Some(2));
    }

    #[test]
    fn it_does_not_grow_for_ever() {
        let mut db = CachedDb::new();
        let mark = db.mark();
        for n in 0..MAX_ENTRIES * 3 {
            db.cache.put(n, n, mark);
            assert_eq!(db.cache.get::<_, usize>(&n).0, Some(n));
            assert!(db.cache.values::<usize, usize>().unwrap().len() <= MAX_ENTRIES);
        }
    }
}
