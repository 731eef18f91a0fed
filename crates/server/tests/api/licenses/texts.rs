//! Contract texts over HTTP: versions, faults and the preview. LIC-05, LIC-06, LIC-07

use serde_json::{Value, json};

use super::{kinds, path};
use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};

on_both_engines!(
    lic_05_the_fields_are_a_fixed_list,
    lic_05_a_text_of_60_000_characters_is_taken,
    lic_06_a_text_with_faults_is_refused_by_line_and_field,
    lic_06_a_preview_has_a_made_up_buyer,
    pg lic_07_texts_are_versions_that_stay
);

fn texts(kind: &Value) -> String {
    format!("{}/texts", path(kind))
}

fn block_text(block: &Value) -> String {
    let spans = block["spans"].as_array().unwrap().iter();
    spans.map(|span| span["text"].as_str().unwrap()).collect()
}

fn lic_05_the_fields_are_a_fixed_list(server: &Server) {
    let maya = Person::join(server);
    let fields =
        maya.at(server).get("/api/license-kinds/fields").expect(200).body["fields"].clone();
    let fields = fields.as_array().unwrap();
    assert!(fields.len() >= 49, "{}", fields.len());
    let name = fields.iter().find(|field| field["name"] == "producer.name").unwrap();
    assert_eq!(
        (&name["label"], &name["where"]),
        (&json!("Your legal name"), &json!("legal_profile"))
    );
    // A text may use every field of the list that a kind with these terms can fill.
    let kind = kinds(server, &maya)[1].clone();
    let all = fields.iter().map(|field| field["name"].as_str().unwrap());
    let all = all.map(|name| format!("{{{{#if {name}}}}}{{{{{name}}}}}{{{{/if}}}}\n\n"));
    let text = all.collect::<String>();
    maya.at(server).post(&texts(&kind), &json!({"text": text})).expect(201);
}

fn lic_05_a_text_of_60_000_characters_is_taken(server: &Server) {
    let maya = Person::join(server);
    let kind = kinds(server, &maya)[0].clone();
    // The length limit counts characters, not bytes.
    let text = "é".repeat(60_000);
    maya.at(server).post(&texts(&kind), &json!({"text": text})).expect(201);
    let refused =
        maya.at(server).post(&texts(&kind), &json!({"text": text + "é"})).expect_error(400);
    assert!(refused.error().contains("60,000"), "{}", refused.error());
}

fn lic_06_a_text_with_faults_is_refused_by_line_and_field(server: &Server) {
    let maya = Person::join(server);
    let at = maya.at(server);
    let all = kinds(server, &maya);
    for (kind, text, line, field) in [
        (&all[0], "Hello\n{{buyer.shoe}}", 2, json!("buyer.shoe")),
        (&all[0], "a\n\n{{#if sync}}\nb", 3, Value::Null),
        (&all[0], "{{#if buyback.years}}x{{/if}}\n{{buyback.years}}", 2, json!("buyback.years")),
        (&all[3], "Ends\non {{date.expires}}", 2, json!("date.expires")),
        (&all[0], "{{prior.licenses}}", 1, json!("prior.licenses")),
        (&all[0], " ", 1, Value::Null),
    ] {
        let refused = at.post(&texts(kind), &json!({"text": text})).expect_error(400);
        let fault = &refused.body["faults"][0];
        assert_eq!((&fault["line"], &fault["field"]), (&json!(line), &field), "{text:?}");
        assert!(fault["message"].is_string());
        assert!(refused.error().starts_with(&format!("Line {line}: ")), "{}", refused.error());
        assert!(refused.body["fields"]["text"].is_string());
        // The preview reports the same faults, but is not refused.
        let preview =
            at.post(&format!("{}/preview", path(kind)), &json!({"text": text})).expect(200);
        assert_eq!(preview.body["faults"], refused.body["faults"], "{text:?}");
    }
    assert_eq!(kinds(server, &maya), all, "nothing was saved");
}

fn lic_06_a_preview_has_a_made_up_buyer(server: &Server) {
    let maya = Person::join(server);
    let at = maya.at(server);
    for kind in kinds(server, &maya) {
        let preview = at.post(&format!("{}/preview", path(&kind)), &json!({})).expect(200).body;
        let blocks = preview["blocks"].as_array().unwrap();
        assert_eq!(blocks[0]["type"], "heading");
        assert!(blocks.len() > 10 && preview["faults"] == json!([]), "{preview}");
        let whole = blocks.iter().map(block_text).collect::<Vec<_>>().join("\n");
        assert!(whole.contains("Jordan Sample") && !whole.contains(['{', '}']), "{whole}");
    }
    let kind = kinds(server, &maya)[0].clone();
    let text = "# Deal\n\n**{{buyer.name}}** pays {{fee}} to {{producer.name}}.\n\n- {{cap.streams}}\n\n1. Last";
    let preview =
        at.post(&format!("{}/preview", path(&kind)), &json!({"text": text})).expect(200).body;
    let span = |text: &str, bold: bool, origin: &str| json!({"text": text, "bold": bold, "origin": origin});
    assert_eq!(
        preview["blocks"],
        json!([
            {"type": "heading", "level": 1, "number": null, "spans": [span("Deal", false, "text")]},
            {"type": "paragraph", "level": null, "number": null, "spans": [
                span("Jordan Sample", true, "value"), span(" pays ", false, "text"),
                span("$29.00", false, "value"), span(" to ", false, "text"),
                span("producer.name", false, "gap"), span(".", false, "text"),
            ]},
            {"type": "bullet", "level": null, "number": null, "spans": [span("50,000 (fifty thousand)", false, "value")]},
            {"type": "numbered", "level": null, "number": "1", "spans": [span("Last", false, "text")]},
        ])
    );
    assert_eq!(
        preview["missing"],
        json!([{"field": "producer.name", "label": "Your legal name", "where": "legal_profile"}])
    );
    // Nothing was saved.
    assert_eq!(kinds(server, &maya)[0]["text"]["version"], 1);
}

fn lic_07_texts_are_versions_that_stay(server: &Server) {
    let maya = Person::join(server);
    let at = maya.at(server);
    let kind = kinds(server, &maya)[0].clone();
    let first = at.get(&format!("{}/1", texts(&kind))).expect(200).body["text"].clone();
    let saved = at.post(&texts(&kind), &json!({"text": "Second\r\ntext"})).expect(201).body;
    assert_eq!(saved["kind"]["text"]["version"], 2);
    // Saving the same text again makes no new version.
    let again = at.post(&texts(&kind), &json!({"text": "Second\ntext"})).expect(201).body;
    assert_eq!(again["kind"]["text"], saved["kind"]["text"]);
    let second = at.get(&format!("{}/2", texts(&kind))).expect(200).body["text"].clone();
    assert_eq!((&second["text"], &second["version"]), (&json!("Second\ntext"), &json!(2)));
    assert_eq!(second["hash"], "487d53d4b40cd94f5abde1adddd13d1ddf1e414089178d9c64cfaa207bb2e19c",);
    let listed = at.get(&texts(&kind)).expect(200).body["texts"].clone();
    let numbers: Vec<_> = listed.as_array().unwrap().iter().map(|text| &text["version"]).collect();
    assert_eq!(numbers, [2, 1]);
    assert_eq!(at.get(&format!("{}/1", texts(&kind))).expect(200).body["text"], first);
    at.get(&format!("{}/3", texts(&kind))).expect_error(404);
    at.get(&format!("{}/x", texts(&kind))).expect_error(404);

    // Changing the terms does not change a text, and no route changes or deletes a text.
    at.put(&path(&kind), &json!({"name": "Renamed", "price": 1})).expect(200);
    for method in ["PUT", "DELETE"] {
        at.call(method, &format!("{}/1", texts(&kind))).send().expect_error(405);
    }
    // A text version that a license names stays after the kind is deleted; other versions are deleted with it.
    let (owner, id) = (maya.user["id"].as_str().unwrap(), kind["id"].as_str().unwrap());
    server.execute(&format!(
        "INSERT INTO licenses
           (owner_id, number, id, state, kind_id, kind, tier, title, buyer_name, buyer_alias, buyer_email,
            buyer_address, buyer_country, price, currency, issued_at, starts_on, text_version, text_hash,
            contract_size, contract_pages, contract_sha256, terms, usage, cap_level, is_recorded, events, head, search)
         VALUES
           ('{owner}', 1, '01a1dd1f-2feb-7d7b-83c8-b05280b21f40', 'active', '{id}', 'MP3 Lease', 'basic', 'Moons', 'Ade',
            '', '', '', '', 2900, 'USD', 0, '2026-11-18', 1, '', 1, 1, '', '{{}}', '{{}}', 0, 0, 0, '', '')"
    ));
    at.delete(&path(&kind)).expect(200);
    assert_eq!(at.get(&format!("{}/1", texts(&kind))).expect(200).body["text"], first);
    at.get(&format!("{}/2", texts(&kind))).expect_error(404);
    at.post(&texts(&kind), &json!({"text": "Third"})).expect_error(404);
    let other = kinds(server, &maya)[0].clone();
    at.delete(&path(&other)).expect(200);
    at.get(&texts(&other)).expect_error(404);
}
