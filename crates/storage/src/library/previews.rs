//! The previews of beats. Call the changing functions under the lock of documents.

use domain::ids::{DocumentId, PreviewId, UserId};
use domain::library::previews::{Mixture, Preview, PreviewFile, PreviewOutcome, State};
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};

/// Returns the previews of a beat, the newest first.
pub fn list(conn: &mut Conn, owner: UserId, document: DocumentId) -> Result<Vec<Preview>, DbError> {
    conn.query(
        sql!(
            "SELECT id, document_id, content_hash, tag, settings, state, sentence, mime, size,
                    file_hash, duration, asked_at
             FROM previews WHERE owner_id = ?1 AND document_id = ?2 ORDER BY id DESC"
        ),
        params![&owner.to_string(), &document.to_string()],
        preview,
    )
}

pub fn find(conn: &mut Conn, owner: UserId, id: PreviewId) -> Result<Option<Preview>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, document_id, content_hash, tag, settings, state, sentence, mime, size,
                    file_hash, duration, asked_at
             FROM previews WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &id.to_string()],
        preview,
    )
}

/// Inserts the row of a preview, or updates the result if the preview exists.
pub fn put(tx: &mut Tx, owner: UserId, preview: &Preview) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Documents);
    let (made, sentence) = match &preview.made {
        PreviewOutcome::Pending => (None, None),
        PreviewOutcome::Ready(made) => (Some(made), None),
        PreviewOutcome::Failed(sentence) => (None, Some(sentence.as_str())),
    };
    tx.execute(
        sql!(
            "INSERT INTO previews
               (owner_id, id, document_id, content_hash, tag, settings, state, sentence, mime,
                size, file_hash, duration, asked_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
             ON CONFLICT (owner_id, id) DO UPDATE SET
               state = excluded.state, sentence = excluded.sentence, mime = excluded.mime,
               size = excluded.size, file_hash = excluded.file_hash, duration = excluded.duration,
               asked_at = excluded.asked_at"
        ),
        params![
            &owner.to_string(),
            &preview.id.to_string(),
            &preview.document.to_string(),
            &preview.content_hash,
            &preview.mixture.tag,
            &preview.mixture.settings,
            preview.made.state().as_str(),
            sentence,
            made.map(|made| made.mime.as_str()),
            made.map(|made| made.size),
            made.map(|made| made.hash.as_str()),
            made.and_then(|made| made.duration_ms),
            preview.asked_at.as_millis(),
        ],
    )?;
    Ok(())
}

pub fn remove(tx: &mut Tx, owner: UserId, id: PreviewId) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Documents);
    tx.execute(
        sql!("DELETE FROM previews WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    Ok(())
}

/// Returns a page of beats in the order of their ids: all beats, or only those that have previews.
pub fn beats_after(
    conn: &mut Conn,
    owner: UserId,
    after: Option<DocumentId>,
    only_with_previews: bool,
    most: i64,
) -> Result<Vec<DocumentId>, DbError> {
    let after = after.map(|id| id.to_string()).unwrap_or_default();
    let id = |row: &Row<'_>| require(0, DocumentId::parse(row.text(0)?));
    let text = if only_with_previews {
        sql!(
            "SELECT DISTINCT document_id FROM previews WHERE owner_id = ?1 AND document_id > ?2
             ORDER BY document_id LIMIT ?3"
        )
    } else {
        sql!(
            "SELECT id FROM documents WHERE owner_id = ?1 AND id > ?2 AND category = 'beat'
             ORDER BY id LIMIT ?3"
        )
    };
    conn.query(text, params![&owner.to_string(), &after, most], id)
}

/// The number of beats that need a preview.
pub fn count_beats(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    conn.query_one(
        sql!(
            "SELECT COUNT(*) FROM documents
             WHERE owner_id = ?1 AND category = 'beat' AND COALESCE(is_tagged, 0) = 0
               AND ' ' || roles || ' ' NOT LIKE '% tagged %'"
        ),
        params![&owner.to_string()],
        |row| row.int(0),
    )
}

/// The number of beats in each preview state. Only previews with this voice tag and these settings count.
pub fn count(
    conn: &mut Conn,
    owner: UserId,
    mixture: &Mixture,
) -> Result<Vec<(State, i64)>, DbError> {
    conn.query(
        sql!(
            "SELECT p.state, COUNT(*) FROM previews p
             JOIN documents d ON d.owner_id = p.owner_id AND d.id = p.document_id
             WHERE p.owner_id = ?1 AND p.tag = ?2 AND p.settings = ?3
               AND d.content_hash = p.content_hash AND COALESCE(d.is_tagged, 0) = 0
               AND ' ' || d.roles || ' ' NOT LIKE '% tagged %'
             GROUP BY p.state"
        ),
        params![&owner.to_string(), &mixture.tag, &mixture.settings],
        |row| Ok((require(0, State::find(row.text(0)?))?, row.int(1)?)),
    )
}

/// Marks previews of any account as failed that have waited since before then and have no job left; returns their
/// number. The process may have crashed at each attempt.
pub fn give_up_waiting(
    tx: &mut Tx,
    job_kind: &str,
    since: Timestamp,
    sentence: &str,
) -> Result<u64, DbError> {
    tx.execute(
        sql!(
            "UPDATE previews SET state = 'failed', sentence = ?3
             WHERE state = 'pending' AND asked_at < ?2 AND NOT EXISTS (
               SELECT 1 FROM jobs j
               WHERE j.owner_id = previews.owner_id AND j.kind = ?1 AND j.payload = previews.id
                 AND j.state IN ('queued', 'running'))"
        ),
        params![job_kind, since.as_millis(), sentence],
    )
}

fn preview(row: &Row<'_>) -> Result<Preview, DbError> {
    let text = |at: usize| Ok::<_, DbError>(row.opt_text(at)?.map(str::to_owned));
    let made = match require(5, State::find(row.text(5)?))? {
        State::Pending => PreviewOutcome::Pending,
        State::Failed => PreviewOutcome::Failed(text(6)?.unwrap_or_default()),
        State::Ready => PreviewOutcome::Ready(PreviewFile {
            mime: require(7, text(7)?)?,
            size: require(8, row.opt_int(8)?)?,
            hash: require(9, text(9)?)?,
            duration_ms: row.opt_int(10)?,
        }),
    };
    Ok(Preview {
        id: require(0, PreviewId::parse(row.text(0)?))?,
        document: require(1, DocumentId::parse(row.text(1)?))?,
        content_hash: row.text(2)?.to_owned(),
        mixture: Mixture { tag: row.text(3)?.to_owned(), settings: row.text(4)?.to_owned() },
        made,
        asked_at: Timestamp::from_millis(row.int(11)?),
    })
}
