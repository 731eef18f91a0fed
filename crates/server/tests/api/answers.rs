//! Every kind of answer, compared with a snapshot in `snapshots/`: a field that changes its name, its type or its place
//! shows here, whether or not another test reads it. Ids, times and tokens differ each time and are masked.
//! `INSTA_UPDATE=always tools/rust-tests one server answers` writes the snapshots anew.

use serde_json::{Value, json};

use crate::harness::library::{File, send_file, wait_for_analysis, wav_bytes};
use crate::harness::people::{PASSWORD, Person, sign_up_form, token_of};
use crate::harness::{Answer, Server, on_both_engines};

const EMAIL: &str = "maya@northline.studio";
const UNKNOWN: &str = "01a1dd1f-2feb-7d7b-83c8-b05280b21f40";

on_both_engines!(
    identity,
    pg money,
    clients_and_sales,
    library_and_exports,
    what_is_wrong_with_a_request
);

fn identity(server: &Server) {
    let person = join(server);
    check("sign_up_taken", &server.post("/api/auth/signup", &sign_up_form(EMAIL)));
    check("sign_up_bad_form", &server.post("/api/auth/signup", &json!({"email": "nonsense"})));
    let form = json!({"email": EMAIL, "password": PASSWORD});
    check("sign_in", &server.post("/api/auth/login", &form));
    let form = json!({"email": EMAIL, "password": "wrong one"});
    check("sign_in_refused", &server.post("/api/auth/login", &form));
    check("account", &person.at(server).get("/api/auth/me"));
    check("no_session", &server.get("/api/auth/me"));
    check("settings", &person.at(server).get("/api/users/settings"));
    check("setting_refused", &person.at(server).put("/api/users/settings", &json!({"theme": 7})));
    let code = json!({"token": "000000"});
    check("two_factor_refused", &person.at(server).post("/api/security/2fa/enable", &code));
    check("sign_out", &person.at(server).post("/api/auth/logout", &json!({})));
}

fn money(server: &Server) {
    let person = join(server);
    check("wallet", &person.at(server).get("/api/wallet"));
    let amount = json!({"amount": 120.5, "note": "First fee"});
    check("deposit", &person.at(server).post("/api/wallet/deposit", &amount));
    let amount = json!({"amount": 999});
    check("withdrawal_refused", &person.at(server).post("/api/wallet/withdraw", &amount));
    let form = json!({"type": "expense", "amount": 20, "description": "Cables"});
    let made = person.at(server).post("/api/transactions", &form);
    check("transaction", &made);
    check("transactions", &person.at(server).get("/api/transactions"));
    let at = format!("/api/transactions/{UNKNOWN}");
    check("transaction_missing", &person.at(server).get(&at));
    check("transaction_bad_form", &person.at(server).post("/api/transactions", &json!({})));
    let card = json!({"type": "Visa", "number": "4539578763621486", "holder_name": "Maya Okafor",
        "expiry_month": "08", "expiry_year": "2088", "cvv": "737", "is_default": true});
    check("card", &person.at(server).post("/api/cards", &card));
    check("cards", &person.at(server).get("/api/cards"));
    let pin = json!({"pin": "2583", "currentPassword": "wrong one"});
    check("card_pin_refused", &person.at(server).put("/api/cards/pin", &pin));
    let goal = json!({"title": "New monitors", "target_amount": 1250.5, "target_date": "2088-03-01",
        "category": "business"});
    let made = person.at(server).post("/api/goals", &goal);
    check("goal", &made);
    let at = format!("/api/goals/{}/progress", made.body["goal"]["id"].as_str().expect("an id"));
    check("goal_progress", &person.at(server).post(&at, &json!({"amount": 50})));
}

fn clients_and_sales(server: &Server) {
    let person = join(server);
    let client = json!({"name": "Ade Bello", "email": "ade@labels.example",
        "account_number": "DE89 3704 0044", "bank_name": "First Bank"});
    check("client", &person.at(server).post("/api/beneficiaries", &client));
    check("clients", &person.at(server).get("/api/beneficiaries"));
    let sale = json!({"title": "Midnight Drive", "client": "Ade Bello", "amount": 250});
    let made = person.at(server).post("/api/sales", &sale);
    check("sale", &made);
    check("sales", &person.at(server).get("/api/sales"));
    let at = format!("/api/sales/{}/refund", made.body["sale"]["id"].as_str().expect("an id"));
    check("refund", &person.at(server).post(&at, &json!({})));
    check("refund_refused", &person.at(server).post(&at, &json!({})));
    check("search", &person.at(server).get("/api/search?q=midnight"));
    let application = json!({"type": "grant", "title": "New Producers Fund",
        "organization": "City Arts Council"});
    check("application", &person.at(server).post("/api/applications", &application));
    check("notifications", &person.at(server).get("/api/notifications"));
}

fn library_and_exports(server: &Server) {
    let person = join(server);
    let bytes = wav_bytes(1);
    let file = File { name: "first.wav", kind: "audio/wav", bytes: &bytes };
    let sent = send_file(server, &person, &file, &[]);
    wait_for_analysis(server, &person, &sent.body["document"]);
    let at = format!("/api/documents/{}", sent.body["document"]["id"].as_str().expect("an id"));
    check("document", &person.at(server).get(&at));
    check("documents", &person.at(server).get("/api/documents"));
    let file = File { name: "notes.txt", kind: "text/plain", bytes: b"no music" };
    check("upload_refused", &send_file(server, &person, &file, &[]));
    let ticket = format!("{at}/ticket?purpose=stream");
    check("ticket", &person.at(server).call("POST", &ticket).send());
    check("ticket_unknown", &server.get("/api/media/nonsense"));
    let form = json!({"type": "goals", "format": "nonsense"});
    check("export_refused", &person.at(server).post("/api/exports/request", &form));
    check("exports", &person.at(server).get("/api/exports/history"));
}

fn what_is_wrong_with_a_request(server: &Server) {
    let person = join(server);
    check("unknown_path", &server.get("/api/nothing"));
    check("wrong_method", &person.at(server).delete("/api/wallet"));
    let call = |kind: &str, body: &str| {
        person.at(server).call("POST", "/api/wallet/deposit").body(kind, body).send()
    };
    check("no_json", &call("application/json", "{"));
    check("wrong_kind_of_body", &call("text/plain", "amount=1"));
    check("wrong_type_of_field", &call("application/json", r#"{"amount": [1]}"#));
    let deposit = |amount: i64| {
        let call = person.at(server).call("POST", "/api/wallet/deposit");
        call.header("idempotency-key", "one").json(&json!({"amount": amount})).send()
    };
    deposit(1).expect(201);
    check("repeated_with_another_body", &deposit(2));
}

fn join(server: &Server) -> Person {
    let answer = server.post("/api/auth/signup", &sign_up_form(EMAIL));
    check("sign_up", &answer);
    let (token, user) = (token_of(&answer.body), answer.body["user"].clone());
    Person { email: EMAIL.to_owned(), token, user }
}

/// Compares status and body with the snapshot of that name.
#[track_caller]
fn check(name: &str, answer: &Answer) {
    let mut body = answer.body.clone();
    mask(&mut body);
    insta::assert_json_snapshot!(name, json!({"status": answer.status, "body": body}));
}

/// Replaces values that differ from run to run, and waveforms, with a word.
fn mask(value: &mut Value) {
    match value {
        Value::String(text) => *text = mask_text(text),
        Value::Array(items) => items.iter_mut().for_each(mask),
        Value::Object(fields) => {
            for (name, value) in fields {
                match name.as_str() {
                    "token" | "url" | "time" | "content_hash" | "outline" | "waveform"
                        if !value.is_null() =>
                    {
                        *value = format!("[{name}]").into();
                    }
                    _ => mask(value),
                }
            }
        }
        _ => {}
    }
}

/// Shapes of texts that differ from run to run, with their replacements: `x` is a hexadecimal digit, `9` a decimal one.
const SHAPES: [(&str, &str); 3] = [
    ("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", "[id]"),
    ("9999-99-99T99:99:99.999Z", "[time]"),
    ("9999-99-99", "[day]"),
];

fn mask_text(text: &str) -> String {
    let mut masked = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let found = SHAPES.iter().find(|(shape, _)| begins_with(rest, shape));
        match found {
            // A date that a test has chosen is not masked.
            Some((shape, word)) if !rest.starts_with("2088") => {
                masked.push_str(word);
                rest = &rest[shape.len()..];
            }
            _ => {
                masked.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    masked
}

fn begins_with(text: &str, shape: &str) -> bool {
    text.len() >= shape.len()
        && shape.bytes().zip(text.bytes()).all(|(wanted, found)| match wanted {
            b'x' => found.is_ascii_hexdigit(),
            b'9' => found.is_ascii_digit(),
            other => found == other,
        })
}
