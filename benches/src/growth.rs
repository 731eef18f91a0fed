//! Measures how the time of requests grows with an account: the same requests to accounts with a thousand, a hundred
//! thousand and a million transactions, in turns, so that other load of the machine affects all three alike.

use std::{error::Error, path::PathBuf, time::Duration};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    load::{Request, Session, Stopwatch, median},
    report::Report,
    server::{self, EMAIL, Server},
};

pub const SIZES: [u64; 3] = [1_000, 100_000, 1_000_000];
const ROUNDS: usize = 60;
/// The number of requests of one kind in a round; the median counts.
const IN_A_ROUND: usize = 15;
/// The number of transactions with the rare word: two pages, so that the first page is full.
const RARE: usize = 100;

/// An installation with one account of a given size, and its server.
pub struct Studio {
    pub server: Server,
    pub token: String,
    pub filled_in: Duration,
    size: u64,
    folder: TempDir,
}

impl Studio {
    pub async fn of(transactions: u64) -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let server = Server::ledgerline(folder.path(), None)?;
        let token = server.join(EMAIL).await?;
        drop(server);
        let filled_in = server::seed(folder.path(), EMAIL, transactions)?;
        let server = Server::ledgerline(folder.path(), None)?;
        let studio = Self { server, token, filled_in, size: transactions, folder };
        // The rare word must fill a page in a small account too: an empty page would not be comparable.
        let hire = studio.deposit_for("Mellotron hire");
        let mut session = Session::open(studio.server.address).await?;
        for _ in 0..RARE {
            session.send(&hire).await?;
        }
        Ok(studio)
    }

    pub fn database(&self) -> PathBuf {
        self.folder.path().join("ledgerline.db")
    }

    pub fn get(&self, path: &str) -> Request {
        Request::get(self.server.address, path, Some(&self.token))
    }

    pub fn deposit(&self) -> Request {
        self.deposit_for("Beat sale: Neon Drive")
    }

    /// A deposit of one cent.
    fn deposit_for(&self, title: &str) -> Request {
        let body = json!({"type": "deposit", "title": title, "amount": 0.01});
        let path = "/api/transactions";
        Request::post(self.server.address, path, Some(&self.token), &body.to_string())
    }

    /// A request for the thousandth page of fifty rows, or for the last page of a smaller account.
    fn deep_page(&self) -> Result<Request, Box<dyn Error>> {
        let mut watch = Stopwatch::open(self.server.address)?;
        let mut page = self.get("/api/transactions");
        for _ in 1..1000 {
            let answer: Value = serde_json::from_slice(watch.ask(&page)?)?;
            let Some(cursor) = answer["next_cursor"].as_str() else { break };
            page = self.get(&format!("/api/transactions?cursor={cursor}"));
        }
        Ok(page)
    }
}

struct Question {
    name: &'static str,
    /// The largest allowed ratio of the last size to the first; `None` if the ratio is only printed.
    goal: Option<f64>,
    requests: Vec<Request>,
    /// The milliseconds of each round, by size.
    spans: Vec<Vec<f64>>,
}

pub fn measure(studios: &[Studio], report: &mut Report) -> Result<(), Box<dyn Error>> {
    let page = |path: &'static str| move |studio: &Studio| Ok(studio.get(path));
    let deep = Studio::deep_page as fn(&Studio) -> Result<Request, Box<dyn Error>>;
    let mut questions = vec![
        ask("newest 5", Some(1.4), studios, page("/api/transactions?limit=5"))?,
        ask("page of 50", Some(1.4), studios, page("/api/transactions"))?,
        ask("thousandth page of 50", Some(1.4), studios, deep)?,
        ask(
            "type and status filter",
            None,
            studios,
            page("/api/transactions?type=withdrawal,payment&status=pending,failed"),
        )?,
        ask("search, a common word", Some(10.0), studios, page("/api/transactions?search=rent"))?,
        ask(
            "search, a rare word",
            Some(10.0),
            studios,
            page("/api/transactions?search=mellotron"),
        )?,
        ask(
            "search, a word that is nowhere",
            Some(10.0),
            studios,
            page("/api/transactions?search=glockenspiel"),
        )?,
        ask("search, a reference", Some(10.0), studios, |studio| {
            // A number that exists and that no other number begins with.
            let number = 734_518 * studio.size / 1_000_000;
            Ok(studio.get(&format!("/api/transactions?search=TXN-{number}")))
        })?,
        ask("summary", Some(10.0), studios, page("/api/transactions/stats/summary"))?,
    ];
    rounds(studios, &mut questions)?;
    // Writes come last, because they make the accounts larger.
    let mut writes = [ask("write", None, studios, |studio| Ok(studio.deposit()))?];
    rounds(studios, &mut writes)?;
    for question in questions.into_iter().chain(writes) {
        let all: Vec<f64> = question.spans.into_iter().map(median).collect();
        let [small, middle, large] = all[..] else { return Err("three sizes".into()) };
        let what = format!("{}: 1,000,000 rows beside 1,000", question.name);
        report.grows(&what, large, small, question.goal, "ms");
        let what = format!("{}: 100,000 rows beside 1,000", question.name);
        report.grows(&what, middle, small, None, "ms");
    }
    Ok(())
}

fn rounds(studios: &[Studio], questions: &mut [Question]) -> Result<(), Box<dyn Error>> {
    let opened = studios.iter().map(|studio| Stopwatch::open(studio.server.address));
    let mut watches = opened.collect::<Result<Vec<_>, _>>()?;
    for round in 0..=ROUNDS {
        for question in &mut *questions {
            let asked = question.requests.iter().zip(&mut watches).zip(&mut question.spans);
            for ((request, watch), spans) in asked {
                let mut times = Vec::with_capacity(IN_A_ROUND);
                for _ in 0..IN_A_ROUND {
                    times.push(watch.time(request)?.as_secs_f64() * 1000.0);
                }
                // The first round is a warm-up and is not counted.
                if round > 0 {
                    spans.push(median(times));
                }
            }
        }
    }
    Ok(())
}

fn ask(
    name: &'static str,
    goal: Option<f64>,
    studios: &[Studio],
    request: impl Fn(&Studio) -> Result<Request, Box<dyn Error>>,
) -> Result<Question, Box<dyn Error>> {
    let requests = studios.iter().map(request).collect::<Result<Vec<_>, _>>()?;
    Ok(Question { name, goal, requests, spans: vec![Vec::new(); studios.len()] })
}
