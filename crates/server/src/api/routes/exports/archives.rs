//! Everything an account holds, as one file: asked for with the password, watched, and fetched by the browser
//! itself through a link.

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
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::error::{ErrorBody, Result};
use crate::api::extract::{Body, Params, PathParam, SignedIn};
use crate::api::routes::Paging;
use crate::sending::disposition;
use crate::sending::media_answer::{self, Asked, Media};

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
    /// pending, processing, completed or failed.
    status: &'static str,
    /// In percent.
    progress: i64,
    created_at: String,
    #[schema(required)]
    completed_at: Option<String>,
    /// When the file is removed.
    expires_at: String,
    /// In bytes.
    #[schema(required)]
    file_size: Option<i64>,
    /// Why it failed, in one sentence.
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
struct ExportDataRequest {
    /// The current password, as proof.
    #[schema(required)]
    password: String,
}

#[derive(Serialize, ToSchema)]
struct ExportDataAnswer {
    success: bool,
    /// Where a message with the link goes when the file is made.
    email: String,
    archive: ArchiveBody,
}

/// Ask for a zip of everything the account holds
///
/// Rows as CSV and JSON, and the media files. It is made in the background and kept for seven days.
#[utoipa::path(post, path = "/api/users/export-data", tag = TAG, request_body = ExportDataRequest,
    responses(
        (status = 201, body = ExportDataAnswer),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "One is being made already"),
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

/// The account's archives whose files are still kept, the newest first.
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
    /// A link on this server that needs no header.
    #[schema(example = "/api/archives/files/AZrs…")]
    url: String,
    expires_at: String,
}

/// Make a link to the file for the browser's own download. It ends with the session.
#[utoipa::path(post, path = "/api/archives/{id}/ticket", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 201, body = ArchiveTicketAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "It is not finished, or it failed"),
    ))]
async fn issue_archive_ticket(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    PathParam(id): PathParam<String>,
) -> Result<(StatusCode, Json<ArchiveTicketAnswer>)> {
    let ticket = archives::issue_ticket(&app, &actor, &id).await?;
    let url = format!("/api/archives/files/{}", ticket.text);
    let answer =
        ArchiveTicketAnswer { success: true, url, expires_at: ticket.expires_at.to_string() };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// The file a link leads to. Takes Range, If-Range and If-None-Match, so that a download can be taken up again.
#[utoipa::path(get, path = "/api/archives/files/{ticket}", tag = TAG, params(("ticket" = String, Path)), security(()),
    responses(
        (status = 200, content_type = "application/zip", body = Vec<u8>),
        (status = 206, content_type = "application/zip", body = Vec<u8>, description = "The range that was asked for"),
        (status = 304, description = "The caller has this content"),
        (status = 403, body = ErrorBody, description = "The link has expired, or its session has ended"),
        (status = 404, body = ErrorBody),
        (status = 416, body = ErrorBody, description = "The range is not in the file"),
    ))]
async fn open_archive(
    State(app): State<Arc<App>>,
    PathParam(ticket): PathParam<String>,
    asked: Asked,
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
    media_answer::answer(&app, &media, asked).await
}
