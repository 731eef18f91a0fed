//! Deliveries as the owner of licenses sees them. DLV-01, DLV-03, DLV-05, DLV-06

pub(crate) mod public;

use std::process::Command;

use serde_json::{Value, json};
use testbed::fixtures::Sample;
use testbed::smtp::Smtp;

use crate::harness::library::{File, upload, wav_bytes};
use crate::harness::outbox::wait_for_mail;
use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Engine, Server, on_both_engines};
use crate::library::files::{add, zip_of};
use crate::licenses::issued::{contract, issue, kind, order, path, producer, with_fields};
use crate::sales::receipts::pdf_text;

on_both_engines!(
    pg dlv_01_a_delivery_holds_the_frozen_files_and_the_papers,
    dlv_01_a_missing_file_is_told_and_delivered_when_it_comes,
    dlv_01_a_file_that_was_deleted_anyway_is_still_delivered,
    dlv_03_the_owner_renews_days_and_fetches,
    dlv_05_the_evidence_pack_is_one_pdf_with_its_papers,
    dlv_06_later_versions_go_along_if_the_owner_says_so,
    dlv_07_a_license_that_has_ended_delivers_nothing,
    deliveries_of_others_cannot_be_reached,
);

pub const BUYER: &str = "buyer@label.example";

pub fn add_mp3(server: &Server, person: &Person, beat: &Value) -> Value {
    let file = File { name: "a.mp3", kind: "audio/mpeg", bytes: Sample::Mp3.bytes() };
    add(server, person, beat, "mp3", &file).expect(201).body["file"].clone()
}

/// Uploads a beat with a WAV, an MP3 and stems.
pub fn upload_beat_with_files(server: &Server, person: &Person) -> Value {
    let made = upload(server, person, "Lagos After Rain.wav", 1);
    add_mp3(server, person, &made);
    let stems = zip_of(&["kick.wav", "snare.wav"]);
    let file = File { name: "stems.zip", kind: "", bytes: &stems };
    add(server, person, &made, "stems", &file).expect(201);
    made
}

/// Issues a paid license of the named kind.
pub fn issue_paid_license(
    server: &Server,
    person: &Person,
    beat: &Value,
    kind_name: &str,
) -> Value {
    let kind = kind(server, person, kind_name);
    let order =
        with_fields(order(beat, &kind, "Ade Balogun"), &json!({"sale": {"status": "Completed"}}));
    issue(server, person, &order)
}

pub fn open_delivery(server: &Server, person: &Person, license: &Value) -> Value {
    let at = format!("{}/delivery", path(license));
    person.at(server).post(&at, &json!({})).expect(200).body["delivery"].clone()
}

pub fn get_delivery(server: &Server, person: &Person, delivery: &Value) -> Value {
    person.at(server).get(&delivery_path(delivery)).expect(200).body["delivery"].clone()
}

pub fn delivery_path(delivery: &Value) -> String {
    format!("/api/deliveries/{}", delivery["id"].as_str().expect("an id"))
}

pub fn file_of_role<'a>(delivery: &'a Value, role: &str) -> &'a Value {
    let files = delivery["files"].as_array().expect("files");
    files.iter().find(|file| file["role"] == role).expect("a file of the role")
}

fn file_names(delivery: &Value) -> Vec<&str> {
    let files = delivery["files"].as_array().expect("files");
    files.iter().map(|file| file["name"].as_str().unwrap()).collect()
}

fn notifications_titled(server: &Server, person: &Person, title: &str) -> Vec<Value> {
    let body = person.at(server).get("/api/notifications").expect(200).body;
    let all = body["notifications"].as_array().unwrap().iter();
    all.filter(|notice| notice["title"] == title).cloned().collect()
}

fn dlv_01_a_delivery_holds_the_frozen_files_and_the_papers(server: &Server) {
    let maya = producer(server);
    let beat = upload_beat_with_files(server, &maya);
    let license = issue_paid_license(server, &maya, &beat, "WAV Lease");
    let none = maya.at(server).get(&format!("{}/delivery", path(&license))).expect_error(404);
    assert_eq!(none.error(), "This license has no delivery yet.");
    let delivery = open_delivery(server, &maya, &license);
    assert_eq!(delivery["state"], "ready");
    assert_eq!(
        file_names(&delivery),
        [
            "Maya Okafor - Lagos After Rain (MP3).mp3",
            "Maya Okafor - Lagos After Rain (WAV).wav",
            "LIC-0001 contract.pdf",
            "SALE-001 receipt.pdf",
        ]
    );
    assert_eq!(delivery["buyer"], json!({"name": "Ade Balogun", "email": BUYER}));
    assert_eq!(delivery["licenses"][0]["reference"], "LIC-0001");
    assert_eq!((&delivery["tickets_allowed"], &delivery["missing"]), (&json!(20), &json!([])));
    assert_eq!(file_of_role(&delivery, "contract")["sha256"], license["contract"]["sha256"]);
    let url = delivery["url"].as_str().unwrap();
    let (_, token) = url.split_once("/d/").expect("an address");
    assert_eq!(token.len(), 43);
    assert_eq!(
        server
            .query_number(&format!("SELECT COUNT(*) FROM deliveries WHERE token_hash = '{token}'")),
        0
    );
    // A newer version of a file does not change the files that the license froze.
    let newer = wav_bytes(9);
    let newer = File { name: "new.wav", kind: "audio/wav", bytes: &newer };
    add(server, &maya, &beat, "wav", &newer).expect(201);
    assert_eq!(file_names(&get_delivery(server, &maya, &delivery)).len(), 4);
    let frozen = license["files"].as_array().unwrap().iter().find(|file| file["role"] == "wav");
    assert_eq!(file_of_role(&delivery, "wav")["content_hash"], frozen.unwrap()["content_hash"]);
    // The license's record lists the delivery, and its hash chain is intact.
    let evidence = maya.at(server).get(&format!("{}/evidence", path(&license))).expect(200).body;
    let kinds: Vec<_> =
        evidence["events"].as_array().unwrap().iter().map(|event| &event["kind"]).collect();
    assert_eq!(kinds, ["paid", "issued", "delivered"]);
    assert_eq!(evidence["is_intact"], true);
    let again = maya.at(server).get(&format!("{}/delivery", path(&license))).expect(200).body;
    assert_eq!(again["delivery"]["id"], delivery["id"]);
}

fn dlv_01_a_missing_file_is_told_and_delivered_when_it_comes(server: &Server) {
    let maya = producer(server);
    let beat = upload(server, &maya, "Lagos After Rain.wav", 1);
    let license = issue_paid_license(server, &maya, &beat, "Trackout Lease");
    let delivery = open_delivery(server, &maya, &license);
    assert_eq!(delivery["state"], "waiting");
    let missing: Vec<_> =
        delivery["missing"].as_array().unwrap().iter().map(|one| &one["role"]).collect();
    assert_eq!(missing, ["mp3", "stems"]);
    let told = notifications_titled(server, &maya, "A delivery waits for files");
    assert_eq!(told.len(), 1);
    assert!(told[0]["message"].as_str().unwrap().contains("MP3 of “Lagos After Rain”"), "{told:?}");
    add_mp3(server, &maya, &beat);
    let half = get_delivery(server, &maya, &delivery);
    assert_eq!((&half["state"], half["missing"].as_array().unwrap().len()), (&json!("waiting"), 1));
    assert_eq!(file_of_role(&half, "mp3")["state"], "ready");
    let stems = zip_of(&["kick.wav"]);
    let stems = File { name: "s.zip", kind: "", bytes: &stems };
    let stems = add(server, &maya, &beat, "stems", &stems).expect(201).body["file"].clone();
    let whole = get_delivery(server, &maya, &delivery);
    assert_eq!((&whole["state"], &whole["missing"]), (&json!("ready"), &json!([])));
    assert_eq!(file_of_role(&whole, "stems")["name"], "Maya Okafor - Lagos After Rain (Stems).zip");
    assert_eq!(notifications_titled(server, &maya, "A delivery is complete").len(), 1);
    let evidence = maya.at(server).get(&format!("{}/evidence", path(&license))).expect(200).body;
    assert_eq!(evidence["is_intact"], true);
    // A file that was added for a promised role is promised to the buyer as well.
    let one = format!(
        "/api/documents/{}/files/{}",
        beat["id"].as_str().unwrap(),
        stems["id"].as_str().unwrap()
    );
    assert_eq!(maya.at(server).delete(&one).expect_error(409).body["promised"], 1);
}

fn dlv_01_a_file_that_was_deleted_anyway_is_still_delivered(server: &Server) {
    let maya = producer(server);
    let beat = upload_beat_with_files(server, &maya);
    let license = issue_paid_license(server, &maya, &beat, "Trackout Lease");
    let anyway = json!({"anyway": true, "password": PASSWORD});
    let at = format!("/api/documents/{}", beat["id"].as_str().unwrap());
    maya.at(server).call("DELETE", &at).json(&anyway).send().expect(200);
    let delivery = open_delivery(server, &maya, &license);
    assert_eq!((&delivery["state"], &delivery["missing"]), (&json!("ready"), &json!([])));
    assert_eq!(file_names(&delivery).len(), 5);
    assert_eq!(file_of_role(&delivery, "wav")["name"], "Maya Okafor - Lagos After Rain (WAV).wav");
}

fn dlv_03_the_owner_renews_days_and_fetches(server: &Server) {
    let maya = producer(server);
    let beat = upload_beat_with_files(server, &maya);
    let license = issue_paid_license(server, &maya, &beat, "WAV Lease");
    let delivery = open_delivery(server, &maya, &license);
    server.execute("UPDATE deliveries SET expires_at = 1");
    server.execute("UPDATE delivery_files SET tickets = 20 WHERE role = 'wav'");
    let over = get_delivery(server, &maya, &delivery);
    assert_eq!(
        (&over["state"], &file_of_role(&over, "wav")["state"]),
        (&json!("over"), &json!("spent"))
    );
    maya.at(server)
        .post(&format!("{}/mail", delivery_path(&delivery)), &json!({}))
        .expect_error(409);
    let renewed = maya.at(server).post(&format!("{}/renew", delivery_path(&delivery)), &json!({}));
    let renewed = renewed.expect(200).body["delivery"].clone();
    assert_eq!((&renewed["state"], &renewed["url"]), (&json!("ready"), &delivery["url"]));
    assert_eq!(file_of_role(&renewed, "wav")["tickets"], 0);
    assert_eq!(renewed["events"][0]["kind"], "renewed");
    // Opening the delivery again gives the same delivery.
    server.execute("UPDATE deliveries SET expires_at = 1");
    assert_eq!(open_delivery(server, &maya, &license)["state"], "ready");
}

fn dlv_05_the_evidence_pack_is_one_pdf_with_its_papers(server: &Server) {
    let maya = producer(server);
    let beat = upload_beat_with_files(server, &maya);
    let license = issue_paid_license(server, &maya, &beat, "WAV Lease");
    let delivery = open_delivery(server, &maya, &license);
    let mut ade = public::visitor(server, &delivery);
    ade.open();
    let to = public::take_ticket(&mut ade, file_of_role(&delivery, "wav")["id"].as_str().unwrap());
    ade.get(&to);
    public::wait_for_delivery(server, &maya, &delivery, |now| now["downloads"][0]["whole"] == true);
    let at = format!("{}/evidence-pack", path(&license));
    let answer = maya.at(server).get(&at);
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/pdf"));
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"LIC-0001 evidence.pdf\""
    );
    // The PDF breaks lines at the page width, so blanks are removed before comparing.
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    let text = plain(&pdf_text(&answer.bytes));
    for part in [
        "Evidence for LIC-0001",
        "WAV Lease",
        "Ade Balogun",
        "nobody accepted it electronically",
        "SALE-001",
        "$59.00",
        "Downloaded whole: Maya Okafor - Lagos After Rain (WAV).wav",
        "127.0.0.1",
        "The record, the terms and the contract are what they were.",
        license["contract"]["sha256"].as_str().unwrap(),
    ] {
        assert!(text.contains(&plain(part)), "{part} in {text}");
    }
    // `pdfdetach` finds the attached documents in the PDF, byte for byte.
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("pack.pdf");
    std::fs::write(&place, &answer.bytes).unwrap();
    let run = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        let output = command.args(arguments).arg(&place).current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{program} {output:?}");
    };
    run("qpdf", &["--check"]);
    run("pdfdetach", &["-saveall"]);
    let saved = |name: &str| std::fs::read(folder.path().join(name)).expect(name);
    assert_eq!(saved("LIC-0001 contract.pdf"), contract(server, &maya, &license).bytes);
    assert!(saved("SALE-001 receipt.pdf").starts_with(b"%PDF"));
    let log: Value = serde_json::from_slice(&saved("delivery-log.json")).unwrap();
    assert_eq!(log.as_array().unwrap().last().unwrap()["kind"], "download");
    let record: Value = serde_json::from_slice(&saved("license-record.json")).unwrap();
    assert_eq!(record[1]["kind"], "issued");
    Person::join(server).at(server).get(&at).expect_error(404);
}

fn dlv_06_later_versions_go_along_if_the_owner_says_so(server: &Server) {
    let maya = producer(server);
    let beat = upload_beat_with_files(server, &maya);
    let license = issue_paid_license(server, &maya, &beat, "WAV Lease");
    let delivery = open_delivery(server, &maya, &license);
    let (two, three) = (wav_bytes(8), wav_bytes(9));
    let wav = |bytes| File { name: "new.wav", kind: "audio/wav", bytes };
    let added = add(server, &maya, &beat, "wav", &wav(&two)).expect(201).body["file"].clone();
    assert_eq!(file_names(&get_delivery(server, &maya, &delivery)).len(), 4);
    let changed = maya.at(server).put(&delivery_path(&delivery), &json!({"includes_newer": true}));
    let changed = changed.expect(200).body["delivery"].clone();
    assert_eq!(file_names(&changed).len(), 5);
    let newer = changed["files"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&newer["is_newer"], &newer["content_hash"]),
        (&json!(true), &added["content_hash"])
    );
    assert_eq!(newer["name"], "Maya Okafor - Lagos After Rain (WAV, version 1).wav");
    assert_ne!(file_of_role(&changed, "wav")["content_hash"], newer["content_hash"]);
    // Later versions are added without a request, and a deleted version is removed.
    let third = add(server, &maya, &beat, "wav", &wav(&three)).expect(201).body["file"].clone();
    assert_eq!(file_names(&get_delivery(server, &maya, &delivery)).len(), 6);
    let one = format!(
        "/api/documents/{}/files/{}",
        beat["id"].as_str().unwrap(),
        third["id"].as_str().unwrap()
    );
    maya.at(server).delete(&one).expect(200);
    assert_eq!(file_names(&get_delivery(server, &maya, &delivery)).len(), 5);
    let off = maya
        .at(server)
        .put(&delivery_path(&delivery), &json!({"includes_newer": false}))
        .expect(200);
    assert_eq!(file_names(&off.body["delivery"]).len(), 4);
}

fn dlv_07_a_license_that_has_ended_delivers_nothing(server: &Server) {
    let maya = producer(server);
    let beat = upload_beat_with_files(server, &maya);
    let license = issue_paid_license(server, &maya, &beat, "WAV Lease");
    let delivery = open_delivery(server, &maya, &license);
    let end = format!("{}/terminate", path(&license));
    maya.at(server).post(&end, &json!({"reason": "Never paid"})).expect(200);
    let ended = get_delivery(server, &maya, &delivery);
    assert_eq!((&ended["state"], &ended["files"]), (&json!("ended"), &json!([])));
    maya.at(server)
        .post(&format!("{}/renew", delivery_path(&delivery)), &json!({}))
        .expect_error(409);
    maya.at(server).post(&format!("{}/delivery", path(&license)), &json!({})).expect_error(409);
}

fn deliveries_of_others_cannot_be_reached(server: &Server) {
    let (maya, other) = (producer(server), Person::join(server));
    let beat = upload_beat_with_files(server, &maya);
    let license = issue_paid_license(server, &maya, &beat, "WAV Lease");
    let delivery = open_delivery(server, &maya, &license);
    other.at(server).get(&delivery_path(&delivery)).expect_error(404);
    other
        .at(server)
        .put(&delivery_path(&delivery), &json!({"includes_newer": true}))
        .expect_error(404);
    for deed in ["renew", "mail"] {
        other
            .at(server)
            .post(&format!("{}/{deed}", delivery_path(&delivery)), &json!({}))
            .expect_error(404);
    }
    other.at(server).get(&format!("{}/delivery", path(&license))).expect_error(404);
    other.at(server).post(&format!("{}/delivery", path(&license)), &json!({})).expect_error(404);
    server.get(&delivery_path(&delivery)).expect_error(401);
}

// DLV-03, PUB-08
#[test]
fn dlv_03_the_address_is_mailed_to_the_email_of_the_license() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let smtp = Smtp::start();
        check_mailed_delivery(&Server::start(engine, &["--smtp-url", &smtp.url()]), &smtp);
    }
}

fn check_mailed_delivery(server: &Server, smtp: &Smtp) {
    let maya = producer(server);
    let beat = upload_beat_with_files(server, &maya);
    let license = issue_paid_license(server, &maya, &beat, "WAV Lease");
    let open = format!("{}/delivery", path(&license));
    let refused = maya.at(server).post(&open, &json!({"mail": true})).expect_error(409);
    assert!(refused.error().contains("Confirm your own email"), "{refused:?}");
    server.execute("UPDATE users SET email_confirmed_at = 1, created_at = 1");
    let made =
        maya.at(server).post(&open, &json!({"mail": true})).expect(200).body["delivery"].clone();
    let mail = wait_for_mail(smtp, BUYER, "Your files from Maya Okafor", 1);
    assert!(mail.text.contains(made["url"].as_str().unwrap()), "{}", mail.text);
    assert_eq!(made["events"][0]["kind"], "mailed");
    assert!(made["events"][0]["detail"].as_str().unwrap().ends_with(&format!("to {BUYER}")));
    maya.at(server).post(&format!("{}/mail", delivery_path(&made)), &json!({})).expect(200);
    wait_for_mail(smtp, BUYER, "Your files from Maya Okafor", 2);
}
