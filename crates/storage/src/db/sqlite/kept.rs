//! What a reading connection looked up before and is still so. SQLite tells for little whether anyone, this process or
//! another, has committed anything since: then all of it is forgotten.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::hash::Hash;

/// Of each kind; a server that nobody writes to must not grow.
const MOST: usize = 256;

#[derive(Default)]
pub(super) struct Kept {
    version: i64,
    /// For each kind of key and value a `HashMap<K, T>`.
    kinds: HashMap<TypeId, Box<dyn Any + Send>>,
}

impl Kept {
    /// Says what the connection's `data_version` is now.
    pub(super) fn is_at(&mut self, version: i64) {
        if self.version != version {
            self.version = version;
            self.kinds.clear();
        }
    }

    pub(super) fn get<K, T>(&mut self, key: &K) -> Option<T>
    where
        K: Eq + Hash + Send + 'static,
        T: Clone + Send + 'static,
    {
        self.kind::<K, T>()?.get(key).cloned()
    }

    pub(super) fn put<K, T>(&mut self, key: K, value: T)
    where
        K: Eq + Hash + Send + 'static,
        T: Send + 'static,
    {
        if let Some(values) = self.kind() {
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
    use super::*;

    #[test]
    fn each_kind_has_its_own_values_and_a_new_version_none() {
        let mut kept = Kept::default();
        kept.is_at(1);
        kept.put("a", 1_i64);
        kept.put("a", "one");
        assert_eq!((kept.get::<_, i64>(&"a"), kept.get::<_, &str>(&"a")), (Some(1), Some("one")));
        assert_eq!((kept.get::<_, i64>(&"b"), kept.get::<_, u8>(&"a")), (None, None));
        kept.is_at(1);
        assert_eq!(kept.get::<_, i64>(&"a"), Some(1));
        kept.is_at(2);
        assert_eq!((kept.get::<_, i64>(&"a"), kept.get::<_, &str>(&"a")), (None, None));
    }

    #[test]
    fn it_does_not_grow_for_ever() {
        let mut kept = Kept::default();
        for n in 0..MOST * 3 {
            kept.put(n, n);
            assert_eq!(kept.get::<_, usize>(&n), Some(n));
            assert!(kept.kind::<usize, usize>().unwrap().len() <= MOST);
        }
    }
}
