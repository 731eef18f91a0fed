//! Tickets for downloads of deliveries.

use std::time::Duration;

use domain::ids::{DeliveryId, EventId, UserId};
use domain::time::Timestamp;
use ledgerline_app::crypto::Keys;
use ledgerline_app::deliveries::downloads::{Claims, LIFE};
use ledgerline_app::files::signed_links;

// DLV-02
#[test]
fn dlv_02_a_ticket_says_what_was_signed_and_lives_twelve_hours() {
    let now = Timestamp::from_millis(1_800_000_000_000);
    let keys = Keys::new(&[7; 32]);
    let claims = Claims {
        owner: UserId::new(now, [1; 10]),
        delivery: DeliveryId::new(now, [2; 10]),
        ticket: EventId::new(now, [3; 10]),
        file: [4; 16],
        page: [5; 16],
        expires_at: now + LIFE,
    };
    let text = signed_links::sign(&keys, &claims).text;
    let almost = now + LIFE - Duration::from_millis(1);
    let read = signed_links::open::<Claims>(&keys, &text, almost).unwrap();
    assert_eq!((read.owner, read.delivery), (claims.owner, claims.delivery));
    assert_eq!((read.ticket, read.file, read.page), (claims.ticket, [4; 16], [5; 16]));
    assert!(signed_links::open::<Claims>(&keys, &text, now + LIFE).is_err());
}
