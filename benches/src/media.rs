//! Measures media: ranges, downloads and uploads compared with nginx and the same bytes, memory during many concurrent
//! transfers, and the speed of the analysis of a beat.

use std::{
    error::Error,
    fs::File,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use ::media::{Limits, analyze};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;

use crate::{
    load::median,
    nginx::Nginx,
    pipe::{self, Pipe},
    report::Report,
    server::{EMAIL, Server},
};

const ROUNDS: usize = 5;
const SPAN: Duration = Duration::from_secs(2);
const LARGE: usize = 200 << 20;
const UPLOAD: usize = 50 << 20;
const PIECE: usize = 64 << 10;
const BOUNDARY: &str = "----ledgerline-bench";

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

pub async fn run() -> Outcome {
    let mut report = Report::new();
    let folder = tempfile::tempdir()?;
    let limits = ["--max-audio-mb", "250", "--max-video-mb", "250", "--max-other-mb", "1100"];
    let server = Server::ledgerline_with(&folder.path().join("data"), None, &limits)?;
    let token = server.join(EMAIL).await?;
    let nginx = Nginx::over(folder.path())?;
    tokio::task::block_in_place(|| {
        let large = sound(LARGE, 1);
        std::fs::write(folder.path().join("files/large.wav"), &large)?;
        let id = upload(&server, &token, &large)?;
        drop(large);
        wait_for_analysis(&server, &token, &id)?;
        let link = ticket(&server, &token, &id)?;
        let pair = Pair { server: &server, link: &link, nginx: &nginx };
        pair.ranges(8, 0.8, &mut report)?;
        pair.ranges(1, 0.6, &mut report)?;
        pair.downloads(&mut report)?;
        uploads(&server, &token, &nginx, &mut report)?;
        resumable(&server, &token, &id, &nginx, &mut report)?;
        memory(&server, &token, &link, &mut report)?;
        measure_analysis(folder.path(), &mut report)
    })?;
    report.print();
    Ok(())
}

/// A WAV file of noise with a number of bytes; each seed gives another sound.
pub fn sound(bytes: usize, seed: u32) -> Vec<u8> {
    let data = u32::try_from(bytes - 44).unwrap_or(u32::MAX);
    let mut wav = Vec::with_capacity(bytes);
    wav.extend_from_slice(b"RIFF");
    wav.extend_from_slice(&(data + 36).to_le_bytes());
    wav.extend_from_slice(b"WAVEfmt \x10\0\0\0\x01\0\x02\0");
    wav.extend_from_slice(&44_100_u32.to_le_bytes());
    wav.extend_from_slice(&(44_100_u32 * 4).to_le_bytes());
    wav.extend_from_slice(b"\x04\0\x10\0data");
    wav.extend_from_slice(&data.to_le_bytes());
    let mut state = seed;
    while wav.len() < bytes {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        wav.extend_from_slice(&state.to_le_bytes());
    }
    wav.truncate(bytes);
    wav
}

fn upload_head(token: &str, length: usize) -> (String, String, String) {
    let before = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"document\"; filename=\"a.wav\"\r\n\
         Content-Type: audio/wav\r\n\r\n"
    );
    let after = format!("\r\n--{BOUNDARY}--\r\n");
    let head = format!(
        "POST /api/documents/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {}\r\n\r\n",
        before.len() + length + after.len()
    );
    (head, before, after)
}

/// Uploads a beat; returns the id of the document.
pub fn upload(server: &Server, token: &str, bytes: &[u8]) -> Outcome<String> {
    let (head, before, after) = upload_head(token, bytes.len());
    let mut pipe = Pipe::open(server.address)?;
    let parts = [head.as_bytes(), before.as_bytes(), bytes, after.as_bytes()];
    let answer: Value = serde_json::from_slice(pipe.send(&parts, 201)?)?;
    Ok(answer["document"]["id"].as_str().ok_or("no id")?.to_owned())
}

/// Waits until the analysis of a beat has ended, because it would take processor time during the measurement.
pub fn wait_for_analysis(server: &Server, token: &str, id: &str) -> Outcome {
    let deadline = Instant::now() + Duration::from_secs(120);
    let question = pipe::get(&format!("/api/documents/{id}"), &[("Authorization", &bearer(token))]);
    loop {
        let mut pipe = Pipe::open(server.address)?;
        let answer: Value = serde_json::from_slice(pipe.send(&[&question], 200)?)?;
        if answer["document"]["analysis"] != "pending" {
            return Ok(());
        }
        if Instant::now() > deadline {
            return Err("the analysis does not end".into());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn bearer(token: &str) -> String {
    format!("Bearer {token}")
}

/// Adds a file of a role to a beat; its content is the same block, repeated.
pub fn add_file(
    server: &Server,
    token: &str,
    id: &str,
    role: &str,
    block: &[u8],
    count: usize,
) -> Outcome {
    let before = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"role\"\r\n\r\n{role}\r\n--{BOUNDARY}\r\n\
         Content-Disposition: form-data; name=\"file\"; filename=\"file.wav\"\r\n\
         Content-Type: application/octet-stream\r\n\r\n"
    );
    let after = format!("\r\n--{BOUNDARY}--\r\n");
    let head = format!(
        "POST /api/documents/{id}/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {}\r\n\r\n",
        before.len() + count * block.len() + after.len()
    );
    let mut parts: Vec<&[u8]> = vec![head.as_bytes(), before.as_bytes()];
    parts.extend(std::iter::repeat_n(block, count));
    parts.push(after.as_bytes());
    Pipe::open(server.address)?.send(&parts, 201).map(drop)
}

/// Returns the signed address to download a beat with an account.
pub fn ticket(server: &Server, token: &str, id: &str) -> Outcome<String> {
    ticket_for(server, token, id, "download")
}

/// Like `ticket`, for the purpose `stream` or `download`.
pub fn ticket_for(server: &Server, token: &str, id: &str, purpose: &str) -> Outcome<String> {
    let head = format!(
        "POST /api/documents/{id}/ticket?purpose={purpose} HTTP/1.1\r\nHost: x\r\n\
         Authorization: Bearer {token}\r\nContent-Length: 0\r\n\r\n"
    );
    let mut pipe = Pipe::open(server.address)?;
    let answer: Value = serde_json::from_slice(pipe.send(&[head.as_bytes()], 201)?)?;
    Ok(answer["url"].as_str().ok_or("no link")?.to_owned())
}

struct Pair<'a> {
    server: &'a Server,
    link: &'a str,
    nginx: &'a Nginx,
}

impl Pair<'_> {
    fn ranges(&self, connections: usize, goal: f64, report: &mut Report) -> Outcome {
        let rate = |address, path: &str| {
            pipe::rate(address, connections, SPAN, |turn| {
                let first = scattered(turn) % (LARGE - PIECE);
                let range = format!("bytes={first}-{}", first + PIECE - 1);
                pipe::get(path, &[("Range", &range)])
            })
        };
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            theirs.push(rate(self.nginx.address, "/large.wav")?);
            ours.push(rate(self.server.address, self.link)?);
        }
        let what = format!("64 KiB ranges of 200 MB, {connections} at once, beside nginx");
        report.at_least(&what, &ours, &theirs, Some(goal), "/s");
        Ok(())
    }

    fn downloads(&self, report: &mut Report) -> Outcome {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            for (address, path, rates) in [
                (self.nginx.address, "/large.wav", &mut theirs),
                (self.server.address, self.link, &mut ours),
            ] {
                let begun = Instant::now();
                Pipe::open(address)?.send(&[&pipe::get(path, &[])], 200)?;
                rates.push(200.0 / begun.elapsed().as_secs_f64());
            }
        }
        let what = "download of 200 MB, beside nginx";
        report.at_least(what, &ours, &theirs, Some(0.85), "MB/s");
        Ok(())
    }
}

pub fn scattered(turn: u64) -> usize {
    usize::try_from(turn.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33).unwrap_or(0)
}

/// Measures uploads. Each file is different, because a user does not upload the same file twice. Ledgerline also hashes
/// and sniffs each file and inserts its row.
fn uploads(server: &Server, token: &str, nginx: &Nginx, report: &mut Report) -> Outcome {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let bytes = sound(UPLOAD, 100 + u32::try_from(round)?);
        let head = format!(
            "PUT /upload-{round}.wav HTTP/1.1\r\nHost: x\r\nContent-Length: {UPLOAD}\r\n\r\n"
        );
        let begun = Instant::now();
        Pipe::open(nginx.address)?.send(&[head.as_bytes(), &bytes], 201)?;
        theirs.push(50.0 / begun.elapsed().as_secs_f64());
        let begun = Instant::now();
        let id = upload(server, token, &bytes)?;
        ours.push(50.0 / begun.elapsed().as_secs_f64());
        wait_for_analysis(server, token, &id)?;
    }
    let what = "upload of 50 MB, beside nginx's own PUT";
    report.at_least(what, &ours, &theirs, Some(0.8), "MB/s");
    Ok(())
}

/// FILE-11: a gigabyte in one request of the tus protocol, beside nginx taking the same bytes in by PUT.
fn resumable(
    server: &Server,
    token: &str,
    document: &str,
    nginx: &Nginx,
    report: &mut Report,
) -> Outcome {
    const BLOCKS: usize = 64;
    let block = sound(16 << 20, 900);
    let size = BLOCKS * block.len();
    let metadata = [("document", document), ("role", "other"), ("filename", "large.bin")]
        .map(|(name, value)| format!("{name} {}", STANDARD.encode(value)))
        .join(",");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let before = server.memory_mb()?;
    let mut most = before;
    for round in 0..ROUNDS {
        let head =
            format!("PUT /large-{round}.bin HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n");
        let mut parts: Vec<&[u8]> = vec![head.as_bytes()];
        parts.extend(std::iter::repeat_n(block.as_slice(), BLOCKS));
        let begun = Instant::now();
        Pipe::open(nginx.address)?.send(&parts, 201)?;
        theirs.push(1024.0 / begun.elapsed().as_secs_f64());
        let head = format!(
            "POST /api/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nTus-Resumable: 1.0.0\r\n\
             Upload-Length: {size}\r\nUpload-Metadata: {metadata}\r\n\
             Content-Type: application/offset+octet-stream\r\nContent-Length: {size}\r\n\r\n"
        );
        let mut parts: Vec<&[u8]> = vec![head.as_bytes()];
        parts.extend(std::iter::repeat_n(block.as_slice(), BLOCKS));
        let begun = Instant::now();
        let address = server.address;
        most = most.max(std::thread::scope(|scope| -> Outcome<f64> {
            let parts = &parts;
            let sending = scope.spawn(move || -> Result<(), String> {
                let mut pipe = Pipe::open(address).map_err(|error| error.to_string())?;
                pipe.send(parts, 201).map(|_| ()).map_err(|error| error.to_string())
            });
            let mut most = before;
            while !sending.is_finished() {
                most = most.max(server.memory_mb()?);
                std::thread::sleep(Duration::from_millis(20));
            }
            sending.join().map_err(|_| "a thread panicked")??;
            Ok(most)
        })?);
        ours.push(1024.0 / begun.elapsed().as_secs_f64());
    }
    let what = "resumable upload of 1 GB, beside nginx's own PUT";
    report.at_least(what, &ours, &theirs, Some(0.7), "MB/s");
    report.below("memory gained by a resumable upload of 1 GB", most - before, 4.0, "MB");
    Ok(())
}

/// Measures the peak memory during 50 downloads and 4 uploads of 200 MB.
fn memory(server: &Server, token: &str, link: &str, report: &mut Report) -> Outcome {
    let before = server.memory_mb()?;
    let address = server.address;
    let question = pipe::get(link, &[]);
    let most = std::thread::scope(|scope| -> Outcome<f64> {
        let mut work = Vec::new();
        for _ in 0..50 {
            let question = &question;
            work.push(scope.spawn(move || -> Result<(), String> {
                let mut pipe = Pipe::open(address).map_err(|error| error.to_string())?;
                pipe.send(&[question], 200).map(|_| ()).map_err(|error| error.to_string())
            }));
        }
        for seed in 0..4 {
            work.push(scope.spawn(move || {
                let bytes = sound(LARGE, 7_000 + seed);
                upload(server, token, &bytes).map(|_| ()).map_err(|error| error.to_string())
            }));
        }
        let mut most = before;
        while work.iter().any(|one| !one.is_finished()) {
            most = most.max(server.memory_mb()?);
            std::thread::sleep(Duration::from_millis(20));
        }
        for one in work {
            one.join().map_err(|_| "a thread panicked")??;
        }
        Ok(most)
    })?;
    report.below(
        "memory gained by 50 downloads and 4 uploads of 200 MB",
        most - before,
        32.0,
        "MB",
    );
    Ok(())
}

/// A beat with drums and a bass line, as an MP3 of three minutes.
pub fn beat(folder: &Path) -> Outcome<PathBuf> {
    let path = folder.join("beat.mp3");
    let drums = "aevalsrc='0.6*sin(2*PI*55*t)*exp(-12*mod(t,0.5))+0.3*(random(0)-0.5)*exp(-30*mod(t+0.25,0.5))\
                 +0.2*sin(2*PI*220*t)*(1-mod(t,2)/2)':s=44100:d=180";
    let made = Command::new("ffmpeg")
        .args(["-hide_banner", "-loglevel", "error", "-f", "lavfi", "-i", drums, "-ac", "2"])
        .args(["-b:a", "192k"])
        .arg(&path)
        .status()?;
    if made.success() { Ok(path) } else { Err("ffmpeg made no beat".into()) }
}

/// Measures the complete analysis of an upload.
fn measure_analysis(folder: &Path, report: &mut Report) -> Outcome {
    let path = beat(folder)?;
    let mut speeds = Vec::new();
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        let found = analyze(&mut File::open(&path)?, &Limits::default(), None)?;
        let length = found.duration.ok_or("no duration")?.as_secs_f64();
        speeds.push(length / begun.elapsed().as_secs_f64());
    }
    report.above(
        "listening to an MP3 of three minutes, one core",
        median(speeds),
        150.0,
        "× real time",
    );
    Ok(())
}
