//! A forgotten password. AUTH-15

use serde_json::{Value, json};

use crate::harness::outbox::{letters_to, wait_for_letter};
use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Engine, Server, on_both_engines};

const NEW: &str = "Lighthouse-42";
const SUBJECT: &str = "Reset your password";

fn request_reset(server: &Server, email: &str) -> Value {
    server.post("/api/auth/forgot-password", &json!({"email": email})).expect(200).body
}

fn reset_form(token: &str, password: &str) -> Value {
    json!({"token": token, "newPassword": password})
}

/// Requests a reset link for the nth time and returns the token from the letter.
fn request_link(server: &Server, person: &Person, nth: usize) -> String {
    request_reset(server, &person.email);
    wait_for_letter(server, &person.email, SUBJECT, nth).reset_token()
}

fn check_token(server: &Server, token: &str) -> u16 {
    server.post("/api/auth/reset-password/check", &json!({"token": token})).status
}

fn sign_in(server: &Server, person: &Person, password: &str) -> u16 {
    server.post("/api/auth/login", &json!({"email": person.email, "password": password})).status
}

on_both_engines!(
    a_link_sets_a_new_password_once_and_ends_every_session,
    who_has_an_account_is_not_told,
    the_three_newest_links_work_until_one_is_used,
    a_changed_password_or_address_ends_the_link,
    pg one_link_is_one_password,
    two_factor_stays_on,
    a_link_cannot_be_bent_to_another_account,
    asking_is_limited
);

// AUTH-15: a reset ends every session, the owner gets a letter, and the link does not work again.
fn a_link_sets_a_new_password_once_and_ends_every_session(server: &Server) {
    let person = Person::join(server);
    let other = Person::join(server);
    let token = request_link(server, &person, 1);
    assert_eq!(check_token(server, &token), 200);
    let weak =
        server.post("/api/auth/reset-password", &reset_form(&token, "short")).expect_error(400);
    assert_eq!(weak.body["fields"]["newPassword"], "Password must be at least 8 characters");
    server.post("/api/auth/reset-password", &reset_form(&token, NEW)).expect(200);

    person.at(server).get("/api/auth/me").expect_error(401);
    other.at(server).get("/api/auth/me").expect(200);
    assert_eq!((sign_in(server, &person, PASSWORD), sign_in(server, &person, NEW)), (401, 200));
    let told = wait_for_letter(server, &person.email, "Your password was changed", 1);
    assert!(told.text.contains("127.0.0.1"), "{}", told.text);

    let again =
        server.post("/api/auth/reset-password", &reset_form(&token, PASSWORD)).expect_error(400);
    assert_eq!(
        again.error(),
        "This link has expired or has already been used. Please ask for a new one."
    );
    assert_eq!(
        (again.body["fields"]["token"].as_str(), check_token(server, &token)),
        (Some(again.error()), 400)
    );
    let signed_in = server
        .post("/api/auth/login", &json!({"email": person.email, "password": NEW}))
        .expect(200);
    let token = crate::harness::people::token_of(&signed_in.body);
    let log = server.with_token(&token).get("/api/security/logs").expect(200).text();
    assert!(
        log.contains("password_reset_requested") && log.contains("by a link sent by mail"),
        "{log}"
    );
}

// AUTH-15: the same answer for everyone, and no letter to a stranger.
fn who_has_an_account_is_not_told(server: &Server) {
    let person = Person::join(server);
    assert_eq!(
        request_reset(server, "nobody@northline.studio"),
        request_reset(server, &person.email.to_uppercase())
    );
    let letter = wait_for_letter(server, &person.email, SUBJECT, 1);
    assert!(
        letter.text.contains(&format!("http://{}/login#reset=", server.address())),
        "{}",
        letter.text
    );
    assert!(
        letter.headers.contains("From: Ledgerline <ledgerline@localhost>"),
        "{}",
        letter.headers
    );
    assert!(letter.headers.contains("multipart/alternative"), "{}", letter.headers);
    assert_eq!(letters_to(server, "nobody@northline.studio").len(), 0);
    let refused =
        server.post("/api/auth/forgot-password", &json!({"email": "maya"})).expect_error(400);
    assert_eq!(refused.body["fields"]["email"], "Please enter a valid email");
}

// AUTH-15, GUARD-03: a link that somebody else asks for does not end the one that was just sent.
fn the_three_newest_links_work_until_one_is_used(server: &Server) {
    let person = Person::join(server);
    let links: Vec<String> = (1..=4).map(|nth| request_link(server, &person, nth)).collect();
    let live = || links.iter().map(|token| check_token(server, token)).collect::<Vec<_>>();
    assert_eq!(live(), [400, 200, 200, 200]);
    server.post("/api/auth/reset-password", &reset_form(&links[0], NEW)).expect_error(400);
    server.post("/api/auth/reset-password", &reset_form(&links[2], NEW)).expect(200);
    assert_eq!(live(), [400; 4]);
}

// After the password or the email address has changed, older reset links do not work.
fn a_changed_password_or_address_ends_the_link(server: &Server) {
    let person = Person::join(server);
    let token = request_link(server, &person, 1);
    let change = json!({"currentPassword": PASSWORD, "newPassword": NEW});
    person.at(server).put("/api/users/password", &change).expect(200);
    assert_eq!(check_token(server, &token), 400);
    let token = request_link(server, &person, 2);
    let moved = format!("new.{}", person.email);
    let change = json!({"email": moved, "currentPassword": NEW});
    person.at(server).put("/api/users/profile", &change).expect(200);
    server.post("/api/auth/reset-password", &reset_form(&token, PASSWORD)).expect_error(400);
    assert_eq!(
        server.post("/api/auth/login", &json!({"email": moved, "password": NEW})).status,
        200
    );
}

// AUTH-15: of many who use one link at once, one wins.
fn one_link_is_one_password(server: &Server) {
    let person = Person::join(server);
    let token = request_link(server, &person, 1);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let reset = |n: usize| {
            server
                .post("/api/auth/reset-password", &reset_form(&token, &format!("{NEW}{n}")))
                .status
        };
        let all: Vec<_> = (0..6).map(|n| scope.spawn(move || reset(n))).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 400).count(), 5, "{statuses:?}");
}

// AUTH-15: the link proves who reads the mail, not who holds the phone.
fn two_factor_stays_on(server: &Server) {
    let person = Person::join(server);
    let (_, codes) = person.enable_two_factor(server);
    let token = request_link(server, &person, 1);
    server.post("/api/auth/reset-password", &reset_form(&token, NEW)).expect(200);
    let asked = server
        .post("/api/auth/login", &json!({"email": person.email, "password": NEW}))
        .expect_error(401);
    assert_eq!(asked.body["requires2FA"], true);
    let form = json!({"email": person.email, "password": NEW, "twoFactorToken": codes[0]});
    server.post("/api/auth/login", &form).expect(200);
}

// OPS-06: a link opens the account it was made for and no other.
fn a_link_cannot_be_bent_to_another_account(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let (own, others) = (request_link(server, &maya, 1), request_link(server, &ade, 1));
    let bent = format!("{}{}", &others[..21], &own[21..]);
    for token in [bent.as_str(), "", "x", &maya.token] {
        server.post("/api/auth/reset-password", &reset_form(token, NEW)).expect_error(400);
    }
    assert_eq!(sign_in(server, &ade, PASSWORD), 200);
}

// AUTH-13: requests for reset links are limited in the same way with and without an account.
fn asking_is_limited(server: &Server) {
    let person = Person::join(server);
    for email in [person.email.as_str(), "nobody@northline.studio"] {
        for _ in 0..5 {
            request_reset(server, email);
        }
        let answer =
            server.post("/api/auth/forgot-password", &json!({"email": email})).expect_error(429);
        assert!(answer.header("retry-after").parse::<u32>().unwrap() > 3000);
    }
}

/// The token of a reset link is in the letter, and nowhere in the database or the log. OPS-07
#[test]
fn the_link_is_kept_nowhere_but_in_the_letter() {
    let server = Server::start_process(Engine::Sqlite, &["--log", "trace"]);
    let person = Person::join(&server);
    let token = request_link(&server, &person, 1);
    server.post("/api/auth/reset-password", &reset_form(&token, NEW)).expect(200);
    let files = std::fs::read_dir(server.data_dir()).unwrap().map(|entry| entry.unwrap().path());
    let kept: Vec<u8> =
        files.filter(|path| path.is_file()).flat_map(|path| std::fs::read(path).unwrap()).collect();
    let holds = |text: &str| kept.windows(text.len()).any(|bytes| bytes == text.as_bytes());
    assert!(holds(&person.email) && !holds(&token) && !holds(NEW));
    assert!(!server.output().contains(&token) && !server.output().contains(NEW));
}
