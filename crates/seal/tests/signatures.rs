//! Checks signed contracts with other programs. LIC-19

#![expect(clippy::unwrap_used, reason = "in a test, what does not work out is a failure")]

use std::{path::Path, process::Command};

use domain::{
    calendar::Day,
    licenses::contract::{Block, Origin, Span},
    time::Timestamp,
};
use ledgerline_seal::{Seal, StoredSeal};
use paper::{Contract, contract::Record, receipt::Party};

const NOW: Timestamp = Timestamp::from_millis(1_794_749_889_123);

fn contract(blocks: &[Block]) -> Contract<'_> {
    Contract {
        reference: "LIC-0031",
        kind: "WAV Lease",
        title: "Midnight Drive",
        producer: Party { name: "Maya Okafor", details: Vec::new() },
        buyer: Party { name: "Nova Records LLC", details: Vec::new() },
        issued: Day::of(NOW),
        blocks,
        record: Record {
            accepted_by: Some("Dana Reyes"),
            at: NOW,
            address: "203.0.113.24",
            browser: "Safari on macOS",
            note: "",
            producer_address: "",
            days: None,
            text: "",
            text_version: 3,
            text_hash: "9f2c",
        },
    }
}

fn blocks() -> Vec<Block> {
    let text = "The Producer grants the Licensee a license.".to_owned();
    vec![Block::Paragraph(vec![Span { text, is_bold: false, origin: Origin::Text }])]
}

fn check_with(program: &str, file: &Path) -> String {
    let option: &[&str] = if program == "qpdf" { &["--check"] } else { &[] };
    let output = Command::new(program).env("TZ", "UTC").args(option).arg(file).output().unwrap();
    let told = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&told).into_owned()
}

// LIC-19
#[test]
fn a_pdf_reader_finds_the_signature_valid_until_a_byte_changes() {
    let folder = tempfile::tempdir().unwrap();
    let kept = Seal::generate([7; 16], NOW).unwrap();
    let seal =
        Seal::open(StoredSeal { key: kept.key.clone(), certificate: kept.certificate }).unwrap();
    let blocks = blocks();
    let (unsigned, pages) = contract(&blocks).to_unsigned().unwrap();
    let signature = seal.sign(&unsigned.parts()).unwrap();
    let bytes = unsigned.with_signature(&signature).unwrap();
    let file = folder.path().join("sealed.pdf");
    std::fs::write(&file, &bytes).unwrap();
    assert_eq!(pages, contract(&blocks).write(Vec::new()).unwrap().1);
    let checked = check_with("qpdf", &file);
    assert!(checked.contains("No syntax"), "{checked}");
    let found = check_with("pdfsig", &file);
    for part in [
        "Signature is Valid",
        "ETSI.CAdES.detached",
        "SHA-256",
        "Nov 15 2026 13:38:09",
        "Ledgerline seal",
        "Total document signed",
    ] {
        assert!(found.contains(part), "{part} is missing in\n{found}");
    }

    let mut bent = bytes.clone();
    let place = bent.windows(7).position(|part| part == b"stream\n").unwrap() + 12;
    bent[place] ^= 1;
    std::fs::write(&file, &bent).unwrap();
    let found = check_with("pdfsig", &file);
    assert!(!found.contains("Signature is Valid"), "{found}");

    std::fs::write(&file, contract(&blocks).write(Vec::new()).unwrap().0).unwrap();
    let found = check_with("pdfsig", &file);
    assert!(found.contains("does not contain any signatures"), "{found}");
}

#[test]
fn what_is_damaged_is_refused() {
    let kept = Seal::generate([7; 16], NOW).unwrap();
    let bent = StoredSeal { key: kept.key.clone(), certificate: Vec::new() };
    assert!(Seal::open(bent).is_err());
    let bent = StoredSeal { key: b"no key".to_vec().into(), certificate: kept.certificate };
    assert!(Seal::open(bent).is_err());
}
