//! Reading, changing and deleting a single beat or video.

use domain::documents::{Bpm, Category, Document, MusicalKey, Status, artist, genre, tags, title};
use domain::error::{Faults, Invalid};
use domain::ids::{DocumentId, UserId};
use domain::money::Minor;
use storage::db::Tx;
use storage::library::documents;
use storage::money::links::MAX_CLEARED_PER_WRITE;

use crate::files::blob_keys;
use crate::{Actor, App, Error, Result, ids, library};

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
        faults.finish()?;
        Ok(Patch { title, genre, artist, status, price, tags, bpm, musical_key })
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

pub async fn find(app: &App, actor: &Actor, id: &str) -> Result<Document> {
    find_by_id(app, actor.user, ids::parse(id, "item", DocumentId::parse)?).await
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
    id: &str,
) -> Result<(Document, Option<Vec<u8>>)> {
    let (owner, id) = (actor.user, ids::parse(id, "item", DocumentId::parse)?);
    app.read(move |conn| {
        conn.snapshot()?;
        let document = documents::find(conn, owner, id)?.ok_or_else(|| Error::missing("item"))?;
        Ok((document, documents::waveform(conn, owner, id)?))
    })
    .await
}

pub async fn update(app: &App, actor: &Actor, id: &str, form: DocumentForm) -> Result<Document> {
    let (owner, id, now) = (actor.user, ids::parse(id, "item", DocumentId::parse)?, app.now());
    let patch = form.check()?;
    app.write(move |tx| {
        documents::lock(tx, owner)?;
        let mut row = documents::find(tx, owner, id)?.ok_or_else(|| Error::missing("item"))?;
        row.title = patch.title.unwrap_or(row.title);
        row.genre = patch.genre.unwrap_or(row.genre);
        row.artist = patch.artist.unwrap_or(row.artist);
        row.status = patch.status.unwrap_or(row.status);
        row.price = patch.price.unwrap_or(row.price);
        row.tags = patch.tags.unwrap_or(row.tags);
        // A value that a person entered is certain, so it has no confidence.
        if let Some(bpm) = patch.bpm {
            (row.bpm, row.bpm_confidence) = (bpm, None);
        }
        if let Some(key) = patch.musical_key {
            (row.musical_key, row.key_confidence, row.relative_key) = (key, None, None);
        }
        row.updated_at = now;
        documents::put(tx, owner, &row)?;
        Ok(row)
    })
    .await
}

/// Deletes the row and queues a job that deletes the file, in one transaction.
pub async fn remove(app: &App, actor: &Actor, id: &str) -> Result<()> {
    let (owner, id, now) = (actor.user, ids::parse(id, "item", DocumentId::parse)?, app.now());
    let step = move |tx: &mut Tx| {
        // The ledger's lock is taken too: a sale that is being recorded holds it and could refer to the deleted beat.
        documents::lock(tx, owner)?;
        let row = documents::find(tx, owner, id)?.ok_or_else(|| Error::missing("item"))?;
        if !storage::money::links::forget_beat(tx, owner, id, MAX_CLEARED_PER_WRITE)? {
            return Ok(false);
        }
        documents::remove(tx, owner, id, now)?;
        library::removal::queue(tx, owner, &blob_keys::keys_of(owner, &row), now)?;
        Ok(true)
    };
    while !app.write(step).await? {}
    app.wake_workers();
    Ok(())
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
