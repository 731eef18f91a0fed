//! Sample data over HTTP: the rows of a new account, and the rows that are left after clearing.

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Engine, Server, tested_on};

tested_on!([] {
    mod sqlite { Server::start_process(Engine::Sqlite, super::SAMPLES) }
    mod postgres { Server::start_process(Engine::Postgres, super::SAMPLES) }
} a_newcomer_finds_a_working_studio, pg clearing_leaves_what_the_owner_added);

const SAMPLES: &[&str] = &["--sample-data", "on"];

fn get(server: &Server, person: &Person, path: &str) -> Value {
    person.at(server).get(path).expect(200).body
}

fn balances(server: &Server, person: &Person) -> Vec<Value> {
    let body = get(server, person, "/api/wallet");
    let accounts = body["accounts"].as_array().unwrap();
    accounts.iter().map(|account| account["balance"].clone()).collect()
}

fn is_furnished(server: &Server, person: &Person) -> bool {
    get(server, person, "/api/users/settings")["settings"]["sample_data"].as_bool().unwrap()
}

fn a_newcomer_finds_a_working_studio(server: &Server) {
    let person = Person::join(server);
    assert!(is_furnished(server, &person));
    let wallet = get(server, &person, "/api/wallet");
    assert_eq!(wallet["wallet"]["balance"], 25450.75);
    let own = wallet["accounts"].as_array().unwrap().iter().filter(|one| one["kind"] == "currency");
    assert!(own.clone().count() == 3 && own.clone().all(|one| one["balance"] == 20000.0));

    let transactions = get(server, &person, "/api/transactions?limit=200");
    let rows = transactions["transactions"].as_array().unwrap();
    let mut references: Vec<_> =
        rows.iter().map(|row| row["reference"].as_str().unwrap()).collect();
    references.reverse();
    assert_eq!((references[0], references[1]), ("TXN-001", "TXN-002"));
    assert!(references.is_sorted(), "{references:?}");
    for status in ["completed", "pending", "failed"] {
        assert!(rows.iter().any(|row| row["status"] == status), "{status}");
    }
    let sales = get(server, &person, "/api/sales?limit=200");
    for status in ["Completed", "Pending", "Failed"] {
        assert!(sales["sales"].as_array().unwrap().iter().any(|row| row["status"] == status));
    }
    assert_eq!(get(server, &person, "/api/beneficiaries")["total"], 5);
    assert_eq!(get(server, &person, "/api/goals?status=active")["total"], 2);
    assert_eq!(get(server, &person, "/api/applications")["total"], 3);
    assert_eq!(get(server, &person, "/api/cards")["cards"], json!([]));
    let kinds = get(server, &person, "/api/notifications/stats/summary");
    for kind in ["sale", "message", "system", "payment", "download", "review"] {
        assert!(kinds["summary"]["by_type"][kind]["total"].as_i64() > Some(0), "{kind}: {kinds}");
    }
    beats_play(server, &person);
    licenses_tell_their_story(server, &person);
}

/// Waits until the job that issues the sample licenses is done: it adds a reservation as its last step.
fn wait_for_licenses(server: &Server) {
    let waiting =
        "SELECT COUNT(*) FROM jobs WHERE kind = 'place-sample-beats' AND finished_at IS NULL";
    server.wait_until("the sample licenses are issued", || server.query_number(waiting) == 0);
}

fn licenses_tell_their_story(server: &Server, person: &Person) {
    wait_for_licenses(server);
    let listed = get(server, person, "/api/licenses?limit=50");
    let licenses = listed["licenses"].as_array().unwrap();
    assert_eq!(licenses.len(), 12, "{listed}");
    let of = |field: &str, value: &str| licenses.iter().filter(|one| one[field] == value).count();
    for kind in
        ["MP3 Lease", "WAV Lease", "Trackout Lease", "Unlimited Lease", "Exclusive", "Free demo"]
    {
        assert!(of("kind", kind) > 0, "{kind}");
    }
    for state in ["active", "expired", "superseded", "terminated", "refunded"] {
        assert!(of("state", state) > 0, "{state}");
    }
    let one = |state: &str| licenses.iter().find(|one| one["state"] == state).unwrap();
    assert_ne!(one("terminated")["ended_reason"], Value::Null);
    let sale = one("refunded")["sale_id"].as_str().unwrap();
    let sale = get(server, person, &format!("/api/sales/{sale}"))["sale"].clone();
    assert_eq!(
        (&sale["status"], &sale["license_id"]),
        (&json!("Refunded"), &one("refunded")["id"])
    );
    let replaced = one("superseded");
    let newer = licenses.iter().find(|one| one["id"] == replaced["superseded_by"]);
    assert_eq!(newer.expect("the successor")["state"], "active", "{replaced}");
    let figures = &listed["figures"];
    assert_eq!((&figures["near_cap"], &figures["expiring"]), (&json!(1), &json!(1)), "{figures}");
    let exclusive = licenses.iter().find(|one| one["is_exclusive"] == true).unwrap();
    let beat = format!("/api/documents/{}", exclusive["document_id"].as_str().unwrap());
    assert_eq!(get(server, person, &beat)["document"]["status"], "Sold");
    let text = contract_text(server, person, exclusive);
    assert!(text.contains("MP3 Lease, issued"), "the earlier license is listed: {text}");
    let verified = server.command(&["licenses", "verify"]);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    // Sample data fills in no legal profile.
    assert_eq!(get(server, person, "/api/legal-profile")["legal_profile"]["legal_name"], "");

    let library = get(server, person, "/api/documents");
    let find = |title: &str| {
        let all = library["documents"].as_array().unwrap();
        let beat = all.iter().find(|beat| beat["title"] == title).unwrap();
        format!("/api/documents/{}", beat["id"].as_str().unwrap())
    };
    let glass = find("Glass Garden");
    assert_ne!(get(server, person, &glass)["notes"], Value::Null);
    let files = get(server, person, &format!("{glass}/files"))["files"].clone();
    let told: Vec<_> = files
        .as_array()
        .unwrap()
        .iter()
        .map(|file| {
            assert!(file["size"].as_i64() > Some(0), "{file}");
            (file["role"].as_str().unwrap(), file["version"].as_i64().unwrap())
        })
        .collect();
    assert_eq!(told, [("mp3", 1), ("wav", 2), ("wav", 1), ("stems", 1), ("artwork", 1)]);
    let offers = |beat: &str| {
        let prices = get(server, person, &format!("{beat}/prices"))["prices"].clone();
        prices.as_array().unwrap().iter().map(|one| one["offer"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(offers(&glass), ["own", "own", "default", "default", "default", "default"]);
    assert_eq!(offers(&find("Lagos After Rain"))[3..5], ["off", "off"]);
    let reserved = get(server, person, &format!("{}/reservation", find("Northern Line")));
    assert_eq!(reserved["reservation"]["name"], "Lowtide Films");
}

fn contract_text(server: &Server, person: &Person, license: &Value) -> String {
    let path = format!("/api/licenses/{}/contract", license["id"].as_str().unwrap());
    crate::sales::receipts::pdf_text(&person.at(server).get(&path).bytes)
}

/// Sample beats are sold and available, of several genres, and already analyzed; their files are stored soon after the
/// rows.
fn beats_play(server: &Server, person: &Person) {
    let library = get(server, person, "/api/documents");
    let beats = library["documents"].as_array().unwrap();
    assert_eq!(beats.len(), 8);
    for status in ["Sold", "Available"] {
        assert!(beats.iter().any(|beat| beat["status"] == status));
    }
    for beat in beats {
        assert!(beat["analysis"] == "done" && beat["duration"].as_f64().unwrap() > 5.0, "{beat}");
        assert!(beat["loudness"].is_number() && beat["bpm"].is_number(), "{beat}");
        let path = format!("/api/documents/{}/stream", beat["id"].as_str().unwrap());
        let answer = server.wait_for(&path, || {
            Some(person.at(server).get(&path)).filter(|answer| answer.status == 200)
        });
        assert_eq!(beat["file_size"], json!(answer.bytes.len()));
        assert!(answer.bytes.starts_with(b"RIFF"));
    }
}

fn clearing_leaves_what_the_owner_added(server: &Server) {
    let (person, other) = (Person::join(server), Person::join(server));
    let at = person.at(server);
    let client = get(server, &person, "/api/beneficiaries")["beneficiaries"][0]["id"].clone();
    let beat = get(server, &person, "/api/documents")["documents"][0]["id"].clone();
    let sale = json!({"beat_id": beat, "client_id": client, "amount": 300, "license": "basic"});
    let sale = at.post("/api/sales", &sale).expect(201).body["sale"].clone();
    // The withdrawal is larger than the owner's own 300, so it spends sample money.
    at.post("/api/wallet/withdraw", &json!({"amount": 1000})).expect(201);
    at.post(
        "/api/goals",
        &json!({"title": "Mine", "target_amount": 5, "target_date": "2090-01-01"}),
    )
    .expect(201);
    wait_for_licenses(server);
    let (own, contract) = own_license(server, &person);
    // A pending sample sale that is completed makes a transaction that counts as a sample too.
    let pending = get(server, &person, "/api/sales?status=Pending")["sales"][0]["id"].clone();
    let path = format!("/api/sales/{}", pending.as_str().unwrap());
    at.put(&path, &json!({"status": "Completed"})).expect(200);

    at.delete("/api/users/sample-data").expect(200);
    assert!(!is_furnished(server, &person) && is_furnished(server, &other));
    let kept = get(server, &person, &format!("/api/sales/{}", sale["id"].as_str().unwrap()));
    assert_eq!(
        (&kept["sale"]["beat_id"], &kept["sale"]["client_id"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(kept["sale"]["title"], sale["title"]);
    for (path, count) in [
        ("/api/sales", 1),
        ("/api/beneficiaries", 0),
        ("/api/documents", 0),
        ("/api/goals", 1),
        // Three transactions are left: the sale, the withdrawal, and the correction for spent sample money.
        ("/api/applications", 0),
        ("/api/transactions", 3),
    ] {
        assert_eq!(get(server, &person, path)["total"], count, "{path}");
    }
    // The license that the owner issued stays, with its contract and the file it promises; all others are gone.
    let left = get(server, &person, "/api/licenses");
    assert_eq!((&left["total"], &left["licenses"][0]["id"]), (&json!(1), &own["id"]));
    assert_eq!(left["licenses"][0]["document_id"], Value::Null);
    let path = format!("/api/licenses/{}", own["id"].as_str().unwrap());
    assert!(person.at(server).get(&format!("{path}/contract")).bytes == contract);
    assert_eq!(get(server, &person, &format!("{path}/evidence"))["is_intact"], true);
    let verified = server.command(&["licenses", "verify"]);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    let owner = person.user["id"].as_str().unwrap();
    let rows = |table: &str| {
        server.query_number(&format!("SELECT COUNT(*) FROM {table} WHERE owner_id = '{owner}'"))
    };
    for (table, count) in
        [("document_files", 0), ("beat_prices", 0), ("reservations", 0), ("kept_files", 1)]
    {
        assert_eq!(rows(table), count, "{table}");
    }
    let notices = get(server, &person, "/api/notifications?limit=100");
    assert!(!notices.to_string().contains("/licenses/"), "{notices}");
    server.wait_until("two files are left", || {
        let files = server.media_files();
        let mine = files.iter().filter(|file| file.to_string_lossy().contains(owner));
        // The owner's files are the contract and the promised file.
        mine.count() == 2
    });
    assert_eq!(get(server, &other, "/api/licenses")["total"], 12);
    assert_eq!(balances(server, &person), [json!(0.0), json!(0.0), json!(0.0), json!(0.0)]);
    let correction =
        get(server, &person, "/api/transactions?type=other")["transactions"][0].clone();
    assert_eq!(
        (&correction["amount"], &correction["status"]),
        (&json!(700.0), &json!("completed"))
    );
    // Clearing again changes nothing, and another account keeps its sample data.
    at.delete("/api/users/sample-data").expect(200);
    assert_eq!(get(server, &person, "/api/transactions")["total"], 3);
    assert_eq!(get(server, &other, "/api/documents")["total"], 8);
}

/// Issues a license of a sample beat as the owner; returns the license and the bytes of its contract.
fn own_license(server: &Server, person: &Person) -> (Value, Vec<u8>) {
    use crate::licenses::issued::{contract, enter_profile, issue, kind, order};
    enter_profile(server, person);
    let library = get(server, person, "/api/documents?search=copper");
    let order = order(&library["documents"][0], &kind(server, person, "MP3 Lease"), "Zoë Vance");
    let license = issue(server, person, &order);
    assert_eq!(license["files"].as_array().unwrap().len(), 1);
    let bytes = contract(server, person, &license).bytes;
    (license, bytes)
}

#[test]
fn off_means_empty() {
    let server = Server::start_process(Engine::Sqlite, &["--sample-data", "off"]);
    let person = Person::join(&server);
    assert!(!is_furnished(&server, &person));
    assert_eq!(get(&server, &person, "/api/transactions")["total"], 0);
    person.at(&server).delete("/api/users/sample-data").expect(200);
}
