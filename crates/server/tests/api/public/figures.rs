//! Visits, plays and listening times of public pages, and the hearts and notes of listeners.

use serde_json::{Value, json};

use super::{Visitor, add_tagged_file, get_figures, share_beat, upload_beat};
use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};
use crate::shares::{ids, link_path, share};

on_both_engines!(
    shr_08_opened_people_plays_and_how_far,
    shr_08_the_owner_and_bots_are_not_counted,
    shr_08_the_first_play_of_a_recipient_is_told_once,
    shr_09_hearts_and_notes_are_kept_told_and_limited,
    pg pub_09_people_are_counted_by_a_key_of_the_day,
    pub_10_visits_and_messages_can_be_emptied,
);

fn open_page(visitor: &mut Visitor<'_>) {
    visitor.open();
    assert_eq!(visitor.post_as_script("/opened", &[]).status, 204);
}

fn play(visitor: &mut Visitor<'_>, beat: &Value, from: i64, to: i64) {
    let (from, to) = (from.to_string(), to.to_string());
    let answer = visitor.post_as_script(
        "/heard",
        &[("beat", beat["id"].as_str().unwrap()), ("from", &from), ("to", &to)],
    );
    assert_eq!(answer.status, 204, "{answer:?}");
}

/// Makes all plays so far begin a minute earlier, as if that time had passed.
fn backdate_plays(server: &Server) {
    server.execute("UPDATE share_listens SET started_at = started_at - 60000");
}

fn list_notifications(server: &Server, person: &Person, kind: &str) -> Vec<String> {
    let all = person.at(server).get(&format!("/api/notifications?type={kind}")).expect(200).body;
    let all = all["notifications"].as_array().unwrap().iter();
    all.map(|one| {
        format!("{}: {}", one["title"].as_str().unwrap(), one["message"].as_str().unwrap())
    })
    .collect()
}

fn shr_08_opened_people_plays_and_how_far(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) = share_beat(server, &maya, &json!({"recipients": [{"name": "Ade"}]}));
    let mut ade = Visitor::at_link(server, &link);
    open_page(&mut ade);
    open_page(&mut ade);
    play(&mut ade, &beat, 0, 9);
    let early = get_figures(server, &maya, &link);
    let told = &early["link"]["figures"];
    assert_eq!(
        (&told["opened"], &told["people"], &told["plays"], &told["seconds"]),
        (&json!(2), &json!(1), &json!(0), &json!(9))
    );
    assert_eq!(told["heard"], Value::Null);
    backdate_plays(server);
    play(&mut ade, &beat, 9, 15);
    // Another browser in the same network counts as another person; this one plays the whole beat.
    let mut kito = Visitor::at_link(server, &link);
    kito.agent =
        "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15".to_owned();
    open_page(&mut kito);
    for (from, to) in [(0, 10), (10, 20), (20, 30)] {
        play(&mut kito, &beat, from, to);
        backdate_plays(server);
    }
    let late = get_figures(server, &maya, &link);
    let told = &late["link"]["figures"];
    assert_eq!(
        (&told["opened"], &told["people"], &told["plays"], &told["seconds"]),
        (&json!(3), &json!(2), &json!(2), &json!(45))
    );
    assert_eq!(told["heard"], 0.75, "half of it and all of it");
    assert_ne!(told["last_seen_at"], Value::Null);
    let of_beat = &late["beats"][0];
    assert_eq!(
        (&of_beat["figures"]["plays"], &of_beat["figures"]["people"]),
        (&json!(2), &json!(2))
    );
    let reached = of_beat["reached"].as_array().unwrap();
    assert_eq!(
        (reached.len(), &reached[0], &reached[24], &reached[30], &reached[49]),
        (50, &json!(2), &json!(2), &json!(1), &json!(1))
    );
    // The beat is played again from the beginning.
    play(&mut kito, &beat, 0, 10);
    assert_eq!(get_figures(server, &maya, &link)["link"]["figures"]["plays"], 3);
    // Listening time is limited to the time that has passed, whatever the player sends.
    for _ in 0..20 {
        play(&mut kito, &beat, 12, 29);
    }
    let seconds = get_figures(server, &maya, &link)["link"]["figures"]["seconds"].as_i64().unwrap();
    assert!(seconds <= 45 + 20, "{seconds}");
    for wrong in [("5", "5"), ("-1", "4"), ("x", "4"), ("9", "3")] {
        let sent = [("beat", beat["id"].as_str().unwrap()), ("from", wrong.0), ("to", wrong.1)];
        assert_eq!(ade.post_as_script("/heard", &sent).status, 400, "{wrong:?}");
    }
}

fn shr_08_the_owner_and_bots_are_not_counted(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) = share_beat(server, &maya, &json!({"recipients": [{"name": "Ade"}]}));
    let mut bot = Visitor::at_link(server, &link);
    bot.agent = "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)".to_owned();
    open_page(&mut bot);
    play(&mut bot, &beat, 0, 12);
    // The owner is signed in with the same browser and the same IP address, so the play does not count.
    let mut own = Visitor::at_link(server, &link);
    server.execute(&format!("UPDATE sessions SET user_agent = '{}'", own.agent));
    open_page(&mut own);
    play(&mut own, &beat, 0, 12);
    let told = get_figures(server, &maya, &link)["link"]["figures"].clone();
    assert_eq!(
        (&told["opened"], &told["people"], &told["plays"]),
        (&json!(0), &json!(0), &json!(0))
    );
    assert!(list_notifications(server, &maya, "message").is_empty());
}

fn shr_08_the_first_play_of_a_recipient_is_told_once(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) = share_beat(server, &maya, &json!({"recipients": [{"name": "Ade Balogun"}]}));
    let open =
        share(server, &maya, &json!({"title": "Open", "beats": ids(std::slice::from_ref(&beat))}))
            ["links"][0]
            .clone();
    let mut anyone = Visitor::at_link(server, &open);
    open_page(&mut anyone);
    play(&mut anyone, &beat, 0, 12);
    assert!(list_notifications(server, &maya, "message").is_empty(), "nobody is named");
    let mut ade = Visitor::at_link(server, &link);
    open_page(&mut ade);
    play(&mut ade, &beat, 0, 9);
    assert!(list_notifications(server, &maya, "message").is_empty(), "not yet a play");
    for _ in 0..3 {
        backdate_plays(server);
        play(&mut ade, &beat, 9, 19);
    }
    open_page(&mut ade);
    play(&mut ade, &beat, 0, 12);
    assert_eq!(
        list_notifications(server, &maya, "message"),
        [
            "Ade Balogun is listening: Ade Balogun played “Lagos After Rain” from “Four for the winter EP”"
        ]
    );
    let told = maya.at(server).get("/api/notifications").expect(200).text();
    assert!(told.contains(&format!("/documents?share={}", link["id"].as_str().unwrap())), "{told}");
}

fn shr_09_hearts_and_notes_are_kept_told_and_limited(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) = share_beat(server, &maya, &json!({"recipients": [{"name": "Ade"}]}));
    let id = beat["id"].as_str().unwrap();
    let mut ade = Visitor::at_link(server, &link);
    ade.open();
    // Without a script, the form redirects to the page.
    let given = ade.post("/hearts", &[("beat", id), ("on", "1")]);
    assert_eq!(
        (given.status, given.header("location")),
        (303, ade.path(&format!("?beat={id}")).as_str())
    );
    assert_eq!(
        ade.post_as_script("/hearts", &[("beat", id), ("on", "1")]).status,
        204,
        "the same heart"
    );
    assert!(ade.open().contains("aria-pressed=\"true\""));
    let mut kito = Visitor::at_link(server, &link);
    assert!(
        !kito.open().contains("aria-pressed=\"true\""),
        "another listener's heart is their own"
    );
    assert_eq!(kito.post_as_script("/hearts", &[("beat", id), ("on", "1")]).status, 204);
    assert_eq!(kito.post_as_script("/hearts", &[("beat", id), ("on", "0")]).status, 204);
    let told = get_figures(server, &maya, &link);
    assert_eq!(
        (&told["link"]["figures"]["hearts"], &told["beats"][0]["figures"]["hearts"]),
        (&json!(1), &json!(1))
    );
    let hearts = list_notifications(server, &maya, "review");
    assert_eq!(hearts, ["A heart for your beat: Ade likes “Lagos After Rain”"; 2]);

    // A heart that is removed and given again counts once; an address may give five new hearts an hour.
    for on in ["0", "1", "0", "1", "0", "1", "0", "1"] {
        assert_eq!(ade.post_as_script("/hearts", &[("beat", id), ("on", on)]).status, 204, "{on}");
    }
    assert_eq!(list_notifications(server, &maya, "review").len(), 2, "told once");
    let new: Vec<u16> = (0..5)
        .map(|_| {
            let mut other = Visitor::at_link(server, &link);
            other.open();
            other.post_as_script("/hearts", &[("beat", id), ("on", "1")]).status
        })
        .collect();
    assert_eq!(new, [204, 204, 204, 429, 429]);

    let long = ade.post("/notes", &[("beat", id), ("text", &"x".repeat(501))]);
    assert_eq!(long.status, 422);
    assert!(long.text().contains("at most 500 characters"), "{}", long.text());
    let note = "Is there a longer\r\nintro?\u{202e}";
    assert_eq!(ade.post("/notes", &[("beat", id), ("text", note)]).status, 303);
    let page = ade.open();
    assert!(
        page.contains("Is there a longer") && page.contains("Your note, sent to Maya"),
        "{page}"
    );
    assert!(!kito.open().contains("Is there a longer"));
    let message = get_figures(server, &maya, &link)["messages"][0].clone();
    assert_eq!(
        (&message["kind"], &message["text"], &message["title"]),
        (&json!("note"), &json!("Is there a longer\nintro?"), &json!("Lagos After Rain"))
    );
    assert_eq!(
        list_notifications(server, &maya, "message")[0],
        "Note on “Lagos After Rain”: Ade wrote:\n“Is there a longer\nintro?”"
    );
    for _ in 0..4 {
        assert_eq!(ade.post_as_script("/notes", &[("beat", id), ("text", "more")]).status, 204);
    }
    let refused = kito.post_as_script("/notes", &[("beat", id), ("text", "too much")]);
    assert_eq!(refused.status, 429);
    assert!(!refused.header("retry-after").is_empty());
    // The settings decide about notifications, and the link about messages.
    maya.at(server).put(&link_path(&link), &json!({"takes_messages": false})).expect(200);
    let page = ade.open();
    assert!(!page.contains("/hearts") && !page.contains("/notes"), "{page}");
    assert_eq!(ade.post_as_script("/hearts", &[("beat", id), ("on", "0")]).status, 403);
    assert_eq!(ade.post_as_script("/notes", &[("beat", id), ("text", "x")]).status, 403);
    let at = format!("/api/share-messages/{}", message["id"].as_str().unwrap());
    maya.at(server).delete(&at).expect(200);
    maya.at(server).delete(&at).expect_error(404);
}

fn pub_09_people_are_counted_by_a_key_of_the_day(server: &Server) {
    let maya = Person::join(server);
    let (_, link) = share_beat(server, &maya, &json!({}));
    let mut ade = Visitor::at_link(server, &link);
    open_page(&mut ade);
    open_page(&mut ade);
    assert_eq!(get_figures(server, &maya, &link)["link"]["figures"]["people"], 1);
    assert_eq!(server.query_number("SELECT COUNT(*) FROM visitor_keys"), 1);
    assert_eq!(
        server.query_number("SELECT COUNT(*) FROM share_visitors WHERE LENGTH(visitor) = 22"),
        1
    );
    for address in ["127.0.0", "Firefox", "firefox"] {
        let found = format!("SELECT COUNT(*) FROM share_visitors WHERE visitor LIKE '%{address}%'");
        assert_eq!(server.query_number(&found), 0);
    }
    // The next day has another key, so a visitor of the day before is not recognized.
    server.execute("UPDATE visitor_keys SET day = '2026-01-01'");
    open_page(&mut ade);
    assert_eq!(get_figures(server, &maya, &link)["link"]["figures"]["people"], 2);
    assert_eq!(server.query_number("SELECT COUNT(*) FROM visitor_keys"), 2);
}

fn pub_10_visits_and_messages_can_be_emptied(server: &Server) {
    let maya = Person::join(server);
    let night = upload_beat(server, &maya, "Night Drive", 20);
    add_tagged_file(server, &maya, &night, 20);
    let link =
        share(server, &maya, &json!({"title": "One", "beats": ids(std::slice::from_ref(&night))}))
            ["links"][0]
            .clone();
    let id = night["id"].as_str().unwrap();
    let mut ade = Visitor::at_link(server, &link);
    open_page(&mut ade);
    play(&mut ade, &night, 0, 12);
    assert_eq!(ade.post_as_script("/hearts", &[("beat", id), ("on", "1")]).status, 204);
    assert_eq!(ade.post_as_script("/notes", &[("beat", id), ("text", "Call me")]).status, 204);
    let at = format!("{}/visitors", link_path(&link));
    maya.at(server).delete(&at).expect(200);
    for table in ["share_visitors", "share_listens", "share_hearts", "share_messages"] {
        assert_eq!(server.query_number(&format!("SELECT COUNT(*) FROM {table}")), 0, "{table}");
    }
    let told = get_figures(server, &maya, &link);
    assert_eq!(
        (&told["link"]["figures"]["plays"], &told["link"]["figures"]["hearts"]),
        (&json!(1), &json!(0))
    );
    assert_eq!(told["messages"], json!([]));
}
