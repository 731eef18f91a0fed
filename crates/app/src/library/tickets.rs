//! Tickets: links to media for elements that cannot send a bearer token. A ticket is signed over who,
//! what and what for, is bound to the session it was made in and dies with it, and is good for a while
//! only. It is as good as the file itself, so it is never logged.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::documents::{Document, MediaFile};
use domain::ids::{DocumentId, SessionId, UserId};
use domain::time::Timestamp;
use storage::library::media_files;

use crate::crypto::Keys;
use crate::{Actor, App, Error, Result};

const SHORTEST: Duration = Duration::from_secs(15 * 60);
const VERSION: u8 = 1;
const CONTENT: usize = 16;
const BODY: usize = 2 + 3 * 16 + 8 + CONTENT;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Shown or played in place.
    Stream,
    /// Saved as a file.
    Download,
    Thumbnail,
}

impl Purpose {
    const ALL: [Self; 3] = [Self::Stream, Self::Download, Self::Thumbnail];
}

/// A link to send to the browser.
#[derive(Debug)]
pub struct Ticket {
    pub text: String,
    pub expires_at: Timestamp,
}

/// What a ticket opens.
#[derive(Debug)]
pub struct Granted {
    pub owner: UserId,
    pub file: MediaFile,
    pub purpose: Purpose,
}

#[derive(Debug, PartialEq, Eq)]
struct Claims {
    purpose: Purpose,
    owner: UserId,
    session: SessionId,
    document: DocumentId,
    expires_at: Timestamp,
    /// The first bytes of the content's hash: another content is not what was signed for.
    content: [u8; CONTENT],
}

pub async fn issue(app: &App, actor: &Actor, id: &str, purpose: Purpose) -> Result<Ticket> {
    let document = crate::library::documents::find(app, actor, id).await?;
    let life = SHORTEST.max(document.length().saturating_mul(2));
    let expires_at = app.now() + life;
    sign(app, actor, &document, purpose, expires_at)
        .ok_or_else(|| Error::unexpected("a content hash is too short to sign"))
}

/// A ticket for the item's picture; none where it has none. It stays the same for a quarter of an hour,
/// so that a browser that has the picture does not ask again.
pub fn for_thumbnail(app: &App, actor: &Actor, document: &Document) -> Option<Ticket> {
    let quarter = i64::try_from(SHORTEST.as_millis()).ok()?;
    let began = app.now().as_millis().div_euclid(quarter) * quarter;
    let expires_at = Timestamp::from_millis(began + 2 * quarter);
    sign(app, actor, document, Purpose::Thumbnail, expires_at)
}

fn sign(
    app: &App,
    actor: &Actor,
    document: &Document,
    purpose: Purpose,
    expires_at: Timestamp,
) -> Option<Ticket> {
    let claims = Claims {
        purpose,
        owner: actor.user,
        session: actor.session,
        document: document.id,
        expires_at,
        content: content(&document.content_hash, document.thumbnail.as_deref(), purpose)?,
    };
    Some(Ticket { text: claims.seal(&app.keys), expires_at })
}

/// What a ticket opens, in the caller's own shape. The session and the item are looked up every time: what was revoked
/// or deleted a moment ago is gone. While nobody has committed anything, the same is found, and in the same shape.
pub async fn open<T>(app: &App, text: &str, shape: fn(Granted) -> T) -> Result<Arc<T>>
where
    T: Send + Sync + 'static,
{
    let now = app.now();
    let claims = Claims::open(&app.keys, text).ok_or_else(over)?;
    if claims.expires_at <= now {
        return Err(over());
    }
    let Claims { purpose, owner, session, document: id, content: signed, .. } = claims;
    let shaped = move |file: MediaFile| {
        let content = content(&file.content_hash, file.thumbnail.as_deref(), purpose);
        (content, Arc::new(shape(Granted { owner, file, purpose })))
    };
    app.db
        .read(move |conn| {
            let (_, found) = conn
                .cached((owner, session, id, purpose), |conn| {
                    let found = media_files::find_with_session(conn, owner, session, id)?;
                    Ok(found.map(|(session, file)| (session, file.map(shaped))))
                })?
                .filter(|(session, _)| session.is_live(now))
                .ok_or_else(over)?;
            let (content, shape) = found.ok_or_else(|| Error::missing("item"))?;
            if content == Some(signed) { Ok(shape) } else { Err(over()) }
        })
        .await
}

fn over() -> Error {
    Error::Forbidden("This link has expired. Please open it again.".to_owned())
}

fn content(hash: &str, thumbnail: Option<&str>, purpose: Purpose) -> Option<[u8; CONTENT]> {
    let hash = match purpose {
        Purpose::Stream | Purpose::Download => Some(hash),
        Purpose::Thumbnail => thumbnail,
    };
    hash?.as_bytes().first_chunk().copied()
}

impl Claims {
    fn body(&self) -> Vec<u8> {
        let purpose = Purpose::ALL.iter().position(|purpose| *purpose == self.purpose);
        [
            [VERSION, purpose.unwrap_or_default() as u8].as_slice(),
            self.owner.as_bytes(),
            self.session.as_bytes(),
            self.document.as_bytes(),
            &self.expires_at.as_millis().to_be_bytes(),
            &self.content,
        ]
        .concat()
    }

    fn seal(&self, keys: &Keys) -> String {
        let body = self.body();
        URL_SAFE_NO_PAD.encode([body.as_slice(), &keys.sign(&body)].concat())
    }

    fn open(keys: &Keys, text: &str) -> Option<Self> {
        let mut bytes = [0; BODY + 32];
        let length = URL_SAFE_NO_PAD.decode_slice(text, &mut bytes).ok()?;
        let (body, signature) = bytes.split_last_chunk()?;
        if length != bytes.len() || !keys.is_signed(body, signature) {
            return None;
        }
        let ([version, purpose], rest) = body.split_first_chunk()?;
        let (owner, rest) = rest.split_first_chunk()?;
        let (session, rest) = rest.split_first_chunk()?;
        let (document, rest) = rest.split_first_chunk()?;
        let (expires_at, content) = rest.split_first_chunk()?;
        (*version == VERSION).then_some(())?;
        Some(Self {
            purpose: *Purpose::ALL.get(usize::from(*purpose))?,
            owner: UserId::from_bytes(*owner),
            session: SessionId::from_bytes(*session),
            document: DocumentId::from_bytes(*document),
            expires_at: Timestamp::from_millis(i64::from_be_bytes(*expires_at)),
            content: content.try_into().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims() -> Claims {
        let now = Timestamp::from_millis(1_800_000_000_000);
        Claims {
            purpose: Purpose::Download,
            owner: UserId::new(now, [1; 10]),
            session: SessionId::new(now, [2; 10]),
            document: DocumentId::new(now, [3; 10]),
            expires_at: now,
            content: *b"0123456789abcdef",
        }
    }

    #[test]
    fn a_ticket_says_what_was_signed_and_nothing_else_opens() {
        let keys = Keys::new(&[7; 32]);
        let text = claims().seal(&keys);
        assert_eq!(Claims::open(&keys, &text), Some(claims()));
        assert_eq!(Claims::open(&Keys::new(&[8; 32]), &text), None);
        for at in 0..text.len() {
            let mut bent = text.clone().into_bytes();
            bent[at] = if bent[at] == b'A' { b'B' } else { b'A' };
            let bent = String::from_utf8(bent).unwrap();
            assert_eq!(Claims::open(&keys, &bent), None, "letter {at}");
        }
        for nonsense in ["", "abc", &text[1..], &format!("{text}A"), "../../etc/passwd"] {
            assert_eq!(Claims::open(&keys, nonsense), None, "{nonsense}");
        }
    }
}
