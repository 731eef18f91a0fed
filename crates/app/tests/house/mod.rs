//! An installation with its clock in the test's hand, on either engine.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use blobs::Blobs;
use domain::{documents::UploadLimits, time::Timestamp};
use ledgerline_app::crypto::Keys;
use ledgerline_app::decoders::Decoders;
use ledgerline_app::identity::hasher::Hasher;
use ledgerline_app::identity::passkeys::RelyingParty;
use ledgerline_app::{App, Clock, JobSignal};
use storage::db::{Db, DbOptions};
use tempfile::TempDir;

pub struct House {
    pub app: Arc<App>,
    millis: Arc<AtomicI64>,
    _folder: TempDir,
}

/// Makes `sqlite::name` and `postgres::name` from each function.
macro_rules! on_both_engines {
    ($($(#[$note:meta])* async fn $name:ident($house:ident: House) $body:block)+) => {
        $($(#[$note])* async fn $name($house: House) $body)+

        mod sqlite {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::House::sqlite()).await;
            })+
        }

        mod postgres {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::House::postgres()).await;
            })+
        }
    };
}
pub(crate) use on_both_engines;

impl House {
    pub fn sqlite() -> Self {
        Self::open(|folder| DbOptions::sqlite(folder.path().join("test.db")))
    }

    pub fn postgres() -> Self {
        Self::open(|_| DbOptions::postgres(testbed::postgres().fresh_database()))
    }

    /// On the fifteenth of January 2027.
    fn open(options: impl FnOnce(&TempDir) -> DbOptions) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let millis = Arc::new(AtomicI64::new(1_800_000_000_000));
        let hand = millis.clone();
        let app = App {
            db: Db::open(&options(&folder)).unwrap(),
            blobs: Blobs::in_memory(),
            clock: Clock::from_fn(move || Timestamp::from_millis(hand.load(Ordering::SeqCst))),
            keys: Keys::new(&[7; 32]),
            hasher: Hasher::start().unwrap(),
            decoders: Decoders::start().unwrap(),
            job_signal: JobSignal::default(),
            upload_limits: UploadLimits::default(),
            ffmpeg_launcher: None,
            events: Default::default(),
            sample_data: false,
            rate_limit: true,
            policy: Default::default(),
            confirms_emails: false,
            relying_party: RelyingParty::at("https://studio.example"),
        };
        Self { app: Arc::new(app), millis, _folder: folder }
    }

    pub fn pass(&self, time: Duration) {
        self.millis.fetch_add(i64::try_from(time.as_millis()).unwrap(), Ordering::SeqCst);
    }
}
