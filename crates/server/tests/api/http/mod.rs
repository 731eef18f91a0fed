//! HTTP for any input: refusals of the framework have the error model, every answer has the same headers, and bad input
//! never causes a 500.

mod assets;
mod behind_nginx;
mod cut;
mod openapi;
mod well_known;

use std::collections::HashSet;
use std::io::Write;

use serde_json::json;

use crate::harness::people::Person;
use crate::harness::{Answer, Engine, Server, on_both_engines, read_answer};

const JSON_HEAD: &str =
    "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";

on_both_engines!(health_tells_that_all_is_well, pg a_nul_reaches_neither_engine);

/// Health also checks the database. Right after the start the other parts have not been checked yet.
fn health_tells_that_all_is_well(server: &Server) {
    let answer = server.wait_for("a healthy store", || {
        Some(server.get("/api/health").expect(200)).filter(|answer| answer.body["store"] == "ok")
    });
    assert_eq!(
        answer.body,
        json!({
            "success": true, "status": "ok", "version": env!("CARGO_PKG_VERSION"), "support_email": null,
            "database": "ok", "store": "ok", "disk": "ok", "signups": "on", "public_pages": "links"
        })
    );
}

fn a_nul_reaches_neither_engine(server: &Server) {
    let answer =
        server.post("/api/auth/login", &json!({"email": "a\0b@x.example", "password": "p"}));
    let answer = answer.expect_error(400);
    assert!(answer.body["fields"]["email"].is_string(), "{answer:?}");
}

fn server() -> Server {
    Server::start(Engine::Sqlite, &[])
}

fn login(server: &Server, kind: &str, body: &[u8]) -> Answer {
    server.call("POST", "/api/auth/login").body(kind, body).send()
}

#[test]
fn what_cannot_be_read_is_refused_in_the_error_model() {
    let server = server();
    let deep = format!("{{\"email\":{}{}}}", "[".repeat(20_000), "]".repeat(20_000));
    let json = "application/json";
    for (kind, body, status) in [
        (json, &b"{"[..], 400),
        (json, b"", 400),
        (json, b"[]", 400),
        (json, b"null", 400),
        (json, b"{\"email\":\"a\"} {}", 400),
        (json, b"{\"email\":\"\xff\xfe\"}", 400),
        (json, b"\xef\xbb\xbf{}", 400),
        (json, b"{\"email\":\"a\\u0000\"}", 400),
        (json, b"{\"email\":\"a\\ud800\"}", 400),
        (json, b"{\"email\":5,\"password\":\"x\"}", 400),
        (json, b"{\"email\":{\"$ne\":1},\"password\":\"x\"}", 400),
        (json, deep.as_bytes(), 400),
        ("text/plain", b"{}", 415),
        ("application/x-www-form-urlencoded", b"email=a", 415),
        ("multipart/form-data; boundary=x", b"--x--", 415),
    ] {
        login(&server, kind, body).expect_error(status);
    }
    let bare =
        server.send_raw(b"POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
    bare.expect_error(415);
}

#[test]
fn a_wrong_type_names_its_field() {
    let answer =
        server().post("/api/auth/login", &json!({"email": "a@b.example", "password": 12345678}));
    let answer = answer.expect_error(400);
    assert_eq!(answer.body["fields"], json!({"password": "The field password must be a string."}));
    assert!(!answer.text().contains("12345678"), "a password is never repeated");
}

#[test]
fn a_body_that_is_too_large_is_a_413_however_it_is_sent() {
    let server = server();
    let huge = vec![b' '; 8 << 20];
    login(&server, "application/json", &huge).expect_error(413);
    login(&server, "application/json", &vec![b' '; (64 << 10) + 1]).expect_error(413);
    login(&server, "application/json", &vec![b' '; 64 << 10]).expect_error(400);

    // A chunked body has no Content-Length, so its size is known only while it is read.
    let mut stream = server.connect();
    let head = format!("{JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("sent");
    for _ in 0..20 {
        // The server may have closed the connection by now; the test reads its answer all the same.
        let _ = stream.write_all(format!("2000\r\n{}\r\n", " ".repeat(0x2000)).as_bytes());
    }
    read_answer(&mut stream).expect_error(413);

    // A client that sends `Expect: 100-continue` gets the 413 before it sends the body.
    let mut stream = server.connect();
    let head = format!("{JSON_HEAD}Content-Length: 9000000000\r\nExpect: 100-continue\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("sent");
    read_answer(&mut stream).expect_error(413);
}

#[test]
fn a_body_that_breaks_off_is_refused_and_does_no_harm() {
    let server = server();
    let broken =
        server.send_raw(format!("{JSON_HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n").as_bytes());
    broken.expect_error(400);
    // A client that closes its connection in the middle of a request must not disturb the next one.
    for _ in 0..20 {
        let mut stream = server.connect();
        let half = format!("{JSON_HEAD}Content-Length: 50\r\n\r\n{{\"email\"");
        stream.write_all(half.as_bytes()).expect("sent");
    }
    server.get("/api/health").expect(200);
}

/// Waits the full half minute that a real client gets.
#[test]
fn a_body_that_stalls_is_a_408() {
    let server = server();
    server
        .send_raw(format!("{JSON_HEAD}Content-Length: 50\r\n\r\n{{\"email\"").as_bytes())
        .expect_error(408);
}

#[test]
fn an_unknown_path_under_the_api_is_a_json_404() {
    let server = server();
    for path in [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/auth",
        "/api/auth/login/",
        "/api/health/x",
        "/api/../api/nothing",
        "/api/%00",
        "/api/%ff",
        "/api//health",
        "/api/docs/x",
    ] {
        for method in ["GET", "POST", "DELETE", "BREW"] {
            server.call(method, path).send().expect_error(404);
        }
    }
}

#[test]
fn a_wrong_method_is_a_json_405_that_tells_the_right_ones() {
    let server = server();
    for method in ["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "get"] {
        let answer = server.call(method, "/api/auth/login").send().expect_error(405);
        assert_eq!(answer.header("allow"), "POST", "{method}");
    }
    let answer = server.post("/api/health", &json!({})).expect_error(405);
    assert_eq!(answer.header("allow"), "GET,HEAD");
    let answer = server.post("/api/openapi.json", &json!({})).expect_error(405);
    assert_eq!(answer.header("allow"), "GET,HEAD");
    server.call("DELETE", "/").send().expect_error(405);
}

#[test]
fn head_is_get_without_a_body() {
    let server = server();
    let mut stream = server.connect();
    let request =
        "HEAD /api/health HTTP/1.1\r\nHost: x\r\n\r\nGET /api/health HTTP/1.1\r\nHost: x\r\n\r\n";
    stream.write_all(request.as_bytes()).expect("sent");
    let mut both = String::new();
    while both.matches("HTTP/1.1 200").count() < 2 || !both.contains("\"status\":\"ok\"") {
        let mut piece = [0; 4096];
        let read = std::io::Read::read(&mut stream, &mut piece).expect("an answer");
        assert_ne!(read, 0, "{both}");
        both.push_str(&String::from_utf8_lossy(&piece[..read]));
    }
    let head = both.split("\r\n\r\n").nth(1).expect("what follows the first head");
    assert!(head.starts_with("HTTP/1.1 200"), "no body between the two: {both}");
}

#[test]
fn every_answer_carries_the_security_headers_and_an_id_of_its_own() {
    let server = server();
    let mut ids = HashSet::new();
    let answers = [
        server.get("/"),
        server.get("/cards"),
        server.get("/assets/nothing.js"),
        server.get("/api/health"),
        server.get("/api/auth/me"),
        server.get("/api/nothing"),
        server.get("/api/docs"),
        server.get("/api/docs/style.css"),
        server.get("/api/openapi.json"),
        server.post("/api/health", &json!({})),
        login(&server, "text/plain", b"x"),
        login(&server, "application/json", &vec![b' '; 1 << 20]),
    ];
    for answer in &answers {
        let policy = answer.header("content-security-policy");
        for rule in [
            "default-src 'self'",
            "script-src 'self'",
            "style-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            "form-action 'self'",
        ] {
            assert!(policy.split("; ").any(|part| part == rule), "{rule} in {answer:?}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{answer:?}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
        assert!(answer.header("permissions-policy").contains("camera=()"));
        assert!(answer.headers.get("strict-transport-security").is_none(), "plain http");
        assert!(answer.headers.keys().all(|name| !name.as_str().starts_with("access-control-")));
        assert!(ids.insert(answer.header("x-request-id").to_owned()), "{ids:?}");
    }
    for answer in &answers[3..] {
        assert_eq!(answer.header("cache-control"), "no-store", "{answer:?}");
    }
}

#[test]
fn an_id_from_outside_is_not_taken_over() {
    let answer = server().call("GET", "/api/health").header("x-request-id", "forged").send();
    assert_ne!(answer.header("x-request-id"), "forged");
    assert!(!answer.header("x-request-id").is_empty());
}

#[test]
fn another_origin_is_given_no_permission() {
    let server = server();
    let preflight = server
        .call("OPTIONS", "/api/auth/login")
        .header("origin", "https://evil.example")
        .header("access-control-request-method", "POST")
        .send()
        .expect_error(405);
    assert!(preflight.headers.get("access-control-allow-origin").is_none());
}

#[test]
fn https_in_front_switches_hsts_on() {
    let server = Server::start(Engine::Sqlite, &["--public-url", "https://studio.example"]);
    let answer = server.get("/api/health");
    assert!(answer.header("strict-transport-security").starts_with("max-age="), "{answer:?}");
}

#[test]
fn a_head_that_is_no_http_ends_the_connection_and_nothing_else() {
    let server = server();
    let long = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(100_000));
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "X: y\r\n".repeat(500));
    for bytes in [
        &b"\0\0\0\0\r\n\r\n"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nBad Header: x\r\n\r\n",
        long.as_bytes(),
        many.as_bytes(),
    ] {
        let mut stream = server.connect();
        // The server may close the connection before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = std::io::Read::read_to_end(&mut stream, &mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    server.get("/api/health").expect(200);
}

#[test]
fn a_query_that_makes_no_sense_is_refused() {
    let server = server();
    let person = Person::join(&server);
    for query in [
        "limit=x",
        "limit=",
        "limit=-1",
        "limit=1e9",
        "limit=99999999999999999999",
        "limit=%00",
        "limit=%ff",
        "offset=1.5",
        "limit=1&limit=2",
    ] {
        person.at(&server).get(&format!("/api/security/logs?{query}")).expect_error(400);
    }
    person.at(&server).get("/api/security/logs?limit=1&unknown=%20").expect(200);
}
