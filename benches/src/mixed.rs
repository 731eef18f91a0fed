//! Measures a mixed load on both engines: several accounts over 64 connections. Of ten requests, seven read a screen,
//! two move money and one fetches a piece of a beat. Any answer that is not a success ends the run. Then measures the
//! memory of many idle connections. `ledgerline-bench mixed 5` runs the first part for five seconds instead of sixty.

use std::{
    error::Error,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    load::{Request, Session, p99, percentile},
    media,
    report::Report,
    server::{self, Server},
};

const SECONDS: u64 = 60;
const CONNECTIONS: usize = 64;
const STUDIOS: usize = 8;
const BEAT: usize = 20 << 20;
const PIECE: usize = 64 << 10;

const IDLE: usize = 5_000;
const IDLE_MB: f64 = 200.0;
/// How many of the idle connections are opened at the same time.
const OPENERS: usize = 50;
/// The time in which all idle connections must be open: the server closes a connection after 15 s without a request, so
/// with slower opening the first would be closed before the last are open.
const OPENED_WITHIN: f64 = 13.0;
/// The number of files that the benchmark needs besides the idle connections.
const OTHER_FILES: u64 = 256;

const READS: [&str; 6] = [
    "/api/dashboard",
    "/api/transactions",
    "/api/wallet",
    "/api/notifications",
    "/api/search?q=midnight",
    "/api/documents",
];

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

pub async fn run(seconds: Option<&str>) -> Outcome {
    let seconds = seconds.map_or(Ok(SECONDS), str::parse)?;
    let mut report = Report::new();
    let database = testbed::postgres().fresh_database();
    for (engine, url) in [("SQLite", None), ("PostgreSQL", Some(database.as_str()))] {
        let town = Installation::of(url).await?;
        busy(&town, engine, Duration::from_secs(seconds), &mut report).await?;
        idle(&town, engine, &mut report).await?;
    }
    report.print();
    Ok(())
}

/// An installation with several accounts, one of which has a beat that everybody plays.
struct Installation {
    server: Server,
    decks: Arc<Vec<StudioRequests>>,
    link: Arc<str>,
    _folder: TempDir,
}

/// The requests of an account, sent over and over.
struct StudioRequests {
    reads: Vec<Request>,
    writes: Vec<Request>,
}

impl Installation {
    async fn of(postgres: Option<&str>) -> Outcome<Self> {
        let folder = tempfile::tempdir()?;
        let server = Server::ledgerline(folder.path(), postgres)?;
        let mut tokens = Vec::new();
        for studio in 0..STUDIOS {
            tokens.push(server.join(&email(studio)).await?);
        }
        drop(server);
        let plan =
            [("--transactions", 2_000), ("--sales", 200), ("--documents", 100), ("--clients", 20)];
        for studio in 0..STUDIOS {
            server::fill(folder.path(), postgres, &email(studio), &plan)?;
        }
        let server = Server::ledgerline(folder.path(), postgres)?;
        let mut decks = Vec::new();
        for token in &tokens {
            // A deposit large enough that no withdrawal is ever refused.
            let stock = json!({"amount": 1_000_000});
            post(server.address, "/api/wallet/deposit", token, &stock).await?;
            decks.push(StudioRequests::of(server.address, token));
        }
        let token = tokens.first().ok_or("no studio")?;
        let link = tokio::task::block_in_place(|| -> Outcome<String> {
            let id = media::upload(&server, token, &media::sound(BEAT, 1))?;
            media::wait_for_analysis(&server, token, &id)?;
            media::ticket(&server, token, &id)
        })?;
        Ok(Self { server, decks: Arc::new(decks), link: link.into(), _folder: folder })
    }
}

impl StudioRequests {
    fn of(address: SocketAddr, token: &str) -> Self {
        let reads = READS.iter().map(|path| Request::get(address, path, Some(token))).collect();
        let sale = json!({"title": "Midnight Drive", "client": "Nova Records", "amount": 0.01});
        let writes = [
            ("/api/wallet/deposit", json!({"amount": 0.01})),
            ("/api/wallet/withdraw", json!({"amount": 0.01})),
            ("/api/sales", sale),
        ];
        let writes = writes
            .iter()
            .map(|(path, body)| Request::post(address, path, Some(token), &body.to_string()))
            .collect();
        Self { reads, writes }
    }
}

fn email(studio: usize) -> String {
    format!("bench{studio}@northline.studio")
}

async fn post(address: SocketAddr, path: &str, token: &str, body: &Value) -> Outcome {
    let request = Request::post(address, path, Some(token), &body.to_string());
    Session::open(address).await?.send(&request).await
}

/// The times of all requests, by their type.
#[derive(Default)]
struct Times {
    reads: Vec<Duration>,
    writes: Vec<Duration>,
    ranges: Vec<Duration>,
}

impl Times {
    fn count(&self) -> usize {
        self.reads.len() + self.writes.len() + self.ranges.len()
    }

    fn add(&mut self, other: Self) {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self.ranges.extend(other.ranges);
    }
}

async fn busy(town: &Installation, engine: &str, time: Duration, report: &mut Report) -> Outcome {
    let begun = Instant::now();
    let ends = begun + time;
    let address = town.server.address;
    let visitors: Vec<_> = (0..CONNECTIONS)
        .map(|visitor| {
            let (decks, link) = (town.decks.clone(), town.link.clone());
            tokio::spawn(async move {
                let visited = visit(address, &decks, &link, visitor, ends).await;
                visited.map_err(|error| error.to_string())
            })
        })
        .collect();
    let mut times = Times::default();
    for visitor in visitors {
        times.add(visitor.await??);
    }
    let rate = times.count() as f64 / begun.elapsed().as_secs_f64();
    let what = |text: &str| format!("{engine}: {CONNECTIONS} at once, {text}");
    report.value(&what("everything"), rate, "/s");
    report.value(&what("reads, p50"), percentile(times.reads.clone(), 50), "ms");
    report.value(&what("reads, p99"), p99(times.reads), "ms");
    report.value(&what("money writes, p50"), percentile(times.writes.clone(), 50), "ms");
    report.value(&what("money writes, p99"), p99(times.writes), "ms");
    report.value(&what("64 KiB of a beat, p99"), p99(times.ranges), "ms");
    report.value(&what("memory at most"), town.server.peak_memory_mb()?, "MB");
    Ok(())
}

/// Sends requests over one connection until the time is up. Each connection begins at another request, so that they do
/// not all send the same one.
async fn visit(
    address: SocketAddr,
    decks: &[StudioRequests],
    link: &str,
    visitor: usize,
    ends: Instant,
) -> Outcome<Times> {
    let deck = decks.get(visitor % decks.len()).ok_or("no studio")?;
    let mut session = Session::open(address).await?;
    let mut times = Times::default();
    for turn in visitor * 3.. {
        let sent = Instant::now();
        if sent >= ends {
            break;
        }
        // A round has ten turns; the number of rounds so far selects the next read and the next write.
        match turn % 10 {
            0..7 => {
                session.send(&deck.reads[(turn / 10 + turn % 10) % deck.reads.len()]).await?;
                times.reads.push(sent.elapsed());
            }
            7 | 8 => {
                session.send(&deck.writes[(turn / 10 + turn % 10) % deck.writes.len()]).await?;
                times.writes.push(sent.elapsed());
            }
            _ => {
                let first = media::scattered(u64::try_from(turn)?) % (BEAT - PIECE);
                let request = Request::range(address, link, first, PIECE);
                session.send_for(&request, &[206]).await?;
                times.ranges.push(sent.elapsed());
            }
        }
    }
    Ok(times)
}

/// Measures idle keep-alive connections after one answer each: all must stay open, in little memory.
async fn idle(town: &Installation, engine: &str, report: &mut Report) -> Outcome {
    allow_files(IDLE as u64 + OTHER_FILES)?;
    let request = Request::get(town.server.address, "/api/health", None);
    let begun = Instant::now();
    let openers: Vec<_> = (0..OPENERS)
        .map(|_| {
            let request = request.clone();
            tokio::spawn(async move {
                let opened = open_many(&request, IDLE / OPENERS).await;
                opened.map_err(|error| error.to_string())
            })
        })
        .collect();
    let mut sessions = Vec::new();
    for opener in openers {
        sessions.extend(opener.await??);
    }
    let opened_in = begun.elapsed().as_secs_f64();
    if opened_in > OPENED_WITHIN {
        return Err(format!("{engine}: {IDLE} connections took {opened_in:.1} s to open").into());
    }
    // Gives the server time to close connections that it does not keep.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let memory = town.server.memory_mb()?;
    let kept = sessions.iter().filter(|session| session.is_open()).count();
    if kept < IDLE {
        return Err(format!("{engine}: of {IDLE} idle connections {kept} were kept").into());
    }
    // A new connection is still accepted.
    Session::open(town.server.address).await?.send(&request).await?;
    let what = |text: &str| format!("{engine}: {IDLE} idle connections, {text}");
    report.value(&what("opened and answered in"), opened_in, "s");
    report.below(&what("the server's memory"), memory, IDLE_MB, "MB");
    Ok(())
}

async fn open_many(request: &Request, count: usize) -> Outcome<Vec<Session>> {
    let mut sessions = Vec::with_capacity(count);
    for _ in 0..count {
        let mut session = Session::open(request.address).await?;
        session.send(request).await?;
        session.forget();
        sessions.push(session);
    }
    Ok(sessions)
}

/// Raises the limit on open files of this process, up to the system's hard limit.
fn allow_files(count: u64) -> Outcome {
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_none_or(|current| current >= count) {
        return Ok(());
    }
    let raised = Rlimit { current: Some(count), maximum: limit.maximum };
    setrlimit(Resource::Nofile, raised)
        .map_err(|error| format!("{count} files are not allowed: {error}").into())
}
