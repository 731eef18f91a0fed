//! Limits of strangers that leave room for buyers: streams, ranges, pictures, forms and links. HOLD-09, BUY-27

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::json;

use super::shop::{on_public_servers, open_shop, public_beat};
use super::{Visitor, add_tagged_file, share_beat};
use crate::deliveries::public::{take_ticket, visitor};
use crate::deliveries::{
    file_of_role, get_delivery, issue_paid_license, open_delivery, upload_beat_with_files,
};
use crate::harness::people::Person;
use crate::harness::{Engine, Server, on_both_engines};
use crate::licenses::issued::producer;

on_both_engines!(hold_09_guesses_from_an_address_keep_nobody_there_from_paid_files,);

on_public_servers!(
    hold_09_pictures_and_media_are_limited_by_address,
    buy_27_a_form_that_comes_too_often_keeps_what_was_typed,
    pub_01_nothing_below_a_public_page_is_the_app,
);

/// Asks for `path` from an address behind the trusted proxy; returns the connection if sound comes.
fn play(server: &Server, path: &str, address: &str) -> Option<TcpStream> {
    let mut stream = server.connect();
    let head = format!(
        "GET {path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("sent");
    let mut status = [0; 12];
    stream.read_exact(&mut status).expect("an answer");
    match &status[9..] {
        b"200" => Some(stream),
        b"503" => None,
        other => panic!("{}", String::from_utf8_lossy(other)),
    }
}

fn part(server: &Server, method: &str, path: &str, address: &str) -> u16 {
    let call = server.call(method, path).header("x-forwarded-for", address);
    call.header("range", "bytes=0-9").send().status
}

#[test]
fn hold_09_nobody_takes_all_streams_from_listeners_and_from_buyers() {
    let server = Server::start(Engine::Sqlite, &["--trusted-proxies", "127.0.0.1"]);
    let maya = producer(&server);
    let (beat, link) = share_beat(&server, &maya, &json!({}));
    add_tagged_file(&server, &maya, &beat, 600);
    let mut ade = Visitor::at_link(&server, &link);
    ade.open();
    let sound = ade.ticket(&beat);
    let sound = ade.path(&sound);
    let bought = upload_beat_with_files(&server, &maya);
    let license = issue_paid_license(&server, &maya, &bought, "WAV Lease");
    let delivery = open_delivery(&server, &maya, &license);
    let mut buyer = visitor(&server, &delivery);
    buyer.open();
    let wav = file_of_role(&delivery, "wav")["id"].as_str().unwrap().to_owned();
    let file = take_ticket(&mut buyer, &wav);
    let file = buyer.path(&file);

    // One address takes what it can: at most a quarter of the 200 streams.
    let one: Vec<TcpStream> =
        std::iter::from_fn(|| play(&server, &sound, "198.51.100.1")).collect();
    assert!((10..=50).contains(&one.len()), "{}", one.len());
    assert_eq!(part(&server, "GET", &sound, "198.51.100.2"), 206, "a second listener");
    assert_eq!(part(&server, "GET", &file, "198.51.100.1"), 206, "a buyer at the same address");
    // One household holds a whole /64.
    let home: Vec<TcpStream> =
        (1..60).filter_map(|n| play(&server, &sound, &format!("2001:db8::{n:x}"))).collect();
    assert!(home.len() <= 50, "{}", home.len());
    drop((one, home));

    // Forty addresses take what they can, in turns.
    let mut taken: Vec<TcpStream> = Vec::new();
    loop {
        let before = taken.len();
        taken.extend((0..40).filter_map(|n| play(&server, &sound, &format!("203.0.113.{n}"))));
        if taken.len() == before {
            break;
        }
    }
    assert!(taken.len() >= 100, "{}", taken.len());
    assert_eq!(part(&server, "GET", &sound, "198.51.100.2"), 206, "one more listener");
    // With all streams for sounds in use, a paid file still comes, and HEAD takes none.
    let crowd = (0..200).map_while(|n| play(&server, &sound, &format!("192.0.2.{n}")));
    taken.extend(crowd);
    assert_eq!(taken.len(), 150, "a quarter is kept for deliveries");
    assert_eq!(part(&server, "GET", &sound, "198.51.100.2"), 503);
    assert_eq!(part(&server, "HEAD", &sound, "198.51.100.2"), 206);
    assert_eq!(part(&server, "GET", &file, "203.0.113.1"), 206);
    assert_eq!(part(&server, "HEAD", &file, "203.0.113.1"), 206);
}

fn hold_09_guesses_from_an_address_keep_nobody_there_from_paid_files(server: &Server) {
    let maya = producer(server);
    let bought = upload_beat_with_files(server, &maya);
    let license = issue_paid_license(server, &maya, &bought, "WAV Lease");
    let delivery = open_delivery(server, &maya, &license);
    let mut buyer = visitor(server, &delivery);
    for kind in ["s", "o", "d"] {
        let unknown = format!("/{kind}/{}", "A".repeat(43));
        let statuses: Vec<u16> = (0..125).map(|_| server.get(&unknown).status).collect();
        assert_eq!(statuses.last(), Some(&429), "{unknown}");
    }
    assert_eq!(server.get("/@nobody-here").status, 429);
    // The same address opens the link that it was given, and its file.
    buyer.open();
    let wav = file_of_role(&delivery, "wav")["id"].as_str().unwrap().to_owned();
    let file = take_ticket(&mut buyer, &wav);
    assert_eq!(buyer.get(&file).status, 200);
    // Requests for one link count too.
    let statuses: Vec<u16> = (0..125).map(|_| buyer.get("").status).collect();
    assert_eq!(statuses.last(), Some(&429));
}

/// How often rows of the delivery's record were written.
fn count_writes(server: &Server) -> i64 {
    server.query_number("SELECT COUNT(*) FROM written")
}

fn watch_writes(server: &Server, engine: Engine) {
    server.execute("CREATE TABLE written (id TEXT)");
    match engine {
        Engine::Sqlite => {
            for what in ["INSERT", "UPDATE"] {
                server.execute(&format!(
                    "CREATE TRIGGER watch_{what} AFTER {what} ON delivery_events
                     BEGIN INSERT INTO written VALUES (NEW.id); END"
                ));
            }
        }
        Engine::Postgres => {
            server.execute(
                "CREATE FUNCTION watch() RETURNS trigger LANGUAGE plpgsql AS
                 'BEGIN INSERT INTO written VALUES (NEW.id); RETURN NEW; END'",
            );
            server.execute(
                "CREATE TRIGGER watch AFTER INSERT OR UPDATE ON delivery_events
                 FOR EACH ROW EXECUTE FUNCTION watch()",
            );
        }
    }
}

#[test]
fn hold_09_ranges_of_a_ticket_are_gathered_and_not_lost_at_the_end() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        check_ranges(engine);
    }
}

/// Fetches ranges of one byte; returns how many came and how many were refused.
fn fetch_parts(server: &Server, path: &str, count: usize) -> (i64, usize) {
    let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\nRange: bytes=5-5\r\n");
    let requests =
        format!("{head}\r\n").repeat(count) + &format!("{head}Connection: close\r\n\r\n");
    let mut stream = server.connect();
    stream.write_all(requests.as_bytes()).expect("sent");
    let mut answers = Vec::new();
    stream.read_to_end(&mut answers).expect("answers");
    let answers = String::from_utf8_lossy(&answers);
    let refused = answers.matches("HTTP/1.1 429").count();
    let waits = answers.split("retry-after: ").skip(1).map(|rest| rest.split('\r').next().unwrap());
    for wait in waits {
        assert!((1..=11).contains(&wait.parse::<u32>().expect("seconds")), "{wait}");
    }
    let parts = i64::try_from(answers.matches("HTTP/1.1 206").count()).unwrap();
    assert_eq!(usize::try_from(parts).unwrap() + refused, count + 1, "{answers}");
    (parts, refused)
}

fn check_ranges(engine: Engine) {
    let server = Server::start(engine, &[]);
    let maya = producer(&server);
    let bought = upload_beat_with_files(&server, &maya);
    let license = issue_paid_license(&server, &maya, &bought, "WAV Lease");
    let delivery = open_delivery(&server, &maya, &license);
    let mut buyer = visitor(&server, &delivery);
    buyer.open();
    let wav = file_of_role(&delivery, "wav")["id"].as_str().unwrap().to_owned();
    let file = take_ticket(&mut buyer, &wav);
    watch_writes(&server, engine);
    // Many requests on one connection, without waiting for the answers: hundreds within seconds are refused.
    let mut sent = 0;
    for _ in 0..100 {
        let (parts, refused) = fetch_parts(&server, &buyer.path(&file), 250);
        sent += parts;
        if refused > 0 {
            break;
        }
        assert!(sent < 20_000, "no range was refused");
    }
    assert!(sent >= 200, "{sent}");
    let writes = count_writes(&server);
    assert!(writes * 4 < sent, "{writes} writes for {sent} ranges");
    // What was gathered is written when the server ends.
    let server = server.restart(&[]);
    let record = get_delivery(&server, &maya, &delivery);
    assert_eq!(record["downloads"][0]["bytes"], sent, "{record:#}");
}

fn hold_09_pictures_and_media_are_limited_by_address(server: &Server) {
    let maya = Person::join(server);
    let shop = open_shop(server, &maya, "maya", &json!({}));
    let night = public_beat(server, &maya, "Night", &json!({}));
    let mut bytes = std::io::Cursor::new(Vec::new());
    let drawn = image::RgbImage::from_pixel(700, 700, image::Rgb([200, 40, 40]));
    drawn.write_to(&mut bytes, image::ImageFormat::Png).expect("a picture");
    let at = format!("{}/thumbnail", crate::harness::library::path(&night));
    maya.at(server).call("PUT", &at).body("image/png", bytes.into_inner()).send().expect(200);
    // The picture comes from a cache for a minute: a change of the page does not show at once.
    let first = shop.get("/picture");
    assert_eq!(first.status, 200);
    server.execute("UPDATE users SET name = 'Somebody Else'");
    assert!(shop.get("/picture").bytes == first.bytes);
    let statuses: Vec<u16> = (0..245).map(|_| shop.get("/picture").status).collect();
    assert_eq!(statuses.last(), Some(&429));
    assert_eq!(shop.get("/face").status, 429, "the face counts with it");
    // Covers come in two sizes, and count apart.
    let cover = format!("/covers/{}", night["id"].as_str().unwrap());
    for (query, side) in [("", 640), ("?size=320", 320)] {
        let answer = shop.get(&format!("{cover}{query}"));
        assert_eq!(answer.status, 200);
        let picture = image::load_from_memory(&answer.bytes).expect("a picture");
        assert_eq!(picture.width(), side);
    }
    let statuses: Vec<u16> = (0..605).map(|_| shop.get(&cover).status).collect();
    assert_eq!(statuses.last(), Some(&429));
    assert_eq!(shop.get("").status, 200, "the page itself is there");
}

fn buy_27_a_form_that_comes_too_often_keeps_what_was_typed(server: &Server) {
    let maya = Person::join(server);
    let mut shop = open_shop(server, &maya, "maya", &json!({}));
    shop.open();
    let words = "Is <b>Night</b> free?\nFor an album & a tour.";
    let fields = [("name", "Ade \"Ade\" Balogun"), ("email", "ade@harbor.fm"), ("text", words)];
    for _ in 0..5 {
        assert_eq!(shop.post("/messages", &fields).status, 303);
    }
    let refused = shop.post("/messages", &fields);
    assert_eq!(refused.status, 429);
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((3_000..=3_601).contains(&wait), "{wait}");
    let page = refused.text();
    for part in [
        "Too much at once",
        "Try again at <time",
        " UTC</time>",
        "What you typed is still here",
        "action=\"/@maya/messages\"",
        "Is &#60;b&#62;Night&#60;/b&#62; free?",
        "value=\"Ade &#34;Ade&#34; Balogun\"",
        &format!("name=\"page_token\" value=\"{}\"", shop.page_token),
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    // The script gets JSON as before, and a page of another site gets nothing back.
    let told = shop.post_as_script("/messages", &fields);
    assert_eq!((told.status, told.header("content-type")), (429, "application/json"));
    let own = shop.origin.replace("https://evil.example".to_owned());
    assert!(!shop.post("/messages", &fields).text().contains("Balogun"));
    shop.origin = own;
    // Refused messages add nothing to the count, and those at share links count with it.
    assert_eq!(server.query_number("SELECT tries FROM attempts WHERE key LIKE 'message/addr%'"), 5);
    let (beat, link) = share_beat(server, &maya, &json!({}));
    let mut guest = Visitor::at_link(server, &link);
    guest.open();
    let id = beat["id"].as_str().unwrap();
    let note = guest.post("/notes", &[("beat", id), ("text", "Lovely drums")]);
    assert_eq!(note.status, 429);
    assert!(note.text().contains("Lovely drums") && note.text().contains(id), "{}", note.text());
    // Later the same fields are taken.
    server.execute("DELETE FROM attempts WHERE key LIKE 'message/%'");
    assert_eq!(shop.post("/messages", &fields).status, 303);
    // What is refused before the form is looked at is kept too.
    server.execute("UPDATE attempts SET tries = 1000 WHERE key LIKE 'ticket/address:%'");
    let refused = shop.post("/messages", &fields);
    assert_eq!(refused.status, 429);
    assert!(refused.text().contains("For an album &#38; a tour."), "{}", refused.text());
    // A producer's messages have a bound besides that of an address.
    server.execute("DELETE FROM attempts");
    shop.post("/messages", &fields);
    server.execute("UPDATE attempts SET tries = 60 WHERE key LIKE 'message/producer:%'");
    assert_eq!(shop.post("/messages", &fields).status, 429);
}

fn pub_01_nothing_below_a_public_page_is_the_app(server: &Server) {
    let maya = Person::join(server);
    open_shop(server, &maya, "maya", &json!({}));
    let places = [
        "/@maya/anything",
        "/@maya/",
        "/@maya/covers",
        "/@maya/a/b/c",
        "/@",
        "/s",
        "/s/",
        "/s/x/y",
        "/s/x/",
        "/o/x/y",
        "/o",
        "/d/x/y/z",
        "/d/",
        "/embed",
        "/embed/x",
        "/embed/@maya/x/y",
        "/embed/s/x/y",
    ];
    let gate = server.get("/s/unknown");
    for place in places {
        let page = server.call("GET", place).header("accept", "text/html").send();
        assert_eq!(page.status, 404, "{place}");
        assert!(page.text() == gate.text(), "{place}");
        assert_eq!(page.header("x-robots-tag"), "noindex, nofollow", "{place}");
    }
    assert_eq!(server.get("/@maya").status, 200);
    assert_eq!(server.get("/settings").header("x-robots-tag"), "");
}
