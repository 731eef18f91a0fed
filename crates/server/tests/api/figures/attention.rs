//! The side column: what needs attention, and the latest activity. RAIL-01

use domain::{calendar::Day, time::Timestamp};
use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};
use crate::sales::record;

on_both_engines!(
    a_new_account_needs_nothing,
    pg what_is_pending_or_due_is_listed_by_date,
    the_list_is_short_and_the_total_is_whole,
    the_last_things_that_happened_come_newest_first,
    the_attention_of_another_is_not_mine
);

fn day(days_ahead: i64) -> String {
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let now = i64::try_from(since_1970.as_millis()).unwrap();
    Day::of(Timestamp::from_millis(now + days_ahead * 24 * 60 * 60 * 1000)).to_string()
}

fn attention(server: &Server, person: &Person) -> Value {
    person.at(server).get("/api/attention").expect(200).body
}

fn field_of_each<'a>(rows: &'a Value, of: &str) -> Vec<&'a str> {
    rows.as_array().unwrap().iter().map(|row| row[of].as_str().unwrap()).collect()
}

fn goal(server: &Server, person: &Person, title: &str, days_ahead: i64) -> Value {
    let form = json!({"title": title, "target_amount": 200, "target_date": day(days_ahead)});
    person.at(server).post("/api/goals", &form).expect(201).body["goal"].clone()
}

// RAIL-01
fn a_new_account_needs_nothing(server: &Server) {
    let person = Person::join(server);
    let told = attention(server, &person);
    assert_eq!(
        (&told["items"], &told["total"], &told["recent"]),
        (&json!([]), &json!(0), &json!([]))
    );
    server.get("/api/attention").expect_error(401);
}

// RAIL-01
fn what_is_pending_or_due_is_listed_by_date(server: &Server) {
    let person = Person::join(server);
    person.at(server).post("/api/wallet/deposit", &json!({"amount": 500})).expect(201);
    let rent = json!({"type": "payment", "title": "Studio rent", "amount": -450, "status": "pending",
        "date": day(3), "description": "November"});
    let rent =
        person.at(server).post("/api/transactions", &rent).expect(201).body["transaction"].clone();
    let sale = json!({"title": "Night Bus", "client": "Ade Bello", "amount": 90, "currency": "EUR",
        "status": "Pending", "date": day(-2)});
    let sale = record(server, &person, &sale);
    let near = goal(server, &person, "New monitors", 14);
    goal(server, &person, "Far away", 15);
    let reached = goal(server, &person, "Reached", 1);
    let progress = |goal: &Value, amount: i64| {
        let path = format!("/api/goals/{}/progress", goal["id"].as_str().unwrap());
        person.at(server).put(&path, &json!({"amount": amount})).expect(200);
    };
    progress(&reached, 200);
    progress(&near, 50);
    let told = attention(server, &person);
    assert_eq!(told["total"], 3);
    assert_eq!(
        told["items"],
        json!([
            {"kind": "sale", "id": sale["id"], "reference": "SALE-001", "title": "Night Bus",
             "detail": "Ade Bello", "amount": 90.0, "currency": "EUR", "date": day(-2), "is_overdue": true,
             "link": format!("/payment-history?sale={}", sale["id"].as_str().unwrap())},
            {"kind": "transaction", "id": rent["id"], "reference": "TXN-002", "title": "Studio rent",
             "detail": "November", "amount": -450.0, "currency": "USD", "date": day(3), "is_overdue": false,
             "link": "/transaction-history?q=TXN-002"},
            {"kind": "goal", "id": near["id"], "reference": null, "title": "New monitors",
             "detail": "$50.00 of $200.00 saved", "amount": 150.0, "currency": "USD", "date": day(14),
             "is_overdue": false, "link": "/my-account"},
        ])
    );
    let path = format!("/api/transactions/{}", rent["id"].as_str().unwrap());
    person.at(server).put(&path, &json!({"status": "completed"})).expect(200);
    assert_eq!(field_of_each(&attention(server, &person)["items"], "kind"), ["sale", "goal"]);
}

// RAIL-01
fn the_list_is_short_and_the_total_is_whole(server: &Server) {
    let person = Person::join(server);
    for number in 1..=8 {
        let pending = json!({"type": "deposit", "title": format!("Royalty {number}"), "amount": number,
            "status": "pending", "date": day(number)});
        person.at(server).post("/api/transactions", &pending).expect(201);
    }
    goal(server, &person, "Soon", 0);
    let told = attention(server, &person);
    assert_eq!(told["total"], 9);
    let titles = ["Soon", "Royalty 1", "Royalty 2", "Royalty 3", "Royalty 4", "Royalty 5"];
    assert_eq!(field_of_each(&told["items"], "title"), titles);
}

// RAIL-01
fn the_last_things_that_happened_come_newest_first(server: &Server) {
    let person = Person::join(server);
    for number in 1..=5 {
        let past = json!({"type": "deposit", "title": format!("Royalty {number}"), "amount": number,
            "date": day(number - 10), "time": "10:00"});
        person.at(server).post("/api/transactions", &past).expect(201);
    }
    let sale = json!({"title": "Night Bus", "client": "Ade Bello", "amount": 90, "date": day(-1)});
    record(server, &person, &sale);
    let waiting = json!({"type": "payment", "title": "Waiting", "amount": -1, "status": "pending"});
    person.at(server).post("/api/transactions", &waiting).expect(201);
    let old = json!({"type": "deposit", "title": "Long ago", "amount": 1, "date": day(-91)});
    person.at(server).post("/api/transactions", &old).expect(201);
    let recent = attention(server, &person)["recent"].clone();
    let titles = ["Night Bus", "Royalty 5", "Royalty 4", "Royalty 3", "Royalty 2"];
    assert_eq!(field_of_each(&recent, "title"), titles);
    assert_eq!((&recent[0]["kind"], &recent[0]["amount"]), (&json!("sale"), &json!(90.0)));
}

// RAIL-01
fn the_attention_of_another_is_not_mine(server: &Server) {
    let (maya, other) = (Person::join(server), Person::join(server));
    goal(server, &maya, "Mine", 1);
    assert_eq!(attention(server, &other)["total"], 0);
}
