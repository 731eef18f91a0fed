//! The storage limit and the row limits of an account. GUARD-06

use serde_json::json;

use crate::harness::library::{
    File, long_wav_bytes, path, send_file, send_files, upload, wav_bytes,
};
use crate::harness::people::Person;
use crate::harness::{Engine, Server, on_every_store};

const ALLOWED: u64 = 100 << 30;

/// Sets the account's used storage so that only `bytes` are left.
fn leave_storage(server: &Server, person: &Person, bytes: u64) {
    let owner = person.user["id"].as_str().unwrap();
    let used = ALLOWED - bytes;
    server
        .execute(&format!("UPDATE document_totals SET bytes = {used} WHERE owner_id = '{owner}'"));
}

on_every_store!(storage_is_told_and_bounded, pg uploads_at_once_do_not_pass_the_limit_together);

/// GUARD-06: the API returns the used and the remaining storage; a file that does not fit is refused and leaves
/// nothing.
fn storage_is_told_and_bounded(server: &Server) {
    let person = Person::join(server);
    let made = upload(server, &person, "a.wav", 1);
    let size =
        made["size"].as_u64().or(made["fileSize"].as_u64()).unwrap_or(wav_bytes(1).len() as u64);
    let told = person.at(server).get("/api/users/storage").expect(200).body;
    assert_eq!((&told["used"], &told["allowed"]), (&json!(size), &json!(ALLOWED)), "{told}");
    assert_eq!((&told["left"], &told["documents"]), (&json!(ALLOWED - size), &json!(1)), "{told}");

    leave_storage(server, &person, 100_000);
    let large = long_wav_bytes(1);
    let file = File { name: "large.wav", kind: "audio/wav", bytes: &large };
    let files = server.media_files().len();
    let refused = send_file(server, &person, &file, &[]).expect_error(507);
    assert!(
        refused.error().contains("99.9 GB of 100 GB are used, 97.6 KB are left"),
        "{}",
        refused.error()
    );
    server.wait_for_media_files(files);

    // Small files fit, but together only as far as there is storage left.
    let small: Vec<Vec<u8>> = (2..5).map(wav_bytes).collect();
    let one = File { name: "b.wav", kind: "audio/wav", bytes: &small[0] };
    send_file(server, &person, &one, &[]).expect(201);
    leave_storage(server, &person, (small[1].len() + small[2].len() - 1) as u64);
    let both = small[1..].iter().map(|bytes| File { name: "c.wav", kind: "audio/wav", bytes });
    send_files(server, &person, &both.collect::<Vec<_>>()).expect_error(507);
    server.wait_for_media_files(files + 1);

    // Deleting a file frees its storage.
    person.at(server).delete(&path(&made)).expect(200);
    let left =
        person.at(server).get("/api/users/storage").expect(200).body["left"].as_u64().unwrap();
    assert_eq!(left, (small[1].len() + small[2].len() - 1) as u64 + size);
}

/// GUARD-06: simultaneous uploads are counted together.
fn uploads_at_once_do_not_pass_the_limit_together(server: &Server) {
    let person = Person::join(server);
    upload(server, &person, "a.wav", 1);
    let files: Vec<Vec<u8>> = (0..6).map(|pitch| wav_bytes(10 + pitch)).collect();
    leave_storage(server, &person, (files[0].len() * 2 + 1) as u64);
    let mut answers: Vec<u16> = std::thread::scope(|scope| {
        let mut all = Vec::new();
        for bytes in &files {
            let person = &person;
            all.push(scope.spawn(move || {
                let file = File { name: "b.wav", kind: "audio/wav", bytes };
                send_file(server, person, &file, &[]).status
            }));
        }
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    answers.sort_unstable();
    assert_eq!(answers, [201, 201, 507, 507, 507, 507]);
    server.wait_for_media_files(3);
}

/// GUARD-06: with a limit of 0, storage is unlimited.
#[test]
fn no_limit_is_told_as_none() {
    let server = Server::start(Engine::Sqlite, &["--max-account-gb", "0"]);
    let person = Person::join(&server);
    let told = person.at(&server).get("/api/users/storage").expect(200).body;
    assert_eq!(
        (&told["allowed"], &told["left"], &told["used"]),
        (&json!(null), &json!(null), &json!(0))
    );
}

/// GUARD-06: row limits that no studio reaches keep one account from filling the database.
#[test]
fn rows_are_bounded() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let server = &Server::start(engine, &[]);
        let person = Person::join(server);
        let owner = person.user["id"].as_str().unwrap();
        let add_card = || person.at(server).post("/api/cards", &crate::money::cards::form());
        add_card().expect(201);
        server.execute(&format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 498)
             INSERT INTO cards (owner_id, id, brand, number, last_four, holder, expiry_month, expiry_year, is_default,
               created_at, updated_at)
             SELECT owner_id, id || '-' || n.i, brand, number, last_four, holder, expiry_month, expiry_year, 0, 1, 1
             FROM cards, n WHERE owner_id = '{owner}'"
        ));
        add_card().expect(201);
        assert_eq!(add_card().expect_error(409).error(), "An account can hold 500 cards at most.");

        let client = json!({"name": "Zoë", "email": "zoe@label.example", "account_number": "12345678", "bank_name": "Bank"});
        let add_client = || person.at(server).post("/api/beneficiaries", &client);
        add_client().expect(201);
        server.execute(&format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99998)
             INSERT INTO beneficiaries (owner_id, id, name, email, account_number, bank_name, bank_key, account_type,
               relationship, created_at, updated_at, search)
             SELECT owner_id, id || '-' || n.i, name, email, account_number, bank_name, bank_key, account_type, relationship, 1, 1, ''
             FROM beneficiaries, n WHERE owner_id = '{owner}'"
        ));
        add_client().expect(201);
        assert_eq!(
            add_client().expect_error(409).error(),
            "An account can hold 100000 clients at most."
        );

        upload(server, &person, "a.wav", 1);
        let bytes = wav_bytes(2);
        let file = File { name: "b.wav", kind: "audio/wav", bytes: &bytes };
        server.execute(&format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
             INSERT INTO jobs (owner_id, id, kind, lane, payload, state, run_at, attempts, max_attempts, created_at)
             SELECT '{owner}', 'waiting-' || n.i, 'long-analyse-media', 1, '', 'queued', 9000000000000, 0, 1, 1 FROM n"
        ));
        let refused = send_file(server, &person, &file, &[]).expect_error(409);
        assert!(refused.error().contains("waiting for their analysis"), "{}", refused.error());
        server.execute("DELETE FROM jobs WHERE id LIKE 'waiting-%'");
        server.execute(&format!(
            "UPDATE document_totals SET count = 100000 WHERE owner_id = '{owner}'"
        ));
        let refused = send_file(server, &person, &file, &[]).expect_error(409);
        assert_eq!(refused.error(), "An account can hold 100000 beats and videos at most.");
    }
}
