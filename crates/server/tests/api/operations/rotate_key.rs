//! `rotate-key` seals all values with a new key; they all open afterwards, also if the command was interrupted.
//! CARD-05, LIC-09

use std::fs;

use serde_json::json;

use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Engine, Server};

const PIN: &str = "4071";
const NUMBER: &str = "4539578763621486";
const ACCOUNT: &str = "GB12 3456";
const TAX_NUMBER: &str = "99-817441";

fn output_text(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn check_rotation(engine: Engine) {
    let server = Server::start_process(engine, &[]);
    let maya = Person::join(&server);
    let at = maya.at(&server);
    let card = crate::money::cards::add(&server, &maya, &crate::money::cards::form())["id"]
        .as_str()
        .unwrap()
        .to_owned();
    at.put("/api/cards/pin", &json!({"pin": PIN, "currentPassword": PASSWORD})).expect(200);
    let client = json!({"name": "Zoë", "email": "zoe@harbour.fm", "account_number": ACCOUNT, "bank_name": "North Bank"});
    at.post("/api/beneficiaries", &client).expect(201);
    at.put("/api/legal-profile", &json!({"tax_number": TAX_NUMBER})).expect(200);
    let (_, codes) = maya.enable_two_factor(&server);
    let sign_in = |server: &Server, code: &str| {
        let form = json!({"email": maya.email, "password": PASSWORD, "twoFactorToken": code});
        server.post("/api/auth/login", &form).expect(200);
    };
    let everything_opens = |server: &Server, code: &str| {
        let at = maya.at(server);
        let revealed =
            at.post(&format!("/api/cards/{card}/reveal"), &json!({"pin": PIN})).expect(200);
        assert_eq!(revealed.body["number"], NUMBER);
        assert_eq!(
            at.get("/api/beneficiaries").expect(200).body["beneficiaries"][0]["account_number"],
            ACCOUNT
        );
        let profile = at.get("/api/legal-profile").expect(200).body;
        assert_eq!(profile["legal_profile"]["tax_number"], TAX_NUMBER[5..]);
        sign_in(server, code);
    };

    let output = server.command(&["rotate-key"]);
    assert!(
        !output.status.success() && output_text(&output).contains("a server is running"),
        "{}",
        output_text(&output)
    );
    everything_opens(&server, &codes[0]);
    let key = server.data_dir().join("secret.key");
    let (next, before) = (key.with_file_name("secret.key.next"), fs::read(&key).unwrap());

    let server = server.restart_as("serve", &[], |stopped| {
        let output = stopped.command(&["rotate-key"]);
        assert!(output.status.success(), "{}", output_text(&output));
        // At least a PIN, a card, an account number, a tax number, a two-factor secret and ten recovery codes are
        // sealed anew.
        let count: u32 = output_text(&output).split(' ').next().unwrap().parse().unwrap();
        assert!(count >= 15, "{}", output_text(&output));
    });
    let after = fs::read(&key).unwrap();
    assert!(after != before && !next.exists());
    everything_opens(&server, &codes[1]);

    // As after a kill between the commit of the rows and the renaming of the key file: the key file is still the old
    // one.
    let server = server.restart_as("serve", &[], |stopped| {
        fs::copy(&key, &next).unwrap();
        fs::write(&key, &before).unwrap();
        let refused = stopped.command(&["user", "list"]);
        assert!(
            !refused.status.success() && output_text(&refused).contains("rotate-key"),
            "{}",
            output_text(&refused)
        );
        let output = stopped.command(&["rotate-key"]);
        assert!(
            output.status.success() && output_text(&output).starts_with("0 secrets"),
            "{}",
            output_text(&output)
        );
    });
    assert_eq!(fs::read(&key).unwrap(), after);
    everything_opens(&server, &codes[2]);

    // As after a kill before the commit: there is a new key file, and the rows are sealed with the old key.
    let server = server.restart_as("serve", &[], |stopped| {
        fs::copy(&key, &next).unwrap();
        fs::write(&next, "ab".repeat(32)).unwrap();
        assert!(stopped.command(&["rotate-key"]).status.success());
    });
    everything_opens(&server, &codes[3]);

    // With a key that does not open the rows, the command changes nothing.
    let ours = fs::read(&key).unwrap();
    let server = server.restart_as("serve", &[], |stopped| {
        fs::write(&key, "cd".repeat(32)).unwrap();
        let output = stopped.command(&["rotate-key"]);
        assert!(
            !output.status.success() && output_text(&output).contains("nothing was changed"),
            "{}",
            output_text(&output)
        );
        assert!(!next.exists());
        fs::write(&key, &ours).unwrap();
    });
    everything_opens(&server, &codes[4]);
}

#[test]
fn everything_opens_under_a_new_key_on_sqlite() {
    check_rotation(Engine::Sqlite);
}

#[test]
#[ignore = "runs in make test-all"]
fn everything_opens_under_a_new_key_on_postgres() {
    check_rotation(Engine::Postgres);
}
