//! What was agreed stays: the text is frozen when an offer is sent, completed at the acceptance, and stands in the issued
//! contract. HOLD-03

use std::process::Command;

use serde_json::{Value, json};
use storage::licenses::events::digest as sha256;

use super::buyers::{accept_offer, fields, hash_of, visitor};
use super::{get_offer, make_offer, path, prepare_order, send_offer};
use crate::harness::library;
use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};
use crate::licenses::issued::{contract, kind};

on_both_engines!(
    pg hold_03_what_changes_after_sending_reaches_neither_page_nor_contract,
    hold_03_a_deleted_kind_leaves_what_was_sent_and_accepted,
    hold_03_no_revision_with_a_hole_is_sent_and_none_opens_later,
    hold_03_what_is_known_only_later_is_on_the_page_of_record,
    hold_03_another_buyer_gets_another_link,
    hold_03_an_earlier_acceptance_without_papers_is_paid,
);

fn pay(server: &Server, person: &Person, offer: &Value) -> Value {
    let total = get_offer(server, person, offer)["total"].clone();
    let at = format!("{}/paid", path(offer));
    person.at(server).post(&at, &json!({"amount": total})).expect(200).body["offer"].clone()
}

fn license_of(server: &Server, person: &Person, paid: &Value) -> Value {
    let at = format!("/api/licenses/{}", paid["licenses"][0]["id"].as_str().expect("an id"));
    person.at(server).get(&at).expect(200).body["license"].clone()
}

/// The text that is attached to the contract of a license.
pub fn attached_text(server: &Server, person: &Person, license: &Value) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("contract.pdf");
    std::fs::write(&file, contract(server, person, license).bytes).expect("written");
    let text = folder.path().join("contract.txt");
    let mut detach = Command::new("pdfdetach");
    detach.args(["-save", "1", "-o"]).arg(&text).arg(&file);
    assert!(detach.status().expect("pdfdetach runs").success());
    std::fs::read_to_string(text).expect("a text")
}

/// Changes everything that a contract is made of.
fn change_everything(server: &Server, person: &Person, beat: &Value, round: u32) {
    let at = person.at(server);
    let title = format!("Other Title {round}");
    at.put(
        &library::path(beat),
        &json!({"title": title, "bpm": 60 + round, "musical_key": "C# minor"}),
    )
    .expect(200);
    let lease = kind(server, person, "WAV Lease");
    let kind_url = format!("/api/license-kinds/{}", lease["id"].as_str().expect("an id"));
    let change = json!({"text": format!("# Another text {round}\n\n{{{{buyer.name}}}}"), "price": 900 + round});
    at.put(&kind_url, &change).expect(200);
    let mut terms = lease["terms"].clone();
    terms["term_months"] = json!(1);
    terms["delivers"] = json!(["tagged"]);
    at.put(&kind_url, &json!({"terms": terms, "name": "WAV Lease"})).expect(200);
    let profile =
        json!({"legal_name": format!("Somebody Else {round}"), "governing_law": "Nowhere"});
    at.put("/api/legal-profile", &profile).expect(200);
}

fn hold_03_what_changes_after_sending_reaches_neither_page_nor_contract(server: &Server) {
    let (maya, beat, order) = prepare_order(server, "Old Title");
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let before = visitor(server, &offer).open();
    let hash = hash_of(&before);
    change_everything(server, &maya, &beat, 1);
    let after = visitor(server, &offer).open();
    assert_eq!(hash_of(&after), hash);
    assert!(!after.contains("Other Title") && !after.contains("Another text"), "{after}");
    let shown = get_offer(server, &maya, &offer);
    assert_eq!((&shown["lines"], &shown["total"]), (&offer["lines"], &offer["total"]));
    accept_offer(server, &offer);
    let accepted = get_offer(server, &maya, &offer)["acceptance"].clone();
    let text = accepted["text"].as_str().expect("a text").to_owned();
    assert_eq!(accepted["text_hash"], sha256(text.as_bytes()));
    for part in ["Old Title", "WAV Lease", "$149.00", "Adebayo Balogun", "9 Main Street"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    change_everything(server, &maya, &beat, 2);
    let page = visitor(server, &offer).open();
    assert!(page.contains(accepted["text_hash"].as_str().unwrap()), "one hash everywhere");
    let paid = pay(server, &maya, &offer);
    let license = license_of(server, &maya, &paid);
    assert_eq!((&license["title"], &license["kind"]), (&json!("Old Title"), &json!("WAV Lease")));
    assert_eq!(license["text_hash"], accepted["text_hash"]);
    assert_eq!(attached_text(server, &maya, &license), text);
    let pdf = crate::sales::receipts::pdf_text(&contract(server, &maya, &license).bytes);
    let flat = |text: &str| text.split_whitespace().collect::<String>();
    assert!(!pdf.contains("Other Title") && !pdf.contains("Somebody Else"), "{pdf}");
    assert!(flat(&pdf).contains(accepted["text_hash"].as_str().unwrap()), "{pdf}");
    // The headings and short lines of the accepted contract are in the PDF; long ones may go over a page.
    for line in
        text.lines().filter(|line| line.starts_with(char::is_numeric) && line.len() < 60).skip(1)
    {
        assert!(flat(&pdf).contains(&flat(line)), "{line}: {pdf}");
    }
}

fn hold_03_a_deleted_kind_leaves_what_was_sent_and_accepted(server: &Server) {
    let (maya, _, order) = prepare_order(server, "Harbor");
    let [sent, accepted] =
        [(); 2].map(|()| send_offer(server, &maya, &make_offer(server, &maya, &order)));
    accept_offer(server, &accepted);
    let lease = kind(server, &maya, "WAV Lease");
    let at = format!("/api/license-kinds/{}", lease["id"].as_str().unwrap());
    maya.at(server).delete(&at).expect(200);
    for offer in [&sent, &accepted] {
        let page = visitor(server, offer).open();
        assert!(page.contains("WAV Lease"), "{page}");
        get_offer(server, &maya, offer);
    }
    accept_offer(server, &sent);
    for offer in [&sent, &accepted] {
        let license = license_of(server, &maya, &pay(server, &maya, offer));
        assert!(attached_text(server, &maya, &license).contains("WAV Lease"));
    }
}

fn hold_03_no_revision_with_a_hole_is_sent_and_none_opens_later(server: &Server) {
    let (maya, _, order) = prepare_order(server, "Glass Garden");
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let empty = json!({"legal_name": "", "address": ""});
    maya.at(server).put("/api/legal-profile", &empty).expect(200);
    // The sent offer stays whole; a revision would have a hole.
    let refused = maya.at(server).put(&path(&offer), &json!({"words": "Again"})).expect_error(422);
    assert!(refused.body["missing"].as_array().is_some_and(|missing| !missing.is_empty()));
    assert_eq!(get_offer(server, &maya, &offer)["words"], order["words"]);
    let page = visitor(server, &offer).open();
    assert!(!page.contains("producer.name"), "{page}");
    accept_offer(server, &offer);
    pay(server, &maya, &offer);
    // Prices keep the currency of the offer.
    maya.at(server)
        .put("/api/legal-profile", &json!({"legal_name": "Maya Okafor", "address": "1 Wharf Road"}))
        .expect(200);
    let mut euros = order.clone();
    euros["currency"] = json!("EUR");
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &euros));
    let mut line = order["lines"][0].clone();
    line["price"] = json!(139);
    let changed = maya.at(server).put(&path(&offer), &json!({"lines": [line]})).expect(200).body;
    assert_eq!(
        (&changed["offer"]["currency"], &changed["offer"]["total"]),
        (&json!("EUR"), &json!(139.0))
    );
    line["price"] = Value::Null;
    let refused = maya.at(server).put(&path(&offer), &json!({"lines": [line]})).expect_error(400);
    assert!(refused.body["fields"]["lines.0.price"].is_string(), "{refused:?}");
}

fn hold_03_what_is_known_only_later_is_on_the_page_of_record(server: &Server) {
    let (maya, _, order) = prepare_order(server, "Tide");
    let profile =
        maya.at(server).get("/api/legal-profile").expect(200).body["legal_profile"].clone();
    let address = profile["address"].as_str().unwrap().lines().next().unwrap().to_owned();
    assert_eq!(profile["shows_address"], false);
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let page = visitor(server, &offer).open();
    assert!(!page.contains(&address) && page.contains("(given on the page of record)"), "{page}");
    accept_offer(server, &offer);
    let license = license_of(server, &maya, &pay(server, &maya, &offer));
    let text = attached_text(server, &maya, &license);
    assert!(!text.contains("LIC-") && !text.contains(&address), "{text}");
    let pdf = crate::sales::receipts::pdf_text(&contract(server, &maya, &license).bytes);
    for part in ["LIC-0001", "First day", "Last day", &address] {
        assert!(pdf.contains(part), "{part}: {pdf}");
    }
    // Whoever wants to may state the address.
    maya.at(server).put("/api/legal-profile", &json!({"shows_address": true})).expect(200);
    let open = send_offer(server, &maya, &make_offer(server, &maya, &order));
    assert!(visitor(server, &open).open().contains(&address));
}

fn hold_03_another_buyer_gets_another_link(server: &Server) {
    let (maya, _, order) = prepare_order(server, "Ember");
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let mut old = visitor(server, &offer);
    let hash = hash_of(&old.open());
    let form = json!({"buyer": {"name": "Ben Private", "email": "ben@private.example"}, "words": "For Ben only"});
    let changed = maya.at(server).put(&path(&offer), &form).expect(200).body["offer"].clone();
    assert_eq!(changed["revision"], 2);
    assert_ne!(changed["url"], offer["url"]);
    let page = visitor(server, &offer).open();
    for private in ["Ben", "For Ben only", changed["url"].as_str().unwrap()] {
        assert!(!page.contains(private), "{private}: {page}");
    }
    let sent: Vec<_> = fields(&hash);
    let sent: Vec<(&str, &str)> =
        sent.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert_ne!(old.post("/accept", &sent).status, 303);
    assert_eq!(get_offer(server, &maya, &offer)["state"], "sent");
}

fn hold_03_an_earlier_acceptance_without_papers_is_paid(server: &Server) {
    let (maya, _, order) = prepare_order(server, "Orbit");
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    accept_offer(server, &offer);
    // As a version before the papers left it, with a producer who had no address then.
    server.execute("DELETE FROM offer_papers");
    server.execute("UPDATE offer_acceptances SET text = '', producer = '{\"name\":\"Maya Then\"}'");
    assert!(visitor(server, &offer).open().contains("Maya Then"));
    let license = license_of(server, &maya, &pay(server, &maya, &offer));
    let pdf = crate::sales::receipts::pdf_text(&contract(server, &maya, &license).bytes);
    assert!(pdf.contains("Maya Then"), "{pdf}");
}
