//! Payment cards over HTTP: which cards may be added, what answers contain, and which card is the default. CARD-02,
//! CARD-04, CARD-05, CARD-06

use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Engine, Server, on_both_engines};

const NUMBER: &str = "4539578763621486";

pub fn form() -> Value {
    json!({"type": "Visa", "number": NUMBER, "holder_name": "Maya Okafor", "expiry_month": "08",
        "expiry_year": "2088", "cvv": "737", "is_default": false})
}

fn form_with(field: &str, value: Value) -> Value {
    let mut form = form();
    form[field] = value;
    form
}

pub fn add(server: &Server, person: &Person, form: &Value) -> Value {
    person.at(server).post("/api/cards", form).expect(201).body["card"].clone()
}

fn cards(server: &Server, person: &Person) -> Vec<Value> {
    let answer = person.at(server).get("/api/cards").expect(200);
    let cards = answer.body["cards"].as_array().unwrap().clone();
    assert_eq!(answer.body["total"], cards.len());
    cards
}

fn id(card: &Value) -> &str {
    card["id"].as_str().unwrap()
}

/// The ids of the cards that are marked as the default.
fn defaults(cards: &[Value]) -> Vec<&str> {
    cards.iter().filter(|card| card["isDefault"] == true).map(id).collect()
}

on_both_engines!(
    a_card_is_told_masked_and_in_the_specs_fields,
    each_fault_has_its_sentence,
    a_form_may_be_filled_in_other_ways,
    there_is_one_default_whatever_happens,
    pg there_is_one_default_when_all_happens_at_once,
    holder_expiry_and_type_can_be_changed,
    what_is_not_there_is_not_there,
    cards_come_in_pages,
    anothers_card_is_not_there
);

// CARD-04, CARD-05
fn a_card_is_told_masked_and_in_the_specs_fields(server: &Server) {
    let person = Person::join(server);
    let card = add(server, &person, &form());
    let expected = json!({"id": card["id"], "type": "Visa", "number": "•••• •••• •••• 1486",
            "holder": "MAYA OKAFOR", "expiry": "••/••", "cvv": "•••", "isDefault": true,
            "created_at": card["created_at"]});
    assert_eq!(card, expected);
    assert_eq!(cards(server, &person), [expected]);
    let everything = person.at(server).get("/api/cards").expect(200).text()
        + &person.at(server).get("/api/security/logs").expect(200).text();
    // The code is searched as a whole word, since its digits may be part of an id or a time.
    let mut words = everything.split(|c: char| !c.is_alphanumeric());
    assert!(!everything.contains(NUMBER) && !words.any(|word| word == "737"));
}

// CARD-02: the four error texts, each with its field.
fn each_fault_has_its_sentence(server: &Server) {
    let person = Person::join(server);
    const REQUIRED: &str = "Please fill in all required fields";
    const BAD_NUMBER: &str = "Please enter a valid 16-digit card number";
    const BAD_EXPIRY: &str = "Please enter a valid expiry date (MM/YY)";
    let refused = [
        ("number", json!(""), REQUIRED),
        ("number", json!("  "), REQUIRED),
        ("number", Value::Null, REQUIRED),
        ("holder_name", json!(" "), REQUIRED),
        ("expiry_month", json!(""), REQUIRED),
        ("expiry_year", Value::Null, REQUIRED),
        ("cvv", json!(""), REQUIRED),
        ("type", json!(""), REQUIRED),
        ("number", json!("453957876362148"), BAD_NUMBER),
        ("number", json!("45395787636214860"), BAD_NUMBER),
        ("number", json!("453957876362148x"), BAD_NUMBER),
        ("number", json!("4539-5787-6362-1486"), BAD_NUMBER),
        ("expiry_month", json!("13"), BAD_EXPIRY),
        ("expiry_month", json!(0), BAD_EXPIRY),
        ("expiry_month", json!("8a"), BAD_EXPIRY),
        ("expiry_year", json!("88"), BAD_EXPIRY),
        ("expiry_year", json!(88), BAD_EXPIRY),
        ("expiry_year", json!(-2088), BAD_EXPIRY),
        (
            "expiry_year",
            json!("2020"),
            "This card has expired. Please enter a card that is still valid",
        ),
        ("cvv", json!("12"), "Please enter a valid CVV"),
        ("cvv", json!("12345"), "Please enter a valid CVV"),
        ("cvv", json!("12a"), "Please enter a valid CVV"),
        (
            "type",
            json!("maestro"),
            "Type must be one of Visa, Mastercard, American Express, Discover",
        ),
        ("holder_name", json!("x".repeat(101)), "Holder name must be at most 100 characters"),
    ];
    for (field, value, sentence) in refused {
        let answer = person
            .at(server)
            .post("/api/cards", &form_with(field, value.clone()))
            .expect_error(400);
        assert_eq!(answer.error(), sentence, "{field}: {value}");
        assert_eq!(answer.body["fields"][field], sentence, "{field}: {value}");
        assert!(!answer.text().contains(NUMBER));
    }
    for (field, value) in [
        ("number", json!(4_539_578_763_621_486_u64)),
        ("cvv", json!(737)),
        ("expiry_month", json!(8.5)),
        ("expiry_year", json!(true)),
        ("is_default", json!("yes")),
    ] {
        let answer =
            person.at(server).post("/api/cards", &form_with(field, value)).expect_error(400);
        assert!(answer.body["fields"][field].is_string(), "{answer:?}");
    }
    let all = person.at(server).post("/api/cards", &json!({})).expect_error(400);
    assert_eq!((all.error(), all.body["fields"].as_object().unwrap().len()), (REQUIRED, 6));
    assert_eq!(cards(server, &person), [] as [Value; 0]);
}

// CARD-02, CARD-03: values in other notations are accepted and mean the same.
fn a_form_may_be_filled_in_other_ways(server: &Server) {
    let person = Person::join(server);
    let forms = [
        (form_with("number", json!("4539 5787 6362 1486")), "Visa"),
        (form_with("expiry_month", json!(8)), "Visa"),
        (form_with("expiry_year", json!(2088)), "Visa"),
        (form_with("type", json!("american_express")), "American Express"),
        (form_with("type", json!("American Express")), "American Express"),
        (form_with("type", json!("MASTERCARD")), "Mastercard"),
        (form_with("type", json!("discover")), "Discover"),
        (form_with("cvv", json!("7373")), "Visa"),
        (form_with("nickname", json!("For strings")), "Visa"),
    ];
    for (form, name) in forms {
        let card = add(server, &person, &form);
        assert_eq!((&card["type"], &card["number"]), (&json!(name), &json!("•••• •••• •••• 1486")));
    }
}

// CARD-04: exactly one card is the default, also after changes and deletions.
fn there_is_one_default_whatever_happens(server: &Server) {
    let person = Person::join(server);
    let first = add(server, &person, &form());
    assert_eq!(first["isDefault"], true);
    let second = add(server, &person, &form());
    let third = add(server, &person, &form_with("is_default", json!(true)));
    assert_eq!((&second["isDefault"], &third["isDefault"]), (&json!(false), &json!(true)));
    let all = cards(server, &person);
    assert_eq!(defaults(&all), [id(&third)]);
    assert_eq!(all.iter().map(id).collect::<Vec<_>>(), [id(&third), id(&second), id(&first)]);

    let path = format!("/api/cards/{}/default", id(&first));
    for _ in 0..2 {
        let made = person.at(server).call("PUT", &path).send().expect(200);
        assert_eq!(
            (&made.body["card"]["id"], &made.body["card"]["isDefault"]),
            (&first["id"], &json!(true))
        );
        assert_eq!(defaults(&cards(server, &person)), [id(&first)]);
    }
    person.at(server).delete(&format!("/api/cards/{}", id(&second))).expect(200);
    assert_eq!(defaults(&cards(server, &person)), [id(&first)]);
    person.at(server).delete(&format!("/api/cards/{}", id(&first))).expect(200);
    assert_eq!(defaults(&cards(server, &person)), [id(&third)]);
    person.at(server).delete(&format!("/api/cards/{}", id(&third))).expect(200);
    assert_eq!(cards(server, &person), [] as [Value; 0]);
    assert_eq!(add(server, &person, &form())["isDefault"], true);
}

// CARD-04: exactly one card is the default, also after simultaneous requests.
fn there_is_one_default_when_all_happens_at_once(server: &Server) {
    let person = Person::join(server);
    let added: Vec<Value> = std::thread::scope(|scope| {
        let adding: Vec<_> = (0..12)
            .map(|number| {
                let form = form_with("is_default", json!(number % 2 == 0));
                let person = &person;
                scope.spawn(move || add(server, person, &form))
            })
            .collect();
        adding.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(defaults(&cards(server, &person)).len(), 1);
    std::thread::scope(|scope| {
        for (number, card) in added.iter().enumerate() {
            let person = &person;
            scope.spawn(move || match number % 3 {
                0 => person.at(server).delete(&format!("/api/cards/{}", id(card))).expect(200),
                _ => person
                    .at(server)
                    .call("PUT", &format!("/api/cards/{}/default", id(card)))
                    .send()
                    .expect(200),
            });
        }
    });
    let left = cards(server, &person);
    assert_eq!((left.len(), defaults(&left).len()), (8, 1));
}

// CARD-04: an update may have only some fields, and cannot change the number.
fn holder_expiry_and_type_can_be_changed(server: &Server) {
    let person = Person::join(server);
    person
        .at(server)
        .put("/api/cards/pin", &json!({"pin": "2583", "currentPassword": PASSWORD}))
        .expect(200);
    let card = add(server, &person, &form());
    let path = format!("/api/cards/{}", id(&card));
    let change = |change: Value| person.at(server).put(&path, &change);
    let expiry = || {
        person.at(server).post(&format!("{path}/reveal"), &json!({"pin": "2583"})).expect(200).body
    };

    let told = change(json!({"holder_name": " Ade Bello "})).expect(200).body["card"].clone();
    assert_eq!((&told["holder"], &told["type"]), (&json!("ADE BELLO"), &json!("Visa")));
    assert_eq!(expiry()["expiry"], "08/88");
    change(json!({"expiry_month": 11})).expect(200);
    assert_eq!(expiry()["expiry"], "11/88");
    change(json!({"expiry_month": "01", "expiry_year": "2090", "type": "Mastercard"})).expect(200);
    change(json!({"number": "5555555555554444", "cvv": "111", "is_default": false, "id": "x"}))
        .expect(200);
    assert_eq!((&expiry()["expiry"], &expiry()["number"]), (&json!("01/90"), &json!(NUMBER)));
    let all = cards(server, &person);
    assert_eq!(
        (&all[0]["type"], &all[0]["holder"], &all[0]["isDefault"]),
        (&json!("Mastercard"), &json!("ADE BELLO"), &json!(true))
    );

    for (changes, field) in [
        (json!({"holder_name": ""}), "holder_name"),
        (json!({"type": "x"}), "type"),
        (json!({"expiry_month": 13}), "expiry_month"),
        (json!({"expiry_year": 2001}), "expiry_year"),
        (json!({"holder_name": "New Name", "expiry_year": "20"}), "expiry_year"),
    ] {
        let answer = change(changes).expect_error(400);
        assert!(answer.body["fields"][field].is_string(), "{answer:?}");
    }
    assert_eq!(cards(server, &person), all);
}

// CARD-06
fn what_is_not_there_is_not_there(server: &Server) {
    let person = Person::join(server);
    for id in ["01a1dd1f-2feb-7d7b-83c8-b05280b21f40", "1", "%27", "x".repeat(500).as_str()] {
        let path = format!("/api/cards/{id}");
        let answers = [
            person.at(server).put(&path, &json!({"holder_name": "A"})),
            person.at(server).delete(&path),
            person.at(server).call("PUT", &format!("{path}/default")).send(),
            person.at(server).post(&format!("{path}/reveal"), &json!({"pin": "2583"})),
        ];
        for answer in answers {
            assert_eq!(answer.expect_error(404).error(), "This card does not exist.", "{id}");
        }
    }
}

fn cards_come_in_pages(server: &Server) {
    let person = Person::join(server);
    for _ in 0..3 {
        add(server, &person, &form());
    }
    let all = cards(server, &person);
    let page = person.at(server).get("/api/cards?limit=1&offset=1").expect(200);
    assert_eq!((&page.body["cards"], &page.body["total"]), (&json!([all[1]]), &json!(3)));
    person.at(server).get("/api/cards?limit=0").expect_error(400);
}

// OPS-06
fn anothers_card_is_not_there(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let card = add(server, &maya, &form());
    ade.at(server)
        .put("/api/cards/pin", &json!({"pin": "2583", "currentPassword": PASSWORD}))
        .expect(200);
    let path = format!("/api/cards/{}", id(&card));
    ade.at(server).put(&path, &json!({"holder_name": "Ade"})).expect_error(404);
    ade.at(server).delete(&path).expect_error(404);
    ade.at(server).call("PUT", &format!("{path}/default")).send().expect_error(404);
    ade.at(server).post(&format!("{path}/reveal"), &json!({"pin": "2583"})).expect_error(404);
    let deposit = json!({"amount": 5, "card_id": card["id"]});
    ade.at(server).post("/api/wallet/deposit", &deposit).expect_error(404);
    assert_eq!(cards(server, &ade), [] as [Value; 0]);
    assert_eq!(cards(server, &maya), [card]);
    let moved = maya.at(server).post("/api/wallet/deposit", &deposit).expect(201);
    assert_eq!(moved.body["transaction"]["card_id"], deposit["card_id"]);
}

/// CARD-05: neither the database's files nor the log hold a number, a security code or a PIN.
#[test]
fn nothing_secret_is_kept_or_logged() {
    let server = Server::start_process(Engine::Sqlite, &["--log", "trace"]);
    let person = Person::join(&server);
    // Three random digits may be part of an id or a time by chance, so three codes are used.
    let codes = ["9173", "8264", "7355"];
    let pins = ["6491", "5820", "4937"];
    for (code, pin) in codes.into_iter().zip(pins) {
        let card = add(&server, &person, &form_with("cvv", json!(code)));
        let change = json!({"pin": pin, "currentPassword": PASSWORD});
        person.at(&server).put("/api/cards/pin", &change).expect(200);
        let path = format!("/api/cards/{}/reveal", id(&card));
        let revealed = person.at(&server).post(&path, &json!({"pin": pin})).expect(200);
        assert_eq!(revealed.body["number"], NUMBER);
    }
    person.at(&server).post("/api/cards", &form_with("cvv", json!("12345"))).expect_error(400);
    let mut kept = server.output().into_bytes();
    assert!(String::from_utf8_lossy(&kept).contains("/api/cards"), "requests are logged");
    for entry in std::fs::read_dir(server.data_dir()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            kept.extend(std::fs::read(path).unwrap());
        }
    }
    let holds = |needle: &str| kept.windows(needle.len()).any(|bytes| bytes == needle.as_bytes());
    assert!(holds("MAYA OKAFOR") && holds("1486"), "the rows are there");
    assert!(!holds(NUMBER) && !holds(&NUMBER[..12]) && !holds("4539 5787"));
    assert!(
        codes.into_iter().filter(|code| holds(code)).count() < 3,
        "the security codes are kept"
    );
    assert!(pins.into_iter().filter(|pin| holds(pin)).count() < 3, "the PINs are kept");
}
