//! Decides what people without an account may hear of a beat: a file with a voice tag in it, or a preview that was made
//! with the account's tag, but never the clean file. No other module decides that.

use blobs::Key;
use domain::ids::{DocumentId, PreviewId, UserId};
use domain::jobs::Kind;
use domain::library::documents::{Category, Document, MediaFile};
use domain::library::previews::{
    Mixture, Preview as Row, PreviewOutcome, Settings, SettingsChange, State,
};
use domain::licenses::Role;
use domain::time::Timestamp;
use storage::db::{Conn, DbError, Tx};
use storage::library::{documents, files, media_files, previews, voice_tags};
use storage::operations::jobs::Job;

use crate::files::blob_keys::content_key;
use crate::jobs::{self, Work};
use crate::library::removal;
use crate::{Actor, App, Error, Result, crypto};

const BATCH: i64 = 100;
/// The payloads of the job that asks for previews: those of all beats, or of those that have had one.
const ALL: &str = "all";
const STALE: &str = "stale";

const NO_PREVIEW_OF_VIDEOS: &str = "Only beats have previews.";

/// A file that may be played to people without an account, and its key in the media store.
#[derive(Debug, Clone)]
pub struct Preview {
    pub file: MediaFile,
    pub key: Key,
}

/// Which file people without an account hear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The file that plays has a voice tag in it.
    Own,
    /// The beat's file of the role `tagged`.
    TaggedFile,
    /// A preview that the server has made.
    Made,
}

/// The preview of a beat for people without an account, and its state.
#[derive(Debug, Clone)]
pub struct PreviewStatus {
    pub source: Source,
    pub state: State,
    /// The reason why there is no preview, as a sentence.
    pub sentence: Option<String>,
    /// The preview that can be played now. While a new one is made, this is the earlier one.
    pub playable: Option<Preview>,
    is_asked: bool,
}

/// Finds the file that may be played to people without an account; `None` while the beat has only the clean file.
pub fn playable(conn: &mut Conn, owner: UserId, beat: &Document) -> Result<Option<Preview>> {
    Ok(status(conn, owner, beat)?.playable)
}

/// Finds the file that may be played to people without an account, and the state of the preview.
pub fn status(conn: &mut Conn, owner: UserId, beat: &Document) -> Result<PreviewStatus> {
    let at = |file: MediaFile| Preview { key: content_key(owner, file.id), file };
    let ready = |source, file| PreviewStatus {
        source,
        state: State::Ready,
        sentence: None,
        playable: Some(at(file)),
        is_asked: true,
    };
    if let Some(file) = tagged_file(conn, owner, beat)? {
        return Ok(ready(Source::TaggedFile, file));
    }
    if beat.is_tagged == Some(true) {
        return Ok(ready(Source::Own, beat.clone().into()));
    }
    if beat.category != Category::Beat {
        return Ok(PreviewStatus {
            source: Source::Made,
            state: State::Failed,
            sentence: Some(NO_PREVIEW_OF_VIDEOS.to_owned()),
            playable: None,
            is_asked: true,
        });
    }
    let mixture = mixture(conn, owner)?;
    let mut rows = previews::list(conn, owner, beat.id)?;
    rows.retain(|row| row.content_hash == beat.content_hash);
    let wanted = rows.iter().position(|row| row.mixture == mixture).map(|at| rows.remove(at));
    let (state, sentence) = match wanted.as_ref().map(|row| &row.made) {
        None => (State::Pending, None),
        Some(PreviewOutcome::Failed(sentence)) => (State::Failed, Some(sentence.clone())),
        Some(made) => (made.state(), None),
    };
    let is_asked = wanted.is_some();
    let file = |row: Row| media_files::preview_file(row, beat.title.clone());
    let playable = wanted.into_iter().chain(rows).find_map(file).map(at);
    Ok(PreviewStatus { source: Source::Made, state, sentence, playable, is_asked })
}

fn tagged_file(conn: &mut Conn, owner: UserId, beat: &Document) -> Result<Option<MediaFile>> {
    if !beat.file_roles.contains(&Role::Tagged) {
        return Ok(None);
    }
    let mut all = files::list(conn, owner, beat.id)?.into_iter();
    let file = all.find(|file| file.role == Role::Tagged && file.is_current);
    Ok(file.map(media_files::media_file))
}

/// The tag and the settings that the account's previews are made with now.
pub(crate) fn mixture(conn: &mut Conn, owner: UserId) -> Result<Mixture, DbError> {
    let tag = voice_tags::find_default(conn, owner)?;
    Ok(Mixture::of(tag.as_ref(), &voice_tags::settings(conn, owner)?))
}

fn needs_preview(beat: &Document) -> bool {
    let has_own = beat.is_tagged == Some(true) || beat.file_roles.contains(&Role::Tagged);
    beat.category == Category::Beat && !has_own
}

/// Queues the making of a beat's preview, unless it is made or queued already. Call it in a transaction that may change
/// the library, and `App::wake_workers` after it. A failed preview is only made again if `again` is set.
pub fn ask(
    tx: &mut Tx,
    owner: UserId,
    beat: &Document,
    again: bool,
    now: Timestamp,
) -> Result<(), DbError> {
    let rows = previews::list(tx, owner, beat.id)?;
    if !needs_preview(beat) {
        return forget(tx, owner, &rows, now);
    }
    let mixture = mixture(tx, owner)?;
    let is_wanted = |row: &&Row| row.content_hash == beat.content_hash && row.mixture == mixture;
    let id = match rows.iter().find(is_wanted) {
        Some(row) if again && row.made.state() == State::Failed => row.id,
        Some(_) => return Ok(()),
        None => PreviewId::new(now, crypto::random()),
    };
    let row = Row {
        id,
        document: beat.id,
        content_hash: beat.content_hash.clone(),
        mixture,
        made: PreviewOutcome::Pending,
        asked_at: now,
    };
    previews::put(tx, owner, &row)?;
    let payload = id.to_string();
    Work::of(Kind::MakePreview, owner, &payload).once(&format!("preview:{id}")).queue(tx, now)
}

/// Queues the making of a beat's preview when somebody wants to hear it, if it was never queued before.
pub async fn ask_for(app: &App, owner: UserId, beat: DocumentId) -> Result<()> {
    let now = app.now();
    app.write(move |tx| {
        documents::lock(tx, owner)?;
        match documents::find(tx, owner, beat)? {
            Some(beat) => Ok(ask(tx, owner, &beat, false, now)?),
            None => Ok(()),
        }
    })
    .await?;
    app.wake_workers();
    Ok(())
}

/// Queues the making of the previews of beats that are about to be shown to people without an account. Call it under
/// the lock of documents.
pub fn ask_for_each(
    tx: &mut Tx,
    owner: UserId,
    beats: &[DocumentId],
    now: Timestamp,
) -> Result<(), DbError> {
    for id in beats {
        if let Some(beat) = documents::find(tx, owner, *id)? {
            ask(tx, owner, &beat, false, now)?;
        }
    }
    Ok(())
}

/// Removes previews and queues the removal of their files.
pub(crate) fn forget(
    tx: &mut Tx,
    owner: UserId,
    rows: &[Row],
    now: Timestamp,
) -> Result<(), DbError> {
    if rows.is_empty() {
        return Ok(());
    }
    for row in rows {
        previews::remove(tx, owner, row.id)?;
    }
    let keys: Vec<Key> = rows.iter().map(|row| content_key(owner, row.id)).collect();
    removal::queue(tx, owner, &keys, now)
}

/// The preview of a beat for its owner. Queues its making if it was never queued.
pub async fn find(app: &App, actor: &Actor, beat: DocumentId) -> Result<PreviewStatus> {
    let (owner, id) = (actor.user, beat);
    let look = move |conn: &mut Conn| {
        let beat = documents::find(conn, owner, id)?.ok_or_else(|| Error::missing("item"))?;
        status(conn, owner, &beat)
    };
    let found = app.read(look).await?;
    if !found.is_asked {
        ask_for(app, owner, id).await?;
    }
    Ok(found)
}

/// The settings of previews, and whether the account has a voice tag.
pub async fn settings(app: &App, actor: &Actor) -> Result<(Settings, bool)> {
    let owner = actor.user;
    app.read(move |conn| {
        let tag = voice_tags::find_default(conn, owner)?;
        Ok((voice_tags::settings(conn, owner)?, tag.is_some()))
    })
    .await
}

/// Changes the settings, and queues the making of previews that have other settings.
pub async fn change_settings(
    app: &App,
    actor: &Actor,
    change: SettingsChange,
) -> Result<(Settings, bool)> {
    let (owner, now) = (actor.user, app.now());
    let changed = app.write(move |tx| {
        documents::lock(tx, owner)?;
        let settings = change.onto(voice_tags::settings(tx, owner)?)?;
        voice_tags::put_settings(tx, owner, &settings, now)?;
        queue_renewal(tx, owner, now)?;
        Ok((settings, voice_tags::find_default(tx, owner)?.is_some()))
    });
    let changed = changed.await?;
    app.wake_workers();
    Ok(changed)
}

/// Queues the making of every preview whose tag or settings are no longer the present ones.
pub(crate) fn queue_renewal(tx: &mut Tx, owner: UserId, now: Timestamp) -> Result<(), DbError> {
    Work::of(Kind::PreparePreviews, owner, STALE).queue(tx, now)
}

/// How many previews of an account are made, failed or pending.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of beats that need a preview.
    pub total: i64,
    pub ready: i64,
    /// The number of previews that are queued and not made yet.
    pub pending: i64,
    pub failed: i64,
    pub has_tag: bool,
}

fn count(conn: &mut Conn, owner: UserId) -> Result<Progress> {
    let mixture = mixture(conn, owner)?;
    let has_tag = voice_tags::find_default(conn, owner)?.is_some();
    let total = previews::count_beats(conn, owner)?;
    let mut progress = Progress { total, has_tag, ..Progress::default() };
    for (state, number) in previews::count(conn, owner, &mixture)? {
        match state {
            State::Ready => progress.ready = number,
            State::Pending => progress.pending = number,
            State::Failed => progress.failed = number,
        }
    }
    Ok(progress)
}

pub async fn progress(app: &App, actor: &Actor) -> Result<Progress> {
    let owner = actor.user;
    app.read(move |conn| count(conn, owner)).await
}

/// Queues the previews of all beats, those that failed before among them.
pub async fn prepare(app: &App, actor: &Actor) -> Result<Progress> {
    let (owner, now) = (actor.user, app.now());
    let progress = app.write(move |tx| {
        Work::of(Kind::PreparePreviews, owner, ALL).once("prepare-previews").queue(tx, now)?;
        count(tx, owner)
    });
    let progress = progress.await?;
    app.wake_workers();
    Ok(progress)
}

/// The job that asks for the previews of an account, some beats at a time.
pub(crate) async fn prepare_all(app: &App, job: &Job) -> Result<()> {
    let owner = job.owner_id.as_deref().and_then(UserId::parse);
    let owner = owner.ok_or_else(|| Error::unexpected("a job for previews has no owner"))?;
    let is_all = job.payload == ALL;
    let mut after: Option<DocumentId> = None;
    loop {
        let (now, place) = (app.now(), after);
        let last = app.write(move |tx| {
            documents::lock(tx, owner)?;
            let page = previews::beats_after(tx, owner, place, !is_all, BATCH)?;
            for id in &page {
                if let Some(beat) = documents::find(tx, owner, *id)? {
                    ask(tx, owner, &beat, is_all, now)?;
                }
            }
            Ok(page.last().copied())
        });
        after = last.await?;
        app.wake_workers();
        if after.is_none() {
            return Ok(());
        }
        jobs::extend(app, job).await?;
    }
}
