//! Resumable uploads by the tus protocol. FILE-05, FILE-11

use std::io::{Read, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::files::{files, zip_of};
use crate::harness::library::{long_wav_bytes, path, upload, wav_bytes};
use crate::harness::people::Person;
use crate::harness::{Answer, Engine, Server, Store, on_every_store};

const BYTES: &str = "application/offset+octet-stream";

/// Checks the status of a tus answer, which has headers and no body.
trait ExpectStatus {
    fn expect_status(self, status: u16) -> Self;
}

impl ExpectStatus for Answer {
    #[track_caller]
    fn expect_status(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{self:?}");
        self
    }
}

fn metadata(pairs: &[(&str, &str)]) -> String {
    let pair = |(name, value): &(&str, &str)| format!("{name} {}", STANDARD.encode(value));
    pairs.iter().map(pair).collect::<Vec<_>>().join(",")
}

fn create(server: &Server, person: &Person, length: usize, about: &[(&str, &str)]) -> Answer {
    let call = person.at(server).call("POST", "/api/uploads").header("tus-resumable", "1.0.0");
    let call = call.header("upload-length", &length.to_string());
    call.header("upload-metadata", &metadata(about)).send()
}

fn upload_url(answer: &Answer) -> String {
    answer.header("location").to_owned()
}

fn patch(server: &Server, person: &Person, url: &str, at: usize, bytes: &[u8]) -> Answer {
    let call = person.at(server).call("PATCH", url).header("tus-resumable", "1.0.0");
    call.header("upload-offset", &at.to_string()).body(BYTES, bytes).send()
}

fn head(server: &Server, person: &Person, url: &str) -> Answer {
    person.at(server).call("HEAD", url).header("tus-resumable", "1.0.0").send()
}

fn offset(server: &Server, person: &Person, url: &str) -> usize {
    head(server, person, url).expect_status(200).header("upload-offset").parse().unwrap()
}

/// Downloads a file of a beat; returns its bytes.
fn download_file(server: &Server, person: &Person, beat: &Value, file: &str) -> Vec<u8> {
    let answer = person.at(server).get(&format!("{}/files/{file}/download", path(beat)));
    assert_eq!(answer.status, 200);
    answer.bytes
}

on_every_store!(
    pg a_file_arrives_in_any_number_of_goes,
    a_new_item_arrives_without_a_beat,
    the_protocol_is_kept,
    checksums_are_checked,
    bytes_of_a_broken_request_count,
    what_is_refused_leaves_nothing,
    ten_uploads_may_be_unfinished,
    expired_uploads_are_swept
);

// FILE-05
fn a_file_arrives_in_any_number_of_goes(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "a.wav", 1);
    let id = made["id"].as_str().unwrap();
    let bytes = long_wav_bytes(6);
    let about = [("document", id), ("role", "wav"), ("filename", "Night Drive.wav")];
    let created = create(server, &person, bytes.len(), &about).expect_status(201);
    assert_eq!(created.header("tus-resumable"), "1.0.0");
    assert!(created.header("upload-expires").ends_with("GMT"), "{created:?}");
    let url = upload_url(&created);
    let mut at = 0_usize;
    for step in [1, 700_000, 3_000_000, 5, usize::MAX] {
        let end = at.saturating_add(step).min(bytes.len());
        let taken = patch(server, &person, &url, at, &bytes[at..end]).expect_status(204);
        assert_eq!(taken.header("upload-offset"), end.to_string());
        at = end;
        let told = head(server, &person, &url).expect_status(200);
        assert_eq!(told.header("upload-offset"), end.to_string());
        assert_eq!(told.header("upload-length"), bytes.len().to_string());
        assert_eq!(told.header("upload-metadata"), metadata(&about));
        assert_eq!(told.header("cache-control"), "no-store");
    }
    let done = head(server, &person, &url).expect_status(200);
    assert_eq!(done.header("upload-document"), id);
    let file = done.header("upload-file").to_owned();
    let listed = files(server, &person, &made);
    assert_eq!((listed.len(), &listed[0]["id"]), (1, &json!(file)));
    assert_eq!(listed[0]["name"], "Night Drive.wav");
    assert_eq!(listed[0]["content_hash"], blake3::hash(&bytes).to_hex().to_string());
    assert!(download_file(server, &person, &made, &file) == bytes);
    // If the last answer was lost, the client can repeat the last request.
    patch(server, &person, &url, bytes.len(), b"").expect_status(204);
    assert_eq!(files(server, &person, &made).len(), 1);
    server.wait_for_media_files(2);
}

// FILE-05
fn a_new_item_arrives_without_a_beat(server: &Server) {
    let person = Person::join(server);
    let bytes = wav_bytes(3);
    let call = person.at(server).call("POST", "/api/uploads").header("tus-resumable", "1.0.0");
    let call = call.header("upload-length", &bytes.len().to_string());
    let call = call.header("upload-metadata", &metadata(&[("filename", "Dusk.wav")]));
    let created = call.body(BYTES, bytes.as_slice()).send().expect_status(201);
    assert_eq!(created.header("upload-offset"), bytes.len().to_string());
    let id = created.header("upload-document");
    let item = person.at(server).get(&format!("/api/documents/{id}")).expect(200);
    assert_eq!(item.body["document"]["title"], "Dusk");
    assert_eq!(item.body["document"]["file_type"], "audio/wav");
    assert_eq!(item.body["document"]["content_hash"], blake3::hash(&bytes).to_hex().to_string());
    let page = b"<html>no beat</html>";
    let refused =
        create(server, &person, page.len(), &[("filename", "x.mp3"), ("filetype", "audio/mpeg")]);
    let refused =
        patch(server, &person, &upload_url(&refused.expect_status(201)), 0, page).expect_error(415);
    assert_eq!(refused.error(), "This is not an MP3 file, or it is damaged.");
    create(server, &person, 51 << 20, &[]).expect_status(201);
    create(server, &person, 201 << 20, &[]).expect_error(413);
    server.wait_for_media_files(1);
}

// FILE-05
fn the_protocol_is_kept(server: &Server) {
    let (person, other) = (Person::join(server), Person::join(server));
    let told = server.call("OPTIONS", "/api/uploads").send().expect_status(204);
    assert_eq!(told.header("tus-version"), "1.0.0");
    assert_eq!(
        told.header("tus-extension"),
        "creation,creation-with-upload,expiration,termination,checksum"
    );
    assert_eq!(told.header("tus-checksum-algorithm"), "sha256");
    let bytes = wav_bytes(4);
    let url = upload_url(&create(server, &person, bytes.len(), &[]).expect_status(201));
    patch(server, &person, &url, 0, &bytes[..50]).expect_status(204);
    // Refused: a wrong offset, another account's upload, no session token, another protocol version, another content
    // type, and too many bytes.
    let wrong = patch(server, &person, &url, 49, &bytes[49..]).expect_error(409);
    assert_eq!(wrong.header("upload-offset"), "50");
    patch(server, &person, &url, 51, &bytes[51..]).expect_error(409);
    patch(server, &other, &url, 50, &bytes[50..]).expect_error(404);
    head(server, &other, &url).expect_status(404);
    let cancel = |person: &Person| {
        person.at(server).call("DELETE", &url).header("tus-resumable", "1.0.0").send()
    };
    cancel(&other).expect_error(404);
    server.call("PATCH", &url).header("tus-resumable", "1.0.0").send().expect_error(401);
    let old = person.at(server).call("PATCH", &url).header("tus-resumable", "0.2.2");
    let old = old.header("upload-offset", "50").body(BYTES, &bytes[50..]).send().expect_error(412);
    assert_eq!(old.header("tus-version"), "1.0.0");
    let typed = person.at(server).call("PATCH", &url).header("tus-resumable", "1.0.0");
    typed.header("upload-offset", "50").body("text/plain", &bytes[50..]).send().expect_error(415);
    patch(server, &person, &url, 50, &[bytes.as_slice(), b"more"].concat()).expect_error(400);
    for length in ["", "-1", "1e3", "99999999999999999999"] {
        let call = person.at(server).call("POST", "/api/uploads").header("tus-resumable", "1.0.0");
        call.header("upload-length", length).send().expect_error(400);
    }
    create(server, &person, 0, &[]).expect_error(400);
    create(server, &person, 9, &[("document", "x"), ("role", "wav")]).expect_error(404);
    assert_eq!(offset(server, &person, &url), 50);
    let listed = person.at(server).get("/api/uploads").expect(200);
    assert_eq!(listed.body["uploads"][0]["received"], 50);
    assert_eq!(other.at(server).get("/api/uploads").expect(200).body["uploads"], json!([]));
    // A client that can only send POST uses X-HTTP-Method-Override.
    let posted = person.at(server).call("POST", &url).header("tus-resumable", "1.0.0");
    let posted = posted.header("x-http-method-override", "PATCH").header("upload-offset", "50");
    posted.body(BYTES, &bytes[50..60]).send().expect_status(204);
    cancel(&person).expect_status(204);
    head(server, &person, &url).expect_status(404);
    cancel(&person).expect_error(404);
    server.wait_for_media_files(0);
}

// FILE-05
fn checksums_are_checked(server: &Server) {
    let person = Person::join(server);
    let bytes = wav_bytes(5);
    let url = upload_url(&create(server, &person, bytes.len(), &[]).expect_status(201));
    let send = |at: usize, part: &[u8], algorithm: &str, of: &[u8]| {
        let sum = format!("{algorithm} {}", STANDARD.encode(Sha256::digest(of)));
        let call = person.at(server).call("PATCH", &url).header("tus-resumable", "1.0.0");
        let call = call.header("upload-offset", &at.to_string());
        call.header("upload-checksum", &sum).body(BYTES, part).send()
    };
    send(0, &bytes[..100], "sha256", &bytes[..100]).expect_status(204);
    send(100, &bytes[..100], "sha256", &bytes[100..200]).expect_error(460);
    send(100, &bytes[100..200], "md5", &bytes[100..200]).expect_error(400);
    assert_eq!(offset(server, &person, &url), 100);
    send(100, &bytes[100..], "sha256", &bytes[100..]).expect_status(204);
    let done = head(server, &person, &url).expect_status(200);
    let item = format!("/api/documents/{}/download", done.header("upload-document"));
    assert!(person.at(server).get(&item).bytes == bytes);
}

// FILE-05: bytes that arrived before the connection broke need not be sent again.
fn bytes_of_a_broken_request_count(server: &Server) {
    let person = Person::join(server);
    let bytes = long_wav_bytes(3);
    let url = upload_url(&create(server, &person, bytes.len(), &[]).expect_status(201));
    let mut line = server.connect();
    let request = format!(
        "PATCH {url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nTus-Resumable: 1.0.0\r\n\
         Upload-Offset: 0\r\nContent-Type: {BYTES}\r\nContent-Length: {}\r\n\r\n",
        person.token,
        bytes.len()
    );
    line.write_all(request.as_bytes()).unwrap();
    line.write_all(&bytes[..2_500_000]).unwrap();
    drop(line);
    let at = server.wait_for("bytes", || {
        Some(offset(server, &person, &url)).filter(|bytes: &usize| *bytes > 0)
    });
    assert!(at <= 2_500_000, "{at}");
    // A PATCH request that hangs is ended by the next one for the same upload.
    let mut hanging = server.connect();
    let request = request.replace("Upload-Offset: 0", &format!("Upload-Offset: {at}"));
    let request = request.replace(
        &format!("Content-Length: {}", bytes.len()),
        &format!("Content-Length: {}", bytes.len() - at),
    );
    hanging.write_all(request.as_bytes()).unwrap();
    hanging.write_all(&bytes[at..at + 1000]).unwrap();
    server.wait_until("the next request gets its turn", || {
        let at = offset(server, &person, &url);
        let taken = patch(server, &person, &url, at, &bytes[at..]);
        assert!([204, 409, 423].contains(&taken.status), "{taken:?}");
        taken.status == 204
    });
    let mut answer = String::new();
    let _ = hanging.read_to_string(&mut answer);
    assert!(!answer.starts_with("HTTP/1.1 204"), "{answer}");
    let done = head(server, &person, &url).expect_status(200);
    let item = format!("/api/documents/{}/download", done.header("upload-document"));
    assert!(person.at(server).get(&item).bytes == bytes);
}

// FILE-05, FILE-03
fn what_is_refused_leaves_nothing(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "a.wav", 1);
    let id = made["id"].as_str().unwrap();
    let good = zip_of(&["kick.wav"]);
    let about = |role| [("document", id), ("role", role), ("filename", "s.zip")];
    let at =
        upload_url(&create(server, &person, good.len() - 4, &about("stems")).expect_status(201));
    patch(server, &person, &at, 0, &good[..good.len() - 4]).expect_error(415);
    head(server, &person, &at).expect_status(404);
    create(server, &person, (2 << 30) + 1, &about("stems")).expect_error(413);
    create(server, &person, 11 << 20, &about("artwork")).expect_error(413);
    create(server, &person, 9, &[("document", id)]).expect_error(400);
    let other = Person::join(server);
    create(server, &other, 9, &about("stems")).expect_error(404);
    // The beat is deleted while the file arrives.
    let at = upload_url(&create(server, &person, good.len(), &about("stems")).expect_status(201));
    patch(server, &person, &at, 0, &good[..10]).expect_status(204);
    person.at(server).delete(&path(&made)).expect(200);
    patch(server, &person, &at, 10, &good[10..]).expect_error(404);
    server.wait_for_media_files(0);
    assert_eq!(person.at(server).get("/api/uploads").expect(200).body["uploads"], json!([]));
}

// FILE-05
fn ten_uploads_may_be_unfinished(server: &Server) {
    let person = Person::join(server);
    let places: Vec<String> = (0..10)
        .map(|_| upload_url(&create(server, &person, 100, &[]).expect_status(201)))
        .collect();
    create(server, &person, 100, &[]).expect_error(409);
    let call = person.at(server).call("DELETE", &places[0]).header("tus-resumable", "1.0.0");
    call.send().expect_status(204);
    let bytes = wav_bytes(1);
    let at = upload_url(&create(server, &person, bytes.len(), &[]).expect_status(201));
    patch(server, &person, &at, 0, &bytes).expect_status(204);
    // A finished upload does not count, and the storage for unfinished ones is reserved.
    create(server, &person, 100, &[]).expect_status(201);
    let owner = person.user["id"].as_str().unwrap();
    let call = person.at(server).call("DELETE", &places[1]).header("tus-resumable", "1.0.0");
    call.send().expect_status(204);
    let all_but = (100_u64 << 30) - 1_000;
    server.execute(&format!(
        "UPDATE document_totals SET bytes = {all_but} WHERE owner_id = '{owner}'"
    ));
    create(server, &person, 101, &[]).expect_error(507);
    create(server, &person, 100, &[]).expect_status(201);
}

// FILE-05: an unfinished upload is deleted 24 hours after its last byte.
fn expired_uploads_are_swept(server: &Server) {
    let person = Person::join(server);
    let bytes = wav_bytes(6);
    let at = upload_url(&create(server, &person, bytes.len(), &[]).expect_status(201));
    patch(server, &person, &at, 0, &bytes[..40]).expect_status(204);
    let expires = server.query_number("SELECT expires_at - created_at FROM uploads");
    assert!((86_400_000..86_460_000).contains(&expires), "{expires}");
    server.execute("UPDATE uploads SET expires_at = 1");
    head(server, &person, &at).expect_status(404);
    patch(server, &person, &at, 40, &bytes[40..]).expect_error(404);
    server.wait_until("no upload is left", || {
        // The sweep from the start of the server may still be running; then the next one is made due at once.
        let hurry = "UPDATE jobs SET run_at = 1 WHERE unique_key = 'sweep' AND state = 'queued'";
        server.execute(hurry);
        server.query_number("SELECT COUNT(*) FROM uploads") == 0
    });
    server.wait_for_media_files(0);
}

/// A pseudorandom number that is always the same for a seed.
fn pseudorandom(seed: u64) -> u64 {
    let mixed = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32
}

/// FILE-11: the server is killed again and again while bytes arrive. Acknowledged bytes are kept, the file has the
/// bytes that were sent, and a sweep finds no stray file.
fn killed_while_bytes_arrive(engine: Engine, kills: u64) {
    let mut server = Server::start_process_with(engine, Store::Folder, &[]);
    let person = Person::join(&server);
    let made = upload(&server, &person, "a.wav", 1);
    let id = made["id"].as_str().unwrap().to_owned();
    let bytes = long_wav_bytes(8);
    let about = [("document", id.as_str()), ("role", "wav"), ("filename", "b.wav")];
    let mut at = upload_url(&create(&server, &person, bytes.len(), &about).expect_status(201));
    let (mut acknowledged, mut finished) = (0, 0);
    for kill in 0..kills {
        let told = offset(&server, &person, &at);
        assert!(told >= acknowledged, "{acknowledged} bytes were acknowledged, {told} are there");
        acknowledged = told;
        if acknowledged == bytes.len() {
            finished += 1;
            at = upload_url(&create(&server, &person, bytes.len(), &about).expect_status(201));
            acknowledged = 0;
        }
        // One part is acknowledged, and the kill interrupts the next one.
        let piece = (1 + pseudorandom(kill) as usize % 1_500_000).min(bytes.len() - acknowledged);
        let part = &bytes[acknowledged..acknowledged + piece];
        patch(&server, &person, &at, acknowledged, part).expect_status(204);
        acknowledged += piece;
        if acknowledged < bytes.len() {
            let mut line = server.connect();
            let request = format!(
                "PATCH {at} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nTus-Resumable: 1.0.0\r\n\
                 Upload-Offset: {acknowledged}\r\nContent-Type: {BYTES}\r\nContent-Length: {}\r\n\r\n",
                person.token,
                bytes.len() - acknowledged
            );
            let rest = &bytes[acknowledged..];
            let cut = pseudorandom(kill + 1000) as usize % rest.len();
            let _ = line.write_all(request.as_bytes()).and_then(|()| line.write_all(&rest[..cut]));
        }
        server.signal(rustix::process::Signal::KILL);
        server = server.restart_after_kill(|_| {});
    }
    let told = offset(&server, &person, &at);
    assert!(told >= acknowledged);
    if told < bytes.len() {
        patch(&server, &person, &at, told, &bytes[told..]).expect_status(204);
    }
    finished += 1;
    let listed = files(&server, &person, &made);
    assert_eq!(listed.len() as u64, finished);
    for file in &listed {
        let sent = download_file(&server, &person, &made, file["id"].as_str().unwrap());
        assert!(sent == bytes, "{file}");
    }
    // The store holds only the files that rows name.
    server.wait_for_media_files(1 + listed.len());
}

#[test]
fn no_acknowledged_byte_is_lost_on_sqlite() {
    killed_while_bytes_arrive(Engine::Sqlite, kills());
}

#[test]
#[ignore = "runs in make test-all"]
fn no_acknowledged_byte_is_lost_on_postgres() {
    killed_while_bytes_arrive(Engine::Postgres, kills());
}

/// FILE-11: for more kills than the usual four, set the variable `KILLS`.
fn kills() -> u64 {
    std::env::var("KILLS").map_or(4, |kills| kills.parse().expect("KILLS must be a number"))
}
