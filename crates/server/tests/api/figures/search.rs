//! The global search over HTTP: what it finds, in which order, and what it never finds. SHELL-06

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Server, library, on_both_engines};
use crate::sales::record;

fn search(server: &Server, person: &Person, query: &str) -> Value {
    person.at(server).get(&format!("/api/search?{query}")).expect(200).body["groups"].clone()
}

/// The results of the global search, each as `kind title`.
fn search_results(server: &Server, person: &Person, typed: &str) -> Vec<String> {
    let groups = search(server, person, &format!("limit=20&q={}", percent_encoded(typed)));
    let hits = groups.as_array().unwrap().iter().flat_map(|group| {
        assert!(!group["hits"].as_array().unwrap().is_empty(), "{group}");
        assert!(group["hits"].as_array().unwrap().iter().all(|hit| hit["kind"] == group["kind"]));
        group["hits"].as_array().unwrap()
    });
    hits.map(|hit| format!("{} {}", hit["kind"].as_str().unwrap(), hit["title"].as_str().unwrap()))
        .collect()
}

fn percent_encoded(typed: &str) -> String {
    typed.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn client(server: &Server, person: &Person, name: &str, email: &str) -> Value {
    let body = json!({"name": name, "email": email, "account_number": "12345678", "bank_name": "First Bank"});
    person.at(server).post("/api/beneficiaries", &body).expect(201).body["beneficiary"].clone()
}

fn sale(server: &Server, person: &Person, title: &str, client: &str) -> Value {
    // A pending sale has no transaction that the search would find as well.
    record(
        server,
        person,
        &json!({"title": title, "client": client, "amount": 45.5, "currency": "EUR",
        "status": "Pending", "date": "2026-03-01"}),
    )
}

fn deposit(server: &Server, person: &Person, title: &str) -> Value {
    let body = json!({"type": "deposit", "title": title, "amount": 20, "date": "2026-03-02"});
    person.at(server).post("/api/transactions", &body).expect(201).body["transaction"].clone()
}

on_both_engines!(
    each_kind_is_found_with_its_page,
    words_in_any_order_case_and_accent,
    pg references_and_amounts_are_found,
    what_makes_no_question_is_answered_plainly,
    the_best_few_are_told_and_that_there_are_more,
    nobody_finds_what_is_anothers
);

// LIST-01
fn references_and_amounts_are_found(server: &Server) {
    let person = Person::join(server);
    for number in 1..=12 {
        sale(server, &person, &format!("Beat {number}"), "Walk-in");
        deposit(server, &person, &format!("Gig {number}"));
    }
    assert_eq!(search_results(server, &person, "SALE-003"), ["sale Beat 3"]);
    assert_eq!(search_results(server, &person, "txn-011"), ["transaction Gig 11"]);
    assert_eq!(search_results(server, &person, "sale-01")[0], "sale Beat 12");
    assert_eq!(search_results(server, &person, "45.50").len(), 12);
    assert_eq!(search_results(server, &person, "$20.00").len(), 12);
}

// SHELL-06
fn each_kind_is_found_with_its_page(server: &Server) {
    let person = Person::join(server);
    let beat = library::upload(server, &person, "Harbour Lights.wav", 1);
    let client = client(server, &person, "Harbour Records", "hello@harbour.example");
    let sale = sale(server, &person, "Harbour Nights", "Walk-in");
    let deposit = deposit(server, &person, "Harbour gig");
    let id = |of: &Value| of["id"].as_str().unwrap().to_owned();
    assert_eq!(
        search(server, &person, "q=harb"),
        json!([
            {"kind": "beat", "has_more": false, "hits": [{"kind": "beat", "id": id(&beat), "title": "Harbour Lights",
                "subtitle": "Beat · Available", "link": format!("/documents?item={}", id(&beat))}]},
            {"kind": "client", "has_more": false, "hits": [{"kind": "client", "id": id(&client), "title": "Harbour Records",
                "subtitle": "hello@harbour.example", "link": format!("/beneficiaries?client={}", id(&client))}]},
            {"kind": "sale", "has_more": false, "hits": [{"kind": "sale", "id": id(&sale), "title": "Harbour Nights",
                "subtitle": "SALE-001 · Walk-in · 2026-03-01 · Pending", "amount": 45.5, "currency": "EUR",
                "link": format!("/payment-history?sale={}", id(&sale))}]},
            {"kind": "transaction", "has_more": false, "hits": [{"kind": "transaction", "id": id(&deposit),
                "title": "Harbour gig", "subtitle": format!("{} · 2026-03-02", deposit["reference"].as_str().unwrap()),
                "amount": 20.0, "currency": "USD", "link": format!("/transaction-history?transaction={}", id(&deposit))}]},
        ])
    );
    // The search finds a new title and not the old one, and no deleted row.
    let at = |path: &str, of: &Value| format!("/api/{path}/{}", id(of));
    person.at(server).put(&at("documents", &beat), &json!({"title": "Pier Lights"})).expect(200);
    person
        .at(server)
        .put(
            &at("beneficiaries", &client),
            &json!({"name": "Pier Records", "email": "hello@pier.example"}),
        )
        .expect(200);
    person.at(server).delete(&at("sales", &sale)).expect(200);
    person.at(server).delete(&at("transactions", &deposit)).expect(200);
    assert_eq!(
        search_results(server, &person, "pier"),
        ["beat Pier Lights", "client Pier Records"]
    );
    // The file keeps its name.
    assert_eq!(search_results(server, &person, "harbour"), ["beat Pier Lights"]);
    person.at(server).delete(&at("documents", &beat)).expect(200);
    person.at(server).delete(&at("beneficiaries", &client)).expect(200);
    assert_eq!(search_results(server, &person, "pier"), [""; 0]);
}

// SHELL-06
fn words_in_any_order_case_and_accent(server: &Server) {
    let person = Person::join(server);
    client(server, &person, "Zoë Lindqvist", "zoe@lindqvist.example");
    client(server, &person, "Bo", "b@example.com");
    for (title, client) in
        [("Overdrive", "Ade"), ("Été à Łódź", "Müller & Söhne"), ("Night Drive", "Straße 7")]
    {
        sale(server, &person, title, client);
    }
    deposit(server, &person, "50%_off \\ \"quoted\" 🔥🎹🔥");
    let cases: [(&str, &[&str]); 22] = [
        ("zoe", &["client Zoë Lindqvist"]),
        ("ZOË", &["client Zoë Lindqvist"]),
        ("Zoe\u{308}", &["client Zoë Lindqvist"]),
        ("lind ZO", &["client Zoë Lindqvist"]),
        // A match at the beginning of a word comes before a match in its middle, although its row is older.
        ("drive", &["sale Night Drive", "sale Overdrive"]),
        ("drive night", &["sale Night Drive"]),
        ("night overdrive", &[]),
        ("ete", &["sale Été à Łódź"]),
        ("lodz été", &["sale Été à Łódź"]),
        ("mull sohn", &["sale Été à Łódź"]),
        ("strasse", &["sale Night Drive"]),
        ("bo", &["client Bo"]),
        ("50%", &["transaction 50%_off \\ \"quoted\" 🔥🎹🔥"]),
        ("%_off", &["transaction 50%_off \\ \"quoted\" 🔥🎹🔥"]),
        ("%", &["transaction 50%_off \\ \"quoted\" 🔥🎹🔥"]),
        ("\\", &["transaction 50%_off \\ \"quoted\" 🔥🎹🔥"]),
        ("\"quo", &["transaction 50%_off \\ \"quoted\" 🔥🎹🔥"]),
        ("🎹", &["transaction 50%_off \\ \"quoted\" 🔥🎹🔥"]),
        ("🔥🎹🔥", &["transaction 50%_off \\ \"quoted\" 🔥🎹🔥"]),
        ("TXN-001", &["transaction 50%_off \\ \"quoted\" 🔥🎹🔥"]),
        ("' OR 1=1 --", &[]),
        (") AND (", &[]),
    ];
    for (typed, expected) in cases {
        assert_eq!(search_results(server, &person, typed), expected, "{typed}");
    }
    // The search of each list finds the same rows.
    let list = |path: &str| person.at(server).get(path).expect(200).body["total"].clone();
    assert_eq!(list("/api/sales?search=ete+a+lodz"), 1);
    assert_eq!(list("/api/beneficiaries?search=zoe"), 1);
}

// SHELL-06
fn what_makes_no_question_is_answered_plainly(server: &Server) {
    let person = Person::join(server);
    sale(server, &person, "Anthem", "Ade");
    for nothing in ["", "q=", "q=+%20", "limit=5"] {
        assert_eq!(search(server, &person, nothing), json!([]), "{nothing}");
    }
    assert_eq!(search_results(server, &person, "a"), ["sale Anthem"]);
    assert_eq!(search_results(server, &person, &"a ".repeat(50)), ["sale Anthem"]);
    let refused = |query: &str, field: &str| {
        let answer = person.at(server).get(&format!("/api/search?{query}")).expect_error(400);
        assert!(answer.body["fields"][field].is_string(), "{}", answer.body);
    };
    refused(&format!("q={}", "a".repeat(300)), "q");
    refused("q=a&limit=0", "limit");
    refused("q=a&limit=21", "limit");
    refused("q=a&limit=x", "limit");
    person.at(server).get("/api/search?q=a%00b").expect_error(400);
}

// SHELL-06
fn the_best_few_are_told_and_that_there_are_more(server: &Server) {
    let person = Person::join(server);
    sale(server, &person, "Anthem", "First");
    for number in 0..7 {
        sale(server, &person, &format!("Grand Anthem {number}"), "Ade");
    }
    let groups = search(server, &person, "q=anthem");
    let titles: Vec<_> = groups[0]["hits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| hit["title"].as_str().unwrap())
        .collect();
    assert_eq!(
        titles,
        ["Anthem", "Grand Anthem 6", "Grand Anthem 5", "Grand Anthem 4", "Grand Anthem 3"]
    );
    assert_eq!(groups[0]["has_more"], true);
    assert_eq!(search(server, &person, "q=anthem&limit=8")[0]["has_more"], false);
}

// OPS-06
fn nobody_finds_what_is_anothers(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    library::upload(server, &maya, "Secretive.wav", 3);
    client(server, &maya, "Secretive", "secretive@example.com");
    sale(server, &maya, "Secretive", "Secretive");
    deposit(server, &maya, "Secretive");
    client(server, &ade, "Open", "open@example.com");
    assert_eq!(search_results(server, &maya, "secretive").len(), 4);
    for typed in ["secretive", "se", "s", "secretive open"] {
        assert_eq!(search_results(server, &ade, typed), [""; 0], "{typed}");
    }
    assert_eq!(search_results(server, &ade, "open"), ["client Open"]);
}
