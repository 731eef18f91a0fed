//! Rows of beats and videos. Their bytes are in the media store.

use domain::ids::{DocumentId, UserId};
use domain::library::documents::{Analysis, Bpm, Category, Document, MusicalKey, Status};
use domain::library::outline::Outline;
use domain::notifications::topics::Topic;
use domain::text::folding::folded;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Sql, Tx, Value, params, sql};
use crate::library::files;
use crate::library::totals::{self, CountedItem};
use crate::lists::searched_items::{self, Item};
use crate::money::ledger;

pub(crate) const COLUMNS: &str = "id, title, file_name, mime, size, category, content_hash, status, \
     genre, price, tags, bpm, bpm_confidence, musical_key, key_confidence, duration, loudness, artist, \
     analysis, analysis_error, thumbnail, uploaded_at, updated_at, outline, relative_key, roles, \
     is_tagged, notes, is_public";

/// Take this lock before reading an item in order to change it. It is held until the transaction ends. Take the
/// ledger's lock first: a beat's sales are counted by its genre.
pub fn lock(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    ledger::lock(tx, owner)?;
    tx.lock(&format!("documents:{owner}"))
}

pub fn find(conn: &mut Conn, owner: UserId, id: DocumentId) -> Result<Option<Document>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, title, file_name, mime, size, category, content_hash, status, genre, price,
                    tags, bpm, bpm_confidence, musical_key, key_confidence, duration, loudness,
                    artist, analysis, analysis_error, thumbnail, uploaded_at, updated_at, outline,
                    relative_key, roles, is_tagged, notes, is_public
             FROM documents WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &id.to_string()],
        document,
    )
}

/// Newest first.
pub fn latest(conn: &mut Conn, owner: UserId, most: i64) -> Result<Vec<Document>, DbError> {
    conn.query(
        sql!(
            "SELECT id, title, file_name, mime, size, category, content_hash, status, genre, price,
                    tags, bpm, bpm_confidence, musical_key, key_confidence, duration, loudness,
                    artist, analysis, analysis_error, thumbnail, uploaded_at, updated_at, outline,
                    relative_key, roles, is_tagged, notes, is_public
             FROM documents WHERE owner_id = ?1 ORDER BY id DESC LIMIT ?2"
        ),
        params![&owner.to_string(), most],
        document,
    )
}

/// The items among these that exist, in no particular order.
pub fn find_many(
    conn: &mut Conn,
    owner: UserId,
    ids: &[DocumentId],
) -> Result<Vec<Document>, DbError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut values: Vec<Value<'_>> = vec![owner.to_string().into()];
    values.extend(ids.iter().map(|id| Value::from(id.to_string())));
    let places: Vec<String> = (2..=values.len()).map(|place| format!("?{place}")).collect();
    let text = format!(
        "SELECT {COLUMNS} FROM documents WHERE owner_id = ?1 AND id IN ({})",
        places.join(", ")
    );
    conn.query(&Sql::dynamic(text), &values, document)
}

/// The title of an item, for rows that refer to a beat.
pub fn title_of(conn: &mut Conn, owner: UserId, id: DocumentId) -> Result<Option<String>, DbError> {
    conn.query_opt(
        sql!("SELECT title FROM documents WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
        |row| Ok(row.text(0)?.to_owned()),
    )
}

/// An exclusive sale marks the beat as sold; removing that sale makes it available again.
pub fn set_status(
    tx: &mut Tx,
    owner: UserId,
    id: DocumentId,
    status: Status,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Documents);
    let Some(before) = totals::find_counted(tx, owner, id)? else { return Ok(()) };
    tx.execute(
        sql!("UPDATE documents SET status = ?3, updated_at = ?4 WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string(), status.as_str(), now.as_millis()],
    )?;
    let after = before.with(status);
    totals::apply_change(tx, owner, id, Some(&before), Some(&after), now)
}

/// Puts items on the public page, or takes them off it; returns how many have changed.
pub fn set_public(
    tx: &mut Tx,
    owner: UserId,
    ids: &[DocumentId],
    is_public: bool,
    now: Timestamp,
) -> Result<u64, DbError> {
    tx.record_change(owner, Topic::Documents);
    let mut values: Vec<Value<'_>> =
        vec![owner.to_string().into(), i64::from(is_public).into(), now.as_millis().into()];
    values.extend(ids.iter().map(|id| Value::from(id.to_string())));
    let places: Vec<String> = (4..=values.len()).map(|place| format!("?{place}")).collect();
    let text = format!(
        "UPDATE documents SET is_public = ?2, updated_at = ?3
         WHERE owner_id = ?1 AND is_public <> ?2 AND id IN ({})",
        places.join(", ")
    );
    tx.execute(&Sql::dynamic(text), &values)
}

/// The id and title of the oldest item with the same bytes.
pub fn same_content(
    conn: &mut Conn,
    owner: UserId,
    content_hash: &str,
) -> Result<Option<(DocumentId, String)>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, title FROM documents WHERE owner_id = ?1 AND content_hash = ?2
             ORDER BY id LIMIT 1"
        ),
        params![&owner.to_string(), content_hash],
        |row| Ok((id(row, 0)?, row.text(1)?.to_owned())),
    )
}

/// Inserts the row or replaces it. The roles of its files stay as they are.
pub fn put(tx: &mut Tx, owner: UserId, row: &Document) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Documents);
    let notes = row.notes.as_deref().unwrap_or_default();
    let search = folded(format!("{}\n{}\n{notes}", row.title, row.file_name).trim_end());
    searched_items::index(tx, Item::Document, owner, &row.id.to_string(), &search)?;
    let genre_key = totals::genre_key(row.genre.as_deref());
    let before = totals::find_counted(tx, owner, row.id)?;
    tx.execute(
        sql!(
            "INSERT INTO documents
               (owner_id, id, title, file_name, mime, size, category, content_hash, status, genre,
                price, tags, bpm, bpm_confidence, musical_key, key_confidence, duration, loudness,
                artist, analysis, analysis_error, thumbnail, uploaded_at, updated_at, title_key,
                genre_key, search, outline, relative_key, is_tagged, notes, is_public)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
                     ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32)
             ON CONFLICT (owner_id, id) DO UPDATE SET
               title = excluded.title, mime = excluded.mime, category = excluded.category,
               status = excluded.status, genre = excluded.genre,
               price = excluded.price, tags = excluded.tags, bpm = excluded.bpm,
               bpm_confidence = excluded.bpm_confidence, musical_key = excluded.musical_key,
               key_confidence = excluded.key_confidence, duration = excluded.duration,
               loudness = excluded.loudness, artist = excluded.artist,
               analysis = excluded.analysis, analysis_error = excluded.analysis_error,
               thumbnail = excluded.thumbnail, updated_at = excluded.updated_at,
               title_key = excluded.title_key, genre_key = excluded.genre_key,
               search = excluded.search, outline = excluded.outline,
               relative_key = excluded.relative_key, is_tagged = excluded.is_tagged,
               notes = excluded.notes, is_public = excluded.is_public"
        ),
        params![
            &owner.to_string(),
            &row.id.to_string(),
            &row.title,
            &row.file_name,
            &row.mime,
            row.size,
            row.category.as_str(),
            &row.content_hash,
            row.status.as_str(),
            &row.genre,
            row.price,
            row.tags.join("\n"),
            row.bpm.map_or(0, Bpm::hundredths),
            row.bpm_confidence,
            row.musical_key.map(MusicalKey::as_str),
            row.key_confidence,
            row.duration_ms.unwrap_or(0),
            row.loudness,
            &row.artist,
            row.analysis.as_str(),
            &row.analysis_error,
            &row.thumbnail,
            row.uploaded_at.as_millis(),
            row.updated_at.as_millis(),
            row.title_key(),
            genre_key,
            search,
            row.outline.map(|outline| outline.to_string()),
            row.relative_key.map(MusicalKey::as_str),
            row.is_tagged.map(i64::from),
            &row.notes,
            i64::from(row.is_public),
        ],
    )?;
    if let Some(genre) = &row.genre {
        totals::name_genre(tx, owner, genre)?;
    }
    let after = CountedItem::of(row);
    totals::apply_change(tx, owner, row.id, before.as_ref(), Some(&after), row.updated_at)
}

pub fn remove(tx: &mut Tx, owner: UserId, id: DocumentId, now: Timestamp) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Documents);
    let before = totals::find_counted(tx, owner, id)?;
    totals::apply_change(tx, owner, id, before.as_ref(), None, now)?;
    let gone = tx.execute(
        sql!("DELETE FROM documents WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    Ok(gone == 1)
}

pub fn waveform(
    conn: &mut Conn,
    owner: UserId,
    id: DocumentId,
) -> Result<Option<Vec<u8>>, DbError> {
    conn.query_opt(
        sql!("SELECT peaks FROM document_waveforms WHERE owner_id = ?1 AND document_id = ?2"),
        params![&owner.to_string(), &id.to_string()],
        |row| Ok(row.blob(0)?.to_vec()),
    )
}

pub fn put_waveform(
    tx: &mut Tx,
    owner: UserId,
    id: DocumentId,
    peaks: &[u8],
) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "INSERT INTO document_waveforms (owner_id, document_id, peaks) VALUES (?1, ?2, ?3)
             ON CONFLICT (owner_id, document_id) DO UPDATE SET peaks = excluded.peaks"
        ),
        params![&owner.to_string(), &id.to_string(), peaks],
    )?;
    Ok(())
}

/// The number of items of each category.
pub fn categories(conn: &mut Conn, owner: UserId) -> Result<Vec<(Category, i64)>, DbError> {
    let counted = conn.query(
        sql!(
            "SELECT category, COUNT(*) FROM documents WHERE owner_id = ?1
             GROUP BY category ORDER BY category"
        ),
        params![&owner.to_string()],
        |row| Ok((category(row, 0)?, row.int(1)?)),
    )?;
    let count = |of: Category| counted.iter().find(|(c, _)| *c == of).map_or(0, |(_, n)| *n);
    Ok(Category::ALL.iter().map(|category| (*category, count(*category))).collect())
}

/// The genres in use, each in one spelling, with their number of items.
pub fn genres(conn: &mut Conn, owner: UserId) -> Result<Vec<(String, i64)>, DbError> {
    conn.query(
        sql!(
            "SELECT MIN(genre), COUNT(*) FROM documents
             WHERE owner_id = ?1 AND genre IS NOT NULL
             GROUP BY genre_key ORDER BY COUNT(*) DESC, genre_key LIMIT 200"
        ),
        params![&owner.to_string()],
        |row| Ok((row.text(0)?.to_owned(), row.int(1)?)),
    )
}

/// Marks items of any account as failed that have waited since before then and have no job left; returns their
/// number. The process may have crashed at each attempt.
pub fn give_up_waiting(
    tx: &mut Tx,
    job_kind: &str,
    since: Timestamp,
    sentence: &str,
) -> Result<u64, DbError> {
    tx.execute(
        sql!(
            "UPDATE documents SET analysis = 'failed', analysis_error = ?3
             WHERE analysis = 'pending' AND uploaded_at < ?2 AND NOT EXISTS (
               SELECT 1 FROM jobs j
               WHERE j.owner_id = documents.owner_id AND j.kind = ?1 AND j.payload = documents.id
                 AND j.state IN ('queued', 'running'))"
        ),
        params![job_kind, since.as_millis(), sentence],
    )
}

pub(crate) fn document(row: &Row<'_>) -> Result<Document, DbError> {
    let text = |at: usize| Ok::<_, DbError>(row.opt_text(at)?.map(str::to_owned));
    let tags = row.text(10)?;
    Ok(Document {
        id: id(row, 0)?,
        title: row.text(1)?.to_owned(),
        file_name: row.text(2)?.to_owned(),
        mime: row.text(3)?.to_owned(),
        size: row.int(4)?,
        category: category(row, 5)?,
        content_hash: row.text(6)?.to_owned(),
        status: Status::find(row.text(7)?).ok_or_else(|| unreadable(7, "not a status"))?,
        genre: text(8)?,
        price: row.opt_int(9)?,
        tags: tags.split('\n').filter(|tag| !tag.is_empty()).map(str::to_owned).collect(),
        bpm: Bpm::from_hundredths(row.int(11)?),
        bpm_confidence: row.opt_int(12)?,
        musical_key: row.opt_text(13)?.and_then(MusicalKey::find),
        key_confidence: row.opt_int(14)?,
        duration_ms: Some(row.int(15)?).filter(|millis| *millis > 0),
        loudness: row.opt_int(16)?,
        artist: text(17)?,
        analysis: Analysis::find(row.text(18)?).ok_or_else(|| unreadable(18, "no such state"))?,
        analysis_error: text(19)?,
        thumbnail: text(20)?,
        uploaded_at: Timestamp::from_millis(row.int(21)?),
        updated_at: Timestamp::from_millis(row.int(22)?),
        outline: row.opt_text(23)?.and_then(Outline::parse),
        relative_key: row.opt_text(24)?.and_then(MusicalKey::find),
        file_roles: files::roles(row.text(25)?),
        is_tagged: row.opt_int(26)?.map(|flag| flag == 1),
        notes: text(27)?,
        is_public: row.flag(28)?,
    })
}

fn id(row: &Row<'_>, column: usize) -> Result<DocumentId, DbError> {
    DocumentId::parse(row.text(column)?).ok_or_else(|| unreadable(column, "not an id"))
}

fn category(row: &Row<'_>, column: usize) -> Result<Category, DbError> {
    Category::find(row.text(column)?).ok_or_else(|| unreadable(column, "not a category"))
}

fn unreadable(column: usize, reason: &str) -> DbError {
    DbError::Decode { column, reason: reason.to_owned() }
}
