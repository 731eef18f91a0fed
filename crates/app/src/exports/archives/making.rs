//! Making an archive. Three tasks run at once and pass small pieces on: one reads rows from the database and media from
//! the store, one writes the zip, one uploads its bytes to the media store.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use blobs::{BlobError, Key, StoredBlob};
use bytes::Bytes;
use domain::exports::{Archive, Kind, Status};
use domain::ids::{ArchiveId, DocumentId, UserId};
use domain::library::documents::Document;
use domain::library::files::File;
use domain::text::file_names;
use domain::time::Timestamp;
use paper::table::Cover;
use paper::{Cell, Format, Table};
use storage::exports::archives;
use storage::identity::zones;
use storage::library;
use storage::licenses::issued;
use storage::operations::jobs::Job;
use tokio::sync::mpsc;

use super::{about, rows};
use crate::exports::Filters;
use crate::exports::made_files::{ArchiveFiles, LIFE, key};
use crate::exports::source::{ExportContext, Source};
use crate::files::blob_keys::{content_key, contract_key};
use crate::files::pieces::in_pieces;
use crate::library::uploads;
use crate::notifications::{self, mail};
use crate::{App, Error, Result, jobs};

/// How many steps are buffered for the zip writer, and how many pieces of the zip for the media store.
const STEPS_AHEAD: usize = 2;
const PIECES_AHEAD: usize = 4;
/// How often the progress is stored and the job's lease extended.
const REPORT_EVERY: Duration = Duration::from_secs(2);
/// The share of the rows in the progress, in percent; the media files are the rest.
const ROWS_SHARE: i64 = 10;
const CONTRACTS_AT_ONCE: i64 = 500;

enum Step {
    Text(&'static str, Vec<u8>),
    BeginTable(Format, &'static Table),
    Rows(Vec<Vec<Cell>>),
    EndTable,
    BeginMedia(String),
    Bytes(Bytes),
    /// The last step: without it the archive is incomplete and must not be stored.
    Done,
}

/// Runs the job. An error is stored with the archive and returned to the worker, which retries the job.
pub(crate) async fn make(app: &Arc<App>, job: &Job) -> Result<()> {
    let owner = job.owner_id.as_deref().and_then(UserId::parse);
    let Some((owner, id)) = owner.zip(ArchiveId::parse(&job.payload)) else {
        return Err(Error::unexpected("an archive's job names no archive"));
    };
    let now = app.now();
    let archive =
        app.db.read(move |conn| Ok::<_, Error>(archives::find(conn, owner, id, now)?)).await?;
    // The archive was deleted with its account, or it is already completed by a worker that lost its lease.
    let Some(archive) = archive.filter(|archive| archive.status != Status::Completed) else {
        return Ok(());
    };
    note(app, owner, Archive { status: Status::Processing, progress: 0, ..archive.clone() })
        .await?;
    match write(app, job, owner, &archive).await {
        Ok(stored) => finish(app, owner, archive, stored).await,
        Err(error) => {
            let is_last = job.attempt >= job.max_attempts;
            let (status, told) = if is_last {
                (Status::Failed, Some(error.to_string()))
            } else {
                (Status::Pending, None)
            };
            note(app, owner, Archive { status, error: told, ..archive }).await?;
            Err(error)
        }
    }
}

async fn note(app: &App, owner: UserId, archive: Archive) -> Result<()> {
    app.db.write(move |tx| Ok::<_, Error>(archives::update(tx, owner, &archive)?)).await?;
    Ok(())
}

async fn finish(app: &App, owner: UserId, archive: Archive, stored: StoredBlob) -> Result<()> {
    let (id, now) = (archive.id, app.now());
    let made = Archive {
        status: Status::Completed,
        progress: 100,
        completed_at: Some(now),
        expires_at: now + LIFE,
        file_size: Some(i64::try_from(stored.size).unwrap_or(i64::MAX)),
        ..archive
    };
    let keys = app.keys.clone();
    let is_noted = app
        .db
        .write(move |tx| {
            let is_noted = archives::update(tx, owner, &made)?;
            if is_noted {
                // The owner requested the archive, so the letter does not depend on a setting.
                let letter = mail::archive_ready(LIFE, now);
                mail::queue(tx, &keys, owner, now, &letter)?;
                notifications::notify(tx, owner, now, &notifications::wording::archive_ready())?;
            }
            Ok::<_, Error>(is_noted)
        })
        .await?;
    if !is_noted {
        // The account was deleted meanwhile, with the files that it had then, so this file is deleted here.
        app.blobs.delete(&key::<ArchiveFiles>(owner, id)?).await?;
    }
    app.wake_workers();
    Ok(())
}

async fn write(app: &Arc<App>, job: &Job, owner: UserId, archive: &Archive) -> Result<StoredBlob> {
    let made_at = app.now();
    let zone = app.read(move |conn| Ok(zones::find(conn, owner)?)).await?;
    let (keys, today) = (app.keys.clone(), zone.day_of(made_at));
    let context = ExportContext { owner, keys, today, zone, whole_numbers: false };
    let (steps, orders) = mpsc::channel(STEPS_AHEAD);
    let (pieces, mut bytes) = mpsc::channel(PIECES_AHEAD);
    let zipping = tokio::task::spawn_blocking(move || write_zip(made_at, orders, pieces));

    let mut upload = app.blobs.create(&key::<ArchiveFiles>(owner, archive.id)?).await?;
    let storing = async {
        while let Some(piece) = bytes.recv().await {
            upload.write(piece).await?;
        }
        Ok::<_, Error>(upload)
    };
    // An error on one side closes the channel between them and so ends the other.
    let mut reader = ArchiveReader { app, job, archive, context, steps, reported_at: made_at };
    let reading = async move { reader.everything().await };
    let (stored, read) = tokio::join!(storing, reading);
    let zipped = zipping.await.map_err(Error::unexpected)?;
    let upload = stored?;
    read?;
    zipped.map_err(Error::unexpected)?;
    Ok(upload.finish().await?)
}

struct ArchiveReader<'a> {
    app: &'a Arc<App>,
    job: &'a Job,
    archive: &'a Archive,
    context: ExportContext,
    steps: mpsc::Sender<Step>,
    reported_at: Timestamp,
}

impl ArchiveReader<'_> {
    async fn everything(&mut self) -> Result<()> {
        let sources = sources()?;
        let about = about::read_about(self.app, &self.context).await?;
        self.send(Step::Text("README.txt", about.readme)).await?;
        self.send(Step::Text("account.json", about.account)).await?;
        for (name, picture) in about.pictures {
            self.send(Step::BeginMedia(name)).await?;
            self.send(Step::Bytes(picture.into())).await?;
        }
        for source in sources {
            let source: Arc<dyn Source> = source.into();
            for format in [Format::Csv, Format::Json] {
                self.table(&source, format).await?;
            }
        }
        self.contracts().await?;
        self.voice_tags().await?;
        self.media().await?;
        self.send(Step::Done).await
    }

    async fn send(&self, step: Step) -> Result<()> {
        let closed = |_| Error::unexpected("the archive could not be written");
        self.steps.send(step).await.map_err(closed)
    }

    async fn table(&mut self, source: &Arc<dyn Source>, format: Format) -> Result<()> {
        self.send(Step::BeginTable(format, source.table())).await?;
        let mut after: Option<String> = None;
        loop {
            let (page_source, context, place) = (source.clone(), self.context.clone(), after);
            let read =
                self.app.db.read(move |conn| page_source.page(conn, &context, place.as_deref()));
            let batch = read.await?;
            self.send(Step::Rows(batch.rows)).await?;
            self.report_progress(ROWS_SHARE / 2).await?;
            after = batch.next;
            if after.is_none() {
                return self.send(Step::EndTable).await;
            }
        }
    }

    /// Sends the contracts of the licenses, as files that are named by the license's reference.
    async fn contracts(&mut self) -> Result<()> {
        let (owner, mut after) = (self.context.owner, 0);
        loop {
            let page = self.app.db.read(move |conn| {
                Ok::<_, Error>(issued::list_after(conn, owner, after, CONTRACTS_AT_ONCE)?)
            });
            let page = page.await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.number;
            for license in &page {
                let key = contract_key(owner, license.id);
                let name = format!("contracts/{}.pdf", license.reference());
                // Progress counts the bytes of media files; contracts are small, so they do not count.
                self.file(key, license.contract.size, name, i64::MAX, &mut 0).await?;
            }
        }
    }

    async fn voice_tags(&mut self) -> Result<()> {
        let owner = self.context.owner;
        let tags =
            self.app.db.read(move |conn| Ok::<_, Error>(library::voice_tags::list(conn, owner)?));
        for tag in tags.await? {
            let name = with_end_of_id("voice-tags", &tag.name, &tag.mime, &tag.id.to_string());
            self.file(content_key(owner, tag.id), tag.size, name, i64::MAX, &mut 0).await?;
        }
        Ok(())
    }

    async fn media(&mut self) -> Result<()> {
        let owner = self.context.owner;
        let total = self.app.db.read(move |conn| {
            let beside = library::files::bytes(conn, owner)?;
            Ok::<_, Error>(library::list::total_size(conn, owner)? + beside)
        });
        let (total, mut copied) = (total.await?.max(1), 0);
        let mut after: Option<DocumentId> = None;
        loop {
            let context = self.context.clone();
            let page = self.app.db.read(move |conn| rows::documents_after(conn, &context, after));
            let page = page.await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = Some(last.id);
            for document in &page {
                let (key, name) = (content_key(owner, document.id), media_name(document));
                self.file(key, document.size, name, total, &mut copied).await?;
                let id = document.id;
                let beside = self
                    .app
                    .db
                    .read(move |conn| Ok::<_, Error>(library::files::list(conn, owner, id)?));
                for file in beside.await? {
                    let (key, name) = (content_key(owner, file.id), beside_name(document, &file));
                    self.file(key, file.size, name, total, &mut copied).await?;
                }
            }
        }
    }

    async fn file(
        &mut self,
        key: Key,
        size: i64,
        name: String,
        total: i64,
        copied: &mut i64,
    ) -> Result<()> {
        let mut reader = self.app.blobs.read(&key, 0..u64::try_from(size).unwrap_or(0));
        let mut name = Some(name);
        // The entry begins with the first piece, so that a file that was deleted meanwhile leaves no empty entry.
        let mut is_begun = false;
        loop {
            let piece = match reader.next().await {
                Ok(Some(piece)) => piece,
                Ok(None) => return Ok(()),
                Err(BlobError::NotFound) if !is_begun => return Ok(()),
                Err(error) => return Err(error.into()),
            };
            if let Some(name) = name.take() {
                self.send(Step::BeginMedia(name)).await?;
                is_begun = true;
            }
            *copied += piece.len() as i64;
            self.send(Step::Bytes(piece)).await?;
            let share = (*copied).min(total).saturating_mul(99 - ROWS_SHARE) / total;
            self.report_progress(ROWS_SHARE + share).await?;
        }
    }

    /// Stores the progress and extends the job's lease, at most every `REPORT_EVERY`. Fails if another worker has taken
    /// the job over.
    async fn report_progress(&mut self, progress: i64) -> Result<()> {
        if self.app.now().since(self.reported_at) > REPORT_EVERY {
            jobs::extend(self.app, self.job).await?;
            let status = Status::Processing;
            note(
                self.app,
                self.context.owner,
                Archive { status, progress, ..self.archive.clone() },
            )
            .await?;
            self.reported_at = self.app.now();
        }
        Ok(())
    }
}

/// The sources of all exports, then those that only archives have.
fn sources() -> Result<Vec<Box<dyn Source>>> {
    let mut sources = crate::exports::sources::of(Kind::All, &Filters::default())?;
    sources.extend(rows::sources());
    Ok(sources)
}

fn media_name(document: &Document) -> String {
    with_end_of_id("media", &document.title, &document.mime, &document.id.to_string())
}

/// The name of an entry: the title and the end of the id, so that no two names are the same.
fn with_end_of_id(folder: &str, title: &str, mime: &str, id: &str) -> String {
    let name = uploads::download_name(title, mime);
    let tail = id.rsplit('-').next().unwrap_or_default();
    match name.rsplit_once('.') {
        Some((stem, extension)) => format!("{folder}/{stem}-{tail}.{extension}"),
        None => format!("{folder}/{name}-{tail}"),
    }
}

/// The name of the entry for a further file of a beat: in a folder next to the beat's main file, with role and version
/// in front, so that no two names are the same.
fn beside_name(document: &Document, file: &File) -> String {
    let beat = media_name(document);
    let folder = beat.rsplit_once('.').map_or(beat.as_str(), |(stem, _)| stem);
    let name = file_names::for_file_system(&file.name);
    format!("{folder}/{}-{}-{name}", file.role.as_str(), file.version)
}

/// Writes the zip. Runs on a blocking thread, because compressing a million rows would block other requests.
fn write_zip(
    made_at: Timestamp,
    mut orders: mpsc::Receiver<Step>,
    pieces: mpsc::Sender<Bytes>,
) -> io::Result<()> {
    let out = in_pieces(pieces);
    let mut archive = paper::Archive::begin(made_at, out);
    let (holder, choice) = (String::new(), String::new());
    let cover = Cover { holder, choice, from: None, to: None, made_at, is_several: false };
    while let Some(step) = orders.blocking_recv() {
        match step {
            Step::Text(name, text) => archive.text(name, &text)?,
            Step::BeginTable(format, table) => archive.begin_table(format, cover.clone(), table)?,
            Step::Rows(rows) => archive.rows(&rows)?,
            Step::EndTable => archive.end_table()?,
            Step::BeginMedia(name) => archive.begin_media(&name)?,
            Step::Bytes(bytes) => archive.write(&bytes)?,
            Step::Done => return archive.finish(),
        }
    }
    Err(io::Error::other("the archive's content ended too early"))
}
