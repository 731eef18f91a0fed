//! What a buyer sees and does at the page of an offer. OFF-09

use serde_json::{Value, json};
use storage::licenses::events::digest as sha256;
use testbed::budget;
use testbed::smtp::Smtp;

use super::{act_on_offer, get_offer, make_offer, path, prepare_order, send_offer};
use crate::harness::library::upload;
use crate::harness::outbox::wait_for_mail;
use crate::harness::people::Person;
use crate::harness::{Answer, Engine, Server, on_both_engines};
use crate::licenses::issued::kind;
use crate::public::{Form, Visitor};

on_both_engines!(
    off_03_the_page_shows_terms_contracts_price_and_ways,
    off_04_a_get_changes_nothing_and_another_text_is_refused,
    pg off_06_an_acceptance_is_recorded_with_its_evidence,
    off_02_the_old_page_says_that_it_was_replaced,
    off_09_a_free_offer_is_issued_on_acceptance,
    off_13_the_buyer_names_a_price_once_and_the_producer_answers,
    firm_05_a_price_is_shown_as_it_was_understood_before_it_is_sent,
    firm_05_the_lowest_total_holds_in_another_currency,
    pg lic_13_an_accepted_exclusive_is_reserved_and_the_other_buyer_is_told,
    off_05_an_offer_from_the_shop_asks_for_a_code,
    pub_05_acceptances_are_limited_by_address,
);

pub fn visitor<'a>(server: &'a Server, offer: &Value) -> Visitor<'a> {
    Visitor::at_url(server, offer["url"].as_str().expect("an address"))
}

pub fn hash_of(page: &str) -> String {
    let (_, rest) = page.split_once("name=\"text_hash\" value=\"").expect("a hash");
    rest.split('"').next().unwrap().to_owned()
}

pub fn fields(hash: &str) -> Vec<(&'static str, String)> {
    vec![
        ("text_hash", hash.to_owned()),
        ("legal_name", "Adebayo Balogun".to_owned()),
        ("artist_name", "Ade".to_owned()),
        ("address", "9 Main Street".to_owned()),
        ("country", "Nigeria".to_owned()),
        ("email", "ade@balogun.example".to_owned()),
        ("is_read", "1".to_owned()),
        ("at_once", "1".to_owned()),
    ]
}

fn post(ade: &mut Visitor<'_>, rest: &str, fields: &[(&'static str, String)]) -> Answer {
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    ade.post(rest, &fields)
}

/// Accepts an offer as the buyer's page shows it.
pub fn accept_offer(server: &Server, offer: &Value) {
    let mut ade = visitor(server, offer);
    let hash = hash_of(&ade.open());
    let answer = post(&mut ade, "/accept", &fields(&hash));
    assert_eq!(answer.status, 303, "{}", answer.text());
}

/// The form that accepts an offer, as the buyer's page shows it.
pub fn accept_form(server: &Server, offer: &Value) -> Form {
    let mut ade = visitor(server, offer);
    let mut fields = fields(&hash_of(&ade.open()));
    fields.push(("page_token", ade.page_token()));
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    ade.form("/accept", &fields, "text/html")
}

fn off_03_the_page_shows_terms_contracts_price_and_ways(server: &Server) {
    let (maya, beat, mut order) = prepare_order(server, "Lagos After Rain");
    let ways = json!({"ways": [{"type": "paypal", "label": "PayPal", "address": "https://paypal.me/maya"},
        {"type": "bank", "label": "Bank transfer", "rows": [{"label": "IBAN", "value": "GB33 BUKB"}]}]});
    maya.at(server).put("/api/ways-to-pay", &ways).expect(200);
    order["words"] = json!("As we said.\n<script>alert(1)</script>");
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let mut ade = visitor(server, &offer);
    let page = ade.open();
    for part in [
        "A WAV Lease for Lagos After Rain",
        "OFR-0001",
        "offer for Ade Balogun",
        "$149.00",
        "500,000",
        "PayPal",
        "Bank transfer",
        "Maya Okafor",
        "your legal name",
        "(given on the page of record)",
        "my right to cancel ends with it",
        "As we said.",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    // Payment details are shown only after the acceptance, boxes are not ticked, and typed text is escaped.
    assert!(!page.contains("GB33") && !page.contains("checked") && !page.contains("<script>alert"));
    // The page has the text of the future license word for word.
    let text = include_str!("../../../../domain/src/licenses/texts/lease.txt");
    let sentence =
        text.lines().find(|line| line.len() > 60 && !line.contains("{{")).expect("a line");
    let plain = sentence.trim_start_matches(['#', '-', '*', ' ']);
    let part: String = plain.chars().skip_while(|c| !c.is_alphabetic()).take(40).collect();
    assert!(page.contains(&part), "{part}");
    // The preview needs a ticket; no picture of the beat and nothing else of the account can be reached.
    let id = beat["id"].as_str().unwrap();
    let other = upload(server, &maya, "Other.wav", 9);
    assert_eq!(
        ade.post_as_script("/tickets", &[("beat", other["id"].as_str().unwrap())]).status,
        404
    );
    assert!([200, 409].contains(&ade.post_as_script("/tickets", &[("beat", id)]).status));
    // OFF-04: an acceptance must have all values.
    let hash = hash_of(&page);
    for (missing, said) in [
        ("legal_name", "Please enter your legal name"),
        ("country", "Please enter your country"),
        ("email", "Please enter your email address"),
        ("is_read", "Please tick both boxes"),
        ("at_once", "Please tick both boxes"),
    ] {
        let sent: Vec<_> = fields(&hash).into_iter().filter(|(name, _)| *name != missing).collect();
        let answer = post(&mut ade, "/accept", &sent);
        assert_eq!(answer.status, 422, "{missing}");
        assert!(answer.text().contains(said), "{missing}: {}", answer.text());
        // The limit of ten attempts an hour is too low for this loop.
        server.execute("DELETE FROM attempts");
    }
    assert_eq!(get_offer(server, &maya, &offer)["acceptance"], Value::Null);
}

fn off_04_a_get_changes_nothing_and_another_text_is_refused(server: &Server) {
    let (maya, beat, order) = prepare_order(server, "Glass Garden");
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let mut ade = visitor(server, &offer);
    // Opening the link several times, as mail programs and scanners do, changes nothing.
    for _ in 0..3 {
        ade.open();
    }
    assert_eq!(ade.call("HEAD", "", &[]).status, 200);
    for rest in ["/accept", "/decline", "/counter", "/opened"] {
        assert_eq!(ade.get(rest).status, 405, "{rest}");
    }
    assert_eq!(get_offer(server, &maya, &offer)["state"], "sent");
    // A request from a program does not count as a view by a person.
    ade.agent = "curl/8.5".to_owned();
    ade.post_as_script("/opened", &[]);
    assert_eq!(get_offer(server, &maya, &offer)["state"], "sent");
    ade.agent = crate::public::BROWSER.to_owned();
    assert_eq!(ade.post_as_script("/opened", &[]).status, 204);
    let seen = get_offer(server, &maya, &offer);
    assert_eq!((&seen["state"], &seen["events"][2]["kind"]), (&json!("viewed"), &json!("viewed")));
    // A form without the page's token, or from another origin, is refused.
    let hash = hash_of(&ade.open());
    let sent = fields(&hash);
    let bare: Vec<(&str, &str)> =
        sent.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert_eq!(ade.send("/accept", &bare, "text/html").status, 403);
    ade.origin = Some("https://evil.example".to_owned());
    assert_eq!(post(&mut ade, "/accept", &sent).status, 403);
    ade.origin = Some(format!("http://{}", server.address()));
    // HOLD-03: what was sent stays, whatever the producer does to the kind meanwhile. Another text than the one that is
    // shown is a 409.
    let lease = kind(server, &maya, "WAV Lease");
    let at = format!("/api/license-kinds/{}", lease["id"].as_str().unwrap());
    let text = include_str!("../../../../domain/src/licenses/texts/lease.txt");
    let changed = format!("{text}\nNever on a Sunday.\n");
    maya.at(server).post(&format!("{at}/texts"), &json!({"text": changed})).expect(201);
    let answer = post(&mut ade, "/accept", &fields(&"0".repeat(64)));
    assert_eq!(answer.status, 409);
    assert!(
        answer.text().contains("The text changed") && !answer.text().contains("Never on a Sunday")
    );
    assert_eq!(get_offer(server, &maya, &offer)["acceptance"], Value::Null);
    assert_eq!(hash_of(&answer.text()), hash);
    assert_eq!(post(&mut ade, "/accept", &fields(&hash)).status, 303);
    // Accepting twice changes nothing.
    let first = get_offer(server, &maya, &offer)["acceptance"].clone();
    post(&mut ade, "/accept", &fields(&hash));
    assert_eq!(get_offer(server, &maya, &offer)["acceptance"], first);
    // Later changes of the kind do not change the accepted offer.
    maya.at(server)
        .post(&format!("{at}/texts"), &json!({"text": format!("{text}\nOther.\n")}))
        .expect(201);
    assert!(!ade.open().contains("Never on a Sunday"));
    let _ = beat;
}

fn off_06_an_acceptance_is_recorded_with_its_evidence(server: &Server) {
    let (maya, _, order) = prepare_order(server, "Copper Sun");
    let ways = json!({"ways": [{"type": "bank", "label": "Bank", "rows": [{"label": "IBAN", "value": "GB33 BUKB"}]}]});
    maya.at(server).put("/api/ways-to-pay", &ways).expect(200);
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let mut ade = visitor(server, &offer);
    let hash = hash_of(&ade.open());
    assert_eq!(post(&mut ade, "/accept", &fields(&hash)).status, 303);
    let accepted = get_offer(server, &maya, &offer);
    assert_eq!(accepted["state"], "accepted");
    let record = &accepted["acceptance"];
    assert_eq!(
        (&record["name"], &record["country"]),
        (&json!("Adebayo Balogun"), &json!("Nigeria"))
    );
    let text = record["text"].as_str().expect("a text");
    assert_eq!(
        (&record["text_hash"], &record["revision"]),
        (&json!(sha256(text.as_bytes())), &json!(1))
    );
    assert_eq!(record["ip"], "127.0.0.1");
    assert!(record["browser"].as_str().unwrap().contains("Firefox"), "{record}");
    assert_eq!(record["at"], accepted["accepted_at"]);
    // The same address shows how to pay, and the accepted values.
    let page = ade.open();
    for part in ["Accepted.", "Now pay", "$149.00", "GB33 BUKB", "Adebayo Balogun", "OFR-0001"] {
        assert!(page.contains(part), "{part} in {page}");
    }
    // The producer gets a notification and cannot change the offer any more.
    let notices =
        maya.at(server).get("/api/notifications").expect(200).body["notifications"].to_string();
    assert!(notices.contains("OFR-0001 was accepted"), "{notices}");
    assert!(notices.contains(&format!("/offers/{}", offer["id"].as_str().unwrap())));
    maya.at(server).put(&path(&offer), &json!({"words": "x"})).expect_error(409);
    // Another offer is declined.
    let other = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let mut kito = visitor(server, &other);
    kito.open();
    assert_eq!(kito.post("/decline", &[]).status, 303);
    assert_eq!(get_offer(server, &maya, &other)["state"], "declined");
    let gone = kito.get("");
    assert_eq!(gone.status, 410);
    assert!(gone.text().contains("You declined this offer"));
}

fn off_02_the_old_page_says_that_it_was_replaced(server: &Server) {
    let (maya, _, order) = prepare_order(server, "Northern Line");
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let mut ade = visitor(server, &offer);
    let hash = hash_of(&ade.open());
    ade.post_as_script("/opened", &[]);
    let change = json!({"words": "Better now"});
    let second = maya.at(server).put(&path(&offer), &change).expect(200).body["offer"].clone();
    assert_eq!(second["revision"], 2);
    let old = ade.get("");
    let new_path = second["url"].as_str().unwrap().split_once("/o/").unwrap().1.to_owned();
    assert!(old.text().contains("This offer was replaced") && old.text().contains(&new_path));
    // A form of the old page is refused.
    post(&mut ade, "/accept", &fields(&hash));
    assert_eq!(get_offer(server, &maya, &offer)["state"], "sent");
    assert!(visitor(server, &second).open().contains("Better now"));
    // The old address does not reveal an offer to another buyer.
    visitor(server, &second).open();
    server.execute("UPDATE offers SET state = 'viewed', viewed_at = 1");
    let change = json!({"buyer": {"name": "Kito", "email": "kito@sound.example"}});
    let third = maya.at(server).put(&path(&offer), &change).expect(200).body["offer"].clone();
    let third_path = third["url"].as_str().unwrap().split_once("/o/").unwrap().1.to_owned();
    let old = ade.get("").text();
    assert!(old.contains("This offer was replaced") && !old.contains(&third_path));
    // The pages of withdrawn and expired offers say so, with 410.
    act_on_offer(server, &maya, &third, "withdraw");
    let gone = visitor(server, &third).get("");
    assert_eq!((gone.status, gone.text().contains("taken back")), (410, true));
    let late = send_offer(server, &maya, &make_offer(server, &maya, &order));
    server.execute("UPDATE offers SET expires_at = 1");
    let gone = visitor(server, &late).get("");
    assert_eq!((gone.status, gone.text().contains("has expired")), (410, true));
    // Unknown addresses are not found, nor are offers of a disabled account.
    assert_eq!(server.get(&format!("/o/{}", "A".repeat(43))).status, 404);
    server.execute("UPDATE users SET disabled_at = 1");
    assert_eq!(visitor(server, &late).get("").status, 410);
}

fn off_09_a_free_offer_is_issued_on_acceptance(server: &Server) {
    let (maya, beat, mut order) = prepare_order(server, "Paper Moons");
    order["lines"] = json!([{"document_id": beat["id"], "kind_id": kind(server, &maya, "Free demo")["id"], "price": 0}]);
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    accept_offer(server, &offer);
    let done = get_offer(server, &maya, &offer);
    assert!(["paid", "delivered"].contains(&done["state"].as_str().unwrap()), "{done}");
    assert_eq!(
        (&done["sale_id"], &done["licenses"][0]["reference"]),
        (&Value::Null, &json!("LIC-0001"))
    );
    assert_eq!(maya.at(server).get("/api/sales").expect(200).body["total"], 0);
    let license = maya
        .at(server)
        .get(&format!("/api/licenses/{}", done["licenses"][0]["id"].as_str().unwrap()))
        .expect(200)
        .body;
    assert_eq!(license["license"]["is_recorded_by_producer"], false);
    assert_eq!(license["license"]["buyer"]["name"], "Adebayo Balogun");
}

/// The fields of a counter-offer that the buyer has confirmed.
fn counter<'a>(price: &'a str, reason: &'a str) -> [(&'a str, &'a str); 3] {
    [("price", price), ("reason", reason), ("is_confirmed", "1")]
}

// FIRM-05
fn firm_05_a_price_is_shown_as_it_was_understood_before_it_is_sent(server: &Server) {
    let (maya, _, mut order) = prepare_order(server, "Salt Road");
    order["lines"][0]["price"] = json!(2000);
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let mut ade = visitor(server, &offer);
    ade.open();
    let is_named = || get_offer(server, &maya, &offer)["counter"] != Value::Null;
    let mut ask = |fields: &[(&str, &str)]| {
        let answer = ade.post("/counter", fields);
        assert!(!is_named(), "{fields:?}");
        (answer.status, answer.text())
    };
    for (typed, told) in [
        ("1.250,00", "$1,250.00"),
        ("12,50", "$12.50"),
        ("1 250", "$1,250.00"),
        ("1\u{a0}250,00", "$1,250.00"),
        ("USD 12.50", "$12.50"),
        (".5", "$0.50"),
    ] {
        let (status, page) = ask(&[("price", typed), ("reason", "For school")]);
        assert_eq!(status, 200, "{typed}");
        assert!(page.contains(&format!("You offer <span class=\"num\">{told}</span>")), "{typed}");
        assert!(page.contains("For school") && page.contains("name=\"is_confirmed\" value=\"1\""));
    }
    // One that can be read in two ways is asked about, also if the browser claims that it was confirmed.
    for typed in ["1.250", "1,250", "$1.250"] {
        let (status, page) = ask(&[("price", typed), ("reason", ""), ("is_confirmed", "1")]);
        assert_eq!(status, 422, "{typed}");
        assert!(page.contains("Do you mean 1,250.00 or 1.25?"), "{typed}");
        for (sent, shown) in [("1250.00", "$1,250.00"), ("1.25", "$1.25")] {
            let button = format!("name=\"meant\" value=\"{sent}\">{shown}</button>");
            assert!(page.contains(&button), "{typed}: {button}");
        }
    }
    let (status, page) = ask(&[("price", "1.250"), ("meant", "1250.00"), ("reason", "")]);
    assert_eq!((status, page.contains("$1,250.00</span>")), (200, true));
    // The button counts only for the price that it was a reading of.
    let (status, page) = ask(&[("price", "900"), ("meant", "1250.00"), ("reason", "")]);
    assert_eq!(
        (status, page.contains("You offer <span class=\"num\">$900.00</span>")),
        (200, true)
    );
    let (_, page) = ask(&[("price", "900.00"), ("reason", "Third"), ("change", "1")]);
    assert!(page.contains("value=\"900.00\"") && page.contains("Third</textarea>"));
    for (typed, sentence) in [
        ("much", "Price must be a number, such as 1,250.00"),
        ("-5", "Price must not be less than zero"),
        ("0.125", "Price must have at most two decimals"),
        ("€500", "Please enter the price in USD"),
        ("2000", "You can have it for less: accept the offer"),
    ] {
        let (status, page) = ask(&[("price", typed), ("reason", ""), ("is_confirmed", "1")]);
        assert_eq!((status, page.contains(sentence)), (422, true), "{typed}");
    }

    assert_eq!(ade.post("/counter", &counter("1.250,00", "")).status, 303);
    assert_eq!(get_offer(server, &maya, &offer)["counter"]["price"], 1250.0);
}

// FIRM-05
fn firm_05_the_lowest_total_holds_in_another_currency(server: &Server) {
    let (maya, _, mut order) = prepare_order(server, "Low Tide");
    let lease = kind(server, &maya, "WAV Lease");
    let at = format!("/api/license-kinds/{}", lease["id"].as_str().unwrap());
    maya.at(server).put(&at, &json!({"price": 100, "lowest_offer": 50})).expect(200);
    // Half of the price in dollars is half of the price in euros.
    order["currency"] = json!("EUR");
    order["lines"][0]["price"] = json!(81.01);
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let mut ade = visitor(server, &offer);
    assert!(ade.open().contains("The lowest price is €40.51"));
    let low = ade.post("/counter", &counter("40.50", ""));
    assert_eq!((low.status, low.text().contains("The lowest price is €40.51")), (422, true));
    assert_eq!(ade.post("/counter", &counter("40.51", "")).status, 303);
}

fn off_13_the_buyer_names_a_price_once_and_the_producer_answers(server: &Server) {
    let (maya, _, order) = prepare_order(server, "Slow Harbor");
    let lease = kind(server, &maya, "WAV Lease");
    let at = format!("/api/license-kinds/{}", lease["id"].as_str().unwrap());
    maya.at(server).put(&at, &json!({"lowest_offer": 50})).expect(200);
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let mut ade = visitor(server, &offer);
    assert!(ade.open().contains("The lowest price is $50.00"));
    let low = ade.post("/counter", &[("price", "49.99"), ("reason", "")]);
    assert_eq!(low.status, 422);
    assert!(low.text().contains("The lowest price is $50.00"));
    assert_eq!(ade.post("/counter", &[("price", "much"), ("reason", "")]).status, 422);
    assert_eq!(ade.post("/counter", &counter("$120", "It is our third")).status, 303);
    assert!(ade.open().contains("You suggested"));
    ade.post("/counter", &counter("60", ""));
    let named = get_offer(server, &maya, &offer);
    assert_eq!(
        (&named["counter"]["price"], &named["counter"]["answer"]),
        (&json!(120.0), &Value::Null)
    );
    assert_eq!(named["state"], "viewed");
    let answer = |form: &Value| maya.at(server).post(&format!("{}/counter", path(&offer)), form);
    answer(&json!({"answer": "maybe"})).expect_error(400);
    answer(&json!({"answer": "price"})).expect_error(400);
    // The producer answers with another price, which makes a new revision, and then accepts the buyer's next price.
    let second =
        answer(&json!({"answer": "price", "price": 130})).expect(200).body["offer"].clone();
    assert_eq!((&second["revision"], &second["total"]), (&json!(2), &json!(130.0)));
    assert_eq!(second["counter"]["answer"], "other_price");
    answer(&json!({"answer": "take"})).expect_error(409);
    let mut ade = visitor(server, &second);
    assert!(ade.open().contains("$130.00"));
    assert_eq!(ade.post("/counter", &counter("125", "")).status, 303);
    let third = answer(&json!({"answer": "take"})).expect(200).body["offer"].clone();
    assert_eq!((&third["total"], &third["counter"]["answer"]), (&json!(125.0), &json!("taken")));
    assert_eq!(third["lines"][0]["price"], 125.0);
    accept_offer(server, &third);
    // Keeping the price leaves the offer as it is.
    let other = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let mut kito = visitor(server, &other);
    kito.open();
    kito.post("/counter", &counter("90", ""));
    let at = format!("{}/counter", path(&other));
    let kept =
        maya.at(server).post(&at, &json!({"answer": "decline"})).expect(200).body["offer"].clone();
    assert_eq!(
        (&kept["revision"], &kept["total"], &kept["counter"]["answer"]),
        (&json!(1), &json!(149.0), &json!("declined"))
    );
}

fn lic_13_an_accepted_exclusive_is_reserved_and_the_other_buyer_is_told(server: &Server) {
    let (maya, beat, mut order) = prepare_order(server, "Midnight Drive");
    order["lines"] = json!([{"document_id": beat["id"], "kind_id": kind(server, &maya, "Exclusive")["id"], "price": 900}]);
    let first = send_offer(server, &maya, &make_offer(server, &maya, &order));
    order["buyer"] = json!({"name": "Kito", "email": "kito@sound.example"});
    let second = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let mut kito = visitor(server, &second);
    let hash = hash_of(&kito.open());
    accept_offer(server, &first);
    let answer = post(&mut kito, "/accept", &fields(&hash));
    assert_eq!(answer.status, 409);
    assert!(answer.text().contains("Reserved for somebody else"), "{}", answer.text());
    assert_eq!(get_offer(server, &maya, &second)["acceptance"], Value::Null);
    // Withdrawing the first offer makes the second one acceptable again.
    act_on_offer(server, &maya, &first, "withdraw");
    assert!(kito.open().contains("Read and accept"));
    accept_offer(server, &second);
    // The payment marks the beat as sold and ends every other offer of it.
    order["buyer"] = json!({"name": "Iris", "email": "iris@vance.example"});
    let third = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let paid = json!({"amount": 900});
    maya.at(server).post(&format!("{}/paid", path(&second)), &paid).expect(200);
    assert_eq!(get_offer(server, &maya, &third)["state"], "withdrawn");
    let gone = visitor(server, &third).get("");
    assert_eq!((gone.status, gone.text().contains("This beat was sold")), (410, true));
}

fn off_05_an_offer_from_the_shop_asks_for_a_code(server: &Server) {
    let (maya, _, order) = prepare_order(server, "Third Floor");
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    server.execute("UPDATE offers SET source = 'shop'");
    let mut ade = visitor(server, &offer);
    let page = ade.open();
    assert!(!page.contains("$149.00") && !page.contains("Third Floor"), "{page}");
    // BUY-23: whoever has the address of the page does not learn the buyer's.
    assert!(page.contains("a•••@balogun.example") && !page.contains("ade@"), "{page}");
    // PUB-12: no other address of the offer works without the code.
    for rest in ["/accept", "/decline", "/counter", "/opened", "/tickets"] {
        assert_eq!(ade.post_as_script(rest, &[]).status, 401, "{rest}");
    }
    assert_eq!(ade.get("/face").status, 401);
    // A code allows five attempts; the stored hash here matches no code.
    let code = "INSERT INTO offer_codes (owner_id, offer_id, code_hash, tries, expires_at) \
                SELECT owner_id, id, 'x', 0, 99999999999999 FROM offers";
    server.execute(code);
    for left in ["4 tries", "3 tries", "2 tries", "One try"] {
        let wrong = ade.post("/code", &[("code", "123456")]);
        assert_eq!(wrong.status, 422);
        assert!(wrong.text().contains(left), "{left} in {}", wrong.text());
    }
    assert!(ade.post("/code", &[("code", "123456")]).text().contains("No try is left"));
    server.execute("UPDATE offer_codes SET tries = 0, expires_at = 1");
    assert!(ade.post("/code", &[("code", "123456")]).text().contains("expired"));
}

/// OFF-05: the code is mailed to the buyer and opens the offer in one browser. OFF-06: the copy of the accepted offer
/// is mailed to the buyer too.
#[test]
fn off_05_the_code_in_the_letter_opens_the_offer_and_off_06_the_copy_is_mailed() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let smtp = Smtp::start();
        let server = Server::start(engine, &["--smtp-url", &smtp.url()]);
        let (maya, _, order) = prepare_order(&server, "Harbor");
        server.execute("UPDATE users SET email_confirmed_at = 1");
        let offer = send_offer(&server, &maya, &make_offer(&server, &maya, &order));
        server.execute("UPDATE offers SET source = 'shop'");
        let mut ade = visitor(&server, &offer);
        ade.open();
        assert_eq!(ade.post("/code/new", &[]).status, 303);
        let code = wait_for_code(&smtp);
        let right = ade.post("/code", &[("code", &code)]);
        assert_eq!(right.status, 303, "{}", right.text());
        let page = ade.open();
        assert!(page.contains("$149.00"), "{page}");
        // A code works once, and in one browser.
        assert!(!visitor(&server, &offer).open().contains("$149.00"));
        let hash = hash_of(&page);
        assert_eq!(post(&mut ade, "/accept", &fields(&hash)).status, 303);
        let copy = wait_for_mail(
            &smtp,
            "ade@balogun.example",
            "You accepted OFR-0001 from Maya Okafor",
            1,
        );
        let whole = format!("{}\n{}", copy.headers, copy.text);
        assert!(
            whole.contains("OFR-0001 accepted.pdf") && whole.contains("application/pdf"),
            "{whole}"
        );
        // PUB-08: a buyer who unsubscribes gets no more letters.
        let (_, rest) = copy.text.split_once("/unsubscribe/").expect("a link");
        let link: String =
            rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).collect();
        let at = format!("/unsubscribe/{link}");
        assert!(server.get(&at).text().contains("No more email?"));
        assert_eq!(server.call("POST", &at).send().status, 200);
        let other = make_offer(&server, &maya, &order);
        let refused = maya
            .at(&server)
            .post(&format!("{}/send", path(&other)), &json!({"mail": true}))
            .expect_error(409);
        assert!(refused.error().contains("wants no more email"), "{refused:?}");
        assert_eq!(server.get("/unsubscribe/nonsense").status, 404);
        // OFF-12: a reminder goes out three days before the end, once, if the producer ticked it.
        check_reminder(&server, &smtp, &maya, &order);
    }
}

/// Waits for the letter with the code, and returns the code.
pub fn wait_for_code(smtp: &Smtp) -> String {
    budget::wait_for("a letter with a code", || {
        smtp.received().iter().find_map(|letter| {
            let (before, _) = letter.text.split_once(" is your code")?;
            before.rsplit(' ').next().map(str::to_owned)
        })
    })
}

fn check_reminder(server: &Server, smtp: &Smtp, maya: &Person, order: &Value) {
    let mut order = order.clone();
    order["buyer"] = json!({"name": "Kito", "email": "kito@sound.example"});
    order["expires_in_days"] = json!(2);
    let without = send_offer(server, maya, &make_offer(server, maya, &order));
    order["remind"] = json!(true);
    let offer = send_offer(server, maya, &make_offer(server, maya, &order));
    // Without a payload, a run looks at the mornings of a whole day.
    server.execute(
        "UPDATE jobs SET run_at = 0, payload = '' WHERE kind = 'reminders' AND state = 'queued'",
    );
    wait_for_mail(smtp, "kito@sound.example", "Maya Okafor's offer of Harbor ends soon", 1);
    let told =
        |offer: &Value| get_offer(server, maya, offer)["events"].to_string().contains("reminded");
    assert!(told(&offer) && !told(&without));
}

fn pub_05_acceptances_are_limited_by_address(server: &Server) {
    let (maya, _, order) = prepare_order(server, "Neon Rain");
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let mut ade = visitor(server, &offer);
    ade.open();
    let mut last = 0;
    for _ in 0..11 {
        last = post(&mut ade, "/accept", &fields("wrong")).status;
    }
    assert_eq!(last, 429);
}
