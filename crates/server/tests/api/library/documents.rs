//! Beats and videos, one at a time. MED-04, MED-07, OPS-06

use image::{DynamicImage, ImageFormat, RgbImage};
use serde_json::{Value, json};

use crate::harness::library::{path, ticket, upload};
use crate::harness::people::Person;
use crate::harness::{Server, on_every_store};

fn picture(shade: u8, width: u32, height: u32) -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    let image = RgbImage::from_pixel(width, height, image::Rgb([shade, 90, 40]));
    DynamicImage::ImageRgb8(image).write_to(&mut out, ImageFormat::Png).unwrap();
    out.into_inner()
}

on_every_store!(
    an_item_is_edited,
    pg deleting_deletes,
    a_picture_is_drawn_anew_and_replaced,
    a_beat_follows_its_exclusive_sale,
    anothers_item_is_not_there
);

// MED-04: only the fields that are sent change.
fn an_item_is_edited(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "Night Drive.wav", 1);
    let at = path(&made);
    let change =
        |change: Value| person.at(server).put(&at, &change).expect(200).body["document"].clone();
    let changed = change(json!({
        "title": " Dawn ", "genre": "Trap", "price": 49.99, "status": "Sold", "bpm": 140.5,
        "musical_key": "Eb minor", "tags": ["dark", "Dark", " slow "], "artist": " Ada Producer ",
    }));
    for (field, value) in [
        ("title", json!("Dawn")),
        ("genre", json!("Trap")),
        ("artist", json!("Ada Producer")),
        ("price", json!(49.99)),
        ("status", json!("Sold")),
        ("bpm", json!(140.5)),
        ("bpm_confidence", Value::Null),
        ("musical_key", json!("Eb minor")),
        ("tags", json!(["dark", "slow"])),
        ("file_name", json!("Night Drive.wav")),
    ] {
        assert_eq!(changed[field], value, "{field}");
    }
    let changed = change(
        json!({"genre": null, "artist": null, "price": null, "bpm": null, "musical_key": "", "tags": []}),
    );
    for field in ["genre", "artist", "price", "bpm", "musical_key"] {
        assert_eq!(changed[field], Value::Null, "{field}");
    }
    assert_eq!((&changed["title"], &changed["status"]), (&json!("Dawn"), &json!("Sold")));
    for (change, field) in [
        (json!({"title": " "}), "title"),
        (json!({"title": "x".repeat(201)}), "title"),
        (json!({"artist": "x".repeat(201)}), "artist"),
        (json!({"price": -1}), "price"),
        (json!({"price": 1.005}), "price"),
        (json!({"price": "9"}), "price"),
        (json!({"bpm": 5}), "bpm"),
        (json!({"bpm": 401}), "bpm"),
        (json!({"bpm": "fast"}), "bpm"),
        (json!({"musical_key": "H minor"}), "musical_key"),
        (json!({"status": "sold"}), "status"),
        (json!({"tags": "a,b"}), "tags"),
        (json!({"tags": vec!["x".repeat(41)]}), "tags"),
    ] {
        let answer = person.at(server).put(&at, &change).expect_error(400);
        assert!(answer.body["fields"][field].is_string(), "{change}: {answer:?}");
    }
    let shown = person.at(server).get(&at).expect(200);
    assert_eq!(shown.body["document"], changed);
}

// MED-07: deleting an item removes its row, its file and its picture.
fn deleting_deletes(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "Night Drive.wav", 2);
    let at = path(&made);
    let put = person
        .at(server)
        .call("PUT", &format!("{at}/thumbnail"))
        .body("image/png", picture(9, 60, 40));
    put.send().expect(200);
    let link = ticket(server, &person, &made, "stream");
    assert_eq!(server.media_files().len(), 2);
    person.at(server).delete(&at).expect(200);
    for answer in [
        person.at(server).get(&at),
        person.at(server).delete(&at),
        person.at(server).put(&at, &json!({})),
        person.at(server).get(&format!("{at}/stream")),
        person.at(server).get(&format!("{at}/download")),
        person.at(server).call("POST", &format!("{at}/ticket")).send(),
        server.get(&link),
    ] {
        assert_eq!(answer.expect_error(404).error(), "This item does not exist.");
    }
    server.wait_for_media_files(0);
    assert_eq!(person.at(server).get("/api/documents").expect(200).body["total"], 0);
}

// MED-09: the browser that uploaded a video can send a picture for it.
fn a_picture_is_drawn_anew_and_replaced(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "Night Drive.wav", 3);
    assert_eq!(made["thumbnail"], Value::Null);
    let at = format!("{}/thumbnail", path(&made));
    let put = |bytes: Vec<u8>| person.at(server).call("PUT", &at).body("image/png", bytes).send();
    let first = put(picture(10, 1600, 900)).expect(200).body["document"]["thumbnail"].clone();
    let shown = server.get(first.as_str().unwrap());
    assert_eq!((shown.status, shown.header("content-type")), (200, "image/jpeg"));
    assert_eq!(shown.header("cache-control"), "private, max-age=900");
    let seen = image::load_from_memory(&shown.bytes).unwrap();
    assert_eq!((seen.width(), seen.height()), (640, 360));
    let listed = person.at(server).get("/api/documents").expect(200);
    assert_eq!(listed.body["documents"][0]["thumbnail"], first, "the same link for a while");
    // A new picture gets a new link, and the old link no longer works.
    let second = put(picture(200, 64, 64)).expect(200).body["document"]["thumbnail"].clone();
    assert_ne!(first, second);
    assert_eq!(server.get(second.as_str().unwrap()).status, 200);
    server.get(first.as_str().unwrap()).expect_error(403);
    server.wait_for_media_files(2);
    put(b"<svg onload=alert(1)>".to_vec()).expect_error(415);
    put(vec![0; 5 * 1024 * 1024 + 1]).expect_error(413);
    person
        .at(server)
        .call("PUT", "/api/documents/1/thumbnail")
        .body("image/png", picture(1, 9, 9))
        .send()
        .expect_error(404);
}

/// An exclusive sale marks the beat as sold; without the sale the beat is available again.
fn a_beat_follows_its_exclusive_sale(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "Night Drive.wav", 5);
    let status =
        || person.at(server).get(&path(&made)).expect(200).body["document"]["status"].clone();
    let sell = |license: &str| {
        let sale =
            json!({"beat_id": made["id"], "client": "Ade", "amount": 100, "license": license});
        person.at(server).post("/api/sales", &sale).expect(201).body["sale"].clone()
    };
    let at = |sale: &Value| format!("/api/sales/{}", sale["id"].as_str().unwrap());
    let basic = sell("basic");
    assert_eq!(
        (&basic["title"], &basic["beat_id"], status()),
        (&json!("Night Drive"), &made["id"], json!("Available"))
    );
    let first = sell("exclusive");
    assert_eq!(status(), "Sold");
    person.at(server).delete(&at(&first)).expect(200);
    assert_eq!(status(), "Available");
    let second = sell("exclusive");
    assert_eq!(status(), "Sold");
    person.at(server).post(&format!("{}/refund", at(&second)), &json!({})).expect(200);
    assert_eq!(status(), "Available");
    person.at(server).put(&at(&basic), &json!({"license": "exclusive"})).expect(200);
    assert_eq!(status(), "Sold");
    person.at(server).put(&at(&basic), &json!({"status": "Pending"})).expect(200);
    assert_eq!(status(), "Available");
    // A beat of another account cannot be named in a sale.
    let sale = json!({"beat_id": made["id"], "client": "Ade", "amount": 100});
    Person::join(server).at(server).post("/api/sales", &sale).expect_error(404);
}

// OPS-06
fn anothers_item_is_not_there(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let theirs = upload(server, &maya, "Only Mayas.wav", 4);
    let at = path(&theirs);
    for answer in [
        ade.at(server).get(&at),
        ade.at(server).put(&at, &json!({"title": "Stolen"})),
        ade.at(server).delete(&at),
        ade.at(server).get(&format!("{at}/stream")),
        ade.at(server).get(&format!("{at}/download")),
        ade.at(server).call("POST", &format!("{at}/ticket")).send(),
        ade.at(server)
            .call("PUT", &format!("{at}/thumbnail"))
            .body("image/png", picture(1, 9, 9))
            .send(),
    ] {
        answer.expect_error(404);
    }
    let list = ade.at(server).get("/api/documents?search=only").expect(200);
    assert_eq!((&list.body["total"], &list.body["documents"]), (&json!(0), &json!([])));
    let counts = ade.at(server).get("/api/documents/categories/list").expect(200);
    assert_eq!(counts.body["categories"][0]["count"], 0);
    // MED-02
    assert_eq!(counts.body["limits"], json!({ "beat": 50 << 20, "video": 200 << 20 }));
    assert_eq!(maya.at(server).get(&at).expect(200).body["document"], theirs);
    assert_eq!(server.media_files().len(), 1);
}
