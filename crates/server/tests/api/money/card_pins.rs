//! The PIN before the full number of a card, over HTTP. FIN-05, CARD-05

use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Answer, Engine, Server, on_both_engines};
use crate::money::cards::{add, form};

const PIN: &str = "2583";

fn set_pin(server: &Server, person: &Person, pin: &str) -> Answer {
    person.at(server).put("/api/cards/pin", &json!({"pin": pin, "currentPassword": PASSWORD}))
}

/// A person with a card and a PIN, and the path that reveals the card.
fn join_with_card(server: &Server) -> (Person, String) {
    let person = Person::join(server);
    let card = add(server, &person, &form());
    set_pin(server, &person, PIN).expect(200);
    let path = format!("/api/cards/{}/reveal", card["id"].as_str().unwrap());
    (person, path)
}

fn reveal(server: &Server, person: &Person, path: &str, pin: &str) -> Answer {
    person.at(server).post(path, &json!({"pin": pin}))
}

fn status(server: &Server, person: &Person) -> Value {
    person.at(server).get("/api/cards/pin").expect(200).body
}

on_both_engines!(
    the_right_pin_reveals_number_and_expiry,
    a_pin_is_set_with_the_password_and_changed_with_it,
    five_wrong_pins_lock_it_for_a_quarter_of_an_hour,
    a_right_pin_forgets_the_wrong_ones,
    pg tries_at_once_are_five_at_most
);

// FIN-05
fn the_right_pin_reveals_number_and_expiry(server: &Server) {
    let (person, path) = join_with_card(server);
    let answer = reveal(server, &person, &path, PIN).expect(200);
    assert_eq!(
        answer.body,
        json!({"success": true, "number": "4539578763621486", "expiry": "08/88"})
    );
    assert_eq!(answer.header("cache-control"), "no-store");
    for wrong in ["2581", "25800", "abcd"] {
        let refused = reveal(server, &person, &path, wrong).expect_error(403);
        assert_eq!(refused.error(), "Incorrect PIN!");
        assert!(refused.body["tries_left"].is_number(), "{refused:?}");
    }
    let asked = reveal(server, &person, &path, "").expect_error(400);
    assert!(asked.body["fields"]["pin"].is_string());
    let logs = person.at(server).get("/api/security/logs?limit=4").expect(200).body["logs"].clone();
    let told: Vec<_> = logs
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["event"].clone(), entry["detail"].clone()))
        .collect();
    let of = |event: &str| (json!(event), json!("ending in 1486"));
    assert_eq!(
        told,
        [of("card_pin_failed"), of("card_pin_failed"), of("card_pin_failed"), of("card_revealed")]
    );
}

// CARD-05
fn a_pin_is_set_with_the_password_and_changed_with_it(server: &Server) {
    let person = Person::join(server);
    let card = add(server, &person, &form());
    let path = format!("/api/cards/{}/reveal", card["id"].as_str().unwrap());
    assert_eq!(
        status(server, &person),
        json!({"success": true, "set": false, "locked_until": null, "needs_new_pin": false})
    );
    let none = reveal(server, &person, &path, PIN).expect_error(409);
    assert_eq!(none.error(), "No PIN is set yet. Please set one first.");
    let wrong = person
        .at(server)
        .put("/api/cards/pin", &json!({"pin": PIN, "currentPassword": "guess"}))
        .expect_error(403);
    assert_eq!(wrong.error(), "Current password is incorrect");
    person.at(server).put("/api/cards/pin", &json!({"pin": PIN})).expect_error(400);
    for pin in ["", "123", "12345", "12a4", "１２３４"] {
        let answer = set_pin(server, &person, pin).expect_error(400);
        assert_eq!(answer.body["fields"]["pin"], "Please enter a PIN of 4 digits", "{pin}");
    }
    assert_eq!(status(server, &person)["set"], false);
    set_pin(server, &person, PIN).expect(200);
    assert_eq!(
        status(server, &person),
        json!({"success": true, "set": true, "locked_until": null, "needs_new_pin": false})
    );
    set_pin(server, &person, "0042").expect(200);
    reveal(server, &person, &path, PIN).expect_error(403);
    reveal(server, &person, &path, "0042").expect(200);
}

// CARD-05: after five wrong PINs, even the right one has to wait.
fn five_wrong_pins_lock_it_for_a_quarter_of_an_hour(server: &Server) {
    let (person, path) = join_with_card(server);
    for _ in 0..5 {
        assert_eq!(status(server, &person)["locked_until"], Value::Null);
        reveal(server, &person, &path, "0000").expect_error(403);
    }
    let until = status(server, &person)["locked_until"].clone();
    assert!(until.is_string());
    for pin in [PIN, "0000"] {
        let answer = reveal(server, &person, &path, pin).expect_error(429);
        assert_eq!(
            answer.error(),
            "Card details are locked after 5 wrong PINs. Please try again in 15 minutes."
        );
        let wait: u32 = answer.header("retry-after").parse().unwrap();
        assert!((800..=901).contains(&wait), "{wait}");
    }
    assert_eq!(status(server, &person)["locked_until"], until, "knocking does not make it longer");
    // Another account's card has another account's PIN, which is not locked.
    let (other, theirs) = join_with_card(server);
    reveal(server, &other, &theirs, PIN).expect(200);
    // Setting a new PIN with the password lifts the lock.
    set_pin(server, &person, "7071").expect(200);
    assert_eq!(status(server, &person)["locked_until"], Value::Null);
    reveal(server, &person, &path, "7071").expect(200);
}

// CARD-05
fn a_right_pin_forgets_the_wrong_ones(server: &Server) {
    let (person, path) = join_with_card(server);
    for _ in 0..3 {
        for _ in 0..4 {
            reveal(server, &person, &path, "0000").expect_error(403);
        }
        reveal(server, &person, &path, PIN).expect(200);
    }
}

// CARD-05: an attempt is counted before the PIN is checked.
fn tries_at_once_are_five_at_most(server: &Server) {
    let (person, path) = join_with_card(server);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let (person, path) = (&person, &path);
        let tries: Vec<_> = (0..20)
            .map(|number| {
                scope.spawn(move || reveal(server, person, path, &format!("{number:04}")).status)
            })
            .collect();
        tries.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 403).count(), 5, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 15, "{statuses:?}");
}

/// CARD-05: the lock outlives the process, and the operator can lift it.
#[test]
fn a_restart_forgets_no_try_and_the_operator_can() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let server = Server::start(engine, &[]);
        let (person, path) = join_with_card(&server);
        for _ in 0..5 {
            reveal(&server, &person, &path, "0000").expect_error(403);
        }
        let server = server.restart(&[]);
        reveal(&server, &person, &path, PIN).expect_error(429);
        let place = server.data_flags();
        let mut line = vec!["user", "unlock", person.email.as_str()];
        line.extend(place.iter().map(String::as_str));
        let told = crate::harness::program(&line).output().unwrap();
        assert!(told.status.success(), "{told:?}");
        reveal(&server, &person, &path, PIN).expect(200);
    }
}
