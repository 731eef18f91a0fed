//! Receipts of sales over HTTP. SALE-02

use std::{
    io::Write,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};

/// What an independent reader finds in a PDF. The Makefile installs it where it is missing.
pub fn pdf_text(bytes: &[u8]) -> String {
    let mut child = Command::new("pdftotext")
        .args(["-raw", "-enc", "UTF-8", "-", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("pdftotext, from the package poppler-utils");
    child.stdin.take().unwrap().write_all(bytes).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn sold(server: &Server, person: &Person, status: &str) -> Value {
    let sale = json!({"title": "Midnight Harbour", "client": "Łukasz 坂本", "amount": 1250.5, "currency": "EUR",
        "license": "exclusive", "date": "2026-05-01", "status": status});
    person.at(server).post("/api/sales", &sale).expect(201).body["sale"].clone()
}

fn path(sale: &Value) -> String {
    format!("/api/sales/{}/receipt", sale["id"].as_str().unwrap())
}

on_both_engines!(
    a_completed_sale_has_a_receipt,
    a_refunded_sale_says_so_on_its_receipt,
    money_that_did_not_come_in_is_not_receipted
);

// SALE-02
fn a_completed_sale_has_a_receipt(server: &Server) {
    let person = Person::join(server);
    let sale = sold(server, &person, "Completed");
    let answer = person.at(server).get(&path(&sale));
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/pdf"));
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"SALE-001 receipt.pdf\""
    );
    assert_eq!(answer.header("content-length"), answer.bytes.len().to_string());
    // Lines are broken where the page is.
    let text = pdf_text(&answer.bytes).replace('\n', " ");
    for part in [
        "SALE-001",
        "1 May 2026",
        "Maya Okafor",
        person.email.as_str(),
        "Łukasz 坂本",
        "Midnight Harbour",
        "Exclusive licence",
        "licensed to no one else",
        "€1,250.50",
        "Paid",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    assert!(!text.contains("REFUNDED"));
}

// SALE-02
fn a_refunded_sale_says_so_on_its_receipt(server: &Server) {
    let person = Person::join(server);
    let sale = sold(server, &person, "Completed");
    let refund = format!("/api/sales/{}/refund", sale["id"].as_str().unwrap());
    person.at(server).post(&refund, &json!({})).expect(200);
    let text = pdf_text(&person.at(server).get(&path(&sale)).bytes);
    assert!(
        text.contains("REFUNDED") && text.contains("−€1,250.50") && text.contains("€0.00"),
        "{text}"
    );
}

// SALE-02
fn money_that_did_not_come_in_is_not_receipted(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    for status in ["Pending", "Failed"] {
        let answer = maya.at(server).get(&path(&sold(server, &maya, status))).refused(409);
        assert_eq!(answer.error(), "Only a completed or refunded sale has a receipt.");
    }
    let sale = sold(server, &maya, "Completed");
    ade.at(server).get(&path(&sale)).refused(404);
    server.get(&path(&sale)).refused(401);
    maya.at(server).get("/api/sales/1/receipt").refused(404);
}
