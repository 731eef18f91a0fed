//! A database that is locked or away: requests get the right status and one error text, nothing is written partially,
//! and everything works again once the database is back. OPS-07

use std::time::Duration;

use serde_json::json;

use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Engine, Server};

#[test]
fn a_locked_sqlite_file_lets_readers_in_and_tells_writers_to_wait() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    let person = Person::join(&server);
    let holder = rusqlite::Connection::open(server.data_dir().join("ledgerline.db")).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();

    server.get("/api/health").expect(200);
    person.at(&server).get("/api/auth/me").expect(200);
    let change = json!({"theme": "dark"});
    let answer = person.at(&server).put("/api/users/settings", &change).expect_error(503);
    assert_eq!(answer.error(), "The server is busy. Please try again in a moment.");
    assert!(!answer.header("retry-after").is_empty());

    holder.execute_batch("ROLLBACK").unwrap();
    let settings = person.at(&server).get("/api/users/settings").expect(200);
    assert_eq!(settings.body["settings"]["theme"], "light", "a refused write left nothing behind");
    person.at(&server).put("/api/users/settings", &change).expect(200);
}

#[test]
fn a_short_lock_is_waited_for() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    let person = Person::join(&server);
    let holder = rusqlite::Connection::open(server.data_dir().join("ledgerline.db")).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    std::thread::scope(|scope| {
        let write = scope.spawn(|| {
            person.at(&server).put("/api/users/settings", &json!({"theme": "dark"})).status
        });
        // The lock is held for one second, which is less than a write waits for it.
        std::thread::sleep(Duration::from_secs(1));
        assert!(!write.is_finished());
        holder.execute_batch("ROLLBACK").unwrap();
        assert_eq!(write.join().unwrap(), 200);
    });
}

#[test]
fn a_postgres_that_is_away_is_a_503_until_it_is_back() {
    let cluster = testbed::Postgres::start();
    let server = Server::start_on(&cluster.fresh_database(), &[]);
    let person = Person::join(&server);
    cluster.stop();
    let paths = ["/api/health", "/api/auth/me", "/api/users/settings"];
    for path in paths {
        let answer = person.at(&server).get(path).expect_error(503);
        assert!(!answer.header("retry-after").is_empty(), "{path}");
    }
    let form = json!({"email": person.email, "password": PASSWORD});
    server.post("/api/auth/login", &form).expect_error(503);
    // The web app itself needs no database.
    assert_ne!(server.get("/").status, 503);

    cluster.start_again();
    server.wait_until("it works again", || person.at(&server).get("/api/auth/me").status == 200);
    for path in paths {
        person.at(&server).get(path).expect(200);
    }
    server.post("/api/auth/login", &form).expect(200);
    assert!(!server.output().contains("a request failed unexpectedly"), "{}", server.output());
}
