//! After kill -9 at any moment, acknowledged rows are there, balances add up, and no stray file is left. OPS-04

use std::{
    fs::File,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, SystemTime},
};

use serde_json::{Value, json};
use testbed::budget;

use crate::harness::people::Person;
use crate::harness::{Answer, Engine, Server, Store, library};

const ROUNDS: usize = 3;
/// How many requests are acknowledged in a round before the server is killed.
const AT_LEAST: usize = 40;

/// The rows of one person whose requests the server has acknowledged.
#[derive(Default)]
struct Acknowledged {
    transactions: Vec<String>,
    sales: Vec<String>,
    beats: Vec<(String, Vec<u8>)>,
}

/// Sends requests until the server is killed, and records the acknowledged rows.
fn work_until_killed(
    server: &Server,
    person: &Person,
    acknowledged: &mut Acknowledged,
    done: &AtomicUsize,
    round: usize,
) {
    let at = person.at(server);
    for number in 0.. {
        let is_out = number % 3 == 2;
        let path = if is_out { "/api/wallet/withdraw" } else { "/api/wallet/deposit" };
        let movement = at.call("POST", path).json(&json!({"amount": 2.5}));
        let Some(id) = created_id(movement.try_send(), "transaction") else { return };
        acknowledged.transactions.push(id);
        let sale = json!({"title": "Night", "client": "Zoë", "amount": 7});
        let Some(id) = created_id(at.call("POST", "/api/sales").json(&sale).try_send(), "sale")
        else {
            return;
        };
        acknowledged.sales.push(id);
        let bytes = library::wav_bytes(u32::try_from(round * 10_000 + number).unwrap());
        let file = library::File { name: "beat.wav", kind: "audio/wav", bytes: &bytes };
        let call = at.call("POST", "/api/documents/upload");
        let call = call.body(&library::multipart_type(), library::multipart_form(&[file], &[]));
        let Some(id) = created_id(call.try_send(), "document") else { return };
        acknowledged.beats.push((id, bytes));
        done.fetch_add(3, Ordering::Relaxed);
    }
}

/// The id of the created row; `None` if the server was killed.
fn created_id(answer: Result<Answer, ureq::Error>, noun: &str) -> Option<String> {
    let answer = answer.ok()?.expect(201);
    Some(answer.body[noun]["id"].as_str().unwrap().to_owned())
}

fn killed_again_and_again(engine: Engine, store: Store) {
    let mut server = Server::start_process_with(engine, store, &["--rate-limit", "off"]);
    let people: Vec<Person> = (0..3).map(|_| Person::join(&server)).collect();
    let mut acknowledged: Vec<Acknowledged> =
        people.iter().map(|_| Acknowledged::default()).collect();
    for round in 0..ROUNDS {
        let done = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let (server, done) = (&server, &done);
            for (person, acknowledged) in people.iter().zip(&mut acknowledged) {
                scope.spawn(move || work_until_killed(server, person, acknowledged, done, round));
            }
            server.wait_until("enough is done", || done.load(Ordering::Relaxed) >= AT_LEAST);
            server.signal(rustix::process::Signal::KILL);
        });
        server = server.restart_after_kill(backdate_media_files);
        for (person, acknowledged) in people.iter().zip(&acknowledged) {
            check_acknowledged_rows(&server, person, acknowledged);
        }
        check_books(&server);
        check_files(&server, &people);
    }
}

/// Makes all media files two hours old, since a sweep spares younger ones: they may belong to an upload on another
/// instance.
fn backdate_media_files(server: &Server) {
    let then = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
    for file in server.media_files() {
        File::options().write(true).open(file).unwrap().set_modified(then).unwrap();
    }
}

fn check_acknowledged_rows(server: &Server, person: &Person, acknowledged: &Acknowledged) {
    let at = person.at(server);
    let nouns = [("transactions", &acknowledged.transactions), ("sales", &acknowledged.sales)];
    for (noun, id) in nouns.iter().flat_map(|(noun, ids)| ids.iter().map(move |id| (noun, id))) {
        at.get(&format!("/api/{noun}/{id}")).expect(200);
    }
    for (id, bytes) in &acknowledged.beats {
        let answer = at.get(&format!("/api/documents/{id}/stream"));
        assert_eq!((answer.status, &answer.bytes), (200, bytes), "{id}");
    }
}

/// Checks that every balance is the sum of its postings, and that the postings of every transaction add up to zero.
fn check_books(server: &Server) {
    let unequal = "SELECT COUNT(*) FROM accounts a WHERE a.balance <>
        (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM postings p
         WHERE p.owner_id = a.owner_id AND p.account_id = a.id)";
    assert_eq!(server.query_number(unequal), 0);
    let uneven = "SELECT COUNT(*) FROM (SELECT 1 AS one FROM postings
        GROUP BY owner_id, transaction_id HAVING SUM(amount) <> 0) AS uneven";
    assert_eq!(server.query_number(uneven), 0);
}

/// Waits until the store holds the files that rows name, and no others.
fn check_files(server: &Server, people: &[Person]) {
    let compared = budget::poll(budget::PATIENCE, || {
        let mut named: Vec<String> =
            people.iter().flat_map(|person| beat_ids(server, person)).collect();
        let files = server.media_files();
        let name =
            |file: &std::path::PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
        let mut there: Vec<String> = files.iter().map(name).collect();
        named.sort();
        there.sort();
        if named == there { Ok(()) } else { Err((named, there)) }
    });
    compared.unwrap_or_else(|(named, there)| panic!("named {named:?}\nthere {there:?}"));
}

fn beat_ids(server: &Server, person: &Person) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    loop {
        let path = format!("/api/documents?limit=200&offset={}", found.len());
        let page = person.at(server).get(&path).expect(200).body["documents"].clone();
        let ids = page.as_array().unwrap().iter();
        let ids: Vec<String> =
            ids.map(|row: &Value| row["id"].as_str().unwrap().to_owned()).collect();
        if ids.is_empty() {
            return found;
        }
        found.extend(ids);
    }
}

#[test]
#[ignore = "runs in make test-all"]
fn nothing_acknowledged_is_lost_on_sqlite() {
    killed_again_and_again(Engine::Sqlite, Store::Folder);
}

#[test]
#[ignore = "runs in make test-all"]
fn nothing_acknowledged_is_lost_on_postgres() {
    killed_again_and_again(Engine::Postgres, Store::Folder);
}
