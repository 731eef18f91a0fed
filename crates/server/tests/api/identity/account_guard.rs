//! Nobody but the owner gets into an account, and nobody keeps the owner out of it. GUARD-03, GUARD-04, GUARD-05,
//! GUARD-07, GUARD-09, GUARD-10, SAFE-11

use serde_json::{Value, json};
use testbed::smtp::Smtp;

use crate::harness::outbox::{Mail, letters_to, wait_for_letter, wait_for_mail};
use crate::harness::people::{PASSWORD, Person, sign_up_form, token_of};
use crate::harness::{Answer, Engine, Server, on_both_engines, on_both_engines_as_process};
use crate::money::cards::{add, form};

const NEW: &str = "Lighthouse-42";
const PIN: &str = "2583";

/// Signs in from the given address, behind a trusted proxy.
fn sign_in_from(server: &Server, address: &str, email: &str, password: &str) -> Answer {
    let form = json!({"email": email, "password": password});
    server.call("POST", "/api/auth/login").header("x-forwarded-for", address).json(&form).send()
}

fn forget_from(server: &Server, address: &str, email: &str) -> u16 {
    let call = server.call("POST", "/api/auth/forgot-password").header("x-forwarded-for", address);
    call.json(&json!({"email": email})).send().status
}

/// Makes every proof of identity so old that it no longer counts.
fn age_proofs(server: &Server) {
    server.execute("UPDATE sessions SET proved_at = proved_at - 601000");
}

fn expect_proof_required(answer: Answer) {
    let answer = answer.expect_error(403);
    assert_eq!(answer.error(), "Confirm it's you to continue.");
    assert_eq!(answer.body["requiresProof"], true);
}

on_both_engines!(
    changes_that_weaken_the_account_want_a_fresh_proof,
    pg another_email_asks_for_a_code_and_ends_other_sessions,
    common_passwords_and_pins_are_refused,
    the_owner_is_told_what_happens_to_the_account,
    a_clock_that_was_ahead_locks_nobody
);
on_both_engines_as_process!(security_events_are_in_the_log);

// GUARD-05: a stolen token alone changes nothing that could lock the owner out.
fn changes_that_weaken_the_account_want_a_fresh_proof(server: &Server) {
    let person = Person::join(server);
    let at = person.at(server);
    age_proofs(server);
    expect_proof_required(at.put("/api/users/settings", &json!({"login_alerts": false})));
    expect_proof_required(at.put("/api/security/settings", &json!({"session_timeout": 120})));
    at.put("/api/users/settings", &json!({"session_timeout": 15, "compact_mode": true}))
        .expect(200);
    let setup = at.post("/api/security/2fa/generate", &json!({})).expect(200);
    let authenticator =
        crate::harness::people::Authenticator::new(setup.body["secret"].as_str().unwrap());
    expect_proof_required(
        at.post("/api/security/2fa/enable", &json!({"token": authenticator.code(0)})),
    );
    // A wrong password is not accepted as a proof; the right one is.
    at.post("/api/users/verify-password", &json!({"password": "guess"})).expect_error(403);
    expect_proof_required(at.put("/api/users/settings", &json!({"login_alerts": false})));
    at.post("/api/users/verify-password", &json!({"password": PASSWORD})).expect(200);
    at.put("/api/users/settings", &json!({"login_alerts": false})).expect(200);
    at.put("/api/security/settings", &json!({"session_timeout": 120})).expect(200);
    // A proof in one session does not count in another one.
    let other = person.sign_in(server);
    age_proofs(server);
    person
        .at(server)
        .post("/api/users/verify-password", &json!({"password": PASSWORD}))
        .expect(200);
    expect_proof_required(
        server
            .with_token(&other)
            .post("/api/security/2fa/enable", &json!({"token": authenticator.code(0)})),
    );
}

// GUARD-05, L15: a new address ends the other sessions, and asks for a code where two-factor is on.
fn another_email_asks_for_a_code_and_ends_other_sessions(server: &Server) {
    let person = Person::join(server);
    let (_, codes) = person.enable_two_factor(server);
    let form = json!({"email": person.email, "password": PASSWORD, "twoFactorToken": codes[0]});
    let other = token_of(&server.post("/api/auth/login", &form).expect(200).body);
    let moved = format!("new.{}", person.email);
    let mut change = json!({"email": moved, "currentPassword": PASSWORD});
    let refused = person.at(server).put("/api/users/profile", &change).expect_error(400);
    assert_eq!(refused.body["fields"]["twoFactorToken"], "Please enter your 2FA code");
    change["twoFactorToken"] = json!("000000");
    let refused = person.at(server).put("/api/users/profile", &change).expect_error(400);
    assert_eq!(refused.body["fields"]["twoFactorToken"], "Invalid 2FA code. Please try again.");
    server.with_token(&other).get("/api/auth/me").expect(200);
    change["twoFactorToken"] = json!(codes[1]);
    let user =
        person.at(server).put("/api/users/profile", &change).expect(200).body["user"].clone();
    assert_eq!(
        (user["email"].as_str(), &user["email_confirmed"]),
        (Some(moved.as_str()), &json!(true))
    );
    server.with_token(&other).get("/api/auth/me").expect_error(401);
    // GUARD-10: both addresses get a letter.
    wait_for_letter(server, &format!("<{}>", person.email), "Your email address was changed", 1);
    wait_for_letter(server, &format!("<{moved}>"), "Your email address was changed", 1);
    // Changing only the name needs no code.
    person
        .at(server)
        .put(
            "/api/users/profile",
            &json!({"name": "Ade", "email": moved, "currentPassword": PASSWORD}),
        )
        .expect(200);
}

// GUARD-09
fn common_passwords_and_pins_are_refused(server: &Server) {
    for (password, sentence) in [
        ("123456", "This password is one of the most common. Please choose another"),
        ("Qwerty123", "This password is one of the most common. Please choose another"),
        ("maya okafor", "Your name or email is too easy to guess. Please choose another"),
    ] {
        let mut form = sign_up_form("common@northline.studio");
        (form["password"], form["confirmPassword"]) = (json!(password), json!(password));
        let refused = server.post("/api/auth/signup", &form).expect_error(400);
        assert_eq!(refused.body["fields"]["password"], sentence, "{password}");
    }
    let person = Person::join(server);
    let change = json!({"currentPassword": PASSWORD, "newPassword": "Password1"});
    let refused = person.at(server).put("/api/users/password", &change).expect_error(400);
    assert!(refused.body["fields"]["newPassword"].is_string());
    let change = json!({"currentPassword": PASSWORD, "newPassword": person.email.to_uppercase()});
    person.at(server).put("/api/users/password", &change).expect_error(400);
    let asked = person
        .at(server)
        .post("/api/security/validate-password", &json!({"password": "Password1"}));
    assert_eq!(asked.expect(200).body["valid"], false);
    server.post("/api/auth/forgot-password", &json!({"email": person.email})).expect(200);
    let token = wait_for_letter(server, &person.email, "Reset your password", 1).reset_token();
    let reset = json!({"token": token, "newPassword": "Password1"});
    assert!(
        server.post("/api/auth/reset-password", &reset).expect_error(400).body["fields"]["newPassword"]
            .is_string()
    );
    for pin in ["0000", "1234", "1987", "2580"] {
        let refused = person
            .at(server)
            .put("/api/cards/pin", &json!({"pin": pin, "currentPassword": PASSWORD}))
            .expect_error(400);
        assert_eq!(
            refused.body["fields"]["pin"], "This PIN is too easy to guess. Please choose another",
            "{pin}"
        );
    }
}

// GUARD-10: the owner gets a letter about every change to the security of the account.
fn the_owner_is_told_what_happens_to_the_account(server: &Server) {
    let person = Person::join(server);
    let (_, codes) = person.enable_two_factor(server);
    wait_for_letter(server, &person.email, "Two-factor authentication was turned on", 1);
    let mut form = json!({"email": person.email, "password": PASSWORD, "twoFactorToken": "000000"});
    for _ in 0..4 {
        server.post("/api/auth/login", &form).expect_error(401);
    }
    let told = wait_for_letter(server, &person.email, "Wrong two-factor codes at sign-in", 1);
    assert!(told.text.contains("and then 3 wrong codes"), "{}", told.text);
    form["twoFactorToken"] = json!(codes[0]);
    server.post("/api/auth/login", &form).expect(200);
    let told = wait_for_letter(server, &person.email, "A recovery code was used", 1);
    assert!(told.text.contains("You have 9 left"), "{}", told.text);
    person
        .at(server)
        .put("/api/cards/pin", &json!({"pin": PIN, "currentPassword": PASSWORD}))
        .expect(200);
    wait_for_letter(server, &person.email, "Your card PIN was changed", 1);
    let leave =
        person.at(server).call("DELETE", "/api/users/account").json(&json!({"password": PASSWORD}));
    leave.send().expect(200);
    wait_for_letter(server, &person.email, "Your account was deleted", 1);
    // After the last letter, no job contains the address any more.
    let letters = "SELECT COUNT(*) FROM jobs WHERE kind = 'mail-letter'";
    server.wait_until("no job for a letter", || server.query_number(letters) == 0);
}

// GUARD-10: security events have a log target of their own, with the IP address and without the email address.
fn security_events_are_in_the_log(server: &Server) {
    let person = Person::join(server);
    server
        .post("/api/auth/login", &json!({"email": person.email, "password": "guess"}))
        .expect_error(401);
    let id = person.user["id"].as_str().unwrap();
    let line = |event: &str| {
        let output = server.output();
        let found = output.lines().find(|line| line.contains("security") && line.contains(event));
        found.unwrap_or_else(|| panic!("no {event} in {output}")).to_owned()
    };
    server.wait_for_output("sign_in_failed");
    let failed = line("sign_in_failed");
    assert!(failed.contains(id) && failed.contains("address=127.0.0.1"), "{failed}");
    for _ in 0..10 {
        server.post("/api/auth/login", &json!({"email": person.email, "password": "guess"}));
    }
    server.wait_for_output("too_many_tries");
    person.at(server).post("/api/security/revoke-other-sessions", &json!({})).expect(200);
    person
        .at(server)
        .put("/api/users/password", &json!({"currentPassword": PASSWORD, "newPassword": NEW}))
        .expect(200);
    server.wait_for_output("password_changed");
    assert!(!server.output().contains(&person.email), "{}", server.output());
    let access = server.output();
    assert!(
        access.lines().any(|line| line.contains("answered") && line.contains("client=127.0.0.1")),
        "{access}"
    );
}

// SAFE-11: if the clock was a year ahead for a minute, no lock lasts for a year.
fn a_clock_that_was_ahead_locks_nobody(server: &Server) {
    let year = 365 * 24 * 60 * 60 * 1000_i64;
    let person = Person::join(server);
    let card = add(server, &person, &form());
    person
        .at(server)
        .put("/api/cards/pin", &json!({"pin": PIN, "currentPassword": PASSWORD}))
        .expect(200);
    let path = format!("/api/cards/{}/reveal", card["id"].as_str().unwrap());
    for _ in 0..5 {
        person.at(server).post(&path, &json!({"pin": "0000"})).expect_error(403);
    }
    person.at(server).post(&path, &json!({"pin": PIN})).expect_error(429);
    let guess = json!({"email": person.email, "password": "guess"});
    for _ in 0..10 {
        server.post("/api/auth/login", &guess).expect_error(401);
    }
    server.post("/api/auth/login", &guess).expect_error(429);
    server.execute(&format!("UPDATE attempts SET expires_at = expires_at + {year}"));
    server.execute(&format!("UPDATE card_pins SET locked_until = locked_until + {year}"));
    person.sign_in(server);
    assert_eq!(
        person.at(server).get("/api/cards/pin").expect(200).body["locked_until"],
        Value::Null
    );
    person.at(server).post(&path, &json!({"pin": PIN})).expect(200);
    // Recurrent jobs that were queued a year ahead run again soon.
    let waits =
        "SELECT COUNT(*) FROM jobs WHERE unique_key IN ('sweep', 'reminders') AND state = 'queued'";
    let far = format!("{waits} AND run_at > {year}  + (SELECT MIN(created_at) FROM users)");
    server.wait_until("both jobs wait", || server.query_number(waits) == 2);
    server
        .execute(&format!("UPDATE jobs SET run_at = run_at + {year} WHERE unique_key IS NOT NULL"));
    assert_eq!(server.query_number(&far), 2);
    server.wait_until("both jobs wait for their usual time", || {
        server.query_number(&far) == 0 && server.query_number(waits) == 2
    });
}

/// GUARD-03: a stranger hammers from everywhere; the owner, at the usual place, gets in all the same.
#[test]
fn a_stranger_who_hammers_keeps_nobody_out() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let server = Server::start(engine, &["--trusted-proxies", "127.0.0.1"]);
        let home = "192.0.2.7";
        let mut form = sign_up_form("owner@northline.studio");
        form["name"] = json!("Owner");
        let call = server.call("POST", "/api/auth/signup").header("x-forwarded-for", home);
        call.json(&form).send().expect(201);
        let email = "owner@northline.studio";
        // Ten failed sign-ins from one network block it, whichever of its addresses they come from.
        for last in 1..=10 {
            sign_in_from(&server, &format!("198.51.100.{last}"), email, "guess").expect_error(401);
        }
        sign_in_from(&server, "198.51.100.200", email, PASSWORD).expect_error(429);
        sign_in_from(&server, home, email, PASSWORD).expect(200);
        // A hundred failed sign-ins from many networks pause sign-ins from all unknown addresses.
        for network in 0..9 {
            for last in 1..=10 {
                sign_in_from(&server, &format!("203.0.{network}.{last}"), email, "guess")
                    .expect_error(401);
            }
        }
        let paused = sign_in_from(&server, "100.64.0.1", email, PASSWORD).expect_error(429);
        assert_eq!(paused.error(), "Too many attempts. Please try again in 15 minutes.");
        wait_for_letter(&server, email, "Many failed sign-ins", 1);
        sign_in_from(&server, home, email, PASSWORD).expect(200);
        // The next pause is longer, and the owner does not get a letter about each pause.
        server.execute("UPDATE attempts SET expires_at = 1 WHERE key LIKE 'sign-in/pause%'");
        for last in 1..=10 {
            sign_in_from(&server, &format!("100.65.0.{last}"), email, "guess").expect_error(401);
        }
        let paused = sign_in_from(&server, "100.66.0.1", email, PASSWORD).expect_error(429);
        assert_eq!(paused.error(), "Too many attempts. Please try again in 30 minutes.");
        sign_in_from(&server, home, email, PASSWORD).expect(200);
        // Requests for reset links are counted by network too, so the stranger does not use up the owner's.
        for network in 0..5 {
            for _ in 0..4 {
                assert_eq!(forget_from(&server, &format!("203.1.{network}.1"), email), 200);
            }
        }
        assert_eq!(forget_from(&server, "203.1.9.1", email), 429);
        assert_eq!(forget_from(&server, home, email), 200);
        let letter = wait_for_letter(&server, email, "Reset your password", 21);
        let reset = json!({"token": letter.reset_token(), "newPassword": NEW});
        server.post("/api/auth/reset-password", &reset).expect(200);
        // After a password reset, a sign-in works from any address.
        sign_in_from(&server, "100.66.0.1", email, NEW).expect(200);
        let told = letters_to(&server, email);
        assert_eq!(told.iter().filter(|mail| mail.subject == "Many failed sign-ins").count(), 1);
    }
}

/// GUARD-04: an email address is confirmed by a link; until then only the letter with that link is sent.
#[test]
fn nothing_is_mailed_to_an_address_until_it_is_confirmed() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let smtp = Smtp::start();
        let server = Server::start(engine, &["--smtp-url", &smtp.url()]);
        let mut form = sign_up_form("ceo@victim.example");
        form["name"] = json!("Your account is suspended");
        let joined = server.post("/api/auth/signup", &form).expect(201).body;
        assert_eq!(joined["user"]["email_confirmed"], false);
        let token = token_of(&joined);
        let letter = wait_for_mail(&smtp, "ceo@victim.example", "Confirm your email address", 1);
        assert!(
            !letter.text.contains("suspended") && !letter.headers.contains("suspended"),
            "{letter:?}"
        );
        assert!(letter.text.contains("Hello,"), "{}", letter.text);
        // Other letters are not sent to an unconfirmed address.
        let change = json!({"currentPassword": PASSWORD, "newPassword": NEW});
        server.with_token(&token).put("/api/users/password", &change).expect(200);
        server.with_token(&token).post("/api/users/confirm-email", &json!({})).expect(200);
        let letter = wait_for_mail(&smtp, "ceo@victim.example", "Confirm your email address", 2);
        assert_eq!(smtp.received().len(), 2);
        // Opening the page changes nothing; the newest link works once.
        assert_eq!(server.get("/login").status, 200);
        let link = json!({"token": letter.confirm_token()});
        let first =
            smtp.received().first().map(|raw| Mail::parse(&raw.text).confirm_token()).unwrap();
        server.post("/api/auth/confirm-email", &json!({"token": first})).expect_error(400);
        server.post("/api/auth/confirm-email", &link).expect(200);
        server.post("/api/auth/confirm-email", &link).expect_error(400);
        let me = server.with_token(&token).get("/api/auth/me").expect(200).body["user"].clone();
        assert_eq!(me["email_confirmed"], true);
        server.with_token(&token).post("/api/users/confirm-email", &json!({})).expect_error(409);
        let change = json!({"currentPassword": NEW, "newPassword": PASSWORD});
        server.with_token(&token).put("/api/users/password", &change).expect(200);
        wait_for_mail(&smtp, "ceo@victim.example", "Your password was changed", 1);
    }
}

/// GUARD-04: a changed email address counts once it is confirmed; the answer does not reveal whether an address belongs
/// to another account.
#[test]
fn a_changed_address_counts_when_it_is_confirmed() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let smtp = Smtp::start();
        let server = Server::start(engine, &["--smtp-url", &smtp.url()]);
        let (person, other) = (Person::join(&server), Person::join(&server));
        for one in [&person, &other] {
            let letter = wait_for_mail(&smtp, &one.email, "Confirm your email address", 1);
            server
                .post("/api/auth/confirm-email", &json!({"token": letter.confirm_token()}))
                .expect(200);
        }
        let moved = "moved@northline.example";
        let change = |email: &str| json!({"email": email, "currentPassword": PASSWORD});
        let user =
            person.at(&server).put("/api/users/profile", &change(moved)).expect(200).body["user"]
                .clone();
        assert_eq!((&user["email"], &user["pending_email"]), (&json!(person.email), &json!(moved)));
        let told = wait_for_mail(&smtp, &person.email, "Your email address is about to change", 1);
        assert!(told.text.contains(moved), "{}", told.text);
        person.sign_in(&server);
        let letter = wait_for_mail(&smtp, moved, "Confirm your email address", 1);
        server
            .post("/api/auth/confirm-email", &json!({"token": letter.confirm_token()}))
            .expect(200);
        let user = person.at(&server).get("/api/auth/me").expect(200).body["user"].clone();
        assert_eq!((&user["email"], &user["pending_email"]), (&json!(moved), &Value::Null));
        wait_for_mail(&smtp, &person.email, "Your email address was changed", 1);
        wait_for_mail(&smtp, moved, "Your email address was changed", 1);
        server
            .post("/api/auth/login", &json!({"email": person.email, "password": PASSWORD}))
            .expect_error(401);
        server.post("/api/auth/login", &json!({"email": moved, "password": PASSWORD})).expect(200);
        // The address of another account gets the same answer, and only its owner gets a letter.
        let user = person
            .at(&server)
            .put("/api/users/profile", &change(&other.email))
            .expect(200)
            .body["user"]
            .clone();
        assert_eq!((&user["email"], &user["pending_email"]), (&json!(moved), &json!(other.email)));
        wait_for_mail(&smtp, &other.email, "Someone tried to use your email address", 1);
        // Sending the current address again cancels the pending change.
        let user =
            person.at(&server).put("/api/users/profile", &change(moved)).expect(200).body["user"]
                .clone();
        assert_eq!(user["pending_email"], Value::Null);
    }
}

/// GUARD-04: whoever reads the mail gets the account that a stranger opened at their address, free of what the
/// stranger set up.
#[test]
fn the_first_reset_of_an_unconfirmed_account_clears_what_a_stranger_set_up() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let smtp = Smtp::start();
        let server = Server::start(engine, &["--smtp-url", &smtp.url()]);
        let stranger = Person::join(&server);
        stranger.enable_two_factor(&server);
        let pin = json!({"pin": PIN, "currentPassword": PASSWORD});
        stranger.at(&server).put("/api/cards/pin", &pin).expect(200);
        server.post("/api/auth/forgot-password", &json!({"email": stranger.email})).expect(200);
        let letter = wait_for_mail(&smtp, &stranger.email, "Reset your password", 1);
        // GUARD-07: the token is in the fragment, which no server and no Referer sees.
        assert!(letter.text.contains("/login#reset="), "{}", letter.text);
        assert!(letter.text.contains("Hello,") && !letter.text.contains("Maya"), "{}", letter.text);
        let reset = json!({"token": letter.reset_token(), "newPassword": NEW});
        server.post("/api/auth/reset-password", &reset).expect(200);
        stranger.at(&server).get("/api/auth/me").expect_error(401);
        let form = json!({"email": stranger.email, "password": NEW});
        let entered = server.post("/api/auth/login", &form).expect(200).body;
        assert_eq!(entered["user"]["email_confirmed"], true);
        let owner = server.with_token(entered["token"].as_str().unwrap());
        assert_eq!(owner.get("/api/cards/pin").expect(200).body["set"], false);
        assert_eq!(
            owner.get("/api/users/settings").expect(200).body["settings"]["two_factor_auth"],
            false
        );
    }
}

/// GUARD-04: accounts from before the rule, and accounts on a server without a mail server, count as confirmed.
#[test]
fn without_a_mail_server_every_address_is_confirmed() {
    let smtp = Smtp::start();
    let server = Server::start(Engine::Sqlite, &["--smtp-url", &smtp.url()]);
    let person = Person::join(&server);
    assert_eq!(person.user["email_confirmed"], false);
    let server = server.restart(&[]);
    let me = person.at(&server).get("/api/auth/me").expect(200).body["user"].clone();
    assert_eq!(me["email_confirmed"], true);
    assert_eq!(Person::join(&server).user["email_confirmed"], true);
}
