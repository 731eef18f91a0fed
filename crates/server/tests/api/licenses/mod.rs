//! License kinds over HTTP. LIC-01, LIC-02, LIC-03

pub(crate) mod issued;
mod legal_profile;
mod prices;
mod seal;
mod texts;

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{EventStream, Server, on_both_engines};

on_both_engines!(
    lic_01_six_kinds_come_with_an_account,
    pg lic_01_kinds_are_added_ordered_and_removed,
    lic_01_an_account_from_before_gets_the_six_once,
    lic_02_everything_of_a_kind_is_kept,
    lic_03_bad_input_is_refused_by_field,
    kinds_of_others_cannot_be_reached,
    pages_are_told_of_changes
);

pub fn kinds(server: &Server, person: &Person) -> Vec<Value> {
    let answer = person.at(server).get("/api/license-kinds").expect(200);
    answer.body["kinds"].as_array().unwrap().clone()
}

pub fn path(kind: &Value) -> String {
    format!("/api/license-kinds/{}", kind["id"].as_str().unwrap())
}

fn names(kinds: &[Value]) -> Vec<&str> {
    kinds.iter().map(|kind| kind["name"].as_str().unwrap()).collect()
}

fn tape() -> Value {
    json!({"name": "Tape", "tier": "basic", "price": 15, "delivers": ["mp3"]})
}

const SIX: [&str; 6] =
    ["MP3 Lease", "WAV Lease", "Trackout Lease", "Unlimited Lease", "Exclusive", "Free demo"];

fn lic_01_six_kinds_come_with_an_account(server: &Server) {
    let maya = Person::join(server);
    let kinds = kinds(server, &maya);
    assert_eq!(names(&kinds), SIX);
    let told: Vec<_> = kinds.iter().map(|kind| (&kind["tier"], &kind["enabled"])).collect();
    let tiers = ["basic", "premium", "premium", "unlimited", "exclusive", "basic"];
    for (at, (tier, enabled)) in told.into_iter().enumerate() {
        assert_eq!((tier, enabled), (&json!(tiers[at]), &json!(at != 5)), "{at}");
    }
    assert_eq!(kinds[5]["price"], 0.0);
    assert_eq!(kinds[0]["text"]["version"], 1);
    assert_eq!(kinds[0]["credit_line"], "Prod. by Maya Okafor");
}

fn lic_01_kinds_are_added_ordered_and_removed(server: &Server) {
    let maya = Person::join(server);
    let at = maya.at(server);
    let before = kinds(server, &maya);
    let made = at.post("/api/license-kinds", &tape()).expect(201).body["kind"].clone();
    assert_eq!((&made["term_months"], &made["currency"]), (&Value::Null, &json!("USD")));
    assert_eq!(kinds(server, &maya)[6]["id"], made["id"]);

    let mut ids: Vec<_> = kinds(server, &maya).iter().map(|kind| kind["id"].clone()).collect();
    ids.rotate_right(1);
    let ordered = at.put("/api/license-kinds/order", &json!({"ids": ids})).expect(200).body;
    assert_eq!(names(ordered["kinds"].as_array().unwrap())[..2], ["Tape", "MP3 Lease"]);
    assert_eq!(names(&kinds(server, &maya))[0], "Tape");
    for wrong in [json!([]), json!(ids[1..]), json!([&ids[..6], &ids[..1]].concat()), json!(["x"])]
    {
        let refused = at.put("/api/license-kinds/order", &json!({"ids": wrong})).expect_error(400);
        assert!(refused.body["fields"]["ids"].is_string(), "{wrong}");
    }

    for _ in 0..5 {
        at.post("/api/license-kinds", &tape()).expect(201);
    }
    let refused = at.post("/api/license-kinds", &tape()).expect_error(409);
    assert!(refused.error().contains("12 license kinds"), "{}", refused.error());

    // Default kinds are not created again after their owner has deleted them.
    for kind in kinds(server, &maya) {
        at.delete(&path(&kind)).expect(200);
    }
    assert!(kinds(server, &maya).is_empty());
    at.delete(&path(&before[0])).expect_error(404);
    at.get(&path(&before[0])).expect_error(404);
}

fn lic_01_an_account_from_before_gets_the_six_once(server: &Server) {
    let maya = Person::join(server);
    let id = maya.user["id"].as_str().unwrap();
    assert_eq!(kinds(server, &maya).len(), 6);
    // An account from before license kinds existed has none.
    for table in ["license_kinds", "license_texts", "legal_profiles"] {
        server.execute(&format!("DELETE FROM {table} WHERE owner_id = '{id}'"));
    }
    // Many simultaneous requests create the default kinds once.
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(names(&kinds(server, &maya)), SIX));
        }
    });
    let texts = format!("SELECT COUNT(*) FROM license_texts WHERE owner_id = '{id}'");
    assert_eq!(server.query_number(&texts), 6);
}

fn lic_02_everything_of_a_kind_is_kept(server: &Server) {
    let maya = Person::join(server);
    let at = maya.at(server);
    let exclusive = kinds(server, &maya)[4].clone();
    let sent = json!({
        "name": " Club Lease ", "tier": "premium", "is_exclusive": false, "description": "For clubs.\nAnd bars.",
        "price": 79.5, "currency": "EUR", "lowest_offer": 40.25, "enabled": false,
        "delivers": ["wav", "mp3", "stems"], "term_months": 18,
        "caps": {
            "streams": {"allowed": true, "limit": 1_000_000_000_000_u64},
            "copies": {"allowed": true, "limit": 0},
            "radio": {"allowed": false},
            "paid_shows": {"allowed": true, "limit": null},
        },
        "broadcast": true, "sync": true, "content_id": true, "publishing_share": 33.33, "writer_share": 0,
        "credit_line": "Prod. by MO", "credit_required": false, "governing_law": "Kenya",
        "buy_back": {"years": 5, "percent": 150},
    });
    let made = at.post("/api/license-kinds", &sent).expect(201).body["kind"].clone();
    let kept = at.get(&path(&made)).expect(200).body["kind"].clone();
    assert_eq!(kept, made);
    for field in [
        "tier",
        "is_exclusive",
        "description",
        "price",
        "currency",
        "lowest_offer",
        "enabled",
        "term_months",
        "broadcast",
        "sync",
        "content_id",
        "publishing_share",
        "credit_line",
        "credit_required",
        "governing_law",
        "buy_back",
    ] {
        assert_eq!(kept[field], sent[field], "{field}");
    }
    assert_eq!(kept["name"], "Club Lease");
    assert_eq!(kept["writer_share"], 0.0);
    assert_eq!(kept["delivers"], json!(["mp3", "wav", "stems"]));
    let cap = |name: &str| kept["caps"][name].clone();
    assert_eq!(cap("streams"), json!({"allowed": true, "limit": 1_000_000_000_000_u64}));
    assert_eq!(cap("copies"), json!({"allowed": true, "limit": 0}));
    assert_eq!(cap("radio"), json!({"allowed": false, "limit": null}));
    assert_eq!(cap("videos"), json!({"allowed": true, "limit": null}));
    assert_eq!(kept["caps"].as_object().unwrap().len(), 10);

    // Only the fields that are sent change; null clears a field.
    let change = json!({"price": 90, "lowest_offer": null, "term_months": null, "governing_law": null,
        "buy_back": null, "caps": {"copies": {"allowed": true, "limit": 500}}});
    let changed = at.put(&path(&made), &change).expect(200).body["kind"].clone();
    for field in ["lowest_offer", "term_months", "governing_law", "buy_back"] {
        assert_eq!(changed[field], Value::Null, "{field}");
    }
    assert_eq!((&changed["price"], &changed["name"]), (&json!(90.0), &json!("Club Lease")));
    assert_eq!(changed["caps"]["copies"]["limit"], 500);
    assert_eq!(changed["caps"]["streams"], cap("streams"));
    assert_eq!(changed["text"], made["text"]);

    // The tier alone makes a kind exclusive or not.
    let lease = at.put(&path(&exclusive), &json!({"tier": "premium"})).expect(200).body;
    assert_eq!(lease["kind"]["is_exclusive"], false);

    // A default text follows the tier, so that no exclusive kind has a contract for a non-exclusive license.
    let first = &kinds(server, &maya)[0];
    assert_eq!(lease["kind"]["text"]["version"], 2);
    assert_eq!(lease["kind"]["text"]["hash"], first["text"]["hash"]);
    assert_eq!(lease["kind"]["has_default_text"], true);
    let own = json!({"text": "{{buyer.name}} may use the beat."});
    let changed = at.post(&format!("{}/texts", path(&exclusive)), &own).expect(201).body;
    assert_eq!(changed["kind"]["has_default_text"], false);
    let back = at.put(&path(&exclusive), &json!({"tier": "exclusive"})).expect(200).body;
    assert_eq!(back["kind"]["text"], changed["kind"]["text"], "own words stay");
}

fn lic_03_bad_input_is_refused_by_field(server: &Server) {
    let maya = Person::join(server);
    let at = maya.at(server);
    let all = kinds(server, &maya);
    let caps = |limit: Value| json!({"caps": {"streams": {"allowed": true, "limit": limit}}});
    for (change, field) in [
        (json!({"name": ""}), "name"),
        (json!({"name": "x".repeat(61)}), "name"),
        (json!({"tier": "gold"}), "tier"),
        (json!({"is_exclusive": true}), "caps"),
        (json!({"tier": "exclusive"}), "caps"),
        (json!({"description": "x".repeat(501)}), "description"),
        (json!({"price": -0.01}), "price"),
        (json!({"price": 1.005}), "price"),
        (json!({"currency": "KES"}), "currency"),
        (json!({"lowest_offer": 29.01}), "lowest_offer"),
        (json!({"lowest_offer": -1}), "lowest_offer"),
        (json!({"delivers": []}), "delivers"),
        (json!({"delivers": ["vinyl"]}), "delivers"),
        (json!({"term_months": 0}), "term"),
        (json!({"term_months": 1201}), "term"),
        (json!({"term_months": 1.5}), "term_months"),
        (caps(json!(-1)), "caps"),
        (caps(json!(1.5)), "caps"),
        (caps(json!(1_000_000_000_001_u64)), "caps"),
        (caps(json!("many")), "caps"),
        (json!({"caps": {"plays": {"allowed": true}}}), "caps"),
        (json!({"publishing_share": 100.01}), "publishing_share"),
        (json!({"publishing_share": -1}), "publishing_share"),
        (json!({"writer_share": 0.001}), "writer_share"),
        (json!({"credit_line": ""}), "credit_line"),
        (json!({"credit_line": "x".repeat(121)}), "credit_line"),
        (json!({"buy_back": {"years": 0, "percent": 10}}), "buy_back"),
        (json!({"buy_back": {"years": 1.5, "percent": 10}}), "buy_back"),
    ] {
        let refused = at.put(&path(&all[0]), &change).expect_error(400);
        assert!(refused.body["fields"][field].is_string(), "{change}: {}", refused.text());
    }
    assert_eq!(kinds(server, &maya), all, "nothing changed");
    let refused = at.post("/api/license-kinds", &json!({"price": 1})).expect_error(400);
    let fields: Vec<_> = refused.body["fields"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(fields, ["delivers", "name", "tier"]);
    // Several faults are reported at once.
    let refused = at.put(&path(&all[0]), &json!({"name": "", "price": -1})).expect_error(400);
    assert_eq!(refused.body["fields"].as_object().unwrap().len(), 2);
}

fn kinds_of_others_cannot_be_reached(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let kind = kinds(server, &maya)[0].clone();
    kinds(server, &ade);
    let at = ade.at(server);
    at.get(&path(&kind)).expect_error(404);
    at.put(&path(&kind), &json!({"price": 1})).expect_error(404);
    at.delete(&path(&kind)).expect_error(404);
    at.get(&format!("{}/texts", path(&kind))).expect_error(404);
    at.get(&format!("{}/texts/1", path(&kind))).expect_error(404);
    at.post(&format!("{}/texts", path(&kind)), &json!({"text": "x"})).expect_error(404);
    at.post(&format!("{}/preview", path(&kind)), &json!({})).expect_error(404);
    assert_eq!(kinds(server, &maya)[0], kind);
}

fn pages_are_told_of_changes(server: &Server) {
    let maya = Person::join(server);
    let kind = kinds(server, &maya)[0].clone();
    let page = EventStream::open(server, &maya.token);
    maya.at(server).put(&path(&kind), &json!({"price": 31})).expect(200);
    page.wait_for_topics(&["license-kinds"]);
}
