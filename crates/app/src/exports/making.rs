//! Making the file of an export. Three tasks run at once and pass small pieces on: one reads pages of rows from the
//! database, one formats them as a file, one uploads the bytes to the media store.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use blobs::StoredBlob;
use bytes::Bytes;
use domain::exports::{Export, Kind, Status};
use domain::ids::{ExportId, UserId};
use paper::table::Cover;
use paper::{Cell, Table};
use storage::exports;
use storage::identity::users;
use storage::identity::zones;
use storage::operations::jobs::Job;
use tokio::sync::mpsc;

use super::filters::Filters;
use super::made_files::{ExportFiles, LIFE, key};
use super::source::{ExportContext, Source};
use super::{paper_format, sources};
use crate::files::pieces::in_pieces;
use crate::{App, Error, Result, jobs, notifications};

/// How many pages of rows are buffered for the task that formats the file.
const PAGES_AHEAD: usize = 1;
/// How many pieces of the file are buffered for the upload.
const PIECES_AHEAD: usize = 4;
/// After this time the job's lease is extended, well before it expires.
const EXTEND_AFTER: Duration = Duration::from_secs(60);

enum Step {
    Begin(&'static Table),
    Rows(Vec<Vec<Cell>>),
    /// The last step: without it the rows are incomplete and the file must not be stored.
    Done,
}

/// Runs the job. An error is stored with the export and returned to the worker, which retries the job.
pub(crate) async fn make(app: &Arc<App>, job: &Job) -> Result<()> {
    let owner = job.owner_id.as_deref().and_then(UserId::parse);
    let Some((owner, id)) = owner.zip(ExportId::parse(&job.payload)) else {
        return Err(Error::unexpected("an export's job names no export"));
    };
    let now = app.now();
    let export =
        app.db.read(move |conn| Ok::<_, Error>(exports::find(conn, owner, id, now)?)).await?;
    // The export was deleted with its account, or it is already completed by a worker that lost its lease.
    let Some(export) = export.filter(|export| export.status != Status::Completed) else {
        return Ok(());
    };
    note(app, owner, Export { status: Status::Processing, error: None, ..export.clone() }).await?;
    match write(app, job, owner, &export).await {
        Ok(stored) => finish(app, owner, export, stored).await,
        Err(error) => {
            let is_last = job.attempt >= job.max_attempts;
            let (status, told) = if is_last {
                (Status::Failed, Some(error.to_string()))
            } else {
                (Status::Pending, None)
            };
            note(app, owner, Export { status, error: told, ..export }).await?;
            Err(error)
        }
    }
}

async fn note(app: &App, owner: UserId, export: Export) -> Result<()> {
    app.db.write(move |tx| Ok::<_, Error>(exports::update(tx, owner, &export)?)).await?;
    Ok(())
}

async fn finish(app: &App, owner: UserId, export: Export, stored: StoredBlob) -> Result<()> {
    let (id, now) = (export.id, app.now());
    let made = Export {
        status: Status::Completed,
        completed_at: Some(now),
        expires_at: now + LIFE,
        file_size: Some(i64::try_from(stored.size).unwrap_or(i64::MAX)),
        ..export
    };
    let is_noted = app
        .db
        .write(move |tx| {
            let is_noted = exports::update(tx, owner, &made)?;
            if is_noted {
                notifications::notify(
                    tx,
                    owner,
                    now,
                    &notifications::wording::export_ready(&made),
                )?;
            }
            Ok::<_, Error>(is_noted)
        })
        .await?;
    if !is_noted {
        // The account was deleted meanwhile, with the files that it had then, so this file is deleted here.
        app.blobs.delete(&key::<ExportFiles>(owner, id)?).await?;
    }
    Ok(())
}

async fn write(app: &Arc<App>, job: &Job, owner: UserId, export: &Export) -> Result<StoredBlob> {
    let filters = Filters::from_json(&export.filters);
    let sources = sources::of(export.kind, &filters)?;
    let made_at = app.now();
    let holder = app
        .db
        .read(move |conn| Ok::<_, Error>(users::find(conn, owner)?))
        .await?
        .map(|user| user.name);
    let cover = Cover {
        holder: holder.unwrap_or_default(),
        choice: filters.in_words(),
        from: filters.day("from"),
        to: filters.day("to"),
        made_at,
        is_several: export.kind == Kind::All,
    };
    let whole_numbers = filters.clone().take_whole_numbers().map_err(|invalid| vec![invalid])?;
    let zone = app.read(move |conn| Ok(zones::find(conn, owner)?)).await?;
    let (keys, today) = (app.keys.clone(), zone.day_of(made_at));
    let context = ExportContext { owner, keys, today, zone, whole_numbers };
    let (rows, steps) = mpsc::channel(PAGES_AHEAD);
    let (pieces, mut bytes) = mpsc::channel(PIECES_AHEAD);
    let format = paper_format(export.format);
    let writing = tokio::task::spawn_blocking(move || write_file(format, cover, steps, pieces));

    let mut upload = app.blobs.create(&key::<ExportFiles>(owner, export.id)?).await?;
    let storing = async {
        while let Some(piece) = bytes.recv().await {
            upload.write(piece).await?;
        }
        Ok::<_, Error>(upload)
    };
    // An error on one side closes the channel between them and so ends the other.
    let reading = read(app, job, sources, &context, rows);
    let (stored, read) = tokio::join!(storing, reading);
    let written = writing.await.map_err(Error::unexpected)?;
    let upload = stored?;
    read?;
    written.map_err(Error::unexpected)?;
    Ok(upload.finish().await?)
}

/// Reads page after page of rows, and extends the job's lease meanwhile.
async fn read(
    app: &Arc<App>,
    job: &Job,
    sources: Vec<Box<dyn Source>>,
    context: &ExportContext,
    rows: mpsc::Sender<Step>,
) -> Result<()> {
    let closed = |_| Error::unexpected("the file could not be written");
    let mut extended_at = app.now();
    for source in sources {
        let source: Arc<dyn Source> = source.into();
        rows.send(Step::Begin(source.table())).await.map_err(closed)?;
        let mut after: Option<String> = None;
        loop {
            let (page_source, context, place) = (source.clone(), context.clone(), after);
            let batch =
                app.db.read(move |conn| page_source.page(conn, &context, place.as_deref())).await?;
            rows.send(Step::Rows(batch.rows)).await.map_err(closed)?;
            if app.now().since(extended_at) > EXTEND_AFTER {
                jobs::extend(app, job).await?;
                extended_at = app.now();
            }
            after = batch.next;
            if after.is_none() {
                break;
            }
        }
    }
    rows.send(Step::Done).await.map_err(closed)
}

/// Formats the file. Runs on a blocking thread, because formatting a million rows would block other requests.
fn write_file(
    format: paper::Format,
    cover: Cover,
    mut steps: mpsc::Receiver<Step>,
    pieces: mpsc::Sender<Bytes>,
) -> io::Result<()> {
    let out = in_pieces(pieces);
    let mut file = format.begin(cover, out)?;
    while let Some(step) = steps.blocking_recv() {
        match step {
            Step::Begin(table) => file.begin(table)?,
            Step::Rows(rows) => rows.iter().try_for_each(|row| file.row(row))?,
            Step::Done => return file.finish(),
        }
    }
    Err(io::Error::other("the rows ended too early"))
}
