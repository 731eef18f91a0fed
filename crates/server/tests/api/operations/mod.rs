//! A server at work, as its operator sees it: shutdown, restart, logs, metrics, proxies.
//! Proves OPS-07.

mod backup_script;
mod backups;
mod cli;
mod confinement;
mod full_disk;
mod health;
pub(crate) mod instances;
mod jobs_at_the_end;
mod killed;
mod lost_secrets;
mod operator_accounts;
mod restores;
mod rotate_key;
mod safekeeping;
mod samples;
mod seed;
mod trouble;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;

use rustix::process::{Resource, Rlimit, Signal, getrlimit, setrlimit};
use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Person, sign_up_form, token_of};
use crate::harness::{Engine, Server, read_answer};

/// Sends the head of a request, and returns once the server waits for the body.
fn begin_sign_in(server: &Server, length: usize) -> TcpStream {
    let mut stream = server.connect();
    let head = format!(
        "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
         Expect: 100-continue\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("sent");
    const GO_ON: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";
    let mut answer = [0; GO_ON.len()];
    stream.read_exact(&mut answer).expect("an answer");
    assert_eq!(answer, GO_ON);
    stream
}

/// OPS-07: a request that is under way when the server is told to stop is still answered.
#[test]
fn sigterm_lets_open_requests_finish_and_exits_0() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    let body = br#"{"email":"nobody@x.example","password":"wrong one"}"#;
    let mut stream = begin_sign_in(&server, body.len());
    stream.write_all(&body[..10]).expect("sent");
    let mut idle = server.connect();
    idle.write_all(b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n").expect("sent");
    read_answer(&mut idle).expect(200);

    server.signal(Signal::TERM);
    assert_eq!(idle.read(&mut [0; 16]).expect("closed in order"), 0, "a resting connection ends");
    server.wait_for_output("asked to stop");
    server.wait_until("no new connection", || TcpStream::connect(server.address()).is_err());
    stream.write_all(&body[10..]).expect("sent");
    read_answer(&mut stream).expect_error(401);
    assert_eq!(server.wait().code(), Some(0), "{}", server.output());
}

/// OPS-07
#[test]
fn a_second_signal_ends_the_server_at_once() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    let _under_way = begin_sign_in(&server, 99);
    server.signal(Signal::INT);
    server.wait_for_output("asked to stop");
    server.signal(Signal::INT);
    assert_ne!(server.wait().code(), Some(0));
    // The server neither waited for the open request nor for its own deadline.
    assert!(!server.output().contains("cut off"), "{}", server.output());
}

/// OPS-07: what was written before a restart is there after it.
#[test]
fn a_restart_keeps_accounts_and_key() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    let person = Person::join(&server);
    let key = fs::read(server.data_dir().join("secret.key")).expect("a key");
    let server = server.restart(&[]);
    person.at(&server).get("/api/auth/me").expect(200);
    assert_eq!(fs::read(server.data_dir().join("secret.key")).expect("a key"), key);
}

/// OPS-07: the log has one structured line per request with its id and route, and no token, password, query, body or
/// email address.
#[test]
fn logs_tell_what_happened_and_no_secret() {
    let server = Server::start_process(Engine::Sqlite, &["--log", "trace", "--log-format", "json"]);
    let person = Person::join(&server);
    let asked =
        person.at(&server).get("/api/security/logs?limit=7&secret=in-the-query").expect(200);
    server
        .post("/api/auth/login", &json!({"email": person.email, "password": "Wrong-horse-77"}))
        .expect_error(401);
    server.get("/private/path-of-mine");
    server.get("/api/nothing/path-of-mine").expect_error(404);
    let id = asked.header("x-request-id");
    server.wait_for_output(id);
    server.wait_for_output("/api/{unknown}");

    let output = server.output();
    let lines: Vec<Value> =
        output.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let line = lines.iter().find(|line| line["request_id"] == id).expect("a line for the request");
    assert_eq!(line["method"], "GET");
    assert_eq!(line["route"], "/api/security/logs");
    assert_eq!(line["status"], 200);
    assert!(line["ms"].is_number() && line["timestamp"].is_string() && line["level"] == "INFO");
    for secret in [
        person.token.as_str(),
        person.email.as_str(),
        PASSWORD,
        "Wrong-horse-77",
        "in-the-query",
        "path-of-mine",
        "Bearer",
    ] {
        assert!(!output.contains(secret), "{secret} in {output}");
    }
}

#[test]
fn text_logs_carry_the_request_id_and_off_is_silent() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    let answer = server.get("/api/health").expect(200);
    let line = server.wait_for_output(answer.header("x-request-id"));
    assert!(line.contains("/api/health") && line.contains("200"), "{line}");

    let server = Server::start_process(Engine::Sqlite, &["--log", "off"]);
    server.get("/api/health").expect(200);
    server.signal(Signal::TERM);
    server.wait();
    assert_eq!(
        server.output().lines().count(),
        1,
        "only the line with the address: {}",
        server.output()
    );
}

/// OPS-07: metrics have a listen address of their own and are off by default.
#[test]
fn metrics_are_served_apart_from_the_app() {
    let plain = Server::start_process(Engine::Sqlite, &[]);
    assert!(!plain.get("/metrics").text().contains("ledgerline_http"));
    let server = Server::start_process(Engine::Sqlite, &["--metrics-listen", "127.0.0.1:0"]);
    server.get("/api/health").expect(200);
    server.get("/api/health").expect(200);
    server.get("/api/nothing/at-all").expect_error(404);
    server.call("BREW", "/api/health").send().expect_error(405);
    let address = server.wait_for_output("Metrics are at http://").replace("/metrics", "");
    let mut stream = std::net::TcpStream::connect(&address).expect("connected");
    stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n").expect("sent");
    let metrics = read_answer(&mut stream);
    assert_eq!(metrics.status, 200);
    let text = metrics.text();
    for line in [
        r#"ledgerline_http_requests_total{method="GET",route="/api/health",status="200"} 2"#,
        r#"ledgerline_http_requests_total{method="GET",route="/api/{unknown}",status="404"} 1"#,
        r#"ledgerline_http_requests_total{method="OTHER",route="/api/health",status="405"} 1"#,
        r#"ledgerline_http_request_duration_seconds_count{method="GET",route="/api/health",status="200"} 2"#,
        r#"ledgerline_build_info{version=""#,
        "ledgerline_http_connections ",
        "# TYPE ledgerline_http_request_duration_seconds histogram",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    assert!(!text.contains("at-all"), "no path of a caller becomes a label: {text}");
}

#[test]
fn an_address_behind_a_proxy_counts_only_when_the_proxy_is_trusted() {
    let seen_by = |flags: &[&str]| {
        let server = Server::start_process(Engine::Sqlite, flags);
        let answer = server
            .call("POST", "/api/auth/signup")
            .header("x-forwarded-for", "6.6.6.6, 203.0.113.9")
            .json(&sign_up_form("maya@northline.studio"))
            .send()
            .expect(201);
        let token = token_of(&answer.body);
        let sessions = server.with_token(&token).get("/api/security/sessions").expect(200);
        sessions.body["sessions"][0]["ipAddress"].as_str().expect("an address").to_owned()
    };
    assert_eq!(seen_by(&[]), "127.0.0.1");
    assert_eq!(seen_by(&["--trusted-proxies", "10.0.0.0/8"]), "127.0.0.1");
    assert_eq!(seen_by(&["--trusted-proxies", "127.0.0.1"]), "203.0.113.9");
}

/// OPS-07: two thousand connections that send one byte do not delay other requests, and are closed.
#[test]
fn slow_connections_keep_nobody_waiting() {
    let files = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: files.maximum, ..files }).unwrap();
    let server = Server::start_process(Engine::Sqlite, &[]);
    let begin = |_| {
        let mut stream = server.connect();
        stream.write_all(b"GET /api/he").unwrap();
        stream
    };
    let mut slow: Vec<_> = (0..2_000).map(begin).collect();
    for _ in 0..20 {
        server.get("/api/health").expect(200);
    }
    // A request's head must be complete within fifteen seconds; then the server closes the connection.
    for stream in &mut slow {
        let mut end = Vec::new();
        match stream.read_to_end(&mut end) {
            Ok(_) => {}
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "{error}"),
        }
    }
    server.get("/api/health").expect(200);
}
