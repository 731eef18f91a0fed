//! The files of the sample beats.

use domain::licenses::Role;
use domain::time::Timestamp;
use ledgerline_app::operations::samples::files::make;
use ledgerline_app::operations::samples::script::{BEATS, FILES};
use media::{Kind, Sniffer};

// FILE-03
#[test]
fn every_sample_file_is_small_and_what_its_role_takes() {
    for plan in &FILES {
        let (mime, bytes) =
            make(&BEATS[plan.beat], plan.content, Timestamp::from_millis(0)).unwrap();
        assert!(bytes.len() < 700_000, "{}: {} bytes", plan.name, bytes.len());
        assert!(plan.role.takes(mime) || plan.role == Role::Artwork, "{}", plan.name);
        if plan.role.is_audio() {
            let mut sniffer = Sniffer::new();
            sniffer.push(&bytes);
            assert_eq!(sniffer.finish().map(Kind::mime), Some(mime), "{}", plan.name);
        }
    }
}
