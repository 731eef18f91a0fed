//! Payment events from Stripe's webhook. SHOP-07

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::harness::people::Person;
use crate::harness::{Answer, Server, on_both_engines};

on_both_engines!(
    shop_07_only_what_stripe_signed_a_moment_ago_counts_and_once,
    shop_07_the_secret_is_sealed_and_replaced_without_a_gap,
    pg shop_07_secrets_set_at_once_share_one_address,
    pg shop_07_a_payment_of_the_right_amount_makes_the_sale,
);

pub const SECRET: &str = "whsec_0123456789abcdef";

/// Sets the webhook secret, and returns the path of the webhook.
pub fn set_secret(server: &Server, person: &Person, secret: &str) -> String {
    let form = json!({"stripe_secret": secret});
    let answer = person.at(server).put("/api/payment-hooks", &form).expect(200).body;
    assert_eq!(answer["is_set"], true);
    let url = answer["url"].as_str().expect("an address");
    assert!(!answer.to_string().contains(secret));
    let (_, path) = url.split_once("/hooks/").expect("a hook");
    format!("/hooks/{path}")
}

fn hmac(key: &[u8], text: &[u8]) -> String {
    let mut block = [0_u8; 64];
    block[..key.len()].copy_from_slice(key);
    let inner = Sha256::digest([block.map(|byte| byte ^ 0x36).as_slice(), text].concat());
    let outer =
        Sha256::digest([block.map(|byte| byte ^ 0x5c).as_slice(), inner.as_slice()].concat());
    outer.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn now() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.expect("after 1970").as_secs() as i64
}

fn post_body(server: &Server, path: &str, signature: &str, body: &str) -> Answer {
    let call = server.call("POST", path).header("stripe-signature", signature);
    call.body("application/json", body).send()
}

fn sign(secret: &str, moment: i64, body: &str) -> String {
    let signature = hmac(secret.as_bytes(), format!("{moment}.{body}").as_bytes());
    format!("t={moment},v1={signature}")
}

/// Sends an event with a signature, as Stripe does.
pub fn send_event(server: &Server, path: &str, secret: &str, event: &Value) -> Answer {
    let body = event.to_string();
    post_body(server, path, &sign(secret, now(), &body), &body)
}

pub fn session(id: &str, reference: &str, cents: i64, currency: &str) -> Value {
    json!({"id": id, "type": "checkout.session.completed", "data": {"object": {
        "client_reference_id": reference, "payment_status": "paid", "amount_total": cents,
        "currency": currency, "payment_intent": format!("pi_{id}")}}})
}

fn charge(id: &str, kind: &str) -> Value {
    json!({"id": id, "type": kind, "data": {"object":
        {"amount": 14900, "amount_refunded": 4900, "currency": "usd", "payment_intent": "pi_7"}}})
}

/// The notifications about payments, once every report was handled.
fn payment_notifications(server: &Server, person: &Person) -> Vec<String> {
    let waiting = "SELECT COUNT(*) FROM payment_reports WHERE state = 'waiting'";
    server.wait_until("the reports", || server.query_number(waiting) == 0);
    let all = person.at(server).get("/api/notifications?type=payment").expect(200).body;
    let all = all["notifications"].as_array().expect("a list").clone();
    all.iter()
        .map(|one| {
            format!("{}: {}", one["title"].as_str().unwrap(), one["message"].as_str().unwrap())
        })
        .collect()
}

fn shop_07_only_what_stripe_signed_a_moment_ago_counts_and_once(server: &Server) {
    let maya = Person::join(server);
    let empty = maya.at(server).get("/api/payment-hooks").expect(200).body;
    assert_eq!(empty["is_set"], false);
    let event = charge("evt_1", "charge.refunded");
    let body = event.to_string();
    let good = sign(SECRET, now(), &body);
    // The webhook's address is known before a secret is set, and refuses all events until then.
    let early = empty["url"].as_str().and_then(|url| Some(url.split_once("/hooks/")?.1.to_owned()));
    let early = format!("/hooks/{}", early.expect("an address"));
    assert_eq!(post_body(server, &early, &good, &body).status, 400);
    let path = set_secret(server, &maya, SECRET);
    assert_eq!(path, early);
    // Signatures that are missing, made with another secret, of another body, too old or too new are refused.
    let other = sign("whsec_another0123456789", now(), &body);
    let refusals = [
        post_body(server, &path, "", &body),
        post_body(server, &path, "t=1,v1=ab", &body),
        post_body(server, &path, &other, &body),
        post_body(server, &path, &good, &body.replace("4900", "4901")),
        post_body(server, &path, &sign(SECRET, now() - 301, &body), &body),
        post_body(server, &path, &sign(SECRET, now() + 310, &body), &body),
        post_body(server, "/hooks/stripe/AAAAAAAAAAAAAAAAAAAAAA", &good, &body),
        post_body(server, "/hooks/stripe/x", &good, &body),
    ];
    let error = refusals[0].error().to_owned();
    for refused in refusals {
        assert_eq!((refused.status, refused.error()), (400, error.as_str()), "nothing is told");
    }
    assert!(payment_notifications(server, &maya).is_empty());
    let large = "x".repeat(257 * 1024);
    assert_eq!(post_body(server, &path, &sign(SECRET, now(), &large), &large).status, 413);
    // A signed body that is not an event is refused.
    assert_eq!(post_body(server, &path, &sign(SECRET, now(), "[]"), "[]").status, 400);
    assert_eq!(server.call("GET", &path).send().status, 405);

    // One valid signature of several is enough. An event that is sent twice counts once.
    let two = format!("{good},v1={}", "0".repeat(64));
    assert_eq!(post_body(server, &path, &two, &body).status, 200);
    for _ in 0..3 {
        assert_eq!(send_event(server, &path, SECRET, &event).status, 200);
    }
    assert_eq!(
        payment_notifications(server, &maya),
        [
            "Look at a payment: $49.00 was refunded at the payment service. Refund the sale here too, so that its licenses end."
        ]
    );
    assert_eq!(
        send_event(server, &path, SECRET, &charge("evt_2", "charge.dispute.created")).status,
        200
    );
    assert!(
        payment_notifications(server, &maya)[0]
            .starts_with("Look at a payment: The buyer disputes $149.00.")
    );
    // Unknown events and debits that name no offer are answered with 200 and change nothing.
    for event in [
        charge("evt_3", "customer.created"),
        json!({"id": "evt_5", "type": "checkout.session.completed", "data": {"object": {"payment_status": "unpaid"}}}),
        json!({"id": "evt_6", "type": "checkout.session.completed", "data": {"object":
            {"payment_status": "no_payment_required"}}}),
    ] {
        assert_eq!(send_event(server, &path, SECRET, &event).status, 200, "{event}");
    }
    assert_eq!(payment_notifications(server, &maya).len(), 2);
    // The same event id at another account is another event.
    let zoe = Person::join(server);
    let other = set_secret(server, &zoe, SECRET);
    assert_ne!(other, path);
    assert_eq!(send_event(server, &other, SECRET, &event).status, 200);
    assert_eq!(
        (payment_notifications(server, &zoe).len(), payment_notifications(server, &maya).len()),
        (1, 2)
    );
}

fn shop_07_the_secret_is_sealed_and_replaced_without_a_gap(server: &Server) {
    let maya = Person::join(server);
    for bad in ["sk_live_0123456789abcdef", "whsec_", "whsec_with spaces in it"] {
        let refused = maya
            .at(server)
            .put("/api/payment-hooks", &json!({"stripe_secret": bad}))
            .expect_error(400);
        assert!(refused.body["fields"]["stripe_secret"].is_string(), "{bad}");
    }
    let path = set_secret(server, &maya, SECRET);
    let plain = format!("SELECT COUNT(*) FROM payment_hooks WHERE id = '{SECRET}'");
    assert_eq!(server.query_number(&plain), 0);
    for file in server.database_files() {
        assert!(!file.windows(SECRET.len()).any(|part| part == SECRET.as_bytes()));
    }
    let new = "whsec_fedcba9876543210";
    assert_eq!(set_secret(server, &maya, new), path, "the address stays");
    let event = |number: u32| charge(&format!("evt_{number}"), "charge.refunded");
    assert_eq!(send_event(server, &path, new, &event(1)).status, 200);
    assert_eq!(send_event(server, &path, SECRET, &event(2)).status, 200, "while it is replaced");
    server.execute("UPDATE payment_hooks SET changed_at = changed_at - 86400001");
    assert_eq!(send_event(server, &path, SECRET, &event(3)).status, 400);
    assert_eq!(send_event(server, &path, new, &event(3)).status, 200);
    maya.at(server).put("/api/payment-hooks", &json!({"stripe_secret": ""})).expect(200);
    assert_eq!(send_event(server, &path, new, &event(4)).status, 400);
    server.get("/api/payment-hooks").expect_error(401);
}

fn shop_07_secrets_set_at_once_share_one_address(server: &Server) {
    let maya = Person::join(server);
    let paths: Vec<String> = std::thread::scope(|scope| {
        let (server, maya) = (&server, &maya);
        let set =
            move |number: u32| set_secret(server, maya, &format!("whsec_0123456789abcde{number}"));
        let all: Vec<_> = (0..8).map(|number| scope.spawn(move || set(number))).collect();
        all.into_iter().map(|one| one.join().expect("it is set")).collect()
    });
    assert!(paths.iter().all(|path| *path == paths[0]), "{paths:?}");
}

fn shop_07_a_payment_of_the_right_amount_makes_the_sale(server: &Server) {
    let (maya, _, order) = crate::offers::prepare_order(server, "Harbor");
    let path = set_secret(server, &maya, SECRET);
    let offer =
        crate::offers::send_offer(server, &maya, &crate::offers::make_offer(server, &maya, &order));
    crate::offers::buyers::accept_offer(server, &offer);
    let id = offer["id"].as_str().unwrap();
    // OFF-11: a payment of the wrong amount or currency makes no sale, and the producer gets a notification.
    for (event, cents, currency, reason) in
        [("evt_1", 14_901, "usd", "wrong_amount"), ("evt_2", 14_900, "eur", "wrong_currency")]
    {
        assert_eq!(
            send_event(server, &path, SECRET, &session(event, id, cents, currency)).status,
            200
        );
        payment_notifications(server, &maya);
        let shown = crate::offers::get_offer(server, &maya, &offer);
        let last = shown["payment_reports"].as_array().expect("a list").last().expect("a report");
        assert_eq!((&shown["state"], &last["reason"]), (&json!("accepted"), &json!(reason)));
    }
    // An event that is signed with another account's secret does not pay this account's offer.
    let zoe = Person::join(server);
    let other = set_secret(server, &zoe, SECRET);
    assert_ne!(other, path);
    assert_eq!(
        send_event(server, &other, SECRET, &session("evt_3", id, 14_900, "usd")).status,
        200
    );
    payment_notifications(server, &zoe);
    assert_eq!(crate::offers::get_offer(server, &maya, &offer)["state"], "accepted");
    let event = session("evt_4", id, 14_900, "usd");
    for _ in 0..3 {
        assert_eq!(send_event(server, &path, SECRET, &event).status, 200);
    }
    payment_notifications(server, &maya);
    let shown = crate::offers::get_offer(server, &maya, &offer);
    assert!(["paid", "delivered"].contains(&shown["state"].as_str().unwrap()), "{shown}");
    assert_eq!(server.query_number("SELECT COUNT(*) FROM sales"), 1);
    assert_eq!(send_event(server, &path, SECRET, &session("evt_5", id, 14_900, "usd")).status, 200);
    payment_notifications(server, &maya);
    let shown = crate::offers::get_offer(server, &maya, &offer);
    let last = shown["payment_reports"].as_array().expect("a list").last().expect("a report");
    assert_eq!(last["reason"], "paid_twice");
    assert_eq!(server.query_number("SELECT COUNT(*) FROM sales"), 1);
}
