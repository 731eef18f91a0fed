//! Reading, changing and deleting a single beat or video.

use domain::error::{Faults, Invalid};
use domain::ids::{DocumentId, UserId};
use domain::library::documents::{
    Bpm, Category, Document, MusicalKey, Status, artist, genre, notes, tags, title,
};
use domain::money::Minor;
use domain::time::Timestamp;
use storage::db::Tx;
use storage::library::documents;
use storage::money::links::MAX_CLEARED_PER_WRITE;

use crate::files::blob_keys::thumbnail_of;
use crate::library::files::{DeleteConfirmation, check_promises, promised_of, remove_with};
use crate::library::previews;
use crate::{Actor, App, Error, Result, deliveries, library};

/// The error message for a video that somebody wants to make public.
pub(crate) const ONLY_BEATS: &str = "Only beats can be on the public page";

/// The fields that a person can change. An omitted field keeps its value; null or an empty text clears an optional
/// one.
#[derive(Debug, Default)]
pub struct DocumentForm {
    pub title: Option<String>,
    pub genre: Option<String>,
    pub artist: Option<String>,
    pub status: Option<String>,
    /// The text of a JSON number, or `null`.
    pub price: Option<String>,
    pub tags: Option<Vec<String>>,
    pub bpm: Option<Option<f64>>,
    pub musical_key: Option<String>,
    pub is_tagged: Option<Option<bool>>,
    pub notes: Option<String>,
    pub is_public: Option<bool>,
}

struct Patch {
    title: Option<String>,
    genre: Option<Option<String>>,
    artist: Option<Option<String>>,
    status: Option<Status>,
    price: Option<Option<i64>>,
    tags: Option<Vec<String>>,
    bpm: Option<Option<Bpm>>,
    musical_key: Option<Option<MusicalKey>>,
    is_tagged: Option<Option<bool>>,
    notes: Option<Option<String>>,
    is_public: Option<bool>,
}

impl DocumentForm {
    fn check(self) -> Result<Patch, Vec<Invalid>> {
        let mut faults = Faults::default();
        let title = self.title.and_then(|text| faults.take(title(&text)));
        let genre = self.genre.and_then(|text| faults.take(genre(&text)));
        let artist = self.artist.and_then(|text| faults.take(artist(&text)));
        let status = self.status.and_then(|text| faults.take(Status::parse(&text)));
        let price = self.price.and_then(|text| faults.take(price(&text)));
        let tags = self.tags.and_then(|sent| faults.take(tags(&sent)));
        let bpm = self.bpm.and_then(|sent| match sent {
            Some(beats) => faults.take(Bpm::parse("bpm", beats)).map(Some),
            None => Some(None),
        });
        let musical_key = self.musical_key.and_then(|text| {
            if text.trim().is_empty() {
                return Some(None);
            }
            let key = MusicalKey::find(text.trim());
            let refused =
                || Invalid::new("musical_key", "musical_key must be a key such as A minor");
            faults.take(key.ok_or_else(refused)).map(Some)
        });
        let notes = self.notes.and_then(|text| faults.take(notes(&text)));
        faults.finish()?;
        Ok(Patch {
            title,
            genre,
            artist,
            status,
            price,
            tags,
            bpm,
            musical_key,
            is_tagged: self.is_tagged,
            notes,
            is_public: self.is_public,
        })
    }
}

fn price(text: &str) -> Result<Option<i64>, Invalid> {
    if text == "null" {
        return Ok(None);
    }
    let price = Minor::parse("price", text)?.get();
    if price < 0 {
        return Err(Invalid::new("price", "price must not be negative"));
    }
    Ok(Some(price))
}

pub async fn find(app: &App, actor: &Actor, id: DocumentId) -> Result<Document> {
    find_by_id(app, actor.user, id).await
}

pub(crate) async fn find_by_id(app: &App, owner: UserId, id: DocumentId) -> Result<Document> {
    app.read(move |conn| Ok(documents::find(conn, owner, id)?))
        .await?
        .ok_or_else(|| Error::missing("item"))
}

/// An item with its waveform, if that is known.
pub async fn find_with_waveform(
    app: &App,
    actor: &Actor,
    id: DocumentId,
) -> Result<(Document, Option<Vec<u8>>)> {
    let owner = actor.user;
    app.read(move |conn| {
        conn.snapshot()?;
        let document = documents::find(conn, owner, id)?.ok_or_else(|| Error::missing("item"))?;
        Ok((document, documents::waveform(conn, owner, id)?))
    })
    .await
}

pub async fn update(
    app: &App,
    actor: &Actor,
    id: DocumentId,
    form: DocumentForm,
) -> Result<Document> {
    let (owner, now) = (actor.user, app.now());
    let patch = form.check()?;
    let row = app.write(move |tx| {
        documents::lock(tx, owner)?;
        let mut row = documents::find(tx, owner, id)?.ok_or_else(|| Error::missing("item"))?;
        row.title = patch.title.unwrap_or(row.title);
        row.genre = patch.genre.unwrap_or(row.genre);
        row.artist = patch.artist.unwrap_or(row.artist);
        row.status = patch.status.unwrap_or(row.status);
        row.price = patch.price.unwrap_or(row.price);
        row.tags = patch.tags.unwrap_or(row.tags);
        row.is_tagged = patch.is_tagged.unwrap_or(row.is_tagged);
        row.notes = patch.notes.unwrap_or(row.notes);
        if patch.is_public == Some(true) && row.category != Category::Beat {
            return Err(Error::invalid("is_public", ONLY_BEATS));
        }
        row.is_public = patch.is_public.unwrap_or(row.is_public);
        // A value that a person entered is certain, so it has no confidence.
        if let Some(bpm) = patch.bpm {
            (row.bpm, row.bpm_confidence) = (bpm, None);
        }
        if let Some(key) = patch.musical_key {
            (row.musical_key, row.key_confidence, row.relative_key) = (key, None, None);
        }
        row.updated_at = now;
        documents::put(tx, owner, &row)?;
        if patch.is_public == Some(true) {
            previews::ask(tx, owner, &row, false, now)?;
        }
        // A file that turns out not to be tagged may be one that a license promises.
        if patch.is_tagged.is_some() {
            deliveries::opening::files_changed(tx, owner, id, now)?;
        }
        Ok(row)
    });
    let row = row.await?;
    if row.is_public {
        app.wake_workers();
    }
    Ok(row)
}

/// Deletes an item with its files; a job removes their bytes. If a live license promises one of the files, the deletion
/// must be confirmed, and the bytes of that file stay until no license promises them.
pub async fn remove(
    app: &App,
    actor: &Actor,
    id: DocumentId,
    anyway: DeleteConfirmation,
) -> Result<()> {
    let (owner, now) = (actor.user, app.now());
    let anyway = anyway.check(app, actor).await?;
    let step = move |tx: &mut Tx| {
        // The ledger's lock is taken too: a sale that is being recorded holds it and could refer to the deleted beat.
        documents::lock(tx, owner)?;
        let row = documents::find(tx, owner, id)?.ok_or_else(|| Error::missing("item"))?;
        let files = storage::library::files::list(tx, owner, id)?;
        check_promises(&promised_of(tx, owner, id, &files, now)?, anyway)?;
        if !storage::money::links::forget_beat(tx, owner, id, MAX_CLEARED_PER_WRITE)? {
            return Ok(false);
        }
        remove_row(tx, owner, &row, now)?;
        Ok(true)
    };
    while !app.write(step).await? {}
    app.wake_workers();
    Ok(())
}

/// Deletes an item with its files and queues the removal of their bytes. Bytes that a live license promises stay.
pub(crate) fn remove_row(tx: &mut Tx, owner: UserId, row: &Document, now: Timestamp) -> Result<()> {
    let mut keys = remove_with(tx, owner, row, now)?;
    keys.extend(thumbnail_of(owner, row));
    documents::remove(tx, owner, row.id, now)?;
    Ok(library::removal::queue(tx, owner, &keys, now)?)
}

/// How many items each category and each genre has.
#[derive(Debug)]
pub struct Counts {
    pub categories: Vec<(Category, i64)>,
    pub genres: Vec<(String, i64)>,
}

pub async fn counts(app: &App, actor: &Actor) -> Result<Counts> {
    let owner = actor.user;
    app.read(move |conn| {
        conn.snapshot()?;
        Ok(Counts {
            categories: documents::categories(conn, owner)?,
            genres: documents::genres(conn, owner)?,
        })
    })
    .await
}
