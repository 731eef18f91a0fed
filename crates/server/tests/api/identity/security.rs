//! The security log, the sign-in history, the summary and the password meter over HTTP. SET-08

use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Server, on_both_engines};

fn events(entries: &Value) -> Vec<&str> {
    entries.as_array().unwrap().iter().map(|entry| entry["event"].as_str().unwrap()).collect()
}

on_both_engines!(
    the_log_tells_what_happened_newest_first,
    the_history_tells_who_tried_to_get_in,
    pg lists_come_in_pages,
    a_password_is_rated_before_it_is_chosen,
    the_summary_says_what_would_be_safer
);

fn the_log_tells_what_happened_newest_first(server: &Server) {
    let person = Person::join(server);
    let change = json!({"currentPassword": PASSWORD, "newPassword": "Lagoon-88"});
    person.at(server).put("/api/users/password", &change).expect(200);
    person.at(server).put("/api/users/settings", &json!({"theme": "dark"})).expect(200);
    let answer = person.at(server).get("/api/security/logs").expect(200);
    assert_eq!(events(&answer.body["logs"]), ["settings_changed", "password_changed", "signed_up"]);
    assert_eq!(answer.body["total"], 3);
    let entry = &answer.body["logs"][0];
    assert_eq!((&entry["detail"], &entry["ip_address"]), (&json!("theme"), &json!("127.0.0.1")));
    assert!(entry["id"].is_string() && entry["created_at"].is_string());
    // Devices are named as in the session list, since people compare the two lists.
    let session = &person.at(server).get("/api/security/sessions").expect(200).body["sessions"][0];
    assert!(entry["device"].is_string() && entry["device"] == session["device"]);
    assert!(!answer.text().contains("Lagoon"));
}

fn the_history_tells_who_tried_to_get_in(server: &Server) {
    let person = Person::join(server);
    server
        .post("/api/auth/login", &json!({"email": person.email, "password": "wrong"}))
        .expect_error(401);
    person.sign_in(server);
    person.at(server).put("/api/users/settings", &json!({"theme": "dark"})).expect(200);
    let answer = person.at(server).get("/api/security/login-history").expect(200);
    assert_eq!(events(&answer.body["history"]), ["signed_in", "sign_in_failed", "signed_up"]);
    let outcome: Vec<_> = answer.body["history"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["success"].clone())
        .collect();
    assert_eq!(outcome, [json!(true), json!(false), json!(true)]);
}

// The default limit is 50.
fn lists_come_in_pages(server: &Server) {
    let person = Person::join(server);
    for number in 0..55 {
        let theme = ["dark", "light"][number % 2];
        person.at(server).put("/api/users/settings", &json!({"theme": theme})).expect(200);
    }
    let page =
        |query: &str| person.at(server).get(&format!("/api/security/logs{query}")).expect(200).body;
    let first = page("");
    assert_eq!((first["logs"].as_array().unwrap().len(), &first["total"]), (50, &json!(56)));
    let rest = page("?limit=50&offset=50");
    assert_eq!(rest["logs"].as_array().unwrap().len(), 6);
    assert_eq!(page("?limit=1")["logs"][0], first["logs"][0]);
    for query in ["?limit=0", "?limit=201", "?limit=-1", "?limit=x", "?offset=-1", "?limit=1.5"] {
        person.at(server).get(&format!("/api/security/logs{query}")).expect_error(400);
        person.at(server).get(&format!("/api/security/login-history{query}")).expect_error(400);
    }
}

fn a_password_is_rated_before_it_is_chosen(server: &Server) {
    let person = Person::join(server);
    let rate = |text: &str| {
        person
            .at(server)
            .post("/api/security/validate-password", &json!({"password": text}))
            .expect(200)
            .body
    };
    let weak = rate("abc");
    assert_eq!((&weak["valid"], &weak["strength"]), (&json!(false), &json!("weak")));
    let medium = rate("harbour7");
    assert_eq!((&medium["valid"], &medium["strength"]), (&json!(true), &json!("medium")));
    let strong = rate("Harbour7!");
    assert_eq!((&strong["valid"], &strong["strength"]), (&json!(true), &json!("strong")));
    assert_eq!(
        strong["requirements"],
        json!({"length": true, "uppercase": true, "lowercase": true, "digit": true, "special": true})
    );
    let short = rate("Ab1!");
    assert_eq!((&short["valid"], &short["strength"]), (&json!(false), &json!("strong")));
}

fn the_summary_says_what_would_be_safer(server: &Server) {
    let person = Person::join(server);
    server
        .post("/api/auth/login", &json!({"email": person.email, "password": "wrong"}))
        .expect_error(401);
    let summary = |person: &Person| {
        person.at(server).get("/api/security/summary").expect(200).body["summary"].clone()
    };
    let before = summary(&person);
    assert_eq!(
        (&before["score"], &before["failed_attempts"], &before["sessions"]),
        (&json!(60), &json!(1), &json!(1))
    );
    assert_eq!(
        before["reasons"][0],
        json!({"text": "Turn on two-factor authentication.", "advice": "two_factor", "improves": 40})
    );
    assert!(before["last_sign_in"].is_string());
    person.enable_two_factor(server);
    let after = summary(&person);
    assert_eq!((&after["score"], &after["reasons"][0]["advice"]), (&json!(100), &Value::Null));
    person
        .at(server)
        .put("/api/users/settings", &json!({"login_alerts": false, "session_timeout": 120}))
        .expect(200);
    let last = summary(&person);
    assert_eq!(last["score"], 75);
    let advice = |at: usize| last["reasons"][at]["advice"].as_str().unwrap().to_owned();
    assert_eq!([advice(0), advice(1)], ["login_alerts", "session_timeout"]);
}
