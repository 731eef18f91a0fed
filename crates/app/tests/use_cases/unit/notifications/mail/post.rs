//! Letters in the outbox folder: which of them are removed with an account.

use std::fs;
use std::path::Path;

use domain::time::Timestamp;
use ledgerline_app::notifications::mail::{Post, Sender};

/// Later than any letter of a test was written.
const LATER: Timestamp = Timestamp::from_millis(9_000_000_000_000);

fn post(folder: &Path) -> Post {
    let url = "https://studio.example";
    Post::by_folder(folder.to_owned(), Sender::at(url), url.to_owned(), None)
}

fn letter(to: &str) -> String {
    format!("From: x@y.example\r\nTo: {to}\r\n\r\nTo: maya@x.fm\r\n")
}

#[tokio::test]
async fn letters_to_an_address_are_known_by_their_head() {
    for (to, email, is_removed) in [
        ("\"Maya\" <Maya@x.fm>", "maya@x.fm", true),
        ("maya@x.fm", "maya@x.fm", true),
        ("<amaya@x.fm>", "maya@x.fm", false),
        ("someone@x.fm", "maya@x.fm", false),
        ("", "", false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("1.eml");
        fs::write(&file, letter(to)).unwrap();
        post(folder.path()).remove_letters_to(email, LATER).await.unwrap();
        assert_eq!(file.exists(), !is_removed, "{to}");
    }
}

#[tokio::test]
async fn only_whole_letters_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["1.eml", ".2.eml.part", "notes.txt"] {
        fs::write(folder.path().join(name), letter("maya@x.fm")).unwrap();
    }
    post(folder.path()).remove_letters_to("maya@x.fm", LATER).await.unwrap();
    assert!(!folder.path().join("1.eml").exists());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    // Without a folder there is nothing to remove.
    let none = folder.path().join("none");
    post(&none).remove_letters_to("maya@x.fm", LATER).await.unwrap();
}
