//! Offers as their producer sees them: making, sending, changing and ending them, and ways to pay.

pub(crate) mod buyers;
mod days;
pub(crate) mod papers;
mod payments;

use serde_json::{Value, json};
use testbed::smtp::Smtp;

use crate::harness::library::upload;
use crate::harness::outbox::wait_for_mail;
use crate::harness::people::Person;
use crate::harness::{Engine, Server, on_both_engines};
use crate::licenses::issued::{kind, producer};
use crate::shares::client;

on_both_engines!(
    off_01_an_offer_has_lines_a_buyer_and_a_number,
    off_01_bad_input_is_refused_by_field,
    pg off_01_offers_are_listed_filtered_and_counted,
    off_02_a_sent_offer_has_an_address_and_a_change_makes_a_revision,
    off_03_no_offer_with_a_hole_in_its_contract_is_sent,
    off_07_ways_to_pay_lead_to_listed_hosts_alone,
    nobody_else_gets_at_an_offer,
);

/// A producer, a beat of theirs, and the request body for an offer of that beat.
pub fn prepare_order(server: &Server, name: &str) -> (Person, Value, Value) {
    let maya = producer(server);
    let beat = upload(server, &maya, &format!("{name}.wav"), 3);
    let order = json!({
        "buyer": {"name": "Ade Balogun", "email": "ade@balogun.example"},
        "lines": [{"document_id": beat["id"], "kind_id": kind(server, &maya, "WAV Lease")["id"], "price": 149}],
        "words": "As we said.",
    });
    (maya, beat, order)
}

pub fn make_offer(server: &Server, person: &Person, order: &Value) -> Value {
    person.at(server).post("/api/offers", order).expect(201).body["offer"].clone()
}

pub fn path(offer: &Value) -> String {
    format!("/api/offers/{}", offer["id"].as_str().expect("an id"))
}

pub fn get_offer(server: &Server, person: &Person, offer: &Value) -> Value {
    person.at(server).get(&path(offer)).expect(200).body["offer"].clone()
}

/// Sends an offer without a letter.
pub fn send_offer(server: &Server, person: &Person, offer: &Value) -> Value {
    let at = format!("{}/send", path(offer));
    person.at(server).post(&at, &json!({"mail": false})).expect(200).body["offer"].clone()
}

pub fn act_on_offer(server: &Server, person: &Person, offer: &Value, what: &str) -> Value {
    let at = format!("{}/{what}", path(offer));
    person.at(server).post(&at, &json!({})).expect(200).body["offer"].clone()
}

fn off_01_an_offer_has_lines_a_buyer_and_a_number(server: &Server) {
    let (maya, beat, order) = prepare_order(server, "Lagos After Rain");
    let made = make_offer(server, &maya, &order);
    assert_eq!((&made["reference"], &made["state"]), (&json!("OFR-0001"), &json!("draft")));
    assert_eq!((&made["total"], &made["currency"]), (&json!(149.0), &json!("USD")));
    assert_eq!(made["buyer"], json!({"name": "Ade Balogun", "email": "ade@balogun.example"}));
    let line = &made["lines"][0];
    assert_eq!((&line["title"], &line["kind"]), (&beat["title"], &json!("WAV Lease")));
    assert_eq!((&line["delivers"], &line["term_months"]), (&json!(["mp3", "wav"]), &json!(36)));
    assert_eq!(
        (&made["url"], &made["revision"], &made["source"]),
        (&Value::Null, &json!(1), &json!("app"))
    );
    let missing = made["missing_files"].as_array().unwrap();
    assert!(missing.iter().any(|file| file["role"] == "mp3"), "{missing:?}");
    assert_eq!(made["events"][0]["kind"], "made");
    // A client's name and address, the price of the beat, and another currency.
    let ade = client(server, &maya, "Ade Bello");
    let exclusive = kind(server, &maya, "Exclusive")["id"].clone();
    let form =
        json!({"client_id": ade, "lines": [{"document_id": beat["id"], "kind_id": exclusive}]});
    let second = make_offer(server, &maya, &form);
    assert_eq!((&second["reference"], &second["total"]), (&json!("OFR-0002"), &json!(1200.0)));
    assert_eq!(second["buyer"], json!({"name": "Ade Bello", "email": "ade@harbor.fm"}));
    assert_eq!((&second["client_id"], &second["lines"][0]["is_exclusive"]), (&ade, &json!(true)));
    let euros = json!({"currency": "EUR", "lines": [{"document_id": beat["id"], "kind_id": exclusive, "price": 1000}]});
    let changed = maya.at(server).put(&path(&second), &euros).expect(200).body["offer"].clone();
    assert_eq!((&changed["currency"], &changed["total"]), (&json!("EUR"), &json!(1000.0)));
    assert_eq!((&changed["revision"], &changed["buyer"]), (&json!(1), &second["buyer"]));
    // Drafts are deleted; their numbers are not used again.
    maya.at(server).delete(&path(&second)).expect(200);
    maya.at(server).get(&path(&second)).expect_error(404);
    assert_eq!(make_offer(server, &maya, &order)["reference"], "OFR-0003");
    let stream = crate::harness::EventStream::open(server, &maya.token);
    make_offer(server, &maya, &order);
    stream.wait_for_topics(&["offers"]);
}

fn off_01_bad_input_is_refused_by_field(server: &Server) {
    let (maya, _, order) = prepare_order(server, "Glass Garden");
    let line = &order["lines"][0];
    let many: Vec<_> = (0..21).map(|_| line.clone()).collect();
    for (field, value) in [
        ("lines", json!([])),
        ("lines", json!(many)),
        ("lines", json!([line, line])),
        ("currency", json!("JPY")),
        ("words", json!("x".repeat(2001))),
        ("expires_in_days", json!(0)),
        ("expires_in_days", json!(367)),
        ("expires_at", json!("2020-01-01")),
        ("expires_at", json!("soon")),
        ("expires_on", json!("2020-01-01")),
        ("expires_on", json!("2026-02-30")),
        ("expires_on", json!("2099-01-01")),
        ("ways", json!(["x"])),
    ] {
        let mut form = order.clone();
        form[field] = value;
        let refused = maya.at(server).post("/api/offers", &form).expect_error(400);
        assert!(refused.body["fields"][field].is_string(), "{field}: {refused:?}");
    }
    let mut form = order.clone();
    form["lines"][0]["price"] = json!(-1);
    assert!(
        maya.at(server).post("/api/offers", &form).expect_error(400).body["fields"]["lines.0.price"]
            .is_string()
    );
    form = order.clone();
    form["buyer"] = json!({"name": "", "email": "nobody"});
    let refused = maya.at(server).post("/api/offers", &form).expect_error(400);
    assert!(
        refused.body["fields"]["buyer.name"].is_string()
            && refused.body["fields"]["buyer.email"].is_string()
    );
    form = order.clone();
    form["lines"][0]["document_id"] = json!("018bcfe5-6800-7707-8707-070707070707");
    maya.at(server).post("/api/offers", &form).expect_error(404);
    form = order;
    form["client_id"] = json!("018bcfe5-6800-7707-8707-070707070707");
    maya.at(server).post("/api/offers", &form).expect_error(404);
    assert_eq!(maya.at(server).get("/api/offers").expect(200).body["total"], 0);
}

fn off_01_offers_are_listed_filtered_and_counted(server: &Server) {
    let (maya, beat, order) = prepare_order(server, "Copper Sun");
    let ade = client(server, &maya, "Ade Bello");
    let mut by_client = order.clone();
    by_client["client_id"] = ade.clone();
    by_client["buyer"] = json!({});
    let first = make_offer(server, &maya, &order);
    let second = send_offer(server, &maya, &make_offer(server, &maya, &by_client));
    let third = send_offer(server, &maya, &make_offer(server, &maya, &order));
    act_on_offer(server, &maya, &third, "withdraw");
    let list = |query: &str| maya.at(server).get(&format!("/api/offers{query}")).expect(200).body;
    let told = |query: &str| -> Vec<String> {
        let rows = list(query)["offers"].as_array().unwrap().clone();
        rows.iter().map(|row| row["reference"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(told(""), ["OFR-0003", "OFR-0002", "OFR-0001"]);
    assert_eq!(told("?state=draft,sent"), ["OFR-0002", "OFR-0001"]);
    assert_eq!(told(&format!("?client={}", ade.as_str().unwrap())), ["OFR-0002"]);
    assert_eq!(told(&format!("?beat={}", beat["id"].as_str().unwrap())).len(), 3);
    assert_eq!(told("?search=BALOGUN").len(), 2);
    assert_eq!(told("?search=ofr-0002"), ["OFR-0002"]);
    let page = list("?limit=2");
    let cursor = page["next_cursor"].as_str().unwrap();
    assert_eq!(told(&format!("?limit=2&cursor={cursor}")), ["OFR-0001"]);
    let counts = list("?state=draft")["counts"].clone();
    assert_eq!(
        (&counts["draft"], &counts["sent"], &counts["withdrawn"], &counts["open"]),
        (&json!(1), &json!(1), &json!(1), &json!(1))
    );
    server.execute(&format!(
        "UPDATE offers SET expires_at = 1 WHERE id = '{}'",
        second["id"].as_str().unwrap()
    ));
    assert_eq!(get_offer(server, &maya, &second)["state"], "expired");
    assert_eq!(told("?state=expired"), ["OFR-0002"]);
    let counts = list("")["counts"].clone();
    assert_eq!(
        (&counts["expired"], &counts["sent"], &counts["open"]),
        (&json!(1), &json!(0), &json!(0))
    );
    for wrong in ["?state=x", "?client=x", "?cursor=x", "?limit=0"] {
        maya.at(server).get(&format!("/api/offers{wrong}")).expect_error(400);
    }
    maya.at(server).post(&format!("{}/decline", path(&first)), &json!({})).expect_error(409);
}

fn off_02_a_sent_offer_has_an_address_and_a_change_makes_a_revision(server: &Server) {
    let (maya, _, order) = prepare_order(server, "Northern Line");
    let offer = make_offer(server, &maya, &order);
    let sent = send_offer(server, &maya, &offer);
    assert_eq!(sent["state"], "sent");
    let url = sent["url"].as_str().unwrap().to_owned();
    assert_eq!(url.split_once("/o/").unwrap().1.len(), 43);
    // PUB-01: only the hash and the sealed text of the token are stored.
    let token = url.rsplit('/').next().unwrap();
    let found = server.query_number(&format!(
        "SELECT COUNT(*) FROM offer_links WHERE token_hash LIKE '%{token}%'"
    ));
    assert_eq!(found, 0);
    assert_eq!(get_offer(server, &maya, &sent)["url"], json!(url), "it can be copied again");
    // The buyer has not seen the offer, so a change keeps its address.
    let change = json!({"words": "Changed", "expires_in_days": 3});
    let changed = maya.at(server).put(&path(&sent), &change).expect(200).body["offer"].clone();
    assert_eq!((&changed["revision"], &changed["url"]), (&json!(1), &json!(url)));
    // The buyer has seen the offer, so a change makes a new revision with a new address.
    server.execute("UPDATE offers SET state = 'viewed', viewed_at = 1");
    let changed = maya.at(server).put(&path(&sent), &change).expect(200).body["offer"].clone();
    assert_eq!((&changed["revision"], &changed["state"]), (&json!(2), &json!("sent")));
    assert_ne!(changed["url"], json!(url));
    maya.at(server).delete(&path(&sent)).expect_error(409);
    let gone = act_on_offer(server, &maya, &sent, "withdraw");
    assert_eq!(gone["state"], "withdrawn");
    assert_ne!(gone["closed_at"], Value::Null);
    maya.at(server).put(&path(&sent), &change).expect_error(409);
    maya.at(server).post(&format!("{}/send", path(&sent)), &json!({})).expect_error(409);
    maya.at(server).post(&format!("{}/withdraw", path(&sent)), &json!({})).expect_error(409);
    // This installation has no mail server, so mailing is refused.
    let other = make_offer(server, &maya, &order);
    let refused = maya
        .at(server)
        .post(&format!("{}/send", path(&other)), &json!({"mail": true}))
        .expect_error(409);
    assert!(refused.error().contains("Copy the link"), "{refused:?}");
    assert_eq!(get_offer(server, &maya, &other)["state"], "draft");
}

fn off_03_no_offer_with_a_hole_in_its_contract_is_sent(server: &Server) {
    let maya = Person::join(server);
    let beat = upload(server, &maya, "Paper Moons.wav", 4);
    let order = json!({
        "buyer": {"name": "Ade"},
        "lines": [{"document_id": beat["id"], "kind_id": kind(server, &maya, "WAV Lease")["id"]}],
    });
    let offer = make_offer(server, &maya, &order);
    assert!(offer["missing"].as_array().unwrap().iter().any(|one| one["where"] == "legal_profile"));
    let refused =
        maya.at(server).post(&format!("{}/send", path(&offer)), &json!({})).expect_error(422);
    assert!(refused.body["missing"].as_array().unwrap().iter().all(|one| one["where"] != "buyer"));
    crate::licenses::issued::enter_profile(server, &maya);
    assert_eq!(get_offer(server, &maya, &offer)["missing"], json!([]));
    // The preview of the contract is that of a license, with the buyer's values still missing.
    let at = format!("{}/contracts", path(&offer));
    let contracts = maya.at(server).post(&at, &json!({})).expect(200).body["contracts"].clone();
    assert_eq!(
        (&contracts[0]["kind"], &contracts[0]["missing"]),
        (&json!("WAV Lease"), &json!([]))
    );
    let text = contracts[0]["blocks"].to_string();
    for part in ["Maya Okafor", "Paper Moons", "$59.00", "buyer.name"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(send_offer(server, &maya, &offer)["state"], "sent");
    // An offer of a deleted beat cannot be sent.
    let other = make_offer(server, &maya, &order);
    maya.at(server).delete(&crate::harness::library::path(&beat)).expect(200);
    assert_eq!(get_offer(server, &maya, &other)["lines"][0]["document_id"], Value::Null);
    let refused =
        maya.at(server).post(&format!("{}/send", path(&other)), &json!({})).expect_error(409);
    assert!(refused.error().contains("Paper Moons"), "{refused:?}");
}

/// OFF-02, PUB-08: letters to the buyer are limited in number and name the producer.
#[test]
fn off_02_an_offer_is_mailed_and_mailed_again_after_ten_minutes() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let smtp = Smtp::start();
        let postal = "Northline Studio, 1 Harbor Road, Lagos";
        let server = Server::start(engine, &["--smtp-url", &smtp.url(), "--postal-line", postal]);
        let (maya, _, order) = prepare_order(&server, "Slow Harbor");
        let offer = make_offer(&server, &maya, &order);
        let mail = |what: &str| {
            maya.at(&server).post(&format!("{}/{what}", path(&offer)), &json!({"mail": true}))
        };
        assert!(mail("send").expect_error(409).error().starts_with("Confirm your own email"));
        server.execute("UPDATE users SET email_confirmed_at = 1");
        let sent = mail("send").expect(200).body["offer"].clone();
        assert_eq!((&sent["state"], &sent["mails_sent"]), (&json!("sent"), &json!(1)));
        let letter =
            wait_for_mail(&smtp, "ade@balogun.example", "Maya Okafor offers you Slow Harbor", 1);
        let text = letter.text.replace('\n', " ");
        for part in [sent["url"].as_str().unwrap(), "As we said.", postal, "/unsubscribe/"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(
            letter.headers.contains(&format!("Reply-To: {}", maya.email)),
            "{}",
            letter.headers
        );
        assert!(letter.headers.contains("From: \"Maya Okafor\""), "{}", letter.headers);
        assert!(letter.headers.contains("List-Unsubscribe"), "{}", letter.headers);
        let early = mail("resend");
        assert_eq!(early.status, 429);
        assert_ne!(sent["can_resend_at"], Value::Null);
        // A letter may be repeated after ten minutes; a new account may send five letters on its first day.
        for _ in 0..4 {
            server.execute("UPDATE offers SET mailed_at = 1");
            mail("resend").expect(200);
        }
        server.execute("UPDATE offers SET mailed_at = 1");
        let refused = mail("resend").expect_error(429);
        assert!(refused.error().contains("5 a day"), "{refused:?}");
        server.execute("UPDATE users SET created_at = 1");
        mail("resend").expect(200);
        server.execute("UPDATE offers SET mailed_at = 1");
        assert!(mail("resend").expect_error(409).error().contains("at most 5 times"));
        assert_eq!(get_offer(&server, &maya, &offer)["can_resend_at"], Value::Null);
    }
}

fn off_07_ways_to_pay_lead_to_listed_hosts_alone(server: &Server) {
    let (maya, _, order) = prepare_order(server, "Third Floor");
    let put = |ways: &Value| maya.at(server).put("/api/ways-to-pay", &json!({"ways": ways}));
    let bank = json!({"type": "bank", "label": "Bank transfer", "rows": [{"label": "IBAN", "value": "GB33 BUKB 2020"}]});
    let paypal = json!({"type": "paypal", "label": "PayPal", "address": "https://paypal.me/maya"});
    let cash =
        json!({"type": "other", "label": "Cash", "words": "At the studio", "enabled": false});
    let saved = put(&json!([bank, paypal, cash])).expect(200).body["ways"].clone();
    assert_eq!(
        (&saved[0]["rows"][0]["value"], &saved[2]["enabled"]),
        (&json!("GB33 BUKB 2020"), &json!(false))
    );
    let list = maya.at(server).get("/api/ways-to-pay").expect(200).body;
    assert_eq!(list["ways"], saved);
    assert_eq!(list["hosts"], json!(["buy.stripe.com", "paypal.me", "www.paypal.com"]));
    // Account numbers are sealed.
    assert_eq!(
        server.query_number("SELECT COUNT(*) FROM ways_to_pay WHERE label LIKE '%BUKB%'"),
        0
    );
    for address in [
        "http://paypal.me/x",
        "https://evil.example/",
        "https://paypal.me@evil.example",
        "javascript:alert(1)",
        "",
    ] {
        let refused =
            put(&json!([{"type": "link", "label": "Pay", "address": address}])).expect_error(400);
        assert!(refused.body["fields"]["ways.0.address"].is_string(), "{address}");
    }
    assert!(
        put(&json!([{"type": "bank", "label": "Bank"}])).expect_error(400).body["fields"]["ways.0.rows"]
            .is_string()
    );
    assert!(
        put(&json!([{"type": "card", "label": "Card"}])).expect_error(400).body["fields"]["ways.0.type"]
            .is_string()
    );
    // A new offer has the enabled ways to pay; a way that keeps its id stays in the offer.
    let offer = make_offer(server, &maya, &order);
    assert_eq!(offer["ways"], json!([saved[0]["id"], saved[1]["id"]]));
    let mut renamed = saved[1].clone();
    renamed["label"] = json!("PayPal.me");
    let again = put(&json!([renamed])).expect(200).body["ways"].clone();
    assert_eq!(again[0]["id"], saved[1]["id"]);
}

fn nobody_else_gets_at_an_offer(server: &Server) {
    let (maya, _, order) = prepare_order(server, "Midnight Drive");
    let offer = make_offer(server, &maya, &order);
    let zoe = Person::join(server);
    zoe.at(server).get(&path(&offer)).expect_error(404);
    zoe.at(server).put(&path(&offer), &json!({})).expect_error(404);
    zoe.at(server).delete(&path(&offer)).expect_error(404);
    for what in ["send", "resend", "withdraw", "decline", "dismiss", "contracts"] {
        zoe.at(server).post(&format!("{}/{what}", path(&offer)), &json!({})).expect_error(404);
    }
    zoe.at(server).post("/api/offers", &order).expect_error(404);
}
