//! The wallet over HTTP. FIN-02, FIN-06, OPS-06

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};

/// The wallet's balance as digits, as in the text of the answer.
fn balance(server: &Server, person: &Person) -> String {
    let text = person.at(server).get("/api/wallet").expect(200).text();
    let rest = text.split_once("\"balance\":").expect("a balance").1;
    rest.split([',', '}']).next().expect("digits").to_owned()
}

on_both_engines!(
    everyone_has_a_wallet_and_an_account_per_currency,
    deposits_and_withdrawals_move_the_balance_to_the_cent,
    pg more_than_the_balance_is_refused_in_words,
    bad_amounts_are_refused_and_nothing_is_written,
    a_wallet_holds_a_million_million_and_no_more,
    what_is_not_yours_cannot_be_named,
    a_repeated_deposit_is_one_deposit,
    pg deposits_at_the_same_moment_all_count
);

// FIN-02
fn everyone_has_a_wallet_and_an_account_per_currency(server: &Server) {
    let person = Person::join(server);
    let body = person.at(server).get("/api/wallet").expect(200).body;
    assert_eq!(body["wallet"]["currency"], "USD");
    assert!(body["wallet"]["lastUpdated"].as_str().unwrap().ends_with('Z'));
    let accounts: Vec<_> = body["accounts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|account| {
            (
                account["kind"].as_str().unwrap(),
                account["name"].as_str().unwrap(),
                account["currency"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        accounts,
        [
            ("wallet", "Wallet", "USD"),
            ("currency", "US dollar account", "USD"),
            ("currency", "Euro account", "EUR"),
            ("currency", "British pound account", "GBP")
        ]
    );
    assert_eq!(body["wallet"]["id"], body["accounts"][0]["id"]);
    assert_eq!(balance(server, &person), "0.00");
}

// FIN-06
fn deposits_and_withdrawals_move_the_balance_to_the_cent(server: &Server) {
    let person = Person::join(server);
    let answer = person
        .at(server)
        .post("/api/wallet/deposit", &json!({"amount": 25450.75, "note": "First\nsale"}))
        .expect(201);
    assert_eq!(answer.body["wallet"]["balance"], 25450.75);
    let transaction = &answer.body["transaction"];
    assert_eq!(
        (&transaction["type"], &transaction["status"], &transaction["reference"]),
        (&json!("deposit"), &json!("completed"), &json!("TXN-001"))
    );
    assert_eq!(transaction["description"], "First\nsale");
    let answer =
        person.at(server).post("/api/wallet/withdraw", &json!({"amount": 0.1})).expect(201);
    assert!(answer.text().contains("\"amount\":-0.10"), "{}", answer.text());
    assert_eq!(answer.body["transaction"]["type"], "withdrawal");
    assert_eq!(balance(server, &person), "25450.65");
    let listed = person.at(server).get("/api/transactions").expect(200).body;
    assert_eq!(
        (&listed["total"], &listed["transactions"][0]),
        (&json!(2), &answer.body["transaction"])
    );
}

// FIN-06
fn more_than_the_balance_is_refused_in_words(server: &Server) {
    let person = Person::join(server);
    person.at(server).post("/api/wallet/deposit", &json!({"amount": 10})).expect(201);
    let answer =
        person.at(server).post("/api/wallet/withdraw", &json!({"amount": 10.01})).expect_error(409);
    assert_eq!(answer.error(), "Not enough money: Wallet holds $10.00 and this would take $10.01.");
    assert_eq!(balance(server, &person), "10.00");
    person.at(server).post("/api/wallet/withdraw", &json!({"amount": 10})).expect(201);
    assert_eq!(balance(server, &person), "0.00");
}

fn bad_amounts_are_refused_and_nothing_is_written(server: &Server) {
    let person = Person::join(server);
    for (amount, sentence) in [
        ("1.005", "Amount must have at most two decimals"),
        ("\"12\"", "Amount must be a number"),
        ("true", "Amount must be a number"),
        ("{}", "Amount must be a number"),
        ("0", "Amount must be greater than zero"),
        ("-5", "Amount must be greater than zero"),
        ("1000000000000.01", "Amount must be at most 1,000,000,000,000.00"),
        ("1e13", "Amount must be at most 1,000,000,000,000.00"),
        ("null", "Amount is required"),
    ] {
        for path in ["/api/wallet/deposit", "/api/wallet/withdraw"] {
            let call = person.at(server).call("POST", path);
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
    }
    for amount in ["NaN", "Infinity", "01", "1.", "+1"] {
        let call = person.at(server).call("POST", "/api/wallet/deposit");
        call.body("application/json", format!("{{\"amount\":{amount}}}")).send().expect_error(400);
    }
    person
        .at(server)
        .post("/api/wallet/deposit", &json!({"amount": 1, "note": "x".repeat(2001)}))
        .expect_error(400);
    assert_eq!(person.at(server).get("/api/transactions").expect(200).body["total"], 0);
    assert_eq!(balance(server, &person), "0.00");
}

fn a_wallet_holds_a_million_million_and_no_more(server: &Server) {
    let person = Person::join(server);
    person
        .at(server)
        .post("/api/wallet/deposit", &json!({"amount": 1_000_000_000_000_i64}))
        .expect(201);
    person.at(server).post("/api/wallet/deposit", &json!({"amount": 0.01})).expect_error(409);
    assert_eq!(balance(server, &person), "1000000000000.00");
}

// OPS-06
fn what_is_not_yours_cannot_be_named(server: &Server) {
    let person = Person::join(server);
    for field in ["card_id", "beneficiary_id"] {
        for id in ["01a1dd1f-2feb-7d7b-83c8-b05280b21f40", "nonsense"] {
            person
                .at(server)
                .post("/api/wallet/deposit", &json!({"amount": 1, field: id}))
                .expect_error(404);
        }
    }
    person
        .at(server)
        .post("/api/wallet/deposit", &json!({"amount": 1, "card_id": null, "beneficiary_id": ""}))
        .expect(201);
}

// TXN-04
fn a_repeated_deposit_is_one_deposit(server: &Server) {
    let person = Person::join(server);
    let send = |path: &str, body: &Value, key: &str| {
        person.at(server).call("POST", path).header("idempotency-key", key).json(body).send()
    };
    let first = send("/api/wallet/deposit", &json!({"amount": 5}), "a").expect(201);
    assert_eq!(first.header("idempotency-replayed"), "");
    let again = send("/api/wallet/deposit", &json!({"amount": 5}), "a").expect(201);
    assert_eq!(
        (again.bytes, again.headers["idempotency-replayed"].as_bytes()),
        (first.bytes, &b"true"[..])
    );
    send("/api/wallet/deposit", &json!({"amount": 6}), "a").expect_error(409);
    // The same key and body at another path is another request.
    send("/api/wallet/withdraw", &json!({"amount": 5}), "a").expect_error(409);
    assert_eq!(balance(server, &person), "5.00");
    for key in ["", "two words", "é", &"x".repeat(201)] {
        let answer = send("/api/wallet/deposit", &json!({"amount": 5}), key).expect_error(400);
        assert!(answer.body["fields"]["Idempotency-Key"].is_string(), "{key}");
    }
    assert_eq!(balance(server, &person), "5.00");
}

// TXN-03
fn deposits_at_the_same_moment_all_count(server: &Server) {
    let person = Person::join(server);
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                for _ in 0..5 {
                    person
                        .at(server)
                        .post("/api/wallet/deposit", &json!({"amount": 0.01}))
                        .expect(201);
                }
            });
        }
    });
    assert_eq!(balance(server, &person), "0.80");
}
