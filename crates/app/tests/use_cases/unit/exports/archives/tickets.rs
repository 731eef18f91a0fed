//! Signed links to archives.

use domain::ids::{ArchiveId, SessionId, UserId};
use domain::time::Timestamp;
use ledgerline_app::crypto::Keys;
use ledgerline_app::exports::archives::tickets::{Claims, LIFE};
use ledgerline_app::files::signed_links;

#[test]
fn a_link_says_what_was_signed() {
    let now = Timestamp::from_millis(1_800_000_000_000);
    let claims = Claims {
        owner: UserId::new(now, [1; 10]),
        session: SessionId::new(now, [2; 10]),
        archive: ArchiveId::new(now, [3; 10]),
        expires_at: now + LIFE,
    };
    let keys = Keys::new(&[7; 32]);
    let text = signed_links::sign(&keys, &claims).text;
    assert_eq!(signed_links::open::<Claims>(&keys, &text, now).unwrap(), claims);
}
