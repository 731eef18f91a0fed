//! A table that is longer than a sheet of the XLSX format.

use std::io::{self, Read};

use domain::time::Timestamp;
use ledgerline_paper::table::{Cover, xlsx::Xlsx};
use ledgerline_paper::{Cell, Column, Table, TableFile};

static TABLE: Table = Table {
    key: "rows",
    file: "rows",
    title: "Rows",
    columns: &[Column::figure("n", "N")],
    noun: ("row", "rows"),
    period: None,
    total: None,
};

#[test]
fn a_full_sheet_is_followed_by_another() {
    let made_at = Timestamp::from_millis(0);
    let cover = Cover {
        holder: String::new(),
        choice: String::new(),
        from: None,
        to: None,
        made_at,
        is_several: false,
    };
    let mut bytes = Vec::new();
    let mut xlsx = Box::new(Xlsx::begin(&cover, &mut bytes));
    xlsx.most_rows = 4;
    xlsx.begin(&TABLE).unwrap();
    for number in 0..7 {
        xlsx.row(&[Cell::Count(number)]).unwrap();
    }
    xlsx.finish().unwrap();
    let mut zip = zip::ZipArchive::new(io::Cursor::new(bytes)).unwrap();
    let mut read = |name: &str| {
        let mut text = String::new();
        zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    };
    let names = read("xl/workbook.xml");
    assert!(
        names.contains("\"Rows\"") && names.contains("\"Rows 2\"") && names.contains("\"Rows 3\""),
        "{names}"
    );
    // The heading and up to three rows of each sheet.
    let rows: Vec<usize> = (1..=3)
        .map(|sheet| read(&format!("xl/worksheets/sheet{sheet}.xml")).matches("<row ").count())
        .collect();
    assert_eq!(rows, [4, 4, 2]);
}
