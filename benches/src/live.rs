//! Measures the live screens of a large account on both engines: the dashboard, the analytics and the search, the delay
//! of an event to all open pages, and the time and memory of an export of all transactions. `ledgerline-bench live 100`
//! does it with a hundredth of the rows.

use std::{
    error::Error,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::{
    load::{self, Request, Stopwatch, median},
    report::Report,
    server::{self, EMAIL, Server},
};

const TRANSACTIONS: u64 = 1_000_000;
const SALES: u64 = 100_000;
const DOCUMENTS: u64 = 10_000;
const CLIENTS: u64 = 1_000;
const STREAMS: u64 = 32;

const ASKED: usize = 60;
const WARM_UP: usize = 5;
const EVENTS: usize = 9;
/// The timeout of every step; only a failure takes longer.
const PATIENCE: Duration = Duration::from_secs(300);

const SCREEN_MS: f64 = 30.0;
const SEARCH_MS: f64 = 20.0;
const EVENT_MS: f64 = 200.0;
const EXPORT_S: f64 = 10.0;
const EXPORT_MB: f64 = 64.0;

pub async fn run(shrink: Option<&str>) -> Result<(), Box<dyn Error>> {
    let shrink: u64 = shrink.unwrap_or("1").parse()?;
    let mut report = Report::new();
    let database = testbed::postgres().fresh_database();
    for (engine, url) in [("SQLite", None), ("PostgreSQL", Some(database.as_str()))] {
        let studio = Studio::of(shrink.max(1), url).await?;
        report.value(&format!("{engine}: seed"), studio.filled_in.as_secs_f64(), "s");
        tokio::task::block_in_place(|| screens(&studio, engine, &mut report))?;
        events(&studio, engine, STREAMS / shrink.max(1), &mut report).await?;
        export(&studio, engine, &mut report).await?;
    }
    report.print();
    Ok(())
}

/// An installation with one large account, and its server.
struct Studio {
    server: Server,
    token: String,
    filled_in: Duration,
    _folder: TempDir,
}

impl Studio {
    async fn of(shrink: u64, postgres: Option<&str>) -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let server = Server::ledgerline(folder.path(), postgres)?;
        let token = server.join(EMAIL).await?;
        drop(server);
        let plan = [
            ("--transactions", TRANSACTIONS),
            ("--sales", SALES),
            ("--documents", DOCUMENTS),
            ("--clients", CLIENTS),
        ];
        let plan = plan.map(|(flag, count)| (flag, (count / shrink).max(1)));
        let filled_in = server::fill(folder.path(), postgres, EMAIL, &plan)?;
        let server = Server::ledgerline(folder.path(), postgres)?;
        Ok(Self { server, token, filled_in, _folder: folder })
    }

    fn get(&self, path: &str) -> Request {
        Request::get(self.server.address, path, Some(&self.token))
    }

    fn post(&self, path: &str, body: &Value) -> Request {
        Request::post(self.server.address, path, Some(&self.token), &body.to_string())
    }
}

fn screens(studio: &Studio, engine: &str, report: &mut Report) -> Result<(), Box<dyn Error>> {
    let mut watch = Stopwatch::open(studio.server.address)?;
    let mut ask = |path: &str| -> Result<Vec<f64>, Box<dyn Error>> {
        let request = studio.get(path);
        let mut times = Vec::new();
        for round in 0..WARM_UP + ASKED {
            let took = watch.time(&request)?.as_secs_f64() * 1000.0;
            if round >= WARM_UP {
                times.push(took);
            }
        }
        Ok(times)
    };
    for path in ["/api/dashboard", "/api/analytics?period=12m", "/api/analytics?period=all"] {
        report.below(&format!("{engine}: {path}, median"), median(ask(path)?), SCREEN_MS, "ms");
    }
    // Searches for a title, a client and a reference letter by letter, as a user types.
    for term in ["midnight", "nova rec", "TXN-4821"] {
        let mut typed = String::new();
        let (mut all, mut worst) = (Vec::new(), 0.0_f64);
        for letter in term.chars() {
            typed.push(letter);
            let times = ask(&format!("/api/search?q={}", typed.replace(' ', "%20")))?;
            worst = worst.max(median(times.clone()));
            all.extend(times);
        }
        let what = |which: &str| format!("{engine}: search, “{term}” letter by letter, {which}");
        report.below(&what("median"), median(all), SEARCH_MS, "ms");
        report.value(&what("slowest letter"), worst, "ms");
    }
    Ok(())
}

/// Measures the time until the last of all open pages has received the event of a deposit.
async fn events(
    studio: &Studio,
    engine: &str,
    streams: u64,
    report: &mut Report,
) -> Result<(), Box<dyn Error>> {
    let mut pages = Vec::new();
    for _ in 0..streams.max(1) {
        pages.push(Page::open(studio).await?);
    }
    let deposit = studio.post("/api/wallet/deposit", &json!({"amount": 0.01}));
    let mut times = Vec::new();
    for _ in 0..EVENTS {
        let begun = Instant::now();
        let (status, body) = load::once(&deposit).await?;
        if status != 201 {
            return Err(String::from_utf8_lossy(&body).into_owned().into());
        }
        for page in &mut pages {
            page.read_until("event: changed").await?;
        }
        times.push(begun.elapsed().as_secs_f64() * 1000.0);
    }
    let what = format!("{engine}: an event at the last of {} open pages, median", pages.len());
    report.below(&what, median(times), EVENT_MS, "ms");
    Ok(())
}

/// One open stream of events.
struct Page {
    stream: TcpStream,
    received: Vec<u8>,
}

impl Page {
    async fn open(studio: &Studio) -> Result<Self, Box<dyn Error>> {
        let address = studio.server.address;
        let mut stream = TcpStream::connect(address).await?;
        let text = format!(
            "GET /api/events HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {}\r\n\r\n",
            studio.token
        );
        stream.write_all(text.as_bytes()).await?;
        let mut page = Self { stream, received: Vec::new() };
        page.read_until("event: ready").await?;
        Ok(page)
    }

    /// Reads until a text has arrived, and drops the received bytes.
    async fn read_until(&mut self, words: &str) -> Result<(), Box<dyn Error>> {
        let heard = async {
            loop {
                if self.received.windows(words.len()).any(|window| window == words.as_bytes()) {
                    self.received.clear();
                    return Ok::<_, Box<dyn Error>>(());
                }
                if self.stream.read_buf(&mut self.received).await? == 0 {
                    let told = String::from_utf8_lossy(&self.received).into_owned();
                    return Err(format!("a stream ended: {told}").into());
                }
            }
        };
        tokio::time::timeout(PATIENCE, heard).await.map_err(|_| format!("no `{words}` came"))?
    }
}

/// Measures the export of all transactions as CSV: the time from the request until the file is ready, and the peak
/// memory.
async fn export(studio: &Studio, engine: &str, report: &mut Report) -> Result<(), Box<dyn Error>> {
    let wanted = json!({"type": "transactions", "format": "csv"});
    let before = studio.server.memory_mb()?;
    let begun = Instant::now();
    let (_, body) = load::once(&studio.post("/api/exports/request", &wanted)).await?;
    let answer: Value = serde_json::from_slice(&body)?;
    let id = answer["export"]["id"].as_str().ok_or_else(|| answer.to_string())?.to_owned();
    let status = studio.get(&format!("/api/exports/status/{id}"));
    loop {
        let (_, body) = load::once(&status).await?;
        let answer: Value = serde_json::from_slice(&body)?;
        match answer["export"]["status"].as_str() {
            Some("completed") => break,
            Some("pending" | "processing") if begun.elapsed() < PATIENCE => {}
            _ => return Err(answer.to_string().into()),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let took = begun.elapsed().as_secs_f64();
    report.below(&format!("{engine}: CSV of every transaction"), took, EXPORT_S, "s");
    let what = format!("{engine}: memory gained by then, at most");
    report.below(&what, studio.server.peak_memory_mb()? - before, EXPORT_MB, "MB");
    Ok(())
}
