//! The encryption of a connection, from the URL of the database.

use ledgerline_storage::db::DbError;
use ledgerline_storage::db::postgres::target::Encryption;
use ledgerline_storage::db::postgres::tls::{Roots, Verification};
use postgres::config::SslMode;

fn split(url: &str) -> (String, Encryption) {
    Encryption::take_from(url).unwrap()
}

/// GUARD-08
#[test]
fn the_two_settings_leave_the_url_and_the_rest_stays() {
    let (rest, none) = split("postgres://u:p?a@h/d");
    assert_eq!(rest, "postgres://u:p?a@h/d");
    assert_eq!((none.driver_mode, none.verification), (SslMode::Prefer, Verification::None));

    let url = "postgres://u:p?a@h/d?application_name=x&sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem&port=1";
    let (rest, full) = split(url);
    assert_eq!(rest, "postgres://u:p?a@h/d?application_name=x&port=1");
    let file = Roots::File("/etc/ca.pem".into());
    assert_eq!(full.verification, Verification::ChainAndHost(file.clone()));

    let (rest, require) = split("postgres://h/d?sslmode=require&sslrootcert=/etc/ca.pem");
    assert_eq!(rest, "postgres://h/d");
    assert_eq!(require.verification, Verification::Chain(file));
    let (_, system) = split("postgres://h/d?sslmode=verify-full&sslrootcert=system");
    assert_eq!(system.verification, Verification::ChainAndHost(Roots::Platform));
    let (_, disable) = split("postgres://h/d?sslmode=disable");
    assert_eq!(disable.driver_mode, SslMode::Disable);
}

/// GUARD-08
#[test]
fn an_unknown_or_useless_mode_is_refused_in_words() {
    for (query, word) in [
        ("sslmode=allow", "`allow`"),
        ("sslmode=", "verify-full"),
        ("sslmode=verify-ca", "needs sslrootcert"),
        ("sslmode=verify-full&sslrootcert=", "sslrootcert is empty"),
    ] {
        match Encryption::take_from(&format!("postgres://u:hush@h/d?{query}")) {
            Err(DbError::Config(text)) => assert!(text.contains(word), "{text}"),
            other => panic!("{query}: {other:?}"),
        }
    }
}
