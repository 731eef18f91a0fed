//! Reads the letters in a server's outbox folder, for tests that wait for a letter and follow its link.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use testbed::budget;
use testbed::smtp::Smtp;

use crate::harness::Server;

/// A letter with its parts decoded.
#[derive(Debug, Clone)]
pub struct Mail {
    pub to: String,
    pub subject: String,
    pub headers: String,
    /// The plain text part and the HTML part.
    pub text: String,
}

impl Mail {
    pub fn parse(raw: &str) -> Self {
        let (headers, body) = raw.split_once("\r\n\r\n").expect("headers and a body");
        let headers = headers.replace("\r\n ", " ");
        let find = |name: &str| {
            let found = headers.lines().find_map(|line| line.strip_prefix(name));
            found.unwrap_or_default().trim().to_owned()
        };
        Self {
            to: find("To:"),
            subject: find("Subject:"),
            text: from_quoted_printable(body),
            headers: headers.clone(),
        }
    }

    /// The token after `confirm=` in the letter's link.
    pub fn confirm_token(&self) -> String {
        let (_, rest) = self.text.split_once("/login#confirm=").expect("a link");
        rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
    }

    /// The token after `reset=` in the letter's link.
    pub fn reset_token(&self) -> String {
        let (_, rest) = self.text.split_once("/login#reset=").expect("a link");
        rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
    }
}

/// All letters in the outbox to an email address, the oldest first.
pub fn letters_to(server: &Server, email: &str) -> Vec<Mail> {
    let folder = server.data_dir().join("outbox");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        return Vec::new();
    };
    assert_eq!(std::fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "eml"));
    files.sort();
    // The letters of an account are deleted with it, so a listed file may no longer exist.
    let read = |path: &PathBuf| {
        let mode = std::fs::metadata(path).ok()?.permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        Some(Mail::parse(&std::fs::read_to_string(path).ok()?))
    };
    let all = files.iter().filter_map(read);
    all.filter(|mail| mail.to.to_lowercase().contains(&email.to_lowercase())).collect()
}

/// Waits until the outbox has `count` letters with this subject to the address; returns the newest.
#[track_caller]
pub fn wait_for_letter(server: &Server, email: &str, subject: &str, count: usize) -> Mail {
    server.wait_for(&format!("{count} × {subject:?} to {email}"), || {
        let mut found = letters_to(server, email);
        found.retain(|mail| mail.subject == subject);
        found.pop().filter(|_| found.len() + 1 >= count)
    })
}

/// Waits until the mail server has received `count` letters with this subject for the address; returns the newest.
#[track_caller]
pub fn wait_for_mail(smtp: &Smtp, email: &str, subject: &str, count: usize) -> Mail {
    let found = budget::poll(budget::PATIENCE, || {
        let received = smtp.received();
        let to = received.iter().filter(|raw| raw.to.eq_ignore_ascii_case(email));
        let mut found: Vec<Mail> = to.map(|raw| Mail::parse(&raw.text)).collect();
        found.retain(|mail| mail.subject == subject);
        found.pop().filter(|_| found.len() + 1 >= count).ok_or(received)
    });
    found.unwrap_or_else(|received| panic!("{count} × {subject:?} to {email}: {received:?}"))
}

fn from_quoted_printable(text: &str) -> String {
    let text = text.replace("=\r\n", "");
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        match code.filter(|_| *first == b'=').and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
