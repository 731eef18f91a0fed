//! Sample data over HTTP: what a newcomer finds, and what is left after it was cleared.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Engine, Server};

mod sqlite {
    use super::*;

    #[test]
    fn a_newcomer_finds_a_working_studio() {
        super::a_newcomer_finds_a_working_studio(&furnishing(Engine::Sqlite));
    }

    #[test]
    fn clearing_leaves_what_the_owner_added() {
        super::clearing_leaves_what_the_owner_added(&furnishing(Engine::Sqlite));
    }
}

mod postgres {
    use super::*;

    #[test]
    fn a_newcomer_finds_a_working_studio() {
        super::a_newcomer_finds_a_working_studio(&furnishing(Engine::Postgres));
    }

    #[test]
    fn clearing_leaves_what_the_owner_added() {
        super::clearing_leaves_what_the_owner_added(&furnishing(Engine::Postgres));
    }
}

fn furnishing(engine: Engine) -> Server {
    Server::start_process(engine, &["--sample-data", "on"])
}

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
}

/// Sold and available ones of several genres, heard already; the bytes follow the rows at once.
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
        let deadline = Instant::now() + Duration::from_secs(60);
        let answer = loop {
            let answer = person.at(server).get(&path);
            if answer.status == 200 {
                break answer;
            }
            assert!(Instant::now() < deadline, "{path}: {}", answer.status);
            std::thread::sleep(Duration::from_millis(50));
        };
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
    // More than the owner's own 300, out of sample money.
    at.post("/api/wallet/withdraw", &json!({"amount": 1000})).expect(201);
    at.post(
        "/api/goals",
        &json!({"title": "Mine", "target_amount": 5, "target_date": "2090-01-01"}),
    )
    .expect(201);
    // A pending sample sale that comes in brings a transaction that is as much a sample.
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
        // The sale, the withdrawal, and the correction of what was spent of the sample.
        ("/api/applications", 0),
        ("/api/transactions", 3),
    ] {
        assert_eq!(get(server, &person, path)["total"], count, "{path}");
    }
    assert_eq!(balances(server, &person), [json!(0.0), json!(0.0), json!(0.0), json!(0.0)]);
    let correction =
        get(server, &person, "/api/transactions?type=other")["transactions"][0].clone();
    assert_eq!(
        (&correction["amount"], &correction["status"]),
        (&json!(700.0), &json!("completed"))
    );
    // Once more changes nothing, and the neighbour keeps theirs.
    at.delete("/api/users/sample-data").expect(200);
    assert_eq!(get(server, &person, "/api/transactions")["total"], 3);
    assert_eq!(get(server, &other, "/api/documents")["total"], 8);
}

#[test]
fn off_means_empty() {
    let server = Server::start_process(Engine::Sqlite, &["--sample-data", "off"]);
    let person = Person::join(&server);
    assert!(!is_furnished(&server, &person));
    assert_eq!(get(&server, &person, "/api/transactions")["total"], 0);
    person.at(&server).delete("/api/users/sample-data").expect(200);
}
