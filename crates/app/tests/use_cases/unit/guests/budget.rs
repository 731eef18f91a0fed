//! The bandwidth that guests share.

use std::time::Duration;

use ledgerline_app::guests::budget::Bandwidth;
use tokio::time::Instant;

// PUB-07
#[test]
fn pub_07_streams_share_a_line() {
    let bandwidth = Bandwidth::of(8);
    let begun = Instant::now();
    assert!(bandwidth.turn(50_000).is_none(), "the bandwidth is free");
    bandwidth.turn(50_000);
    bandwidth.turn(50_000);
    // A megabyte a second: the fourth piece waits for three of 50 ms each.
    assert!(bandwidth.turn(50_000).is_some_and(|at| at >= begun + Duration::from_millis(150)));
    assert!(Bandwidth::of(0).turn(usize::MAX).is_none() && Bandwidth::of(0).turn(1).is_none());
}
