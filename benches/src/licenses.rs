//! Measures licenses and files of beats: how the time of the list of licenses grows with their number, the time to find
//! the licensees of a beat, and the cost of files for the list of beats. LIC-20, FILE-11

use std::error::Error;
use std::path::Path;

use domain::calendar::Day;
use domain::ids::{DocumentId, FileId, LicenseId, UserId};
use domain::library::files::File;
use domain::licenses::Role;
use domain::licenses::fields::Buyer;
use domain::licenses::issued::{Contract, Grant, Level, License, State, Usage};
use domain::time::Timestamp;
use storage::db::{Db, DbError, DbOptions, Tx};
use storage::library::{documents, files, list};
use storage::licenses::{issued, kinds};
use tempfile::TempDir;

use crate::load::{Request, Stopwatch, median};
use crate::report::Report;
use crate::server::{self, EMAIL, Server};

const SIZES: [i64; 2] = [1_000, 1_000_000];
/// The largest allowed ratio of times; it corresponds to an exponent of 0.05 from the first size to the last.
const MOST_GROWTH: f64 = 1.41;
/// One in this many licenses is of the requested beat: 10,000 in the large account.
const SHARE: i64 = 100;
const BATCH: i64 = 20_000;
const BEATS: u64 = 2_000;
const ROUNDS: usize = 60;
/// The number of requests of one kind in a round; the median counts.
const IN_A_ROUND: usize = 15;

/// An installation with one account.
struct Studio {
    server: Server,
    token: String,
    _folder: TempDir,
}

impl Studio {
    /// Fills the account while no server runs.
    async fn fill_and_start<F>(fill: F) -> Result<Self, Box<dyn Error>>
    where
        F: AsyncFnOnce(&Path, &Db, UserId) -> Result<(), Box<dyn Error>>,
    {
        let folder = tempfile::tempdir()?;
        let server = Server::ledgerline(folder.path(), None)?;
        let token = server.join(EMAIL).await?;
        // The first request for the license kinds creates them.
        let kinds = Request::get(server.address, "/api/license-kinds", Some(&token));
        Stopwatch::open(server.address)?.ask(&kinds)?;
        drop(server);
        let owner = server::owner_of(&token)?;
        let db = Db::open(&DbOptions::sqlite(folder.path().join("ledgerline.db")))?;
        fill(folder.path(), &db, owner).await?;
        db.close().await;
        let server = Server::ledgerline(folder.path(), None)?;
        Ok(Self { server, token, _folder: folder })
    }

    fn get(&self, path: &str) -> Request {
        Request::get(self.server.address, path, Some(&self.token))
    }
}

/// Sends the same request to two installations in turns; returns the milliseconds.
fn in_turns(studios: [&Studio; 2], path: &str) -> Result<[f64; 2], Box<dyn Error>> {
    let requests = studios.map(|studio| studio.get(path));
    let [one, other] = studios.map(|studio| Stopwatch::open(studio.server.address));
    let mut watches = [one?, other?];
    let mut spans = [Vec::new(), Vec::new()];
    for round in 0..=ROUNDS {
        for ((request, watch), spans) in requests.iter().zip(&mut watches).zip(&mut spans) {
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
    Ok(spans.map(median))
}

fn beat() -> DocumentId {
    DocumentId::from_bytes([7; 16])
}

fn license(number: i64, kind: &kinds::KindRow, now: Timestamp) -> License {
    let mut id = [0; 16];
    id[8..].copy_from_slice(&number.to_be_bytes());
    License {
        id: LicenseId::from_bytes(id),
        number,
        stored_state: State::Active,
        grant: Grant {
            kind: kind.id,
            kind_name: kind.name.clone(),
            tier: kind.tier,
            beat: (number % SHARE == 0).then(beat),
            title: format!("Midnight Drive {}", number % 997),
            client: None,
            buyer: Buyer { name: format!("Nova Records {}", number % 5_003), ..Buyer::default() },
            price: kind.price,
            currency: kind.currency,
            issued_at: now,
            starts_on: Day::of(now),
            expires_on: Some(Day::of(now).months_after(24)),
            upgraded_from: None,
            text_version: 1,
            text_hash: "9f2c".repeat(16),
            terms: kind.terms.clone(),
            is_recorded_by_producer: true,
        },
        sale: None,
        ended: None,
        superseded_by: None,
        usage: Usage::new(),
        level: Level::Free,
        contract: Contract { size: 40_000, pages: 5, sha256: "9f2c".repeat(16) },
        events: 1,
        head: "9f2c".repeat(16),
    }
}

fn issue(tx: &mut Tx, owner: UserId, count: i64) -> Result<(), DbError> {
    let all = kinds::list(tx, owner)?;
    let first = issued::next_numbers(tx, owner, count)?;
    let now = Timestamp::from_millis(1_794_700_800_000);
    let new = (first..first + count).filter_map(|number| {
        let (kind, _) = all.get(usize::try_from(number).ok()? % all.len())?;
        // A beat can have only one exclusive license.
        let kind = if number % SHARE == 0 { &all.first()?.0 } else { kind };
        Some(license(number, kind, now))
    });
    issued::insert_all(tx, owner, &new.collect::<Vec<_>>())
}

async fn with_licenses(count: i64) -> Result<Studio, Box<dyn Error>> {
    Studio::fill_and_start(async |_, db, owner| {
        let mut made = 0;
        while made < count {
            let more = BATCH.min(count - made);
            db.write(move |tx| issue(tx, owner, more)).await?;
            made += more;
        }
        Ok(())
    })
    .await
}

/// Fills an account with beats, with or without additional files.
async fn with_beats(has_files: bool) -> Result<Studio, Box<dyn Error>> {
    Studio::fill_and_start(async |folder, db, owner| {
        server::fill(folder, None, EMAIL, &[("--documents", BEATS)])?;
        if has_files {
            db.write(move |tx| add_files(tx, owner)).await?;
        }
        Ok(())
    })
    .await
}

fn add_files(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    documents::lock(tx, owner)?;
    let sort = list::Sort { by: list::SortBy::Date, descending: true };
    let most = i64::try_from(BEATS).unwrap_or(i64::MAX);
    let page = list::Page { limit: most, offset: 0, after: None };
    let beats = list::list(tx, owner, &Default::default(), sort, &page)?.rows;
    let mut number = 0_u64;
    for beat in beats {
        for role in [Role::Mp3, Role::Wav, Role::Stems, Role::Artwork] {
            number += 1;
            let mut id = [0; 16];
            id[8..].copy_from_slice(&number.to_be_bytes());
            let new = File {
                id: FileId::from_bytes(id),
                document: beat.id,
                role,
                version: 1,
                is_current: true,
                name: format!("{}.wav", beat.title),
                mime: "audio/wav".to_owned(),
                size: 1_000,
                content_hash: "9f2c".repeat(16),
                duration_ms: None,
                created_at: beat.uploaded_at,
            };
            files::insert(tx, owner, new)?;
        }
    }
    Ok(())
}

/// The number of licenses of the large account is divided by `divisor`.
pub async fn run(divisor: Option<&str>) -> Result<(), Box<dyn Error>> {
    let divisor: i64 = divisor.map_or(Ok(1), str::parse)?;
    let mut report = Report::new();
    let [few, many] = [SIZES[0], SIZES[1] / divisor.max(1)];
    let (small, large) = (with_licenses(few).await?, with_licenses(many).await?);
    let [slow, quick] = in_turns([&large, &small], "/api/licenses?limit=50")?;
    let what = format!("50 licenses: of {many} beside of {few}");
    report.grows(&what, slow, quick, Some(MOST_GROWTH), "ms");
    let path = format!("/api/licenses?beat={}", beat());
    let [slow, quick] = in_turns([&large, &small], &path)?;
    report.below(&format!("who has a beat with {} licenses", many / SHARE), slow, 20.0, "ms");
    report.value(&format!("who has a beat with {} licenses", few / SHARE), quick, "ms");
    let (plain, rich) = (with_beats(false).await?, with_beats(true).await?);
    let [with, without] = in_turns([&rich, &plain], "/api/documents?limit=50")?;
    report.grows(
        "50 beats: with files of four roles beside without",
        with,
        without,
        Some(1.05),
        "ms",
    );
    report.print();
    Ok(())
}
