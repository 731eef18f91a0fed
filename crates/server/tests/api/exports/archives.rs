//! The archive of an account: a ZIP file of everything it holds. It is requested with the password, made by the worker
//! and downloaded through a link. SET-06, SET-10

use std::io::{Cursor, Read};

use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Answer, Server, library, on_every_store};

fn request_archive(server: &Server, person: &Person, password: &Value) -> Answer {
    person.at(server).post("/api/users/export-data", &json!({"password": password}))
}

/// Requests an archive and waits until it is completed.
fn make_archive(server: &Server, person: &Person) -> Value {
    let asked = request_archive(server, person, &json!(PASSWORD)).expect(201);
    assert_eq!(asked.body["email"], json!(person.email));
    server.wait_for("an archive", || {
        let archives = person.at(server).get("/api/archives").expect(200).body["archives"].clone();
        let archive = &archives[0];
        assert_eq!(archive["id"], asked.body["archive"]["id"]);
        match archive["status"].as_str().unwrap() {
            "completed" => Some(archive.clone()),
            "pending" | "processing" => None,
            other => panic!("{other}: {archive} {}", server.output()),
        }
    })
}

fn request_ticket(server: &Server, person: &Person, archive: &Value) -> Answer {
    let path = format!("/api/archives/{}/ticket", archive["id"].as_str().unwrap());
    person.at(server).post(&path, &json!({}))
}

fn unzip_bytes(zip: &mut zip::ZipArchive<Cursor<Vec<u8>>>, name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    zip.by_name(name).unwrap_or_else(|_| panic!("no {name}")).read_to_end(&mut bytes).unwrap();
    bytes
}

on_every_store!(
    pg everything_is_in_one_file,
    every_table_of_an_account_is_in_it_or_left_out_for_a_reason,
    it_needs_the_password_and_comes_one_at_a_time
);

fn everything_is_in_one_file(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let beat = library::wav_bytes(9);
    let name = "Nacht, \"Fahrt\".wav";
    let file = library::File { name, kind: "audio/wav", bytes: &beat };
    let document =
        library::send_file(server, &maya, &file, &[]).expect(201).body["document"].clone();
    library::upload(server, &ade, "ade-only.wav", 3);
    crate::money::cards::add(server, &maya, &crate::money::cards::form());
    let client = json!({"name": "Zoë", "email": "zoe@harbour.fm", "account_number": "GB12 3456", "bank_name": "North Bank"});
    maya.at(server).post("/api/beneficiaries", &client).expect(201);
    maya.at(server)
        .post("/api/wallet/deposit", &json!({"amount": 70.25, "note": "Für dich"}))
        .expect(201);
    maya.at(server)
        .post("/api/sales", &json!({"title": "Midnight", "client": "Zoë", "amount": 40}))
        .expect(201);

    let archive = make_archive(server, &maya);
    assert_eq!(archive["progress"], 100);
    let link = request_ticket(server, &maya, &archive).expect(201).body["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let answer = server.get(&link);
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/zip"));
    assert!(
        answer.header("content-disposition").starts_with("attachment; filename=\"ledgerline-20"),
        "{answer:?}"
    );
    assert_eq!(archive["file_size"], json!(answer.bytes.len()));
    let part = server.call("GET", &link).header("range", "bytes=10-19").send();
    assert_eq!((part.status, part.bytes.as_slice()), (206, &answer.bytes[10..20]));

    let mut zip = zip::ZipArchive::new(Cursor::new(answer.bytes)).unwrap();
    let names: Vec<String> = zip.file_names().map(|name| name.unwrap().into_owned()).collect();
    let media: Vec<&String> = names.iter().filter(|name| name.starts_with("media/")).collect();
    assert_eq!(media.len(), 1, "{names:?}");
    assert_eq!(unzip_bytes(&mut zip, media[0]), beat);
    assert_eq!(zip.by_name(media[0]).unwrap().compression(), zip::CompressionMethod::Stored);
    let account: Value = serde_json::from_slice(&unzip_bytes(&mut zip, "account.json")).unwrap();
    assert_eq!(account["profile"]["email"], json!(maya.email));
    // GUARD-12: no expiry, and no whole account number.
    assert_eq!(account["cards"][0]["number"], "•••• •••• •••• 1486");
    assert_eq!(account["cards"][0]["expiry"], "••/••");
    let clients: Value = serde_json::from_slice(&unzip_bytes(&mut zip, "clients.json")).unwrap();
    assert_eq!(clients[0]["account_number"], "•••• 3456");
    assert_eq!(account["accounts"][0]["balance"], "110.25");
    for noun in [
        "transactions",
        "sales",
        "clients",
        "goals",
        "applications",
        "beats",
        "notifications",
        "security-log",
    ] {
        let rows: Value =
            serde_json::from_slice(&unzip_bytes(&mut zip, &format!("{noun}.json"))).unwrap();
        let csv = String::from_utf8(unzip_bytes(&mut zip, &format!("{noun}.csv"))).unwrap();
        assert_eq!(csv.lines().count(), rows.as_array().unwrap().len() + 1, "{noun}");
    }
    let documents: Value = serde_json::from_slice(&unzip_bytes(&mut zip, "beats.json")).unwrap();
    assert_eq!(documents[0]["id"], document["id"]);
    let all: String = names
        .iter()
        .map(|name| String::from_utf8_lossy(&unzip_bytes(&mut zip, name)).into_owned())
        .collect();
    for secret in ["4539578763621486", "GB12 3456", PASSWORD, "$argon2", &ade.email, "ade-only"] {
        assert!(!all.contains(secret), "{secret}");
    }
    let told = maya.at(server).get("/api/notifications").expect(200).text();
    assert!(told.contains("Your data is ready"), "{told}");
    assert!(!server.output().contains(link.rsplit('/').next().unwrap()), "a link is never logged");

    // OPS-06: nobody else can download the archive, and its link ends with the session.
    request_ticket(server, &ade, &archive).expect_error(404);
    assert_eq!(ade.at(server).get("/api/archives").expect(200).body["total"], 0);
    maya.at(server).post("/api/auth/logout", &json!({})).expect(200);
    server.get(&link).expect_error(403);
}

/// WHOLE-01: every row of an account is in the archive. A new table fails this test until the archive has it, or until
/// `coverage.rs` lists it with the reason why it is left out.
fn every_table_of_an_account_is_in_it_or_left_out_for_a_reason(server: &Server) {
    use app::exports::archives::coverage::{HELD, HELD_AS_A_WHOLE, LEFT_OUT};
    let maya = Person::join(server);
    let beat = library::upload(server, &maya, "Night Drive.wav", 4);
    let kind = crate::licenses::kinds(server, &maya)[0]["id"].clone();
    let prices =
        json!({"ids": [beat["id"]], "prices": [{"kind_id": kind, "offer": "own", "price": 40}]});
    maya.at(server).post("/api/documents/prices", &prices).expect(200);
    let file = library::File { name: "notes.txt", kind: "text/plain", bytes: b"two verses" };
    crate::library::files::add(server, &maya, &beat, "other", &file).expect(201);
    crate::money::cards::add(server, &maya, &crate::money::cards::form());
    let client = json!({"name": "Zoë", "email": "zoe@harbor.fm", "account_number": "77", "bank_name": "North"});
    maya.at(server).post("/api/beneficiaries", &client).expect(201);
    maya.at(server).post("/api/wallet/deposit", &json!({"amount": 70.25})).expect(201);
    let goal = json!({"title": "Monitors", "target_amount": 10, "target_date": "2088-03-01"});
    maya.at(server).post("/api/goals", &goal).expect(201);
    let application = json!({"type": "grant", "title": "Tour support", "organization": "Arts Fund", "amount": 900});
    maya.at(server).post("/api/applications", &application).expect(201);
    let legal = json!({"legal_name": "Maya Adaeze Okafor", "tax_number": "TAX-9981-4321"});
    maya.at(server).put("/api/legal-profile", &legal).expect(200);
    let second = library::upload(server, &maya, "Slow Harbor.wav", 5);
    let reservation = format!("{}/reservation", library::path(&second));
    maya.at(server).put(&reservation, &json!({"buyer": {"name": "Nova"}})).expect(200);
    crate::licenses::issued::enter_profile(server, &maya);
    let order = json!({"document_id": beat["id"], "kind_id": crate::licenses::kinds(server, &maya)[1]["id"],
        "buyer": {"name": "Zoë Vance"}, "sale": {}});
    let license = crate::licenses::issued::issue(server, &maya, &order);
    let changed =
        json!({"studio_name": "Northline Studio", "session_timeout": 15, "compact_mode": true});
    maya.at(server).put("/api/users/settings", &changed).expect(200);

    maya.at(server).put("/api/shop", &json!({"handle": "maya-okafor"})).expect(200);
    maya.at(server).put("/api/shop", &json!({"handle": "maya-o"})).expect(200);

    let share = json!({"title": "Winter EP", "beats": [beat["id"]]});
    maya.at(server).post("/api/shares", &share).expect(201);
    let way =
        json!({"type": "bank", "label": "Bank", "rows": [{"label": "IBAN", "value": "GB33"}]});
    maya.at(server).put("/api/ways-to-pay", &json!({"ways": [way]})).expect(200);
    let offer =
        json!({"buyer": {"name": "Ade"}, "lines": [{"document_id": beat["id"], "kind_id": kind}]});
    let offer = crate::offers::make_offer(server, &maya, &offer);
    crate::offers::send_offer(server, &maya, &offer);

    let archive = make_archive(server, &maya);
    let link = request_ticket(server, &maya, &archive).expect(201).body["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut zip = zip::ZipArchive::new(Cursor::new(server.get(&link).bytes)).unwrap();
    let account: Value = serde_json::from_slice(&unzip_bytes(&mut zip, "account.json")).unwrap();
    assert_eq!(account["legal_profile"]["legal_name"], "Maya Okafor");
    // LIC-17: the archive holds the contract as it was issued.
    let contract = crate::licenses::issued::contract(server, &maya, &license).bytes;
    assert_eq!(unzip_bytes(&mut zip, "contracts/LIC-0001.pdf"), contract);
    assert_eq!(account["legal_profile"]["tax_number"], "•••• 4321");
    assert_eq!(account["shop"]["handle"], "maya-o");
    assert_eq!(account["shop"]["old_handles"][0]["handle"], "maya-okafor");
    // Settings have the types that the API gives them.
    let settings = &account["settings"];
    assert_eq!(
        (&settings["session_timeout"], &settings["compact_mode"], &settings["studio_name"]),
        (&json!(15), &json!(true), &json!("Northline Studio"))
    );
    let profile = maya.at(server).get("/api/auth/me").expect(200).body;
    let owner = profile["user"]["id"].as_str().unwrap();
    let is_in = |list: &[(&str, &str)], table: &str| list.iter().any(|(name, _)| *name == table);
    for (table, count) in server.rows_of(owner) {
        let Some((_, place)) = HELD.iter().find(|(name, _)| *name == table) else {
            let known =
                is_in(HELD_AS_A_WHOLE, &table) || is_in(LEFT_OUT, &table) || table == "users";
            assert!(known, "no list in coverage.rs names the table {table}");
            continue;
        };
        let rows = match place.split_once('/') {
            Some((_, path)) => account[path].as_array().unwrap().len(),
            None if place.ends_with(".json") => {
                let rows: Value = serde_json::from_slice(&unzip_bytes(&mut zip, place)).unwrap();
                rows.as_array().unwrap().len()
            }
            None => continue,
        };
        // Rows that were added after the archive was begun are not in it, and `outside` accounts are not exported.
        let count = match table.as_str() {
            "accounts" => server.query_number(&format!(
                "SELECT COUNT(*) FROM accounts WHERE owner_id = '{owner}' AND kind <> 'outside'"
            )),
            "notifications" | "security_log" => count.min(rows as i64),
            _ => count,
        };
        assert_eq!(rows as i64, count, "{table}");
        let may_be_empty = [
            "avatars",
            "message_answers",
            "deliveries",
            "delivery_events",
            "delivery_files",
            "delivery_licenses",
            "offer_acceptances",
            "passkeys",
            "payment_reports",
            "share_figures",
            "share_hearts",
            "share_messages",
            "shop_links",
            "shop_messages",
            "voice_tags",
        ];
        assert!(rows > 0 || may_be_empty.contains(&table.as_str()), "{table}");
    }
}

fn it_needs_the_password_and_comes_one_at_a_time(server: &Server) {
    let maya = Person::join(server);
    request_archive(server, &maya, &json!("Wrong-1234")).expect_error(403);
    request_archive(server, &maya, &json!("")).expect_error(400);
    server.post("/api/users/export-data", &json!({"password": PASSWORD})).expect_error(401);
    server.get("/api/archives/files/nonsense").expect_error(403);
    maya.at(server).post("/api/archives/nonsense/ticket", &json!({})).expect_error(404);
    let archive = make_archive(server, &maya);
    assert_eq!(request_archive(server, &maya, &json!(PASSWORD)).expect(201).status, 201);
    assert_ne!(archive["expires_at"], Value::Null);
}
