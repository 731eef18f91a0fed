//! The file of settings.

use std::ffi::OsString;

use ledgerline::internal::{config_flag, parse_settings};

/// SAFE-10
#[test]
fn a_file_is_read_as_systemd_reads_it() {
    let text = "# settings\n\n; also a comment\nLEDGERLINE_LOG=info\n  A = b c \nB='x \"y\"'\n\
                C=\"p\\\"q\\\\\"\nEMPTY=\n";
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let all = [
        pair("LEDGERLINE_LOG", "info"),
        pair("A", "b c"),
        pair("B", "x \"y\""),
        pair("C", "p\"q\\"),
        pair("EMPTY", ""),
    ];
    assert_eq!(parse_settings(text), Ok(all.to_vec()));
    for (text, line) in
        [("A=1\nexport B=2", 2), ("nonsense", 1), ("A=\"open", 1), ("=x", 1), ("1A=x", 1)]
    {
        assert_eq!(parse_settings(text), Err(line), "{text}");
    }
}

#[test]
fn the_command_line_names_the_file_in_either_form() {
    let found = |line: &[&str]| {
        let line: Vec<OsString> = line.iter().map(OsString::from).collect();
        config_flag(&line).map(|path| path.to_string_lossy().into_owned())
    };
    assert_eq!(found(&["serve", "--config", "a.env"]).as_deref(), Some("a.env"));
    assert_eq!(found(&["--config=b.env", "serve"]).as_deref(), Some("b.env"));
    assert_eq!(found(&["serve", "--", "--config", "c.env"]), None);
}
