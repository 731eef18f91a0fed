//! Where the voice tag of a preview is heard.

use std::time::Duration;

use domain::library::previews::Settings;
use ledgerline_app::library::previewing::{heard_at_least_once, recipe};
use media::preview::Recipe;

#[test]
fn prv_06_a_short_beat_has_its_tag_too() {
    let seconds = Duration::from_secs;
    let usual = recipe(&Settings::default());
    let first = |length: Option<u64>, recipe: Recipe| {
        heard_at_least_once(recipe, length.map(seconds), seconds(2)).first
    };
    assert_eq!(first(Some(180), usual), seconds(5));
    assert_eq!(first(Some(7), usual), seconds(5));
    assert_eq!(first(Some(6), usual), Duration::ZERO);
    assert_eq!(first(None, usual), Duration::ZERO);
    // A preview of 30 seconds whose first tag would come after a minute.
    let late = Settings { first_after: 60, length: Some(30), ..Settings::default() };
    assert_eq!(first(Some(180), recipe(&late)), Duration::ZERO);
}
