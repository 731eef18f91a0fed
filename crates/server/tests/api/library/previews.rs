//! Voice tags and previews. PRV-01, PRV-02, PRV-03, PRV-04, PRV-05, PRV-06, PRV-07

use serde_json::{Value, json};
use testbed::fixtures::{self, Sample};

use super::files::add;
use crate::harness::library::{
    File, multipart_form, multipart_type, path, send_file, upload, wav_bytes,
};
use crate::harness::people::Person;
use crate::harness::{Answer, Server, on_every_store};

on_every_store!(
    prv_01_an_account_has_five_voice_tags,
    prv_01_content_and_length_decide,
    prv_02_settings_have_ranges,
    pg prv_02_changes_of_settings_at_once_all_stay,
    prv_03_a_preview_is_made_and_made_anew,
    prv_03_all_are_prepared_and_counted,
    prv_05_a_tagged_beat_uses_its_own,
    prv_06_without_a_tag_there_is_a_tone,
    prv_07_hostile_audio_gets_a_sentence
);

/// A WAV file with a frequency sweep of `seconds`, which correlates with nothing but itself; each pitch gives another
/// sound.
fn voice_bytes(seconds: f64, pitch: f64) -> Vec<u8> {
    let samples = (0..(seconds * 22_050.0) as u32).map(|at| {
        let time = f64::from(at) / 22_050.0;
        0.6 * (std::f64::consts::TAU * (pitch + 500.0 * time) * time).sin() as f32
    });
    fixtures::wav(22_050, 1, &samples.collect::<Vec<_>>())
}

/// A WAV file with quiet music of `seconds`.
fn music_bytes(seconds: u32, pitch: u32) -> Vec<u8> {
    let samples = (0..seconds * 22_050).map(|at| {
        let time = f64::from(at) / 22_050.0;
        0.2 * (std::f64::consts::TAU * f64::from(pitch) * time).sin() as f32
    });
    fixtures::wav(22_050, 1, &samples.collect::<Vec<_>>())
}

fn add_tag(server: &Server, person: &Person, name: &str, bytes: &[u8]) -> Answer {
    let form =
        multipart_form(&[File { name: "me.wav", kind: "audio/wav", bytes }], &[("name", name)]);
    person.at(server).call("POST", "/api/voice-tags").body(&multipart_type(), form).send()
}

fn tags(server: &Server, person: &Person) -> Vec<(String, bool)> {
    let answer = person.at(server).get("/api/voice-tags").expect(200);
    let list = answer.body["voice_tags"].as_array().unwrap().clone();
    let told = |tag: &Value| {
        (tag["name"].as_str().unwrap().to_owned(), tag["is_default"].as_bool().unwrap())
    };
    list.iter().map(told).collect()
}

fn upload_bytes(server: &Server, person: &Person, name: &str, bytes: &[u8]) -> Value {
    let file = File { name, kind: "audio/wav", bytes };
    send_file(server, person, &file, &[]).expect(201).body["document"].clone()
}

fn preview(server: &Server, person: &Person, beat: &Value) -> Value {
    person.at(server).get(&format!("{}/preview", path(beat))).expect(200).body
}

/// Waits until the preview is made or has failed, and returns it.
fn wait_for_preview(server: &Server, person: &Person, beat: &Value) -> Value {
    server.wait_for("a preview", || {
        let now = preview(server, person, beat);
        (now["state"] != "pending").then_some(now)
    })
}

fn preview_bytes(server: &Server, preview: &Value) -> Vec<u8> {
    let answer = server.get(preview["url"].as_str().unwrap());
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), preview["mime"].as_str().unwrap());
    answer.bytes
}

// PRV-01
fn prv_01_an_account_has_five_voice_tags(server: &Server) {
    let person = Person::join(server);
    assert_eq!(tags(server, &person), []);
    let sound = voice_bytes(0.8, 300.0);
    let first = add_tag(server, &person, "First", &sound).expect(201).body["voice_tag"].clone();
    for (field, value) in [
        ("name", json!("First")),
        ("mime", json!("audio/wav")),
        ("size", json!(sound.len())),
        ("duration", json!(0.8)),
        ("content_hash", json!(blake3::hash(&sound).to_hex().to_string())),
        ("is_default", json!(true)),
    ] {
        assert_eq!(first[field], value, "{field}");
    }
    for number in 2..=5 {
        let name = format!("Tag {number}");
        add_tag(server, &person, &name, &voice_bytes(0.5, f64::from(number) * 100.0)).expect(201);
    }
    add_tag(server, &person, "Sixth", &sound).expect_error(409);
    let at = |tag: &Value| format!("/api/voice-tags/{}", tag["id"].as_str().unwrap());
    let all = person.at(server).get("/api/voice-tags").expect(200).body["voice_tags"].clone();
    person.at(server).put(&at(&all[2]), &json!({"name": "Third", "is_default": true})).expect(200);
    person.at(server).put(&at(&all[2]), &json!({"is_default": false})).expect_error(400);
    person.at(server).put(&at(&all[2]), &json!({"name": " "})).expect_error(400);
    let is_default: Vec<bool> = tags(server, &person).into_iter().map(|(_, is)| is).collect();
    assert_eq!(is_default, [false, false, true, false, false]);
    // Only the owner can listen to the voice tag.
    let ticket = person.at(server).call("POST", &format!("{}/ticket", at(&first))).send();
    let link = ticket.expect(201).body["url"].as_str().unwrap().to_owned();
    assert_eq!(server.get(&link).bytes, sound);
    let other = Person::join(server);
    other.at(server).call("POST", &format!("{}/ticket", at(&first))).send().expect_error(404);
    other.at(server).put(&at(&first), &json!({"name": "Mine"})).expect_error(404);
    other.at(server).delete(&at(&first)).expect_error(404);
    // If the default tag is deleted, the newest remaining tag becomes the default.
    person.at(server).delete(&at(&all[2])).expect(200);
    let names = tags(server, &person);
    assert_eq!(names.len(), 4);
    assert_eq!(names[3], ("Tag 5".to_owned(), true));
    assert_eq!(server.get(&link).status, 200);
    person.at(server).delete(&at(&first)).expect(200);
    assert_eq!(server.get(&link).status, 404);
    server.wait_for_media_files(3);
}

// PRV-01, PRV-07
fn prv_01_content_and_length_decide(server: &Server) {
    let person = Person::join(server);
    for (bytes, status) in [
        (voice_bytes(0.2, 300.0), 400),
        (voice_bytes(15.5, 300.0), 400),
        (Vec::new(), 400),
        (b"hello".to_vec(), 415),
        (Sample::Mp4.bytes().to_vec(), 415),
        (voice_bytes(0.8, 300.0)[..600].to_vec(), 400),
        ([b"ID3\x04\0\0\x7f\x7f\x7f\x7f".as_slice(), &[0xff; 4000]].concat(), 415),
        (fixtures::wav(44_100, 2, &vec![0.0; 3 << 20]), 413),
    ] {
        let size = bytes.len();
        let answer = add_tag(server, &person, "Tag", &bytes);
        assert!([400, 413, 415].contains(&answer.status), "{size}: {}", answer.status);
        assert!(answer.status == status || status != 413, "{size}: {}", answer.status);
    }
    assert_eq!(tags(server, &person), []);
    let answer = add_tag(server, &person, "Tag", &voice_bytes(20.0, 300.0)).expect_error(400);
    assert_eq!(answer.error(), "A voice tag is between 0.3 and 15 seconds long.");
    add_tag(server, &person, "Tag", Sample::Mp3WithoutTag.bytes()).expect(201);
    server.wait_for_media_files(1);
}

// PRV-02, PRV-06
fn prv_02_settings_have_ranges(server: &Server) {
    let person = Person::join(server);
    let at = "/api/preview-settings";
    let usual = person.at(server).get(at).expect(200).body;
    let expected = json!({"success": true, "first_after": 5, "every": 25, "tag_level": -3, "duck": 6,
        "length": null, "is_tag_missing": true});
    assert_eq!(usual, expected);
    let changed = json!({"first_after": 0, "every": 10, "tag_level": 6, "duck": 0, "length": 30});
    let answer = person.at(server).put(at, &changed).expect(200).body;
    assert_eq!((&answer["every"], &answer["length"]), (&json!(10), &json!(30)));
    person.at(server).put(at, &json!({"every": 11})).expect(200);
    let now = person.at(server).get(at).expect(200).body;
    assert_eq!((&now["every"], &now["length"]), (&json!(11), &json!(30)));
    person.at(server).put(at, &json!({"length": null})).expect(200);
    assert_eq!(person.at(server).get(at).expect(200).body["length"], Value::Null);
    let bad = json!({"first_after": 61, "every": 9, "tag_level": -25, "duck": 13, "length": 181});
    let refused = person.at(server).put(at, &bad).expect_error(400).body;
    for field in ["first_after", "every", "tag_level", "duck", "length"] {
        assert!(refused.to_string().contains(&format!("\"{field}\"")), "{field}: {refused}");
    }
    add_tag(server, &person, "Tag", &voice_bytes(0.5, 300.0)).expect(201);
    assert_eq!(person.at(server).get(at).expect(200).body["is_tag_missing"], false);
    // The settings of other accounts have not changed.
    let other = Person::join(server);
    assert_eq!(other.at(server).get(at).expect(200).body, expected);
}

fn prv_02_changes_of_settings_at_once_all_stay(server: &Server) {
    let person = Person::join(server);
    let at = "/api/preview-settings";
    for round in 0..8 {
        let fields = [
            ("first_after", 10 + round),
            ("every", 40 + round),
            ("tag_level", round - 20),
            ("duck", 1 + round),
            ("length", 60 + round),
        ];
        std::thread::scope(|scope| {
            for (field, value) in fields {
                let (server, person) = (&server, &person);
                scope.spawn(move || person.at(server).put(at, &json!({field: value})).expect(200));
            }
        });
        let now = person.at(server).get(at).expect(200).body;
        for (field, value) in fields {
            assert_eq!(now[field], value, "round {round}: {field} was undone: {now}");
        }
    }
}

// PRV-03, PRV-04
fn prv_03_a_preview_is_made_and_made_anew(server: &Server) {
    let person = Person::join(server);
    add_tag(server, &person, "One", &voice_bytes(0.6, 300.0)).expect(201);
    let clean = music_bytes(12, 220);
    let beat = upload_bytes(server, &person, "Night Drive.wav", &clean);
    let first = wait_for_preview(server, &person, &beat);
    assert_eq!((&first["state"], &first["source"]), (&json!("ready"), &json!("made")), "{first}");
    // ffmpeg is installed where the tests run.
    assert_eq!(first["mime"], "audio/mpeg");
    assert_eq!(first["duration"], 12.0);
    let one = preview_bytes(server, &first);
    assert_ne!(one, clean);
    server.wait_for_media_files(3);
    // After a new tag, the old preview plays until the new one is made, and is then removed.
    let second =
        add_tag(server, &person, "Two", &voice_bytes(0.6, 900.0)).expect(201).body["voice_tag"]
            .clone();
    let at = format!("/api/voice-tags/{}", second["id"].as_str().unwrap());
    person.at(server).put(&at, &json!({"is_default": true})).expect(200);
    assert_ne!(preview(server, &person, &beat)["url"], Value::Null);
    let again = wait_for_preview(server, &person, &beat);
    let two = preview_bytes(server, &again);
    assert_ne!(one, two);
    server.wait_for_media_files(4);
    assert_eq!(server.get(first["url"].as_str().unwrap()).status, 404);
    // Changed settings make a new preview too.
    person.at(server).put("/api/preview-settings", &json!({"first_after": 2})).expect(200);
    let third = wait_for_preview(server, &person, &beat);
    assert_ne!(two, preview_bytes(server, &third));
    server.wait_for_media_files(4);
    // Other accounts cannot get the preview.
    let other = Person::join(server);
    other.at(server).get(&format!("{}/preview", path(&beat))).expect_error(404);
    // The file of the preview is deleted with the beat.
    person.at(server).delete(&path(&beat)).expect(200);
    server.wait_for_media_files(2);
}

// PRV-03
fn prv_03_all_are_prepared_and_counted(server: &Server) {
    let person = Person::join(server);
    add_tag(server, &person, "Tag", &voice_bytes(0.5, 300.0)).expect(201);
    for number in 1..=3 {
        upload(server, &person, &format!("{number}.wav"), number);
    }
    let before = person.at(server).get("/api/previews").expect(200).body;
    assert_eq!((&before["total"], &before["ready"]), (&json!(3), &json!(0)));
    let asked = person.at(server).post("/api/previews/prepare", &json!({})).expect(202).body;
    assert_eq!(asked["total"], 3);
    let ready = server.wait_for("three previews", || {
        let now = person.at(server).get("/api/previews").expect(200).body;
        (now["ready"] == 3).then_some(now)
    });
    assert_eq!((&ready["pending"], &ready["failed"]), (&json!(0), &json!(0)));
    server.wait_for_media_files(7);
}

// PRV-05
fn prv_05_a_tagged_beat_uses_its_own(server: &Server) {
    let person = Person::join(server);
    let clean = wav_bytes(1);
    let first = upload_bytes(server, &person, "a.wav", &clean);
    person.at(server).put(&path(&first), &json!({"is_tagged": true})).expect(200);
    let own = preview(server, &person, &first);
    assert_eq!((&own["state"], &own["source"]), (&json!("ready"), &json!("own")));
    assert_eq!(preview_bytes(server, &own), clean);
    let second = upload_bytes(server, &person, "b.wav", &wav_bytes(2));
    let tagged = wav_bytes(3);
    let file = File { name: "b tagged.wav", kind: "audio/wav", bytes: &tagged };
    add(server, &person, &second, "tagged", &file).expect(201);
    let beside = preview(server, &person, &second);
    assert_eq!((&beside["state"], &beside["source"]), (&json!("ready"), &json!("tagged_file")));
    assert_eq!(preview_bytes(server, &beside), tagged);
    // Neither of the tagged beats gets a second tag.
    person.at(server).post("/api/previews/prepare", &json!({})).expect(202);
    let progress = person.at(server).get("/api/previews").expect(200).body;
    assert_eq!((&progress["total"], &progress["is_tag_missing"]), (&json!(0), &json!(true)));
    server.wait_for_media_files(3);
}

// PRV-06
fn prv_06_without_a_tag_there_is_a_tone(server: &Server) {
    let person = Person::join(server);
    let clean = music_bytes(70, 220);
    let long = upload_bytes(server, &person, "long.wav", &clean);
    let tone = wait_for_preview(server, &person, &long);
    assert_eq!((&tone["state"], &tone["duration"]), (&json!("ready"), &json!(60.0)), "{tone}");
    assert_ne!(preview_bytes(server, &tone), clean);
    let settings = person.at(server).get("/api/preview-settings").expect(200).body;
    assert_eq!(settings["is_tag_missing"], true);
    // A video has no preview.
    let film = File { name: "film.mp4", kind: "video/mp4", bytes: Sample::Mp4.bytes() };
    let film = send_file(server, &person, &film, &[]).expect(201).body["document"].clone();
    let none = preview(server, &person, &film);
    assert_eq!((&none["state"], &none["url"]), (&json!("failed"), &Value::Null));
}

// PRV-07
fn prv_07_hostile_audio_gets_a_sentence(server: &Server) {
    let person = Person::join(server);
    let whole = Sample::Mp3WithoutTag.bytes();
    let mut noise = whole[..whole.len() / 8].to_vec();
    let mut state = 7_u32;
    noise.extend((0..60_000).map(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8 & 0x7f
    }));
    let cut = music_bytes(3, 300)[..2_000].to_vec();
    for bytes in [noise, cut] {
        let name = if bytes.starts_with(b"RIFF") { "cut.wav" } else { "noise.mp3" };
        let file = File { name, kind: "", bytes: &bytes };
        let answer = send_file(server, &person, &file, &[]);
        if answer.status != 201 {
            continue;
        }
        let preview = wait_for_preview(server, &person, &answer.body["document"]);
        match preview["state"].as_str().unwrap() {
            "failed" => {
                assert!(preview["sentence"].as_str().unwrap().ends_with('.'), "{preview}");
                assert_eq!(preview["url"], Value::Null, "never the clean file");
            }
            _ => assert_eq!(preview["source"], "made"),
        }
    }
}
