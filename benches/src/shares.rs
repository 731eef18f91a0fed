//! Measures links to shared beats as visitors open them: the page among very many shares, its size, its sound compared
//! with that of signed-in users, and the latency of the owner's dashboard with many listeners. SHR-13

use std::error::Error;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use app::shares::tokens::LinkToken;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::ids::{DocumentId, ShareId, ShareLinkId, UserId};
use domain::shares::{Downloads, Figures, Link, Permissions, Recipient, Share};
use domain::time::Timestamp;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use storage::db::{Db, DbError, DbOptions, Tx};
use storage::shares::{self, links};

use crate::guest::{Guest, between, page_token};
use crate::load::{self, Request, Session, Stopwatch, p99};
use crate::media::{self, sound, upload, wait_for_analysis};
use crate::pipe;
use crate::report::Report;
use crate::server::{EMAIL, Server, owner_of};

const SHARES: usize = 100_000;
const BATCH: usize = 5_000;
/// The number of beats in each share.
const BEATS: u32 = 8;
/// The size of the sound that visitors play, in bytes.
const HEARD: usize = 4 << 20;
const PIECE: usize = 64 << 10;
const PAGES: usize = 2_000;
const ROUNDS: usize = 5;
const SPAN: Duration = Duration::from_secs(2);
const LISTENERS: usize = 500;
/// How long the visitors play while the dashboard is measured.
const LISTENING: Duration = Duration::from_secs(30);
/// The interval of a player's requests: a piece of 64 KiB of an MP3 of 128 kbit/s lasts four seconds.
const PIECE_EVERY: Duration = Duration::from_secs(4);
const FIGURES_EVERY: Duration = Duration::from_secs(10);

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// An account with a link that was created through the API.
#[derive(Clone)]
struct Studio {
    token: String,
    /// The id of the beat that is played.
    beat: String,
    /// The path of the link.
    link: String,
}

/// The number of shares is divided by `divisor`; with 10 or more, a tenth of the listeners play.
pub async fn run(divisor: Option<&str>) -> Outcome {
    let divisor: usize = divisor.map_or(Ok(1), str::parse)?;
    let count = SHARES / divisor.max(1);
    let mut report = Report::new();
    let folder = tempfile::tempdir()?;
    let server = Server::ledgerline(folder.path(), None)?;
    let (studio, beats) = furnish(&server).await?;
    drop(server);
    let tokens = fill(folder.path(), &studio, &beats, count).await?;
    // The rate limits are on, as in production.
    let server = Server::ledgerline_with(folder.path(), None, &["--rate-limit", "on"])?;
    pages(&server, &tokens, &mut report)?;
    weight(&server, &studio, &mut report)?;
    ranges(&server, &studio, &mut report).await?;
    crowd(&server, &studio, LISTENERS / divisor.clamp(1, 10), &mut report).await?;
    report.print();
    Ok(())
}

async fn furnish(server: &Server) -> Outcome<(Studio, Vec<DocumentId>)> {
    let token = server.join(EMAIL).await?;
    let beats = tokio::task::block_in_place(|| -> Outcome<Vec<String>> {
        let mut beats = Vec::new();
        for number in 0..BEATS {
            let id = upload(server, &token, &sound(HEARD, 1 + number))?;
            wait_for_analysis(server, &token, &id)?;
            // Visitors play this tagged file, so that no preview has to be made.
            media::add_file(server, &token, &id, "tagged", &sound(HEARD, 100 + number), 1)?;
            beats.push(id);
        }
        Ok(beats)
    })?;
    let form =
        json!({"title": "Four for the winter EP", "message": "These came out.", "beats": beats});
    let request = Request::post(server.address, "/api/shares", Some(&token), &form.to_string());
    let made: Value = serde_json::from_slice(&load::once(&request).await?.1)?;
    let address = made["share"]["links"][0]["address"].as_str().ok_or_else(|| made.to_string())?;
    let link = address.find("/s/").map(|at| address[at..].to_owned()).ok_or("no address")?;
    let ids = beats.iter().filter_map(|id| DocumentId::parse(id)).collect();
    Ok((Studio { token, beat: beats[0].clone(), link }, ids))
}

/// Creates shares with one link each while no server runs; returns the tokens of the links.
async fn fill(
    folder: &Path,
    studio: &Studio,
    beats: &[DocumentId],
    count: usize,
) -> Outcome<Vec<String>> {
    let owner = owner_of(&studio.token)?;
    let (_, first) = studio.link.split_at("/s/".len());
    let account = URL_SAFE_NO_PAD.decode(first)?[..16].to_vec();
    let token = |number: usize| {
        URL_SAFE_NO_PAD.encode([account.as_slice(), &scattered_bytes(number)].concat())
    };
    let tokens: Vec<String> = (0..count).map(token).collect();
    let db = Db::open(&DbOptions::sqlite(folder.join("ledgerline.db")))?;
    for batch in tokens.chunks(BATCH) {
        let (batch, beats) = (batch.to_vec(), beats.to_vec());
        db.write(move |tx| insert(tx, owner, &batch, &beats)).await?;
    }
    db.close().await;
    Ok(tokens)
}

/// Bytes that are distributed like random ones.
fn scattered_bytes(number: usize) -> [u8; 16] {
    let digest = Sha256::digest(number.to_be_bytes());
    std::array::from_fn(|at| digest[at])
}

fn insert(
    tx: &mut Tx,
    owner: UserId,
    tokens: &[String],
    beats: &[DocumentId],
) -> Result<(), DbError> {
    let now = Timestamp::from_millis(1_794_700_800_000);
    for token in tokens {
        let Some(token) = LinkToken::parse(token) else { continue };
        let random = |first: usize| {
            let hash = token.hash();
            std::array::from_fn(|at| hash.as_bytes()[first + at])
        };
        let share = Share {
            id: ShareId::new(now, random(0)),
            title: "Four for the winter EP".to_owned(),
            message: "These came out.".to_owned(),
            keeps_sold: false,
            created_at: now,
            updated_at: now,
        };
        let link = Link {
            id: ShareLinkId::new(now, random(10)),
            share: share.id,
            token: vec![0; 90],
            recipient: Recipient {
                client: None,
                name: "Ade Balogun".to_owned(),
                email: String::new(),
            },
            permissions: Permissions {
                password_hash: None,
                expires_on: None,
                downloads: Downloads::None,
                shows_prices: true,
                takes_messages: true,
            },
            created_at: now,
            updated_at: now,
            stopped_at: None,
            first_played_at: None,
            figures: Figures::default(),
        };
        shares::put(tx, owner, &share)?;
        shares::set_beats(tx, owner, share.id, beats)?;
        links::insert(tx, owner, &share, &link, &token.hash())?;
    }
    Ok(())
}

/// Measures the pages of links that were never opened before.
fn pages(server: &Server, tokens: &[String], report: &mut Report) -> Outcome {
    let mut watch = Stopwatch::open(server.address)?;
    let mut spans = Vec::new();
    for number in 0..PAGES {
        let token = &tokens[media::scattered(number as u64) % tokens.len()];
        let guest = Guest::new(server.address, number);
        spans.push(watch.time(&guest.get(&format!("/s/{token}")))?);
        std::thread::sleep(Duration::from_millis(2));
    }
    let what = format!("the page of a link with {BEATS} beats, of {} shares, p99", tokens.len());
    report.below(&what, p99(spans), 15.0, "ms");
    Ok(())
}

/// Measures the size of the page with its style sheet and its script, as sent to a browser.
fn weight(server: &Server, studio: &Studio, report: &mut Report) -> Outcome {
    let guest = Guest::new(server.address, 1);
    let mut watch = Stopwatch::open(server.address)?;
    let page = String::from_utf8(watch.ask(&guest.plain(&studio.link))?.to_vec())?;
    let style = between(&page, "<link rel=\"stylesheet\" href=\"", "\"")?;
    let script = between(&page, "<script src=\"", "\"")?;
    let mut bytes = 0;
    for path in [studio.link.as_str(), style, script] {
        bytes += watch.weigh(&guest.get(path))?;
    }
    report.below("the page with style and script over the wire", bytes as f64 / 1000.0, 60.0, "kB");
    Ok(())
}

/// Requests the address of the sound, like the script of the page.
async fn sound_of(
    session: &mut Session,
    guest: &Guest,
    studio: &Studio,
) -> Outcome<(String, String)> {
    let page = session.ask(&guest.plain(&studio.link), &[200]).await?;
    let page_token = page_token(&String::from_utf8(page)?)?;
    let form = format!("beat={}&page_token={page_token}", studio.beat);
    let asked = guest.post(&format!("{}/tickets", studio.link), &form);
    let answer: Value = serde_json::from_slice(&session.ask(&asked, &[200]).await?)?;
    let url = answer["url"].as_str().ok_or_else(|| answer.to_string())?;
    Ok((url.to_owned(), page_token))
}

async fn ranges(server: &Server, studio: &Studio, report: &mut Report) -> Outcome {
    let guest = Guest::new(server.address, 2);
    let mut session = Session::open(server.address).await?;
    let (theirs, _) = sound_of(&mut session, &guest, studio).await?;
    let own = media::ticket_for(server, &studio.token, &studio.beat, "stream")?;
    let rate = |path: &str| {
        pipe::rate(server.address, 8, SPAN, |turn| {
            let first = media::scattered(turn) % (HEARD - PIECE);
            let range = format!("bytes={first}-{}", first + PIECE - 1);
            pipe::get(path, &[("Range", &range)])
        })
    };
    tokio::task::block_in_place(|| {
        let (mut guests, mut signed_in) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            signed_in.push(rate(&own)?);
            guests.push(rate(&theirs)?);
        }
        let what = "64 KiB ranges by tickets of guests, beside those of the signed-in";
        report.at_least(what, &guests, &signed_in, Some(0.9), "/s");
        Ok(())
    })
}

/// Measures the owner's dashboard while many listeners play and report their progress.
async fn crowd(server: &Server, studio: &Studio, count: usize, report: &mut Report) -> Outcome {
    let dashboard = Request::get(server.address, "/api/dashboard", Some(&studio.token));
    let paced = |time: Duration| -> Outcome<f64> {
        tokio::task::block_in_place(|| {
            Ok(p99(Stopwatch::open(server.address)?.paced(&dashboard, time)?))
        })
    };
    let alone = paced(SPAN)?;
    let begun = Instant::now();
    let ends = begun + PIECE_EVERY + LISTENING;
    let listeners: Vec<_> = (0..count)
        .map(|number| {
            let (address, studio) = (server.address, studio.clone());
            // The listeners start one after the other, over the length of a piece.
            let comes = begun + PIECE_EVERY.mul_f64(number as f64 / count as f64);
            tokio::spawn(async move {
                tokio::time::sleep_until(comes.into()).await;
                let heard = listen(address, &studio, number, ends).await;
                heard.map_err(|error| error.to_string())
            })
        })
        .collect();
    tokio::time::sleep(PIECE_EVERY).await;
    let among = paced(LISTENING)?;
    let mut all = ListenerCounts::default();
    for listener in listeners {
        let one = listener.await??;
        all.pieces += one.pieces;
        all.refused += one.refused;
    }
    let rate = all.pieces as f64 / begun.elapsed().as_secs_f64();
    report.value(&format!("{count} listeners at once, pieces of 64 KiB"), rate, "/s");
    let refused = all.refused as f64 * 100.0 / (all.pieces + all.refused) as f64;
    report.below(&format!("{count} listeners at once, told to wait"), refused, 0.0, "%");
    report.below(&format!("the dashboard beside {count} listeners, p99"), among, 50.0, "ms");
    report.value("the dashboard alone, p99", alone, "ms");
    Ok(())
}

#[derive(Default)]
struct ListenerCounts {
    pieces: usize,
    /// The number of requests that the server refused as busy.
    refused: usize,
}

/// Plays in real time until `ends`.
async fn listen(
    address: SocketAddr,
    studio: &Studio,
    number: usize,
    ends: Instant,
) -> Outcome<ListenerCounts> {
    let guest = Guest::new(address, 100_000 + number);
    let mut session = Session::open(address).await?;
    let mut heard = ListenerCounts::default();
    let (sound, page_token) = loop {
        match sound_of(&mut session, &guest, studio).await {
            Err(error) if error.to_string().starts_with("503") && Instant::now() < ends => {
                heard.refused += 1;
            }
            other => break other?,
        }
    };
    let (mut told, begun) = (0, Instant::now());
    while Instant::now() < ends {
        let piece = guest.range(&sound, heard.pieces * PIECE % (HEARD - PIECE), PIECE);
        match session.status(&piece).await? {
            206 => heard.pieces += 1,
            503 => heard.refused += 1,
            other => return Err(format!("{other} for a piece").into()),
        }
        if begun.elapsed() >= FIGURES_EVERY * (told + 1) {
            let (from, to) = (told * 10, told * 10 + 10);
            let form = format!("beat={}&from={from}&to={to}&page_token={page_token}", studio.beat);
            let figures = guest.post(&format!("{}/heard", studio.link), &form);
            match session.status(&figures).await? {
                204 => told += 1,
                503 => heard.refused += 1,
                other => return Err(format!("{other} for figures").into()),
            }
        }
        tokio::time::sleep(PIECE_EVERY).await;
    }
    Ok(heard)
}
