//! The filters of an export in words.

use ledgerline_app::exports::Filters;

// PAPER-01
#[test]
fn a_head_names_filters_for_people_and_neither_order_nor_ids() {
    let sent = [
        ("order", "desc"),
        ("sort", "date"),
        ("type", "deposit,payment"),
        ("search", " lease "),
        ("client_id", "019a8000-0000-7000-8000-000000000001"),
        ("from", "2026-01-01"),
    ];
    let sent = sent.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let filters = Filters::new(sent.into_iter().collect());
    assert_eq!(filters.in_words(), "One client · Search: “lease” · Type: deposit, payment");
    assert_eq!(filters.day("from").map(|day| day.to_string()).as_deref(), Some("2026-01-01"));
}
