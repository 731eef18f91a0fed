//! Sales one at a time over HTTP: what they say, what they do to the ledger, refunds. SALE-02, OPS-06

use serde_json::{Value, json};

use crate::{
    harness::{Server, on_both_engines},
    people::Person,
};

const UNKNOWN: &str = "01a1dd1f-2feb-7d7b-83c8-b05280b21f40";

pub fn record(server: &Server, person: &Person, body: &Value) -> Value {
    person.at(server).post("/api/sales", body).expect(201).body["sale"].clone()
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

on_both_engines! {
    // SALE-02
    fn a_completed_sale_is_in_the_wallet_and_in_the_history(server: &Server) {
        let person = Person::join(server);
        let ade = client(server, &person, "Ade Bello");
        let sent = json!({"title": " Midnight Drive ", "client_id": ade["id"], "amount": 299.99, "license": "premium",
            "date": "2026-02-28", "notes": "Two stems"});
        let made = record(server, &person, &sent);
        for (field, value) in [("reference", json!("SALE-001")), ("title", json!("Midnight Drive")), ("beat_id", Value::Null),
            ("client_id", ade["id"].clone()), ("client", json!("Ade Bello")), ("client_email", json!("ade@labels.example")),
            ("amount", json!(299.99)), ("currency", json!("USD")), ("license", json!("premium")), ("date", json!("2026-02-28")),
            ("status", json!("Completed")), ("notes", json!("Two stems")), ("refunded_at", Value::Null),
            ("refund_transaction_id", Value::Null)] {
            assert_eq!(made[field], value, "{field}");
        }
        assert_eq!(person.at(server).get(&path(&made)).expect(200).body["sale"], made);
        let listed = person.at(server).get("/api/sales").expect(200).body;
        assert_eq!((&listed["sales"], &listed["total"], &listed["total_is_exact"], &listed["next_cursor"]),
            (&json!([made]), &json!(1), &json!(true), &Value::Null));
        assert_eq!(balances(server, &person), [299.99, 0.0, 0.0, 0.0]);
        let rows = history(server, &person);
        for (field, value) in [("id", made["transaction_id"].clone()), ("type", json!("deposit")), ("amount", json!(299.99)),
            ("title", json!("Sale: Midnight Drive")), ("description", json!("Premium license, Ade Bello")),
            ("sale_id", made["id"].clone()), ("beneficiary_id", ade["id"].clone()), ("date", json!("2026-02-28")),
            ("status", json!("completed"))] {
            assert_eq!(rows[0][field], value, "{field}");
        }
        assert_eq!(rows.len(), 1);
    }

    fn what_is_left_out_is_today_completed_basic_and_in_dollars(server: &Server) {
        let person = Person::join(server);
        let made = record(server, &person, &sale("Loop", "Walk-in", 5.0));
        assert_eq!(made["date"], made["created_at"].as_str().unwrap()[..10]);
        assert_eq!((&made["status"], &made["license"], &made["currency"], &made["client_id"], &made["client_email"], &made["notes"]),
            (&json!("Completed"), &json!("basic"), &json!("USD"), &Value::Null, &Value::Null, &Value::Null));
    }
}
