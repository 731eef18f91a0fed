//! The digest of the event log of a license.

use ledgerline_storage::licenses::events::digest;

#[test]
fn a_digest_is_sha_256() {
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(digest(b"abc"), abc);
}
