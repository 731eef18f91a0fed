//! A server inside a test's process. Most tests start theirs this way: a process for each would take most of their time.
//! Its passwords are hashed at the least cost, for the same reason, and its event streams have rare heartbeats. What belongs
//! to a process (signals, its deadline, standard output, the metrics) stays with `run::serve`.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

use app::identity::hasher::Hasher;
use app::notifications::events::Events;
use clap::Parser;
use tokio::sync::watch;
use tracing::Dispatch;
use tracing::dispatcher::set_default;

use crate::program::cli::{Cli, Command, ServeArgs};
use crate::program::run::{self, Failure, Mode};
use crate::program::{confine, logs};

/// So long that a page of a test learns nothing from the check at a heartbeat, and still shorter than the limit on idle
/// connections.
const HEARTBEAT: Duration = Duration::from_secs(110);

/// Where a server writes its log.
pub type Log = Arc<Mutex<Vec<u8>>>;

/// A server that runs until it is dropped. Dropping it aborts open requests, as killing a process would.
pub struct Server {
    address: SocketAddr,
    /// Sending `true` starts an orderly shutdown; dropping the channel ends the server at once.
    stop: Option<watch::Sender<bool>>,
    thread: Option<JoinHandle<Result<(), Failure>>>,
}

impl Server {
    /// Takes the command line of the program after its name, which begins with `serve`, and the `AWS_*` variables of a
    /// store in S3; returns once clients may come. `program` is the `ledgerline` binary: ffmpeg is confined with its
    /// help.
    pub fn start(
        line: &[&str],
        aws_variables: Vec<(String, String)>,
        program: &Path,
        log: Log,
    ) -> Result<Self, String> {
        let line = ["ledgerline"].iter().chain(line);
        let cli = Cli::try_parse_from(line).map_err(|error| error.to_string())?;
        let Command::Serve(mut args) = cli.command else {
            return Err("only `serve` runs inside another process".to_owned());
        };
        args.place.aws_variables = Some(aws_variables);
        run::check(&args, Mode::Serve).map_err(|failure| failure.to_string())?;
        if args.metrics_listen.is_some() {
            return Err(
                "a process has one recorder of metrics, which is not the server's".to_owned()
            );
        }
        let (stop, stop_requests) = watch::channel(false);
        let (announce, address) = mpsc::channel();
        let program = program.to_owned();
        let thread = std::thread::Builder::new()
            .name("server".to_owned())
            .spawn(move || serve(&args, program, log, stop_requests, announce))
            .map_err(|error| error.to_string())?;
        match address.recv() {
            Ok(address) => Ok(Self { address, stop: Some(stop), thread: Some(thread) }),
            Err(_) => Err(match thread.join() {
                Ok(Ok(())) => "the server ended".to_owned(),
                Ok(Err(failure)) => failure.to_string(),
                Err(_) => "the server panicked".to_owned(),
            }),
        }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Lets open requests finish and waits for the end, as SIGTERM does.
    pub fn stop(&mut self) -> Result<(), String> {
        if let Some(stop) = &self.stop {
            // Fails where the server is gone already.
            let _ = stop.send(true);
        }
        self.join()
    }

    fn join(&mut self) -> Result<(), String> {
        match self.thread.take().map(JoinHandle::join) {
            None | Some(Ok(Ok(()))) => Ok(()),
            Some(Ok(Err(failure))) => Err(failure.to_string()),
            Some(Err(_)) => Err("the server panicked".to_owned()),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop = None;
        // Why it ended does not matter any more.
        let _ = self.join();
    }
}

struct Writer(Log);

impl io::Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn serve(
    args: &ServeArgs,
    program: PathBuf,
    log: Log,
    stop_requests: watch::Receiver<bool>,
    announce: mpsc::Sender<SocketAddr>,
) -> Result<(), Failure> {
    let log = Dispatch::new(logs::subscriber(&args.logs, move || Writer(log.clone()), false));
    let _on_this_thread = set_default(&log);
    let (mut app, presence) = run::open(args, Mode::Serve)?;
    app.ffmpeg_launcher = Some(confine::launcher_in(program));
    app.hasher = Hasher::start_for_tests()?;
    app.events = Arc::new(Events::with_heartbeat(HEARTBEAT));
    let runtime = run::runtime_builder()
        // The thread logs here for as long as it lives.
        .on_thread_start(move || std::mem::forget(set_default(&log)))
        .build()?;
    let presence = run::reclaim_jobs(&runtime, &app, presence)?;
    let ended = runtime.block_on(async {
        let announce = move |address| {
            // Fails where nobody waits for it any more.
            let _ = announce.send(address);
        };
        let stop = wait_for_stop(stop_requests.clone());
        tokio::select! {
            ended = run::serve_until_stopped(app, args, Mode::Serve, &presence, announce, stop) => ended,
            () = wait_for_drop(stop_requests) => Ok(()),
        }
    });
    runtime.shutdown_background();
    ended
}

/// Completes when an orderly shutdown is requested; never if the channel is dropped before.
async fn wait_for_stop(mut stop_requests: watch::Receiver<bool>) {
    if stop_requests.wait_for(|is_stopping| *is_stopping).await.is_err() {
        std::future::pending().await
    }
}

/// Completes when the channel is dropped.
async fn wait_for_drop(mut stop_requests: watch::Receiver<bool>) {
    while stop_requests.changed().await.is_ok() {}
}
