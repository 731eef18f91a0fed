//! Deleting files that licenses promise to buyers. FILE-09

use serde_json::{Value, json};

use super::files::{add, files, zip_of};
use crate::harness::library::{File, path, upload, wav_bytes};
use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Server, on_every_store};

/// Inserts an active license that promises the file.
fn promise(server: &Server, person: &Person, number: i64, file: &Value) {
    let owner = person.user["id"].as_str().unwrap();
    server.execute(&format!(
        "INSERT INTO licenses (owner_id, number, id, state, kind_id, kind, tier, title, buyer_name, buyer_alias,
           buyer_email, buyer_address, buyer_country, price, currency, issued_at, starts_on, text_version, text_hash,
           contract_size, contract_pages, contract_sha256, terms, usage, cap_level, is_recorded, events, head, search)
         VALUES ('{owner}', {number}, 'license-{number}', 'active', 'k', 'WAV Lease', 'premium', 'a', 'Zoë', '', '', '',
           '', 0, 'USD', 1, '2020-01-01', 1, '', 1, 1, '', '{{}}', '{{}}', 0, 1, 0, '', '')"
    ));
    let id = file["id"].as_str().unwrap();
    server.execute(&format!(
        "INSERT INTO license_files (owner_id, license_id, file_id, role, name, size, content_hash)
         VALUES ('{owner}', 'license-{number}', '{id}', 'wav', 'a.wav', 1, '')"
    ));
}

fn delete(server: &Server, person: &Person, path: &str, body: &Value) -> crate::harness::Answer {
    person.at(server).call("DELETE", path).json(body).send()
}

on_every_store!(pg a_promised_file_stays_for_its_buyers, a_beat_with_promised_files_is_deleted_anyway);

// FILE-09
fn a_promised_file_stays_for_its_buyers(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "a.wav", 1);
    let (sound, stems) = (wav_bytes(2), zip_of(&["kick.wav"]));
    let file = File { name: "b.wav", kind: "audio/wav", bytes: &sound };
    let wav = add(server, &person, &made, "wav", &file).expect(201).body["file"].clone();
    let file = File { name: "s.zip", kind: "", bytes: &stems };
    add(server, &person, &made, "stems", &file).expect(201);
    promise(server, &person, 1, &wav);
    promise(server, &person, 2, &wav);
    let told: Vec<_> =
        files(server, &person, &made).iter().map(|file| file["promised"].clone()).collect();
    assert_eq!(told, [json!(2), json!(0)]);
    let at = format!("{}/files/{}", path(&made), wav["id"].as_str().unwrap());
    let refused = person.at(server).delete(&at).expect_error(409);
    assert_eq!(refused.body["promised"], 2);
    assert_eq!(refused.error(), "2 licenses promise this to their buyers.");
    delete(server, &person, &at, &json!({"anyway": true})).expect_error(400);
    delete(server, &person, &at, &json!({"anyway": true, "password": "Wrong-1234"}))
        .expect_error(403);
    let used = || person.at(server).get("/api/users/storage").expect(200).body["used"].clone();
    let before = used();
    delete(server, &person, &at, &json!({"anyway": true, "password": PASSWORD})).expect(200);
    assert_eq!(files(server, &person, &made).len(), 1);
    // The bytes stay, and count as used storage, until the licenses have ended.
    assert_eq!(used(), before);
    sweep(server);
    server.wait_for_media_files(3);
    server.execute("UPDATE licenses SET expires_on = '2020-02-01'");
    sweep(server);
    server.wait_for_media_files(2);
    assert_eq!(used(), wav_bytes(1).len() + stems.len());
}

/// Runs the hourly sweep now.
pub fn sweep(server: &Server) {
    let queued =
        "SELECT COUNT(*) FROM jobs WHERE unique_key = 'sweep' AND state = 'queued' AND run_at > 1";
    let wait = || server.wait_until("a sweep is queued", || server.query_number(queued) > 0);
    wait();
    server.execute("UPDATE jobs SET run_at = 1 WHERE unique_key = 'sweep' AND state = 'queued'");
    wait();
}

// FILE-09
fn a_beat_with_promised_files_is_deleted_anyway(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "a.wav", 1);
    let sound = wav_bytes(2);
    let file = File { name: "b.wav", kind: "audio/wav", bytes: &sound };
    let wav = add(server, &person, &made, "wav", &file).expect(201).body["file"].clone();
    // One license promises the file that plays, another one the file beside it.
    promise(server, &person, 1, &made);
    promise(server, &person, 2, &wav);
    let refused = person.at(server).delete(&path(&made)).expect_error(409);
    assert_eq!(refused.body["promised"], 2);
    server.execute("UPDATE licenses SET expires_on = '2020-02-01' WHERE number = 2");
    let refused = person.at(server).delete(&path(&made)).expect_error(409);
    assert_eq!(refused.error(), "A license promises this to its buyer.");
    let anyway = json!({"anyway": true, "password": PASSWORD});
    delete(server, &person, &path(&made), &anyway).expect(200);
    person.at(server).get(&path(&made)).expect_error(404);
    server.wait_for_media_files(1);
    assert_eq!(server.query_number("SELECT COUNT(*) FROM kept_files"), 1);
    server.execute("UPDATE licenses SET state = 'terminated', ended_at = 1 WHERE number = 1");
    sweep(server);
    server.wait_for_media_files(0);
    assert_eq!(person.at(server).get("/api/users/storage").expect(200).body["used"], 0);
}
