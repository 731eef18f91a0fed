//! Lists of sales and their summary over HTTP. SALE-01, LIST-01

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};
use crate::sales::record;

/// Title, client, amount, currency, licence, status, date.
const ROWS: [(&str, &str, f64, &str, &str, &str, &str); 6] = [
    ("Midnight Drive", "Ade Bello", 300.0, "USD", "basic", "Completed", "2026-01-31"),
    ("100% mix_down", "Zoë Lindqvist", 20.25, "EUR", "premium", "Completed", "2026-02-14"),
    ("Anthem", "Midnight Records", 80.0, "USD", "exclusive", "Pending", "2026-02-14"),
    ("École", "Ade Bello", 60.0, "USD", "basic", "Failed", "2026-02-28"),
    ("back\\slash", "Walk-in", 45.5, "GBP", "unlimited", "Completed", "2026-03-01"),
    ("Zebra", "Walk-in", 45.5, "USD", "basic", "Completed", "2026-03-02"),
];

fn join_with_sales(server: &Server) -> Person {
    let person = Person::join(server);
    for (title, client, amount, currency, license, status, date) in ROWS {
        let body = json!({"title": title, "client": client, "amount": amount, "currency": currency,
            "license": license, "status": status, "date": date});
        record(server, &person, &body);
    }
    person
}

fn list(server: &Server, person: &Person, query: &str) -> Value {
    person.at(server).get(&format!("/api/sales?{query}")).expect(200).body
}

fn titles(body: &Value) -> Vec<&str> {
    body["sales"].as_array().unwrap().iter().map(|row| row["title"].as_str().unwrap()).collect()
}

on_both_engines!(
    pg each_filter_shows_what_it_says,
    pg lists_are_sorted_as_asked_and_paged,
    bad_questions_are_refused,
    pg the_summary_counts_by_status_and_adds_up_what_is_completed,
    a_changed_sale_is_found_by_its_new_words_only
);

// SALE-01
fn each_filter_shows_what_it_says(server: &Server) {
    let person = join_with_sales(server);
    let cases: [(&str, &[&str]); 27] = [
        ("", &["Zebra", "back\\slash", "École", "Anthem", "100% mix_down", "Midnight Drive"]),
        ("status=Completed", &["Zebra", "back\\slash", "100% mix_down", "Midnight Drive"]),
        ("status=Pending,Failed", &["École", "Anthem"]),
        ("license=basic", &["Zebra", "École", "Midnight Drive"]),
        (
            "license=basic,exclusive&status=Pending,Completed",
            &["Zebra", "Anthem", "Midnight Drive"],
        ),
        ("status=Refunded", &[]),
        ("from=2026-02-14&to=2026-02-28", &["École", "Anthem", "100% mix_down"]),
        ("from=2026-03-02", &["Zebra"]),
        ("search=MIDNIGHT", &["Anthem", "Midnight Drive"]),
        ("search=ade+b", &["École", "Midnight Drive"]),
        ("search=%C3%A9cole", &["École"]),
        ("search=ZO%C3%8B", &["100% mix_down"]),
        ("search=%25", &["100% mix_down"]),
        ("search=_", &["100% mix_down"]),
        ("search=%5C", &["back\\slash"]),
        ("search=midnight&status=Pending", &["Anthem"]),
        // LIST-01
        ("search=sale-001", &["Midnight Drive"]),
        (
            "search=SALE-00",
            &["Zebra", "back\\slash", "École", "Anthem", "100% mix_down", "Midnight Drive"],
        ),
        ("search=45.5", &["Zebra", "back\\slash"]),
        ("search=%2445.50", &["Zebra"]),
        ("search=%C2%A345", &["back\\slash"]),
        ("currency=GBP", &["back\\slash"]),
        ("currency=USD&status=Completed", &["Zebra", "Midnight Drive"]),
        ("min=60", &["École", "Anthem", "Midnight Drive"]),
        ("min=45.5&max=80&currency=USD", &["Zebra", "École", "Anthem"]),
        ("max=20.24", &[]),
        ("min=60&search=ade", &["École", "Midnight Drive"]),
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

// SALE-01
fn lists_are_sorted_as_asked_and_paged(server: &Server) {
    let person = join_with_sales(server);
    let first = |query: &str| titles(&list(server, &person, query))[..3].join("|");
    assert_eq!(first("sort=newest"), "Zebra|back\\slash|École");
    assert_eq!(first("sort=oldest"), "Midnight Drive|100% mix_down|Anthem");
    assert_eq!(first("sort=highest"), "Midnight Drive|Anthem|École");
    assert_eq!(first("sort=lowest"), "100% mix_down|back\\slash|Zebra");
    assert_eq!(first("sort=title"), "100% mix_down|Anthem|back\\slash");
    // LIST-01
    assert_eq!(first("sort=date&order=asc"), "Midnight Drive|100% mix_down|Anthem");
    assert_eq!(first("sort=amount"), "Midnight Drive|Anthem|École");
    assert_eq!(first("sort=client"), "Midnight Drive|École|Anthem");
    assert_eq!(first("sort=client&order=desc"), "100% mix_down|Zebra|back\\slash");
    assert_eq!(first("sort=status"), "Midnight Drive|100% mix_down|back\\slash");
    assert_eq!(first("sort=status&order=desc"), "Anthem|École|Zebra");
    for order in [
        "",
        "&sort=oldest",
        "&sort=highest",
        "&sort=title",
        "&sort=client",
        "&sort=status&order=desc",
        "&currency=USD",
        "&min=45&sort=client",
        "&status=Completed,Failed",
        "&search=e",
    ] {
        let whole = list(server, &person, &format!("limit=200{order}"));
        let mut walked = Vec::new();
        let mut cursor = String::new();
        loop {
            let body = list(server, &person, &format!("limit=2{order}{cursor}"));
            assert_eq!(body["total"], whole["total"], "{order}");
            walked.extend(body["sales"].as_array().unwrap().clone());
            let Some(next) = body["next_cursor"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        assert_eq!(json!(walked), whole["sales"], "{order}");
        let second = list(server, &person, &format!("limit=2&offset=2{order}"));
        assert_eq!(second["sales"].as_array().unwrap()[..], walked[2..4], "{order}");
        let beyond = list(server, &person, &format!("limit=2&offset={}{order}", i64::MAX));
        assert_eq!((&beyond["sales"], &beyond["total"]), (&json!([]), &whole["total"]), "{order}");
    }
}

fn bad_questions_are_refused(server: &Server) {
    let person = join_with_sales(server);
    let cursor = list(server, &person, "limit=1")["next_cursor"].as_str().unwrap().to_owned();
    for (query, field) in [
        ("status=completed", "status"),
        ("license=free", "license"),
        ("from=2026-02-30", "from"),
        ("to=x", "to"),
        ("from=2026-02-02&to=2026-02-01", "from"),
        ("sort=beat", "sort"),
        ("sort=date&order=up", "order"),
        ("currency=KES", "currency"),
        ("min=x", "min"),
        ("min=5&max=4", "min"),
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("offset=-1", "offset"),
        ("cursor=nonsense", "cursor"),
        ("client_id=x", "client_id"),
        ("beat_id=x", "beat_id"),
    ] {
        let answer = person.at(server).get(&format!("/api/sales?{query}")).expect_error(400);
        assert!(answer.body["fields"][field].is_string(), "{query}: {:?}", answer.body);
    }
    person.at(server).get(&format!("/api/sales?search={}", "x".repeat(101))).expect_error(400);
    person.at(server).get(&format!("/api/sales?sort=title&cursor={cursor}")).expect_error(400);
    person.at(server).get(&format!("/api/sales?offset=1&cursor={cursor}")).expect_error(400);
    person.at(server).get("/api/sales/stats/summary?from=2026-13-01").expect_error(400);
}

fn the_summary_counts_by_status_and_adds_up_what_is_completed(server: &Server) {
    let person = join_with_sales(server);
    let path = list(server, &person, "search=zebra")["sales"][0]["id"].as_str().unwrap().to_owned();
    person.at(server).post(&format!("/api/sales/{path}/refund"), &json!({})).expect(200);
    let summary = |query: &str| {
        person.at(server).get(&format!("/api/sales/stats/summary?{query}")).expect(200).body["summary"].clone()
    };
    let all = summary("");
    assert_eq!(all["count"], 6);
    assert_eq!(
        all["totals"],
        json!([{"currency": "USD", "amount": 300.0}, {"currency": "EUR", "amount": 20.25},
            {"currency": "GBP", "amount": 45.5}])
    );
    let counts = |list: &Value| {
        let rows = list.as_array().unwrap().iter();
        rows.map(|row| format!("{} {}", row["of"].as_str().unwrap(), row["count"]))
            .collect::<Vec<_>>()
            .join(", ")
    };
    assert_eq!(counts(&all["by_status"]), "Completed 3, Pending 1, Failed 1, Refunded 1");
    assert_eq!(counts(&all["by_license"]), "basic 1, premium 1, unlimited 1, exclusive 0");
    assert_eq!(all["by_status"][1]["totals"], json!([{"currency": "USD", "amount": 80.0}]));
    let part = summary("from=2026-02-01&to=2026-02-14");
    assert_eq!(
        (&part["count"], &part["totals"]),
        (&json!(2), &json!([{"currency": "EUR", "amount": 20.25}]))
    );
    let none = summary("from=2027-01-01");
    assert_eq!((&none["count"], &none["totals"]), (&json!(0), &json!([])));
}

fn a_changed_sale_is_found_by_its_new_words_only(server: &Server) {
    let person = join_with_sales(server);
    let row = list(server, &person, "search=anthem")["sales"][0].clone();
    let path = format!("/api/sales/{}", row["id"].as_str().unwrap());
    person
        .at(server)
        .put(&path, &json!({"title": "Ballad", "client": "Quartet", "date": "2026-01-01"}))
        .expect(200);
    assert_eq!(list(server, &person, "search=anthem")["total"], 0);
    assert_eq!(titles(&list(server, &person, "search=quart")), ["Ballad"]);
    assert_eq!(titles(&list(server, &person, "sort=oldest&limit=1")), ["Ballad"]);
    assert_eq!(list(server, &person, "to=2026-01-01")["total"], 1);
    person.at(server).delete(&path).expect(200);
    assert_eq!(list(server, &person, "search=quart")["total"], 0);
    assert_eq!(list(server, &person, "")["total"], 5);
}
