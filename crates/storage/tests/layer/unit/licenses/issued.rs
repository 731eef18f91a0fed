//! The usage of a license as it is stored.

use domain::licenses::issued::Usage;
use domain::licenses::terms::Use;
use ledgerline_storage::licenses::issued::{read_usage, written_usage};

#[test]
fn usage_is_read_as_it_was_written() {
    let usage = Usage::from([(Use::Streams, 418_000), (Use::Copies, 1_240), (Use::PaidShows, 0)]);
    assert_eq!(written_usage(&usage), "streams=418000 copies=1240 paid_shows=0");
    assert_eq!(read_usage(&written_usage(&usage)), Some(usage));
    assert_eq!((read_usage(""), read_usage("rain=1")), (Some(Usage::new()), None));
}
