//! Paying a client, the client's history, and what the ledger keeps of a deleted client. FIN-07, CLI-04

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};
use crate::sales::{client, record, sale};

const UNKNOWN: &str = "01a1dd1f-2feb-7d7b-83c8-b05280b21f40";

fn path(client: &Value) -> String {
    format!("/api/beneficiaries/{}", client["id"].as_str().expect("an id"))
}

fn of_client(server: &Server, person: &Person, client: &Value, more: &str) -> Value {
    let id = client["id"].as_str().unwrap();
    person.at(server).get(&format!("/api/transactions?beneficiary_id={id}{more}")).expect(200).body
}

fn titles(body: &Value) -> Vec<&str> {
    let rows = body["transactions"].as_array().unwrap();
    rows.iter().map(|row| row["title"].as_str().unwrap()).collect()
}

fn sale_to(client: &Value, title: &str, amount: f64, more: Value) -> Value {
    let mut body = sale(title, "", amount);
    body["client_id"] = client["id"].clone();
    for (field, value) in more.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}

on_both_engines!(
    a_client_is_paid_from_the_wallet_or_another_account,
    bad_payments_are_refused_and_nothing_is_written,
    pg a_repeated_payment_is_one_payment,
    pg a_clients_sales_and_payments_are_on_one_view,
    a_deleted_client_stays_in_the_books_by_name_only,
    a_deleted_card_is_no_longer_named
);

// FIN-07
fn a_client_is_paid_from_the_wallet_or_another_account(server: &Server) {
    let person = Person::join(server);
    let ade = client(server, &person, "Ade Bello");
    let pay = format!("{}/pay", path(&ade));
    person.at(server).post("/api/wallet/deposit", &json!({"amount": 2000})).expect(201);
    let answer =
        person.at(server).post(&pay, &json!({"amount": 750.25, "note": "Mixing"})).expect(201).body;
    for (field, value) in [
        ("type", json!("payment")),
        ("amount", json!(-750.25)),
        ("title", json!("Payment to Ade Bello")),
        ("description", json!("Mixing")),
        ("beneficiary_id", ade["id"].clone()),
        ("status", json!("completed")),
        ("sale_id", Value::Null),
    ] {
        assert_eq!(answer["transaction"][field], value, "{field}");
    }
    assert_eq!(
        (&answer["account"]["kind"], &answer["account"]["balance"], &answer["account"]["currency"]),
        (&json!("wallet"), &json!(1249.75), &json!("USD"))
    );
    let refused = person.at(server).post(&pay, &json!({"amount": 1249.76})).expect_error(409);
    assert_eq!(
        refused.error(),
        "Not enough money: Wallet holds $1,249.75 and this would take $1,249.76."
    );
    let euros = person.at(server).get("/api/wallet").expect(200).body["accounts"][2]["id"].clone();
    person
        .at(server)
        .post(
            "/api/transactions",
            &json!({"type": "deposit", "title": "Fee", "amount": 5, "currency": "EUR"}),
        )
        .expect(201);
    let refused = person
        .at(server)
        .post(&pay, &json!({"amount": 5.01, "account_id": euros}))
        .expect_error(409);
    assert_eq!(
        refused.error(),
        "Not enough money: Euro account holds €5.00 and this would take €5.01."
    );
    let answer =
        person.at(server).post(&pay, &json!({"amount": 5, "account_id": euros})).expect(201).body;
    assert_eq!(
        (
            &answer["account"]["id"],
            &answer["account"]["balance"],
            &answer["transaction"]["currency"]
        ),
        (&euros, &json!(0.0), &json!("EUR"))
    );
    let listed = of_client(server, &person, &ade, "");
    assert_eq!((titles(&listed), &listed["total"]), (vec!["Payment to Ade Bello"; 2], &json!(2)));
}

fn bad_payments_are_refused_and_nothing_is_written(server: &Server) {
    let (person, other) = (Person::join(server), Person::join(server));
    let ade = client(server, &person, "Ade Bello");
    let pay = format!("{}/pay", path(&ade));
    person.at(server).post("/api/wallet/deposit", &json!({"amount": 10})).expect(201);
    other.at(server).post("/api/wallet/deposit", &json!({"amount": 10})).expect(201);
    for (amount, sentence) in [
        ("1.005", "Amount must have at most two decimals"),
        ("\"12\"", "Amount must be a number"),
        ("null", "Amount is required"),
        ("0", "Amount must be greater than zero"),
        ("-5", "Amount must be greater than zero"),
        ("1e13", "Amount must be at most 1,000,000,000,000.00"),
    ] {
        let call = person.at(server).call("POST", &pay);
        let answer = call
            .body("application/json", format!("{{\"amount\":{amount}}}"))
            .send()
            .expect_error(400);
        assert_eq!(
            (answer.error(), answer.body["fields"]["amount"].as_str()),
            (sentence, Some(sentence)),
            "{amount}"
        );
    }
    person.at(server).post(&pay, &json!({"amount": 1, "note": "x".repeat(2001)})).expect_error(400);
    // OPS-06
    let anothers =
        other.at(server).get("/api/wallet").expect(200).body["accounts"][0]["id"].clone();
    for account in [anothers, json!(UNKNOWN), json!("x")] {
        person
            .at(server)
            .post(&pay, &json!({"amount": 1, "account_id": account}))
            .expect_error(404);
    }
    other.at(server).post(&pay, &json!({"amount": 1})).expect_error(404);
    other.at(server).get(&format!("{}/summary", path(&ade))).expect_error(404);
    for id in ["x", UNKNOWN] {
        person
            .at(server)
            .post(&format!("/api/beneficiaries/{id}/pay"), &json!({"amount": 1}))
            .expect_error(404);
        person.at(server).get(&format!("/api/beneficiaries/{id}/summary")).expect_error(404);
    }
    person.at(server).get("/api/transactions?beneficiary_id=x").expect_error(400);
    assert_eq!(of_client(server, &other, &ade, "")["total"], 0);
    assert_eq!(of_client(server, &person, &ade, "")["total"], 0);
}

// TXN-04
fn a_repeated_payment_is_one_payment(server: &Server) {
    let person = Person::join(server);
    let pay = format!("{}/pay", path(&client(server, &person, "Ade")));
    person.at(server).post("/api/wallet/deposit", &json!({"amount": 10})).expect(201);
    let send = |amount: i64| {
        person
            .at(server)
            .call("POST", &pay)
            .header("idempotency-key", "k")
            .json(&json!({"amount": amount}))
            .send()
    };
    let first = send(4).expect(201);
    assert_eq!(send(4).expect(201).bytes, first.bytes);
    send(5).expect_error(409);
    assert_eq!(person.at(server).get("/api/wallet").expect(200).body["wallet"]["balance"], 6.0);
}

// CLI-04
fn a_clients_sales_and_payments_are_on_one_view(server: &Server) {
    let person = Person::join(server);
    let (ade, zoe) = (client(server, &person, "Ade"), client(server, &person, "Zoë"));
    let summary = |client: &Value| {
        person.at(server).get(&format!("{}/summary", path(client))).expect(200).body["summary"]
            .clone()
    };
    let nothing = json!({"sales": {"count": 0, "totals": []}, "payments": {"count": 0, "totals": []}, "last_activity": null});
    assert_eq!(summary(&ade), nothing);
    record(server, &person, &sale_to(&ade, "A", 100.5, json!({"date": "2026-01-05"})));
    record(
        server,
        &person,
        &sale_to(&ade, "B", 20.0, json!({"currency": "EUR", "date": "2026-01-04"})),
    );
    record(
        server,
        &person,
        &sale_to(&ade, "C", 7.0, json!({"status": "Pending", "date": "2026-09-09"})),
    );
    record(server, &person, &sale_to(&zoe, "D", 50.0, json!({})));
    assert_eq!(
        summary(&ade),
        json!({"sales": {"count": 2, "totals": [{"currency": "EUR", "amount": 20.0}, {"currency": "USD", "amount": 100.5}]},
            "payments": {"count": 0, "totals": []}, "last_activity": "2026-01-05"})
    );
    let paid = person
        .at(server)
        .post(&format!("{}/pay", path(&ade)), &json!({"amount": 30}))
        .expect(201)
        .body;
    let refunded = record(server, &person, &sale_to(&ade, "E", 9.0, json!({"date": "2026-01-01"})));
    person
        .at(server)
        .post(&format!("/api/sales/{}/refund", refunded["id"].as_str().unwrap()), &json!({}))
        .expect(200);
    let now = summary(&ade);
    assert_eq!(now["sales"]["count"], 2);
    assert_eq!(
        now["payments"],
        json!({"count": 1, "totals": [{"currency": "USD", "amount": 30.0}]})
    );
    assert_eq!(now["last_activity"], paid["transaction"]["date"]);
    let listed = of_client(server, &person, &ade, "&sort=amount");
    assert_eq!(titles(&listed), ["Sale: A", "Sale: B", "Sale: E", "Refund: E", "Payment to Ade"]);
    assert_eq!(
        titles(&of_client(server, &person, &ade, "&type=payment&search=ade")),
        ["Payment to Ade"]
    );
    let sales = person
        .at(server)
        .get(&format!("/api/sales?client_id={}&sort=title", ade["id"].as_str().unwrap()))
        .expect(200)
        .body;
    let sold: Vec<_> = sales["sales"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["title"].as_str().unwrap())
        .collect();
    assert_eq!((sold, &sales["total"]), (vec!["A", "B", "C", "E"], &json!(4)));
}

// CLI-04
fn a_deleted_client_stays_in_the_books_by_name_only(server: &Server) {
    let person = Person::join(server);
    let ade = client(server, &person, "Ade Bello");
    let made = record(server, &person, &sale_to(&ade, "Anthem", 100.0, json!({})));
    person.at(server).post(&format!("{}/pay", path(&ade)), &json!({"amount": 30})).expect(201);
    person.at(server).delete(&path(&ade)).expect(200);
    let sale = person
        .at(server)
        .get(&format!("/api/sales/{}", made["id"].as_str().unwrap()))
        .expect(200)
        .body["sale"]
        .clone();
    assert_eq!(
        (&sale["client_id"], &sale["client"], &sale["client_email"]),
        (&Value::Null, &json!("Ade Bello"), &json!("ade@labels.example"))
    );
    let rows = person.at(server).get("/api/transactions").expect(200).body;
    assert_eq!(titles(&rows), ["Payment to Ade Bello", "Sale: Anthem"]);
    assert!(
        rows["transactions"].as_array().unwrap().iter().all(|row| row["beneficiary_id"].is_null())
    );
    assert_eq!(person.at(server).get("/api/wallet").expect(200).body["wallet"]["balance"], 70.0);
    assert_eq!(of_client(server, &person, &ade, "")["total"], 0);
    // The sale of the deleted client can still be changed, and a search finds it by the client's name.
    let at = format!("/api/sales/{}", made["id"].as_str().unwrap());
    let changed = person
        .at(server)
        .put(&at, &json!({"client_id": null, "client": "Ade Bello", "amount": 90}))
        .expect(200)
        .body;
    assert_eq!(changed["sale"]["client_email"], "ade@labels.example");
    assert_eq!(person.at(server).get("/api/sales?search=bello").expect(200).body["total"], 1);
}

fn a_deleted_card_is_no_longer_named(server: &Server) {
    let person = Person::join(server);
    let card = crate::money::cards::add(server, &person, &crate::money::cards::form());
    let moved = json!({"amount": 5, "card_id": card["id"]});
    let made =
        person.at(server).post("/api/wallet/deposit", &moved).expect(201).body["transaction"]
            .clone();
    assert_eq!(made["card_id"], card["id"]);
    person.at(server).delete(&format!("/api/cards/{}", card["id"].as_str().unwrap())).expect(200);
    let at = format!("/api/transactions/{}", made["id"].as_str().unwrap());
    assert_eq!(person.at(server).get(&at).expect(200).body["transaction"]["card_id"], Value::Null);
}
