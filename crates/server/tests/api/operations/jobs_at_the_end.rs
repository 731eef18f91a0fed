//! Jobs that are running when a server is stopped or killed. SAFE-08
//!
//! The job is a letter to a mail server that keeps silent: it runs for as long as a test wants, on however busy a machine.

use rustix::process::Signal;
use testbed::smtp::{Behavior, Smtp};

use crate::harness::outbox::wait_for_letter;
use crate::harness::people::Person;
use crate::harness::{Engine, Server};

const RUNNING: &str = "SELECT COUNT(*) FROM jobs WHERE kind = 'mail-letter' AND state = 'running'";
const QUEUED: &str = "SELECT COUNT(*) FROM jobs WHERE kind = 'mail-letter' AND state = 'queued'";

fn silent_mail_server() -> Smtp {
    let smtp = Smtp::start();
    smtp.set(Behavior::Silent);
    smtp
}

/// Signs up, and waits until the server sends the letter that asks to confirm the address.
fn join_and_wait_for_job(server: &Server) -> Person {
    let person = Person::join(server);
    server.wait_until("the letter is being sent", || server.query_number(RUNNING) == 1);
    person
}

/// SAFE-08: an orderly stop puts a running job back into the queue, and the next server runs it at once, without
/// waiting for the end of its five-minute lease. Restarts do not use up the job's attempts.
#[test]
#[ignore = "runs in make test-all"]
fn a_server_that_stops_hands_its_jobs_back() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let smtp = silent_mail_server();
        let server = Server::start_process(engine, &["--smtp-url", &smtp.url()]);
        let person = join_and_wait_for_job(&server);
        let left = "SELECT max_attempts - attempts FROM jobs WHERE kind = 'mail-letter'";
        let before = server.query_number(left);
        let server = server.restart_as("serve", &[], |ended| {
            assert!(
                ended.output().contains("a job was put back into the queue"),
                "{}",
                ended.output()
            );
            assert_eq!((ended.query_number(RUNNING), ended.query_number(QUEUED)), (0, 1));
            assert_eq!(ended.query_number(left), before + 1);
        });
        wait_for_letter(&server, &person.email, "Confirm your email address", 1);
    }
}

/// SAFE-08: a server that is alone on a SQLite database takes over the jobs of a killed one at once.
#[test]
#[ignore = "runs in make test-all"]
fn after_a_kill_the_only_server_goes_on_at_once() {
    let smtp = silent_mail_server();
    let server = Server::start_process(Engine::Sqlite, &["--smtp-url", &smtp.url()]);
    let person = join_and_wait_for_job(&server);
    server.signal(Signal::KILL);
    let server = server.restart_after_kill(|ended| assert_eq!(ended.query_number(RUNNING), 1));
    server.wait_for_output("jobs of a server that was killed are queued again");
    wait_for_letter(&server, &person.email, "Confirm your email address", 1);
}

/// SAFE-08: a server does not take over running jobs while another server uses the same SQLite file.
#[test]
#[ignore = "runs in make test-all"]
fn a_second_server_leaves_the_jobs_of_the_first_alone() {
    let smtp = silent_mail_server();
    let first = Server::start_process(Engine::Sqlite, &["--smtp-url", &smtp.url()]);
    join_and_wait_for_job(&first);
    let second = Server::start_together(first.data_dir(), 1).remove(0);
    assert!(!second.output().contains("queued again"), "{}", second.output());
    smtp.set(Behavior::Kind);
    assert_eq!(smtp.wait_for(1).len(), 1);
    // One try, by the server that knows the mail server.
    assert_eq!(first.query_number("SELECT attempts FROM jobs WHERE kind = 'mail-letter'"), 1);
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
        server.wait();
    });
}
