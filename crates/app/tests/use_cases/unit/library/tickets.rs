//! Tickets for the media of an account.

use std::time::Duration;

use domain::ids::{DocumentId, SessionId, UserId};
use domain::time::Timestamp;
use ledgerline_app::crypto::Keys;
use ledgerline_app::files::signed_links;
use ledgerline_app::library::tickets::{Claims, Purpose};

#[test]
fn a_ticket_says_what_was_signed() {
    let now = Timestamp::from_millis(1_800_000_000_000);
    for purpose in Purpose::ALL {
        let claims = || Claims {
            purpose,
            owner: UserId::new(now, [1; 10]),
            session: SessionId::new(now, [2; 10]),
            document: DocumentId::new(now, [3; 10]),
            expires_at: now + Duration::from_secs(900),
            content: *b"0123456789abcdef",
        };
        let keys = Keys::new(&[7; 32]);
        let text = signed_links::sign(&keys, &claims()).text;
        assert_eq!(signed_links::open::<Claims>(&keys, &text, now).unwrap(), claims());
    }
}
