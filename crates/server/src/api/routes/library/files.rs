//! The files of a beat besides its playable one, such as stems, MIDI and artwork.

use std::sync::Arc;

use app::library::files::{self, Claim, DeleteConfirmation, FileForm, IncomingFile, ReceivedFile};
use app::library::tickets;
use app::{Actor, App};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::ids::{DocumentId, FileId};
use domain::library::files::File;
use domain::licenses::Role;
use http::error::{ApiError, ErrorBody, Result};
use http::extract::{Body, BodyIfSent, Id, Ids, Multipart, Params, SignedIn};
use http::sending::media_answer::{self, Media, MediaRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::library::media::{TicketAnswer, TicketQuery};
use crate::api::routes::shapes::Done;

const TAG: &str = "Files of beats";
const NO_FILE: &str = "Please choose a file to upload.";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_document_files, add_document_file))
        .routes(routes!(update_document_file, delete_document_file))
        .routes(routes!(download_document_file))
        .routes(routes!(issue_file_ticket))
}

/// A file of a beat beside the one that plays.
#[derive(Serialize, ToSchema)]
#[schema(as = DocumentFile)]
pub struct FileBody {
    id: String,
    /// One of mp3, wav, tagged, stems, project, midi, artwork, other.
    #[schema(example = "stems")]
    role: &'static str,
    /// Counts up from 1 for each role.
    version: i64,
    /// Whether this is the version in use.
    is_current: bool,
    #[schema(example = "Night Drive stems.zip")]
    name: String,
    /// Media type detected from the content.
    #[schema(example = "application/zip")]
    mime: String,
    /// Size in bytes.
    size: i64,
    /// BLAKE3 hash of the file, in hexadecimal.
    content_hash: String,
    /// Duration of a sound in seconds; null if it is not known.
    #[schema(required)]
    duration: Option<f64>,
    created_at: String,
    /// Number of live licenses that promise this file.
    promised: i64,
}

impl FileBody {
    pub fn new(file: File, promised: i64) -> Self {
        Self {
            id: file.id.to_string(),
            role: file.role.as_str(),
            version: file.version,
            is_current: file.is_current,
            name: file.name,
            mime: file.mime,
            size: file.size,
            content_hash: file.content_hash,
            duration: file.duration_ms.map(|millis| millis as f64 / 1000.0),
            created_at: file.created_at.to_string(),
            promised,
        }
    }
}

#[derive(Serialize, ToSchema)]
struct FilesAnswer {
    success: bool,
    /// By role; the newest version of a role first.
    files: Vec<FileBody>,
}

#[derive(Serialize, ToSchema)]
struct FileAnswer {
    success: bool,
    file: FileBody,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only the document reads it; a form is read as it arrives")]
struct FileUploadForm {
    /// One of mp3, wav, tagged, stems, project, midi, artwork, other.
    role: String,
    /// The file to upload.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Only fields that are sent change.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"role": "wav", "name": "Night Drive master.wav", "is_current": true}))]
struct FileRequest {
    /// The file becomes the newest version of this role.
    #[schema(nullable = false)]
    role: Option<String>,
    #[schema(nullable = false)]
    name: Option<String>,
    /// true makes this version the one in use.
    #[schema(nullable = false)]
    is_current: Option<bool>,
}

/// The confirmation to delete what live licenses promise.
#[derive(Deserialize, Default, ToSchema)]
#[schema(example = json!({"anyway": true, "password": "correct horse battery"}))]
pub struct DeleteRequest {
    /// Delete it although licenses promise it. Its bytes stay until those licenses have ended.
    #[serde(default)]
    anyway: bool,
    /// Required with `anyway`.
    #[schema(nullable = false)]
    password: Option<String>,
}

impl From<DeleteRequest> for DeleteConfirmation {
    fn from(sent: DeleteRequest) -> Self {
        Self { is_confirmed: sent.anyway, password: sent.password }
    }
}

/// List the files of a beat beside the one that plays.
#[utoipa::path(get, path = "/api/documents/{id}/files", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = FilesAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn list_document_files(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DocumentId>,
) -> Result<Json<FilesAnswer>> {
    let files = files::list(&app, &actor, id).await?;
    let files = files.into_iter().map(|(file, promised)| FileBody::new(file, promised)).collect();
    Ok(Json(FilesAnswer { success: true, files }))
}

/// Add a file to a beat
///
/// It becomes the newest version of its role. The content decides whether it may have the role: `mp3`, `wav` and
/// `tagged` take sound, `stems` and `project` a ZIP file, `midi` a MIDI file, `artwork` a JPEG, PNG or WebP picture, which
/// is drawn anew without metadata, and `other` anything. A beat has 40 files at most, 5 of them artwork. For large files
/// there is the resumable way, POST /uploads.
#[utoipa::path(post, path = "/api/documents/{id}/files", tag = TAG, params(("id" = String, Path)),
    request_body(content = FileUploadForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = FileAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody, description = "The beat has too many files"),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 507, body = ErrorBody),
    ))]
async fn add_document_file(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DocumentId>,
    mut form: Multipart,
) -> Result<(StatusCode, Json<FileAnswer>)> {
    let (mut role, mut file) = (None, None);
    while let Some(part) = form.next_part().await? {
        match (part.name.as_str(), part.file_name) {
            (_, Some(name)) if file.is_some() => {
                let sentence = format!("Send one file here; \"{name}\" is a second one.");
                return Err(ApiError::bad_field("file", sentence));
            }
            (_, Some(name)) => {
                let claim = Claim { file_name: name, role, announced: form.announced() };
                file = Some(receive(&app, &actor, id, &mut form, claim).await?);
            }
            ("role", None) => {
                let sent = form.text("role").await?;
                role = Some(Role::parse(sent.trim()).map_err(app::Error::from)?);
            }
            _ => {}
        }
    }
    let role =
        role.ok_or_else(|| ApiError::bad_field("role", "Please say what the file is for."))?;
    let file = file.ok_or_else(|| ApiError::bad_field("file", NO_FILE))?;
    let file = files::store(&app, &actor, file, role).await?;
    Ok((StatusCode::CREATED, Json(FileAnswer { success: true, file: FileBody::new(file, 0) })))
}

async fn receive(
    app: &App,
    actor: &Actor,
    document: DocumentId,
    form: &mut Multipart,
    claim: Claim,
) -> Result<ReceivedFile> {
    let mut arriving = IncomingFile::begin(app, actor, document, claim).await?;
    while let Some(bytes) = form.chunk().await? {
        arriving.take(bytes).await?;
    }
    Ok(arriving.end().await?)
}

/// Change the role or name of a file, or make it the version in use.
#[utoipa::path(put, path = "/api/documents/{id}/files/{file}", tag = TAG,
    params(("id" = String, Path), ("file" = String, Path)), request_body = FileRequest,
    responses(
        (status = 200, body = FileAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody, description = "The content does not fit the role"),
    ))]
async fn update_document_file(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Ids(id, file): Ids<DocumentId, FileId>,
    Body(sent): Body<FileRequest>,
) -> Result<Json<FileAnswer>> {
    let form = FileForm { role: sent.role, name: sent.name, is_current: sent.is_current };
    let (file, promised) = files::update(&app, &actor, id, file, form).await?;
    Ok(Json(FileAnswer { success: true, file: FileBody::new(file, promised) }))
}

/// Delete a file of a beat
///
/// A file that live licenses promise is refused with 409 and their number in `promised`. With `anyway` and the password
/// it is deleted from the beat, and its bytes stay until those licenses have ended.
#[utoipa::path(delete, path = "/api/documents/{id}/files/{file}", tag = TAG,
    params(("id" = String, Path), ("file" = String, Path)), request_body = Option<DeleteRequest>,
    responses(
        (status = 200, body = Done), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "Live licenses promise the file; `promised` says how many"),
    ))]
async fn delete_document_file(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Ids(id, file): Ids<DocumentId, FileId>,
    BodyIfSent(sent): BodyIfSent<DeleteRequest>,
) -> Result<Json<Done>> {
    files::remove(&app, &actor, id, file, sent.into()).await?;
    Ok(Done::json())
}

/// Download a file of a beat under its name. Supports Range, If-Range and If-None-Match.
#[utoipa::path(get, path = "/api/documents/{id}/files/{file}/download", tag = TAG,
    params(("id" = String, Path), ("file" = String, Path)),
    responses(
        (status = 200, content_type = "*/*", body = Vec<u8>),
        (status = 206, content_type = "*/*", body = Vec<u8>, description = "The requested range"),
        (status = 304, description = "The content has not changed"),
        (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 416, body = ErrorBody, description = "The range is outside the file"),
    ))]
async fn download_document_file(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Ids(id, file): Ids<DocumentId, FileId>,
    request: MediaRequest,
) -> Result<Response> {
    let file = files::find_media(&app, &actor, id, file).await?;
    media_answer::answer(&app, &Media::of_file(actor.user, &file, true), request).await
}

/// Create a temporary link to a file of a beat
///
/// For an HTML element that cannot send a bearer token. Sound and artwork can be shown in place; everything else is sent
/// as an attachment. The link is valid for 15 minutes or twice the duration, whichever is longer, and ends with the
/// session.
#[utoipa::path(post, path = "/api/documents/{id}/files/{file}/ticket", tag = TAG,
    params(("id" = String, Path), ("file" = String, Path), TicketQuery),
    responses(
        (status = 201, body = TicketAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn issue_file_ticket(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Ids(id, file): Ids<DocumentId, FileId>,
    Params(query): Params<TicketQuery>,
) -> Result<(StatusCode, Json<TicketAnswer>)> {
    let purpose = query.purpose()?;
    let file = files::find_media(&app, &actor, id, file).await?;
    let ticket = tickets::issue_for_file(&app, &actor, &file, purpose)?;
    Ok((StatusCode::CREATED, Json(TicketAnswer::new(ticket))))
}
