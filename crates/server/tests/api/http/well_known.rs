//! The addresses that programs look for on any site.

use crate::harness::{Engine, Server};

/// RFC 9116: security.txt names a contact for vulnerabilities and an expiry time in the future.
#[test]
fn security_txt_names_the_operators_address() {
    let flags =
        ["--support-email", "help@studio.example", "--public-url", "https://studio.example"];
    let server = Server::start(Engine::Sqlite, &flags);
    let answer = server.get("/.well-known/security.txt");
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
    let text = answer.text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Contact: mailto:help@studio.example");
    assert!(lines.contains(&"Preferred-Languages: en"));
    assert!(lines.contains(&"Canonical: https://studio.example/.well-known/security.txt"));
    let expires: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("Expires: ")).collect();
    assert_eq!(expires.len(), 1, "{text}");
    let days_left = days(expires[0]) - today();
    assert!((170..=181).contains(&days_left), "{text}");
}

/// Days since 1970, computed by PostgreSQL and not by the program's own calendar.
fn days(moment: &str) -> i64 {
    assert!(moment.ends_with('Z') && moment.contains('T'), "{moment}");
    let url = testbed::postgres().fresh_database();
    let mut client = postgres::Client::connect(&url, postgres::NoTls).unwrap();
    let days =
        "SELECT CAST(floor(extract(epoch FROM CAST($1 AS TEXT)::timestamptz) / 86400) AS BIGINT)";
    client.query_one(days, &[&moment]).unwrap().get(0)
}

fn today() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    i64::try_from(now.as_secs() / 86400).unwrap()
}

#[test]
fn without_an_address_there_is_no_security_txt() {
    let server = Server::start(Engine::Sqlite, &[]);
    server.get("/.well-known/security.txt").expect_error(404);
}

/// An http URL is not used as the canonical URL.
#[test]
fn security_txt_has_no_canonical_address_over_http() {
    let server = Server::start(Engine::Sqlite, &["--support-email", "help@studio.example"]);
    let answer = server.get("/.well-known/security.txt");
    assert_eq!(answer.status, 200);
    assert!(!answer.text().contains("Canonical"));
}

/// Password managers look here for the page on which a password is changed.
#[test]
fn change_password_leads_to_the_settings() {
    let server = Server::start(Engine::Sqlite, &[]);
    let answer = server.get("/.well-known/change-password");
    assert_eq!((answer.status, answer.header("location")), (307, "/settings"));
}
