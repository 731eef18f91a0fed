//! Deleting an account removes its rows, sessions and files, and nobody else's. SET-07, SET-10

use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Person, sign_up_form};
use crate::harness::{EventStream, Server, library, on_every_store};

/// A mark in every text of the account, and nowhere else.
const MARK: &str = "Quetzalfeder";

fn delete_account(server: &Server, token: &str, password: &Value) -> crate::harness::Answer {
    let call = server.with_token(token).call("DELETE", "/api/users/account");
    call.json(&json!({"password": password})).send()
}

/// A person with rows in every table that an account can have.
fn join_and_use_everything(server: &Server) -> Person {
    let person = Person::join(server);
    let at = person.at(server);
    let text = |what: &str| format!("{what} {MARK}");
    let profile = json!({"name": text("Name"), "bio": text("Bio"), "location": text("Place"), "currentPassword": PASSWORD});
    at.put("/api/users/profile", &profile).expect(200);
    at.put("/api/users/settings", &json!({"theme": "dark"})).expect(200);
    at.call("PUT", "/api/users/avatar").body("image/png", picture()).send().expect(200);
    crate::money::cards::add(server, &person, &crate::money::cards::form());
    at.put("/api/cards/pin", &json!({"pin": "4071", "currentPassword": PASSWORD})).expect(200);
    let client = json!({"name": text("Client"), "email": "c@harbour.fm", "account_number": "GB12 3456",
        "bank_name": text("Bank"), "notes": text("Notes")});
    let client =
        at.post("/api/beneficiaries", &client).expect(201).body["beneficiary"]["id"].clone();
    let deposit = json!({"amount": 500, "note": text("Note")});
    let call =
        at.call("POST", "/api/wallet/deposit").header("idempotency-key", "once").json(&deposit);
    call.send().expect(201);
    for day in 1..28 {
        let entry = json!({"title": text("Lease"), "description": text("Why"), "type": "deposit", "amount": 12,
            "date": format!("2026-02-{day:02}"), "time": "12:00"});
        at.post("/api/transactions", &entry).expect(201);
    }
    let beat = library::upload(server, &person, &format!("{MARK}.wav"), 7);
    let sale = json!({"title": text("Beat"), "client": text("Buyer"), "client_id": client, "amount": 40, "beat_id": beat["id"]});
    at.post("/api/sales", &sale).expect(201);
    let legal =
        json!({"legal_name": text("Legal"), "address": text("Street"), "tax_number": "TAX-9981"});
    at.put("/api/legal-profile", &legal).expect(200);
    let stems = crate::library::files::zip_of(&["kick.wav"]);
    let stems = library::File { name: &format!("{MARK}.zip"), kind: "", bytes: &stems };
    crate::library::files::add(server, &person, &beat, "stems", &stems).expect(201);
    let kinds = crate::licenses::kinds(server, &person);
    let prices = json!({"prices": [{"kind_id": kinds[0]["id"], "offer": "own", "price": 45}]});
    at.put(&format!("{}/prices", library::path(&beat)), &prices).expect(200);
    let buyer = json!({"name": text("Licensee"), "address": text("Road")});
    let order = json!({"document_id": beat["id"], "kind_id": kinds[1]["id"], "buyer": buyer});
    crate::licenses::issued::issue(server, &person, &order);
    let other = library::upload(server, &person, &format!("other {MARK}.wav"), 8);
    let reservation = json!({"buyer": {"name": text("Kept for")}});
    at.put(&format!("{}/reservation", library::path(&other)), &reservation).expect(200);
    let goal = json!({"title": text("Goal"), "target_amount": 90, "target_date": "2099-01-01", "category": "car"});
    at.post("/api/goals", &goal).expect(201);
    let export =
        at.post("/api/exports/request", &json!({"type": "all", "format": "csv"})).expect(201);
    let path = format!("/api/exports/status/{}", export.body["export"]["id"].as_str().unwrap());
    server.wait_until("the export is made", || {
        at.get(&path).expect(200).body["export"]["status"] == "completed"
    });
    person.enable_two_factor(server);
    person
}

fn picture() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(300, 300, image::Rgb([9, 80, 160]))
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

on_every_store!(pg nothing_of_an_account_is_left, a_wrong_password_deletes_nothing);

fn nothing_of_an_account_is_left(server: &Server) {
    let ade = Person::join(server);
    let kept = library::upload(server, &ade, "kept.wav", 3);
    let others_before = (ade.at(server).get("/api/wallet").body, server.media_files());
    let maya = join_and_use_everything(server);
    let owner = maya.user["id"].as_str().unwrap().to_owned();
    let phone = EventStream::open(server, &maya.token);
    assert!(
        server.rows_of(&owner).iter().filter(|(_, rows)| *rows > 0).count() >= 28,
        "{:?}",
        server.rows_of(&owner)
    );
    assert!(server.media_files().len() >= others_before.1.len() + 5);

    delete_account(server, &maya.token, &json!(PASSWORD)).expect(200);
    phone.wait_for_end();
    maya.at(server).get("/api/auth/me").expect_error(401);
    delete_account(server, &maya.token, &json!(PASSWORD)).expect_error(401);
    server.wait_until("the files are gone", || server.media_files() == others_before.1);
    server.wait_until("the rows are gone", || {
        server.rows_of(&owner).iter().all(|(_, rows)| *rows == 0)
    });
    server.wait_until("no byte of it is on the disk", || {
        let files = server.database_files();
        let holds = |text: &str| files.iter().any(|bytes| contains(bytes, text.as_bytes()));
        ![MARK, &MARK.to_lowercase(), &maya.email, &owner].iter().any(|text| holds(text))
    });

    // The sign-in comes last, because its attempt is counted under the email address for a while.
    server
        .post("/api/auth/login", &json!({"email": maya.email, "password": PASSWORD}))
        .expect_error(401);
    assert_eq!(ade.at(server).get("/api/wallet").body, others_before.0);
    assert_eq!(ade.at(server).get(&format!("{}/stream", library::path(&kept))).status, 200);
    let again = server.post("/api/auth/signup", &sign_up_form(&maya.email)).expect(201);
    assert_ne!(again.body["user"]["id"], json!(owner));
    let new = server.with_token(again.body["token"].as_str().unwrap());
    assert!(!new.get("/api/transactions").expect(200).text().contains(MARK));
}

fn a_wrong_password_deletes_nothing(server: &Server) {
    let maya = Person::join(server);
    delete_account(server, &maya.token, &json!("Wrong-1234")).expect_error(403);
    delete_account(server, &maya.token, &json!("")).expect_error(400);
    delete_account(server, &maya.token, &Value::Null).expect_error(400);
    delete_account(server, &maya.token, &json!(7)).expect_error(400);
    server
        .call("DELETE", "/api/users/account")
        .json(&json!({"password": PASSWORD}))
        .send()
        .expect_error(401);
    maya.at(server).get("/api/auth/me").expect(200);
}

fn contains(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}
