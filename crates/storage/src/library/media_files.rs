//! The part of a document's row that sending its file needs. A player asks for a file in many small ranges, and each
//! request looks the row up.

use std::sync::Arc;

use domain::identity::settings::SESSION_TIMEOUT;
use domain::ids::{DocumentId, FileId, PreviewId, SessionId, UserId, VoiceTagId};
use domain::library::documents::MediaFile;
use domain::library::files::File;
use domain::library::previews::{Preview, PreviewOutcome, VoiceTag};

use crate::db::{Conn, DbError, params, sql};
use crate::identity::sessions::{self, SessionState};
use crate::library::{documents, files, previews, voice_tags};

/// A session and the requested file; `None` for the file if the item was deleted.
type FileOfSession = (SessionState, Option<Arc<MediaFile>>);

/// Finds a session and the file requested in it, from the cache if nothing was committed since. Returns `None` if the
/// session does not exist, and no file if the item was deleted.
pub fn find_in_session(
    conn: &mut Conn,
    owner: UserId,
    session: SessionId,
    id: DocumentId,
) -> Result<Option<FileOfSession>, DbError> {
    conn.cached((owner, session, id), |conn| find_behind_session(conn, owner, session, id))
}

fn find_behind_session(
    conn: &mut Conn,
    owner: UserId,
    session: SessionId,
    id: DocumentId,
) -> Result<Option<FileOfSession>, DbError> {
    let found = conn.query_opt(
        sql!(
            "SELECT s.id, s.last_seen_at, s.expires_at, t.value,
                    d.content_hash, d.title, d.mime, d.size, d.thumbnail, d.duration
             FROM sessions s
             LEFT JOIN settings t ON t.owner_id = s.owner_id AND t.key = ?3
             LEFT JOIN documents d ON d.owner_id = s.owner_id AND d.id = ?4
             WHERE s.owner_id = ?1 AND s.id = ?2"
        ),
        params![&owner.to_string(), &session.to_string(), SESSION_TIMEOUT, &id.to_string()],
        |row| {
            let state = sessions::state_at(row, 0)?;
            let Some(content_hash) = row.opt_text(4)? else { return Ok((state, None)) };
            let file = MediaFile {
                id,
                content_hash: content_hash.to_owned(),
                title: row.text(5)?.to_owned(),
                mime: row.text(6)?.to_owned(),
                size: row.int(7)?,
                thumbnail: row.opt_text(8)?.map(str::to_owned),
                duration_ms: row.opt_int(9)?,
                name: None,
                is_attachment: false,
            };
            Ok((state, Some(Arc::new(file))))
        },
    )?;
    let Some((state, None)) = found else { return Ok(found) };
    let other = find_other(conn, owner, *id.as_bytes())?;
    Ok(Some((state, other.map(Arc::new))))
}

/// Finds a file whose id is not that of an item: an additional file of a beat, a voice tag or a preview.
fn find_other(conn: &mut Conn, owner: UserId, id: [u8; 16]) -> Result<Option<MediaFile>, DbError> {
    if let Some(file) = files::find(conn, owner, FileId::from_bytes(id))? {
        return Ok(Some(media_file(file)));
    }
    if let Some(tag) = voice_tags::find(conn, owner, VoiceTagId::from_bytes(id))? {
        return Ok(Some(voice_tag_file(tag)));
    }
    let Some(preview) = previews::find(conn, owner, PreviewId::from_bytes(id))? else {
        return Ok(None);
    };
    let title = documents::title_of(conn, owner, preview.document)?;
    Ok(title.and_then(|title| preview_file(preview, title)))
}

pub fn voice_tag_file(tag: VoiceTag) -> MediaFile {
    MediaFile {
        id: DocumentId::from_bytes(*tag.id.as_bytes()),
        title: tag.name,
        mime: tag.mime,
        size: tag.size,
        content_hash: tag.content_hash,
        thumbnail: None,
        duration_ms: Some(tag.duration_ms),
        name: None,
        is_attachment: false,
    }
}

/// The media file of a preview, named by the title of its beat; `None` if the preview is not ready.
pub fn preview_file(preview: Preview, title: String) -> Option<MediaFile> {
    let PreviewOutcome::Ready(made) = preview.made else { return None };
    Some(MediaFile {
        id: DocumentId::from_bytes(*preview.id.as_bytes()),
        title,
        mime: made.mime,
        size: made.size,
        content_hash: made.hash,
        thumbnail: None,
        duration_ms: made.duration_ms,
        name: None,
        is_attachment: false,
    })
}

/// Converts an additional file of a beat to the media file that is sent.
pub fn media_file(file: File) -> MediaFile {
    let is_attachment = !file.is_shown_in_place();
    let File { id, name, mime, size, content_hash, duration_ms, .. } = file;
    MediaFile {
        id: DocumentId::from_bytes(*id.as_bytes()),
        title: name.clone(),
        mime,
        size,
        content_hash,
        thumbnail: None,
        duration_ms,
        name: Some(name),
        is_attachment,
    }
}
