//! Paying for offers: the sale, the money, the fee and the licenses are written in one transaction or not at all.

use serde_json::{Value, json};

use super::buyers::accept_offer;
use super::{get_offer, make_offer, path, prepare_order, send_offer};
use crate::harness::library::upload;
use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};
use crate::licenses::issued::kind;

on_both_engines!(
    pg off_08_a_payment_makes_the_sale_the_fee_and_the_licenses,
    off_08_bad_payments_write_nothing,
    off_08_a_repeated_request_pays_once,
    off_08_several_lines_are_one_sale_with_a_license_each,
    pg off_10_a_refund_ends_the_licenses_and_keeps_or_returns_the_fee,
    off_10_a_refund_with_its_fee_needs_no_more_than_the_sale_has_left,
    pub_10_offers_go_with_the_account,
);

fn make_accepted_offer(server: &Server, name: &str) -> (Person, Value) {
    let (maya, _, order) = prepare_order(server, name);
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    accept_offer(server, &offer);
    (maya, offer)
}

fn balance(server: &Server, person: &Person) -> Value {
    person.at(server).get("/api/wallet").expect(200).body["accounts"][0]["balance"].clone()
}

fn off_08_a_payment_makes_the_sale_the_fee_and_the_licenses(server: &Server) {
    let (maya, offer) = make_accepted_offer(server, "Lagos After Rain");
    let form = json!({"amount": 149, "fee": 4.62, "payment_reference": "pi_3P1"});
    let paid =
        maya.at(server).post(&format!("{}/paid", path(&offer)), &form).expect(200).body["offer"]
            .clone();
    assert!(["paid", "delivered"].contains(&paid["state"].as_str().unwrap()), "{paid}");
    assert_eq!((&paid["fee"], &paid["payment_reference"]), (&json!(4.62), &json!("pi_3P1")));
    assert_eq!(paid["licenses"][0]["reference"], "LIC-0001");
    let sale = maya
        .at(server)
        .get(&format!("/api/sales/{}", paid["sale_id"].as_str().unwrap()))
        .expect(200)
        .body["sale"]
        .clone();
    assert_eq!((&sale["status"], &sale["amount"]), (&json!("Completed"), &json!(149.0)));
    assert_eq!((&sale["client"], &sale["license"]), (&json!("Adebayo Balogun"), &json!("premium")));
    assert_eq!((&sale["offer_id"], &sale["fee"]), (&offer["id"], &json!(4.62)));
    assert_eq!(sale["license_id"], paid["licenses"][0]["id"]);
    let all = maya.at(server).get("/api/transactions").expect(200).body["transactions"].clone();
    let find = |title: &str| {
        all.as_array()
            .unwrap()
            .iter()
            .find(|one| one["title"].as_str().unwrap().contains(title))
            .cloned()
    };
    assert_eq!(find("Platform and payment fees").unwrap()["amount"], -4.62);
    assert_eq!(find("Sale: Lagos After Rain").unwrap()["amount"], 149.0);
    assert_eq!(balance(server, &maya), json!(144.38));
    // The license has the accepted values, the buyer's name and the buyer's IP address.
    let at = format!("/api/licenses/{}", paid["licenses"][0]["id"].as_str().unwrap());
    let license = maya.at(server).get(&at).expect(200).body["license"].clone();
    assert_eq!(license["is_recorded_by_producer"], false);
    let kinds: Vec<_> = license["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect();
    assert!(kinds.starts_with(&["accepted", "paid", "issued"]), "{kinds:?}");
    let evidence = maya.at(server).get(&format!("{at}/evidence")).expect(200).body;
    assert_eq!(evidence["is_intact"], true, "{evidence}");
    let pdf = maya.at(server).get(&format!("{at}/contract")).bytes;
    let text = crate::sales::receipts::pdf_text(&pdf);
    assert!(
        text.contains("Adebayo Balogun")
            && text.contains("OFR-0001")
            && text.contains("Accepted by"),
        "{text}"
    );
    maya.at(server).post(&format!("{}/paid", path(&offer)), &form).expect_error(409);
    // The buyer's page shows the payment.
    let page = super::buyers::visitor(server, &paid).open();
    assert!(page.contains("Paid."), "{page}");
}

fn off_08_bad_payments_write_nothing(server: &Server) {
    let (maya, offer) = make_accepted_offer(server, "Glass Garden");
    let pay = |form: &Value| maya.at(server).post(&format!("{}/paid", path(&offer)), form);
    for (form, field) in [
        (json!({}), "amount"),
        (json!({"amount": 100}), "amount"),
        (json!({"amount": 150}), "amount"),
        (json!({"amount": 149, "fee": 149}), "fee"),
        (json!({"amount": 149, "fee": -1}), "fee"),
        (json!({"amount": 149, "account": "x"}), "account"),
        (json!({"amount": 149, "day": "soon"}), "day"),
    ] {
        let refused = pay(&form).expect_error(400);
        assert!(refused.body["fields"][field].is_string(), "{form}: {refused:?}");
    }
    assert!(pay(&json!({"amount": 100})).error().contains("Part payments"));
    pay(&json!({"amount": 149, "day": "2030-01-01"})).expect_error(422);
    // If the fee can't be written, nothing is.
    let before = maya.at(server).get("/api/transactions").expect(200).body["total"].clone();
    let draft =
        send_offer(server, &maya, &make_offer(server, &maya, &prepare_second_order(server, &maya)));
    maya.at(server)
        .post(&format!("{}/paid", path(&draft)), &json!({"amount": 59}))
        .expect_error(409);
    assert_eq!(maya.at(server).get("/api/transactions").expect(200).body["total"], before);
    assert_eq!(maya.at(server).get("/api/sales").expect(200).body["total"], 0);
    assert_eq!(maya.at(server).get("/api/licenses").expect(200).body["total"], 0);
    assert_eq!(get_offer(server, &maya, &offer)["state"], "accepted");
}

fn prepare_second_order(server: &Server, person: &Person) -> Value {
    let beat = upload(server, person, "Second.wav", 7);
    json!({"buyer": {"name": "Ade"},
        "lines": [{"document_id": beat["id"], "kind_id": kind(server, person, "WAV Lease")["id"]}]})
}

fn off_08_a_repeated_request_pays_once(server: &Server) {
    let (maya, offer) = make_accepted_offer(server, "Copper Sun");
    let at = format!("{}/paid", path(&offer));
    let form = json!({"amount": 149, "fee": 1});
    let pay = || {
        let call = maya.at(server).call("POST", &at).header("Idempotency-Key", "pay-1");
        call.json(&form).send()
    };
    let first = pay().expect(200).body;
    let again = pay().expect(200).body;
    assert_eq!(first, again);
    assert_eq!(maya.at(server).get("/api/sales").expect(200).body["total"], 1);
    assert_eq!(balance(server, &maya), json!(148.0));
}

fn off_08_several_lines_are_one_sale_with_a_license_each(server: &Server) {
    let (maya, _, mut order) = prepare_order(server, "Northern Line");
    let other = upload(server, &maya, "Paper Moons.wav", 5);
    let mut lines = order["lines"].as_array().unwrap().clone();
    lines.push(json!({"document_id": other["id"], "kind_id": kind(server, &maya, "MP3 Lease")["id"], "price": 29}));
    order["lines"] = json!(lines);
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    accept_offer(server, &offer);
    let at = format!("{}/paid", path(&offer));
    let paid = maya.at(server).post(&at, &json!({"amount": 178})).expect(200).body["offer"].clone();
    let references: Vec<_> =
        paid["licenses"].as_array().unwrap().iter().map(|one| one["reference"].clone()).collect();
    assert_eq!(references, [json!("LIC-0001"), json!("LIC-0002")]);
    let sale = maya.at(server).get("/api/sales").expect(200).body["sales"][0].clone();
    assert_eq!(
        (&sale["title"], &sale["amount"]),
        (&json!("Northern Line and Paper Moons"), &json!(178.0))
    );
}

fn off_10_a_refund_ends_the_licenses_and_keeps_or_returns_the_fee(server: &Server) {
    for (fee, left) in [("kept", -4.0), ("returned", 0.0)] {
        let (maya, offer) = make_accepted_offer(server, "Slow Harbor");
        maya.at(server).post("/api/wallet/deposit", &json!({"amount": 100})).expect(201);
        let at = format!("{}/paid", path(&offer));
        let paid =
            maya.at(server).post(&at, &json!({"amount": 149, "fee": 4})).expect(200).body["offer"]
                .clone();
        let sale = format!("/api/sales/{}/refund", paid["sale_id"].as_str().unwrap());
        maya.at(server).post(&sale, &json!({"fee": "half"})).expect_error(400);
        maya.at(server).post(&sale, &json!({"fee": fee})).expect(200);
        let done = get_offer(server, &maya, &offer);
        assert_eq!(done["state"], "refunded");
        let license = format!("/api/licenses/{}", paid["licenses"][0]["id"].as_str().unwrap());
        assert_eq!(maya.at(server).get(&license).expect(200).body["license"]["state"], "refunded");
        assert_eq!(balance(server, &maya), json!(100.0 + left), "{fee}");
        assert_eq!(super::buyers::visitor(server, &done).get("").status, 410);
    }
}

fn off_10_a_refund_with_its_fee_needs_no_more_than_the_sale_has_left(server: &Server) {
    let (maya, offer) = make_accepted_offer(server, "Only Sale");
    let at = format!("{}/paid", path(&offer));
    let form = json!({"amount": 149, "fee": 4.62});
    let paid = maya.at(server).post(&at, &form).expect(200).body["offer"].clone();
    assert_eq!(balance(server, &maya), json!(144.38));
    let sale = format!("/api/sales/{}/refund", paid["sale_id"].as_str().unwrap());
    // If the platform keeps the fee, the balance is too low for the refund.
    maya.at(server).post(&sale, &json!({"fee": "kept"})).expect_error(409);
    assert_eq!(balance(server, &maya), json!(144.38), "a refund that was refused changed nothing");
    // With one cent less, the balance is too low even with the fee; then the fee must not be returned alone.
    maya.at(server).post("/api/wallet/withdraw", &json!({"amount": 0.01})).expect(201);
    maya.at(server).post(&sale, &json!({"fee": "returned"})).expect_error(409);
    assert_eq!(balance(server, &maya), json!(144.37));
    maya.at(server).post("/api/wallet/deposit", &json!({"amount": 0.01})).expect(201);
    maya.at(server).post(&sale, &json!({"fee": "returned"})).expect(200);
    assert_eq!(balance(server, &maya), json!(0.0));
    let done = get_offer(server, &maya, &offer);
    assert_eq!(done["state"], "refunded");
    assert!(done.to_string().contains("including the fee"), "{done}");
}

fn pub_10_offers_go_with_the_account(server: &Server) {
    let (maya, offer) = make_accepted_offer(server, "Midnight Drive");
    let at = super::buyers::visitor(server, &get_offer(server, &maya, &offer));
    let password = json!({"password": crate::harness::people::PASSWORD});
    let gone = maya.at(server).call("DELETE", "/api/users/account").json(&password);
    gone.send().expect(200);
    for table in
        ["offers", "offer_lines", "offer_links", "offer_acceptances", "offer_events", "ways_to_pay"]
    {
        assert_eq!(server.query_number(&format!("SELECT COUNT(*) FROM {table}")), 0, "{table}");
    }
    assert_eq!(at.get("").status, 404);
}
