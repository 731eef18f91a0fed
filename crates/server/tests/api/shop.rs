//! The settings of the public page, as its owner changes them.

use serde_json::{Value, json};

use crate::harness::library::{path, upload};
use crate::harness::people::Person;
use crate::harness::{Answer, Engine, Server, on_both_engines};

on_both_engines!(
    shop_01_a_handle_is_one_person_s_and_kept_for_90_days,
    pg shop_01_a_handle_is_taken_once_however_many_want_it,
    shop_02_a_shop_is_off_until_it_is_turned_on,
    shop_03_bad_settings_are_refused_by_field,
    shop_03_beats_are_made_public_one_by_one_and_many_at_once,
    shop_settings_are_one_account_s_own,
);

pub fn save_shop(server: &Server, person: &Person, form: &Value) -> Answer {
    person.at(server).put("/api/shop", form)
}

fn check_handle(server: &Server, person: &Person, handle: &str) -> Value {
    person.at(server).get(&format!("/api/shop/handle?handle={handle}")).expect(200).body
}

fn expect_field_error(answer: Answer, field: &str) {
    let answer = answer.expect_error(400);
    assert_eq!(answer.body["fields"][field], answer.body["error"], "{field}: {answer:?}");
}

fn shop_01_a_handle_is_one_person_s_and_kept_for_90_days(server: &Server) {
    let (maya, zoe) = (Person::join(server), Person::join(server));
    let shop = maya.at(server).get("/api/shop").expect(200).body["shop"].clone();
    assert_eq!((&shop["handle"], &shop["url"]), (&Value::Null, &Value::Null));
    let set_one = save_shop(server, &maya, &json!({"handle": " @Maya-Okafor "})).expect(200);
    assert_eq!(set_one.body["shop"]["handle"], "maya-okafor");
    let url = format!("http://{}/@maya-okafor", server.address());
    assert_eq!(set_one.body["shop"]["url"], json!(url));
    for handle in ["ma", "admin", "stripe", "ma_ya", "-maya", &"x".repeat(31)] {
        expect_field_error(save_shop(server, &maya, &json!({"handle": handle})), "handle");
        assert_eq!(check_handle(server, &maya, handle)["is_free"], false, "{handle}");
    }
    // The handle is taken, except for the account that has it.
    expect_field_error(save_shop(server, &zoe, &json!({"handle": "maya-okafor"})), "handle");
    let taken = check_handle(server, &zoe, "maya-okafor");
    assert_eq!(
        (&taken["is_free"], &taken["reason"]),
        (&json!(false), &json!("This handle is taken"))
    );
    let own = check_handle(server, &maya, "maya-okafor");
    assert_eq!((&own["is_free"], &own["reason"]), (&json!(true), &Value::Null));

    // A handle that was given up stays reserved for its owner.
    let changed = save_shop(server, &maya, &json!({"handle": "mo"})).expect_error(400);
    assert!(changed.body["fields"]["handle"].is_string());
    let changed = save_shop(server, &maya, &json!({"handle": "mo-beats"})).expect(200);
    assert_eq!(changed.body["shop"]["old_handles"][0]["handle"], "maya-okafor");
    expect_field_error(save_shop(server, &zoe, &json!({"handle": "maya-okafor"})), "handle");
    let back = save_shop(server, &maya, &json!({"handle": "maya-okafor"})).expect(200).body;
    let old: Vec<_> = back["shop"]["old_handles"].as_array().unwrap().iter().collect();
    assert_eq!((old.len(), &old[0]["handle"]), (1, &json!("mo-beats")));

    // After 90 days the handle is free.
    server.execute("UPDATE shop_handles SET given_up_at = given_up_at - 7776001000");
    assert_eq!(check_handle(server, &zoe, "mo-beats")["is_free"], true);
    save_shop(server, &zoe, &json!({"handle": "mo-beats"})).expect(200);
    let shop = maya.at(server).get("/api/shop").expect(200).body["shop"].clone();
    assert_eq!(shop["old_handles"], json!([]));
    // An empty handle gives the handle up.
    let none = save_shop(server, &zoe, &json!({"handle": ""})).expect(200).body;
    assert_eq!(none["shop"]["handle"], Value::Null);
    assert_eq!(check_handle(server, &maya, "mo-beats")["is_free"], false);
}

fn shop_01_a_handle_is_taken_once_however_many_want_it(server: &Server) {
    let people: Vec<Person> = (0..6).map(|_| Person::join(server)).collect();
    let won: Vec<u16> = std::thread::scope(|scope| {
        let tries: Vec<_> = people
            .iter()
            .map(|one| {
                scope.spawn(|| save_shop(server, one, &json!({"handle": "night-drive"})).status)
            })
            .collect();
        tries.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(won.iter().filter(|status| **status == 200).count(), 1, "{won:?}");
    assert_eq!(won.iter().filter(|status| **status == 400).count(), 5, "{won:?}");
}

fn shop_02_a_shop_is_off_until_it_is_turned_on(server: &Server) {
    let maya = Person::join(server);
    let shop = maya.at(server).get("/api/shop").expect(200).body["shop"].clone();
    assert_eq!((&shop["is_on"], &shop["is_visible"]), (&json!(false), &json!(false)));
    // By default the operator allows links only, not public pages.
    assert_eq!(shop["why_not_visible"], json!(["operator", "off", "handle"]));
    maya.at(server)
        .put("/api/users/settings", &json!({"profile_visibility": "private"}))
        .expect(200);
    let set_on =
        save_shop(server, &maya, &json!({"is_on": true, "handle": "maya"})).expect(200).body;
    assert_eq!(set_on["shop"]["why_not_visible"], json!(["operator", "visibility"]));
}

#[test]
fn shop_02_a_shop_is_visible_where_all_agree() {
    let server = Server::start(Engine::Sqlite, &["--public-pages", "all"]);
    let maya = Person::join(&server);
    let shop =
        save_shop(&server, &maya, &json!({"is_on": true, "handle": "maya"})).expect(200).body;
    assert_eq!(shop["shop"]["why_not_visible"], json!([]));
    assert_eq!(shop["shop"]["is_visible"], true);
}

fn shop_03_bad_settings_are_refused_by_field(server: &Server) {
    let maya = Person::join(server);
    for (field, value) in [
        ("handle", json!("ab")),
        ("words", json!("x".repeat(1_001))),
        ("show_sold", json!("maybe")),
        ("embed_hosts", json!(["*"])),
        ("embed_hosts", json!(["a.example; script-src *"])),
    ] {
        expect_field_error(save_shop(server, &maya, &json!({field: value})), field);
    }
    save_shop(server, &maya, &json!({"is_on": "yes"})).expect_error(400);
    let form = json!({
        "handle": "maya", "is_on": true, "words": "Drums\u{202e} from Lagos.\r\nChords.", "show_sold": "struck",
        "show_email": true, "show_phone": true, "show_place": true, "platforms": false,
        "embed_hosts": ["https://Blog.example/x", "blog.example"],
    });
    let shop = save_shop(server, &maya, &form).expect(200).body["shop"].clone();
    assert_eq!(shop["words"], "Drums from Lagos.\nChords.");
    assert_eq!(shop["embed_hosts"], json!(["blog.example"]));
    // Fields that are not sent stay as they are.
    let shop = save_shop(server, &maya, &json!({"words": null})).expect(200).body["shop"].clone();
    assert_eq!((&shop["words"], &shop["show_sold"]), (&json!(""), &json!("struck")));
    for field in ["is_on", "show_email", "show_phone", "show_place"] {
        assert_eq!(shop[field], true, "{field}");
    }
    assert_eq!(shop["platforms"], false);
}

fn shop_03_beats_are_made_public_one_by_one_and_many_at_once(server: &Server) {
    let (maya, zoe) = (Person::join(server), Person::join(server));
    let beats: Vec<Value> =
        (1..4).map(|number| upload(server, &maya, &format!("Beat {number}.wav"), number)).collect();
    assert_eq!(beats[0]["is_public"], false);
    let one = maya.at(server).put(&path(&beats[0]), &json!({"is_public": true})).expect(200);
    assert_eq!(one.body["document"]["is_public"], true);
    let ids: Vec<&Value> = beats.iter().map(|beat| &beat["id"]).collect();
    let many = |person: &Person, ids: &[&Value], is_public: bool| {
        let form = json!({"ids": ids, "is_public": is_public});
        person.at(server).post("/api/documents/public", &form)
    };
    assert_eq!(many(&maya, &ids, true).expect(200).body["changed"], 2);
    let listed = |filter: &str| {
        let answer = maya.at(server).get(&format!("/api/documents{filter}")).expect(200);
        answer.body["total"].as_i64().unwrap()
    };
    assert_eq!((listed("?public=true"), listed("?public=false"), listed("")), (3, 0, 3));
    assert_eq!(many(&maya, &ids[..1], false).expect(200).body["changed"], 1);
    assert_eq!((listed("?public=true"), listed("?public=false")), (2, 1));
    // Other changes do not change whether the beat is public.
    let named = maya.at(server).put(&path(&beats[1]), &json!({"title": "Named"})).expect(200);
    assert_eq!(named.body["document"]["is_public"], true);
    // Another account's beat, an unknown id, an empty list and too many beats are refused.
    many(&zoe, &ids, false).expect_error(404);
    many(&maya, &[&json!("1")], true).expect_error(404);
    many(&maya, &[], true).expect_error(400);
    assert_eq!(listed("?public=true"), 2);
}

fn shop_settings_are_one_account_s_own(server: &Server) {
    let (maya, zoe) = (Person::join(server), Person::join(server));
    save_shop(server, &maya, &json!({"handle": "maya", "words": "Mine"})).expect(200);
    assert_eq!(zoe.at(server).get("/api/shop").expect(200).body["shop"]["words"], "");
    server.get("/api/shop").expect_error(401);
    server.get("/api/shop/handle?handle=maya").expect_error(401);
    server.post("/api/documents/public", &json!({"ids": [], "is_public": true})).expect_error(401);
}
