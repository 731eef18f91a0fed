//! Clients that go away in the middle of a request. HOLD-01

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use storage::licenses::events::digest as sha256;
use testbed::Lot;

use crate::harness::library::{File, multipart_form, multipart_type, send_file, wav_bytes};
use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};
use crate::licenses::issued::contract;
use crate::offers::buyers::{accept_form, accept_offer};
use crate::offers::{get_offer, make_offer, path, prepare_order, send_offer};
use crate::public::FORM;

on_both_engines!(
    pg hold_01_a_cut_payment_is_whole_with_its_contract_or_nothing,
    hold_01_a_cut_acceptance_of_a_free_offer_is_whole_or_nothing,
    hold_01_a_cut_upload_is_there_or_leaves_nothing,
    hold_01_every_changing_route_ends_without_its_client,
);

/// How often each request is cut.
const ROUNDS: usize = 12;

/// The head of a request as bytes.
fn head(method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let mut head = format!("{method} {path} HTTP/1.1\r\nhost: x\r\ncontent-length: {length}\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    (head + "\r\n").into_bytes()
}

fn signed_in(person: &Person) -> String {
    format!("Bearer {}", person.token)
}

/// Posts a body and closes the connection without reading the answer, at a random moment until about twice the time that
/// the request takes; every fourth time at a random byte of the body. Returns whether the whole body was sent.
fn post_and_cut(
    server: &Server,
    lot: &mut Lot,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
    took: Duration,
) -> bool {
    // The server asks for the body, so that the request has certainly begun.
    let headers = [headers, &[("expect", "100-continue")]].concat();
    let mut stream = server.connect();
    stream.write_all(&head("POST", path, &headers, body)).expect("sent");
    let mut asked = [0; b"HTTP/1.1 100 Continue\r\n\r\n".len()];
    stream.read_exact(&mut asked).expect("asked for the body");
    if lot.below(4) == 0 {
        stream.write_all(&body[..lot.below(body.len())]).expect("sent");
        return false;
    }
    stream.write_all(body).expect("sent");
    let micros = usize::try_from(took.as_micros()).expect("a short time");
    std::thread::sleep(Duration::from_micros(lot.below(2 * micros + 1) as u64));
    true
}

fn licenses(server: &Server, person: &Person) -> Vec<Value> {
    let body = person.at(server).get("/api/licenses?limit=100").expect(200).body;
    body["licenses"].as_array().expect("a list").clone()
}

fn check_contracts(server: &Server, person: &Person, count: usize) {
    let all = licenses(server, person);
    assert_eq!(all.len(), count);
    for license in &all {
        let one = format!("/api/licenses/{}", license["id"].as_str().expect("an id"));
        let one = person.at(server).get(&one).expect(200).body["license"].clone();
        let pdf = contract(server, person, &one).bytes;
        assert_eq!(one["contract"]["sha256"], sha256(&pdf), "{one}");
    }
}

fn is_paid(server: &Server, person: &Person, offer: &Value) -> bool {
    let state = get_offer(server, person, offer)["state"].clone();
    ["paid", "delivered"].contains(&state.as_str().expect("a state"))
}

fn hold_01_a_cut_payment_is_whole_with_its_contract_or_nothing(server: &Server) {
    let (maya, _, order) = prepare_order(server, "Lagos After Rain");
    let accepted = || {
        let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
        server.execute("DELETE FROM attempts");
        accept_offer(server, &offer);
        offer
    };
    let headers = [("authorization", &*signed_in(&maya)), ("content-type", "application/json")];
    let first = accepted();
    let started = Instant::now();
    maya.at(server).post(&format!("{}/paid", path(&first)), &json!({"amount": 149})).expect(200);
    let took = started.elapsed();
    let (mut lot, mut paid) = (Lot::new(1), 1);
    for _ in 0..ROUNDS {
        let offer = accepted();
        let paid_at = format!("{}/paid", path(&offer));
        let form = br#"{"amount": 149}"#;
        if post_and_cut(server, &mut lot, &paid_at, &headers, form, took) {
            server.wait_until("the payment", || is_paid(server, &maya, &offer));
            paid += 1;
        } else {
            assert_eq!(get_offer(server, &maya, &offer)["state"], "accepted");
        }
    }
    check_contracts(server, &maya, paid);
    let sales = maya.at(server).get("/api/sales").expect(200).body;
    assert_eq!(sales["total"], paid);
}

fn hold_01_a_cut_acceptance_of_a_free_offer_is_whole_or_nothing(server: &Server) {
    let (maya, _, mut order) = prepare_order(server, "Glass Garden");
    order["lines"][0]["price"] = json!(0);
    let sent = || send_offer(server, &maya, &make_offer(server, &maya, &order));
    let started = Instant::now();
    accept_offer(server, &sent());
    let took = started.elapsed();
    let (mut lot, mut accepted) = (Lot::new(2), 1);
    for _ in 0..ROUNDS {
        let offer = sent();
        server.execute("DELETE FROM attempts");
        let (path, headers, form) = accept_form(server, &offer);
        let mut headers: Vec<_> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        headers.push(("content-type", FORM));
        if post_and_cut(server, &mut lot, &path, &headers, form.as_bytes(), took) {
            server.wait_until("the acceptance", || is_paid(server, &maya, &offer));
            accepted += 1;
        } else {
            let state = get_offer(server, &maya, &offer)["state"].clone();
            assert!(["sent", "viewed"].contains(&state.as_str().expect("a state")), "{state}");
        }
    }
    check_contracts(server, &maya, accepted);
}

fn hold_01_a_cut_upload_is_there_or_leaves_nothing(server: &Server) {
    let maya = Person::join(server);
    let bytes = wav_bytes(1);
    let file = File { name: "dusk.wav", kind: "audio/wav", bytes: &bytes };
    let started = Instant::now();
    send_file(server, &maya, &file, &[]).expect(201);
    let took = started.elapsed();
    let form = multipart_form(std::slice::from_ref(&file), &[]);
    let headers = [("authorization", &*signed_in(&maya)), ("content-type", &*multipart_type())];
    let (mut lot, mut there) = (Lot::new(3), 1);
    for _ in 0..ROUNDS {
        let is_whole =
            post_and_cut(server, &mut lot, "/api/documents/upload", &headers, &form, took);
        there += usize::from(is_whole);
        server.wait_until("the uploads", || {
            maya.at(server).get("/api/documents").expect(200).body["total"] == there
        });
    }
    server.wait_for_media_files(there);
}

/// The method and path of every route that may change something, with `{parameters}`.
fn changing_routes(server: &Server) -> BTreeSet<(String, String)> {
    let document = server.get("/api/openapi.json");
    let document: Value = serde_json::from_slice(&document.bytes).expect("JSON");
    let mut routes = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for method in operations.as_object().expect("operations").keys() {
            if ["post", "put", "patch", "delete"].contains(&method.as_str()) {
                routes.insert((method.to_uppercase(), path.clone()));
            }
        }
    }
    let of_api = routes.len();
    // The public pages have no document, so the routes are read from the code of their router.
    let code = include_str!("../../../../public/src/lib.rs");
    for line in code.lines().filter(|line| line.contains("post(")) {
        let (_, rest) = line.split_once(".route(\"").expect("one line for each route");
        let (path, _) = rest.split_once('"').expect("a path");
        routes.insert(("POST".to_owned(), path.to_owned()));
    }
    assert!(of_api > 140 && routes.len() > of_api + 25, "{} of {}", of_api, routes.len());
    routes
}

/// Each route is sent a request with an empty object, by a client that does not wait for the answer. The access log shows
/// that the request was handled to its end. A request whose client goes at once may never begin, so it is repeated.
fn hold_01_every_changing_route_ends_without_its_client(server: &Server) {
    let maya = Person::join(server);
    let token = signed_in(&maya);
    let headers = [("authorization", token.as_str()), ("content-type", "application/json")];
    for (method, route) in &changing_routes(server) {
        let parts = route.split('/').map(|part| match part {
            "@{handle}" => "@nobody",
            part if part.starts_with('{') => "018bcfe5-6800-7707-8707-070707070707",
            part => part,
        });
        let path = parts.collect::<Vec<_>>().join("/");
        let line = format!("method=\"{method}\" route=\"{route}\"");
        let mut wait = Duration::from_micros(100);
        server.wait_until(&line, || {
            let mut stream = server.connect();
            stream.write_all(&head(method, &path, &headers, b"{}")).expect("sent");
            stream.write_all(b"{}").expect("sent");
            std::thread::sleep(wait);
            drop(stream);
            wait *= 2;
            server.output().contains(&line)
        });
    }
}
