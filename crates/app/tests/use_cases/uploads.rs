//! An upload of many files that takes hours, with a test clock. SAFE-06

use std::time::Duration;

use blobs::{Blobs, StoreLocation};
use domain::ids::DocumentId;
use ledgerline_app::Actor;
use ledgerline_app::files::blob_keys::content_key;
use ledgerline_app::library::uploads::{self, Claim, Incoming, Received};
use ledgerline_app::operations::housekeeping;
use tempfile::TempDir;
use testbed::budget::{Budget, PATIENCE};

use crate::support::{TestApp, on_both_engines};

const HOUR: Duration = Duration::from_secs(60 * 60);

impl TestApp {
    /// Receives one of the files completely.
    async fn receive(&self, actor: &Actor, number: u8) -> Received {
        let claim = Claim {
            file_name: format!("{number}.wav"),
            content_type: "audio/wav".into(),
            announced: None,
            waits: true,
        };
        let mut incoming = Incoming::begin(&self.app, actor, claim).await.unwrap();
        incoming.take(beat(number).into()).await.unwrap();
        incoming.end().await.unwrap()
    }

    async fn stored_files(&self) -> usize {
        let mut count = 0;
        for first in ["media", "waiting"] {
            let mut listing = self.app.blobs.list(first);
            while let Some(entry) = listing.next().await {
                entry.unwrap();
                count += 1;
            }
        }
        count
    }

    /// Moves the media store from memory to a folder.
    fn move_to_folder(&mut self) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        let app = std::sync::Arc::get_mut(&mut self.app).unwrap();
        app.blobs = Blobs::open(&StoreLocation::Folder(folder.path().join("media"))).unwrap();
        folder
    }
}

fn beat(number: u8) -> Vec<u8> {
    media::wav(8_000, 1, &vec![f32::from(number) / 100.0; 4_000])
}

/// Uploads two files with hours and a sweep between them. The test clock is ahead of the store's clock, so to the sweep
/// every file is old enough to be a stray.
async fn hours_pass_and_nothing_is_lost(test: &TestApp) {
    let actor = test.join().await;
    let mut files = Vec::new();
    for number in 1..=3 {
        files.push(test.receive(&actor, number).await);
        test.advance_clock(3 * HOUR);
        housekeeping::sweep(&test.app, None).await.unwrap();
    }
    let stored = uploads::store(&test.app, &actor, files, None).await.unwrap();
    assert_eq!(stored.len(), 3);
    for (number, uploaded) in (1..).zip(&stored) {
        let key = content_key(actor.user, uploaded.document.id);
        assert_eq!(test.app.blobs.get(&key).await.unwrap(), beat(number));
    }
    assert_eq!(test.stored_files().await, 3, "nothing is left where they waited");
    // Rows name the files now, so the sweep leaves them alone.
    housekeeping::sweep(&test.app, None).await.unwrap();
    assert_eq!(test.stored_files().await, 3);
}

on_both_engines!(
    an_upload_that_takes_hours_loses_no_file,
    an_upload_that_takes_hours_loses_no_file_in_a_folder,
    pg files_that_wait_in_vain_are_removed
);

/// SAFE-06
async fn an_upload_that_takes_hours_loses_no_file(test: TestApp) {
    hours_pass_and_nothing_is_lost(&test).await;
}

/// SAFE-06
async fn an_upload_that_takes_hours_loses_no_file_in_a_folder(test: TestApp) {
    let mut test = test;
    let _folder = test.move_to_folder();
    hours_pass_and_nothing_is_lost(&test).await;
}

/// A request that fails in the middle leaves no file, and files that a killed process left are removed later.
async fn files_that_wait_in_vain_are_removed(test: TestApp) {
    let actor = test.join().await;
    let refused = vec![test.receive(&actor, 1).await, test.receive(&actor, 2).await];
    assert_eq!(test.stored_files().await, 2);
    drop(refused);
    let budget = Budget::of(PATIENCE);
    while test.stored_files().await > 0 {
        assert!(!budget.is_spent(), "the files of a failed request stay");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let id = DocumentId::new(test.app.now(), [7; 10]);
    let left = blobs::Key::parse(&format!("waiting/{}/{id}", actor.user)).unwrap();
    test.app.blobs.put(&left, beat(1).into()).await.unwrap();
    test.advance_clock(47 * HOUR);
    housekeeping::sweep(&test.app, None).await.unwrap();
    assert_eq!(test.stored_files().await, 1, "an upload may still be going on");
    test.advance_clock(2 * HOUR);
    housekeeping::sweep(&test.app, None).await.unwrap();
    assert_eq!(test.stored_files().await, 0);
}
