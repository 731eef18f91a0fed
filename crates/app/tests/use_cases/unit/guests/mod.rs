//! The network that visitors are counted by.

mod budget;

use ledgerline_app::guests::visitor_network;

// PUB-09
#[test]
fn pub_09_people_are_counted_by_their_network() {
    let of = |text: &str| visitor_network(text.parse().unwrap());
    assert_eq!(of("192.0.2.77"), "192.0.2.0/24");
    assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.200"));
    assert_eq!(of("2001:db8:1:2::7"), of("2001:db8:1:ffff::9"));
    assert_ne!(of("2001:db8:1::7"), of("2001:db8:2::7"));
}
