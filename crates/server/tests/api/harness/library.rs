//! Files and forms for the tests of the media library.

use serde_json::Value;
use testbed::fixtures;

use crate::harness::people::Person;
use crate::harness::{Answer, Server};

const BOUNDARY: &str = "----ledgerline-test-7f3a";

pub struct File<'a> {
    pub name: &'a str,
    pub kind: &'a str,
    pub bytes: &'a [u8],
}

/// A multipart form body as a browser sends it.
pub fn multipart_form(files: &[File<'_>], fields: &[(&str, &str)]) -> Vec<u8> {
    let mut body = Vec::new();
    for File { name, kind, bytes } in files {
        let name = name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A");
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"document\"; filename=\"{name}\"\r\n\
             Content-Type: {kind}\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n");
    }
    for (name, value) in fields {
        let part = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        );
        body.extend_from_slice(part.as_bytes());
    }
    body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    body
}

pub fn multipart_type() -> String {
    format!("multipart/form-data; boundary={BOUNDARY}")
}

pub fn send_file(
    server: &Server,
    person: &Person,
    file: &File<'_>,
    fields: &[(&str, &str)],
) -> Answer {
    let form = multipart_form(std::slice::from_ref(file), fields);
    person.at(server).call("POST", "/api/documents/upload").body(&multipart_type(), form).send()
}

pub fn send_files(server: &Server, person: &Person, files: &[File<'_>]) -> Answer {
    let call = person.at(server).call("POST", "/api/documents/upload-multiple");
    call.body(&multipart_type(), multipart_form(files, &[])).send()
}

/// Uploads a short WAV whose content differs with `pitch`; returns the document once its analysis is done.
pub fn upload(server: &Server, person: &Person, name: &str, pitch: u32) -> Value {
    let bytes = wav_bytes(pitch);
    let file = File { name, kind: "audio/wav", bytes: &bytes };
    wait_for_analysis(
        server,
        person,
        &send_file(server, person, &file, &[]).expect(201).body["document"],
    )
}

/// Waits until the analysis of the document is done, and returns the document.
pub fn wait_for_analysis(server: &Server, person: &Person, document: &Value) -> Value {
    server.wait_for("an analysis", || {
        let now = person.at(server).get(&path(document)).expect(200).body["document"].clone();
        (now["analysis"] != "pending").then_some(now)
    })
}

/// A WAV file with a tone that lasts a twentieth of a second.
pub fn wav_bytes(pitch: u32) -> Vec<u8> {
    let wave = |n: u32| (f64::from(n * (200 + pitch)) / 8_000.0 * std::f64::consts::TAU).sin();
    let samples: Vec<f32> = (0..400).map(|n| wave(n) as f32 * 0.5).collect();
    fixtures::wav(8_000, 1, &samples)
}

/// A WAV file of a little more than `megabytes`, of noise that does not repeat.
pub fn long_wav_bytes(megabytes: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let samples: Vec<f32> = (0..megabytes * 512 * 1024)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as f32 / 65_536.0 - 0.5
        })
        .collect();
    fixtures::wav(44_100, 2, &samples)
}

/// Uploads a long WAV; returns the document and the bytes of the file.
pub fn upload_long(server: &Server, person: &Person, megabytes: usize) -> (Value, Vec<u8>) {
    let bytes = long_wav_bytes(megabytes);
    let file = File { name: "long.wav", kind: "audio/wav", bytes: &bytes };
    let made = send_file(server, person, &file, &[]).expect(201).body["document"].clone();
    (made, bytes)
}

pub fn path(document: &Value) -> String {
    format!("/api/documents/{}", document["id"].as_str().expect("an id"))
}

/// Takes a ticket for the document and returns its link.
pub fn ticket(server: &Server, person: &Person, document: &Value, purpose: &str) -> String {
    let at = format!("{}/ticket?purpose={purpose}", path(document));
    let answer = person.at(server).call("POST", &at).send().expect(201);
    answer.body["url"].as_str().expect("a link").to_owned()
}
