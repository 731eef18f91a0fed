//! The texts of notifications, their events, and the settings that turn them off. NOTE-04, FIN-07, SALE-02

use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Server, on_both_engines};
use crate::notifications::list_notifications;
use crate::sales::{client, record, sale};

/// Type, title and message of all notifications, the newest first.
fn notification_texts(server: &Server, person: &Person) -> Vec<(String, String, String)> {
    let text = |one: &Value, field: &str| one[field].as_str().unwrap().to_owned();
    let all = list_notifications(server, person, "")["notifications"].clone();
    all.as_array()
        .unwrap()
        .iter()
        .map(|one| (text(one, "type"), text(one, "title"), text(one, "message")))
        .collect()
}

fn entry(kind: &str, title: &str, message: &str) -> (String, String, String) {
    (kind.to_owned(), title.to_owned(), message.to_owned())
}

fn change_settings(server: &Server, person: &Person, settings: Value) {
    person.at(server).put("/api/users/settings", &settings).expect(200);
}

fn sign_in(server: &Server, person: &Person, agent: &str) {
    let form = json!({"email": person.email, "password": PASSWORD});
    server
        .call("POST", "/api/auth/login")
        .header("user-agent", agent)
        .json(&form)
        .send()
        .expect(200);
}

fn chrome(version: u32, system: &str) -> String {
    format!(
        "Mozilla/5.0 ({system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{version}.0.0.0 Safari/537.36"
    )
}

on_both_engines!(
    money_that_moves_is_told_with_its_amount_and_currency,
    a_pending_transaction_is_told_when_it_settles,
    nothing_done_is_nothing_told,
    a_sale_is_told_when_it_is_completed_failed_or_refunded,
    paying_a_client_is_told,
    pg a_goal_is_told_once_when_it_is_reached,
    a_sign_in_from_a_new_device_is_told_unless_alerts_are_off,
    the_fifth_wrong_pin_is_told_once,
    settings_decide_what_is_told,
    what_people_do_themselves_is_listed_as_read
);

// NOTE-04
fn money_that_moves_is_told_with_its_amount_and_currency(server: &Server) {
    let person = Person::join(server);
    let at = person.at(server);
    at.post("/api/wallet/deposit", &json!({"amount": 1250.5})).expect(201);
    at.post("/api/wallet/withdraw", &json!({"amount": 50})).expect(201);
    let advance = json!({"type": "deposit", "title": "Advance", "amount": 300, "currency": "EUR"});
    at.post("/api/transactions", &advance).expect(201);
    let mixing =
        json!({"type": "payment", "title": "Mixing", "amount": -120.25, "currency": "EUR"});
    at.post("/api/transactions", &mixing).expect(201);
    let failed =
        json!({"type": "payment", "title": "Studio rent", "amount": -800, "status": "failed"});
    at.post("/api/transactions", &failed).expect(201);
    at.post("/api/transactions", &json!({"type": "other", "title": "Rounding", "amount": 1}))
        .expect(201);
    assert_eq!(
        notification_texts(server, &person),
        [
            entry("payment", "Payment failed", "$800.00 couldn't be paid from Wallet: Studio rent"),
            entry("payment", "Payment sent", "€120.25 was paid from Euro account: Mixing"),
            entry("payment", "Deposit received", "€300.00 was added to Euro account: Advance"),
            entry("payment", "Withdrawal made", "$50.00 was taken from Wallet"),
            entry("payment", "Deposit received", "$1,250.50 was added to Wallet"),
        ]
    );
    let newest = &list_notifications(server, &person, "?limit=1")["notifications"][0];
    assert_eq!(newest["link"], "/transaction-history?q=TXN-005");
    assert!(newest["created_at"].as_str().unwrap().ends_with('Z'));
}

fn a_pending_transaction_is_told_when_it_settles(server: &Server) {
    let person = Person::join(server);
    let form = json!({"type": "deposit", "title": "Advance", "amount": 300, "status": "pending"});
    let made =
        person.at(server).post("/api/transactions", &form).expect(201).body["transaction"].clone();
    let path = format!("/api/transactions/{}", made["id"].as_str().unwrap());
    person.at(server).put(&path, &json!({"title": "Label advance"})).expect(200);
    assert_eq!(notification_texts(server, &person), []);
    person.at(server).put(&path, &json!({"status": "completed"})).expect(200);
    person.at(server).put(&path, &json!({"title": "The label's advance"})).expect(200);
    assert_eq!(
        notification_texts(server, &person),
        [entry("payment", "Deposit received", "$300.00 was added to Wallet: Label advance")]
    );
}

// Refused and repeated requests make no notification.
fn nothing_done_is_nothing_told(server: &Server) {
    let person = Person::join(server);
    person.at(server).post("/api/wallet/withdraw", &json!({"amount": 50})).expect_error(409);
    for _ in 0..2 {
        let call =
            person.at(server).call("POST", "/api/wallet/deposit").header("idempotency-key", "once");
        call.json(&json!({"amount": 5})).send().expect(201);
    }
    assert_eq!(notification_texts(server, &person).len(), 1);
}

// SALE-02, NOTE-04
fn a_sale_is_told_when_it_is_completed_failed_or_refunded(server: &Server) {
    let person = Person::join(server);
    let made = record(
        server,
        &person,
        &json!({"title": "Midnight Drive", "client": "Ade Bello", "amount": 299.99,
            "license": "exclusive"}),
    );
    let path = format!("/api/sales/{}", made["id"].as_str().unwrap());
    person.at(server).put(&path, &json!({"notes": "Stems sent"})).expect(200);
    person.at(server).post(&format!("{path}/refund"), &json!({})).expect(200);
    let mut pending = sale("Harbour", "Noor", 20.0);
    pending["status"] = json!("Pending");
    let pending = record(server, &person, &pending);
    let path = format!("/api/sales/{}", pending["id"].as_str().unwrap());
    person.at(server).put(&path, &json!({"status": "Failed"})).expect(200);
    person.at(server).put(&path, &json!({"status": "Completed"})).expect(200);
    assert_eq!(
        notification_texts(server, &person),
        [
            entry("sale", "Beat sold", "Noor bought “Harbour” for $20.00 (basic license)"),
            entry("sale", "Sale failed", "The sale of “Harbour” to Noor for $20.00 failed"),
            entry(
                "sale",
                "Sale refunded",
                "$299.99 for “Midnight Drive” was refunded to Ade Bello"
            ),
            entry(
                "sale",
                "Beat sold",
                "Ade Bello bought “Midnight Drive” for $299.99 (exclusive license)"
            ),
        ]
    );
    let link = format!("/payment-history?sale={}", pending["id"].as_str().unwrap());
    assert_eq!(list_notifications(server, &person, "?limit=1")["notifications"][0]["link"], link);
}

// FIN-07: a payment to a client is in the ledger and in the client's history, and makes a notification.
fn paying_a_client_is_told(server: &Server) {
    let person = Person::join(server);
    change_settings(server, &person, json!({"sales_notifications": false}));
    person.at(server).post("/api/wallet/deposit", &json!({"amount": 500})).expect(201);
    change_settings(server, &person, json!({"sales_notifications": true}));
    let ade = client(server, &person, "Ade Bello");
    let path = format!("/api/beneficiaries/{}/pay", ade["id"].as_str().unwrap());
    let paid = person
        .at(server)
        .post(&path, &json!({"amount": 120, "note": "Session drums"}))
        .expect(201)
        .body;
    assert_eq!(paid["account"]["balance"], 380.0);
    let history = person.at(server).get("/api/transactions").expect(200).body;
    assert_eq!(history["transactions"][0]["id"], paid["transaction"]["id"]);
    assert_eq!(
        notification_texts(server, &person),
        [entry(
            "payment",
            "Payment sent",
            "$120.00 was paid to Ade Bello from Wallet: Session drums"
        )]
    );
    assert_eq!(
        list_notifications(server, &person, "")["notifications"][0]["link"],
        "/transaction-history?q=TXN-002"
    );
    person.at(server).post(&path, &json!({"amount": 1000})).expect_error(409);
    assert_eq!(notification_texts(server, &person).len(), 1);
}

fn a_goal_is_told_once_when_it_is_reached(server: &Server) {
    let person = Person::join(server);
    let form =
        json!({"title": "New monitors", "target_amount": 1250.5, "target_date": "2088-03-01"});
    let goal = person.at(server).post("/api/goals", &form).expect(201).body["goal"].clone();
    let path = format!("/api/goals/{}", goal["id"].as_str().unwrap());
    let progress = |amount: f64| {
        person.at(server).put(&format!("{path}/progress"), &json!({"amount": amount})).expect(200)
    };
    progress(1250.49);
    assert_eq!(notification_texts(server, &person), []);
    progress(1.0);
    progress(1.0);
    person.at(server).put(&path, &json!({"target_amount": 1300})).expect(200);
    person.at(server).put(&path, &json!({"target_amount": 1000})).expect(200);
    assert_eq!(
        notification_texts(server, &person),
        [
            entry("payment", "Goal reached", "“New monitors”: 1,252.49 of 1,000.00 saved"),
            entry("payment", "Goal reached", "“New monitors”: 1,251.49 of 1,250.50 saved"),
        ]
    );
}

// NOTE-04
fn a_sign_in_from_a_new_device_is_told_unless_alerts_are_off(server: &Server) {
    let person = Person::join(server);
    person.sign_in(server);
    assert_eq!(notification_texts(server, &person), [], "the program that signed up is known");
    sign_in(server, &person, &chrome(155, "X11; Linux x86_64"));
    let message = "Chrome on Linux at 127.0.0.1 signed in to your account. If this wasn't you, sign out that session and \
            change your password.";
    assert_eq!(
        notification_texts(server, &person),
        [entry("system", "Sign-in from a new device", message)]
    );
    sign_in(server, &person, &chrome(156, "X11; Linux x86_64"));
    assert_eq!(notification_texts(server, &person).len(), 1, "it has updated itself");
    change_settings(server, &person, json!({"login_alerts": false}));
    sign_in(server, &person, &chrome(156, "Windows NT 10.0; Win64; x64"));
    change_settings(server, &person, json!({"login_alerts": true}));
    sign_in(server, &person, &chrome(156, "Windows NT 10.0; Win64; x64"));
    assert_eq!(notification_texts(server, &person).len(), 1);
    let wrong = json!({"email": person.email, "password": "wrong"});
    server
        .call("POST", "/api/auth/login")
        .header("user-agent", "curl/9")
        .json(&wrong)
        .send()
        .expect_error(401);
    assert_eq!(notification_texts(server, &person).len(), 1);
}

fn the_fifth_wrong_pin_is_told_once(server: &Server) {
    let person = Person::join(server);
    let card = crate::money::cards::add(server, &person, &crate::money::cards::form());
    person
        .at(server)
        .put("/api/cards/pin", &json!({"pin": "2583", "currentPassword": PASSWORD}))
        .expect(200);
    let path = format!("/api/cards/{}/reveal", card["id"].as_str().unwrap());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| person.at(server).post(&path, &json!({"pin": "0000"})));
        }
    });
    let all = notification_texts(server, &person);
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!((all[0].0.as_str(), all[0].1.as_str()), ("system", "Card PIN locked"));
    assert!(
        all[0].2.starts_with("Card details are locked for 15 minutes after 5 wrong PINs"),
        "{all:?}"
    );
}

// NOTE-04
fn settings_decide_what_is_told(server: &Server) {
    let person = Person::join(server);
    change_settings(server, &person, json!({"sales_notifications": false}));
    record(server, &person, &sale("Harbour", "Noor", 20.0));
    person.at(server).post("/api/wallet/withdraw", &json!({"amount": 5})).expect(201);
    assert_eq!(notification_texts(server, &person), []);
    change_settings(
        server,
        &person,
        json!({"sales_notifications": true, "message_notifications": false, "system_notifications": false}),
    );
    record(server, &person, &sale("Harbour", "Noor", 20.0));
    assert_eq!(notification_texts(server, &person).len(), 1);
}

// NOTE-04: notifications about a person's own actions are listed as read; those about other events are unread.
fn what_people_do_themselves_is_listed_as_read(server: &Server) {
    let person = Person::join(server);
    let at = person.at(server);
    change_settings(server, &person, json!({"system_notifications": true}));
    at.post("/api/wallet/deposit", &json!({"amount": 500})).expect(201);
    at.post("/api/wallet/withdraw", &json!({"amount": 50})).expect(201);
    let ade = client(server, &person, "Ade Bello");
    let path = format!("/api/beneficiaries/{}/pay", ade["id"].as_str().unwrap());
    at.post(&path, &json!({"amount": 20})).expect(201);
    let made = record(server, &person, &sale("Harbour", "Noor", 20.0));
    let path = format!("/api/sales/{}/refund", made["id"].as_str().unwrap());
    at.post(&path, &json!({})).expect(200);
    crate::harness::library::upload(server, &person, "Harbour.wav", 1);
    crate::exports::make_and_download(server, &person, &json!({"type": "sales", "format": "csv"}));
    let all = list_notifications(server, &person, "");
    let titles: Vec<_> =
        all["notifications"].as_array().unwrap().iter().map(|one| &one["title"]).collect();
    assert_eq!(
        titles,
        [
            "Export ready",
            "Beat uploaded",
            "Sale refunded",
            "Beat sold",
            "Payment sent",
            "Withdrawal made",
            "Deposit received"
        ]
    );
    assert_eq!(all["unread"], 0, "{all:#}");
    let page = crate::harness::EventStream::open(server, &person.token);
    at.post("/api/wallet/deposit", &json!({"amount": 1})).expect(201);
    assert_eq!(page.notification().data["read"], true, "an open page shows no toast for it");
    sign_in(server, &person, &chrome(155, "X11; Linux x86_64"));
    assert_eq!(list_notifications(server, &person, "")["unread"], 1);
}
