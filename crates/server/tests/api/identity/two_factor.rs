//! Two-factor authentication over HTTP. AUTH-07, AUTH-14, SET-08

use serde_json::json;

use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Engine, Server, on_both_engines};

const INVALID: &str = "Invalid 2FA code. Please try again.";

on_both_engines!(
    a_secret_comes_as_text_and_as_a_picture_and_asks_nothing_until_proved,
    signing_in_asks_for_a_code_and_takes_the_right_one,
    a_wrong_password_is_not_told_apart_by_a_code,
    pg a_code_works_once_however_often_it_is_shown,
    an_older_code_is_spent_with_a_newer_one,
    a_code_from_far_away_is_refused,
    a_recovery_code_stands_in_once,
    disabling_takes_a_code_and_then_none_is_asked_for,
    a_code_can_be_verified_and_is_spent_by_it,
    codes_are_not_to_be_guessed,
    asking_for_the_code_again_and_again_is_limited
);

// SET-08
fn a_secret_comes_as_text_and_as_a_picture_and_asks_nothing_until_proved(server: &Server) {
    let person = Person::join(server);
    let setup = person.at(server).post("/api/security/2fa/generate", &json!({})).expect(200);
    assert!(setup.body["qrCode"].as_str().unwrap().starts_with("data:image/svg+xml;base64,"));
    assert_eq!(setup.body["secret"].as_str().unwrap().len(), 32);
    let again = person.at(server).post("/api/security/2fa/generate", &json!({})).expect(200);
    assert_ne!(setup.body["secret"], again.body["secret"]);
    person.sign_in(server);
    let answer = person
        .at(server)
        .post("/api/security/2fa/enable", &json!({"token": "000000"}))
        .expect_error(400);
    assert_eq!(answer.body["fields"]["token"], INVALID);
    person.sign_in(server);
}

// AUTH-07, AUTH-11
fn signing_in_asks_for_a_code_and_takes_the_right_one(server: &Server) {
    let person = Person::join(server);
    let (authenticator, codes) = person.enable_two_factor(server);
    assert_eq!(codes.len(), 10);
    let mut form = json!({"email": person.email, "password": PASSWORD});
    let answer = server.post("/api/auth/login", &form).expect_error(401);
    assert_eq!((answer.error(), &answer.body["requires2FA"]), ("2FA required", &json!(true)));
    for wrong in ["000000", "12345", "abcdef", "99999999"] {
        form["twoFactorToken"] = json!(wrong);
        let answer = server.post("/api/auth/login", &form).expect_error(401);
        assert_eq!(
            (answer.error(), &answer.body["requires2FA"]),
            (INVALID, &json!(true)),
            "{wrong}"
        );
    }
    form["twoFactorToken"] = json!(authenticator.code(0));
    server.post("/api/auth/login", &form).expect(200);
}

fn a_wrong_password_is_not_told_apart_by_a_code(server: &Server) {
    let person = Person::join(server);
    let (authenticator, _) = person.enable_two_factor(server);
    let form = json!({"email": person.email, "password": "wrong", "twoFactorToken": authenticator.code(0)});
    let answer = server.post("/api/auth/login", &form).expect_error(401);
    assert_eq!(answer.error(), "Invalid email or password");
    assert!(answer.body.get("requires2FA").is_none());
}

// AUTH-14: a TOTP code works once, even if it is sent twenty times at once.
fn a_code_works_once_however_often_it_is_shown(server: &Server) {
    let person = Person::join(server);
    let (authenticator, _) = person.enable_two_factor(server);
    let form = json!({"email": person.email, "password": PASSWORD, "twoFactorToken": authenticator.code(0)});
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let tries: Vec<_> =
            (0..20).map(|_| scope.spawn(|| server.post("/api/auth/login", &form).status)).collect();
        tries.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 401, 429].contains(status)), "{statuses:?}");
}

// AUTH-14: an older TOTP code does not work after a newer one.
fn an_older_code_is_spent_with_a_newer_one(server: &Server) {
    let person = Person::join(server);
    let (authenticator, _) = person.enable_two_factor(server);
    let mut form = json!({"email": person.email, "password": PASSWORD, "twoFactorToken": authenticator.code(1)});
    server.post("/api/auth/login", &form).expect(200);
    form["twoFactorToken"] = json!(authenticator.code(0));
    server.post("/api/auth/login", &form).expect_error(401);
}

fn a_code_from_far_away_is_refused(server: &Server) {
    let person = Person::join(server);
    let (authenticator, _) = person.enable_two_factor(server);
    let form = json!({"email": person.email, "password": PASSWORD, "twoFactorToken": authenticator.code(4)});
    server.post("/api/auth/login", &form).expect_error(401);
}

// AUTH-14
fn a_recovery_code_stands_in_once(server: &Server) {
    let person = Person::join(server);
    let (_, codes) = person.enable_two_factor(server);
    let typed = codes[3].to_uppercase().replace('-', " ");
    let form = json!({"email": person.email, "password": PASSWORD, "twoFactorToken": typed});
    server.post("/api/auth/login", &form).expect(200);
    let answer = server.post("/api/auth/login", &form).expect_error(401);
    assert_eq!(answer.error(), INVALID);
    let left = person.at(server).get("/api/security/settings").expect(200);
    assert_eq!(left.body["settings"]["recovery_codes_left"], 9);
    let log = person.at(server).get("/api/security/logs").expect(200);
    let events: Vec<_> =
        log.body["logs"].as_array().unwrap().iter().map(|entry| entry["event"].clone()).collect();
    assert!(events.contains(&json!("recovery_code_used")), "{events:?}");
}

// SET-08
fn disabling_takes_a_code_and_then_none_is_asked_for(server: &Server) {
    let person = Person::join(server);
    let (authenticator, _) = person.enable_two_factor(server);
    person
        .at(server)
        .post("/api/security/2fa/disable", &json!({"token": "000000"}))
        .expect_error(400);
    person.at(server).post("/api/security/2fa/generate", &json!({})).expect_error(409);
    person
        .at(server)
        .post("/api/security/2fa/enable", &json!({"token": authenticator.code(0)}))
        .expect_error(409);
    person
        .at(server)
        .post("/api/security/2fa/disable", &json!({"token": authenticator.code(0)}))
        .expect(200);
    person.sign_in(server);
    person
        .at(server)
        .post("/api/security/2fa/disable", &json!({"token": authenticator.code(1)}))
        .expect_error(409);
}

// SET-08
fn a_code_can_be_verified_and_is_spent_by_it(server: &Server) {
    let person = Person::join(server);
    person
        .at(server)
        .post("/api/security/2fa/verify", &json!({"token": "123456"}))
        .expect_error(409);
    let (authenticator, _) = person.enable_two_factor(server);
    let proof = json!({"token": authenticator.code(0)});
    person.at(server).post("/api/security/2fa/verify", &proof).expect(200);
    person.at(server).post("/api/security/2fa/verify", &proof).expect_error(400);
    let answer = person
        .at(server)
        .post("/api/security/2fa/verify", &json!({"token": "12"}))
        .expect_error(400);
    assert_eq!(answer.error(), "Please enter a valid 6-digit code");
}

// AUTH-13: attempts at the code are limited too.
fn codes_are_not_to_be_guessed(server: &Server) {
    let person = Person::join(server);
    let (authenticator, _) = person.enable_two_factor(server);
    for _ in 0..10 {
        person
            .at(server)
            .post("/api/security/2fa/verify", &json!({"token": "000000"}))
            .expect_error(400);
    }
    person
        .at(server)
        .post("/api/security/2fa/verify", &json!({"token": authenticator.code(0)}))
        .expect_error(429);
}

// A password alone must not buy endless tries at the code.
fn asking_for_the_code_again_and_again_is_limited(server: &Server) {
    let person = Person::join(server);
    person.enable_two_factor(server);
    let form = json!({"email": person.email, "password": PASSWORD});
    for _ in 0..10 {
        server.post("/api/auth/login", &form).expect_error(401);
    }
    server.post("/api/auth/login", &form).expect_error(429);
}

/// A stolen database gives no secret away, and the operator can let someone back in.
#[test]
fn secrets_are_sealed_and_the_operator_can_switch_it_off() {
    let server = Server::start(Engine::Sqlite, &[]);
    let person = Person::join(&server);
    let setup = person.at(&server).post("/api/security/2fa/generate", &json!({})).expect(200);
    let secret = setup.body["secret"].as_str().unwrap().to_owned();
    let (_, codes) = person.enable_two_factor(&server);
    let mut kept = Vec::new();
    for entry in std::fs::read_dir(server.data_dir()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            kept.extend(std::fs::read(path).unwrap());
        }
    }
    let holds = |needle: &str| kept.windows(needle.len()).any(|bytes| bytes == needle.as_bytes());
    assert!(holds(&person.email));
    assert!(!holds(&secret) && !holds(&codes[0]));

    let place = server.data_flags();
    let mut line = vec!["user", "disable-2fa", person.email.as_str()];
    line.extend(place.iter().map(String::as_str));
    let told = crate::harness::program(&line).output().unwrap();
    assert!(told.status.success(), "{told:?}");
    person.sign_in(&server);
}
