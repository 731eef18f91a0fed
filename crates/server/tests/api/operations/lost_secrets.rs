//! Rows whose sealed value does not open, as after the loss of a key: lists with such rows still work, and the owner
//! gets an error text with a remedy. SAFE-11

use serde_json::json;

use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Engine, Server};

const PIN: &str = "4071";

#[test]
fn one_row_that_does_not_open_takes_no_list_down() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let server = Server::start_process(engine, &[]);
        let maya = Person::join(&server);
        let at = maya.at(&server);
        let client = |name: &str, number: &str| {
            let email = format!("{name}@harbour.fm");
            json!({"name": name, "email": email, "account_number": number, "bank_name": "North Bank"})
        };
        let made = at.post("/api/beneficiaries", &client("zoe", "GB12 3456")).expect(201).body;
        let lost = made["beneficiary"]["id"].as_str().unwrap().to_owned();
        at.post("/api/beneficiaries", &client("ade", "12345678")).expect(201);
        let card = crate::money::cards::add(&server, &maya, &crate::money::cards::form());
        at.put("/api/cards/pin", &json!({"pin": PIN, "currentPassword": PASSWORD})).expect(200);

        let bytes = if engine == Engine::Sqlite { "x'010203'" } else { "'\\x010203'::bytea" };
        server.execute(&format!(
            "UPDATE beneficiaries SET account_number = {bytes} WHERE id = '{lost}'"
        ));
        let list = at.get("/api/beneficiaries").expect(200).body;
        let numbers: Vec<&str> = list["beneficiaries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["account_number"].as_str().unwrap())
            .collect();
        assert_eq!(numbers, ["12345678", ""]);
        assert_eq!(
            at.get(&format!("/api/beneficiaries/{lost}")).expect(200).body["beneficiary"]["name"],
            "zoe"
        );
        server.wait_for_output("a client's account number does not open");
        at.put(&format!("/api/beneficiaries/{lost}"), &json!({"account_number": "GB12 3456"}))
            .expect(200);
        assert_eq!(
            at.get(&format!("/api/beneficiaries/{lost}")).expect(200).body["beneficiary"]["account_number"],
            "GB12 3456"
        );

        let reveal = format!("/api/cards/{}/reveal", card["id"].as_str().unwrap());
        server.execute(&format!("UPDATE cards SET number = {bytes}"));
        let refusal = at.post(&reveal, &json!({"pin": PIN})).expect_error(409);
        assert!(
            refusal.error().contains("remove the card and add it again"),
            "{}",
            refusal.error()
        );
        server.execute(&format!("UPDATE card_pins SET hash = {bytes}"));
        let refusal = at.post(&reveal, &json!({"pin": PIN})).expect_error(409);
        assert!(refusal.error().contains("set a new one"), "{}", refusal.error());
        at.put("/api/cards/pin", &json!({"pin": PIN, "currentPassword": PASSWORD})).expect(200);
        at.get("/api/cards").expect(200);
    }
}
