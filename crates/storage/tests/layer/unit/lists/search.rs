//! References and numbers that begin with the typed digits.

use domain::text::search::Kind;
use ledgerline_storage::lists::search::{numbers_like, reference_digits};

#[test]
fn a_reference_is_known_by_its_beginning() {
    let digits = |word: &str| reference_digits(Kind::Transaction, word);
    assert_eq!((digits("txn-48"), reference_digits(Kind::Sale, "sale-48")), (Some(48), Some(48)));
    let others =
        ["txn-", "txn-0", "txn-048", "txn-4a", "txn--4", "txn-+4", "48", "xtxn-4", "sale-4"];
    for other in others {
        assert_eq!(digits(other), None, "{other}");
    }
    assert_eq!(reference_digits(Kind::Client, "txn-48"), None);
    assert_eq!(digits(&format!("txn-{}", "9".repeat(30))), None);
}

#[test]
fn numbers_that_begin_alike_are_a_range_for_each_length() {
    let ranges = numbers_like(48);
    assert!(ranges.ends_with(&[(480, 489), (48, 48)]) && ranges.is_sorted_by_key(|range| -range.0));
    for number in (1..20_000).chain([i64::from(u32::MAX)]) {
        let is_alike = number.to_string().starts_with("48");
        let held = ranges.iter().filter(|(first, last)| (*first..=*last).contains(&number));
        assert_eq!(held.count(), usize::from(is_alike), "{number}");
    }
    assert_eq!(numbers_like(i64::MAX), [(i64::MAX, i64::MAX)]);
}
