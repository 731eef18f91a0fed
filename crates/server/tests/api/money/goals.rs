//! Savings goals over HTTP. GOAL-02, GOAL-03, GOAL-04

use domain::{calendar::Day, time::Timestamp};
use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Answer, Server, on_both_engines};

fn today() -> Day {
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    Day::of(Timestamp::from_millis(i64::try_from(since_1970.as_millis()).unwrap()))
}

fn form() -> Value {
    json!({"title": "New monitors", "description": "For the back room", "target_amount": 1250.5,
        "target_date": "2088-03-01", "category": "business"})
}

fn form_with(field: &str, value: Value) -> Value {
    let mut form = form();
    form[field] = value;
    form
}

fn add(server: &Server, person: &Person, form: &Value) -> Value {
    person.at(server).post("/api/goals", form).expect(201).body["goal"].clone()
}

fn path(goal: &Value) -> String {
    format!("/api/goals/{}", goal["id"].as_str().unwrap())
}

fn progress(server: &Server, person: &Person, goal: &Value, amount: &str) -> Answer {
    let call = person.at(server).call("PUT", &format!("{}/progress", path(goal)));
    call.body("application/json", format!("{{\"amount\": {amount}}}")).send()
}

/// The goal's current amount as digits, as in the text of the answer.
fn current(answer: &Answer) -> String {
    let text = answer.text();
    let (_, rest) = text.split_once("\"current_amount\":").expect("an amount");
    rest.split([',', '}']).next().unwrap().to_owned()
}

on_both_engines!(
    a_goal_has_the_specs_fields,
    each_fault_has_its_sentence,
    progress_is_added_to_the_cent,
    pg a_hundred_cents_at_once_are_one_dollar,
    a_repeated_request_adds_once,
    a_goal_can_be_changed_and_deleted,
    progress_can_be_corrected,
    pg lists_are_narrowed_down_and_paged,
    anothers_goal_is_not_there
);

// GOAL-04
fn a_goal_has_the_specs_fields(server: &Server) {
    let person = Person::join(server);
    let answer = person.at(server).post("/api/goals", &form()).expect(201);
    assert!(answer.text().contains("\"target_amount\":1250.50"), "{}", answer.text());
    let goal = answer.body["goal"].clone();
    let mut expected = form();
    expected["status"] = json!("active");
    expected["current_amount"] = json!(0.0);
    for own in ["id", "created_at", "updated_at"] {
        expected[own] = goal[own].clone();
    }
    assert_eq!(goal, expected);
    let list = person.at(server).get("/api/goals").expect(200);
    assert_eq!((&list.body["goals"], &list.body["total"]), (&json!([expected]), &json!(1)));
    assert_eq!(person.at(server).get(&path(&goal)).expect(200).body["goal"], expected);
    let plain = json!({"title": "Rest", "target_amount": 0.01, "target_date": today().to_string()});
    let plain = add(server, &person, &plain);
    assert_eq!((&plain["category"], &plain["description"]), (&json!("general"), &Value::Null));
    assert_eq!(plain["status"], "active", "today is not over yet");
}

// GOAL-02
fn each_fault_has_its_sentence(server: &Server) {
    let person = Person::join(server);
    let yesterday = today().previous().unwrap().to_string();
    let faults = [
        ("title", json!(""), "Title is required"),
        ("title", json!("  "), "Title is required"),
        ("title", Value::Null, "Title is required"),
        ("title", json!("x".repeat(201)), "Title must be at most 200 characters"),
        ("target_amount", Value::Null, "Target amount is required"),
        ("target_amount", json!(0), "Target amount must be at least 0.01"),
        ("target_amount", json!(-5), "Target amount must be at least 0.01"),
        ("target_amount", json!(0.005), "Target amount must have at most two decimals"),
        ("target_amount", json!("100"), "Target amount must be a number"),
        ("target_amount", json!(1e13), "Target amount must be at most 1,000,000,000,000.00"),
        ("target_date", Value::Null, "Target date is required"),
        ("target_date", json!(yesterday), "Target date must not be earlier than today"),
        (
            "target_date",
            json!("2088-02-30"),
            "Target date must be a valid date, such as 2026-01-31",
        ),
        (
            "target_date",
            json!("01/03/2088"),
            "Target date must be a valid date, such as 2026-01-31",
        ),
        (
            "category",
            json!("boat"),
            "Category must be one of general, emergency, vacation, house, car, education, retirement, health, business",
        ),
    ];
    for (field, value, sentence) in faults {
        let answer = person
            .at(server)
            .post("/api/goals", &form_with(field, value.clone()))
            .expect_error(400);
        assert_eq!(answer.error(), sentence, "{field}: {value}");
        assert_eq!(answer.body["fields"][field], sentence);
    }
    let all = person.at(server).post("/api/goals", &json!({"category": "boat"})).expect_error(400);
    assert_eq!(all.body["fields"].as_object().unwrap().len(), 4);
    assert_eq!(person.at(server).get("/api/goals").expect(200).body["total"], 0);
    for category in [
        "general",
        "emergency",
        "vacation",
        "house",
        "car",
        "education",
        "retirement",
        "health",
        "business",
    ] {
        assert_eq!(
            add(server, &person, &form_with("category", json!(category)))["category"],
            category
        );
    }
}

// GOAL-03, GOAL-04
fn progress_is_added_to_the_cent(server: &Server) {
    let person = Person::join(server);
    let goal = add(server, &person, &form_with("target_amount", json!(1)));
    for (amount, sum, status) in [
        ("0.1", "0.10", "active"),
        ("0.2", "0.30", "active"),
        ("0.69", "0.99", "active"),
        ("0.01", "1.00", "completed"),
        ("5e1", "51.00", "completed"),
    ] {
        let answer = progress(server, &person, &goal, amount).expect(200);
        assert_eq!(
            (current(&answer).as_str(), &answer.body["goal"]["status"]),
            (sum, &json!(status))
        );
    }
    let before = person.at(server).get(&path(&goal)).expect(200).body;
    for amount in ["0", "-1", "0.001", "\"5\"", "null", "1e13", "[1]"] {
        let answer = progress(server, &person, &goal, amount).expect_error(400);
        assert!(answer.body["fields"]["amount"].is_string(), "{amount}: {answer:?}");
    }
    // A goal cannot hold more than the largest amount.
    progress(server, &person, &goal, "1000000000000").expect_error(400);
    person.at(server).put(&format!("{}/progress", path(&goal)), &json!({})).expect_error(400);
    assert_eq!(person.at(server).get(&path(&goal)).expect(200).body, before);
}

// GOAL-03: of simultaneous updates, none is lost.
fn a_hundred_cents_at_once_are_one_dollar(server: &Server) {
    let person = Person::join(server);
    let goal = add(server, &person, &form());
    std::thread::scope(|scope| {
        let (person, goal) = (&person, &goal);
        for _ in 0..100 {
            scope.spawn(move || progress(server, person, goal, "0.01").expect(200));
        }
    });
    let answer = person.at(server).get(&path(&goal)).expect(200);
    assert_eq!(current(&answer), "1.00");
}

// GOAL-04: progress with the same idempotency key is added once.
fn a_repeated_request_adds_once(server: &Server) {
    let person = Person::join(server);
    let (goal, other) = (add(server, &person, &form()), add(server, &person, &form()));
    let send = |goal: &Value, key: &str, amount: f64| {
        let call = person.at(server).call("PUT", &format!("{}/progress", path(goal)));
        call.header("idempotency-key", key).json(&json!({"amount": amount})).send()
    };
    let first = send(&goal, "a", 10.25).expect(200);
    let again = send(&goal, "a", 10.25).expect(200);
    assert_eq!((first.text(), again.header("idempotency-replayed")), (again.text(), "true"));
    send(&goal, "a", 11.0).expect_error(409);
    send(&other, "a", 10.25).expect_error(409);
    send(&goal, "", 1.0).expect_error(400);
    let after = send(&goal, "b", 0.75).expect(200);
    assert_eq!(current(&after), "11.00");
}

// GOAL-04
fn a_goal_can_be_changed_and_deleted(server: &Server) {
    let person = Person::join(server);
    let goal = add(server, &person, &form());
    progress(server, &person, &goal, "100").expect(200);
    let at = path(&goal);
    let change =
        |change: Value| person.at(server).put(&at, &change).expect(200).body["goal"].clone();
    let changed =
        change(json!({"title": " Monitors ", "status": "completed", "description": null}));
    assert_eq!((&changed["title"], &changed["description"]), (&json!("Monitors"), &Value::Null));
    assert_eq!(
        (&changed["current_amount"], &changed["category"]),
        (&json!(100.0), &json!("business"))
    );
    assert_eq!(change(json!({"target_amount": 99.99}))["status"], "completed");
    assert_eq!(change(json!({"target_amount": 100.01, "category": "house"}))["status"], "active");
    let yesterday = today().previous().unwrap().to_string();
    for (change, field) in [
        (json!({"title": ""}), "title"),
        (json!({"target_amount": 0}), "target_amount"),
        (json!({"target_date": yesterday}), "target_date"),
        (json!({"category": "x"}), "category"),
    ] {
        let answer = person.at(server).put(&at, &change).expect_error(400);
        assert!(answer.body["fields"][field].is_string(), "{answer:?}");
    }
    assert_eq!(change(json!({}))["target_date"], goal["target_date"]);
    person.at(server).delete(&at).expect(200);
    for answer in [
        person.at(server).get(&at),
        person.at(server).delete(&at),
        person.at(server).put(&at, &json!({})),
        progress(server, &person, &goal, "1"),
    ] {
        assert_eq!(answer.expect_error(404).error(), "This goal does not exist.");
    }
    person.at(server).get("/api/goals/1").expect_error(404);
}

fn progress_can_be_corrected(server: &Server) {
    let person = Person::join(server);
    let goal = add(server, &person, &form());
    progress(server, &person, &goal, "1300").expect(200);
    let corrected =
        person.at(server).put(&path(&goal), &json!({"current_amount": 130.05})).expect(200);
    assert_eq!(current(&corrected), "130.05");
    assert_eq!(corrected.body["goal"]["status"], "active");
    assert_eq!(corrected.body["goal"]["target_amount"], 1250.5);
    let emptied = person.at(server).put(&path(&goal), &json!({"current_amount": 0})).expect(200);
    assert_eq!(current(&emptied), "0.00");
    for wrong in [json!(-1), json!(0.001), json!("5")] {
        let answer = person
            .at(server)
            .put(&path(&goal), &json!({"current_amount": wrong}))
            .expect_error(400);
        assert!(answer.body["fields"]["current_amount"].is_string(), "{wrong}");
    }
    progress(server, &person, &goal, "20").expect(200);
    let begun = add(server, &person, &form_with("current_amount", json!(5)));
    assert_eq!(begun["current_amount"], 5.0);
}

fn lists_are_narrowed_down_and_paged(server: &Server) {
    let person = Person::join(server);
    let goals: Vec<Value> = (0..3)
        .map(|number| add(server, &person, &form_with("title", json!(format!("Goal {number}")))))
        .collect();
    progress(server, &person, &goals[1], "1250.50").expect(200);
    let titles = |query: &str| -> Vec<Value> {
        let answer = person.at(server).get(&format!("/api/goals{query}")).expect(200);
        answer.body["goals"].as_array().unwrap().iter().map(|goal| goal["title"].clone()).collect()
    };
    assert_eq!(titles(""), ["Goal 2", "Goal 1", "Goal 0"]);
    assert_eq!(titles("?status=active"), ["Goal 2", "Goal 0"]);
    assert_eq!(titles("?status=completed"), ["Goal 1"]);
    assert_eq!(titles("?status=overdue"), [] as [&str; 0]);
    assert_eq!(titles("?status=active&limit=1&offset=1"), ["Goal 0"]);
    person.at(server).get("/api/goals?status=done").expect_error(400);
    person.at(server).get("/api/goals?limit=500").expect_error(400);
}

// OPS-06
fn anothers_goal_is_not_there(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let goal = add(server, &maya, &form());
    let at = path(&goal);
    ade.at(server).get(&at).expect_error(404);
    ade.at(server).put(&at, &json!({"title": "Stolen"})).expect_error(404);
    ade.at(server).delete(&at).expect_error(404);
    progress(server, &ade, &goal, "5").expect_error(404);
    assert_eq!(ade.at(server).get("/api/goals").expect(200).body["total"], 0);
    assert_eq!(maya.at(server).get(&at).expect(200).body["goal"], goal);
}
