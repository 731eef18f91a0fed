//! The terms of a license as they are stored.

use domain::licenses::kinds::defaults;
use domain::licenses::terms::BuyBack;
use ledgerline_app::licenses::terms::{read, write};

// LIC-02
#[test]
fn what_is_stored_is_read_again() {
    for kind in defaults("Maya Okafor") {
        let mut terms = kind.terms;
        assert_eq!(read(&write(&terms).unwrap()).unwrap(), terms, "{}", kind.name);
        terms.governing_law = Some("New York".into());
        terms.buy_back = Some(BuyBack { years: 5, percent: 150 });
        terms.publishing_share = 1_205;
        assert_eq!(read(&write(&terms).unwrap()).unwrap(), terms, "{}", kind.name);
    }
    assert!(read("{}").is_err());
}
