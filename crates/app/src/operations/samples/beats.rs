//! The beats of the sample data, the same for every account. `media::beats` generates them, and they are analyzed once
//! like any upload. The rows are written with the result of the analysis; a job stores the files, so that a sign-up
//! does not wait for the media store.

use std::io::Cursor;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use domain::ids::{DocumentId, UserId};
use domain::jobs::Kind as JobKind;
use domain::library::documents::{Analysis, Bpm, Category, Document, MusicalKey, Status};
use domain::samples::Noun;
use domain::text::file_names;
use domain::time::Timestamp;
use media::beats::{Beat, PATTERNS};
use media::{Key, Kind, Limits};
use storage::db::{DbError, Tx};
use storage::library::documents;
use storage::operations::samples as marks;
use tokio::task::spawn_blocking;

use super::covers;
use super::script::{BEATS, BeatPlan, moment};
use crate::files::blob_keys::content_key;
use crate::jobs::Work;
use crate::library::{analysis, thumbnails};
use crate::{App, Error, Result, crypto};

/// A few seconds of mono audio are half a megabyte.
pub(super) const BARS: usize = 4;
pub(super) const RATE: u32 = 22_050;

/// A sample beat without its bytes, which are generated when they are needed: that is quick and rare.
#[derive(Clone)]
pub(crate) struct SampleBeat {
    plan: &'static BeatPlan,
    size: usize,
    hash: String,
    findings: media::Analysis,
}

fn make_all() -> Result<Arc<[SampleBeat]>, String> {
    BEATS.iter().map(make).collect()
}

fn make(plan: &'static BeatPlan) -> Result<SampleBeat, String> {
    let bytes = bytes(plan)?;
    let findings = media::analyze(&mut Cursor::new(&bytes), &Limits::default(), None)
        .map_err(|error| format!("{} cannot be analyzed: {error}", plan.title))?;
    let hash = blake3::hash(&bytes).to_hex().to_string();
    Ok(SampleBeat { plan, size: bytes.len(), hash, findings })
}

/// The beat as it is synthesized.
pub(super) fn sound(plan: &BeatPlan) -> Result<Beat, String> {
    let key: Key = plan.key.parse().map_err(|()| format!("{} is no key", plan.key))?;
    let pattern = PATTERNS.into_iter().find(|pattern| pattern.name == plan.pattern);
    let pattern = pattern.ok_or_else(|| format!("no pattern is called {}", plan.pattern))?;
    Ok(Beat { bpm: plan.bpm as f32, pattern, key, bars: BARS, rate: RATE })
}

fn bytes(plan: &BeatPlan) -> Result<Bytes, String> {
    Ok(sound(plan)?.shaped_wav(&plan.levels).into())
}

impl SampleBeat {
    pub fn waveform(&self) -> &[u8] {
        self.findings.sound.as_ref().map_or(&[], |sound| &sound.waveform)
    }

    pub fn row(&self, now: Timestamp) -> Result<Document> {
        let plan = self.plan;
        let at = moment(now, plan.days_ago, 690);
        let mut row = Document {
            id: DocumentId::new(at, crypto::random()),
            title: plan.title.to_owned(),
            file_name: file_names::for_download(plan.title, Kind::Wav.extension()),
            mime: Kind::Wav.mime().to_owned(),
            size: i64::try_from(self.size).map_err(Error::unexpected)?,
            category: Category::Beat,
            content_hash: self.hash.clone(),
            status: Status::Available,
            genre: Some(plan.genre.to_owned()),
            price: Some(plan.price),
            tags: plan.tags.iter().map(|tag| (*tag).to_owned()).collect(),
            bpm: Some(Bpm::parse("bpm", plan.bpm)?),
            bpm_confidence: None,
            musical_key: MusicalKey::find(plan.key),
            key_confidence: None,
            relative_key: None,
            duration_ms: None,
            loudness: None,
            artist: None,
            outline: None,
            analysis: Analysis::Done,
            analysis_error: None,
            thumbnail: None,
            uploaded_at: at,
            updated_at: at,
            file_roles: Vec::new(),
            is_tagged: None,
            is_public: false,
            notes: plan.notes.map(str::to_owned),
        };
        analysis::fill(&mut row, &self.findings);
        Ok(row)
    }
}

/// The sample beats, generated once per process when the first account needs them, so that a server without sign-ups
/// spends neither time nor memory on them.
pub(crate) async fn all() -> Result<Arc<[SampleBeat]>> {
    static MADE: OnceLock<Result<Arc<[SampleBeat]>, String>> = OnceLock::new();
    let made = match MADE.get() {
        Some(made) => made.clone(),
        None => {
            let make = || MADE.get_or_init(make_all).clone();
            spawn_blocking(make).await.map_err(Error::unexpected)?
        }
    };
    made.map_err(Error::unexpected)
}

/// Queues the job that stores the files. To be called in the transaction that writes the rows.
pub(super) fn queue(tx: &mut Tx, owner: UserId, now: Timestamp) -> Result<(), DbError> {
    Work::of(JobKind::PlaceSampleBeats, owner, "").queue(tx, now)
}

/// Stores the files of an account's sample beats; existing files are left alone.
pub(super) async fn place(app: &App, owner: UserId) -> Result<()> {
    let beats = all().await?;
    for row in rows(app, owner).await? {
        let key = content_key(owner, row.id);
        if app.blobs.head(&key).await?.is_some() {
            continue;
        }
        let beat = beats.iter().find(|beat| beat.hash == row.content_hash);
        let beat = beat.ok_or_else(|| {
            Error::unexpected("a sample beat was generated by another version of the program")
        })?;
        let plan = beat.plan;
        if row.thumbnail.is_none() {
            place_cover(app, owner, row.id, plan).await?;
        }
        let bytes = spawn_blocking(move || bytes(plan)).await.map_err(Error::unexpected)?;
        app.blobs.put(&key, bytes.map_err(Error::unexpected)?).await?;
        // The sample data was cleared meanwhile, so the file is deleted again.
        let id = row.id;
        let found = app.read(move |conn| Ok(documents::find(conn, owner, id)?));
        if found.await?.is_none() {
            app.blobs.delete(&key).await?;
        }
    }
    Ok(())
}

async fn place_cover(
    app: &App,
    owner: UserId,
    id: DocumentId,
    plan: &'static BeatPlan,
) -> Result<()> {
    let drawn = spawn_blocking(move || covers::draw(plan)).await.map_err(Error::unexpected)?;
    let placed = thumbnails::place(app, owner, id, drawn?.into()).await?;
    let now = app.now();
    app.write(move |tx| {
        documents::lock(tx, owner)?;
        let Some(mut row) = documents::find(tx, owner, id)? else { return Ok(()) };
        thumbnails::assign_if_none(tx, owner, &mut row, placed, now)?;
        Ok(documents::put(tx, owner, &row)?)
    })
    .await
}

async fn rows(app: &App, owner: UserId) -> Result<Vec<Document>> {
    app.read(move |conn| {
        let mut rows = Vec::new();
        for id in marks::list(conn, owner, Noun::Documents)? {
            if let Some(id) = DocumentId::parse(&id) {
                rows.extend(documents::find(conn, owner, id)?);
            }
        }
        Ok(rows)
    })
    .await
}
