//! Exclusive sales and dates that look mistyped, over HTTP. TRUE-03

use std::thread;

use serde_json::{Value, json};

use super::{path, record, refund};
use crate::harness::library::upload;
use crate::harness::people::Person;
use crate::harness::{Answer, Server, on_both_engines};

on_both_engines!(
    a_beat_sold_exclusively_is_not_sold_again,
    a_refund_a_failure_or_a_deletion_frees_the_beat,
    an_earlier_license_can_still_be_recorded,
    a_pending_exclusive_sale_keeps_out_a_second_one,
    pg of_many_exclusive_sales_at_once_one_is_recorded,
    a_date_far_from_today_must_be_confirmed,
    a_planned_payment_needs_no_confirmation
);

fn post_sale(server: &Server, person: &Person, beat: &Value, more: &Value) -> Answer {
    let mut sale = json!({"beat_id": beat["id"], "client": "Iris Vance", "amount": 39});
    sale.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    person.at(server).post("/api/sales", &sale)
}

fn record_sale(server: &Server, person: &Person, beat: &Value, more: &Value) -> Value {
    post_sale(server, person, beat, more).expect(201).body["sale"].clone()
}

fn exclusive() -> Value {
    json!({"license": "exclusive"})
}

// TRUE-03
fn a_beat_sold_exclusively_is_not_sold_again(server: &Server) {
    let person = Person::join(server);
    let beat = upload(server, &person, "paper-moons.wav", 1);
    record_sale(server, &person, &beat, &json!({}));
    let first = record_sale(server, &person, &beat, &exclusive());
    let sentence = format!(
        "“{}” was sold exclusively to Iris Vance (SALE-002), so it can't be sold again.",
        beat["title"].as_str().unwrap()
    );
    for more in [json!({}), exclusive(), json!({"status": "Pending"})] {
        assert_eq!(
            post_sale(server, &person, &beat, &more).expect_error(409).error(),
            sentence,
            "{more}"
        );
    }
    // A failed sale does not count as a sale of the beat.
    let failed = record_sale(server, &person, &beat, &json!({"status": "Failed"}));
    let again = person.at(server).put(&path(&failed), &json!({"status": "Completed"}));
    assert_eq!(again.expect_error(409).error(), sentence);
    let other = record(server, &person, &json!({"title": "Other", "client": "Ade", "amount": 1}));
    person.at(server).put(&path(&other), &json!({"beat_id": beat["id"]})).expect_error(409);
    // The exclusive sale itself can be changed.
    person.at(server).put(&path(&first), &json!({"amount": 1500, "notes": "Paid"})).expect(200);
    let total = person.at(server).get("/api/sales?status=Completed").expect(200).body;
    assert_eq!(total["total"], 3);
}

// TRUE-03
fn a_refund_a_failure_or_a_deletion_frees_the_beat(server: &Server) {
    let person = Person::join(server);
    let beat = upload(server, &person, "paper-moons.wav", 1);
    let first = record_sale(server, &person, &beat, &exclusive());
    refund(server, &person, &first);
    let second = record_sale(server, &person, &beat, &exclusive());
    person.at(server).put(&path(&second), &json!({"status": "Failed"})).expect(200);
    let third = record_sale(server, &person, &beat, &exclusive());
    person.at(server).delete(&path(&third)).expect(200);
    record_sale(server, &person, &beat, &json!({}));
}

// TRUE-03
fn an_earlier_license_can_still_be_recorded(server: &Server) {
    let person = Person::join(server);
    let beat = upload(server, &person, "paper-moons.wav", 1);
    let day = |text: &str, license: &str| json!({"date": text, "license": license});
    record_sale(server, &person, &beat, &day("2026-09-10", "basic"));
    let early =
        post_sale(server, &person, &beat, &day("2026-09-09", "exclusive")).expect_error(409);
    assert!(early.error().contains("after this date (SALE-001)"), "{}", early.error());
    record_sale(server, &person, &beat, &day("2026-09-10", "exclusive"));
    record_sale(server, &person, &beat, &day("2026-09-09", "basic"));
    post_sale(server, &person, &beat, &day("2026-09-10", "basic")).expect_error(409);
    post_sale(server, &person, &beat, &day("2026-09-01", "exclusive")).expect_error(409);
}

// TRUE-03
fn a_pending_exclusive_sale_keeps_out_a_second_one(server: &Server) {
    let person = Person::join(server);
    let beat = upload(server, &person, "paper-moons.wav", 1);
    let pending = json!({"license": "exclusive", "status": "Pending"});
    let first = record_sale(server, &person, &beat, &pending);
    let refused = post_sale(server, &person, &beat, &exclusive()).expect_error(409);
    assert!(refused.error().contains("is pending (SALE-001)"), "{}", refused.error());
    record_sale(server, &person, &beat, &json!({}));
    person.at(server).put(&path(&first), &json!({"status": "Completed"})).expect(200);
    post_sale(server, &person, &beat, &json!({})).expect_error(409);
}

// TRUE-03
fn of_many_exclusive_sales_at_once_one_is_recorded(server: &Server) {
    let person = Person::join(server);
    let beat = upload(server, &person, "paper-moons.wav", 1);
    let statuses: Vec<u16> = thread::scope(|scope| {
        let one = || post_sale(server, &person, &beat, &exclusive()).status;
        let all: Vec<_> = (0..8).map(|_| scope.spawn(one)).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 7, "{statuses:?}");
}

// TRUE-03
fn a_date_far_from_today_must_be_confirmed(server: &Server) {
    let person = Person::join(server);
    let sale = |date: &str| json!({"title": "Old", "client": "Ade", "amount": 5, "date": date});
    let deposit =
        |date: &str| json!({"type": "deposit", "title": "Old", "amount": 5, "date": date});
    for (address, body) in
        [("/api/sales", sale("1900-01-01")), ("/api/transactions", deposit("2088-01-01"))]
    {
        let answer = person.at(server).post(address, &body).expect_error(422);
        assert_eq!(answer.body["confirm"], "confirm_date");
        let sentence = answer.error().to_owned();
        assert_eq!(answer.body["fields"]["date"], json!(sentence));
        let is_old = address == "/api/sales";
        let expected = if is_old { "more than a year ago" } else { "in the future" };
        assert!(sentence.contains(expected), "{sentence}");
        let mut meant = body.clone();
        meant["confirm_date"] = json!(true);
        let noun = if is_old { "sale" } else { "transaction" };
        let made = person.at(server).post(address, &meant).expect(201).body[noun].clone();
        let own = format!("{address}/{}", made["id"].as_str().unwrap());
        // A confirmed date need not be confirmed again unless it changes.
        person.at(server).put(&own, &json!({"title": "Older", "date": body["date"]})).expect(200);
        person.at(server).put(&own, &json!({"date": "1899-12-31"})).expect_error(422);
        let confirmed = json!({"date": "1899-12-31", "confirm_date": true});
        person.at(server).put(&own, &confirmed).expect(200);
    }
    let accounts = person.at(server).get("/api/wallet").expect(200).body["accounts"].clone();
    let transfer = json!({"from": accounts[0]["id"], "to": accounts[1]["id"], "amount": 1, "date": "2088-01-01"});
    person.at(server).post("/api/wallet/transfer", &transfer).expect_error(422);
}

// TRUE-03
fn a_planned_payment_needs_no_confirmation(server: &Server) {
    let person = Person::join(server);
    let ahead = |days: u64| {
        let now = std::time::SystemTime::now() + std::time::Duration::from_secs(days * 86_400);
        let millis = now.duration_since(std::time::UNIX_EPOCH).unwrap().as_millis();
        let moment = domain::time::Timestamp::from_millis(i64::try_from(millis).unwrap());
        domain::calendar::Day::of(moment).to_string()
    };
    let rent = |days: u64| json!({"type": "payment", "title": "Rent", "amount": -5, "status": "pending", "date": ahead(days)});
    person.at(server).post("/api/transactions", &rent(90)).expect(201);
    person.at(server).post("/api/transactions", &rent(400)).expect_error(422);
}
