//! Tokens of links of shares.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ledgerline_app::shares::tokens::LinkToken;

// PUB-01
#[test]
fn pub_01_a_token_has_the_public_id_and_128_random_bits() {
    let public_id = LinkToken::new_public_id();
    let token = LinkToken::generate(&public_id).unwrap();
    assert_eq!(token.expose().len(), 43);
    assert_eq!(URL_SAFE_NO_PAD.decode(token.expose()).unwrap().len(), 32);
    let read = LinkToken::parse(token.expose()).unwrap();
    assert_eq!((&read.public_id, read.hash()), (&public_id, token.hash()));
    assert_ne!(LinkToken::generate(&public_id).unwrap().hash(), token.hash());
    assert!(!token.hash().contains(token.expose()));
    for text in ["", "abc", &token.expose()[1..], &format!("{}A", token.expose()), "../../etc"] {
        assert!(LinkToken::parse(text).is_none(), "{text}");
    }
}
