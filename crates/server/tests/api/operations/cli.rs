//! The program as its operator starts it: settings, first start, help, rescue.
//! Proves OPS-07.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

use serde_json::json;

use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Engine, Server, program};
use crate::money::cards;

fn run(arguments: &[&str]) -> Output {
    program(arguments).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Fails unless the command exits with code 2 and one line that names the setting, its value and the allowed values;
/// returns the line.
#[track_caller]
fn expect_setting_error(output: &Output, setting: &str) -> String {
    let line = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(line.starts_with(&format!("ledgerline: --{setting} (LEDGERLINE_")), "{line}");
    assert!(line.contains("but it takes"), "{line}");
    assert!(output.stdout.is_empty());
    line
}

/// OPS-07
#[test]
fn a_senseless_setting_stops_the_start_with_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("plain");
    for (setting, value) in [
        ("listen", "everywhere"),
        ("listen", "127.0.0.1:70000"),
        ("public-url", "studio.example"),
        ("trusted-proxies", "10.0.0.0/99"),
        ("data-dir", ""),
        ("data-dir", "/dev/null/data"),
        ("database-url", "mysql://root@db/x"),
        ("database-url", "postgres://db/x?sslmode=perhaps"),
        ("database-url", "postgres://db/x?sslmode=verify-full&sslrootcert=/nowhere/ca.pem"),
        ("secret-key-file", "/nowhere/at/all/secret.key"),
        ("rate-limit", "sometimes"),
        ("support-email", "help"),
        ("smtp-url", "mail.example"),
        ("mail-from", "Studio"),
        ("log", "loud"),
        ("log-format", "xml"),
        ("metrics-listen", "9090"),
    ] {
        let flag = format!("--{setting}");
        let mut line = vec!["serve", "--listen", "127.0.0.1:0", "--data-dir", data];
        // A flag may be given only once, so the tested flag replaces the same flag of the line.
        if let Some(at) = line.iter().position(|word| *word == flag) {
            line.drain(at..at + 2);
        }
        line.extend([flag.as_str(), value]);
        let told = expect_setting_error(&run(&line), setting);
        assert!(value.is_empty() || told.contains(value), "{told}");
    }
}

/// OPS-07
#[test]
fn a_setting_from_the_environment_is_checked_too_and_a_flag_wins() {
    let output = program(&["serve"]).env("LEDGERLINE_LISTEN", "nonsense").output().expect("runs");
    assert!(expect_setting_error(&output, "listen").contains("nonsense"));
    let server = Server::start_process(Engine::Sqlite, &[]);
    let output = program(&["user", "list"])
        .args(server.data_flags())
        .env("LEDGERLINE_DATA_DIR", "/dev/null/not-this-one")
        .output()
        .expect("runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn a_database_password_is_never_shown() {
    let told = expect_setting_error(
        &run(&["serve", "--database-url", "mysql://root:hunter2@db/x"]),
        "database-url",
    );
    assert!(!told.contains("hunter2"), "{told}");
    let help = program(&["serve", "--help"])
        .env("LEDGERLINE_DATABASE_URL", "postgres://root:hunter2@db/x")
        .output()
        .expect("runs");
    assert!(!text(&help.stdout).contains("hunter2"));
    let folder = tempfile::tempdir().expect("a folder");
    let url = "postgres://root:hunter2@127.0.0.1:1/x";
    let data = folder.path().to_str().expect("plain");
    let output = run(&["serve", "--data-dir", data, "--database-url", url]);
    let line = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{line}");
    assert!(line.contains("database") && !line.contains("hunter2"), "{line}");
}

#[test]
fn help_names_every_setting_with_its_variable_and_default() {
    let help = text(&run(&["serve", "--help"]).stdout);
    for (flag, default) in [
        ("listen", "127.0.0.1:8080"),
        ("public-url", "http://"),
        ("trusted-proxies", "none"),
        ("data-dir", "./data"),
        ("database-url", "SQLite"),
        ("secret-key-file", "secret.key"),
        ("rate-limit", "on"),
        ("support-email", "none"),
        ("log", "info"),
        ("log-format", "text"),
        ("metrics-listen", "none"),
    ] {
        let variable = format!("LEDGERLINE_{}", flag.to_uppercase().replace('-', "_"));
        let at = help.find(&format!("--{flag} ")).unwrap_or_else(|| panic!("--{flag} in {help}"));
        let rest = &help[at..];
        let end = rest[2..].find("\n      --").map_or(rest.len(), |end| end + 2);
        let entry = rest[..end].split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(entry.contains(&variable), "{variable}: {entry}");
        assert!(entry.contains("[default:") && entry.contains(default), "{default}: {entry}");
    }
    for command in ["serve", "demo", "openapi", "user"] {
        assert!(text(&run(&["--help"]).stdout).contains(command));
    }
}

#[test]
fn many_first_starts_at_once_share_one_private_folder_and_key() {
    let parent = tempfile::tempdir().expect("a folder");
    let data = parent.path().join("new/data");
    let servers = Server::start_together(&data, 20);
    for server in &servers {
        server.get("/api/health").expect(200);
    }
    let person = Person::join(&servers[0]);
    for server in &servers {
        person.at(server).get("/api/auth/me").expect(200);
    }
    let mode = |path: &Path| fs::metadata(path).expect("made").permissions().mode() & 0o777;
    assert_eq!((mode(&data), mode(&data.join("secret.key"))), (0o700, 0o600));
}

#[test]
fn a_rescue_in_the_wrong_folder_makes_nothing_there() {
    let parent = tempfile::tempdir().expect("a folder");
    let data = parent.path().join("mistyped");
    let output = run(&["user", "list", "--data-dir", data.to_str().expect("plain")]);
    expect_setting_error(&output, "data-dir");
    assert!(!data.exists());
}

#[test]
fn a_key_that_others_can_read_stops_the_start() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    let key = server.data_dir().join("secret.key");
    let mode = fs::metadata(&key).expect("made").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).expect("changed");
    let place = server.data_flags();
    let mut line = vec!["user", "list"];
    line.extend(place.iter().map(String::as_str));
    assert!(expect_setting_error(&run(&line), "secret-key-file").contains("0644"));
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).expect("changed");
    fs::write(&key, "short").expect("written");
    expect_setting_error(&run(&line), "secret-key-file");
}

/// The server refuses a key that is not the database's own: sealed values would not open, and newly sealed ones would
/// not open later.
#[test]
fn a_database_takes_no_other_key_than_its_own() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let server = Server::start_process(engine, &[]);
        let key = server.data_dir().join("secret.key");
        let elsewhere = TcpListener::bind("127.0.0.1:0").expect("a port");
        let taken = elsewhere.local_addr().expect("an address").to_string();
        let server = server.restart_as("serve", &[], |stopped| {
            let ours = fs::read(&key).expect("a key");
            fs::remove_file(&key).expect("gone");
            let place = stopped.data_flags();
            // `serve` gets a port that is in use, so it ends whether or not it accepts the key.
            let mut line = vec!["serve", "--listen", taken.as_str()];
            line.extend(place.iter().map(String::as_str));
            assert!(
                expect_setting_error(&run(&line), "secret-key-file").contains("that file is gone")
            );
            assert!(!key.exists(), "a new key is made for a new database only");

            fs::write(&key, "cd".repeat(32)).expect("written");
            fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).expect("changed");
            assert!(expect_setting_error(&run(&line), "secret-key-file").contains("another one"));
            let rotated = stopped.command(&["rotate-key"]);
            assert!(
                text(&rotated.stderr).contains("nothing was changed"),
                "{}",
                text(&rotated.stderr)
            );
            fs::write(&key, ours).expect("written");
        });
        server.get("/api/health").expect(200);
    }
}

#[test]
fn a_port_that_is_taken_is_told_in_one_line() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    let folder = tempfile::tempdir().expect("a folder");
    let address = server.address().to_string();
    let output =
        run(&["serve", "--listen", &address, "--data-dir", folder.path().to_str().expect("plain")]);
    let line = text(&output.stderr);
    let last = line.lines().last().expect("a line");
    assert_eq!(output.status.code(), Some(1), "{line}");
    assert!(last.contains(&address) && last.contains("in use"), "{line}");
}

#[test]
fn the_operator_can_list_accounts_and_let_people_back_in() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let server = Server::start_process(engine, &[]);
        let operator = |words: &[&str]| {
            let output = program(words).args(server.data_flags()).output().expect("runs");
            (output.status.code(), text(&output.stdout) + &text(&output.stderr))
        };
        let (code, told) = operator(&["user", "list"]);
        assert!(code == Some(0) && told.starts_with("There is no account yet.\n"), "{told}");
        let person = Person::join(&server);
        let email = person.email.as_str();
        let (code, list) = operator(&["user", "list"]);
        assert!(code == Some(0) && list.contains(email) && list.contains("Maya Okafor"), "{list}");

        let (code, told) = operator(&["user", "reset-password", email]);
        assert_eq!(code, Some(0), "{told}");
        let password =
            told.lines().next().and_then(|line| line.rsplit(' ').next()).expect("a password");
        person.at(&server).get("/api/auth/me").expect_error(401);
        let sign_in = |password: &str| json!({"email": email, "password": password});
        server.post("/api/auth/login", &sign_in(PASSWORD)).expect_error(401);
        server.post("/api/auth/login", &sign_in(password)).expect(200);

        for command in ["reset-password", "disable-2fa", "unlock"] {
            let (code, told) = operator(&["user", command, "nobody@x.example"]);
            assert_eq!(code, Some(1), "{told}");
            assert_eq!(told.lines().count(), 1, "{told}");
            let (code, told) = operator(&["user", command, "not an address"]);
            assert_eq!(code, Some(1), "{told}");
        }
        assert_eq!(operator(&["user", "disable-2fa", email]).0, Some(0));
        assert_eq!(operator(&["user", "unlock", email]).0, Some(0));
    }
}

// OPS-01: the server that `make run` starts prints an email address and a password, and they work.
#[test]
fn demo_prints_an_account_that_works() {
    let server = Server::start_as("demo", Engine::Sqlite, &[]);
    let told = server.wait_for_output("Sign in as ");
    let (email, password) = told.split_once(" with the password ").expect("both are told");
    let pin = server.wait_for_output("The PIN for its cards is ");
    let sign_in = json!({"email": email, "password": password});
    let answer = server.post("/api/auth/login", &sign_in).expect(200);
    let token = answer.body["token"].as_str().expect("a token").to_owned();
    assert_eq!(server.with_token(&token).get("/api/cards/pin").expect(200).body["set"], true);
    // The demo account has a card, and the printed PIN reveals it.
    let own = server.with_token(&token).get("/api/cards").expect(200).body["cards"].clone();
    assert_eq!(own.as_array().map(Vec::len), Some(1), "{own}");
    let reveal = format!("/api/cards/{}/reveal", own[0]["id"].as_str().expect("an id"));
    let shown = server.with_token(&token).post(&reveal, &json!({"pin": pin})).expect(200);
    assert_eq!(shown.body["number"], "4242424242424242");
    let card = server.with_token(&token).post("/api/cards", &cards::form()).expect(201);
    let reveal = format!("/api/cards/{}/reveal", card.body["card"]["id"].as_str().expect("an id"));
    let shown = server.with_token(&token).post(&reveal, &json!({"pin": pin})).expect(200);
    assert_eq!(shown.body["number"], "4539578763621486");

    // A changed PIN is set back at the next start.
    let other = json!({"pin": "1357", "currentPassword": password});
    server.with_token(&token).put("/api/cards/pin", &other).expect(200);
    server.with_token(&token).post(&reveal, &json!({"pin": pin})).expect_error(403);
    let server = server.restart_as("demo", &[], |_| ());
    server.wait_for_output("The PIN for its cards is ");
    server.with_token(&token).post(&reveal, &json!({"pin": pin})).expect(200);
}

/// `ledgerline health` is what a container's health check runs: it needs neither a shell nor curl.
#[test]
fn health_tells_whether_the_server_answers() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    let address = server.address().to_string();
    let well = run(&["health", "--listen", &address]);
    assert_eq!((well.status.code(), text(&well.stdout).trim()), (Some(0), "healthy"));
    drop(server);
    let gone = run(&["health", "--listen", &address]);
    assert_eq!(gone.status.code(), Some(1));
    assert!(text(&gone.stderr).contains(&address), "{}", text(&gone.stderr));
    expect_setting_error(&run(&["health", "--listen", "everywhere"]), "listen");

    // The command fails if another program answers at the address, and if the server is not healthy.
    for (answer, told) in [("hello", "no HTTP server"), ("HTTP/1.1 503 Service Unavailable", "503")]
    {
        let other = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = other.local_addr().expect("an address").to_string();
        let answering = std::thread::spawn(move || {
            use std::io::{Read, Write};
            let (mut stream, _) = other.accept().expect("a client");
            let _ = stream.read(&mut [0; 1024]);
            stream.write_all(answer.as_bytes()).expect("sent");
        });
        let ill = run(&["health", "--listen", &address]);
        answering.join().expect("no panic");
        assert_eq!(ill.status.code(), Some(1));
        assert!(text(&ill.stderr).contains(told), "{}", text(&ill.stderr));
    }
}
