//! Archives: all data of an account as one file. Routes to request one with the password, to list them with their
//! progress, and to download one through a temporary link.

use std::sync::Arc;

use app::App;
use app::exports::archives;
use axum::{
    Json,
    extract::State,
    http::{HeaderValue, StatusCode},
    response::Response,
};
use domain::exports::Archive;
use domain::ids::ArchiveId;
use http::error::{ErrorBody, Result};
use http::extract::{Body, Id, Params, PathParam, SignedIn};
use http::sending::disposition;
use http::sending::media_answer::{self, Media, MediaRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::shapes::Paging;

const TAG: &str = "Account";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(export_data))
        .routes(routes!(list_archives))
        .routes(routes!(issue_archive_ticket))
        .routes(routes!(open_archive))
}

#[derive(Serialize, ToSchema)]
#[schema(as = Archive)]
struct ArchiveBody {
    id: String,
    /// One of pending, processing, completed, failed.
    status: &'static str,
    /// Progress in percent.
    progress: i64,
    created_at: String,
    #[schema(required)]
    completed_at: Option<String>,
    /// When the file will be removed.
    expires_at: String,
    /// Size in bytes.
    #[schema(required)]
    file_size: Option<i64>,
    /// The reason for the failure, as one sentence.
    #[schema(required)]
    error: Option<String>,
}

impl From<Archive> for ArchiveBody {
    fn from(archive: Archive) -> Self {
        Self {
            id: archive.id.to_string(),
            status: archive.status.as_str(),
            progress: archive.progress,
            created_at: archive.created_at.to_string(),
            completed_at: archive.completed_at.map(|at| at.to_string()),
            expires_at: archive.expires_at.to_string(),
            file_size: archive.file_size,
            error: archive.error,
        }
    }
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(default)]
#[schema(example = json!({"password": "correct horse battery"}))]
struct ExportDataRequest {
    /// The current password, to prove who is asking.
    #[schema(required)]
    password: String,
}

#[derive(Serialize, ToSchema)]
struct ExportDataAnswer {
    success: bool,
    /// The address that gets a mail when the file is ready.
    email: String,
    archive: ArchiveBody,
}

/// Request an archive of all data of the account
///
/// A zip file with all records as CSV and JSON, and the media files. It is created in the background and kept for seven
/// days.
#[utoipa::path(post, path = "/api/users/export-data", tag = TAG, request_body = ExportDataRequest,
    responses(
        (status = 201, body = ExportDataAnswer),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "An archive is being created already"),
        (status = 429, body = ErrorBody),
    ))]
async fn export_data(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<ExportDataRequest>,
) -> Result<(StatusCode, Json<ExportDataAnswer>)> {
    let requested = archives::request(&app, &actor, sent.password).await?;
    let (email, archive) = (requested.email, requested.archive.into());
    Ok((StatusCode::CREATED, Json(ExportDataAnswer { success: true, email, archive })))
}

#[derive(Serialize, ToSchema)]
struct ArchivesAnswer {
    success: bool,
    archives: Vec<ArchiveBody>,
    total: i64,
}

/// List the account's archives that have not expired, newest first.
#[utoipa::path(get, path = "/api/archives", tag = TAG, params(Paging),
    responses((status = 200, body = ArchivesAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn list_archives(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(paging): Params<Paging>,
) -> Result<Json<ArchivesAnswer>> {
    let (limit, offset) = paging.bounds()?;
    let page = archives::list(&app, &actor, limit, offset).await?;
    let archives = page.archives.into_iter().map(ArchiveBody::from).collect();
    Ok(Json(ArchivesAnswer { success: true, archives, total: page.total }))
}

#[derive(Serialize, ToSchema)]
struct ArchiveTicketAnswer {
    success: bool,
    /// A link on this server that works without an Authorization header.
    #[schema(example = "/api/archives/files/AZrs…")]
    url: String,
    expires_at: String,
}

/// Create a temporary download link to the archive. It ends with the session.
#[utoipa::path(post, path = "/api/archives/{id}/ticket", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 201, body = ArchiveTicketAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The file is not ready, or its creation failed"),
    ))]
async fn issue_archive_ticket(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ArchiveId>,
) -> Result<(StatusCode, Json<ArchiveTicketAnswer>)> {
    let ticket = archives::issue_ticket(&app, &actor, id).await?;
    let url = format!("/api/archives/files/{}", ticket.text);
    let answer =
        ArchiveTicketAnswer { success: true, url, expires_at: ticket.expires_at.to_string() };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Download the archive of a temporary link. Supports Range, If-Range and If-None-Match, so a download can be resumed.
#[utoipa::path(get, path = "/api/archives/files/{ticket}", tag = TAG, params(("ticket" = String, Path)), security(()),
    responses(
        (status = 200, content_type = "application/zip", body = Vec<u8>),
        (status = 206, content_type = "application/zip", body = Vec<u8>, description = "The requested range"),
        (status = 304, description = "The content has not changed"),
        (status = 403, body = ErrorBody, description = "The link has expired, or its session has ended"),
        (status = 404, body = ErrorBody),
        (status = 416, body = ErrorBody, description = "The range is outside the file"),
    ))]
async fn open_archive(
    State(app): State<Arc<App>>,
    PathParam(ticket): PathParam<String>,
    request: MediaRequest,
) -> Result<Response> {
    let file = archives::open_ticket(&app, &ticket).await?;
    let media = Media {
        key: file.key,
        size: file.size,
        content_type: HeaderValue::from_static("application/zip"),
        disposition: Some(disposition::attachment(&file.file_name)),
        etag: media_answer::etag(&file.tag),
        cache: HeaderValue::from_static("private, no-store"),
        pace: None,
    };
    media_answer::answer(&app, &media, request).await
}
