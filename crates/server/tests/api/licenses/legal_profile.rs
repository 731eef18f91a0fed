//! The legal profile over HTTP, and what is ready to be sold. LIC-08, LIC-09

use serde_json::{Value, json};

use super::{kinds, path};
use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};

on_both_engines!(
    lic_08_kinds_tell_what_is_missing_and_where,
    lic_08_a_change_of_terms_that_the_text_cannot_follow_is_told,
    pg lic_09_the_legal_profile_is_kept_and_its_tax_number_sealed,
    lic_09_bad_input_is_refused_by_field
);

fn fields(kind: &Value) -> Vec<&str> {
    let missing = kind["missing"].as_array().unwrap().iter();
    missing.map(|value| value["field"].as_str().unwrap()).collect()
}

fn save(server: &Server, person: &Person, body: &Value) -> Value {
    person.at(server).put("/api/legal-profile", body).expect(200).body["legal_profile"].clone()
}

fn lic_08_kinds_tell_what_is_missing_and_where(server: &Server) {
    let maya = Person::join(server);
    for kind in kinds(server, &maya) {
        assert_eq!(kind["can_be_sold"], false);
        assert_eq!(
            kind["missing"][0],
            json!({"field": "producer.name", "label": "Your legal name", "where": "legal_profile"})
        );
    }
    save(server, &maya, &json!({"legal_name": "Maya Okafor"}));
    assert_eq!(fields(&kinds(server, &maya)[0]), ["producer.address"]);
    save(server, &maya, &json!({"address": "14 Wharf Road"}));
    let ready = kinds(server, &maya);
    let told: Vec<_> = ready.iter().map(|kind| kind["can_be_sold"].as_bool().unwrap()).collect();
    // The free demo is complete, but turned off.
    assert_eq!(told, [true, true, true, true, true, false]);
    assert!(ready.iter().all(|kind| fields(kind).is_empty()));
    // A contract text with the field `{{law}}` makes the governing law a required value.
    let text = json!({"text": "{{producer.name}} and {{buyer.name}}: the law of {{law}}."});
    let saved = maya.at(server).post(&format!("{}/texts", path(&ready[0])), &text).expect(201);
    assert_eq!(fields(&saved.body["kind"]), ["law"]);
    assert_eq!(saved.body["kind"]["can_be_sold"], false);
    let own = json!({"governing_law": "Kenya"});
    let kind = maya.at(server).put(&path(&ready[0]), &own).expect(200).body["kind"].clone();
    assert_eq!(kind["can_be_sold"], true);
}

fn lic_08_a_change_of_terms_that_the_text_cannot_follow_is_told(server: &Server) {
    let maya = Person::join(server);
    let kind = kinds(server, &maya)[0].clone();
    let text = json!({"text": "It ends on {{date.expires}}."});
    maya.at(server).post(&format!("{}/texts", path(&kind)), &text).expect(201);
    let forever = json!({"term_months": null});
    let kind = maya.at(server).put(&path(&kind), &forever).expect(200).body["kind"].clone();
    assert_eq!(
        kind["missing"],
        json!([{"field": "date.expires", "label": "Last day", "where": "kind"}])
    );
    assert_eq!(kind["can_be_sold"], false);
}

fn lic_09_the_legal_profile_is_kept_and_its_tax_number_sealed(server: &Server) {
    let maya = Person::join(server);
    let at = maya.at(server);
    let empty = at.get("/api/legal-profile").expect(200).body["legal_profile"].clone();
    assert_eq!((&empty["legal_name"], &empty["tax_number"]), (&json!(""), &Value::Null));
    let sent = json!({
        "legal_name": " Maya Adaeze Okafor ", "alias": "MO", "address": "14 Wharf Road\nBrooklyn, NY 11201",
        "country": "United States", "governing_law": "New York", "pro": "ASCAP", "ipi": "00817.44.12.60",
        "publisher": "Wharf Songs", "tax_number": "TAX-9981-4321",
    });
    let saved = save(server, &maya, &sent);
    assert_eq!(at.get("/api/legal-profile").expect(200).body["legal_profile"], saved);
    for field in ["alias", "address", "country", "governing_law", "pro", "publisher"] {
        assert_eq!(saved[field], sent[field], "{field}");
    }
    assert_eq!(
        (&saved["legal_name"], &saved["ipi"]),
        (&json!("Maya Adaeze Okafor"), &json!("00817441260"))
    );
    assert_eq!(saved["tax_number"], "4321");
    // The tax number is not on the disk in plain text, and in no other answer.
    for file in server.database_files() {
        assert!(!file.windows(13).any(|bytes| bytes == b"TAX-9981-4321"));
    }
    for other in ["/api/auth/me", "/api/users/settings", "/api/license-kinds"] {
        let answer = at.get(other).text();
        assert!(!answer.contains("Adaeze") && !answer.contains("4321"), "{other}");
    }
    // Only the fields that are sent change; an empty text clears a field.
    let changed = save(server, &maya, &json!({"pro": null, "alias": ""}));
    assert_eq!((&changed["pro"], &changed["alias"]), (&json!(""), &json!("")));
    assert_eq!(
        (&changed["tax_number"], &changed["publisher"]),
        (&json!("4321"), &json!("Wharf Songs"))
    );
    assert_eq!(save(server, &maya, &json!({"tax_number": ""}))["tax_number"], Value::Null);
    // At most half of a short tax number is shown.
    assert_eq!(save(server, &maya, &json!({"tax_number": "1234"}))["tax_number"], "34");
    let other = Person::join(server);
    let theirs =
        other.at(server).get("/api/legal-profile").expect(200).body["legal_profile"].clone();
    assert_eq!(theirs, empty);
}

fn lic_09_bad_input_is_refused_by_field(server: &Server) {
    let maya = Person::join(server);
    for (sent, field) in [
        (json!({"legal_name": "x".repeat(121)}), "legal_name"),
        (json!({"alias": "a\nb"}), "alias"),
        (json!({"address": "x".repeat(301)}), "address"),
        (json!({"ipi": "12"}), "ipi"),
        (json!({"tax_number": "9".repeat(41)}), "tax_number"),
        (json!({"pro": 5}), "pro"),
    ] {
        let refused = maya.at(server).put("/api/legal-profile", &sent).expect_error(400);
        assert!(refused.body["fields"][field].is_string(), "{sent}");
    }
}
