//! Links to archives for the browser's own download, which sends no bearer token: signed over who, what and
//! until when, bound to a session and ended by it. A link is as good as the file, so it is never logged.

use std::time::Duration;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{
    ids::{ArchiveId, SessionId, UserId},
    time::Timestamp,
};

use crate::{Actor, App, Error, Result, crypto::Keys};

/// Long enough for tens of gigabytes over a slow line, with a pause or two.
const LIFE: Duration = Duration::from_secs(12 * 60 * 60);
/// Sets the signature apart from that of any other link.
const PURPOSE: &[u8] = b"ledgerline archive 1\0";
const BODY: usize = 3 * 16 + 8;

pub struct Ticket {
    pub text: String,
    pub expires_at: Timestamp,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Claims {
    pub owner: UserId,
    pub session: SessionId,
    pub archive: ArchiveId,
    pub expires_at: Timestamp,
}

pub(super) fn issue(app: &App, actor: &Actor, archive: ArchiveId) -> Ticket {
    let expires_at = app.now() + LIFE;
    let claims = Claims { owner: actor.user, session: actor.session, archive, expires_at };
    Ticket { text: claims.seal(&app.keys), expires_at }
}

pub(super) fn open(app: &App, text: &str) -> Result<Claims> {
    let claims = Claims::open(&app.keys, text).ok_or_else(over)?;
    if claims.expires_at <= app.now() { Err(over()) } else { Ok(claims) }
}

pub(super) fn over() -> Error {
    Error::Forbidden("This link has expired. Please open it again.".to_owned())
}

impl Claims {
    fn seal(&self, keys: &Keys) -> String {
        let expires_at = self.expires_at.as_millis().to_be_bytes();
        let (owner, session) = (self.owner.as_bytes().as_slice(), self.session.as_bytes());
        let body = [owner, session, self.archive.as_bytes(), &expires_at].concat();
        let signature = keys.sign(&[PURPOSE, &body].concat());
        URL_SAFE_NO_PAD.encode([body.as_slice(), &signature].concat())
    }

    fn open(keys: &Keys, text: &str) -> Option<Self> {
        let mut bytes = [0; BODY + 32];
        let length = URL_SAFE_NO_PAD.decode_slice(text, &mut bytes).ok()?;
        let (body, signature) = bytes.split_last_chunk()?;
        if length != bytes.len() || !keys.is_signed(&[PURPOSE, body].concat(), signature) {
            return None;
        }
        let (owner, rest) = body.split_first_chunk()?;
        let (session, rest) = rest.split_first_chunk()?;
        let (archive, expires_at) = rest.split_first_chunk()?;
        Some(Self {
            owner: UserId::from_bytes(*owner),
            session: SessionId::from_bytes(*session),
            archive: ArchiveId::from_bytes(*archive),
            expires_at: Timestamp::from_millis(i64::from_be_bytes(expires_at.try_into().ok()?)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_says_what_was_signed_and_nothing_else_opens() {
        let now = Timestamp::from_millis(1_800_000_000_000);
        let claims = || Claims {
            owner: UserId::new(now, [1; 10]),
            session: SessionId::new(now, [2; 10]),
            archive: ArchiveId::new(now, [3; 10]),
            expires_at: now,
        };
        let keys = Keys::new(&[7; 32]);
        let text = claims().seal(&keys);
        assert_eq!(Claims::open(&keys, &text), Some(claims()));
        assert_eq!(Claims::open(&Keys::new(&[8; 32]), &text), None);
        for at in 0..text.len() {
            let mut bent = text.clone().into_bytes();
            bent[at] = if bent[at] == b'A' { b'B' } else { b'A' };
            assert_eq!(Claims::open(&keys, &String::from_utf8(bent).unwrap()), None, "letter {at}");
        }
        for nonsense in ["", "abc", &text[1..], &format!("{text}A")] {
            assert_eq!(Claims::open(&keys, nonsense), None, "{nonsense}");
        }
    }
}
