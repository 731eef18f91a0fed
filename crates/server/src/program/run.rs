//! What each command does, from checked settings to the end of the process.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use app::App;
use app::database::Presence;
use app::identity::email_confirmations;
use app::identity::passkeys::RelyingParty;
use app::notifications::mail::{Post, Sender};
use app::operations::key_marks;
use app::operations::worker::Stop;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Handle, Runtime};

use crate::api::error::chain;
use crate::api::{openapi, router};
use crate::commands::seed::ArgumentError;
use crate::commands::{demo, operator, seed};
use crate::http::client_address::Networks;
use crate::http::observe::Policy;
use crate::http::security_headers::SecurityHeaders;
use crate::http::serve;
use crate::http::serve::Limits;
use crate::program::cli::{SeedArgs, ServeArgs, UserCommand};
use crate::program::config::{Config, Place, PublicUrl};
use crate::program::health::{Folders, Health};
use crate::program::installation::{self, OpenError};
use crate::program::setting::{LISTEN, SMTP_URL, SettingError};
use crate::program::signals::Signals;
use crate::program::{confine, health, logs, metrics, unknown_settings};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Serve,
    Demo,
    /// The demo for other machines too.
    OpenDemo,
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
    let mut config = Config::try_from(args)?;
    if mode == Mode::Demo && is_reachable(&config) {
        let takes = "an address of this machine only, since the demo's password is published; add --yes to serve it to \
                     other machines all the same";
        return Err(LISTEN.refuse(&config.listen.to_string(), takes).into());
    }
    config.policy.refuses_demo_password = mode == Mode::Serve && is_reachable(&config);
    logs::start(&config.logs);
    if config.metrics_listen.is_some() {
        metrics::install().map_err(|error| Failure::Other(error.to_string()))?;
    }
    for warning in unknown_settings::warnings() {
        tracing::warn!("{warning}");
    }
    let (mut app, presence) =
        installation::open_to_serve(&config.place, config.upload_limits, config.rate_limit)?;
    app.ffmpeg_launcher = confine::launcher();
    if config.sample_data {
        app.sample_data = true;
    }
    app.policy = config.policy;
    app.confirms_emails = config.mail.server.is_some();
    let runtime = runtime()?;
    let presence = reclaim_jobs(&runtime, &app, presence)?;
    let ended = runtime.block_on(serving(app, config, mode, &presence));
    // What still runs on other threads (an analysis, a read that hangs) is nobody's concern any more.
    runtime.shutdown_background();
    ended
}

/// The server did not hold its lock on the database for a while, as when PostgreSQL was restarted. Another program may
/// have replaced the key meanwhile; then nothing may be sealed with the old one.
async fn check_after_interruption(app: Arc<App>, is_held: bool) {
    let fits = key_marks::verify_or_initialize(&app.db, &app.keys).await;
    if !is_held || matches!(fits, Ok(false)) {
        tracing::error!(
            "another program had the database to itself, or the key was replaced; this server stops"
        );
        std::process::exit(1);
    }
}

/// Whether other machines may reach the server: by its own address, or by way of a proxy.
fn is_reachable(config: &Config) -> bool {
    let is_public = config.public_url.as_ref().is_some_and(|url| !url.is_loopback());
    !config.listen.ip().is_loopback() || is_public || !config.trusted_proxies.is_empty()
}

/// Whether other machines reach the server itself while nothing says that a proxy encrypts.
fn is_unencrypted(config: &Config, public_url: &PublicUrl) -> bool {
    !config.listen.ip().is_loopback() && !public_url.is_https()
}

/// While a server is alone on the database, whatever is marked as running there was left by a process that was killed.
/// It is queued again at once instead of when its lease runs out.
fn reclaim_jobs(runtime: &Runtime, app: &App, presence: Presence) -> Result<Presence, Failure> {
    if !presence.is_sole() {
        return Ok(presence);
    }
    let reclaimed = runtime.block_on(app::operations::worker::reclaim(app));
    match reclaimed.map_err(|error| Failure::Other(chain(&error)))? {
        0 => {}
        jobs => tracing::info!(jobs, "jobs of a server that was killed are queued again"),
    }
    presence.into_shared().map_err(|error| Failure::Other(chain(&error)))
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

async fn serving(
    mut app: App,
    config: Config,
    mode: Mode,
    presence: &Presence,
) -> Result<(), Failure> {
    let mut signals = Signals::listen()?;
    let listener = bind(config.listen).await?;
    let address = listener.local_addr()?;
    let public_url = config.public_url.clone().unwrap_or_else(|| PublicUrl::of(address));
    app.relying_party = RelyingParty::at(&public_url.to_string());
    let app = Arc::new(app);
    let (handle, watched) = (Handle::current(), app.clone());
    presence.on_interruption(move |is_held| {
        handle.spawn(check_after_interruption(watched.clone(), is_held));
    });
    if let Some(metrics_listen) = config.metrics_listen {
        serve_metrics(metrics_listen).await?;
    }
    warn_of_risks(&app, &config, &public_url).await?;
    if mode != Mode::Serve {
        let told = demo::prepare(&app).await.map_err(|error| Failure::Other(chain(&error)))?;
        say(&told);
    }
    if !app.confirms_emails {
        let confirmed = email_confirmations::confirm_all(&app).await;
        confirmed.map_err(|error| Failure::Other(chain(&error)))?;
    }
    let post = post(&config, &public_url)?;
    let proxies = config.trusted_proxies.clone();
    let policy = Policy {
        trusted_proxies: config.trusted_proxies,
        headers: SecurityHeaders::new(public_url.is_https()),
    };
    let followed = app.events.follow(&app.db);
    followed.map_err(|error| Failure::Other(chain(&error)))?;
    let health = Arc::new(Health::default());
    let support = config.support_email.as_ref();
    let router = router::router(app.clone(), policy, support, &public_url, health.clone());
    tokio::spawn(health::watch(app.clone(), health.clone(), Folders::of(&config.place)));
    let limits = Limits::standard();
    say(&format!("Ledgerline {} listens on http://{address}", env!("CARGO_PKG_VERSION")));
    tracing::info!(%address, %public_url, engine = ?app.db.engine(), "started");

    let events = app.events.clone();
    let (stop_workers, stopped) = Stop::channel();
    let stop = async {
        signals.next().await;
        tracing::info!("asked to stop; open requests may finish");
        end_by_deadline();
        health.stop();
        // Fails where the workers are gone already.
        let _ = stop_workers.send(true);
        // An open page's stream would never finish; it comes back to whoever serves then.
        events.close();
        tokio::spawn(async move {
            signals.next().await;
            std::process::exit(1);
        });
    };
    let worker = tokio::spawn(app::operations::worker::run(app.clone(), post, stopped));
    serve::run(listener, router, limits, proxies, stop).await;
    if worker.await.is_err() {
        tracing::error!("a worker ended in a panic");
    }
    app.db.clone().close().await;
    tracing::info!("stopped");
    Ok(())
}

/// How long the process may take to end once it is asked to; what the database or the store keeps from ending is cut
/// off then.
const LAST_MOMENT: Duration = Duration::from_secs(29);

/// A plain thread: it must not depend on anything that may hang.
fn end_by_deadline() {
    let started = std::thread::Builder::new().name("deadline".to_owned()).spawn(|| {
        std::thread::sleep(LAST_MOMENT);
        tracing::error!("the process did not end within {LAST_MOMENT:?}; it is cut off");
        std::process::exit(1);
    });
    if let Err(error) = started {
        tracing::warn!(%error, "no thread for the deadline; the process ends when all is done");
    }
}

async fn serve_metrics(address: SocketAddr) -> Result<(), Failure> {
    let listener = bind(address).await?;
    say(&format!("Metrics are at http://{}/metrics", listener.local_addr()?));
    let limits = Limits { connections: 64, ..Limits::standard() };
    let proxies = Networks::default();
    tokio::spawn(serve::run(listener, metrics::router(), limits, proxies, std::future::pending()));
    tokio::spawn(metrics::keep_tidy());
    Ok(())
}

/// Tells the operator at start what makes the server less safe than it could be.
async fn warn_of_risks(app: &App, config: &Config, public_url: &PublicUrl) -> Result<(), Failure> {
    if !config.rate_limit {
        tracing::warn!(
            "--rate-limit is off: passwords, codes and PINs may be guessed without limit"
        );
    }
    if is_unencrypted(config, public_url) {
        tracing::warn!(
            listen = %config.listen,
            "other machines reach this server without encryption: put a proxy with TLS in front and set \
             --public-url to its https:// address"
        );
    }
    if config.policy.refuses_demo_password {
        let shut_out = app::operations::demo::shut_out(app).await;
        if shut_out.map_err(|error| Failure::Other(chain(&error)))? {
            tracing::warn!(
                account = app::operations::demo::EMAIL,
                "the demo account still has its published password; nobody can sign in to it until it gets another one \
                 with `ledgerline user reset-password`"
            );
        }
    }
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
    let links = operator::links(command)?;
    let wants_samples = operator::wants_samples(command)?;
    let mut app = installation::open_existing(&place)?;
    if wants_samples {
        app.sample_data = true;
    }
    runtime()?.block_on(async {
        let told = operator::run(&app, command, &links).await;
        app.db.clone().close().await;
        let told = told.map_err(|error| installation::failed_on(&place, &error))?;
        installation::say_where(&place);
        say(&told);
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::program::cli::{Cli, Command};

    fn config(flags: &[&str]) -> Config {
        let line = ["ledgerline", "serve"].into_iter().chain(flags.iter().copied());
        let Command::Serve(args) = Cli::try_parse_from(line).expect("known flags").command else {
            panic!("serve was asked for");
        };
        Config::try_from(&args).expect("sensible settings")
    }

    /// The demo's password is refused wherever these say that others reach the server.
    #[test]
    fn an_address_a_public_url_or_a_proxy_makes_a_server_reachable() {
        assert!(!is_reachable(&config(&[])));
        assert!(!is_reachable(&config(&["--public-url", "http://localhost:8080"])));
        assert!(is_reachable(&config(&["--listen", "0.0.0.0:80"])));
        assert!(is_reachable(&config(&["--public-url", "https://studio.example"])));
        assert!(is_reachable(&config(&["--trusted-proxies", "127.0.0.1"])));
    }

    #[test]
    fn listening_to_others_without_https_is_told() {
        let told = |flags: &[&str]| {
            let config = config(flags);
            let url = config.public_url.clone().unwrap_or_else(|| PublicUrl::of(config.listen));
            is_unencrypted(&config, &url)
        };
        assert!(told(&["--listen", "0.0.0.0:80"]));
        assert!(told(&["--listen", "[::]:80", "--public-url", "http://studio.example"]));
        assert!(!told(&["--listen", "0.0.0.0:80", "--public-url", "https://studio.example"]));
        assert!(!told(&[]));
    }
}
