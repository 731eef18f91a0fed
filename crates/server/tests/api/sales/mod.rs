//! Single sales over HTTP: their fields, their effect on the ledger, and refunds. SALE-02, OPS-06

mod exclusive;
mod lists;
pub(crate) mod receipts;

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};

const UNKNOWN: &str = "01a1dd1f-2feb-7d7b-83c8-b05280b21f40";

pub fn record(server: &Server, person: &Person, body: &Value) -> Value {
    // The tests have fixed dates, which must be confirmed once they are far in the past.
    let mut body = body.clone();
    body["confirm_date"] = json!(true);
    person.at(server).post("/api/sales", &body).expect(201).body["sale"].clone()
}

pub fn client(server: &Server, person: &Person, name: &str) -> Value {
    let form = json!({"name": name, "email": "ade@labels.example", "account_number": "12345678", "bank_name": "First Bank"});
    person.at(server).post("/api/beneficiaries", &form).expect(201).body["beneficiary"].clone()
}

pub fn sale(title: &str, client: &str, amount: f64) -> Value {
    json!({"title": title, "client": client, "amount": amount})
}

fn path(sale: &Value) -> String {
    format!("/api/sales/{}", sale["id"].as_str().expect("an id"))
}

fn balances(server: &Server, person: &Person) -> Vec<f64> {
    let body = person.at(server).get("/api/wallet").expect(200).body;
    body["accounts"].as_array().unwrap().iter().map(|a| a["balance"].as_f64().unwrap()).collect()
}

fn history(server: &Server, person: &Person) -> Vec<Value> {
    let body = person.at(server).get("/api/transactions").expect(200).body;
    body["transactions"].as_array().unwrap().clone()
}

fn refund(server: &Server, person: &Person, sale: &Value) -> Value {
    let path = format!("{}/refund", path(sale));
    person.at(server).post(&path, &json!({})).expect(200).body["sale"].clone()
}

on_both_engines!(
    a_completed_sale_is_in_the_wallet_and_in_the_history,
    what_is_left_out_is_today_completed_basic_and_in_dollars,
    euros_and_pounds_go_to_their_own_account_and_others_move_nothing,
    a_new_sale_is_in_the_default_currency,
    pg a_changed_sale_takes_its_transaction_along,
    pg a_refund_gives_the_money_back_and_the_history_shows_both,
    what_is_spent_cannot_be_taken_back,
    a_sales_transaction_is_changed_only_through_the_sale,
    bad_input_names_its_fields_and_writes_nothing,
    no_more_than_an_account_can_hold,
    another_persons_sales_and_clients_are_not_there,
    a_repeated_request_is_one_sale_and_one_refund
);

fn a_new_sale_is_in_the_default_currency(server: &Server) {
    let person = Person::join(server);
    for (setting, expected) in [("EUR", "EUR"), ("KES", "USD"), ("GBP", "GBP")] {
        let change = json!({"default_currency": setting});
        person.at(server).put("/api/users/settings", &change).expect(200);
        let made = record(server, &person, &sale("Harbor", "Ade", 5.0));
        assert_eq!(made["currency"], expected, "{setting}");
    }
    let mut own = sale("Harbor", "Ade", 5.0);
    own["currency"] = json!("USD");
    assert_eq!(record(server, &person, &own)["currency"], "USD");
}

// SALE-02
fn a_completed_sale_is_in_the_wallet_and_in_the_history(server: &Server) {
    let person = Person::join(server);
    let ade = client(server, &person, "Ade Bello");
    let sent = json!({"title": " Midnight Drive ", "client_id": ade["id"], "amount": 299.99, "license": "premium",
            "date": "2026-02-28", "notes": "Two stems"});
    let made = record(server, &person, &sent);
    for (field, value) in [
        ("reference", json!("SALE-001")),
        ("title", json!("Midnight Drive")),
        ("beat_id", Value::Null),
        ("client_id", ade["id"].clone()),
        ("client", json!("Ade Bello")),
        ("client_email", json!("ade@labels.example")),
        ("amount", json!(299.99)),
        ("currency", json!("USD")),
        ("license", json!("premium")),
        ("date", json!("2026-02-28")),
        ("status", json!("Completed")),
        ("notes", json!("Two stems")),
        ("refunded_at", Value::Null),
        ("refund_transaction_id", Value::Null),
    ] {
        assert_eq!(made[field], value, "{field}");
    }
    assert_eq!(person.at(server).get(&path(&made)).expect(200).body["sale"], made);
    let listed = person.at(server).get("/api/sales").expect(200).body;
    assert_eq!(
        (&listed["sales"], &listed["total"], &listed["total_is_exact"], &listed["next_cursor"]),
        (&json!([made]), &json!(1), &json!(true), &Value::Null)
    );
    assert_eq!(balances(server, &person), [299.99, 0.0, 0.0, 0.0]);
    let rows = history(server, &person);
    for (field, value) in [
        ("id", made["transaction_id"].clone()),
        ("type", json!("deposit")),
        ("amount", json!(299.99)),
        ("title", json!("Sale: Midnight Drive")),
        ("description", json!("Premium license, Ade Bello")),
        ("sale_id", made["id"].clone()),
        ("beneficiary_id", ade["id"].clone()),
        ("date", json!("2026-02-28")),
        ("status", json!("completed")),
    ] {
        assert_eq!(rows[0][field], value, "{field}");
    }
    assert_eq!(rows.len(), 1);
}

fn what_is_left_out_is_today_completed_basic_and_in_dollars(server: &Server) {
    let person = Person::join(server);
    let made = record(server, &person, &sale("Loop", "Walk-in", 5.0));
    assert_eq!(made["date"], made["created_at"].as_str().unwrap()[..10]);
    assert_eq!(
        (
            &made["status"],
            &made["license"],
            &made["currency"],
            &made["client_id"],
            &made["client_email"],
            &made["notes"]
        ),
        (
            &json!("Completed"),
            &json!("basic"),
            &json!("USD"),
            &Value::Null,
            &Value::Null,
            &Value::Null
        )
    );
}

// SALE-02
fn euros_and_pounds_go_to_their_own_account_and_others_move_nothing(server: &Server) {
    let person = Person::join(server);
    for (currency, status) in
        [("EUR", "Completed"), ("GBP", "Completed"), ("USD", "Pending"), ("USD", "Failed")]
    {
        let mut body = sale("Beat", "Ade", 10.5);
        body["currency"] = json!(currency);
        body["status"] = json!(status);
        let made = record(server, &person, &body);
        assert_eq!(made["transaction_id"].is_string(), status == "Completed", "{made}");
    }
    assert_eq!(balances(server, &person), [0.0, 0.0, 10.5, 10.5]);
    assert_eq!(history(server, &person).len(), 2);
}

// SALE-02
fn a_changed_sale_takes_its_transaction_along(server: &Server) {
    let person = Person::join(server);
    let ade = client(server, &person, "Ade Bello");
    let made = record(server, &person, &sale("Beat", "Walk-in", 100.0));
    let at = path(&made);
    let change = json!({"amount": 80.25, "title": "Anthem", "license": "exclusive", "client_id": ade["id"], "client": "Ignored", "date": "2026-01-02"});
    let changed = person.at(server).put(&at, &change).expect(200).body["sale"].clone();
    assert_eq!(
        (
            &changed["client"],
            &changed["client_email"],
            &changed["reference"],
            &changed["transaction_id"]
        ),
        (
            &json!("Ade Bello"),
            &json!("ade@labels.example"),
            &json!("SALE-001"),
            &made["transaction_id"]
        )
    );
    let row = &history(server, &person)[0];
    for (field, value) in [
        ("amount", json!(80.25)),
        ("title", json!("Sale: Anthem")),
        ("date", json!("2026-01-02")),
        ("description", json!("Exclusive license, Ade Bello")),
        ("beneficiary_id", ade["id"].clone()),
        ("reference", json!("TXN-001")),
    ] {
        assert_eq!(row[field], value, "{field}");
    }
    assert_eq!(balances(server, &person)[0], 80.25);
    person.at(server).put(&at, &json!({"currency": "EUR"})).expect(200);
    assert_eq!(balances(server, &person), [0.0, 0.0, 80.25, 0.0]);
    let open =
        person.at(server).put(&at, &json!({"status": "Pending"})).expect(200).body["sale"].clone();
    assert_eq!((&open["status"], &open["transaction_id"]), (&json!("Pending"), &Value::Null));
    assert_eq!((balances(server, &person), history(server, &person).len()), (vec![0.0; 4], 0));
    person.at(server).put(&at, &json!({"status": "Completed", "notes": "x"})).expect(200);
    assert_eq!(balances(server, &person), [0.0, 0.0, 80.25, 0.0]);
    // With only a name, the sale no longer references the client.
    let other = person
        .at(server)
        .put(&at, &json!({"client": "Zoë", "notes": null}))
        .expect(200)
        .body["sale"]
        .clone();
    assert_eq!(
        (&other["client"], &other["client_id"], &other["client_email"], &other["notes"]),
        (&json!("Zoë"), &Value::Null, &Value::Null, &Value::Null)
    );
    assert_eq!(history(server, &person)[0]["beneficiary_id"], Value::Null);
    person.at(server).delete(&at).expect(200);
    person.at(server).get(&at).expect_error(404);
    assert_eq!((balances(server, &person), history(server, &person).len()), (vec![0.0; 4], 0));
    // The number of a deleted sale is not used again.
    assert_eq!(record(server, &person, &sale("Beat", "Ade", 1.0))["reference"], "SALE-002");
}

// SALE-02
fn a_refund_gives_the_money_back_and_the_history_shows_both(server: &Server) {
    let person = Person::join(server);
    let ade = client(server, &person, "Ade Bello");
    let mut body = sale("Anthem", "", 1234.5);
    body["client_id"] = ade["id"].clone();
    body["date"] = json!("2026-01-02");
    let made = record(server, &person, &body);
    let at = path(&made);
    let answer = person
        .at(server)
        .post(&format!("{at}/refund"), &json!({"note": "Double booked"}))
        .expect(200)
        .body["sale"]
        .clone();
    assert_eq!(
        (&answer["status"], &answer["transaction_id"]),
        (&json!("Refunded"), &made["transaction_id"])
    );
    assert!(answer["refunded_at"].as_str().unwrap().ends_with('Z'));
    assert_eq!(balances(server, &person)[0], 0.0);
    let rows = history(server, &person);
    assert_eq!(rows.len(), 2);
    for (field, value) in [
        ("id", answer["refund_transaction_id"].clone()),
        ("type", json!("payment")),
        ("amount", json!(-1234.5)),
        ("title", json!("Refund: Anthem")),
        ("description", json!("Double booked")),
        ("sale_id", made["id"].clone()),
        ("beneficiary_id", ade["id"].clone()),
        ("date", json!(answer["refunded_at"].as_str().unwrap()[..10])),
    ] {
        assert_eq!(rows[0][field], value, "{field}");
    }
    assert_eq!((&rows[1]["id"], &rows[1]["amount"]), (&made["transaction_id"], &json!(1234.5)));
    // A refunded sale cannot be refunded again or changed.
    let again = person.at(server).post(&format!("{at}/refund"), &json!({})).expect_error(409);
    assert_eq!(again.error(), "This sale was already refunded.");
    let changed = person.at(server).put(&at, &json!({"title": "Other"})).expect_error(409);
    assert_eq!(changed.error(), "This sale was refunded and cannot be changed.");
    assert_eq!(person.at(server).get(&at).expect(200).body["sale"], answer);
    // Deleting the sale deletes both of its transactions.
    person.at(server).delete(&at).expect(200);
    assert_eq!((balances(server, &person)[0], history(server, &person).len()), (0.0, 0));
}

// FIN-06
fn what_is_spent_cannot_be_taken_back(server: &Server) {
    let person = Person::join(server);
    let made = record(server, &person, &sale("Anthem", "Ade", 1234.5));
    person.at(server).post("/api/wallet/withdraw", &json!({"amount": 0.01})).expect(201);
    let at = path(&made);
    let refused = person.at(server).post(&format!("{at}/refund"), &json!({})).expect_error(409);
    assert_eq!(
        refused.error(),
        "Not enough money: Wallet holds $1,234.49 and this would take $1,234.50."
    );
    person.at(server).delete(&at).expect_error(409);
    person.at(server).put(&at, &json!({"status": "Failed"})).expect_error(409);
    person.at(server).put(&at, &json!({"currency": "GBP"})).expect_error(409);
    person.at(server).put(&at, &json!({"amount": 0})).expect_error(400);
    assert_eq!(person.at(server).get(&at).expect(200).body["sale"], made);
    assert_eq!((balances(server, &person)[0], history(server, &person).len()), (1234.49, 2));
    for status in ["Pending", "Failed"] {
        let mut body = sale("Open", "Ade", 1.0);
        body["status"] = json!(status);
        let open = record(server, &person, &body);
        let refused = person
            .at(server)
            .post(&format!("{}/refund", path(&open)), &json!({}))
            .expect_error(409);
        assert_eq!(refused.error(), "Only a completed sale can be refunded.");
    }
}

fn a_sales_transaction_is_changed_only_through_the_sale(server: &Server) {
    let person = Person::join(server);
    let made = record(server, &person, &sale("Anthem", "Ade", 10.0));
    let refunded = record(server, &person, &sale("Other", "Ade", 10.0));
    refund(server, &person, &refunded);
    let before = history(server, &person);
    for row in &before {
        let at = format!("/api/transactions/{}", row["id"].as_str().unwrap());
        let reference = if row["sale_id"] == made["id"] { "SALE-001" } else { "SALE-002" };
        let owning = json!({"id": row["sale_id"], "reference": reference});
        assert_eq!(row["owning_sale"], owning);
        let shown = person.at(server).get(&at).expect(200).body["transaction"].clone();
        assert_eq!(shown["owning_sale"], owning);
        let refused = person.at(server).put(&at, &json!({"amount": 99})).expect_error(409);
        assert_eq!(
            refused.error(),
            format!("This transaction belongs to {reference}. Change or delete the sale instead.")
        );
        person.at(server).put(&at, &json!({"sale_id": null})).expect_error(409);
        person.at(server).delete(&at).expect_error(409);
    }
    assert_eq!(history(server, &person), before);
    // A transaction that only references the sale can be changed, and loses the reference when the sale is deleted.
    let fee = json!({"type": "payment", "title": "Mastering", "amount": -1, "sale_id": made["id"]});
    let fee =
        person.at(server).post("/api/transactions", &fee).expect(201).body["transaction"].clone();
    let at = format!("/api/transactions/{}", fee["id"].as_str().unwrap());
    assert_eq!(
        person.at(server).get(&at).expect(200).body["transaction"]["owning_sale"],
        Value::Null
    );
    person.at(server).put(&at, &json!({"amount": -2})).expect(200);
    person.at(server).post("/api/wallet/deposit", &json!({"amount": 2})).expect(201);
    person.at(server).delete(&path(&made)).expect(200);
    assert_eq!(person.at(server).get(&at).expect(200).body["transaction"]["sale_id"], Value::Null);
    assert_eq!(balances(server, &person)[0], 0.0);
}

fn bad_input_names_its_fields_and_writes_nothing(server: &Server) {
    let person = Person::join(server);
    let good = sale("Anthem", "Ade", 1.0);
    let kept = record(server, &person, &good);
    let cases = [
        ("amount", json!(1.005)),
        ("amount", json!("12")),
        ("amount", json!(0)),
        ("amount", json!(-1)),
        ("amount", json!(1e13)),
        ("amount", json!([1])),
        ("date", json!("2026-02-30")),
        ("date", json!("today")),
        ("status", json!("completed")),
        ("status", json!("Refunded")),
        ("status", json!(5)),
        ("license", json!("Basic")),
        ("license", json!("free")),
        ("currency", json!("KES")),
        ("currency", json!("usd")),
        ("title", json!("")),
        ("title", json!("x".repeat(201))),
        ("title", json!("a\u{0}b")),
        ("client", json!(" ")),
        ("client", json!("x".repeat(121))),
        ("client", json!("a\nb")),
        ("notes", json!("x".repeat(2001))),
        ("beat_id", json!(5)),
    ];
    for (field, value) in cases {
        let mut bad = good.clone();
        bad[field] = value.clone();
        let answer = person.at(server).post("/api/sales", &bad).expect_error(400);
        assert!(answer.body["fields"][field].is_string(), "{field} {value}: {:?}", answer.body);
        let answer = person.at(server).put(&path(&kept), &json!({field: value})).expect_error(400);
        assert!(answer.body["fields"][field].is_string(), "{field} {value}: {:?}", answer.body);
    }
    for amount in ["NaN", "1.", "+1"] {
        let call = person.at(server).call("POST", "/api/sales");
        call.body(
            "application/json",
            format!("{{\"title\":\"a\",\"client\":\"b\",\"amount\":{amount}}}"),
        )
        .send()
        .expect_error(400);
    }
    let empty = person.at(server).post("/api/sales", &json!({})).expect_error(400);
    let fields: Vec<_> = empty.body["fields"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(fields, ["amount", "client", "title"]);
    let refunding = format!("{}/refund", path(&kept));
    person.at(server).post(&refunding, &json!({"note": "x".repeat(2001)})).expect_error(400);
    person.at(server).post(&refunding, &json!({"note": 5})).expect_error(400);
    assert_eq!(person.at(server).get("/api/sales").expect(200).body["sales"], json!([kept]));
    assert_eq!((balances(server, &person)[0], history(server, &person).len()), (1.0, 1));
}

fn no_more_than_an_account_can_hold(server: &Server) {
    let person = Person::join(server);
    let most = 1_000_000_000_000.0;
    let full = record(server, &person, &sale("Everything", "Ade", most));
    let one_more = sale("More", "Ade", 0.01);
    person.at(server).post("/api/sales", &one_more).expect_error(409);
    // Both dollar accounts have the same counter account.
    let accounts = person.at(server).get("/api/wallet").expect(200).body["accounts"].clone();
    let beside =
        json!({"type": "deposit", "title": "a", "amount": 0.01, "account_id": accounts[1]["id"]});
    let refused = person.at(server).post("/api/transactions", &beside).expect_error(409);
    assert_eq!(
        refused.error(),
        "All accounts of one currency together can hold at most 1,000,000,000,000.00."
    );
    let mut euros = sale("Everything", "Ade", most);
    euros["currency"] = json!("EUR");
    let euros = record(server, &person, &euros);
    person.at(server).put(&path(&euros), &json!({"currency": "USD"})).expect_error(409);
    let mut open = one_more.clone();
    open["status"] = json!("Pending");
    let open = record(server, &person, &open);
    person.at(server).put(&path(&open), &json!({"status": "Completed"})).expect_error(409);
    assert_eq!(balances(server, &person), [most, 0.0, most, 0.0]);
    let totals =
        person.at(server).get("/api/sales/stats/summary").expect(200).body["summary"]["totals"]
            .clone();
    assert_eq!(
        totals,
        json!([{"currency": "USD", "amount": most}, {"currency": "EUR", "amount": most}])
    );
    refund(server, &person, &full);
    record(server, &person, &one_more);
}

// OPS-06
fn another_persons_sales_and_clients_are_not_there(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let hers = record(server, &maya, &sale("Secret", "Ade", 10.0));
    let her_client = client(server, &maya, "Label");
    let at = path(&hers);
    ade.at(server).get(&at).expect_error(404);
    ade.at(server).put(&at, &json!({"title": "Mine"})).expect_error(404);
    ade.at(server).delete(&at).expect_error(404);
    ade.at(server).post(&format!("{at}/refund"), &json!({})).expect_error(404);
    let his = record(server, &ade, &sale("His", "X", 1.0));
    for (field, id) in [
        ("client_id", her_client["id"].clone()),
        ("client_id", json!("x")),
        ("client_id", json!(UNKNOWN)),
        ("beat_id", json!(UNKNOWN)),
        ("beat_id", json!("x")),
    ] {
        let mut body = sale("a", "b", 1.0);
        body[field] = id.clone();
        ade.at(server).post("/api/sales", &body).expect_error(404);
        ade.at(server).put(&path(&his), &json!({field: id})).expect_error(404);
    }
    let named = json!({"type": "deposit", "title": "a", "amount": 1, "sale_id": hers["id"]});
    ade.at(server).post("/api/transactions", &named).expect_error(404);
    maya.at(server).post("/api/transactions", &named).expect(201);
    assert_eq!(ade.at(server).get("/api/sales?search=secret").expect(200).body["total"], 0);
    let theirs = format!("/api/sales?client_id={}", her_client["id"].as_str().unwrap());
    assert_eq!(ade.at(server).get(&theirs).expect(200).body["total"], 0);
    assert_eq!(
        ade.at(server).get("/api/sales/stats/summary").expect(200).body["summary"]["count"],
        1
    );
    assert_eq!(ade.at(server).get("/api/sales").expect(200).body["sales"], json!([his]));
    assert_eq!(maya.at(server).get(&at).expect(200).body["sale"], hers);
    for id in ["x", "stats", "%25", UNKNOWN] {
        ade.at(server).get(&format!("/api/sales/{id}")).expect_error(404);
    }
}

// TXN-04
fn a_repeated_request_is_one_sale_and_one_refund(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let send = |person: &Person, path: &str, body: &Value, key: &str| {
        person.at(server).call("POST", path).header("idempotency-key", key).json(body).send()
    };
    let body = sale("Anthem", "Ade", 10.0);
    let first = send(&maya, "/api/sales", &body, "a").expect(201);
    let again = send(&maya, "/api/sales", &body, "a").expect(201);
    assert_eq!((again.header("idempotency-replayed"), &again.bytes), ("true", &first.bytes));
    send(&maya, "/api/sales", &sale("Anthem", "Ade", 11.0), "a").expect_error(409);
    assert_ne!(send(&ade, "/api/sales", &body, "a").expect(201).bytes, first.bytes);
    let refunding = format!("{}/refund", path(&first.body["sale"]));
    send(&maya, &refunding, &json!({}), "a").expect_error(409);
    let first = send(&maya, &refunding, &json!({}), "b").expect(200);
    assert_eq!(send(&maya, &refunding, &json!({}), "b").expect(200).bytes, first.bytes);
    assert_eq!((balances(server, &maya)[0], history(server, &maya).len()), (0.0, 2));
}
