//! What attackers try at a link.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Visitor, beat, shared, tagged};
use crate::harness::people::Person;
use crate::harness::{Engine, Server, on_both_engines};
use crate::shares::{ids, share};

on_both_engines!(
    pub_12_no_id_under_a_token_leads_to_anything_else,
    pub_12_text_of_owners_and_visitors_stays_text,
    pub_12_a_file_name_cannot_bend_a_header,
);

#[test]
fn pub_07_guests_have_a_number_of_streams_of_their_own() {
    let server = Server::start(Engine::Sqlite, &["--guest-streams", "1", "--guest-mbit", "1"]);
    let maya = Person::join(&server);
    let (beat, link) = shared(&server, &maya, &json!({}));
    let mut ade = Visitor::at(&server, &link);
    ade.open();
    let sound = ade.ticket(&beat);
    // 480 kB at a megabit a second take four seconds; meanwhile the only place is taken.
    let mut stream = server.connect();
    let head = format!("GET {} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", ade.path(&sound));
    stream.write_all(head.as_bytes()).expect("sent");
    let mut first = [0; 1];
    stream.read_exact(&mut first).expect("it begins");
    let refused = ade.get(&sound);
    assert_eq!((refused.status, refused.header("retry-after").is_empty()), (503, false));
    assert_eq!(ade.get("").status, 200, "the page itself is no stream");
    maya.at(&server).get("/api/dashboard").expect(200);
    drop(stream);
    let deadline = Instant::now() + Duration::from_secs(20);
    while ade.call("GET", &sound, &[("range", "bytes=0-9")]).status != 206 {
        assert!(Instant::now() < deadline, "the place comes free");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn pub_12_no_id_under_a_token_leads_to_anything_else(server: &Server) {
    let (maya, zoe) = (Person::join(server), Person::join(server));
    let (beat_of_maya, link) = shared(server, &maya, &json!({"downloads": "all files"}));
    let hidden = beat(server, &maya, "Not shared", 2);
    tagged(server, &maya, &hidden, 2);
    let foreign = beat(server, &zoe, "Foreign", 2);
    tagged(server, &zoe, &foreign, 2);
    let files = |person: &Person, beat: &serde_json::Value| {
        let at = format!("/api/documents/{}/files", beat["id"].as_str().unwrap());
        person.at(server).get(&at).expect(200).body["files"][0]["id"].as_str().unwrap().to_owned()
    };
    let (hidden_file, foreign_file) = (files(&maya, &hidden), files(&zoe, &foreign));
    let mut ade = Visitor::at(server, &link);
    ade.open();
    let own = beat_of_maya["id"].as_str().unwrap();
    for id in [
        hidden["id"].as_str().unwrap(),
        foreign["id"].as_str().unwrap(),
        &hidden_file,
        "1",
        "",
        "../x",
    ] {
        assert_eq!(ade.script("/tickets", &[("beat", id)]).status, 404, "{id}");
        assert_eq!(ade.script("/hearts", &[("beat", id), ("on", "1")]).status, 404, "{id}");
        assert_eq!(
            ade.script("/heard", &[("beat", id), ("from", "0"), ("to", "9")]).status,
            404,
            "{id}"
        );
        assert_eq!(ade.script("/downloads", &[("beat", id), ("file", id)]).status, 404, "{id}");
        if id.len() == 36 {
            assert_eq!(ade.get(&format!("/covers/{id}")).status, 404, "{id}");
        }
    }
    assert_eq!(ade.script("/notes", &[("beat", &hidden_file), ("text", "x")]).status, 404);
    for file in [hidden_file.as_str(), &foreign_file, hidden["id"].as_str().unwrap(), "preview"] {
        assert_eq!(
            ade.script("/downloads", &[("beat", own), ("file", file)]).status,
            404,
            "{file}"
        );
    }
    // Asked with its query, the page shows its own beats only.
    let asked = ade.get(&format!("?beat={0}&asked={0}", hidden["id"].as_str().unwrap()));
    assert!(asked.status == 200 && !asked.text().contains("Not shared"));
    assert_eq!(ade.get("?beat=%ff&asked=%3Cscript%3E").status, 200);
}

fn pub_12_text_of_owners_and_visitors_stays_text(server: &Server) {
    let maya = Person::join(server);
    let script = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>\u{202e}";
    let night = beat(server, &maya, "Night", 12);
    let at = crate::harness::library::path(&night);
    maya.at(server)
        .put(&at, &json!({"title": script.trim_end_matches('\u{202e}'), "genre": "<b>x</b>"}))
        .expect(200);
    tagged(server, &maya, &night, 12);
    server.execute("UPDATE users SET name = 'Maya <i>Okafor</i>'");
    let message = format!(
        "{script}\njavascript:alert(1) https://good.example/?a=1&b=\"onclick=alert(1) http://plain.example"
    );
    let form = json!({"title": script, "message": message, "beats": ids(std::slice::from_ref(&night)),
        "recipients": [{"name": script}]});
    let link = share(server, &maya, &form)["links"][0].clone();
    let mut ade = Visitor::at(server, &link);
    ade.open();
    assert_eq!(
        ade.post("/notes", &[("beat", night["id"].as_str().unwrap()), ("text", script)]).status,
        303
    );
    let encoded: String = form_urlencoded::byte_serialize(script.as_bytes()).collect();
    let page = ade.get(&format!("?beat={encoded}&asked={encoded}")).text() + &ade.open();
    assert!(
        !page.contains("<script>alert")
            && !page.contains("<img src=x")
            && !page.contains("<i>")
            && !page.contains("<b>x"),
        "{page}"
    );
    assert!(!page.contains('\u{202e}'), "no character turns the text around");
    assert!(!page.contains("href=\"javascript:") && !page.contains("href=\"http://"), "{page}");
    assert!(page.contains("rel=\"noopener nofollow ugc\""), "{page}");
    // The only scripts are ours.
    let scripts = page.matches("<script").count();
    assert_eq!(scripts, page.matches("<script src=\"/public/").count());
    let told = maya.at(server).get("/api/notifications").expect(200);
    assert!(told.header("content-type").starts_with("application/json"));
}

fn pub_12_a_file_name_cannot_bend_a_header(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) = shared(server, &maya, &json!({"downloads": "all files"}));
    let at = crate::harness::library::path(&beat);
    maya.at(server).put(&at, &json!({"title": "Night; filename=\"evil.html\" \\ ä"})).expect(200);
    let file = crate::harness::library::File {
        name: "x\r\nSet-Cookie: a=b\"; .html",
        kind: "text/html",
        bytes: b"<script>alert(1)</script>",
    };
    let added = super::add(server, &maya, &beat, "other", &file);
    let mut ade = Visitor::at(server, &link);
    ade.open();
    for file in [beat["id"].as_str().unwrap(), added["id"].as_str().unwrap()] {
        let given =
            ade.post("/downloads", &[("beat", beat["id"].as_str().unwrap()), ("file", file)]);
        assert_eq!(given.status, 303, "{given:?}");
        let rest = given.header("location").strip_prefix(&ade.path("")).unwrap().to_owned();
        let sent = ade.get(&rest);
        let disposition = sent.header("content-disposition");
        assert!(disposition.starts_with("attachment; filename=\""), "{disposition}");
        assert_eq!(
            disposition.split("; filename*").next().unwrap().matches('"').count(),
            2,
            "{disposition}"
        );
        assert!(sent.headers.get("set-cookie").is_none());
        // A polyglot is never shown as a page.
        assert!(!sent.header("content-type").contains("html"), "{sent:?}");
        assert_eq!(sent.header("x-content-type-options"), "nosniff");
        assert!(sent.header("content-security-policy").contains("sandbox"));
    }
}
