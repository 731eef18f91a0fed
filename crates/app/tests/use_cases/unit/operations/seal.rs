//! The seal of the installation as it is stored.

use domain::time::Timestamp;
use ledgerline_app::crypto::Keys;
use ledgerline_app::operations::seal::{from_stored, to_stored};
use seal::Seal;

// LIC-19
#[test]
fn a_stored_seal_opens_with_the_key_of_the_installation_only() {
    let made = Seal::generate([3; 16], Timestamp::from_millis(1_794_700_800_123)).unwrap();
    let keys = Keys::new(&[7; 32]);
    let stored = to_stored(&keys, &made);
    let opened = from_stored(&keys, &stored).unwrap();
    assert_eq!((&opened.key, &opened.certificate), (&made.key, &made.certificate));
    assert!(Seal::open(opened).is_ok());
    assert!(from_stored(&Keys::new(&[8; 32]), &stored).is_err());
    assert!(from_stored(&keys, "nonsense").is_err());
}
