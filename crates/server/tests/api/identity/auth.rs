//! Signing up, in and out over HTTP. AUTH-04, AUTH-11

use serde_json::json;

use crate::harness::people::{PASSWORD, Person, sign_up_form, token_of};
use crate::harness::{Engine, Server, on_both_engines};

on_both_engines!(
    signing_up_gives_a_token_and_the_user,
    a_sign_up_form_is_checked_field_by_field,
    an_email_has_one_account_however_it_is_written,
    pg of_many_sign_ups_at_once_with_one_email_one_wins,
    signing_in_takes_the_right_pair_and_nothing_else,
    a_sign_in_form_is_checked,
    signing_out_and_locking_end_the_token,
    refreshing_exchanges_the_token,
    pg of_many_refreshes_at_once_one_wins,
    a_private_call_needs_a_session
);

// AUTH-11
fn signing_up_gives_a_token_and_the_user(server: &Server) {
    let answer =
        server.post("/api/auth/signup", &sign_up_form(" Maya@Northline.Studio ")).expect(201);
    let user = &answer.body["user"];
    assert_eq!(user["name"], "Maya Okafor");
    assert_eq!(user["email"], "Maya@Northline.Studio");
    assert_eq!(user["role"], "Music Producer");
    assert!(user["avatar"].is_null() && user["phone"].is_null());
    assert!(!answer.text().contains("password"), "{}", answer.text());
    let me = server.with_token(&token_of(&answer.body)).get("/api/auth/me").expect(200);
    assert_eq!(&me.body["user"], user);
}

// AUTH-04: all faults of the form are reported at once, each with its field.
fn a_sign_up_form_is_checked_field_by_field(server: &Server) {
    let answer = server.post("/api/auth/signup", &json!({})).expect_error(400);
    assert_eq!(answer.error(), "Full name is required");
    assert_eq!(
        answer.body["fields"],
        json!({
            "name": "Full name is required",
            "email": "Email is required",
            "password": "Password is required",
            "confirmPassword": "Please confirm your password",
            "role": "Please select your role",
        })
    );
    let form = json!({"name": " M ", "email": "maya@northline", "password": "short",
            "confirmPassword": "other", "role": "Admin"});
    let answer = server.post("/api/auth/signup", &form).expect_error(400);
    let fields = &answer.body["fields"];
    assert_eq!(fields["name"], "Name must be at least 2 characters");
    assert_eq!(fields["email"], "Please enter a valid email");
    assert_eq!(fields["password"], "Password must be at least 6 characters");
    assert_eq!(fields["confirmPassword"], "Passwords do not match");
    assert!(fields["role"].as_str().unwrap().starts_with("Role must be one of Music Producer"));
}

fn an_email_has_one_account_however_it_is_written(server: &Server) {
    server.post("/api/auth/signup", &sign_up_form("maya@northline.studio")).expect(201);
    let answer =
        server.post("/api/auth/signup", &sign_up_form("MAYA@northline.STUDIO")).expect_error(409);
    assert_eq!(answer.error(), "An account with this email already exists");
}

fn of_many_sign_ups_at_once_with_one_email_one_wins(server: &Server) {
    let form = sign_up_form("race@northline.studio");
    let won = std::thread::scope(|scope| {
        let tries: Vec<_> =
            (0..8).map(|_| scope.spawn(|| server.post("/api/auth/signup", &form).status)).collect();
        tries.into_iter().map(|one| one.join().unwrap()).filter(|status| *status == 201).count()
    });
    assert_eq!(won, 1);
}

// AUTH-11, AUTH-13: an unknown email address gets the same answer as a wrong password.
fn signing_in_takes_the_right_pair_and_nothing_else(server: &Server) {
    let person = Person::join(server);
    let form = json!({"email": person.email.to_uppercase(), "password": PASSWORD});
    let answer = server.post("/api/auth/login", &form).expect(200);
    assert_eq!(answer.body["user"]["id"], person.user["id"]);
    let wrong = json!({"email": person.email, "password": "Harbour-78"});
    let unknown = json!({"email": "nobody@northline.studio", "password": PASSWORD});
    let (wrong, unknown) =
        (server.post("/api/auth/login", &wrong), server.post("/api/auth/login", &unknown));
    assert_eq!(wrong.error(), "Invalid email or password");
    assert_eq!((wrong.status, &wrong.body), (401, &unknown.body));
    assert!(wrong.body.get("requires2FA").is_none());
}

// AUTH-03
fn a_sign_in_form_is_checked(server: &Server) {
    let answer =
        server.post("/api/auth/login", &json!({"email": "", "password": ""})).expect_error(400);
    assert_eq!(
        answer.body["fields"],
        json!({"email": "Email is required", "password": "Password is required"})
    );
    let answer = server
        .post("/api/auth/login", &json!({"email": "maya", "password": "x"}))
        .expect_error(400);
    assert_eq!(answer.error(), "Please enter a valid email");
}

// AUTH-10, LOCK-07: both end the token on the server at once.
fn signing_out_and_locking_end_the_token(server: &Server) {
    let person = Person::join(server);
    for path in ["/api/auth/logout", "/api/auth/lock"] {
        let token = person.sign_in(server);
        server.with_token(&token).post(path, &json!({})).expect(200);
        let answer = server.with_token(&token).get("/api/auth/me").expect_error(401);
        assert_eq!(answer.error(), "Your session has ended. Please sign in again.");
    }
    person.at(server).get("/api/auth/me").expect(200);
}

// AUTH-11: the token rotates.
fn refreshing_exchanges_the_token(server: &Server) {
    let person = Person::join(server);
    let answer = person.at(server).post("/api/auth/refresh", &json!({})).expect(200);
    assert_eq!(answer.body["user"], person.user);
    let renewed = token_of(&answer.body);
    assert_ne!(renewed, person.token);
    person.at(server).get("/api/auth/me").expect_error(401);
    let sessions = server.with_token(&renewed).get("/api/security/sessions").expect(200);
    assert_eq!(sessions.body["total"], 1);
}

fn of_many_refreshes_at_once_one_wins(server: &Server) {
    let person = Person::join(server);
    let won = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| person.at(server).post("/api/auth/refresh", &json!({})).status))
            .collect();
        tries.into_iter().map(|one| one.join().unwrap()).filter(|status| *status == 200).count()
    });
    assert_eq!(won, 1);
}

// AUTH-12: every refusal has one sentence.
fn a_private_call_needs_a_session(server: &Server) {
    let answer = server.get("/api/auth/me").expect_error(401);
    assert_eq!(answer.error(), "Please sign in to continue.");
    assert!(answer.header("www-authenticate").starts_with("Bearer"));
    for token in ["x", "AAAA", &"A".repeat(64)] {
        server
            .call("GET", "/api/auth/me")
            .header("authorization", &format!("Bearer {token}"))
            .send()
            .expect_error(401);
    }
}

/// Neither the session token nor the password is in the database in plain text.
#[test]
fn no_token_and_no_password_is_kept() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    let person = Person::join(&server);
    let mut kept = Vec::new();
    for entry in std::fs::read_dir(server.data_dir()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            kept.extend(std::fs::read(path).unwrap());
        }
    }
    let holds = |needle: &str| kept.windows(needle.len()).any(|bytes| bytes == needle.as_bytes());
    assert!(holds(&person.email), "this looks where the account is");
    assert!(!holds(&person.token));
    assert!(!holds(PASSWORD));
    assert!(!server.output().contains(&person.token) && !server.output().contains(PASSWORD));
}
