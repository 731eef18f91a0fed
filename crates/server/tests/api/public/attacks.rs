//! Attacks on public pages.

use std::io::{Read, Write};

use serde_json::json;

use super::shop::{on_public_servers, open_shop, public_beat};
use super::{Visitor, add_tagged_file, share_beat, upload_beat};
use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Engine, Server, on_both_engines};
use crate::shares::{ids, share};

on_both_engines!(
    pg pub_12_no_id_under_a_token_leads_to_anything_else,
    pub_12_text_of_owners_and_visitors_stays_text,
    pub_12_a_file_name_cannot_bend_a_header,
);

on_public_servers!(
    pub_12_no_host_gets_into_a_page,
    pub_12_every_field_of_the_shop_stays_text,
    pub_12_no_page_is_put_into_a_frame,
    pub_12_no_answer_leads_to_another_host,
    pub_12_a_picture_is_a_picture_and_nothing_else,
);

#[test]
fn pub_07_guests_have_a_number_of_streams_of_their_own() {
    let server = Server::start(Engine::Sqlite, &["--guest-streams", "1", "--guest-mbit", "1"]);
    let maya = Person::join(&server);
    let (beat, link) = share_beat(&server, &maya, &json!({}));
    add_tagged_file(&server, &maya, &beat, 600);
    let mut ade = Visitor::at_link(&server, &link);
    ade.open();
    let sound = ade.ticket(&beat);
    // 9.6 MB at one megabit a second take more than a minute; meanwhile the only stream for guests is in use.
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
    server.wait_until("the place is free", || {
        ade.call("GET", &sound, &[("range", "bytes=0-9")]).status == 206
    });
}

fn pub_12_no_id_under_a_token_leads_to_anything_else(server: &Server) {
    let (maya, zoe) = (Person::join(server), Person::join(server));
    let (beat_of_maya, link) = share_beat(server, &maya, &json!({"downloads": "all files"}));
    let hidden = upload_beat(server, &maya, "Not shared", 2);
    add_tagged_file(server, &maya, &hidden, 2);
    let foreign = upload_beat(server, &zoe, "Foreign", 2);
    add_tagged_file(server, &zoe, &foreign, 2);
    let files = |person: &Person, beat: &serde_json::Value| {
        let at = format!("/api/documents/{}/files", beat["id"].as_str().unwrap());
        person.at(server).get(&at).expect(200).body["files"][0]["id"].as_str().unwrap().to_owned()
    };
    let (hidden_file, foreign_file) = (files(&maya, &hidden), files(&zoe, &foreign));
    let mut ade = Visitor::at_link(server, &link);
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
        assert_eq!(ade.post_as_script("/tickets", &[("beat", id)]).status, 404, "{id}");
        assert_eq!(ade.post_as_script("/hearts", &[("beat", id), ("on", "1")]).status, 404, "{id}");
        assert_eq!(
            ade.post_as_script("/heard", &[("beat", id), ("from", "0"), ("to", "9")]).status,
            404,
            "{id}"
        );
        assert_eq!(
            ade.post_as_script("/downloads", &[("beat", id), ("file", id)]).status,
            404,
            "{id}"
        );
        if id.len() == 36 {
            assert_eq!(ade.get(&format!("/covers/{id}")).status, 404, "{id}");
        }
    }
    assert_eq!(ade.post_as_script("/notes", &[("beat", &hidden_file), ("text", "x")]).status, 404);
    for file in [hidden_file.as_str(), &foreign_file, hidden["id"].as_str().unwrap(), "preview"] {
        assert_eq!(
            ade.post_as_script("/downloads", &[("beat", own), ("file", file)]).status,
            404,
            "{file}"
        );
    }
    // A page that is requested with the id of another beat shows its own beats only.
    let asked = ade.get(&format!("?beat={0}&asked={0}", hidden["id"].as_str().unwrap()));
    assert!(asked.status == 200 && !asked.text().contains("Not shared"));
    assert_eq!(ade.get("?beat=%ff&asked=%3Cscript%3E").status, 200);
}

fn pub_12_text_of_owners_and_visitors_stays_text(server: &Server) {
    let maya = Person::join(server);
    let script = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>\u{202e}";
    let night = upload_beat(server, &maya, "Night", 12);
    let at = crate::harness::library::path(&night);
    maya.at(server)
        .put(&at, &json!({"title": script.trim_end_matches('\u{202e}'), "genre": "<b>x</b>"}))
        .expect(200);
    add_tagged_file(server, &maya, &night, 12);
    server.execute("UPDATE users SET name = 'Maya <i>Okafor</i>'");
    let message = format!(
        "{script}\njavascript:alert(1) https://good.example/?a=1&b=\"onclick=alert(1) http://plain.example"
    );
    let form = json!({"title": script, "message": message, "beats": ids(std::slice::from_ref(&night)),
        "recipients": [{"name": script}]});
    let link = share(server, &maya, &form)["links"][0].clone();
    let mut ade = Visitor::at_link(server, &link);
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
    // The page has no other scripts than those of the server.
    let scripts = page.matches("<script").count();
    assert_eq!(scripts, page.matches("<script src=\"/public/").count());
    let told = maya.at(server).get("/api/notifications").expect(200);
    assert!(told.header("content-type").starts_with("application/json"));
}

fn pub_12_a_file_name_cannot_bend_a_header(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) = share_beat(server, &maya, &json!({"downloads": "all files"}));
    let at = crate::harness::library::path(&beat);
    maya.at(server).put(&at, &json!({"title": "Night; filename=\"evil.html\" \\ ä"})).expect(200);
    let file = crate::harness::library::File {
        name: "x\r\nSet-Cookie: a=b\"; .html",
        kind: "text/html",
        bytes: b"<script>alert(1)</script>",
    };
    let added = super::add_file(server, &maya, &beat, "other", &file);
    let mut ade = Visitor::at_link(server, &link);
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
        // A polyglot file is never sent as HTML.
        assert!(!sent.header("content-type").contains("html"), "{sent:?}");
        assert_eq!(sent.header("x-content-type-options"), "nosniff");
        assert!(sent.header("content-security-policy").contains("sandbox"));
    }
}

fn pub_12_no_host_gets_into_a_page(server: &Server) {
    let maya = Person::join(server);
    let (_, link) = share_beat(server, &maya, &json!({}));
    open_shop(server, &maya, "maya", &json!({}));
    let token = link["address"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let places = [
        "/@maya".to_owned(),
        "/embed/@maya".to_owned(),
        format!("/s/{token}"),
        format!("/embed/s/{token}"),
        "/sitemap.xml".to_owned(),
        "/robots.txt".to_owned(),
    ];
    for place in places {
        let lines =
            "Host: evil.example\r\nX-Forwarded-Host: evil.example\r\nForwarded: host=evil.example";
        let head = format!("GET {place} HTTP/1.1\r\n{lines}\r\nConnection: close\r\n\r\n");
        let poisoned = server.send_raw(head.as_bytes());
        assert_eq!(poisoned.status, 200, "{place}");
        assert!(!poisoned.text().contains("evil.example"), "{place}");
        // The next visitor's answer does not contain it either.
        assert!(!server.get(&place).text().contains("evil.example"), "{place}");
    }
}

fn pub_12_every_field_of_the_shop_stays_text(server: &Server) {
    let maya = Person::join(server);
    let script = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>";
    let sign = "\u{202e}";
    let profile = json!({"name": script, "location": script, "currentPassword": PASSWORD});
    maya.at(server).put("/api/users/profile", &profile).expect(200);
    let words = format!("{script}{sign} https://a.example/\"onclick=alert(1) javascript:alert(1)");
    let form = json!({"words": words, "show_place": true, "show_sold": "struck"});
    let mut visitor = open_shop(server, &maya, "maya", &form);
    public_beat(
        server,
        &maya,
        "Night",
        &json!({"title": script, "genre": "<b>x</b>", "artist": script, "tags": ["<b>x</b>"]}),
    );
    public_beat(server, &maya, "Gone", &json!({"title": format!("{script} 2"), "status": "Sold"}));
    let reflected: String = form_urlencoded::byte_serialize(script.as_bytes()).collect();
    let page = visitor.open();
    let asked = format!("?search={reflected}&genre={reflected}&beat={reflected}&after={reflected}");
    let sent = [("name", script), ("email", script), ("text", "")];
    let refused = visitor.post("/messages", &sent);
    assert_eq!(refused.status, 422);
    let embed = Visitor::at_path(server, "/embed/@maya").get("").text();
    for text in [page, visitor.get(&asked).text(), refused.text(), embed] {
        assert!(!text.contains("<script>") && !text.contains("<img src=x"), "{text}");
        assert!(!text.contains("<b>x</b>") && !text.contains(sign));
        assert!(!text.contains("href=\"javascript") && !text.contains("\"onclick"), "{text}");
        let (_, rest) = text.split_once("<body").expect("a body");
        assert!(!rest.contains(" onerror=\"") && !rest.contains("</script>\""), "{text}");
    }
}

fn pub_12_no_page_is_put_into_a_frame(server: &Server) {
    let maya = Person::join(server);
    let (_, link) = share_beat(server, &maya, &json!({"password": "abcd"}));
    let (_, ended) = share_beat(server, &maya, &json!({}));
    maya.at(server)
        .post(&format!("{}/stop", crate::shares::link_path(&ended)), &json!({}))
        .expect(200);
    open_shop(server, &maya, "maya", &json!({"embed_hosts": ["blog.example"]}));
    let token = |link: &serde_json::Value| {
        link["address"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()
    };
    let places = [
        "/@maya".to_owned(),
        "/@nobody".to_owned(),
        format!("/s/{}", token(&link)),
        format!("/s/{}", token(&ended)),
        "/s/x".to_owned(),
        "/@maya?search=x".to_owned(),
        "/embed/@nobody".to_owned(),
        format!("/embed/s/{}", token(&link)),
    ];
    for place in places {
        let page = server.get(&place);
        let policy = page.header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'"), "{place}: {policy}");
        assert_eq!(page.header("x-content-type-options"), "nosniff", "{place}");
        assert_eq!(page.header("referrer-policy"), "no-referrer", "{place}");
        assert_eq!(page.header("cross-origin-opener-policy"), "same-origin", "{place}");
    }
}

fn pub_12_no_answer_leads_to_another_host(server: &Server) {
    let maya = Person::join(server);
    open_shop(server, &maya, "maya-old", &json!({}));
    let mut visitor = open_shop(server, &maya, "maya", &json!({}));
    visitor.open();
    let places = [
        "/@maya-old",
        "/@maya-old//evil.example",
        "/@maya-old/covers//evil.example/x",
        "/@maya-old?next=//evil.example",
        "/@maya-old%2f%2fevil.example",
        "/@maya-old%0d%0aLocation:%20//evil.example",
        "//evil.example/@maya-old",
        "/@maya-old/covers/%2f%2fevil.example",
        "/@maya-old/\\evil.example",
    ];
    for place in places {
        let head =
            format!("GET {place} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
        let answer = server.send_raw(head.as_bytes());
        let to = answer.header("location");
        assert!(to.is_empty() || to.starts_with("/@maya"), "{place} leads to {to}");
    }
    let fields =
        [("name", "Ade"), ("email", "ade@harbor.fm"), ("text", "x"), ("path", "//evil.example")];
    let sent = visitor.post("/messages", &fields);
    assert_eq!(sent.header("location"), "/@maya?sent=1#write");
}

fn pub_12_a_picture_is_a_picture_and_nothing_else(server: &Server) {
    let maya = Person::join(server);
    let visitor = open_shop(server, &maya, "maya", &json!({}));
    let night = public_beat(server, &maya, "Night", &json!({}));
    let at = format!("{}/thumbnail", crate::harness::library::path(&night));
    let put =
        |kind: &str, bytes: Vec<u8>| maya.at(server).call("PUT", &at).body(kind, bytes).send();
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(1)</script></svg>";
    put("image/svg+xml", svg.to_vec()).expect_error(415);
    put("image/png", svg.to_vec()).expect_error(415);
    put("image/png", b"<html><script>alert(1)</script>".to_vec()).expect_error(415);
    // HTML behind the bytes of a picture is removed when the picture is re-encoded.
    let mut bytes = std::io::Cursor::new(Vec::new());
    let drawn = image::RgbImage::from_pixel(64, 64, image::Rgb([200, 40, 40]));
    drawn.write_to(&mut bytes, image::ImageFormat::Png).expect("a picture");
    let mut polyglot = bytes.into_inner();
    polyglot.extend_from_slice(b"<html><script>alert(1)</script></html>PK\x03\x04");
    put("image/png", polyglot).expect(200);
    let cover = visitor.get(&format!("/covers/{}", night["id"].as_str().unwrap()));
    assert_eq!((cover.status, cover.header("x-content-type-options")), (200, "nosniff"));
    assert!(cover.header("content-type").starts_with("image/"));
    assert!(cover.header("content-security-policy").contains("sandbox"));
    assert!(!cover.bytes.windows(7).any(|part| part == b"<script"));
    assert!(!cover.bytes.windows(4).any(|part| part == b"PK\x03\x04"));
    assert_eq!(visitor.get("/picture").header("content-type"), "image/jpeg");
}
