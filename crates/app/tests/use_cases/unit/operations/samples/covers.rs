//! The covers of the sample beats.

use ledgerline_app::operations::samples::covers::{SIDE, draw};
use ledgerline_app::operations::samples::script::BEATS;

#[test]
fn every_sample_beat_has_a_small_cover_of_its_own() {
    let drawn: Vec<Vec<u8>> = BEATS.iter().map(|plan| draw(plan).unwrap()).collect();
    for (place, cover) in drawn.iter().enumerate() {
        assert!(cover.len() < 60_000, "{} bytes", cover.len());
        let seen = image::load_from_memory(cover).unwrap();
        assert_eq!((seen.width(), seen.height()), (SIDE, SIDE));
        assert!(!drawn[..place].contains(cover));
    }
}
