//! Jobs that are running when a server is stopped or killed. SAFE-08

use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::Value;

use crate::harness::library::{File, long_wav_bytes, send_file, wait_for_analysis};
use crate::harness::people::Person;
use crate::harness::{Engine, Server};

const RUNNING: &str =
    "SELECT COUNT(*) FROM jobs WHERE kind = 'long-analyse-media' AND state = 'running'";
const QUEUED: &str =
    "SELECT COUNT(*) FROM jobs WHERE kind = 'long-analyse-media' AND state = 'queued'";

/// Uploads a beat and waits until a job analyzes it.
fn upload_and_wait_for_job(server: &Server, person: &Person, megabytes: usize) -> Value {
    let bytes = long_wav_bytes(megabytes);
    let file = File { name: "long.wav", kind: "audio/wav", bytes: &bytes };
    let made = send_file(server, person, &file, &[]).expect(201).body["document"].clone();
    let deadline = Instant::now() + Duration::from_secs(30);
    while server.query_number(RUNNING) == 0 {
        assert!(Instant::now() < deadline, "nobody listens: {}", server.output());
        std::thread::sleep(Duration::from_millis(2));
    }
    made
}

/// SAFE-08: an orderly stop puts a running job back into the queue, and the next server runs it at once, without
/// waiting for the end of its five-minute lease. Restarts do not use up the job's attempts.
#[test]
#[ignore = "runs in make test-all"]
fn a_server_that_stops_hands_its_jobs_back() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let server = Server::start_process(engine, &["--max-audio-mb", "100"]);
        let person = Person::join(&server);
        let made = upload_and_wait_for_job(&server, &person, 90);
        let server = server.restart_as("serve", &[], |ended| {
            assert!(
                ended.output().contains("a job was put back into the queue"),
                "{}",
                ended.output()
            );
            assert_eq!((ended.query_number(RUNNING), ended.query_number(QUEUED)), (0, 1));
            let left = "SELECT max_attempts - attempts FROM jobs WHERE kind = 'long-analyse-media'";
            assert_eq!(ended.query_number(left), 4);
        });
        assert_eq!(wait_for_analysis(&server, &person, &made)["analysis"], "done");
    }
}

/// SAFE-08: a server that is alone on a SQLite database takes over the jobs of a killed one at once.
#[test]
#[ignore = "runs in make test-all"]
fn after_a_kill_the_only_server_goes_on_at_once() {
    let server = Server::start_process(Engine::Sqlite, &["--max-audio-mb", "100"]);
    let person = Person::join(&server);
    let made = upload_and_wait_for_job(&server, &person, 90);
    server.signal(Signal::KILL);
    let server = server.restart_after_kill(|ended| assert_eq!(ended.query_number(RUNNING), 1));
    server.wait_for_output("jobs of a server that was killed are queued again");
    assert_eq!(wait_for_analysis(&server, &person, &made)["analysis"], "done");
}

/// SAFE-08: a server does not take over running jobs while another server uses the same SQLite file.
#[test]
#[ignore = "runs in make test-all"]
fn a_second_server_leaves_the_jobs_of_the_first_alone() {
    let folder = tempfile::tempdir().unwrap();
    let first = Server::start_together(folder.path(), 1).remove(0);
    let person = Person::join(&first);
    let made = upload_and_wait_for_job(&first, &person, 40);
    let second = Server::start_together(folder.path(), 1).remove(0);
    assert!(!second.output().contains("queued again"), "{}", second.output());
    assert_eq!(wait_for_analysis(&second, &person, &made)["analysis"], "done");
    let tries = "SELECT attempts FROM jobs WHERE kind = 'long-analyse-media'";
    assert_eq!(first.query_number(tries), 1);
}

/// SAFE-08: a database that hangs does not keep the process from ending.
#[test]
#[ignore = "runs in make test-all"]
fn a_database_that_hangs_does_not_keep_the_process() {
    let url = testbed::postgres().fresh_database();
    let (before, rest) = url.split_once("127.0.0.1:").expect("PostgreSQL listens on loopback");
    let port: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let line = testbed::FaultyProxy::to(format!("127.0.0.1:{port}").parse().unwrap());
    let by_line = format!("{before}{}{}", line.address(), &rest[port.len()..]);
    let server = Server::start_on(&by_line, &[]);
    let person = Person::join(&server);
    line.spoil(testbed::Fault::Silent);
    std::thread::scope(|scope| {
        scope.spawn(|| person.at(&server).call("GET", "/api/auth/me").try_send().ok());
        line.wait_until_it_holds_back();
        server.signal(Signal::TERM);
        // `wait` fails after forty seconds.
        server.wait();
    });
}
