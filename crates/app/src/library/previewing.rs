//! The job that makes the preview of a beat. A beat that cannot be decoded gets none, with a sentence that says why.

use std::fs::File;
use std::io::{Cursor, Seek, SeekFrom};
use std::path::Path;
use std::thread;
use std::time::Duration;

use blobs::StoredBlob;
use bytes::Bytes;
use domain::ids::{PreviewId, UserId};
use domain::jobs::Kind as JobKind;
use domain::library::documents::Document;
use domain::library::previews::{
    Mixture, Preview, PreviewFile, PreviewOutcome, Settings, State, VoiceTag,
};
use domain::time::Timestamp;
use media::preview::{Clip, Names, Recipe, make_preview};
use media::{AnalysisError, Ffmpeg, Kind, Launcher, Limits};
use storage::db::{Conn, DbError, Tx};
use storage::library::{documents, previews, voice_tags};
use storage::operations::jobs::Job;
use tokio::io::AsyncReadExt;
use tokio::sync::oneshot;

use crate::files::blob_keys::content_key;
use crate::library::analysis::{self, NICE, TIME_LIMIT};
use crate::library::previews as requests;
use crate::{App, Error, Result};

const PATIENCE: Duration = Duration::from_secs(60 * 60);
const LONGEST: Duration = Duration::from_secs(60 * 60);
const PIECE: usize = 256 * 1024;

const NOT_FINISHED: &str = "The preview wasn't finished.";

/// Marks previews that have waited too long as failed, for example of a file that crashes the process every time.
pub(crate) fn give_up_waiting(tx: &mut Tx, now: Timestamp) -> Result<u64, DbError> {
    previews::give_up_waiting(tx, JobKind::MakePreview.as_str(), now - PATIENCE, NOT_FINISHED)
}

struct PreviewInput {
    preview: Preview,
    beat: Document,
    tag: Option<VoiceTag>,
    settings: Settings,
}

/// Reads what a job needs to make a preview; `None` if the preview is made already, was deleted, or belongs to an
/// earlier tag or earlier settings.
fn read_input(conn: &mut Conn, owner: UserId, id: PreviewId) -> Result<Option<PreviewInput>> {
    let Some(preview) = previews::find(conn, owner, id)? else { return Ok(None) };
    let Some(beat) = documents::find(conn, owner, preview.document)? else { return Ok(None) };
    let tag = voice_tags::find_default(conn, owner)?;
    let settings = voice_tags::settings(conn, owner)?;
    let is_current = preview.made.state() == State::Pending
        && preview.content_hash == beat.content_hash
        && preview.mixture == Mixture::of(tag.as_ref(), &settings);
    Ok(is_current.then_some(PreviewInput { preview, beat, tag, settings }))
}

pub(crate) async fn run(app: &App, job: &Job) -> Result<()> {
    let owner = job.owner_id.as_deref().and_then(UserId::parse);
    let (Some(owner), Some(id)) = (owner, PreviewId::parse(&job.payload)) else {
        return Err(Error::unexpected("a job for a preview has no owner or no preview"));
    };
    let Some(input) = app.read(move |conn| read_input(conn, owner, id)).await? else {
        return renew(app, owner, id).await;
    };
    match make(app, owner, input).await {
        Ok(made) => finish(app, owner, id, PreviewOutcome::Ready(made)).await,
        Err(Failure::File(sentence)) => {
            finish(app, owner, id, PreviewOutcome::Failed(sentence)).await
        }
        Err(Failure::Temporary(_)) if job.attempt >= job.max_attempts => {
            finish(app, owner, id, PreviewOutcome::Failed("The file couldn't be read.".to_owned()))
                .await
        }
        Err(Failure::Temporary(error)) => Err(error),
    }
}

/// Replaces a waiting preview of an earlier tag or of earlier settings by one with the present tag and settings.
async fn renew(app: &App, owner: UserId, id: PreviewId) -> Result<()> {
    let now = app.now();
    app.write(move |tx| {
        documents::lock(tx, owner)?;
        let Some(row) = previews::find(tx, owner, id)? else { return Ok(()) };
        if row.made != PreviewOutcome::Pending {
            return Ok(());
        }
        if let Some(beat) = documents::find(tx, owner, row.document)? {
            requests::ask(tx, owner, &beat, false, now)?;
        }
        Ok(requests::forget(tx, owner, &[row], now)?)
    })
    .await?;
    app.wake_workers();
    Ok(())
}

/// Stores the result. A finished preview replaces the beat's earlier ones.
async fn finish(app: &App, owner: UserId, id: PreviewId, made: PreviewOutcome) -> Result<()> {
    let now = app.now();
    let is_noted = app.write(move |tx| {
        documents::lock(tx, owner)?;
        let Some(row) = previews::find(tx, owner, id)? else { return Ok(false) };
        let is_ready = made.state() == State::Ready;
        let row = Preview { made, ..row };
        previews::put(tx, owner, &row)?;
        if is_ready {
            let mut others = previews::list(tx, owner, row.document)?;
            // A waiting preview was queued after this one, so it stays.
            others.retain(|other| other.id != id && other.made != PreviewOutcome::Pending);
            requests::forget(tx, owner, &others, now)?;
        }
        Ok(true)
    });
    if !is_noted.await? {
        // The beat or the account was deleted meanwhile.
        app.blobs.delete(&content_key(owner, id)).await?;
    }
    app.wake_workers();
    Ok(())
}

enum Failure {
    /// The file is at fault; the sentence is for the person.
    File(String),
    /// The media store or the machine is at fault; a retry may succeed.
    Temporary(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Temporary(error)
    }
}

impl From<blobs::BlobError> for Failure {
    fn from(error: blobs::BlobError) -> Self {
        Self::Temporary(error.into())
    }
}

async fn make(app: &App, owner: UserId, input: PreviewInput) -> Result<PreviewFile, Failure> {
    let source = app.blobs.file(&content_key(owner, input.beat.id)).await?;
    let tag = match &input.tag {
        Some(tag) => Some(app.blobs.get(&content_key(owner, tag.id)).await?),
        None => None,
    };
    let id = input.preview.id;
    let launcher = app.ffmpeg_launcher.clone();
    let (answer, receiver) = oneshot::channel();
    let started = thread::Builder::new().name("preview".to_owned()).spawn(move || {
        // If the system refuses a lower priority, the thread keeps the normal one.
        let _ = rustix::process::nice(NICE);
        // While the server stops, nobody receives the answer.
        let _ = answer.send(mix(source.path(), tag, &input, launcher));
    });
    started.map_err(Error::unexpected)?;
    let mixed = receiver.await.map_err(Error::unexpected)?;
    let Mixed { kind, file, length } = mixed.map_err(|error| match error {
        error if error.is_passing() => Failure::Temporary(Error::unexpected(error)),
        error => Failure::File(sentence(&error)),
    })?;
    let stored = store(app, owner, id, file).await?;
    let size = i64::try_from(stored.size).map_err(Error::unexpected)?;
    let duration_ms = length.and_then(|length| i64::try_from(length.as_millis()).ok());
    Ok(PreviewFile { mime: kind.mime().to_owned(), size, hash: stored.hash, duration_ms })
}

async fn store(app: &App, owner: UserId, id: PreviewId, file: File) -> Result<StoredBlob> {
    let mut file = tokio::fs::File::from_std(file);
    let mut upload = app.blobs.create(&content_key(owner, id)).await?;
    loop {
        let mut piece = bytes::BytesMut::with_capacity(PIECE);
        if file.read_buf(&mut piece).await.map_err(Error::unexpected)? == 0 {
            return Ok(upload.finish().await?);
        }
        upload.write(piece.freeze()).await?;
    }
}

struct Mixed {
    kind: Kind,
    file: File,
    length: Option<Duration>,
}

fn mix(
    path: &Path,
    tag: Option<Bytes>,
    input: &PreviewInput,
    launcher: Option<Launcher>,
) -> Result<Mixed, AnalysisError> {
    let limits = Limits { max_time: TIME_LIMIT, max_duration: LONGEST, ..Limits::default() };
    let ffmpeg = Ffmpeg::find().map(|ffmpeg| ffmpeg.with_launcher(launcher));
    let ffmpeg = ffmpeg.as_ref();
    let mut source = File::open(path).map_err(AnalysisError::Source)?;
    let known = input.beat.duration_ms.and_then(|millis| u64::try_from(millis).ok());
    let length = known.map(Duration::from_millis).or_else(|| media::length(&mut source, &limits));
    source.seek(SeekFrom::Start(0)).map_err(AnalysisError::Source)?;
    let (clip, recipe) = match tag {
        Some(bytes) => {
            let clip = Clip::read(&mut Cursor::new(bytes), &limits, ffmpeg)?;
            (clip, recipe(&input.settings))
        }
        None => (Clip::tone(), Recipe::TONE),
    };
    let recipe = heard_at_least_once(recipe, length, clip.duration());
    let artist = input.beat.artist.as_deref().unwrap_or_default();
    let names = Names { title: &input.beat.title, artist };
    let mut file = tempfile::tempfile().map_err(AnalysisError::Source)?;
    let kind = make_preview(&mut source, &clip, &recipe, names, &limits, ffmpeg, &mut file)?;
    let end = file.seek(SeekFrom::End(0)).map_err(AnalysisError::Source)?;
    if end == 0 {
        return Err(AnalysisError::Broken("there is no sound in it".to_owned()));
    }
    file.seek(SeekFrom::Start(0)).map_err(AnalysisError::Source)?;
    let length = length.map(|length| recipe.length.map_or(length, |most| most.min(length)));
    Ok(Mixed { kind, file, length })
}

/// The recipe of the account's settings.
pub fn recipe(settings: &Settings) -> Recipe {
    let seconds = |count: i64| Duration::from_secs(u64::try_from(count).unwrap_or(0));
    Recipe {
        first: seconds(settings.first_after),
        every: seconds(settings.every),
        tag_level: settings.tag_level as f32,
        duck: settings.duck as f32,
        length: settings.length.map(seconds),
    }
}

/// If a preview ends, or may end, before the first tag is over, the tag is moved to its beginning: a preview without a
/// tag would be the clean file.
pub fn heard_at_least_once(recipe: Recipe, length: Option<Duration>, tag: Duration) -> Recipe {
    let length = length.map(|length| recipe.length.map_or(length, |most| most.min(length)));
    match length {
        Some(length) if recipe.first + tag <= length => recipe,
        _ => Recipe { first: Duration::ZERO, ..recipe },
    }
}

fn sentence(error: &AnalysisError) -> String {
    match error {
        AnalysisError::TooLong(_) => "Previews are made of beats up to an hour long.".to_owned(),
        AnalysisError::TooSlow => "The preview takes too long to make.".to_owned(),
        other => analysis::sentence(other),
    }
}
