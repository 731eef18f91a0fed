//! Applications over HTTP. APP-01

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};

fn form() -> Value {
    json!({"type": "grant", "title": "New Producers Fund", "organization": "City Arts Council",
        "amount": 5000, "currency": "GBP", "notes": "Due in spring"})
}

fn file(server: &Server, person: &Person, change: &Value) -> Value {
    let mut body = form();
    body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    person.at(server).post("/api/applications", &body).expect(201).body["application"].clone()
}

fn path(application: &Value) -> String {
    format!("/api/applications/{}", application["id"].as_str().unwrap())
}

fn titles(answer: &Value) -> Vec<&str> {
    answer["applications"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["title"].as_str().unwrap())
        .collect()
}

on_both_engines!(
    one_is_filed_followed_changed_and_deleted,
    pg the_list_is_narrowed_down_and_paged,
    the_summary_and_the_types_count_what_is_there,
    what_makes_no_sense_is_refused,
    a_new_status_is_told_where_the_settings_allow,
    anothers_application_is_not_there
);

// APP-01
fn one_is_filed_followed_changed_and_deleted(server: &Server) {
    let person = Person::join(server);
    let made = file(server, &person, &json!({}));
    assert_eq!(
        (&made["type"], &made["status"], &made["amount"]),
        (&json!("grant"), &json!("draft"), &json!(5000.0))
    );
    assert_eq!(
        (&made["submitted_at"], &made["currency"], &made["notes"]),
        (&Value::Null, &json!("GBP"), &json!("Due in spring"))
    );
    let at = path(&made);
    let sent =
        person.at(server).put(&at, &json!({"status": "submitted"})).expect(200).body["application"]
            .clone();
    assert!(sent["submitted_at"].is_string() && sent["title"] == made["title"], "{sent}");
    let answered = person
        .at(server)
        .put(&at, &json!({"status": "approved", "amount": null, "notes": ""}))
        .expect(200);
    let answered = &answered.body["application"];
    assert_eq!(
        (&answered["submitted_at"], &answered["amount"], &answered["notes"]),
        (&sent["submitted_at"], &Value::Null, &Value::Null)
    );
    assert_eq!(person.at(server).get(&at).expect(200).body["application"], *answered);
    let back = person.at(server).put(&at, &json!({"status": "draft"})).expect(200);
    assert_eq!(back.body["application"]["submitted_at"], Value::Null);
    person.at(server).delete(&at).expect(200);
    let gone = person.at(server).get(&at).expect_error(404);
    assert_eq!(gone.error(), "This application does not exist.");
    person.at(server).put(&at, &json!({"title": "x"})).expect_error(404);
    person.at(server).delete(&at).expect_error(404);
}

// APP-01
fn the_list_is_narrowed_down_and_paged(server: &Server) {
    let person = Person::join(server);
    file(
        server,
        &person,
        &json!({"title": "Film", "type": "sync", "organization": "Lowtide 100%", "status": "submitted"}),
    );
    file(server, &person, &json!({"title": "École", "type": "loan", "status": "rejected"}));
    file(server, &person, &json!({"title": "Fund"}));
    let list =
        |query: &str| person.at(server).get(&format!("/api/applications?{query}")).expect(200).body;
    assert_eq!(titles(&list("")), ["Fund", "École", "Film"]);
    assert_eq!(titles(&list("type=sync,loan")), ["École", "Film"]);
    assert_eq!(titles(&list("status=submitted,draft")), ["Fund", "Film"]);
    assert_eq!(titles(&list("search=%C3%89COLE")), ["École"]);
    assert_eq!(titles(&list("search=100%25")), ["Film"]);
    assert_eq!(titles(&list("search=1_0")), [] as [&str; 0]);
    let second = list("limit=1&offset=1");
    assert_eq!((titles(&second), &second["total"]), (vec!["École"], &json!(3)));
    for query in ["type=gift", "status=open", "limit=0", "offset=-1"] {
        person.at(server).get(&format!("/api/applications?{query}")).expect_error(400);
    }
}

// APP-01
fn the_summary_and_the_types_count_what_is_there(server: &Server) {
    let person = Person::join(server);
    file(server, &person, &json!({"status": "approved", "amount": 600}));
    file(server, &person, &json!({"status": "in_review"}));
    file(server, &person, &json!({"type": "sync", "status": "withdrawn", "currency": "USD"}));
    let summary =
        person.at(server).get("/api/applications/stats/summary").expect(200).body["summary"]
            .clone();
    assert_eq!((&summary["total"], &summary["open"]), (&json!(3), &json!(1)));
    assert_eq!(
        summary["amounts"],
        json!([{"currency": "GBP", "asked": 5000.0, "approved": 600.0}])
    );
    let count = |list: &str, word: &str, of: &str| {
        let found =
            summary[list].as_array().unwrap().iter().find(|row| row[word] == of).unwrap().clone();
        found["count"].as_i64().unwrap()
    };
    assert_eq!(
        (count("by_status", "status", "approved"), count("by_status", "status", "draft")),
        (1, 0)
    );
    assert_eq!((count("by_type", "type", "grant"), count("by_type", "type", "sync")), (2, 1));
    let types =
        person.at(server).get("/api/applications/types/list").expect(200).body["types"].clone();
    let words: Vec<_> =
        types.as_array().unwrap().iter().map(|row| row["type"].as_str().unwrap()).collect();
    assert_eq!(words, ["licence", "sync", "distribution", "collaboration", "grant", "loan"]);
    assert_eq!(types[4]["count"], 2);
}

// APP-01
fn what_makes_no_sense_is_refused(server: &Server) {
    let person = Person::join(server);
    let empty = person.at(server).post("/api/applications", &json!({})).expect_error(400);
    for (field, sentence) in [
        ("type", "Type is required"),
        ("title", "Title is required"),
        ("organization", "Organization is required"),
    ] {
        assert_eq!(empty.body["fields"][field], sentence);
    }
    for change in [
        json!({"type": "gift"}),
        json!({"status": "open"}),
        json!({"amount": 0}),
        json!({"amount": -5}),
        json!({"amount": 1.005}),
        json!({"amount": "12"}),
        json!({"currency": "XAU"}),
        json!({"title": " "}),
        json!({"title": "x".repeat(201)}),
        json!({"organization": "a\nb"}),
        json!({"notes": "x".repeat(2001)}),
        json!({"title": 7}),
    ] {
        let mut body = form();
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let refused = person.at(server).post("/api/applications", &body).expect_error(400);
        let field = change.as_object().unwrap().keys().next().unwrap();
        assert!(refused.body["fields"][field].is_string(), "{change}: {}", refused.body);
    }
    person.at(server).get("/api/applications/1").expect_error(404);
}

// APP-01, NOTE-04: an answer to an application makes a message notification, the applicant's own step a system
// notification.
fn a_new_status_is_told_where_the_settings_allow(server: &Server) {
    let person = Person::join(server);
    let made = file(server, &person, &json!({}));
    let told = || {
        let body = person.at(server).get("/api/notifications").expect(200).body;
        body["notifications"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (row["type"].clone(), row["title"].clone()))
            .collect::<Vec<_>>()
    };
    let put = |change: &Value| person.at(server).put(&path(&made), change).expect(200);
    // System notifications are off by default.
    put(&json!({"status": "submitted"}));
    assert_eq!(told(), []);
    put(&json!({"status": "approved"}));
    put(&json!({"status": "approved", "title": "Fund"}));
    assert_eq!(told(), [(json!("message"), json!("Application approved"))]);
    person
        .at(server)
        .put(
            "/api/users/settings",
            &json!({"message_notifications": false, "system_notifications": true}),
        )
        .expect(200);
    put(&json!({"status": "rejected"}));
    put(&json!({"status": "withdrawn"}));
    assert_eq!(told()[0], (json!("system"), json!("Application withdrawn")));
    assert_eq!(told().len(), 2);
}

// OPS-06
fn anothers_application_is_not_there(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let made = file(server, &maya, &json!({}));
    ade.at(server).get(&path(&made)).expect_error(404);
    ade.at(server).put(&path(&made), &json!({"title": "Mine"})).expect_error(404);
    ade.at(server).delete(&path(&made)).expect_error(404);
    assert_eq!(maya.at(server).get(&path(&made)).expect(200).body["application"], made);
}
