//! The media of the page of an offer: previews by tickets, and pictures of beats.

use blobs::Key;
use domain::ids::{DocumentId, OfferLinkId};
use domain::library::documents::Document;
use domain::offers::State;
use domain::time::Timestamp;
use storage::db::Conn;
use storage::library::documents;

use super::gate::Guest;
use super::record::load;
use crate::files::signed_links::{self, Ticket};
use crate::guests::media::{
    self, TICKET_LIFE, content_of, missing_beat, parse_beat, signed_content,
};
use crate::library::previews::Preview;
use crate::{App, Result, guests};

struct Claims {
    link: OfferLinkId,
    beat: DocumentId,
    content: [u8; 16],
    expires_at: Timestamp,
}

/// Finds a beat of the offer, while the offer can be read.
fn find_beat(conn: &mut Conn, guest: &Guest, beat: DocumentId, now: Timestamp) -> Result<Document> {
    let (offer, lines) = load(conn, guest.owner, guest.offer)?;
    let is_read = guest.revision == offer.revision
        && matches!(
            offer.state(now),
            State::Sent | State::Viewed | State::Accepted | State::Paid | State::Delivered
        );
    if !is_read || lines.iter().all(|line| line.beat != Some(beat)) {
        return Err(missing_beat());
    }
    documents::find(conn, guest.owner, beat)?.ok_or_else(missing_beat)
}

/// Issues a ticket to listen to a beat's preview.
pub async fn listen(app: &App, guest: &Guest, beat: &str) -> Result<Ticket> {
    let (beat, to, now) = (parse_beat(beat)?, guest.clone(), app.now());
    let find = move |conn: &mut Conn| find_beat(conn, &to, beat, now);
    let preview = media::preview(app, guest.owner, beat, find).await?;
    let content = signed_content(&preview.file)?;
    let claims = Claims { link: guest.link, beat, content, expires_at: now + TICKET_LIFE };
    Ok(signed_links::sign(&app.keys, &claims))
}

/// Opens a ticket: the preview, if the ticket was issued at this link.
pub async fn open(app: &App, guest: &Guest, text: &str) -> Result<Preview> {
    let now = app.now();
    let claims: Claims = signed_links::open(&app.keys, text, now)?;
    if claims.link != guest.link {
        return Err(signed_links::expired());
    }
    let (to, content) = (guest.clone(), claims.content);
    let preview = guests::read(app, move |conn| {
        let beat = find_beat(conn, &to, claims.beat, now)?;
        media::titled_preview(conn, to.owner, &beat)
    });
    let preview = preview.await?.ok_or_else(signed_links::expired)?;
    if content_of(&preview.file) != Some(content) {
        return Err(signed_links::expired());
    }
    Ok(preview)
}

/// The picture of a beat: its key and the hash that is part of it.
pub async fn cover(app: &App, guest: &Guest, beat: &str) -> Result<(Key, String)> {
    let (beat, to, now) = (parse_beat(beat)?, guest.clone(), app.now());
    media::cover(app, guest.owner, move |conn| find_beat(conn, &to, beat, now)).await
}

impl signed_links::Claims for Claims {
    const PURPOSE: &'static [u8] = b"offer preview";

    fn to_bytes(&self) -> Vec<u8> {
        [
            self.link.as_bytes().as_slice(),
            self.beat.as_bytes(),
            &self.content,
            &self.expires_at.as_millis().to_be_bytes(),
        ]
        .concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (link, rest) = bytes.split_first_chunk()?;
        let (beat, rest) = rest.split_first_chunk()?;
        let (content, rest) = rest.split_first_chunk()?;
        Some(Self {
            link: OfferLinkId::from_bytes(*link),
            beat: DocumentId::from_bytes(*beat),
            content: *content,
            expires_at: Timestamp::from_millis(i64::from_be_bytes(rest.try_into().ok()?)),
        })
    }

    fn expires_at(&self) -> Timestamp {
        self.expires_at
    }
}
