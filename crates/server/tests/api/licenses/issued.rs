//! Issued licenses over HTTP: what is frozen, how they end, exclusive ones, upgrades, usage, lists and evidence.
//! LIC-07, LIC-08, LIC-10 to LIC-18

use std::collections::BTreeSet;
use std::process::Output;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use storage::licenses::events::digest as sha256;

use super::{kinds, path as kind_path};
use crate::harness::library::upload;
use crate::harness::people::Person;
use crate::harness::{Answer, EventStream, Server, on_both_engines};
use crate::offers::papers::attached_text;
use crate::sales::receipts::pdf_text;
use crate::sales::{client, record};

on_both_engines!(
    lic_08_no_contract_with_a_hole_is_issued,
    lic_10_what_is_issued_is_frozen_and_the_contract_is_the_same_file_forever,
    lic_07_the_text_that_a_license_names_stays,
    lic_10_a_repeated_request_issues_one_license,
    lic_11_licenses_end_by_hand_with_their_sale_and_by_date,
    lic_12_an_exclusive_license_gives_the_beat_away,
    pg lic_12_of_64_exclusive_licenses_at_once_one_is_issued,
    pg lic_10_many_licenses_at_once_have_numbers_of_their_own,
    lic_13_a_beat_is_reserved_for_a_buyer_for_a_while,
    pg lic_14_an_upgrade_costs_the_difference_and_replaces_the_license,
    lic_15_the_owner_is_told_of_caps_and_last_days,
    lic_16_a_sale_becomes_a_license_later,
    pg lic_17_lists_are_filtered_searched_and_paged,
    lic_18_a_changed_record_is_told_by_evidence_and_by_verify,
    lic_18_a_license_that_is_gone_is_missed,
    lic_05_what_is_said_about_samples_is_in_the_contract,
    licenses_of_others_cannot_be_reached,
    bad_input_names_its_fields_and_issues_nothing,
    pages_are_told_of_licenses
);

/// A person with a complete legal profile, so that contracts have no missing values.
pub fn producer(server: &Server) -> Person {
    let person = Person::join(server);
    enter_profile(server, &person);
    person
}

pub fn enter_profile(server: &Server, person: &Person) {
    let profile = json!({
        "legal_name": "Maya Okafor", "address": "1 Harbor Road\nLagos", "country": "Nigeria",
        "governing_law": "the State of New York",
    });
    person.at(server).put("/api/legal-profile", &profile).expect(200);
}

pub fn kind(server: &Server, person: &Person, name: &str) -> Value {
    let all = kinds(server, person);
    all.into_iter().find(|kind| kind["name"] == name).expect("the kind")
}

fn beat(server: &Server, person: &Person) -> Value {
    upload(server, person, "midnight-drive.wav", 1)
}

pub fn order(beat: &Value, kind: &Value, buyer: &str) -> Value {
    json!({
        "document_id": beat["id"], "kind_id": kind["id"],
        "buyer": {"name": buyer, "email": "buyer@label.example", "address": "9 Main Street", "country": "United States"},
    })
}

pub fn with_fields(mut order: Value, more: &Value) -> Value {
    order.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    order
}

pub fn issue(server: &Server, person: &Person, order: &Value) -> Value {
    person.at(server).post("/api/licenses", order).expect(201).body["license"].clone()
}

pub fn path(license: &Value) -> String {
    format!("/api/licenses/{}", license["id"].as_str().expect("an id"))
}

fn get_license(server: &Server, person: &Person, license: &Value) -> Value {
    person.at(server).get(&path(license)).expect(200).body["license"].clone()
}

pub fn contract(server: &Server, person: &Person, license: &Value) -> Answer {
    let answer = person.at(server).get(&format!("{}/contract", path(license)));
    assert_eq!(answer.status, 200);
    answer
}

fn references(server: &Server, person: &Person, query: &str) -> Vec<String> {
    let body = person.at(server).get(&format!("/api/licenses?{query}")).expect(200).body;
    let rows = body["licenses"].as_array().unwrap();
    rows.iter().map(|row| row["reference"].as_str().unwrap().to_owned()).collect()
}

fn status_of(server: &Server, person: &Person, beat: &Value) -> Value {
    let path = format!("/api/documents/{}", beat["id"].as_str().unwrap());
    person.at(server).get(&path).expect(200).body["document"]["status"].clone()
}

fn lic_08_no_contract_with_a_hole_is_issued(server: &Server) {
    let person = Person::join(server);
    let (beat, kind) = (beat(server, &person), kind(server, &person, "WAV Lease"));
    let order = order(&beat, &kind, "Nova Records LLC");
    let at = person.at(server);
    let refused = at.post("/api/licenses", &order).expect_error(422);
    let missing = refused.body["missing"].as_array().unwrap().clone();
    let name = missing.iter().find(|one| one["field"] == "producer.name").expect("the legal name");
    assert_eq!(name["where"], "legal_profile");
    let draft = at.post("/api/licenses/preview", &order).expect(200).body;
    assert_eq!(draft["missing"], json!(missing));
    assert_eq!(at.get("/api/licenses").expect(200).body["total"], 0);
    at.put("/api/legal-profile", &json!({"legal_name": "Maya Okafor", "address": "Lagos"}))
        .expect(200);
    let draft = at.post("/api/licenses/preview", &order).expect(200).body;
    assert_eq!((&draft["missing"], &draft["price"]), (&json!([]), &json!(59.0)));
    assert!(draft["blocks"].as_array().unwrap().len() > 5);
    // A refused request takes no number.
    assert_eq!(issue(server, &person, &order)["reference"], "LIC-0001");
}

fn lic_10_what_is_issued_is_frozen_and_the_contract_is_the_same_file_forever(server: &Server) {
    let person = producer(server);
    let (beat, kind) = (beat(server, &person), kind(server, &person, "WAV Lease"));
    let client = client(server, &person, "Ade Bello");
    let order = with_fields(
        order(&beat, &kind, "Ade Bello LLC"),
        &json!({"client_id": client["id"], "sale": {"notes": "Paid by bank"}}),
    );
    let license = issue(server, &person, &order);
    assert_eq!(license["reference"], "LIC-0001");
    assert_eq!((&license["state"], &license["kind"]), (&json!("active"), &json!("WAV Lease")));
    assert_eq!((&license["price"], &license["currency"]), (&json!(59.0), &json!("USD")));
    assert_eq!(license["buyer"]["name"], "Ade Bello LLC");
    assert_eq!(license["client_id"], client["id"]);
    assert_eq!(license["terms"]["caps"]["streams"], json!({"allowed": true, "limit": 500_000}));
    assert_eq!(license["is_recorded_by_producer"], true);
    assert_eq!(license["sale_reference"], "SALE-001");
    let events: Vec<_> =
        license["events"].as_array().unwrap().iter().map(|event| event["kind"].clone()).collect();
    assert_eq!(events, ["paid", "issued"]);
    assert_eq!(license["files"][0]["role"], "wav");
    assert_eq!(license["files"][0]["content_hash"], beat["content_hash"]);
    // The sale is in the ledger.
    let wallet = person.at(server).get("/api/wallet").expect(200).body;
    assert_eq!(wallet["accounts"][0]["balance"], 59.0);
    let sale = person.at(server).get("/api/sales").expect(200).body["sales"][0].clone();
    assert_eq!((&sale["id"], &sale["license"]), (&license["sale_id"], &json!("premium")));

    let first = contract(server, &person, &license);
    assert_eq!(first.header("content-type"), "application/pdf");
    assert!(first.header("content-disposition").contains("LIC-0001 contract.pdf"));
    assert!(first.bytes.starts_with(b"%PDF"));
    assert_eq!(license["contract"]["sha256"], sha256(&first.bytes));
    assert_eq!(license["contract"]["size"], first.bytes.len());
    assert!(license["contract"]["pages"].as_i64().unwrap() >= 2);

    // Later changes of the kind, the texts and the profile do not change the license and its contract.
    let at = person.at(server);
    at.put(&kind_path(&kind), &json!({"name": "Other", "price": 99, "term_months": 1})).expect(200);
    at.put("/api/legal-profile", &json!({"legal_name": "Somebody Else"})).expect(200);
    let document = format!("/api/documents/{}", beat["id"].as_str().unwrap());
    at.put(&document, &json!({"title": "Renamed"})).expect(200);
    at.delete(&format!("/api/beneficiaries/{}", client["id"].as_str().unwrap())).expect(200);
    let later = get_license(server, &person, &license);
    assert_eq!(later["client_id"], Value::Null);
    for field in ["kind", "title", "price", "terms", "expires_on", "buyer", "files", "contract"] {
        assert_eq!(later[field], license[field], "{field}");
    }
    assert_eq!(contract(server, &person, &license).bytes, first.bytes);
}

fn lic_07_the_text_that_a_license_names_stays(server: &Server) {
    let person = producer(server);
    let (beat, kind) = (beat(server, &person), kind(server, &person, "MP3 Lease"));
    let license = issue(server, &person, &order(&beat, &kind, "Nova Records LLC"));
    assert_eq!(license["text_version"], 1);
    // HOLD-03: the license names the hash of the text that is attached to its contract.
    let agreed = attached_text(server, &person, &license);
    assert_eq!(license["text_hash"], sha256(agreed.as_bytes()));
    let at = person.at(server);
    let texts = format!("{}/texts", kind_path(&kind));
    let text = "# {{kind.name}}\n\n{{producer.name}} and {{buyer.name}}.";
    at.post(&texts, &json!({"text": text})).expect(201);
    let second = issue(server, &person, &order(&beat, &kind, "Nova Records LLC"));
    assert_eq!(second["text_version"], 2);
    at.delete(&kind_path(&kind)).expect(200);
    let kept = at.get(&format!("{texts}/1")).expect(200).body["text"].clone();
    assert_eq!(
        (&kept["hash"], sha256(kept["text"].as_str().unwrap().as_bytes())),
        (&kind["text"]["hash"], kind["text"]["hash"].as_str().unwrap().to_owned())
    );
    assert_eq!(get_license(server, &person, &license)["kind_id"], Value::Null);
}

fn lic_10_a_repeated_request_issues_one_license(server: &Server) {
    let person = producer(server);
    let (beat, kind) = (beat(server, &person), kind(server, &person, "Exclusive"));
    let order = with_fields(order(&beat, &kind, "Iris Vance"), &json!({"sale": {}}));
    let send = || {
        person
            .at(server)
            .call("POST", "/api/licenses")
            .header("Idempotency-Key", "once")
            .json(&order)
            .send()
    };
    let bodies: Vec<_> = thread::scope(|scope| {
        let all: Vec<_> = (0..4).map(|_| scope.spawn(|| send().expect(201).text())).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(bodies.iter().all(|body| *body == bodies[0]));
    assert_eq!(send().expect(201).text(), bodies[0]);
    let at = person.at(server);
    assert_eq!(at.get("/api/licenses").expect(200).body["total"], 1);
    assert_eq!(at.get("/api/sales").expect(200).body["total"], 1);
}

fn lic_11_licenses_end_by_hand_with_their_sale_and_by_date(server: &Server) {
    let person = producer(server);
    let (beat, kind) = (beat(server, &person), kind(server, &person, "MP3 Lease"));
    let at = person.at(server);
    let first = issue(server, &person, &order(&beat, &kind, "Nova Records LLC"));
    let end = format!("{}/terminate", path(&first));
    assert!(
        at.post(&end, &json!({"reason": " "})).expect_error(400).body["fields"]["reason"]
            .is_string()
    );
    let ended =
        at.post(&end, &json!({"reason": "The fee was never paid"})).expect(200).body["license"]
            .clone();
    assert_eq!(
        (&ended["state"], &ended["ended_reason"]),
        (&json!("terminated"), &json!("The fee was never paid"))
    );
    assert_eq!(ended["events"][1]["kind"], "ended");
    assert_eq!(
        at.post(&end, &json!({"reason": "Again"})).expect_error(409).error(),
        "LIC-0001 was terminated."
    );

    let second =
        issue(server, &person, &with_fields(order(&beat, &kind, "Temi"), &json!({"sale": {}})));
    let sale = format!("/api/sales/{}", second["sale_id"].as_str().unwrap());
    assert!(at.delete(&sale).expect_error(409).error().contains("LIC-0002"));
    at.put(&sale, &json!({"status": "Failed"})).expect_error(409);
    at.put(&sale, &json!({"notes": "Paid in cash"})).expect(200);
    at.post(&format!("{sale}/refund"), &json!({})).expect(200);
    assert_eq!(get_license(server, &person, &second)["state"], "refunded");
    // A sale can be deleted once its licenses have ended.
    at.delete(&sale).expect(200);
    let later = get_license(server, &person, &second);
    assert_eq!((&later["sale_id"], &later["sale_reference"]), (&Value::Null, &json!("SALE-001")));

    let third = issue(
        server,
        &person,
        &with_fields(order(&beat, &kind, "Temi"), &json!({"starts_on": "2024-01-31"})),
    );
    assert_eq!((&third["state"], &third["expires_on"]), (&json!("expired"), &json!("2026-01-30")));
    assert_eq!(third["ended_at"], "2026-01-31T00:00:00.000Z");
    at.post(&format!("{}/terminate", path(&third)), &json!({"reason": "x"})).expect_error(409);
    assert_eq!(references(server, &person, "state=expired"), ["LIC-0003"]);
    assert_eq!(references(server, &person, "state=active"), [] as [&str; 0]);
}

fn lic_12_an_exclusive_license_gives_the_beat_away(server: &Server) {
    let person = producer(server);
    let beat = beat(server, &person);
    let (lease, exclusive) =
        (kind(server, &person, "MP3 Lease"), kind(server, &person, "Exclusive"));
    let at = person.at(server);
    issue(server, &person, &order(&beat, &lease, "Nova Records LLC"));
    let ask = order(&beat, &exclusive, "Iris Vance");
    let told = |order: &Value| {
        let draft = at.post("/api/licenses/preview", order).expect(200).body;
        draft["blocks"].to_string()
    };
    assert!(
        told(&ask).contains("LIC-0001, MP3 Lease, issued") && !told(&ask).contains("Nova Records")
    );
    assert!(
        told(&with_fields(ask.clone(), &json!({"names_earlier_buyers": true})))
            .contains("to Nova Records LLC")
    );
    let license = issue(server, &person, &with_fields(ask, &json!({"sale": {}})));
    assert_eq!((&license["is_exclusive"], &license["price"]), (&json!(true), &json!(1200.0)));
    assert_eq!(status_of(server, &person, &beat), "Sold");
    let sentence =
        "is licensed exclusively to Iris Vance (LIC-0002), so no other license can be issued.";
    for kind in [&lease, &exclusive] {
        let refused = at.post("/api/licenses", &order(&beat, kind, "Late Label")).expect_error(409);
        assert!(refused.error().contains(sentence), "{}", refused.error());
    }
    let sale = json!({"beat_id": beat["id"], "client": "Late Label", "amount": 39});
    at.post("/api/sales", &sale).expect_error(409);
    // The refund ends the license and frees the beat.
    at.post(&format!("/api/sales/{}/refund", license["sale_id"].as_str().unwrap()), &json!({}))
        .expect(200);
    assert_eq!(get_license(server, &person, &license)["state"], "refunded");
    assert_eq!(status_of(server, &person, &beat), "Available");
    // An exclusive license without a sale marks the beat as sold too, and its end makes the beat available again.
    let again = issue(server, &person, &order(&beat, &exclusive, "Iris Vance"));
    assert_eq!(status_of(server, &person, &beat), "Sold");
    assert!(at.post("/api/sales", &sale).expect_error(409).error().contains("LIC-0003"));
    at.post(&format!("{}/terminate", path(&again)), &json!({"reason": "Bought back"})).expect(200);
    assert_eq!(status_of(server, &person, &beat), "Available");
    at.post("/api/sales", &sale).expect(201);
}

/// Issues a license; if the server's queue is full, repeats the request after the time in Retry-After.
fn issue_patiently(server: &Server, person: &Person, order: &Value) -> Answer {
    server.wait_for("an answer of a server that is not busy", || {
        let answer = person.at(server).post("/api/licenses", order);
        if answer.status != 503 {
            return Some(answer);
        }
        let seconds = answer.header("retry-after").parse().expect("seconds");
        thread::sleep(Duration::from_secs(seconds));
        None
    })
}

fn lic_12_of_64_exclusive_licenses_at_once_one_is_issued(server: &Server) {
    let person = producer(server);
    let (beat, kind) = (beat(server, &person), kind(server, &person, "Exclusive"));
    let answers: Vec<_> = thread::scope(|scope| {
        let all: Vec<_> = (0..64)
            .map(|number| {
                let order = with_fields(
                    order(&beat, &kind, &format!("Buyer {number}")),
                    &json!({"sale": {}}),
                );
                let person = &person;
                scope.spawn(move || issue_patiently(server, person, &order))
            })
            .collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let count = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
    assert_eq!((count(201), count(409)), (1, 63));
    let at = person.at(server);
    assert_eq!(at.get("/api/licenses").expect(200).body["total"], 1);
    assert_eq!(at.get("/api/sales").expect(200).body["total"], 1);
    assert_eq!(references(server, &person, ""), ["LIC-0001"]);
    // Contracts of refused licenses are not kept: the store holds the beat and one contract.
    server.wait_for_media_files(2);
}

fn lic_10_many_licenses_at_once_have_numbers_of_their_own(server: &Server) {
    let person = producer(server);
    let (beat, kind) = (beat(server, &person), kind(server, &person, "MP3 Lease"));
    let numbers: BTreeSet<String> = thread::scope(|scope| {
        let one = |number: usize| {
            let order = order(&beat, &kind, &format!("Buyer {number}"));
            let person = &person;
            scope.spawn(move || {
                issue(server, person, &order)["reference"].as_str().unwrap().to_owned()
            })
        };
        let all: Vec<_> = (0..8).map(one).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let expected: BTreeSet<String> = (1..=8).map(|number| format!("LIC-{number:04}")).collect();
    assert_eq!(numbers, expected);
}

fn lic_13_a_beat_is_reserved_for_a_buyer_for_a_while(server: &Server) {
    let person = producer(server);
    let beat = beat(server, &person);
    let (lease, exclusive) =
        (kind(server, &person, "MP3 Lease"), kind(server, &person, "Exclusive"));
    let at = person.at(server);
    let place = format!("/api/documents/{}/reservation", beat["id"].as_str().unwrap());
    assert_eq!(at.get(&place).expect(200).body["reservation"], Value::Null);
    let buyer = |name: &str| json!({"buyer": {"name": name, "email": "buyer@label.example"}});
    for hours in [0, 169] {
        at.put(&place, &with_fields(buyer("Iris Vance"), &json!({"hours": hours})))
            .expect_error(400);
    }
    // Of two simultaneous reservations, one is made and the other is refused.
    let answers: Vec<_> = thread::scope(|scope| {
        let all: Vec<_> = ["Iris Vance", "Nova Records LLC"]
            .map(|name| {
                let person = &person;
                let (place, body) = (&place, buyer(name));
                scope.spawn(move || person.at(server).put(place, &body))
            })
            .into_iter()
            .collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let mut statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let kept = at.get(&place).expect(200).body["reservation"].clone();
    let (winner, loser) = match kept["name"].as_str().unwrap() {
        "Iris Vance" => ("Iris Vance", "Nova Records LLC"),
        _ => ("Nova Records LLC", "Iris Vance"),
    };
    let told = answers.iter().find(|answer| answer.status == 409).unwrap();
    assert!(told.error().contains(&format!("is reserved for {winner} until")), "{}", told.error());
    let refused = at.post("/api/licenses", &order(&beat, &exclusive, loser)).expect_error(409);
    assert!(refused.error().contains("is reserved for"), "{}", refused.error());
    // A reservation does not affect licenses of other kinds.
    issue(server, &person, &order(&beat, &lease, loser));
    // The reservation lapses by itself.
    server.execute("UPDATE reservations SET until = reserved_at - 1");
    assert_eq!(at.get(&place).expect(200).body["reservation"], Value::Null);
    at.put(&place, &with_fields(buyer(loser), &json!({"hours": 1}))).expect(200);
    at.post("/api/licenses", &order(&beat, &exclusive, winner)).expect_error(409);
    at.delete(&place).expect(200);
    issue(server, &person, &order(&beat, &exclusive, winner));
    assert!(at.put(&place, &buyer(loser)).expect_error(409).error().contains("LIC-0002"));
}

fn lic_14_an_upgrade_costs_the_difference_and_replaces_the_license(server: &Server) {
    let person = producer(server);
    let beat = beat(server, &person);
    let of = |name: &str| kind(server, &person, name);
    let at = person.at(server);
    let first = issue(
        server,
        &person,
        &with_fields(order(&beat, &of("MP3 Lease"), "Nova Records LLC"), &json!({"sale": {}})),
    );
    let upgrade =
        |license: &Value, body: &Value| at.post(&format!("{}/upgrade", path(license)), body);
    let second = upgrade(&first, &json!({"kind_id": of("WAV Lease")["id"], "sale": {}}))
        .expect(201)
        .body["license"]
        .clone();
    assert_eq!((&second["price"], &second["upgraded_from"]), (&json!(30.0), &first["id"]));
    assert_eq!(second["buyer"], first["buyer"]);
    assert_eq!(second["files"][0]["role"], "wav");
    let old = get_license(server, &person, &first);
    assert_eq!(
        (&old["state"], &old["superseded_by_reference"]),
        (&json!("superseded"), &json!("LIC-0002"))
    );
    let last = old["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["kind"], &last["detail"]), (&json!("upgraded"), &json!("To LIC-0002")));
    // The prices that were paid before are subtracted, also over several upgrades.
    let third = upgrade(&second, &json!({"kind_id": of("Unlimited Lease")["id"]})).expect(201).body
        ["license"]
        .clone();
    assert_eq!(third["price"], 190.0);
    assert_eq!(
        upgrade(&first, &json!({"kind_id": of("Exclusive")["id"]})).expect_error(409).error(),
        "LIC-0001 was replaced by another license."
    );
    for name in ["MP3 Lease", "Unlimited Lease"] {
        let refused = upgrade(&third, &json!({"kind_id": of(name)["id"]})).expect_error(400);
        assert!(refused.body["fields"]["kind_id"].is_string(), "{name}");
    }
    let fourth = upgrade(&third, &json!({"kind_id": of("Exclusive")["id"], "price": 500}))
        .expect(201)
        .body["license"]
        .clone();
    assert_eq!((&fourth["price"], &fourth["is_exclusive"]), (&json!(500.0), &json!(true)));
    assert_eq!(status_of(server, &person, &beat), "Sold");
    assert_eq!(references(server, &person, "state=active"), ["LIC-0004"]);
}

fn list_notifications(server: &Server, person: &Person) -> Vec<(String, String)> {
    let body = person.at(server).get("/api/notifications").expect(200).body;
    let all = body["notifications"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    all.iter().map(|one| (text(&one["title"]), text(&one["message"]))).collect()
}

fn lic_15_the_owner_is_told_of_caps_and_last_days(server: &Server) {
    let person = producer(server);
    let (beat, kind) = (beat(server, &person), kind(server, &person, "MP3 Lease"));
    let at = person.at(server);
    let license = issue(server, &person, &order(&beat, &kind, "Temi Adeyemi"));
    let note = |usage: &Value| at.put(&format!("{}/usage", path(&license)), usage);
    let told = |what: &str| {
        list_notifications(server, &person).iter().filter(|(title, _)| title == what).count()
    };
    let near = "LIC-0001 is near its limit";
    assert_eq!(note(&json!({"streams": 39_999})).expect(200).body["license"]["cap_level"], 0);
    assert_eq!(told(near), 0);
    let noted = note(&json!({"streams": 40_000, "copies": 5})).expect(200).body["license"].clone();
    assert_eq!(
        (&noted["usage"], &noted["cap_level"]),
        (&json!({"copies": 5, "streams": 40_000}), &json!(80))
    );
    note(&json!({"streams": 49_999})).expect(200);
    assert_eq!((told(near), told("LIC-0001 is over its limit")), (1, 0));
    assert_eq!(references(server, &person, "near_cap=true"), ["LIC-0001"]);
    note(&json!({"streams": 51_900})).expect(200);
    note(&json!({"streams": 60_000})).expect(200);
    assert_eq!((told(near), told("LIC-0001 is over its limit")), (1, 1));
    let (_, message) = list_notifications(server, &person)
        .into_iter()
        .find(|(title, _)| title.contains("over"))
        .unwrap();
    assert!(
        message.starts_with("Temi Adeyemi has 51,900 of 50,000 audio streams for “"),
        "{message}"
    );
    for bad in
        [json!({"streams": -1}), json!({"streams": 1.5}), json!({"streams": 1_000_000_000_001_u64})]
    {
        note(&bad).expect_error(400);
    }
    let told = at.get("/api/notifications").expect(200).body["notifications"].clone();
    let page = format!("/licenses/{}?upgrade=1", license["id"].as_str().unwrap());
    assert!(told.as_array().unwrap().iter().any(|one| one["link"] == page), "{told}");
    let figures = at.get("/api/licenses").expect(200).body["figures"].clone();
    assert_eq!((&figures["active"], &figures["near_cap"]), (&json!(1), &json!(1)));
}

fn lic_16_a_sale_becomes_a_license_later(server: &Server) {
    let person = producer(server);
    let beat = beat(server, &person);
    let at = person.at(server);
    let day = "2026-09-10";
    let sale = record(
        server,
        &person,
        &json!({"beat_id": beat["id"], "client": "Kito Sound", "amount": 45, "date": day}),
    );
    assert_eq!(sale["license_id"], Value::Null);
    let place = format!("/api/sales/{}/license", sale["id"].as_str().unwrap());
    let (lease, exclusive) =
        (kind(server, &person, "MP3 Lease"), kind(server, &person, "Exclusive"));
    let refused = at.post(&place, &json!({"kind_id": exclusive["id"]})).expect_error(400);
    assert!(refused.body["fields"]["kind_id"].is_string());
    let license =
        at.post(&place, &json!({"kind_id": lease["id"]})).expect(201).body["license"].clone();
    assert_eq!((&license["price"], &license["starts_on"]), (&json!(45.0), &json!(day)));
    assert_eq!(
        (&license["buyer"]["name"], &license["sale_reference"]),
        (&json!("Kito Sound"), &json!("SALE-001"))
    );
    assert_eq!(license["is_recorded_by_producer"], true);
    let events = license["events"].as_array().unwrap();
    assert_eq!(events.last().unwrap()["detail"], "Recorded by the producer");
    assert_eq!(
        at.post(&place, &json!({"kind_id": lease["id"]})).expect_error(409).error(),
        "LIC-0001 was issued for this sale already."
    );
    // No second sale was recorded, and every answer with the sale names its license.
    let listed = at.get("/api/sales").expect(200).body;
    assert_eq!(listed["total"], 1);
    assert_eq!(listed["sales"][0]["license_id"], license["id"]);
    let one = format!("/api/sales/{}", sale["id"].as_str().unwrap());
    assert_eq!(at.get(&one).expect(200).body["sale"]["license_id"], license["id"]);
    let changed = at.put(&one, &json!({"notes": "Paid by bank"})).expect(200).body;
    assert_eq!(changed["sale"]["license_id"], license["id"]);
    let seen = at.get("/api/dashboard").expect(200).body;
    assert_eq!(seen["dashboard"]["recent_sales"][0]["license_id"], license["id"]);
    let refunded = at.post(&format!("{one}/refund"), &json!({})).expect(200).body;
    assert_eq!(refunded["sale"]["license_id"], license["id"]);
    let pending = record(
        server,
        &person,
        &json!({"title": "Loose", "client": "Kito", "amount": 5, "status": "Failed"}),
    );
    let place = format!("/api/sales/{}/license", pending["id"].as_str().unwrap());
    at.post(&place, &json!({"kind_id": lease["id"]})).expect_error(409);
}

fn lic_17_lists_are_filtered_searched_and_paged(server: &Server) {
    let person = producer(server);
    let (first, second) = (beat(server, &person), upload(server, &person, "glass-garden.wav", 2));
    let (mp3, wav) = (kind(server, &person, "MP3 Lease"), kind(server, &person, "WAV Lease"));
    let client = client(server, &person, "Ade Bello");
    issue(server, &person, &order(&first, &mp3, "Nova Records LLC"));
    issue(
        server,
        &person,
        &with_fields(order(&second, &wav, "Zoë Vance"), &json!({"client_id": client["id"]})),
    );
    issue(server, &person, &order(&second, &mp3, "Temi"));
    let found = |query: &str| references(server, &person, query);
    let id = |value: &Value| value["id"].as_str().unwrap().to_owned();
    assert_eq!(found(""), ["LIC-0003", "LIC-0002", "LIC-0001"]);
    assert_eq!(found(&format!("kind={}", id(&mp3))), ["LIC-0003", "LIC-0001"]);
    assert_eq!(found(&format!("kind={},{}", id(&mp3), id(&wav))).len(), 3);
    assert_eq!(found(&format!("beat={}", id(&second))), ["LIC-0003", "LIC-0002"]);
    assert_eq!(found(&format!("client={}", id(&client))), ["LIC-0002"]);
    assert_eq!(found("search=zoe"), ["LIC-0002"]);
    assert_eq!(found("search=lic-0001"), ["LIC-0001"]);
    assert_eq!(found("search=glass"), ["LIC-0003", "LIC-0002"]);
    assert_eq!(found("expires_before=2020-01-01"), [] as [&str; 0]);
    assert_eq!(found("expires_before=2100-01-01&state=active").len(), 3);
    let seen =
        person.at(server).get("/api/search?q=glass%20zoe").expect(200).body["groups"].clone();
    let group = seen.as_array().unwrap().iter().find(|group| group["kind"] == "license");
    let hits = group.expect("licenses")["hits"].as_array().unwrap().clone();
    assert_eq!(hits.len(), 1, "{hits:?}");
    assert!(hits[0].to_string().contains("LIC-0002"), "{hits:?}");
    let page = person.at(server).get("/api/licenses?limit=2").expect(200).body;
    assert_eq!((&page["total"], &page["total_is_exact"]), (&json!(3), &json!(true)));
    let cursor = page["next_cursor"].as_str().unwrap();
    assert_eq!(found(&format!("limit=2&cursor={cursor}")), ["LIC-0001"]);
    for query in [
        "state=sold",
        "kind=x",
        "beat=x",
        "client=x",
        "expires_before=soon",
        "cursor=x",
        "cursor=2&offset=1",
    ] {
        person.at(server).get(&format!("/api/licenses?{query}")).expect_error(400);
    }
}

pub fn output_text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

fn lic_18_a_changed_record_is_told_by_evidence_and_by_verify(server: &Server) {
    let person = producer(server);
    let (beat, kind) = (beat(server, &person), kind(server, &person, "MP3 Lease"));
    let license = issue(
        server,
        &person,
        &with_fields(order(&beat, &kind, "Nova Records LLC"), &json!({"sale": {}})),
    );
    issue(server, &person, &order(&beat, &kind, "Temi"));
    let at = person.at(server);
    let evidence = || at.get(&format!("{}/evidence", path(&license))).expect(200).body;
    let told = evidence();
    assert_eq!((&told["is_intact"], &told["broken"]), (&json!(true), &Value::Null));
    assert_eq!(told["events"][1]["previous"], told["events"][0]["hash"]);
    let verify = || server.command(&["licenses", "verify"]);
    let output = verify();
    assert!(output.status.success(), "{}", output_text(&output));
    assert!(
        output_text(&output).contains("Checked 2 licenses: every record is whole."),
        "{}",
        output_text(&output)
    );
    let id = license["id"].as_str().unwrap();
    let tried = [
        (
            format!(
                "UPDATE license_events SET detail = detail || '!' WHERE license_id = '{id}' AND number = 1"
            ),
            format!(
                "UPDATE license_events SET detail = substr(detail, 1, length(detail) - 1) WHERE license_id = '{id}' AND number = 1"
            ),
            "Entry 1 (paid) was changed after it was written.",
        ),
        (
            format!("UPDATE licenses SET price = price - 1 WHERE id = '{id}'"),
            format!("UPDATE licenses SET price = price + 1 WHERE id = '{id}'"),
            "The terms, the parties or the files were changed after the issue.",
        ),
        (
            format!("DELETE FROM license_events WHERE license_id = '{id}' AND number = 2"),
            String::new(),
            "Entry 2 is missing.",
        ),
    ];
    for (deed, undo, sentence) in tried {
        server.execute(&deed);
        assert_eq!(evidence()["broken"], sentence);
        let output = verify();
        assert_eq!(output.status.code(), Some(1), "{}", output_text(&output));
        assert!(
            output_text(&output).contains(&format!("LIC-0001 of {}: {sentence}", person.email)),
            "{}",
            output_text(&output)
        );
        if !undo.is_empty() {
            server.execute(&undo);
            assert_eq!(evidence()["is_intact"], true);
        }
    }
}

fn lic_18_a_license_that_is_gone_is_missed(server: &Server) {
    let person = producer(server);
    let (beat, kind) = (beat(server, &person), kind(server, &person, "MP3 Lease"));
    for buyer in ["Nova Records LLC", "Temi", "Ade Bello"] {
        issue(server, &person, &order(&beat, &kind, buyer));
    }
    let verify = || output_text(&server.command(&["licenses", "verify"]));
    assert!(verify().contains("Checked 3 licenses: every record is whole."), "{}", verify());
    let owner = person.user["id"].as_str().unwrap();
    // A record in the middle and the last record are changed.
    for (number, reference) in [(2, "LIC-0002"), (3, "LIC-0003")] {
        server.execute(&format!(
            "DELETE FROM licenses WHERE owner_id = '{owner}' AND number = {number}"
        ));
        let told = verify();
        let sentence = format!("{reference} of {}: The license is missing.", person.email);
        assert!(told.contains(&sentence), "{told}");
    }
}

fn lic_05_what_is_said_about_samples_is_in_the_contract(server: &Server) {
    let person = producer(server);
    let (beat, kind) = (beat(server, &person), kind(server, &person, "MP3 Lease"));
    let text = |order: &Value| {
        let license = issue(server, &person, order);
        pdf_text(&contract(server, &person, &license).bytes)
    };
    let plain = order(&beat, &kind, "Temi");
    assert!(text(&plain).contains("About samples in the Beat: none"));
    let said = with_fields(plain.clone(), &json!({"samples": "Two bars of “Quiet Sea”, cleared"}));
    assert!(text(&said).contains("About samples in the Beat: Two bars of “Quiet Sea”, cleared"));
    let long = with_fields(plain, &json!({"samples": "x".repeat(501)}));
    assert!(
        person.at(server).post("/api/licenses", &long).expect_error(400).body["fields"]["samples"]
            .is_string()
    );
}

fn licenses_of_others_cannot_be_reached(server: &Server) {
    let (maya, other) = (producer(server), producer(server));
    let (beat, kind) = (beat(server, &maya), kind(server, &maya, "MP3 Lease"));
    let license = issue(server, &maya, &order(&beat, &kind, "Nova Records LLC"));
    let at = other.at(server);
    for more in ["", "/contract", "/evidence"] {
        at.get(&format!("{}{more}", path(&license))).expect_error(404);
    }
    at.post(&format!("{}/terminate", path(&license)), &json!({"reason": "x"})).expect_error(404);
    at.put(&format!("{}/usage", path(&license)), &json!({"streams": 1})).expect_error(404);
    at.post(&format!("{}/upgrade", path(&license)), &json!({"kind_id": kind["id"]}))
        .expect_error(404);
    at.post("/api/licenses", &order(&beat, &kind, "x")).expect_error(404);
    at.put(
        &format!("/api/documents/{}/reservation", beat["id"].as_str().unwrap()),
        &json!({"buyer": {"name": "x"}}),
    )
    .expect_error(404);
    assert_eq!(at.get("/api/licenses").expect(200).body["total"], 0);
    let own = crate::licenses::issued::kind(server, &other, "MP3 Lease");
    at.post("/api/licenses", &order(&beat, &own, "x")).expect_error(404);
}

fn bad_input_names_its_fields_and_issues_nothing(server: &Server) {
    let person = producer(server);
    let (beat, kind) = (beat(server, &person), kind(server, &person, "MP3 Lease"));
    let at = person.at(server);
    let good = order(&beat, &kind, "Nova Records LLC");
    let long = "x".repeat(121);
    for (more, field) in [
        (json!({"kind_id": null}), "kind_id"),
        (json!({"document_id": null}), "document_id"),
        (json!({"buyer": {}}), "name"),
        (json!({"buyer": {"name": long}}), "name"),
        (json!({"price": -1}), "price"),
        (json!({"currency": "KES"}), "currency"),
        (json!({"currency": "EUR"}), "price"),
        (json!({"starts_on": "soon"}), "starts_on"),
        (json!({"starts_on": "2100-01-01"}), "starts_on"),
        (json!({"sale": {"status": "Failed"}}), "status"),
        (json!({"price": 0, "sale": {}}), "sale"),
        (json!({"sale": {}, "sale_id": "x"}), "sale_id"),
    ] {
        let refused = at.post("/api/licenses", &with_fields(good.clone(), &more)).expect_error(400);
        assert!(refused.body["fields"][field].is_string(), "{more}: {}", refused.body);
    }
    let dated = with_fields(good.clone(), &json!({"sale": {"date": "2020-01-01"}}));
    assert_eq!(at.post("/api/licenses", &dated).expect_error(422).body["confirm"], "confirm_date");
    at.post(
        "/api/licenses",
        &with_fields(good, &json!({"sale_id": "0199c1f0-0000-7000-8000-000000000009"})),
    )
    .expect_error(404);
    assert_eq!(at.get("/api/licenses").expect(200).body["total"], 0);
    assert_eq!(at.get("/api/sales").expect(200).body["total"], 0);
}

fn pages_are_told_of_licenses(server: &Server) {
    let person = producer(server);
    let (beat, kind) = (beat(server, &person), kind(server, &person, "MP3 Lease"));
    let stream = EventStream::open(server, &person.token);
    issue(
        server,
        &person,
        &with_fields(order(&beat, &kind, "Nova Records LLC"), &json!({"sale": {}})),
    );
    stream.wait_for_topics(&["licenses", "sales"]);
}
