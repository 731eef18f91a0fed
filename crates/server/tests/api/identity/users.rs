//! The profile and the password over HTTP. PROF-01, PROF-02, PROF-03, PROF-04

use serde_json::json;

use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Server, on_both_engines};

on_both_engines!(
    a_profile_changes_where_it_is_told_to_and_stays_elsewhere,
    a_profile_needs_the_current_password,
    a_bad_profile_is_refused_whole,
    an_email_moves_only_to_where_nobody_is,
    the_current_password_can_be_verified,
    a_new_password_ends_the_other_sessions,
    a_weak_new_password_is_refused_and_changes_nothing,
    pg two_changes_at_once_do_not_both_succeed
);

// PROF-04
fn a_profile_changes_where_it_is_told_to_and_stays_elsewhere(server: &Server) {
    let person = Person::join(server);
    let first = json!({"phone": "+234 1 555 0100", "location": "Lagos", "specialty": "Afrobeat",
            "experience": "8 years", "bio": "Two lines\nof text", "currentPassword": PASSWORD,
            "platform_links": {"spotify": "https://open.spotify.com/artist/1"}});
    person.at(server).put("/api/users/profile", &first).expect(200);
    let second =
        json!({"name": "Maya A. Okafor", "location": null, "bio": "", "currentPassword": PASSWORD});
    let answer = person.at(server).put("/api/users/profile", &second).expect(200);
    let user = &answer.body["user"];
    assert_eq!(user["name"], "Maya A. Okafor");
    assert_eq!(user["phone"], "+234 1 555 0100");
    assert_eq!(user["platform_links"]["spotify"], "https://open.spotify.com/artist/1");
    assert!(user["location"].is_null() && user["bio"].is_null());
    assert_eq!(&person.at(server).get("/api/auth/me").expect(200).body["user"], user);
}

// PROF-02
fn a_profile_needs_the_current_password(server: &Server) {
    let person = Person::join(server);
    let change = json!({"name": "Somebody Else", "currentPassword": "wrong"});
    let answer = person.at(server).put("/api/users/profile", &change).expect_error(403);
    assert_eq!(answer.error(), "Current password is incorrect");
    let answer = person
        .at(server)
        .put("/api/users/profile", &json!({"name": "Somebody Else"}))
        .expect_error(400);
    assert_eq!(answer.body["fields"]["currentPassword"], "Password is required");
    assert_eq!(person.at(server).get("/api/auth/me").body["user"], person.user);
}

fn a_bad_profile_is_refused_whole(server: &Server) {
    let person = Person::join(server);
    let change = json!({"name": "M", "email": "no", "location": "Lagos", "bio": "x".repeat(2001),
            "platform_links": {"youtube": "javascript:alert(1)"}, "currentPassword": PASSWORD});
    let answer = person.at(server).put("/api/users/profile", &change).expect_error(400);
    let fields = answer.body["fields"].as_object().unwrap();
    assert_eq!(
        fields.keys().map(String::as_str).collect::<Vec<_>>(),
        ["bio", "email", "name", "youtube"]
    );
    assert_eq!(person.at(server).get("/api/auth/me").body["user"], person.user);
}

fn an_email_moves_only_to_where_nobody_is(server: &Server) {
    let (person, other) = (Person::join(server), Person::join(server));
    let taken = json!({"email": other.email.to_uppercase(), "name": "New Name", "currentPassword": PASSWORD});
    person.at(server).put("/api/users/profile", &taken).expect_error(409);
    assert_eq!(person.at(server).get("/api/auth/me").body["user"], person.user);
    let free = json!({"email": "moved@northline.studio", "currentPassword": PASSWORD});
    person.at(server).put("/api/users/profile", &free).expect(200);
    let form = json!({"email": "moved@northline.studio", "password": PASSWORD});
    server.post("/api/auth/login", &form).expect(200);
    server
        .post("/api/auth/login", &json!({"email": person.email, "password": PASSWORD}))
        .expect_error(401);
}

// PROF-04
fn the_current_password_can_be_verified(server: &Server) {
    let person = Person::join(server);
    person
        .at(server)
        .post("/api/users/verify-password", &json!({"password": PASSWORD}))
        .expect(200);
    let answer = person
        .at(server)
        .post("/api/users/verify-password", &json!({"password": "no"}))
        .expect_error(403);
    assert_eq!(answer.error(), "Current password is incorrect");
    person.at(server).post("/api/users/verify-password", &json!({})).expect_error(400);
}

// PROF-03
fn a_new_password_ends_the_other_sessions(server: &Server) {
    let person = Person::join(server);
    let elsewhere = person.sign_in(server);
    let change = json!({"currentPassword": PASSWORD, "newPassword": "Lagoon-88"});
    person.at(server).put("/api/users/password", &change).expect(200);
    person.at(server).get("/api/auth/me").expect(200);
    server.with_token(&elsewhere).get("/api/auth/me").expect_error(401);
    server
        .post("/api/auth/login", &json!({"email": person.email, "password": PASSWORD}))
        .expect_error(401);
    server
        .post("/api/auth/login", &json!({"email": person.email, "password": "Lagoon-88"}))
        .expect(200);
}

// PROF-03: at least 8 characters and 3 of the 5 criteria.
fn a_weak_new_password_is_refused_and_changes_nothing(server: &Server) {
    let person = Person::join(server);
    let elsewhere = person.sign_in(server);
    for weak in ["", "Ab1$", "abcdefgh", "12345678"] {
        let change = json!({"currentPassword": PASSWORD, "newPassword": weak});
        let answer = person.at(server).put("/api/users/password", &change).expect_error(400);
        assert!(answer.body["fields"]["newPassword"].is_string(), "{weak}");
    }
    let change = json!({"currentPassword": "wrong", "newPassword": "Lagoon-88"});
    person.at(server).put("/api/users/password", &change).expect_error(403);
    server.with_token(&elsewhere).get("/api/auth/me").expect(200);
}

// Of two simultaneous password changes, one wins; the other was checked against the replaced password and is refused.
fn two_changes_at_once_do_not_both_succeed(server: &Server) {
    let person = Person::join(server);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..4)
            .map(|number| {
                let person = &person;
                scope.spawn(move || {
                    let new = format!("Lagoon-8{number}");
                    let change = json!({"currentPassword": PASSWORD, "newPassword": new});
                    person.at(server).put("/api/users/password", &change).status
                })
            })
            .collect();
        tries.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 403].contains(status)), "{statuses:?}");
}
