//! What licenses of beats cost, over HTTP. LIC-04

use serde_json::{Value, json};

use super::{kinds, path};
use crate::harness::library::upload;
use crate::harness::people::Person;
use crate::harness::{EventStream, Server, on_both_engines};

on_both_engines!(
    lic_04_a_beat_has_the_kinds_price_its_own_or_is_not_offered,
    lic_04_prices_are_what_a_stranger_would_be_asked,
    pg lic_04_prices_of_many_beats_are_set_at_once,
    lic_04_bad_prices_are_refused_by_field,
    prices_of_others_cannot_be_reached
);

fn join_with_legal_profile(server: &Server) -> Person {
    let maya = Person::join(server);
    let profile = json!({"legal_name": "Maya Okafor", "address": "14 Wharf Road"});
    maya.at(server).put("/api/legal-profile", &profile).expect(200);
    maya
}

fn prices_path(beat: &Value) -> String {
    format!("/api/documents/{}/prices", beat["id"].as_str().unwrap())
}

fn prices(server: &Server, person: &Person, beat: &Value) -> Vec<Value> {
    let answer = person.at(server).get(&prices_path(beat)).expect(200);
    answer.body["prices"].as_array().unwrap().clone()
}

fn set_prices(server: &Server, person: &Person, beat: &Value, prices: &Value) -> Vec<Value> {
    let answer = person.at(server).put(&prices_path(beat), &json!({"prices": prices})).expect(200);
    answer.body["prices"].as_array().unwrap().clone()
}

fn lic_04_a_beat_has_the_kinds_price_its_own_or_is_not_offered(server: &Server) {
    let maya = join_with_legal_profile(server);
    let all = kinds(server, &maya);
    let beat = upload(server, &maya, "paper-moons.wav", 1);
    let before = prices(server, &maya, &beat);
    assert_eq!(before.len(), 6);
    assert_eq!(
        before[0],
        json!({
            "kind_id": all[0]["id"], "name": "MP3 Lease", "tier": "basic", "is_exclusive": false, "offer": "default",
            "price": 29.0, "currency": "USD", "default_price": 29.0, "default_currency": "USD", "is_offered": true,
            "reason": null,
        })
    );
    let page = EventStream::open(server, &maya.token);
    let after = set_prices(
        server,
        &maya,
        &beat,
        &json!([
            {"kind_id": all[0]["id"], "offer": "own", "price": 34.5},
            {"kind_id": all[1]["id"], "offer": "off"},
            {"kind_id": all[2]["id"], "offer": "default"},
        ]),
    );
    page.wait_for_topics(&["license-kinds"]);
    assert_eq!(prices(server, &maya, &beat), after);
    let told: Vec<_> = after
        .iter()
        .map(|price| (&price["offer"], &price["price"], &price["is_offered"]))
        .collect();
    assert_eq!(told[0], (&json!("own"), &json!(34.5), &json!(true)));
    assert_eq!(told[1], (&json!("off"), &Value::Null, &json!(false)));
    assert_eq!(told[2], (&json!("default"), &json!(129.0), &json!(true)));

    // A new price of a kind applies to the beats without a price of their own, and an own price keeps its currency.
    maya.at(server).put(&path(&all[0]), &json!({"price": 25, "currency": "EUR"})).expect(200);
    maya.at(server).put(&path(&all[2]), &json!({"price": 99})).expect(200);
    let moved = prices(server, &maya, &beat);
    assert_eq!((&moved[0]["price"], &moved[0]["currency"]), (&json!(34.5), &json!("USD")));
    assert_eq!(
        (&moved[0]["default_price"], &moved[0]["default_currency"]),
        (&json!(25.0), &json!("EUR"))
    );
    assert_eq!(moved[2]["price"], 99.0);
    // The beat gets the price of the kind again.
    let back =
        set_prices(server, &maya, &beat, &json!([{"kind_id": all[0]["id"], "offer": "default"}]));
    assert_eq!((&back[0]["price"], &back[0]["currency"]), (&json!(25.0), &json!("EUR")));

    // Prices are deleted with their kind and with their beat.
    let id = maya.user["id"].as_str().unwrap();
    let rows = format!("SELECT COUNT(*) FROM beat_prices WHERE owner_id = '{id}'");
    assert_eq!(server.query_number(&rows), 1);
    maya.at(server).delete(&path(&all[1])).expect(200);
    assert_eq!(server.query_number(&rows), 0);
    set_prices(server, &maya, &beat, &json!([{"kind_id": all[0]["id"], "offer": "off"}]));
    maya.at(server).delete(&format!("/api/documents/{}", beat["id"].as_str().unwrap())).expect(200);
    assert_eq!(server.query_number(&rows), 0);
    maya.at(server).get(&prices_path(&beat)).expect_error(404);
}

fn lic_04_prices_are_what_a_stranger_would_be_asked(server: &Server) {
    let maya = Person::join(server);
    let beat = upload(server, &maya, "paper-moons.wav", 1);
    let reasons = || -> Vec<Value> {
        prices(server, &maya, &beat).iter().map(|price| price["reason"].clone()).collect()
    };
    // Without a legal name no contract can be made.
    assert!(reasons()[..5].iter().all(|reason| reason == "Its contract still needs values"));
    let profile = json!({"legal_name": "Maya Okafor", "address": "14 Wharf Road"});
    maya.at(server).put("/api/legal-profile", &profile).expect(200);
    assert!(reasons()[..5].iter().all(Value::is_null));
    assert_eq!(reasons()[5], "This kind is turned off");
    let sale = json!({"beat_id": beat["id"], "client": "Iris Vance", "amount": 900, "license": "exclusive"});
    maya.at(server).post("/api/sales", &sale).expect(201);
    assert!(reasons().iter().all(|reason| reason == "This beat is sold"));
}

fn lic_04_prices_of_many_beats_are_set_at_once(server: &Server) {
    let maya = join_with_legal_profile(server);
    let all = kinds(server, &maya);
    let beats: Vec<_> =
        (1..=3).map(|seed| upload(server, &maya, &format!("beat-{seed}.wav"), seed)).collect();
    let ids: Vec<_> = beats.iter().map(|beat| beat["id"].clone()).collect();
    let many = |ids: &Value, price: f64| {
        let prices = json!([{"kind_id": all[3]["id"], "offer": "own", "price": price}]);
        maya.at(server).post("/api/documents/prices", &json!({"ids": ids, "prices": prices}))
    };
    assert_eq!(many(&json!(&ids[..2]), 200.0).expect(200).body["changed"], 2);
    let own = || -> Vec<Value> {
        beats.iter().map(|beat| prices(server, &maya, beat)[3]["price"].clone()).collect()
    };
    assert_eq!(own(), [200.0, 200.0, 249.0]);
    // A request with an unknown beat changes none of them.
    many(&json!([ids[2], "01a1dd1f-2feb-7d7b-83c8-b05280b21f40"]), 1.0).expect_error(404);
    many(&json!([]), 1.0).expect_error(400);
    assert_eq!(own(), [200.0, 200.0, 249.0]);
}

fn lic_04_bad_prices_are_refused_by_field(server: &Server) {
    let maya = join_with_legal_profile(server);
    let kind = kinds(server, &maya)[0]["id"].clone();
    let beat = upload(server, &maya, "paper-moons.wav", 1);
    let before = prices(server, &maya, &beat);
    for (price, field) in [
        (json!({"kind_id": kind, "offer": "gift"}), "offer"),
        (json!({"kind_id": kind, "offer": "own"}), "price"),
        (json!({"kind_id": kind, "offer": "own", "price": null}), "price"),
        (json!({"kind_id": kind, "offer": "own", "price": -1}), "price"),
        (json!({"kind_id": kind, "offer": "own", "price": 0.001}), "price"),
        (json!({"kind_id": "x", "offer": "off"}), "kind_id"),
        (json!({"kind_id": beat["id"], "offer": "off"}), "kind_id"),
    ] {
        let refused =
            maya.at(server).put(&prices_path(&beat), &json!({"prices": [price]})).expect_error(400);
        assert!(refused.body["fields"][field].is_string(), "{price}: {}", refused.text());
    }
    assert_eq!(prices(server, &maya, &beat), before);
}

fn prices_of_others_cannot_be_reached(server: &Server) {
    let (maya, ade) = (join_with_legal_profile(server), join_with_legal_profile(server));
    let beat = upload(server, &maya, "paper-moons.wav", 1);
    let (hers, his) = (kinds(server, &maya)[0]["id"].clone(), kinds(server, &ade)[0]["id"].clone());
    let off = |kind: &Value| json!({"prices": [{"kind_id": kind, "offer": "off"}]});
    ade.at(server).get(&prices_path(&beat)).expect_error(404);
    ade.at(server).put(&prices_path(&beat), &off(&his)).expect_error(404);
    maya.at(server).put(&prices_path(&beat), &off(&his)).expect_error(400);
    let many = json!({"ids": [beat["id"]], "prices": off(&his)["prices"]});
    ade.at(server).post("/api/documents/prices", &many).expect_error(404);
    assert_eq!(prices(server, &maya, &beat)[0]["offer"], "default");
    maya.at(server).put(&prices_path(&beat), &off(&hers)).expect(200);
}
