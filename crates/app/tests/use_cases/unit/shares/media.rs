//! Tickets for the media of shares.

use domain::ids::{DocumentId, ShareLinkId, UserId};
use domain::time::Timestamp;
use ledgerline_app::crypto::Keys;
use ledgerline_app::files::signed_links;
use ledgerline_app::guests::media::TICKET_LIFE;
use ledgerline_app::shares::media::{Claims, Purpose};

// SHR-04
#[test]
fn shr_04_a_ticket_says_what_was_signed_and_lives_two_hours() {
    let now = Timestamp::from_millis(1_800_000_000_000);
    let keys = Keys::new(&[7; 32]);
    for (purpose, is_preview) in [(Purpose::Listen, true), (Purpose::Download, false)] {
        let claims = Claims {
            purpose,
            owner: UserId::new(now, [1; 10]),
            link: ShareLinkId::new(now, [2; 10]),
            beat: DocumentId::new(now, [3; 10]),
            file: DocumentId::new(now, [4; 10]),
            is_preview,
            lock: [5; 8],
            content: *b"0123456789abcdef",
            expires_at: now + TICKET_LIFE,
        };
        let text = signed_links::sign(&keys, &claims).text;
        let read = signed_links::open::<Claims>(&keys, &text, now).unwrap();
        assert_eq!((read.purpose, read.is_preview), (purpose, is_preview));
        assert_eq!((read.owner, read.link, read.beat), (claims.owner, claims.link, claims.beat));
        assert_eq!((read.file, read.lock, read.content), (claims.file, [5; 8], claims.content));
        assert!(signed_links::open::<Claims>(&keys, &text, now + TICKET_LIFE).is_err());
    }
}
