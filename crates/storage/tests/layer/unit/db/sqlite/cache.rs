//! The cache of a reading connection.

use ledgerline_storage::db::sqlite::cache::{Cache, MAX_ENTRIES};
use ledgerline_storage::db::sqlite::commits::{CommitMark, Commits};
use rusqlite::Connection;

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
