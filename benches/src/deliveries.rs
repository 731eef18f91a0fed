//! Measures deliveries: all files of a license as one ZIP file, compared with nginx sending the same bytes as one file,
//! and the memory of concurrent buyers. DLV-08

use std::error::Error;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::load::{self, Request};
use crate::media::{add_file, sound, upload, wait_for_analysis};
use crate::nginx::Nginx;
use crate::pipe::{self, Pipe};
use crate::report::Report;
use crate::server::{EMAIL, Server};

const ROUNDS: usize = 5;
const BUYERS: usize = 100;
/// How many bytes each of the concurrent buyers downloads.
const FETCHED: u64 = 100_000_000;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// `megabytes` is the size of the additional file of the beat; 2 GB by default.
pub async fn run(megabytes: Option<&str>) -> Outcome {
    let megabytes: usize = megabytes.map_or(Ok(2_000), str::parse)?;
    let mut report = Report::new();
    let folder = tempfile::tempdir()?;
    let limits = ["--max-stems-mb", "2100", "--max-other-mb", "2100", "--guest-streams", "1000"];
    let server = Server::ledgerline_with(&folder.path().join("data"), None, &limits)?;
    let token = server.join(EMAIL).await?;
    let nginx = Nginx::over(folder.path())?;
    let id = tokio::task::block_in_place(|| {
        let id = upload(&server, &token, &sound(1 << 20, 1))?;
        wait_for_analysis(&server, &token, &id)?;
        add_file(&server, &token, &id, "other", &sound(1_000_000, 7), megabytes)?;
        Ok::<_, Box<dyn Error>>(id)
    })?;
    let page = deliver(&server, &token, &id).await?;
    tokio::task::block_in_place(|| {
        let link = zip(&server, &page)?;
        let size = length(&server, &link)?;
        // nginx has the same bytes as one file.
        let mut copy = std::fs::File::create(folder.path().join("files/all.zip"))?;
        Pipe::open(server.address)?.send_to(&pipe::get(&link, &[]), &mut copy)?;
        if copy.metadata()?.len() != size {
            return Err("the ZIP file does not have the announced length".into());
        }
        drop(copy);
        downloads(&server, &nginx, &link, size, &mut report)?;
        measure_concurrent(&server, &nginx, &link, size.min(FETCHED), &mut report)
    })?;
    report.print();
    Ok(())
}

/// Issues a license and returns the path of its delivery.
async fn deliver(server: &Server, token: &str, beat: &str) -> Outcome<String> {
    let ask = async |method: &str, path: &str, body: Value| -> Outcome<Value> {
        let request = match method {
            "GET" => Request::get(server.address, path, Some(token)),
            "PUT" => Request::put(server.address, path, Some(token), &body.to_string()),
            _ => Request::post(server.address, path, Some(token), &body.to_string()),
        };
        Ok(serde_json::from_slice(&load::once(&request).await?.1)?)
    };
    let profile = json!({"legal_name": "Bench", "address": "1 Road", "country": "Nigeria",
        "governing_law": "the State of New York"});
    ask("PUT", "/api/legal-profile", profile).await?;
    let kinds = ask("GET", "/api/license-kinds", Value::Null).await?;
    let kind = kinds["kinds"][1]["id"].as_str().ok_or("no kind")?.to_owned();
    let files = json!({"delivers": ["wav", "other"]});
    ask("PUT", &format!("/api/license-kinds/{kind}"), files).await?;
    let buyer =
        json!({"name": "Buyer", "email": "buyer@x.example", "address": "1 Road", "country": "US"});
    let order = json!({"document_id": beat, "kind_id": kind, "buyer": buyer});
    let license = ask("POST", "/api/licenses", order).await?;
    let license = license["license"]["id"].as_str().ok_or_else(|| license.to_string())?.to_owned();
    let path = format!("/api/licenses/{license}/delivery");
    ask("POST", &path, json!({})).await?;
    let deadline = Instant::now() + Duration::from_secs(300);
    loop {
        // As soon as the checksums are stored, the ZIP file has an exact length.
        let shown = ask("GET", &path, Value::Null).await?;
        let files = shown["delivery"]["files"].as_array().ok_or_else(|| shown.to_string())?;
        if files.iter().all(|file| file["sha256"].is_string()) {
            let url = shown["delivery"]["url"].as_str().ok_or("no address")?;
            let (_, rest) = url.split_once("/d/").ok_or("no address")?;
            return Ok(format!("/d/{rest}"));
        }
        if Instant::now() > deadline {
            return Err("the checksums do not come".into());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Returns the address of the ZIP file, requested like the form of the page does.
fn zip(server: &Server, page: &str) -> Outcome<String> {
    let mut pipe = Pipe::open(server.address)?;
    let html = String::from_utf8_lossy(pipe.send(&[&pipe::get(page, &[])], 200)?).into_owned();
    let (_, rest) = html.split_once("name=\"page_token\" value=\"").ok_or("no page token")?;
    let token = rest.split('"').next().unwrap_or_default();
    let body = format!("file=all&page_token={token}");
    let head = format!(
        "POST {page}/tickets HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nConnection: close\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let answer = pipe::head(server.address, head.as_bytes())?;
    let mut lines = answer.lines().filter_map(|line| line.split_once(": "));
    let found = lines.find(|(name, _)| name.eq_ignore_ascii_case("location"));
    Ok(found.ok_or_else(|| answer.clone())?.1.to_owned())
}

fn length(server: &Server, link: &str) -> Outcome<u64> {
    let question = format!("HEAD {link} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    let answer = pipe::head(server.address, question.as_bytes())?;
    let mut lines = answer.lines().filter_map(|line| line.split_once(": "));
    let found = lines.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    Ok(found.ok_or_else(|| answer.clone())?.1.parse()?)
}

fn downloads(
    server: &Server,
    nginx: &Nginx,
    link: &str,
    size: u64,
    report: &mut Report,
) -> Outcome {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let megabytes = size as f64 / 1e6;
    for _ in 0..ROUNDS {
        for (address, path, rates) in
            [(nginx.address, "/all.zip", &mut theirs), (server.address, link, &mut ours)]
        {
            let begun = Instant::now();
            Pipe::open(address)?.send(&[&pipe::get(path, &[])], 200)?;
            rates.push(megabytes / begun.elapsed().as_secs_f64());
        }
    }
    let what = format!("a ZIP file of {megabytes:.0} MB, beside nginx sending one file");
    report.at_least(&what, &ours, &theirs, Some(0.85), "MB/s");
    Ok(())
}

/// Measures concurrent buyers who each download the beginning of the file: their total throughput, and the memory for
/// each.
fn measure_concurrent(
    server: &Server,
    nginx: &Nginx,
    link: &str,
    bytes: u64,
    report: &mut Report,
) -> Outcome {
    let before = server.memory_mb()?;
    let mut most = before;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        theirs.push(crowd(nginx.address, "/all.zip", bytes, || Ok(()))?);
        ours.push(crowd(server.address, link, bytes, || {
            most = most.max(server.memory_mb()?);
            Ok(())
        })?);
    }
    let what = format!("{BUYERS} ZIP files at once, together, beside nginx");
    report.at_least(&what, &ours, &theirs, Some(0.85), "MB/s");
    let what = format!("memory of each of {BUYERS} ZIP files at once");
    report.below(&what, (most - before) / BUYERS as f64, 2.0, "MB");
    Ok(())
}

/// The total throughput of all buyers in megabytes per second.
fn crowd(
    address: SocketAddr,
    path: &str,
    bytes: u64,
    mut meanwhile: impl FnMut() -> Outcome,
) -> Outcome<f64> {
    let question = pipe::get(path, &[]);
    let begun = Instant::now();
    std::thread::scope(|scope| -> Outcome {
        let question = &question;
        let work: Vec<_> = (0..BUYERS)
            .map(|_| {
                scope.spawn(move || -> Result<(), String> {
                    let mut pipe = Pipe::open(address).map_err(|error| error.to_string())?;
                    pipe.begin(question, bytes).map_err(|error| error.to_string())
                })
            })
            .collect();
        while work.iter().any(|one| !one.is_finished()) {
            meanwhile()?;
            std::thread::sleep(Duration::from_millis(20));
        }
        for one in work {
            one.join().map_err(|_| "a thread panicked")??;
        }
        Ok(())
    })?;
    Ok(bytes as f64 * BUYERS as f64 / 1e6 / begun.elapsed().as_secs_f64())
}
