//! Contracts with a seal, as PDF readers check it. LIC-19

use std::process::Command;

use serde_json::Value;

use super::issued::{contract, issue, kind, order, output_text, producer};
use crate::harness::library::upload;
use crate::harness::{Engine, Server};

/// The output of `pdfsig` for a new license's contract, and the output of `licenses verify`.
fn signatures(engine: Engine, flags: &[&str]) -> (String, String) {
    let server = Server::start_process(engine, flags);
    let person = producer(&server);
    let (beat, kind) =
        (upload(&server, &person, "midnight.wav", 1), kind(&server, &person, "WAV Lease"));
    let license: Value = issue(&server, &person, &order(&beat, &kind, "Nova Records LLC"));
    let bytes = contract(&server, &person, &license).bytes;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("contract.pdf");
    std::fs::write(&file, bytes).unwrap();
    let told = Command::new("pdfsig").arg(&file).output().expect("pdfsig, from poppler-utils");
    (output_text(&told), output_text(&server.command(&["licenses", "verify"])))
}

fn check(engine: Engine) {
    let (sealed, verified) = signatures(engine, &["--seal", "on"]);
    for part in ["Signature is Valid", "Total document signed", "Ledgerline seal"] {
        assert!(sealed.contains(part), "{part} is missing in\n{sealed}");
    }
    assert!(verified.contains("Checked 1 licenses: every record is whole."), "{verified}");
    let (plain, _) = signatures(engine, &[]);
    assert!(plain.contains("does not contain any signatures"), "{plain}");
}

#[test]
fn lic_19_contracts_are_sealed_only_if_the_operator_says_so_on_sqlite() {
    check(Engine::Sqlite);
}

#[test]
#[ignore = "runs in make test-all"]
fn lic_19_contracts_are_sealed_only_if_the_operator_says_so_on_postgres() {
    check(Engine::Postgres);
}
