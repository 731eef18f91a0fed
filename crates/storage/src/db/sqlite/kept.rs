//! What a reading connection looked up before and is still so: with the first commit after it, all of it is forgotten.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::hash::Hash;

use super::commits::{Commits, Mark};

/// Of each kind; a server that nobody writes to must not grow.
const MOST: usize = 256;

pub(super) struct Kept {
    commits: Commits,
    /// As of when it was kept; without it nothing is.
    mark: Option<Mark>,
    /// For each kind of key and value a `HashMap<K, T>`.
    kinds: HashMap<TypeId, Box<dyn Any + Send>>,
}

impl Kept {
    pub(super) fn until(commits: Commits) -> Self {
        Self { commits, mark: None, kinds: HashMap::new() }
    }

    /// What is there for the key and still so, and as of when.
    pub(super) fn get<K, T>(&mut self, key: &K) -> (Option<T>, Option<Mark>)
    where
        K: Eq + Hash + Send + 'static,
        T: Clone + Send + 'static,
    {
        let mark = self.commits.mark();
        if self.mark != mark {
            self.mark = mark;
            self.kinds.clear();
        }
        (mark.and_then(|_| self.kind::<K, T>()?.get(key).cloned()), mark)
    }

    /// For what was read after the mark: newer it may be, and is forgotten then with the rest.
    pub(super) fn put<K, T>(&mut self, key: K, value: T, mark: Mark)
    where
        K: Eq + Hash + Send + 'static,
        T: Send + 'static,
    {
        if self.mark == Some(mark)
            && let Some(values) = self.kind()
        {
            if values.len() >= MOST {
                values.clear();
            }
            values.insert(key, value);
        }
    }

    fn kind<K: Send + 'static, T: Send + 'static>(&mut self) -> Option<&mut HashMap<K, T>> {
        let kind = TypeId::of::<HashMap<K, T>>();
        let values = self.kinds.entry(kind).or_insert_with(|| Box::new(HashMap::<K, T>::new()));
        values.downcast_mut()
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    struct Bed {
        writer: Connection,
        kept: Kept,
        _folder: tempfile::TempDir,
    }

    impl Bed {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("test.db");
            let writer = Connection::open(&path).unwrap();
            writer.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE t (n);").unwrap();
            let commits = Commits::of(&path);
            commits.watched(|| writer.execute_batch("INSERT INTO t VALUES (0)").unwrap());
            let kept = Kept::until(commits);
            Self { writer, kept, _folder: folder }
        }

        fn commit(&self) {
            self.writer.execute_batch("INSERT INTO t VALUES (1)").unwrap();
        }

        fn mark(&mut self) -> Mark {
            self.kept.get::<(), ()>(&()).1.unwrap()
        }

        fn get<T: Clone + Send + 'static>(&mut self, key: &'static str) -> Option<T> {
            self.kept.get(&key).0
        }
    }

    #[test]
    fn each_kind_has_its_own_values_and_a_commit_leaves_none() {
        let mut bed = Bed::new();
        let mark = bed.mark();
        bed.kept.put("a", 1_i64, mark);
        bed.kept.put("a", "one", mark);
        for _ in 0..2 {
            assert_eq!((bed.get::<i64>("a"), bed.get("a")), (Some(1), Some("one")));
        }
        assert_eq!((bed.get::<i64>("b"), bed.get::<u8>("a")), (None, None));
        bed.commit();
        assert_eq!((bed.get::<i64>("a"), bed.get::<&str>("a")), (None, None));
    }

    #[test]
    fn what_was_read_before_a_commit_is_not_kept_after_it() {
        let mut bed = Bed::new();
        let before = bed.mark();
        bed.commit();
        let after = bed.mark();
        bed.kept.put("a", 1_i64, before);
        assert_eq!(bed.get::<i64>("a"), None);
        bed.kept.put("a", 2_i64, after);
        assert_eq!(bed.get::<i64>("a"), Some(2));
    }

    #[test]
    fn it_does_not_grow_for_ever() {
        let mut bed = Bed::new();
        let mark = bed.mark();
        for n in 0..MOST * 3 {
            bed.kept.put(n, n, mark);
            assert_eq!(bed.kept.get::<_, usize>(&n).0, Some(n));
            assert!(bed.kept.kind::<usize, usize>().unwrap().len() <= MOST);
        }
    }
}
