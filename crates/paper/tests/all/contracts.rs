//! Contracts as PDF readers see them. LIC-05, LIC-10

use std::{path::Path, process::Command};

use domain::{
    calendar::Day,
    licenses::{
        contract::{Block, Text},
        fields::{Beat, Buyer, Facts, Producer, plain},
        kinds::{Kind, defaults},
        reference,
        terms::{BuyBack, Cap, Caps, Term, Use},
        texts,
    },
    money::{Currency, Minor},
    time::Timestamp,
};
use ledgerline_paper::{Contract, contract::Record, receipt::Party};
use proptest::{prelude::*, sample::select, strategy::ValueTree, test_runner::TestRunner};
use serde_json::json;

use crate::reader;

const HASH: &str = "9f2c81d46be09f2c81d46be09f2c81d46be09f2c81d46be09f2c81d46be09f2c";
const MOMENT: Timestamp = Timestamp::from_millis(1_794_749_889_123);

/// The values from which a contract is made.
#[derive(Debug, Clone)]
struct Case {
    kind: Kind,
    facts: Facts,
}

impl Case {
    fn blocks(&self) -> Vec<Block> {
        let text = Text::parse(texts::for_kind(&self.kind)).unwrap();
        text.fill(&self.kind.terms, &self.facts).complete().unwrap()
    }

    /// Every value of the contract text, formatted as in the PDF.
    fn values(&self) -> Vec<String> {
        let text = Text::parse(texts::for_kind(&self.kind)).unwrap();
        let terms = &self.kind.terms;
        text.fields(terms).into_iter().flat_map(|field| field.value(terms, &self.facts)).collect()
    }

    fn write(&self, blocks: &[Block], accepted_by: Option<&str>) -> (Vec<u8>, usize) {
        let contract = Contract {
            reference: &reference(self.facts.number),
            kind: &self.kind.name,
            title: &self.facts.beat.title,
            producer: Party { name: &self.facts.producer.name, details: vec!["Harbor {Lights}"] },
            buyer: Party { name: &self.facts.buyer.name, details: vec![&self.facts.buyer.address] },
            issued: self.facts.issued,
            blocks,
            record: Record {
                accepted_by,
                at: MOMENT,
                address: accepted_by.map_or("", |_| "203.0.113.24"),
                browser: accepted_by.map_or("", |_| "Safari {17} on macOS"),
                note: accepted_by.map_or("Issued for SALE-014 of Nov 5, 2026.", |_| ""),
                producer_address: "",
                days: None,
                text: "",
                text_version: 3,
                text_hash: HASH,
            },
        };
        contract.write(Vec::new()).unwrap()
    }
}

fn case(at: usize) -> Case {
    let kind = defaults("Maya Okafor").into_iter().nth(at).unwrap();
    let facts = Facts {
        number: 31,
        kind: kind.name.clone(),
        issued: Day::read("2026-11-17").unwrap(),
        expires: Day::read("2029-11-17"),
        producer: Producer {
            shows_address: true,
            name: "Maya Okafor".into(),
            address: "14 Wharf Road\nBrooklyn".into(),
            governing_law: "New York".into(),
            ..Producer::default()
        },
        buyer: Buyer {
            name: "Zoë & Søren".into(),
            address: "1 Main Street".into(),
            ..Buyer::default()
        },
        beat: Beat { title: "Midnight Drive".into(), ..Beat::default() },
        fee: Minor::new(5_900).unwrap(),
        currency: Currency::Usd,
        prior_licenses: Vec::new(),
        is_offered: false,
    };
    Case { kind, facts }
}

/// A name made of letters that the typeface has: the deprecated `ŉ` would be drawn as a frame.
fn name() -> impl Strategy<Value = String> {
    let one = prop_oneof![
        "[A-ZÀ-ÖØ-Þ][a-zß-öø-ňŋ-ž'{}.-]{1,14}( [A-ZÀ-Ö][a-zß-öø-ňŋ-ž-]{1,14}){0,4}",
        "[Α-ΡΣ-Ω][α-ώ]{1,14}( [Α-ΡΣ-Ω][α-ώ]{1,14}){0,4}",
        "[А-ЯЁ][а-яё-]{1,14}( [А-ЯЁ][а-яё]{1,14}){0,4}",
    ];
    one.prop_map(|name| name.trim().to_owned())
}

fn cap() -> impl Strategy<Value = Cap> {
    prop_oneof![
        4 => (0..=Cap::MOST).prop_map(Cap::Limit),
        2 => (0..=10_000_u64).prop_map(Cap::Limit),
        1 => Just(Cap::Unlimited),
        1 => Just(Cap::NotAllowed),
    ]
}

fn cases() -> impl Strategy<Value = Case> {
    let names = prop::array::uniform8(name());
    let caps = prop::collection::vec(cap(), Use::ALL.len());
    let shares = (0..=10_000_u16, 0..=10_000_u16);
    let fee = (1..=100_000_000_i64, select(Currency::ALL.to_vec()));
    let flags = prop::array::uniform4(any::<bool>());
    let months = prop_oneof![Just(None), (1..=1_200_u16).prop_map(Some)];
    let buy_back = prop::option::of((1..=100_u16, 0..=1_000_u16));
    let prior = prop::collection::vec(name(), 0..12);
    let place = (0..6_usize, 1..2_000_000_i64);
    (place, names, caps, shares, fee, flags, months, buy_back, prior).prop_map(
        |((at, number), names, caps, shares, fee, flags, months, buy_back, prior)| {
            let mut case = case(at);
            let [producer, alias, address, law, buyer, buyer_address, title, credit] = names;
            let terms = &mut case.kind.terms;
            if !terms.is_exclusive {
                let all = Use::ALL.iter().zip(caps);
                terms.caps = all.fold(Caps::UNLIMITED, |caps, (of, cap)| caps.with(*of, cap));
            }
            terms.term = months.map_or(Term::Forever, Term::Months);
            (terms.publishing_share, terms.writer_share) = shares;
            [terms.allows_broadcast, terms.allows_sync, terms.allows_content_id, _] = flags;
            terms.is_credit_required = flags[3];
            terms.credit_line = credit;
            terms.buy_back = buy_back.map(|(years, percent)| BuyBack { years, percent });
            if at < 4 {
                case.kind.price = Minor::new(fee.0).unwrap();
            }
            let facts = &mut case.facts;
            facts.number = number;
            facts.fee = Minor::new(fee.0).unwrap();
            facts.currency = fee.1;
            facts.expires = months.and(facts.expires);
            facts.producer = Producer {
                shows_address: true,
                name: producer,
                alias,
                address,
                governing_law: law,
                ..Producer::default()
            };
            facts.buyer = Buyer { name: buyer, address: buyer_address, ..Buyer::default() };
            facts.beat.title = title;
            facts.prior_licenses = prior;
            case
        },
    )
}

fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The text of each page without its running foot, which says which page it is.
fn pages(bytes: &[u8], case: &Case) -> Vec<String> {
    let text = reader::text(bytes);
    let pages: Vec<&str> = text.trim_end_matches('\u{C}').split('\u{C}').collect();
    let count = pages.len();
    let reference = reference(case.facts.number);
    let title = plain(&case.facts.beat.title);
    let bodies = (1..).zip(&pages).map(|(number, page)| {
        let page = bare(page);
        let foot = bare(&format!("{reference} · {title}Page {number} of {count}"));
        page.strip_suffix(&foot)
            .unwrap_or_else(|| panic!("{foot} is not at the end of\n{page}"))
            .to_owned()
    });
    bodies.collect()
}

// LIC-05, LIC-10: whatever the terms and the names, all of it is on the pages, and no brace. `tools/check-contracts`
// reads the same files with another program.
#[test]
fn every_figure_and_every_sentence_is_in_the_pdf() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("contracts");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut runner = TestRunner::deterministic();
    let mut expected = Vec::new();
    for at in 0..12 {
        let case = cases().new_tree(&mut runner).unwrap().current();
        let blocks = case.blocks();
        let (bytes, count) = case.write(&blocks, Some("Dana Reyes"));
        let pages = pages(&bytes, &case);
        assert_eq!(pages.len(), count);
        let (record, text) = pages.split_last().unwrap();
        let text = text.concat();
        for block in &blocks {
            let marker = match block {
                Block::Numbered(number, _) => format!("{number}."),
                Block::Bullet(_) => "•".to_owned(),
                Block::Heading(..) | Block::Paragraph(_) => String::new(),
            };
            let part = bare(&format!("{marker}{}", block.text()));
            assert!(text.contains(&part), "{part} is missing in\n{text}");
        }
        let mut values = case.values();
        for value in &values {
            assert!(text.contains(&bare(value)), "{value} is missing in\n{text}");
        }
        for part in [&case.facts.producer.name, &case.facts.buyer.name, &case.facts.beat.title] {
            values.push(plain(part));
            assert!(record.contains(&bare(&plain(part))), "{part} is missing in\n{record}");
        }
        assert!(!text.contains(['{', '}']) && !record.contains(['{', '}']), "{text}{record}");
        let name = format!("{at:02}.pdf");
        std::fs::write(folder.join(&name), bytes).unwrap();
        expected.push(json!({ "file": name, "pages": count, "values": values }));
    }
    std::fs::write(folder.join("expected.json"), serde_json::to_vec(&expected).unwrap()).unwrap();
    for at in [0, 5, 11] {
        let file = folder.join(format!("{at:02}.pdf"));
        let check = Command::new("qpdf").arg("--check").arg(file).output();
        let check = check.expect("qpdf, from the package qpdf");
        let told = String::from_utf8_lossy(&check.stdout);
        assert!(check.status.success() && told.contains("No syntax"), "{told}");
    }
}

// LIC-10
#[test]
fn it_ends_with_the_page_of_record() {
    let case = case(1);
    let (bytes, count) = case.write(&case.blocks(), Some("Dana Reyes, Nova Records LLC"));
    let accepted = pages(&bytes, &case);
    assert_eq!(accepted.len(), count);
    for part in [
        "Page of record",
        "LIC-0031",
        "WAV Lease",
        "Accepted by Dana Reyes, Nova Records LLC",
        "Accepted on November 15, 2026, 13:38:09 UTC",
        "203.0.113.24",
        "Safari (17) on macOS",
        "Version 3",
        HASH,
    ] {
        assert!(accepted[count - 1].contains(&bare(part)), "{part} in {}", accepted[count - 1]);
    }
    let recorded = pages(&case.write(&case.blocks(), None).0, &case);
    let last = recorded.last().unwrap();
    for part in ["Recorded by the producer", "Recorded on", "Issued for SALE-014"] {
        assert!(last.contains(&bare(part)), "{part} in {last}");
    }
    for part in ["Browser", "Accepted on", "From address"] {
        assert!(!last.contains(&bare(part)), "{part} in {last}");
    }
}

// LIC-10
#[test]
fn the_same_contract_is_the_same_file() {
    let case = case(1);
    assert_eq!(case.write(&case.blocks(), None), case.write(&case.blocks(), None));
}

#[test]
fn only_the_glyphs_in_use_are_sent_along() {
    let case = case(1);
    assert!(case.write(&case.blocks(), None).0.len() < 40_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn no_text_breaks_it(texts in prop::collection::vec("\\PC{0,200}", 0..20), name in any::<String>()) {
        let source = texts.join("\n\n").replace(['{', '}', '*'], "");
        prop_assume!(!source.trim().is_empty());
        let mut case = case(0);
        case.facts.buyer.name.clone_from(&name);
        case.facts.beat.title = name;
        let blocks = Text::parse(&source).unwrap().fill(&case.kind.terms, &case.facts).blocks;
        let (bytes, count) = case.write(&blocks, None);
        prop_assert!(count >= 2);
        reader::check_index(&bytes);
    }
}
