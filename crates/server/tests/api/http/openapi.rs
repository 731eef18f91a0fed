//! The OpenAPI document and its page.

use serde_json::Value;

use crate::harness::{Engine, Server, program};

fn print_document() -> String {
    let output = program(&["openapi"]).output().expect("it runs");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_printed_document_is_the_served_one() {
    let server = Server::start(Engine::Sqlite, &[]);
    let served = server.get("/api/openapi.json");
    assert_eq!(served.status, 200);
    assert_eq!(served.header("content-type"), "application/json");
    assert_eq!(served.text(), print_document());
    assert_eq!(print_document(), print_document(), "the same bytes each time");
}

#[test]
fn the_document_describes_each_operation() {
    let document: Value = serde_json::from_str(&print_document()).expect("JSON");
    assert!(document["openapi"].as_str().expect("a version").starts_with("3.1"));
    let mut ids = std::collections::HashSet::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        assert!(path.starts_with("/api/"), "{path}");
        for (method, operation) in item.as_object().expect("operations") {
            let id = operation["operationId"].as_str().expect("an id");
            assert!(ids.insert(id.to_owned()), "{id} is taken");
            assert!(operation["summary"].is_string(), "{method} {path} says what it does");
            assert!(operation["tags"][0].is_string(), "{method} {path} has a group");
            let answers = operation["responses"].as_object().expect("answers");
            assert!(answers.keys().any(|status| status.starts_with('2')), "{method} {path}");
            for (status, answer) in answers {
                let is_told = answer["$ref"].is_string() || answer["description"].is_string();
                assert!(is_told, "{status} of {method} {path}");
            }
            assert!(answers.contains_key("500") && answers.contains_key("503"), "{method} {path}");
            if operation["requestBody"].is_object() {
                assert!(
                    answers.contains_key("400") && answers.contains_key("413"),
                    "{method} {path}"
                );
            }
        }
    }
}

/// A route that the OpenAPI document calls private must refuse a request without a session.
#[test]
fn what_the_document_calls_private_is_private() {
    let server = Server::start(Engine::Sqlite, &[]);
    let document: Value = serde_json::from_str(&print_document()).expect("JSON");
    let mut private = 0;
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let is_public = operation["security"] == serde_json::json!([{}]);
            let answer = server.call(&method.to_uppercase(), path).send();
            if is_public {
                assert_ne!(answer.status, 401, "{method} {path}");
            } else {
                if method == "head" {
                    assert_eq!(answer.status, 401, "{method} {path}");
                } else {
                    answer.expect_error(401);
                }
                private += 1;
            }
        }
    }
    assert!(private > 10, "{private} private operations");
}

#[test]
fn the_page_shows_every_operation_without_script_or_inline_style() {
    let server = Server::start(Engine::Sqlite, &["--support-email", "help@studio.example"]);
    let page = server.get("/api/docs");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    let html = page.text();
    let document: Value = serde_json::from_str(&print_document()).expect("JSON");
    for (path, item) in document["paths"].as_object().expect("paths") {
        assert!(html.contains(&format!("<code>{path}</code>")), "{path}");
        for operation in item.as_object().expect("operations").values() {
            let id = operation["operationId"].as_str().expect("an id");
            assert!(
                html.contains(&format!("id=\"{id}\"")) && html.contains(&format!("href=\"#{id}\""))
            );
        }
    }
    assert!(html.contains("help@studio.example"));
    let health = server.get("/api/health").expect(200);
    assert_eq!(health.body["support_email"], "help@studio.example");
    for forbidden in ["<script", "<style", "style=", "onclick", "http://", "https://"] {
        assert!(!html.contains(forbidden), "{forbidden}");
    }
    let style = server.get("/api/docs/style.css");
    assert_eq!(style.header("content-type"), "text/css; charset=utf-8");
    assert!(style.text().contains("prefers-color-scheme: dark"));
}
