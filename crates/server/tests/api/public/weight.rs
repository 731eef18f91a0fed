//! The size of public pages on the wire, and their cost with many visitors. SHR-13, SHOP-09

use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::{Value, json};

use super::shop::{ALL, open_shop, public_beat};
use super::{Visitor, share_beat};
use crate::harness::library::{File, send_file, wait_for_analysis, wav_bytes};
use crate::harness::people::Person;
use crate::harness::{Answer, Engine, Server, on_both_engines};
use crate::licenses::issued::enter_profile;
use crate::shares::{ids, share};

on_both_engines!(pg shr_13_a_page_is_the_same_compressed_and_plain);

const ACCEPTS: (&str, &str) = ("accept-encoding", "gzip, deflate, br, zstd");
const MOST_BYTES: usize = 60_000;

fn decompress(answer: &Answer) -> String {
    assert_eq!(answer.header("content-encoding"), "gzip", "{:?}", answer.headers);
    let mut text = String::new();
    GzDecoder::new(answer.bytes.as_slice()).read_to_string(&mut text).expect("gzip");
    text
}

/// The number of bytes of an answer's headers and body.
fn size(answer: &Answer) -> usize {
    let lines = answer.headers.iter();
    let head: usize = lines.map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    head + answer.bytes.len()
}

/// The number of bytes that a browser receives for a page, its style sheet and its script.
fn weight(server: &Server, visitor: &Visitor<'_>) -> usize {
    let page = visitor.call("GET", "", &[ACCEPTS]);
    assert_eq!(page.status, 200);
    let mut all = size(&page);
    let mut parts = 0;
    for rest in decompress(&page).split("\"/public/").skip(1) {
        let name = rest.split('"').next().unwrap_or_default();
        if name.ends_with(".css") || name.ends_with(".js") {
            let part = server.call("GET", &format!("/public/{name}")).header(ACCEPTS.0, ACCEPTS.1);
            let part = part.send();
            assert_eq!((part.status, part.header("content-encoding")), (200, "gzip"), "{name}");
            all += size(&part);
            parts += 1;
        }
    }
    assert_eq!(parts, 2, "a style sheet and a script");
    all
}

fn shr_13_a_page_is_the_same_compressed_and_plain(server: &Server) {
    let maya = Person::join(server);
    let (_, link) = share_beat(server, &maya, &json!({}));
    let visitor = Visitor::at_link(server, &link);
    let plain = visitor.get("");
    let small = visitor.call("GET", "", &[ACCEPTS]);
    assert_eq!((plain.header("content-encoding"), small.header("content-encoding")), ("", "gzip"));
    assert_eq!(small.header("content-length"), small.bytes.len().to_string());
    for answer in [&plain, &small] {
        assert_eq!(answer.header("vary"), "accept-encoding");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(answer.header("cache-control"), "no-store");
    }
    // Two views of a page differ only in the page token.
    let without_token = |page: &str| {
        let mut page = page.to_owned();
        while let Some(at) =
            page.find("page-token=\"").or_else(|| page.find("page_token\" value=\""))
        {
            let from = at + page[at..].find("=\"").unwrap_or_default() + 2;
            let from = if page[at..].starts_with("page_token") { at + 19 } else { from };
            let to = from + page[from..].find('"').expect("its end");
            page.replace_range(at..to, "");
        }
        page
    };
    assert_eq!(without_token(&decompress(&small)), without_token(&plain.text()));
    // A browser that does not accept gzip gets the page uncompressed, and small answers are not compressed.
    for accepts in ["identity", "gzip;q=0", "br"] {
        let answer = visitor.call("GET", "", &[("accept-encoding", accepts)]);
        assert_eq!(answer.header("content-encoding"), "", "{accepts}");
    }
    let head = visitor.call("HEAD", "", &[ACCEPTS]);
    assert_eq!((head.status, head.bytes.len()), (200, 0));
    let sound = visitor.call("GET", "/media/none", &[ACCEPTS]);
    assert_eq!(sound.header("content-encoding"), "");
}

#[test]
fn shr_13_a_page_of_100_beats_with_its_script_weighs_at_most_60_kilobytes() {
    let server = &Server::start(Engine::Sqlite, &[]);
    let maya = Person::join(server);
    enter_profile(server, &maya);
    let names = ["Lagos After Rain", "Glass Garden", "Paper Moons", "Night Drive", "Slow Harbor"];
    let sent: Vec<Value> = (0..100)
        .map(|number| {
            let title = format!("{} {number}", names[number % names.len()]);
            let bytes = wav_bytes(u32::try_from(number).expect("a small number"));
            let file = File { name: &format!("{title}.wav"), kind: "audio/wav", bytes: &bytes };
            send_file(server, &maya, &file, &[("title", &title), ("genre", "Trap")])
                .expect(201)
                .body["document"]
                .clone()
        })
        .collect();
    let beats: Vec<Value> =
        sent.iter().map(|beat| wait_for_analysis(server, &maya, beat)).collect();
    let form = json!({
        "title": "Everything since the winter", "message": "Ade, these came out. ".repeat(40),
        "beats": ids(&beats), "downloads": "all files", "recipients": [{"name": "Ade Balogun"}],
    });
    let link = share(server, &maya, &form)["links"][0].clone();
    let weight = weight(server, &Visitor::at_link(server, &link));
    assert!(weight <= MOST_BYTES, "{weight}");
}

#[test]
fn shop_09_a_page_that_is_kept_asks_the_database_nothing() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let server = &Server::start(engine, ALL);
        let maya = Person::join(server);
        let visitor = open_shop(server, &maya, "maya", &json!({}));
        public_beat(server, &maya, "Night Drive", &json!({}));
        let first = visitor.get("");
        assert_eq!(first.status, 200);
        // Without these tables every read fails, so the answers must come from the cache.
        for table in ["shops", "documents", "settings"] {
            server.execute(&format!("ALTER TABLE {table} RENAME TO gone_{table}"));
        }
        assert!(visitor.get("?search=x").status >= 500, "a page that is not kept is read");
        let again = visitor.get("");
        assert_eq!((again.status, again.text() == first.text()), (200, true));
        // The cached page is compressed, and a browser with a current copy gets a 304.
        let small = visitor.call("GET", "", &[ACCEPTS]);
        assert_eq!(decompress(&small), first.text());
        let etag = small.header("etag").to_owned();
        assert!(etag.starts_with("W/\""), "{etag}");
        for known in [etag.as_str(), first.header("etag")] {
            let answer = visitor.call("GET", "", &[ACCEPTS, ("if-none-match", known)]);
            assert_eq!((answer.status, answer.bytes.len()), (304, 0), "{known}");
        }
        for table in ["shops", "documents", "settings"] {
            server.execute(&format!("ALTER TABLE gone_{table} RENAME TO {table}"));
        }
    }
}

#[test]
#[ignore = "runs in make test-all"]
fn shop_09_a_page_with_thousands_of_beats_weighs_what_it_weighs_with_a_hundred() {
    // On PostgreSQL the `seed` command may run while the server does.
    let server = &Server::start(Engine::Postgres, ALL);
    let maya = Person::join(server);
    let visitor = open_shop(server, &maya, "maya", &json!({}));
    let with = |count: &str, query: &str| {
        let mut words =
            ["seed", "--documents", count, "--email", &maya.email].map(str::to_owned).to_vec();
        words.extend(server.data_flags());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let made = crate::harness::program(&words).output().expect("it runs");
        assert!(made.status.success(), "{made:?}");
        server.execute(
            "UPDATE documents SET is_public = 1 WHERE category = 'beat' AND status = 'Available'",
        );
        let page = visitor.call("GET", query, &[ACCEPTS]);
        (page.bytes.len(), decompress(&page).matches("<li class=\"beat").count())
    };
    // Each query is a page of its own, so none comes from the cache.
    let (few, shown) = with("120", "");
    let (many, shown_of_many) = with("2300", &format!("?beat={:036}", 1));
    assert!(server.query_number("SELECT COUNT(*) FROM documents WHERE is_public = 1") > 1_500);
    assert_eq!(shown, shown_of_many);
    assert!(few < MOST_BYTES / 2 && many < few * 5 / 4, "{few} and {many} bytes");
}
