//! Sealed values and tokens.

use domain::ids::UserId;
use domain::time::Timestamp;
use ledgerline_app::crypto::{Keys, Token};

fn owner(n: u8) -> UserId {
    UserId::new(Timestamp::from_millis(1_000), [n; 10])
}

#[test]
fn what_is_sealed_opens_for_its_owner_and_purpose_only() {
    let keys = Keys::new(&[7; 32]);
    let sealed = keys.seal("2fa", owner(1), b"secret");
    assert_eq!(keys.open("2fa", owner(1), &sealed).unwrap().as_slice(), b"secret");
    assert!(keys.open("2fa", owner(2), &sealed).is_err());
    assert!(keys.open("card", owner(1), &sealed).is_err());
    assert!(Keys::new(&[8; 32]).open("2fa", owner(1), &sealed).is_err());
    for at in 0..sealed.len() {
        let mut bent = sealed.clone();
        bent[at] ^= 1;
        assert!(keys.open("2fa", owner(1), &bent).is_err(), "byte {at}");
    }
    for length in 0..sealed.len() {
        assert!(keys.open("2fa", owner(1), &sealed[..length]).is_err());
    }
}

// CARD-05
#[test]
fn what_is_sealed_for_a_row_opens_in_that_row_only() {
    let keys = Keys::new(&[7; 32]);
    let (row, other) = ([1; 16], [2; 16]);
    let sealed = keys.seal_row("card", owner(1), &row, b"4242");
    assert_eq!(keys.open_row("card", owner(1), &row, &sealed).unwrap().as_slice(), b"4242");
    assert!(keys.open_row("card", owner(1), &other, &sealed).is_err());
    assert!(keys.open_row("card", owner(2), &row, &sealed).is_err());
    assert!(keys.open_row("account", owner(1), &row, &sealed).is_err());
    assert!(keys.open("card", owner(1), &sealed).is_err());
    let account_wide = keys.seal("card", owner(1), b"4242");
    assert!(keys.open_row("card", owner(1), &row, &account_wide).is_err());
}

#[test]
fn tokens_name_their_owner_and_are_never_twice_the_same() {
    let token = Token::generate(owner(3));
    let read = Token::parse(token.expose()).unwrap();
    assert_eq!((read.owner, read.hash()), (owner(3), token.hash()));
    assert_ne!(Token::generate(owner(3)).hash(), token.hash());
    assert!(!token.hash().contains(token.expose()));
    for text in ["", "abc", "====", &token.expose()[1..], &format!("{}A", token.expose())] {
        assert!(Token::parse(text).is_none(), "{text}");
    }
}
