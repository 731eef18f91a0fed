//! Reported payments: each ends as a sale, or stays until its producer has looked at it. HOLD-02

use serde_json::{Value, json};
use testbed::Lot;

use super::hooks::{SECRET, send_event, session, set_secret};
use crate::harness::library::upload;
use crate::harness::outbox::wait_for_letter;
use crate::harness::people::Person;
use crate::harness::{Answer, Engine, Server, on_both_engines};
use crate::licenses::issued::kind;
use crate::offers::buyers::{accept_offer, visitor};
use crate::offers::{act_on_offer, get_offer, make_offer, path, prepare_order, send_offer};

on_both_engines!(
    pg hold_02_a_payment_that_fits_nothing_stays_until_it_was_looked_at,
    hold_02_a_debit_is_on_its_way_then_paid_or_failed,
    hold_02_refunds_and_disputes_are_told_in_any_order,
    pg hold_02_the_same_event_at_once_and_again_makes_one_sale,
    hold_02_what_stood_in_the_way_is_removed_and_the_payment_is_booked,
    hold_02_a_payment_by_hand_and_a_reported_one_are_one,
    hold_02_test_payments_book_nothing,
    hold_02_reports_are_the_owners_alone,
);

struct Shop<'a> {
    server: &'a Server,
    maya: Person,
    order: Value,
    hook: String,
}

impl<'a> Shop<'a> {
    fn open(server: &'a Server, beat: &str) -> Self {
        let (maya, _, order) = prepare_order(server, beat);
        let hook = set_secret(server, &maya, SECRET);
        Self { server, maya, order, hook }
    }

    fn sent(&self) -> Value {
        let made = make_offer(self.server, &self.maya, &self.order);
        send_offer(self.server, &self.maya, &made)
    }

    fn accepted(&self) -> Value {
        let offer = self.sent();
        self.server.execute("DELETE FROM attempts");
        accept_offer(self.server, &offer);
        offer
    }

    fn report(&self, event: &Value) {
        let answer = send_event(self.server, &self.hook, SECRET, event);
        assert_eq!(answer.status, 200, "{event}");
    }

    fn pay(&self, event: &str, offer: &Value) {
        self.report(&session(event, offer["id"].as_str().expect("an id"), 14_900, "usd"));
    }

    fn open_reports(&self) -> Vec<Value> {
        let body = self.maya.at(self.server).get("/api/payment-reports").expect(200).body;
        body["reports"].as_array().expect("a list").clone()
    }

    /// Waits until no report is being handled, and returns those that wait for the producer.
    fn settled(&self) -> Vec<Value> {
        let waiting = "SELECT COUNT(*) FROM payment_reports WHERE state = 'waiting'";
        self.server.wait_until("the reports", || self.server.query_number(waiting) == 0);
        self.open_reports()
    }

    fn state(&self, offer: &Value) -> String {
        let shown = get_offer(self.server, &self.maya, offer);
        shown["state"].as_str().expect("a state").to_owned()
    }

    fn is_paid(&self, offer: &Value) -> bool {
        ["paid", "delivered"].contains(&self.state(offer).as_str())
    }

    fn close(&self, report: &Value, form: &Value) -> Answer {
        let at = format!("/api/payment-reports/{}/close", report["id"].as_str().expect("an id"));
        self.maya.at(self.server).post(&at, form)
    }
}

fn reasons(reports: &[Value]) -> Vec<&str> {
    reports.iter().map(|report| report["reason"].as_str().expect("a reason")).collect()
}

fn charge(event: &str, kind: &str, intent: &str, more: &Value) -> Value {
    let mut object = json!({"amount": 14_900, "currency": "usd", "payment_intent": intent});
    for (name, value) in more.as_object().expect("fields") {
        object[name] = value.clone();
    }
    json!({"id": event, "type": kind, "created": 1_790_000_000, "data": {"object": object}})
}

fn hold_02_a_payment_that_fits_nothing_stays_until_it_was_looked_at(server: &Server) {
    let shop = Shop::open(server, "Harbor");
    // No setting hides money.
    let quiet = json!({"sales_notifications": false, "email_notifications": false});
    shop.maya.at(server).put("/api/users/settings", &quiet).expect(200);
    let accepted = shop.accepted();
    let id = accepted["id"].as_str().unwrap();
    let declined = shop.sent();
    act_on_offer(server, &shop.maya, &declined, "withdraw");
    let paid = shop.accepted();
    shop.pay("evt_first", &paid);
    assert!(shop.settled().is_empty());
    assert!(shop.is_paid(&paid));
    let reports = [
        ("wrong_amount", session("evt_1", id, 10_000, "usd")),
        ("wrong_currency", session("evt_2", id, 14_900, "eur")),
        ("wrong_currency", session("evt_3", id, 14_900, "jpy")),
        ("not_open", session("evt_4", declined["id"].as_str().unwrap(), 14_900, "usd")),
        ("paid_twice", session("evt_5", paid["id"].as_str().unwrap(), 14_900, "usd")),
        ("unknown_offer", session("evt_6", "", 14_900, "usd")),
        ("unknown_offer", session("evt_7", "018bcfe5-6800-7707-8707-070707070707", 500, "usd")),
        ("unreadable", {
            let mut event = session("evt_8", id, 14_900, "usd");
            event["data"]["object"]["amount_total"] = json!("149");
            event
        }),
    ];
    for (_, event) in &reports {
        shop.report(event);
    }
    let open = shop.settled();
    let mut found = reasons(&open);
    let mut wanted: Vec<&str> = reports.iter().map(|(reason, _)| *reason).collect();
    found.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
    assert_eq!(shop.state(&accepted), "accepted");
    let of = |event: &str| open.iter().find(|report| report["id"] == event).expect("a report");
    assert_eq!(of("evt_3")["amount_text"], "14900 JPY");
    assert_eq!((&of("evt_3")["amount"], &of("evt_3")["currency"]), (&Value::Null, &json!("JPY")));
    assert_eq!(of("evt_4")["offer_reference"], declined["reference"]);
    // Every one of them is told: in a notification, in a letter, in the rail, and at its offer.
    let told = shop.maya.at(server).get("/api/notifications?limit=100").expect(200).body;
    let told = told["notifications"].as_array().unwrap();
    let looks = told.iter().filter(|one| one["title"].as_str().unwrap().starts_with("Look at"));
    assert_eq!(looks.count(), reports.len());
    wait_for_letter(server, &shop.maya.email, "Look at a payment", 2);
    let rail = shop.maya.at(server).get("/api/attention").expect(200).body;
    assert_eq!(rail["total"], reports.len());
    assert!(rail["items"].as_array().unwrap().iter().all(|item| item["kind"] == "payment"));
    let shown = get_offer(server, &shop.maya, &accepted);
    assert_eq!(shown["payment_reports"].as_array().unwrap().len(), 4);
    let counts = shop.maya.at(server).get("/api/offers").expect(200).body["counts"].clone();
    assert_eq!(counts["attention"], 3);
    // Each is closed once, with what became of it; the others stay.
    let first = of("evt_1");
    shop.close(first, &json!({"result": "lost"})).expect_error(400);
    let refused = shop.close(first, &json!({"result": "dismissed", "note": " "})).expect_error(400);
    assert!(refused.body["fields"]["note"].is_string());
    shop.close(first, &json!({"result": "given_back"})).expect(200);
    shop.close(first, &json!({"result": "given_back"})).expect_error(409);
    shop.close(of("evt_6"), &json!({"result": "dismissed", "note": "A shirt"})).expect(200);
    assert_eq!(shop.open_reports().len(), reports.len() - 2);
    let events = get_offer(server, &shop.maya, &accepted)["events"].to_string();
    assert!(events.contains("$100.00 was refunded"), "{events}");
    // The accepted offer can still be paid, and the other reports stay then too.
    shop.pay("evt_9", &accepted);
    assert_eq!(shop.settled().len(), reports.len() - 2);
    assert!(shop.is_paid(&accepted));
    assert_eq!(server.query_number("SELECT COUNT(*) FROM sales"), 2);
}

fn hold_02_a_debit_is_on_its_way_then_paid_or_failed(server: &Server) {
    let shop = Shop::open(server, "Glass Garden");
    let [failing, paying] = [shop.accepted(), shop.accepted()];
    let debit = |event: &str, what: &str, offer: &Value| {
        let mut event = session(event, offer["id"].as_str().unwrap(), 14_900, "usd");
        event["type"] = json!(format!("checkout.session.{what}"));
        let status = if what == "async_payment_succeeded" { "paid" } else { "unpaid" };
        event["data"]["object"]["payment_status"] = json!(status);
        // The payment intent may be sent whole.
        event["data"]["object"]["payment_intent"] =
            json!({"id": format!("pi_{}", offer["reference"])});
        event
    };
    for (number, offer) in [&failing, &paying].into_iter().enumerate() {
        shop.report(&debit(&format!("evt_{number}"), "completed", offer));
        assert!(shop.settled().is_empty());
        assert_eq!(shop.state(offer), "accepted");
        let page = visitor(server, offer).open();
        assert!(page.contains("Your bank is sending") && !page.contains("Now pay"), "{page}");
    }
    shop.report(&debit("evt_2", "async_payment_failed", &failing));
    shop.report(&debit("evt_3", "async_payment_succeeded", &paying));
    assert!(shop.settled().is_empty());
    assert_eq!((shop.state(&failing).as_str(), shop.is_paid(&paying)), ("accepted", true));
    let page = visitor(server, &failing).open();
    assert!(page.contains("Now pay") && !page.contains("Your bank is sending"), "{page}");
    let events = get_offer(server, &shop.maya, &failing)["events"].to_string();
    assert!(events.contains("did not pay $149.00"), "{events}");
}

fn hold_02_refunds_and_disputes_are_told_in_any_order(server: &Server) {
    let shop = Shop::open(server, "Night Drive");
    let mut lot = Lot::new(7);
    for round in 0..6 {
        let offer = shop.accepted();
        let (id, intent) = (offer["id"].as_str().unwrap(), format!("pi_pay{round}"));
        let mut events = vec![
            session(&format!("pay{round}"), id, 14_900, "usd"),
            charge(
                &format!("part{round}"),
                "charge.refunded",
                &intent,
                &json!({"amount_refunded": 500, "refunded": false}),
            ),
            charge(&format!("all{round}"), "charge.refunded", &intent, &json!({"refunded": true})),
            charge(&format!("dispute{round}"), "charge.dispute.created", &intent, &json!({})),
            charge(
                &format!("won{round}"),
                "charge.dispute.closed",
                &intent,
                &json!({"status": "won"}),
            ),
            charge(
                &format!("lost{round}"),
                "charge.dispute.closed",
                &intent,
                &json!({"status": "lost"}),
            ),
            charge(&format!("other{round}"), "customer.created", &intent, &json!({})),
        ];
        while !events.is_empty() {
            let next = events.swap_remove(lot.below(events.len()));
            shop.report(&next);
            if lot.below(3) == 0 {
                shop.report(&next);
            }
        }
        let open = shop.settled();
        let of_this = open.iter().filter(|report| report["reference"] == intent.as_str());
        let mut found: Vec<_> = of_this
            .map(|report| {
                assert_eq!(report["offer_id"], offer["id"], "{report}");
                report["reason"].as_str().unwrap()
            })
            .collect();
        found.sort_unstable();
        assert_eq!(found, ["dispute_lost", "disputed", "partly_refunded", "refunded"]);
        assert!(shop.is_paid(&offer));
    }
    assert_eq!(server.query_number("SELECT COUNT(*) FROM sales"), 6);
}

fn hold_02_the_same_event_at_once_and_again_makes_one_sale(server: &Server) {
    let shop = Shop::open(server, "Tide");
    let offer = shop.accepted();
    let id = offer["id"].as_str().unwrap();
    let event = session("evt_1", id, 14_900, "usd");
    // A debit is told by two events with one reference.
    let mut second = session("evt_2", id, 14_900, "usd");
    second["data"]["object"]["payment_intent"] = json!("pi_evt_1");
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| shop.report(&event));
            scope.spawn(|| shop.report(&second));
        }
    });
    assert!(shop.settled().is_empty());
    shop.report(&event);
    assert!(shop.settled().is_empty());
    assert!(shop.is_paid(&offer));
    for table in ["sales", "licenses", "deliveries"] {
        assert_eq!(server.query_number(&format!("SELECT COUNT(*) FROM {table}")), 1, "{table}");
    }
    let booked = "SELECT COUNT(*) FROM payment_reports WHERE state = 'booked'";
    assert_eq!(server.query_number(booked), 2);
}

fn hold_02_what_stood_in_the_way_is_removed_and_the_payment_is_booked(server: &Server) {
    let mut shop = Shop::open(server, "Ember");
    let exclusive = kind(server, &shop.maya, "Exclusive");
    let beat = upload(server, &shop.maya, "Ember Two.wav", 4);
    shop.order["lines"][0] =
        json!({"document_id": beat["id"], "kind_id": exclusive["id"], "price": 149});
    let offer = shop.accepted();
    // The reservation is given to somebody else, as after its end.
    server.execute("DELETE FROM reservations");
    let at = format!("/api/documents/{}/reservation", beat["id"].as_str().unwrap());
    shop.maya.at(server).put(&at, &json!({"buyer": {"name": "Zoe"}})).expect(200);
    shop.pay("evt_1", &offer);
    let open = shop.settled();
    assert_eq!(reasons(&open), ["reserved"]);
    assert_eq!(open[0]["can_be_tried_again"], true);
    assert!(open[0]["detail"].as_str().unwrap().contains("Zoe"), "{open:?}");
    let retry = |report: &Value| {
        let at = format!("/api/payment-reports/{}/retry", report["id"].as_str().unwrap());
        shop.maya.at(server).post(&at, &json!({}))
    };
    retry(&open[0]).expect(200);
    assert_eq!(reasons(&shop.settled()), ["reserved"]);
    shop.maya.at(server).delete(&at).expect(200);
    retry(&shop.open_reports()[0]).expect(200);
    assert!(shop.settled().is_empty());
    assert!(shop.is_paid(&offer));
    retry(&open[0]).expect_error(409);
    shop.pay("evt_2", &offer);
    let twice = shop.settled();
    assert_eq!(
        (reasons(&twice), &twice[0]["can_be_tried_again"]),
        (vec!["paid_twice"], &json!(false))
    );
    retry(&twice[0]).expect_error(409);
}

fn hold_02_a_payment_by_hand_and_a_reported_one_are_one(server: &Server) {
    let shop = Shop::open(server, "Orbit");
    let [by_hand, other] = [shop.accepted(), shop.accepted()];
    let pay = |offer: &Value, form: &Value| {
        shop.maya.at(server).post(&format!("{}/paid", path(offer)), form)
    };
    pay(&by_hand, &json!({"amount": 149})).expect(200);
    shop.pay("evt_1", &by_hand);
    assert!(shop.settled().is_empty(), "the report of the payment that was marked by hand");
    let shown = get_offer(server, &shop.maya, &by_hand);
    assert_eq!(shown["payment_reference"], "pi_evt_1");
    shop.pay("evt_2", &by_hand);
    assert_eq!(reasons(&shop.settled()), ["paid_twice"]);
    // A reference that another offer has is asked about when typed, and refused when reported.
    let refused = pay(&other, &json!({"amount": 149, "payment_reference": "pi_evt_1"}));
    let refused = refused.expect_error(422);
    assert_eq!(refused.body["confirm"], "same_reference");
    assert!(refused.error().contains(by_hand["reference"].as_str().unwrap()));
    let mut same = session("evt_3", other["id"].as_str().unwrap(), 14_900, "usd");
    same["data"]["object"]["payment_intent"] = json!("pi_evt_1");
    shop.report(&same);
    assert_eq!(reasons(&shop.settled()), ["paid_twice", "same_reference"]);
    let form = json!({"amount": 149, "payment_reference": "pi_evt_1", "same_reference": true});
    pay(&other, &form).expect(200);
    assert_eq!(server.query_number("SELECT COUNT(*) FROM sales"), 2);
    // Payments without an intent are told apart by their session.
    for number in [4, 5] {
        let offer = shop.accepted();
        let mut event =
            session(&format!("evt_{number}"), offer["id"].as_str().unwrap(), 14_900, "usd");
        event["data"]["object"]["payment_intent"] = Value::Null;
        event["data"]["object"]["id"] = json!(format!("cs_{number}"));
        shop.report(&event);
        assert_eq!(shop.settled().len(), 2);
        assert!(shop.is_paid(&offer));
    }
}

fn hold_02_test_payments_book_nothing(server: &Server) {
    let shop = Shop::open(server, "Meadow");
    let offer = shop.accepted();
    let mut event = session("evt_1", offer["id"].as_str().unwrap(), 14_900, "usd");
    event["livemode"] = json!(false);
    let hook = || shop.maya.at(server).get("/api/payment-hooks").expect(200).body;
    assert_eq!(
        (&hook()["last_event_at"], &hook()["is_last_event_a_test"]),
        (&Value::Null, &json!(false))
    );
    shop.report(&event);
    assert!(shop.settled().is_empty());
    assert_eq!(shop.state(&offer), "accepted");
    assert!(hook()["last_event_at"].is_string());
    assert_eq!(hook()["is_last_event_a_test"], true);
    event["livemode"] = json!(true);
    event["id"] = json!("evt_2");
    shop.report(&event);
    assert!(shop.settled().is_empty());
    assert!(shop.is_paid(&offer));
    assert_eq!(hook()["is_last_event_a_test"], false);
}

fn hold_02_reports_are_the_owners_alone(server: &Server) {
    let shop = Shop::open(server, "Signal");
    shop.report(&session("evt_1", "", 14_900, "usd"));
    let open = shop.settled();
    let zoe = Person::join(server);
    let list = zoe.at(server).get("/api/payment-reports").expect(200).body;
    assert_eq!(list["total"], 0);
    for rest in ["close", "retry"] {
        let at = format!("/api/payment-reports/evt_1/{rest}");
        let form = json!({"result": "given_back"});
        zoe.at(server).post(&at, &form).expect_error(404);
        server.call("POST", &at).json(&form).send().expect_error(401);
        for (unknown, status) in [("evt%2F..", 404), ("evt_1%00", 400), ("%FF", 400)] {
            let unknown = format!("/api/payment-reports/{unknown}/{rest}");
            shop.maya.at(server).post(&unknown, &form).expect_error(status);
        }
    }
    assert_eq!(shop.open_reports(), open);
}

// HOLD-02: whatever moment the server is killed at, a payment that was answered with 200 makes one sale.
#[test]
fn hold_02_a_payment_survives_a_kill() {
    for round in 0..4 {
        let flags = ["--rate-limit", "off"];
        let mut server = Server::start_process(Engine::Sqlite, &flags);
        let (maya, hook, event, offer) = {
            let shop = Shop::open(&server, "Falcon");
            let offer = shop.accepted();
            let event = session("evt_1", offer["id"].as_str().unwrap(), 14_900, "usd");
            shop.report(&event);
            (shop.maya, shop.hook, event, offer)
        };
        std::thread::sleep(std::time::Duration::from_millis(round * 7));
        server.signal(rustix::process::Signal::KILL);
        server = server.restart_after_kill(|_| {});
        server.wait_until("the sale", || {
            let state = get_offer(&server, &maya, &offer)["state"].clone();
            ["paid", "delivered"].contains(&state.as_str().unwrap())
        });
        assert_eq!(send_event(&server, &hook, SECRET, &event).status, 200);
        let all = maya.at(&server).get("/api/sales").expect(200).body;
        assert_eq!(all["total"], 1);
    }
}
