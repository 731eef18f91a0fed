//! How amounts, sizes, lengths and periods are written on paper.

use domain::calendar::Day;
use domain::money::Currency;
use ledgerline_paper::wording::{amount, count_text, length, money, period, sentence, size, tempo};

#[test]
fn amounts_are_written_for_people() {
    assert_eq!(money(123_450, Currency::Usd), "$1,234.50");
    assert_eq!(money(-99, Currency::Eur), "−€0.99");
    assert_eq!(money(100_000_000_000_000, Currency::Gbp), "£1,000,000,000,000.00");
    assert_eq!(money(100, Currency::Kes), "KSh 1.00");
    assert_eq!((amount(-100_000), amount(12)), ("−1,000.00".into(), "0.12".into()));
}

#[test]
fn words_begin_with_a_capital() {
    assert_eq!((sentence("in_review").as_str(), sentence("").as_str()), ("In review", ""));
}

// PAPER-01
#[test]
fn units_are_readable() {
    assert_eq!((tempo(11_200).as_str(), tempo(9_730).as_str()), ("112 BPM", "97.3 BPM"));
    assert_eq!((length(187_200).as_str(), length(3_723_000).as_str()), ("3:07", "1:02:03"));
    assert_eq!((size(378_044).as_str(), size(4_404_019).as_str()), ("369 KB", "4.2 MB"));
    assert_eq!((size(900).as_str(), count_text(1_234_567).as_str()), ("900 bytes", "1,234,567"));
}

// PAPER-01
#[test]
fn a_period_is_what_was_asked_for_or_what_the_rows_cover() {
    let (first, last) = (Day::read("2026-01-31"), Day::read("2026-11-05"));
    let rows = first.zip(last);
    assert_eq!(period((None, None), rows), "Jan 31, 2026 – Nov 5, 2026");
    assert_eq!(period((last, last), rows), "Nov 5, 2026");
    assert_eq!(period((first, None), None), "Since Jan 31, 2026");
    assert_eq!(period((None, last), rows), "Until Nov 5, 2026");
    assert_eq!(period((None, None), None), "");
}
