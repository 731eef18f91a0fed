//! The URL of a mail server.

use ledgerline_app::notifications::mail::SmtpServer;
use ledgerline_app::notifications::mail::smtp::Encryption;

fn read(text: &str) -> SmtpServer {
    SmtpServer::parse(text).unwrap_or_else(|| panic!("{text}"))
}

#[test]
fn a_password_goes_encrypted_past_this_machine() {
    assert_eq!(read("smtp://u:p@mail.example").encryption, Encryption::StartTls);
    assert_eq!(read("smtp://mail.example").encryption, Encryption::StartTls);
    assert_eq!(read("smtps://u:p@mail.example").encryption, Encryption::Wrapped);
    assert_eq!(read("smtp://mail.internal?tls=off").encryption, Encryption::None);
    for near in ["smtp://127.0.0.1:25", "smtp://localhost", "smtp://[::1]:25"] {
        assert_eq!(read(near).encryption, Encryption::None, "{near}");
    }
    assert_eq!(read("smtp://127.0.0.1:25?tls=on").encryption, Encryption::StartTls);
}

#[test]
fn ports_logins_and_escapes_are_read() {
    assert_eq!((read("smtp://mail.example").port, read("smtps://mail.example").port), (587, 465));
    let login = read("smtps://maya%40studio.example:p%3Aw%2F@mail.example:2465/").login;
    assert_eq!(login, Some(("maya@studio.example".to_owned(), "p:w/".to_owned())));
}

#[test]
fn nonsense_is_refused_and_no_password_is_shown() {
    for text in [
        "",
        "mail.example",
        "http://mail.example",
        "smtp://",
        "smtp://user@mail.example",
        "smtp://mail.example/inbox",
        "smtp://mail.example?tls=maybe",
        "smtps://mail.example?tls=off",
        "smtp://mail.example:0",
        "smtp://:p@mail.example",
    ] {
        assert!(SmtpServer::parse(text).is_none(), "{text}");
    }
    let shown = format!("{0} {0:?}", read("smtp://maya:hunter2@mail.example"));
    assert!(!shown.contains("hunter2"), "{shown}");
}
