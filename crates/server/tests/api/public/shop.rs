//! The public page of a producer, as people without an account see it. SHOP-04, SHOP-06, SHOP-08

use serde_json::{Value, json};
use testbed::smtp::Smtp;

use super::{Visitor, add_tagged_file, share_beat, upload_beat};
use crate::harness::library::path;
use crate::harness::outbox::wait_for_mail;
use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Answer, Engine, Server};
use crate::shares::client;
use crate::shop::save_shop;

/// Like `on_both_engines`, on servers whose operator allows public pages.
macro_rules! on_public_servers {
    ($($names:tt)+) => {
        $crate::harness::tested_on!([] {
            mod public_sqlite { Server::start(Engine::Sqlite, $crate::public::shop::ALL) }
            mod public_postgres { Server::start(Engine::Postgres, $crate::public::shop::ALL) }
        } $($names)+);
    };
}
pub(crate) use on_public_servers;

pub const ALL: &[&str] = &["--public-pages", "all", "--support-email", "help@beats.example"];

on_public_servers!(
    shop_01_an_old_handle_leads_to_the_new_one,
    shop_02_only_a_page_that_everybody_allows_is_seen,
    shop_02_clients_only_opens_by_a_client_s_link,
    shop_03_the_page_shows_public_beats_and_no_more,
    pg shop_03_search_and_filters_find_beats_by_what_is_public,
    shop_03_sold_beats_are_hidden_or_struck,
    shop_03_previews_come_by_tickets_of_the_page,
    pg shop_04_a_message_reaches_the_producer,
    shop_04_a_dot_tells_who_is_there_and_nothing_finer,
    shop_05_embeds_are_for_hosts_on_the_list_alone,
    shop_05_a_share_is_embedded_without_cookies_and_forms,
    shop_06_search_engines_and_link_previews_are_served,
    shop_06_a_page_is_kept_and_not_made_again,
    shop_08_a_page_is_reported_and_hidden,
    shop_04_a_buyer_is_told_why_no_code_comes,
    prv_03_a_public_page_does_not_promise_a_preview_that_failed,
);

/// Turns the person's public page on, and returns a visitor of it.
pub fn open_shop<'a>(
    server: &'a Server,
    person: &Person,
    handle: &str,
    more: &Value,
) -> Visitor<'a> {
    let mut form = json!({"handle": handle, "is_on": true});
    for (name, value) in more.as_object().expect("fields") {
        form[name] = value.clone();
    }
    save_shop(server, person, &form).expect(200);
    Visitor::at_path(server, &format!("/@{handle}"))
}

/// Uploads a beat with a preview, and shows it on the public page.
pub fn public_beat(server: &Server, person: &Person, title: &str, more: &Value) -> Value {
    let beat = upload_beat(server, person, title, 12);
    add_tagged_file(server, person, &beat, 12);
    let mut form = json!({"is_public": true});
    for (name, value) in more.as_object().expect("fields") {
        form[name] = value.clone();
    }
    person.at(server).put(&path(&beat), &form).expect(200).body["document"].clone()
}

fn change_settings(server: &Server, person: &Person, form: &Value) {
    person.at(server).put("/api/users/settings", form).expect(200);
}

/// Gets the page without the cache, by way of a query that no request has had before.
fn get_uncached(visitor: &Visitor<'_>) -> Answer {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    visitor.get(&format!("?genre=none-{}", NUMBER.fetch_add(1, Ordering::Relaxed)))
}

fn shop_01_an_old_handle_leads_to_the_new_one(server: &Server) {
    let maya = Person::join(server);
    open_shop(server, &maya, "maya-old", &json!({}));
    save_shop(server, &maya, &json!({"handle": "maya-new"})).expect(200);
    let old = Visitor::at_path(server, "/@maya-old");
    let moved = old.get("?search=x&genre=%3Cb%3E");
    let to = "/@maya-new?search=x&genre=%3Cb%3E";
    assert_eq!((moved.status, moved.header("location")), (301, to));
    assert_eq!(old.get("/face").header("location"), "/@maya-new/face");
    assert_eq!(
        Visitor::at_path(server, "/embed/@maya-old").get("").header("location"),
        "/embed/@maya-new"
    );
    assert_eq!(Visitor::at_path(server, "/@maya-new").get("").status, 200);
    // The old handle does not redirect while the page is off, nor after 90 days.
    save_shop(server, &maya, &json!({"is_on": false})).expect(200);
    assert_eq!(old.get("?search=y").status, 404);
    save_shop(server, &maya, &json!({"is_on": true})).expect(200);
    assert_eq!(old.get("?search=y").status, 301);
    server.execute("UPDATE shop_handles SET given_up_at = given_up_at - 7776001000");
    assert_eq!(old.get("?search=y").status, 404);
    for handle in ["ab", "MAYA-NEW", "maya_new", "%00", "..", "maya-new%2f"] {
        let page = Visitor::at_path(server, &format!("/@{handle}")).get("");
        assert!(page.status == 404 || page.status == 400, "{handle}: {}", page.status);
    }
}

fn shop_02_only_a_page_that_everybody_allows_is_seen(server: &Server) {
    let maya = Person::join(server);
    save_shop(server, &maya, &json!({"handle": "maya"})).expect(200);
    let visitor = Visitor::at_path(server, "/@maya");
    assert_eq!(visitor.get("").status, 404, "off unless it is turned on");
    save_shop(server, &maya, &json!({"is_on": true})).expect(200);
    for visibility in ["private", "clients only"] {
        change_settings(server, &maya, &json!({"profile_visibility": visibility}));
        let hidden = visitor.get("");
        assert_eq!(hidden.status, 404, "{visibility}");
        assert!(!hidden.text().contains("Maya"), "nothing is told");
        for rest in ["/face", "/picture", "/covers/x", "/media/x"] {
            assert_eq!(visitor.get(rest).status, 404, "{visibility} {rest}");
        }
        assert_eq!(Visitor::at_path(server, "/embed/@maya").get("").status, 404);
    }
    change_settings(server, &maya, &json!({"profile_visibility": "public"}));
    assert_eq!(visitor.get("").status, 200);
    // A disabled account has no page.
    server.execute("UPDATE users SET disabled_at = 1");
    assert_eq!(get_uncached(&visitor).status, 404);
}

#[test]
fn shop_02_the_operator_allows_public_pages_or_not() {
    for (allowed, status) in [("off", 404), ("links", 404), ("all", 200)] {
        let server = Server::start(Engine::Sqlite, &["--public-pages", allowed]);
        let maya = Person::join(&server);
        let visitor = open_shop(&server, &maya, "maya", &json!({}));
        assert_eq!(visitor.get("").status, status, "{allowed}");
        let robots = server.get("/robots.txt");
        assert_eq!(robots.text().contains("Sitemap:"), allowed == "all");
        assert_eq!(server.get("/sitemap.xml").status, status);
    }
}

fn shop_02_clients_only_opens_by_a_client_s_link(server: &Server) {
    let maya = Person::join(server);
    let mut visitor = open_shop(server, &maya, "maya", &json!({}));
    let night = public_beat(server, &maya, "Night Drive", &json!({}));
    change_settings(server, &maya, &json!({"profile_visibility": "clients only"}));
    let ade = client(server, &maya, "Ade Balogun");
    let at = format!("/api/clients/{}/shop-link", ade.as_str().unwrap());
    let link = maya.at(server).post(&at, &json!({})).expect(201).body["url"].clone();
    assert_eq!(maya.at(server).post(&at, &json!({})).expect(201).body["url"], link);
    let link = link.as_str().unwrap();
    let (_, token) = link.split_once("/for/").unwrap();
    assert_eq!(visitor.get("").status, 404);
    assert_eq!(visitor.get("/for/AAAA").status, 404);
    let other = if &token[20..21] == "A" { "B" } else { "A" };
    let wrong = format!("/for/{}{other}{}", &token[..20], &token[21..]);
    assert_eq!(visitor.get(&wrong).status, 404);
    visitor.follow(&format!("/for/{token}"));
    let page = visitor.open();
    assert!(page.contains("Night Drive"), "{page}");
    assert!(!page.contains(token), "the token is in no page");
    assert_eq!(visitor.get("").header("x-robots-tag"), "noindex, nofollow");
    assert_eq!(visitor.get("").header("cache-control"), "no-store");
    let sound = visitor.ticket(&night);
    assert_eq!(visitor.get(&sound).status, 200);
    // Visitors without the client's link see nothing, also after the client has opened it.
    let other = Visitor::at_path(server, "/@maya");
    assert_eq!((other.get("").status, other.get(&sound).status), (404, 404));
    // HOLD-12: where everybody sees the page, only a link's own token becomes a cookie.
    change_settings(server, &maya, &json!({"profile_visibility": "public"}));
    for text in ["x;%20Domain=evil.example;%20Path=%2F", "AAAA", &wrong[5..]] {
        let answer = other.get(&format!("/for/{text}"));
        assert_eq!((answer.status, answer.headers.get("set-cookie")), (303, None), "{text}");
    }
    let known = other.get(&format!("/for/{token}"));
    assert!(known.header("set-cookie").starts_with(&format!("client={token}; ")), "{known:?}");
    change_settings(server, &maya, &json!({"profile_visibility": "clients only"}));
    // The token of a client's link opens no other page, and a page with the visibility `private` opens for nobody.
    let zoe = Person::join(server);
    open_shop(server, &zoe, "zoe", &json!({}));
    change_settings(server, &zoe, &json!({"profile_visibility": "clients only"}));
    assert_eq!(Visitor::at_path(server, "/@zoe").get(&format!("/for/{token}")).status, 404);
    change_settings(server, &maya, &json!({"profile_visibility": "private"}));
    assert_eq!(visitor.get("").status, 404);
    change_settings(server, &maya, &json!({"profile_visibility": "clients only"}));
    assert_eq!(visitor.get("").status, 200);
    // Deleting the client's link ends it at once, and its sound too.
    zoe.at(server).delete(&at).expect_error(404);
    maya.at(server).delete(&at).expect(200);
    assert_eq!((visitor.get("").status, visitor.get(&sound).status), (404, 404));
    maya.at(server).delete(&at).expect_error(404);
}

fn shop_03_the_page_shows_public_beats_and_no_more(server: &Server) {
    let maya = Person::join(server);
    let profile = json!({
        "phone": "+1 555 0100", "location": "Brooklyn", "currentPassword": PASSWORD,
        "platform_links": {"spotify": "https://open.spotify.com/artist/1"}
    });
    maya.at(server).put("/api/users/profile", &profile).expect(200);
    change_settings(server, &maya, &json!({"accent_color": "rose"}));
    crate::licenses::issued::enter_profile(server, &maya);
    let words = "Drums from Lagos.\nSee https://maya.example/about.";
    let visitor = open_shop(server, &maya, "maya", &json!({"words": words}));
    public_beat(
        server,
        &maya,
        "Night Drive",
        &json!({"genre": "Trap", "bpm": 140, "musical_key": "A minor", "notes": "for Ade only"}),
    );
    upload_beat(server, &maya, "Not for everybody", 5);
    let page = visitor.get("").text();
    for part in [
        "Maya Okafor",
        "Drums from Lagos.",
        "rel=\"noopener nofollow ugc\"",
        "https://open.spotify.com/artist/1",
        "Night Drive",
        "140 BPM",
        "Am",
        "Trap",
        "data-accent=\"rose\"",
        "From",
        "MP3 Lease",
        "Exclusive",
        "Not included",
        "Get this",
        "Report this page",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    let secrets = [
        "Not for everybody",
        "for Ade only",
        "555 0100",
        "Brooklyn",
        &maya.email,
        maya.user["id"].as_str().unwrap(),
    ];
    for secret in secrets {
        assert!(!page.contains(secret), "{secret}");
    }
    save_shop(
        server,
        &maya,
        &json!({"show_email": true, "show_phone": true, "show_place": true, "platforms": false}),
    )
    .expect(200);
    let page = get_uncached(&visitor).text();
    for shown in ["555 0100", "Brooklyn", &maya.email] {
        assert!(page.contains(shown), "{shown}");
    }
    assert!(!page.contains("open.spotify.com"));
}

fn shop_03_search_and_filters_find_beats_by_what_is_public(server: &Server) {
    let maya = Person::join(server);
    let visitor = open_shop(server, &maya, "maya", &json!({}));
    let facts = [
        (
            "Night Drive",
            json!({"genre": "Trap", "bpm": 140, "musical_key": "A minor", "notes": "for Ade"}),
        ),
        ("Slow 100%", json!({"genre": "Soul", "bpm": 72, "musical_key": "C major"})),
        ("Paper Moons", json!({"genre": "soul", "bpm": 95.5, "musical_key": "C major"})),
    ];
    for (title, more) in &facts {
        public_beat(server, &maya, title, more);
    }
    let found = |query: &str| {
        let page = visitor.get(query).text();
        let (_, list) = page.split_once("<h2 class=\"sr\">Beats</h2>").expect("a list");
        facts
            .iter()
            .map(|(title, _)| *title)
            .filter(|title| list.contains(&format!("<h3>{title}</h3>")))
            .collect::<Vec<_>>()
    };
    assert_eq!(found("").len(), 3);
    assert_eq!(found("?search=PAPER"), ["Paper Moons"]);
    assert_eq!(found("?search=100%25"), ["Slow 100%"]);
    assert_eq!(found("?search=%25"), ["Slow 100%"]);
    assert!(found("?search=_").is_empty());
    // The page's search does not find notes and file names.
    assert!(found("?search=Ade").is_empty() && found("?search=.wav").is_empty());
    assert_eq!(found("?genre=Soul"), ["Slow 100%", "Paper Moons"]);
    assert_eq!(found("?tempo=130-149"), ["Night Drive"]);
    assert_eq!(found("?key=C+major&tempo=90-109"), ["Paper Moons"]);
    assert!(visitor.get("?search=nothing").text().contains("No beat fits"));
    // Unknown filter values are ignored, and every query gets a page.
    assert_eq!(found("?tempo=1-2&key=H+minor&sort=worst&after=%00&beat=1").len(), 3);
    assert_eq!(visitor.get("?search=%ff&genre=%3Cscript%3E").status, 200);
    let order = visitor.get("?sort=title").text();
    let place = |title: &str| order.find(&format!("<h3>{title}</h3>")).expect("in the list");
    assert!(
        place("Night Drive") < place("Paper Moons") && place("Paper Moons") < place("Slow 100%")
    );
}

fn shop_03_sold_beats_are_hidden_or_struck(server: &Server) {
    let maya = Person::join(server);
    let mut visitor = open_shop(server, &maya, "maya", &json!({}));
    let sold = public_beat(server, &maya, "Gone Already", &json!({"status": "Sold"}));
    public_beat(server, &maya, "Still Here", &json!({}));
    let page = visitor.open();
    assert!(page.contains("Still Here") && !page.contains("Gone Already"));
    assert_eq!(
        visitor.post_as_script("/tickets", &[("beat", sold["id"].as_str().unwrap())]).status,
        404
    );
    save_shop(server, &maya, &json!({"show_sold": "struck"})).expect(200);
    let page = visitor.get("?sort=title").text();
    let (_, after) = page.split_once("Gone Already</h3>").expect("it is shown");
    let (item, _) = after.split_once("</li>").expect("an item");
    assert!(item.contains("Sold") && !item.contains("From"), "{item}");
    assert_eq!(
        visitor.post_as_script("/tickets", &[("beat", sold["id"].as_str().unwrap())]).status,
        200
    );
}

fn shop_03_previews_come_by_tickets_of_the_page(server: &Server) {
    let (maya, zoe) = (Person::join(server), Person::join(server));
    let mut visitor = open_shop(server, &maya, "maya", &json!({}));
    let mut other = open_shop(server, &zoe, "zoe", &json!({}));
    let night = upload_beat(server, &maya, "Night Drive", 20);
    let bytes = add_tagged_file(server, &maya, &night, 20);
    let hidden = upload_beat(server, &maya, "Hidden", 5);
    add_tagged_file(server, &maya, &hidden, 5);
    maya.at(server).put(&path(&night), &json!({"is_public": true})).expect(200);
    visitor.open();
    other.open();
    let sound = visitor.ticket(&night);
    let part = visitor.call("GET", &sound, &[("range", "bytes=1000-65535")]);
    assert_eq!(part.status, 206);
    assert!(part.bytes == bytes[1000..=65535], "the tagged file");
    let id = night["id"].as_str().unwrap();
    assert_eq!(
        visitor.post_as_script("/heard", &[("beat", id), ("from", "0"), ("to", "9")]).status,
        204
    );
    // A ticket of one page is refused at another, and no page plays a beat that is not public.
    assert_eq!(other.get(&sound).status, 403);
    for beat in [hidden["id"].as_str().unwrap(), "1", ""] {
        assert_eq!(visitor.post_as_script("/tickets", &[("beat", beat)]).status, 404);
        assert_eq!(visitor.post_as_script("/heard", &[("beat", beat)]).status, 404);
    }
    assert_eq!(other.post_as_script("/tickets", &[("beat", id)]).status, 404);
    // The page token of one page is refused at another.
    let foreign = other.page_token.clone();
    let sent = [("beat", id), ("page_token", foreign.as_str())];
    assert_eq!(visitor.send("/tickets", &sent, "application/json").status, 403);
    // After a beat is removed from the page, the next range request is refused.
    maya.at(server).put(&path(&night), &json!({"is_public": false})).expect(200);
    assert_eq!(visitor.call("GET", &sound, &[("range", "bytes=0-9")]).status, 404);
}

fn shop_04_a_message_reaches_the_producer(server: &Server) {
    let maya = Person::join(server);
    let mut visitor = open_shop(server, &maya, "maya", &json!({}));
    let page = visitor.open();
    assert!(page.contains("Write to Maya"));
    let fields =
        [("name", "Ade <b>Balogun"), ("email", "ade@harbor.fm"), ("text", "Is \u{202e}it free?")];
    for (field, value) in [("name", ""), ("email", "ade"), ("email", ""), ("text", " ")] {
        let mut wrong = fields.to_vec();
        wrong.retain(|(name, _)| *name != field);
        wrong.push((field, value));
        let refused = visitor.post("/messages", &wrong);
        assert_eq!(refused.status, 422, "{field}");
        assert!(refused.text().contains("aria-invalid"), "{field}");
    }
    let sent = visitor.post("/messages", &fields);
    assert_eq!((sent.status, sent.header("location")), (303, "/@maya?sent=1#write"));
    assert!(visitor.get("?sent=1").text().contains("Sent. Thank you."));
    let told = maya.at(server).get("/api/notifications?type=message").expect(200).body;
    let notice = &told["notifications"][0];
    assert_eq!(notice["title"], "A visitor wrote to you");
    let words = "A visitor of your page wrote:\nAde <b>Balogun (ade@harbor.fm): “Is it free?”";
    assert_eq!(notice["message"], words);
    let list = maya.at(server).get("/api/messages").expect(200).body;
    let message = &list["messages"][0];
    assert_eq!((&list["total"], &message["source"]), (&json!(1), &json!("shop")));
    assert_eq!((&message["text"], &message["can_answer"]), (&json!("Is it free?"), &json!(true)));
    let id = message["id"].as_str().unwrap();
    assert_eq!(notice["link"], format!("/notifications?message={id}"));

    // A note at a share's link is in the same list, the newest first.
    let (beat, link) = share_beat(server, &maya, &json!({}));
    let mut guest = Visitor::at_link(server, &link);
    guest.open();
    guest.post("/notes", &[("beat", beat["id"].as_str().unwrap()), ("text", "Lovely")]);
    let first = maya.at(server).get("/api/messages?limit=1").expect(200).body;
    let note = &first["messages"][0];
    assert_eq!((&note["kind"], &note["title"]), (&json!("note"), &json!("Lagos After Rain")));
    assert_eq!((&note["can_answer"], &first["total"]), (&json!(false), &json!(2)));
    let next = format!("/api/messages?limit=1&cursor={}", first["next_cursor"].as_str().unwrap());
    let second = maya.at(server).get(&next).expect(200).body;
    assert_eq!((&second["messages"][0]["id"], &second["next_cursor"]), (&json!(id), &Value::Null));
    maya.at(server).get("/api/messages?cursor=x").expect_error(400);

    // Other accounts cannot read or delete the messages.
    let zoe = Person::join(server);
    assert_eq!(zoe.at(server).get("/api/messages").expect(200).body["total"], 0);
    zoe.at(server).delete(&format!("/api/messages/{id}")).expect_error(404);
    maya.at(server).delete(&format!("/api/messages/{id}")).expect(200);
    maya.at(server).delete(&format!("/api/messages/{}", note["id"].as_str().unwrap())).expect(200);
    assert_eq!(maya.at(server).get("/api/messages").expect(200).body["total"], 0);

    // If messages are off, the page has no form, and posting a message is refused.
    change_settings(server, &maya, &json!({"allow_messages": false}));
    assert!(!get_uncached(&visitor).text().contains("Write to Maya"));
    assert_eq!(visitor.post("/messages", &fields).status, 403);
    change_settings(server, &maya, &json!({"allow_messages": true}));
    // PUB-05: an address may send five messages an hour, and the note counts as one of them.
    let left: Vec<u16> = (0..6).map(|_| visitor.post("/messages", &fields).status).collect();
    assert_eq!(left.iter().filter(|status| **status == 303).count(), 3, "{left:?}");
    assert_eq!(left.last(), Some(&429));
    // PUB-06: a message from another origin or without the page's token is refused.
    visitor.origin = Some("https://evil.example".to_owned());
    assert_eq!(visitor.post("/messages", &fields).status, 403);
}

fn shop_04_a_dot_tells_who_is_there_and_nothing_finer(server: &Server) {
    let maya = Person::join(server);
    let visitor = open_shop(server, &maya, "maya", &json!({}));
    assert!(visitor.get("").text().contains("Online now"));
    server.execute("UPDATE sessions SET last_seen_at = last_seen_at - 301000");
    assert!(!get_uncached(&visitor).text().contains("Online now"));
    maya.sign_in(server);
    assert!(get_uncached(&visitor).text().contains("Online now"));
    change_settings(server, &maya, &json!({"show_online_status": false}));
    assert!(!get_uncached(&visitor).text().contains("Online now"));
}

fn shop_05_embeds_are_for_hosts_on_the_list_alone(server: &Server) {
    let maya = Person::join(server);
    open_shop(server, &maya, "maya", &json!({"embed_hosts": ["blog.example", "b.example:8443"]}));
    let night = public_beat(server, &maya, "Night Drive", &json!({}));
    let mut frame = Visitor::at_path(server, "/embed/@maya");
    let page = frame.open();
    assert!(
        page.contains("Night Drive")
            && !page.contains("<form")
            && !page.contains("<input type=\"hidden\"")
    );
    let answer = frame.get("");
    let policy = answer.header("content-security-policy");
    assert!(
        policy.contains("frame-ancestors https://blog.example https://b.example:8443;"),
        "{policy}"
    );
    assert!(policy.contains("form-action 'none'") && policy.starts_with("default-src 'none'"));
    assert!(
        answer.headers.get("set-cookie").is_none()
            && answer.headers.get("x-frame-options").is_none()
    );
    let sound = frame.ticket(&night);
    let heard = frame.get(&sound);
    assert_eq!(heard.status, 200);
    assert!(heard.headers.get("set-cookie").is_none());
    for rest in ["/messages", "/get", "/hearts"] {
        assert!([404, 405].contains(&frame.post(rest, &[]).status), "{rest}");
    }
    // The page itself cannot be framed, nor can an embed page without allowed sites.
    let own = Visitor::at_path(server, "/@maya").get("");
    assert!(own.header("content-security-policy").contains("frame-ancestors 'none'"));
    let zoe = Person::join(server);
    open_shop(server, &zoe, "zoe", &json!({}));
    let closed = Visitor::at_path(server, "/embed/@zoe").get("");
    assert!(closed.header("content-security-policy").contains("frame-ancestors 'none'"));
}

fn shop_05_a_share_is_embedded_without_cookies_and_forms(server: &Server) {
    let maya = Person::join(server);
    save_shop(server, &maya, &json!({"embed_hosts": ["blog.example"]})).expect(200);
    let (beat, link) = share_beat(server, &maya, &json!({}));
    let token = link["address"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let mut frame = Visitor::at_path(server, &format!("/embed/s/{token}"));
    let page = frame.open();
    assert!(page.contains("Lagos After Rain") && !page.contains("<form"));
    let answer = frame.get("");
    assert!(
        answer.header("content-security-policy").contains("frame-ancestors https://blog.example;")
    );
    assert!(answer.headers.get("set-cookie").is_none());
    let sound = frame.ticket(&beat);
    assert_eq!(frame.get(&sound).status, 200);
    let heard = [("beat", beat["id"].as_str().unwrap()), ("from", "0"), ("to", "10")];
    assert_eq!(frame.post_as_script("/heard", &heard).status, 204);
    assert_eq!(super::get_figures(server, &maya, &link)["link"]["figures"]["plays"], 1);
    // An embedded page cannot ask for a password.
    let at = crate::shares::link_path(&link);
    maya.at(server).put(&at, &json!({"password": "secret-1"})).expect(200);
    assert_eq!((frame.get("").status, frame.get(&sound).status), (404, 401));
    maya.at(server).put(&at, &json!({"password": ""})).expect(200);
    maya.at(server).post(&format!("{at}/stop"), &json!({})).expect(200);
    assert_eq!(frame.get("").status, 410);
}

fn shop_06_search_engines_and_link_previews_are_served(server: &Server) {
    let maya = Person::join(server);
    let visitor =
        open_shop(server, &maya, "maya", &json!({"words": "Drums </script><b> from Lagos"}));
    public_beat(server, &maya, "Night </script> Drive", &json!({}));
    let zoe = Person::join(server);
    open_shop(server, &zoe, "zoe", &json!({}));
    change_settings(server, &zoe, &json!({"profile_visibility": "private"}));
    let page = visitor.get("");
    assert_eq!(page.header("x-robots-tag"), "all");
    assert_eq!(visitor.get("?search=x").header("x-robots-tag"), "noindex, nofollow");
    let text = page.text();
    let url = format!("http://{}/@maya", server.address());
    assert!(text.contains(&format!("<link rel=\"canonical\" href=\"{url}\">")), "{text}");
    assert!(text.contains(&format!("property=\"og:image\" content=\"{url}/picture\"")));
    let (_, rest) = text.split_once("<script type=\"application/ld+json\">").expect("JSON-LD");
    let (json_ld, _) = rest.split_once("</script>").expect("an end");
    let json_ld: Value = serde_json::from_str(json_ld).expect("JSON");
    assert_eq!((&json_ld["name"], &json_ld["url"]), (&json!("Maya Okafor"), &json!(url)));
    assert_eq!(json_ld["track"][0]["name"], "Night </script> Drive");
    let robots = server.get("/robots.txt").text();
    assert!(robots.contains("Allow: /@") && robots.contains("/sitemap.xml"), "{robots}");
    let sitemap = server.get("/sitemap.xml");
    assert!(sitemap.header("content-type").starts_with("application/xml"));
    let sitemap = sitemap.text();
    assert!(
        sitemap.contains(&format!("<loc>{url}</loc>")) && !sitemap.contains("zoe"),
        "{sitemap}"
    );
    // The preview picture of the page, and that of a share's link.
    let (_, link) = share_beat(server, &maya, &json!({}));
    let mut guest = Visitor::at_link(server, &link);
    assert!(guest.open().contains("/picture\""));
    for picture in [visitor.get("/picture"), guest.get("/picture")] {
        assert_eq!((picture.status, picture.header("content-type")), (200, "image/jpeg"));
        let drawn = image::load_from_memory(&picture.bytes).expect("a picture");
        assert_eq!((drawn.width(), drawn.height()), (1200, 630));
    }
    maya.at(server).put(&crate::shares::link_path(&link), &json!({"password": "abcd"})).expect(200);
    assert_eq!(Visitor::at_link(server, &link).get("/picture").status, 401);
}

fn shop_06_a_page_is_kept_and_not_made_again(server: &Server) {
    let maya = Person::join(server);
    let visitor = open_shop(server, &maya, "maya", &json!({}));
    let first = visitor.get("");
    assert_eq!(first.header("cache-control"), "public, no-cache");
    let etag = first.header("etag").to_owned();
    let again = visitor.get("");
    assert_eq!((again.header("etag"), again.text() == first.text()), (etag.as_str(), true));
    let known = visitor.call("GET", "", &[("if-none-match", &etag)]);
    assert_eq!((known.status, known.bytes.is_empty()), (304, true));
    // More requests than the limit of one address are answered, because cached pages do not count.
    for _ in 0..150 {
        assert_eq!(visitor.get("").status, 200);
    }
    // Requests for pages that are not cached count.
    let statuses: Vec<u16> =
        (0..130).map(|number| visitor.get(&format!("?search=s{number}")).status).collect();
    assert_eq!(statuses.last(), Some(&429));
}

fn shop_08_a_page_is_reported_and_hidden(server: &Server) {
    let maya = Person::join(server);
    let visitor = open_shop(server, &maya, "maya", &json!({}));
    let page = visitor.get("").text();
    assert!(page.contains("href=\"mailto:help@beats.example?subject=Report%20of%20http"), "{page}");
    let run = |words: &[&str]| {
        let mut all: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        all.extend(server.data_flags());
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        crate::harness::program(&all).output().expect("it runs")
    };
    let hidden = run(&["shop", "hide", "maya"]);
    assert!(hidden.status.success(), "{hidden:?}");
    assert_eq!(get_uncached(&visitor).status, 404);
    let own = maya.at(server).get("/api/shop").expect(200).body["shop"].clone();
    assert_eq!((&own["hidden_by_operator"], &own["is_visible"]), (&json!(true), &json!(false)));
    // The owner of a blocked page cannot show it again, not even under another handle.
    save_shop(server, &maya, &json!({"handle": "maya-two", "is_on": true})).expect(200);
    assert_eq!(Visitor::at_path(server, "/@maya-two").get("").status, 404);
    assert!(run(&["shop", "show", "@maya-two"]).status.success());
    assert_eq!(Visitor::at_path(server, "/@maya-two").get("").status, 200);
    assert!(!run(&["shop", "hide", "nobody"]).status.success());
}

fn shop_04_a_buyer_is_told_why_no_code_comes(server: &Server) {
    let (maya, harbor, order) = crate::offers::prepare_order(server, "Harbor");
    maya.at(server).put(&path(&harbor), &json!({"is_public": true})).expect(200);
    let mut visitor = open_shop(server, &maya, "maya", &json!({}));
    visitor.open();
    let (beat, kind) =
        (harbor["id"].as_str().unwrap(), order["lines"][0]["kind_id"].as_str().unwrap());
    let fields = [("beat", beat), ("kind", kind), ("name", "Ade"), ("email", "ade@label.example")];
    let refused = visitor.post("/get", &fields);
    assert_eq!(refused.status, 409);
    let page = refused.text();
    assert!(page.contains("No email can be sent from here") && !page.contains("too old"), "{page}");
    visitor.agent = "curl/8.7".to_owned();
    let refused = visitor.post("/get", &fields);
    assert_eq!(refused.status, 403);
    assert!(refused.text().contains("says that it is a program"), "{}", refused.text());
}

fn prv_03_a_public_page_does_not_promise_a_preview_that_failed(server: &Server) {
    let maya = Person::join(server);
    let visitor = open_shop(server, &maya, "maya", &json!({}));
    let night = upload_beat(server, &maya, "Night Drive", 3);
    maya.at(server).put(&path(&night), &json!({"is_public": true})).expect(200);
    let at = format!("{}/preview", path(&night));
    server.wait_until("a preview is made", || {
        maya.at(server).get(&at).expect(200).body["state"] != "pending"
    });
    server.execute(
        "UPDATE previews SET state = 'failed', sentence = 'It is silent.', mime = NULL, size = NULL, \
         file_hash = NULL",
    );
    let page = visitor.get("?search=night").text();
    assert!(page.contains("Night Drive") && page.contains("No preview"), "{page}");
    assert!(!page.contains("is being made"), "{page}");
}

/// "Get this" makes an offer like any, which opens by a code; and a message is answered by mail.
#[test]
fn shop_04_a_license_is_bought_by_a_code_and_a_message_is_answered_by_mail() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let smtp = Smtp::start();
        let url = smtp.url();
        let server = Server::start(engine, &[ALL, &["--smtp-url", &url]].concat());
        let (maya, harbor, order) = crate::offers::prepare_order(&server, "Harbor");
        server.execute("UPDATE users SET email_confirmed_at = 1");
        maya.at(&server).put(&path(&harbor), &json!({"is_public": true})).expect(200);
        let mut visitor = open_shop(&server, &maya, "maya", &json!({}));
        let (beat, kind) =
            (harbor["id"].as_str().unwrap(), order["lines"][0]["kind_id"].as_str().unwrap());
        let page = visitor.open();
        assert!(page.contains(&format!("/@maya/get?beat={beat}&amp;kind={kind}")), "{page}");
        let form = visitor.get(&format!("/get?beat={beat}&kind={kind}"));
        assert_eq!(form.status, 200);
        assert!(form.text().contains("WAV Lease") && form.text().contains("Send the code"));
        for query in ["", "?beat=1&kind=1", &format!("?beat={beat}&kind=1")] {
            assert_eq!(visitor.get(&format!("/get{query}")).status, 404, "{query}");
        }
        let mut fields = vec![("beat", beat), ("kind", kind), ("name", ""), ("email", "ade")];
        assert_eq!(visitor.post("/get", &fields).status, 422);
        fields.truncate(2);
        fields.extend([("name", "Ade Balogun"), ("email", "ade@balogun.example")]);
        let made = visitor.post("/get", &fields);
        assert_eq!(made.status, 303, "{}", made.text());
        let to = made.header("location").to_owned();
        assert!(to.starts_with("/o/"), "{to}");
        let mut ade = Visitor::at_path(&server, &to);
        assert!(!ade.open().contains("Harbor"), "nothing is told before the code");
        let code = crate::offers::buyers::wait_for_code(&smtp);
        assert_eq!(ade.post("/code", &[("code", &code)]).status, 303);
        assert!(ade.open().contains("Harbor"));
        let offers = maya.at(&server).get("/api/offers").expect(200).body;
        let offer = &offers["offers"][0];
        assert_eq!(
            (&offer["source"], &offer["buyer"]["name"]),
            (&json!("shop"), &json!("Ade Balogun"))
        );

        let message = [("name", "Ade"), ("email", "ade@balogun.example"), ("text", "Is it free?")];
        assert_eq!(visitor.post("/messages", &message).status, 303);
        let list = maya.at(&server).get("/api/messages").expect(200).body;
        let at = format!("/api/messages/{}/answer", list["messages"][0]["id"].as_str().unwrap());
        maya.at(&server).post(&at, &json!({"text": " "})).expect_error(400);
        let answered = maya.at(&server).post(&at, &json!({"text": "It is not."})).expect(201).body;
        assert_eq!(answered["message"]["answers"][0]["text"], "It is not.");
        let letter =
            wait_for_mail(&smtp, "ade@balogun.example", "Maya Okafor answered your message", 1);
        assert!(letter.text.contains("It is not.") && letter.text.contains("Is it free?"));
        assert!(
            letter.headers.contains(&format!("Reply-To: <{}>", maya.email))
                || letter.headers.contains(&maya.email)
        );
        Person::join(&server).at(&server).post(&at, &json!({"text": "x"})).expect_error(404);
    }
}
