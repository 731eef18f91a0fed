//! Deliveries at the address of the buyer: the page, tickets, files, ZIP files and the record. DLV-02 to DLV-04, DLV-07

use std::io::{Cursor, Read, Write};
use std::net::TcpStream;
use std::process::Command;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use testbed::budget;
use testbed::smtp::Smtp;

use super::{
    BUYER, add_mp3, delivery_path, file_of_role, get_delivery, issue_paid_license, open_delivery,
    upload_beat_with_files,
};
use crate::harness::library::{ticket, upload, upload_long};
use crate::harness::outbox::wait_for_mail;
use crate::harness::people::Person;
use crate::harness::{Answer, Engine, Server, on_both_engines, on_every_store};
use crate::licenses::issued::{path, producer};
use crate::public::Visitor;

on_both_engines!(
    dlv_02_the_page_lists_everything_and_a_get_changes_nothing,
    dlv_02_a_file_can_be_resumed,
    dlv_03_a_file_can_be_fetched_so_often,
    dlv_03_days_that_are_over_lead_to_the_question_for_a_new_link,
    pg dlv_04_each_ticket_and_each_download_is_on_record,
    dlv_07_an_ended_license_ends_its_page_and_running_downloads,
    dlv_08_a_part_of_a_delivered_file_is_as_that_of_a_beat,
    pub_12_ids_and_tickets_of_another_delivery_open_nothing,
    pub_12_a_file_name_cannot_inject_a_header,
    pub_12_a_scanner_changes_nothing,
    dlv_02_a_purchase_of_several_beats_names_them_all,
);

on_every_store!(dlv_02_everything_is_one_zip_that_others_read);

/// A visitor at the address of a delivery.
pub fn visitor<'a>(server: &'a Server, delivery: &Value) -> Visitor<'a> {
    Visitor::at_url(server, delivery["url"].as_str().expect("an address"))
}

/// Issues a paid license and opens its delivery.
fn make_delivery(server: &Server, person: &Person, kind: &str) -> (Value, Value) {
    let beat = upload_beat_with_files(server, person);
    let license = issue_paid_license(server, person, &beat, kind);
    let delivery = open_delivery(server, person, &license);
    (license, delivery)
}

/// Takes a ticket for a file and returns its path below the delivery's address.
pub fn take_ticket(ade: &mut Visitor<'_>, file: &str) -> String {
    let answer = ade.post("/tickets", &[("file", file)]);
    assert_eq!(answer.status, 303, "{}", answer.text());
    let to = answer.header("location").to_owned();
    to.strip_prefix(&ade.path("")).expect("under the delivery").to_owned()
}

fn id_of<'a>(delivery: &'a Value, role: &str) -> &'a str {
    file_of_role(delivery, role)["id"].as_str().unwrap()
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Waits until the delivery fulfills the condition `is_so`.
pub fn wait_for_delivery(
    server: &Server,
    person: &Person,
    delivery: &Value,
    is_so: impl Fn(&Value) -> bool,
) -> Value {
    let found = budget::poll(budget::PATIENCE, || {
        let now = get_delivery(server, person, delivery);
        if is_so(&now) { Ok(now) } else { Err(now) }
    });
    found.unwrap_or_else(|now| panic!("{now:#} {}", server.output()))
}

fn has_checksums(delivery: &Value) -> bool {
    let files = delivery["files"].as_array().unwrap();
    files.iter().all(|file| file["role"] == "receipt" || file["sha256"].is_string())
}

fn dlv_02_the_page_lists_everything_and_a_get_changes_nothing(server: &Server) {
    let maya = producer(server);
    let (_, delivery) = make_delivery(server, &maya, "WAV Lease");
    let delivery = wait_for_delivery(server, &maya, &delivery, has_checksums);
    let mut ade = visitor(server, &delivery);
    let page = ade.open();
    for part in [
        "Your files",
        "Lagos After Rain",
        "From Maya Okafor, for Ade Balogun",
        "WAV Lease · LIC-0001",
        "Maya Okafor - Lagos After Rain (WAV).wav",
        "LIC-0001 contract.pdf",
        "SALE-001 receipt.pdf",
        "90 days left",
        "Download all",
        file_of_role(&delivery, "wav")["sha256"].as_str().unwrap(),
        file_of_role(&delivery, "contract")["sha256"].as_str().unwrap(),
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    // The page contains no address of a file and no id of a stored file.
    assert!(!page.contains("/files/"), "{page}");
    let wav = take_ticket(&mut ade, id_of(&delivery, "wav"));
    let answer = ade.get(&wav);
    assert_eq!(answer.status, 200);
    assert_eq!(sha256(&answer.bytes), file_of_role(&delivery, "wav")["sha256"].as_str().unwrap());
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"Maya Okafor - Lagos After Rain (WAV).wav\""
    );
    assert_eq!(answer.header("x-robots-tag"), "noindex, nofollow");
    let contract = take_ticket(&mut ade, id_of(&delivery, "contract"));
    let contract = ade.get(&contract);
    assert_eq!(
        sha256(&contract.bytes),
        file_of_role(&delivery, "contract")["sha256"].as_str().unwrap()
    );
    let receipt = take_ticket(&mut ade, id_of(&delivery, "receipt"));
    assert!(ade.get(&receipt).bytes.starts_with(b"%PDF"));
    // A request without the page's token, or from another origin, gets no ticket.
    assert_eq!(ade.send("/tickets", &[("file", "all")], "text/html").status, 403);
    ade.origin = Some("https://evil.example".to_owned());
    assert_eq!(ade.post("/tickets", &[("file", "all")]).status, 403);
}

fn dlv_02_a_file_can_be_resumed(server: &Server) {
    let maya = producer(server);
    let (_, delivery) = make_delivery(server, &maya, "WAV Lease");
    let mut ade = visitor(server, &delivery);
    ade.open();
    let wav = take_ticket(&mut ade, id_of(&delivery, "wav"));
    let whole = ade.get(&wav);
    let (size, etag) = (whole.bytes.len(), whole.header("etag").to_owned());
    let half = size / 2;
    let first = ade.call("GET", &wav, &[("range", &format!("bytes=0-{}", half - 1))]);
    let rest = ade.call("GET", &wav, &[("range", &format!("bytes={half}-")), ("if-range", &etag)]);
    assert_eq!((first.status, rest.status), (206, 206));
    assert_eq!([first.bytes, rest.bytes].concat(), whole.bytes);
    assert_eq!(ade.call("GET", &wav, &[("range", "bytes=999999999-")]).status, 416);
    assert_eq!(ade.call("HEAD", &wav, &[]).header("content-length"), size.to_string());
}

fn dlv_02_everything_is_one_zip_that_others_read(server: &Server) {
    let maya = producer(server);
    let beat = upload_beat_with_files(server, &maya);
    let license = issue_paid_license(server, &maya, &beat, "Trackout Lease");
    let delivery = open_delivery(server, &maya, &license);
    let delivery = wait_for_delivery(server, &maya, &delivery, has_checksums);
    let mut ade = visitor(server, &delivery);
    ade.open();
    // While checksums are unknown, the ZIP file has them after each file; once they are known, its length is known in
    // advance.
    server.execute("UPDATE delivery_files SET crc32 = NULL");
    let all = take_ticket(&mut ade, "all");
    let late = ade.get(&all);
    check_zip(&late, 5);
    assert_eq!(late.headers.get("accept-ranges"), None);
    for (name, bytes) in zip_files(&late.bytes) {
        let crc = crc32fast::hash(&bytes);
        server.execute(&format!(
            "UPDATE delivery_files SET crc32 = {crc} WHERE source <> 'paper' AND name = '{name}'"
        ));
    }
    let unknown = "SELECT COUNT(*) FROM delivery_files WHERE crc32 IS NULL AND source <> 'paper'";
    assert_eq!(server.query_number(unknown), 0);
    let all = take_ticket(&mut ade, "all");
    let fixed = ade.get(&all);
    check_zip(&fixed, 5);
    assert_eq!(fixed.header("accept-ranges"), "bytes");
    assert_eq!(fixed.header("content-length"), fixed.bytes.len().to_string());
    let third = fixed.bytes.len() / 3;
    let part = ade.call("GET", &all, &[("range", &format!("bytes={third}-{}", 2 * third))]);
    assert_eq!(part.status, 206);
    assert!(part.bytes == fixed.bytes[third..=2 * third], "a part is the same bytes");
    let wav = zip_files(&fixed.bytes)
        .into_iter()
        .find(|(name, _)| name == "Maya Okafor - Lagos After Rain (WAV).wav")
        .expect("the WAV");
    assert_eq!(sha256(&wav.1), file_of_role(&delivery, "wav")["sha256"].as_str().unwrap());
}

fn zip_files(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("a ZIP file");
    let mut files = Vec::new();
    for at in 0..zip.len() {
        let mut file = zip.by_index(at).unwrap();
        let (mut content, name) = (Vec::new(), file.name().expect("a name").into_owned());
        file.read_to_end(&mut content).unwrap();
        files.push((name, content));
    }
    files
}

/// Checks the ZIP file with `unzip` and Python.
fn check_zip(answer: &Answer, count: usize) {
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/zip"));
    assert_eq!(zip_files(&answer.bytes).len(), count);
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("all.zip");
    std::fs::write(&place, &answer.bytes).unwrap();
    for command in [vec!["unzip", "-t"], vec!["python3", "-m", "zipfile", "-t"]] {
        let output = Command::new(command[0]).args(&command[1..]).arg(&place).output();
        let output = output.unwrap_or_else(|error| panic!("{}: {error}", command[0]));
        assert!(output.status.success(), "{command:?} {output:?}");
    }
}

fn dlv_03_a_file_can_be_fetched_so_often(server: &Server) {
    let maya = producer(server);
    let (_, delivery) = make_delivery(server, &maya, "WAV Lease");
    server.execute("UPDATE deliveries SET tickets_allowed = 2");
    let mut ade = visitor(server, &delivery);
    ade.open();
    let wav = id_of(&delivery, "wav").to_owned();
    let first = take_ticket(&mut ade, &wav);
    take_ticket(&mut ade, "all");
    let refused = ade.post("/tickets", &[("file", &wav)]);
    assert_eq!(refused.status, 409);
    assert!(refused.text().contains("Used up"), "{}", refused.text());
    // A ticket that was taken stays valid, and the other files can be downloaded.
    assert_eq!(ade.get(&first).status, 200);
    let all = take_ticket(&mut ade, "all");
    let names: Vec<String> =
        zip_files(&ade.get(&all).bytes).into_iter().map(|(name, _)| name).collect();
    assert!(names.len() == 3 && !names.iter().any(|name| name.ends_with(".wav")), "{names:?}");
    maya.at(server).post(&format!("{}/renew", delivery_path(&delivery)), &json!({})).expect(200);
    take_ticket(&mut ade, &wav);
}

fn dlv_03_days_that_are_over_lead_to_the_question_for_a_new_link(server: &Server) {
    let maya = producer(server);
    let (_, delivery) = make_delivery(server, &maya, "WAV Lease");
    let mut ade = visitor(server, &delivery);
    ade.open();
    let wav = take_ticket(&mut ade, id_of(&delivery, "wav"));
    server.execute("UPDATE deliveries SET expires_at = 1");
    let over = ade.get("");
    assert_eq!(over.status, 410);
    assert!(over.text().contains("This page has closed"), "{}", over.text());
    assert!(!over.text().contains("Lagos") && !over.text().contains("Ade"), "{}", over.text());
    assert_eq!(ade.get(&wav).status, 410);
    assert_eq!(ade.post("/tickets", &[("file", "all")]).status, 410);
    maya.at(server).post(&format!("{}/renew", delivery_path(&delivery)), &json!({})).expect(200);
    assert_eq!(ade.get(&wav).status, 200);
}

// DLV-03
#[test]
fn dlv_03_a_new_link_goes_to_the_email_of_the_license_only() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let smtp = Smtp::start();
        check_new_link(&Server::start(engine, &["--smtp-url", &smtp.url()]), &smtp);
    }
}

fn check_new_link(server: &Server, smtp: &Smtp) {
    let maya = producer(server);
    server.execute("UPDATE users SET email_confirmed_at = 1, created_at = 1");
    let (_, delivery) = make_delivery(server, &maya, "WAV Lease");
    let mut ade = visitor(server, &delivery);
    assert!(ade.open().contains("b•••@label.example"));
    let wav = take_ticket(&mut ade, id_of(&delivery, "wav"));
    server.execute("UPDATE deliveries SET expires_at = 1");
    let over = ade.get("");
    assert!(over.text().contains("b•••@label.example"), "{}", over.text());
    let sent = ade.post("/links", &[("email", "thief@evil.example")]);
    assert_eq!((sent.status, sent.header("location")), (303, ade.path("?sent=1").as_str()));
    let after = ade.get("?sent=1");
    assert_eq!(after.status, 410);
    assert!(after.text().contains("on its way"), "{}", after.text());
    let mail = wait_for_mail(smtp, BUYER, "Your files from Maya Okafor", 1);
    let now = get_delivery(server, &maya, &delivery);
    assert_ne!(now["url"], delivery["url"]);
    assert!(mail.text.contains(now["url"].as_str().unwrap()), "{}", mail.text);
    assert!(smtp.received().iter().all(|letter| !letter.to.contains("thief")));
    // The old address and its tickets no longer work.
    assert_eq!((ade.get("").status, ade.get(&wav).status), (410, 410));
    let mut again = visitor(server, &now);
    again.open();
    let elsewhere = wav.clone();
    assert_eq!(again.get(&elsewhere).status, 403);
    // The number of letters with new links is limited.
    for _ in 0..2 {
        again.open();
        assert_eq!(again.post("/links", &[]).status, 303);
        again = visitor(server, &get_delivery(server, &maya, &delivery));
    }
    again.open();
    assert_eq!(again.post("/links", &[]).status, 429);
}

fn dlv_04_each_ticket_and_each_download_is_on_record(server: &Server) {
    let maya = producer(server);
    let (license, delivery) = make_delivery(server, &maya, "WAV Lease");
    let mut ade = visitor(server, &delivery);
    ade.open();
    let wav = take_ticket(&mut ade, id_of(&delivery, "wav"));
    let size = ade.call("HEAD", &wav, &[]).header("content-length").parse::<i64>().unwrap();
    assert_eq!(
        get_delivery(server, &maya, &delivery)["downloads"],
        json!([]),
        "a HEAD is no download"
    );
    assert_eq!(ade.call("GET", &wav, &[("range", "bytes=0-99")]).status, 206);
    let part =
        wait_for_delivery(server, &maya, &delivery, |now| now["downloads"][0]["bytes"] == 100);
    assert_eq!(part["downloads"][0]["whole"], false);
    assert_eq!(file_of_role(&part, "wav")["downloads"], 0);
    assert_eq!(ade.call("GET", &wav, &[("range", "bytes=100-")]).status, 206);
    let whole =
        wait_for_delivery(server, &maya, &delivery, |now| now["downloads"][0]["whole"] == true);
    let download = &whole["downloads"][0];
    assert_eq!((&download["bytes"], &download["ip"]), (&json!(size), &json!("127.0.0.1")));
    assert_eq!(download["file"], "Maya Okafor - Lagos After Rain (WAV).wav");
    assert!(download["browser"].as_str().unwrap().contains("Firefox"), "{download}");
    assert_eq!(
        (whole["downloads"].as_array().unwrap().len(), &file_of_role(&whole, "wav")["downloads"]),
        (1, &json!(1))
    );
    let all = take_ticket(&mut ade, "all");
    ade.get(&all);
    let whole =
        wait_for_delivery(server, &maya, &delivery, |now| now["downloads"][0]["file"] == "all");
    assert_eq!(whole["downloads"][0]["whole"], true);
    let kinds: Vec<_> = whole["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["download", "ticket", "download", "ticket", "completed", "opened"]);
    // The license's record lists the download too, and the owner got one notification.
    let evidence = maya.at(server).get(&format!("{}/evidence", path(&license))).expect(200).body;
    let kinds: Vec<_> =
        evidence["events"].as_array().unwrap().iter().map(|event| event["kind"].clone()).collect();
    assert_eq!(kinds, ["paid", "issued", "delivered", "downloaded", "downloaded"]);
    assert_eq!(evidence["is_intact"], true);
    assert_eq!(super::notifications_titled(server, &maya, "Files downloaded").len(), 1);
    // The record stays for six years after the license has ended.
    let old = 1_000_000_000_000_i64;
    server.execute(&format!("UPDATE licenses SET state = 'terminated', ended_at = {old}"));
    server.execute(&format!("UPDATE deliveries SET created_at = {old}"));
    crate::library::promises::sweep(server);
    let left = "SELECT COUNT(*) FROM delivery_events";
    server.wait_until("no event is left", || server.query_number(left) == 0);
}

fn dlv_07_an_ended_license_ends_its_page_and_running_downloads(server: &Server) {
    let maya = producer(server);
    let (beat, bytes) = upload_long(server, &maya, 40);
    add_mp3(server, &maya, &beat);
    let license = issue_paid_license(server, &maya, &beat, "WAV Lease");
    let delivery = open_delivery(server, &maya, &license);
    let mut ade = visitor(server, &delivery);
    ade.open();
    for wanted in [id_of(&delivery, "wav"), "all"] {
        server.execute("UPDATE licenses SET state = 'active', ended_at = NULL");
        let to = take_ticket(&mut ade, wanted);
        // A download that has started and waits for the client to read.
        let mut slow = server.connect();
        let request = format!(
            "GET {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            ade.path(&to),
            server.address()
        );
        slow.write_all(request.as_bytes()).unwrap();
        let mut some = vec![0; 64 << 10];
        slow.read_exact(&mut some).unwrap();
        assert!(some.starts_with(b"HTTP/1.1 200"));
        server.execute("UPDATE licenses SET state = 'terminated', ended_at = 1");
        let mut received = some.len();
        while let Ok(read) = slow.read(&mut some) {
            if read == 0 {
                break;
            }
            received += read;
        }
        assert!(received < bytes.len(), "{received} bytes came of {}", bytes.len());
        // A request for a range of the file is refused at once.
        assert_eq!(ade.call("GET", &to, &[("range", "bytes=0-99")]).status, 410);
    }
    let ended = ade.get("");
    assert_eq!(ended.status, 410);
    assert!(ended.text().contains("This license has ended"), "{}", ended.text());
    assert!(!ended.text().contains("Ade"), "{}", ended.text());
    assert_eq!(ade.post("/links", &[]).status, 410);
}

fn dlv_08_a_part_of_a_delivered_file_is_as_that_of_a_beat(server: &Server) {
    let maya = producer(server);
    let (beat, bytes) = upload_long(server, &maya, 2);
    add_mp3(server, &maya, &beat);
    let license = issue_paid_license(server, &maya, &beat, "WAV Lease");
    let delivery = open_delivery(server, &maya, &license);
    let mut ade = visitor(server, &delivery);
    ade.open();
    let delivered = take_ticket(&mut ade, id_of(&delivery, "wav"));
    let own = ticket(server, &maya, &beat, "download");
    let size = bytes.len();
    for (range, wanted) in [
        ("bytes=0-65535", Some(0..65_536)),
        ("bytes=65536-131071", Some(65_536..131_072)),
        ("bytes=-100", Some(size - 100..size)),
        ("bytes=100-", Some(100..size)),
        ("bytes=0-0, 5-9", None),
        ("bytes=99999999-", None),
    ] {
        let theirs = ade.call("GET", &delivered, &[("range", range)]);
        let ours = server.call("GET", &own).header("range", range).send();
        assert_eq!(theirs.status, ours.status, "{range}");
        for name in ["content-range", "accept-ranges"] {
            assert_eq!(theirs.header(name), ours.header(name), "{range} {name}");
        }
        assert!(theirs.bytes == ours.bytes, "{range}");
        if let Some(wanted) = wanted {
            assert!(theirs.status == 206 && theirs.bytes == bytes[wanted], "{range}");
        }
    }
}

/// DLV-08: sending waits for the client to read, so a ZIP file takes the same memory whatever its size.
#[test]
fn dlv_08_buyers_at_once_take_at_most_two_mebibytes_each() {
    const BUYERS: u64 = 40;
    let server = &Server::start_process(Engine::Sqlite, &[]);
    let maya = producer(server);
    let (beat, bytes) = upload_long(server, &maya, 40);
    add_mp3(server, &maya, &beat);
    let license = issue_paid_license(server, &maya, &beat, "WAV Lease");
    let delivery = open_delivery(server, &maya, &license);
    wait_for_delivery(server, &maya, &delivery, has_checksums);
    let mut ade = visitor(server, &delivery);
    ade.open();
    let all = take_ticket(&mut ade, "all");
    let all = ade.path(&all);
    let request = format!("GET {all} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address());
    let before = server.peak_memory_mib();
    let mut buyers: Vec<TcpStream> = (0..BUYERS)
        .map(|_| {
            let mut buyer = TcpStream::connect(server.address()).unwrap();
            buyer.write_all(request.as_bytes()).unwrap();
            buyer
        })
        .collect();
    let mut some = vec![0; 1 << 20];
    for buyer in &mut buyers {
        buyer.read_exact(&mut some).unwrap();
        assert!(some.starts_with(b"HTTP/1.1 200"));
    }
    // One client reads the rest of its download while the others wait.
    let mut left = bytes.len() - some.len();
    while left > 0 {
        let read = buyers[0].read(&mut some).unwrap();
        assert_ne!(read, 0, "{left} bytes to come");
        left = left.saturating_sub(read);
    }
    let gained = server.peak_memory_mib() - before;
    assert!(gained <= 2 * BUYERS, "{gained} MiB for {BUYERS} buyers");
}

fn pub_12_ids_and_tickets_of_another_delivery_open_nothing(server: &Server) {
    let (maya, noor) = (producer(server), producer(server));
    let (_, hers) = make_delivery(server, &maya, "WAV Lease");
    let (_, other) = make_delivery(server, &noor, "WAV Lease");
    let beat = upload(server, &maya, "Second.wav", 5);
    let second = issue_paid_license(server, &maya, &beat, "WAV Lease");
    let second = open_delivery(server, &maya, &second);
    let mut ade = visitor(server, &hers);
    ade.open();
    let to = take_ticket(&mut ade, id_of(&hers, "wav"));
    for delivery in [&other, &second] {
        let mut thief = visitor(server, delivery);
        thief.open();
        assert_eq!(thief.get(&to).status, 403, "a ticket of another delivery");
        for id in [id_of(&hers, "wav"), id_of(&hers, "contract"), "../all", ""] {
            assert_eq!(thief.post("/tickets", &[("file", id)]).status, 404, "{id}");
        }
        // The page token of another page is refused.
        let token = ade.page_token();
        let fields = [("file", "all"), ("page_token", token.as_str())];
        assert_eq!(thief.send("/tickets", &fields, "text/html").status, 403);
    }
    // The ids of stored files and of licenses are no files of the delivery.
    for id in [hers["licenses"][0]["id"].as_str().unwrap(), hers["id"].as_str().unwrap()] {
        assert_eq!(ade.post("/tickets", &[("file", id)]).status, 404);
    }
    let begin = &ade.path("")[3..25];
    let gone = server.get("/d/AAAA");
    for token in [&"A".repeat(43), "x", "..", &format!("{begin}{}", "A".repeat(21)), "%00"] {
        let answer = server.get(&format!("/d/{token}"));
        assert_eq!((answer.status, answer.text()), (404, gone.text()), "{token}");
    }
    // Tokens of shares and of deliveries lead to their own pages only.
    let token = ade.path("").replacen("/d/", "", 1);
    assert_eq!(server.get(&format!("/s/{token}")).status, 404);
}

fn pub_12_a_file_name_cannot_inject_a_header(server: &Server) {
    let maya = producer(server);
    let beat = upload_beat_with_files(server, &maya);
    let title = "../../CON\r\nSet-Cookie: a=b; \"<script>alert(1)</script>\u{202e}vaw";
    let id = beat["id"].as_str().unwrap();
    // The API refuses such a title, so the test writes it into the database.
    maya.at(server)
        .put(&format!("/api/documents/{id}"), &json!({"title": title}))
        .expect_error(400);
    server.execute(&format!("UPDATE documents SET title = '{title}' WHERE id = '{id}'"));
    let profile = json!({"alias": "M\u{202e}aya/..\\\r\nX: 1"});
    maya.at(server).put("/api/legal-profile", &profile);
    let license = issue_paid_license(server, &maya, &beat, "WAV Lease");
    let delivery = open_delivery(server, &maya, &license);
    let mut ade = visitor(server, &delivery);
    let page = ade.open();
    assert!(!page.contains("<script>alert") && !page.contains('\u{202e}'), "{page}");
    let wav = take_ticket(&mut ade, id_of(&delivery, "wav"));
    let answer = ade.get(&wav);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers.get("set-cookie"), None);
    assert_eq!(answer.headers.get("x"), None);
    let told = answer.header("content-disposition");
    assert!(told.starts_with("attachment; filename=\""), "{told}");
    assert_eq!(answer.header("content-security-policy"), "default-src 'none'; sandbox");
    let all = take_ticket(&mut ade, "all");
    for (name, _) in zip_files(&ade.get(&all).bytes) {
        let is_plain = !name.contains(['/', '\\', '\r', '\n', '\u{202e}', ':', '<']);
        assert!(is_plain && !name.starts_with('.'), "{name:?}");
    }
}

fn pub_12_a_scanner_changes_nothing(server: &Server) {
    let maya = producer(server);
    let (_, delivery) = make_delivery(server, &maya, "WAV Lease");
    let delivery = wait_for_delivery(server, &maya, &delivery, has_checksums);
    let before = get_delivery(server, &maya, &delivery);
    let mut scanner = visitor(server, &delivery);
    scanner.agent = "SafeLinks/1.0".to_owned();
    for _ in 0..3 {
        scanner.open();
        for rest in ["/tickets", "/links", "/tickets?file=all", "/files/AAAA", "/cover"] {
            let status = scanner.get(rest).status;
            assert!(matches!(status, 403..=405), "{rest} {status}");
        }
        scanner.call("HEAD", "", &[]);
    }
    assert_eq!(get_delivery(server, &maya, &delivery), before);
}

fn dlv_02_a_purchase_of_several_beats_names_them_all(server: &Server) {
    let (maya, _, mut order) = crate::offers::prepare_order(server, "Lagos After Rain");
    let mut lines = order["lines"].as_array().unwrap().clone();
    for title in ["Glass Garden", "Paper Moons", "Night Drive", "Harbor"] {
        let beat = upload(server, &maya, &format!("{title}.wav"), 2);
        lines.push(json!({"document_id": beat["id"], "kind_id": lines[0]["kind_id"], "price": 20}));
    }
    let buy = |order: &Value| {
        let made = crate::offers::make_offer(server, &maya, order);
        let offer = crate::offers::send_offer(server, &maya, &made);
        crate::offers::buyers::accept_offer(server, &offer);
        let at = format!("{}/paid", crate::offers::path(&offer));
        let paid = maya.at(server).post(&at, &json!({"amount": offer["total"]})).expect(200).body;
        let license = json!({"id": paid["offer"]["licenses"][0]["id"]});
        open_delivery(server, &maya, &license)
    };
    order["lines"] = json!(lines[..2]);
    let mut ade = visitor(server, &buy(&order));
    let page = ade.open();
    for part in [
        "<h1>Lagos After Rain and Glass Garden</h1>",
        "<title>Your files · Lagos After Rain and Glass Garden</title>",
        "2 licenses · paid",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    // The files of each beat are below its title.
    let (_, files) = page.split_once("<h2 class=\"h2\">Files</h2>").expect("files");
    let place = |text: &str| files.find(text).unwrap_or_else(|| panic!("{text} in {files}"));
    let order_of = [
        place(">Lagos After Rain<small"),
        place("Lagos After Rain (WAV).wav"),
        place(">Glass Garden<small"),
        place("Glass Garden (WAV).wav"),
        place("Papers"),
    ];
    assert!(order_of.is_sorted(), "{order_of:?}");
    assert!(page.contains("LIC-0001") && page.contains("LIC-0002"));
    order["lines"] = json!(lines);
    let page = visitor(server, &buy(&order)).open();
    assert!(
        page.contains("<h1>Lagos After Rain, Glass Garden, Paper Moons and 2 more</h1>"),
        "{page}"
    );
    let sale = maya.at(server).get("/api/sales").expect(200).body["sales"][0].clone();
    assert_eq!(sale["title"], "Lagos After Rain, Glass Garden, Paper Moons and 2 more");
}
