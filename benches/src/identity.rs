//! Measures signing in and authenticated requests: throughput compared with a bare endpoint, sign-ins compared with
//! bare hashing, the latency of other requests during many sign-ins, memory and start time.

use std::{
    error::Error,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use argon2::{Algorithm, Argon2, Params, Version};
use serde_json::json;

use crate::{
    load::{self, Request, Stopwatch, p99},
    report::Report,
    server::{EMAIL, PASSWORD, Server},
};

/// The number of rounds. Each round measures Ledgerline and the comparison, and the median counts, so that other load
/// of the machine affects both.
const ROUNDS: usize = 5;
const SPAN: Duration = Duration::from_secs(2);
const CONNECTIONS: usize = 16;

pub async fn run() -> Result<(), Box<dyn Error>> {
    let mut report = Report::new();
    let counterpart = Server::bare()?;
    let bare = Request::get(counterpart.address, "/bare", None);
    engine("SQLite", None, &bare, &mut report).await?;
    let postgres = testbed::postgres().fresh_database();
    engine("PostgreSQL", Some(&postgres), &bare, &mut report).await?;
    report.print();
    Ok(())
}

async fn engine(
    name: &str,
    postgres: Option<&str>,
    bare: &Request,
    report: &mut Report,
) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    // The first start creates the database; the second start is measured.
    drop(Server::installed(folder.path(), postgres, &[])?);
    let server = Server::installed(folder.path(), postgres, &[])?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let idle_mb = server.memory_mb()?;
    let ready_ms = server.ready_after.as_secs_f64() * 1000.0;

    let token = server.join(EMAIL).await?;
    let health = Request::get(server.address, "/api/health", None);
    let me = Request::get(server.address, "/api/auth/me", Some(&token));
    let form = json!({"email": EMAIL, "password": PASSWORD}).to_string();
    let sign_in = Request::post(server.address, "/api/auth/login", None, &form);

    let mut rounds: [Vec<f64>; 5] = Default::default();
    let (mut calm, mut stormy) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let rate = async |request: &Request| load::run(request.clone(), CONNECTIONS, SPAN).await;
        rounds[0].push(rate(bare).await?);
        rounds[1].push(rate(&health).await?);
        rounds[2].push(rate(&me).await?);
        rounds[3].push(hashes_per_second());
        rounds[4].push(rate(&sign_in).await?);
        // One reader sends requests at a steady pace, without and with concurrent sign-ins.
        calm.extend(time_paced(me.clone()).await?);
        let storm = load::storm(sign_in.clone(), CONNECTIONS, SPAN + Duration::from_secs(1));
        tokio::time::sleep(Duration::from_millis(500)).await;
        stormy.extend(time_paced(me.clone()).await?);
        tokio::task::block_in_place(|| storm.join()).map_err(|_| "the storm panicked")??;
    }
    let [bare, health, me, hashes, signed_in] = &rounds;
    let (calm, stormy) = (p99(calm), p99(stormy));

    let what = |text: &str| format!("{name}: {text}");
    let goal = postgres.is_none().then_some(0.4);
    report.at_least(&what("GET /health"), health, bare, None, "/s");
    report.at_least(&what("GET /auth/me"), me, bare, goal, "/s");
    let beside_hashing = what("sign-ins, beside bare argon2");
    report.at_least(&beside_hashing, signed_in, hashes, Some(0.85), "/s");
    report.at_most(&what("/auth/me p99 in a storm of sign-ins"), stormy, calm, 2.0, "ms");
    report.below(&what("idle memory"), idle_mb, 25.0, "MB");
    report.below(&what("ready after start"), ready_ms, 100.0, "ms");
    Ok(())
}

/// Measures requests at a steady pace on a separate thread, which is not delayed by the tasks that sign in.
async fn time_paced(request: Request) -> Result<Vec<Duration>, Box<dyn Error>> {
    let measured = tokio::task::spawn_blocking(move || {
        let mut watch = Stopwatch::open(request.address).map_err(|error| error.to_string())?;
        watch.paced(&request, SPAN).map_err(|error| error.to_string())
    });
    Ok(measured.await??)
}

/// The number of password hashes per second on all cores, without a server.
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
