//! How often a secret may be tried. AUTH-13

use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Engine, Server, on_both_engines};

fn wrong_sign_in(email: &str) -> Value {
    json!({"email": email, "password": "not the one"})
}

on_both_engines!(
    an_account_is_tried_ten_times_then_even_the_right_password_waits,
    an_unknown_email_is_limited_alike,
    pg tries_at_once_are_counted_before_they_are_checked,
    a_right_password_forgets_the_wrong_ones,
    one_address_may_not_try_account_after_account,
    the_current_password_is_not_to_be_guessed_either
);

fn an_account_is_tried_ten_times_then_even_the_right_password_waits(server: &Server) {
    let person = Person::join(server);
    for _ in 0..10 {
        server.post("/api/auth/login", &wrong_sign_in(&person.email)).expect_error(401);
    }
    let right = json!({"email": person.email.to_uppercase(), "password": PASSWORD});
    let answer = server.post("/api/auth/login", &right).expect_error(429);
    assert_eq!(answer.error(), "Too many attempts. Please try again in 15 minutes.");
    let wait: u32 = answer.header("retry-after").parse().unwrap();
    assert!((800..=901).contains(&wait), "{wait}");
    // Other accounts can sign in, and existing sessions go on.
    Person::join(server).sign_in(server);
    person.at(server).get("/api/auth/me").expect(200);
}

fn an_unknown_email_is_limited_alike(server: &Server) {
    for _ in 0..10 {
        server.post("/api/auth/login", &wrong_sign_in("nobody@northline.studio")).expect_error(401);
    }
    server.post("/api/auth/login", &wrong_sign_in("nobody@northline.studio")).expect_error(429);
}

fn tries_at_once_are_counted_before_they_are_checked(server: &Server) {
    let person = Person::join(server);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..25)
            .map(|_| {
                scope.spawn(|| server.post("/api/auth/login", &wrong_sign_in(&person.email)).status)
            })
            .collect();
        tries.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 10, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 15, "{statuses:?}");
}

fn a_right_password_forgets_the_wrong_ones(server: &Server) {
    let person = Person::join(server);
    for _ in 0..3 {
        for _ in 0..9 {
            server.post("/api/auth/login", &wrong_sign_in(&person.email)).expect_error(401);
        }
        person.sign_in(server);
    }
}

fn one_address_may_not_try_account_after_account(server: &Server) {
    for number in 0..60 {
        server
            .post("/api/auth/login", &wrong_sign_in(&format!("someone{number}@northline.studio")))
            .expect_error(401);
    }
    server.post("/api/auth/login", &wrong_sign_in("another@northline.studio")).expect_error(429);
}

fn the_current_password_is_not_to_be_guessed_either(server: &Server) {
    let person = Person::join(server);
    for _ in 0..10 {
        person
            .at(server)
            .post("/api/users/verify-password", &json!({"password": "guess"}))
            .expect_error(403);
    }
    person
        .at(server)
        .post("/api/users/verify-password", &json!({"password": PASSWORD}))
        .expect_error(429);
    let change = json!({"currentPassword": PASSWORD, "newPassword": "Another-77"});
    person.at(server).put("/api/users/password", &change).expect_error(429);
}

/// Attempts are counted in the database, so the counts outlive the process.
#[test]
fn a_restart_forgets_nothing_and_the_operator_can() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let server = Server::start(engine, &[]);
        let person = Person::join(&server);
        for _ in 0..10 {
            server.post("/api/auth/login", &wrong_sign_in(&person.email)).expect_error(401);
        }
        let server = server.restart(&[]);
        server.post("/api/auth/login", &wrong_sign_in(&person.email)).expect_error(429);

        let place = server.data_flags();
        let mut line = vec!["user", "unlock", person.email.as_str()];
        line.extend(place.iter().map(String::as_str));
        let told = crate::harness::program(&line).output().unwrap();
        assert!(told.status.success(), "{told:?}");
        person.sign_in(&server);
    }
}

#[test]
fn limits_can_be_off_for_a_benchmark() {
    let server = Server::start(Engine::Sqlite, &["--rate-limit", "off"]);
    for _ in 0..12 {
        server.post("/api/auth/login", &wrong_sign_in("nobody@northline.studio")).expect_error(401);
    }
}
