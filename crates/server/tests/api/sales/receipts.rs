//! Receipts of sales over HTTP. SALE-02, PAPER-02

use std::{
    io::Write,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use testbed::smtp::Smtp;

use crate::harness::outbox::wait_for_mail;
use crate::harness::people::Person;
use crate::harness::{Engine, Server, on_both_engines};

/// The text that `pdftotext` finds in a PDF; the Makefile installs it if it is missing.
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

fn record_sale(server: &Server, person: &Person, status: &str) -> Value {
    let sale = json!({"title": "Midnight Harbor", "client": "Łukasz 坂本", "amount": 1250.5, "currency": "EUR",
        "license": "exclusive", "date": "2026-05-01", "status": status});
    person.at(server).post("/api/sales", &sale).expect(201).body["sale"].clone()
}

fn path(sale: &Value) -> String {
    format!("/api/sales/{}/receipt", sale["id"].as_str().unwrap())
}

on_both_engines!(
    a_completed_sale_has_a_receipt,
    pg a_refunded_sale_says_so_on_its_receipt,
    money_that_did_not_come_in_is_not_receipted,
    a_receipt_is_the_studio_s_own
);

// SALE-02
fn a_completed_sale_has_a_receipt(server: &Server) {
    let person = Person::join(server);
    let sale = record_sale(server, &person, "Completed");
    let answer = person.at(server).get(&path(&sale));
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/pdf"));
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"SALE-001 receipt.pdf\""
    );
    assert_eq!(answer.header("content-length"), answer.bytes.len().to_string());
    // The PDF breaks lines at the page width, so line breaks are replaced before comparing.
    let text = pdf_text(&answer.bytes).replace('\n', " ");
    for part in [
        "SALE-001",
        "May 1, 2026",
        "Maya Okafor",
        person.email.as_str(),
        "Łukasz 坂本",
        "Midnight Harbor",
        "Exclusive license",
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
    let sale = record_sale(server, &person, "Completed");
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
        let answer =
            maya.at(server).get(&path(&record_sale(server, &maya, status))).expect_error(409);
        assert_eq!(answer.error(), "Only a completed or refunded sale has a receipt.");
    }
    let sale = record_sale(server, &maya, "Completed");
    ade.at(server).get(&path(&sale)).expect_error(404);
    server.get(&path(&sale)).expect_error(401);
    maya.at(server).get("/api/sales/1/receipt").expect_error(404);
}

fn logo(width: u32, height: u32) -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    let picture = image::RgbaImage::from_pixel(width, height, image::Rgba([20, 90, 60, 255]));
    picture.write_to(&mut out, image::ImageFormat::Png).unwrap();
    out.into_inner()
}

// PAPER-02: a receipt has the studio's name, address, tax line and logo, or the account holder's name if they are not
// set.
fn a_receipt_is_the_studio_s_own(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let sale = record_sale(server, &maya, "Completed");
    let receipt = || maya.at(server).get(&path(&sale)).bytes;
    let plain = receipt();
    let text = pdf_text(&plain);
    assert!(text.starts_with("Maya Okafor"), "{text}");
    assert_eq!(text.matches("Ledgerline").count(), 1, "only the small print names it: {text}");
    assert!(!contains(&plain, b"/DCTDecode"), "nobody else's logo stands for the seller's");

    let studio = json!({"studio_name": " Northline Studio ", "studio_address": "1 Pier Road\r\nOakland, CA 94607",
        "studio_tax_line": "EIN 12-3456789"});
    let kept =
        maya.at(server).put("/api/users/settings", &studio).expect(200).body["settings"].clone();
    assert_eq!(
        (&kept["studio_name"], &kept["studio_address"], &kept["studio_logo"], &kept["can_email"]),
        (
            &json!("Northline Studio"),
            &json!("1 Pier Road\nOakland, CA 94607"),
            &Value::Null,
            &json!(false)
        )
    );
    let put = |bytes: Vec<u8>| {
        maya.at(server).call("PUT", "/api/users/studio-logo").body("image/png", bytes).send()
    };
    put(logo(1200, 300)).expect(200);
    put(b"<svg>".to_vec()).expect_error(415);
    let settings = maya.at(server).get("/api/users/settings").expect(200).body["settings"].clone();
    let shown = maya.at(server).get(settings["studio_logo"].as_str().unwrap());
    assert_eq!((shown.status, shown.header("content-type")), (200, "image/jpeg"));
    let branded = receipt();
    let text = pdf_text(&branded);
    for part in [
        "Northline Studio",
        "1 Pier Road",
        "Oakland, CA 94607",
        "EIN 12-3456789",
        maya.email.as_str(),
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    assert!(!text.contains("Maya Okafor"), "{text}");
    assert!(contains(&branded, &shown.bytes), "the logo is in the file");
    maya.at(server).delete("/api/users/studio-logo").expect(200);
    maya.at(server).get("/api/users/studio-logo").expect_error(404);
    ade.at(server).get("/api/users/studio-logo").expect_error(404);

    for (change, field) in [
        (json!({"studio_name": "x".repeat(101)}), "studio_name"),
        (json!({"studio_address": "x".repeat(301)}), "studio_address"),
        (json!({"studio_tax_line": "a\u{0}b"}), "studio_tax_line"),
    ] {
        let answer = maya.at(server).put("/api/users/settings", &change).expect_error(400);
        assert!(answer.body["fields"][field].is_string(), "{answer:?}");
    }
    // Without a mail server the receipt is not sent, and the error says why.
    let answer =
        maya.at(server).post(&format!("{}/email", path(&sale)), &json!({})).expect_error(409);
    assert!(answer.error().starts_with("This server can't send email."), "{answer:?}");
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// PAPER-02: with a mail server the receipt is mailed to the client with the PDF attached, a limited number of times.
#[test]
fn a_receipt_is_mailed_to_the_client() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let smtp = Smtp::start();
        let server = Server::start(engine, &["--smtp-url", &smtp.url()]);
        let person = Person::join(&server);
        let iris = json!({"name": "Iris Vance", "email": "iris@vance.example", "account_number": "77",
            "bank_name": "North"});
        let iris = person.at(&server).post("/api/beneficiaries", &iris).expect(201);
        let iris = &iris.body["beneficiary"]["id"];
        let sale = |client: &Value, status: &str| {
            let sale = json!({"title": "Midnight Harbor", "client": "Iris Vance", "client_id": client, "amount": 40,
                "status": status});
            person.at(&server).post("/api/sales", &sale).expect(201).body["sale"].clone()
        };
        let to_iris = sale(iris, "Completed");
        let mail =
            |sale: &Value| person.at(&server).post(&format!("{}/email", path(sale)), &json!({}));
        // Only an account with a confirmed email address can mail a receipt to another address.
        assert!(mail(&to_iris).expect_error(409).error().starts_with("Confirm your own email"));
        server.execute(&format!(
            "UPDATE users SET email_confirmed_at = 1 WHERE email = '{}'",
            person.email
        ));
        assert_eq!(mail(&to_iris).expect(200).body["email"], "iris@vance.example");
        let letter = wait_for_mail(&smtp, "iris@vance.example", "Your receipt from Maya Okafor", 1);
        let whole = format!("{}\n{}", letter.headers, letter.text);
        for part in ["application/pdf", "SALE-001 receipt.pdf", "multipart/mixed", &person.email] {
            assert!(whole.contains(part), "{part} is missing in\n{whole}");
        }
        assert!(letter.text.contains("“Midnight Harbor”"), "{}", letter.text);
        let without = sale(&Value::Null, "Completed");
        assert!(mail(&without).expect_error(409).error().starts_with("This client has no email"));
        mail(&sale(iris, "Pending")).expect_error(409);
        let mut answers = (0..31).map(|_| mail(&to_iris).status);
        assert!(answers.any(|status| status == 429), "it goes on for ever");
    }
}
