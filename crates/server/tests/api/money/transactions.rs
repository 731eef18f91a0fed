//! Transactions one at a time over HTTP. TXN-02, TXN-03, TXN-04, OPS-06

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};

const UNKNOWN: &str = "01a1dd1f-2feb-7d7b-83c8-b05280b21f40";

fn record(server: &Server, person: &Person, body: &Value) -> Value {
    // The tests have fixed dates, which must be confirmed once they are far in the past.
    let mut body = body.clone();
    body["confirm_date"] = json!(true);
    person.at(server).post("/api/transactions", &body).expect(201).body["transaction"].clone()
}

fn path(transaction: &Value) -> String {
    format!("/api/transactions/{}", transaction["id"].as_str().expect("an id"))
}

fn balances(server: &Server, person: &Person) -> Vec<f64> {
    let body = person.at(server).get("/api/wallet").expect(200).body;
    body["accounts"].as_array().unwrap().iter().map(|a| a["balance"].as_f64().unwrap()).collect()
}

fn account(server: &Server, person: &Person, at: usize) -> Value {
    person.at(server).get("/api/wallet").expect(200).body["accounts"][at]["id"].clone()
}

on_both_engines!(
    pg a_transaction_is_recorded_shown_changed_and_deleted,
    what_is_left_out_is_now_completed_and_the_usual_account,
    only_completed_transactions_move_money,
    pg no_change_may_leave_an_account_below_nothing,
    bad_input_names_its_fields_and_writes_nothing,
    another_persons_transactions_and_accounts_are_not_there,
    a_repeated_request_records_one_transaction,
    an_id_that_is_none_is_not_found
);

// TXN-02
fn a_transaction_is_recorded_shown_changed_and_deleted(server: &Server) {
    let person = Person::join(server);
    let sent = json!({"type": "deposit", "title": " Beat lease ", "description": "Midnight Drive", "date": "2026-02-28",
            "time": "09:05", "amount": 1e2, "status": "completed"});
    let made = record(server, &person, &sent);
    for (field, value) in [
        ("type", json!("deposit")),
        ("title", json!("Beat lease")),
        ("description", json!("Midnight Drive")),
        ("date", json!("2026-02-28")),
        ("time", json!("09:05")),
        ("amount", json!(100.0)),
        ("currency", json!("USD")),
        ("status", json!("completed")),
        ("reference", json!("TXN-001")),
        ("card_id", Value::Null),
    ] {
        assert_eq!(made[field], value, "{field}");
    }
    assert_eq!(made["account_id"], account(server, &person, 0));
    assert_eq!(person.at(server).get(&path(&made)).expect(200).body["transaction"], made);
    let change =
        json!({"title": "Exclusive", "description": null, "amount": 70.5, "date": "2026-03-01"});
    let changed =
        person.at(server).put(&path(&made), &change).expect(200).body["transaction"].clone();
    assert_eq!(
        (
            &changed["title"],
            &changed["description"],
            &changed["amount"],
            &changed["time"],
            &changed["reference"]
        ),
        (&json!("Exclusive"), &Value::Null, &json!(70.5), &json!("09:05"), &json!("TXN-001"))
    );
    assert_eq!(balances(server, &person)[0], 70.5);
    person.at(server).delete(&path(&made)).expect(200);
    assert_eq!(balances(server, &person)[0], 0.0);
    person.at(server).get(&path(&made)).expect_error(404);
    person.at(server).delete(&path(&made)).expect_error(404);
    // The number of a deleted transaction is not used again.
    assert_eq!(record(server, &person, &sent)["reference"], "TXN-002");
}

fn what_is_left_out_is_now_completed_and_the_usual_account(server: &Server) {
    let person = Person::join(server);
    let made = record(server, &person, &json!({"type": "other", "title": "Gift", "amount": 3}));
    assert_eq!(made["status"], "completed");
    let created = made["created_at"].as_str().unwrap();
    assert_eq!(
        (made["date"].as_str().unwrap(), made["time"].as_str().unwrap()),
        (&created[..10], &created[11..16])
    );
    let euros = record(
        server,
        &person,
        &json!({"type": "deposit", "title": "Fee", "amount": 3, "currency": "EUR"}),
    );
    assert_eq!(euros["account_id"], account(server, &person, 2));
    assert_eq!(balances(server, &person), [3.0, 0.0, 3.0, 0.0]);
}

// TXN-03
fn only_completed_transactions_move_money(server: &Server) {
    let person = Person::join(server);
    let made = record(
        server,
        &person,
        &json!({"type": "deposit", "title": "a", "amount": 10, "status": "pending"}),
    );
    record(
        server,
        &person,
        &json!({"type": "payment", "title": "b", "amount": -99, "status": "failed"}),
    );
    assert_eq!(balances(server, &person)[0], 0.0);
    person.at(server).put(&path(&made), &json!({"status": "completed"})).expect(200);
    assert_eq!(balances(server, &person)[0], 10.0);
    let euros = account(server, &person, 2);
    person.at(server).put(&path(&made), &json!({"account_id": euros, "amount": 4.5})).expect(200);
    assert_eq!(balances(server, &person), [0.0, 0.0, 4.5, 0.0]);
    let moved = person.at(server).get(&path(&made)).expect(200).body;
    assert_eq!(moved["transaction"]["currency"], "EUR");
    person.at(server).put(&path(&made), &json!({"status": "failed"})).expect(200);
    assert_eq!(balances(server, &person), [0.0; 4]);
}

// FIN-06
fn no_change_may_leave_an_account_below_nothing(server: &Server) {
    let person = Person::join(server);
    let first = record(server, &person, &json!({"type": "deposit", "title": "a", "amount": 10}));
    let spent = record(server, &person, &json!({"type": "payment", "title": "b", "amount": -8}));
    let refused = person
        .at(server)
        .post("/api/transactions", &json!({"type": "payment", "title": "c", "amount": -2.01}))
        .expect_error(409);
    assert_eq!(refused.error(), "Not enough money: Wallet holds $2.00 and this would take $2.01.");
    person.at(server).delete(&path(&first)).expect_error(409);
    person.at(server).put(&path(&first), &json!({"amount": 7.99})).expect_error(409);
    person.at(server).put(&path(&first), &json!({"status": "pending"})).expect_error(409);
    person.at(server).put(&path(&spent), &json!({"amount": -10.01})).expect_error(409);
    assert_eq!(person.at(server).get(&path(&first)).expect(200).body["transaction"], first);
    assert_eq!(person.at(server).get(&path(&spent)).expect(200).body["transaction"], spent);
    assert_eq!(balances(server, &person)[0], 2.0);
    assert_eq!(person.at(server).get("/api/transactions").expect(200).body["total"], 2);
}

fn bad_input_names_its_fields_and_writes_nothing(server: &Server) {
    let person = Person::join(server);
    let good = json!({"type": "deposit", "title": "a", "amount": 1});
    let kept = record(server, &person, &good);
    let cases = [
        ("amount", json!(1.005)),
        ("amount", json!("12")),
        ("amount", json!(0)),
        ("amount", json!(-1)),
        ("amount", json!(1e13)),
        ("amount", json!([1])),
        ("date", json!("2026-02-30")),
        ("date", json!("2026-2-3")),
        ("date", json!("yesterday")),
        ("time", json!("24:00")),
        ("time", json!("9:00")),
        ("type", json!("gift")),
        ("type", json!(5)),
        ("status", json!("done")),
        ("title", json!("")),
        ("title", json!("x".repeat(201))),
        ("title", json!("a\u{0}b")),
        ("description", json!("x".repeat(2001))),
        ("currency", json!("KES")),
        ("currency", json!("usd")),
    ];
    for (field, value) in cases {
        let mut bad = good.clone();
        bad[field] = value.clone();
        let answer = person.at(server).post("/api/transactions", &bad).expect_error(400);
        assert!(answer.body["fields"][field].is_string(), "{field} {value}: {:?}", answer.body);
        let answer = person.at(server).put(&path(&kept), &json!({field: value})).expect_error(400);
        assert!(answer.body["fields"][field].is_string(), "{field} {value}: {:?}", answer.body);
    }
    let empty = person.at(server).post("/api/transactions", &json!({})).expect_error(400);
    let fields: Vec<_> = empty.body["fields"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(fields, ["amount", "title", "type"]);
    person
        .at(server)
        .post("/api/transactions", &json!({"type": "payment", "title": "a", "amount": 1}))
        .expect_error(400);
    person.at(server).put(&path(&kept), &json!({"type": "withdrawal"})).expect_error(400);
    assert_eq!(
        person.at(server).get("/api/transactions").expect(200).body["transactions"],
        json!([kept])
    );
    assert_eq!(balances(server, &person)[0], 1.0);
}

// OPS-06
fn another_persons_transactions_and_accounts_are_not_there(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let hers = record(server, &maya, &json!({"type": "deposit", "title": "Secret", "amount": 10}));
    ade.at(server).get(&path(&hers)).expect_error(404);
    ade.at(server).put(&path(&hers), &json!({"title": "Mine"})).expect_error(404);
    ade.at(server).delete(&path(&hers)).expect_error(404);
    let good = json!({"type": "deposit", "title": "a", "amount": 1});
    let his = record(server, &ade, &good);
    for (field, id) in [
        ("account_id", hers["account_id"].clone()),
        ("account_id", json!(UNKNOWN)),
        ("account_id", json!("x")),
        ("card_id", json!(UNKNOWN)),
        ("beneficiary_id", json!(UNKNOWN)),
        ("sale_id", json!("x")),
    ] {
        let mut body = good.clone();
        body[field] = id.clone();
        ade.at(server).post("/api/transactions", &body).expect_error(404);
        ade.at(server).put(&path(&his), &json!({field: id})).expect_error(404);
    }
    let seen = ade
        .at(server)
        .get(&format!("/api/transactions?account_id={}", hers["account_id"].as_str().unwrap()))
        .expect(200)
        .body;
    assert_eq!((&seen["total"], &seen["transactions"]), (&json!(0), &json!([])));
    assert_eq!(ade.at(server).get("/api/transactions?search=Secret").expect(200).body["total"], 0);
    assert_eq!(
        ade.at(server).get("/api/transactions/stats/summary").expect(200).body["summary"]["count"],
        1
    );
    assert_eq!(maya.at(server).get(&path(&hers)).expect(200).body["transaction"], hers);
    assert_eq!(balances(server, &maya)[0], 10.0);
}

// TXN-04
fn a_repeated_request_records_one_transaction(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let send = |person: &Person, body: &Value| {
        person
            .at(server)
            .call("POST", "/api/transactions")
            .header("idempotency-key", "key-1")
            .json(body)
            .send()
    };
    let body = json!({"type": "deposit", "title": "a", "amount": 10});
    let first = send(&maya, &body).expect(201);
    assert_eq!(send(&maya, &body).expect(201).bytes, first.bytes);
    send(&maya, &json!({"type": "deposit", "title": "a", "amount": 11})).expect_error(409);
    // A repeated request gets the first answer, even after its transaction was deleted.
    maya.at(server).delete(&path(&first.body["transaction"])).expect(200);
    assert_eq!(send(&maya, &body).expect(201).bytes, first.bytes);
    assert_eq!(maya.at(server).get("/api/transactions").expect(200).body["total"], 0);
    assert_ne!(
        send(&ade, &body).expect(201).body["transaction"]["id"],
        first.body["transaction"]["id"]
    );
}

fn an_id_that_is_none_is_not_found(server: &Server) {
    let person = Person::join(server);
    for id in ["x", "stats", "%25", UNKNOWN] {
        person.at(server).get(&format!("/api/transactions/{id}")).expect_error(404);
    }
}
