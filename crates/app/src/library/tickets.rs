//! Tickets: signed links to media, for `<audio>`, `<video>` and `<img>` elements, which cannot send a bearer token.

use std::sync::Arc;
use std::time::Duration;

use domain::ids::{DocumentId, SessionId, UserId};
use domain::library::documents::{Document, MediaFile};
use domain::time::Timestamp;
use storage::library::media_files;

use crate::files::signed_links::{self, Ticket};
use crate::{Actor, App, Error, Result};

const SHORTEST: Duration = Duration::from_secs(15 * 60);
const VERSION: u8 = 1;
const CONTENT: usize = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The file is shown or played in the page.
    Stream,
    /// The file is downloaded.
    Download,
    Thumbnail,
}

impl Purpose {
    pub const ALL: [Self; 3] = [Self::Stream, Self::Download, Self::Thumbnail];
}

/// The account, the file and the purpose that a ticket opens.
#[derive(Debug)]
pub struct Granted {
    pub owner: UserId,
    pub file: Arc<MediaFile>,
    pub purpose: Purpose,
}

/// What a ticket says.
#[derive(Debug, PartialEq, Eq)]
pub struct Claims {
    pub purpose: Purpose,
    pub owner: UserId,
    pub session: SessionId,
    pub document: DocumentId,
    pub expires_at: Timestamp,
    /// The first bytes of the content's hash: another content is not what was signed for.
    pub content: [u8; CONTENT],
}

pub async fn issue(app: &App, actor: &Actor, id: DocumentId, purpose: Purpose) -> Result<Ticket> {
    let document = crate::library::documents::find(app, actor, id).await?;
    let life = SHORTEST.max(document.length().saturating_mul(2));
    let expires_at = app.now() + life;
    sign(app, actor, &document, purpose, expires_at)
        .ok_or_else(|| Error::unexpected("a content hash is too short to sign"))
}

/// A ticket for a file beside the one that plays. Such a file has an id of its own, and no item has the same.
pub fn issue_for_file(
    app: &App,
    actor: &Actor,
    file: &MediaFile,
    purpose: Purpose,
) -> Result<Ticket> {
    let life = SHORTEST.max(file.length().saturating_mul(2));
    let claims = Claims {
        purpose,
        owner: actor.user,
        session: actor.session,
        document: file.id,
        expires_at: app.now() + life,
        content: content(&file.content_hash, None, purpose)
            .ok_or_else(|| Error::unexpected("a content hash is too short to sign"))?,
    };
    Ok(signed_links::sign(&app.keys, &claims))
}

/// A ticket for the item's picture; `None` if it has none. The ticket stays the same for a quarter of an hour, so that
/// the browser can use the picture from its cache.
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
    Some(signed_links::sign(&app.keys, &claims))
}

/// Opens a ticket. The session and the item are looked up every time, so that a revoked session or a deleted item opens
/// nothing.
pub async fn open(app: &App, text: &str) -> Result<Granted> {
    let now = app.now();
    let claims: Claims = signed_links::open(&app.keys, text, now)?;
    let Claims { purpose, owner, session, document: id, content: signed, .. } = claims;
    let file = app
        .db
        .read(move |conn| {
            let (_, file) = media_files::find_in_session(conn, owner, session, id)?
                .filter(|(session, _)| session.is_live(now))
                .ok_or_else(signed_links::expired)?;
            file.ok_or_else(|| Error::missing("item"))
        })
        .await?;
    if content(&file.content_hash, file.thumbnail.as_deref(), purpose) != Some(signed) {
        return Err(signed_links::expired());
    }
    Ok(Granted { owner, file, purpose })
}

fn content(hash: &str, thumbnail: Option<&str>, purpose: Purpose) -> Option<[u8; CONTENT]> {
    let hash = match purpose {
        Purpose::Stream | Purpose::Download => Some(hash),
        Purpose::Thumbnail => thumbnail,
    };
    hash?.as_bytes().first_chunk().copied()
}

impl signed_links::Claims for Claims {
    // Archives are signed with a purpose; the version and the length set these apart.
    const PURPOSE: &'static [u8] = b"";

    fn to_bytes(&self) -> Vec<u8> {
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

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let ([version, purpose], rest) = bytes.split_first_chunk()?;
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

    fn expires_at(&self) -> Timestamp {
        self.expires_at
    }
}
