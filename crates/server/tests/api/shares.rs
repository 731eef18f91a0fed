//! Shares and their links, as their owner sees them.

use serde_json::{Value, json};

use crate::harness::library::upload;
use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Server, on_both_engines};

on_both_engines!(
    pg shr_01_a_share_has_beats_in_an_order_and_a_link_for_each_recipient,
    shr_01_bad_input_is_refused_by_field,
    pg shr_02_links_are_added_changed_stopped_and_deleted,
    shr_02_at_most_2000_links_are_live,
    shr_11_links_are_listed_filtered_and_stopped_by_client,
    shr_12_a_deleted_beat_leaves_the_share,
    pub_01_the_token_is_stored_hashed_and_sealed_alone,
    pub_10_links_go_with_the_account,
    nobody_else_gets_at_a_share,
);

/// Uploads a beat for each name.
pub fn beats(server: &Server, person: &Person, names: &[&str]) -> Vec<Value> {
    (10..)
        .zip(names)
        .map(|(pitch, name)| upload(server, person, &format!("{name}.wav"), pitch))
        .collect()
}

pub fn ids(beats: &[Value]) -> Value {
    beats.iter().map(|beat| beat["id"].clone()).collect()
}

/// Makes a share and returns it.
pub fn share(server: &Server, person: &Person, form: &Value) -> Value {
    person.at(server).post("/api/shares", form).expect(201).body["share"].clone()
}

pub fn client(server: &Server, person: &Person, name: &str) -> Value {
    let form = json!({"name": name, "email": "ade@harbor.fm", "account_number": "77", "bank_name": "North"});
    person.at(server).post("/api/beneficiaries", &form).expect(201).body["beneficiary"]["id"]
        .clone()
}

pub fn link_path(link: &Value) -> String {
    format!("/api/share-links/{}", link["id"].as_str().expect("an id"))
}

fn path(share: &Value) -> String {
    format!("/api/shares/{}", share["id"].as_str().expect("an id"))
}

fn shr_01_a_share_has_beats_in_an_order_and_a_link_for_each_recipient(server: &Server) {
    let maya = Person::join(server);
    let beats = beats(server, &maya, &["Lagos After Rain", "Glass Garden", "Paper Moons"]);
    let ade = client(server, &maya, "Ade Balogun");
    let order = json!([beats[2]["id"], beats[0]["id"], beats[1]["id"], beats[2]["id"]]);
    let form = json!({
        "title": "Four for the\u{202e} winter EP", "message": "Ade,\r\nthese came out.", "beats": order,
        "recipients": [{"client_id": ade}, {"name": "Kito Sound", "email": "kito@sound.example"}, {}],
        "password": "abcd", "downloads": "wav", "shows_prices": false,
    });
    let made = share(server, &maya, &form);
    assert_eq!(made["title"], "Four for the winter EP");
    assert_eq!(made["message"], "Ade,\nthese came out.");
    let titles: Vec<_> =
        made["beats"].as_array().unwrap().iter().map(|beat| &beat["title"]).collect();
    assert_eq!(titles, ["Paper Moons", "Lagos After Rain", "Glass Garden"]);
    let links = made["links"].as_array().unwrap();
    let names: Vec<_> = links.iter().map(|link| &link["name"]).collect();
    assert_eq!(names, ["Ade Balogun", "Kito Sound", ""]);
    assert_eq!((&links[0]["client_id"], &links[0]["email"]), (&ade, &json!("ade@harbor.fm")));
    for link in links {
        assert_eq!((&link["state"], &link["downloads"]), (&json!("live"), &json!("wav")));
        assert_eq!(
            (&link["has_password"], &link["shows_prices"], &link["takes_messages"]),
            (&json!(true), &json!(false), &json!(true))
        );
        assert_ne!(link["expires_on"], Value::Null, "30 days unless something else was said");
        let address = link["address"].as_str().unwrap();
        let (origin, token) = address.split_once("/s/").unwrap();
        assert_eq!(origin, format!("http://{}", server.address()));
        assert_eq!(token.len(), 43);
    }
    // PUB-01: all links of an account begin with its public id, and no two end alike.
    let token =
        |link: &Value| link["address"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    assert_eq!(token(&links[0])[..21], token(&links[1])[..21]);
    assert_ne!(token(&links[0])[22..], token(&links[1])[22..]);
    // The address can be copied again.
    let again = maya.at(server).get(&link_path(&links[1])).expect(200).body;
    assert_eq!(again["link"]["address"], links[1]["address"]);
    assert_eq!(again["beats"].as_array().unwrap().len(), 3);
    // The preview of the beat may still be in the making.
    assert!(again["beats"][0]["has_preview"].is_boolean());
    assert_eq!(again["messages"], json!([]));
}

fn shr_01_bad_input_is_refused_by_field(server: &Server) {
    let maya = Person::join(server);
    let beats = beats(server, &maya, &["Glass Garden"]);
    let good = json!({"title": "One", "beats": ids(&beats)});
    share(server, &maya, &good);
    let many: Vec<_> = (0..101).map(|_| beats[0]["id"].clone()).collect();
    let crowd: Vec<_> = (0..51).map(|_| json!({})).collect();
    for (field, value) in [
        ("title", json!("")),
        ("title", json!("x".repeat(121))),
        ("message", json!("x".repeat(1001))),
        ("beats", json!([])),
        ("beats", json!(many)),
        ("password", json!("abc")),
        ("expires_on", json!("2020-01-01")),
        ("expires_on", json!("2999-01-01")),
        ("downloads", json!("stems")),
        ("recipients", json!(crowd)),
        ("shows_prices", json!("yes")),
    ] {
        let mut form = good.clone();
        form[field] = value;
        let refused = maya.at(server).post("/api/shares", &form).expect_error(400);
        assert!(refused.body["fields"][field].is_string(), "{field}: {refused:?}");
    }
    let mut form = good.clone();
    form["recipients"] = json!([{"email": "nobody"}]);
    maya.at(server).post("/api/shares", &form).expect_error(400);
    form["recipients"] = json!([{"client_id": "018bcfe5-6800-7707-8707-070707070707"}]);
    maya.at(server).post("/api/shares", &form).expect_error(404);
    let mut form = good;
    form["beats"] = json!(["018bcfe5-6800-7707-8707-070707070707"]);
    maya.at(server).post("/api/shares", &form).expect_error(404);
}

fn shr_02_links_are_added_changed_stopped_and_deleted(server: &Server) {
    let maya = Person::join(server);
    let beats = beats(server, &maya, &["Lagos After Rain", "Glass Garden"]);
    let made = share(server, &maya, &json!({"title": "Drill pack", "beats": ids(&beats[..1])}));
    let form = json!({"recipients": [{"name": "Iris"}, {"name": "Nova"}], "expires_on": null});
    let more = maya.at(server).post(&format!("{}/links", path(&made)), &form).expect(201).body;
    let links = more["share"]["links"].as_array().unwrap().clone();
    assert_eq!((links.len(), &links[2]["expires_on"]), (3, &Value::Null));

    let change = json!({"title": "Drill pack 2", "beats": ids(&beats), "keeps_sold": false});
    let changed = maya.at(server).put(&path(&made), &change).expect(200).body["share"].clone();
    assert_eq!(
        (&changed["title"], &changed["keeps_sold"]),
        (&json!("Drill pack 2"), &json!(false))
    );
    assert_eq!(changed["beats"].as_array().unwrap().len(), 2);

    let change = json!({"password": "harbor", "downloads": "all files", "recipient": {"name": "Iris Vance"}});
    let changed =
        maya.at(server).put(&link_path(&links[1]), &change).expect(200).body["link"].clone();
    assert_eq!(
        (&changed["has_password"], &changed["downloads"], &changed["name"]),
        (&json!(true), &json!("all files"), &json!("Iris Vance"))
    );
    assert_eq!(changed["address"], links[1]["address"]);
    let change = json!({"password": null, "takes_messages": false});
    let changed =
        maya.at(server).put(&link_path(&links[1]), &change).expect(200).body["link"].clone();
    assert_eq!(
        (&changed["has_password"], &changed["downloads"]),
        (&json!(false), &json!("all files"))
    );

    let stop = |at: String| maya.at(server).post(&format!("{at}/stop"), &json!({}));
    assert_eq!(stop(link_path(&links[1])).expect(200).body["link"]["state"], "stopped");
    let all = stop(path(&made)).expect(200).body["share"]["links"].clone();
    assert!(all.as_array().unwrap().iter().all(|link| link["state"] == "stopped"));
    for link in &links {
        maya.at(server).delete(&link_path(link)).expect(200);
        maya.at(server).delete(&link_path(link)).expect_error(404);
    }
    maya.at(server).get(&path(&made)).expect_error(404);
    let made = share(server, &maya, &json!({"title": "Once more", "beats": ids(&beats)}));
    maya.at(server).delete(&path(&made)).expect(200);
    assert_eq!(maya.at(server).get("/api/share-links").expect(200).body["total"], 0);
}

fn shr_02_at_most_2000_links_are_live(server: &Server) {
    let maya = Person::join(server);
    let beats = beats(server, &maya, &["Glass Garden"]);
    let crowd: Vec<_> = (0..50).map(|number| json!({"name": format!("Nr {number}")})).collect();
    // The answer to every change of a share lists all its links, so forty small shares take less time than one large one.
    let form = json!({"title": "All", "beats": ids(&beats), "recipients": crowd});
    let shares: Vec<_> = (0..40).map(|_| share(server, &maya, &form)).collect();
    let add = || {
        let form = json!({"recipients": crowd});
        maya.at(server).post(&format!("{}/links", path(&shares[1])), &form)
    };
    let refused = add().expect_error(409);
    maya.at(server).post("/api/shares", &form).expect_error(409);
    assert!(refused.error().contains("2,000"), "{refused:?}");
    assert_eq!(maya.at(server).get("/api/share-links?limit=1").expect(200).body["live"], 2000);
    maya.at(server).post(&format!("{}/stop", path(&shares[0])), &json!({})).expect(200);
    add().expect(201);
}

fn shr_11_links_are_listed_filtered_and_stopped_by_client(server: &Server) {
    let maya = Person::join(server);
    let beats = beats(server, &maya, &["Lagos After Rain", "Glass Garden"]);
    let ade = client(server, &maya, "Ade Balogun");
    let form = json!({"title": "Winter EP", "beats": ids(&beats), "recipients": [{"client_id": ade}, {"name": "Zoë"}]});
    share(server, &maya, &form);
    let form = json!({"title": "Harbor sketches", "beats": ids(&beats[1..]), "recipients": [{"client_id": ade}]});
    let old = share(server, &maya, &form)["links"][0].clone();
    server.execute(&format!(
        "UPDATE share_links SET expires_on = '2026-01-01' WHERE id = '{}'",
        old["id"].as_str().unwrap()
    ));
    let list =
        |query: &str| maya.at(server).get(&format!("/api/share-links{query}")).expect(200).body;
    let titles = |query: &str| -> Vec<String> {
        let body = list(query);
        let links = body["links"].as_array().unwrap().iter();
        links
            .map(|link| {
                format!("{}, {}", link["title"].as_str().unwrap(), link["name"].as_str().unwrap())
            })
            .collect()
    };
    let all = list("");
    assert_eq!((&all["total"], &all["live"]), (&json!(3), &json!(2)));
    let first = &all["links"][0];
    assert_eq!(
        (&first["title"], &first["state"], &first["beats"]),
        (&json!("Harbor sketches"), &json!("expired"), &json!(1))
    );
    let adeptly = ade.as_str().unwrap();
    let lagos = beats[0]["id"].as_str().unwrap();
    assert_eq!(titles("?state=live"), ["Winter EP, Zoë", "Winter EP, Ade Balogun"]);
    assert_eq!(titles("?state=expired,stopped"), ["Harbor sketches, Ade Balogun"]);
    assert_eq!(titles(&format!("?client={adeptly}")).len(), 2);
    assert_eq!(titles(&format!("?beat={lagos}")).len(), 2, "SHR-11: in which links a beat is");
    assert_eq!(titles("?search=zoe"), ["Winter EP, Zoë"]);
    assert_eq!(titles("?search=harbor%20sk"), ["Harbor sketches, Ade Balogun"]);
    let page = list("?limit=2");
    let cursor = page["next_cursor"].as_str().unwrap();
    assert_eq!(titles(&format!("?limit=2&cursor={cursor}")), ["Winter EP, Ade Balogun"]);
    for wrong in ["?state=open", "?client=x", "?cursor=1", "?limit=0"] {
        maya.at(server).get(&format!("/api/share-links{wrong}")).expect_error(400);
    }
    let stopped =
        maya.at(server).post("/api/share-links/stop", &json!({"client_id": ade})).expect(200);
    assert_eq!(stopped.body["stopped"], 1);
    assert_eq!(titles("?state=live"), ["Winter EP, Zoë"]);
    assert_eq!(titles("?state=stopped"), ["Winter EP, Ade Balogun"]);
    // An expired link with a later last day is live again.
    maya.at(server).put(&link_path(&old), &json!({"expires_on": null})).expect(200);
    assert_eq!(titles("?state=live").len(), 2);
    // The links of a deleted client keep the name.
    maya.at(server).delete(&format!("/api/beneficiaries/{adeptly}")).expect(200);
    let kept = list("?search=ade");
    assert_eq!((kept["total"].as_i64(), &kept["links"][0]["client_id"]), (Some(2), &Value::Null));
}

fn shr_12_a_deleted_beat_leaves_the_share(server: &Server) {
    let maya = Person::join(server);
    let beats = beats(server, &maya, &["Lagos After Rain", "Glass Garden"]);
    let made = share(server, &maya, &json!({"title": "Two", "beats": ids(&beats)}));
    for (beat, left) in beats.iter().zip([1, 0]) {
        maya.at(server).delete(&crate::harness::library::path(beat)).expect(200);
        let now = maya.at(server).get(&path(&made)).expect(200).body["share"].clone();
        assert_eq!(now["beats"].as_array().unwrap().len(), left);
    }
    assert_eq!(maya.at(server).get("/api/share-links").expect(200).body["links"][0]["beats"], 0);
}

fn pub_01_the_token_is_stored_hashed_and_sealed_alone(server: &Server) {
    let maya = Person::join(server);
    let beats = beats(server, &maya, &["Glass Garden"]);
    let made =
        share(server, &maya, &json!({"title": "One", "beats": ids(&beats), "password": "harbor"}));
    let token =
        made["links"][0]["address"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let count = |condition: &str| {
        server.query_number(&format!("SELECT COUNT(*) FROM share_links WHERE {condition}"))
    };
    assert_eq!(count("1 = 1"), 1);
    assert_eq!(count(&format!("token_hash = '{token}'")), 0);
    assert_eq!(count("LENGTH(token_hash) = 43 AND LENGTH(token) > 43"), 1);
    assert_eq!(count("password_hash LIKE '$argon2id$%'"), 1);
    // The public id is not the account's id.
    let user = maya.user["id"].as_str().unwrap();
    assert_eq!(
        server.query_number(&format!(
            "SELECT COUNT(*) FROM users WHERE id = '{user}' AND LENGTH(public_id) = 22"
        )),
        1
    );
    assert!(!server.output().contains(&token[22..]), "a token is never logged");
}

fn pub_10_links_go_with_the_account(server: &Server) {
    let maya = Person::join(server);
    let beats = beats(server, &maya, &["Glass Garden"]);
    share(server, &maya, &json!({"title": "One", "beats": ids(&beats)}));
    let gone =
        maya.at(server).call("DELETE", "/api/users/account").json(&json!({"password": PASSWORD}));
    gone.send().expect(200);
    for table in ["shares", "share_beats", "share_links"] {
        assert_eq!(server.query_number(&format!("SELECT COUNT(*) FROM {table}")), 0, "{table}");
    }
}

fn nobody_else_gets_at_a_share(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let beats = beats(server, &maya, &["Glass Garden"]);
    let made = share(server, &maya, &json!({"title": "One", "beats": ids(&beats)}));
    let link = &made["links"][0];
    ade.at(server).get(&path(&made)).expect_error(404);
    ade.at(server).put(&path(&made), &json!({"title": "Mine"})).expect_error(404);
    ade.at(server).delete(&path(&made)).expect_error(404);
    ade.at(server).post(&format!("{}/links", path(&made)), &json!({})).expect_error(404);
    ade.at(server).get(&link_path(link)).expect_error(404);
    ade.at(server).put(&link_path(link), &json!({})).expect_error(404);
    ade.at(server).delete(&link_path(link)).expect_error(404);
    ade.at(server)
        .post("/api/shares", &json!({"title": "Mine", "beats": ids(&beats)}))
        .expect_error(404);
    assert_eq!(ade.at(server).get("/api/share-links").expect(200).body["total"], 0);
    server.get(&link_path(link)).expect_error(401);
    maya.at(server).get(&link_path(link)).expect(200);
}
