//! Hashes of passwords and what they cost.

use argon2::Params;
use argon2::password_hash::phc::PasswordHash;
use domain::identity::passwords::Password;
use ledgerline_app::identity::hasher::{Hasher, NOBODYS_HASH};

fn password(text: &str) -> Password {
    Password::parse("password", text.to_owned()).unwrap()
}

#[tokio::test]
async fn a_hash_knows_its_password_and_its_cost() {
    let hasher = Hasher::start().unwrap();
    let hash = hasher.hash(password("correct horse")).await.unwrap();
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    assert!(hasher.verify(password("correct horse"), hash.clone()).await.unwrap());
    assert!(!hasher.verify(password("wrong horse"), hash).await.unwrap());
}

#[tokio::test]
async fn nobodys_hash_costs_as_much_as_any_and_fits_nothing() {
    let parsed = PasswordHash::new(NOBODYS_HASH).unwrap();
    let params = Params::try_from(&parsed).unwrap();
    assert_eq!((params.m_cost(), params.t_cost(), params.p_cost()), (19_456, 2, 1));
    let hasher = Hasher::start().unwrap();
    assert!(!hasher.verify(password("anything"), NOBODYS_HASH.to_owned()).await.unwrap());
}
