//! Liveness, readiness and metrics. SAFE-09

use std::io::{Read, Write};

use serde_json::json;
use testbed::{SmallDisk, budget};

use crate::harness::library::{File, send_file, wav_bytes};
use crate::harness::people::Person;
use crate::harness::{Answer, Engine, Server, read_answer};

/// Requests readiness until the answer fulfills the condition `is_so`.
fn wait_for_readiness(server: &Server, is_so: impl Fn(&Answer) -> bool) -> Answer {
    let found = budget::poll(budget::PATIENCE, || {
        let answer = server.get("/api/health/ready");
        if is_so(&answer) { Ok(answer) } else { Err(answer.text()) }
    });
    found.unwrap_or_else(|last| panic!("{last}: {}", server.output()))
}

/// SAFE-09
#[test]
fn a_well_server_is_live_and_ready() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let server = Server::start_process(engine, &[]);
        assert_eq!(server.get("/api/health/live").expect(200).body, json!({"success": true}));
        let ready = wait_for_readiness(&server, |answer| answer.status == 200);
        let told = json!({"success": true, "database": "ok", "store": "ok", "disk": "ok"});
        assert_eq!(ready.body, told);
        let health = server.get("/api/health").expect(200).body;
        assert_eq!(health["status"], "ok");
        for part in ["database", "store", "disk"] {
            assert_eq!(health[part], "ok", "{health}");
        }
    }
}

/// SAFE-09: without its database the server is not ready, but alive.
#[test]
#[ignore = "runs in make test-all"]
fn without_its_database_a_server_lives_and_is_not_ready() {
    let cluster = testbed::Postgres::start();
    let server = Server::start_on(&cluster.fresh_database(), &[]);
    wait_for_readiness(&server, |answer| answer.status == 200);
    cluster.stop();
    // On a busy machine the first check may tell "timeout".
    let away = wait_for_readiness(&server, |answer| answer.body["database"] == "unreachable");
    assert_eq!((away.status, &away.body["success"]), (503, &json!(false)));
    assert!(away.error().contains("database"), "{}", away.error());
    server.get("/api/health/live").expect(200);
    cluster.start_again();
    wait_for_readiness(&server, |answer| answer.status == 200);
}

/// SAFE-09: with a database that can only be read, the server is not ready.
#[test]
fn a_database_that_cannot_be_written_is_not_ready() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    wait_for_readiness(&server, |answer| answer.status == 200);
    let holder = rusqlite::Connection::open(server.data_dir().join("ledgerline.db")).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let locked = wait_for_readiness(&server, |answer| answer.status == 503);
    let word = locked.body["database"].as_str().unwrap();
    assert!(["timeout", "not writable"].contains(&word), "{word}");
    server.get("/api/health").expect(200);
    holder.execute_batch("ROLLBACK").unwrap();
    wait_for_readiness(&server, |answer| answer.status == 200);
}

/// Starts an S3 server that answers every request like Amazon S3 for a missing bucket, and returns its address. The
/// tests' usual S3 server creates a missing bucket on the first upload.
fn start_s3_without_bucket() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let body = "<?xml version=\"1.0\"?><Error><Code>NoSuchBucket</Code><Message>no</Message></Error>";
                let answer = format!(
                    "HTTP/1.1 404 Not Found\r\nContent-Type: application/xml\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                    body.len()
                );
                // A small request arrives in one read.
                let _ = stream.read(&mut [0; 65_536]);
                let _ = stream.write_all(answer.as_bytes());
            });
        }
    });
    format!("http://{address}")
}

/// SAFE-09: a missing bucket, wrong credentials and a dead endpoint are three different things, and an upload is
/// refused with a 503 in each.
#[test]
fn what_is_wrong_with_the_store_is_told_apart() {
    let s3 = testbed::s3();
    let missing = Server::start_without_bucket(s3);
    wait_for_readiness(&missing, |answer| answer.body["store"] == "no bucket");
    let with = |name, value: &str| Server::start_with_variable(s3, name, value);
    let servers = [
        (
            with("AWS_ENDPOINT_URL", &start_s3_without_bucket()),
            "no bucket",
            "the bucket of the media store does not exist",
        ),
        (
            with("AWS_SECRET_ACCESS_KEY", "wrong"),
            "denied",
            "the media store refuses the credentials",
        ),
        (
            with("AWS_ENDPOINT_URL", "http://127.0.0.1:1"),
            "unreachable",
            "the media store cannot be reached",
        ),
    ];
    for (server, word, sentence) in &servers {
        let person = Person::join(server);
        let bytes = wav_bytes(1);
        let file = File { name: "a.wav", kind: "audio/wav", bytes: &bytes };
        send_file(server, &person, &file, &[]).expect_error(503);
        server.wait_for_output(sentence);
        let told = wait_for_readiness(server, |answer| answer.body["store"] == *word);
        assert_eq!((told.status, &told.body["database"]), (503, &json!("ok")), "{word}");
        let health = server.get("/api/health").expect(200).body;
        assert_eq!(health["store"], *word);
    }
}

/// SAFE-09
#[test]
#[ignore = "runs in make test-all"]
fn a_full_disk_is_not_ready() {
    let disk = match SmallDisk::mount(160) {
        Ok(disk) => disk,
        Err(reason) => {
            testbed::note_skipped(&format!("no small disk can be mounted here: {reason}"));
            return;
        }
    };
    let server = Server::start_together(disk.path(), 1).remove(0);
    wait_for_readiness(&server, |answer| answer.status == 200);
    disk.fill().unwrap();
    let full = wait_for_readiness(&server, |answer| answer.body["disk"] == "full");
    assert_eq!(full.status, 503);
    server.get("/api/health/live").expect(200);
}

fn metrics(address: &str) -> String {
    let mut stream = std::net::TcpStream::connect(address).expect("connected");
    stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n").expect("sent");
    read_answer(&mut stream).text()
}

/// SAFE-09: metrics of jobs, mail, store, disk, database log or pool, memory and the last backup.
#[test]
fn metrics_tell_of_jobs_mail_disk_and_backups() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let server = Server::start_process(engine, &["--metrics-listen", "127.0.0.1:0"]);
        let address = server.wait_for_output("Metrics are at http://").replace("/metrics", "");
        let person = Person::join(&server);
        server.execute(
            "INSERT INTO installation_facts (name, value) VALUES ('last_backup_at', '1800000000000');
             INSERT INTO jobs (owner_id, id, kind, lane, payload, state, run_at, attempts, max_attempts, created_at, finished_at)
             VALUES ('00000000-0000-0000-0000-000000000000', 'x', 'long-archive', 1, '', 'dead', 1, 1, 1, 1, 9000000000000)",
        );
        // A sign-in from a new device sends a letter.
        let form = json!({"email": person.email, "password": crate::harness::people::PASSWORD});
        let call = server.call("POST", "/api/auth/login").header("user-agent", "another one");
        call.json(&form).send().expect(200);
        let own = if engine == Engine::Sqlite {
            "ledgerline_sqlite_wal_bytes{} "
        } else {
            "ledgerline_postgres_connections_in_use{} "
        };
        let wanted = [
            r#"ledgerline_jobs{lane="quick",state="queued"} "#,
            r#"ledgerline_jobs{lane="long",state="dead"} 1"#,
            r#"ledgerline_jobs{lane="mail",state="running"} "#,
            r#"ledgerline_oldest_due_job_seconds{lane="long"} 0"#,
            r#"ledgerline_mail_total{result="sent"} 1"#,
            r#"ledgerline_mail_total{result="failed"} 0"#,
            "ledgerline_disk_free_bytes{} ",
            "ledgerline_process_resident_memory_bytes{} ",
            "ledgerline_last_backup_seconds{} 1800000000",
            "ledgerline_ready 1",
            "ledgerline_event_streams 0",
            own,
        ];
        let told = budget::poll(budget::PATIENCE, || {
            let text = metrics(&address);
            let missing: Vec<_> = wanted.iter().filter(|line| !text.contains(**line)).collect();
            if missing.is_empty() { Ok(()) } else { Err(format!("{missing:?} in {text}")) }
        });
        told.unwrap_or_else(|missing| panic!("{missing}"));
    }
}
