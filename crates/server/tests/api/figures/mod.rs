//! The dashboard and the analytics over HTTP: their fields, the effect of each sale, and the queries they refuse. The
//! use case tests compare the figures with a model for random rows. DASH-01, DASH-02, ANA-01, ANA-02

mod attention;
mod search;

use serde_json::{Value, json};

use crate::harness::library::upload;
use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};
use crate::sales::{client, record};

fn dashboard(server: &Server, person: &Person, query: &str) -> Value {
    person.at(server).get(&format!("/api/dashboard?{query}")).expect(200).body["dashboard"].clone()
}

fn analytics(server: &Server, person: &Person, query: &str) -> Value {
    person.at(server).get(&format!("/api/analytics?{query}")).expect(200).body["analytics"].clone()
}

fn record_sale(server: &Server, person: &Person, more: &Value) -> Value {
    let mut sale = json!({"title": "Midnight Drive", "client": "Walk-in", "amount": 100});
    sale.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    record(server, person, &sale)
}

/// The field `of` of each row.
fn field_of_each<'a>(rows: &'a Value, of: &str) -> Vec<&'a Value> {
    rows.as_array().unwrap().iter().map(|row| &row[of]).collect()
}

on_both_engines!(
    a_new_account_has_a_dashboard_of_nothing,
    pg the_dashboard_follows_what_is_recorded,
    pg a_month_stands_beside_the_same_month_of_the_year_before,
    figures_are_told_in_the_currency_of_the_account_or_the_one_asked_for,
    the_analytics_tell_a_period_beside_the_one_before,
    movements_of_all_kinds_are_recent_activity,
    bad_questions_about_figures_are_refused,
    the_figures_of_another_are_not_mine
);

// DASH-01
fn a_new_account_has_a_dashboard_of_nothing(server: &Server) {
    let person = Person::join(server);
    let told = dashboard(server, &person, "");
    assert_eq!((&told["currency"], &told["currencies"]), (&json!("USD"), &json!(["USD"])));
    for figure in ["beats_sold", "available_beats"] {
        assert_eq!(told[figure], json!({"value": 0, "previous": 0}), "{figure}");
    }
    assert_eq!(told["revenue"], json!({"value": 0.00, "previous": 0.00}));
    assert_eq!(told["revenue_by_month"].as_array().unwrap().len(), 12);
    assert_eq!(field_of_each(&told["balances"], "currency"), ["USD", "EUR", "GBP"]);
    assert_eq!(told["wallet"]["balance"], json!(0.00));
    let none = json!({"total": 0, "beats": 0, "videos": 0, "available": 0, "sold": 0, "bytes": 0,
            "genres": [], "latest": []});
    assert_eq!(told["library"], none);
    for list in ["top_clients", "recent_sales", "goals"] {
        assert_eq!(told[list], json!([]), "{list}");
    }
    let told = analytics(server, &person, "");
    assert_eq!((&told["period"], &told["bucket"]), (&json!("30d"), &json!("day")));
    assert_eq!(told["conversion_rate"], json!({"value": null, "previous": null}));
    assert_eq!(told["performance"].as_array().unwrap().len(), 30);
    let all = analytics(server, &person, "period=all");
    assert_eq!(all["revenue"], json!({"value": 0.00, "previous": null}));
    assert!(all["previous_from"].is_null() && all["performance"][0]["previous_revenue"].is_null());
}

// DASH-01, DASH-02
fn the_dashboard_follows_what_is_recorded(server: &Server) {
    let person = Person::join(server);
    let beat = upload(server, &person, "Neon Haze.wav", 1);
    let path = format!("/api/documents/{}", beat["id"].as_str().unwrap());
    person.at(server).put(&path, &json!({"genre": "Drill"})).expect(200);
    let ade = client(server, &person, "Ade Bello");
    let sale = record_sale(
        server,
        &person,
        &json!({"client_id": ade["id"], "beat_id": beat["id"], "amount": 150.25,
            "license": "exclusive"}),
    );
    record_sale(server, &person, &json!({"amount": 20}));
    record_sale(server, &person, &json!({"amount": 80, "currency": "EUR"}));
    record_sale(server, &person, &json!({"status": "Pending"}));
    let goal = |title: &str, date: &str| {
        let form = json!({"title": title, "target_amount": 10, "target_date": date});
        person.at(server).post("/api/goals", &form).expect(201).body["goal"]["id"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let reached = goal("Reached", "2090-01-01");
    goal("Far", "2095-01-01");
    goal("Near", "2091-01-01");
    person
        .at(server)
        .put(&format!("/api/goals/{reached}/progress"), &json!({"amount": 10}))
        .expect(200);

    let told = dashboard(server, &person, "");
    assert_eq!(told["beats_sold"], json!({"value": 3, "previous": 0}), "any currency");
    assert_eq!(told["revenue"], json!({"value": 170.25, "previous": 0.00}), "one currency");
    // The beat was uploaded this month and is sold, so both numbers of available beats are zero.
    assert_eq!(told["available_beats"], json!({"value": 0, "previous": 0}));
    let month = &told["revenue_by_month"][11];
    assert_eq!((&month["revenue"], &month["sales"]), (&json!(170.25), &json!(2)));
    assert_eq!(
        told["top_clients"],
        json!([
            {"id": ade["id"], "name": "Ade Bello", "sales": 1, "revenue": 150.25},
            {"id": null, "name": "Walk-in", "sales": 1, "revenue": 20.00},
        ])
    );
    assert_eq!(
        field_of_each(&told["recent_sales"], "reference"),
        ["SALE-004", "SALE-003", "SALE-002", "SALE-001"]
    );
    assert_eq!(told["recent_sales"][3], sale);
    assert_eq!(
        (&told["wallet"]["balance"], &told["balances"][1]["balance"]),
        (&json!(170.25), &json!(80.00))
    );
    let library = &told["library"];
    assert_eq!(
        (&library["beats"], &library["sold"], &library["available"]),
        (&json!(1), &json!(1), &json!(0))
    );
    assert_eq!(library["genres"], json!([{"genre": "Drill", "count": 1}]));
    assert_eq!((&library["bytes"], &library["latest"][0]["id"]), (&beat["file_size"], &beat["id"]));
    assert_eq!(field_of_each(&told["goals"], "title"), ["Near", "Far", "Reached"]);

    // A refunded sale is not counted, and its beat is available again.
    let refund = format!("/api/sales/{}/refund", sale["id"].as_str().unwrap());
    person.at(server).post(&refund, &json!({})).expect(200);
    let told = dashboard(server, &person, "");
    assert_eq!(
        (&told["beats_sold"]["value"], &told["revenue"]["value"]),
        (&json!(2), &json!(20.00))
    );
    assert_eq!(told["available_beats"]["value"], 1);
    assert_eq!(field_of_each(&told["top_clients"], "name"), ["Walk-in"]);
}

fn figures_are_told_in_the_currency_of_the_account_or_the_one_asked_for(server: &Server) {
    let person = Person::join(server);
    record_sale(server, &person, &json!({"amount": 20}));
    record_sale(server, &person, &json!({"amount": 80, "currency": "EUR"}));
    for (setting, told) in [("EUR", "EUR"), ("KES", "USD"), ("GBP", "GBP")] {
        person
            .at(server)
            .put("/api/users/settings", &json!({"default_currency": setting}))
            .expect(200);
        assert_eq!(dashboard(server, &person, "")["currency"], told, "{setting}");
        assert_eq!(analytics(server, &person, "")["currency"], told, "{setting}");
    }
    let told = dashboard(server, &person, "currency=EUR");
    assert_eq!(
        (&told["revenue"]["value"], &told["currencies"]),
        (&json!(80.00), &json!(["USD", "EUR"]))
    );
    let told = analytics(server, &person, "currency=EUR&period=7d");
    assert_eq!(
        (&told["revenue"]["value"], &told["beats_sold"]["value"]),
        (&json!(80.00), &json!(1)),
        "the figures of one page are in one currency"
    );
    assert_eq!(
        dashboard(server, &person, "")["currencies"],
        json!(["USD", "EUR", "GBP"]),
        "the own one too"
    );
}

// ANA-01, ANA-02
fn the_analytics_tell_a_period_beside_the_one_before(server: &Server) {
    let person = Person::join(server);
    let ade = client(server, &person, "Ade Bello");
    let beat = upload(server, &person, "Neon Haze.wav", 1);
    let path = format!("/api/documents/{}", beat["id"].as_str().unwrap());
    person.at(server).put(&path, &json!({"genre": "Drill"})).expect(200);
    let window = analytics(server, &person, "period=7d");
    let (to, before) = (window["to"].clone(), window["previous_to"].clone());
    record_sale(
        server,
        &person,
        &json!({"date": to, "amount": 300, "client_id": ade["id"], "beat_id": beat["id"]}),
    );
    record_sale(
        server,
        &person,
        &json!({"date": to, "amount": 100, "client_id": ade["id"], "beat_id": beat["id"]}),
    );
    record_sale(server, &person, &json!({"date": to, "amount": 50}));
    let failed =
        record_sale(server, &person, &json!({"date": to, "status": "Failed", "title": "Lost"}));
    record_sale(server, &person, &json!({"date": before, "amount": 200}));

    let told = analytics(server, &person, "period=7d");
    if told["to"] != to {
        return; // Midnight passed by; tomorrow the week is another.
    }
    assert_eq!(told["revenue"], json!({"value": 450.00, "previous": 200.00}));
    assert_eq!(told["beats_sold"], json!({"value": 3, "previous": 1}));
    assert_eq!(told["active_clients"], json!({"value": 2, "previous": 1}));
    assert_eq!(told["conversion_rate"], json!({"value": 75.0, "previous": 100.0}));
    let points = told["performance"].as_array().unwrap();
    assert_eq!((points.len(), &points[0]["start"]), (7, &told["from"]));
    assert_eq!(
        points[6],
        json!({"start": to, "revenue": 450.00, "sales": 3, "previous_revenue": 200.00})
    );
    assert_eq!(
        told["genres"],
        json!([
            {"genre": "Drill", "sales": 2, "revenue": 400.00, "share": 66.7},
            {"genre": null, "sales": 1, "revenue": 50.00, "share": 33.3},
        ])
    );
    assert_eq!(field_of_each(&told["top_clients"], "name"), ["Ade Bello", "Walk-in"]);
    let activity = told["recent_activity"].as_array().unwrap();
    let of_kind = |kind: &str| activity.iter().filter(|row| row["kind"] == kind).count();
    assert_eq!((of_kind("sale"), of_kind("upload"), of_kind("client")), (4, 1, 1));
    assert!(activity.is_sorted_by(|a, b| a["at"].as_str() >= b["at"].as_str()), "{activity:?}");
    let lost = activity.iter().find(|row| row["id"] == failed["id"]).unwrap();
    assert_eq!(
        (&lost["title"], &lost["detail"]),
        (&json!("Lost"), &json!("Failed · Basic license, Walk-in"))
    );
    assert_eq!(lost["link"], format!("/payment-history?sale={}", failed["id"].as_str().unwrap()));

    // The figures of a deleted beat's sales stay, with the genre it had.
    person.at(server).delete(&path).expect(200);
    let later = analytics(server, &person, "period=7d");
    assert_eq!(later["genres"], told["genres"]);
    person
        .at(server)
        .delete(&format!("/api/beneficiaries/{}", ade["id"].as_str().unwrap()))
        .expect(200);
    let later = analytics(server, &person, "period=7d");
    assert_eq!(
        later["top_clients"][0],
        json!({"id": null, "name": "Ade Bello", "sales": 2, "revenue": 400.00})
    );
    assert_eq!(later["active_clients"]["value"], 2);
}

fn movements_of_all_kinds_are_recent_activity(server: &Server) {
    let person = Person::join(server);
    person
        .at(server)
        .post("/api/wallet/deposit", &json!({"amount": 500, "note": "Advance"}))
        .expect(201);
    person.at(server).post("/api/wallet/withdraw", &json!({"amount": 10})).expect(201);
    let sale = record_sale(server, &person, &json!({"title": "Neon Haze"}));
    let id = sale["id"].as_str().unwrap();
    person.at(server).post(&format!("/api/sales/{id}/refund"), &json!({})).expect(200);
    person
        .at(server)
        .post(
            "/api/transactions",
            &json!({"type": "payment", "title": "Rent", "amount": -5, "status": "pending"}),
        )
        .expect(201);
    let told = analytics(server, &person, "period=7d&currency=GBP");
    let mut rows: Vec<(String, String, String)> = told["recent_activity"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["kind"].as_str().unwrap().into(),
                row["title"].as_str().unwrap().into(),
                row["amount"].to_string(),
            )
        })
        .collect();
    rows.sort();
    let expected = [
        ("deposit", "Deposit", "500.0"),
        ("payment", "Rent", "-5.0"),
        ("refund", "Neon Haze", "-100.0"),
        ("sale", "Neon Haze", "100.0"),
        ("withdrawal", "Withdrawal", "-10.0"),
    ];
    let expected = expected
        .map(|(kind, title, amount)| (kind.to_owned(), title.to_owned(), amount.to_owned()));
    assert_eq!(rows, expected);
    let rent = told["recent_activity"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["title"] == "Rent")
        .unwrap();
    assert_eq!((&rent["detail"], &rent["currency"]), (&json!("Pending"), &json!("USD")));
    assert_eq!(rent["link"], "/transaction-history?q=TXN-005");
}

fn bad_questions_about_figures_are_refused(server: &Server) {
    let person = Person::join(server);
    for (query, field) in [
        ("analytics?period=1d", "period"),
        ("analytics?period=30D", "period"),
        ("analytics?currency=KES", "currency"),
        ("analytics?period=30d&currency=usd", "currency"),
        ("dashboard?currency=XXX", "currency"),
    ] {
        let answer = person.at(server).get(&format!("/api/{query}")).expect_error(400);
        assert!(answer.body["fields"][field].is_string(), "{query}: {:?}", answer.body);
    }
    // One sale has the first possible date, another one the last.
    record_sale(server, &person, &json!({"date": "0001-01-01"}));
    record_sale(server, &person, &json!({"date": "9999-12-31"}));
    let told = analytics(server, &person, "period=all");
    assert_eq!((&told["bucket"], &told["revenue"]["value"]), (&json!("year"), &json!(200.00)));
    assert_eq!(told["performance"].as_array().unwrap().len(), 9999);
    assert_eq!(dashboard(server, &person, "")["revenue"]["value"], json!(0.00));
}

// OPS-06
fn the_figures_of_another_are_not_mine(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let client = client(server, &maya, "Zoë Lindqvist");
    upload(server, &maya, "Neon Haze.wav", 1);
    record_sale(server, &maya, &json!({"client_id": client["id"], "currency": "EUR"}));
    let (seen, own) =
        (dashboard(server, &ade, "currency=EUR"), dashboard(server, &maya, "currency=EUR"));
    assert_eq!((&seen["beats_sold"]["value"], &own["beats_sold"]["value"]), (&json!(0), &json!(1)));
    assert_eq!((&seen["library"]["total"], &own["library"]["total"]), (&json!(0), &json!(1)));
    assert!(seen["top_clients"] == json!([]) && seen["recent_sales"] == json!([]));
    let seen = analytics(server, &ade, "period=all&currency=EUR");
    assert_eq!(
        (&seen["active_clients"]["value"], &seen["recent_activity"]),
        (&json!(0), &json!([]))
    );
    assert_eq!(seen["currencies"], json!(["EUR"]));
}

// DASH-01
fn a_month_stands_beside_the_same_month_of_the_year_before(server: &Server) {
    let person = Person::join(server);
    let months = dashboard(server, &person, "")["revenue_by_month"].clone();
    let third = months[2]["month"].as_str().unwrap();
    let (year, month) = third.split_once('-').unwrap();
    let year: i32 = year.parse().unwrap();
    for (year, amount) in [(year, 20), (year - 1, 30), (year - 2, 40)] {
        let date = format!("{year}-{month}-01");
        record_sale(server, &person, &json!({"amount": amount, "date": date}));
    }
    record_sale(
        server,
        &person,
        &json!({"amount": 50, "date": format!("{}-{month}-01", year - 1), "currency": "EUR"}),
    );
    let months = dashboard(server, &person, "")["revenue_by_month"].clone();
    assert_eq!(
        (&months[2]["revenue"], &months[2]["previous_revenue"]),
        (&json!(20.00), &json!(30.00))
    );
    let others =
        field_of_each(&months, "previous_revenue").into_iter().filter(|one| **one != json!(0.00));
    assert_eq!(others.count(), 1, "{months}");
}
