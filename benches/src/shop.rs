//! Measures the public page of a producer: the pages per second from the cache, and the time to make a page with many
//! beats compared with few. SHOP-09

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use domain::ids::{DocumentId, UserId};
use domain::library::documents::Category;
use domain::time::Timestamp;
use storage::db::{Db, DbOptions};
use storage::library::documents;
use tempfile::TempDir;

use crate::guest::Guest;
use crate::load::{self, Request, Stopwatch, median};
use crate::report::Report;
use crate::server::{self, EMAIL, Server, owner_of};

const SECONDS: u64 = 5;
const ROUNDS: usize = 3;
const CONNECTIONS: usize = 64;
const FEW: usize = 100;
const MANY: usize = 2_000;
/// The number of items that are seeded; some of them are videos.
const MADE: u64 = 2_600;
/// The number of pages made of each shop, in turns; the first ones are a warm-up.
const MADE_PAGES: usize = 220;
const WARM_UP: usize = 20;
const MOST_GROWTH: f64 = 1.25;
const PAGE: &str = "/@bench";

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// An installation with a public page.
struct Shop {
    server: Server,
    _folder: TempDir,
}

impl Shop {
    async fn with(beats: usize) -> Outcome<Self> {
        let folder = tempfile::tempdir()?;
        let flags = ["--public-pages", "all"];
        let server = Server::ledgerline_with(folder.path(), None, &flags)?;
        let token = server.join(EMAIL).await?;
        let form = r#"{"handle": "bench", "is_on": true, "words": "Drums from Lagos."}"#;
        let put = Request::put(server.address, "/api/shop", Some(&token), form);
        Stopwatch::open(server.address)?.ask(&put)?;
        drop(server);
        server::fill(folder.path(), None, EMAIL, &[("--documents", MADE)])?;
        publish(folder.path(), owner_of(&token)?, beats).await?;
        let server = Server::ledgerline_with(folder.path(), None, &flags)?;
        Ok(Self { server, _folder: folder })
    }
}

/// Puts `count` beats on the public page while no server runs.
async fn publish(folder: &Path, owner: UserId, count: usize) -> Outcome {
    let db = Db::open(&DbOptions::sqlite(folder.join("ledgerline.db")))?;
    let most = i64::try_from(MADE)?;
    let all = db.read(move |conn| documents::latest(conn, owner, most)).await?;
    let beats = all.into_iter().filter(|row| row.category == Category::Beat);
    let beats: Vec<DocumentId> = beats.map(|row| row.id).take(count).collect();
    let now = Timestamp::from_millis(1_794_700_800_000);
    let put = db.write(move |tx| documents::set_public(tx, owner, &beats, true, now)).await?;
    db.close().await;
    if put == count as u64 { Ok(()) } else { Err(format!("only {put} beats").into()) }
}

/// `seconds` is the length of each round with the cache.
pub async fn run(seconds: Option<&str>) -> Outcome {
    let time = Duration::from_secs(seconds.map_or(Ok(SECONDS), str::parse)?);
    let mut report = Report::new();
    let (few, many) = (Shop::with(FEW).await?, Shop::with(MANY).await?);
    let guest = Guest::new(many.server.address, 1);
    let mut rates = Vec::new();
    for _ in 0..ROUNDS {
        rates.push(load::run(guest.get(PAGE), CONNECTIONS, time).await?);
    }
    report.above("public pages from the cache", median(rates), 5_000.0, "/s");
    let weight = Stopwatch::open(many.server.address)?.weigh(&guest.get(PAGE))?;
    report.value("a public page over the wire", weight as f64 / 1000.0, "kB");
    let [with_many, with_few] = time_uncached_pages([&many, &few])?;
    let what = format!("a public page made of {MANY} beats, beside of {FEW}");
    report.grows(&what, with_many, with_few, Some(MOST_GROWTH), "ms");
    report.print();
    Ok(())
}

/// Measures pages that are not in the cache, because each request names another beat that does not exist; returns
/// milliseconds.
fn time_uncached_pages(shops: [&Shop; 2]) -> Outcome<[f64; 2]> {
    let [one, other] = shops.map(|shop| Stopwatch::open(shop.server.address));
    let mut watches = [one?, other?];
    let mut spans = [Vec::new(), Vec::new()];
    for number in 0..MADE_PAGES {
        for ((shop, watch), spans) in shops.iter().zip(&mut watches).zip(&mut spans) {
            let guest = Guest::new(shop.server.address, number);
            // The id must have the length of a beat's id, because the server ignores shorter ones.
            let took = watch.time(&guest.get(&format!("{PAGE}?beat={number:036}")))?;
            if number >= WARM_UP {
                spans.push(took.as_secs_f64() * 1000.0);
            }
        }
    }
    Ok(spans.map(median))
}
