//! The limits of an account.

use ledgerline_app::Error;
use ledgerline_app::quotas::{MOST_CARDS, check_count, in_words};

#[test]
fn sizes_are_told_in_the_fitting_unit() {
    for (bytes, text) in [
        (0, "0 KB"),
        (12_345, "12 KB"),
        (5 << 20, "5 MB"),
        ((1 << 30) + (1 << 29), "1.5 GB"),
        (20 << 30, "20 GB"),
    ] {
        assert_eq!(in_words(bytes), text);
    }
}

/// GUARD-06: the limit itself is allowed.
#[test]
fn a_bound_may_be_met_and_not_passed() {
    assert!(check_count("cards", 500, MOST_CARDS).is_ok());
    let refused = check_count("cards", 501, MOST_CARDS).unwrap_err();
    assert_eq!(refused.to_string(), "An account can hold 500 cards at most.");
    assert!(matches!(refused, Error::Conflict(_)));
}
