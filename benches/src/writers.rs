//! Measures 64 concurrent writers with shared commits and with one commit for each write: the same use case on the same
//! engine, durable in both cases (`synchronous=FULL`), one after the other in every round.

use std::{
    error::Error,
    sync::Arc,
    time::{Duration, Instant},
};

use app::crypto::Keys;
use app::files::decoders::Decoders;
use app::guests::budget::Guests;
use app::idempotency::Reply;
use app::identity::hasher::Hasher;
use app::identity::sessions;
use app::money::transactions;
use app::money::transactions::forms::TransactionForm;
use app::operations::sign_up::{self, SignUp};
use app::{Actor, App, Caller, Clock};
use blobs::Blobs;
use storage::db::{Db, DbOptions};
use tempfile::TempDir;

use crate::report::Report;

const ROUNDS: usize = 7;
const SPAN: Duration = Duration::from_secs(1);
const WRITERS: usize = 64;

struct Installation {
    app: Arc<App>,
    actor: Actor,
    _folder: TempDir,
}

impl Installation {
    /// Opens an installation. A group of zero duration contains only one write.
    async fn with_group(group: Option<Duration>) -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let mut options = DbOptions::sqlite(folder.path().join("bench.db"));
        if let Some(group) = group {
            options.write_group = group..=group;
        }
        let db = Db::open(&options)?;
        let app = App {
            guests: Guests::start(&db)?,
            links_url: "http://127.0.0.1".to_owned(),
            db,
            clock: Clock::system(),
            keys: Keys::new(&[7; 32]),
            hasher: Hasher::start()?,
            decoders: Decoders::start()?,
            blobs: Blobs::in_memory(),
            job_signal: Default::default(),
            events: Default::default(),
            upload_limits: Default::default(),
            upload_turns: Default::default(),
            ffmpeg_launcher: None,
            sample_data: false,
            rate_limit: false,
            policy: Default::default(),
            outside: Default::default(),
            confirms_emails: false,
            relying_party: None,
            seal: None,
        };
        let form = SignUp {
            name: "Bench".to_owned(),
            email: "bench@northline.studio".to_owned(),
            password: "Harbour-77".to_owned(),
            confirm_password: "Harbour-77".to_owned(),
            role: "Other".to_owned(),
            invitation: None,
            time_zone: None,
        };
        let token = sign_up::sign_up(&app, form, Caller::operator()).await?.token;
        let actor = sessions::authenticate(&app, token.expose(), Caller::operator()).await?;
        Ok(Self { app: Arc::new(app), actor, _folder: folder })
    }

    /// Measures the deposits per second.
    async fn rate(&self) -> Result<f64, Box<dyn Error>> {
        let begun = Instant::now();
        let tasks: Vec<_> = (0..WRITERS)
            .map(|_| {
                let (app, actor) = (self.app.clone(), self.actor.clone());
                tokio::spawn(async move {
                    let mut count = 0_u32;
                    while begun.elapsed() < SPAN {
                        let tell = Box::new(|_: &_| String::new());
                        let reply = Reply { retry: None, status: 201, to_body: tell };
                        transactions::create(&app, &actor, deposit(), reply).await?;
                        count += 1;
                    }
                    Ok::<_, app::Error>(count)
                })
            })
            .collect();
        let mut count = 0.0;
        for task in tasks {
            count += f64::from(task.await??);
        }
        Ok(count / begun.elapsed().as_secs_f64())
    }
}

fn deposit() -> TransactionForm {
    TransactionForm {
        kind: Some("deposit".to_owned()),
        title: Some("Beat sale: Neon Drive".to_owned()),
        amount: Some("0.01".to_owned()),
        ..TransactionForm::default()
    }
}

pub async fn measure(report: &mut Report) -> Result<(), Box<dyn Error>> {
    let grouping = Installation::with_group(None).await?;
    let single = Installation::with_group(Some(Duration::ZERO)).await?;
    let (mut together, mut alone) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        alone.push(single.rate().await?);
        together.push(grouping.rate().await?);
    }
    let what = "64 writers, commits shared beside a commit each";
    report.at_least(what, &together, &alone, Some(1.8), "/s");
    Ok(())
}
