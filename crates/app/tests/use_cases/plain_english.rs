//! Letters, papers, notifications and the sentences of refusals are natural American English. WORDS-01

use std::fs;
use std::path::{Path, PathBuf};

/// Words that no text may have, in lower case, and the word to use instead.
const REFUSED: [(&str, &str); 27] = [
    ("licence", "license"),
    ("analyse", "analyze"),
    ("cancelled", "canceled"),
    ("colour", "color"),
    ("harbour", "harbor"),
    ("favourite", "favorite"),
    ("organisation", "organization"),
    ("recognise", "recognize"),
    ("e-mail", "email"),
    ("for good", "permanently"),
    ("any more", "no longer"),
    ("put by", "saved"),
    ("put money by", "save"),
    ("given back", "refunded"),
    ("come to an end", "finish"),
    ("there is nothing to do.", "you don't need to do anything"),
    ("at once", "right away"),
    ("write to us", "contact us"),
    ("was not you", "wasn't you"),
    ("of its own", "separate"),
    ("is told", "you'll see"),
    ("hear no more", "won't hear from us"),
    ("this installation", "this server"),
    ("end the session", "sign out"),
    ("the present", "current"),
    ("your account holds", "your data"),
    ("is no filter", "is not a filter"),
];

/// The folders and files of source code whose texts people read outside the web app.
const FOLDERS: [&str; 8] = [
    "app/src",
    "domain/src",
    "http/src",
    "pages/src",
    "paper/src",
    "media/src/error.rs",
    "public/src",
    "server/src",
];

fn sources(place: &Path, found: &mut Vec<PathBuf>) {
    if place.is_file() {
        found.push(place.to_owned());
        return;
    }
    for entry in fs::read_dir(place).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() || path.extension().is_some_and(|ending| ending == "rs") {
            sources(&path, found);
        }
    }
}

/// The string literals of a source file that contain a blank, without those in comments and tests.
fn texts(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let code: Vec<&str> =
        source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    // If a string literal goes on in the next line, the indentation of that line is not part of the text.
    let code = code.join("\n").replace("\\\"", "'");
    let parts = code.split('"').skip(1).step_by(2);
    let texts = parts.map(|text| text.replace("\\\n", "")).filter(|text| text.contains(' '));
    texts.collect()
}

// WORDS-01
#[test]
fn letters_papers_notifications_and_refusals_are_in_plain_american_english() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    FOLDERS.iter().for_each(|folder| sources(&crates.join(folder), &mut files));
    let (mut count, mut wrong) = (0, Vec::new());
    for file in &files {
        for text in texts(&fs::read_to_string(file).unwrap()) {
            count += 1;
            // “At once” is right where it means “at the same time”.
            let lower = text.to_lowercase().replace("too much at once", "too much");
            for (phrase, better) in REFUSED.iter().filter(|(phrase, _)| lower.contains(phrase)) {
                wrong.push(format!("{}: “{phrase}” in “{text}”, say “{better}”", file.display()));
            }
        }
    }
    assert!(count > 300, "only {count} texts were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
