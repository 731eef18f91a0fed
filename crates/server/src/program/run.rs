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
use http::client_address::Networks;
use http::error::chain;
use http::metrics;
use http::observe::Policy;
use http::security_headers::SecurityHeaders;
use http::serve;
use http::serve::Limits;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio_util::task::TaskTracker;

use crate::api::{openapi, router};
use crate::commands::{demo, operator, seed};
use crate::program::cli::{SeedArgs, ServeArgs, UserCommand};
use crate::program::config::{InstallationPlace, PublicUrl};
use crate::program::disk_space::Folders;
pub use crate::program::failure::Failure;
use crate::program::health::Health;
use crate::program::installation;
use crate::program::setting::{LISTEN, SMTP_URL};
use crate::program::signals::Signals;
use crate::program::{confine, health, logs, unknown_settings};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Serve,
    Demo,
    /// The demo, reachable from other machines.
    OpenDemo,
}

pub fn serve(args: &ServeArgs, mode: Mode) -> Result<(), Failure> {
    check(args, mode)?;
    logs::start(&args.logs);
    if args.metrics_listen.is_some() {
        metrics::install();
    }
    for warning in unknown_settings::warnings() {
        tracing::warn!("{warning}");
    }
    let (mut app, presence) = open(args, mode)?;
    app.ffmpeg_launcher = confine::launcher();
    let runtime = runtime()?;
    let presence = reclaim_jobs(&runtime, &app, presence)?;
    let ended = runtime.block_on(async {
        let signals = Signals::listen()?;
        let announce = |address| {
            say(&format!("Ledgerline {} listens on http://{address}", env!("CARGO_PKG_VERSION")));
        };
        serve_until_stopped(app, args, mode, &presence, announce, stop_signal(signals)).await
    });
    // Does not wait for threads that are still busy with an analysis or a read that hangs.
    runtime.shutdown_background();
    ended
}

/// Refuses settings that do not fit together, before anything is opened.
pub fn check(args: &ServeArgs, mode: Mode) -> Result<(), Failure> {
    args.check()?;
    if mode == Mode::Demo && args.is_reachable() {
        let takes = "an address of this machine only, since the demo's password is published; add --yes to serve it to \
                     other machines all the same";
        return Err(LISTEN.refuse(&args.network.listen.to_string(), takes).into());
    }
    Ok(())
}

/// Opens the installation that the settings name, and applies the settings to it.
pub fn open(args: &ServeArgs, mode: Mode) -> Result<(App, Presence), Failure> {
    let place = InstallationPlace::from(&args.place);
    let (mut app, presence) =
        installation::open_to_serve(&place, args.upload_limits(), args.people.rate_limit)?;
    app.sample_data = args.people.sample_data;
    app.guests.set_limits(args.people.guest_streams, args.people.guest_mbit);
    app.policy = args.policy(mode == Mode::Serve && args.is_reachable());
    app.confirms_emails = args.mail.smtp_url.is_some();
    Ok((app, presence))
}

/// Completes with the first signal. From then on the process has a deadline, and a second signal ends it at once.
async fn stop_signal(mut signals: Signals) {
    signals.next().await;
    end_by_deadline();
    tokio::spawn(async move {
        signals.next().await;
        std::process::exit(1);
    });
}

/// Runs when the server has lost its lock on the database for a while, for example because PostgreSQL was restarted.
/// Another program may have replaced the key meanwhile; then nothing may be encrypted with the old one.
async fn check_after_interruption(app: Arc<App>, is_held: bool) {
    let fits = key_marks::verify_or_initialize(&app.db, &app.keys).await;
    if !is_held || matches!(fits, Ok(false)) {
        tracing::error!(
            "another program had the database to itself, or the key was replaced; this server stops"
        );
        std::process::exit(1);
    }
}

/// Whether other machines reach the server directly while the public URL is not https.
pub fn is_unencrypted(listen: SocketAddr, public_url: &PublicUrl) -> bool {
    !listen.ip().is_loopback() && !public_url.is_https()
}

/// Queues the jobs again that a killed process has left marked as running. While this server is alone on the database,
/// every running job is such a one, so there is no need to wait until its lease expires.
pub fn reclaim_jobs(runtime: &Runtime, app: &App, presence: Presence) -> Result<Presence, Failure> {
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

/// Tokio polls the I/O driver after this many tasks. With the default of 61, a worker answers each of
/// many writers before it notices a reader's request.
const TASKS_BETWEEN_LOOKS: u32 = 16;

/// The Tokio runtime, with one worker per core.
pub fn runtime() -> io::Result<Runtime> {
    runtime_builder().build()
}

pub fn runtime_builder() -> Builder {
    let mut builder = Builder::new_multi_thread();
    builder.enable_all().thread_name("worker").event_interval(TASKS_BETWEEN_LOOKS);
    builder
}

/// Serves until `stop_signal` completes. Calls `announce` with the address once clients can connect.
pub async fn serve_until_stopped(
    mut app: App,
    args: &ServeArgs,
    mode: Mode,
    presence: &Presence,
    announce: impl FnOnce(SocketAddr),
    stop_signal: impl Future<Output = ()>,
) -> Result<(), Failure> {
    let place = InstallationPlace::from(&args.place);
    let listener = bind(args.network.listen).await?;
    let address = listener.local_addr()?;
    let public_url = args.network.public_url.clone().unwrap_or_else(|| PublicUrl::of(address));
    let links_url = args.network.links_url.clone().unwrap_or_else(|| public_url.clone());
    app.relying_party = RelyingParty::at(&public_url.to_string());
    app.links_url = links_url.to_string();
    app.outside = args.outside();
    if args.people.seal {
        let seal = app::operations::seal::prepare(&app).await;
        app.seal = Some(Arc::new(seal.map_err(|error| Failure::Other(chain(&error)))?));
    }
    let app = Arc::new(app);
    let (handle, watched) = (Handle::current(), app.clone());
    presence.on_interruption(move |is_held| {
        handle.spawn(check_after_interruption(watched.clone(), is_held));
    });
    if let Some(metrics_listen) = args.metrics_listen {
        serve_metrics(metrics_listen).await?;
    }
    warn_of_risks(&app, args, &public_url).await?;
    if mode != Mode::Serve {
        let line = demo::prepare(&app).await.map_err(|error| Failure::Other(chain(&error)))?;
        say(&line);
    }
    if !app.confirms_emails {
        let confirmed = email_confirmations::confirm_all(&app).await;
        confirmed.map_err(|error| Failure::Other(chain(&error)))?;
    }
    let post = post(args, &place, &public_url)?;
    let proxies = args.network.trusted_proxies.clone().unwrap_or_default();
    let changes = TaskTracker::new();
    let policy = Policy {
        trusted_proxies: proxies.clone(),
        headers: SecurityHeaders::new(public_url.is_https()),
        changes: changes.clone(),
    };
    let followed = app.events.follow(&app.db);
    followed.map_err(|error| Failure::Other(chain(&error)))?;
    let health = Arc::new(Health::default());
    let support = args.people.support_email.as_ref();
    let apart = args.network.links_url.as_ref().filter(|links_url| **links_url != public_url);
    let router = router::router(app.clone(), policy, support, &public_url, apart, health.clone());
    tokio::spawn(health::watch(app.clone(), health.clone(), Folders::of(&place)));
    let limits = Limits::standard();
    announce(address);
    tracing::info!(%address, %public_url, engine = ?app.db.engine(), "started");

    let events = app.events.clone();
    let (stop_workers, stopped) = Stop::channel();
    let stop = async {
        stop_signal.await;
        tracing::info!("asked to stop; open requests may finish");
        health.stop();
        // Fails if the workers have ended already.
        let _ = stop_workers.send(true);
        // Event streams never end by themselves; the pages will reconnect to the next server.
        events.close();
    };
    let worker = tokio::spawn(app::operations::worker::run(app.clone(), post, stopped));
    serve::run(listener, router, limits, proxies, stop).await;
    // Requests whose client has gone.
    changes.close();
    changes.wait().await;
    app::deliveries::parts::finish(&app).await;
    if worker.await.is_err() {
        tracing::error!("a worker ended in a panic");
    }
    app.db.clone().close().await;
    tracing::info!("stopped");
    Ok(())
}

/// The process ends at most this long after it was asked to stop, even if the database or the media store hangs.
const LAST_MOMENT: Duration = Duration::from_secs(29);

/// Uses a thread, because the runtime may hang.
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
    Ok(())
}

/// Logs settings that make the server less secure.
async fn warn_of_risks(app: &App, args: &ServeArgs, public_url: &PublicUrl) -> Result<(), Failure> {
    if !args.people.rate_limit {
        tracing::warn!(
            "--rate-limit is off: passwords, codes and PINs may be guessed without limit"
        );
    }
    if is_unencrypted(args.network.listen, public_url) {
        tracing::warn!(
            listen = %args.network.listen,
            "other machines reach this server without encryption: put a proxy with TLS in front and set \
             --public-url to its https:// address"
        );
    }
    if app.policy.refuses_demo_password {
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

/// The mail sender: a mail server, or the outbox folder.
fn post(
    args: &ServeArgs,
    place: &InstallationPlace,
    public_url: &PublicUrl,
) -> Result<Post, Failure> {
    let url = public_url.to_string();
    let sender = args.mail.mail_from.clone().unwrap_or_else(|| Sender::at(&url));
    let support = args.people.support_email.as_ref().map(|email| email.as_str().to_owned());
    match &args.mail.smtp_url {
        Some(server) => Post::by_server(server, sender, url, support).map_err(|reason| {
            let takes = format!("a mail server whose encryption can be set up ({reason})");
            SMTP_URL.refuse(&server.to_string(), takes).into()
        }),
        None => Ok(Post::by_folder(place.data_dir.join("outbox"), sender, url, support)),
    }
}

async fn bind(address: SocketAddr) -> Result<TcpListener, Failure> {
    let bound = TcpListener::bind(address).await;
    bound.map_err(|error| Failure::Other(format!("cannot listen on {address}: {error}")))
}

/// Prints a line to standard output; goes on if that is closed.
pub fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

pub fn print_openapi() -> Result<(), Failure> {
    let text = openapi::to_text(&router::document())
        .map_err(|error| Failure::Other(format!("the document could not be written: {error}")))?;
    match io::stdout().lock().write_all(text.as_bytes()) {
        // The reader closed the pipe, as in `ledgerline openapi | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

pub fn seed(args: &SeedArgs) -> Result<(), Failure> {
    let plan = seed::plan(args)?;
    let place = InstallationPlace::from(&args.place);
    let app = installation::open_for_bulk(&place)?;
    // SQLite has one writer for everyone; on PostgreSQL a batch blocks only the account it fills.
    let _alone = match place.database_url {
        None => {
            let why = "seeding would keep its people waiting";
            Some(installation::claim_alone(&place, why)?)
        }
        Some(_) => None,
    };
    runtime()?.block_on(async {
        let line = seed::run(&app, &args.email, &plan).await;
        app.db.clone().close().await;
        let line = line.map_err(|error| installation::failed_on(&place, &error))?;
        installation::print_location(&place);
        say(&line);
        Ok(())
    })
}

pub fn user(command: &UserCommand) -> Result<(), Failure> {
    let place = InstallationPlace::from(operator::place(command));
    let mut app = installation::open_existing(&place)?;
    if operator::wants_samples(command) {
        app.sample_data = true;
    }
    runtime()?.block_on(async {
        let line = operator::run(&app, command).await;
        app.db.clone().close().await;
        let line = line.map_err(|error| installation::failed_on(&place, &error))?;
        installation::print_location(&place);
        say(&line);
        Ok(())
    })
}
