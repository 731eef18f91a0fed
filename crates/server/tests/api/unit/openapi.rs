//! The OpenAPI document.

use ledgerline::internal::{openapi_document, openapi_text};
use serde_json::Value;

#[test]
fn the_document_is_openapi_3_1_and_the_same_each_time() {
    let print = || openapi_text(&openapi_document()).expect("JSON");
    assert_eq!(print(), print());
    let document: Value = serde_json::from_str(&print()).expect("JSON");
    assert!(document["openapi"].as_str().expect("a version").starts_with("3.1"));
    assert_eq!(document["components"]["securitySchemes"]["bearer"]["scheme"], "bearer");
    let health = &document["paths"]["/api/health"]["get"]["responses"];
    assert_eq!(health["503"]["$ref"], "#/components/responses/Unavailable");
    assert!(health.get("401").is_none(), "health is public");
}

/// A reference that leads nowhere breaks every generated client.
#[test]
fn every_reference_leads_somewhere() {
    let document = serde_json::to_value(openapi_document()).expect("JSON");
    let mut references = Vec::new();
    collect(&document, &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference.trim_start_matches('#');
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
}

fn collect<'a>(value: &'a Value, references: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => {
            references.extend(fields.get("$ref").and_then(Value::as_str));
            fields.values().for_each(|value| collect(value, references));
        }
        Value::Array(items) => items.iter().for_each(|value| collect(value, references)),
        _ => {}
    }
}
