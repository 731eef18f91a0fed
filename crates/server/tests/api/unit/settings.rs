//! How settings are printed and refused.

use ledgerline::internal::{LISTEN, with_commas, without_password};

#[test]
fn thousands_are_separated_by_commas() {
    let shown = [0, 12, 999, 1_000, 1_234_567].map(with_commas);
    assert_eq!(shown, ["0", "12", "999", "1,000", "1,234,567"]);
}

#[test]
fn a_url_is_shown_without_its_password() {
    assert_eq!(without_password("mysql://root:p@ss@db/x"), "mysql://root:***@db/x");
    assert_eq!(without_password("data.db"), "data.db");
}

#[test]
fn a_refusal_is_one_line_whatever_the_setting_holds() {
    let line = LISTEN.refuse("a\nb\u{1b}[31m", "less").to_string();
    assert_eq!(line, r"--listen (LEDGERLINE_LISTEN) is `a\nb\u{1b}[31m`, but it takes less");
}
