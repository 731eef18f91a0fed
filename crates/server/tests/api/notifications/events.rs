//! Event streams: which events open pages get. NOTE-04, OPS-03, OPS-06, OPS-07

use std::time::Duration;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Person, token_of};
use crate::harness::{Engine, EventStream, Server, on_both_engines, on_both_engines_as_process};
use crate::notifications::list_notifications;
use crate::operations::instances::{Pair, pair};

const QUIET: Duration = Duration::from_millis(400);

fn deposit(server: &Server, person: &Person, amount: u32) {
    person.at(server).post("/api/wallet/deposit", &json!({"amount": amount})).expect(201);
}

fn id_of_last(server: &Server, person: &Person) -> Value {
    list_notifications(server, person, "?limit=1")["notifications"][0].clone()
}

on_both_engines!(
    pg a_page_is_told_of_a_notification_and_of_what_changed,
    every_kind_of_change_has_a_name,
    nothing_done_is_nothing_told,
    nobody_hears_of_anothers_account,
    pg coming_back_a_page_is_told_what_it_missed,
    an_id_that_makes_no_sense_starts_afresh,
    push_decides_whether_a_page_is_told,
    many_at_once_are_told_in_order_and_once,
    a_session_that_ends_takes_its_streams_along,
    a_new_token_does_not_end_the_stream,
    one_stream_too_many_ends_the_oldest
);
on_both_engines_as_process!(a_server_that_is_told_to_stop_ends_its_streams_at_once);

// NOTE-04
fn a_page_is_told_of_a_notification_and_of_what_changed(server: &Server) {
    let person = Person::join(server);
    let (one, two) =
        (EventStream::open(server, &person.token), EventStream::open(server, &person.token));
    deposit(server, &person, 5);
    for page in [&one, &two] {
        let event = page.next();
        assert_eq!((event.name.as_str(), event.id.as_str()), ("notification", "1"));
        assert_eq!(event.data, id_of_last(server, &person));
        let event = page.next();
        assert_eq!((event.name.as_str(), event.id.as_str()), ("changed", "1"));
        assert_eq!(event.data, json!({"topics": ["notifications", "wallet", "transactions"]}));
    }
    let id = id_of_last(server, &person)["id"].as_str().unwrap().to_owned();
    person.at(server).call("PUT", &format!("/api/notifications/{id}/unread")).send().expect(200);
    assert_eq!(one.next().data, json!({"topics": ["notifications"]}));
    let sale = json!({"title": "Midnight Drive", "client": "Ade", "amount": 10});
    person.at(server).post("/api/sales", &sale).expect(201);
    assert_eq!(one.notification().data["title"], "Beat sold");
    one.wait_for_topics(&["sales", "wallet", "transactions", "notifications"]);
}

fn every_kind_of_change_has_a_name(server: &Server) {
    let person = Person::join(server);
    let page = EventStream::open(server, &person.token);
    let at = person.at(server);
    crate::money::cards::add(server, &person, &crate::money::cards::form());
    page.wait_for_topics(&["cards", "security"]);
    let client = crate::sales::client(server, &person, "Ade Bello");
    page.wait_for_topics(&["beneficiaries"]);
    at.delete(&format!("/api/beneficiaries/{}", client["id"].as_str().unwrap())).expect(200);
    page.wait_for_topics(&["beneficiaries", "sales", "transactions"]);
    at.post(
        "/api/goals",
        &json!({"title": "House", "target_amount": 5, "target_date": "2088-03-01"}),
    )
    .expect(201);
    page.wait_for_topics(&["goals"]);
    at.put("/api/users/settings", &json!({"theme": "dark"})).expect(200);
    page.wait_for_topics(&["settings"]);
    at.put("/api/users/profile", &json!({"name": "Maya", "currentPassword": PASSWORD})).expect(200);
    page.wait_for_topics(&["profile"]);
    person.sign_in(server);
    page.wait_for_topics(&["sessions"]);
}

// Refused requests and reads cause no events.
fn nothing_done_is_nothing_told(server: &Server) {
    let person = Person::join(server);
    let page = EventStream::open(server, &person.token);
    person.at(server).post("/api/wallet/withdraw", &json!({"amount": 5})).expect_error(409);
    person.at(server).post("/api/goals", &json!({"title": ""})).expect_error(400);
    person.at(server).get("/api/wallet").expect(200);
    assert_eq!(page.next_within(QUIET), None);
}

// OPS-06
fn nobody_hears_of_anothers_account(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let page = EventStream::open(server, &maya.token);
    deposit(server, &ade, 5);
    assert_eq!(page.next_within(QUIET), None);
    let resumed = EventStream::resume(server, &maya.token, "0");
    assert_eq!(resumed.next().name, "ready");
    assert_eq!(resumed.next().name, "changed", "no notification of somebody else's");
}

// NOTE-04
fn coming_back_a_page_is_told_what_it_missed(server: &Server) {
    let person = Person::join(server);
    let page = EventStream::open(server, &person.token);
    deposit(server, &person, 1);
    let seen = page.notification();
    drop(page);
    deposit(server, &person, 2);
    let unwanted = id_of_last(server, &person);
    deposit(server, &person, 3);
    deposit(server, &person, 4);
    let gone = format!("/api/notifications/{}", unwanted["id"].as_str().unwrap());
    person.at(server).delete(&gone).expect(200);

    let page = EventStream::resume(server, &person.token, &seen.id);
    let ready = page.next();
    assert_eq!((ready.name.as_str(), ready.id.as_str()), ("ready", "1"));
    for (id, message) in [("3", "$3.00 was added to Wallet"), ("4", "$4.00 was added to Wallet")] {
        let event = page.next();
        assert_eq!((event.id.as_str(), &event.data["message"]), (id, &json!(message)));
    }
    let all = page.next();
    assert_eq!((all.name.as_str(), all.id.as_str()), ("changed", "4"));
    assert!(
        all.data["topics"].as_array().unwrap().len() >= 14,
        "anything may have changed: {all:?}"
    );
    deposit(server, &person, 5);
    assert_eq!(page.notification().id, "5");
    // The number of a deleted notification is not used again, so a page that resumes after it misses nothing.
    let newest =
        format!("/api/notifications/{}", id_of_last(server, &person)["id"].as_str().unwrap());
    person.at(server).delete(&newest).expect(200);
    deposit(server, &person, 6);
    assert_eq!(page.notification().id, "6");
}

fn an_id_that_makes_no_sense_starts_afresh(server: &Server) {
    let person = Person::join(server);
    deposit(server, &person, 1);
    for id in ["x", "99999999999999999999", ""] {
        let page = EventStream::resume(server, &person.token, id);
        assert_eq!(page.next().id, "1", "{id}");
        assert_eq!(page.next_within(QUIET), None);
    }
    // The page resumes after an id that does not exist yet, because the database was restored to an older state.
    let page = EventStream::resume(server, &person.token, "77");
    assert_eq!(page.next().id, "1");
    deposit(server, &person, 2);
    assert_eq!(page.notification().id, "2");
}

// NOTE-04: without push notifications, the list is correct and no notification event is sent.
fn push_decides_whether_a_page_is_told(server: &Server) {
    let person = Person::join(server);
    person.at(server).put("/api/users/settings", &json!({"push_notifications": false})).expect(200);
    let page = EventStream::open(server, &person.token);
    deposit(server, &person, 1);
    let event = page.next();
    assert_eq!((event.name.as_str(), event.id.as_str()), ("changed", "1"));
    assert!(event.data["topics"].as_array().unwrap().contains(&json!("notifications")));
    assert_eq!(list_notifications(server, &person, "")["total"], 1);
    let resumed = EventStream::resume(server, &person.token, "0");
    assert_eq!(
        (resumed.next().name, resumed.next().name),
        ("ready".to_owned(), "changed".to_owned())
    );
}

fn many_at_once_are_told_in_order_and_once(server: &Server) {
    let person = Person::join(server);
    let page = EventStream::open(server, &person.token);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..10).for_each(|_| deposit(server, &person, 1)));
        }
    });
    let numbers: Vec<_> = (0..40).map(|_| page.notification().id).collect();
    assert_eq!(numbers, (1..=40).map(|number: u32| number.to_string()).collect::<Vec<_>>());
}

fn a_session_that_ends_takes_its_streams_along(server: &Server) {
    let person = Person::join(server);
    let ways: [(&str, &str, Value); 3] = [
        ("POST", "/api/auth/lock", json!({})),
        ("POST", "/api/auth/logout", json!({})),
        (
            "PUT",
            "/api/users/password",
            json!({"currentPassword": PASSWORD, "newPassword": "Lagoon-88"}),
        ),
    ];
    for (method, path, body) in ways {
        let token = person.sign_in(server);
        let page = EventStream::open(server, &token);
        let by = if path.ends_with("password") { person.token.as_str() } else { token.as_str() };
        server.with_token(by).call(method, path).json(&body).send().expect(200);
        while page.next().name != "ended" {}
        page.wait_for_end();
    }
    // Another session ends this one and goes on itself.
    let other = token_of(
        &server
            .post("/api/auth/login", &json!({"email": person.email, "password": "Lagoon-88"}))
            .expect(200)
            .body,
    );
    let (mine, theirs) =
        (EventStream::open(server, &person.token), EventStream::open(server, &other));
    person.at(server).post("/api/security/revoke-other-sessions", &json!({})).expect(200);
    theirs.wait_for_end();
    deposit(server, &person, 1);
    assert_eq!(mine.notification().data["type"], "payment");
}

// A stream goes on when its token is refreshed, since the session is the same.
fn a_new_token_does_not_end_the_stream(server: &Server) {
    let person = Person::join(server);
    let page = EventStream::open(server, &person.token);
    let token = token_of(&person.at(server).post("/api/auth/refresh", &json!({})).expect(200).body);
    server.with_token(&token).post("/api/wallet/deposit", &json!({"amount": 1})).expect(201);
    assert_eq!(page.notification().id, "1");
    server.get("/api/events").expect_error(401);
    person.at(server).get("/api/events").expect_error(401);
}

// OPS-07: open streams do not delay the end of the server.
/// GUARD-02: an account may have 32 streams; one more ends its oldest, and no stream of another account.
fn one_stream_too_many_ends_the_oldest(server: &Server) {
    let (person, other) = (Person::join(server), Person::join(server));
    let theirs = EventStream::open(server, &other.token);
    let mut mine: Vec<_> = (0..32).map(|_| EventStream::open(server, &person.token)).collect();
    mine.push(EventStream::open(server, &person.token));
    mine.remove(0).wait_for_end();
    for who in [&person, &other] {
        who.at(server).post("/api/wallet/deposit", &json!({"amount": 1})).expect(201);
    }
    mine.iter().chain([&theirs]).for_each(|stream| stream.wait_for_topics(&["wallet"]));
}

fn a_server_that_is_told_to_stop_ends_its_streams_at_once(server: &Server) {
    let people: Vec<_> = (0..3).map(|_| Person::join(server)).collect();
    let pages: Vec<_> =
        people.iter().map(|person| EventStream::open(server, &person.token)).collect();
    server.signal(Signal::TERM);
    pages.iter().for_each(EventStream::wait_for_end);
    assert_eq!(server.wait().code(), Some(0), "{}", server.output());
    // The server waits for open requests, up to a limit, and tells if it had to cut them off.
    assert!(!server.output().contains("cut off"), "{}", server.output());
}

/// OPS-03: a page gets an event whichever instance it is connected to, and whichever instance made the change.
#[test]
fn two_instances_on_one_postgresql_tell_each_others_pages() {
    let Pair { one, two, shared, .. } = pair();
    let person = Person::join(&one);
    let pages = [EventStream::open(&one, &person.token), EventStream::open(&two, &person.token)];
    for (server, amount) in [(&one, 1), (&two, 2), (&one, 3)] {
        deposit(server, &person, amount);
        for page in &pages {
            assert_eq!(page.notification().id, amount.to_string());
            page.wait_for_topics(&["wallet", "transactions"]);
        }
    }
    // A session that ends at one instance ends its stream at the other.
    let token = person.sign_in(&one);
    let page = EventStream::open(&two, &token);
    one.with_token(&token).post("/api/auth/lock", &json!({})).expect(200);
    page.wait_for_end();
    // A command of the operator also ends the streams of the sessions that it ends.
    let key = shared.path().join("secret.key").display().to_string();
    let told = one.command(&["user", "reset-password", &person.email, "--secret-key-file", &key]);
    assert!(told.status.success(), "{told:?}");
    pages.iter().for_each(EventStream::wait_for_end);
}

/// If the connection between instances breaks, pages get the missed changes once it is restored.
#[test]
fn a_broken_line_between_instances_mends_itself() {
    let Pair { one, two, url, shared: _shared } = pair();
    let person = Person::join(&one);
    let page = EventStream::open(&two, &person.token);
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let mut client = ::postgres::Client::connect(&url, ::postgres::NoTls).expect("connected");
    client.batch_execute(cut).expect("cut");
    // A broken connection of the pool is replaced, and the request does not fail.
    deposit(&one, &person, 1);
    assert_eq!(page.notification().id, "1");
    deposit(&one, &person, 2);
    assert_eq!(page.notification().id, "2");
}

/// A stream outlives the time limits of idle connections: 15 seconds for a request's head and 30 for its body.
#[test]
fn a_quiet_stream_stays_open() {
    let server = Server::start(Engine::Sqlite, &[]);
    let person = Person::join(&server);
    let page = EventStream::open(&server, &person.token);
    std::thread::sleep(Duration::from_secs(33));
    deposit(&server, &person, 1);
    let event = page.next();
    assert_eq!((event.name.as_str(), event.id.as_str()), ("notification", "1"));
}

#[test]
fn open_streams_are_counted() {
    let server = Server::start(Engine::Sqlite, &["--metrics-listen", "127.0.0.1:0"]);
    let person = Person::join(&server);
    let address = server.wait_for_output("Metrics are at http://").replace("/metrics", "");
    let streams = |wanted: &str| {
        let line = format!("ledgerline_event_streams {wanted}\n");
        server.wait_until(&line, || {
            let mut stream = std::net::TcpStream::connect(&address).expect("connected");
            std::io::Write::write_all(&mut stream, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
                .expect("sent");
            crate::harness::read_answer(&mut stream).text().contains(&line)
        });
    };
    streams("0");
    let pages: Vec<_> = (0..3).map(|_| EventStream::open(&server, &person.token)).collect();
    streams("3");
    drop(pages);
    streams("0");
}
