//! The files of a beat besides the playing file. FILE-01, FILE-02, FILE-03, FILE-04, FILE-08, FILE-10

use std::io::{Cursor, Write};

use serde_json::{Value, json};
use testbed::fixtures::Sample;

use crate::harness::library::{
    File, long_wav_bytes, multipart_form, multipart_type, path, upload, wav_bytes,
};
use crate::harness::people::Person;
use crate::harness::{Answer, Engine, Server, on_every_store};

/// Adds a file to a beat.
pub fn add(server: &Server, person: &Person, beat: &Value, role: &str, file: &File<'_>) -> Answer {
    let form = multipart_form(std::slice::from_ref(file), &[("role", role)]);
    let at = format!("{}/files", path(beat));
    person.at(server).call("POST", &at).body(&multipart_type(), form).send()
}

pub fn files(server: &Server, person: &Person, beat: &Value) -> Vec<Value> {
    let answer = person.at(server).get(&format!("{}/files", path(beat))).expect(200);
    answer.body["files"].as_array().unwrap().clone()
}

pub fn zip_of(names: &[&str]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for name in names {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(name.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

pub fn picture(width: u32, height: u32, format: image::ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    image::RgbImage::new(width, height).write_to(&mut out, format).unwrap();
    out.into_inner()
}

fn roles(server: &Server, person: &Person, beat: &Value) -> Value {
    person.at(server).get(&path(beat)).expect(200).body["document"]["roles"].clone()
}

/// Role, version and whether it is the current one.
fn outline(server: &Server, person: &Person, beat: &Value) -> Vec<(String, i64, bool)> {
    let outline = |file: &Value| {
        let role = file["role"].as_str().unwrap().to_owned();
        (role, file["version"].as_i64().unwrap(), file["is_current"].as_bool().unwrap())
    };
    files(server, person, beat).iter().map(outline).collect()
}

on_every_store!(
    pg a_beat_has_files_with_versions,
    roles_and_versions_are_changed,
    content_decides,
    artwork_is_drawn_anew,
    files_are_sent_to_their_owner_only,
    deleting_a_beat_removes_its_files,
    beats_are_found_by_their_files_and_notes,
    a_beat_has_forty_files_at_most
);

// FILE-01, FILE-02
fn a_beat_has_files_with_versions(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "Night Drive.wav", 1);
    assert_eq!(files(server, &person, &made), [] as [Value; 0]);
    let (one, two) = (wav_bytes(2), wav_bytes(3));
    let first = File { name: "Night Drive v1.wav", kind: "audio/wav", bytes: &one };
    let added = add(server, &person, &made, "wav", &first).expect(201).body["file"].clone();
    for (field, value) in [
        ("role", json!("wav")),
        ("version", json!(1)),
        ("is_current", json!(true)),
        ("name", json!("Night Drive v1.wav")),
        ("mime", json!("audio/wav")),
        ("size", json!(one.len())),
        ("content_hash", json!(blake3::hash(&one).to_hex().to_string())),
        ("promised", json!(0)),
    ] {
        assert_eq!(added[field], value, "{field}");
    }
    let second = File { name: "Night Drive v2.wav", kind: "", bytes: &two };
    add(server, &person, &made, "wav", &second).expect(201);
    let stems = zip_of(&["kick.wav", "snare.wav"]);
    let stems = File { name: "stems.zip", kind: "application/zip", bytes: &stems };
    add(server, &person, &made, "stems", &stems).expect(201);
    let expected = [("wav", 2, true), ("wav", 1, false), ("stems", 1, true)];
    let expected = expected.map(|(role, version, current)| (role.to_owned(), version, current));
    assert_eq!(outline(server, &person, &made), expected);
    assert_eq!(roles(server, &person, &made), json!(["wav", "stems"]));
    // The duration of an audio file is read after the upload.
    server.wait_until("the file has a duration", || {
        files(server, &person, &made)[0]["duration"] == json!(0.05)
    });
    // The sizes of the files count as used storage.
    let used = person.at(server).get("/api/users/storage").expect(200).body["used"].clone();
    assert_eq!(used, wav_bytes(1).len() + one.len() + two.len() + stems.bytes.len());
    let other = Person::join(server);
    other.at(server).get(&format!("{}/files", path(&made))).expect_error(404);
    add(server, &other, &made, "wav", &second).expect_error(404);
    let at = format!("{}/files", path(&made));
    let post =
        |body: Vec<u8>| person.at(server).call("POST", &at).body(&multipart_type(), body).send();
    post(multipart_form(&[File { ..second }], &[])).expect_error(400);
    post(multipart_form(&[], &[("role", "wav")])).expect_error(400);
    post(multipart_form(&[File { ..second }], &[("role", "song")])).expect_error(400);
    server.wait_for_media_files(4);
}

// FILE-01, FILE-02
fn roles_and_versions_are_changed(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "a.wav", 1);
    let sounds: Vec<Vec<u8>> = (2..5).map(wav_bytes).collect();
    let added: Vec<Value> = sounds
        .iter()
        .map(|bytes| {
            let file = File { name: "b.wav", kind: "audio/wav", bytes };
            add(server, &person, &made, "wav", &file).expect(201).body["file"].clone()
        })
        .collect();
    let at = |file: &Value| format!("{}/files/{}", path(&made), file["id"].as_str().unwrap());
    let put = |file: &Value, change: &Value| person.at(server).put(&at(file), change);
    let changed = put(&added[0], &json!({"is_current": true, "name": "first.wav"})).expect(200);
    assert_eq!(
        (&changed.body["file"]["is_current"], &changed.body["file"]["name"]),
        (&json!(true), &json!("first.wav"))
    );
    let told = |list: &[(&str, i64, bool)]| {
        let list =
            list.iter().map(|(role, version, current)| ((*role).to_owned(), *version, *current));
        assert_eq!(outline(server, &person, &made), list.collect::<Vec<_>>());
    };
    told(&[("wav", 3, false), ("wav", 2, false), ("wav", 1, true)]);
    put(&added[0], &json!({"is_current": false})).expect_error(400);
    put(&added[0], &json!({"name": "../x"})).expect_error(400);
    put(&added[0], &json!({"role": "stems"})).expect_error(415);
    assert_eq!(
        put(&added[0], &json!({"role": "mp3"})).expect_error(415).error(),
        "This is a WAV file, not an MP3."
    );
    // If the current version gets another role or is deleted, the newest remaining version becomes the current one.
    put(&added[0], &json!({"role": "tagged"})).expect(200);
    told(&[("wav", 3, true), ("wav", 2, false), ("tagged", 1, true)]);
    assert_eq!(roles(server, &person, &made), json!(["wav", "tagged"]));
    person.at(server).delete(&at(&added[2])).expect(200);
    told(&[("wav", 2, true), ("tagged", 1, true)]);
    person.at(server).delete(&at(&added[2])).expect_error(404);
    let other = Person::join(server);
    other.at(server).delete(&at(&added[1])).expect_error(404);
    other.at(server).put(&at(&added[1]), &json!({"name": "mine.wav"})).expect_error(404);
    // A file can be reached only under its own beat.
    let elsewhere = upload(server, &person, "c.wav", 9);
    let wrong = format!("{}/files/{}", path(&elsewhere), added[1]["id"].as_str().unwrap());
    person.at(server).delete(&wrong).expect_error(404);
    server.wait_for_media_files(4);
}

// FILE-03: HTML, programs, other archives and damaged files are refused; nothing is left of them.
fn content_decides(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "a.wav", 1);
    let (sound, good_zip) = (wav_bytes(2), zip_of(&["kick.wav"]));
    let mut cut = good_zip.clone();
    cut.truncate(good_zip.len() - 5);
    let html = b"<!doctype html><script>alert(1)</script>".to_vec();
    let mut polyglot = html.clone();
    polyglot.extend_from_slice(&good_zip);
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>".to_vec();
    let rar = [b"Rar!\x1a\x07\x01\x00".as_slice(), &[0; 600]].concat();
    let damaged = "Please choose a ZIP file. This one is something else, or it is damaged.";
    for (role, bytes, sentence) in [
        ("wav", &html, "Please choose an audio file: MP3, WAV, OGG, FLAC or AAC."),
        ("mp3", &sound, "This is a WAV file, not an MP3."),
        ("wav", &Sample::Mp3.bytes().to_vec(), "This is an MP3 file, not a WAV."),
        (
            "tagged",
            &Sample::Mp4.bytes().to_vec(),
            "Please choose an audio file: MP3, WAV, OGG, FLAC or AAC.",
        ),
        ("stems", &cut, damaged),
        ("stems", &polyglot, damaged),
        ("project", &sound, damaged),
        ("project", &zip_of(&[]), damaged),
        ("stems", &rar, "This is a RAR archive. Please send it as a ZIP file."),
        (
            "midi",
            &sound,
            "Please choose a MIDI file. This one is something else, or it is damaged.",
        ),
        ("artwork", &svg, "Please choose a PNG, JPEG or WebP picture."),
        ("artwork", &good_zip, "Please choose a PNG, JPEG or WebP picture."),
    ] {
        let file = File { name: "file.bin", kind: "application/octet-stream", bytes };
        let refused = add(server, &person, &made, role, &file).expect_error(415);
        assert_eq!(refused.error(), sentence, "{role}");
    }
    let empty = File { name: "a", kind: "", bytes: b"" };
    assert_eq!(
        add(server, &person, &made, "other", &empty).expect_error(400).error(),
        "The file is empty."
    );
    server.wait_for_media_files(1);
    for (role, bytes, mime) in [
        ("mp3", Sample::Mp3.bytes().to_vec(), "audio/mpeg"),
        ("wav", Sample::Flac.bytes().to_vec(), "audio/flac"),
        ("project", good_zip.clone(), "application/zip"),
        ("midi", b"MThd\0\0\0\x06".to_vec(), "audio/midi"),
        ("other", html, "application/octet-stream"),
        ("other", good_zip, "application/zip"),
    ] {
        let file = File { name: "file.bin", kind: "text/html", bytes: &bytes };
        let added = add(server, &person, &made, role, &file).expect(201);
        assert_eq!(added.body["file"]["mime"], mime, "{role}");
    }
}

// FILE-03
fn artwork_is_drawn_anew(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "a.wav", 1);
    for (format, width) in [
        (image::ImageFormat::Jpeg, 3600),
        (image::ImageFormat::Png, 30),
        (image::ImageFormat::WebP, 30),
    ] {
        let mut bytes = picture(width, 20, format);
        if format == image::ImageFormat::Png {
            bytes.extend_from_slice(b"<script>hidden after the picture</script>");
        }
        let file = File { name: "cover.png", kind: "image/png", bytes: &bytes };
        let added = add(server, &person, &made, "artwork", &file).expect(201).body["file"].clone();
        assert_eq!(added["mime"], "image/jpeg");
        let at = format!("{}/files/{}", path(&made), added["id"].as_str().unwrap());
        let sent = person.at(server).get(&format!("{at}/download")).bytes;
        assert!(!sent.windows(6).any(|part| part == b"hidden"));
        assert_eq!(added["size"], sent.len());
        assert_eq!(added["content_hash"], blake3::hash(&sent).to_hex().to_string());
        let drawn = image::load_from_memory(&sent).unwrap();
        assert_eq!(drawn.width(), width.min(3000));
        // Only artwork is re-encoded at the upload, so a file of another role cannot become artwork later.
        person.at(server).put(&at, &json!({"role": "other"})).expect(200);
        person.at(server).put(&at, &json!({"role": "artwork"})).expect_error(415);
        person.at(server).delete(&at).expect(200);
    }
}

// FILE-02, FILE-03: files are sent inline or as an attachment, by ticket or bearer token, with ranges.
fn files_are_sent_to_their_owner_only(server: &Server) {
    let (person, other) = (Person::join(server), Person::join(server));
    let made = upload(server, &person, "a.wav", 1);
    let page = b"<script>alert(1)</script>".to_vec();
    for (role, bytes, disposition) in [
        ("wav", wav_bytes(2), "inline"),
        ("other", page, "attachment"),
        ("stems", zip_of(&["a"]), "attachment"),
    ] {
        let name = "Nacht \"Fahrt\".html";
        let file = File { name, kind: "text/html", bytes: &bytes };
        let added = add(server, &person, &made, role, &file).expect(201).body["file"].clone();
        let at = format!("{}/files/{}", path(&made), added["id"].as_str().unwrap());
        let ticket = person.at(server).call("POST", &format!("{at}/ticket")).send().expect(201);
        let link = ticket.body["url"].as_str().unwrap().to_owned();
        let sent = server.get(&link);
        assert_eq!((sent.status, sent.bytes == bytes), (200, true), "{role}");
        assert!(sent.header("content-disposition").starts_with(disposition), "{role}");
        assert_ne!(sent.header("content-type"), "text/html");
        assert_eq!(sent.header("x-content-type-options"), "nosniff");
        assert!(sent.header("content-security-policy").contains("sandbox"));
        let part = server.call("GET", &link).header("range", "bytes=2-4").send();
        assert_eq!((part.status, part.bytes.as_slice()), (206, &bytes[2..5]));
        let saved = person.at(server).get(&format!("{at}/download"));
        assert!(saved.header("content-disposition").starts_with("attachment"), "{role}");
        other.at(server).get(&format!("{at}/download")).expect_error(404);
        other.at(server).call("POST", &format!("{at}/ticket")).send().expect_error(404);
        server.get(&format!("{at}/download")).expect_error(401);
        person.at(server).delete(&at).expect(200);
        server.get(&link).expect_error(404);
    }
}

// FILE-01: deleting a beat removes the rows and bytes of its files and their share of the used storage.
fn deleting_a_beat_removes_its_files(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "a.wav", 1);
    for (role, bytes) in
        [("wav", wav_bytes(2)), ("stems", zip_of(&["a"])), ("other", b"text".to_vec())]
    {
        let file = File { name: "b.bin", kind: "", bytes: &bytes };
        add(server, &person, &made, role, &file).expect(201);
    }
    server.wait_for_media_files(4);
    person.at(server).delete(&path(&made)).expect(200);
    server.wait_for_media_files(0);
    assert_eq!(person.at(server).get("/api/users/storage").expect(200).body["used"], 0);
    assert_eq!(server.query_number("SELECT COUNT(*) FROM document_files"), 0);
}

// FILE-08, FILE-10
fn beats_are_found_by_their_files_and_notes(server: &Server) {
    let person = Person::join(server);
    let wav = upload(server, &person, "Wave.wav", 1);
    let form_of = |bytes: &[u8]| {
        multipart_form(&[File { name: "Three.mp3", kind: "audio/mpeg", bytes }], &[])
    };
    let sent = person.at(server).call("POST", "/api/documents/upload");
    let mp3 = sent.body(&multipart_type(), form_of(Sample::Mp3.bytes())).send().expect(201);
    let mp3 = mp3.body["document"].clone();
    let stems = zip_of(&["a"]);
    let file = File { name: "s.zip", kind: "", bytes: &stems };
    add(server, &person, &mp3, "stems", &file).expect(201);
    let titles = |query: &str| {
        let answer =
            person.at(server).get(&format!("/api/documents?sort=title&{query}")).expect(200);
        let rows = answer.body["documents"].as_array().unwrap().clone();
        assert_eq!(answer.body["total"], rows.len(), "{query}");
        rows.iter().map(|row| row["title"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(titles("has=wav"), ["Wave"]);
    assert_eq!(titles("has=mp3"), ["Three"]);
    assert_eq!(titles("has=mp3,stems"), ["Three"]);
    assert_eq!(titles("has=wav,stems"), [] as [&str; 0]);
    assert_eq!(titles("has=artwork"), [] as [&str; 0]);
    let refused = person.at(server).get("/api/documents?has=song").expect_error(400);
    assert!(refused.body["fields"]["has"].is_string(), "{}", refused.body);

    // FILE-08: a tagged file is neither a WAV nor an MP3.
    assert_eq!(wav["is_tagged"], Value::Null);
    let tagged = person.at(server).put(&path(&wav), &json!({"is_tagged": true})).expect(200);
    assert_eq!(tagged.body["document"]["roles"], json!(["tagged"]));
    assert_eq!((titles("has=wav").len(), titles("has=tagged")), (0, vec!["Wave".to_owned()]));
    let said = person.at(server).put(&path(&wav), &json!({"is_tagged": false})).expect(200);
    assert_eq!(said.body["document"]["roles"], json!(["wav"]));
    let cleared = person.at(server).put(&path(&wav), &json!({"is_tagged": null})).expect(200);
    assert_eq!(cleared.body["document"]["is_tagged"], Value::Null);

    // FILE-10: notes may be long, every search finds them, and only the answer for the item itself contains them.
    let long = format!("Sämple cleared with the estate.\n{}", "ü".repeat(19_960));
    person.at(server).put(&path(&wav), &json!({"notes": long})).expect(200);
    let shown = person.at(server).get(&path(&wav)).expect(200);
    assert_eq!(shown.body["notes"], json!(long));
    assert_eq!(titles("search=sample%20cleared"), ["Wave"]);
    let found = person.at(server).get("/api/search?q=estate").expect(200).text();
    assert!(found.contains("Wave"), "{found}");
    assert!(!person.at(server).get("/api/documents").expect(200).text().contains("estate"));
    person.at(server).put(&path(&wav), &json!({"title": "Still"})).expect(200);
    assert_eq!(titles("search=estate"), ["Still"]);
    let longer = "x".repeat(20_001);
    person.at(server).put(&path(&wav), &json!({"notes": longer})).expect_error(400);
    person.at(server).put(&path(&wav), &json!({"notes": null})).expect(200);
    assert_eq!(titles("search=estate"), [] as [&str; 0]);
}

// FILE-01
fn a_beat_has_forty_files_at_most(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "a.wav", 1);
    let cover = picture(8, 8, image::ImageFormat::Png);
    let cover = File { name: "c.png", kind: "image/png", bytes: &cover };
    for _ in 0..5 {
        add(server, &person, &made, "artwork", &cover).expect(201);
    }
    let refused = add(server, &person, &made, "artwork", &cover).expect_error(409);
    assert_eq!(refused.error(), "A beat can have 5 pieces of artwork at most.");
    let text = File { name: "t.txt", kind: "text/plain", bytes: b"text" };
    for _ in 5..40 {
        add(server, &person, &made, "other", &text).expect(201);
    }
    let refused = add(server, &person, &made, "other", &text).expect_error(409);
    assert_eq!(refused.error(), "A beat can have 40 files at most.");
    // The forty files, the file of the beat, and the cover that the artwork became.
    server.wait_for_media_files(42);
}

// FILE-04: each role has a size limit, and all files together have the limit of the account's storage.
#[test]
fn sizes_are_bounded_by_role_and_account() {
    let flags = ["--max-file-audio-mb", "1", "--max-stems-mb", "2", "--max-other-mb", "1"];
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let server = &Server::start(engine, &flags);
        let person = Person::join(server);
        let made = upload(server, &person, "a.wav", 1);
        let large = long_wav_bytes(1);
        let file = File { name: "b.wav", kind: "audio/wav", bytes: &large };
        for role in ["wav", "other"] {
            let refused = add(server, &person, &made, role, &file).expect_error(413);
            assert_eq!(refused.error(), "File size too large. Maximum size is 1MB.");
        }
        // The playing file has the size limit of the library.
        crate::harness::library::send_file(server, &person, &file, &[]).expect(201);
        // The limit applies also if the form names the role after the file.
        let mut body = multipart_form(&[file], &[]);
        body.truncate(body.len() - 4);
        let at = format!("{}/files", path(&made));
        let boundary = multipart_type().split_once("boundary=").unwrap().1.to_owned();
        let role = "\r\nContent-Disposition: form-data; name=\"role\"\r\n\r\nother\r\n";
        body.extend_from_slice(format!("{role}--{boundary}--\r\n").as_bytes());
        let refused = person.at(server).call("POST", &at).body(&multipart_type(), body).send();
        assert_eq!(refused.expect_error(413).error(), "File size too large. Maximum size is 1MB.");
        let owner = person.user["id"].as_str().unwrap();
        let all_but = (100_u64 << 30) - 100_000;
        server.execute(&format!(
            "UPDATE document_totals SET bytes = {all_but} WHERE owner_id = '{owner}'"
        ));
        let half = &large[..600_000];
        let file = File { name: "b.bin", kind: "", bytes: half };
        let refused = add(server, &person, &made, "other", &file).expect_error(507);
        assert!(
            refused.error().contains("99.9 GB of 100 GB are used, 97.6 KB are left"),
            "{}",
            refused.error()
        );
        server.wait_for_media_files(2);
    }
}
