//! Two people never see or touch each other's rows. OPS-06

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};

/// Every path under which an account reads its own data.
const READS: &[&str] = &[
    "/api/auth/me",
    "/api/users/settings",
    "/api/security/settings",
    "/api/security/session",
    "/api/security/sessions",
    "/api/security/logs",
    "/api/security/login-history",
    "/api/wallet",
    "/api/transactions",
    "/api/transactions/stats/summary",
    "/api/cards",
    "/api/cards/pin",
    "/api/beneficiaries",
    "/api/goals",
    "/api/applications",
    "/api/applications/stats/summary",
    "/api/applications/types/list",
    "/api/notifications",
    "/api/notifications/stats/summary",
    "/api/sales",
    "/api/sales/stats/summary",
    "/api/search?q=new",
    "/api/dashboard",
    "/api/analytics?period=12m",
    "/api/exports/history",
    "/api/documents",
    "/api/archives",
];

fn read_everything(server: &Server, person: &Person) -> Vec<Value> {
    READS.iter().map(|path| person.at(server).get(path).expect(200).body).collect()
}

on_both_engines!(
    pg what_one_does_the_other_does_not_see,
    anothers_session_cannot_be_ended,
    a_token_cannot_be_bent_to_another_owner,
    every_private_path_needs_a_session
);

fn what_one_does_the_other_does_not_see(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let before = read_everything(server, &ade);
    maya.at(server)
        .put("/api/users/settings", &json!({"theme": "dark", "session_timeout": 2}))
        .expect(200);
    maya.enable_two_factor(server);
    maya.at(server).post("/api/security/revoke-other-sessions", &json!({})).expect(200);
    crate::money::cards::add(server, &maya, &crate::money::cards::form());
    let change = json!({"name": "New Name", "currentPassword": crate::harness::people::PASSWORD});
    maya.at(server).put("/api/users/profile", &change).expect(200);
    maya.at(server)
        .post("/api/wallet/deposit", &json!({"amount": 12, "note": "New Name"}))
        .expect(201);
    maya.at(server)
        .post("/api/sales", &json!({"title": "New Name", "client": "New Name", "amount": 12}))
        .expect(201);
    maya.at(server)
        .post(
            "/api/applications",
            &json!({"type": "grant", "title": "New Name", "organization": "New Name"}),
        )
        .expect(201);
    assert_eq!(read_everything(server, &ade), before);
    for body in read_everything(server, &ade) {
        assert!(!body.to_string().contains(&maya.email) && !body.to_string().contains("New Name"));
    }
}

fn anothers_session_cannot_be_ended(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let theirs =
        ade.at(server).get("/api/security/session").expect(200).body["session"]["id"].clone();
    maya.at(server)
        .post("/api/security/revoke-session", &json!({"sessionId": theirs}))
        .expect_error(404);
    maya.at(server).post("/api/security/revoke-other-sessions", &json!({})).expect(200);
    ade.at(server).get("/api/auth/me").expect(200);
}

// A token that is changed to name another owner opens no session.
fn a_token_cannot_be_bent_to_another_owner(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    // 21 characters of base64 hold nothing but bytes of the owner's id.
    let bent = format!("{}{}", &ade.token[..21], &maya.token[21..]);
    server.with_token(&bent).get("/api/auth/me").expect_error(401);
}

// Every private path of the OpenAPI document refuses a request without a session.
fn every_private_path_needs_a_session(server: &Server) {
    let document = server.get("/api/openapi.json").body;
    let mut asked = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let open = operation["security"]
                .as_array()
                .is_some_and(|all| all.iter().any(|one| one == &json!({})));
            if open || ["/api/health"].contains(&path.as_str()) {
                continue;
            }
            let path = path.replace("{id}", "01a1dd1f-2feb-7d7b-83c8-b05280b21f40");
            let answer = server.call(&method.to_uppercase(), &path).json(&json!({})).send();
            if method == "head" {
                assert_eq!(answer.status, 401, "{method} {path}");
            } else {
                answer.expect_error(401);
            }
            asked += 1;
        }
    }
    assert!(asked >= 20, "{asked}");
}
