//! Uploads: which files are accepted, with which type, and which are refused. MED-02, MED-04, MED-10

use serde_json::{Value, json};
use testbed::fixtures::Sample;

use crate::harness::library::{
    File, long_wav_bytes, multipart_form, multipart_type, path, send_file, send_files, upload,
    wav_bytes,
};
use crate::harness::people::Person;
use crate::harness::{Server, on_every_store};

fn names(server: &Server, person: &Person) -> Vec<String> {
    let answer = person.at(server).get("/api/documents?sort=title").expect(200);
    let rows = answer.body["documents"].as_array().unwrap().iter();
    rows.map(|row| row["file_name"].as_str().unwrap().to_owned()).collect()
}

/// Fails unless the refused upload left no row and no file.
fn assert_untouched(server: &Server, person: &Person) {
    assert_eq!(names(server, person), [] as [&str; 0]);
    server.wait_for_media_files(0);
}

fn unsupported(claimed: &str) -> String {
    format!(
        "File type \"{claimed}\" not supported. Please upload audio files (MP3, WAV, OGG, FLAC, AAC) or \
         video files (MP4, MOV, AVI, WebM)"
    )
}

on_every_store!(
    an_upload_is_there_at_once,
    a_title_may_be_sent,
    the_same_file_twice_is_noticed,
    pg several_files_come_at_once_or_not_at_all,
    what_is_no_media_file_is_refused,
    every_allowed_type_is_taken,
    names_are_kept_and_harmless,
    what_is_no_form_is_refused
);

// MED-02, MED-04
fn an_upload_is_there_at_once(server: &Server) {
    let person = Person::join(server);
    let bytes = wav_bytes(1);
    let file = File { name: "Night Drive.v2.wav", kind: "audio/x-wav", bytes: &bytes };
    let answer = send_file(server, &person, &file, &[("category", "beat")]).expect(201);
    assert_eq!(answer.body["message"], "Beat uploaded successfully!");
    assert_eq!(answer.body["duplicate_of"], Value::Null);
    let document = &answer.body["document"];
    for (field, value) in [
        ("title", json!("Night Drive.v2")),
        ("file_name", json!("Night Drive.v2.wav")),
        ("filename", json!("Night Drive.v2.wav")),
        ("file_type", json!("audio/wav")),
        ("file_size", json!(bytes.len())),
        ("category", json!("beat")),
        ("status", json!("Available")),
        ("content_hash", json!(blake3::hash(&bytes).to_hex().to_string())),
        ("tags", json!([])),
        ("price", Value::Null),
    ] {
        assert_eq!(document[field], value, "{field}");
    }
    assert_eq!(document["uploaded_at"], document["created_at"]);
    let list = person.at(server).get("/api/documents").expect(200);
    assert_eq!(list.body["total"], 1);
    assert_eq!(list.body["documents"][0]["id"], document["id"]);
    let stored = person.at(server).get(&format!("{}/download", path(document)));
    assert_eq!((stored.status, stored.bytes == bytes), (200, true));
}

// MED-02: the form may have a title, in any script, before or after the file.
fn a_title_may_be_sent(server: &Server) {
    let person = Person::join(server);
    let bytes = wav_bytes(2);
    let file = File { name: "a.wav", kind: "audio/wav", bytes: &bytes };
    let answer =
        send_file(server, &person, &file, &[("title", " 夜のドライブ "), ("category", "video")]);
    let document = answer.expect(201).body["document"].clone();
    assert_eq!(
        (&document["title"], &document["category"]),
        (&json!("夜のドライブ"), &json!("beat"))
    );
    let long = "x".repeat(201);
    for (fields, sentence) in [
        ([("title", long.as_str())], "Title must be at most 200 characters"),
        ([("title", "a\nb")], "Title must not contain control characters"),
        ([("category", "song")], "Category must be one of beat, video"),
    ] {
        assert_eq!(send_file(server, &person, &file, &fields).expect_error(400).error(), sentence);
    }
    assert_eq!(names(server, &person), ["a.wav"]);
    server.wait_for_media_files(1);
}

// MED-09: an upload of bytes that the library already has names the duplicate, whatever the file name.
fn the_same_file_twice_is_noticed(server: &Server) {
    let (person, other) = (Person::join(server), Person::join(server));
    let first = upload(server, &person, "one.wav", 3);
    let bytes = wav_bytes(3);
    let again = File { name: "two.wav", kind: "audio/wav", bytes: &bytes };
    let answer = send_file(server, &person, &again, &[]).expect(201);
    assert_eq!(answer.body["duplicate_of"], json!({"id": first["id"], "title": "one"}));
    assert_eq!(answer.body["message"], "This file is already in your library as \"one\".");
    // A duplicate in another account's library is not reported.
    let answer = send_file(server, &other, &again, &[]).expect(201);
    assert_eq!(answer.body["duplicate_of"], Value::Null);
    assert_eq!(names(server, &person), ["one.wav", "two.wav"]);
}

// MED-04, MED-07
fn several_files_come_at_once_or_not_at_all(server: &Server) {
    let person = Person::join(server);
    let (one, two) = (wav_bytes(4), wav_bytes(5));
    let good = [
        File { name: "one.wav", kind: "audio/wav", bytes: &one },
        File { name: "two.wav", kind: "audio/wav", bytes: &two },
        File { name: "again.wav", kind: "audio/wav", bytes: &one },
    ];
    let bad = File { name: "page.mp3", kind: "audio/mpeg", bytes: b"<html>" };
    let refused = send_files(server, &person, &[File { ..good[0] }, bad]).expect_error(415);
    assert_eq!(refused.error(), "page.mp3: This is not an MP3 file, or it is damaged.");
    assert_untouched(server, &person);
    let answer = send_files(server, &person, &good).expect(201);
    assert_eq!(answer.body["message"], "3 files uploaded successfully!");
    let documents = answer.body["documents"].as_array().unwrap();
    let titles: Vec<_> = documents.iter().map(|row| row["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["one", "two", "again"]);
    let same = json!({"id": documents[0]["id"], "title": "one"});
    assert_eq!(answer.body["duplicates_of"], json!([null, null, same]));
    let many: Vec<_> = (0..21).map(|_| File { ..good[0] }).collect();
    send_files(server, &person, &many).expect_error(400);
    send_files(server, &person, &[]).expect_error(400);
    server.wait_for_media_files(3);
}

// MED-10: HTML or a program named .mp3, HTML after an ID3 tag, and an empty file are refused.
fn what_is_no_media_file_is_refused(server: &Server) {
    let person = Person::join(server);
    let mut tagged = b"ID3\x04\x00\x00\x00\x00\x00\x0a".to_vec();
    tagged.extend_from_slice(&[0; 10]);
    tagged.extend_from_slice(b"<!doctype html><script>alert(1)</script>");
    let program = std::fs::read("/proc/self/exe").unwrap();
    for (bytes, kind, noun) in [
        (b"<html><body>hello</body></html>".as_slice(), "audio/mpeg", "an MP3"),
        (&program[..300_000], "audio/mp3", "an MP3"),
        (&tagged, "audio/mpeg", "an MP3"),
        (b"MZ\x90\x00", "video/mp4", "an MP4"),
        (b"RIFF", "audio/wav", "a WAV"),
    ] {
        let file = File { name: "beat.mp3", kind, bytes };
        let answer = send_file(server, &person, &file, &[]).expect_error(415);
        assert_eq!(answer.error(), format!("This is not {noun} file, or it is damaged."));
    }
    for kind in ["", "audio/midi"] {
        let file = File { name: "beat.mid", kind, bytes: b"MThd" };
        assert_eq!(
            send_file(server, &person, &file, &[]).expect_error(415).error(),
            unsupported(kind)
        );
    }
    // A content type that no beat has is refused whatever the content.
    let bytes = wav_bytes(6);
    let file = File { name: "beat.wav", kind: "text/html", bytes: &bytes };
    assert_eq!(
        send_file(server, &person, &file, &[]).expect_error(415).error(),
        unsupported("text/html")
    );
    // An audio file with a video content type is refused.
    let file = File { name: "beat.mpg", kind: "video/mpeg", bytes: &bytes };
    let sentence = "The content of this file is audio/wav, not video/mpeg. Please check the file and try again.";
    assert_eq!(send_file(server, &person, &file, &[]).expect_error(415).error(), sentence);
    let file = File { name: "beat.wav", kind: "audio/wav", bytes: b"" };
    assert_eq!(
        send_file(server, &person, &file, &[]).expect_error(400).error(),
        "The file is empty."
    );
    assert_untouched(server, &person);
}

// MED-02: every allowed type is accepted and stored under its real type, whatever type the form named.
fn every_allowed_type_is_taken(server: &Server) {
    let person = Person::join(server);
    for sample in Sample::ALL {
        let (kind, name) = (sample.kind(), format!("{sample:?}.bin"));
        let file = File { name: &name, kind: "application/octet-stream", bytes: sample.bytes() };
        let answer = send_file(server, &person, &file, &[]).expect(201);
        let category = if kind.is_video() { "video" } else { "beat" };
        assert_eq!(answer.body["document"]["file_type"], kind.mime(), "{sample:?}");
        assert_eq!(answer.body["document"]["category"], category, "{sample:?}");
        let said = if kind.is_video() {
            "Video uploaded successfully!"
        } else {
            "Beat uploaded successfully!"
        };
        assert_eq!(answer.body["message"], said);
        let stored = person.at(server).get(&format!("{}/stream", path(&answer.body["document"])));
        assert_eq!(stored.header("content-type"), kind.mime());
        assert!(stored.bytes == sample.bytes(), "{sample:?}");
    }
}

fn names_are_kept_and_harmless(server: &Server) {
    let person = Person::join(server);
    let long = format!("{}.wav", "ä".repeat(300));
    for (number, (sent, kept)) in [
        ("../../etc/passwd.wav", "passwd.wav"),
        (r"C:\beats\kick.wav", "kick.wav"),
        ("a\r\nX-Evil: 1.wav", "aX-Evil: 1.wav"),
        ("gnp\u{202E}vaw.wav", "gnpvaw.wav"),
        ("nul\0l.wav", "null.wav"),
        ("\"quoted\".wav", "\"quoted\".wav"),
        ("نغمة الليل.wav", "نغمة الليل.wav"),
        ("", "untitled"),
        (&long, &format!("{}.wav", "ä".repeat(196))),
    ]
    .into_iter()
    .enumerate()
    {
        let document = upload(server, &person, sent, 10 + number as u32);
        assert_eq!(document["file_name"], kept, "{sent:?}");
    }
}

fn what_is_no_form_is_refused(server: &Server) {
    let person = Person::join(server);
    let post = |kind: &str, body: &[u8]| {
        person.at(server).call("POST", "/api/documents/upload").body(kind, body).send()
    };
    post("application/json", b"{}").expect_error(415);
    post("multipart/form-data", b"x").expect_error(415);
    post(&multipart_type(), b"").expect_error(400);
    post(&multipart_type(), b"no form").expect_error(400);
    assert_eq!(
        post(&multipart_type(), &multipart_form(&[], &[("title", "x")])).expect_error(400).error(),
        "Please choose a file to upload."
    );
    let bytes = wav_bytes(20);
    let file = || File { name: "a.wav", kind: "audio/wav", bytes: &bytes };
    let whole = multipart_form(&[file()], &[]);
    post(&multipart_type(), &whole[..whole.len() - 30]).expect_error(400);
    post(&multipart_type(), &multipart_form(&[file(), file()], &[])).expect_error(400);
    server
        .call("POST", "/api/documents/upload")
        .body(&multipart_type(), whole)
        .send()
        .expect_error(401);
    assert_untouched(server, &person);
}

/// MED-02: the size limit depends on the content and not on the type that the form names.
#[test]
fn too_large_is_a_413_that_names_the_limit() {
    use crate::harness::{Engine, Store};
    let flags = ["--max-audio-mb", "2", "--max-video-mb", "3"];
    for store in [Store::Folder, Store::S3] {
        let server = Server::start_with(Engine::Sqlite, store, &flags);
        let person = Person::join(&server);
        let (small, large, larger) = (long_wav_bytes(1), long_wav_bytes(2), long_wav_bytes(3));
        let file = |bytes, kind| File { name: "master.wav", kind, bytes };
        for (bytes, kind) in [(&large, "audio/wav"), (&large, ""), (&larger, "video/mpeg")] {
            let answer = send_file(&server, &person, &file(bytes, kind), &[]).expect_error(413);
            assert_eq!(answer.error(), "File size too large. Maximum size is 2MB.");
        }
        let mut movie = Sample::Mp4.bytes().to_vec();
        movie.resize(3 * 1024 * 1024 + 1, 0);
        let film = File { name: "film.mp4", kind: "video/mp4", bytes: &movie };
        let answer = send_file(&server, &person, &film, &[]).expect_error(413);
        assert_eq!(answer.error(), "File size too large. Maximum size is 3MB.");
        assert_untouched(&server, &person);
        send_file(&server, &person, &file(&small, "audio/wav"), &[]).expect(201);
        let film = File { name: "film.mp4", kind: "video/mp4", bytes: &movie[..3 * 1024 * 1024] };
        send_file(&server, &person, &film, &[]).expect(201);
        server.wait_for_media_files(2);
    }
}

/// SAFE-06: each file of a form has the size limit of a single upload, whatever the files' total size.
#[test]
fn each_file_of_many_has_a_limit_of_its_own() {
    use crate::harness::{Engine, Store};
    for (engine, store) in [(Engine::Sqlite, Store::Folder), (Engine::Postgres, Store::S3)] {
        let server =
            Server::start_with(engine, store, &["--max-audio-mb", "2", "--max-video-mb", "3"]);
        let person = Person::join(&server);
        let (one, large) = (long_wav_bytes(1), long_wav_bytes(2));
        let file = |name, bytes| File { name, kind: "audio/wav", bytes };
        let many =
            [file("a.wav", &one), file("b.wav", &one), file("c.wav", &one), file("d.wav", &one)];
        send_files(&server, &person, &many).expect(201);
        let refused = send_files(&server, &person, &[file("e.wav", &one), file("f.wav", &large)])
            .expect_error(413);
        assert_eq!(refused.error(), "f.wav: File size too large. Maximum size is 2MB.");
        assert_eq!(names(&server, &person), ["a.wav", "b.wav", "c.wav", "d.wav"]);
        server.wait_for_media_files(4);
    }
}
