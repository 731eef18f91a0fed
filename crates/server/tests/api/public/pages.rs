//! The page of a share's link: its content, playing and downloads. SHR-03

use serde_json::{Value, json};

use super::{BROWSER, Visitor, add_file, add_tagged_file, share_beat, tone_bytes, upload_beat};
use crate::harness::library::File;
use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};
use crate::shares::{ids, link_path, share};

on_both_engines!(
    shr_03_the_page_is_whole_without_an_account_and_without_the_app,
    shr_04_sound_comes_by_tickets_of_the_link,
    shr_05_what_may_not_be_downloaded_cannot_be_had,
    shr_05_each_permission_gives_its_files,
    pg shr_10_asking_for_a_license_is_kept_and_told,
    shr_12_a_sold_beat_stays_without_prices_or_goes,
    prv_06_strangers_never_hear_the_clean_file,
    prv_03_a_preview_that_failed_is_not_promised,
    shr_04_the_waveform_is_that_of_the_preview,
    pub_03_a_refusal_says_why,
);

fn shr_03_the_page_is_whole_without_an_account_and_without_the_app(server: &Server) {
    let maya = Person::join(server);
    maya.at(server).put("/api/users/settings", &json!({"accent_color": "teal"})).expect(200);
    let more = json!({"recipients": [{"name": "Ade Balogun"}], "expires_on": null});
    let (_, link) = share_beat(server, &maya, &more);
    let mut ade = Visitor::at_link(server, &link);
    let answer = ade.get("");
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
    let page = ade.open();
    for part in [
        "Four for the winter EP",
        "Maya Okafor",
        "for Ade Balogun",
        "Ade, these came out.",
        "Lagos After Rain",
        "data-accent=\"teal\"",
        "property=\"og:title\"",
        "property=\"og:description\"",
        "1 beat, 0:30",
        "Preview",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(page.len() < 60_000 && !page.contains("/assets/"), "{}", page.len());
    // The page contains nothing of the account except what the sender shows.
    for secret in [&maya.email, maya.user["id"].as_str().unwrap(), link["id"].as_str().unwrap()] {
        assert!(!page.contains(secret), "{secret}");
    }
    maya.at(server)
        .put(
            &format!("/api/shares/{}", link["share_id"].as_str().unwrap()),
            &json!({"title": "Changed"}),
        )
        .expect(200);
    assert!(ade.open().contains("Changed"));
}

fn shr_04_sound_comes_by_tickets_of_the_link(server: &Server) {
    let maya = Person::join(server);
    let night = upload_beat(server, &maya, "Night Drive", 20);
    let bytes = add_tagged_file(server, &maya, &night, 20);
    let links = share(server, &maya, &json!({"title": "One", "beats": ids(std::slice::from_ref(&night)), "recipients": [{"name": "A"}, {"name": "B"}]}))["links"].clone();
    let mut ade = Visitor::at_link(server, &links[0]);
    ade.open();
    let sound = ade.ticket(&night);
    let whole = ade.get(&sound);
    assert_eq!((whole.status, whole.header("content-type")), (200, "audio/wav"));
    assert!(whole.bytes == bytes, "the tagged file");
    let part = ade.call("GET", &sound, &[("range", "bytes=1000-65535")]);
    assert_eq!(
        (part.status, part.header("content-range")),
        (206, format!("bytes 1000-65535/{}", bytes.len()).as_str())
    );
    assert!(part.bytes == bytes[1000..=65535]);
    assert!(part.header("content-disposition").starts_with("inline"));
    // PUB-12: a ticket of one link opens nothing at another, nor in the app.
    let mut other = Visitor::at_link(server, &links[1]);
    other.open();
    assert_eq!(other.get(&sound).status, 403);
    assert_eq!(server.get(&format!("/api{sound}")).status, 403);
    let mut bent = sound.clone();
    bent.replace_range(30..31, if &sound[30..31] == "A" { "B" } else { "A" });
    assert_eq!(ade.get(&bent).status, 403);
    // A beat that is removed from the share, or deleted, can no longer be played.
    let more = upload_beat(server, &maya, "Glass Garden", 2);
    let at = format!("/api/shares/{}", links[0]["share_id"].as_str().unwrap());
    maya.at(server).put(&at, &json!({"beats": ids(&[more])})).expect(200);
    assert_eq!(ade.get(&sound).status, 404);
    assert_eq!(
        ade.post_as_script("/tickets", &[("beat", night["id"].as_str().unwrap())]).status,
        404
    );
    maya.at(server).put(&at, &json!({"beats": ids(std::slice::from_ref(&night))})).expect(200);
    assert_eq!(ade.get(&sound).status, 200);
    // With a new preview, tickets for the old one are refused.
    add_tagged_file(server, &maya, &night, 21);
    assert_eq!(ade.get(&sound).status, 403);
    maya.at(server).delete(&crate::harness::library::path(&night)).expect(200);
    assert_eq!(ade.get(&sound).status, 404);
    assert!(ade.open().contains("No beats right now"));
}

fn shr_05_what_may_not_be_downloaded_cannot_be_had(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) = share_beat(server, &maya, &json!({}));
    let id = beat["id"].as_str().unwrap();
    let mut ade = Visitor::at_link(server, &link);
    let page = ade.open();
    assert!(!page.contains("/downloads"), "{page}");
    let files = maya.at(server).get(&format!("/api/documents/{id}/files")).expect(200).body;
    let tagged = files["files"][0]["id"].as_str().unwrap();
    for file in ["preview", id, tagged, "mp3", ""] {
        assert_eq!(
            ade.post_as_script("/downloads", &[("beat", id), ("file", file)]).status,
            404,
            "{file}"
        );
    }
    // A ticket for a download ends with the permission.
    maya.at(server).put(&link_path(&link), &json!({"downloads": "wav"})).expect(200);
    let given = ade.post("/downloads", &[("beat", id), ("file", id)]);
    assert_eq!(given.status, 303, "{given:?}");
    let rest = given.header("location").strip_prefix(&ade.path("")).unwrap().to_owned();
    assert_eq!(ade.get(&rest).status, 200);
    maya.at(server).put(&link_path(&link), &json!({"downloads": "preview"})).expect(200);
    assert_eq!(ade.get(&rest).status, 403);
}

fn shr_05_each_permission_gives_its_files(server: &Server) {
    let maya = Person::join(server);
    let night = upload_beat(server, &maya, "Night Drive", 3);
    let preview = add_tagged_file(server, &maya, &night, 3);
    let clean = tone_bytes(3, "Night Drive".len() as u32);
    let notes = add_file(
        server,
        &maya,
        &night,
        "other",
        &File { name: "a\u{202e}txt.exe", kind: "text/plain", bytes: b"two verses" },
    );
    let id = night["id"].as_str().unwrap();
    let link =
        share(server, &maya, &json!({"title": "One", "beats": ids(std::slice::from_ref(&night))}))
            ["links"][0]
            .clone();
    let mut ade = Visitor::at_link(server, &link);
    let mut get = |permission: &str, file: &str| {
        maya.at(server).put(&link_path(&link), &json!({"downloads": permission})).expect(200);
        ade.open();
        let given = ade.post("/downloads", &[("beat", id), ("file", file)]);
        if given.status != 303 {
            return None;
        }
        let rest = given.header("location").strip_prefix(&ade.path("")).unwrap().to_owned();
        let sent = ade.get(&rest);
        assert!(sent.header("content-disposition").starts_with("attachment"), "{sent:?}");
        Some(sent.bytes)
    };
    let other = notes["id"].as_str().unwrap();
    assert!(get("preview", "preview") == Some(preview.clone()));
    assert!(get("preview", id).is_none() && get("preview", other).is_none());
    assert!(get("wav", id) == Some(clean.clone()));
    assert!(get("wav", other).is_none() && get("wav", "preview").is_none());
    assert!(get("mp3", id).is_none());
    assert!(get("all files", id) == Some(clean));
    assert_eq!(get("all files", other).as_deref(), Some(b"two verses".as_slice()));
    let figures = super::get_figures(server, &maya, &link);
    assert_eq!(figures["link"]["figures"]["downloads"], 4);
    assert_eq!(figures["beats"][0]["figures"]["downloads"], 4);
}

fn shr_10_asking_for_a_license_is_kept_and_told(server: &Server) {
    let maya = Person::join(server);
    let legal = json!({"legal_name": "Maya Adaeze Okafor", "address": "1 Harbor St", "country": "US", "governing_law": "New York"});
    maya.at(server).put("/api/legal-profile", &legal).expect(200);
    let kinds = crate::licenses::kinds(server, &maya);
    let (beat, link) = share_beat(server, &maya, &json!({}));
    let id = beat["id"].as_str().unwrap();
    let offered = maya.at(server).get(&format!("/api/documents/{id}/prices")).expect(200).body;
    let kind = offered["prices"].as_array().unwrap().iter().find(|price| price["reason"].is_null());
    let kind = kind.unwrap_or_else(|| panic!("{offered}"))["kind_id"].as_str().unwrap().to_owned();
    assert!(kinds.iter().any(|known| known["id"] == kind.as_str()));
    let mut ade = Visitor::at_link(server, &link);
    let page = ade.open();
    assert!(page.contains("Ask for a license") && page.contains("$29"), "{page}");
    let sent = [
        ("beat", id),
        ("kind", kind.as_str()),
        ("name", "Ade <b>Balogun</b>"),
        ("email", "ade"),
        ("words", "For a single"),
    ];
    let refused = ade.post("/asks", &sent);
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("Please enter a valid email address"), "{}", refused.text());
    assert!(refused.text().contains("Ade &#60;b&#62;Balogun"), "{}", refused.text());
    let sent = [
        ("beat", id),
        ("kind", kind.as_str()),
        ("name", "Ade Balogun"),
        ("email", "ade@harbor.fm"),
        ("words", "For a single"),
    ];
    let asked = ade.post("/asks", &sent);
    assert_eq!(
        (asked.status, asked.header("location")),
        (303, ade.path(&format!("?asked={id}#ask")).as_str())
    );
    assert!(ade.get(&format!("?asked={id}")).text().contains("Sent. Thank you."));
    let whole = super::get_figures(server, &maya, &link);
    let message = &whole["messages"][0];
    assert_eq!(
        (&message["kind"], &message["email"], &message["text"]),
        (&json!("ask"), &json!("ade@harbor.fm"), &json!("For a single"))
    );
    assert_eq!(message["license_kind_id"], kind.as_str());
    let told = maya.at(server).get("/api/notifications?type=message").expect(200).text();
    assert!(told.contains("License asked for") && told.contains("ade@harbor.fm"), "{told}");
    // Without prices, the page names the license kinds but not their prices.
    maya.at(server).put(&link_path(&link), &json!({"shows_prices": false})).expect(200);
    let page = ade.open();
    assert!(page.contains("Ask for a license") && !page.contains('$'), "{page}");
    // A license of a kind that the link does not offer cannot be requested.
    maya.at(server)
        .put(
            &format!("/api/documents/{id}/prices"),
            &json!({"prices": [{"kind_id": kind, "offer": "off"}]}),
        )
        .expect(200);
    assert_eq!(ade.post_as_script("/asks", &sent).status, 400);
}

fn shr_12_a_sold_beat_stays_without_prices_or_goes(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) = share_beat(server, &maya, &json!({}));
    let id = beat["id"].as_str().unwrap();
    let mut ade = Visitor::at_link(server, &link);
    ade.open();
    let sound = ade.ticket(&beat);
    maya.at(server).put(&format!("/api/documents/{id}"), &json!({"status": "Sold"})).expect(200);
    let page = ade.open();
    assert!(
        page.contains("Lagos After Rain") && page.contains("Sold") && !page.contains('$'),
        "{page}"
    );
    assert_eq!(ade.get(&sound).status, 200);
    let at = format!("/api/shares/{}", link["share_id"].as_str().unwrap());
    maya.at(server).put(&at, &json!({"keeps_sold": false})).expect(200);
    assert!(!ade.open().contains("Lagos After Rain"));
    assert_eq!(ade.get(&sound).status, 404);
    assert_eq!(ade.get(&format!("/covers/{id}")).status, 404);
}

fn prv_06_strangers_never_hear_the_clean_file(server: &Server) {
    let maya = Person::join(server);
    let night = upload_beat(server, &maya, "Night Drive", 3);
    let id = night["id"].as_str().unwrap();
    let link = share(
        server,
        &maya,
        &json!({"title": "One", "beats": ids(std::slice::from_ref(&night)), "downloads": "preview"}),
    )["links"][0]
        .clone();
    let mut ade = Visitor::at_link(server, &link);
    assert_eq!(ade.agent, BROWSER);
    ade.open();
    // Without a voice tag, a preview with a soft tone is made automatically.
    server.wait_until("a preview is made", || {
        ade.post_as_script("/tickets", &[("beat", id)]).status != 409
    });
    let sound = ade.ticket(&night);
    let clean = super::tone_bytes(3, "Night Drive".len() as u32);
    let heard = ade.get(&sound);
    assert_eq!(heard.status, 200);
    assert_ne!(heard.bytes, clean, "the clean file was played");
    assert_eq!(ade.post("/downloads", &[("beat", id), ("file", "preview")]).status, 303);
    assert_eq!(ade.post("/downloads", &[("beat", id), ("file", id)]).status, 404);
    assert_eq!(super::get_figures(server, &maya, &link)["beats"][0]["has_preview"], true);
    // PRV-05: a beat whose playing file is tagged is its own preview.
    maya.at(server).put(&format!("/api/documents/{id}"), &json!({"is_tagged": true})).expect(200);
    assert!(!ade.open().contains("Preview is being made"));
    let sound = ade.ticket(&night);
    assert_eq!(ade.get(&sound).status, 200);
    maya.at(server).put(&format!("/api/documents/{id}"), &json!({"is_tagged": false})).expect(200);
    assert_eq!(ade.get(&sound).status, 403);
}

/// Waits until the preview of a beat is made or has failed.
fn wait_for_preview(server: &Server, person: &Person, beat: &Value) -> Value {
    let at = format!("/api/documents/{}/preview", beat["id"].as_str().unwrap());
    server.wait_for("a preview", || {
        let now = person.at(server).get(&at).expect(200).body;
        (now["state"] != "pending").then_some(now)
    })
}

fn prv_03_a_preview_that_failed_is_not_promised(server: &Server) {
    let maya = Person::join(server);
    let night = upload_beat(server, &maya, "Night Drive", 3);
    let form = json!({"title": "One", "beats": ids(std::slice::from_ref(&night))});
    let link = share(server, &maya, &form)["links"][0].clone();
    let mut ade = Visitor::at_link(server, &link);
    wait_for_preview(server, &maya, &night);
    assert!(ade.open().contains("data-preview=\"ready\""));
    server.execute(
        "UPDATE previews SET state = 'failed', sentence = 'It is silent.', mime = NULL, size = NULL, \
         file_hash = NULL",
    );
    let page = ade.open();
    assert!(page.contains("data-preview=\"missing\"") && page.contains("No preview"), "{page}");
    assert!(!page.contains("is being made") && !page.contains("It is silent"), "{page}");
    let id = night["id"].as_str().unwrap();
    let refused = ade.post_as_script("/tickets", &[("beat", id)]);
    assert_eq!((refused.status, refused.error()), (404, "There is no preview of this beat."));
    // A preview that is queued again is shown as being made.
    server.execute("UPDATE previews SET state = 'pending', sentence = NULL");
    assert!(ade.open().contains("Preview is being made"));
}

fn shr_04_the_waveform_is_that_of_the_preview(server: &Server) {
    let maya = Person::join(server);
    // The sound is loud in the first half and silent in the second.
    let mut samples: Vec<f32> =
        (0..8_000 * 8).map(|n| (f64::from(n) * 0.2).sin() as f32 * 0.9).collect();
    samples.extend(std::iter::repeat_n(0.0, 8_000 * 8));
    let bytes = testbed::fixtures::wav(8_000, 1, &samples);
    let file = File { name: "Half.wav", kind: "audio/wav", bytes: &bytes };
    let sent = crate::harness::library::send_file(server, &maya, &file, &[("title", "Half")]);
    let half = crate::harness::library::wait_for_analysis(
        server,
        &maya,
        &sent.expect(201).body["document"],
    );
    let form = json!({"title": "One", "beats": ids(std::slice::from_ref(&half))});
    let link = share(server, &maya, &form)["links"][0].clone();
    wait_for_preview(server, &maya, &half);
    let mut ade = Visitor::at_link(server, &link);
    let wave = |page: String| {
        let (_, rest) = page.split_once("data-wave=\"").expect("a waveform");
        rest.split('"').next().unwrap_or_default().to_owned()
    };
    let is_quiet = |wave: &str| wave.chars().rev().take(40).all(|level| level == 'A');
    let whole = wave(ade.open());
    assert!(whole.len() == 96 && is_quiet(&whole), "{whole}");
    server.execute("UPDATE previews SET duration = 8000");
    let played = wave(ade.open());
    assert!(played.len() == 96 && !played.contains('A'), "{played}");
}

fn pub_03_a_refusal_says_why(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) = share_beat(server, &maya, &json!({"takes_messages": true}));
    let mut ade = Visitor::at_link(server, &link);
    ade.open();
    let id = beat["id"].as_str().unwrap();
    // The user agent is that of a program.
    ade.agent = "python-requests/2.32".to_owned();
    let note = [("beat", id), ("text", "Nice")];
    let refused = ade.post("/notes", &note);
    assert_eq!(refused.status, 403);
    let page = refused.text();
    assert!(page.contains("says that it is a program") && !page.contains("too old"), "{page}");
    assert!(refused.header("content-type").starts_with("text/html"));
    ade.agent = BROWSER.to_owned();
    // A form with an old page token gets the text that the page is too old.
    let token = std::mem::replace(&mut ade.page_token, "old".to_owned());
    assert!(ade.post("/notes", &note).text().contains("This page is too old"));
    ade.page_token = token;
    assert_eq!(ade.post("/notes", &note).status, 303);
    maya.at(server).put(&link_path(&link), &json!({"takes_messages": false})).expect(200);
    let refused = ade.post("/notes", &note);
    assert_eq!(refused.status, 403);
    assert!(refused.text().contains("Messages are turned off"), "{}", refused.text());
}
