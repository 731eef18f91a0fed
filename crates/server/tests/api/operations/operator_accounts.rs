//! The operator's commands for accounts: closing sign-ups, inviting, disabling and deleting. GUARD-06

use serde_json::json;

use crate::harness::library::{File, send_file, ticket, wav_bytes};
use crate::harness::outbox;
use crate::harness::people::{PASSWORD, Person, sign_up_form};
use crate::harness::{Engine, Server, program};

/// Runs `ledgerline user`, which must succeed; returns its standard output.
#[track_caller]
fn run_user_command(server: &Server, words: &[&str]) -> String {
    let line: Vec<&str> = ["user"].iter().chain(words).copied().collect();
    let output = server.command(&line);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Runs `ledgerline user`, which must fail; returns its standard error.
#[track_caller]
fn refused_user_command(server: &Server, words: &[&str]) -> String {
    let line: Vec<&str> = ["user"].iter().chain(words).copied().collect();
    let output = server.command(&line);
    assert!(!output.status.success());
    String::from_utf8(output.stderr).expect("text")
}

fn with_both_engines(flags: &[&str], test: impl Fn(Server)) {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        test(Server::start_process(engine, flags));
    }
}

/// GUARD-06: closed sign-ups are closed with an invitation too; the health answer says so, so that the app shows no
/// form.
#[test]
fn sign_up_can_be_closed() {
    with_both_engines(&["--signups", "off"], |server| {
        let answer = server.post("/api/auth/signup", &sign_up_form("a@studio.example"));
        assert!(answer.expect_error(403).error().contains("Sign-up is closed here"));
        assert_eq!(server.get("/api/health").expect(200).body["signups"], "off");
        let told = run_user_command(&server, &["invite", "a@studio.example"]);
        let mut form = sign_up_form("a@studio.example");
        form["invitation"] = token_in(&told).into();
        server.post("/api/auth/signup", &form).expect_error(403);
    });
    let open = Server::start_process(Engine::Sqlite, &[]);
    assert_eq!(open.get("/api/health").expect(200).body["signups"], "on");
}

fn token_in(told: &str) -> String {
    let (_, rest) = told.split_once("/login#invite=").expect("a link");
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
}

/// GUARD-06: an invitation is mailed, and allows one sign-up with the address it was made for.
#[test]
fn an_invitation_opens_one_account() {
    with_both_engines(&["--signups", "invite"], |server| {
        let answer = server.post("/api/auth/signup", &sign_up_form("ada@studio.example"));
        assert!(answer.expect_error(403).error().contains("invitation"));

        let line = ["invite", "Ada@studio.example", "--public-url", "https://studio.example"];
        let older = token_in(&run_user_command(&server, &line));
        let told = run_user_command(&server, &line);
        assert!(told.contains("https://studio.example/login#invite="), "{told}");
        let token = token_in(&told);
        let letter = outbox::wait_for_letter(
            &server,
            "Ada@studio.example",
            "You're invited to Ledgerline",
            2,
        );
        assert!(letter.text.contains(&token), "{}", letter.text);
        assert!(letter.text.contains("Hello,"), "{}", letter.text);

        let check =
            |token: &str| server.post("/api/auth/invitation/check", &json!({"token": token}));
        check(&older).expect_error(400);
        check("nonsense").expect_error(400);
        assert_eq!(check(&token).expect(200).body["email"], "Ada@studio.example");

        let form = |email: &str, token: &str| {
            let mut form = sign_up_form(email);
            form["invitation"] = token.into();
            form
        };
        let sign_up =
            |email: &str, token: &str| server.post("/api/auth/signup", &form(email, token));
        sign_up("eve@studio.example", &token).expect_error(400);
        sign_up("ada@studio.example", &older).expect_error(400);
        sign_up("ada@studio.example", &token).expect(201);
        check(&token).expect_error(400);
        sign_up("ada@studio.example", &token).expect_error(400);
        assert!(refused_user_command(&server, &line).contains("already exists"));
        assert_eq!(server.query_number("SELECT COUNT(*) FROM invitations"), 0);
    });
}

/// GUARD-06: disabling an account ends its sessions at once; a sign-in gives the reason only with the right password.
/// Once enabled again, the account works as before.
#[test]
fn a_disabled_account_is_out_until_it_is_enabled() {
    with_both_engines(&[], |server| {
        let person = Person::join(&server);
        let bytes = wav_bytes(1);
        let file = File { name: "a.wav", kind: "audio/wav", bytes: &bytes };
        let made = send_file(&server, &person, &file, &[]).expect(201).body["document"].clone();
        let link = ticket(&server, &person, &made, "stream");
        assert_eq!(server.get(&link).bytes, bytes);

        assert!(run_user_command(&server, &["disable", &person.email]).contains("is disabled"));
        person.at(&server).get("/api/auth/me").expect_error(401);
        server.get(&link).expect_error(403);
        let sign_in = |password: &str| {
            server.post("/api/auth/login", &json!({"email": person.email, "password": password}))
        };
        assert_eq!(
            sign_in("Wrong-horse-77").expect_error(401).error(),
            "Invalid email or password"
        );
        assert!(sign_in(PASSWORD).expect_error(403).error().contains("disabled"));
        outbox::wait_for_letter(&server, &person.email, "Your account was disabled", 1);
        assert!(run_user_command(&server, &["list"]).contains("(disabled)"));
        assert!(run_user_command(&server, &["disable", &person.email]).contains("already"));
        let forgotten = json!({"email": person.email});
        server.post("/api/auth/forgot-password", &forgotten).expect(200);

        assert!(
            run_user_command(&server, &["enable", &person.email]).contains("may sign in again")
        );
        outbox::wait_for_letter(&server, &person.email, "Your account was enabled", 1);
        assert_eq!(sign_in(PASSWORD).expect(200).body["user"]["email"], person.email.as_str());
        let mail = outbox::letters_to(&server, &person.email);
        assert!(!mail.iter().any(|mail| mail.subject.contains("Reset")), "no link meanwhile");
        let token = person.sign_in(&server);
        let log = server.with_token(&token).get("/api/security/logs").expect(200).body.to_string();
        assert!(log.contains("account_disabled") && log.contains("account_enabled"), "{log}");
    });
}

/// GUARD-06
#[test]
fn accounts_are_created_signed_out_and_deleted() {
    with_both_engines(&["--signups", "off"], |server| {
        let line = ["create", "bo@studio.example", "--name", "Bo Lind", "--role", "DJ"];
        let told = run_user_command(&server, &[&line[..], &["--sample-data", "off"]].concat());
        let password = told.trim().rsplit(' ').next().expect("a password");
        let sign_in = || {
            let form = json!({"email": "bo@studio.example", "password": password});
            server.post("/api/auth/login", &form)
        };
        let signed_in = sign_in().expect(200).body;
        let token = signed_in["token"].as_str().unwrap();
        let owner = signed_in["user"]["id"].as_str().unwrap();
        assert!(refused_user_command(&server, &line).contains("already exists"));
        assert!(
            refused_user_command(
                &server,
                &["create", "x@y.example", "--name", "X Y", "--role", "King"]
            )
            .contains("Role")
        );

        assert!(
            run_user_command(&server, &["sign-out", "bo@studio.example"]).contains("1 session")
        );
        server.with_token(token).get("/api/auth/me").expect_error(401);

        let person = Person {
            email: "bo@studio.example".to_owned(),
            token: String::new(),
            user: json!(null),
        };
        let token = sign_in().expect(200).body["token"].as_str().unwrap().to_owned();
        let person = Person { token, ..person };
        let bytes = wav_bytes(2);
        send_file(&server, &person, &File { name: "b.wav", kind: "audio/wav", bytes: &bytes }, &[])
            .expect(201);
        assert!(refused_user_command(&server, &["delete", "bo@studio.example"]).contains("--yes"));
        assert!(
            run_user_command(&server, &["delete", "bo@studio.example", "--yes"])
                .contains("deleted")
        );
        person.at(&server).get("/api/auth/me").expect_error(401);
        sign_in().expect_error(401);
        server.wait_for_media_files(0);
        // The security events of the failed sign-in just now belong to no account.
        assert!(
            server.rows_of(owner).iter().all(|(_, rows)| *rows == 0),
            "{:?}",
            server.rows_of(owner)
        );
        assert!(
            refused_user_command(&server, &["sign-out", "bo@studio.example"])
                .contains("No account")
        );
    });
}

/// GUARD-06: queued jobs of a disabled account wait until it is enabled again.
#[test]
fn jobs_of_a_disabled_account_wait() {
    with_both_engines(&[], |server| {
        let person = Person::join(&server);
        run_user_command(&server, &["disable", &person.email]);
        let owner = person.user["id"].as_str().unwrap();
        // The export looks as if it had been queued a moment before.
        server.execute(&format!(
            "INSERT INTO exports (owner_id, id, type, format, filters, status, created_at, expires_at)
             VALUES ('{owner}', '01890a5d-0000-7000-8000-000000000004', 'all', 'csv', '{{}}', 'pending', 1, 9000000000000);
             INSERT INTO jobs (owner_id, id, kind, lane, payload, unique_key, state, run_at, attempts, max_attempts, created_at)
             VALUES ('{owner}', '01890a5d-0000-7000-8000-000000000005', 'export', 0, '01890a5d-0000-7000-8000-000000000004',
               'export:01890a5d-0000-7000-8000-000000000004', 'queued', 1, 0, 3, 1)"
        ));
        let paused = format!(
            "SELECT COUNT(*) FROM jobs WHERE owner_id = '{owner}' AND kind = 'export' AND state = 'queued' AND run_at > 1"
        );
        server.wait_until("it is put off", || server.query_number(&paused) == 1);
        run_user_command(&server, &["enable", &person.email]);
        let done = format!(
            "SELECT COUNT(*) FROM jobs WHERE owner_id = '{owner}' AND kind = 'export' AND state IN ('done', 'dead')
               OR owner_id = '{owner}' AND kind = 'export' AND last_error IS NOT NULL AND last_error NOT LIKE 'paused%'"
        );
        server.wait_until("somebody works on it", || server.query_number(&done) == 1);
    });
}

/// `demo` on a public address warns that its password is published; `serve` on a public address refuses that account.
#[test]
fn the_demo_account_is_for_this_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("plain");
    let line = ["demo", "--data-dir", data, "--listen", "127.0.0.1:0"];
    let output = program(&[&line[..], &["--public-url", "https://studio.example"]].concat())
        .output()
        .expect("runs");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("published") && told.contains("--yes"), "{told}");
    let output =
        program(&["demo", "--data-dir", data, "--listen", "192.0.2.1:0"]).output().expect("runs");
    assert_eq!(output.status.code(), Some(2), "refused before it listens");

    let known = json!({"email": "maya@ledgerline.example", "password": "Northline-77"});
    let demo = Server::start_as("demo", Engine::Sqlite, &[]);
    let token =
        demo.post("/api/auth/login", &known).expect(200).body["token"].as_str().unwrap().to_owned();
    let server = demo.restart(&["--public-url", "https://studio.example"]);
    server.wait_for_output("still has its published password");
    server.with_token(&token).get("/api/auth/me").expect_error(401);
    assert!(server.post("/api/auth/login", &known).expect_error(403).error().contains("published"));
    let wrong = json!({"email": "maya@ledgerline.example", "password": "Northline-78"});
    server.post("/api/auth/login", &wrong).expect_error(401);
    let told = run_user_command(&server, &["reset-password", "maya@ledgerline.example"]);
    let password = told.lines().next().unwrap().rsplit(' ').next().unwrap().to_owned();
    let form = json!({"email": "maya@ledgerline.example", "password": password});
    server.post("/api/auth/login", &form).expect(200);
    // On a loopback address the demo account can still sign in.
    let other = Server::start_as("demo", Engine::Sqlite, &[]).restart(&[]);
    other.post("/api/auth/login", &known).expect(200);
}

/// Settings that make a server less safe are named at start.
#[test]
fn risky_settings_are_told_at_start() {
    let server = Server::start_process(Engine::Sqlite, &["--rate-limit", "off"]);
    server.wait_for_output("--rate-limit is off");
    let server = Server::start_process(Engine::Sqlite, &[]);
    assert!(!server.output().contains("WARN"), "{}", server.output());
}
