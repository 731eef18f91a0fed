//! The notifications' endpoints over HTTP. NOTE-02, NOTE-03, OPS-06

mod events;
mod mail;
mod wording;

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};

const UNKNOWN: &str = "01a1dd1f-2feb-7d7b-83c8-b05280b21f40";

/// Makes the person reach a goal, and returns the notification about it.
pub fn reach_goal(server: &Server, person: &Person, amount: u32) -> Value {
    let goal = json!({"title": "Desk", "target_amount": amount, "target_date": "2088-03-01"});
    let made = person.at(server).post("/api/goals", &goal).expect(201).body;
    let progress = format!("/api/goals/{}/progress", made["goal"]["id"].as_str().unwrap());
    person.at(server).put(&progress, &json!({"amount": amount})).expect(200);
    list_notifications(server, person, "?limit=1")["notifications"][0].clone()
}

pub fn list_notifications(server: &Server, person: &Person, query: &str) -> Value {
    person.at(server).get(&format!("/api/notifications{query}")).expect(200).body
}

fn ids(body: &Value) -> Vec<&str> {
    body["notifications"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].as_str().unwrap())
        .collect()
}

fn path(notification: &Value, end: &str) -> String {
    format!("/api/notifications/{}{end}", notification["id"].as_str().unwrap())
}

fn summary(server: &Server, person: &Person) -> Value {
    person.at(server).get("/api/notifications/stats/summary").expect(200).body["summary"].clone()
}

on_both_engines!(
    an_account_begins_with_none,
    one_is_read_unread_and_deleted,
    all_are_read_at_once_and_what_is_read_is_deleted_at_once,
    pg a_list_comes_by_type_and_in_pages,
    what_makes_no_sense_is_refused,
    anothers_notifications_are_not_there
);

// NOTE-03
fn an_account_begins_with_none(server: &Server) {
    let person = Person::join(server);
    assert_eq!(
        list_notifications(server, &person, ""),
        json!({
            "success": true, "notifications": [], "total": 0, "unread": 0, "next_cursor": null
        })
    );
    let none = json!({"total": 0, "unread": 0});
    assert_eq!(
        summary(server, &person),
        json!({"total": 0, "unread": 0, "by_type": {
            "sale": none, "message": none, "system": none, "payment": none, "download": none, "review": none
        }})
    );
}

// NOTE-02, NOTE-03
fn one_is_read_unread_and_deleted(server: &Server) {
    let person = Person::join(server);
    let (first, second) = (reach_goal(server, &person, 1), reach_goal(server, &person, 2));
    assert_eq!((&first["type"], &first["read"]), (&json!("payment"), &json!(false)));
    assert_eq!(person.at(server).get(&path(&first, "")).expect(200).body["notification"], first);
    for _ in 0..2 {
        let read = person.at(server).call("PUT", &path(&first, "/read")).send().expect(200);
        assert_eq!(read.body["notification"]["read"], true);
    }
    assert_eq!(list_notifications(server, &person, "")["unread"], 1);
    assert_eq!(
        ids(&list_notifications(server, &person, "?read=false")),
        [second["id"].as_str().unwrap()]
    );
    assert_eq!(
        ids(&list_notifications(server, &person, "?read=true")),
        [first["id"].as_str().unwrap()]
    );
    let unread = person.at(server).call("PUT", &path(&first, "/unread")).send().expect(200);
    assert_eq!(unread.body["notification"], first);
    person.at(server).delete(&path(&first, "")).expect(200);
    for answer in [
        person.at(server).get(&path(&first, "")),
        person.at(server).delete(&path(&first, "")),
        person.at(server).call("PUT", &path(&first, "/read")).send(),
        person.at(server).call("PUT", &path(&first, "/unread")).send(),
    ] {
        assert_eq!(answer.expect_error(404).error(), "This notification does not exist.");
    }
    assert_eq!(ids(&list_notifications(server, &person, "")), [second["id"].as_str().unwrap()]);
}

// NOTE-02, NOTE-03
fn all_are_read_at_once_and_what_is_read_is_deleted_at_once(server: &Server) {
    let person = Person::join(server);
    let seen = reach_goal(server, &person, 1);
    person.at(server).call("PUT", &path(&seen, "/read")).send().expect(200);
    reach_goal(server, &person, 2);
    reach_goal(server, &person, 3);
    let all = person.at(server).call("PUT", "/api/notifications/read-all").send().expect(200);
    assert_eq!(all.body, json!({"success": true, "updated": 2}));
    assert_eq!(summary(server, &person)["by_type"]["payment"], json!({"total": 3, "unread": 0}));
    let new = reach_goal(server, &person, 4);
    let gone = person.at(server).delete("/api/notifications/read-all").expect(200);
    assert_eq!(gone.body, json!({"success": true, "deleted": 3}));
    assert_eq!(ids(&list_notifications(server, &person, "")), [new["id"].as_str().unwrap()]);
    assert_eq!(summary(server, &person)["total"], 1);
}

// NOTE-03
fn a_list_comes_by_type_and_in_pages(server: &Server) {
    let person = Person::join(server);
    for amount in 1..=5 {
        reach_goal(server, &person, amount);
    }
    let sale = json!({"title": "Midnight Drive", "client": "Ade", "amount": 10});
    person.at(server).post("/api/sales", &sale).expect(201);
    let of = |query: &str| list_notifications(server, &person, query);
    assert_eq!(
        (
            &of("?type=sale")["total"],
            &of("?type=payment")["total"],
            &of("?type=review,sale")["total"],
            &of("?type=message")["total"]
        ),
        (&json!(1), &json!(5), &json!(1), &json!(0))
    );
    assert_eq!(of("?type=sale")["unread"], 5, "a sale recorded by hand counts as read");

    let everything = of("");
    let (mut pages, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = of(&format!("?limit=2&cursor={cursor}"));
        assert_eq!(page["total"], 6);
        pages.extend(ids(&page).into_iter().map(str::to_owned));
        // A notification that is added meanwhile does not shift the pages.
        reach_goal(server, &person, 9);
        let Some(next) = page["next_cursor"].as_str() else { break };
        cursor = next.to_owned();
        // The total counts all notifications, so the new one is deleted again for the check above.
        let newest = of("?limit=1")["notifications"][0].clone();
        person.at(server).delete(&path(&newest, "")).expect(200);
    }
    assert_eq!(pages, ids(&everything));
    assert_eq!(ids(&of("?limit=2&offset=3")), ids(&of(""))[3..5]);
}

fn what_makes_no_sense_is_refused(server: &Server) {
    let person = Person::join(server);
    for query in [
        "type=beat",
        "read=maybe",
        "read=1",
        "limit=0",
        "limit=201",
        "offset=-1",
        "cursor=x",
        "cursor=-1",
        "cursor=99999999999999999999",
        "cursor=1&offset=1",
    ] {
        person.at(server).get(&format!("/api/notifications?{query}")).expect_error(400);
    }
    assert_eq!(
        person.at(server).get("/api/notifications?type=beat").error(),
        "Type must be one of sale, message, system, payment, download, review"
    );
    for id in [UNKNOWN, "1", "x%00"] {
        let answer = person.at(server).get(&format!("/api/notifications/{id}"));
        assert!([400, 404].contains(&answer.status), "{answer:?}");
    }
}

// OPS-06
fn anothers_notifications_are_not_there(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let theirs = reach_goal(server, &ade, 5);
    maya.at(server).get(&path(&theirs, "")).expect_error(404);
    maya.at(server).delete(&path(&theirs, "")).expect_error(404);
    maya.at(server).call("PUT", &path(&theirs, "/read")).send().expect_error(404);
    maya.at(server).call("PUT", &path(&theirs, "/unread")).send().expect_error(404);
    maya.at(server).call("PUT", "/api/notifications/read-all").send().expect(200);
    maya.at(server).delete("/api/notifications/read-all").expect(200);
    assert_eq!(list_notifications(server, &maya, "")["total"], 0);
    assert_eq!(list_notifications(server, &ade, "")["notifications"], json!([theirs]));
}
