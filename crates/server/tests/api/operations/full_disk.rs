//! A full disk under the database and the media: uploads and writes are refused with the right status and error text,
//! and reads still work. Once there is space again, all acknowledged rows are there and no others. If the test may not
//! mount a disk, it is skipped; `media_trouble` then tests with a limit on file sizes. OPS-07

use serde_json::json;
use testbed::SmallDisk;

use crate::harness::library::{File, long_wav_bytes, send_file, ticket, upload, wait_for_analysis};
use crate::harness::people::Person;
use crate::harness::{Answer, Server};

const NO_ROOM: &str = "There is no room left to store this file. Please contact the operator.";
const AWAY: &str = "The service is temporarily unavailable. Please try again shortly.";
/// The size of the disk: enough for the database, its log and a few small files, and small enough to be filled quickly.
const MEGABYTES: u32 = 48;
/// How many deposits are tried at most; the free space in the database's log is used up long before.
const MOST_WRITES: u32 = 5_000;

fn deposit(server: &Server, person: &Person) -> Answer {
    let body = json!({"amount": 1, "note": "x".repeat(400)});
    person.at(server).post("/api/wallet/deposit", &body)
}

/// The wallet's balance, which is one dollar for each deposit.
fn balance(server: &Server, person: &Person) -> f64 {
    let body = person.at(server).get("/api/wallet").expect(200).body;
    body["wallet"]["balance"].as_f64().expect("an amount")
}

fn count(server: &Server, person: &Person, path: &str) -> u64 {
    person.at(server).get(path).expect(200).body["total"].as_u64().expect("a count")
}

// OPS-07, MED-10
#[test]
fn a_full_disk_refuses_writes_keeps_reads_and_is_well_again() {
    let disk = match SmallDisk::mount(MEGABYTES) {
        Ok(disk) => disk,
        Err(reason) => {
            testbed::note_skipped(&format!("no small disk can be mounted here: {reason}"));
            return;
        }
    };
    let server = Server::start_together(disk.path(), 1).remove(0);
    let person = Person::join(&server);
    let made = upload(&server, &person, "before.wav", 1);
    let link = ticket(&server, &person, &made, "stream");
    deposit(&server, &person).expect(201);
    disk.fill().unwrap();

    let large = long_wav_bytes(2);
    let file = File { name: "master.wav", kind: "audio/wav", bytes: &large };
    assert_eq!(send_file(&server, &person, &file, &[]).expect_error(507).error(), NO_ROOM);
    server.wait_for_media_files(1);
    let mut kept = 1_u32;
    let refused = loop {
        let answer = deposit(&server, &person);
        if answer.status != 201 {
            break answer.expect_error(503);
        }
        kept += 1;
        assert!(kept < MOST_WRITES, "a full disk takes everything");
    };
    assert_eq!(refused.error(), AWAY);
    assert!(!refused.header("retry-after").is_empty());
    // Another write fails too, and reads still work.
    assert_eq!(deposit(&server, &person).expect_error(503).error(), AWAY);
    server.get("/api/health").expect(200);
    assert_eq!(balance(&server, &person), f64::from(kept));
    assert_eq!(count(&server, &person, "/api/transactions"), u64::from(kept));
    assert_eq!(count(&server, &person, "/api/documents"), 1);
    assert_eq!(server.get(&link).status, 200);
    assert!(!server.output().contains("a request failed unexpectedly"), "{}", server.output());

    disk.free().unwrap();
    deposit(&server, &person).expect(201);
    let document = send_file(&server, &person, &file, &[]).expect(201).body["document"].clone();
    assert_eq!(wait_for_analysis(&server, &person, &document)["analysis"], "done");
    // After a restart, the rows are the acknowledged ones.
    let server = server.restart(&[]);
    assert_eq!(balance(&server, &person), f64::from(kept + 1));
    assert_eq!(count(&server, &person, "/api/transactions"), u64::from(kept + 1));
    assert_eq!(count(&server, &person, "/api/documents"), 2);
    server.wait_for_media_files(2);
}
