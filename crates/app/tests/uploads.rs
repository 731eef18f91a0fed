//! An upload of many files that takes hours, with the clock in the test's hand. SAFE-06

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

mod house;

use std::{net::IpAddr, time::Duration};

use blobs::{Blobs, Place};
use domain::ids::DocumentId;
use house::{House, on_both_engines};
use ledgerline_app::blob_keys::content_key;
use ledgerline_app::identity::sessions;
use ledgerline_app::library::uploads::{self, Claim, Incoming, Received};
use ledgerline_app::operations::housekeeping;
use ledgerline_app::operations::sign_up::{self, SignUp};
use ledgerline_app::{Actor, Caller};
use tempfile::TempDir;

const HOUR: Duration = Duration::from_secs(60 * 60);

impl House {
    async fn join(&self) -> Actor {
        let caller = Caller { address: IpAddr::from([192, 0, 2, 7]), user_agent: None };
        let form = SignUp {
            name: "Maya Okafor".into(),
            email: "maya@northline.studio".into(),
            password: "Harbour-77".into(),
            confirm_password: "Harbour-77".into(),
            role: "Composer".into(),
            invitation: None,
        };
        let joined = sign_up::sign_up(&self.app, form, caller.clone()).await.unwrap();
        sessions::authenticate(&self.app, joined.token.expose(), caller).await.unwrap()
    }

    /// Takes in one file of many, all of it.
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

    async fn files(&self) -> usize {
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

    /// Keeps the media in a folder, as an installation does.
    fn move_to_folder(&mut self) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        let app = std::sync::Arc::get_mut(&mut self.app).unwrap();
        app.blobs = Blobs::open(&Place::Folder(folder.path().join("media"))).unwrap();
        folder
    }
}

fn beat(number: u8) -> Vec<u8> {
    media::wav(8_000, 1, &vec![f32::from(number) / 100.0; 4_000])
}

/// Hours pass between two files, and housekeeping sweeps the store in between. To this clock, which is ahead of
/// the store's, every file is older than the sweep lets strays become.
async fn hours_pass_and_nothing_is_lost(house: &House) {
    let actor = house.join().await;
    let mut files = Vec::new();
    for number in 1..=3 {
        files.push(house.receive(&actor, number).await);
        house.pass(3 * HOUR);
        housekeeping::sweep(&house.app, None).await.unwrap();
    }
    let stored = uploads::store(&house.app, &actor, files, None).await.unwrap();
    assert_eq!(stored.len(), 3);
    for (number, uploaded) in (1..).zip(&stored) {
        let key = content_key(actor.user, uploaded.document.id);
        assert_eq!(house.app.blobs.get(&key).await.unwrap(), beat(number));
    }
    assert_eq!(house.files().await, 3, "nothing is left where they waited");
    // They are named now, so the sweep leaves them alone.
    housekeeping::sweep(&house.app, None).await.unwrap();
    assert_eq!(house.files().await, 3);
}

on_both_engines! {
    /// SAFE-06
    async fn an_upload_that_takes_hours_loses_no_file(house: House) {
        hours_pass_and_nothing_is_lost(&house).await;
    }

    /// SAFE-06
    async fn an_upload_that_takes_hours_loses_no_file_in_a_folder(house: House) {
        let mut house = house;
        let _folder = house.move_to_folder();
        hours_pass_and_nothing_is_lost(&house).await;
    }

    /// A request that fails in the middle leaves nothing, and what a killed process left is removed in the end.
    async fn files_that_wait_in_vain_are_removed(house: House) {
        let actor = house.join().await;
        let refused = vec![house.receive(&actor, 1).await, house.receive(&actor, 2).await];
        assert_eq!(house.files().await, 2);
        drop(refused);
        for _ in 0..1_000 {
            tokio::time::sleep(Duration::from_millis(5)).await;
            if house.files().await == 0 {
                break;
            }
        }
        assert_eq!(house.files().await, 0);
        let id = DocumentId::new(house.app.now(), [7; 10]);
        let left = blobs::Key::parse(&format!("waiting/{}/{id}", actor.user)).unwrap();
        house.app.blobs.put(&left, beat(1).into()).await.unwrap();
        house.pass(47 * HOUR);
        housekeeping::sweep(&house.app, None).await.unwrap();
        assert_eq!(house.files().await, 1, "an upload may still be going on");
        house.pass(2 * HOUR);
        housekeeping::sweep(&house.app, None).await.unwrap();
        assert_eq!(house.files().await, 0);
    }
}
