//! The analysis of uploads, and the error texts for files that cannot be decoded. MED-09, MED-10

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, RgbImage};
use serde_json::{Value, json};
use testbed::fixtures::{ARTIST, Sample, chord, ffmpeg, tone};

use crate::harness::library::{File, path, send_file, wait_for_analysis, wav_bytes};
use crate::harness::people::Person;
use crate::harness::{Server, on_every_store};

fn is_near(value: &Value, expected: f64, tolerance: f64) -> bool {
    value.as_f64().is_some_and(|value| (value - expected).abs() <= tolerance)
}

fn upload_bytes(server: &Server, person: &Person, name: &str, bytes: &[u8]) -> Value {
    let file = File { name, kind: "", bytes };
    send_file(server, person, &file, &[]).expect(201).body["document"].clone()
}

/// An MP3 with a red cover, an artist and a genre in an ID3 tag.
fn mp3_with_cover() -> Vec<u8> {
    let mut png = Cursor::new(Vec::new());
    let red = RgbImage::from_pixel(120, 120, image::Rgb([200, 10, 10]));
    DynamicImage::ImageRgb8(red).write_to(&mut png, ImageFormat::Png).unwrap();
    let frame = |name: &[u8; 4], content: &[u8]| {
        let size = u32::try_from(content.len()).unwrap().to_be_bytes();
        [name.as_slice(), &size, &[0, 0], content].concat()
    };
    let text = |value: &str| [b"\0", value.as_bytes()].concat();
    let cover = [b"\0image/png\0\x03\0".as_slice(), &png.into_inner()].concat();
    let frames =
        [frame(b"TPE1", &text(ARTIST)), frame(b"TCON", &text("Drill")), frame(b"APIC", &cover)];
    let frames = frames.concat();
    let length = u32::try_from(frames.len()).unwrap();
    let size = [21, 14, 7, 0].map(|shift| ((length >> shift) & 0x7f) as u8);
    let sound = Sample::Mp3WithoutTag.bytes();
    [b"ID3\x03\0\0".as_slice(), &size, &frames, sound].concat()
}

on_every_store!(
    pg a_beat_is_heard,
    a_video_has_a_poster_and_the_browser_s_own_wins,
    a_broken_file_is_marked,
    what_a_person_says_stays,
    the_streams_decide_between_beat_and_video,
    a_key_in_doubt_names_its_relative
);

// MED-09
fn a_beat_is_heard(server: &Server) {
    let person = Person::join(server);
    let made = upload_bytes(server, &person, "Night Drive.mp3", &mp3_with_cover());
    assert_eq!(made["analysis"], "pending");
    let document = wait_for_analysis(server, &person, &made);
    assert_eq!(
        (&document["analysis"], &document["analysis_error"]),
        (&json!("done"), &Value::Null)
    );
    assert!(is_near(&document["duration"], 2.0, 0.1), "{document}");
    // The sound is a tone at half the full scale; the exact loudness is tested in the `media` crate.
    assert!(is_near(&document["loudness"], -9.0, 3.0), "{document}");
    assert_eq!((&document["artist"], &document["genre"]), (&json!(ARTIST), &json!("Drill")));
    assert_eq!(document["title"], "Night Drive", "the title is the file's name");
    let whole = person.at(server).get(&path(&made)).expect(200);
    let peaks = whole.body["waveform"].as_array().unwrap();
    assert_eq!(peaks.len(), 800);
    assert!(peaks.iter().all(|peak| peak.as_u64().unwrap() <= 255));
    assert!(peaks.iter().any(|peak| peak.as_u64().unwrap() > 60), "it is not silent");
    assert_eq!(made["outline"], Value::Null);
    let listed = person.at(server).get("/api/documents").expect(200).body;
    let outline = listed["documents"][0]["outline"].as_str().unwrap();
    assert_eq!(outline.len(), 96);
    assert!(
        outline.chars().all(|part| part.is_ascii_alphanumeric() || "-_".contains(part)),
        "{outline}"
    );
    // The encoder adds a moment of silence at both ends.
    assert!(!outline[2..94].contains(['A', 'B', 'C', 'D']), "a steady tone: {outline}");
    let cover = server.get(document["thumbnail"].as_str().unwrap());
    assert_eq!((cover.status, cover.header("content-type")), (200, "image/jpeg"));
    let pixel = image::load_from_memory(&cover.bytes).unwrap().to_rgb8().get_pixel(60, 60).0;
    assert!(pixel[0] > 150 && pixel[1] < 60, "{pixel:?}");
    server.wait_for_media_files(2);
}

// MED-09: a video has a poster where ffmpeg is installed, which the tests need anyway.
fn a_video_has_a_poster_and_the_browser_s_own_wins(server: &Server) {
    let person = Person::join(server);
    let made = wait_for_analysis(
        server,
        &person,
        &upload_bytes(server, &person, "Film.mp4", Sample::Mp4.bytes()),
    );
    assert!(is_near(&made["duration"], 2.0, 0.2), "{made}");
    let poster = server.get(made["thumbnail"].as_str().unwrap());
    assert!(image::load_from_memory(&poster.bytes).unwrap().width() >= 320);
    // The browser's poster is sent right after the upload, before or after the server has drawn its own.
    let again = upload_bytes(server, &person, "Again.mp4", Sample::Mp4.bytes());
    let mut own = Cursor::new(Vec::new());
    let blue = RgbImage::from_pixel(64, 36, image::Rgb([10, 10, 200]));
    DynamicImage::ImageRgb8(blue).write_to(&mut own, ImageFormat::Png).unwrap();
    let put = person.at(server).call("PUT", &format!("{}/thumbnail", path(&again)));
    put.body("image/png", own.into_inner()).send().expect(200);
    let again = wait_for_analysis(server, &person, &again);
    let shown = server.get(again["thumbnail"].as_str().unwrap());
    assert_eq!(image::load_from_memory(&shown.bytes).unwrap().width(), 64);
    server.wait_for_media_files(4);
}

/// LIB-01: a container with sound only is a beat, whatever its name says, and the answer tells what no browser plays.
fn the_streams_decide_between_beat_and_video(server: &Server) {
    let person = Person::join(server);
    let recording =
        File { name: "take.webm", kind: "video/webm", bytes: Sample::WebMAudio.bytes() };
    let answer = send_file(server, &person, &recording, &[]).expect(201);
    assert_eq!(answer.body["message"], "Beat uploaded successfully!");
    let made = &answer.body["document"];
    assert_eq!((&made["file_type"], &made["category"]), (&json!("audio/webm"), &json!("beat")));
    // The tracks of this file are listed at its end, so only the analysis sees them.
    let late = ffmpeg(&tone(44_100, 2.0), false, &["-c:a", "aac"], "mp4");
    let late =
        wait_for_analysis(server, &person, &upload_bytes(server, &person, "take.mp4", &late));
    assert_eq!((&late["file_type"], &late["category"]), (&json!("audio/mp4"), &json!("beat")));
    let counts = person.at(server).get("/api/documents/categories/list").expect(200).body;
    assert_eq!(
        counts["categories"],
        json!([{"name": "beat", "count": 2}, {"name": "video", "count": 0}])
    );
    for (sample, playable) in [
        (Sample::WebM, true),
        (Sample::Mp4, true),
        (Sample::Avi, false),
        (Sample::MpegProgram, false),
    ] {
        let made = upload_bytes(server, &person, "film", sample.bytes());
        assert_eq!(
            (&made["category"], &made["playable"]),
            (&json!("video"), &json!(playable)),
            "{sample:?}"
        );
    }
}

/// SOUND-02: the list has the confidence of the key, and the relative key if that fits as well.
fn a_key_in_doubt_names_its_relative(server: &Server) {
    let person = Person::join(server);
    let listed = |search: &str| {
        let answer = person.at(server).get(&format!("/api/documents?search={search}")).expect(200);
        answer.body["documents"][0].clone()
    };
    let both = upload_bytes(server, &person, "both.wav", &chord(&[60, 64, 67, 69], 6.0));
    wait_for_analysis(server, &person, &both);
    let row = listed("both");
    let mut names = [row["musical_key"].as_str().unwrap(), row["relative_key"].as_str().unwrap()];
    names.sort_unstable();
    assert_eq!(names, ["A minor", "C major"]);
    assert!(row["key_confidence"].as_f64().unwrap() < 0.6, "{row}");
    let clear = upload_bytes(server, &person, "clear.wav", &chord(&[48, 60, 64, 67, 72], 6.0));
    wait_for_analysis(server, &person, &clear);
    let row = listed("clear");
    assert_eq!((&row["musical_key"], &row["relative_key"]), (&json!("C major"), &Value::Null));
    // A key that the owner sets replaces the confidence and the relative key.
    let chosen = json!({"musical_key": "A minor"});
    let row = person.at(server).put(&path(&both), &chosen).expect(200).body["document"].clone();
    assert_eq!((&row["key_confidence"], &row["relative_key"]), (&Value::Null, &Value::Null));
}

// MED-10: a broken file is kept and marked as broken; it can still be played, edited and deleted.
fn a_broken_file_is_marked(server: &Server) {
    let person = Person::join(server);
    let film = Sample::Mp4FastStart.bytes();
    let cut = upload_bytes(server, &person, "cut.mp4", &film[..film.len() / 2]);
    let cut = wait_for_analysis(server, &person, &cut);
    assert_eq!(cut["analysis"], "failed");
    let sentence = cut["analysis_error"].as_str().unwrap();
    assert!(sentence.starts_with("The file is ") && sentence.ends_with('.'), "{sentence}");
    let played = person.at(server).get(&format!("{}/stream", path(&cut)));
    assert!(played.status == 200 && played.bytes == film[..film.len() / 2]);
    person.at(server).put(&path(&cut), &json!({"title": "Half a film"})).expect(200);
    person.at(server).delete(&path(&cut)).expect(200);
    server.wait_for_media_files(0);
}

/// Values that the owner has set are not overwritten by a later analysis.
fn what_a_person_says_stays(server: &Server) {
    let person = Person::join(server);
    let made = upload_bytes(server, &person, "a.mp3", &mp3_with_cover());
    let change = json!({"bpm": 92, "musical_key": "C minor", "genre": "Soul"});
    person.at(server).put(&path(&made), &change).expect(200);
    let document = wait_for_analysis(server, &person, &made);
    for (field, value) in
        [("bpm", json!(92.0)), ("musical_key", json!("C minor")), ("genre", json!("Soul"))]
    {
        assert_eq!(document[field], value);
    }
    assert_eq!(
        (&document["bpm_confidence"], &document["key_confidence"]),
        (&Value::Null, &Value::Null)
    );
    // A beat that was deleted before its analysis does not reappear.
    let gone = upload_bytes(server, &person, "b.wav", &wav_bytes(1));
    person.at(server).delete(&path(&gone)).expect(200);
    person.at(server).get(&path(&gone)).expect_error(404);
    server.wait_for_media_files(2);
}
