//! Exports: files with the rows of one noun, or of all nouns, as CSV, JSON, XLSX or PDF. A request writes a row and
//! queues a job; a worker makes the file and puts it into the media store; a week later row and file are deleted.

mod applications;
pub mod archives;
mod beneficiaries;
mod documents;
mod filters;
mod goals;
mod license_kinds;
mod licenses;
pub(crate) mod made_files;
mod making;
mod notifications;
mod sales;
pub(crate) mod source;
mod sources;
mod transactions;

use blobs::Reader;
use domain::error::Faults;
use domain::exports::{Export, Format, Kind, Status};
use domain::ids::ExportId;
use domain::jobs::Kind as JobKind;
use storage::exports;

pub use filters::Filters;
pub(crate) use making::make;

use self::made_files::{ExportFiles, LIFE};
use crate::identity::sessions;
use crate::jobs::Work;
use crate::{Actor, App, Error, Result, crypto};

/// How many unfinished exports an account may have, so that one account does not delay the exports of others.
const MOST_UNFINISHED: i64 = 10;

/// The fields of a request for an export, as sent.
#[derive(Debug, Default)]
pub struct ExportForm {
    pub kind: Option<String>,
    pub format: Option<String>,
    pub filters: Filters,
}

pub async fn request(app: &App, actor: &Actor, form: ExportForm) -> Result<Export> {
    let mut faults = Faults::default();
    let kind = faults.take(Kind::parse(form.kind.as_deref().unwrap_or_default().trim()));
    let format = faults.take(Format::parse(form.format.as_deref().unwrap_or_default().trim()));
    faults.finish()?;
    let (Some(kind), Some(format)) = (kind, format) else {
        return Err(Error::unexpected("a form without faults lacks a value"));
    };
    // Checks the filters now, so that a wrong filter is refused here and not by a failed job.
    sources::of(kind, &form.filters)?;
    if form.filters.clone().take_whole_numbers()? {
        let (asking, now) = (actor.clone(), app.now());
        app.db.read(move |conn| sessions::require_proof(conn, &asking, now)).await?;
    }
    let (owner, now) = (actor.user, app.now());
    let export = Export {
        id: ExportId::new(now, crypto::random()),
        kind,
        format,
        filters: form.filters.to_json(),
        status: Status::Pending,
        created_at: now,
        completed_at: None,
        expires_at: now + LIFE,
        file_size: None,
        error: None,
    };
    let queued = app
        .db
        .write(move |tx| {
            tx.lock(&format!("exports:{owner}"))?;
            if exports::count_unfinished(tx, owner)? >= MOST_UNFINISHED {
                let message = "Please wait until your earlier exports are finished.";
                return Err(Error::Conflict(message.to_owned()));
            }
            exports::insert(tx, owner, &export)?;
            Work::of(JobKind::MakeExport, owner, &export.id.to_string())
                .once(&exports::job_key(export.id))
                .queue(tx, now)?;
            Ok(export)
        })
        .await?;
    app.wake_workers();
    Ok(queued)
}

pub async fn find(app: &App, actor: &Actor, id: ExportId) -> Result<Export> {
    let (owner, now) = (actor.user, app.now());
    let found = app.db.read(move |conn| Ok::<_, Error>(exports::find(conn, owner, id, now)?));
    found.await?.ok_or_else(|| Error::missing("export"))
}

pub struct Page {
    pub exports: Vec<Export>,
    pub total: i64,
}

pub async fn list(app: &App, actor: &Actor, limit: i64, offset: i64) -> Result<Page> {
    let (owner, now) = (actor.user, app.now());
    let (exports, total) = app
        .db
        .read(move |conn| Ok::<_, Error>(exports::list(conn, owner, now, limit, offset)?))
        .await?;
    Ok(Page { exports, total })
}

pub struct Download {
    pub file_name: String,
    pub content_type: &'static str,
    pub bytes: Reader,
}

pub async fn download(app: &App, actor: &Actor, id: ExportId) -> Result<Download> {
    let export = find(app, actor, id).await?;
    let Some(size) = export.file_size.and_then(|size| u64::try_from(size).ok()) else {
        let message = match export.status {
            Status::Failed => "This export failed, so there is nothing to download.",
            _ => "This export isn't finished yet.",
        };
        return Err(Error::Conflict(message.to_owned()));
    };
    let (extension, content_type) = paper_format(export.format).kind(export.kind == Kind::All);
    let day = actor.day_of(export.created_at);
    Ok(Download {
        file_name: format!("ledgerline-{}-{day}.{extension}", file_noun(export.kind)),
        content_type,
        bytes: app.blobs.read(&made_files::key::<ExportFiles>(actor.user, export.id)?, 0..size),
    })
}

/// The name of the rows in the name of a file, as the screens call them.
const fn file_noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Beneficiaries => "clients",
        Kind::Documents => "beats",
        Kind::All => "everything",
        other => other.as_str(),
    }
}

const fn paper_format(format: Format) -> paper::Format {
    match format {
        Format::Csv => paper::Format::Csv,
        Format::Json => paper::Format::Json,
        Format::Xlsx => paper::Format::Xlsx,
        Format::Pdf => paper::Format::Pdf,
    }
}
