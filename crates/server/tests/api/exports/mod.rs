//! Exports of rows over HTTP: requested, made by the worker, downloaded. TXN-05, SALE-01, SET-10, FIN-01

mod archives;

use std::io::{Cursor, Read};

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Answer, Server, on_both_engines};
use crate::sales::receipts::pdf_text;

/// Requests an export and waits until it is completed.
fn make_export(server: &Server, person: &Person, request: &Value) -> Value {
    let asked = person.at(server).post("/api/exports/request", request).expect(201);
    let path = format!("/api/exports/status/{}", asked.body["export"]["id"].as_str().unwrap());
    server.wait_for("an export", || {
        let export = person.at(server).get(&path).expect(200).body["export"].clone();
        match export["status"].as_str().unwrap() {
            "completed" => Some(export),
            "pending" | "processing" => None,
            other => panic!("{other}: {export}"),
        }
    })
}

fn download_export(server: &Server, person: &Person, export: &Value) -> Answer {
    let path = format!("/api/exports/download/{}", export["id"].as_str().unwrap());
    let answer = person.at(server).get(&path);
    assert_eq!(answer.status, 200, "{answer:?}");
    answer
}

pub(crate) fn make_and_download(server: &Server, person: &Person, request: &Value) -> Answer {
    download_export(server, person, &make_export(server, person, request))
}

fn export_rows(server: &Server, person: &Person, kind: &str, filters: &Value) -> Vec<Value> {
    let request = json!({"type": kind, "format": "json", "filters": filters});
    make_and_download(server, person, &request).body.as_array().unwrap().clone()
}

fn unzip_text(bytes: &[u8], name: &str) -> String {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut text = String::new();
    zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

fn join_with_transactions(server: &Server) -> Person {
    let person = Person::join(server);
    let client = json!({"name": "Zoë Harbour", "email": "zoe@harbour.fm", "account_number": "GB12 3456",
        "bank_name": "North Bank", "relationship": "business"});
    let client =
        person.at(server).post("/api/beneficiaries", &client).expect(201).body["beneficiary"]
            .clone();
    let other = json!({"name": "Ade", "email": "ade@lagos.fm", "account_number": "77", "bank_name": "South Bank",
        "relationship": "friend"});
    person.at(server).post("/api/beneficiaries", &other).expect(201);
    for (title, kind, status, amount, day, client_id) in [
        ("Lease, \"Midnight\"", "deposit", "completed", 300.0, "2026-01-31", Value::Null),
        ("=HYPERLINK(\"x\")", "payment", "completed", -120.5, "2026-02-01", client["id"].clone()),
        ("Plugins", "payment", "failed", -60.0, "2026-02-28", Value::Null),
        ("École lease", "deposit", "pending", 80.0, "2026-02-14", Value::Null),
    ] {
        let body = json!({"title": title, "type": kind, "status": status, "amount": amount, "date": day,
            "time": "12:00", "beneficiary_id": client_id});
        person.at(server).post("/api/transactions", &body).expect(201);
    }
    person
}

on_both_engines!(
    a_file_is_asked_for_made_and_fetched,
    transactions_come_in_four_formats,
    pg a_file_holds_what_the_list_shows,
    other_nouns_have_their_own_columns_and_filters,
    the_library_and_the_notifications_come_as_files_too,
    lic_17_licenses_come_as_files_with_the_filters_of_their_list,
    what_makes_no_sense_is_refused_and_nothing_is_queued,
    anothers_export_is_not_there,
    a_pdf_has_every_cell_of_the_csv
);

// SET-10, FIN-01
fn a_file_is_asked_for_made_and_fetched(server: &Server) {
    let person = join_with_transactions(server);
    let asked = person
        .at(server)
        .post("/api/exports/request", &json!({"type": "transactions", "format": "csv"}))
        .expect(201);
    let fresh = &asked.body["export"];
    assert_eq!(
        (&fresh["type"], &fresh["format"], &fresh["status"]),
        (&json!("transactions"), &json!("csv"), &json!("pending"))
    );
    assert_eq!(
        (&fresh["file_size"], &fresh["completed_at"], &fresh["error"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    let export = make_export(server, &person, &json!({"type": "transactions", "format": "csv"}));
    let answer = download_export(server, &person, &export);
    assert_eq!(export["file_size"], json!(answer.bytes.len()));
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(answer.header("content-length"), answer.bytes.len().to_string());
    let day = &export["created_at"].as_str().unwrap()[..10];
    assert_eq!(
        answer.header("content-disposition"),
        format!("attachment; filename=\"ledgerline-transactions-{day}.csv\"")
    );
    assert_eq!(answer.header("cache-control"), "no-store");
    let history = person.at(server).get("/api/exports/history").expect(200).body;
    assert_eq!((&history["total"], &history["exports"][0]), (&json!(2), &export));
    let second = person.at(server).get("/api/exports/history?limit=1&offset=1").expect(200).body;
    assert_eq!(second["exports"][0]["id"], fresh["id"]);
    person.at(server).get("/api/exports/history?limit=0").expect_error(400);
}

// TXN-05
fn transactions_come_in_four_formats(server: &Server) {
    let person = join_with_transactions(server);
    let get = |format: &str| {
        make_and_download(server, &person, &json!({"type": "transactions", "format": format}))
    };
    let csv = get("csv").text();
    // Excel needs the byte order mark to read accents.
    let csv = csv.strip_prefix('\u{feff}').unwrap();
    let lines: Vec<&str> = csv.split_terminator("\r\n").collect();
    assert!(lines[0].starts_with("Reference,Date,Time,Type,Transaction,Description,Client,Account,Status,Amount,Currency,"), "{csv}");
    assert_eq!(lines.len(), 5);
    assert!(
        lines[1]
            .starts_with("TXN-003,2026-02-28,12:00,payment,Plugins,,,Wallet,failed,-60.00,USD,"),
        "{csv}"
    );
    assert!(lines[3].starts_with("TXN-002,2026-02-01,12:00,payment,\"'=HYPERLINK(\"\"x\"\")\",,Zoë Harbour,Wallet,completed,-120.50,USD,"), "{csv}");
    assert!(lines[4].contains("\"Lease, \"\"Midnight\"\"\""), "{csv}");
    let json = get("json");
    assert_eq!(json.header("content-type"), "application/json");
    let list = person.at(server).get("/api/transactions").expect(200).body;
    for (exported, listed) in
        json.body.as_array().unwrap().iter().zip(list["transactions"].as_array().unwrap())
    {
        for field in [
            "id",
            "reference",
            "date",
            "time",
            "type",
            "title",
            "amount",
            "currency",
            "status",
            "account_id",
            "beneficiary_id",
            "created_at",
        ] {
            assert_eq!(exported[field], listed[field], "{field}");
        }
    }
    assert!(json.text().contains("\"amount\":-120.50,"));
    let sheet = unzip_text(&get("xlsx").bytes, "xl/worksheets/sheet1.xml");
    assert!(
        sheet.contains("<v>-120.5</v>") && sheet.contains("=HYPERLINK") && !sheet.contains("<f>"),
        "{sheet}"
    );
    let text = pdf_text(&get("pdf").bytes);
    assert!(
        text.contains("Transactions") && text.contains("Maya Okafor") && text.contains("−120.50"),
        "{text}"
    );
    assert!(text.contains("École lease") && text.contains("Page 1 of 1"), "{text}");
}

// TXN-05: an export holds the rows that the list with the same filters shows, in the same order.
fn a_file_holds_what_the_list_shows(server: &Server) {
    let person = join_with_transactions(server);
    for (filters, query) in [
        (json!({}), ""),
        (json!({"type": "payment"}), "type=payment"),
        (
            json!({"type": ["payment", "deposit"], "status": "completed"}),
            "type=payment,deposit&status=completed",
        ),
        (json!({"search": "LEASE"}), "search=LEASE"),
        (json!({"from": "2026-02-01", "to": "2026-02-14"}), "from=2026-02-01&to=2026-02-14"),
        (json!({"min": -100, "max": "90.00"}), "min=-100&max=90"),
        (json!({"sort": "amount", "order": "asc"}), "sort=amount&order=asc"),
        (json!({"sort": "title", "limit": 1, "offset": 2, "cursor": "x"}), "sort=title"),
        (json!({"status": "", "search": null}), ""),
        (json!({"search": "nothing like it"}), "search=nothing+like+it"),
    ] {
        let list = person.at(server).get(&format!("/api/transactions?{query}")).expect(200).body;
        let ids = |rows: &[Value]| rows.iter().map(|row| row["id"].clone()).collect::<Vec<_>>();
        let exported = export_rows(server, &person, "transactions", &filters);
        assert_eq!(ids(&exported), ids(list["transactions"].as_array().unwrap()), "{filters}");
    }
}

// SALE-01, SET-10
fn other_nouns_have_their_own_columns_and_filters(server: &Server) {
    let person = join_with_transactions(server);
    for (title, client, amount, status) in
        [("Harbour", "Ana", 1250.5, "Completed"), ("Night", "Bo", 20.0, "Pending")]
    {
        let sale = json!({"title": title, "client": client, "amount": amount, "status": status, "license": "exclusive", "date": "2026-05-01"});
        person.at(server).post("/api/sales", &sale).expect(201);
    }
    let goal = json!({"title": "Monitors", "target_amount": 10, "target_date": "2088-03-01"});
    person.at(server).post("/api/goals", &goal).expect(201);

    let sales =
        export_rows(server, &person, "sales", &json!({"status": "Completed", "search": "ana"}));
    assert_eq!(sales.len(), 1);
    assert_eq!(
        (&sales[0]["reference"], &sales[0]["amount"], &sales[0]["license"]),
        (&json!("SALE-001"), &json!(1250.5), &json!("exclusive"))
    );
    assert_eq!(
        export_rows(server, &person, "sales", &json!({"sort": "lowest"}))[0]["title"],
        "Night"
    );

    let clients =
        export_rows(server, &person, "beneficiaries", &json!({"relationship": "business"}));
    assert_eq!(clients.len(), 1);
    assert_eq!(
        (&clients[0]["name"], &clients[0]["account_number"]),
        (&json!("Zoë Harbour"), &json!("•••• 3456"))
    );
    // GUARD-12: whole account numbers are exported only on request, and only with a fresh proof of identity.
    let whole = json!({"relationship": "business", "account_numbers": "whole"});
    assert_eq!(
        export_rows(server, &person, "beneficiaries", &whole)[0]["account_number"],
        "GB12 3456"
    );
    server.execute("UPDATE sessions SET proved_at = 1");
    let asked = json!({"type": "all", "format": "json", "filters": {"account_numbers": "whole"}});
    let refusal = person.at(server).post("/api/exports/request", &asked).expect_error(403);
    assert_eq!(refusal.body["requiresProof"], true);
    let nonsense = json!({"type": "all", "format": "json", "filters": {"account_numbers": "some"}});
    person.at(server).post("/api/exports/request", &nonsense).expect_error(400);
    assert_eq!(export_rows(server, &person, "beneficiaries", &json!({}))[0]["name"], "Ade");

    assert_eq!(
        export_rows(server, &person, "goals", &json!({"status": "completed"})),
        [] as [Value; 0]
    );
    let goals = export_rows(server, &person, "goals", &json!({"status": "active"}));
    assert_eq!(
        (&goals[0]["title"], &goals[0]["status"], &goals[0]["target_amount"]),
        (&json!("Monitors"), &json!("active"), &json!(10.0))
    );

    let all = make_and_download(server, &person, &json!({"type": "all", "format": "json"})).body;
    let counts: Vec<usize> =
        ["transactions", "sales", "beneficiaries", "documents", "goals", "applications"]
            .iter()
            .map(|noun| all[noun].as_array().unwrap().len())
            .collect();
    assert_eq!(counts, [5, 2, 2, 0, 1, 0]);
    assert!(!all["notifications"].as_array().unwrap().is_empty());
    let zip = make_and_download(server, &person, &json!({"type": "all", "format": "csv"}));
    assert_eq!(zip.header("content-type"), "application/zip");
    assert!(zip.header("content-disposition").ends_with(".zip\""));
    assert!(
        unzip_text(&zip.bytes, "sales.csv")
            .contains("SALE-001,2026-05-01,Harbour,Ana,,exclusive,Completed,1250.50,USD")
    );
    for format in ["xlsx", "pdf"] {
        assert!(
            make_and_download(server, &person, &json!({"type": "all", "format": format}))
                .bytes
                .len()
                > 1000
        );
    }
}

fn lic_17_licenses_come_as_files_with_the_filters_of_their_list(server: &Server) {
    use crate::licenses::issued::{issue, kind, order, producer};
    let person = producer(server);
    let beat = crate::harness::library::upload(server, &person, "Night Drive.wav", 1);
    let (mp3, wav) = (kind(server, &person, "MP3 Lease"), kind(server, &person, "WAV Lease"));
    let first = issue(server, &person, &order(&beat, &mp3, "Zoë Vance"));
    let usage = format!("/api/licenses/{}/usage", first["id"].as_str().unwrap());
    let gone = issue(server, &person, &order(&beat, &wav, "Ade Bello"));
    let end = format!("/api/licenses/{}/terminate", gone["id"].as_str().unwrap());
    person.at(server).post(&end, &json!({"reason": "Unpaid"})).expect(200);
    let own = json!({"prices": [{"kind_id": mp3["id"], "offer": "own", "price": 45}]});
    let prices = format!("/api/documents/{}/prices", beat["id"].as_str().unwrap());
    person.at(server).put(&prices, &own).expect(200);

    let csv =
        make_and_download(server, &person, &json!({"type": "licenses", "format": "csv"})).text();
    assert_eq!(csv.lines().count(), 3, "{csv}");
    let line = csv.lines().find(|line| line.starts_with("LIC-0002")).expect("the second license");
    assert!(line.contains("Ade Bello,WAV Lease,terminated") && line.contains("Unpaid"), "{line}");
    let book = make_and_download(server, &person, &json!({"type": "licenses", "format": "xlsx"}));
    let sheet = unzip_text(&book.bytes, "xl/worksheets/sheet1.xml");
    assert!(sheet.contains("LIC-0001") && sheet.contains("Zoë Vance"), "{sheet}");
    let found = |filters: &Value| {
        let rows = export_rows(server, &person, "licenses", filters);
        rows.iter().map(|row| row["reference"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(found(&json!({"state": "active"})), ["LIC-0001"]);
    assert_eq!(found(&json!({"kind": wav["id"]})), ["LIC-0002"]);
    assert_eq!(found(&json!({"search": "zoe"})), ["LIC-0001"]);
    assert_eq!(found(&json!({"near_cap": true})), [] as [Value; 0]);
    person.at(server).put(&usage, &json!({"streams": 1_000_000})).expect(200);
    assert_eq!(found(&json!({"near_cap": true})), ["LIC-0001"]);

    let all = make_and_download(server, &person, &json!({"type": "all", "format": "json"})).body;
    assert_eq!(all["licenses"].as_array().unwrap().len(), 2);
    assert_eq!(all["license-kinds"].as_array().unwrap().len(), 6);
    assert_eq!(all["beat-prices"][0]["price"], 45.0);
}

// SET-10: the library and the notifications are exported as their lists show them, in every format.
fn the_library_and_the_notifications_come_as_files_too(server: &Server) {
    let person = join_with_transactions(server);
    crate::harness::library::upload(server, &person, "Night Drive.wav", 1);
    crate::harness::library::upload(server, &person, "Harbour.wav", 2);
    let beats =
        export_rows(server, &person, "documents", &json!({"search": "night", "category": "beat"}));
    assert_eq!(
        (beats.len(), &beats[0]["title"], &beats[0]["status"]),
        (1, &json!("Night Drive"), &json!("Available"))
    );
    let listed = person.at(server).get("/api/documents?sort=title").expect(200).body;
    let titles = |rows: &[Value]| rows.iter().map(|row| row["title"].clone()).collect::<Vec<_>>();
    let exported =
        export_rows(server, &person, "documents", &json!({"sort": "title", "size_min": 1}));
    assert_eq!(titles(&exported), titles(listed["documents"].as_array().unwrap()));
    assert_eq!(exported[0]["file_size"], listed["documents"][0]["file_size"]);
    assert_eq!(
        export_rows(server, &person, "documents", &json!({"bpm_min": 250.5})),
        [] as [Value; 0]
    );

    let listed = person.at(server).get("/api/notifications?type=payment").expect(200).body;
    let exported = export_rows(server, &person, "notifications", &json!({"type": "payment"}));
    assert_eq!(titles(&exported), titles(listed["notifications"].as_array().unwrap()));
    assert!(!exported.is_empty() && exported[0]["read"] == "yes", "{exported:?}");
    assert_eq!(
        export_rows(server, &person, "notifications", &json!({"read": "false"})),
        [] as [Value; 0]
    );

    for kind in ["documents", "notifications", "goals", "beneficiaries"] {
        for format in ["csv", "xlsx", "pdf"] {
            let file = make_and_download(server, &person, &json!({"type": kind, "format": format}));
            assert!(file.bytes.len() > 60, "{kind} {format}");
        }
    }
    for (filters, field) in
        [(json!({"bpm_min": "fast"}), "bpm_min"), (json!({"sort": "colour"}), "sort")]
    {
        let request = json!({"type": "documents", "format": "csv", "filters": filters});
        let answer = person.at(server).post("/api/exports/request", &request).expect_error(400);
        assert!(answer.body["fields"][field].is_string(), "{}", answer.body);
    }
    let request = json!({"type": "notifications", "format": "csv", "filters": {"read": "maybe"}});
    person.at(server).post("/api/exports/request", &request).expect_error(400);
}

// SET-10
fn what_makes_no_sense_is_refused_and_nothing_is_queued(server: &Server) {
    let person = Person::join(server);
    let kinds = "Type must be one of transactions, sales, licenses, beneficiaries, documents, goals, applications, notifications, all";
    for (request, field, sentence) in [
        (json!({"format": "csv"}), "type", kinds),
        (json!({"type": "cards", "format": "csv"}), "type", kinds),
        (json!({"type": "goals"}), "format", "Format must be one of csv, json, xlsx, pdf"),
        (
            json!({"type": "goals", "format": "doc"}),
            "format",
            "Format must be one of csv, json, xlsx, pdf",
        ),
        (
            json!({"type": "transactions", "format": "csv", "filters": {"type": "gift"}}),
            "type",
            "Type must be one of deposit, withdrawal, payment, other, transfer",
        ),
        (
            json!({"type": "transactions", "format": "csv", "filters": {"from": "2026-02-30"}}),
            "from",
            "Start date must be a valid date, such as 2026-01-31",
        ),
        (
            json!({"type": "goals", "format": "csv", "filters": {"status": "done"}}),
            "status",
            "Status must be one of active, completed, overdue",
        ),
        (
            json!({"type": "sales", "format": "csv", "filters": {"colour": "red"}}),
            "filters",
            "colour is not a filter of sales",
        ),
        (
            json!({"type": "all", "format": "csv", "filters": {"status": "active"}}),
            "filters",
            "status is not a filter of an export of everything",
        ),
        (
            json!({"type": "sales", "format": "csv", "filters": {"status": {"a": 1}}}),
            "filters",
            "The filter status must be a text, a number or a list of them",
        ),
    ] {
        let answer = person.at(server).post("/api/exports/request", &request).expect_error(400);
        assert_eq!(
            (answer.error(), &answer.body["fields"][field]),
            (sentence, &json!(sentence)),
            "{request}"
        );
    }
    for request in [
        json!({"type": 1, "format": "csv"}),
        json!({"type": "goals", "format": "csv", "filters": "all"}),
    ] {
        person.at(server).post("/api/exports/request", &request).expect_error(400);
    }
    assert_eq!(person.at(server).get("/api/exports/history").expect(200).body["total"], 0);
    for path in ["status", "download"] {
        for id in ["1", "019a0000-0000-7000-8000-000000000000"] {
            let answer =
                person.at(server).get(&format!("/api/exports/{path}/{id}")).expect_error(404);
            assert_eq!(answer.error(), "This export does not exist.");
        }
    }
    server
        .post("/api/exports/request", &json!({"type": "goals", "format": "csv"}))
        .expect_error(401);
}

// OPS-06
fn anothers_export_is_not_there(server: &Server) {
    let (maya, ade) = (join_with_transactions(server), Person::join(server));
    let export = make_export(server, &maya, &json!({"type": "transactions", "format": "csv"}));
    let id = export["id"].as_str().unwrap();
    ade.at(server).get(&format!("/api/exports/status/{id}")).expect_error(404);
    ade.at(server).get(&format!("/api/exports/download/{id}")).expect_error(404);
    assert_eq!(ade.at(server).get("/api/exports/history").expect(200).body["total"], 0);
    assert_eq!(export_rows(server, &ade, "transactions", &json!({})), [] as [Value; 0]);
    server.get(&format!("/api/exports/download/{id}")).expect_error(401);
    download_export(server, &maya, &export);
}

fn csv_cells(text: &str) -> Vec<Vec<String>> {
    let text = text.strip_prefix('\u{feff}').unwrap();
    let mut rows = vec![vec![String::new()]];
    let (mut is_quoted, mut letters) = (false, text.chars().peekable());
    while let Some(letter) = letters.next() {
        let cell = rows.last_mut().unwrap().last_mut().unwrap();
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                cell.push('"');
                letters.next();
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => rows.last_mut().unwrap().push(String::new()),
            '\n' if !is_quoted => rows.push(vec![String::new()]),
            '\r' if !is_quoted => {}
            other => cell.push(other),
        }
    }
    rows.pop();
    rows
}

/// A value of the CSV as the PDF writes it, without blanks, since the PDF breaks lines at the page width.
fn text_on_paper(column: &str, value: &str) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let day = |value: &str| {
        let parts: Vec<usize> = value[..10].split('-').map(|part| part.parse().unwrap()).collect();
        format!("{}{},{}", MONTHS[parts[1] - 1], parts[2], parts[0])
    };
    let text = match column {
        _ if value.is_empty() => String::new(),
        "Date" | "Target date" | "Uploaded" | "Received" | "Submitted" | "Refunded" => day(value),
        "Time" => {
            let hour: u32 = value[..2].parse().unwrap();
            format!("{}:{}", (hour + 11) % 12 + 1, &value[3..])
        }
        "Amount" | "Saved" | "Target" | "Price (USD)" => {
            let (whole, cents) = value.trim_start_matches('-').split_once('.').unwrap();
            let mut grouped = String::new();
            for (place, digit) in whole.chars().enumerate() {
                if place > 0 && (whole.len() - place) % 3 == 0 {
                    grouped.push(',');
                }
                grouped.push(digit);
            }
            format!("{}{grouped}.{cents}", if value.starts_with('-') { "−" } else { "" })
        }
        "BPM" => format!("{}BPM", value.trim_end_matches('0').trim_end_matches('.')),
        "Length (seconds)" => {
            let seconds = value.parse::<f64>().unwrap().round() as u64;
            format!("{}:{:02}", seconds / 60, seconds % 60)
        }
        "Size (bytes)" => {
            let bytes: f64 = value.parse().unwrap();
            if bytes < 1024.0 {
                format!("{bytes}bytes")
            } else {
                format!("{:.1}KB", bytes / 1024.0)
            }
        }
        "Type" | "Status" | "License" | "Category" | "Relationship" | "Account type" | "Read" => {
            let value = value.replace('_', " ");
            value[..1].to_uppercase() + &value[1..]
        }
        // The CSV has an apostrophe before a value that a spreadsheet would run as a formula.
        _ => value.strip_prefix('\'').unwrap_or(value).to_owned(),
    };
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

/// PAPER-01: a printed table cuts off no date, amount, number, IBAN or phone, and has its period and its totals.
fn a_pdf_has_every_cell_of_the_csv(server: &Server) {
    let person = join_with_transactions(server);
    let client = json!({"name": "Bartholomew Featherstonehaugh-Cholmondeley and Partners",
        "email": "accounts.payable.international@featherstonehaugh-cholmondeley.example",
        "phone": "+44 20 7946 0958 ext. 1234", "address": "1 Pier Road, Oakland, CA 94607",
        "account_number": "GB29 NWBK 6016 1331 9268 19 0000 0000 00", "bank_name": "First Harbor Bank of Northern California",
        "bank_code": "NWBKGB2LXXX", "relationship": "business", "notes": "Pays within thirty days. ".repeat(40)});
    person.at(server).post("/api/beneficiaries", &client).expect(201);
    for number in 0..40 {
        let sale = json!({"title": format!("A long title for a beat that goes on and on, number {number}"),
            "client": "Bartholomew Featherstonehaugh-Cholmondeley", "client_email": "bart@cholmondeley.example",
            "amount": 1_234_567.5 + f64::from(number), "currency": if number % 2 == 0 { "USD" } else { "EUR" },
            "status": "Completed", "license": "exclusive", "date": format!("2026-05-{:02}", number % 28 + 1),
            "notes": "Stems by Friday."});
        person.at(server).post("/api/sales", &sale).expect(201);
    }
    let goal = json!({"title": "Monitors", "target_amount": 12_500, "target_date": "2088-03-01", "description": "A pair"});
    person.at(server).post("/api/goals", &goal).expect(201);
    let application = json!({"type": "grant", "title": "Tour support", "organization": "Arts Fund", "amount": 900});
    person.at(server).post("/api/applications", &application).expect(201);
    crate::harness::library::upload(server, &person, "Night Drive.wav", 7);
    let edit = json!({"bpm": 112, "musical_key": "A minor", "price": 1049.99, "tags": ["dark"], "artist": "Maya"});
    let listed = person.at(server).get("/api/documents").expect(200).body;
    person
        .at(server)
        .put(&crate::harness::library::path(&listed["documents"][0]), &edit)
        .expect(200);

    for kind in [
        "transactions",
        "sales",
        "beneficiaries",
        "documents",
        "goals",
        "applications",
        "notifications",
    ] {
        let filters = match kind {
            "beneficiaries" => json!({"account_numbers": "whole"}),
            "transactions" => {
                json!({"sort": "date", "order": "desc", "from": "2026-01-01", "to": "2026-06-30"})
            }
            _ => json!({}),
        };
        let get = |format: &str| {
            make_and_download(
                server,
                &person,
                &json!({"type": kind, "format": format, "filters": filters}),
            )
        };
        let name = match kind {
            "beneficiaries" => "clients",
            "documents" => "beats",
            other => other,
        };
        let csv = get("csv");
        let saved_as = format!("attachment; filename=\"ledgerline-{name}-");
        assert!(csv.header("content-disposition").starts_with(&saved_as), "{csv:?}");
        let raw = pdf_text(&get("pdf").bytes);
        let text: String = raw.chars().filter(|letter| !letter.is_whitespace()).collect();
        let cells = csv_cells(&csv.text());
        assert!(cells.len() > 1, "{kind}");
        let hidden = ["Created", "Updated", "Link", "Content hash", "File type", "Loudness (LUFS)"];
        for row in &cells[1..] {
            for (column, value) in cells[0].iter().zip(row) {
                if column == "ID" || column.ends_with(" ID") || hidden.contains(&column.as_str()) {
                    continue;
                }
                let value = text_on_paper(column, value);
                assert!(text.contains(&value), "{kind}, {column}: {value} is not in\n{raw}");
            }
        }
        assert!(!text.contains('…') && !raw.contains("order:") && !raw.contains("sort:"), "{raw}");
        let pages = raw.matches("Page ").count();
        assert!(raw.contains(&format!("Page {pages} of {pages}")), "{raw}");
        match kind {
            "transactions" => {
                assert!(raw.contains("Jan 1, 2026 – Jun 30, 2026"), "{raw}");
                assert!(raw.contains("Total completed, USD: $"), "{raw}");
            }
            "sales" => {
                assert!(raw.contains("May 1, 2026 – May 28, 2026"), "{raw}");
                assert!(raw.contains("40 sales"), "{raw}");
                // The file has twenty sales of each currency; each amount is 1,234,567.50 plus the number of the sale.
                assert!(raw.contains("Total completed, USD: $24,691,730.00"), "{raw}");
                assert!(raw.contains("Total completed, EUR: €24,691,750.00"), "{raw}");
            }
            "documents" => assert!(raw.contains("112 BPM") && raw.contains("0:00"), "{raw}"),
            _ => {}
        }
    }
}
