//! Percentages of figures.

use ledgerline_app::figures::periods::Rate;

#[test]
fn a_rate_has_one_decimal_and_rounds_half_up() {
    let percent = |part, whole| Rate::of(part, whole).map(Rate::percent);
    assert_eq!(percent(0, 0), None);
    assert_eq!(percent(0, 7), Some(0.0));
    assert_eq!(percent(1, 3), Some(33.3));
    assert_eq!(percent(2, 3), Some(66.7));
    assert_eq!(percent(1, 2000), Some(0.1));
    assert_eq!(percent(1, 2001), Some(0.0));
    assert_eq!(percent(100_000, 100_000), Some(100.0));
}
