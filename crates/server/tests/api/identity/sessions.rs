//! Sessions over HTTP. SET-08

use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Person, token_of};
use crate::harness::{Server, on_both_engines};

const CHROME: &str = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";

fn sessions(server: &Server, token: &str) -> Vec<Value> {
    let answer = server.with_token(token).get("/api/security/sessions").expect(200);
    let list = answer.body["sessions"].as_array().unwrap().clone();
    assert_eq!(answer.body["total"], list.len());
    list
}

on_both_engines!(
    each_device_is_listed_and_this_one_marked,
    a_session_can_be_revoked_and_is_gone_at_once,
    pg all_the_others_can_be_revoked
);

fn each_device_is_listed_and_this_one_marked(server: &Server) {
    let person = Person::join(server);
    let form = json!({"email": person.email, "password": PASSWORD});
    let answer = server
        .call("POST", "/api/auth/login")
        .header("user-agent", CHROME)
        .json(&form)
        .send()
        .expect(200);
    let list = sessions(server, &token_of(&answer.body));
    assert_eq!(list.len(), 2);
    assert_eq!((&list[0]["isCurrent"], &list[1]["isCurrent"]), (&json!(true), &json!(false)));
    assert_eq!(
        (&list[0]["device"], &list[0]["userAgent"]),
        (&json!("Chrome on Linux"), &json!(CHROME))
    );
    assert_eq!(list[0]["ipAddress"], "127.0.0.1");
    let current =
        server.with_token(&token_of(&answer.body)).get("/api/security/session").expect(200);
    assert_eq!(current.body["session"], list[0]);
    for key in ["id", "createdAt", "lastSeenAt", "expiresAt"] {
        assert!(list[0][key].is_string(), "{key}");
    }
}

fn a_session_can_be_revoked_and_is_gone_at_once(server: &Server) {
    let person = Person::join(server);
    let elsewhere = person.sign_in(server);
    let id = sessions(server, &elsewhere)[0]["id"].clone();
    let revoke = json!({"sessionId": id});
    person.at(server).post("/api/security/revoke-session", &revoke).expect(200);
    server.with_token(&elsewhere).get("/api/auth/me").expect_error(401);
    person.at(server).get("/api/auth/me").expect(200);
    person.at(server).post("/api/security/revoke-session", &revoke).expect_error(404);
    for odd in [json!({}), json!({"sessionId": "x"}), json!({"sessionId": "%"})] {
        person.at(server).post("/api/security/revoke-session", &odd).expect_error(404);
    }
}

fn all_the_others_can_be_revoked(server: &Server) {
    let person = Person::join(server);
    let others: Vec<_> = (0..3).map(|_| person.sign_in(server)).collect();
    let answer =
        person.at(server).post("/api/security/revoke-other-sessions", &json!({})).expect(200);
    assert_eq!(answer.body["revoked"], 3);
    for token in others {
        server.with_token(&token).get("/api/auth/me").expect_error(401);
    }
    assert_eq!(sessions(server, &person.token).len(), 1);
}
