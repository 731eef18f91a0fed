//! The media of a share's link: previews, files that the owner allows to download, and pictures. Sounds and files are
//! opened by tickets that name the account, the link, the beat, the content and the purpose. Everything is looked up
//! again for each request.

use std::sync::Arc;

use blobs::Key;
use domain::ids::{DocumentId, ShareId, ShareLinkId, UserId};
use domain::library::documents::{Document, MediaFile, Status};
use domain::licenses::Role;
use domain::shares::Downloads;
use domain::time::Timestamp;
use storage::db::Conn;
use storage::library::{files, media_files};
use storage::shares::figures::{self, AddedFigures};
use storage::shares::{self as rows};

use super::gate::{Guest, lock_of};
use crate::files::blob_keys::content_key;
use crate::files::signed_links::{self, Ticket};
use crate::guests::media::{
    self, TICKET_LIFE, content_of, missing_beat, parse_beat, signed_content,
};
use crate::library::previews::Preview;
use crate::{App, Error, Result, guests};

const VERSION: u8 = 1;
/// The value of a form's `file` field for the preview.
pub const PREVIEW: &str = "preview";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The sound is played in the page.
    Listen,
    /// The file is downloaded.
    Download,
}

/// The file and the purpose that a ticket opens.
#[derive(Debug, Clone)]
pub struct Granted {
    pub file: MediaFile,
    pub key: Key,
    pub purpose: Purpose,
}

/// What a ticket says.
pub struct Claims {
    pub purpose: Purpose,
    pub owner: UserId,
    pub link: ShareLinkId,
    pub beat: DocumentId,
    /// The file; that of the beat itself for its preview.
    pub file: DocumentId,
    pub is_preview: bool,
    pub lock: [u8; 8],
    pub content: [u8; 16],
    pub expires_at: Timestamp,
}

/// A file that a recipient may download.
#[derive(Debug, Clone)]
pub struct Downloadable {
    /// The value of a form's `file` field for the file.
    pub id: String,
    pub role: Option<Role>,
    pub file: MediaFile,
    pub key: Key,
}

/// Finds a beat of the link's share that people without an account may see; fails if it was sold and the share does not
/// keep sold beats.
pub(super) fn find_beat(conn: &mut Conn, guest: &Guest, beat: DocumentId) -> Result<Document> {
    shown_beat(conn, guest.owner, guest.link.share, beat)
}

fn shown_beat(
    conn: &mut Conn,
    owner: UserId,
    share: ShareId,
    beat: DocumentId,
) -> Result<Document> {
    let found = rows::beat(conn, owner, share, beat)?.ok_or_else(missing_beat)?;
    if found.status == Status::Sold {
        let share = rows::find(conn, owner, share)?.ok_or_else(missing_beat)?;
        if !share.keeps_sold {
            return Err(missing_beat());
        }
    }
    Ok(found)
}

/// The files of a beat that the recipient may download.
pub(super) fn downloadable(
    conn: &mut Conn,
    owner: UserId,
    beat: &Document,
    allowed: Downloads,
) -> Result<Vec<Downloadable>> {
    match allowed {
        Downloads::None => return Ok(Vec::new()),
        Downloads::Preview => {
            let preview = media::titled_preview(conn, owner, beat)?;
            let preview = preview.map(|preview| Downloadable {
                id: PREVIEW.to_owned(),
                role: Some(Role::Tagged),
                file: preview.file,
                key: preview.key,
            });
            return Ok(preview.into_iter().collect());
        }
        Downloads::Mp3 | Downloads::Wav | Downloads::AllFiles => {}
    }
    let own = (beat.own_role(), MediaFile::from(beat.clone()));
    let beside = files::list(conn, owner, beat.id)?.into_iter().filter(|file| file.is_current);
    let beside = beside.map(|file| (Some(file.role), media_files::media_file(file)));
    let mut all: Vec<Downloadable> = Vec::new();
    for (role, file) in [own].into_iter().chain(beside) {
        // The file that plays is left out if the beat has another file of its role.
        let is_own = file.id == beat.id;
        let is_replaced = is_own && role.is_some_and(|role| beat.file_roles.contains(&role));
        if allowed.allows(role) && !is_replaced {
            let key = content_key(owner, file.id);
            all.push(Downloadable { id: file.id.to_string(), role, file, key });
        }
    }
    Ok(all)
}

/// Issues a ticket to listen to a beat's preview.
pub async fn listen(app: &App, guest: &Guest, beat: &str) -> Result<Ticket> {
    let (beat, to) = (parse_beat(beat)?, guest.clone());
    let find = move |conn: &mut Conn| find_beat(conn, &to, beat);
    let preview = media::preview(app, guest.owner, beat, find).await?;
    sign(app, guest, beat, beat, true, Purpose::Listen, &preview.file)
}

/// Issues a ticket to download a file, and counts a download.
pub async fn download(app: &App, guest: &Guest, beat: &str, file: &str) -> Result<Ticket> {
    let (id, to, wanted) = (parse_beat(beat)?, guest.clone(), file.to_owned());
    let found = guests::read(app, move |conn| {
        let beat = find_beat(conn, &to, id)?;
        let all = downloadable(conn, to.owner, &beat, to.link.permissions.downloads)?;
        Ok(all.into_iter().find(|file| file.id == wanted))
    });
    let found = found.await?.ok_or_else(|| Error::missing("file"))?;
    let is_preview = found.id == PREVIEW;
    let file = if is_preview { id } else { found.file.id };
    let ticket = sign(app, guest, id, file, is_preview, Purpose::Download, &found.file)?;
    let (to, now) = (guest.clone(), app.now());
    app.write(move |tx| {
        if !to.is_counted(tx)? {
            return Ok(());
        }
        figures::lock(tx, to.link.id)?;
        let added = AddedFigures { fetched: 1, ..AddedFigures::default() };
        figures::add(tx, to.owner, to.link.id, added, now)?;
        Ok(figures::add_of_beat(tx, to.owner, to.link.id, id, added, 0..0, now)?)
    })
    .await?;
    Ok(ticket)
}

fn sign(
    app: &App,
    guest: &Guest,
    beat: DocumentId,
    file: DocumentId,
    is_preview: bool,
    purpose: Purpose,
    content: &MediaFile,
) -> Result<Ticket> {
    let claims = Claims {
        purpose,
        owner: guest.owner,
        link: guest.link.id,
        beat,
        file,
        is_preview,
        lock: lock_of(&guest.link),
        content: signed_content(content)?,
        expires_at: app.now() + TICKET_LIFE,
    };
    Ok(signed_links::sign(&app.keys, &claims))
}

/// Opens a ticket at this link. A ticket of another link opens nothing.
pub async fn open(app: &App, guest: &Guest, text: &str) -> Result<Arc<Granted>> {
    let claims: Claims = signed_links::open(&app.keys, text, app.now())?;
    let is_ours = claims.owner == guest.owner
        && claims.link == guest.link.id
        && claims.lock == lock_of(&guest.link);
    if !is_ours {
        return Err(signed_links::expired());
    }
    let query = GrantQuery {
        owner: guest.owner,
        share: guest.link.share,
        allowed: guest.link.permissions.downloads,
        purpose: claims.purpose,
        beat: claims.beat,
        file: (!claims.is_preview).then_some(claims.file),
    };
    let granted = guests::read_cached(app, query, move |conn| query.find(conn)).await?;
    let granted = granted.ok_or_else(signed_links::expired)?;
    if content_of(&granted.file) != Some(claims.content) {
        return Err(signed_links::expired());
    }
    Ok(granted)
}

/// Everything that decides what a ticket opens, besides the database: the key of its cached result.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct GrantQuery {
    owner: UserId,
    share: ShareId,
    allowed: Downloads,
    purpose: Purpose,
    beat: DocumentId,
    /// `None` for the preview.
    file: Option<DocumentId>,
}

impl GrantQuery {
    fn find(self, conn: &mut Conn) -> Result<Option<Arc<Granted>>> {
        let Self { owner, allowed, purpose, .. } = self;
        let beat = shown_beat(conn, owner, self.share, self.beat)?;
        if purpose == Purpose::Listen {
            let preview = media::titled_preview(conn, owner, &beat)?;
            let granted = preview.map(|Preview { file, key }| Granted { file, key, purpose });
            return Ok(granted.map(Arc::new));
        }
        let wanted = self.file.map_or_else(|| PREVIEW.to_owned(), |file| file.to_string());
        let mut all = downloadable(conn, owner, &beat, allowed)?.into_iter();
        let found = all.find(|file| file.id == wanted);
        Ok(found.map(|found| Arc::new(Granted { file: found.file, key: found.key, purpose })))
    }
}

/// The picture of a beat: its key and the hash that is part of it.
pub async fn cover(app: &App, guest: &Guest, beat: &str) -> Result<(Key, String)> {
    let (beat, to) = (parse_beat(beat)?, guest.clone());
    media::cover(app, guest.owner, move |conn| find_beat(conn, &to, beat)).await
}

impl signed_links::Claims for Claims {
    const PURPOSE: &'static [u8] = b"guest";

    fn to_bytes(&self) -> Vec<u8> {
        let purpose = match self.purpose {
            Purpose::Listen => 0,
            Purpose::Download => 1,
        };
        [
            [VERSION, purpose, u8::from(self.is_preview)].as_slice(),
            self.owner.as_bytes(),
            self.link.as_bytes(),
            self.beat.as_bytes(),
            self.file.as_bytes(),
            &self.lock,
            &self.content,
            &self.expires_at.as_millis().to_be_bytes(),
        ]
        .concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let ([version, purpose, is_preview], rest) = bytes.split_first_chunk()?;
        let (owner, rest) = rest.split_first_chunk()?;
        let (link, rest) = rest.split_first_chunk()?;
        let (beat, rest) = rest.split_first_chunk()?;
        let (file, rest) = rest.split_first_chunk()?;
        let (lock, rest) = rest.split_first_chunk()?;
        let (content, rest) = rest.split_first_chunk()?;
        (*version == VERSION).then_some(())?;
        Some(Self {
            purpose: match purpose {
                0 => Purpose::Listen,
                1 => Purpose::Download,
                _ => return None,
            },
            owner: UserId::from_bytes(*owner),
            link: ShareLinkId::from_bytes(*link),
            beat: DocumentId::from_bytes(*beat),
            file: DocumentId::from_bytes(*file),
            is_preview: *is_preview == 1,
            lock: *lock,
            content: *content,
            expires_at: Timestamp::from_millis(i64::from_be_bytes(rest.try_into().ok()?)),
        })
    }

    fn expires_at(&self) -> Timestamp {
        self.expires_at
    }
}
