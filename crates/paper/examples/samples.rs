//! Writes receipts, contracts and a table of each kind into a folder, for viewing: `cargo run --example samples --
//! DIR`.

use std::{fs::File, io, path::Path};

use domain::{
    calendar::Day,
    licenses::{
        contract::Text,
        fields::{Beat, Buyer, Facts, Producer},
        kinds::defaults,
        reference, texts,
    },
    money::{Currency, Minor},
    time::Timestamp,
};
use ledgerline_paper::{
    Cell, Column, Contract, Format, Receipt, Table, Total, contract::Record, receipt::Party,
    table::Cover,
};

fn main() -> io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    receipts(Path::new(&folder))?;
    contracts(Path::new(&folder))?;
    tables(Path::new(&folder))
}

static TABLE: Table = Table {
    key: "transactions",
    title: "Transactions",
    file: "transactions",
    noun: ("transaction", "transactions"),
    period: Some("date"),
    total: Some(Total {
        label: "Total completed",
        amount: "amount",
        currency: "currency",
        status: ("status", "completed"),
    }),
    columns: &[
        Column::one_line("reference", "Reference"),
        Column::one_line("date", "Date"),
        Column::one_line("time", "Time"),
        Column::one_line("type", "Type"),
        Column::text("title", "Transaction"),
        Column::text("client", "Client"),
        Column::text("account", "Account"),
        Column::one_line("status", "Status"),
        Column::figure("amount", "Amount"),
        Column::one_line("currency", "Currency"),
        Column::hidden("id", "ID"),
    ],
};

fn tables(folder: &Path) -> io::Result<()> {
    let cover = Cover {
        holder: "Maya Okafor".to_owned(),
        choice: "Type: deposit, payment".to_owned(),
        from: None,
        to: None,
        made_at: Timestamp::from_millis(1_794_700_800_123),
        is_several: false,
    };
    let kinds = ["deposit", "payment", "withdrawal", "other"];
    let titles =
        ["Sale: Midnight Harbor", "Studio rent", "=HYPERLINK(\"x\")", "Payment to Ana, \"mixing\""];
    let mut day = day("2026-11-15")?;
    for format in [Format::Csv, Format::Json, Format::Xlsx, Format::Pdf] {
        let name = format!("table.{}", format.kind(false).0);
        let mut file = format.begin(cover.clone(), File::create(folder.join(name))?)?;
        file.begin(&TABLE)?;
        for number in (1..=60_usize).rev() {
            let amount = i64::try_from(number * 1_234_567 % 90_000).unwrap_or(1);
            file.row(&[
                format!("TXN-{number:03}").into(),
                Cell::Day(day),
                Cell::Text("14:05".into()),
                Cell::Word(kinds[number % 4]),
                titles[number % 4].to_owned().into(),
                if number % 3 == 0 {
                    "Harbor Lights Records and Friends".to_owned().into()
                } else {
                    Cell::Empty
                },
                Cell::Word("Wallet"),
                Cell::Word("completed"),
                Cell::Money(if number % 2 == 0 { amount } else { -amount * 31 }),
                Cell::Word("USD"),
                Cell::Word("0197"),
            ])?;
            day = day.previous().unwrap_or(day);
        }
        file.finish()?;
    }
    Ok(())
}

fn day(text: &str) -> io::Result<Day> {
    Day::read(text).ok_or_else(|| io::Error::other("no day"))
}

fn receipts(folder: &Path) -> io::Result<()> {
    let plain = Receipt {
        number: "SALE-014",
        date: day("2026-11-15")?,
        seller: Party {
            name: "Maya Okafor",
            details: vec!["Music Producer", "maya@northline.studio", "Nairobi, Kenya"],
        },
        client: Party { name: "Harbor Lights Records", details: vec!["ana@harborlights.fm"] },
        logo: None,
        title: "Midnight Harbor",
        license: "Exclusive license",
        grant: "From the date of sale this beat is licensed to no one else, and the client may record, release, \
                perform and sell it without limit.",
        amount: Minor::new(125_000).unwrap_or_default(),
        currency: Currency::Usd,
        refunded_on: None,
        made_at: Timestamp::from_millis(1_794_700_800_123),
    };
    plain.write(File::create(folder.join("receipt.pdf"))?)?;
    let refunded = Receipt { refunded_on: Some(day("2026-12-03")?), ..plain.clone() };
    refunded.write(File::create(folder.join("refunded.pdf"))?)?;
    let long = "Midnight over the harbor with strings, and a second half that goes on for much longer than anybody would name a beat";
    let odd = Receipt {
        client: Party {
            name: "坂本 龍一 & Дмитрий Ёжиков",
            details: vec!["a.very.long.address.that.does.not.fit.on.the.line@records.example.com"],
        },
        title: long,
        amount: Minor::MAX,
        currency: Currency::Eur,
        refunded_on: Some(day("2026-12-03")?),
        ..plain
    };
    odd.write(File::create(folder.join("odd.pdf"))?)?;
    Ok(())
}

fn contracts(folder: &Path) -> io::Result<()> {
    for (number, kind) in (31..).zip(defaults("Maya Okafor")) {
        let facts = Facts {
            number,
            kind: kind.name.clone(),
            issued: day("2026-11-17")?,
            expires: Some(day("2029-11-17")?),
            producer: Producer {
                shows_address: true,
                name: "Maya Okafor".into(),
                alias: "MO".into(),
                address: "14 Wharf Road\nBrooklyn, NY 11201".into(),
                governing_law: "New York".into(),
                pro: "ASCAP".into(),
                ipi: "00817441260".into(),
                publisher: "Wharf Songs".into(),
            },
            buyer: Buyer {
                name: "Nova Records LLC".into(),
                alias: "Nova".into(),
                address: "1 Main Street, Austin, TX 78701".into(),
                country: "USA".into(),
                email: "dana@novarecords.example".into(),
            },
            beat: Beat { title: "Midnight Drive".into(), ..Beat::default() },
            fee: Minor::new(5_900).unwrap_or_default(),
            currency: Currency::Usd,
            prior_licenses: vec!["LIC-0001, MP3 Lease, Nov 1, 2026, to Nov 1, 2028".into()],
            is_offered: false,
        };
        let text = Text::parse(texts::for_kind(&kind))
            .map_err(|_| io::Error::other("a fault in the text"))?;
        let filled = text.fill(&kind.terms, &facts);
        let reference = reference(number);
        let is_recorded = number % 2 == 0;
        let contract = Contract {
            reference: &reference,
            kind: &kind.name,
            title: "Midnight Drive",
            producer: Party {
                name: "Maya Okafor",
                details: vec!["MO", "14 Wharf Road", "Brooklyn, NY 11201"],
            },
            buyer: Party {
                name: "Nova Records LLC",
                details: vec!["1 Main Street, Austin, TX 78701", "dana@novarecords.example"],
            },
            issued: facts.issued,
            blocks: &filled.blocks,
            record: Record {
                accepted_by: Some("Dana Reyes, Nova Records LLC").filter(|_| !is_recorded),
                at: Timestamp::from_millis(1_794_700_800_123),
                address: if is_recorded { "" } else { "203.0.113.24" },
                browser: if is_recorded { "" } else { "Safari on macOS" },
                note: if is_recorded { "Issued for SALE-014 of Nov 5, 2026." } else { "" },
                producer_address: "",
                days: None,
                text: "",
                text_version: 3,
                text_hash: "9f2c81d46be09f2c81d46be09f2c81d46be09f2c81d46be09f2c81d46be09f2c",
            },
        };
        contract.write(File::create(folder.join(format!("{reference}.pdf")))?)?;
    }
    Ok(())
}
