//! Streaming and download: ranges, conditions, file names, tickets. MED-04, MED-08

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

use serde_json::json;
use testbed::budget;

use crate::harness::library::{path, ticket, upload, upload_long, wait_for_analysis, wav_bytes};
use crate::harness::people::Person;
use crate::harness::{Answer, Call, Server, on_every_store};

fn status_and_bytes(answer: &Answer) -> (u16, &[u8]) {
    (answer.status, &answer.bytes)
}

/// Reads the status and, if the answer has one, the body.
fn next_answer(stream: &mut impl BufRead, has_body: bool) -> (u16, Vec<u8>) {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).unwrap();
        if line.trim().is_empty() {
            break;
        }
        lines.push(line.to_ascii_lowercase());
    }
    let status = lines[0].split(' ').nth(1).unwrap().parse().unwrap();
    let length = lines.iter().find_map(|line| line.strip_prefix("content-length:")).unwrap();
    let mut body = vec![0; if has_body { length.trim().parse().unwrap() } else { 0 }];
    stream.read_exact(&mut body).unwrap();
    (status, body)
}

/// Sends one request over HTTP/2 without an HTTP/2 client; the body of the answer must fit the first flow-control
/// window.
fn over_http_2(server: &Server, path: &str, range: &str) -> Vec<u8> {
    const DATA: u8 = 0;
    const HEADERS: u8 = 1;
    const SETTINGS: u8 = 4;
    let frame = |kind: u8, flags: u8, stream: u8, body: &[u8]| {
        let length = u32::try_from(body.len()).unwrap().to_be_bytes();
        [&length[1..], &[kind, flags, 0, 0, 0, stream], body].concat()
    };
    let text = |text: &str| match text.len() {
        short @ 0..127 => [&[short as u8], text.as_bytes()].concat(),
        long => {
            let rest = long - 127;
            [&[127, 128 | (rest % 128) as u8, (rest / 128) as u8], text.as_bytes()].concat()
        }
    };
    // HPACK: `:method GET`, `:scheme http`, then path, authority and range as literals without indexing.
    let names: [&[u8]; 3] = [&[0x82, 0x86, 0x04], &[0x01], &[&[0], &text("range")[..]].concat()];
    let head = [names[0], &text(path), names[1], &text("x"), names[2], &text(range)].concat();
    let mut stream = server.connect();
    stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").unwrap();
    stream.write_all(&frame(SETTINGS, 0, 0, &[])).unwrap();
    stream.write_all(&frame(HEADERS, 0x5, 1, &head)).unwrap();
    let mut data = Vec::new();
    loop {
        let mut frame = [0; 9];
        stream.read_exact(&mut frame).unwrap();
        let mut body = vec![0; u32::from_be_bytes([0, frame[0], frame[1], frame[2]]) as usize];
        stream.read_exact(&mut body).unwrap();
        if frame[3] == DATA {
            data.extend(body);
        }
        if frame[8] == 1 && frame[4] & 1 == 1 {
            return data;
        }
    }
}

on_every_store!(
    pg any_part_is_served,
    conditions_are_honoured,
    a_download_is_saved_under_its_title,
    what_is_played_is_sent_at_a_pace_and_whole,
    answers_on_one_connection_come_whole_and_in_turn,
    each_question_on_a_connection_gets_its_own_file_or_none,
    any_part_is_served_over_http_2_too,
    a_ticket_dies_with_its_session,
    strangers_get_nothing
);

// MED-08
fn any_part_is_served(server: &Server) {
    let person = Person::join(server);
    let (made, bytes) = upload_long(server, &person, 1);
    let link = ticket(server, &person, &made, "stream");
    let size = bytes.len();
    let by_bearer = |name: &str| person.at(server).call("GET", &format!("{}/{name}", path(&made)));
    let ask = |way: usize| -> Call<'_> {
        match way {
            0 => by_bearer("stream"),
            1 => by_bearer("download"),
            _ => server.call("GET", &link),
        }
    };
    for way in 0..3 {
        let whole = ask(way).send();
        assert!(status_and_bytes(&whole) == (200, &bytes));
        assert_eq!(whole.header("accept-ranges"), "bytes");
        assert_eq!(whole.header("etag"), format!("\"{}\"", made["content_hash"].as_str().unwrap()));
        assert_eq!(whole.header("content-type"), "audio/wav");
        assert_eq!(whole.header("x-content-type-options"), "nosniff");
        assert_eq!(whole.header("content-security-policy"), "default-src 'none'; sandbox");
        assert_eq!(whole.header("content-encoding"), "");
        for (range, first, last) in [
            ("bytes=0-0", 0, 0),
            ("bytes=0-", 0, size - 1),
            ("bytes=-1", size - 1, size - 1),
            ("bytes=262143-262145", 262_143, 262_145),
            ("bytes=100000-900000", 100_000, 900_000),
            ("bytes=5-999999999999", 5, size - 1),
            ("bytes=-999999999999", 0, size - 1),
        ] {
            let part = ask(way).header("range", range).send();
            assert!(status_and_bytes(&part) == (206, &bytes[first..=last]), "{range}");
            assert_eq!(part.header("content-range"), format!("bytes {first}-{last}/{size}"));
            assert_eq!(part.header("content-length"), (last - first + 1).to_string());
        }
        for range in [
            "bytes=5-2",
            &format!("bytes={size}-"),
            "bytes=-0",
            "bytes=x-y",
            "bytes=99999999999999999999-",
        ] {
            let answer = ask(way).header("range", range).send().expect_error(416);
            assert_eq!(answer.header("content-range"), format!("bytes */{size}"), "{range}");
        }
        let thousand: Vec<String> = (0..1000).map(|n| format!("{n}-{n}")).collect();
        for range in [format!("bytes={}", thousand.join(",")), "lines=1-2".to_owned()] {
            assert!(status_and_bytes(&ask(way).header("range", &range).send()) == (200, &bytes));
        }
    }
}

// MED-08
fn conditions_are_honoured(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "a.wav", 1);
    let bytes = wav_bytes(1);
    let link = ticket(server, &person, &made, "stream");
    let etag = server.get(&link).header("etag").to_owned();
    let ask = |lines: &[(&str, &str)]| {
        let call = server.call("GET", &link).header("range", "bytes=4-7");
        lines.iter().fold(call, |call, (name, value)| call.header(name, value)).send()
    };
    assert!(status_and_bytes(&ask(&[("if-range", &etag)])) == (206, &bytes[4..8]));
    for other in ["\"another\"", "Wed, 01 Jan 2020 00:00:00 GMT", &format!("W/{etag}")] {
        assert!(status_and_bytes(&ask(&[("if-range", other)])) == (200, &bytes), "{other}");
    }
    let same = ask(&[("if-none-match", &etag)]);
    assert_eq!((same.status, same.bytes.len(), same.header("etag")), (304, 0, etag.as_str()));
    assert_eq!(ask(&[("if-none-match", "\"another\"")]).status, 206);
    ask(&[("if-match", "\"another\"")]).expect_error(412);
    let head = server.call("HEAD", &link).send();
    assert_eq!((head.status, head.bytes.len()), (200, 0));
    assert_eq!(head.header("content-length"), bytes.len().to_string());
    let head = server.call("HEAD", &link).header("range", "bytes=0-9").send();
    assert_eq!((head.status, head.header("content-length"), head.bytes.len()), (206, "10", 0));
}

fn a_download_is_saved_under_its_title(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "beat.wav", 2);
    let at = path(&made);
    let told = |title: &str| {
        person.at(server).put(&at, &json!({"title": title})).expect(200);
        let by_bearer = person.at(server).get(&format!("{at}/download"));
        let by_ticket = server.get(&ticket(server, &person, &made, "download"));
        let (one, two) =
            (by_bearer.header("content-disposition"), by_ticket.header("content-disposition"));
        assert_eq!(one, two);
        one.to_owned()
    };
    assert_eq!(told("Night Drive"), "attachment; filename=\"Night Drive.wav\"");
    assert_eq!(told("夜"), "attachment; filename=\"_.wav\"; filename*=UTF-8''%E5%A4%9C.wav");
    assert_eq!(told("a/b \"c\""), "attachment; filename=\"a_b _c_.wav\"");
    let played = person.at(server).get(&format!("{at}/stream"));
    assert!(played.header("content-disposition").starts_with("inline; filename="));
    // A second ticket for the same item does not change the purpose of the first one.
    let links = ["stream", "download"].map(|purpose| ticket(server, &person, &made, purpose));
    for _ in 0..2 {
        for (link, kind) in links.iter().zip(["inline;", "attachment;"]) {
            let answer = server.get(link);
            assert!(answer.header("content-disposition").starts_with(kind), "{kind}");
        }
    }
}

// PLAY-06: a stream is sent at a limited rate that is faster than playback; a download is sent without that limit.
fn what_is_played_is_sent_at_a_pace_and_whole(server: &Server) {
    let person = Person::join(server);
    let (made, bytes) = upload_long(server, &person, 3);
    wait_for_analysis(server, &person, &made);
    let link = ticket(server, &person, &made, "stream");
    let begun = Instant::now();
    assert!(status_and_bytes(&server.get(&link)) == (200, &bytes));
    // The first megabyte is sent at once, then one megabyte a second: sending may take longer, but not less time.
    assert!(begun.elapsed() > Duration::from_millis(1900), "{:?}", begun.elapsed());
    let part = server.call("GET", &link).header("range", "bytes=100000-").send();
    assert!(status_and_bytes(&part) == (206, &bytes[100_000..]));
    assert!(
        status_and_bytes(&server.get(&ticket(server, &person, &made, "download"))) == (200, &bytes)
    );
}

// MED-08: bytes that go out by sendfile keep their place between bytes that the server writes itself.
fn answers_on_one_connection_come_whole_and_in_turn(server: &Server) {
    let person = Person::join(server);
    let (made, bytes) = upload_long(server, &person, 5);
    let link = ticket(server, &person, &made, "download");
    let ranges: Vec<_> = (0..24_usize).map(|n| (n * 37_123, n * 37_123 + n * 29_000)).collect();
    let mut questions = String::new();
    for (first, last) in &ranges {
        questions +=
            &format!("GET {link} HTTP/1.1\r\nHost: x\r\nRange: bytes={first}-{last}\r\n\r\n");
        questions += "GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n";
        questions += &format!("HEAD {link} HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    let mut stream = BufReader::new(server.connect());
    stream.get_mut().write_all(questions.as_bytes()).unwrap();
    wait_until_full(stream.get_ref());
    for (first, last) in ranges {
        let (status, part) = next_answer(&mut stream, true);
        assert!((status, &part[..]) == (206, &bytes[first..=last]), "{first} to {last}");
        let (status, health) = next_answer(&mut stream, true);
        assert_eq!((status, health.first()), (200, Some(&b'{')));
        assert_eq!(next_answer(&mut stream, false), (200, Vec::new()));
    }
}

// MED-08: a connection keeps its last file open, and must not send it for another request.
fn each_question_on_a_connection_gets_its_own_file_or_none(server: &Server) {
    let person = Person::join(server);
    let items = [upload_long(server, &person, 7), upload_long(server, &person, 8)];
    let links = items.each_ref().map(|(made, _)| ticket(server, &person, made, "download"));
    let mut stream = BufReader::new(server.connect());
    let mut ask = |which: usize, first: usize| {
        let last = first + 40_000;
        let (link, range) = (&links[which], format!("bytes={first}-{last}"));
        write!(stream.get_mut(), "GET {link} HTTP/1.1\r\nHost: x\r\nRange: {range}\r\n\r\n")
            .unwrap();
        let (status, part) = next_answer(&mut stream, true);
        (status, part == items[which].1[first..=last])
    };
    for (turn, which) in [0, 0, 1, 0, 1, 1, 0].into_iter().enumerate() {
        assert_eq!(ask(which, 50_000 + turn * 999), (206, true), "turn {turn}");
    }
    person.at(server).delete(&path(&items[0].0)).expect(200);
    assert_eq!(ask(0, 0).0, 404, "what is deleted is gone, whoever has it open");
    assert_eq!(ask(1, 0), (206, true));
    person.at(server).post("/api/auth/logout", &json!({})).expect(200);
    assert_eq!(ask(1, 0).0, 403);
}

// MED-08
fn any_part_is_served_over_http_2_too(server: &Server) {
    let person = Person::join(server);
    let (made, bytes) = upload_long(server, &person, 6);
    let link = ticket(server, &person, &made, "download");
    let part = over_http_2(server, &link, "bytes=300000-350000");
    assert!(part == bytes[300_000..=350_000]);
}

/// A ticket opens one item for one session, and is in no log.
fn a_ticket_dies_with_its_session(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "a.wav", 3);
    let elsewhere = person.sign_in(server);
    let here = ticket(server, &person, &made, "stream");
    let at = format!("{}/ticket", path(&made));
    let there = server.with_token(&elsewhere).call("POST", &at).send().expect(201);
    let there = there.body["url"].as_str().unwrap().to_owned();
    assert_ne!(here, there);
    for link in [&here, &there] {
        assert_eq!(server.get(link).status, 200);
    }
    // Refreshing the token keeps the session, so its tickets stay valid.
    let fresh = server.with_token(&elsewhere).post("/api/auth/refresh", &json!({})).expect(200);
    assert_eq!(server.get(&there).status, 200);
    server
        .with_token(fresh.body["token"].as_str().unwrap())
        .post("/api/auth/logout", &json!({}))
        .expect(200);
    assert_eq!(
        server.get(&there).expect_error(403).error(),
        "This link has expired. Please open it again."
    );
    assert_eq!(server.get(&here).status, 200);
    for bad in [
        "/api/media/x",
        "/api/media/%2e%2e%2fsecret.key",
        &here[..here.len() - 2],
        &format!("{here}A"),
    ] {
        server.get(bad).expect_error(403);
    }
    person.at(server).call("POST", &format!("{at}?purpose=steal")).send().expect_error(400);
    let secret = here.rsplit('/').next().unwrap();
    assert!(!server.output().contains(&secret[20..60]), "a ticket is never logged");
    assert!(server.output().contains("/api/media/{ticket}"), "the route is");
}

fn strangers_get_nothing(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "a.wav", 4);
    for name in ["", "/stream", "/download"] {
        server.get(&format!("{}{name}", path(&made))).expect_error(401);
    }
    server.get("/api/documents").expect_error(401);
    server.call("POST", &format!("{}/ticket", path(&made))).send().expect_error(401);
}

/// Waits until the connection's buffers are full because the test reads nothing, so that the server has to wait.
fn wait_until_full(stream: &TcpStream) {
    let mut before = 0;
    budget::wait_until("the buffers are full", || {
        std::thread::sleep(Duration::from_millis(20));
        let waiting = rustix::io::ioctl_fionread(stream).unwrap();
        let is_full = waiting > 0 && waiting == before;
        before = waiting;
        is_full
    });
}
