//! `ledgerline seed`, as an operator runs it and as the account's owner then sees it.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::harness::people::Person;
use crate::harness::{Engine, Server, program};

fn run_seed(server: &Server, words: &[&str]) -> (Option<i32>, String, String) {
    let output =
        program(&["seed"]).args(words).args(server.data_flags()).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Every page of the list, one after the other.
fn list_all(server: &Server, person: &Person) -> Vec<Value> {
    let mut rows = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/api/transactions?limit=200{cursor}");
        let page = person.at(server).get(&path).expect(200).body;
        rows.extend(page["transactions"].as_array().expect("a list").iter().cloned());
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return rows,
        }
    }
}

fn cents(amount: &Value) -> i64 {
    (amount.as_f64().expect("a number") * 100.0).round() as i64
}

fn row_contains(row: &Value, term: &str) -> bool {
    let text = |field: &str| row[field].as_str().unwrap_or_default().to_lowercase();
    let term = term.to_lowercase();
    ["title", "description", "reference"].iter().any(|at| text(at).contains(&term))
}

/// SHELL-06: the global search finds rare and frequent words, in new and old rows, and references by their beginning.
fn found_by_the_search_of_everything(server: &Server, person: &Person, rows: &[Value]) {
    for term in [
        "txn-1", "txn-12", "txn-120", "txn-1203", "txn-9", "txn-01", "txn-007", "rent", "bundle",
        "interest",
    ] {
        let path = format!("/api/search?limit=20&q={term}");
        let groups = person.at(server).get(&path).expect(200).body["groups"].clone();
        let groups = groups.as_array().expect("groups");
        let group = groups.iter().find(|group| group["kind"] == "transaction").expect(term);
        let hits = group["hits"].as_array().expect("hits");
        let fitting: Vec<&Value> = rows.iter().filter(|row| row_contains(row, term)).collect();
        assert_eq!(hits.len(), fitting.len().min(20), "{term}");
        assert_eq!(group["has_more"], fitting.len() > 20, "{term}");
        assert!(hits.iter().all(|hit| fitting.iter().any(|row| row["id"] == hit["id"])), "{term}");
        // The row with exactly this reference comes before rows whose reference begins with it.
        let meant = fitting.iter().find(|row| row["reference"] == term.to_uppercase().as_str());
        if let Some(meant) = meant {
            assert_eq!(hits[0]["id"], meant["id"], "{term}");
        }
    }
}

/// TXN-01, TXN-03: for seeded rows too, the list, balances, totals and search agree.
#[test]
fn what_is_seeded_is_a_sound_account() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let server = Server::start_process(engine, &[]);
        let person = Person::join(&server);
        let server = server.restart_as("serve", &[], |server| {
            let words = ["--email", &person.email, "--transactions", "1203", "--clients", "12"];
            let (code, told, complaints) =
                run_seed(server, &[&words[..], &["--goals", "4"]].concat());
            assert_eq!(code, Some(0), "{complaints}");
            assert!(told.contains("1,203 more transactions") && told.contains(&person.email));
        });
        let at = person.at(&server);
        assert_eq!(at.get("/api/beneficiaries").expect(200).body["total"], 12);
        assert_eq!(at.get("/api/goals").expect(200).body["total"], 4);

        let rows = list_all(&server, &person);
        assert_eq!(rows.len(), 1203);
        let place = |row: &Value| {
            let text = |field: &str| row[field].as_str().expect("text").to_owned();
            let number: u32 = text("reference")["TXN-".len()..].parse().expect("a number");
            (text("date"), text("time"), number)
        };
        assert!(rows.is_sorted_by(|a, b| place(a) > place(b)), "the newest first");
        let mut balances = BTreeMap::<&str, i64>::new();
        for row in rows.iter().filter(|row| row["status"] == "completed") {
            *balances.entry(row["account_id"].as_str().expect("an id")).or_default() +=
                cents(&row["amount"]);
        }
        let wallet = at.get("/api/wallet").expect(200).body;
        for account in wallet["accounts"].as_array().expect("accounts") {
            let posted = balances.get(account["id"].as_str().expect("an id"));
            assert_eq!(cents(&account["balance"]), *posted.expect("used"), "{account}");
        }
        let summary = at.get("/api/transactions/stats/summary").expect(200).body["summary"].clone();
        assert_eq!(summary["count"], 1203);
        for (field, list) in [("type", "by_type"), ("status", "by_status")] {
            for figures in summary[list].as_array().expect("figures") {
                let of = |row: &&Value| {
                    row[field] == figures["of"] && row["currency"] == figures["currency"]
                };
                assert_eq!(figures["count"], rows.iter().filter(of).count(), "{figures}");
            }
        }
        found_by_the_search_of_everything(&server, &person, &rows);
        for term in ["rent", "Beat sale", "txn-12", "ze"] {
            let has = |row: &&Value| row_contains(row, term);
            let path = format!("/api/transactions?limit=1&search={}", term.replace(' ', "+"));
            let answer = at.get(&path).expect(200).body;
            let found = answer["total"].as_i64().expect("a count");
            let there_are = rows.iter().filter(has).count() as i64;
            // PostgreSQL's index does not serve a search for two letters, so the server counts only among the newest
            // rows.
            let is_exact = answer["total_is_exact"] == true;
            assert!(found == there_are || (!is_exact && found < there_are), "{term}: {found}");
            assert!(found > 0 && (is_exact || term == "ze"), "{term}: {found}");
        }
        let named = rows.iter().filter(|row| row["beneficiary_id"].is_string()).count();
        assert!(named > 20, "{named} of them name a client");
    }
}

#[test]
fn the_same_seed_makes_up_the_same_rows() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    let people = [1, 2, 3].map(|_| Person::join(&server));
    let server = server.restart_as("serve", &[], |server| {
        for (person, number) in people.iter().zip(["7", "7", "8"]) {
            let words =
                ["--email", &person.email, "--transactions", "50", "--clients", "3", "--seed"];
            assert_eq!(run_seed(server, &[&words[..], &[number]].concat()).0, Some(0));
        }
    });
    let contents = people.map(|person| {
        let rows = list_all(&server, &person);
        let said = |row: &Value| {
            ["type", "status", "title", "description", "date", "time", "amount", "currency"]
                .map(|field| row[field].to_string())
        };
        rows.iter().map(said).collect::<Vec<_>>()
    });
    assert_eq!(contents[0], contents[1]);
    assert_ne!(contents[0], contents[2]);
}

/// OPS-07: a refused `seed` command prints one line and adds no rows.
#[test]
fn nonsense_is_refused_in_one_line_and_makes_nothing() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    let person = Person::join(&server);
    let refused = |server: &Server, words: &[&str], code: i32, says: &str| {
        let (exit, told, line) = run_seed(server, words);
        assert_eq!((exit, told.as_str()), (Some(code), ""), "{line}");
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.contains(says), "{says:?} in {line}");
    };
    let email = ["--email", person.email.as_str()];
    // `seed` is refused while a server uses the data folder, and the server goes on.
    let some = [&email[..], &["--transactions", "5"]].concat();
    refused(&server, &some, 1, "stop it first");
    let server = server.restart_as("serve", &[], |server| {
        for (flag, value) in [
            ("--transactions", "many"),
            ("--transactions", "-1"),
            ("--transactions", "1.5"),
            ("--transactions", "10000001"),
            ("--transactions", "99999999999999999999"),
            ("--clients", "100001"),
            ("--goals", ""),
            ("--years", "0"),
            ("--seed", "x"),
        ] {
            let value = format!("{flag}={value}");
            let words = [&email[..], &["--clients=1", &value]].concat();
            let words = if flag == "--clients" { [&email[..], &[&value]].concat() } else { words };
            refused(server, &words, 2, &format!("{flag} is"));
        }
        refused(server, &email, 2, "nothing to make");
        refused(server, &["--email", "nobody@x.example", "--goals", "1"], 1, "No account");
        refused(server, &["--email", "not an address", "--goals", "1"], 1, "valid email");
    });
    for path in ["transactions", "beneficiaries", "goals"] {
        let list = person.at(&server).get(&format!("/api/{path}")).expect(200).body;
        assert_eq!(list["total"], 0, "{path}");
    }
}
