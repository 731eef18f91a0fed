//! The library's list: filters, search, orders, pages. MED-03, MED-04

use serde_json::{Value, json};
use testbed::fixtures::Sample;

use crate::harness::library::{File, path, send_file, upload, wait_for_analysis};
use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};

fn titles_of(body: &Value) -> Vec<String> {
    let rows = body["documents"].as_array().unwrap().iter();
    rows.map(|row| row["title"].as_str().unwrap().to_owned()).collect()
}

fn titles(server: &Server, person: &Person, query: &str) -> Vec<String> {
    let answer = person.at(server).get(&format!("/api/documents?{query}")).expect(200);
    let titles = titles_of(&answer.body);
    assert_eq!(answer.body["total"], titles.len(), "{query}");
    titles
}

/// A person with four beats and a video, uploaded in this order.
fn join_with_library(server: &Server) -> Person {
    let person = Person::join(server);
    for (number, (name, change)) in [
        ("Ember", json!({"genre": "Trap", "bpm": 140, "musical_key": "A minor"})),
        (
            "dawn",
            json!({"genre": "lofi", "bpm": 72.5, "musical_key": "F# major", "status": "Sold"}),
        ),
        ("Cliff 100%", json!({"genre": "trap", "bpm": 90})),
        ("Ärger_x", json!({})),
    ]
    .into_iter()
    .enumerate()
    {
        let made = upload(server, &person, &format!("{name}.wav"), number as u32);
        person.at(server).put(&path(&made), &change).expect(200);
        // Ids are ordered by their millisecond, so each upload waits for the next one.
        let now = millisecond();
        while millisecond() == now {
            std::thread::yield_now();
        }
    }
    let film = File { name: "Film.mp4", kind: "video/mp4", bytes: Sample::Mp4.bytes() };
    let made = send_file(server, &person, &film, &[("title", "Behind the scenes")]).expect(201);
    let made = wait_for_analysis(server, &person, &made.body["document"]);
    person.at(server).put(&path(&made), &json!({"bpm": 200})).expect(200);
    person
}

fn millisecond() -> u128 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis()
}

on_both_engines!(
    pg lists_are_narrowed_down,
    pg lists_are_sorted_and_paged,
    categories_and_genres_are_counted
);

// MED-03
fn lists_are_narrowed_down(server: &Server) {
    let person = join_with_library(server);
    let titles = |query: &str| titles(server, &person, query);
    let all = ["Behind the scenes", "Ärger_x", "Cliff 100%", "dawn", "Ember"];
    assert_eq!(titles(""), all);
    assert_eq!(titles("search=&category=&genre=&status=&key=&sort=&order="), all);
    assert_eq!(titles("category=video"), ["Behind the scenes"]);
    assert_eq!(titles("category=beat,video"), all);
    assert_eq!(titles("genre=TRAP"), ["Cliff 100%", "Ember"]);
    assert_eq!(titles("genre=trap,LoFi"), ["Cliff 100%", "dawn", "Ember"]);
    assert_eq!(titles("status=Sold"), ["dawn"]);
    assert_eq!(titles("key=A+minor,F%23+major"), ["dawn", "Ember"]);
    assert_eq!(titles("bpm_min=80&bpm_max=140"), ["Cliff 100%", "Ember"]);
    assert_eq!(titles("bpm_max=100"), ["Cliff 100%", "dawn"], "what is not known is no match");
    assert_eq!(titles("size_min=2000"), ["Behind the scenes"]);
    assert_eq!(titles("size_max=2000").len(), 4);
    // A search matches anywhere in the title or file name, in any case; `%` and `_` are ordinary characters.
    assert_eq!(titles("search=SCENES"), ["Behind the scenes"]);
    assert_eq!(titles("search=film.mp"), ["Behind the scenes"]);
    assert_eq!(titles("search=%C3%84RG"), ["Ärger_x"]);
    assert_eq!(titles("search=%25"), ["Cliff 100%"]);
    assert_eq!(titles("search=_"), ["Ärger_x"]);
    assert_eq!(titles("search=wav&genre=trap&status=Available&bpm_min=100"), ["Ember"]);
    assert_eq!(titles("search=%27+OR+1%3D1+--"), [] as [&str; 0]);
    for query in [
        "category=song",
        "status=sold",
        "key=H+minor",
        "bpm_min=5",
        "bpm_min=100&bpm_max=90",
        "bpm_min=fast",
        "sort=price",
        "order=up",
        "limit=0",
        "limit=201",
        "offset=-1",
        "cursor=x",
    ] {
        person.at(server).get(&format!("/api/documents?{query}")).expect_error(400);
    }
}

fn lists_are_sorted_and_paged(server: &Server) {
    let person = join_with_library(server);
    let titles = |query: &str| titles(server, &person, query);
    assert_eq!(
        titles("sort=title"),
        ["Behind the scenes", "Cliff 100%", "dawn", "Ember", "Ärger_x"]
    );
    assert_eq!(titles("sort=bpm"), ["Behind the scenes", "Ember", "Cliff 100%", "dawn", "Ärger_x"]);
    assert_eq!(titles("sort=size")[0], "Behind the scenes");
    assert_eq!(titles("order=asc")[0], "Ember");
    assert_eq!(titles("sort=duration").len(), 5);
    let mut walks = 0;
    for sort in ["date", "title", "size", "bpm", "duration"] {
        for order in ["asc", "desc"] {
            let list = format!("sort={sort}&order={order}");
            let (mut walked, mut cursor) = (Vec::new(), String::new());
            loop {
                let page = format!("/api/documents?{list}&limit=2&cursor={cursor}");
                let page = person.at(server).get(&page).expect(200).body;
                assert_eq!(page["total"], 5);
                walked.extend(titles_of(&page));
                match page["next_cursor"].as_str() {
                    Some(next) => cursor = next.to_owned(),
                    None => break,
                }
            }
            assert_eq!(walked, titles(&list), "{list}");
            walks += 1;
        }
    }
    assert_eq!(walks, 10);
    let page = person.at(server).get("/api/documents?limit=2&offset=3").expect(200).body;
    assert_eq!(
        (titles_of(&page), &page["total"]),
        (vec!["dawn".to_owned(), "Ember".to_owned()], &json!(5))
    );
    let next =
        person.at(server).get("/api/documents?limit=2").expect(200).body["next_cursor"].clone();
    let next = next.as_str().unwrap();
    person.at(server).get(&format!("/api/documents?sort=title&cursor={next}")).expect_error(400);
    person.at(server).get(&format!("/api/documents?offset=1&cursor={next}")).expect_error(400);
}

fn categories_and_genres_are_counted(server: &Server) {
    let person = join_with_library(server);
    let counts = person.at(server).get("/api/documents/categories/list").expect(200).body;
    assert_eq!(
        counts["categories"],
        json!([{"name": "beat", "count": 4}, {"name": "video", "count": 1}])
    );
    assert_eq!(
        counts["genres"],
        json!([{"name": "Trap", "count": 2}, {"name": "lofi", "count": 1}])
    );
}
