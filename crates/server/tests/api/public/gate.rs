//! The gate of public pages: passwords, ended links, hosts, headers and rate limits. SHR-06, PUB-02, PUB-03, PUB-10,
//! PUB-11

use serde_json::json;

use super::{Visitor, add_tagged_file, share_beat, upload_beat};
use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Engine, Server, on_both_engines};
use crate::shares::{ids, link_path, share};

on_both_engines!(
    shr_06_the_password_is_asked_before_anything_is_told,
    shr_07_what_is_over_tells_nothing_and_what_is_unknown_is_not_found,
    pub_03_headers_of_every_answer,
    pg pub_05_passwords_are_limited_by_address,
    pub_05_pages_are_limited_by_address,
    pub_06_a_get_changes_nothing_and_a_post_needs_origin_and_page_token,
    pub_10_deleting_or_disabling_the_account_ends_every_link,
    pub_11_log_lines_name_the_route_and_no_token,
);

const NOTHING_TOLD: [&str; 4] = ["winter EP", "Lagos", "Maya", "Ade"];

fn shr_06_the_password_is_asked_before_anything_is_told(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) =
        share_beat(server, &maya, &json!({"password": "harbor", "recipients": [{"name": "Ade"}]}));
    let mut ade = Visitor::at_link(server, &link);
    let page = ade.open();
    assert!(page.contains("This link is private"), "{page}");
    for told in NOTHING_TOLD {
        assert!(!page.contains(told), "{told} in {page}");
    }
    // PUB-12: no other address of the link works without the password.
    let id = beat["id"].as_str().unwrap();
    for rest in [&format!("/covers/{id}"), "/face", "/media/AAAA"] {
        assert_eq!(ade.get(rest).status, 401, "{rest}");
    }
    for rest in ["/tickets", "/heard", "/hearts", "/notes", "/asks", "/downloads", "/opened"] {
        let answer = ade.post_as_script(
            rest,
            &[("beat", id), ("from", "0"), ("to", "5"), ("on", "1"), ("text", "x")],
        );
        assert_eq!(answer.status, 401, "{rest}");
        assert!(NOTHING_TOLD.iter().all(|told| !answer.text().contains(told)), "{answer:?}");
    }
    let wrong = ade.post("/password", &[("password", "guess")]);
    assert_eq!(wrong.status, 401);
    assert!(wrong.text().contains("That password is wrong"), "{}", wrong.text());
    let right = ade.post("/password", &[("password", "harbor")]);
    assert_eq!((right.status, right.header("location")), (303, ade.path("").as_str()));
    let cookie = right.header("set-cookie").to_owned();
    assert!(cookie.contains("Max-Age=43200; HttpOnly; SameSite=Lax"), "{cookie}");
    assert!(ade.open().contains("Four for the winter EP"));
    let sound = ade.ticket(&beat);
    assert_eq!(ade.get(&sound).status, 200);
    // The cookie is valid for this link and this password only.
    let other = share(
        server,
        &maya,
        &json!({"title": "Other", "beats": ids(&[beat]), "password": "harbor"}),
    )["links"][0]
        .clone();
    let mut elsewhere = Visitor::at_link(server, &other);
    elsewhere.cookies = ade.cookies.clone();
    assert!(elsewhere.open().contains("This link is private"));
    maya.at(server).put(&link_path(&link), &json!({"password": "another"})).expect(200);
    assert!(ade.open().contains("This link is private"));
    assert_eq!(ade.get(&sound).status, 401);
    maya.at(server).put(&link_path(&link), &json!({"password": null})).expect(200);
    assert!(ade.open().contains("Four for the winter EP"));
    assert_eq!(ade.get(&sound).status, 403, "a ticket ends with its password");
}

fn shr_07_what_is_over_tells_nothing_and_what_is_unknown_is_not_found(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) =
        share_beat(server, &maya, &json!({"recipients": [{"name": "Ade"}, {"name": "Kito"}]}));
    let mut ade = Visitor::at_link(server, &link);
    ade.open();
    let sound = ade.ticket(&beat);
    assert_eq!(ade.call("GET", &sound, &[("range", "bytes=0-99")]).status, 206);
    // SHR-04: after the link was stopped, the next range request is refused.
    maya.at(server).post(&format!("{}/stop", link_path(&link)), &json!({})).expect(200);
    assert_eq!(ade.call("GET", &sound, &[("range", "bytes=100-199")]).status, 410);
    let over = ade.get("");
    assert_eq!(over.status, 410);
    assert!(over.text().contains("This link has ended") && over.text().contains("Ask the person"));
    for told in NOTHING_TOLD {
        assert!(!over.text().contains(told), "{told}");
    }
    assert_eq!(
        ade.post_as_script("/tickets", &[("beat", beat["id"].as_str().unwrap())]).status,
        410
    );
    server.execute("UPDATE share_links SET stopped_at = NULL, expires_on = '2026-01-01'");
    assert_eq!(ade.get("").status, 410);
    server.execute("UPDATE share_links SET expires_on = NULL");
    assert_eq!(ade.call("GET", &sound, &[("range", "bytes=100-199")]).status, 206);
    maya.at(server).delete(&link_path(&link)).expect(200);
    assert_eq!(ade.get(&sound).status, 404);
    let gone = ade.get("");
    assert_eq!(gone.status, 404);
    assert!(gone.text().contains("There is nothing here"));
    // An unknown token, a malformed token and a token with the right beginning all get the same page.
    let begin = &ade.path("")[3..25];
    for token in [&"A".repeat(43), "x", "..", &format!("{begin}{}", "A".repeat(21)), "%00"] {
        let answer = server.get(&format!("/s/{token}"));
        assert_eq!((answer.status, answer.text()), (404, gone.text()), "{token}");
    }
}

fn pub_03_headers_of_every_answer(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) = share_beat(server, &maya, &json!({}));
    let mut ade = Visitor::at_link(server, &link);
    let page = ade.open();
    let style = page.split("href=\"/public/").nth(1).unwrap().split('"').next().unwrap();
    let asset = server.get(&format!("/public/{style}"));
    assert_eq!(asset.status, 200);
    assert!(asset.header("cache-control").contains("immutable"));
    let sound = ade.ticket(&beat);
    let answers = [
        ade.get(""),
        server.get("/s/unknown"),
        asset,
        ade.post_as_script("/heard", &[]),
        ade.get(&sound),
        ade.get("/face"),
    ];
    for answer in &answers {
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        assert_eq!(answer.header("x-robots-tag"), "noindex, nofollow");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
        assert!(
            answer.header("content-security-policy").starts_with("default-src 'none'"),
            "{answer:?}"
        );
    }
    assert_eq!(
        answers[0].header("content-security-policy"),
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; \
         connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'"
    );
    assert!(answers[4].header("content-security-policy").contains("sandbox"));
    assert_eq!(answers[0].header("cache-control"), "no-store");
    // Every address in the page is on this server.
    for part in page.split("src=\"").skip(1).chain(page.split("href=\"").skip(1)) {
        assert!(part.starts_with(['/', '#', '?']), "{}", &part[..40]);
    }
}

fn pub_05_passwords_are_limited_by_address(server: &Server) {
    let maya = Person::join(server);
    let (_, link) = share_beat(server, &maya, &json!({"password": "harbor"}));
    let mut ade = Visitor::at_link(server, &link);
    ade.open();
    for _ in 0..5 {
        assert_eq!(ade.post("/password", &[("password", "guess")]).status, 401);
    }
    let refused = ade.post("/password", &[("password", "harbor")]);
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 60, "{refused:?}");
    assert!(refused.text().contains("Too many tries"));
    // Failed passwords of a link do not limit signing in.
    maya.sign_in(server);
}

fn pub_05_pages_are_limited_by_address(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) = share_beat(server, &maya, &json!({}));
    let mut ade = Visitor::at_link(server, &link);
    ade.open();
    let unknown = format!("/s/{}", "A".repeat(43));
    for number in 1..=120 {
        assert_eq!(server.get(&unknown).status, 404, "{number}");
    }
    let refused = server.get(&unknown);
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").parse::<u32>().unwrap() <= 61);
    assert!(refused.text().contains("Too much at once"));
    // HOLD-09: a link that exists has a count of its own.
    let statuses: Vec<u16> = (0..121).map(|_| ade.get("").status).collect();
    assert_eq!((statuses[110], statuses.last()), (200, Some(&429)));
    // PUB-12: above the limit, requests are refused without a database write.
    let counted =
        || server.query_number("SELECT tries FROM attempts WHERE key LIKE 'wrong-link/%'");
    let before = counted();
    for _ in 0..200 {
        assert_eq!(server.get(&unknown).status, 429);
    }
    assert_eq!(counted(), before);
    // Streams that are playing go on, and signed-in requests are not limited.
    ade.ticket(&beat);
    maya.at(server).get("/api/dashboard").expect(200);
}

fn pub_06_a_get_changes_nothing_and_a_post_needs_origin_and_page_token(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) = share_beat(server, &maya, &json!({}));
    let id = beat["id"].as_str().unwrap().to_owned();
    let mut ade = Visitor::at_link(server, &link);
    ade.open();
    let sound = ade.ticket(&beat);
    for method in ["GET", "HEAD"] {
        assert_eq!(ade.call(method, "", &[]).status, 200);
        assert_eq!(ade.call(method, &sound, &[]).status, 200);
        for rest in [
            "/hearts",
            "/notes",
            "/asks",
            "/downloads",
            "/password",
            "/heard",
            "/opened",
            "/tickets",
        ] {
            assert_eq!(ade.call(method, rest, &[]).status, 405, "{method} {rest}");
        }
    }
    let figures = &super::get_figures(server, &maya, &link)["link"]["figures"];
    assert_eq!(
        (&figures["opened"], &figures["people"], &figures["plays"]),
        (&json!(0), &json!(0), &json!(0))
    );
    let heart = [("beat", id.as_str()), ("on", "1")];
    for origin in [None, Some("https://evil.example"), Some("http://127.0.0.1:1")] {
        ade.origin = origin.map(str::to_owned);
        assert_eq!(ade.post_as_script("/hearts", &heart).status, 403, "{origin:?}");
    }
    ade.origin = Some(format!("http://{}", server.address()));
    assert_eq!(ade.send("/hearts", &heart, "application/json").status, 403, "no page token");
    // The page token of another link is refused.
    let other =
        share(server, &maya, &json!({"title": "Other", "beats": ids(&[beat])}))["links"][0].clone();
    let mut elsewhere = Visitor::at_link(server, &other);
    elsewhere.open();
    let (own, foreign) = (ade.page_token.clone(), elsewhere.page_token);
    ade.page_token = foreign;
    assert_eq!(ade.post_as_script("/hearts", &heart).status, 403);
    ade.page_token = own;
    assert_eq!(ade.post_as_script("/hearts", &heart).status, 204);
    assert_eq!(super::get_figures(server, &maya, &link)["link"]["figures"]["hearts"], 1);
}

fn pub_10_deleting_or_disabling_the_account_ends_every_link(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) = share_beat(server, &maya, &json!({}));
    let mut ade = Visitor::at_link(server, &link);
    ade.open();
    let sound = ade.ticket(&beat);
    server.execute("UPDATE users SET disabled_at = 1");
    assert_eq!((ade.get("").status, ade.get(&sound).status), (410, 410));
    server.execute("UPDATE users SET disabled_at = NULL");
    assert_eq!(ade.get(&sound).status, 200);
    let gone =
        maya.at(server).call("DELETE", "/api/users/account").json(&json!({"password": PASSWORD}));
    gone.send().expect(200);
    assert_eq!((ade.get("").status, ade.get(&sound).status), (404, 404));
}

fn pub_11_log_lines_name_the_route_and_no_token(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) = share_beat(server, &maya, &json!({}));
    let mut ade = Visitor::at_link(server, &link);
    ade.open();
    let sound = ade.ticket(&beat);
    ade.get(&sound);
    ade.post_as_script(
        "/heard",
        &[("beat", beat["id"].as_str().unwrap()), ("from", "0"), ("to", "5")],
    );
    let log = server.output();
    for route in
        ["/s/{token}", "/s/{token}/tickets", "/s/{token}/media/{ticket}", "/s/{token}/heard"]
    {
        assert!(log.contains(route), "{route}: {log}");
    }
    let token = &ade.path("")[3..];
    assert!(!log.contains(token) && !log.contains(&token[22..]) && !log.contains(&sound[7..]));
}

#[test]
fn pub_02_a_host_of_their_own_for_public_pages() {
    let server = Server::start(Engine::Sqlite, &["--links-url", "https://beats.example"]);
    let maya = Person::join(&server);
    let night = upload_beat(&server, &maya, "Night Drive", 2);
    add_tagged_file(&server, &maya, &night, 2);
    let link =
        share(&server, &maya, &json!({"title": "One", "beats": ids(&[night])}))["links"][0].clone();
    let address = link["address"].as_str().unwrap();
    let path = address.strip_prefix("https://beats.example").expect("the other host");
    let at = |host: &str, path: &str| server.call("GET", path).header("host", host).send().status;
    assert_eq!((at("beats.example", path), at("studio.example", path)), (200, 404));
    for own in ["/", "/api/health", "/documents"] {
        assert_eq!((at("beats.example", own), at("studio.example", own)), (404, 200), "{own}");
    }
    // Against cache poisoning, a page never contains the Host header.
    let page = server
        .call("GET", path)
        .header("host", "BEATS.example")
        .header("x-forwarded-host", "evil.example")
        .send();
    assert!(
        !page.text().contains("evil") && page.text().contains("https://beats.example/s/"),
        "{page:?}"
    );
    assert_eq!(server.call("GET", path).header("host", "evil.example").send().status, 404);
}

#[test]
fn pub_11_an_operator_turns_public_pages_off() {
    let server = Server::start(Engine::Sqlite, &[]);
    let maya = Person::join(&server);
    let night = upload_beat(&server, &maya, "Night Drive", 2);
    let link =
        share(&server, &maya, &json!({"title": "One", "beats": ids(std::slice::from_ref(&night))}))
            ["links"][0]
            .clone();
    let path = link["address"].as_str().unwrap().split_once("/s/").unwrap().1.to_owned();
    assert_eq!(server.get("/api/health").expect(200).body["public_pages"], "links");
    assert_eq!(server.get(&format!("/s/{path}")).status, 200);
    let server = server.restart(&["--public-pages", "off"]);
    assert_eq!(server.get(&format!("/s/{path}")).status, 404);
    let refused =
        maya.at(&server).post("/api/shares", &json!({"title": "Two", "beats": ids(&[night])}));
    refused.expect_error(403);
    assert_eq!(server.get("/api/health").expect(200).body["public_pages"], "off");
}
