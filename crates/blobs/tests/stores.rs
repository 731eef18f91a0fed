//! Runs the same tests on every kind of store: a folder, an S3-compatible server, memory. OPS-02

#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "in a test, what does not work out is a failure"
)]

use std::time::{Duration, SystemTime};

use bytes::Bytes;
use ledgerline_blobs::{BlobError, Blobs, Key, StoreLocation};
use tempfile::TempDir;
use testbed::budget::{Budget, PATIENCE, Stopwatch};

struct Store {
    blobs: Blobs,
    folder: Option<TempDir>,
}

fn folder() -> Store {
    let folder = tempfile::tempdir().unwrap();
    let blobs = Blobs::open(&StoreLocation::Folder(folder.path().join("media"))).unwrap();
    Store { blobs, folder: Some(folder) }
}

fn s3() -> Store {
    let place =
        StoreLocation::S3 { bucket: testbed::s3().fresh_bucket(), prefix: "studio/one".to_owned() };
    let variables = testbed::s3().variables().map(|(name, value)| (name.to_owned(), value));
    Store { blobs: Blobs::open_with(&place, variables).unwrap(), folder: None }
}

fn memory() -> Store {
    Store { blobs: Blobs::in_memory(), folder: None }
}

macro_rules! on_every_store {
    ($($name:ident),+ $(,)?) => {
        on_every_store!(@ folder, $($name)+);
        on_every_store!(@ s3, $($name)+);
        on_every_store!(@ memory, $($name)+);
    };
    (@ $kind:ident, $($name:ident)+) => {
        mod $kind {
            $(#[tokio::test] async fn $name() { super::$name(super::$kind()).await; })+
        }
    };
}

fn key(text: &str) -> Key {
    Key::parse(text).unwrap()
}

/// Bytes without repetition, so that a wrong position is detected.
fn song(size: usize) -> Bytes {
    (0..size).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect::<Vec<u8>>().into()
}

async fn read(blobs: &Blobs, key: &Key, range: std::ops::Range<u64>) -> Vec<u8> {
    let mut reader = blobs.read(key, range);
    let mut read = Vec::new();
    while let Some(piece) = reader.next().await.unwrap() {
        assert!(!piece.is_empty());
        read.extend_from_slice(&piece);
    }
    read
}

async fn keys(blobs: &Blobs, first: &str) -> Vec<String> {
    let mut listing = blobs.list(first);
    let mut keys = Vec::new();
    while let Some(entry) = listing.next().await {
        keys.push(entry.unwrap().key.to_string());
    }
    keys.sort();
    keys
}

/// Waits until a condition holds, for work that happens after an upload is dropped.
async fn eventually(what: impl Fn() -> bool) {
    let budget = Budget::of(PATIENCE);
    while !what() {
        assert!(!budget.is_spent(), "it did not come to pass");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

on_every_store!(
    a_blob_can_be_moved,
    what_is_written_is_read,
    any_range_is_read_and_no_more,
    a_file_that_is_open_is_read_again_and_no_other_for_it,
    a_blob_is_replaced_and_removed,
    a_listing_names_what_is_there,
    an_upload_that_is_given_up_leaves_nothing
);

/// SAFE-06: a moved blob is readable under its new key, and nothing is left under the old one.
async fn a_blob_can_be_moved(store: Store) {
    let (from, to) = (key("waiting/one/a"), key("media/one/a"));
    store.blobs.put(&from, song(5_000)).await.unwrap();
    if let Some(folder) = &store.folder {
        let path = folder.path().join("media").join(from.as_str());
        let long_ago = SystemTime::now() - Duration::from_secs(7_200);
        std::fs::File::open(path).unwrap().set_modified(long_ago).unwrap();
    }
    store.blobs.move_to(&from, &to).await.unwrap();
    assert_eq!(store.blobs.get(&to).await.unwrap(), song(5_000));
    assert_eq!(store.blobs.head(&from).await.unwrap(), None);
    let facts = store.blobs.head(&to).await.unwrap().unwrap();
    assert!(facts.modified > SystemTime::now() - Duration::from_secs(3_600), "{facts:?}");
    if let Some(folder) = &store.folder {
        assert!(!folder.path().join("media/waiting").exists());
    }
    assert!(matches!(store.blobs.move_to(&from, &to).await, Err(BlobError::NotFound)));
    assert_eq!(store.blobs.get(&to).await.unwrap(), song(5_000));
}

/// Writes blobs with sizes just below and above a block, a part and a piece.
async fn what_is_written_is_read(store: Store) {
    for size in [0, 1, 262_144, 262_145, 524_288, 5_242_880, 5_242_881, 12_000_000] {
        let (song, key) = (song(size), key(&format!("media/a/{size}")));
        let mut upload = store.blobs.create(&key).await.unwrap();
        for chunk in song.chunks(61_441) {
            upload.write(Bytes::copy_from_slice(chunk)).await.unwrap();
        }
        assert_eq!(upload.size(), size as u64);
        assert_eq!(store.blobs.head(&key).await.unwrap(), None, "not before it is whole");
        let stored = upload.finish().await.unwrap();
        assert_eq!(stored.size, size as u64);
        assert_eq!(stored.hash, blake3::hash(&song).to_hex().to_string());
        let facts = store.blobs.head(&key).await.unwrap().unwrap();
        assert_eq!(facts.size, size as u64);
        let age = SystemTime::now().duration_since(facts.modified).unwrap_or_default();
        assert!(age < Duration::from_secs(60), "{age:?}");
        assert_eq!(store.blobs.get(&key).await.unwrap(), song);
    }
}

// MED-08
async fn any_range_is_read_and_no_more(store: Store) {
    let (song, key) = (song(700_000), key("media/a/b"));
    store.blobs.put(&key, song.clone()).await.unwrap();
    for range in [0..0, 0..1, 5..5, 699_999..700_000, 262_143..262_146, 100..600_000, 0..700_000] {
        let expected = &song[range.start as usize..range.end as usize];
        assert_eq!(read(&store.blobs, &key, range.clone()).await, expected, "{range:?}");
    }
    let mut beyond = store.blobs.read(&key, 699_000..800_000);
    let mut got = 0;
    let error = loop {
        match beyond.next().await {
            Ok(piece) => got += piece.expect("it promised more").len(),
            Err(error) => break error,
        }
    };
    assert!(
        got <= 1_000 && matches!(error, BlobError::Short(_) | BlobError::Unavailable(_)),
        "{error:?}"
    );
}

async fn a_file_that_is_open_is_read_again_and_no_other_for_it(store: Store) {
    let (blobs, one, other) = (&store.blobs, key("media/a/one"), key("media/a/other"));
    blobs.put(&one, song(300_000)).await.unwrap();
    blobs.put(&other, song(20).slice(10..)).await.unwrap();
    let mut first = blobs.read(&one, 0..10);
    assert!(first.file().is_none(), "nothing is open before anything is read");
    first.next().await.unwrap();
    // Only a store in a folder returns an open file.
    assert_eq!(first.file().is_some(), store.folder.is_some());
    let Some(file) = first.file() else { return };
    blobs.delete(&one).await.unwrap();
    let mut again = blobs.read(&one, 100_000..100_100);
    again.use_again(file);
    assert_eq!(again.next().await.unwrap().unwrap(), song(300_000)[100_000..100_100]);
    let mut another = blobs.read(&other, 0..10);
    another.use_again(file);
    assert_eq!(another.next().await.unwrap().unwrap(), song(20)[10..]);
    assert!(matches!(blobs.read(&one, 0..10).next().await, Err(BlobError::NotFound)));
}

async fn a_blob_is_replaced_and_removed(store: Store) {
    let (blobs, key) = (&store.blobs, key("thumbs/a/b"));
    blobs.put(&key, song(10)).await.unwrap();
    blobs.put(&key, song(20)).await.unwrap();
    assert_eq!(blobs.get(&key).await.unwrap(), song(20));
    blobs.delete(&key).await.unwrap();
    blobs.delete(&key).await.unwrap();
    assert!(matches!(blobs.get(&key).await, Err(BlobError::NotFound)));
    assert!(matches!(blobs.read(&key, 0..5).next().await, Err(BlobError::NotFound)));
    // This also works if the folder was removed with its last blob.
    blobs.put(&key, song(30)).await.unwrap();
    assert_eq!(blobs.get(&key).await.unwrap(), song(30));
}

async fn a_listing_names_what_is_there(store: Store) {
    let blobs = &store.blobs;
    assert_eq!(keys(blobs, "media").await, [] as [&str; 0]);
    for name in ["media/a/1", "media/a/2", "media/b/1", "thumbs/a/1", "mediaeval/a/1"] {
        blobs.put(&key(name), song(3)).await.unwrap();
    }
    assert_eq!(keys(blobs, "media").await, ["media/a/1", "media/a/2", "media/b/1"]);
    assert_eq!(keys(blobs, "thumbs").await, ["thumbs/a/1"]);
}

async fn an_upload_that_is_given_up_leaves_nothing(store: Store) {
    for size in [100, 11_000_000] {
        let mut upload = store.blobs.create(&key("media/a/b")).await.unwrap();
        upload.write(song(size)).await.unwrap();
        drop(upload);
    }
    if let Some(folder) = &store.folder {
        let incoming = folder.path().join("media/incoming");
        eventually(|| std::fs::read_dir(&incoming).unwrap().next().is_none()).await;
    }
    assert_eq!(keys(&store.blobs, "media").await, [] as [&str; 0]);
    assert_eq!(store.blobs.head(&key("media/a/b")).await.unwrap(), None);
}

#[tokio::test]
async fn files_a_killed_process_left_are_found_by_their_age() {
    let store = folder();
    let incoming = store.folder.as_ref().unwrap().path().join("media/incoming");
    std::fs::write(incoming.join("77-1-0"), b"half a song").unwrap();
    let now = SystemTime::now();
    let hour = Duration::from_secs(3600);
    assert_eq!(store.blobs.remove_unfinished(now - hour).await.unwrap(), 0);
    let mut upload = store.blobs.create(&key("media/a/b")).await.unwrap();
    upload.write(song(10)).await.unwrap();
    assert_eq!(store.blobs.remove_unfinished(now - hour).await.unwrap(), 0);
    upload.finish().await.unwrap();
    assert_eq!(store.blobs.remove_unfinished(now + hour).await.unwrap(), 1);
    assert!(std::fs::read_dir(&incoming).unwrap().next().is_none());
}

/// FILE-05: a growing blob that was dropped can be opened at once, although processes that start meanwhile inherit its
/// file.
#[tokio::test]
async fn a_lock_does_not_outlive_its_blob_in_a_process_that_starts() {
    const STARTS: usize = 150;
    let store = folder();
    let growing = key("growing/a/b");
    let starters: Vec<_> = (0..4)
        .map(|_| {
            std::thread::spawn(|| {
                for _ in 0..STARTS {
                    assert!(std::process::Command::new("true").status().unwrap().success());
                }
            })
        })
        .collect();
    while starters.iter().any(|starter| !starter.is_finished()) {
        let mut blob = store.blobs.grow(&growing).await.unwrap().expect("nobody writes to it");
        blob.write(song(10)).await.unwrap();
        blob.settle().await.unwrap();
    }
    for starter in starters {
        starter.join().unwrap();
    }
}

#[tokio::test]
async fn a_folder_that_is_away_is_unavailable_and_back_when_it_is_back() {
    let store = folder();
    let root = store.folder.as_ref().unwrap().path().join("media");
    std::fs::remove_dir_all(&root).unwrap();
    std::fs::write(&root, b"a file where the folder was").unwrap();
    let refused = store.blobs.put(&key("media/a/b"), song(10)).await.unwrap_err();
    assert!(matches!(refused, BlobError::Unavailable(_)), "{refused:?}");
    std::fs::remove_file(&root).unwrap();
    store.blobs.put(&key("media/a/b"), song(10)).await.unwrap();
}

#[tokio::test]
async fn a_store_that_is_away_is_told_within_seconds() {
    let s3 = testbed::S3::start();
    let place = StoreLocation::S3 { bucket: s3.fresh_bucket(), prefix: String::new() };
    let variables = s3.variables().map(|(name, value)| (name.to_owned(), value));
    let blobs = Blobs::open_with(&place, variables).unwrap();
    blobs.put(&key("media/a/b"), song(10)).await.unwrap();
    drop(s3);
    let asked = Stopwatch::start();
    let refused = blobs.get(&key("media/a/b")).await.unwrap_err();
    assert!(matches!(refused, BlobError::Unavailable(_)), "{refused:?}");
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
}

#[tokio::test]
async fn a_wrong_key_opens_nothing() {
    let place = StoreLocation::S3 { bucket: testbed::s3().fresh_bucket(), prefix: String::new() };
    let variables = testbed::s3().variables().map(|(name, value)| match name {
        "AWS_SECRET_ACCESS_KEY" => (name.to_owned(), "guessed".to_owned()),
        _ => (name.to_owned(), value),
    });
    let blobs = Blobs::open_with(&place, variables).unwrap();
    let refused = blobs.put(&key("media/a/b"), song(10)).await.unwrap_err();
    assert!(matches!(refused, BlobError::Denied(_)), "{refused:?}");
}
