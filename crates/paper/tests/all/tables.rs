//! Tables, read back by other programs than the one that wrote them. TXN-05

use std::{
    io::{Cursor, Read, Write},
    sync::{Arc, Mutex},
};

use domain::{calendar::Day, time::Timestamp};
use ledgerline_paper::{Cell, Column, Format, Table, table::Cover};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::reader;

static TABLE: Table = Table {
    key: "transactions",
    title: "Transactions",
    file: "transactions",
    noun: ("transaction", "transactions"),
    period: Some("date"),
    total: None,
    columns: &[
        Column::text("title", "Title"),
        Column::one_line("status", "Status"),
        Column::figure("amount", "Amount"),
        Column::figure("count", "Count"),
        Column::one_line("date", "Date"),
        Column::hidden("created_at", "Created"),
    ],
};
static NAMES: Table = Table {
    key: "goals",
    file: "goals",
    title: "Goals",
    noun: ("goal", "goals"),
    period: None,
    total: None,
    columns: &[Column::text("name", "Name")],
};

/// A file in memory whose content can be read while it is being written.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Sink {
    fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().clone()
    }
}

fn cover(is_several: bool) -> Cover {
    let made_at = Timestamp::from_millis(1_794_700_800_123);
    let (holder, choice) = ("Maya Okafor".to_owned(), String::new());
    Cover { holder, choice, from: None, to: None, made_at, is_several }
}

fn row(title: &str, amount: i64) -> Vec<Cell> {
    let created = Timestamp::from_millis(1_794_700_800_123);
    vec![
        title.to_owned().into(),
        Cell::Word("in_review"),
        Cell::Money(amount),
        Cell::Count(-3),
        Cell::Day(Day::read("2026-11-05").unwrap()),
        Cell::Moment(created),
    ]
}

fn written(format: Format, rows: &[Vec<Cell>]) -> Vec<u8> {
    let sink = Sink::default();
    let mut file = format.begin(cover(false), sink.clone()).unwrap();
    file.begin(&TABLE).unwrap();
    for row in rows {
        file.row(row).unwrap();
    }
    file.finish().unwrap();
    sink.bytes()
}

fn two_tables(format: Format) -> Vec<u8> {
    let sink = Sink::default();
    let mut file = format.begin(cover(true), sink.clone()).unwrap();
    file.begin(&TABLE).unwrap();
    file.row(&row("Rent", -100)).unwrap();
    file.begin(&NAMES).unwrap();
    file.finish().unwrap();
    sink.bytes()
}

fn csv_rows(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
    let rows = reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect());
    rows.collect()
}

fn unzipped(bytes: Vec<u8>, name: &str) -> String {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut text = String::new();
    zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

// TXN-05
#[test]
fn csv_holds_every_value_and_runs_none() {
    let titles = [
        "Rent",
        "a, \"b\"\r\nc",
        "=1+1",
        "+44 20",
        "-5",
        "@SUM(A1)",
        "\tx",
        "\rx",
        "＝1+1",
        "x=1",
        "",
        // Where lines are split at semicolons or tabs, these would begin a cell, or a row.
        "x;=1+1;y",
        "x\t@SUM(A1)",
        "x\n-1\r+1",
        "x;\"=1+1\"",
        "a;b; =c",
    ];
    let rows: Vec<_> = titles.iter().map(|title| row(title, -123_456)).collect();
    let read = csv_rows(&written(Format::Csv, &rows));
    assert_eq!(read[0], ["Title", "Status", "Amount", "Count", "Date", "Created"]);
    let found: Vec<&str> = read[1..].iter().map(|row| row[0].as_str()).collect();
    assert_eq!(
        found,
        [
            "Rent",
            "a, \"b\"\r\nc",
            "'=1+1",
            "'+44 20",
            "'-5",
            "'@SUM(A1)",
            "'\tx",
            "'\rx",
            "'＝1+1",
            "x=1",
            "",
            "x;'=1+1;y",
            "x\t'@SUM(A1)",
            "x\n'-1\r'+1",
            "x;'\"=1+1\"",
            "a;b; =c",
        ]
    );
    // Numbers stay numbers.
    let rest = ["in_review", "-1234.56", "-3", "2026-11-05", "2026-11-15T00:00:00.123Z"];
    assert!(read[1..].iter().all(|row| row[1..] == rest), "{read:?}");
}

// TXN-05
#[test]
fn json_is_a_list_of_objects() {
    let read: Value =
        serde_json::from_slice(&written(Format::Json, &[row("\"=1\"\n", -100), row("", 5)]))
            .unwrap();
    let expected = json!({"title": "\"=1\"\n", "status": "in_review", "amount": -1.00, "count": -3,
        "date": "2026-11-05", "created_at": "2026-11-15T00:00:00.123Z"});
    assert_eq!(read[0], expected);
    assert_eq!((&read[1]["title"], &read[1]["amount"]), (&Value::Null, &json!(0.05)));
    assert_eq!(serde_json::from_slice::<Value>(&written(Format::Json, &[])).unwrap(), json!([]));
    assert!(
        String::from_utf8(written(Format::Json, &[row("", 5)]))
            .unwrap()
            .contains("\"amount\":0.05,")
    );
}

// TXN-05
#[test]
fn xlsx_has_numbers_dates_and_text() {
    let bytes = written(Format::Xlsx, &[row("=1+1 <&>", -123_456), row(&"x".repeat(40_000), 1)]);
    let sheet = unzipped(bytes.clone(), "xl/worksheets/sheet1.xml");
    assert!(sheet.contains("=1+1 &lt;&amp;&gt;</t>") && !sheet.contains("<f>"), "{sheet}");
    assert!(sheet.contains("<v>-1234.56</v>") && sheet.contains("<v>0.01</v>"), "{sheet}");
    // The 5th of November 2026, counted as spreadsheets do.
    assert!(sheet.contains("<v>46331</v>"), "{sheet}");
    assert!(unzipped(bytes, "xl/workbook.xml").contains("\"Transactions\""));
}

// TXN-05
#[test]
fn a_pdf_has_the_headings_on_every_page() {
    let rows: Vec<_> = (0..60).map(|number| row(&format!("Row {number}."), -123_456)).collect();
    let text = reader::text(&written(Format::Pdf, &rows));
    let pages: Vec<&str> = text.split_terminator('\u{c}').collect();
    assert_eq!(pages.len(), 3);
    for (number, page) in pages.iter().enumerate() {
        assert!(page.contains("Transactions") && page.contains("Amount"), "{page}");
        assert!(page.contains("Maya Okafor") && page.contains("Nov 15, 2026"));
        assert!(page.contains(&format!("Page {} of 3", number + 1)), "{page}");
    }
    assert!((0..60).all(|number| text.contains(&format!("Row {number}."))));
    assert!(text.contains("In review") && text.contains("−1,234.56") && !text.contains("Created"));
    assert!(reader::text(&written(Format::Pdf, &[])).contains("No transactions to show."));
}

#[test]
fn a_pdf_of_many_pages_still_counts_them() {
    let rows = vec![row("x", 1); 23 * 130];
    let text = reader::text(&written(Format::Pdf, &rows));
    let pages = text.matches("Page ").count();
    assert!(pages > 120 && text.matches(&format!(" of {pages}\n")).count() == pages, "{pages}");
}

#[test]
fn several_tables_fit_into_each_format() {
    let read: Value = serde_json::from_slice(&two_tables(Format::Json)).unwrap();
    assert_eq!((&read["transactions"][0]["title"], &read["goals"]), (&json!("Rent"), &json!([])));
    let zip = two_tables(Format::Csv);
    assert!(unzipped(zip.clone(), "transactions.csv").contains("Rent,in_review,-1.00"));
    assert_eq!(unzipped(zip, "goals.csv"), "\u{feff}Name\r\n");
    let names = unzipped(two_tables(Format::Xlsx), "xl/workbook.xml");
    assert!(names.contains("\"Transactions\"") && names.contains("\"Goals\""));
    let text = reader::text(&two_tables(Format::Pdf));
    assert!(
        text.contains("Rent") && text.contains("Goals") && text.contains("Page 2 of 2"),
        "{text}"
    );
}

/// A file is written while its table is made; the table is never in memory as a whole.
#[test]
fn rows_leave_as_they_come() {
    for format in [Format::Csv, Format::Json, Format::Pdf] {
        let sink = Sink::default();
        let mut file = format.begin(cover(false), sink.clone()).unwrap();
        file.begin(&TABLE).unwrap();
        // A table on paper measures some rows first, to calculate the widths of its columns.
        (0..200).for_each(|number| file.row(&row("A title", number)).unwrap());
        let mut before = sink.bytes().len();
        for _ in 0..20 {
            (0..50).for_each(|number| file.row(&row("A title", number)).unwrap());
            let after = sink.bytes().len();
            assert!(after > before, "{format:?}");
            before = after;
        }
    }
}

proptest! {
    #[test]
    fn csv_and_json_give_any_text_back(text in any::<String>(), amount in any::<i64>()) {
        let rows = [row(&text, amount)];
        let read = csv_rows(&written(Format::Csv, &rows));
        prop_assert_eq!(read.len(), 2);
        let (found, figure) = (&read[1][0], read[1][2].replace('.', ""));
        // Apostrophes may have been added before formula signs; nothing else may differ.
        prop_assert_eq!(found.replace('\'', ""), text.replace('\'', ""));
        prop_assert_eq!(figure.parse::<i64>().unwrap(), amount);
        let json: Value = serde_json::from_slice(&written(Format::Json, &rows)).unwrap();
        prop_assert_eq!(json[0]["title"].as_str().unwrap_or_default(), text);
    }

    #[test]
    fn any_text_makes_a_sound_pdf_and_xlsx(text in any::<String>(), amount in any::<i64>()) {
        let rows = [row(&text, amount)];
        reader::check_index(&written(Format::Pdf, &rows));
        prop_assert!(written(Format::Xlsx, &rows).starts_with(b"PK"));
    }
}
