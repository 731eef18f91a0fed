//! Checks the text of receipts with a PDF reader. SALE-02

use domain::{
    calendar::Day,
    money::{Currency, Minor},
    time::Timestamp,
};
use ledgerline_paper::{Receipt, receipt::Party};
use proptest::prelude::*;

use crate::reader;

fn receipt<'a>() -> Receipt<'a> {
    Receipt {
        number: "SALE-014",
        date: Day::read("2026-11-05").unwrap(),
        seller: Party { name: "Maya Okafor", details: vec!["maya@northline.studio", "Nairobi"] },
        client: Party { name: "Zoë & Søren", details: vec!["zoe@records.example"] },
        logo: None,
        title: "Midnight Harbor",
        license: "Exclusive license",
        grant: "This beat is licensed to no one else.",
        amount: Minor::new(125_050).unwrap(),
        currency: Currency::Gbp,
        refunded_on: None,
        made_at: Timestamp::from_millis(1_794_700_800_123),
    }
}

fn written(receipt: &Receipt<'_>) -> Vec<u8> {
    receipt.write(Vec::new()).unwrap()
}

// SALE-02
#[test]
fn it_names_the_parties_the_license_the_amount_the_number_and_the_day() {
    let text = reader::text(&written(&receipt()));
    for part in [
        "SALE-014",
        "Maya Okafor",
        "maya@northline.studio",
        "Zoë & Søren",
        "zoe@records.example",
        "Midnight Harbor",
        "Exclusive license",
        "This beat is licensed to no one else.",
        "£1,250.50",
        "Nov 5, 2026",
        "Paid",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    assert!(!text.to_lowercase().contains("refunded"));
    // PAPER-02: the seller heads the page; Ledgerline is only the program that made it.
    assert!(text.starts_with("Maya Okafor"), "{text}");
    assert_eq!(text.matches("Ledgerline").count(), 1, "{text}");
}

// SALE-02
#[test]
fn a_refund_is_marked() {
    let day = Day::read("2026-12-03");
    let text = reader::text(&written(&Receipt { refunded_on: day, ..receipt() }));
    for part in ["REFUNDED", "Refunded on Dec 3, 2026", "−£1,250.50", "£0.00"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

#[test]
fn a_letter_without_a_glyph_keeps_its_text() {
    let client = Party { name: "坂本 龍一", details: vec!["محمد", "👩🏽‍🎤"] };
    let text = reader::text(&written(&Receipt { client, ..receipt() }));
    assert!(text.contains("坂本 龍一") && text.contains("👩🏽‍🎤"), "{text}");
}

#[test]
fn only_the_glyphs_in_use_are_sent_along() {
    assert!(written(&receipt()).len() < 40_000);
}

#[test]
fn the_same_receipt_is_the_same_file() {
    assert_eq!(written(&receipt()), written(&receipt()));
}

proptest! {
    #[test]
    fn no_name_breaks_it(name in "\\PC{0,300}", title in any::<String>(), amount in -Minor::LIMIT..=Minor::LIMIT) {
        let client = Party { name: &name, details: vec![&title, &name] };
        let amount = Minor::new(amount).unwrap();
        let bytes = written(&Receipt { client, title: &title, amount, ..receipt() });
        reader::check_index(&bytes);
    }
}
