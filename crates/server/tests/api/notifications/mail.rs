//! Mail over a real connection to a mail server, and the letters about changes to an account. OPS-07

use std::process::Command;

use serde_json::json;
use testbed::smtp::{Behavior, Encryption, Smtp};

use crate::harness::outbox::{Mail, letters_to, wait_for_letter, wait_for_mail};
use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Engine, Server, on_both_engines};

const NEW: &str = "Lighthouse-42";

fn change_password(server: &Server, person: &Person) {
    let change = json!({"currentPassword": PASSWORD, "newPassword": NEW});
    person.at(server).put("/api/users/password", &change).expect(200);
}

fn sign_in(server: &Server, person: &Person, agent: &str) {
    let form = json!({"email": person.email, "password": PASSWORD});
    server
        .call("POST", "/api/auth/login")
        .header("user-agent", agent)
        .json(&form)
        .send()
        .expect(200);
}

on_both_engines!(
    pg what_concerns_the_account_is_told_by_mail,
    a_new_device_is_told_by_mail_unless_alerts_are_off
);

// SET-04, PROF-03: the owner gets a letter about every change of the account's sign-in.
fn what_concerns_the_account_is_told_by_mail(server: &Server) {
    let person = Person::join(server);
    let (_, codes) = person.enable_two_factor(server);
    person.at(server).post("/api/security/2fa/disable", &json!({"token": codes[0]})).expect(200);
    let letter =
        wait_for_letter(server, &person.email, "Two-factor authentication was turned off", 1);
    assert!(letter.text.contains("/settings#security"), "{}", letter.text);
    let moved = format!("new.{}", person.email);
    person
        .at(server)
        .put("/api/users/profile", &json!({"email": moved, "currentPassword": PASSWORD}))
        .expect(200);
    let letter = wait_for_letter(
        server,
        &format!("<{}>", person.email),
        "Your email address was changed",
        1,
    );
    assert!(letter.text.contains(&moved), "{}", letter.text);
    // Saving the same address again sends no letter.
    person
        .at(server)
        .put("/api/users/profile", &json!({"email": moved, "currentPassword": PASSWORD}))
        .expect(200);
    change_password(server, &person);
    wait_for_letter(server, &format!("<{moved}>"), "Your password was changed", 1);
    // Four letters: two-factor on, a recovery code used, two-factor off, the address changed.
    assert_eq!(letters_to(server, &format!("<{}>", person.email)).len(), 4);
    // Two letters: the address was changed to this one, and the password was changed.
    assert_eq!(letters_to(server, &format!("<{moved}>")).len(), 2);
}

// NOTE-04: a sign-in from a new device sends a letter, unless login alerts are off.
fn a_new_device_is_told_by_mail_unless_alerts_are_off(server: &Server) {
    let person = Person::join(server);
    sign_in(server, &person, "Mozilla/5.0 (X11; Linux x86_64) Chrome/155.0.0.0 Safari/537.36");
    let letter = wait_for_letter(server, &person.email, "Sign-in from a new device", 1);
    assert!(letter.text.contains("from Chrome on Linux at 127.0.0.1 on "), "{}", letter.text);
    person.at(server).put("/api/users/settings", &json!({"login_alerts": false})).expect(200);
    sign_in(server, &person, "Mozilla/5.0 (Windows NT 10.0) Chrome/155.0.0.0 Safari/537.36");
    // Letters are sent in the order of their events, so the next letter shows that there was none in between.
    change_password(server, &person);
    wait_for_letter(server, &person.email, "Your password was changed", 1);
    assert_eq!(letters_to(server, &person.email).len(), 2);
}

/// OPS-07: the server signs in at the mail server and sends each letter once; header injection is impossible.
#[test]
fn a_letter_goes_to_the_mail_server() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let smtp = Smtp::start();
        let flags = [
            "--smtp-url",
            &smtp.url(),
            "--mail-from",
            "Northline Studio <studio@northline.example>",
            "--public-url",
            "https://northline.example",
            "--support-email",
            "help@northline.example",
        ];
        let server = Server::start_process(engine, &flags);
        let person = Person::join(&server);
        let letter = wait_for_mail(&smtp, &person.email, "Confirm your email address", 1);
        let link = json!({"token": letter.confirm_token()});
        server.post("/api/auth/confirm-email", &link).expect(200);
        let name =
            json!({"name": "Maya <b>, “Okafor” Bcc: x@y.example", "currentPassword": PASSWORD});
        person.at(&server).put("/api/users/profile", &name).expect(200);
        change_password(&server, &person);
        let [_, message] = smtp.wait_for(2).try_into().expect("two messages");
        assert_eq!(
            (message.from.as_str(), &message.to),
            ("studio@northline.example", &person.email)
        );
        // "\0maya\0hunter2"
        assert_eq!(message.login.as_deref(), Some("AG1heWEAaHVudGVyMg=="));
        let mail = Mail::parse(&message.text);
        assert_eq!(mail.subject, "Your password was changed");
        assert!(
            mail.headers.contains("\"Northline Studio\" <studio@northline.example>"),
            "{}",
            mail.headers
        );
        assert!(mail.headers.contains("Reply-To: help@northline.example"), "{}", mail.headers);
        assert!(mail.headers.contains("Auto-Submitted: auto-generated"), "{}", mail.headers);
        assert!(
            mail.headers.contains("Message-ID: <") && mail.headers.contains("Date: "),
            "{}",
            mail.headers
        );
        assert!(!mail.headers.lines().any(|line| line.starts_with("Bcc")), "{}", mail.headers);
        assert!(
            mail.text.contains("Hello Maya <b>,") && mail.text.contains("Hello Maya &#60;b&#62;,"),
            "{}",
            mail.text
        );
        assert!(mail.text.contains("https://northline.example"), "{}", mail.text);
        assert!(!server.data_dir().join("outbox").exists());
        assert!(!server.output().contains("hunter2"));
    }
}

/// A mail server that is away or refuses letters delays mail and no other job.
#[test]
fn a_letter_waits_for_a_mail_server_and_nobody_waits_for_the_letter() {
    let smtp = Smtp::start();
    smtp.set(Behavior::Silent);
    let server = Server::start(Engine::Sqlite, &["--smtp-url", &smtp.url()]);
    let person = Person::join(&server);
    smtp.wait_for_connections(1);
    // The mail lane waits for a mail server that does not answer; an export is made meanwhile.
    let form = json!({"type": "goals", "format": "csv"});
    let asked = person.at(&server).post("/api/exports/request", &form).expect(201).body;
    let path = format!("/api/exports/status/{}", asked["export"]["id"].as_str().unwrap());
    server.wait_until("the export is made", || {
        person.at(&server).get(&path).expect(200).body["export"]["status"] == "completed"
    });
    assert_eq!(smtp.received(), []);
}

/// A letter is sent again after a temporary error or a broken connection, and not again if the mailbox does not exist.
#[test]
fn a_letter_is_sent_again_where_that_may_help() {
    let smtp = Smtp::start();
    smtp.set(Behavior::Refusing("550 5.1.1 no such mailbox".to_owned()));
    let server = Server::start_process(Engine::Sqlite, &["--smtp-url", &smtp.url()]);
    // Signing up sends the letter that asks to confirm the address.
    Person::join(&server);
    server.wait_for_output("a letter cannot be delivered");
    smtp.set(Behavior::Refusing("451 4.3.0 not now".to_owned()));
    let person = Person::join(&server);
    server.wait_for_output("not now");
    smtp.set(Behavior::Dropping);
    let dropped = smtp.connections() + 1;
    smtp.wait_for_connections(dropped);
    smtp.set(Behavior::Kind);
    let [message] = smtp.wait_for(1).try_into().expect("one message");
    assert_eq!(message.to, person.email, "what was final is not tried again");
    assert!(!server.output().contains("hunter2"));
}

/// The SMTP password is sent unencrypted on loopback only: to any other server without STARTTLS, nothing is sent.
#[test]
fn nothing_is_sent_in_the_clear_where_encryption_is_asked_for() {
    let smtp = Smtp::start();
    let url = format!("{}?tls=on", smtp.url());
    let server = Server::start_process(Engine::Sqlite, &["--smtp-url", &url]);
    Person::join(&server);
    server.wait_for_output("a job failed");
    assert_eq!(smtp.received(), []);
}

/// OPS-07: mail goes over implicit TLS or STARTTLS to a server with a trusted certificate, and not at all to another
/// one.
#[test]
fn a_letter_goes_encrypted_to_a_server_that_is_trusted_and_to_no_other() {
    for encryption in [Encryption::FromTheStart, Encryption::WhenAsked] {
        let (trusted, stranger) = (Smtp::encrypted(encryption), Smtp::encrypted(encryption));
        for smtp in [&trusted, &stranger] {
            let data = tempfile::tempdir().unwrap();
            let certificate = data.path().join("trusted.pem");
            std::fs::write(&certificate, trusted.certificate()).unwrap();
            let mut starter = Command::new("env");
            starter.arg(format!("SSL_CERT_FILE={}", certificate.display()));
            starter.arg(format!("LEDGERLINE_SMTP_URL={}", smtp.url()));
            let server = Server::start_through(&mut starter, data.path());
            let person = Person::join(&server);
            if smtp.certificate() == trusted.certificate() {
                let [message] = smtp.wait_for(1).try_into().expect("one message");
                assert_eq!(message.to, person.email);
                assert_eq!(message.login.as_deref(), Some("AG1heWEAaHVudGVyMg=="));
            } else {
                server.wait_for_output("a job failed");
                assert!(
                    server.output().contains("invalid peer certificate"),
                    "{}",
                    server.output()
                );
                assert_eq!(smtp.received(), []);
            }
        }
    }
}
