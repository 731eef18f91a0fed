//! The address under which browsers reach the server.

use ledgerline::internal::{PublicUrl, is_unencrypted};

#[test]
fn a_public_url_loses_its_last_slash_and_tells_its_scheme() {
    let url = PublicUrl::parse("https://studio.example/").expect("valid");
    assert_eq!(url.to_string(), "https://studio.example");
    assert!(url.is_https() && !url.is_loopback());
    for own in ["http://127.0.0.1:8080", "http://localhost", "http://[::1]:90"] {
        assert!(PublicUrl::parse(own).expect("valid").is_loopback(), "{own}");
    }
    let wildcard = PublicUrl::of("0.0.0.0:8080".parse().expect("an address"));
    assert_eq!(wildcard.to_string(), "http://127.0.0.1:8080");
}

#[test]
fn listening_to_other_machines_without_https_is_unencrypted() {
    let reaches_others = |listen: &str, public_url: Option<&str>| {
        let listen = listen.parse().expect("an address");
        let url = public_url.and_then(PublicUrl::parse);
        is_unencrypted(listen, &url.unwrap_or_else(|| PublicUrl::of(listen)))
    };
    assert!(reaches_others("0.0.0.0:80", None));
    assert!(reaches_others("[::]:80", Some("http://studio.example")));
    assert!(!reaches_others("0.0.0.0:80", Some("https://studio.example")));
    assert!(!reaches_others("127.0.0.1:8080", None));
}
