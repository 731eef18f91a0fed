//! Reads PDF files: the text with an independent program, the cross-reference table byte by byte.

use std::{
    io::Write,
    process::{Command, Stdio},
};

/// The text that `pdftotext` finds. The Makefile installs the program if it is missing.
pub fn text(bytes: &[u8]) -> String {
    check_index(bytes);
    let mut child = Command::new("pdftotext")
        .args(["-raw", "-enc", "UTF-8", "-", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("pdftotext, from the package poppler-utils");
    child.stdin.take().unwrap().write_all(bytes).unwrap();
    let output = child.wait_with_output().unwrap();
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && complaints.is_empty(), "{complaints}");
    String::from_utf8(output.stdout).unwrap()
}

/// Checks that every object is at the position that the cross-reference table gives.
pub fn check_index(bytes: &[u8]) {
    let start = last(bytes, b"startxref\n");
    let digits = &bytes[start + 10..];
    let end = digits.iter().position(|byte| *byte == b'\n').unwrap();
    let index: usize = std::str::from_utf8(&digits[..end]).unwrap().parse().unwrap();
    let table = std::str::from_utf8(&bytes[index..start]).unwrap();
    let mut lines = table.lines().skip(1);
    let count: usize = lines.next().unwrap().strip_prefix("0 ").unwrap().parse().unwrap();
    let entries: Vec<&str> = lines.take(count).collect();
    for (number, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.contains(" n")) {
        let place: usize = entry[..10].parse().unwrap();
        let name = format!("{number} 0 obj");
        assert_eq!(&bytes[place..place + name.len()], name.as_bytes());
    }
    let in_use = entries.iter().filter(|entry| entry.contains(" n")).count();
    assert!(in_use > 10, "{table}");
}

fn last(bytes: &[u8], sought: &[u8]) -> usize {
    bytes.windows(sought.len()).rposition(|window| window == sought).unwrap()
}
