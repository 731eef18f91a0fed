//! The media of a public page: previews and pictures. Sounds are opened by tickets that name the account, the beat and
//! the content. Everything is looked up again for each request.

use blobs::Key;
use domain::ids::{DocumentId, UserId};
use domain::library::documents::{Document, Status};
use domain::shop::ShowSold;
use domain::time::Timestamp;
use storage::db::Conn;
use storage::library::documents;
use storage::shop::beats;

use super::gate::Host;
use crate::files::signed_links::{self, Ticket};
use crate::guests::media::{
    self, TICKET_LIFE, content_of, missing_beat, parse_beat, signed_content,
};
use crate::library::previews::Preview;
use crate::{App, Result, guests};

struct Claims {
    owner: UserId,
    beat: DocumentId,
    content: [u8; 16],
    expires_at: Timestamp,
}

/// Finds a beat of the public page that people without an account may see.
pub(super) fn find_beat(conn: &mut Conn, host: &Host, beat: DocumentId) -> Result<Document> {
    if !beats::is_public(conn, host.owner, beat)? {
        return Err(missing_beat());
    }
    let found = documents::find(conn, host.owner, beat)?.ok_or_else(missing_beat)?;
    if found.status == Status::Sold && host.shop.show_sold == ShowSold::Hide {
        return Err(missing_beat());
    }
    Ok(found)
}

/// Issues a ticket to listen to a beat's preview.
pub async fn listen(app: &App, host: &Host, beat: &str) -> Result<Ticket> {
    let (beat, to) = (parse_beat(beat)?, host.clone());
    let find = move |conn: &mut Conn| find_beat(conn, &to, beat);
    let preview = media::preview(app, host.owner, beat, find).await?;
    let content = signed_content(&preview.file)?;
    let claims = Claims { owner: host.owner, beat, content, expires_at: app.now() + TICKET_LIFE };
    Ok(signed_links::sign(&app.keys, &claims))
}

/// Opens a ticket. A ticket of another page opens nothing.
pub async fn open(app: &App, host: &Host, text: &str) -> Result<Preview> {
    let claims: Claims = signed_links::open(&app.keys, text, app.now())?;
    if claims.owner != host.owner {
        return Err(signed_links::expired());
    }
    let to = host.clone();
    let granted = guests::read(app, move |conn| {
        let beat = find_beat(conn, &to, claims.beat)?;
        media::titled_preview(conn, to.owner, &beat)
    });
    let granted = granted.await?.ok_or_else(signed_links::expired)?;
    if content_of(&granted.file) != Some(claims.content) {
        return Err(signed_links::expired());
    }
    Ok(granted)
}

/// Receives the seconds that a player reports. The beat is checked, but nothing is counted: a public page has no
/// figures.
pub async fn heard(app: &App, host: &Host, beat: &str) -> Result<()> {
    let (beat, to) = (parse_beat(beat)?, host.clone());
    guests::read(app, move |conn| find_beat(conn, &to, beat).map(drop)).await
}

/// The picture of a beat: its key and the hash that is part of it.
pub async fn cover(app: &App, host: &Host, beat: &str) -> Result<(Key, String)> {
    let (beat, to) = (parse_beat(beat)?, host.clone());
    media::cover(app, host.owner, move |conn| find_beat(conn, &to, beat)).await
}

impl signed_links::Claims for Claims {
    const PURPOSE: &'static [u8] = b"shop guest";

    fn to_bytes(&self) -> Vec<u8> {
        [
            self.owner.as_bytes().as_slice(),
            self.beat.as_bytes(),
            &self.content,
            &self.expires_at.as_millis().to_be_bytes(),
        ]
        .concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (owner, rest) = bytes.split_first_chunk()?;
        let (beat, rest) = rest.split_first_chunk()?;
        let (content, rest) = rest.split_first_chunk()?;
        Some(Self {
            owner: UserId::from_bytes(*owner),
            beat: DocumentId::from_bytes(*beat),
            content: *content,
            expires_at: Timestamp::from_millis(i64::from_be_bytes(rest.try_into().ok()?)),
        })
    }

    fn expires_at(&self) -> Timestamp {
        self.expires_at
    }
}
