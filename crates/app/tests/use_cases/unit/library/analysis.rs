//! What the analysis writes into the library.

use domain::library::documents::MusicalKey;
use ledgerline_app::library::analysis::sentence;
use media::AnalysisError;

/// Otherwise an item would never get the detected key.
#[test]
fn every_key_that_is_heard_has_a_name_here() {
    for key in media::Key::all() {
        assert!(MusicalKey::find(key.name()).is_some(), "{}", key.name());
    }
}

#[test]
fn a_failure_is_a_sentence() {
    let broken = AnalysisError::Broken("it ends too early".to_owned());
    assert_eq!(sentence(&broken), "The file is damaged: it ends too early.");
}
