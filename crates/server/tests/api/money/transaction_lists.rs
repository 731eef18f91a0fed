//! Lists of transactions and their summary over HTTP. TXN-02, TXN-04, LIST-01

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};

/// Title, type, status, amount, date.
const ROWS: [(&str, &str, &str, f64, &str); 7] = [
    ("Midnight Drive lease", "deposit", "completed", 300.0, "2026-01-31"),
    ("Studio rent", "payment", "completed", -120.5, "2026-02-01"),
    ("100% mix_down", "other", "completed", 20.25, "2026-02-14"),
    ("École lease", "deposit", "pending", 80.0, "2026-02-14"),
    ("Plugins", "payment", "failed", -60.0, "2026-02-28"),
    ("ATM", "withdrawal", "completed", -40.0, "2026-03-01"),
    ("back\\slash", "other", "pending", -0.01, "2026-03-02"),
];

fn join_with_transactions(server: &Server) -> Person {
    let person = Person::join(server);
    for (title, kind, status, amount, date) in ROWS {
        let body = json!({"title": title, "type": kind, "status": status, "amount": amount, "date": date, "time": "12:00", "confirm_date": true});
        person.at(server).post("/api/transactions", &body).expect(201);
    }
    let euros = json!({"title": "Euro fee", "type": "deposit", "amount": 5, "currency": "EUR", "date": "2026-02-15", "time": "08:00", "confirm_date": true,
        "description": "from BERLIN"});
    person.at(server).post("/api/transactions", &euros).expect(201);
    person
}

fn list(server: &Server, person: &Person, query: &str) -> Value {
    person.at(server).get(&format!("/api/transactions?{query}")).expect(200).body
}

fn titles(body: &Value) -> Vec<&str> {
    let rows = body["transactions"].as_array().unwrap();
    rows.iter().map(|row| row["title"].as_str().unwrap()).collect()
}

on_both_engines!(
    filters_select_and_total_counts_them,
    an_account_filter_shows_one_account,
    pg lists_are_sorted_as_asked,
    pg pages_follow_one_another_by_cursor_and_by_offset,
    bad_questions_are_refused,
    the_summary_counts_and_adds_up_by_currency,
    a_changed_transaction_is_found_by_its_new_words_only,
    references_and_amounts_are_found,
    lists_are_narrowed_by_currency_and_sorted_by_column,
    firm_05_the_bounds_of_a_list_are_read_as_people_type_them
);

// FIRM-05
fn firm_05_the_bounds_of_a_list_are_read_as_people_type_them(server: &Server) {
    let person = Person::join(server);
    for (title, amount) in [("Large", 1250.0), ("Small", 12.5)] {
        let body = json!({"title": title, "type": "deposit", "amount": amount});
        person.at(server).post("/api/transactions", &body).expect(201);
    }
    for (min, found) in [
        ("1250", vec!["Large"]),
        ("1250.00", vec!["Large"]),
        ("1.25e3", vec!["Large"]),
        ("1,250", vec!["Large"]),
        ("1.250,00", vec!["Large"]),
        ("1%20250", vec!["Large"]),
        ("12,5", vec!["Small", "Large"]),
        ("-5", vec!["Small", "Large"]),
    ] {
        assert_eq!(titles(&list(server, &person, &format!("min={min}"))), found, "{min}");
    }
    for path in ["/api/transactions", "/api/sales"] {
        let asked = person.at(server).get(&format!("{path}?min=1.250")).expect_error(422);
        assert_eq!(asked.error(), "Do you mean 1,250.00 or 1.25?");
        assert!(asked.body["fields"]["min"].is_string());
        let refused = person.at(server).get(&format!("{path}?max=much")).expect_error(400);
        assert_eq!(refused.error(), "Largest amount must be a number, such as 1,250.00");
    }
}

// LIST-01
fn references_and_amounts_are_found(server: &Server) {
    let person = Person::join(server);
    for (title, amount) in [("Large", 1200.0), ("Small", 12.5)] {
        let body = json!({"title": title, "type": "deposit", "amount": amount});
        person.at(server).post("/api/transactions", &body).expect(201);
    }
    let spent = json!({"title": "Spent", "type": "payment", "amount": -1200});
    person.at(server).post("/api/transactions", &spent).expect(201);
    for (typed, expected) in [
        ("1200", vec!["Spent", "Large"]),
        ("1,200.00", vec!["Spent", "Large"]),
        ("%241200", vec!["Spent", "Large"]),
        ("%241,200", vec!["Spent", "Large"]),
        ("-%241200.00", vec!["Spent"]),
        ("12.5", vec!["Small"]),
        ("TXN-002", vec!["Small"]),
        ("txn-00", vec!["Spent", "Small", "Large"]),
        ("1201", vec![]),
    ] {
        assert_eq!(titles(&list(server, &person, &format!("search={typed}"))), expected, "{typed}");
    }
    // The search finds a transaction by its changed amount.
    let id = list(server, &person, "search=12.5")["transactions"][0]["id"].clone();
    let path = format!("/api/transactions/{}", id.as_str().unwrap());
    person.at(server).put(&path, &json!({"amount": 77.7})).expect(200);
    assert_eq!(titles(&list(server, &person, "search=12.5")), [""; 0]);
    assert_eq!(titles(&list(server, &person, "search=77.70")), ["Small"]);
}

// LIST-01
fn lists_are_narrowed_by_currency_and_sorted_by_column(server: &Server) {
    let person = join_with_transactions(server);
    let whole = |query: &str| titles(&list(server, &person, query)).join("|");
    assert_eq!(whole("currency=EUR"), "Euro fee");
    assert_eq!(whole("currency=GBP"), "");
    assert_eq!(list(server, &person, "currency=USD")["total"], 7);
    assert_eq!(whole("sort=type&from=2026-02-15"), "Euro fee|back\\slash|Plugins|ATM");
    assert_eq!(whole("sort=status&order=desc&from=2026-02-15"), "back\\slash|Plugins|ATM|Euro fee");
    for sort in ["type", "status", "type&order=desc", "status&currency=USD"] {
        let all = list(server, &person, &format!("sort={sort}"));
        let (mut paged, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = list(server, &person, &format!("limit=2&sort={sort}{cursor}"));
            paged.extend(page["transactions"].as_array().unwrap().clone());
            let Some(next) = page["next_cursor"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        assert_eq!(json!(paged), all["transactions"], "{sort}");
    }
}

// TXN-02
fn filters_select_and_total_counts_them(server: &Server) {
    let person = join_with_transactions(server);
    let cases: [(&str, &[&str]); 20] = [
        (
            "",
            &[
                "back\\slash",
                "ATM",
                "Plugins",
                "Euro fee",
                "École lease",
                "100% mix_down",
                "Studio rent",
                "Midnight Drive lease",
            ],
        ),
        ("type=payment", &["Plugins", "Studio rent"]),
        ("type=payment,withdrawal&status=completed", &["ATM", "Studio rent"]),
        ("status=pending,failed", &["back\\slash", "Plugins", "École lease"]),
        ("type=withdrawal&status=failed", &[]),
        ("from=2026-02-14&to=2026-02-28", &["Plugins", "Euro fee", "École lease", "100% mix_down"]),
        ("from=2026-03-02", &["back\\slash"]),
        ("to=2026-01-31", &["Midnight Drive lease"]),
        ("min=-60&max=-0.01", &["back\\slash", "ATM", "Plugins"]),
        ("min=300", &["Midnight Drive lease"]),
        ("search=LEASE", &["École lease", "Midnight Drive lease"]),
        ("search=%C3%A9cole", &["École lease"]),
        ("search=%25", &["100% mix_down"]),
        ("search=_", &["100% mix_down"]),
        ("search=%5C", &["back\\slash"]),
        ("search=berlin", &["Euro fee"]),
        ("search=txn-002", &["Studio rent"]),
        ("search=nt", &["Studio rent"]),
        ("search=lease&status=pending", &["École lease"]),
        ("search=nowhere", &[]),
    ];
    for (query, expected) in cases {
        let body = list(server, &person, query);
        assert_eq!(titles(&body), expected, "{query}");
        assert_eq!(
            (&body["total"], &body["total_is_exact"]),
            (&json!(expected.len()), &json!(true)),
            "{query}"
        );
        assert!(body["next_cursor"].is_null(), "{query}");
    }
}

fn an_account_filter_shows_one_account(server: &Server) {
    let person = join_with_transactions(server);
    let euros = person.at(server).get("/api/wallet").expect(200).body["accounts"][2]["id"].clone();
    let body = list(server, &person, &format!("account_id={}", euros.as_str().unwrap()));
    assert_eq!((titles(&body), &body["total"]), (vec!["Euro fee"], &json!(1)));
}

// TXN-02
fn lists_are_sorted_as_asked(server: &Server) {
    let person = join_with_transactions(server);
    let first = |query: &str| titles(&list(server, &person, query))[..3].join("|");
    assert_eq!(first("sort=date&order=asc"), "Midnight Drive lease|Studio rent|100% mix_down");
    assert_eq!(first("sort=amount"), "Midnight Drive lease|École lease|100% mix_down");
    assert_eq!(first("sort=amount&order=asc"), "Studio rent|Plugins|ATM");
    assert_eq!(first("sort=title"), "100% mix_down|ATM|back\\slash");
    assert_eq!(first("sort=title&order=desc"), "École lease|Studio rent|Plugins");
}

// TXN-04
fn pages_follow_one_another_by_cursor_and_by_offset(server: &Server) {
    let person = join_with_transactions(server);
    for order in
        ["", "&sort=amount", "&sort=title&order=desc", "&type=deposit,payment,other", "&search=e"]
    {
        let whole = list(server, &person, &format!("limit=200{order}"));
        let mut walked = Vec::new();
        let mut cursor = String::new();
        loop {
            let body = list(server, &person, &format!("limit=2{order}{cursor}"));
            assert_eq!(body["total"], whole["total"], "{order}");
            walked.extend(body["transactions"].as_array().unwrap().clone());
            let Some(next) = body["next_cursor"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        assert_eq!(json!(walked), whole["transactions"], "{order}");
        let second = list(server, &person, &format!("limit=2&offset=2{order}"));
        assert_eq!(second["transactions"].as_array().unwrap()[..], walked[2..4], "{order}");
        assert_eq!(second["total"], whole["total"], "{order}");
        let beyond = list(server, &person, &format!("limit=2&offset={}{order}", i64::MAX));
        assert_eq!(
            (&beyond["transactions"], &beyond["total"]),
            (&json!([]), &whole["total"]),
            "{order}"
        );
    }
    // A row that is added meanwhile does not shift the next page.
    let page = list(server, &person, "limit=3");
    person
        .at(server)
        .post("/api/transactions", &json!({"title": "New", "type": "deposit", "amount": 1}))
        .expect(201);
    let next =
        list(server, &person, &format!("limit=1&cursor={}", page["next_cursor"].as_str().unwrap()));
    assert_eq!(titles(&next), ["Euro fee"]);
}

fn bad_questions_are_refused(server: &Server) {
    let person = join_with_transactions(server);
    let cursor = list(server, &person, "limit=1")["next_cursor"].as_str().unwrap().to_owned();
    for (query, field) in [
        ("type=gift", "type"),
        ("status=completed,done", "status"),
        ("from=2026-02-30", "from"),
        ("to=x", "to"),
        ("from=2026-02-02&to=2026-02-01", "from"),
        ("min=1.005", "min"),
        ("max=NaN", "max"),
        ("min=2&max=1", "min"),
        ("sort=colour", "sort"),
        ("order=up", "order"),
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("offset=-1", "offset"),
        ("cursor=nonsense", "cursor"),
        ("account_id=x", "account_id"),
        ("limit=x", "limit"),
    ] {
        let answer = person.at(server).get(&format!("/api/transactions?{query}")).expect_error(400);
        assert!(answer.body["fields"][field].is_string(), "{query}: {:?}", answer.body);
    }
    person
        .at(server)
        .get(&format!("/api/transactions?search={}", "x".repeat(101)))
        .expect_error(400);
    person
        .at(server)
        .get(&format!("/api/transactions?sort=title&cursor={cursor}"))
        .expect_error(400);
    person.at(server).get(&format!("/api/transactions?offset=1&cursor={cursor}")).expect_error(400);
    person.at(server).get("/api/transactions/stats/summary?from=2026-13-01").expect_error(400);
}

// TXN-02
fn the_summary_counts_and_adds_up_by_currency(server: &Server) {
    let person = join_with_transactions(server);
    let all = person.at(server).get("/api/transactions/stats/summary").expect(200).body["summary"]
        .clone();
    assert_eq!(all["count"], 8);
    let figures = |list: &Value, of: Value, currency: &str| {
        let rows = list.as_array().unwrap().iter();
        let mut rows = rows.filter(|row| row["of"] == of && row["currency"] == currency);
        let row = rows.next().unwrap_or_else(|| panic!("{of} {currency} in {list}")).clone();
        let number = |name: &str| row[name].as_f64().unwrap();
        (
            row["count"].as_i64().unwrap(),
            number("total"),
            number("income"),
            number("spending"),
            number("net"),
        )
    };
    assert_eq!(
        figures(&all["by_currency"], Value::Null, "USD"),
        (7, 179.74, 320.25, 160.5, 159.75)
    );
    assert_eq!(figures(&all["by_currency"], Value::Null, "EUR"), (1, 5.0, 5.0, 0.0, 5.0));
    assert_eq!(figures(&all["by_type"], json!("payment"), "USD"), (2, -180.5, 0.0, 120.5, -120.5));
    assert_eq!(figures(&all["by_status"], json!("pending"), "USD"), (2, 79.99, 0.0, 0.0, 0.0));
    assert_eq!(
        figures(&all["by_month"], json!("2026-02"), "USD"),
        (4, -80.25, 20.25, 120.5, -100.25)
    );
    // Days at the edges of a month are counted one by one, not from the monthly totals.
    let part = person
        .at(server)
        .get("/api/transactions/stats/summary?from=2026-02-02&to=2026-03-01")
        .expect(200)
        .body["summary"]
        .clone();
    assert_eq!(part["count"], 5);
    assert_eq!(figures(&part["by_month"], json!("2026-02"), "USD"), (3, 40.25, 20.25, 0.0, 20.25));
    assert_eq!(figures(&part["by_month"], json!("2026-03"), "USD"), (1, -40.0, 0.0, 40.0, -40.0));
    let none = person
        .at(server)
        .get("/api/transactions/stats/summary?from=2027-01-01")
        .expect(200)
        .body["summary"]
        .clone();
    assert_eq!((&none["count"], &none["by_month"]), (&json!(0), &json!([])));
}

fn a_changed_transaction_is_found_by_its_new_words_only(server: &Server) {
    let person = join_with_transactions(server);
    let row = list(server, &person, "search=plugins")["transactions"][0].clone();
    let path = format!("/api/transactions/{}", row["id"].as_str().unwrap());
    person.at(server).put(&path, &json!({"title": "Microphone", "date": "2026-01-01"})).expect(200);
    assert_eq!(list(server, &person, "search=plugins")["total"], 0);
    assert_eq!(titles(&list(server, &person, "search=crop")), ["Microphone"]);
    assert_eq!(titles(&list(server, &person, "order=asc&limit=1")), ["Microphone"]);
    assert_eq!(list(server, &person, "from=2026-01-01&to=2026-01-01")["total"], 1);
    person.at(server).delete(&path).expect(200);
    assert_eq!(list(server, &person, "search=crop")["total"], 0);
    assert_eq!(list(server, &person, "")["total"], 7);
}
