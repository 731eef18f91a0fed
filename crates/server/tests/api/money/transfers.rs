//! Transfers between the holder's own accounts over HTTP. MOVE-01

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};

on_both_engines!(
    pg a_transfer_is_one_transaction_that_names_both_sides,
    currencies_are_exchanged_at_the_rate_or_for_the_amount_given,
    a_transfer_is_neither_income_nor_spending,
    both_accounts_list_a_transfer_and_every_page_counts_it_once,
    what_cannot_be_transferred_is_refused_in_words,
    pg a_deleted_transfer_is_undone_on_both_sides,
    a_transfer_keeps_its_accounts_and_amounts,
    a_repeated_transfer_is_one_transfer,
    a_transfer_is_exported_with_both_sides
);

struct Accounts {
    wallet: String,
    dollars: String,
    euros: String,
    pounds: String,
}

/// A person with 1,000.00 in the wallet, and the ids of the accounts.
fn join_with_money(server: &Server) -> (Person, Accounts) {
    let person = Person::join(server);
    person.at(server).post("/api/wallet/deposit", &json!({"amount": 1000})).expect(201);
    let body = person.at(server).get("/api/wallet").expect(200).body;
    let id = |at: usize| body["accounts"][at]["id"].as_str().unwrap().to_owned();
    (person, Accounts { wallet: id(0), dollars: id(1), euros: id(2), pounds: id(3) })
}

fn balances(server: &Server, person: &Person) -> Vec<f64> {
    let body = person.at(server).get("/api/wallet").expect(200).body;
    body["accounts"].as_array().unwrap().iter().map(|a| a["balance"].as_f64().unwrap()).collect()
}

fn transfer(server: &Server, person: &Person, body: &Value) -> Value {
    person.at(server).post("/api/wallet/transfer", body).expect(201).body
}

fn list(server: &Server, person: &Person, query: &str) -> Value {
    person.at(server).get(&format!("/api/transactions?{query}")).expect(200).body
}

// MOVE-01
fn a_transfer_is_one_transaction_that_names_both_sides(server: &Server) {
    let (person, own) = join_with_money(server);
    let done = transfer(
        server,
        &person,
        &json!({"from": own.wallet, "to": own.dollars, "amount": 250.5, "note": "Tax"}),
    );
    let made = &done["transaction"];
    for (field, value) in [
        ("type", json!("transfer")),
        ("status", json!("completed")),
        ("title", json!("Wallet to US dollar account")),
        ("description", json!("Tax")),
        ("amount", json!(-250.5)),
        ("currency", json!("USD")),
        ("account_id", json!(own.wallet)),
        (
            "transfer",
            json!({"to_account_id": own.dollars, "received": 250.5, "currency": "USD", "rate": 1}),
        ),
    ] {
        assert_eq!(made[field], value, "{field}");
    }
    assert_eq!((&done["from"]["balance"], &done["to"]["balance"]), (&json!(749.5), &json!(250.5)));
    assert_eq!(balances(server, &person), [749.5, 250.5, 0.0, 0.0]);
    assert_eq!(list(server, &person, "")["total"], 2);
    let shown = format!("/api/transactions/{}", made["id"].as_str().unwrap());
    assert_eq!(person.at(server).get(&shown).expect(200).body["transaction"], *made);
}

// MOVE-01
fn currencies_are_exchanged_at_the_rate_or_for_the_amount_given(server: &Server) {
    let (person, own) = join_with_money(server);
    let by_rate = json!({"from": own.wallet, "to": own.euros, "amount": 33.33, "rate": 0.9217});
    let made = transfer(server, &person, &by_rate);
    let side = &made["transaction"]["transfer"];
    assert_eq!(
        (&side["received"], &side["currency"], &side["rate"]),
        (&json!(30.72), &json!("EUR"), &json!(0.9217))
    );
    let by_amount = json!({"from": own.euros, "to": own.pounds, "amount": 30, "received": 24.60,
        "date": "2026-10-01"});
    let made = transfer(server, &person, &by_amount);
    let side = &made["transaction"]["transfer"];
    assert_eq!((&side["received"], &side["rate"]), (&json!(24.60), &json!(0.82)));
    assert_eq!(made["transaction"]["date"], "2026-10-01");
    assert_eq!(balances(server, &person), [966.67, 0.0, 0.72, 24.6]);
}

// MOVE-01
fn a_transfer_is_neither_income_nor_spending(server: &Server) {
    let (person, own) = join_with_money(server);
    let sent = json!({"from": own.wallet, "to": own.pounds, "amount": 400, "rate": 0.8});
    transfer(server, &person, &sent);
    let body = person.at(server).get("/api/transactions/stats/summary").expect(200).body;
    let dollars = &body["summary"]["by_currency"][0];
    assert_eq!(
        (&dollars["income"], &dollars["spending"], &dollars["count"]),
        (&json!(1000.0), &json!(0.0), &json!(2))
    );
    assert_eq!(body["summary"]["by_currency"].as_array().unwrap().len(), 1);
    let by_type = body["summary"]["by_type"].as_array().unwrap();
    let transfers = by_type.iter().find(|row| row["of"] == "transfer").unwrap();
    assert_eq!((&transfers["count"], &transfers["total"]), (&json!(1), &json!(0.0)));
    let body = person.at(server).get("/api/analytics").expect(200).body;
    assert_eq!(body["analytics"]["recent_activity"][0]["kind"], "transfer");
    assert_eq!(body["analytics"]["revenue"]["value"], json!(0.0));
    let bell = person.at(server).get("/api/notifications").expect(200).body;
    assert_eq!(bell["total"], 1, "only the deposit is announced: {bell}");
}

// MOVE-01
fn both_accounts_list_a_transfer_and_every_page_counts_it_once(server: &Server) {
    let (person, own) = join_with_money(server);
    for amount in [10, 20, 30] {
        let sent = json!({"from": own.wallet, "to": own.euros, "amount": amount, "rate": 0.9});
        transfer(server, &person, &sent);
    }
    let back = json!({"from": own.euros, "to": own.wallet, "amount": 5, "received": 6});
    transfer(server, &person, &back);
    for (query, total) in [
        (String::new(), 5),
        (format!("account_id={}", own.wallet), 5),
        (format!("account_id={}", own.euros), 4),
        (format!("account_id={}", own.pounds), 0),
        (format!("account_id={}&type=transfer", own.wallet), 4),
        (format!("account_id={}&type=deposit", own.euros), 0),
        (format!("account_id={}&max=-10", own.euros), 3),
        (format!("account_id={}&search=euro", own.euros), 4),
        (format!("account_id={}&sort=amount", own.euros), 4),
        (format!("account_id={}&sort=title", own.euros), 4),
        ("type=transfer".to_owned(), 4),
        ("type=transfer&status=pending".to_owned(), 0),
    ] {
        let whole = list(server, &person, &query);
        let rows = whole["transactions"].as_array().unwrap();
        assert_eq!((whole["total"].as_i64(), rows.len()), (Some(total), total as usize), "{query}");
        let mut paged = Vec::new();
        let mut next = String::new();
        loop {
            let page = list(server, &person, &format!("{query}&limit=1&cursor={next}"));
            paged.extend(page["transactions"].as_array().unwrap().clone());
            match page["next_cursor"].as_str() {
                Some(cursor) => next = cursor.to_owned(),
                None => break,
            }
        }
        assert_eq!(&paged, rows, "{query}");
    }
}

// MOVE-01
fn what_cannot_be_transferred_is_refused_in_words(server: &Server) {
    let (person, own) = join_with_money(server);
    let (other, _) = join_with_money(server);
    let theirs = other.at(server).get("/api/wallet").expect(200).body["wallet"]["id"].clone();
    for (body, field, sentence) in [
        (
            json!({"from": own.wallet, "to": own.wallet, "amount": 1}),
            "to",
            "Choose two different accounts",
        ),
        (json!({"to": own.wallet, "amount": 1}), "from", "Choose the account the money comes from"),
        (json!({"from": own.wallet, "amount": 1}), "to", "Choose the account the money goes to"),
        (
            json!({"from": own.wallet, "to": own.euros, "amount": 1}),
            "rate",
            "Enter the exchange rate or the amount received",
        ),
        (
            json!({"from": own.wallet, "to": own.euros, "amount": 1, "rate": 1.1, "received": 1}),
            "received",
            "Enter the exchange rate or the amount received, not both",
        ),
        (
            json!({"from": own.wallet, "to": own.euros, "amount": 1, "rate": 0}),
            "rate",
            "Enter an exchange rate between 0.00000001 and 1,000,000",
        ),
        (
            json!({"from": own.wallet, "to": own.euros, "amount": 0.01, "rate": 0.2}),
            "amount",
            "At this rate, nothing would arrive. Enter a larger amount.",
        ),
        (
            json!({"from": own.wallet, "to": own.dollars, "amount": 1, "rate": 2}),
            "rate",
            "Both accounts are in USD, so the same amount arrives",
        ),
    ] {
        let answer = person.at(server).post("/api/wallet/transfer", &body).expect_error(400);
        assert_eq!(answer.body["fields"][field], sentence, "{body}");
    }
    let beyond = json!({"from": own.wallet, "to": own.dollars, "amount": 1000.01});
    let answer = person.at(server).post("/api/wallet/transfer", &beyond).expect_error(409);
    assert!(answer.error().contains("$1,000.00"), "{}", answer.error());
    let foreign = json!({"from": own.wallet, "to": theirs, "amount": 1});
    person.at(server).post("/api/wallet/transfer", &foreign).expect_error(404);
    let outright = json!({"type": "transfer", "title": "Sly", "amount": -1});
    person.at(server).post("/api/transactions", &outright).expect_error(400);
    assert_eq!(balances(server, &person), [1000.0, 0.0, 0.0, 0.0]);
    assert_eq!(list(server, &person, "")["total"], 1);
}

// MOVE-01
fn a_deleted_transfer_is_undone_on_both_sides(server: &Server) {
    let (person, own) = join_with_money(server);
    let sent = json!({"from": own.wallet, "to": own.euros, "amount": 100, "rate": 0.9});
    let made = transfer(server, &person, &sent);
    let path = format!("/api/transactions/{}", made["transaction"]["id"].as_str().unwrap());
    let spend = json!({"type": "payment", "title": "Strings", "amount": -1, "currency": "EUR"});
    let spent = person.at(server).post("/api/transactions", &spend).expect(201).body;
    // A transfer cannot be deleted while its money is spent.
    person.at(server).call("DELETE", &path).send().expect_error(409);
    let spent = format!("/api/transactions/{}", spent["transaction"]["id"].as_str().unwrap());
    person.at(server).call("DELETE", &spent).send().expect(200);
    person.at(server).call("DELETE", &path).send().expect(200);
    assert_eq!(balances(server, &person), [1000.0, 0.0, 0.0, 0.0]);
    for query in [String::new(), format!("account_id={}", own.euros)] {
        let total = i64::from(query.is_empty());
        assert_eq!(list(server, &person, &query)["total"], total);
    }
}

// MOVE-01
fn a_transfer_keeps_its_accounts_and_amounts(server: &Server) {
    let (person, own) = join_with_money(server);
    let sent = json!({"from": own.wallet, "to": own.euros, "amount": 100, "rate": 0.9});
    let made = transfer(server, &person, &sent);
    let path = format!("/api/transactions/{}", made["transaction"]["id"].as_str().unwrap());
    for change in [
        json!({"amount": -50}),
        json!({"type": "payment"}),
        json!({"status": "pending"}),
        json!({"account_id": own.dollars}),
    ] {
        let answer = person.at(server).put(&path, &change).expect_error(409);
        assert!(answer.error().contains("Delete it and make a new one"), "{change}");
    }
    let words =
        json!({"title": "Trip to Lagos", "date": "2026-09-09", "amount": -100, "type": "transfer"});
    let after = person.at(server).put(&path, &words).expect(200).body["transaction"].clone();
    assert_eq!((&after["title"], &after["date"]), (&json!("Trip to Lagos"), &json!("2026-09-09")));
    assert_eq!(after["transfer"], made["transaction"]["transfer"]);
    assert_eq!(balances(server, &person), [900.0, 0.0, 90.0, 0.0]);
    assert_eq!(list(server, &person, "from=2026-09-09&to=2026-09-09")["total"], 1);
    let deposit = list(server, &person, "type=deposit")["transactions"][0]["id"].clone();
    let path = format!("/api/transactions/{}", deposit.as_str().unwrap());
    person.at(server).put(&path, &json!({"type": "transfer"})).expect_error(400);
}

// MOVE-01
fn a_repeated_transfer_is_one_transfer(server: &Server) {
    let (person, own) = join_with_money(server);
    let body = json!({"from": own.wallet, "to": own.euros, "amount": 100, "rate": 0.9});
    let send = || {
        let call = person.at(server).call("POST", "/api/wallet/transfer");
        call.header("Idempotency-Key", "once").json(&body).send().expect(201).body
    };
    assert_eq!(send(), send());
    assert_eq!(balances(server, &person), [900.0, 0.0, 90.0, 0.0]);
}

// MOVE-01
fn a_transfer_is_exported_with_both_sides(server: &Server) {
    let (person, own) = join_with_money(server);
    let sent = json!({"from": own.wallet, "to": own.euros, "amount": 100, "rate": 0.905});
    transfer(server, &person, &sent);
    let request = |format: &str| json!({"type": "transactions", "format": format, "filters": {"type": "transfer"}});
    let rows = crate::exports::make_and_download(server, &person, &request("json")).body;
    let row = &rows.as_array().unwrap()[0];
    for (field, value) in [
        ("type", json!("transfer")),
        ("account", json!("Wallet")),
        ("amount", json!(-100.0)),
        ("currency", json!("USD")),
        ("to_account", json!("Euro account")),
        ("received", json!(90.5)),
        ("received_currency", json!("EUR")),
        ("rate", json!("0.905")),
        ("to_account_id", json!(own.euros)),
    ] {
        assert_eq!(row[field], value, "{field}");
    }
    let csv = crate::exports::make_and_download(server, &person, &request("csv")).text();
    assert!(csv.contains("Euro account,90.50,EUR,0.905"), "{csv}");
    let pdf = crate::exports::make_and_download(server, &person, &request("pdf"));
    let text = crate::sales::receipts::pdf_text(&pdf.bytes);
    assert!(text.contains("Wallet to Euro account") && text.contains("90.50"), "{text}");
}
