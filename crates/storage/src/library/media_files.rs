//! The part of a document's row that sending its file needs. A player asks for a file in many small ranges, and each
//! request looks the row up.

use std::sync::Arc;

use domain::documents::MediaFile;
use domain::identity::settings::SESSION_TIMEOUT;
use domain::ids::{DocumentId, SessionId, UserId};

use crate::db::{Conn, DbError, params, sql};
use crate::identity::sessions::{self, SessionState};

/// A session, and the file that was asked for in it, unless the item was deleted.
type FileOfSession = (SessionState, Option<Arc<MediaFile>>);

/// The session and the file, from the cache where nothing was committed since. None without the session; no file where the
/// item was deleted.
pub fn behind_session(
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
    conn.query_opt(
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
            };
            Ok((state, Some(Arc::new(file))))
        },
    )
}
