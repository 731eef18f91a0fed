//! Measures money: how the time of requests grows with the account, the list compared with a bare one, writers that
//! share commits, and the latency of readers among them.

use std::{error::Error, time::Duration};

use crate::{
    growth::{self, SIZES, Studio},
    load::{self, Stopwatch, p99},
    report::Report,
    server::Server,
    writers,
};

const ROUNDS: usize = 9;
const SPAN: Duration = Duration::from_secs(1);
const CONNECTIONS: usize = 8;
const WRITERS: usize = 64;

pub async fn run() -> Result<(), Box<dyn Error>> {
    let mut report = Report::new();
    let mut studios = Vec::new();
    for size in SIZES {
        studios.push(Studio::of(size).await?);
    }
    let [_, middle, large] = &studios[..] else { return Err("three sizes".into()) };
    let filled = large.filled_in.as_secs_f64();
    report.below("seed of 1,000,000 transactions", filled, 120.0, "s");
    tokio::task::block_in_place(|| growth::measure(&studios, &mut report))?;
    list_beside_bare(large, &mut report).await?;
    writers::measure(&mut report).await?;
    readers_among_writers(middle, &mut report).await?;
    report.print();
    Ok(())
}

/// Runs only the last part of the ledger's benchmark: the writers.
pub async fn writers() -> Result<(), Box<dyn Error>> {
    let mut report = Report::new();
    let studio = Studio::of(SIZES[1]).await?;
    writers::measure(&mut report).await?;
    readers_among_writers(&studio, &mut report).await?;
    report.print();
    Ok(())
}

async fn list_beside_bare(studio: &Studio, report: &mut Report) -> Result<(), Box<dyn Error>> {
    let counterpart = Server::bare_list(&studio.database())?;
    let bare = load::Request::get(counterpart.address, "/bare", Some(&studio.token));
    let ours = studio.get("/api/transactions");
    let (mut ours_rates, mut bare_rates) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        bare_rates.push(load::run(bare.clone(), CONNECTIONS, SPAN).await?);
        ours_rates.push(load::run(ours.clone(), CONNECTIONS, SPAN).await?);
    }
    let what = "list of 50 of 1,000,000, beside bare axum and rusqlite";
    report.at_least(what, &ours_rates, &bare_rates, Some(0.8), "/s");
    Ok(())
}

/// One reader at a steady pace, alone and while 64 connections write as fast as they can.
async fn readers_among_writers(studio: &Studio, report: &mut Report) -> Result<(), Box<dyn Error>> {
    let (page, deposit) = (studio.get("/api/transactions"), studio.deposit());
    let (mut quiet, mut busy) = (Vec::new(), Vec::new());
    let paced =
        || tokio::task::block_in_place(|| Stopwatch::open(page.address)?.paced(&page, SPAN * 2));
    for _ in 0..ROUNDS {
        quiet.extend(paced()?);
        let storm = load::storm(deposit.clone(), WRITERS, SPAN * 3);
        tokio::time::sleep(SPAN / 2).await;
        busy.extend(paced()?);
        tokio::task::block_in_place(|| storm.join()).map_err(|_| "the storm panicked")??;
    }
    let what = "page of 50, p99 among 64 writers beside quiet";
    report.at_most(what, p99(busy), p99(quiet), 3.0, "ms");
    Ok(())
}
