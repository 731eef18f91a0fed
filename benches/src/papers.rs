//! Measures the time from the text of a contract to the bytes of its PDF.

use std::{error::Error, time::Instant};

use domain::{
    calendar::Day,
    licenses::{
        contract::Text,
        fields::{Beat, Buyer, Facts, Producer},
        kinds::defaults,
        texts,
    },
    money::{Currency, Minor},
    time::Timestamp,
};
use paper::{Contract, contract::Record, receipt::Party};

use crate::{load::median, report::Report};

const ROUNDS: usize = 20;
const PAGES: usize = 8;

// LIC-20
pub fn run() -> Result<(), Box<dyn Error>> {
    let [kind, ..] = defaults("Maya Okafor");
    let day = Day::read("2026-11-17").ok_or("no day")?;
    let facts = Facts {
        number: 31,
        kind: kind.name.clone(),
        issued: day,
        expires: Some(day),
        producer: Producer {
            name: "Maya Okafor".into(),
            address: "14 Wharf Road, Brooklyn".into(),
            governing_law: "New York".into(),
            ..Producer::default()
        },
        buyer: Buyer { name: "Nova Records LLC".into(), ..Buyer::default() },
        beat: Beat { title: "Midnight Drive".into(), ..Beat::default() },
        fee: Minor::new(2_900).unwrap_or_default(),
        currency: Currency::Usd,
        prior_licenses: Vec::new(),
        is_offered: false,
    };
    let record = Record {
        accepted_by: Some("Dana Reyes"),
        at: Timestamp::from_millis(1_794_700_800_123),
        address: "203.0.113.24",
        browser: "Safari on macOS",
        note: "",
        producer_address: "",
        days: None,
        text_version: 1,
        text: "",
        text_hash: "9f2c81d46be09f2c81d46be09f2c81d46be09f2c81d46be09f2c81d46be09f2c",
    };
    let count_pages = |source: &str| -> Result<usize, Box<dyn Error>> {
        let text = Text::parse(source).map_err(|_| "a fault in the text")?;
        let blocks = text.fill(&kind.terms, &facts).blocks;
        let contract = Contract {
            reference: "LIC-0031",
            kind: &kind.name,
            title: "Midnight Drive",
            producer: Party { name: "Maya Okafor", details: vec!["14 Wharf Road, Brooklyn"] },
            buyer: Party { name: "Nova Records LLC", details: Vec::new() },
            issued: day,
            blocks: &blocks,
            record: record.clone(),
        };
        Ok(contract.write(Vec::new())?.1)
    };
    let mut source = texts::LEASE.to_owned();
    let mut parts = texts::LEASE.split("\n\n").cycle();
    while count_pages(&source)? < PAGES {
        source.push_str("\n\n");
        source.extend(parts.next());
    }
    let mut spans = Vec::new();
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        count_pages(&source)?;
        spans.push(begun.elapsed().as_secs_f64() * 1000.0);
    }
    let mut report = Report::new();
    report.below("a contract of 8 pages, from its text to the PDF", median(spans), 40.0, "ms");
    report.print();
    Ok(())
}
