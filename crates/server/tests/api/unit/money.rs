//! Amounts of money in JSON.

use ledgerline::internal::Amount;
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize)]
struct Form {
    amount: Option<Amount>,
}

#[test]
fn digits_pass_through_untouched() {
    for text in ["1.005", "0.1", "1e2", "12345678901234567890.123", "\"12\"", "[1]"] {
        let form: Form = serde_json::from_str(&format!("{{\"amount\": {text} }}")).unwrap();
        assert_eq!(form.amount.map(Amount::into_text).as_deref(), Some(text));
    }
    assert_eq!(serde_json::from_str::<Form>(r#"{"amount":null}"#).unwrap().amount, None);
    assert_eq!(serde_json::from_str::<Form>("{}").unwrap().amount, None);
}

#[test]
fn an_amount_is_written_as_a_number_with_two_decimals() {
    let write =
        |units| serde_json::to_string(&Form { amount: Some(Amount::of_minor(units)) }).unwrap();
    assert_eq!(write(-5), r#"{"amount":-0.05}"#);
    assert_eq!(write(2_545_075), r#"{"amount":25450.75}"#);
    assert_eq!(write(100_000_000_000_000), r#"{"amount":1000000000000.00}"#);
}
