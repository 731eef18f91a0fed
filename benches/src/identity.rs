//! Signing in and being signed in: throughput beside a bare endpoint, sign-ins beside bare hashing,
//! how a storm of sign-ins is felt by everyone else, memory and start.

use std::{
    error::Error,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use argon2::{Algorithm, Argon2, Params, Version};
use serde_json::{Value, json};

use crate::{
    load::{self, Request},
    report::Report,
    server::Server,
};

const SPAN: Duration = Duration::from_secs(5);
const CONNECTIONS: usize = 16;
const EMAIL: &str = "bench@northline.studio";
const PASSWORD: &str = "Harbour-77";

pub async fn run() -> Result<(), Box<dyn Error>> {
    let mut report = Report::new();
    let bare = Server::bare()?;
    let bare_get = Request::get(bare.address, "/bare", None);
    load::run(bare_get.clone(), CONNECTIONS, Duration::from_secs(1)).await?;
    let bare_rate = load::run(bare_get, CONNECTIONS, SPAN).await?.per_second;
    let hashes = hashes_per_second();

    engine("SQLite", None, bare_rate, hashes, &mut report).await?;
    let postgres = testbed::postgres().fresh_database();
    engine("PostgreSQL", Some(&postgres), bare_rate, hashes, &mut report).await?;
    report.print();
    Ok(())
}

async fn engine(
    name: &str,
    postgres: Option<&str>,
    bare_rate: f64,
    hashes: f64,
    report: &mut Report,
) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    // The first start makes the database; the second is the one that counts.
    drop(Server::ledgerline(folder.path(), postgres)?);
    let server = Server::ledgerline(folder.path(), postgres)?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let idle_mb = server.memory_mb()?;
    let ready_ms = server.ready_after.as_secs_f64() * 1000.0;

    let form = json!({"name": "Bench", "email": EMAIL, "password": PASSWORD,
        "confirmPassword": PASSWORD, "role": "Other"});
    let sign_up = Request::post(server.address, "/api/auth/signup", &form.to_string());
    let (_, body) = load::once(&sign_up).await?;
    let answer: Value = serde_json::from_slice(&body)?;
    let token = answer["token"].as_str().ok_or("no token")?;

    let health = Request::get(server.address, "/api/health", None);
    let me = Request::get(server.address, "/api/auth/me", Some(token));
    let health = load::run(health, CONNECTIONS, SPAN).await?;
    let quiet = load::run(me.clone(), CONNECTIONS, SPAN).await?;
    let goal = postgres.is_none().then_some(0.4);
    let what = |text: &str| format!("{name}: {text}");
    report.at_least(&what("GET /health"), health.per_second, bare_rate, None, "/s");
    report.at_least(&what("GET /auth/me"), quiet.per_second, bare_rate, goal, "/s");

    let form = json!({"email": EMAIL, "password": PASSWORD}).to_string();
    let sign_in = Request::post(server.address, "/api/auth/login", &form);
    let signed_in = load::run(sign_in.clone(), CONNECTIONS, SPAN).await?;
    let what_for = what("sign-ins, beside bare argon2");
    report.at_least(&what_for, signed_in.per_second, hashes, Some(0.85), "/s");

    // One reader at a steady pace: what a person feels, with and without the storm.
    let calm = paced(&me, SPAN).await?;
    let storm = tokio::spawn(load::run(sign_in, CONNECTIONS, SPAN + Duration::from_secs(1)));
    tokio::time::sleep(Duration::from_millis(500)).await;
    let stormy = paced(&me, SPAN).await?;
    storm.await??;
    report.at_most(&what("/auth/me p99 in a storm of sign-ins"), stormy, calm, 2.0, "ms");
    report.below(&what("idle memory"), idle_mb, 25.0, "MB");
    report.below(&what("ready after start"), ready_ms, 100.0, "ms");
    Ok(())
}

/// The 99th percentile, in milliseconds, of a request sent every 5 ms.
async fn paced(request: &Request, time: Duration) -> Result<f64, Box<dyn Error>> {
    let ends = Instant::now() + time;
    let mut spans = Vec::new();
    let mut session = load::Session::open(request.address).await?;
    while Instant::now() < ends {
        let sent = Instant::now();
        session.send(request).await?;
        spans.push(sent.elapsed());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    spans.sort_unstable();
    let p99 = spans.get(spans.len() * 99 / 100).copied().unwrap_or_default();
    Ok(p99.as_secs_f64() * 1000.0)
}

/// Password hashes a second on all cores, with nothing around them.
fn hashes_per_second() -> f64 {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let count = AtomicU64::new(0);
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                let Ok(params) = Params::new(19_456, 2, 1, None) else {
                    return;
                };
                let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
                let mut out = [0; 32];
                while begun.elapsed() < SPAN {
                    let hashed = argon2.hash_password_into(PASSWORD.as_bytes(), &[7; 16], &mut out);
                    count.fetch_add(u64::from(hashed.is_ok()), Ordering::Relaxed);
                }
            });
        }
    });
    count.load(Ordering::Relaxed) as f64 / begun.elapsed().as_secs_f64()
}
