//! Warnings of misspelt settings.

use ledgerline::internal::{known_variables, warnings_about};

/// SAFE-10
#[test]
fn a_misspelt_variable_is_told_with_the_nearest_known_one() {
    let warnings = |names: &[&str]| warnings_about(names.iter().map(|name| (*name).to_owned()));
    assert_eq!(
        warnings(&["LEDGERLINE_DATABSE_URL", "LEDGERLINE_DATABASE_URL", "PATH"]),
        ["LEDGERLINE_DATABSE_URL is not a setting; did you mean LEDGERLINE_DATABASE_URL?"]
    );
    assert_eq!(
        warnings(&["LEDGERLINE_COLOUR_OF_THE_SKY"]),
        ["LEDGERLINE_COLOUR_OF_THE_SKY is not a setting; `ledgerline serve --help` lists them all"]
    );
    let of_kubernetes = ["LEDGERLINE_SERVICE_HOST", "LEDGERLINE_PORT_8080_TCP", "LEDGERLINE_PORT"];
    assert!(warnings(&of_kubernetes).is_empty());
    let known = known_variables();
    assert!(known.len() > 15 && known.contains("LEDGERLINE_CONFIG"), "{known:?}");
}
