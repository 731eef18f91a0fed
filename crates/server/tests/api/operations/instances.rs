//! Two instances on one PostgreSQL, one store and one key behave as one. OPS-03

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::library::{File, path, send_file, ticket, wait_for_analysis, wav_bytes};
use crate::harness::people::{PASSWORD, Person};
use crate::harness::{EventStream, Server};

/// Two instances on one database, with one key and one store.
pub struct Pair {
    pub one: Server,
    pub two: Server,
    pub url: String,
    pub shared: TempDir,
}

pub fn pair() -> Pair {
    let shared = tempfile::tempdir().unwrap();
    let url = testbed::postgres().fresh_database();
    let key = shared.path().join("secret.key").display().to_string();
    let media = format!("file://{}", shared.path().join("media").display());
    let flags = ["--secret-key-file", key.as_str(), "--media-url", media.as_str()];
    let (one, two) = (Server::start_on(&url, &flags), Server::start_on(&url, &flags));
    Pair { one, two, url, shared }
}

/// Failed sign-ins are counted for the account, at whichever instance they are made.
#[test]
fn tries_at_a_password_are_counted_together() {
    let Pair { one, two, shared: _shared, .. } = pair();
    let person = Person::join(&one);
    let wrong = json!({"email": person.email, "password": "Not-The-1"});
    for attempt in 0..10 {
        let server = if attempt % 2 == 0 { &one } else { &two };
        server.post("/api/auth/login", &wrong).expect_error(401);
    }
    let right = json!({"email": person.email, "password": PASSWORD});
    for server in [&one, &two] {
        assert!(
            !server
                .post("/api/auth/login", &right)
                .expect_error(429)
                .header("retry-after")
                .is_empty()
        );
    }
}

/// A session that ends at one instance is refused by the other at the next request, and its tickets too.
#[test]
fn a_session_is_known_and_ended_everywhere() {
    let Pair { one, two, shared: _shared, .. } = pair();
    let person = Person::join(&one);
    let bytes = wav_bytes(3);
    let file = File { name: "a.wav", kind: "audio/wav", bytes: &bytes };
    let made = send_file(&one, &person, &file, &[]).expect(201).body["document"].clone();
    let link = ticket(&one, &person, &made, "stream");
    assert_eq!(two.get(&link).bytes, bytes);
    let page = EventStream::open(&two, &person.token);

    let other = person.sign_in(&two);
    one.with_token(&other).post("/api/security/revoke-other-sessions", &json!({})).expect(200);
    person.at(&two).get("/api/auth/me").expect_error(401);
    assert!(two.get(&link).status >= 400);
    page.wait_for_end();
    two.with_token(&other).get("/api/auth/me").expect(200);
}

/// A two-factor code works once, at only one of the instances.
#[test]
fn a_two_factor_code_works_once_in_all() {
    let Pair { one, two, shared: _shared, .. } = pair();
    let person = Person::join(&one);
    let (authenticator, _) = person.enable_two_factor(&one);
    let code = authenticator.code(0);
    let form = json!({"email": person.email, "password": PASSWORD, "twoFactorToken": code});
    let mut answers: Vec<u16> = std::thread::scope(|scope| {
        let tries = [&one, &two].map(|server| {
            let form = &form;
            scope.spawn(move || server.post("/api/auth/login", form).status)
        });
        tries.map(|attempt| attempt.join().unwrap()).to_vec()
    });
    answers.sort_unstable();
    assert_eq!(answers, [200, 401]);
}

/// A job is done once, by either instance, whichever queued it; both instances have the result.
#[test]
fn jobs_are_done_once_and_their_files_are_everywhere() {
    let Pair { one, two, shared: _shared, .. } = pair();
    let person = Person::join(&one);
    for pitch in 0..6 {
        let server = if pitch % 2 == 0 { &one } else { &two };
        let bytes = wav_bytes(pitch + 1);
        let name = format!("{pitch}.wav");
        let file = File { name: &name, kind: "audio/wav", bytes: &bytes };
        let made = send_file(server, &person, &file, &[]).expect(201).body["document"].clone();
        assert_eq!(wait_for_analysis(&two, &person, &made)["analysis"], "done");
    }
    let deposit = json!({"amount": 12.5});
    person.at(&two).post("/api/wallet/deposit", &deposit).expect(201);
    let wish = json!({"type": "transactions", "format": "csv"});
    let export = person.at(&one).post("/api/exports/request", &wish).status;
    assert!(export == 201 || export == 202, "{export}");
    let done = wait_for_export(&two, &person);
    let file = person.at(&two).get(&format!("/api/exports/download/{done}"));
    assert!(file.text().contains("12.50"), "{}", file.text());
    let notices = person.at(&one).get("/api/notifications").expect(200);
    let told = notices.body["notifications"].as_array().unwrap().iter();
    let of_export = told.filter(|one| one.to_string().to_lowercase().contains("export"));
    assert_eq!(of_export.count(), 1, "{}", notices.body);

    // An item that is deleted at one instance is not found at the other.
    let list = person.at(&two).get("/api/documents").expect(200).body;
    let first: Value = list["documents"][0].clone();
    person.at(&one).delete(&path(&first)).expect(200);
    person.at(&two).get(&path(&first)).expect_error(404);
}

fn wait_for_export(server: &Server, person: &Person) -> String {
    server.wait_for("an export", || {
        let history = person.at(server).get("/api/exports/history").expect(200).body;
        let newest = &history["exports"][0];
        (newest["status"] == "completed").then(|| newest["id"].as_str().unwrap().to_owned())
    })
}
