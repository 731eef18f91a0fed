//! Media stores and clients that fail: the right status and error text, nothing left behind, and no effect on other
//! requests. OPS-02, MED-10

use std::io::{Read, Write};
use std::net::Shutdown;
use std::process::Command;
use std::time::{Duration, SystemTime};

use rustix::process::Signal;
use testbed::{Fault, FaultyProxy};

use crate::harness::library::{
    File, long_wav_bytes, multipart_form, multipart_type, path, send_file, ticket, upload,
    upload_long, wait_for_analysis, wav_bytes,
};
use crate::harness::people::Person;
use crate::harness::{Engine, Server, Store, read_answer};

const AWAY: &str = "The service is temporarily unavailable. Please try again shortly.";

#[test]
fn a_folder_that_is_away_is_a_503_and_the_rest_goes_on() {
    let server = Server::start(Engine::Sqlite, &[]);
    let person = Person::join(&server);
    let made = upload(&server, &person, "a.wav", 1);
    let link = ticket(&server, &person, &made, "stream");
    let (here, gone) = (server.media_folder().to_owned(), server.data_dir().join("unmounted"));
    std::fs::rename(&here, &gone).unwrap();
    std::fs::write(&here, b"not a folder").unwrap();
    let bytes = wav_bytes(2);
    let file = File { name: "b.wav", kind: "audio/wav", bytes: &bytes };
    let answer = send_file(&server, &person, &file, &[]).expect_error(503);
    assert_eq!(answer.error(), AWAY);
    assert!(!answer.header("retry-after").is_empty());
    server.get(&link).expect_error(503);
    assert_eq!(person.at(&server).get("/api/documents").expect(200).body["total"], 1);
    std::fs::remove_file(&here).unwrap();
    std::fs::rename(&gone, &here).unwrap();
    assert_eq!(server.get(&link).status, 200);
    send_file(&server, &person, &file, &[]).expect(201);
}

#[test]
fn an_s3_that_is_away_is_a_503_and_the_rest_goes_on() {
    let s3 = testbed::S3::start();
    let server = Server::start_on_s3(&s3);
    let person = Person::join(&server);
    let made = upload(&server, &person, "a.wav", 1);
    let link = ticket(&server, &person, &made, "stream");
    assert_eq!(server.get(&link).status, 200);
    drop(s3);
    assert_eq!(server.get(&link).expect_error(503).error(), AWAY);
    let bytes = wav_bytes(2);
    let file = File { name: "b.wav", kind: "audio/wav", bytes: &bytes };
    assert_eq!(send_file(&server, &person, &file, &[]).expect_error(503).error(), AWAY);
    // The item can be deleted while the store is away; its bytes are deleted once the store is back.
    person.at(&server).delete(&path(&made)).expect(200);
    assert_eq!(person.at(&server).get("/api/documents").expect(200).body["total"], 0);
}

/// A store that does not answer, or closes the connection in the middle, counts as away: no request waits for ever, no
/// partial file is sent as a complete one, and everything works again once the store does.
#[test]
#[ignore = "runs in make test-all"]
fn an_s3_that_hangs_or_hangs_up_is_a_503_and_is_well_again() {
    let s3 = testbed::S3::start();
    let line = FaultyProxy::to(s3.address());
    let server = Server::start_on_line(&s3, &line);
    let person = Person::join(&server);
    let (made, bytes) = upload_long(&server, &person, 3);
    let made = wait_for_analysis(&server, &person, &made);
    let link = ticket(&server, &person, &made, "stream");
    let more = long_wav_bytes(2);
    let next = File { name: "b.wav", kind: "audio/wav", bytes: &more };
    for fault in [Fault::Silent, Fault::Cut] {
        line.spoil(fault);
        std::thread::scope(|scope| {
            let reading = scope.spawn(|| read_until_closed(&server, &link));
            let writing = scope.spawn(|| send_file(&server, &person, &next, &[]).expect_error(503));
            // Other requests are answered meanwhile.
            person.at(&server).get("/api/documents").expect(200);
            let (head, length) = reading.join().unwrap();
            match fault {
                Fault::Silent => assert!(head.starts_with("HTTP/1.1 503"), "{head}"),
                // The answer had begun, so it ends before its Content-Length.
                _ => assert!(length < bytes.len(), "{head}"),
            }
            assert_eq!(writing.join().unwrap().error(), AWAY);
        });
        line.spoil(Fault::None);
        assert_eq!(server.get(&link).bytes, bytes);
        assert_eq!(person.at(&server).get("/api/documents").expect(200).body["total"], 1);
    }
    send_file(&server, &person, &next, &[]).expect(201);
}

/// Requests a link and reads until the connection ends; returns the head and the number of body bytes.
fn read_until_closed(server: &Server, link: &str) -> (String, usize) {
    let mut stream = server.connect();
    let head = format!("GET {link} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    // A broken connection may end in a read error; the bytes before it count.
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    (String::from_utf8_lossy(&bytes[..end]).into_owned(), bytes.len() - end - 4)
}

/// A full disk, simulated by a limit on the size of files.
#[test]
fn a_full_store_is_a_507_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_through(
        Command::new("sh").args(["-c", "trap '' XFSZ; ulimit -f 8192; exec \"$0\" \"$@\""]),
        folder.path(),
    );
    let person = Person::join(&server);
    let large = long_wav_bytes(9);
    let file = File { name: "master.wav", kind: "audio/wav", bytes: &large };
    let answer = send_file(&server, &person, &file, &[]).expect_error(507);
    assert_eq!(
        answer.error(),
        "There is no room left to store this file. Please contact the operator."
    );
    server.wait_for_media_files(0);
    assert_eq!(person.at(&server).get("/api/documents").expect(200).body["total"], 0);
    upload(&server, &person, "small.wav", 1);
    server.wait_for_media_files(1);
}

/// A chunked body has no Content-Length: it is cut off at the limit, however long it would go on.
#[test]
fn a_body_without_end_is_cut_off_at_the_limit() {
    for store in [Store::Folder, Store::S3] {
        let server = Server::start_with(Engine::Sqlite, store, &["--max-audio-mb", "7"]);
        let person = Person::join(&server);
        let whole = long_wav_bytes(1);
        let file = multipart_form(&[File { name: "a.wav", kind: "audio/wav", bytes: &whole }], &[]);
        let head = format!(
            "POST /api/documents/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n\
             Content-Type: {}\r\nTransfer-Encoding: chunked\r\n\r\n",
            person.token,
            multipart_type()
        );
        let mut stream = server.connect();
        stream.write_all(head.as_bytes()).unwrap();
        let mut sent = 0;
        let piece = &file[..1 << 20];
        // The test sends more than the limit until the server has answered and stopped reading.
        while sent < 40 << 20 {
            let chunk = [format!("{:x}\r\n", piece.len()).as_bytes(), piece, b"\r\n"].concat();
            if stream.write_all(&chunk).is_err() {
                break;
            }
            sent += piece.len();
        }
        let answer = read_answer(&mut stream).expect_error(413);
        assert_eq!(answer.error(), "File size too large. Maximum size is 7MB.");
        server.wait_for_media_files(0);
        person.at(&server).get("/api/documents").expect(200);
    }
}

/// An upload whose connection breaks in the middle leaves nothing.
#[test]
fn an_upload_that_breaks_off_leaves_nothing() {
    for store in [Store::Folder, Store::S3] {
        let server = Server::start_with(Engine::Sqlite, store, &[]);
        let person = Person::join(&server);
        let whole = long_wav_bytes(8);
        let body = multipart_form(&[File { name: "a.wav", kind: "audio/wav", bytes: &whole }], &[]);
        let head = format!(
            "POST /api/documents/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n\
             Content-Type: {}\r\nContent-Length: {}\r\n\r\n",
            person.token,
            multipart_type(),
            body.len()
        );
        let mut stream = server.connect();
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(&body[..body.len() - 1000]).unwrap();
        // The client closes its sending side. Once the server has closed its side too, it is done with the upload.
        stream.shutdown(Shutdown::Write).unwrap();
        let _ = stream.read_to_end(&mut Vec::new());
        server.wait_for_media_files(0);
        assert_eq!(person.at(&server).get("/api/documents").expect(200).body["total"], 0);
    }
}

/// A server that is told to stop finishes the upload that is under way, and has the file afterwards. OPS-07
#[test]
fn an_upload_under_way_is_finished_before_the_end() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    let person = Person::join(&server);
    // Half of the body is more than the socket buffers hold, so the server has begun to read.
    let whole = long_wav_bytes(30);
    let body = multipart_form(&[File { name: "a.wav", kind: "audio/wav", bytes: &whole }], &[]);
    let head = format!(
        "POST /api/documents/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n\
         Content-Type: {}\r\nContent-Length: {}\r\n\r\n",
        person.token,
        multipart_type(),
        body.len()
    );
    let mut stream = server.connect();
    stream.write_all(head.as_bytes()).unwrap();
    let (first, rest) = body.split_at(body.len() / 2);
    stream.write_all(first).unwrap();
    server.signal(Signal::TERM);
    server.wait_for_output("asked to stop");
    stream.write_all(rest).unwrap();
    let made = read_answer(&mut stream).expect(201).body["document"].clone();
    assert_eq!(server.wait().code(), Some(0), "{}", server.output());
    let again = Server::start_together(server.data_dir(), 1).remove(0);
    let link = ticket(&again, &person, &made, "download");
    assert_eq!(again.get(&link).bytes, whole);
}

/// Files that a killed process left are swept at the next start; young files and files that rows name are kept.
#[test]
fn strays_are_swept_at_start() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let server = Server::start(engine, &[]);
        let person = Person::join(&server);
        let made = upload(&server, &person, "a.wav", 1);
        let folder = server.media_folder().to_owned();
        let owner = server.media_files()[0].parent().unwrap().to_owned();
        let named = owner.join(made["id"].as_str().unwrap());
        let stray = owner.join("019a8000-0000-7000-8000-000000000001");
        let young = owner.join("019a8000-0000-7000-8000-000000000002");
        let half = folder.join("incoming/1-2-3");
        for path in [&stray, &young, &half] {
            std::fs::write(path, b"left behind").unwrap();
        }
        let long_ago = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
        for path in [&stray, &half, &named] {
            std::fs::File::options()
                .write(true)
                .open(path)
                .unwrap()
                .set_modified(long_ago)
                .unwrap();
        }
        let server = server.restart(&[]);
        server.wait_for_media_files(2);
        let mut left = vec![named, young];
        left.sort();
        assert_eq!(server.media_files(), left);
        assert_eq!(person.at(&server).get(&format!("{}/stream", path(&made))).status, 200);
    }
}
