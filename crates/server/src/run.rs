//! What each command does, from checked settings to the end of the process.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;

use app::mail::{Post, Sender};
use app::samples::Samples;
use app::{App, key_marks};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use crate::cli::{SeedArgs, ServeArgs, UserCommand};
use crate::config::{Config, Place, PublicUrl};
use crate::error::chain;
use crate::installation::{self, OpenError};
use crate::networks::Networks;
use crate::observe::Policy;
use crate::security_headers::SecurityHeaders;
use crate::seed::ArgumentError;
use crate::serve::Limits;
use crate::setting::{SMTP_URL, SettingError};
use crate::signals::Signals;
use crate::{demo, metrics, openapi, operator, router, seed, serve, telemetry, unknown_settings};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Serve,
    Demo,
}

/// Why a command ended before its time, in one line.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error(transparent)]
    Argument(#[from] ArgumentError),
    #[error("{0}")]
    Other(String),
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Setting(error) => Self::Setting(error),
            other => Self::Other(chain(&other)),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Other(error.to_string())
    }
}

pub fn serve(args: &ServeArgs, mode: Mode) -> Result<(), Failure> {
    let config = Config::try_from(args)?;
    telemetry::start(&config.logs);
    if config.metrics_listen.is_some() {
        metrics::install().map_err(|error| Failure::Other(error.to_string()))?;
    }
    for warning in unknown_settings::warnings() {
        tracing::warn!("{warning}");
    }
    let (mut app, presence) =
        installation::open_to_serve(&config.place, config.upload_limits, config.rate_limit)?;
    if config.sample_data {
        app.samples = Samples::on();
    }
    let app = Arc::new(app);
    let runtime = runtime()?;
    let (handle, watched) = (runtime.handle().clone(), app.clone());
    presence.on_interruption(move |is_held| {
        handle.spawn(check_after_interruption(watched.clone(), is_held));
    });
    runtime.block_on(serving(app, config, mode))
}

/// The server did not hold its lock on the database for a while, as when PostgreSQL was restarted. Another program may
/// have replaced the key meanwhile; then nothing may be sealed with the old one.
async fn check_after_interruption(app: Arc<App>, is_held: bool) {
    let fits = key_marks::fits(&app.db, &app.keys).await;
    if !is_held || matches!(fits, Ok(false)) {
        tracing::error!(
            "another program had the database to itself, or the key was replaced; this server stops"
        );
        std::process::exit(1);
    }
}

/// So many tasks, and a worker looks again at who else has sent something. With the usual 61, one answer to each of
/// many writers goes out before a reader is heard.
const TASKS_BETWEEN_LOOKS: u32 = 16;

/// One worker per core.
pub fn runtime() -> io::Result<Runtime> {
    Builder::new_multi_thread()
        .enable_all()
        .thread_name("worker")
        .event_interval(TASKS_BETWEEN_LOOKS)
        .build()
}

async fn serving(app: Arc<App>, config: Config, mode: Mode) -> Result<(), Failure> {
    let mut signals = Signals::listen()?;
    let listener = bind(config.listen).await?;
    let address = listener.local_addr()?;
    let public_url = config.public_url.clone().unwrap_or_else(|| PublicUrl::of(address));
    if let Some(metrics_listen) = config.metrics_listen {
        let metrics_listener = bind(metrics_listen).await?;
        say(&format!("Metrics are at http://{}/metrics", metrics_listener.local_addr()?));
        let limits = Limits { connections: 64, ..Limits::standard() };
        tokio::spawn(serve::run(
            metrics_listener,
            metrics::router(),
            limits,
            Networks::default(),
            std::future::pending(),
        ));
        tokio::spawn(metrics::keep_tidy());
    }
    if mode == Mode::Demo {
        let told = demo::prepare(&app).await.map_err(|error| Failure::Other(chain(&error)))?;
        say(&told);
    }
    let post = post(&config, &public_url)?;
    let policy = Policy {
        trusted_proxies: config.trusted_proxies.clone(),
        headers: SecurityHeaders::new(public_url.is_https()),
    };
    let followed = app.events.follow(&app.db);
    followed.map_err(|error| Failure::Other(chain(&error)))?;
    let support = config.support_email.as_ref();
    let router = router::router(app.clone(), policy, support, &public_url);
    let limits = Limits::standard();
    say(&format!("Ledgerline {} listens on http://{address}", env!("CARGO_PKG_VERSION")));
    tracing::info!(%address, %public_url, engine = ?app.db.engine(), "started");

    let events = app.events.clone();
    let stop = async {
        signals.next().await;
        tracing::info!("asked to stop; open requests may finish");
        // An open page's stream would never finish; it comes back to whoever serves then.
        events.close();
        tokio::spawn(async move {
            signals.next().await;
            std::process::exit(1);
        });
    };
    let worker = tokio::spawn(app::worker::run(app.clone(), post));
    serve::run(listener, router, limits, config.trusted_proxies, stop).await;
    worker.abort();
    app.db.clone().close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Who carries letters out, and what they say of where they come from.
fn post(config: &Config, public_url: &PublicUrl) -> Result<Post, Failure> {
    let url = public_url.to_string();
    let sender = config.mail.sender.clone().unwrap_or_else(|| Sender::at(&url));
    let support = config.support_email.as_ref().map(|email| email.as_str().to_owned());
    match &config.mail.server {
        Some(server) => Post::by_server(server, sender, url, support).map_err(|reason| {
            let takes = format!("a mail server whose encryption can be set up ({reason})");
            SMTP_URL.refuse(&server.to_string(), takes).into()
        }),
        None => Ok(Post::by_folder(config.place.data_dir.join("outbox"), sender, url, support)),
    }
}

async fn bind(address: SocketAddr) -> Result<TcpListener, Failure> {
    let bound = TcpListener::bind(address).await;
    bound.map_err(|error| Failure::Other(format!("cannot listen on {address}: {error}")))
}

/// A line for whoever started the program. That nobody reads it is no reason to stop.
pub fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

pub fn print_openapi() -> Result<(), Failure> {
    let text = openapi::printed(&router::document())
        .map_err(|error| Failure::Other(format!("the document could not be written: {error}")))?;
    match io::stdout().lock().write_all(text.as_bytes()) {
        // `ledgerline openapi | head` has read all it wants.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

pub fn seed(args: &SeedArgs) -> Result<(), Failure> {
    let plan = seed::plan(args)?;
    let place = Place::try_from(&args.place)?;
    let app = installation::open_for_bulk(&place)?;
    // PostgreSQL has a writer for everyone; there a batch keeps out the account's own money only.
    let _alone = match place.database_url {
        None => {
            let why = "seeding would keep its people waiting";
            Some(installation::alone(&place, why)?)
        }
        Some(_) => None,
    };
    runtime()?.block_on(async {
        let told = seed::run(&app, &args.email, &plan).await;
        app.db.clone().close().await;
        let told = told.map_err(|error| installation::failed_on(&place, &error))?;
        installation::say_where(&place);
        say(&told);
        Ok(())
    })
}

pub fn user(command: &UserCommand) -> Result<(), Failure> {
    let place = Place::try_from(operator::place(command))?;
    let app = installation::open_existing(&place)?;
    runtime()?.block_on(async {
        let told = operator::run(&app, command).await;
        app.db.clone().close().await;
        let told = told.map_err(|error| installation::failed_on(&place, &error))?;
        installation::say_where(&place);
        say(&told);
        Ok(())
    })
}
