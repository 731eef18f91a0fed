//! The analysis of uploads: length, tempo, key, loudness, waveform, tags and a thumbnail. A job runs it after the
//! upload. It fills empty fields and never overwrites what a person entered. A file that cannot be decoded stays in
//! the library, with a sentence that says why.

use std::fs::File;
use std::path::Path;
use std::thread;
use std::time::Duration;

use bytes::Bytes;
use domain::ids::{DocumentId, FileId, UserId};
use domain::jobs::Kind as JobKind;
use domain::library::documents as rules;
use domain::library::documents::{Analysis, Bpm, Category, Document, MusicalKey};
use domain::library::outline::Outline;
use domain::time::Timestamp;
use media::{AnalysisError, Ffmpeg, Kind, Launcher, Limits, Picture};
use storage::db::{DbError, Tx};
use storage::library::{documents, files};
use storage::operations::jobs::Job;
use tokio::sync::oneshot;

use crate::files::blob_keys::content_key;
use crate::jobs::Work;
use crate::library::thumbnails;
use crate::{App, Error, Result};

/// The time limit of an analysis and of a preview, well below the lease of a job.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(120);
const PATIENCE: Duration = Duration::from_secs(60 * 60);
/// Scheduling priority (`nice`) of the analysis, below that of requests.
pub(crate) const NICE: i32 = 10;

const NOT_FINISHED: &str = "The analysis didn't finish.";

/// Queues the analysis. To be called in the transaction that writes the row.
pub(crate) fn queue(tx: &mut Tx, owner: UserId, document: &Document) -> Result<(), DbError> {
    let now = document.uploaded_at;
    Work::of(JobKind::AnalyseMedia, owner, &document.id.to_string()).queue(tx, now)
}

/// Marks files whose analysis has waited too long as failed, for example a file that crashes the process every time.
pub(crate) fn give_up_waiting(tx: &mut Tx, now: Timestamp) -> Result<u64, DbError> {
    documents::give_up_waiting(tx, JobKind::AnalyseMedia.as_str(), now - PATIENCE, NOT_FINISHED)
}

pub(crate) async fn run(app: &App, job: &Job) -> Result<()> {
    let owner = job.owner_id.as_deref().and_then(UserId::parse);
    let (Some(owner), Some(id)) = (owner, DocumentId::parse(&job.payload)) else {
        return Err(Error::unexpected("an analysis job has no owner or no item"));
    };
    let found = app.read(move |conn| Ok(documents::find(conn, owner, id)?)).await?;
    if found.is_none() {
        return measure_file(app, owner, FileId::from_bytes(*id.as_bytes())).await;
    }
    let Some(document) = found.filter(|row| row.analysis == Analysis::Pending) else {
        // The item was deleted meanwhile, or another worker has already finished the analysis.
        return Ok(());
    };
    match analyze(app, owner, &document).await {
        Ok(findings) => store_findings(app, owner, id, findings).await,
        Err(Failure::File(sentence)) => mark_failed(app, owner, id, sentence).await,
        Err(Failure::Temporary(_)) if job.attempt >= job.max_attempts => {
            mark_failed(app, owner, id, "The file couldn't be read.".to_owned()).await
        }
        Err(Failure::Temporary(error)) => Err(error),
    }
}

/// Reads the length of a file beside the one that plays, if there is one with this id.
async fn measure_file(app: &App, owner: UserId, id: FileId) -> Result<()> {
    let Some(file) = app.read(move |conn| Ok(files::find(conn, owner, id)?)).await? else {
        return Ok(());
    };
    let local = app.blobs.file(&content_key(owner, file.id)).await?;
    let read = tokio::task::spawn_blocking(move || {
        let mut source = File::open(local.path())?;
        Ok::<_, std::io::Error>(media::length(&mut source, &Limits::default()))
    });
    let length = read.await.map_err(Error::unexpected)?.map_err(Error::unexpected)?;
    let Some(millis) = length.and_then(|length| i64::try_from(length.as_millis()).ok()) else {
        return Ok(());
    };
    app.write(move |tx| Ok(files::set_duration(tx, owner, id, millis)?)).await
}

enum Failure {
    /// The file is at fault; the sentence is for the person.
    File(String),
    /// The media store or the machine is at fault; a retry may succeed.
    Temporary(Error),
}

impl From<blobs::BlobError> for Failure {
    fn from(error: blobs::BlobError) -> Self {
        Self::Temporary(error.into())
    }
}

struct Findings {
    analysis: media::Analysis,
    poster: Option<Picture>,
}

/// The picture in the file of an item: an embedded cover, or a frame of a video.
pub(crate) async fn find_picture(
    app: &App,
    owner: UserId,
    document: &Document,
) -> Result<Option<Bytes>> {
    match analyze(app, owner, document).await {
        Ok(Findings { analysis, poster }) => {
            Ok(analysis.cover.or(poster).map(|picture| picture.bytes.into()))
        }
        Err(Failure::File(_)) => Ok(None),
        Err(Failure::Temporary(error)) => Err(error),
    }
}

async fn analyze(app: &App, owner: UserId, document: &Document) -> Result<Findings, Failure> {
    let file = app.blobs.file(&content_key(owner, document.id)).await?;
    let launcher = app.ffmpeg_launcher.clone();
    let (answer, receiver) = oneshot::channel();
    let started = thread::Builder::new().name("analysis".to_owned()).spawn(move || {
        // If the system refuses a lower priority, the thread keeps the normal one.
        let _ = rustix::process::nice(NICE);
        // While the server stops, nobody receives the answer.
        let _ = answer.send(analyze_file(file.path(), launcher));
    });
    started.map_err(|error| Failure::Temporary(Error::unexpected(error)))?;
    let findings = receiver.await.map_err(|error| Failure::Temporary(Error::unexpected(error)))?;
    findings.map_err(|error| match error {
        error if error.is_passing() => Failure::Temporary(Error::unexpected(error)),
        error => Failure::File(sentence(&error)),
    })
}

fn analyze_file(path: &Path, launcher: Option<Launcher>) -> Result<Findings, AnalysisError> {
    let mut file = File::open(path).map_err(AnalysisError::Source)?;
    let limits = Limits {
        max_time: TIME_LIMIT,
        max_cover_bytes: thumbnails::MAX_BYTES,
        ..Limits::default()
    };
    let ffmpeg = Ffmpeg::find().map(|ffmpeg| ffmpeg.with_launcher(launcher));
    let analysis = media::analyze(&mut file, &limits, ffmpeg.as_ref())?;
    let poster = ffmpeg.and_then(|ffmpeg| poster(&ffmpeg, path, analysis.kind));
    Ok(Findings { analysis, poster })
}

/// A video is accepted without a poster.
fn poster(ffmpeg: &Ffmpeg, path: &Path, kind: Kind) -> Option<Picture> {
    ffmpeg.poster(path, kind).unwrap_or_else(|error| {
        tracing::debug!(%error, "could not create a poster of a video");
        None
    })
}

/// The error as a sentence for the account holder.
pub fn sentence(error: &AnalysisError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}

async fn store_findings(
    app: &App,
    owner: UserId,
    id: DocumentId,
    findings: Findings,
) -> Result<()> {
    let Findings { analysis, poster } = findings;
    let picture = analysis.cover.clone().or(poster);
    let placed = match picture {
        // The embedded cover may not be a valid picture.
        Some(picture) => match thumbnails::place(app, owner, id, picture.bytes.into()).await {
            Ok(placed) => Some(placed),
            Err(Error::Unsupported(_) | Error::TooLarge(_)) => None,
            Err(error) => return Err(error),
        },
        None => None,
    };
    let now = app.now();
    app.write(move |tx| {
        documents::lock(tx, owner)?;
        let Some(mut row) = documents::find(tx, owner, id)? else { return Ok(()) };
        fill(&mut row, &analysis);
        if let Some(placed) = placed {
            thumbnails::assign_if_none(tx, owner, &mut row, placed, now)?;
        }
        row.analysis = Analysis::Done;
        row.analysis_error = None;
        row.updated_at = now;
        documents::put(tx, owner, &row)?;
        if let Some(sound) = &analysis.sound {
            documents::put_waveform(tx, owner, id, &sound.waveform)?;
        }
        Ok(())
    })
    .await?;
    app.wake_workers();
    Ok(())
}

/// The section of the library that a kind of file belongs to.
pub(crate) fn category(kind: media::Kind) -> Category {
    if kind.is_video() { Category::Video } else { Category::Beat }
}

/// Fills the empty fields of a row; values that a person entered stay.
pub(crate) fn fill(row: &mut Document, found: &media::Analysis) {
    // A container can turn out to hold sound only; no row is sold or listed as a video without a picture.
    found.kind.mime().clone_into(&mut row.mime);
    row.category = category(found.kind);
    let length = found.duration.and_then(|length| i64::try_from(length.as_millis()).ok());
    row.duration_ms = length.filter(|millis| *millis > 0).or(row.duration_ms);
    row.artist = row.artist.take().or_else(|| tag(found.tags.artist.as_deref(), rules::artist));
    row.genre = row.genre.take().or_else(|| tag(found.tags.genre.as_deref(), rules::genre));
    let Some(sound) = &found.sound else { return };
    row.outline = Outline::of(&sound.waveform).or(row.outline);
    row.loudness = sound.loudness.map(|lufs| (lufs * 100.0).round() as i64);
    if let (None, Some(tempo)) = (row.bpm, &sound.tempo)
        && let Ok(bpm) = Bpm::parse("bpm", f64::from(tempo.bpm))
    {
        (row.bpm, row.bpm_confidence) = (Some(bpm), Some(thousandths(tempo.confidence)));
    }
    if let (None, Some(found)) = (row.musical_key, &sound.key)
        && let Some(key) = MusicalKey::find(found.key.name())
    {
        (row.musical_key, row.key_confidence) = (Some(key), Some(thousandths(found.confidence)));
        let relative = found.fits_relative.then(|| found.key.relative().name());
        row.relative_key = relative.and_then(MusicalKey::find);
    }
}

/// Applies to a file's tags the rules that apply to a person's input.
fn tag<E>(text: Option<&str>, rule: impl Fn(&str) -> Result<Option<String>, E>) -> Option<String> {
    text.filter(|text| !text.contains('\0')).and_then(|text| rule(text).ok()).flatten()
}

fn thousandths(confidence: f32) -> i64 {
    (f64::from(confidence.clamp(0.0, 1.0)) * 1000.0).round() as i64
}

async fn mark_failed(app: &App, owner: UserId, id: DocumentId, sentence: String) -> Result<()> {
    let now = app.now();
    app.write(move |tx| {
        documents::lock(tx, owner)?;
        let Some(mut row) = documents::find(tx, owner, id)? else { return Ok(()) };
        row.analysis = Analysis::Failed;
        row.analysis_error = Some(sentence);
        row.updated_at = now;
        Ok(documents::put(tx, owner, &row)?)
    })
    .await
}
