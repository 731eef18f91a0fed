//! Clients over HTTP: fields, texts, search, filters. CLI-02, CLI-03

mod history;

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Engine, Server, on_both_engines};

const REQUIRED: &str = "Please fill in all required fields";
const BAD_EMAIL: &str = "Please enter a valid email address";

fn form(name: &str) -> Value {
    let email =
        format!("{}@labels.example", name.to_lowercase().replace([' ', '%', '_', '\\'], "."));
    json!({"name": name, "email": email, "account_number": "DE89 3704 0044", "bank_name": "First Bank"})
}

fn form_with(field: &str, value: Value) -> Value {
    let mut form = form("Ade Bello");
    form[field] = value;
    form
}

fn add(server: &Server, person: &Person, form: &Value) -> Value {
    person.at(server).post("/api/beneficiaries", form).expect(201).body["beneficiary"].clone()
}

/// The names in a list of clients, in its order.
fn names(server: &Server, person: &Person, path: &str) -> Vec<String> {
    let answer = person.at(server).get(path).expect(200);
    let found = answer.body["beneficiaries"].as_array().unwrap();
    assert_eq!(answer.body["total"], found.len(), "{path}");
    found.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

fn path(beneficiary: &Value) -> String {
    format!("/api/beneficiaries/{}", beneficiary["id"].as_str().unwrap())
}

on_both_engines!(
    a_client_has_the_specs_fields,
    each_fault_has_its_sentence,
    a_client_can_be_changed_and_deleted,
    a_search_has_at_most_100_letters,
    pg search_finds_parts_of_names_and_addresses,
    pg lists_are_narrowed_down_and_paged,
    pg lists_are_sorted_by_name_and_by_revenue,
    anothers_client_is_not_there
);

// CLI-02, CLI-03
fn a_client_has_the_specs_fields(server: &Server) {
    let person = Person::join(server);
    let full = json!({"name": " Ade Bello ", "email": "Ade@Labels.Example", "phone": "+44 20 7946 0000",
            "address": "1 Dean Street\nLondon", "account_number": "12-34-56 / 00112233", "bank_name": "First Bank",
            "bank_code": "FBNKGB2L", "account_type": "business", "relationship": "vendor", "notes": "Pays late"});
    let made = add(server, &person, &full);
    let mut expected = full;
    expected["name"] = json!("Ade Bello");
    for own in ["id", "created_at", "updated_at"] {
        assert!(made[own].is_string(), "{own}");
        expected[own] = made[own].clone();
    }
    assert_eq!(made, expected);
    assert_eq!(person.at(server).get(&path(&made)).expect(200).body["beneficiary"], expected);
    let list = person.at(server).get("/api/beneficiaries").expect(200);
    assert_eq!((&list.body["beneficiaries"], &list.body["total"]), (&json!([expected]), &json!(1)));
    let plain = add(server, &person, &form("Zoë Lindqvist"));
    assert_eq!(
        (&plain["account_type"], &plain["relationship"]),
        (&json!("checking"), &json!("other"))
    );
    assert_eq!((&plain["phone"], &plain["notes"]), (&Value::Null, &Value::Null));
}

// CLI-02
fn each_fault_has_its_sentence(server: &Server) {
    let person = Person::join(server);
    for field in ["name", "email", "account_number", "bank_name"] {
        for value in [json!(""), json!("  "), Value::Null] {
            let answer = person
                .at(server)
                .post("/api/beneficiaries", &form_with(field, value))
                .expect_error(400);
            assert_eq!(
                (answer.error(), &answer.body["fields"][field]),
                (REQUIRED, &json!(REQUIRED)),
                "{field}"
            );
        }
    }
    for email in ["ade", "ade@", "ade@labels", "a b@labels.example"] {
        let answer = person
            .at(server)
            .post("/api/beneficiaries", &form_with("email", json!(email)))
            .expect_error(400);
        assert_eq!(
            (answer.error(), &answer.body["fields"]["email"]),
            (BAD_EMAIL, &json!(BAD_EMAIL)),
            "{email}"
        );
    }
    // Missing fields are reported before wrong values.
    let answer = person
        .at(server)
        .post("/api/beneficiaries", &json!({"name": "Ade", "email": "ade"}))
        .expect_error(400);
    assert_eq!(answer.error(), REQUIRED);
    let others = [
        ("account_type", json!("current")),
        ("relationship", json!("Family")),
        ("name", json!("x".repeat(121))),
        ("account_number", json!("<b>1</b>")),
        ("account_number", json!(123)),
        ("notes", json!("x".repeat(2001))),
        ("phone", json!("1".repeat(41))),
        ("name", json!("a\nb")),
    ];
    for (field, value) in others {
        let answer = person
            .at(server)
            .post("/api/beneficiaries", &form_with(field, value))
            .expect_error(400);
        assert!(answer.body["fields"][field].is_string(), "{field}: {answer:?}");
    }
    assert_eq!(names(server, &person, "/api/beneficiaries"), [] as [&str; 0]);
}

// CLI-03
fn a_client_can_be_changed_and_deleted(server: &Server) {
    let person = Person::join(server);
    let made = add(server, &person, &form_with("notes", json!("Old")));
    let at = path(&made);
    let change =
        |change: Value| person.at(server).put(&at, &change).expect(200).body["beneficiary"].clone();
    let changed = change(json!({"account_number": "99", "relationship": "friend", "notes": null}));
    assert_eq!(
        (&changed["account_number"], &changed["relationship"]),
        (&json!("99"), &json!("friend"))
    );
    assert_eq!((&changed["notes"], &changed["name"]), (&Value::Null, &made["name"]));
    let changed = change(json!({"name": "Bisi Bello", "email": "bisi@labels.example"}));
    assert_eq!(
        (&changed["account_number"], &changed["created_at"]),
        (&json!("99"), &made["created_at"])
    );
    // A search finds the changed values.
    assert_eq!(names(server, &person, "/api/beneficiaries?search=bisi@labels"), ["Bisi Bello"]);
    assert_eq!(names(server, &person, "/api/beneficiaries?search=ade"), [] as [&str; 0]);
    for (change, sentence) in [(json!({"name": " "}), REQUIRED), (json!({"email": "x"}), BAD_EMAIL)]
    {
        assert_eq!(person.at(server).put(&at, &change).expect_error(400).error(), sentence);
    }
    assert_eq!(person.at(server).get(&at).expect(200).body["beneficiary"], changed);
    person.at(server).delete(&at).expect(200);
    for answer in [
        person.at(server).get(&at),
        person.at(server).delete(&at),
        person.at(server).put(&at, &json!({})),
    ] {
        assert_eq!(answer.expect_error(404).error(), "This client does not exist.");
    }
    person.at(server).get("/api/beneficiaries/1").expect_error(404);
}

fn a_search_has_at_most_100_letters(server: &Server) {
    let person = Person::join(server);
    let (fits, long) = ("ä".repeat(100), "a".repeat(101));
    let fits = fits.replace('ä', "%C3%A4");
    for path in
        ["/api/beneficiaries?search=", "/api/beneficiaries/search/", "/api/applications?search="]
    {
        person.at(server).get(&format!("{path}{fits}")).expect(200);
        for term in [&long, &"a".repeat(30_000)] {
            let answer = person.at(server).get(&format!("{path}{term}")).expect_error(400);
            assert_eq!(answer.error(), "Search must be at most 100 characters");
        }
    }
    let request = json!({"type": "beneficiaries", "format": "csv", "filters": {"search": "a".repeat(50_000)}});
    let answer = person.at(server).post("/api/exports/request", &request).expect_error(400);
    assert_eq!(answer.error(), "Search must be at most 100 characters");
}

// CLI-03: in any case, anywhere in the name or the email address; `%` and `_` are ordinary characters.
fn search_finds_parts_of_names_and_addresses(server: &Server) {
    let person = Person::join(server);
    for name in ["Ade Bello", "Zoë Ärlig", "100% Studio", "under_score", "back\\slash"] {
        add(server, &person, &form(name));
    }
    let found = |term: &str| {
        let encoded: String = term.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let by_query = names(server, &person, &format!("/api/beneficiaries?search={encoded}"));
        let by_path = names(server, &person, &format!("/api/beneficiaries/search/{encoded}"));
        assert_eq!(by_query, by_path, "{term}");
        by_query
    };
    assert_eq!(found("BELLO"), ["Ade Bello"]);
    assert_eq!(found("ade.bello@LABELS"), ["Ade Bello"]);
    assert_eq!(found("zoë ä"), ["Zoë Ärlig"]);
    assert_eq!(found("ÄRLIG"), ["Zoë Ärlig"]);
    assert_eq!(found("%"), ["100% Studio"]);
    assert_eq!(found("_"), ["under_score"]);
    assert_eq!(found("\\"), ["back\\slash"]);
    assert_eq!(found("a%e"), [] as [&str; 0]);
    assert_eq!(found("nobody"), [] as [&str; 0]);
    assert_eq!(found("' OR 1=1 --"), [] as [&str; 0]);
    assert_eq!(found("labels.example").len(), 5);
    assert_eq!(found(" ").len(), 5, "nothing to look for is no filter");
}

// CLI-03
fn lists_are_narrowed_down_and_paged(server: &Server) {
    let person = Person::join(server);
    for (name, relationship, bank) in [
        ("A", "family", "First Bank"),
        ("B", "vendor", "FIRST BANK"),
        ("C", "vendor", "Other Bank"),
        ("D", "friend", "First Bank of Nowhere"),
    ] {
        let mut form = form(name);
        form["relationship"] = json!(relationship);
        form["bank_name"] = json!(bank);
        add(server, &person, &form);
    }
    let names = |query: &str| names(server, &person, &format!("/api/beneficiaries?{query}"));
    assert_eq!(names(""), ["D", "C", "B", "A"]);
    assert_eq!(names("relationship=vendor"), ["C", "B"]);
    assert_eq!(names("relationship=vendor,friend"), ["D", "C", "B"]);
    assert_eq!(names("bank_name=first+bank"), ["B", "A"]);
    assert_eq!(names("bank_name=first+bank&relationship=family&search=a"), ["A"]);
    assert_eq!(names("search=&relationship=&bank_name="), ["D", "C", "B", "A"]);
    let page = person
        .at(server)
        .get("/api/beneficiaries?relationship=vendor&limit=1&offset=1")
        .expect(200);
    assert_eq!(
        (&page.body["beneficiaries"][0]["name"], &page.body["total"]),
        (&json!("B"), &json!(2))
    );
    let page = person.at(server).get("/api/beneficiaries/search/labels?limit=2").expect(200);
    assert_eq!(
        (page.body["beneficiaries"].as_array().unwrap().len(), &page.body["total"]),
        (2, &json!(4))
    );
    for query in ["relationship=enemy", "limit=0", "limit=201", "offset=-1"] {
        person.at(server).get(&format!("/api/beneficiaries?{query}")).expect_error(400);
    }
}

// OPS-06
fn anothers_client_is_not_there(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let theirs = add(server, &maya, &form("Only Mayas"));
    let at = path(&theirs);
    ade.at(server).get(&at).expect_error(404);
    ade.at(server).put(&at, &json!({"name": "Stolen"})).expect_error(404);
    ade.at(server).delete(&at).expect_error(404);
    assert_eq!(names(server, &ade, "/api/beneficiaries"), [] as [&str; 0]);
    assert_eq!(names(server, &ade, "/api/beneficiaries/search/only"), [] as [&str; 0]);
    let deposit = json!({"amount": 5, "beneficiary_id": theirs["id"]});
    ade.at(server).post("/api/wallet/deposit", &deposit).expect_error(404);
    assert_eq!(maya.at(server).get(&at).expect(200).body["beneficiary"], theirs);
    let moved = maya.at(server).post("/api/wallet/deposit", &deposit).expect(201);
    assert_eq!(moved.body["transaction"]["beneficiary_id"], theirs["id"]);
}

/// The database holds no account number in plain text.
#[test]
fn account_numbers_are_sealed() {
    let server = Server::start(Engine::Sqlite, &[]);
    let person = Person::join(&server);
    let made = add(&server, &person, &form_with("account_number", json!("GB29NWBK60161331926819")));
    let changed = json!({"account_number": "GB94BARC10201530093459"});
    person.at(&server).put(&path(&made), &changed).expect(200);
    let mut kept = Vec::new();
    for entry in std::fs::read_dir(server.data_dir()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            kept.extend(std::fs::read(path).unwrap());
        }
    }
    let holds = |needle: &str| kept.windows(needle.len()).any(|bytes| bytes == needle.as_bytes());
    assert!(holds("First Bank"), "the row is there");
    assert!(!holds("GB29NWBK") && !holds("60161331") && !holds("GB94BARC"));
}

// CLI-01, CLI-03
fn lists_are_sorted_by_name_and_by_revenue(server: &Server) {
    let person = Person::join(server);
    let [zoe, ade, eve, _nobody] = ["zoe Label", "Ade Bello", "Éve Films", "Nobody"]
        .map(|name| add(server, &person, &form(name)));
    let sold = |client: &Value, amount: f64, currency: &str| {
        let sale = json!({"title": "Night Drive", "client_id": client["id"], "amount": amount, "currency": currency});
        crate::sales::record(server, &person, &sale)
    };
    sold(&zoe, 90.0, "EUR");
    sold(&ade, 50.0, "USD");
    sold(&ade, 60.0, "EUR");
    let refunded = sold(&eve, 500.0, "USD");
    let by = |query: &str| names(server, &person, &format!("/api/beneficiaries?{query}"));
    assert_eq!(by("sort=name"), ["Ade Bello", "Éve Films", "Nobody", "zoe Label"]);
    assert_eq!(by("sort=name&order=desc"), ["zoe Label", "Nobody", "Éve Films", "Ade Bello"]);
    // The largest sum in one currency decides: currencies are never added up.
    assert_eq!(by("sort=revenue"), ["Éve Films", "zoe Label", "Ade Bello", "Nobody"]);
    let path_of = |sale: &Value| format!("/api/sales/{}", sale["id"].as_str().unwrap());
    person.at(server).post(&format!("{}/refund", path_of(&refunded)), &json!({})).expect(200);
    let last = sold(&ade, 45.0, "USD");
    assert_eq!(by("sort=revenue"), ["Ade Bello", "zoe Label", "Nobody", "Éve Films"]);
    person.at(server).delete(&path_of(&last)).expect(200);
    assert_eq!(by("sort=revenue&order=asc"), ["Éve Films", "Nobody", "Ade Bello", "zoe Label"]);
    // A sale is moved to another client, and a client is renamed.
    let mut moved = sold(&zoe, 10.0, "USD");
    moved = person
        .at(server)
        .put(&path_of(&moved), &json!({"client_id": eve["id"], "amount": 700}))
        .expect(200)
        .body["sale"]
        .clone();
    assert_eq!(moved["amount"], 700.0);
    person.at(server).put(&path(&zoe), &json!({"name": "Alba Label"})).expect(200);
    assert_eq!(by("sort=revenue"), ["Éve Films", "Alba Label", "Ade Bello", "Nobody"]);
    assert_eq!(by("sort=name&search=ve%20f"), ["Éve Films"]);
    assert_eq!(by("sort=name")[1], "Alba Label");
    assert_eq!(by("sort=date&order=asc"), ["Alba Label", "Ade Bello", "Éve Films", "Nobody"]);
    for wrong in ["sort=age", "order=up"] {
        person.at(server).get(&format!("/api/beneficiaries?{wrong}")).expect_error(400);
    }
}
